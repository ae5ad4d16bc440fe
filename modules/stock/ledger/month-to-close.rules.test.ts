import { expect, test } from 'vitest';
import { monthsToClose } from './month-to-close.rules.ts';

test('after a closed month comes the next one, over the end of a year', () => {
  expect(monthsToClose('2026-09', '2026-11-27')).toEqual(['2026-10']);
  expect(monthsToClose('2025-12', '2026-11-27')).toEqual(['2026-01']);
});

test('a month that is not over is not offered', () => {
  expect(monthsToClose('2026-10', '2026-11-27')).toEqual([]);
});

test('the first month may be any of the last twelve, the latest first', () => {
  const months = monthsToClose(undefined, '2026-02-03');
  expect(months).toHaveLength(12);
  expect([months[0], months[1], months[11]]).toEqual(['2026-01', '2025-12', '2025-02']);
});
