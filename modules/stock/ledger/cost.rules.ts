/**
 * What stock is worth (trade-rules 1.6, 8.1–8.7; store.md 3.3).
 *
 * A lot keeps its own cost, and its last issue takes the rest of its value: zero quantity always means zero value.
 * The moving average of a place and material stands beside it. What goes back to the supplier goes at the cost it came
 * in at, and the difference to what the stock carried is booked as a variance. Goods of catch weight are counted in
 * pieces and valued by the scale. Amounts have 2 places, unit costs 6; each is rounded once.
 */
import { Decimal } from '../../../kernel/core/decimal.ts';
import { Fraction } from '../../master-data/figures/exact-fraction.rules.ts';
import { proportionalShares } from '../../master-data/figures/proportional-shares.rules.ts';

/** Base quantity, its value, and the value of one base unit. */
export interface Worth {
  readonly qty: Decimal;
  readonly amount: Decimal;
  readonly unitCost: Decimal;
}
interface Issued {
  readonly amount: Decimal;
  readonly left: Worth;
}
export interface AverageIssued extends Issued {
  /** Cents left on a stock of zero; booked to the variance account. */
  readonly residue: Decimal;
}
interface Returned extends AverageIssued {
  /** `residue` is what the credit exceeds the carried value by (negative: falls short): to the variance account. */
  readonly carried: Decimal;
}

export const MONEY_PLACES = 2;
/** Unit costs on documents and lists. */
export const UNIT_COST_PLACES = 6;
/**
 * Unit costs that issues are reckoned with: so many places that quantity × unit cost, rounded once, is what the
 * fraction of value and quantity says.
 */
const EXACT_PLACES = 26;
/** Products of quantities and prices have no more places; beyond them stands what a fraction lost. */
const PRODUCT_PLACES = 12;
export const noWorth: Worth = { qty: Decimal.zero, amount: Decimal.zero, unitCost: Decimal.zero };

/** Quantity × price, rounded once to money. Catch weight passes the kilograms of the scale, not the pieces. */
export const amountOf = (qty: Decimal, price: Decimal): Decimal =>
  qty.times(price).rounded(PRODUCT_PLACES).rounded(MONEY_PLACES);

/** Value comes in: quantity and value add up, the unit cost is theirs (8.1, and a lot's first receipt). */
export function receive(held: Worth, qty: Decimal, amount: Decimal): Worth {
  const total = { qty: held.qty.plus(qty), amount: held.amount.plus(amount) };
  return {
    ...total,
    unitCost: total.qty.isZero()
      ? held.unitCost
      : Fraction.of(total.amount).dividedBy(Fraction.of(total.qty)).rounded(EXACT_PLACES),
  };
}

/**
 * The value of what lies there changes without a quantity (8.7). The average may carry less than the lots do: it never
 * falls below nothing, and what it cannot bear is the residue.
 */
export function adjustAverage(held: Worth, amount: Decimal): { readonly left: Worth; readonly residue: Decimal } {
  if (held.qty.isZero()) return { left: noWorth, residue: amount };
  const borne = Decimal.max(amount, held.amount.negated());
  return { left: receive(held, Decimal.zero, borne), residue: amount.minus(borne) };
}

/**
 * A lot gives some of its quantity at its own unit cost (8.2), never more value than is left, and all of it with the
 * last of the quantity. Throws a RangeError when more is taken than is there: allocation refuses that before.
 */
export function issueFromLot(lot: Worth, qty: Decimal): Issued {
  mustHold(lot, qty);
  const amount = qty.equals(lot.qty) ? lot.amount : Decimal.min(lot.amount, amountOf(qty, lot.unitCost));
  return { amount, left: { qty: lot.qty.minus(qty), amount: lot.amount.minus(amount), unitCost: lot.unitCost } };
}

/**
 * The moving average gives some of its quantity at the current average (8.1). What a document took just before, from
 * other lots, is rounded together with it. A stock that comes to zero is worth zero; the cents its rounding left over
 * are the residue. Throws a RangeError when more is taken than is there.
 */
