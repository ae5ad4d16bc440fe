import { expect, test } from 'vitest';
import type { FilledLine } from './menu-fill.rules.ts';
import { toLines, toWeek, withForecastPortions, withMenu } from './week-grid.view.ts';

const days = ['2026-11-23', '2026-11-24'];
const stored = (mealDate: string, dishId: string, portions: string, more = {}) => ({
  mealDate,
  mealType: 'lunch',
  dishId,
  dishName: dishId,
  portionGroup: 'standard',
  portions,
  price: '9',
  menuTemplateId: '',
  ...more,
});
const served = (mealDate: string, dishId: string, portions: number | null, mealType = 'lunch'): FilledLine => ({
  menuTemplateId: '7',
  mealDate,
  mealType,
  dishId,
  dishName: dishId,
  dishCode: dishId,
  portionGroup: 'standard',
  portions,
  price: '12',
});
const after = (lines: readonly ReturnType<typeof stored>[], menu: readonly FilledLine[], over = false) =>
  toLines(withMenu(toWeek(lines, days), menu, days, over), days).map(({ line }) =>
    [String(line['mealDate']).slice(8), line['dishId'], line['portions'], line['price'], line['menuTemplateId']].join(
      ' ',
    ),
  );

test.each([
  ['what is typed, and fills what is free', false, ['23 noodles 40 9 ', '24 noodles 80 12 7']],
  ['nothing where it is told to overwrite', true, ['23 noodles 80 9 7', '24 noodles 80 12 7']],
])('a menu leaves %s', (_name, over, expected) =>
  expect(
    after(
      [stored('2026-11-23', 'noodles', '40')],
      days.map((day) => served(day, 'noodles', 80)),
      over,
    ),
  ).toEqual(expected),
);

test('dishes of a menu join their meals, and those without portions are its own once somebody types them', () => {
  const week = withMenu(
    toWeek([stored('2026-11-23', 'noodles', '40')], days),
    [
      served('2026-11-23', 'porridge', 20, 'breakfast'),
      served('2026-11-24', 'soup', null),
      served('2026-11-25', 'late', 5),
    ],
    days,
    true,
  );
  expect(week.map((row) => row['dishId'])).toEqual(['porridge', 'noodles', 'soup']);
  expect(toLines(week, days)).toHaveLength(2);
  const typed = week.map((row) => (row['dishId'] === 'soup' ? { ...row, d1: '15' } : row));
  expect(toLines(typed, days).at(-1)!.line).toMatchObject({
    mealDate: '2026-11-24',
    portions: '15',
    price: '12',
    menuTemplateId: '7',
  });
});

test('empty cells take what is forecast of their dish, what is typed stays', () => {
  const { rows, filled } = withForecastPortions(
    toWeek([stored('2026-11-23', 'noodles', '80'), stored('2026-11-23', 'rice', '5')], days),
    days,
    (day, meal, dishId) => (dishId === 'noodles' && meal === 'lunch' ? Number(day.slice(8)) : undefined),
  );
  expect(filled).toBe(1);
  expect(rows.map(({ d0, d1, sum }) => [d0, d1, sum])).toEqual([
    ['80', '24', '104'],
    ['5', undefined, '5'],
  ]);
});
