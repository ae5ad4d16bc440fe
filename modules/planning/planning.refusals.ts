import { declareRefusals } from '../../kernel/core/refusal.ts';

/** Every sentence this area refuses with. */
export const planningRefusals = declareRefusals({
  'planning.after-need': {
    zh: '【{material}】{needDate} 前没有可送货日，最早 {deliveryDate} 到货，到货晚于需求',
    en: '{material} cannot be delivered by {needDate}; the earliest day is {deliveryDate}, later than needed',
  },
  'planning.cost-incomplete': {
    zh: '成本不完整：{count} 种物料没有价格：{materials}，请先维护价格',
    en: 'The cost is incomplete: {count} materials have no price: {materials}; enter their prices first',
  },
  'planning.no-delivery': {
    zh: '【{material}】{date} 休息，不送货（{reason}）',
    en: '{material} is not delivered on {date} ({reason})',
  },
  'planning.no-source': {
    zh: '【{material}】在【{dept}】没有货源规则，请维护货源清单或采购直送规则',
    en: '{material} has no source at {dept}; enter a source configuration or a direct delivery rule',
  },
  'planning.replacement-loop': {
    zh: '替换形成循环或超过{chainMax}次：{path}，请停用其中一条',
    en: 'Replacements loop or go on for more than {chainMax}: {path}; end one of them',
  },
});
