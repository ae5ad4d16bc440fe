import { declareRefusals } from '../../kernel/core/refusal.ts';

/** Every sentence this area refuses with. */
export const masterDataRefusals = declareRefusals({
  'master-data.bom-loop': {
    zh: 'BOM存在循环：{path}，请去掉其中一条用料',
    en: 'The BOM loops: {path}; take one of these lines out',
  },
  'master-data.bom-missing': {
    zh: '菜品【{dish}】在{date}没有有效的BOM，请发布覆盖该日期的版本',
    en: 'Dish {dish} has no BOM in force on {date}; release a version for that day',
  },
  'master-data.bom-too-deep': {
    zh: 'BOM超过{depthMax}层：{path}，请减少半成品层级',
    en: 'The BOM is deeper than {depthMax} levels: {path}; use fewer semi-finished levels',
  },
  'master-data.unit-constant': {
    zh: '{first}，而{second}为通用常数，不能按物料维护，请删除该换算',
    en: '{first}, but {second} is a universal constant no material may change; remove that conversion',
  },
  'master-data.unit-loop': {
    zh: '物料「{material}」的换算形成循环：{path}，请先修正其中一条',
    en: 'The conversions of {material} loop: {path}; correct one of them first',
  },
  'master-data.unit-path-missing': {
    zh: '物料「{material}」缺少从「{from}」到「{to}」的单位换算，请先维护',
    en: '{material} has no conversion from {from} to {to}; enter one first',
  },
  'master-data.unit-paths-differ': {
    zh: '物料「{material}」换算不一致：{first}，{second}，请先修正其中一条',
    en: 'The conversions of {material} disagree: {first}, {second}; correct one of them first',
  },
});
