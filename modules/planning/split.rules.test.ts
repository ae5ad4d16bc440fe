import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Decimal } from '../../kernel/core/decimal.ts';
import { splitSupply, type Claim } from './split.rules.ts';

const d = Decimal.of;
/** 'A 33.3', or 'A 33.3 class 1 stop 2'. */
const claim = (text: string): Claim => {
  const [id = '', demand = '', , priorityClass = '5', , stopSeq = '1'] = text.split(' ');
  return { id, siteCode: id, stopSeq: Number(stopSeq), priorityClass: Number(priorityClass), demand: d(demand) };
};
const split = (supply: string, claims: readonly string[], step: string, rule?: 'priority' | 'proportional') => {
  const { shares, left } = splitSupply(d(supply), claims.map(claim), d(step), rule);
  return [...shares.map((share) => `${share.id} ${share.allocated}`), ...(left.isZero() ? [] : [`left ${left}`])].join(
    ', ',
  );
};

test.each`
  title                                           | supply   | claims                                             | step      | shares
  ${'70 for 33.3, 50 and 16.7'}                   | ${'70'}  | ${['A 33.3', 'B 50', 'C 16.7']}                    | ${'0.01'} | ${'A 23.31, B 35, C 11.69'}
  ${'enough for all'}                             | ${'100'} | ${['A 33.3', 'B 50']}                              | ${'0.01'} | ${'A 33.3, B 50, left 16.7'}
  ${'the school first'}                           | ${'70'}  | ${['A 50 class 2', 'B 50 class 1']}                | ${'1'}    | ${'A 20, B 50'}
  ${'a class that cannot be served whole shares'} | ${'30'}  | ${['A 40 class 1', 'B 20 class 1', 'C 9 class 2']} | ${'1'}    | ${'A 20, B 10, C 0'}
  ${'a tie goes to the earlier stop'}             | ${'1'}   | ${['A 1 class 5 stop 2', 'B 1 class 5 stop 1']}    | ${'1'}    | ${'A 0, B 1'}
  ${'then to the lower code'}                     | ${'1'}   | ${['B 1', 'A 1']}                                  | ${'1'}    | ${'B 0, A 1'}
  ${'nothing came'}                               | ${'0'}   | ${['A 1', 'B 2']}                                  | ${'1'}    | ${'A 0, B 0'}
  ${'nobody gets more than he asked for'}         | ${'1.2'} | ${['A 0.5', 'B 0.8']}                              | ${'1'}    | ${'A 0.4, B 0.8'}
  ${'nobody asked'}                               | ${'5'}   | ${[]}                                              | ${'1'}    | ${'left 5'}
`('$title', ({ supply, claims, step, shares }) => {
  expect(split(supply, claims, step)).toBe(shares);
});

test('in proportion alone classes do not count', () => {
  expect(split('50', ['A 50 class 2', 'B 50 class 1'], '1', 'proportional')).toBe('A 25, B 25');
});
test('the exact share and the shortage stand beside what was given', () => {
  const [first] = splitSupply(d(70), [claim('A 33.3'), claim('B 66.7')], d(1)).shares;
  expect([first!.exactShare, first!.allocated, first!.short].map(String)).toEqual(['23.31', '23', '10.3']);
});

const claims = fc.array(
  fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 1, max: 2 }), fc.integer({ min: 1, max: 3 })),
  { minLength: 1, maxLength: 7 },
);
const asked = (rows: readonly (readonly [number, number, number])[]) =>
  rows.map(([demand, priorityClass, stopSeq], index): Claim => ({
    id: String(index),
    siteCode: String(index),
    stopSeq,
    priorityClass,
    demand: d(demand),
  }));

test('shares add up, stay within demand, and a lower class waits for the higher', () => {
  fc.assert(
    fc.property(claims, fc.integer({ min: 0, max: 300 }), (rows, supply) => {
      const { shares, left } = splitSupply(d(supply), asked(rows), d(1));
      expect(String(Decimal.sum(shares.map((share) => share.allocated)).plus(left))).toBe(String(supply));
      expect(left.isZero() || shares.every((share) => share.short.isZero())).toBe(true);
      for (const share of shares) expect(share.allocated.isNegative() || share.short.isNegative()).toBe(false);
      const highShort = shares.some((share, index) => rows[index]![1] === 1 && share.short.isPositive());
      expect(!highShort || shares.every((share, index) => rows[index]![1] === 1 || share.allocated.isZero())).toBe(
        true,
      );
    }),
  );
});
test('more supply lowers no share by more than one step', () => {
  fc.assert(
    fc.property(claims, fc.integer({ min: 0, max: 300 }), fc.integer({ min: 1, max: 20 }), (rows, supply, more) => {
      const before = splitSupply(d(supply), asked(rows), d(1)).shares;
      const after = splitSupply(d(supply + more), asked(rows), d(1)).shares;
      before.forEach((share, index) =>
        expect(share.allocated.minus(after[index]!.allocated).isAtMost(d(1))).toBe(true),
      );
    }),
  );
});
