import { expect, test } from 'vitest';
import { portionsOf, revisionRefusals, scaledTo, type PlanLine, type RevisedLine } from './revision.rules.ts';

const dish = (mealDate: string, dishId: string): PlanLine => ({
  mealDate,
  mealType: 'lunch',
  dishId,
  portionGroup: 'standard',
  portions: '100',
});
const plan = [dish('2025-03-16', '1'), dish('2025-03-20', '1'), dish('2025-03-20', '2')];
const to = (mealDate: string, dishId: string, newPortions: string): RevisedLine => ({
  mealDate,
  mealType: 'lunch',
  dishId,
  portionGroup: 'standard',
  newPortions,
});
const codes = (lines: readonly RevisedLine[]): (readonly [number | undefined, string])[] =>
  revisionRefusals(lines, plan, {
    startDate: '2025-03-16',
    endDate: '2025-03-22',
    beginOf: ({ mealDate }) => `${mealDate} 11:00`,
    now: '2025-03-16 11:00:00',
    mealName: (zh) => ({ zh, en: zh }),
    dishName: (id) => id,
  }).map(({ line, code }) => [line, code]);

test('B09: meals to come may change, be added and be taken off; one that began, or lies outside, may not', () => {
  expect(codes([to('2025-03-20', '1', '160'), to('2025-03-20', '2', '0'), to('2025-03-21', '3', '40')])).toEqual([]);
  expect(codes([to('2025-03-16', '1', '160')])).toEqual([[1, 'operations.revision-begun']]);
  expect(codes([to('2025-03-20', '1', '160'), to('2025-03-23', '1', '5')])).toEqual([
    [2, 'operations.plan-line-outside'],
  ]);
});

test('what changes nothing is no revision', () => {
  expect(codes([to('2025-03-20', '1', '100')])).toEqual([[1, 'operations.revision-same']]);
  expect(codes([to('2025-03-20', '9', '0')])).toEqual([[1, 'operations.revision-same']]);
});

test('portions before and after of the dishes that change', () => {
  const sums = portionsOf([to('2025-03-20', '1', '160'), to('2025-03-21', '3', '40')], plan);
  expect(sums.map(String)).toEqual(['100', '200']);
});

test('a meal of other guests keeps what its dishes were to each other, to the portion', () => {
  expect(scaledTo([100, 50, 50], 260)).toEqual([130, 65, 65]);
  expect(scaledTo([1, 1, 1], 10)).toEqual([4, 3, 3]);
  expect(scaledTo([0, 0], 5)).toEqual([3, 2]);
  expect(scaledTo([3, 0], 7)).toEqual([7, 0]);
  expect(scaledTo([], 7)).toEqual([]);
  for (let total = 0; total < 50; total += 1)
    expect(scaledTo([7, 13, 29], total).reduce((sum, each) => sum + each, 0)).toBe(total);
});
