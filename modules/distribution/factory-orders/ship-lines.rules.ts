/** What leaves of factory orders: lots of each line, what that is short of, and what becomes of the rest. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { Id } from '../../../kernel/core/field.ts';

/** A line that is to be shipped: what of it has not been sent or cancelled, in its unit and in base unit. */
export interface LineToShip {
  readonly id: Id;
  readonly orderId: Id;
  readonly line: number;
  readonly materialId: Id;
  readonly unitId: Id;
  readonly factor: Decimal;
  readonly baseUnitId: Id;
  readonly openQty: Decimal;
  readonly openBaseQty: Decimal;
}
/** So much of a lot, in base unit, or in the unit of the line as it was sorted. */
interface ProposedLot {
  readonly batchId: Id;
  readonly materialId: Id;
  readonly baseQty: Decimal;
}
export interface SortedLot {
  readonly batchId: Id;
  readonly materialId: Id;
  /** The store it was sorted at, which need not be that of the order. */
  readonly storeId: Id;
  readonly num: Decimal;
  readonly pieces: string | null;
}
/** What leaves of a line from one lot. */
export interface ShippedPart {
  readonly line: LineToShip;
  readonly batchId: Id;
  readonly materialId: Id;
  readonly storeId: Id;
  readonly qty: Decimal;
  readonly baseQty: Decimal;
  readonly pieces: string | null;
}

/** In the unit of the line the parts make the line where they make it in base unit, whatever each rounds to. */
export function partsOfProposal(line: LineToShip, storeId: Id, lots: readonly ProposedLot[]): ShippedPart[] {
  let taken = Decimal.zero;
  const inUnit = (upTo: Decimal): Decimal =>
    upTo.equals(line.openBaseQty) ? line.openQty : upTo.dividedBy(line.factor).rounded(6);
  return lots.map(({ batchId, materialId, baseQty }) => {
    const upTo = taken.plus(baseQty);
    const qty = inUnit(upTo).minus(inUnit(taken));
    taken = upTo;
    return { line, batchId, materialId, storeId, qty, baseQty, pieces: null };
  });
}

/** What was sorted leaves as it was weighed or counted, in base unit what makes the line where it makes it. */
export function partsOfSorting(line: LineToShip, lots: readonly SortedLot[]): ShippedPart[] {
  let taken = Decimal.zero;
  const inBase = (upTo: Decimal): Decimal =>
    upTo.equals(line.openQty) ? line.openBaseQty : upTo.times(line.factor).rounded(6);
  return lots
    .filter(({ num }) => num.isPositive())
    .map(({ batchId, materialId, storeId, num, pieces }) => {
      const upTo = taken.plus(num);
      const baseQty = inBase(upTo).minus(inBase(taken));
      taken = upTo;
      return { line, batchId, materialId, storeId, qty: num, baseQty, pieces };
    });
}

/** What of a line does not leave now, in its unit and in base unit; nothing where more than ordered was weighed. */
export function shortOf(
  line: LineToShip,
  parts: readonly ShippedPart[],
): { readonly qty: Decimal; readonly baseQty: Decimal } {
  const own = parts.filter((part) => part.line.id === line.id);
  const left = (open: Decimal, gone: readonly Decimal[]): Decimal =>
    Decimal.max(Decimal.zero, open.minus(Decimal.sum(gone)));
  const qty = left(
    line.openQty,
    own.map((part) => part.qty),
  );
  return {
    qty,
    baseQty: qty.isZero()
      ? Decimal.zero
      : left(
          line.openBaseQty,
          own.map((part) => part.baseQty),
        ),
  };
}
