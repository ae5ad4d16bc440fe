import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Decimal } from '../../../kernel/core/decimal.ts';
import { generateStatusOf, lineKeyOf, netParts, proposalFor, type LineNeed } from './asked-lines.rules.ts';

const d = Decimal.of;
const need = (qty: number | string, materialId = '面粉', needDate = '2025-03-17'): LineNeed => ({
  warehouseId: '一仓',
  materialId,
  needDate,
  qty: d(qty),
});

describe('the net part of a need', () => {
  const parts = (needs: readonly LineNeed[], net: number | null, gross = 0) =>
    [...netParts(needs, net === null ? null : () => ({ gross: d(gross), net: d(net) })).values()].map(String);
  test.each`
    title                                           | needs                          | net     | gross | answer
    ${'without netting is all of it'}               | ${[need(3), need('0.5')]}      | ${null} | ${0}  | ${['3', '0.5']}
    ${'is in proportion of what stock leaves open'} | ${[need(30), need(10)]}        | ${20}   | ${40} | ${['15', '5']}
    ${'adds up where it has no finite share'}       | ${[need(1), need(1), need(1)]} | ${1}    | ${3}  | ${['0.333334', '0.333333', '0.333333']}
    ${'is nothing where stock covers it'}           | ${[need(3), need(1)]}          | ${0}    | ${4}  | ${['0', '0']}
    ${'is never above the need'}                    | ${[need(3), need(1)]}          | ${9}    | ${4}  | ${['3', '1']}
  `('$title', ({ needs, net, gross, answer }) => {
    expect(parts(needs, net, gross)).toEqual(answer);
  });
  test('days and materials are netted apart, and the parts of each come to what is open', () => {
    const quantity = fc.integer({ min: 1, max: 50_000_000 }).map((millionths) => d(millionths).dividedBy(d(1_000_000)));
    const asked = fc.record({
      qty: quantity,
      materialId: fc.constantFrom('面粉', '韭菜'),
      needDate: fc.constantFrom('2025-03-17', '2025-03-18'),
    });
    fc.assert(
      fc.property(
        fc.array(asked, { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 0, max: 100 }),
        (rows, percent) => {
          const needs = rows.map((row): LineNeed => ({ warehouseId: '一仓', ...row }));
          const keyOf = (of: LineNeed): string => `${of.materialId} ${of.needDate}`;
          const days = new Map(
            [...Map.groupBy(needs, keyOf)].map(([key, same]) => {
              const gross = Decimal.sum(same.map(({ qty }) => qty));
              return [key, { gross, net: gross.times(d(percent)).dividedBy(Decimal.hundred).rounded(6) }] as const;
            }),
          );
          const found = netParts(needs, (one) => days.get(keyOf(one))!);
          for (const [key, { net }] of days) {
            const own = needs.filter((one) => keyOf(one) === key);
            expect(Decimal.sum(own.map((one) => found.get(one)!)).toString()).toBe(net.toString());
            for (const one of own) expect(found.get(one)!.isAtMost(one.qty)).toBe(true);
          }
        },
      ),
    );
  });
});

describe('what is proposed', () => {
  const bag = { unitId: '袋', factor: d(25), minOrderQty: d(0), orderMultiple: d(1) };
  test.each`
    title                               | net      | packs                              | answer
    ${'the need, without a pack'}       | ${'7.5'} | ${[]}                              | ${'7.5 千克'}
    ${'rounded up to the pack'}         | ${'26'}  | ${[bag]}                           | ${'2 袋'}
    ${'the minimum of the supplier'}    | ${'26'}  | ${[{ ...bag, minOrderQty: d(5) }]} | ${'5 袋'}
    ${'nothing, where stock covers it'} | ${'0'}   | ${[bag]}                           | ${'0 袋'}
  `('$title', ({ net, packs, answer }) => {
    const { qty, unitId } = proposalFor(d(net), packs, '千克');
    expect(`${qty} ${unitId}`).toBe(answer);
  });
});

test('needs of one source, meal, material and day are one line', () => {
  const of = { sourceId: '1', mealDate: '2025-03-17', mealType: 'lunch', materialId: '9', needDate: '2025-03-16' };
  expect(lineKeyOf(of)).toBe(lineKeyOf({ ...of }));
  expect(lineKeyOf(of)).not.toBe(lineKeyOf({ ...of, mealType: 'dinner' }));
});

test.each([
  [[], 'none'],
  [[[0, 5]], 'none'],
  [[[5, 0]], 'all'],
  [[[2, 3]], 'partial'],
  [
    [
      [5, 0],
      [0, 1],
    ],
    'partial',
  ],
  [
    [
      [5, 0],
      [0, 0],
    ],
    'all',
  ],
] as const)('lines distributed and open %j come to %s', (lines, status) => {
  expect(generateStatusOf(lines.map(([distributed, open]) => ({ distributed: d(distributed), open: d(open) })))).toBe(
    status,
  );
});
