import { declareRefusals } from '../../kernel/core/refusal.ts';

/** Every sentence this area refuses with. */
declareRefusals({
  'console.not-empty': {
    zh: '公司里已有{there}：示例公司只能载入空公司，以免和真实数据混在一起',
    en: 'The company already has {there}. The sample company is loaded into an empty one only, so that it never mixes with real records',
  },
  'console.loading': {
    zh: '{person}正在载入示例公司，请稍候',
    en: '{person} is loading the sample company; please wait',
  },
  'console.no-stall': {
    zh: '还没有可排餐的档口：请先在机构里建立餐厅和档口',
    en: 'There is no stall to plan for: set up a restaurant and a stall in the organisation first',
  },
  'console.no-dish': {
    zh: '还没有带售价的成品菜：请先建立菜品并填写参考售价',
    en: 'There is no finished dish with a price: add a dish and its list price first',
  },
  'console.planned': {
    zh: '{stall}已有营销计划 {billCode}，不再排示例周',
    en: '{stall} has the sales plan {billCode}; no sample week is planned beside it',
  },
});
