import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Decimal } from '../../../kernel/core/decimal.ts';
import {
  askedGoods,
  goodsKey,
  type AskedGoods,
  type ComingGoods,
  type LyingLot,
  type MealGoods,
} from './pick-fill.rules.ts';

const d = Decimal.of;
const meal = (mealTime: string, qty: string | number, more: Partial<MealGoods> = {}): MealGoods => ({
  stallId: 'noodles',
  warehouseId: 'store',
  materialId: 'pork',
  mealType: 'lunch',
  mealTime,
  qty: d(qty),
  ...more,
});
const lot = (placeId: string, id: string, qty: string | number, until: string | null = null): LyingLot => ({
  placeId,
  materialId: 'pork',
  id,
  qty: d(qty),
  until,
});
const coming = (from: string, qty: string | number): ComingGoods => ({
  stallId: 'noodles',
  materialId: 'pork',
  from,
  qty: d(qty),
});
const words = ({ need, hand, coming: way, ask, lots, lacking }: AskedGoods): string =>
  `${need} − ${hand} − ${way} = ${ask}: ${lots.map(({ lotId, qty }) => `${lotId} ${qty}`).join()} lacking ${lacking}`;
const TUE = '2025-03-11 11:30';
const TUE_EVENING = '2025-03-11 17:30';
const WED = '2025-03-12 11:30';

describe('R09: a pick bill asks for what the meal needs and nobody has', () => {
  test.each`
    title                                               | stall                                     | way                 | expected
    ${'nothing there: all of it'}                       | ${[]}                                     | ${[]}               | ${'10 − 0 − 0 = 10: a 6,b 4 lacking 0'}
    ${'what lies at the stall is not asked for'}        | ${[lot('noodles', 's', 4)]}               | ${[]}               | ${'10 − 4 − 0 = 6: a 6 lacking 0'}
    ${'what another bill brings in time is not either'} | ${[lot('noodles', 's', 4)]}               | ${[coming(TUE, 5)]} | ${'10 − 4 − 5 = 1: a 1 lacking 0'}
    ${'what comes after the meal is'}                   | ${[]}                                     | ${[coming(WED, 5)]} | ${'10 − 0 − 0 = 10: a 6,b 4 lacking 0'}
    ${'what has ended at the stall is'}                 | ${[lot('noodles', 's', 4, '2025-03-10')]} | ${[]}               | ${'10 − 0 − 0 = 10: a 6,b 4 lacking 0'}
    ${'a lot is good through its last day'}             | ${[lot('noodles', 's', 4, '2025-03-11')]} | ${[]}               | ${'10 − 4 − 0 = 6: a 6 lacking 0'}
    ${'enough: nothing'}                                | ${[lot('noodles', 's', 40)]}              | ${[]}               | ${'10 − 10 − 0 = 0:  lacking 0'}
  `('$title', ({ stall, way, expected }) => {
    const store = [lot('store', 'b', 5, '2025-03-20'), lot('store', 'a', 6, '2025-03-12')];
    const asked = askedGoods([meal(TUE, 10)], stall, way, store);
    expect(words(asked.get(goodsKey(meal(TUE, 10)))!)).toBe(expected);
  });

  test('an earlier meal takes first, of the stall and of the warehouse; what is lacking is named', () => {
    const goods = [meal(TUE_EVENING, 5, { mealType: 'dinner' }), meal(TUE, 4), meal(WED, 5, { stallId: 'rice' })];
    const asked = askedGoods(goods, [lot('noodles', 's', 6)], [], [lot('store', 'a', 4, '2025-03-11')]);
    expect(goods.map((each) => words(asked.get(goodsKey(each))!))).toEqual([
      '5 − 2 − 0 = 3: a 3 lacking 0',
      '4 − 4 − 0 = 0:  lacking 0',
      // The last kilogram ended on Tuesday.
      '5 − 0 − 0 = 5:  lacking 5',
    ]);
  });
});

test('R09 held against a slow count, kilogram by kilogram, whatever lies where', () => {
  const day = fc.integer({ min: 1, max: 6 });
  const at = (nr: number): string => `2025-03-0${nr}`;
  const lots = (placeId: string) =>
    fc
      .array(fc.tuple(fc.integer({ min: 1, max: 5 }), fc.option(day)), { maxLength: 3 })
      .map((found) =>
        found.map(([qty, until], nr) => lot(placeId, `${placeId}${nr}`, qty, until === null ? null : at(until))),
      );
  const meals = fc.uniqueArray(fc.tuple(day, fc.integer({ min: 1, max: 6 })), {
    minLength: 1,
    maxLength: 4,
    selector: ([on]) => on,
  });
  fc.assert(
    fc.property(meals, lots('noodles'), lots('store'), (planned, atStall, atStore) => {
      const goods = planned.map(([on, qty]) => meal(`${at(on)} 11:30`, qty));
      const asked = askedGoods(goods, atStall, [], atStore);
      // The slow way: each kilogram of each meal, in the order of the days, takes the one that ends first.
      const kilograms = (of: readonly LyingLot[]) =>
        of
          .flatMap(({ qty, until }) => Array.from({ length: Number(qty.toString()) }, () => until ?? '9999'))
          .toSorted();
      const [stallLeft, storeLeft] = [kilograms(atStall), kilograms(atStore)];
      const take = (left: string[], on: string): boolean => {
        const nr = left.findIndex((until) => until >= on);
        if (nr >= 0) left.splice(nr, 1);
        return nr >= 0;
      };
      const slow = new Map<string, { hand: number; lacking: number }>();
      const inOrder = planned.toSorted(([a], [b]) => a - b);
      for (const [on, qty] of inOrder) {
        const hand = Array.from({ length: qty }, () => take(stallLeft, at(on))).filter(Boolean).length;
        slow.set(at(on), { hand, lacking: 0 });
      }
      for (const [on, qty] of inOrder) {
        const mine = slow.get(at(on))!;
        mine.lacking = Array.from({ length: qty - mine.hand }, () => take(storeLeft, at(on))).filter(
          (got) => !got,
        ).length;
      }
      for (const each of goods) {
        const { need, hand, coming: way, ask, lacking, lots: taken } = asked.get(goodsKey(each))!;
        const expected = slow.get(each.mealTime.slice(0, 10))!;
        expect([hand.toString(), lacking.toString()]).toEqual([String(expected.hand), String(expected.lacking)]);
        expect(need.minus(hand).minus(way).equals(ask)).toBe(true);
        expect(
          Decimal.sum(taken.map(({ qty }) => qty))
            .plus(lacking)
            .equals(ask),
        ).toBe(true);
      }
    }),
  );
});
