/** What a recall has accounted for: pure figures, the same on both sides. */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { DecimalText } from '../../kernel/core/field.ts';

const HUNDRED = Decimal.of('100');
const PLACES_OF_PERCENT = 2;

/** What a place says became of its goods, in base unit. */
interface Account {
  readonly foundQty: DecimalText | null;
  readonly usedQty: DecimalText | null;
  readonly destroyedQty: DecimalText | null;
  readonly returnedQty: DecimalText | null;
}
/** All that a place accounts for. */
export const accountedOf = ({ foundQty, usedQty, destroyedQty, returnedQty }: Account): Decimal =>
  [foundQty, usedQty, destroyedQty, returnedQty].reduce((sum, qty) => sum.plus(Decimal.of(qty ?? '0')), Decimal.zero);

/** Percent of what was received that is accounted for: cut, not rounded, so that 100 means all of it. */
export function coverageOf(accounted: Decimal, received: Decimal): Decimal {
  if (!received.isPositive()) return HUNDRED;
  return accounted.times(HUNDRED).dividedBy(received).roundedDown(PLACES_OF_PERCENT);
}

const MINUTE_MS = 60_000;
/** Whole minutes begun between two moments of the same time zone: an answer within the first minute took one. */
export function minutesBetween(start: string, end: string): number {
  const at = (moment: string): number => Date.parse(`${moment.replace(' ', 'T')}Z`);
  return Math.max(1, Math.ceil((at(end) - at(start)) / MINUTE_MS));
}

/** A place of a recall, as far as its state goes. */
interface PlaceState {
  readonly answerNo: number;
  readonly receivedQty: DecimalText;
  readonly accountedQty: DecimalText;
}
export type Standing = 'silent' | 'short' | 'accounted';
/** Whether a place has answered, and for all it had. */
export const standingOf = ({ answerNo, receivedQty, accountedQty }: PlaceState): Standing =>
  answerNo === 0 ? 'silent' : Decimal.of(accountedQty).isBelow(Decimal.of(receivedQty)) ? 'short' : 'accounted';

const RANK: readonly Standing[] = ['silent', 'short', 'accounted'];
/** Those that have not answered first, then those that answered for less than they had. */
export const openFirst = <P extends PlaceState & { readonly lineNo: number }>(places: readonly P[]): readonly P[] =>
  places.toSorted((a, b) => RANK.indexOf(standingOf(a)) - RANK.indexOf(standingOf(b)) || a.lineNo - b.lineNo);

/** The figure of the whole, of what was recalled itself: what was cooked of it stands with its place alone. */
export function wholeOf(
  places: readonly (PlaceState & { readonly materialId: string; readonly minutes: number | null })[],
  materialId: string | null,
): {
  readonly received: Decimal;
  readonly accounted: Decimal;
  readonly coverage: Decimal;
  readonly minutes: number | null;
} {
  const own = places.filter((place) => place.materialId === materialId);
  const sum = (of: 'receivedQty' | 'accountedQty'): Decimal =>
    own.reduce((total, place) => total.plus(Decimal.of(place[of])), Decimal.zero);
  const [received, accounted] = [sum('receivedQty'), sum('accountedQty')];
  const minutes = places.flatMap((place) => place.minutes ?? []);
  return {
    received,
    accounted,
    coverage: coverageOf(accounted, received),
    minutes: minutes.length === 0 ? null : Math.max(...minutes),
  };
}
