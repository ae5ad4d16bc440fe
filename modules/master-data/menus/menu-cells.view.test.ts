import { expect, test } from 'vitest';
import type { GridRow } from '../../../parts/line-grid/model.ts';
import { cellRows, withDayCopied, withDish, withDishMoved } from './menu-cells.view.ts';

const row = (key: string, dayNo: number, dishId: string, more: Partial<GridRow> = {}): GridRow => ({
  key,
  id: `id-${key}`,
  dayNo,
  mealType: 'lunch',
  dishId,
  gearOperationDeptId: '',
  planPortions: 80,
  ...more,
});
const ROWS = [
  row('a', 1, 'pork'),
  row('b', 1, 'greens'),
  row('c', 2, 'pork'),
  row('d', 2, 'fish', { mealType: 'dinner' }),
];
const seen = (rows: readonly GridRow[] | undefined) =>
  rows?.map((each) => `${String(each['dayNo'])} ${String(each['mealType'])} ${String(each['dishId'])}`);

test('a dish is moved with all it says, and copied as a line of its own', () => {
  const moved = withDishMoved(ROWS, 'b', { dayNo: 3, mealType: 'lunch' })!;
  expect([seen(moved.rows), moved.rows.at(-1)]).toEqual([
    ['1 lunch pork', '2 lunch pork', '2 dinner fish', '3 lunch greens'],
    { ...ROWS[1], dayNo: 3 },
  ]);
  const copied = withDishMoved(ROWS, 'b', { dayNo: 3, mealType: 'lunch' }, true)!;
  expect(copied.rows).toHaveLength(5);
  expect(copied.rows.at(-1)).toEqual({
    key: copied.key,
    dayNo: 3,
    mealType: 'lunch',
    dishId: 'greens',
    gearOperationDeptId: '',
    planPortions: 80,
  });
  expect([
    withDishMoved(ROWS, 'a', { dayNo: 2, mealType: 'lunch' }),
    withDishMoved(ROWS, 'z', { dayNo: 4, mealType: 'lunch' }),
  ]).toEqual([undefined, undefined]);
});

test('a dish stands once in a cell for a stall', () => {
  const dish = { id: 'fish', name: 'Fish', code: 'F1' };
  const { rows, key } = withDish(ROWS, dish, { dayNo: 1, mealType: 'lunch' })!;
  expect(cellRows(rows, { dayNo: 1, mealType: 'lunch' }).map((each) => each['dishId'])).toEqual([
    'pork',
    'greens',
    'fish',
  ]);
  expect(rows.at(-1)).toMatchObject({ key, dishName: 'Fish', portionGroup: 'standard' });
  expect(withDish(rows, dish, { dayNo: 1, mealType: 'lunch' })).toBeUndefined();
  expect(
    withDish([row('s', 1, 'fish', { gearOperationDeptId: '7' })], dish, { dayNo: 1, mealType: 'lunch' }),
    'a stall of its own is another',
  ).toBeDefined();
});

test.each([
  [
    'beside what stands there',
    false,
    [
      '1 lunch pork',
      '1 lunch greens',
      '2 lunch pork',
      '2 dinner fish',
      '2 lunch greens',
      '3 lunch pork',
      '3 lunch greens',
    ],
  ],
  [
    'in its stead',
    true,
    ['1 lunch pork', '1 lunch greens', '2 lunch pork', '2 lunch greens', '3 lunch pork', '3 lunch greens'],
  ],
] as const)('a day is copied to others %s', (_, over, wanted) => {
  expect(seen(withDayCopied(ROWS, 1, [1, 2, 3], over))).toEqual(wanted);
});
