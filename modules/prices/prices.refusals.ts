import { declareRefusals } from '../../kernel/core/refusal.ts';

/** Every sentence this area refuses with. */
export const pricesRefusals = declareRefusals({
  'prices.backdated': {
    zh: '生效日期 {startDate} 早于今天，需要“补录历史价格”权限',
    en: 'It begins before today ({startDate}); that takes the right to enter past prices',
  },
  'prices.in-force': {
    zh: '价格【{code}】已经生效，可能已被单据使用：只能改失效日期和备注，新价格请另行新增',
    en: 'Price {code} has been in force and may have been used: change its last day or remark only, and add the new price beside it',
  },
  'prices.in-force-end': {
    zh: '价格【{code}】在 {yesterday} 之前可能已被使用，失效日期不能更早',
    en: 'Price {code} may have been used until {yesterday}; it cannot end before that day',
  },
  'prices.in-force-remove': {
    zh: '价格【{code}】已经生效，不能删除，请填写失效日期或冻结',
    en: 'Price {code} has been in force and cannot be removed; end or freeze it',
  },
  'prices.material-frozen': { zh: '物料【{material}】已冻结，不能定价', en: '{material} is frozen and cannot be priced' },
  'prices.outlived': {
    zh: '价格【{code}】（{startDate}~{endDate}）在新价格结束后仍有效，请先为它填写失效日期',
    en: 'Price {code} ({startDate} to {endDate}) would go on after the new one ends; give it a last day first',
  },
  'prices.overlap': {
    zh: '与价格【{code}】有效期重叠：{startDate}~{endDate}',
    en: 'It overlaps price {code}, valid {startDate} to {endDate}',
  },
  'prices.overlap-unnamed': {
    zh: '该部门和物料在此期间已有价格，请先让其失效',
    en: 'This department and material already has a price in this period; end it first',
  },
});
