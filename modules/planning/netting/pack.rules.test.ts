import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Decimal } from '../../../kernel/core/decimal.ts';
import { packPlan, type PackOption } from './pack.rules.ts';

const d = Decimal.of;
const pack = (unitId: string, factor: string, minOrderQty = '0', orderMultiple = '1'): PackOption => ({
  unitId,
  factor: d(factor),
  minOrderQty: d(minOrderQty),
  orderMultiple: d(orderMultiple),
});
const planned = (net: string, options: readonly PackOption[]) => {
  const plan = packPlan(d(net), options);
  return (
    plan &&
    `${plan.packs.map(({ unitId, count }) => `${count} ${unitId}`).join(' + ')} = ${plan.qty}, ${plan.surplus} over, ${plan.forMinimum} for the minimum`
  );
};

test.each`
  title                                             | net          | options                                              | plan
  ${'125 in packs of 25 are 5 without surplus'}     | ${'125'}     | ${[pack('箱', '25')]}                                | ${'5 箱 = 125, 0 over, 0 for the minimum'}
  ${'a gram more takes another pack'}               | ${'125.001'} | ${[pack('箱', '25')]}                                | ${'6 箱 = 150, 24.999 over, 0 for the minimum'}
  ${'boxes and then bags'}                          | ${'61'}      | ${[pack('箱', '25'), pack('袋', '2.5')]}             | ${'2 箱 + 5 袋 = 62.5, 1.5 over, 0 for the minimum'}
  ${'fewer large ones where that fits exactly'}     | ${'30'}      | ${[pack('大', '25'), pack('小', '10')]}              | ${'3 小 = 30, 0 over, 0 for the minimum'}
  ${'among equals the fewest packs'}                | ${'20'}      | ${[pack('小', '5'), pack('中', '10')]}               | ${'2 中 = 20, 0 over, 0 for the minimum'}
  ${'only in threes'}                               | ${'8'}       | ${[pack('袋', '2', '0', '3')]}                       | ${'6 袋 = 12, 4 over, 0 for the minimum'}
  ${'the minimum order'}                            | ${'8'}       | ${[pack('袋', '2', '10')]}                           | ${'10 袋 = 20, 12 over, 12 for the minimum'}
  ${'a minimum that is no multiple goes up to one'} | ${'2'}       | ${[pack('袋', '2', '10', '4')]}                      | ${'12 袋 = 24, 22 over, 16 for the minimum'}
  ${'another unit rather than its minimum'}         | ${'5'}       | ${[pack('箱', '25'), pack('袋', '2.5', '20')]}       | ${'1 箱 = 25, 20 over, 20 for the minimum'}
  ${'three cans to the kilogram, exactly'}          | ${'2'}       | ${[pack('罐', '0.333333')]}                          | ${'7 罐 = 2.333331, 0.333331 over, 0 for the minimum'}
  ${'no need, no order, whatever the minimum'}      | ${'0'}       | ${[pack('袋', '2', '10')]}                           | ${' = 0, 0 over, 0 for the minimum'}
  ${'no unit, no plan'}                             | ${'1'}       | ${[]}                                                | ${undefined}
  ${'steps too fine to search still cover'}         | ${'100'}     | ${[pack('箱', '25.000001'), pack('袋', '0.333333')]} | ${'4 箱 = 100.000004, 0.000004 over, 0 for the minimum'}
`('$title', ({ net, options, plan }) => {
  expect(planned(net, options)).toBe(plan);
});

/** Tries every count of every unit. */
function slowQty(net: number, options: readonly { factor: number; least: number; multiple: number }[]): number {
  const totals = options.reduce<readonly number[]>(
    (sums, { factor, least, multiple }) => {
      const counts = Array.from({ length: Math.ceil(net / factor) + least + multiple + 1 }, (_, count) => count).filter(
        (count) => count % multiple === 0 && (count === 0 || count >= least),
      );
      return [...new Set(sums.flatMap((sum) => counts.map((count) => sum + count * factor)))];
    },
    [0],
  );
  return Math.min(...totals.filter((total) => total >= net));
}

test('no combination covers the need with less', () => {
  const option = fc.record({
    factor: fc.integer({ min: 1, max: 12 }),
    least: fc.integer({ min: 0, max: 5 }),
    multiple: fc.integer({ min: 1, max: 3 }),
  });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), fc.array(option, { minLength: 1, maxLength: 3 }), (net, options) => {
      const plan = packPlan(
        d(net),
        options.map(({ factor, least, multiple }, index) =>
          pack(String(index), String(factor), String(least), String(multiple)),
        ),
      );
      expect(String(plan?.qty)).toBe(String(slowQty(net, options)));
    }),
    { numRuns: 60 },
  );
});
