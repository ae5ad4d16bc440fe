import { expect, test } from 'vitest';
import { hoursOf, isAwayLong } from './away.rules.ts';

const HOUR = 3_600_000;

test.each([
  [undefined, false],
  [0, true],
  [1, false],
])('away since %s, nine hours after midnight 1970, it is said after eight: %s', (since, isShown) => {
  expect(isAwayLong(since === undefined ? undefined : since * HOUR, 8, 9 * HOUR)).toBe(isShown);
});

test.each([
  ['4', 4],
  ['', 8],
  [undefined, 8],
  ['0', 8],
  ['often', 8],
])('the parameter %j means %i hours', (setting, hours) => {
  expect(hoursOf(setting)).toBe(hours);
});
