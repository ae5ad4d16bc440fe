import { expect, test } from 'vitest';
import { missingPlaces } from './price-room.rules.ts';

test.each([
  ['5', 2],
  ['5.000000', 2],
  ['4.2', 2],
  ['4.25', 2],
  ['0.044', 1],
  ['0.0429', 0],
  ['3.333333', 0],
])('a price of %s lacks %i digits to stand under one of four places', (price, missing) => {
  expect(missingPlaces(price)).toBe(missing);
});
