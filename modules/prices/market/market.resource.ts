import { resource } from '../../../kernel/core/declaration.ts';
import { attachments, choice, code, day, factor, price, ref, refs, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { frozen, remark } from '../../master-data/materials/validity.fields.ts';

/** Who publishes what goods cost: a wholesale market, an office. */
export const marketSource = resource('marketSource', {
  label: label('行情来源', 'Market source'),
  service: 'master-data',
  segment: 'marketsource',
  path: '/price/marketsource',
  purpose: label(
    '发布行情的批发市场或机构。先建来源，再导入它的行情。',
    'Markets and offices that publish prices. Enter a source, then import what it publishes.',
  ),
  few: true,
  fields: {
    name: text('来源名称', 'Name', { unique: true, max: 60, list: true, search: true }),
    publisher: text('发布单位', 'Publisher', { optional: true, max: 60, list: true }),
    cycle: choice(
      '发布周期',
      'Published',
      [
        ['daily', '每日', 'Daily'],
        ['weekly', '每周', 'Weekly'],
        ['ten-day', '每旬', 'Every ten days'],
        ['monthly', '每月', 'Monthly'],
      ],
      { default: 'daily', list: true },
    ),
    url: text('网址', 'Address', { optional: true, max: 200 }),
    code: code('来源编码', 'Code', {
      optional: true,
      unique: true,
      fixed: true,
      max: 32,
      list: true,
      search: true,
      hint: label('不填自动编号', 'Leave empty to number automatically'),
    }),
    frozen,
    remark,
  },
  keyword: ['code', 'name'],
  sort: 'code',
  scope: null,
  calls: ['list', 'page', 'detail', 'submit', 'remove', 'freeze', 'thaw', 'exportExcel'],
});

/** What a source calls goods, and which materials of ours they are. */
export const marketProduct = resource('marketProduct', {
  label: label('行情品名对照', 'Market name'),
  service: 'master-data',
  segment: 'marketproduct',
  path: '/price/marketproduct',
  purpose: label(
    '行情导入后，新的品名自动出现在“待对照”；在此指明它是哪些物料、一个报价单位是多少基本单位。',
    'New names appear here by themselves when a market is imported; say which materials they are and how much one quoted unit is.',
  ),
  fields: {
    marketSourceId: ref('行情来源', 'Source', 'marketSource', { fixed: true, list: true, search: true }),
    productName: text('品名', 'Name', { fixed: true, max: 60, list: true, search: true }),
    originSpec: text('产地规格', 'Origin, grade', { optional: true, fixed: true, max: 60, list: true }),
    unitText: text('报价单位', 'Quoted per', { fixed: true, max: 20, list: true }),
    materialIds: refs('对应物料', 'Materials', 'material', { optional: true, list: true, search: true }),
    factor: factor('每报价单位折基本单位', 'Base units per quoted unit', {
      optional: true,
      positive: true,
      list: true,
      hint: label('斤为 0.5 千克；不填则不定价', 'A jin is 0.5 kg; leave empty to price nothing'),
    }),
    frozen,
    remark,
  },
  title: 'productName',
  keyword: ['productName', 'originSpec'],
  sort: 'productName',
  tabs: [
    { key: 'open', label: label('待对照', 'To be named'), where: { mapped: '0' } },
    { key: 'mapped', label: label('已对照', 'Named'), where: { mapped: '1' } },
  ],
  excelKey: ['marketSourceId', 'productName', 'originSpec', 'unitText'],
  indexes: [['productName', 'id']],
  scope: null,
  calls: [
    'list',
    'page',
    'detail',
    'submit',
    'remove',
    'freeze',
    'thaw',
    'exportExcel',
    'downloadExcelTemplate',
    'importExcelTemplate',
  ],
});

/** What a source said goods cost on a day. */
export const marketPrice = resource('marketPrice', {
  label: label('市场参考价', 'Market price'),
  service: 'master-data',
  segment: 'marketprice',
  path: '/price/marketprice',
  purpose: label(
    '导入批发市场发布的行情，附上凭证。定价公式和价格预警以此为参考。',
    'Import what markets publish, with its evidence. Formulas and price warnings go by it.',
  ),
  fields: {
    marketSourceId: ref('行情来源', 'Source', 'marketSource', { list: true, search: true }),
    priceDate: day('行情日期', 'Day', { list: true, search: true }),
    productName: text('品名', 'Name', { max: 60, list: true, search: true }),
    originSpec: text('产地规格', 'Origin, grade', { optional: true, max: 60, list: true }),
    unitText: text('报价单位', 'Quoted per', { max: 20, list: true }),
    lowPrice: price('最低价', 'Lowest', { optional: true, positive: true, unit: 'unitText', list: true }),
    avgPrice: price('均价', 'Average', { positive: true, unit: 'unitText', list: true }),
    highPrice: price('最高价', 'Highest', { optional: true, positive: true, unit: 'unitText', list: true }),
    basePrice: price('折基本单位均价', 'Average per base', {
      readonly: true,
      optional: true,
      list: true,
      hint: label('品名对照后折算', 'Calculated once the name is matched to a material'),
    }),
    marketProductId: ref('对照', 'Name', 'marketProduct', { readonly: true, optional: true }),
    files: attachments('凭证', 'Evidence', { optional: true, max: 9 }),
    remark,
  },
  title: 'productName',
  keyword: ['productName', 'originSpec'],
  sort: '-priceDate,productName',
  tabs: [{ key: 'open', label: label('待对照', 'To be named'), where: { mapped: '0' } }],
  excelKey: ['marketSourceId', 'priceDate', 'productName', 'originSpec', 'unitText'],
  indexes: [['marketProductId', '-priceDate']],
  scope: null,
  constraints: {
    order_ck: 'check (coalesce(low_price, avg_price) <= avg_price and avg_price <= coalesce(high_price, avg_price))',
  },
  calls: ['list', 'page', 'detail', 'submit', 'remove', 'exportExcel', 'downloadExcelTemplate', 'importExcelTemplate'],
});
