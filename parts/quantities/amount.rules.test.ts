import { describe, expect, test } from 'vitest';
import { amountText, centsText, grouped, perUnit, priceText, unitPriceText, written } from './amount.rules.ts';

describe('an amount', () => {
  test.each([
    ['0', '0.00', '¥0.00'],
    ['3', '3.00', '¥3.00'],
    ['3.5', '3.50', '¥3.50'],
    ['1234.5', '1,234.50', '¥1,234.50'],
    ['1234567.891', '1,234,567.89', '¥1,234,567.89'],
    ['-12', '-12.00', '−¥12.00'],
    ['-0.004', '0.00', '¥0.00'],
    ['99999999999999999.99', '99,999,999,999,999,999.99', '¥99,999,999,999,999,999.99'],
  ])('%s is %s under a heading that says money, and %s where it stands alone', (figure, inColumn, alone) => {
    expect(centsText(figure)).toBe(inColumn);
    expect(amountText(figure)).toBe(alone);
  });
});

describe('a price', () => {
  test.each([
    ['3', 'kg', '3.00', '¥3.00 / kg'],
    ['3.2', '袋', '3.20', '¥3.20 / 袋'],
    ['1234.125', 'kg', '1,234.125', '¥1,234.125 / kg'],
    ['-0.5', 'kg', '-0.50', '−¥0.50 / kg'],
    ['12', '', '12.00', '¥12.00'],
  ])('%s for a %s is %s in its column, and %s where it stands alone', (price, unit, inColumn, alone) => {
    expect(priceText(price)).toBe(inColumn);
    expect(unitPriceText(price, unit)).toBe(alone);
  });
  test('without a unit nothing follows it', () => {
    expect([perUnit(''), perUnit('kg')]).toEqual(['', '/ kg']);
  });
});

test.each([
  ['12', '12'],
  ['-1234', '-1,234'],
  ['1234.5678', '1,234.5678'],
  ['about 1234', 'about 1234'],
])('%s is grouped as %s', (text, shown) => expect(grouped(text)).toBe(shown));

test.each([
  ['an amount', '1234.5', 'always', '1,234.50', '¥1,234.50'],
  ['a price', '1234.5', 'at-least', '1,234.50', '¥1,234.50'],
  ['a price of more places', '0.125', 'at-least', '0.125', '¥0.125'],
  ['another figure', '1234.50', undefined, '1,234.5', '1,234.5'],
] as const)('%s is read by its kind', (_of, figure, cents, inColumn, alone) => {
  expect([written(figure, cents, false), written(figure, cents, true)]).toEqual([inColumn, alone]);
});
