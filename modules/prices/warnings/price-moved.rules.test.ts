import { expect, test } from 'vitest';
import { Decimal } from '../../../kernel/core/decimal.ts';
import { meanPrice, percentAbove, priceBefore, signedPercent } from './price-moved.rules.ts';

const prices = [
  { date: '2026-10-01', price: '4.8' },
  { date: '2026-11-20', price: '6.1' },
  { date: '2026-11-05', price: '5' },
];

test.each([
  ['the newest before that day', '2026-11-20', '5'],
  ['whatever order they come in', '2026-12-01', '6.1'],
  ['none before the first', '2026-10-01', undefined],
])('the price before: %s', (_, day, price) => {
  expect(priceBefore(prices, day)?.price).toBe(price);
});

test.each([
  ['6.1', '5', '+22.00%'],
  ['4.5', '5', '−10.00%'],
  ['5', '5.0', '±0.00%'],
  ['5', '3', '+66.67%'],
])('from %s it is above %s by %s', (price, other, words) => {
  expect(signedPercent(percentAbove(price, other)!)).toBe(words);
});

test('above nothing nobody is by any share', () => {
  expect(percentAbove('5', '0')).toBeUndefined();
  expect(signedPercent(Decimal.of('12.5'))).toBe('+12.50%');
});

test.each([
  ['33.671289', '33.6713'],
  ['5.2', '5.2'],
])('a mean of %s is compared as %s', (stored, shown) => {
  expect(meanPrice(stored)).toBe(shown);
});
