import { label } from '../../kernel/core/label.ts';

/** What the page of a correction says. */
export const correctionTexts = {
  payable: label('应付供应商', 'Payable'),
  stock: label('库存', 'Stock'),
  variance: label('价格差异', 'Variance'),
  tax: label('进项税', 'Input tax'),
  'stock.about': label('还在库的部分', 'goods still here'),
  'variance.about': label('已用掉的部分', 'goods already used'),
  lines: label(
    '{count} 行收货，涉及 {bills} 张入库单',
    '{count} delivered {count:line|lines} on {bills} {bills:bill|bills}',
  ),
  excluded: label('其中 {count} 行不补', '{count} left out'),
  again: label(
    '{count} 行以前补过差，按补差后的价格计算',
    '{count} {count:was|were} corrected before and {count:goes|go} by the price as corrected',
  ),
  divide: label(
    '库存与差异按审批当时还在库的数量划分，审批前出入库会改变两者的比例，应付差额不变。',
    'Stock and variance are split by what is in stock on approval. Moves until then change the split, not the payable.',
  ),
  publishes: label(
    '审批后这些日期的采购价改为新价；协议价和SAP维护的价格不会被改。',
    'On approval the purchase prices of these days become the new ones; prices of agreements and of SAP are not touched.',
  ),
  keeps: label('只补差额，采购价不变。', 'Only the difference is charged; purchase prices stay.'),
  statement: label(
    '尚无供应商对账单：差额以本单为准，结算时请据此入账。',
    'There are no supplier statements yet; settle by this document.',
  ),
  none: label(
    '该期间没有按其他价格收的货。请核对供应商、公司、日期和物料。',
    'Nothing was received in these days at another price. Look at supplier, company, days and materials.',
  ),
  'not-yet': label(
    '保存后自动列出该期间按其他价格收的货',
    'What was received in these days at another price is listed when it is saved',
  ),
  heed: label('审批前须知', 'Before you approve'),
} as const;
