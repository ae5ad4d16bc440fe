import { expect, test } from 'vitest';
import { readiness } from './readiness.rules.ts';

const gates = (lacking: readonly string[]): string => {
  const { readyPlan, readyBuy, readyCost, readyLabel } = readiness(lacking, 'en');
  return [readyPlan, readyBuy, readyCost, readyLabel].join('');
};

test.each([
  ['nothing', [], '1111', []],
  ['a frozen material is neither planned nor bought', ['frozen'], '0011', ['plan frozen']],
  ['a recipe unit without a way', ['recipeUnit'], '0011', ['plan recipeUnitId']],
  ['a purchase unit without a way', ['purchaseUnit'], '1011', ['buy purchaseUnitId']],
  ['no tax rate and no price', ['offer', 'taxRate'], '1011', ['buy taxRate', 'buy sourceKind']],
  ['no cost', ['cost'], '1101', ['cost materialCost']],
  [
    'what a label needs',
    ['allergens', 'nutrients', 'storage'],
    '1110',
    ['label allergens', 'label materialNutrient', 'label storageZone'],
  ],
])('%s lacking', (_name, lacking, open, missing) => {
  expect(gates(lacking)).toBe(open);
  expect(readiness(lacking, 'en').readyMissing.map(({ gate, field }) => `${gate} ${field}`)).toEqual(missing);
});

test('each thing missing says at which gate and whose it is', () => {
  expect(readiness(['nutrients'], 'zh').readyMissing).toEqual([
    {
      gate: 'label',
      gateName: '标签',
      field: 'materialNutrient',
      text: '缺少能量、蛋白质、脂肪、碳水化合物或钠',
      owner: '营养师',
    },
  ]);
});
