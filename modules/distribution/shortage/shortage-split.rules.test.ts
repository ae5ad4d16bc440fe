import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Decimal } from '../../../kernel/core/decimal.ts';
import { Fraction } from '../../master-data/figures/exact-fraction.rules.ts';
import { splitSupply, type Claim, type SplitRule } from './shortage-split.rules.ts';

const d = Decimal.of;
/** 'A 33.3', or 'A 33.3 class 1 stop 2'. */
const claim = (text: string): Claim => {
  const [id = '', demand = '', , priorityRank = '5', , stopSeq = '1'] = text.split(' ');
  return { id, siteCode: id, stopSeq: Number(stopSeq), priorityRank: Number(priorityRank), demand: d(demand) };
};
const split = (supply: string, claims: readonly string[], step: string, rule?: SplitRule) => {
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
  ${'supply 0'}                                   | ${'0'}   | ${['A 1', 'B 2']}                                  | ${'1'}    | ${'A 0, B 0'}
  ${'demand 0'}                                   | ${'5'}   | ${['A 0', 'B 0']}                                  | ${'1'}    | ${'A 0, B 0, left 5'}
  ${'nothing for nothing'}                        | ${'0'}   | ${['A 0']}                                         | ${'1'}    | ${'A 0'}
  ${'half a step is given all the same'}          | ${'1.2'} | ${['A 0.5', 'B 0.8']}                              | ${'1'}    | ${'A 0.4, B 0.8'}
  ${'less than a step goes to the next in line'}  | ${'2.5'} | ${['A 3', 'B 3']}                                  | ${'1'}    | ${'A 1.5, B 1'}
  ${'nobody asked'}                               | ${'5'}   | ${[]}                                              | ${'1'}    | ${'left 5'}
`('B14: $title', ({ supply, claims, step, shares }) => {
  expect(split(supply, claims, step)).toBe(shares);
});

test('B14: in proportion alone classes do not count', () => {
  expect(split('50', ['A 50 class 2', 'B 50 class 1'], '1', 'proportional')).toBe('A 25, B 25');
});
test('B14: equally, whoever asked for less gets all of it, and the others the same', () => {
  expect(split('50', ['A 5', 'B 40', 'C 100'], '1', 'equal')).toBe('A 5, B 23, C 22');
  expect(split('10', ['A 5', 'B 5', 'C 5'], '0.01', 'equal')).toBe('A 3.34, B 3.33, C 3.33');
});
test('B14: beside each share stands why it is so', () => {
  const { shares } = splitSupply(
    d(70),
    ['A 50 class 1', 'B 30 class 2', 'C 10 class 2', 'D 5 class 3'].map(claim),
    d(1),
  );
  expect(
    shares.map(({ exactShare, allocated, short, reason, there, requested }) =>
      [exactShare, allocated, short, reason, there, requested].join(' '),
    ),
  ).toEqual(['50 50 0 whole 50 50', '15 15 15 part 20 40', '5 5 5 part 20 40', '0 0 5 classes-before 0 5']);
  expect(splitSupply(d(0), [claim('A 3')], d(1)).shares[0]!.reason).toBe('nothing');
});

const RULES: readonly SplitRule[] = ['priority', 'proportional', 'equal'];
const rules = fc.constantFrom(...RULES);
const claims = fc.array(
  fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 1, max: 2 }), fc.integer({ min: 1, max: 3 })),
  { minLength: 1, maxLength: 7 },
);
/** Demands and supplies in quarters, so that steps of one do not divide them. */
const asked = (rows: readonly (readonly [number, number, number])[]) =>
  rows.map(([demand, priorityRank, stopSeq], index): Claim => ({
    id: String(index),
    siteCode: String(index),
    stopSeq,
    priorityRank,
    demand: quarters(demand),
  }));
const quarters = (count: number): Decimal => d(count).times(d('0.25'));
const supplies = fc.integer({ min: 0, max: 300 });

/** The queue spelled out, step for step, and filled from its head. */
function slowly(supply: Decimal, of: readonly Claim[], rule: SplitRule): ReadonlyMap<string, Decimal> {
  const queue = of.flatMap((each) => {
    const steps: { each: Claim; size: Decimal; place: Fraction }[] = [];
    for (let at = 1, open = each.demand; open.isPositive(); at += 1) {
      const size = Decimal.min(open, d(1));
      const weight = Fraction.of(rule === 'equal' ? d(1) : each.demand);
      steps.push({ each, size, place: weight.dividedBy(Fraction.ratio(BigInt(2 * at - 1), 2n)) });
      open = open.minus(size);
    }
    return steps;
  });
  queue.sort(
    (a, b) =>
      (rule === 'priority' ? a.each.priorityRank - b.each.priorityRank : 0) ||
      b.place.compare(a.place) ||
      a.each.stopSeq - b.each.stopSeq ||
      Number(a.each.id) - Number(b.each.id),
  );
  const given = new Map(of.map(({ id }) => [id, Decimal.zero]));
  let open = supply;
  for (const { each, size } of queue) {
    const part = Decimal.min(size, open);
    given.set(each.id, given.get(each.id)!.plus(part));
    open = open.minus(part);
  }
  return given;
}

test('B14: the same as the queue spelled out, step for step', () => {
  fc.assert(
    fc.property(claims, supplies, rules, (rows, supply, rule) => {
      const of = asked(rows);
      const model = slowly(quarters(supply), of, rule);
      for (const { id, allocated } of splitSupply(quarters(supply), of, d(1), rule).shares)
        expect(String(allocated)).toBe(String(model.get(id)));
    }),
    { numRuns: 400 },
  );
});
test('B14: shares add up, stay within demand, and a lower class waits for the higher', () => {
  fc.assert(
    fc.property(claims, supplies, rules, (rows, supply, rule) => {
      const { shares, left } = splitSupply(quarters(supply), asked(rows), d(1), rule);
      expect(String(Decimal.sum(shares.map((share) => share.allocated)).plus(left))).toBe(String(quarters(supply)));
      expect(left.isZero() || shares.every((share) => share.short.isZero())).toBe(true);
      for (const share of shares) expect(share.allocated.isNegative() || share.short.isNegative()).toBe(false);
      if (rule !== 'priority') return;
      const highShort = shares.some((share, index) => rows[index]![1] === 1 && share.short.isPositive());
      expect(!highShort || shares.every((share, index) => rows[index]![1] === 1 || share.allocated.isZero())).toBe(
        true,
      );
    }),
  );
});
test('B14: more supply lowers no share', () => {
  fc.assert(
    fc.property(claims, supplies, fc.integer({ min: 1, max: 20 }), rules, (rows, supply, more, rule) => {
      const before = splitSupply(quarters(supply), asked(rows), d(1), rule).shares;
      const after = splitSupply(quarters(supply + more), asked(rows), d(1), rule).shares;
      before.forEach((share, index) => expect(after[index]!.allocated.isAtLeast(share.allocated)).toBe(true));
    }),
    { numRuns: 400 },
  );
});
test('B14: the same input in another order gives the same split', () => {
  fc.assert(
    fc.property(claims, supplies, rules, fc.integer(), (rows, supply, rule, seed) => {
      const of = asked(rows);
      const turned = of.toSorted((a, b) => ((Number(a.id) * 7919) ^ seed) - ((Number(b.id) * 7919) ^ seed));
      const text = (from: readonly Claim[]): string =>
        splitSupply(quarters(supply), from, d(1), rule)
          .shares.toSorted((a, b) => Number(a.id) - Number(b.id))
          .map(({ allocated }) => String(allocated))
          .join();
      expect(text(turned)).toBe(text(of));
    }),
  );
});
test('B14: a share lies within a step of the exact one, where three share', () => {
  fc.assert(
    fc.property(fc.tuple(supplies, supplies, supplies), supplies, (demands, supply) => {
      const of = asked(demands.map((demand) => [demand, 1, 1] as const));
      for (const { exactShare, allocated } of splitSupply(quarters(supply), of, d('0.01')).shares)
        expect(allocated.minus(exactShare).abs().isAtMost(d('0.01'))).toBe(true);
    }),
  );
});

test('B14: 500 equal remainders: one step each to the earliest, and at once', () => {
  const of = Array.from({ length: 500 }, (_, index) => claim(`S${String(index).padStart(3, '0')} 10 class 1 stop 1`));
  const started = performance.now();
  const { shares } = splitSupply(d('2502.5'), of, d('0.01'), 'priority');
  expect(performance.now() - started).toBeLessThan(1000);
  expect(shares.filter(({ allocated }) => allocated.equals(d('5.01'))).length).toBe(250);
  expect(shares.slice(0, 250).every(({ allocated }) => allocated.equals(d('5.01')))).toBe(true);
  expect(String(Decimal.sum(shares.map(({ allocated }) => allocated)))).toBe('2502.5');
});
