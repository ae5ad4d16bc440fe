import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimalOfUnits, Fraction } from './exact-fraction.rules.ts';

test.each`
  title                                        | numerator | denominator | places | rounded
  ${'a third'}                                 | ${1n}     | ${3n}       | ${6}   | ${'0.333333'}
  ${'two thirds'}                              | ${2n}     | ${3n}       | ${6}   | ${'0.666667'}
  ${'a tie goes up'}                           | ${1n}     | ${8n}       | ${2}   | ${'0.13'}
  ${'a tie below zero goes away from zero'}    | ${-1n}    | ${8n}       | ${2}   | ${'-0.13'}
  ${'a negative denominator changes the sign'} | ${5n}     | ${-2n}      | ${0}   | ${'-3'}
  ${'whole numbers stay whole'}                | ${30n}    | ${1n}       | ${6}   | ${'30'}
`('$title', ({ numerator, denominator, places, rounded }) => {
  expect(Fraction.ratio(numerator, denominator).rounded(places).toString()).toBe(rounded);
});

test('three thirds are one', () => {
  const third = Fraction.one.dividedBy(Fraction.of(3));
  expect(third.plus(third).plus(third).compare(Fraction.one)).toBe(0);
});
test('nothing is divided by zero', () => {
  expect(() => Fraction.one.dividedBy(Fraction.zero)).toThrow(RangeError);
});
test('units of six places are read back', () => {
  expect(decimalOfUnits(-1_250_000n, 6).toString()).toBe('-1.25');
});

const decimals = fc
  .tuple(fc.bigInt(-(10n ** 12n), 10n ** 12n), fc.integer({ min: 0, max: 6 }))
  .map(([units, places]) => decimalOfUnits(units, places));

test('adding, multiplying and rounding agree with decimals', () => {
  fc.assert(
    fc.property(decimals, decimals, decimals, (a, b, c) => {
      const exact = Fraction.of(a).times(Fraction.of(b)).plus(Fraction.of(c));
      expect(exact.rounded(3).toString()).toBe(a.times(b).plus(c).rounded(3).toString());
      expect(Fraction.of(a).compare(Fraction.of(b))).toBe(a.compare(b));
      expect(Fraction.of(a).minus(Fraction.of(c)).rounded(6).toString()).toBe(a.minus(c).toString());
    }),
  );
});
