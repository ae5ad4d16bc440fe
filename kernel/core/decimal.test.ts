import { Decimal as Exact } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Decimal } from './decimal.ts';

const Slow = Exact.clone({ precision: 40, rounding: Exact.ROUND_HALF_UP });
const digits = (most: number) => fc.stringMatching(new RegExp(`^\\d{1,${most}}$`));
/** Texts as they come in: short ones, and such as no number holds. */
const text = fc
  .oneof(
    fc.tuple(fc.boolean(), digits(5), fc.option(digits(6))),
    fc.tuple(fc.boolean(), digits(12), fc.option(digits(12))),
    fc.tuple(fc.boolean(), digits(30), fc.option(digits(30))),
  )
  .map(([negative, whole, part]) => `${negative ? '-' : ''}${whole}${part === null ? '' : `.${part}`}`);

const plain = (exact: Exact): string => (exact.isZero() ? '0' : exact.toFixed());
const ways = { rounded: Exact.ROUND_HALF_UP, roundedUp: Exact.ROUND_UP, roundedDown: Exact.ROUND_DOWN } as const;

describe('a decimal counts as decimal.js with 40 digits does', () => {
  test.each(['plus', 'minus', 'times', 'dividedBy'] as const)('%s', (act) => {
    fc.assert(
      fc.property(text, text, text, (first, second, third) => {
        const [a, b, c] = [new Slow(first), new Slow(second), new Slow(third)];
        if (act === 'dividedBy' && (b.isZero() || c.isZero())) return;
        expect(Decimal.of(first)[act](Decimal.of(second))[act](Decimal.of(third)).toString()).toBe(
          plain(a[act](b)[act](c)),
        );
      }),
      { numRuns: 2_000 },
    );
  });
  test('compared, and told its sign', () => {
    fc.assert(
      fc.property(text, text, (first, second) => {
        const [a, b] = [Decimal.of(first), Decimal.of(second)];
        const way = new Slow(first).comparedTo(second);
        expect([a.compare(b), a.isBelow(b), a.isAtMost(b), a.equals(b), a.isAtLeast(b), a.isAbove(b)]).toEqual([
          way,
          way < 0,
          way <= 0,
          way === 0,
          way >= 0,
          way > 0,
        ]);
        expect([a.isZero(), a.isPositive(), a.isNegative(), a.abs().toString()]).toEqual([
          new Slow(first).isZero(),
          new Slow(first).greaterThan(0),
          new Slow(first).lessThan(0),
          plain(new Slow(first).abs()),
        ]);
      }),
      { numRuns: 2_000 },
    );
  });
  test.each(Object.keys(ways) as (keyof typeof ways)[])('%s, and what is written', (way) => {
    fc.assert(
      fc.property(text, fc.nat(12), (given, places) => {
        const slow = new Slow(given).toDecimalPlaces(places, ways[way]);
        expect(Decimal.of(given)[way](places).toString()).toBe(plain(slow));
        expect(Decimal.of(given).places).toBe(new Slow(given).decimalPlaces());
        if (way === 'rounded')
          expect(Decimal.of(given).toFixed(places)).toBe(
            slow.isZero() ? new Slow(0).toFixed(places) : slow.toFixed(places),
          );
      }),
      { numRuns: 2_000 },
    );
  });
});

test.each<[string, string]>([
  ['-0', '0'],
  ['-0.00', '0'],
  ['0012.500', '12.5'],
  ['9007199254740993', '9007199254740993'],
  ['0.1', '0.1'],
  ['100', '100'],
])('%s is written %s', (given, written) => expect(Decimal.of(given).toString()).toBe(written));

test('digits that no number holds are kept: half of what is left over is not lost between two large ones', () => {
  const large = Decimal.of('900719925474099.1');
  expect(large.plus(Decimal.of('0.0000001')).minus(large).toString()).toBe('0.0000001');
  expect(Decimal.of('999999999999999').times(Decimal.of('999999999999999')).toString()).toBe(
    '999999999999998000000000000001',
  );
});

test.each(['1e3', '１２', '', '.5', '5.', ' 1', 'NaN'])('%j is no decimal', (given) =>
  expect(() => Decimal.of(given)).toThrow('Not a decimal'),
);
test('neither is a fraction that came as a number, nor may two be compared by their text', () => {
  expect(() => Decimal.of(0.1)).toThrow('Not a decimal');
  expect(() => (Decimal.of(9) as never as number) > (Decimal.of(10) as never as number)).toThrow('Compare decimals');
  expect(() => Decimal.one.dividedBy(Decimal.zero)).toThrow('Division by zero');
});
