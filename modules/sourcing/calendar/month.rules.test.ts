import { expect, test } from 'vitest';
import { lastOfMonth, monthPlus, weeksOfMonth } from './month.rules.ts';

test.each([
  ['2026-11-28', 0, '2026-11-01'],
  ['2026-11-28', 2, '2027-01-01'],
  ['2026-01-31', -1, '2025-12-01'],
])('the month of %s and %i later begins on %s', (day, months, first) => {
  expect(monthPlus(day, months)).toBe(first);
});
test('a month ends on its last day, a leap year too', () => {
  expect(['2026-11-05', '2028-02-01', '2026-12-31'].map(lastOfMonth)).toEqual([
    '2026-11-30',
    '2028-02-29',
    '2026-12-31',
  ]);
});
test('whole weeks from Monday on, as many as it takes', () => {
  const shown = (day: string) => weeksOfMonth(day).map((week) => `${week[0]!.slice(5)}…${week[6]!.slice(5)}`);
  expect(shown('2026-11-10')).toEqual([
    '10-26…11-01',
    '11-02…11-08',
    '11-09…11-15',
    '11-16…11-22',
    '11-23…11-29',
    '11-30…12-06',
  ]);
  expect(shown('2027-02-01')).toEqual(['02-01…02-07', '02-08…02-14', '02-15…02-21', '02-22…02-28']);
});
