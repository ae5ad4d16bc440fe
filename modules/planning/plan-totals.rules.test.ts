import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Decimal } from '../../kernel/core/decimal.ts';
import { explodeDemands, qtyOf, type MealDemand } from '../master-data/dishes/bom-explosion.rules.ts';
import type { Bom, ExplodedDish, RecipeBook } from '../master-data/dishes/recipe-book.rules.ts';
import { Fraction } from '../master-data/figures/exact-fraction.rules.ts';
import { goodsDish, goodsKitchen } from './goods-demands.rules.ts';
import { grossOf, replacedNeeds, type PlannedNeed } from './replaced-needs.rules.ts';
import type { SubstitutionRule } from './substitution.rules.ts';
import { readFacts, storedFacts, netPlan, withPacks, type StockFacts } from './net-plan.rules.ts';

const d = Decimal.of;
const line = (net: string, rate: string, of: { materialId: string } | { subDishId: string }) => ({
  ...of,
  netBaseQty: d(net),
  cleanYield: d(rate),
  processYield: d(100),
  leadHours: 0,
});
const bom = (dishId: string, lines: Bom['lines']): Bom => ({
  id: `bom-${dishId}`,
  dishId,
  outputQty: d(1),
  processLossRate: d(0),
  startDate: '2020-01-01',
  endDate: null,
  lines,
});
const plain = (id: string): ExplodedDish => ({
  id,
  name: id,
  stockMaterialId: null,
  makeDeptIds: [],
  prepLeadHours: 0,
});

/**
 * Soup and pie share a dough, and special meals ask for leek as it is; thirds and sevenths, so that rounding has
 * something to do.
 */
const LEEKS = goodsDish('leek');
const goods = goodsKitchen(['soup', LEEKS, LEEKS]);
const kitchen: RecipeBook = {
  dishes: [...['soup', 'pie', 'dough'].map(plain), ...goods.dishes],
  boms: [
    ...goods.boms,
    bom('soup', [line('0.1', '84', { materialId: 'leek' }), line('0.2', '70', { materialId: 'pork' })]),
    bom('pie', [line('0.05', '30', { materialId: 'leek' }), line('0.3', '100', { subDishId: 'dough' })]),
    bom('dough', [line('0.7', '99', { materialId: 'flour' })]),
  ],
  variants: [],
  places: ['a', 'b', 'c'].map((id) => ({
    id,
    deptIds: [id, 'site'],
    warehouseId: id === 'c' ? 'w2' : 'w1',
    receiveLeadDays: 0,
  })),
};
const rule = (
  materialId: string,
  otherMaterialId: string,
  otherQty: string,
  more: Partial<SubstitutionRule> = {},
): SubstitutionRule => ({
  id: `${materialId}-${otherMaterialId}`,
  materialId,
  otherMaterialId,
  qty: d(1),
  otherQty: d(otherQty),
  deptId: null,
  dishId: null,
  startDate: '2020-01-01',
  endDate: null,
  ...more,
});
const RULES = [rule('leek', 'onion', '0.77', { deptId: 'b' }), rule('flour', 'rice flour', '1.3', { dishId: 'pie' })];

const demand = fc.record({
  placeId: fc.constantFrom('a', 'b', 'c'),
  dishId: fc.constantFrom('soup', 'pie', LEEKS),
  day: fc.integer({ min: 1, max: 3 }),
  portions: fc.integer({ min: 0, max: 5_000 }),
});
const asDemand = ({
  placeId,
  dishId,
  day,
  portions,
}: {
  placeId: string;
  dishId: string;
  day: number;
  portions: number;
}): MealDemand => ({ placeId, dishId, mealTime: `2026-12-0${day} 11:30`, portions: String(portions) });
function needsOf(demands: readonly MealDemand[], rules: readonly SubstitutionRule[] = RULES): readonly PlannedNeed[] {
  const explosion = explodeDemands(kitchen, demands);
  if (!explosion.ok) throw new Error('refused');
  const replaced = replacedNeeds(explosion, demands, kitchen.places, rules, (id) => id);
  if (!replaced.ok) throw new Error('refused');
  return replaced.needs;
}
const totals = (needs: readonly PlannedNeed[]): Record<string, string> =>
  Object.fromEntries(
    needs
      .filter((need) => need.grossMillionths > 0)
      .map((need) => [`${need.warehouseId} ${need.materialId} ${need.needDate}`, grossOf(need).toString()]),
  );

