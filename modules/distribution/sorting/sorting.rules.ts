/**
 * An act at the sorting table (purchasing.md 10). What was weighed counts: a line is done within the tolerance of what
 * it is to get, short below it, and never above it.
 */
import { Decimal } from '../../../kernel/core/decimal.ts';
import { refuse, type Refusal } from '../../../kernel/core/refusal.ts';
import type { SortState } from './distribution-statement-log.resource.ts';
import '../sorting.refusals.ts';

/** A line as it stands. */
export interface SortingLine {
  readonly state: SortState;
  readonly isShipped: boolean;
  readonly orderNo: string;
  readonly material: string;
  readonly unit: string;
  readonly site: string;
  readonly orderQty: Decimal;
  /** What a shortage split leaves it; null: all that was ordered. */
  readonly targetQty: Decimal | null;
  readonly num: Decimal;
  readonly shortReason: string | null;
  /** Who sorted it last. */
  readonly operator: string;
  /** Percent of what is to be sorted; 0 for what is counted. */
  readonly tolerance: Decimal;
  readonly isCatchWeight: boolean;
}
/** What a person entered. */
interface SortingAct {
  readonly num: Decimal;
  readonly shortReason: string | null;
  readonly pieces: number | null;
  readonly weight: Decimal | null;
  readonly line?: number;
}
interface Sorted {
  readonly state: 'done' | 'short';
  readonly num: Decimal;
  readonly shortQty: Decimal;
  readonly shortReason: string | null;
}

/** The reason of what a split leaves short. */
export const SPLIT_REASON = 'split';

const at = (line: number | undefined, field?: string) => ({
  ...(line === undefined ? {} : { line }),
  ...(field === undefined ? {} : { field }),
});
const named = ({ orderNo, material, site }: SortingLine) => ({ orderNo, material, site });

/** What a line may be changed by: nothing once it is shipped. */
export const shippedRefusal = (of: SortingLine, line?: number): Refusal | undefined =>
  of.isShipped ? refuse('sorting.shipped', named(of), at(line)) : undefined;

/** A line waits for its act once; whoever comes second reads who was first. `again`: a figure is put right. */
export function turnRefusal(of: SortingLine, line?: number): Refusal | undefined {
  const shipped = shippedRefusal(of, line);
  if (shipped !== undefined) return shipped;
  return of.state === 'done' || of.state === 'short'
    ? refuse('sorting.sorted-already', { ...named(of), operator: of.operator, num: of.num, unit: of.unit }, at(line))
    : undefined;
}

/** What a figure makes of a line, or what stands against it. */
export function sorted(of: SortingLine, act: SortingAct): Sorted | readonly Refusal[] {
  const { num, line } = act;
  const goal = of.targetQty ?? of.orderQty;
  const [lower, upper] = [-1, 1].map((sign) =>
    goal.times(Decimal.hundred.plus(of.tolerance.times(Decimal.of(sign)))).dividedBy(Decimal.hundred),
  ) as [Decimal, Decimal];
  const refusals: Refusal[] = [];
  if (num.isNegative()) refusals.push(refuse('sorting.negative', { ...named(of) }, at(line, 'num')));
  if (num.isAbove(upper))
    refusals.push(
      refuse('sorting.over', { ...named(of), limit: upper.roundedDown(6), unit: of.unit, num }, at(line, 'num')),
    );
  if (of.isCatchWeight && num.isPositive() && (act.pieces === null || act.weight === null))
    refusals.push(refuse('sorting.by-weight', { ...named(of) }, at(line, act.pieces === null ? 'pieces' : 'weight')));
  const isWhole = num.isAtLeast(lower);
  const isShort = !isWhole || (of.targetQty !== null && of.targetQty.isBelow(of.orderQty));
  const shortReason = !isShort ? null : isWhole ? SPLIT_REASON : (act.shortReason ?? null);
  if (isShort && shortReason === null)
    refusals.push(refuse('sorting.why-short', { ...named(of) }, at(line, 'shortReason')));
  if (refusals.length > 0) return refusals;
  return {
    state: isShort ? 'short' : 'done',
    num,
    shortQty: Decimal.max(Decimal.zero, of.orderQty.minus(num)),
    shortReason,
  };
}

/** What is left of a lot for a line, in base unit: what lies there, less what others sorted or named of it. */
export function lotRefusal(
  of: SortingLine,
  lot: { readonly batch: string; readonly left: Decimal; readonly baseUnit: string },
  wanted: Decimal,
  line?: number,
): Refusal | undefined {
  return wanted.isAbove(lot.left)
    ? refuse(
        'sorting.lot-short',
        { ...named(of), batch: lot.batch, qty: Decimal.max(Decimal.zero, lot.left), unit: lot.baseUnit },
        at(line, 'batchId'),
      )
    : undefined;
}

/** Percent of lines that are sorted, whole; 100 means all of them. */
export const progressOf = (sortedLines: number, lines: number): number =>
  lines === 0 ? 0 : Math.floor((sortedLines * 100) / lines);
