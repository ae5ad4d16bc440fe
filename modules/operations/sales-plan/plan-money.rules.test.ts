import { expect, test } from 'vitest';
import { Decimal } from '../../../kernel/core/decimal.ts';
import { changeOf, planMoney, pointsOf } from './plan-money.rules.ts';

const dish = (
  name: string,
  portions: string,
  income: string,
  unitCost: string | null,
  target: string | null = null,
) => ({
  name,
  portions: Decimal.of(portions),
  income: Decimal.of(income),
  taxRate: Decimal.of('6'),
  unitCost: unitCost === null ? null : Decimal.of(unitCost),
  target: target === null ? null : Decimal.of(target),
});
const textOf = (dishes: Parameters<typeof planMoney>[0]) => {
  const { unknown, percent, target, ...figures } = planMoney(dishes);
  return {
    ...Object.fromEntries(Object.entries(figures).map(([name, figure]) => [name, figure.toFixed(2)])),
    percent: percent?.toString(),
    target: target?.toString(),
    unknown,
  };
};

test('cost, food cost % and margin are those of the dishes against their income without tax', () => {
  expect(textOf([dish('面', '100', '1060', '3.5', '35'), dish('饺', '40', '636', '7.5', '40')])).toEqual({
    portions: '140.00',
    income: '1696.00',
    cost: '650.00',
    percent: '40.63',
    margin: '950.00',
    target: '37.3',
    unknown: [],
  });
});

test('a dish whose cost nobody knows is named, and stands in portions and income alone', () => {
  expect(textOf([dish('面', '100', '1060', '3.5'), dish('汤', '10', '106', null)])).toEqual({
    portions: '110.00',
    income: '1166.00',
    cost: '350.00',
    percent: '35',
    margin: '650.00',
    target: undefined,
    unknown: ['汤'],
  });
});

test('a plan without income has no food cost %', () => {
  expect(planMoney([dish('面', '10', '0', '3.5')]).percent).toBeNull();
  expect(planMoney([]).percent).toBeNull();
});

test.each([
  ['1050', 7, '1000', 7, '+5'],
  ['950', 7, '1000', 7, '−5'],
  ['1004', 7, '1000', 7, undefined],
  ['10', 7, '0', 7, undefined],
  ['700', 7, '600', 6, undefined],
  ['770', 7, '600', 6, '+10'],
  ['770', 7, '600', 0, undefined],
] as const)('%s in %s days after %s in %s changed by %s %%', (now, days, before, daysBefore, change) => {
  expect(changeOf({ figure: now, days }, { figure: before, days: daysBefore }, (plan) => plan.figure)).toBe(change);
});

test.each([
  ['40.63', '39.5', '+1.1'],
  ['38', '39.5', '−1.5'],
  ['39.52', '39.5', undefined],
] as const)('%s %% after %s %% changed by %s points', (now, before, points) => {
  expect(pointsOf(now, before)).toBe(points);
});