/**
 * The slow obvious way: recursion, and a sum per warehouse, material taken, material asked for and day, rounded once.
 */
function slowTotals(demands: readonly MealDemand[]): Record<string, string> {
  const sums = new Map<string, Fraction>();
  const open = (dishId: string, top: string, factor: Fraction, at: MealDemand): void => {
    // Goods of a special meal need what was asked for, nothing lost.
    const lines: Bom['lines'] =
      dishId === LEEKS
        ? [line('1', '100', { materialId: 'leek' })]
        : kitchen.boms.find((one) => one.dishId === dishId)!.lines;
    for (const each of lines) {
      const gross = factor
        .times(Fraction.of(each.netBaseQty))
        .times(Fraction.of(100))
        .dividedBy(Fraction.of(each.cleanYield));
      if (each.subDishId !== undefined) open(each.subDishId, top, gross, at);
      else {
        const taken =
          each.materialId === 'leek' && at.placeId === 'b'
            ? ['onion', '0.77']
            : each.materialId === 'flour' && top === 'pie'
              ? ['rice flour', '1.3']
              : [each.materialId!, '1'];
        const key = `${at.placeId === 'c' ? 'w2' : 'w1'} ${taken[0]} ${at.mealTime.slice(0, 10)}|${each.materialId}`;
        sums.set(key, (sums.get(key) ?? Fraction.zero).plus(gross.times(Fraction.of(d(taken[1]!)))));
      }
    }
  };
  for (const each of demands) open(each.dishId, each.dishId, Fraction.of(d(each.portions)), each);
  const found: Record<string, string> = {};
  for (const [key, sum] of sums) {
    const need = key.split('|')[0]!;
    const qty = d(found[need] ?? '0').plus(sum.rounded(6));
    if (!qty.isZero()) found[need] = qty.toString();
  }
  return found;
}

describe('what the guests need', () => {
  test('is what the recursion says, replacements included', () => {
    fc.assert(
      fc.property(fc.array(demand, { maxLength: 40 }), (given) => {
        const demands = given.map(asDemand);
        expect(totals(needsOf(demands))).toEqual(slowTotals(demands));
      }),
    );
  });
  test('every gram has its peg: Σ pegs = gross', () => {
    fc.assert(
      fc.property(fc.array(demand, { maxLength: 40 }), (given) => {
        for (const need of needsOf(given.map(asDemand)))
          expect(qtyOf(need.qtyMillionths.reduce((sum, qty) => sum + qty, 0)).toString()).toBe(
            grossOf(need).toString(),
          );
      }),
    );
  });
  test('splitting or reordering the demand changes no total', () => {
    fc.assert(
      fc.property(fc.array(demand, { maxLength: 25 }), fc.integer({ min: 1, max: 99 }), (given, percent) => {
        const whole = given.map(asDemand);
        const split = given.flatMap((one) => {
          const first = Math.floor((one.portions * percent) / 100);
          return [asDemand({ ...one, portions: one.portions - first }), asDemand({ ...one, portions: first })];
        });
        expect(totals(needsOf(split.toReversed()))).toEqual(totals(needsOf(whole)));
      }),
    );
  });
  test('a loop of replacements is refused with its path', () => {
    const explosion = explodeDemands(kitchen, [asDemand({ placeId: 'a', dishId: 'soup', day: 1, portions: 1 })]);
    const answer = replacedNeeds(
      explosion as never,
      [asDemand({ placeId: 'a', dishId: 'soup', day: 1, portions: 1 })],
      kitchen.places,
      [rule('leek', 'onion', '1'), rule('onion', 'leek', '1')],
      (id) => id,
    );
    expect(answer).toMatchObject({
      ok: false,
      refusals: [{ code: 'planning.replacement-loop', detail: { path: 'leek→onion→leek' } }],
    });
  });
});

