import { expect, test } from 'vitest';
import { sampleWeek } from './sample-week.rules.ts';

const dishes = ['1', '2', '3', '4', '5'];
test.each([
  ['on a Monday the week after', '2026-11-23', '2026-11-30', '2026-12-04'],
  ['on a Wednesday', '2026-11-18', '2026-11-23', '2026-11-27'],
  ['on a Sunday the very next day', '2026-11-22', '2026-11-23', '2026-11-27'],
])('it is next week from Monday to Friday: %s', (_day, today, startDate, endDate) => {
  expect(sampleWeek(today, [], dishes)).toMatchObject({ startDate, endDate });
});

test('every meal of the stall has four dishes by turns, and none twice', () => {
  const { details } = sampleWeek('2026-11-18', ['breakfast', 'lunch', 'lunch'], dishes);
  const meals = Map.groupBy(details, ({ mealDate, mealType }) => `${mealDate} ${mealType}`);
  expect(
    [...meals].slice(0, 3).map(([meal, lines]) => `${meal} ${lines.map(({ dishId }) => dishId).join('')}`),
  ).toEqual(['2026-11-23 breakfast 1234', '2026-11-23 lunch 5123', '2026-11-24 breakfast 4512']);
  expect(meals.size).toBe(10);
  expect([...meals.values()].every((lines) => new Set(lines.map(({ dishId }) => dishId)).size === 4)).toBe(true);
});

test.each([
  ['a stall that says nothing of its meals has lunch', [], dishes, 20],
  ['of two dishes both are there every day', ['lunch'], ['1', '2'], 10],
])('%s', (_what, meals, ids, lines) => {
  const { details } = sampleWeek('2026-11-18', meals, ids);
  expect(details).toHaveLength(lines);
  expect(new Set(details.map(({ mealType }) => mealType))).toEqual(new Set(['lunch']));
});
