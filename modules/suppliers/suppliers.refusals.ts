import { declareRefusals } from '../../kernel/core/refusal.ts';

/** Every sentence this area refuses with. */
export const suppliersRefusals = declareRefusals({
  'suppliers.price-blocked': {
    zh: '价格较参考价{base}偏离{deviation}%，超过禁止线{blockPercent}%',
    en: 'The price deviates by {deviation}% from the reference of {base}, beyond the block line of {blockPercent}%',
  },
  'suppliers.price-not-numeric': { zh: '价格只能为数字', en: 'The price must be a number' },
  'suppliers.price-not-positive': { zh: '价格不能小于等于0', en: 'The price must be above 0' },
  'suppliers.price-overlap': {
    zh: '物料【{material}】在 {date} 有两个有效价格【{first}】【{second}】，请截止其中一个',
    en: '{material} has two prices on {date}, {first} and {second}; end one of them',
  },
  'suppliers.price-too-fine': { zh: '价格小数只能为两位', en: 'The price may have two decimals only' },
});
