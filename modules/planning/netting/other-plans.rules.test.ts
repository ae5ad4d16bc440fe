/**
 * The slow model: a warehouse lives its days kilogram by kilogram. Every morning receipts and orders arrive and what is
 * past its last day is thrown away; other plans fetch what was theirs without us, then we fetch ours, those that die
 * first first.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DatedQty } from './lots-in-time.rules.ts';
import { netRequirement, type NettingFacts } from './netting.rules.ts';
import { leftForLater, servedNeeds, stillNeeded, type OtherNeed } from './other-plans.rules.ts';

const d = Decimal.of;
const dateOf = (day: number): string => `2025-03-${String(day).padStart(2, '0')}`;
const on = (day: number, qty: number): DatedQty => ({ date: dateOf(day), qty: d(qty) });
const plan = (code: string, day: number, qty: number): OtherNeed => ({ ...on(day, qty), planId: code, planCode: code });
const lot = (qty: number, day?: number) => ({ qty: d(qty), expiryDate: day === undefined ? null : dateOf(day) });
const facts = (more: Partial<NettingFacts>): NettingFacts => ({
  onHand: [],
  promised: [],
  others: [],
  receipts: [],
  needs: [],
  manual: [],
  safety: d(0),
  packs: [],
  ...more,
});
const short = (needs: readonly OtherNeed[]): string[] =>
  needs.map((need) => `${need.planCode} ${Number(need.date.slice(8))}: ${need.qty}`);
const ordered = (more: Partial<NettingFacts>): string[] =>
  netRequirement(facts(more)).map((row) => `${Number(row.date.slice(8))}: ${row.others} ${row.later} → ${row.net}`);

const BESIDE: readonly { title: string; more: Partial<NettingFacts>; rows: string[] }[] = [
  {
    title: 'what is on its way for Monday is not there for Tuesday',
    more: { onHand: [lot(20)], receipts: [on(24, 180)], others: [plan('A', 24, 200)], needs: [on(25, 100)] },
    rows: ['25: 200 0 → 100'],
  },
  {
    title: 'its surplus is',
    more: { onHand: [lot(20)], receipts: [on(24, 200)], others: [plan('A', 24, 200)], needs: [on(25, 100)] },
    rows: ['25: 200 0 → 80'],
  },
  {
    title: 'of stock that a later plan counts on nothing is used',
    more: { onHand: [lot(200)], others: [plan('A', 27, 200)], needs: [on(25, 100)] },
    rows: ['25: 0 200 → 100'],
  },
  {
    title: 'but what comes for it before then need not be left',
    more: { onHand: [lot(200)], receipts: [on(27, 150)], others: [plan('A', 27, 200)], needs: [on(25, 100)] },
    rows: ['25: 0 50 → 0'],
  },
  {
    title: 'it is ordered again as late as it can be',
    more: { onHand: [lot(200)], others: [plan('A', 27, 200)], needs: [on(25, 100), on(26, 10)] },
    rows: ['25: 0 0 → 0', '26: 0 200 → 110'],
  },
  {
    title: 'what another plan lacks is not ordered by this one',
    more: { onHand: [lot(20)], others: [plan('A', 24, 200)], needs: [on(25, 100)] },
    rows: ['25: 20 0 → 100'],
  },
  {
    title: 'nor what it will lack later',
    more: { onHand: [lot(20)], others: [plan('A', 27, 200)], needs: [on(25, 100)] },
    rows: ['25: 0 20 → 100'],
  },
  {
    title: 'what comes too late for it is free',
    more: { receipts: [on(25, 180)], others: [plan('A', 24, 200)], needs: [on(25, 100)] },
    rows: ['25: 0 0 → 0'],
  },
  {
    title: 'a lot that dies before the later plan may be used',
    more: { onHand: [lot(50, 26), lot(100)], others: [plan('A', 27, 100)], needs: [on(25, 60)] },
    rows: ['25: 0 100 → 10'],
  },
  {
    title: 'a plan of the day uses it first',
    more: { onHand: [lot(50, 24), lot(100)], others: [plan('A', 24, 50)], needs: [on(25, 60)] },
    rows: ['25: 50 0 → 0'],
  },
  {
    title: 'safety stock is filled once, beneath all plans',
    more: {
      onHand: [lot(60)],
      receipts: [on(24, 180)],
      others: [plan('A', 24, 200)],
      needs: [on(25, 100)],
      safety: d(40),
    },
    rows: ['25: 200 0 → 100'],
  },
  {
    title: 'what is promised by a pick bill is not there for any plan',
    more: { onHand: [lot(100)], promised: [on(24, 70)], others: [plan('A', 24, 60)], needs: [on(25, 5)] },
    rows: ['25: 30 0 → 5'],
  },
];
describe('what is ordered beside other plans: taken by then, left for later, net', () => {
  test.each(BESIDE)('$title', ({ more, rows }) => {
    expect(ordered(more)).toEqual(rows);
  });
});

test('a need stands once: what pick bills of its day hold or have fetched is no longer needed, the plan named first first', () => {
  const needs = [plan('A', 24, 100), plan('B', 24, 50), plan('B', 25, 30)];
  expect(short(stillNeeded(needs, [on(24, 80), on(24, 40), on(26, 9)]))).toEqual(['B 24: 30', 'B 25: 30']);
  expect(short(stillNeeded(needs, [on(24, 999), on(25, 30)]))).toEqual([]);
});
test('of what is there the earlier need is served first', () => {
  const needs = [plan('B', 26, 50), plan('A', 24, 100)];
  const there = { onHand: [lot(110)], promised: [on(24, 5)], receipts: [on(26, 10)] };
  expect(short(servedNeeds(needs, there))).toEqual(['A 24: 100', 'B 26: 15']);
});
test('what has to be left names the plans it is left for', () => {
  const needs = [plan('A', 24, 9), plan('A', 26, 20), plan('B', 27, 30)];
  expect(short(leftForLater(needs, [on(25, 99), on(27, 12)], dateOf(25), undefined))).toEqual(['A 26: 20', 'B 27: 18']);
  expect(short(leftForLater(needs, [], dateOf(25), dateOf(27)))).toEqual(['A 26: 20']);
});

const DAYS = 9;
type Daily = readonly (readonly [number, number])[];
interface World {
  readonly stock: Daily;
  readonly receipts: Daily;
  readonly others: Daily;
  readonly needs: Daily;
}
/** Who gets how much on each day; `wanted` is what others fetch, `orders` what we ordered for a day. */
function lived(world: World, wanted: readonly number[], needed: readonly number[], orders: readonly number[]) {
  let kilograms = world.stock.flatMap(([lastDay, qty]) => Array.from({ length: qty }, () => lastDay));
  const others: number[] = [];
  const ours: number[] = [];
  for (let day = 0; day <= DAYS; day += 1) {
    const came = perDay(world.receipts)[day]! + orders[day]!;
    kilograms = [
      ...kilograms.filter((lastDay) => lastDay >= day).toSorted((a, b) => a - b),
      ...Array.from({ length: came }, () => Infinity),
    ];
    others[day] = Math.min(kilograms.length, wanted[day]!);
    kilograms = kilograms.slice(others[day]);
    ours[day] = Math.min(kilograms.length, needed[day]!);
    kilograms = kilograms.slice(ours[day]);
  }
  return { others, ours };
}
const perDay = (list: Daily): number[] =>
  Array.from({ length: DAYS + 1 }, (_, day) =>
    list.filter(([at]) => at === day).reduce((sum, [, qty]) => sum + qty, 0),
  );
