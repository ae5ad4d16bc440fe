import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Decimal } from '../../../kernel/core/decimal.ts';
import { proportionalShares } from './proportional-shares.rules.ts';

const d = Decimal.of;
const shared = (total: string, weights: readonly string[], step: string) =>
  proportionalShares(d(total), weights.map(d), d(step)).map(String);

test.each`
  title                                              | total      | weights                   | step      | shares
  ${'70 kg for three sites'}                         | ${'70'}    | ${['33.3', '50', '16.7']} | ${'0.01'} | ${['23.31', '35', '11.69']}
  ${'a cent that does not divide goes to the first'} | ${'10.00'} | ${['1', '1', '1']}        | ${'0.01'} | ${['3.34', '3.33', '3.33']}
  ${'the largest remainder before the first'}        | ${'1'}     | ${['1', '3']}             | ${'1'}    | ${['0', '1']}
  ${'no weight shares equally'}                      | ${'4'}     | ${['0', '0']}             | ${'1'}    | ${['2', '2']}
  ${'a negative figure mirrors a positive one'}      | ${'-0.02'} | ${['1', '1', '1']}        | ${'0.01'} | ${['-0.01', '-0.01', '0']}
  ${'less than a step is still given away'}          | ${'2.5'}   | ${['1', '1']}             | ${'1'}    | ${['1.5', '1']}
  ${'nobody to share among'}                         | ${'5'}     | ${[]}                     | ${'1'}    | ${[]}
`('$title', ({ total, weights, step, shares }) => {
  expect(shared(total, weights, step)).toEqual(shares);
});

test('shares add up and stay within one step of the exact share', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 99_999 }),
      fc.array(fc.integer({ min: 0, max: 500 }), { minLength: 1, maxLength: 9 }),
      (cents, weights) => {
        fc.pre(weights.some((weight) => weight > 0));
        const shares = shared(String(cents), weights.map(String), '1').map(Number);
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(cents);
        const weightSum = weights.reduce((sum, weight) => sum + weight, 0);
        shares.forEach((share, index) =>
          expect(Math.abs(share * weightSum - cents * weights[index]!)).toBeLessThan(weightSum),
        );
      },
    ),
  );
});
