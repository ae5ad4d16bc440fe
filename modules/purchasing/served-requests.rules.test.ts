import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Decimal } from '../../kernel/core/decimal.ts';
import { servedChanges, servedQuantities } from './served-requests.rules.ts';

const d = Decimal.of;
/** `23: 10/4` is needed on the 23rd, 10 are on the order line, 4 on none. */
const lineOf = (text: string) => {
  const [day = '', linked = '', open = ''] = text.split(/[:/]/).map((part) => part.trim());
  return { needDate: `2026-11-${day}`, linked: d(linked), open: d(open) };
};
const served = (baseQty: string, lines: readonly string[]): string[] =>
  servedQuantities(d(baseQty), lines.map(lineOf)).map(String);

test.each`
  title                                                | baseQty | lines                      | expected
  ${'as it was: nothing moves'}                        | ${'10'} | ${['23: 10/0']}            | ${['10']}
  ${'less: exactly the difference is given back'}      | ${'3'}  | ${['23: 10/0']}            | ${['3']}
  ${'more again: what is open is taken up'}            | ${'10'} | ${['23: 3/7']}             | ${['10']}
  ${'what nobody asked for is surplus'}                | ${'25'} | ${['23: 3/7']}             | ${['10']}
  ${'what others have taken meanwhile is surplus too'} | ${'10'} | ${['23: 3/2']}             | ${['5']}
  ${'the surplus goes before the need'}                | ${'12'} | ${['23: 10/0']}            | ${['10']}
  ${'what is needed last is given back first'}         | ${'12'} | ${['25: 5/0', '23: 10/0']} | ${['2', '10']}
  ${'what is needed first is taken up first'}          | ${'12'} | ${['25: 0/5', '23: 0/10']} | ${['2', '10']}
  ${'within a day in proportion, to the last gram'}    | ${'1'}  | ${['23: 1/0', '23: 2/0']}  | ${['0.333333', '0.666667']}
  ${'a line that is gone serves nobody'}               | ${'0'}  | ${['23: 1/4', '24: 2/0']}  | ${['0', '0']}
  ${'nobody asked'}                                    | ${'7'}  | ${[]}                      | ${[]}
`('$title', ({ baseQty, lines, expected }: { baseQty: string; lines: string[]; expected: string[] }) => {
  expect(served(baseQty, lines)).toEqual(expected);
});

test('nobody is served more than he asked for, and the order line never more than it holds', () => {
  const quantity = fc.integer({ min: 0, max: 9_000_000 }).map((units) => d(String(units)).dividedBy(d('1000')));
  fc.assert(
    fc.property(
      quantity,
      fc.array(fc.record({ needDate: fc.constantFrom('2026-11-23', '2026-11-24'), linked: quantity, open: quantity }), {
        maxLength: 6,
      }),
      (baseQty, lines) => {
        const after = servedQuantities(baseQty, lines);
        const asked = Decimal.sum(lines.map((line) => line.linked.plus(line.open)));
        expect(Decimal.sum(after).toString()).toBe(Decimal.min(baseQty, asked).toString());
        after.forEach((qty, index) =>
          expect(qty.isNegative() || qty.isAbove(lines[index]!.linked.plus(lines[index]!.open))).toBe(false),
        );
        expect(
          servedQuantities(
            baseQty,
            lines.map((line, index) => ({
              ...line,
              linked: after[index]!,
              open: line.linked.plus(line.open).minus(after[index]!),
            })),
          ).map(String),
        ).toEqual(after.map(String));
      },
    ),
  );
});

test('what one line of an order gives back another takes up, whichever stands first', () => {
  const pair = (orderLineId: string, baseQty: string, linked: string) => ({
    orderLineId,
    requestLineId: 'need',
    needDate: '2026-11-23',
    baseQty: d(baseQty),
    linked: d(linked),
    open: d('0'),
  });
  expect(servedChanges([pair('raised', '9', '2'), pair('lowered', '1', '8')]).map(String)).toEqual(['7', '-7']);
  expect(
    servedChanges([pair('lowered', '1', '8'), pair('raised', '5', '2'), pair('raised too', '9', '0')]).map(String),
  ).toEqual(['-7', '3', '4']);
});
