import { label } from '../../kernel/core/label.ts';

/** What is said of offers beside a material. */
export const suppliersTexts = {
  offers: label('供应商', 'Suppliers'),
  'offers.add': label('新增报价', 'Add an offer'),
  'offers.none': label(
    '还没有供应商供这种物料。先新增一条报价：供应商、单位和价格，采购订单由此取价。',
    'Nobody delivers it yet. Add an offer first, with supplier, unit and price: orders take their price there.',
  ),
  'offers.base': label('折基本单位', 'Per base unit'),
  'offers.terms': label('条件', 'Terms'),
  'offers.valid': label('有效期', 'Valid'),
  'offers.state': label('状态', 'State'),
  'offers.least': label('起订 {qty} {unit}', 'at least {qty} {unit}'),
  'offers.multiple': label('按 {qty} {unit} 的倍数', 'in multiples of {qty} {unit}'),
  'offers.lead': label('提前 {days} 天', '{days} {days:day|days} ahead'),
  'offers.share': label('占 {percent}%', '{percent} % of it'),
} as const;
