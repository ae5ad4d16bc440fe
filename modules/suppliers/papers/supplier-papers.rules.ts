/** What a supplier's papers allow: which are in order, which end soon, and which stop new orders. */
import { daysBetween } from '../../master-data/figures/calendar-day.rules.ts';

/** Without a cooperation type nothing else is asked for. */
export const LICENCE = 'business-license';
/** So many days before the end somebody is told: once at each. */
export const WARNED_DAYS = [30, 15, 7, 0] as const;
/** An emergency release ends by itself. */
export const RELEASE_DAYS = 7;

type PaperState = 'ok' | 'due' | 'expired' | 'missing' | 'waiting';
export interface SupplierPaper {
  readonly kind: string;
  readonly checkState: 'waiting' | 'passed' | 'refused';
  /** Null: it has no end. */
  readonly validTo: string | null;
}

/** A kind that is asked for, as it stands: the passed paper that lasts longest counts. */
export function paperState(
  kind: string,
  papers: readonly SupplierPaper[],
  today: string,
): { readonly state: PaperState; readonly validTo: string | null } {
  const own = papers.filter((paper) => paper.kind === kind);
  const passed = own.filter(({ checkState }) => checkState === 'passed');
  if (passed.length === 0)
    return { state: own.some(({ checkState }) => checkState === 'waiting') ? 'waiting' : 'missing', validTo: null };
  if (passed.some(({ validTo }) => validTo === null)) return { state: 'ok', validTo: null };
  const validTo = passed
    .map((paper) => paper.validTo!)
    .toSorted()
    .at(-1)!;
  const left = daysBetween(today, validTo);
  return { state: left < 0 ? 'expired' : left <= WARNED_DAYS[0] ? 'due' : 'ok', validTo };
}

/** Which of the notices is due: the nearest that was reached; undefined where the end is further away, or past. */
export function noticeDue(validTo: string, today: string): number | undefined {
  const left = daysBetween(today, validTo);
  return left < 0 ? undefined : WARNED_DAYS.findLast((days) => left <= days);
}
