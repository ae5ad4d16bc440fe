import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Decimal } from '../../../kernel/core/decimal.ts';
import { netOf, NOT_WEIGHED, onScale, typedWeight, withCrate } from './weighing.rules.ts';

const kg = { unitKg: '1' };
const of = (text: string): Decimal => Decimal.of(text);

test('W20: the scale fills the line less its crates, whichever comes first', () => {
  expect(netOf(kg, withCrate(onScale(NOT_WEIGHED, of('14.25')), of('2.1')))).toBe('12.15');
  expect(netOf(kg, onScale(withCrate(NOT_WEIGHED, of('2.1')), of('14.25')))).toBe('12.15');
  expect(netOf(kg, withCrate(withCrate(onScale(NOT_WEIGHED, of('14.25')), of('2.1')), of('2.1')))).toBe('10.05');
});

test('W20: in the unit of the line; a unit without a weight takes none', () => {
  expect(netOf({ unitKg: '0.5' }, onScale(NOT_WEIGHED, of('10')))).toBe('20');
  expect(netOf({ unitKg: null }, onScale(NOT_WEIGHED, of('10')))).toBeNull();
  expect(netOf(kg, withCrate(NOT_WEIGHED, of('2.1')))).toBeNull();
});

test('W20: what is typed is weighed without a crate until one is taken off; never below nothing', () => {
  expect(netOf(kg, withCrate(typedWeight(kg, '10'), of('2.1')))).toBe('7.9');
  expect(netOf(kg, withCrate(typedWeight(kg, '1'), of('2.1')))).toBe('0');
  expect(typedWeight(kg, '')).toEqual(NOT_WEIGHED);
});

test('W20: net and crates make the gross again, however many crates there are', () => {
  const grams = fc.integer({ min: 1, max: 400_000 });
  fc.assert(
    fc.property(grams, fc.array(fc.integer({ min: 1, max: 5_000 }), { maxLength: 5 }), (gross, crates) => {
      const inKg = (weight: number): Decimal => of(String(weight)).dividedBy(of('1000')).rounded(3);
      const weighed = crates.map(inKg).reduce(withCrate, onScale(NOT_WEIGHED, inKg(gross)));
      const tare = crates.reduce((total, each) => total + each, 0);
      expect(netOf(kg, weighed)).toBe(inKg(Math.max(0, gross - tare)).toString());
    }),
  );
});
