import { label } from '../../../kernel/core/label.ts';

/** What the page of a distribution says. */
export const distributionTexts = {
  'asked.title': label('提取餐次', 'Meals to extract'),
  'asked.none': label(
    '该时间范围内没有已审批的营销计划或特殊餐。先审批营销计划，或调整开始、结束时间。',
    'No approved sales plan or special meal begins in this window. Have one approved, or change the window.',
  ),
  'asked.all': label('全选', 'All'),
  'asked.add': label('加入明细', 'Add to the lines'),
  'asked.add.count': label(
    '加入 {meals} 个餐次，{lines} 行',
    'Add {meals} {meals:meal|meals}, {lines} {lines:line|lines}',
  ),
  'asked.added': label('已加入 {lines} 行', '{lines} {lines:line|lines} added'),
  'asked.here': label('已在本单', 'On this bill'),
  'asked.partly': label('部分在本单', 'Partly on this bill'),
  'asked.enough': label('库存足够', 'Stock covers it'),
  'asked.held': label('已被 {bill} 占用', 'Held by {bill}'),
  'asked.guests': label('{count} 人', '{count} guests'),
  'asked.materials': label('{count} 种物料', '{count} {count:material|materials}'),
  'asked.more': label('等 {count} 道', 'and {count} more'),
  'asked.special': label('特殊餐', 'Special meal'),
  'asked.retry': label('重新提取', 'Extract again'),
  'lines.none': label(
    '还没有明细。勾选餐次加入用料，或点“编辑”手工添加物料。',
    'No lines yet. Tick meals to add their goods, or choose Edit to add goods by hand.',
  ),
  'lines.later': label(
    '保存后即可按餐次提取用料；也可以先在下面手工添加物料。',
    'Once saved, goods are extracted by the meal; or add some by hand below.',
  ),
  'pegs.title': label('需求追溯', 'What it is for'),
  'pegs.none': label('手工添加的物料，没有对应的餐次。', 'Added by hand; no meal stands behind it.'),
  'pegs.portions': label('{count} 份', '{count} portions'),
  'pegs.instead': label('代替 {material}', 'in place of {material}'),
  'pegs.sum': label('合计', 'Total'),
  'pegs.net': label('其中需配送', 'Of it to be delivered'),
  'next.distribute': label('下一步：配送调度在请购分配中生成直配或统配', 'Next: the dispatcher distributes its lines'),
};