export function issueAtAverage(held: Worth, qty: Decimal, takenBefore: Decimal = Decimal.zero): AverageIssued {
  mustHold(held, qty);
  const { unitCost } = held;
  const amount = amountOf(takenBefore.plus(qty), unitCost).minus(amountOf(takenBefore, unitCost));
  if (qty.isPositive() && qty.equals(held.qty))
    return { amount, left: { ...noWorth, unitCost }, residue: held.amount.minus(amount) };
  const given = Decimal.min(held.amount, amount);
  return {
    amount: given,
    left: { qty: held.qty.minus(qty), amount: held.amount.minus(given), unitCost },
    residue: Decimal.zero,
  };
}

/**
 * Goods that came in go out again with the value they brought into the moving average, as far as it still bears it;
 * what it cannot bear, or is left over at zero, is the residue. Throws a RangeError when more is taken than is there.
 */
export function takeBackFromAverage(held: Worth, qty: Decimal, amount: Decimal): AverageIssued {
  mustHold(held, qty);
  if (qty.equals(held.qty))
    return { amount, left: { ...noWorth, unitCost: held.unitCost }, residue: held.amount.minus(amount) };
  const borne = Decimal.min(held.amount, amount);
  return {
    amount,
    left: receive({ ...held, qty: held.qty.minus(qty) }, Decimal.zero, borne.negated()),
    residue: borne.minus(amount),
  };
}

/**
 * Goods go back to the supplier at the cost they came in at (8.3). The stock loses what it carried, the supplier is
 * charged the original cost, and the residue is the difference. Works on a lot and on a moving average alike.
 */
export function returnAtOriginalCost(held: Worth, qty: Decimal, originUnitCost: Decimal): Returned {
  const { amount: carried, left } = issueFromLot(held, qty);
  const amount = amountOf(qty, originUnitCost);
  return { amount, carried, left, residue: amount.minus(carried) };
}

/** What a gain of a count, or goods found, are valued at: the current average, else the last cost (8.5). */
export const gainUnitCost = (held: Worth, lastCost: Decimal): Decimal =>
  held.qty.isPositive() ? held.unitCost : lastCost;

/** A lot that is counted in pieces and valued in kilograms. */
interface CatchWeightLot extends Worth {
  readonly pieces: Decimal;
}
interface CatchWeightIssued {
  readonly amount: Decimal;
  readonly left: CatchWeightLot;
  /**
   * Kilograms that vanished between weighings, and their value, once the last piece is gone; own account (store.md
   * weight.residue).
   */
  readonly residue: { readonly qty: Decimal; readonly amount: Decimal };
}

/**
 * Pieces leave with the kilograms they weighed (1.6): neither figure is derived from the other. No pieces means no
 * kilograms.
 */
export function issueCatchWeight(lot: CatchWeightLot, pieces: Decimal, kilograms: Decimal): CatchWeightIssued {
  if (pieces.isAbove(lot.pieces)) throw new RangeError(`${pieces} pieces taken from ${lot.pieces}`);
  const { amount, left } = issueFromLot(lot, kilograms);
  const leftPieces = lot.pieces.minus(pieces);
  if (!leftPieces.isZero())
    return { amount, left: { ...left, pieces: leftPieces }, residue: { qty: Decimal.zero, amount: Decimal.zero } };
  return {
    amount,
    left: { qty: Decimal.zero, amount: Decimal.zero, unitCost: left.unitCost, pieces: leftPieces },
    residue: { qty: left.qty, amount: left.amount },
  };
}

/** A lot at one place, for a cost that becomes known late. */
interface CostShare {
  readonly key: string;
  readonly qty: Decimal;
}
/**
 * A late cost (freight, a price correction) of a lot, spread by quantity over the places it still lies at; what was
 * already used goes to variance (8.7). The parts add up to the amount exactly; ties go to the earlier in the list.
 */
export function spreadLateCost(
  amount: Decimal,
  lying: readonly CostShare[],
  used: Decimal,
): { readonly places: ReadonlyMap<string, Decimal>; readonly variance: Decimal } {
  const shares = proportionalShares(amount, [...lying.map((share) => share.qty), used], CENT);
  return {
    places: new Map(lying.map((share, index) => [share.key, shares[index] ?? Decimal.zero])),
    variance: shares.at(-1) ?? Decimal.zero,
  };
}

const CENT = Decimal.of('0.01');

function mustHold(held: Worth, qty: Decimal): void {
  if (qty.isNegative() || qty.isAbove(held.qty)) throw new RangeError(`${qty} taken from ${held.qty}`);
}
