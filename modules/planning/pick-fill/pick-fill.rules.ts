/**
 * What a stall still has to ask for: each meal takes what lies at the stall and what is on its way there, in the order
 * of the meals and first expired first, and asks for the rest; what the warehouse has goes the same order. Pure.
 */
import { Decimal } from '../../../kernel/core/decimal.ts';
import { lotsForMeals, type LotInTime, type MealNeed } from '../use-plan/meal-lots.rules.ts';

/** So much of a material for one meal of a stall, in base unit. */
export interface MealGoods {
  readonly stallId: string;
  readonly warehouseId: string;
  readonly materialId: string;
  readonly mealType: string;
  /** `yyyy-MM-dd HH:mm` */
  readonly mealTime: string;
  readonly qty: Decimal;
}
/** Goods at a stall or a warehouse: `until` is the last day they may be used on. */
export interface LyingLot {
  readonly placeId: string;
  readonly materialId: string;
  readonly id: string;
  readonly qty: Decimal;
  readonly until: string | null;
}
/** Asked for by another bill and not at the stall yet. */
export interface ComingGoods {
  readonly stallId: string;
  readonly materialId: string;
  /** `yyyy-MM-dd HH:mm` */
  readonly from: string;
  readonly qty: Decimal;
}
interface LotTaken {
  readonly lotId: string;
  readonly qty: Decimal;
}
export interface AskedGoods {
  readonly need: Decimal;
  readonly hand: Decimal;
  readonly coming: Decimal;
  readonly ask: Decimal;
  readonly lots: readonly LotTaken[];
  /** What no lot of the warehouse covers. */
  readonly lacking: Decimal;
}

const COMING = 'coming ';
const START = '0000';
/** Good through the whole of its last day. */
const throughDay = (until: string | null): string | null => (until === null ? null : `${until} 24:00`);
const inTime = ({ id, qty, until }: LyingLot): LotInTime => ({ id, qty, from: START, until: throughDay(until) });

/** The name of a meal's goods among the answers. */
export const goodsKey = ({ stallId, mealTime, mealType, materialId }: Omit<MealGoods, 'warehouseId' | 'qty'>): string =>
  [stallId, mealTime, mealType, materialId].join('/');
const mealOf = (goods: MealGoods, qty: Decimal): MealNeed => ({ id: goodsKey(goods), day: goods.mealTime, qty });

/** By `goodsKey`; `goods` has each key once. */
export function askedGoods(
  goods: readonly MealGoods[],
  atStalls: readonly LyingLot[],
  coming: readonly ComingGoods[],
  atWarehouses: readonly LyingLot[],
): ReadonlyMap<string, AskedGoods> {
  const found = new Map<string, AskedGoods>();
  const stallLots = Map.groupBy(atStalls, ({ placeId, materialId }) => `${placeId} ${materialId}`);
  const onItsWay = Map.groupBy(coming, ({ stallId, materialId }) => `${stallId} ${materialId}`);
  for (const [place, own] of Map.groupBy(goods, ({ stallId, materialId }) => `${stallId} ${materialId}`)) {
    const lots = [
      ...(stallLots.get(place) ?? []).map(inTime),
      ...(onItsWay.get(place) ?? []).map(({ from, qty }, nr) => ({ id: `${COMING}${nr}`, qty, from, until: null })),
    ];
    const { assigned } = lotsForMeals(
      lots,
      own.map((each) => mealOf(each, each.qty)),
    );
    const taken = Map.groupBy(assigned, ({ mealId }) => mealId);
    for (const each of own) {
      const parts = taken.get(goodsKey(each)) ?? [];
      const sum = (isComing: boolean): Decimal =>
        Decimal.sum(parts.flatMap(({ lotId, qty }) => (lotId.startsWith(COMING) === isComing ? [qty] : [])));
      const [hand, way] = [sum(false), sum(true)];
      const ask = each.qty.minus(hand).minus(way);
      found.set(goodsKey(each), { need: each.qty, hand, coming: way, ask, lots: [], lacking: ask });
    }
  }
  giveLots(goods, atWarehouses, found);
  return found;
}

/** Which lots of the warehouses the stalls get, all of them together. */
function giveLots(
  goods: readonly MealGoods[],
  atWarehouses: readonly LyingLot[],
  found: Map<string, AskedGoods>,
): void {
  const lotsOf = Map.groupBy(atWarehouses, ({ placeId, materialId }) => `${placeId} ${materialId}`);
  for (const [place, own] of Map.groupBy(goods, ({ warehouseId, materialId }) => `${warehouseId} ${materialId}`)) {
    const asked = own.flatMap((each) => {
      const { ask } = found.get(goodsKey(each))!;
      return ask.isPositive() ? [mealOf(each, ask)] : [];
    });
    const { assigned, short } = lotsForMeals((lotsOf.get(place) ?? []).map(inTime), asked);
    const taken = Map.groupBy(assigned, ({ mealId }) => mealId);
    for (const { id } of asked)
      found.set(id, {
        ...found.get(id)!,
        lots: (taken.get(id) ?? []).map(({ lotId, qty }) => ({ lotId, qty })),
        lacking: short.get(id) ?? Decimal.zero,
      });
  }
}