const nothing = perDay([]);

const daily = (least = 0) =>
  fc.array(fc.tuple(fc.integer({ min: 1, max: DAYS }), fc.integer({ min: 0, max: 50 })), {
    minLength: least,
    maxLength: 6,
  });
const worlds = fc.record({ stock: daily(), receipts: daily(), others: daily(), needs: daily(1) });

test('promise 60: in every world everybody gets what he would have got without us, we get what we need, and a kilogram less would be short', () => {
  fc.assert(
    fc.property(worlds, (world) => {
      const without = lived(world, perDay(world.others), nothing, nothing).others;
      const needed = perDay(world.needs);
      const orders = perDay(
        netRequirement(
          facts({
            onHand: world.stock.map(([day, qty]) => lot(qty, day)),
            receipts: world.receipts.map(([day, qty]) => on(day, qty)),
            others: world.others.map(([day, qty], index) => plan(`P${index}`, day, qty)),
            needs: world.needs.map(([day, qty]) => on(day, qty)),
          }),
        ).map((row) => [Number(row.date.slice(8)), Number(String(row.plan))]),
      );
      expect(lived(world, without, needed, orders)).toEqual({ others: without, ours: needed });
      for (const [day, qty] of orders.entries()) {
        if (qty === 0) continue;
        const less = orders.map((each, at) => (at === day ? each - 1 : each));
        expect(lived(world, without, needed, less)).not.toEqual({ others: without, ours: needed });
      }
    }),
    { numRuns: 1000 },
  );
});
