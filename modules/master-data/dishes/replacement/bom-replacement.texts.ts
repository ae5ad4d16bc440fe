import { label } from '../../../../kernel/core/label.ts';

/** What replacing a material in recipes says. */
export const bomReplacementTexts = {
  open: label('在配方中替换', 'Replace in recipes'),
  title: label('在所有配方中替换「{from}」', 'Replace {from} in every recipe'),
  how: label(
    '从生效日期起，每道菜建立新的 BOM 版本，出成率取新物料的标准；原版本保留，可一次撤销。',
    'From that day on each dish gets a new version of its BOM, with the yield of the new material. The former ones stay, and one undo brings them back.',
  ),
  choose: label(
    '选择换成的物料后，这里显示每道菜的成本、过敏原和营养变化。',
    'Choose the new material, and what it does to each dish is shown here: cost, allergens, nutrients.',
  ),
  dish: label('菜品', 'Dish'),
  cost: label('每份成本', 'Cost per portion'),
  allergens: label('过敏原', 'Allergens'),
  nutrients: label('营养（每份）', 'Nutrients (per portion)'),
  same: label('不变', 'The same'),
  unknown: label('未知', 'unknown'),
  through: label('经半成品', 'through a part'),
  coverage: label('数据完整度', 'Data known'),
  act: label('替换 {count} 道菜', 'Replace in {count} {count:dish|dishes}'),
  none: label('请至少选择一道菜', 'Choose at least one dish'),
  done: label(
    '已建立 {versions} 个新版本，自 {startDate} 起生效',
    '{versions} new {versions:version|versions}, from {startDate} on',
  ),
  worse: label(
    '{count} 道菜有过敏原变差，请确认已告知营养师和现场',
    'Allergens increase in {count} {count:dish|dishes}; make sure dieticians and sites know',
  ),
  drafts: label(
    '{count} 个草稿版本也用到它，不会改动',
    '{count} {count:draft uses|drafts use} it too and {count:stays|stay} as {count:it is|they are}',
  ),
  variants: label('这些档口BOM提到它，请自行处理：{names}', 'These stall BOMs use it; change them yourself: {names}'),
  to: label('换成', 'With'),
  ratio: label('用量比', 'Ratio'),
  'state.contains': label('含有', 'contains'),
  'state.may-contain': label('可能含有', 'may contain'),
  'state.unknown': label('未知', 'unknown'),
  'state.free': label('不含', 'free'),
  undo: label('撤销', 'Undo'),
  'undo.ask': label('撤销把「{from}」换成「{to}」？', 'Undo replacing {from} by {to}?'),
  'undo.how': label(
    '尚未用过的新版本删除，原版本恢复；已经用过的到昨天为止，今天起用原配方。之后又改过的不动。',
    'New versions nobody cooked by go and the former ones come back; those in use end yesterday and the former recipe counts from today. What was changed since is left.',
  ),
  'undo.done': label('已撤销，恢复 {back} 个配方', 'Undone; {back} {back:recipe|recipes} restored'),
  'undo.left': label(
    '已撤销，恢复 {back} 个；{left} 个之后又改过，保持不动',
    'Undone; {back} restored, {left} had changed since and stay as they are',
  ),
} as const;
