import { expect, test } from 'vitest';
import { covers, dayPlus, daysBetween, needDate, weekdayOf } from './calendar-day.rules.ts';

test.each`
  title                                     | mealTime              | hours | days | expected
  ${'lunch without leads'}                  | ${'2025-03-17 11:30'} | ${0}  | ${0} | ${'2025-03-17'}
  ${'lunch prepared two hours ahead'}       | ${'2025-03-17 11:30'} | ${2}  | ${0} | ${'2025-03-17'}
  ${'breakfast prepared half a day ahead'}  | ${'2025-03-17 07:00'} | ${12} | ${0} | ${'2025-03-16'}
  ${'goods received a day before that'}     | ${'2025-03-17 07:00'} | ${12} | ${1} | ${'2025-03-15'}
  ${'midnight of the day is still the day'} | ${'2025-03-17 07:00'} | ${7}  | ${0} | ${'2025-03-17'}
  ${'across a leap day'}                    | ${'2024-03-01 11:00'} | ${24} | ${1} | ${'2024-02-28'}
`('need date: $title', ({ mealTime, hours, days, expected }) => {
  expect(needDate(mealTime, hours, days)).toBe(expected);
});

test('days are counted over the end of a month', () => {
  expect(dayPlus('2025-02-27', 3)).toBe('2025-03-02');
  expect(daysBetween('2025-03-02', '2025-02-27')).toBe(-3);
});
test('Monday is the first day of the week and Sunday the seventh', () => {
  expect([weekdayOf('2025-03-17'), weekdayOf('2025-03-16')]).toEqual([1, 7]);
});
test('a period holds both its ends, an open one everything after its start', () => {
  const march = { startDate: '2025-03-01', endDate: '2025-03-31' };
  expect(['2025-02-28', '2025-03-01', '2025-03-31', '2025-04-01'].map((day) => covers(march, day))).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect(covers({ startDate: '2025-03-01', endDate: null }, '2099-01-01')).toBe(true);
});
test('a thing that is not a day is a mistake of the program', () => {
  expect(() => dayPlus('17.03.2025', 1)).toThrow(RangeError);
});
