import { describe, expect, test } from 'vitest';
import { Decimal } from '../../../kernel/core/decimal.ts';
import { Fraction } from './exact-fraction.rules.ts';
import { priceFigures } from './price-figures.rules.ts';

describe('figures of a price', () => {
  const caseOf30 = { price: Decimal.of('100'), taxRate: Decimal.of('9'), factor: Decimal.of('30') };
  const texts = (asks?: Fraction): string[] => Object.values(priceFigures(caseOf30, asks)).map(String);
  test('a case of 30 kg at 100.00, asked per bag of 2 kg: from 100 ÷ 30 × 2, not from a rounded price per kg', () => {
    expect(texts(Fraction.of('2'))).toEqual(['6.666667', '6.116208', '3.333333', '3.058104']);
  });
  test('in its own unit it is what was published', () => {
    expect(texts()).toEqual(['100', '91.743119', '3.333333', '3.058104']);
  });
  test('without tax nothing is taken off', () => {
    expect(priceFigures({ ...caseOf30, taxRate: Decimal.zero }).priceNoTax.toString()).toBe('100');
  });
});
