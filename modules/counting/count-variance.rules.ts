/**
 * What a count says (trade-rules 9, store.md 8).
 *
 * Each line is compared with what the book held of its lot at the time that line was counted; the difference, never the
 * counted figure, is what posts, so that goods may come and go before and after. A difference beyond a threshold is
 * counted again by somebody else. Quantities in base unit.
 */
import { Decimal } from '../../kernel/core/decimal.ts';
import { refuse, type Refusal } from '../../kernel/core/refusal.ts';
import './counting.refusals.ts';

/** counted − expected at the line's own time (9.1). */
export const varianceOf = (counted: Decimal, expected: Decimal): Decimal => counted.minus(expected);

/** From where on a difference is counted twice: money, and percent points of what was expected. */
export interface Thresholds {
  readonly amount: Decimal;
  readonly percent: Decimal;
}
/** Beyond either threshold (9.3). Where nothing was expected there is no share, and the value alone decides. */
export function needsSecondCount(
  variance: Decimal,
  expected: Decimal,
  unitCost: Decimal,
  { amount, percent }: Thresholds,
): boolean {
  if (variance.isZero()) return false;
  const off = variance.abs();
  if (off.times(unitCost).isAbove(amount)) return true;
  return expected.isPositive() && off.times(Decimal.hundred).isAbove(percent.times(expected));
}

/** What stands on a line before somebody enters a count. */
export interface RecordedLine {
  readonly material: string;
  readonly batch: string;
  readonly counted: Decimal | null;
  readonly firstUserId: string | null;
  /** Who entered the figure that stands. */
  readonly user: string;
  readonly needSecond: boolean;
  /** Somebody counted it again already. */
  readonly isCountedAgain: boolean;
}
/** What a person enters: a figure, a reason for none, or neither to take a figure back. */
interface CountEntry {
  readonly line: number;
  readonly qty: Decimal | null;
  readonly skipReason: string | null;
  /** The figure his screen showed on the line, null where it showed none; absent when he did not look. */
  readonly seen?: Decimal | null;
}
type CountOutcome =
  | {
      readonly ok: true;
      readonly state: 'waiting' | 'counted' | 'recount' | 'agreed' | 'skipped';
      readonly isSecond: boolean;
      readonly needSecond: boolean;
    }
  | { readonly ok: false; readonly refusal: Refusal };

/**
 * What becomes of a line. A second count is done by another person than the first unless `oneMayDoBoth`; until then the
 * first may correct a slip of their own, and it is counted again all the same. A figure somebody else entered meanwhile
 * is not written over.
 */
export function countLine(
  before: RecordedLine,
  entry: CountEntry,
  isBeyond: boolean,
  userId: string,
  oneMayDoBoth: boolean,
): CountOutcome {
  const { material, batch } = before;
  const no = (code: string, detail: Record<string, unknown> = {}): CountOutcome => ({
    ok: false,
    refusal: refuse(code, { material, batch, ...detail }, { line: entry.line }),
  });
  // A first count that waits for a second is nobody's business; whatever else stands was to be seen.
  const shown = before.needSecond && !before.isCountedAgain ? null : before.counted;
  const isOther = (figure: Decimal | null): boolean => shown !== null && !(figure?.equals(shown) ?? false);
  if (entry.seen !== undefined && isOther(entry.seen) && isOther(entry.qty))
    return no('counting.line-counted-meanwhile', { user: before.user, qty: shown });
  if (entry.qty === null && entry.skipReason === null)
    return {
      ok: true,
      state: before.needSecond ? 'recount' : 'waiting',
      isSecond: false,
      needSecond: before.needSecond,
    };
  if (entry.qty === null) return { ok: true, state: 'skipped', isSecond: false, needSecond: before.needSecond };
  if (!before.needSecond)
    return { ok: true, state: isBeyond ? 'recount' : 'counted', isSecond: false, needSecond: isBeyond };
  if (before.firstUserId === userId && !oneMayDoBoth)
    return before.isCountedAgain
      ? no('counting.second-is-first')
      : { ok: true, state: 'recount', isSecond: false, needSecond: true };
  return { ok: true, state: 'agreed', isSecond: true, needSecond: true };
}

/** A counted line as its approval sees it. */
export interface ReviewedLine {
  readonly line: number;
  readonly material: string;
  readonly batch: string;
  readonly unit: string;
  /** null: not counted, with a reason. */
  readonly counted: Decimal | null;
  /** What the book held when the line was counted, by all that is posted now. */
  readonly expected: Decimal;
  /** The same as the approver saw it. */
  readonly seenExpected: Decimal;
  /** Documents that changed it since he looked. */
  readonly lateBills: string;
  /** What the book holds of the lot now. */
  readonly onHand: Decimal;
  readonly cause: string | null;
}
export interface SettledLine {
  readonly kind: 'gain' | 'loss' | 'zero' | 'none';
  readonly variance: Decimal;
}
/** What each line posts, in their order, or everything that speaks against it. */
export function confirmCount(lines: readonly ReviewedLine[]): {
  readonly settled: readonly SettledLine[];
  readonly refusals: readonly Refusal[];
} {
  const refusals: Refusal[] = [];
  const settled = lines.map((each): SettledLine => {
    if (each.counted === null) return { kind: 'none', variance: Decimal.zero };
    const { line, material, batch, unit, expected, onHand } = each;
    const variance = varianceOf(each.counted, expected);
    const no = (code: string, detail: Record<string, unknown>): void =>
      void refusals.push(refuse(code, { line, material, batch, unit, ...detail }, { line }));
    if (!expected.equals(each.seenExpected))
      no('counting.book-moved', { bills: each.lateBills, seen: each.seenExpected, expected });
    else if (variance.negated().isAbove(onHand)) no('counting.loss-exceeds-book', { loss: variance.abs(), onHand });
    else if (!variance.isZero() && each.cause === null) no('counting.cause-missing', { variance });
    return { kind: variance.isPositive() ? 'gain' : variance.isNegative() ? 'loss' : 'zero', variance };
  });
  return { settled, refusals };
}

/** A difference whose cause is to be guessed, with those of the same material beside it. */
export interface Different {
  readonly batchId: string | null;
  readonly materialId: string;
  readonly counted: Decimal;
  readonly expected: Decimal;
  readonly isExpired: boolean;
  /** Base units in the other units of the material. */
  readonly factors: readonly Decimal[];
}
/** The likeliest of the causes (9.5), for the person to confirm; null where nothing differs. */
export function likelyCause(
  line: Different,
  others: readonly Different[],
): 'wrong-lot' | 'unit-mistake' | 'expired' | 'found' | 'lost' | null {
  const variance = varianceOf(line.counted, line.expected);
  if (variance.isZero()) return null;
  if (
    others.some(
      (other) =>
        other !== line &&
        other.materialId === line.materialId &&
        varianceOf(other.counted, other.expected).equals(variance.negated()),
    )
  )
    return 'wrong-lot';
  const mixesUnits =
    line.expected.isPositive() &&
    line.counted.isPositive() &&
    line.factors.some(
      (factor) =>
        !factor.equals(Decimal.one) &&
        (line.counted.times(factor).equals(line.expected) || line.expected.times(factor).equals(line.counted)),
    );
  if (mixesUnits) return 'unit-mistake';
  if (variance.isPositive()) return 'found';
  return line.isExpired ? 'expired' : 'lost';
}
