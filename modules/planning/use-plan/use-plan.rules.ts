/** What becomes of a lot that meals do not use up in time: first where it is short, then more of dishes. Pure. */
import { Decimal } from '../../../kernel/core/decimal.ts';

/** Another store that lacks the material on a day. */
export interface Shortage {
  readonly warehouseId: string;
  readonly day: string;
  readonly qty: Decimal;
}
/** A planned dish that takes the material. */
export interface Candidate {
  readonly key: string;
  /** The day its goods leave the store. */
  readonly day: string;
  readonly portions: Decimal;
  readonly perPortion: Decimal;
}
interface UsePlan {
  readonly transfers: readonly { readonly warehouseId: string; readonly day: string; readonly qty: Decimal }[];
  readonly dishes: readonly { readonly key: string; readonly portions: number; readonly qty: Decimal }[];
  /** What nothing here clears. */
  readonly rest: Decimal;
}

/** So many portions more than planned are sold at most, in percent. */
const MORE_PERCENT = Decimal.of(50);

/**
 * Uses so much by its last day: stores that would buy it anyway come first, the earliest need of them first; then more
 * portions of planned dishes, those of the earliest day first and of them the one that takes most.
 */
export function clearedBy(
  lot: { readonly left: Decimal; readonly until: string },
  shortages: readonly Shortage[],
  candidates: readonly Candidate[],
): UsePlan {
  let rest = lot.left;
  const transfers: { warehouseId: string; day: string; qty: Decimal }[] = [];
  for (const { warehouseId, day, qty } of shortages.toSorted((a, b) => (a.day < b.day ? -1 : 1))) {
    if (!rest.isPositive()) break;
    if (day > lot.until) continue;
    const moved = Decimal.min(rest, qty);
    transfers.push({ warehouseId, day, qty: moved });
    rest = rest.minus(moved);
  }
  const dishes: { key: string; portions: number; qty: Decimal }[] = [];
  const ordered = candidates.toSorted((a, b) =>
    a.day === b.day ? b.perPortion.compare(a.perPortion) : a.day < b.day ? -1 : 1,
  );
  for (const { key, day, portions, perPortion } of ordered) {
    if (!rest.isPositive()) break;
    if (day > lot.until || !perPortion.isPositive()) continue;
    const most = Math.floor(Number(portions.times(MORE_PERCENT).dividedBy(Decimal.hundred).toString()));
    // A last started portion is cooked whole and takes a little from elsewhere.
    const more = Math.min(most, Math.ceil(Number(rest.dividedBy(perPortion).rounded(6).toString())));
    if (more === 0) continue;
    const qty = Decimal.min(rest, perPortion.times(Decimal.of(more)).rounded(6));
    dishes.push({ key, portions: more, qty });
    rest = rest.minus(qty);
  }
  return { transfers, dishes, rest };
}

/**
 * How far a dish may go down so that selling it still beats throwing its goods away: by what the lot in a portion cost,
 * which is lost otherwise. Never below nothing, in cents.
 */
export function lowestPrice(price: Decimal, unitCost: Decimal, perPortion: Decimal): Decimal {
  const lowest = price.minus(unitCost.times(perPortion)).rounded(2);
  return lowest.isPositive() ? lowest : Decimal.zero;
}
