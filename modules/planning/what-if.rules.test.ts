import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Decimal } from '../../kernel/core/decimal.ts';
import { Fraction } from '../master-data/figures/exact-fraction.rules.ts';
import {
  changeRefusals,
  guestFactors,
  scaledGross,
  sharedFractions,
  type ClaimedGuests,
  type WhatIfChange,
} from './what-if.rules.ts';

const d = Decimal.of;
const claims: readonly ClaimedGuests[] = [
  { projectDeptId: 'p', stallDeptId: 'noodles', mealType: 'lunch', dishId: 'pork', portions: d(200) },
  { projectDeptId: 'p', stallDeptId: 'noodles', mealType: 'dinner', dishId: 'pork', portions: d(100) },
  { projectDeptId: 'q', stallDeptId: 'rice', mealType: 'lunch', dishId: 'tofu', portions: d(50) },
];
const factors = (...changes: readonly WhatIfChange[]): string[] =>
  guestFactors(claims, changes).map((factor) => factor.rounded(4).toString());

describe('whom a change reaches', () => {
  test.each`
    title                    | changes                                                                                      | left
    ${'everybody'}           | ${[{ scope: 'all', factor: d('0.8') }]}                                                      | ${['0.8', '0.8', '0.8']}
    ${'one site'}            | ${[{ scope: 'project', scopeId: 'q', factor: d('1.5') }]}                                    | ${['1', '1', '1.5']}
    ${'one meal'}            | ${[{ scope: 'meal', scopeId: 'lunch', factor: d('0.5') }]}                                   | ${['0.5', '1', '0.5']}
    ${'changes multiply'}    | ${[{ scope: 'all', factor: d('0.8') }, { scope: 'stall', scopeId: 'rice', factor: d('2') }]} | ${['0.8', '0.8', '1.6']}
    ${'portions begin anew'} | ${[{ scope: 'all', factor: d('0.8') }, { scope: 'dish', scopeId: 'tofu', portions: d(75) }]} | ${['0.8', '0.8', '1.5']}
    ${'nobody comes'}        | ${[{ scope: 'all', factor: d(0) }]}                                                          | ${['0', '0', '0']}
  `('$title', ({ changes, left }) => {
    expect(factors(...changes)).toEqual(left);
  });

  test('a change without a figure, or with one below zero, is refused by its place', () => {
    expect(
      changeRefusals([{ scope: 'all', factor: d(1) }, { scope: 'all' }, { scope: 'all', factor: d(-1) }]).map(
        (refusal) => refusal.line,
      ),
    ).toEqual([2, 3]);
  });
});

test('the sum of scaled pegs, however they are ordered, is that of scaling each alone', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 10_000_000_000 })), {
        maxLength: 60,
      }),
      fc.array(fc.tuple(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 1, max: 99 })), {
        minLength: 5,
        maxLength: 5,
      }),
      (pegs, ratios) => {
        const each = sharedFractions(ratios.map(([up, down]) => Fraction.ratio(BigInt(up), BigInt(down))));
        const slow = pegs
          .reduce(
            (sum, [claim, qty]) => sum.plus(each[claim]!.times(Fraction.ratio(BigInt(qty), 1_000_000n))),
            Fraction.zero,
          )
          .rounded(6);
        const columns = (rows: typeof pegs) => ({
          claim: rows.map(([claim]) => claim),
          qty: rows.map(([, qty]) => qty),
        });
        expect(scaledGross(columns(pegs), each).toString()).toBe(slow.toString());
        expect(scaledGross(columns(pegs.toReversed()), each).toString()).toBe(slow.toString());
      },
    ),
  );
});