describe('the walk of a plan', () => {
  const dated = fc.record({ day: fc.integer({ min: 1, max: 9 }), qty: fc.integer({ min: 0, max: 60 }) });
  const date = (day: number): string => `2026-12-0${day}`;
  const pack = { unitId: 'bag', factor: d(25), minOrderQty: d(0), orderMultiple: d(1) };

  test('is that of counting day by day: fill up to safety, in whole bags, and let the surplus serve the next day', () => {
    fc.assert(
      fc.property(
        fc.array(dated, { minLength: 1, maxLength: 12 }),
        fc.array(dated, { maxLength: 5 }),
        fc.integer({ min: 0, max: 80 }),
        fc.integer({ min: 0, max: 40 }),
        (needs, receipts, onHand, safety) => {
          const facts: StockFacts = {
            warehouseId: 'w',
            materialId: 'm',
            onHand: [{ qty: d(onHand), expiryDate: null }],
            promised: [],
            others: [],
            safety: d(safety),
            packs: [pack],
            receipts: receipts.map((due, index) => ({
              date: date(due.day),
              qty: d(due.qty),
              billType: 'order',
              billId: String(index),
              billCode: 'O',
            })),
          };
          const rows = netPlan(
            [facts],
            needs.map((need) => ({ warehouseId: 'w', materialId: 'm', date: date(need.day), qty: d(need.qty) })),
            [],
            new Map(),
            { netFlag: true, includeSafety: true },
          );
          let there = onHand;
          const slow: [string, number, number][] = [];
          for (let day = 1; day <= 9; day++) {
            there += receipts.filter((due) => due.day === day).reduce((sum, due) => sum + due.qty, 0);
            const today = needs.filter((need) => need.day === day);
            if (today.length === 0) continue;
            const gross = today.reduce((sum, need) => sum + need.qty, 0);
            const ordered = Math.ceil(Math.max(0, gross + safety - there) / 25) * 25;
            there += ordered - gross;
            slow.push([date(day), ordered, there]);
          }
          expect(
            rows.map((row) => [row.date, row.plan.toApproximateNumber(), row.closing.toApproximateNumber()]),
          ).toEqual(slow);
        },
      ),
    );
  });

  test('with sources that change by day and by how much is needed, each day comes in the packs of who serves it', () => {
    // The farm comes on odd days and from 30 on, in bags of 25; else the market, in boxes of 4.
    const [bag, box] = [[pack], [{ unitId: 'box', factor: d(4), minOrderQty: d(0), orderMultiple: d(1) }]];
    fc.assert(
      fc.property(
        fc.array(dated, { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 0, max: 80 }),
        (needs, onHand) => {
          const facts: StockFacts = {
            warehouseId: 'w',
            materialId: 'm',
            onHand: [{ qty: d(onHand), expiryDate: null }],
            promised: [],
            others: [],
            safety: d(0),
            packs: [],
            receipts: [],
          };
          const packsOf = (_place: unknown, on: string, net: Decimal) =>
            Number(on.slice(-1)) % 2 === 1 && !net.isBelow(d(30)) ? bag : box;
          const wanted = needs.map((need) => ({
            warehouseId: 'w',
            materialId: 'm',
            date: date(need.day),
            qty: d(need.qty),
          }));
          const rows = netPlan([facts], wanted, [], new Map(), { netFlag: true, includeSafety: true, packsOf });
          let there = onHand;
          const slow: [string, number, number][] = [];
          for (const day of [...new Set(needs.map((need) => need.day))].sort()) {
            const gross = needs.filter((need) => need.day === day).reduce((sum, need) => sum + need.qty, 0);
            const net = Math.max(0, gross - there);
            const size = day % 2 === 1 && net >= 30 ? 25 : 4;
            const ordered = Math.ceil(net / size) * size;
            there += ordered - gross;
            slow.push([date(day), ordered, there]);
          }
          const short = (row: (typeof rows)[number]) => [
            row.date,
            row.plan.toApproximateNumber(),
            row.closing.toApproximateNumber(),
          ];
          expect(rows.map(short)).toEqual(slow);
          // What is kept with the plan walks the same way without asking who serves it.
          const read = readFacts(facts, JSON.parse(JSON.stringify(storedFacts(withPacks(facts, rows, packsOf)))));
          expect(netPlan([read], wanted, [], new Map(), { netFlag: true, includeSafety: true }).map(short)).toEqual(
            slow,
          );
        },
      ),
    );
  });

  test('without netting everything that is needed is ordered', () => {
    const facts: StockFacts = {
      warehouseId: 'w',
      materialId: 'm',
      onHand: [{ qty: d(500), expiryDate: null }],
      promised: [],
      others: [],
      safety: d(10),
      packs: [],
      receipts: [],
    };
    const rows = netPlan([facts], [{ warehouseId: 'w', materialId: 'm', date: date(1), qty: d(30) }], [], new Map(), {
      netFlag: false,
      includeSafety: true,
    });
    expect(rows.map((row) => row.plan.toString())).toEqual(['30']);
  });
});
