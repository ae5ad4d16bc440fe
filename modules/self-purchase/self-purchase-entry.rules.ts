/** Lines of a self-purchase while they are typed: what they come to, and how they stand to their references. */
import { Decimal } from '../../kernel/core/decimal.ts';
import { deviationOf, isTooDear } from './self-purchase.rules.ts';

/** A line as the form holds it. `referenceBase` is what the picker knew of one base unit. */
export interface EnteredLine {
  readonly materialId?: unknown;
  readonly unitId?: unknown;
  readonly baseUnitId?: unknown;
  readonly orderQty?: unknown;
  readonly price?: unknown;
  readonly referenceBase?: unknown;
  readonly referencePrice?: unknown;
  readonly deviationReason?: unknown;
}
const figureOf = (value: unknown): Decimal | null =>
  typeof value === 'string' && Decimal.isText(value) ? Decimal.of(value) : null;

/** The reference in the unit of the line: known beforehand for the base unit alone, for others once it is saved. */
const referenceOf = (line: EnteredLine, changed: readonly string[]): Decimal | null => {
  if (line.unitId === line.baseUnitId && figureOf(line.referenceBase) !== null) return figureOf(line.referenceBase);
  return changed.includes('unitId') || changed.includes('materialId') ? null : figureOf(line.referencePrice);
};

/** Amount, reference and deviation as they follow from what was typed. */
export function entered<L extends EnteredLine>(line: L, changed: readonly string[]) {
  const [qty, price, reference] = [figureOf(line.orderQty), figureOf(line.price), referenceOf(line, changed)];
  return {
    ...line,
    amount: qty === null || price === null ? null : qty.times(price).toFixed(2),
    referencePrice: reference?.toString() ?? null,
    deviation: price === null ? null : (deviationOf(price, reference)?.toString() ?? null),
  };
}

/** Whether the line is so far above its reference that a reason is asked for. */
export const isDear = ({ price, referencePrice }: EnteredLine, percent: Decimal): boolean => {
  const paid = figureOf(price);
  return paid !== null && isTooDear(paid, figureOf(referencePrice), percent);
};
/** It is, and no reason is given. */
export const isUnexplained = (line: EnteredLine, percent: Decimal): boolean =>
  isDear(line, percent) && (typeof line.deviationReason !== 'string' || line.deviationReason.trim() === '');

/** What the lines come to that have a quantity and a price. */
export const totalOf = (lines: readonly EnteredLine[]): Decimal =>
  Decimal.sum(
    lines.flatMap((line) => {
      const [qty, price] = [figureOf(line.orderQty), figureOf(line.price)];
      return qty === null || price === null ? [] : [qty.times(price).rounded(2)];
    }),
  );

/** What of a limit is used, in whole percent up to 100, and what is left of it; negative where it is passed. */
export function usedOf(amount: Decimal, limit: Decimal): { readonly percent: number; readonly left: Decimal } {
  const share = limit.isPositive() ? amount.times(Decimal.hundred).dividedBy(limit).rounded(0) : Decimal.hundred;
  return { percent: Math.min(100, Math.max(0, share.toApproximateNumber())), left: limit.minus(amount) };
}
