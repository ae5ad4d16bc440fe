import { label } from '../../../kernel/core/label.ts';

/** What is said of substitutes that are offered. */
export const substituteTexts = {
  title: label('替代建议', 'Substitutes'),
  none: label(
    '没有登记替代品。可在物料替代品中添加。',
    'No substitutes are set up. Add some under Material substitutes.',
  ),
  ratio: label('1 换 {ratio}', '1 becomes {ratio}'),
  'cost.same': label('成本相同', 'same cost'),
  'cost.more': label('每{unit}贵 {amount}', '{amount} more per {unit}'),
  'cost.less': label('每{unit}省 {amount}', '{amount} less per {unit}'),
  stock: label('可用 {qty}', '{qty} available'),
  expiring: label('临期 {qty}', '{qty} near expiry'),
  replace: label('规定替换', 'Set replacement'),
  contains: label('含 {names}', 'contains {names}'),
  energyKcal: label('能量', 'Energy'),
  proteinG: label('蛋白质', 'Protein'),
  fatG: label('脂肪', 'Fat'),
  carbohydrateG: label('碳水', 'Carbohydrate'),
  sodiumMg: label('钠', 'Sodium'),
  nutrition: label('每 100 g：{changes}', 'Per 100 g: {changes}'),
  barred: label('不可用', 'Not safe'),
};
