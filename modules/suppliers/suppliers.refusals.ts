import { declareRefusals } from '../../kernel/core/refusal.ts';

/** Every sentence this area refuses with. */
export const suppliersRefusals = declareRefusals({
  'suppliers.blocked-in-sap': { zh: '供应商【{supplier}】已在SAP冻结，不能在此解冻', en: '{supplier} is blocked in SAP and cannot be thawed here' },
  'suppliers.default-taken': {
    zh: '物料【{material}】已有默认供应商【{supplier}】',
    en: '{material} already has a default supplier: {supplier}',
  },
  'suppliers.material-overlap': {
    zh: '该供应商的这一物料、单位和协议在此期间已有价格，请先让其失效或改用“调整价格”',
    en: 'This supplier already has a price for the material, unit and agreement in this period; end it first or change the price',
  },
  'suppliers.no-price': {
    zh: '{date} 【{material}】没有供应商【{supplier}】的采购价，请先维护',
    en: '{supplier} has no purchase price of {material} on {date}; enter one first',
  },
  'suppliers.price-before-row': {
    zh: '生效日期 {startDate} 早于该行的有效期起 {rowStart}',
    en: '{startDate} lies before the row begins ({rowStart})',
  },
  'suppliers.price-blocked': {
    zh: '价格较参考价{base}偏离{deviation}%，超过禁止线{blockPercent}%',
    en: 'The price deviates by {deviation}% from the reference of {base}, beyond the block line of {blockPercent}%',
  },
  'suppliers.price-in-force': {
    zh: '该行已生效：价格、单位和换算率请用“调整价格”从某日起更改',
    en: 'This row is already in force: change price, unit or factor from a day on',
  },
  'suppliers.price-not-numeric': { zh: '价格只能为数字', en: 'The price must be a number' },
  'suppliers.price-not-positive': { zh: '价格不能小于等于0', en: 'The price must be above 0' },
  'suppliers.price-too-fine': { zh: '价格小数只能为两位', en: 'The price may have at most two decimals' },
  'suppliers.price-overlap': {
    zh: '物料【{material}】在 {date} 有两个有效价格【{first}】【{second}】，请截止其中一个',
    en: '{material} has two prices on {date}, {first} and {second}; end one of them',
  },
  'suppliers.price-past': {
    zh: '新价格的生效日期 {startDate} 不能早于今天；已收的货要按新价结算，请建补差单',
    en: 'A new price cannot begin in the past ({startDate}); for what was received already make a price correction',
    way: { to: '/price/pricecorrection/new', label: { zh: '建补差单', en: 'Make a correction' } },
  },
  'suppliers.shares-over': {
    zh: '物料【{material}】供货比例合计 {total}%，超过100%',
    en: 'The shares of {material} add up to {total}%, more than 100%',
  },
  'suppliers.site-only': {
    zh: '只能关联项目部',
    en: 'Only project departments can be tied',
  },
  'suppliers.time-invalid': {
    zh: '第 {line} 行：截单时间请写成 16:00',
    en: 'Line {line}: write the cut-off as 16:00',
  },
});
