/**
 * Lots for meals, first expired first: each meal takes the lot that ends first of those that are there by then and
 * still good on its day. Taken meal by meal in the order of their days this uses as much as can be used at all
 * (Glover, Maximum matching in a convex bipartite graph, 1967), so no lot dies before its meal where it need not. Pure.
 */
import { Decimal } from '../../../kernel/core/decimal.ts';

export interface LotInTime {
  readonly id: string;
  readonly qty: Decimal;
  /** The first day it can be used on. */
  readonly from: string;
  /** The last; null where it does not end. */
  readonly until: string | null;
}
export interface MealNeed {
  readonly id: string;
  readonly day: string;
  readonly qty: Decimal;
}
interface Assigned {
  readonly lotId: string;
  readonly mealId: string;
  readonly qty: Decimal;
}
interface MealLots {
  readonly assigned: readonly Assigned[];
  /** What of a meal no lot covers. */
  readonly short: ReadonlyMap<string, Decimal>;
  /** What of a lot no meal takes. */
  readonly left: ReadonlyMap<string, Decimal>;
}

const NEVER = '9999-12-31';
const byDay = (a: { readonly day: string; readonly id: string }, b: typeof a): number =>
  a.day < b.day ? -1 : a.day > b.day ? 1 : a.id < b.id ? -1 : 1;

/** Gives lots to meals, meal by meal in the order of their days. */
export function lotsForMeals(lots: readonly LotInTime[], meals: readonly MealNeed[]): MealLots {
  const left = new Map(lots.map(({ id, qty }) => [id, qty]));
  const short = new Map<string, Decimal>();
  const assigned: Assigned[] = [];
  const ordered = lots.toSorted((a, b) =>
    byDay({ day: a.until ?? NEVER, id: a.id }, { day: b.until ?? NEVER, id: b.id }),
  );
  for (const meal of meals.toSorted(byDay)) {
    let open = meal.qty;
    for (const lot of ordered) {
      if (!open.isPositive()) break;
      const rest = left.get(lot.id)!;
      if (!rest.isPositive() || lot.from > meal.day || (lot.until ?? NEVER) < meal.day) continue;
      const qty = Decimal.min(rest, open);
      assigned.push({ lotId: lot.id, mealId: meal.id, qty });
      left.set(lot.id, rest.minus(qty));
      open = open.minus(qty);
    }
    if (open.isPositive()) short.set(meal.id, open);
  }
  return { assigned, short, left };
}
