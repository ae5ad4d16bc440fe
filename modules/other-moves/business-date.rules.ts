/** How far back a bill may be dated (store.md 12): what is late is entered within a few days, or by right. */
import { refuse, type Refusal } from '../../kernel/core/refusal.ts';
import { dayPlus } from '../master-data/figures/calendar-day.rules.ts';
import './other-moves.refusals.ts';

/** Nobody enters what happened more than a year ago: the year was mistyped. */
export const BACKDATE_MOST = 366;

/** Refuses a day that is to come, and one more than `days` days back. */
export function dateRefusal(billDate: string, today: string, days: number): Refusal | undefined {
  if (billDate > today) return refuse('other-moves.date-future', {}, { field: 'billDate' });
  const earliest = dayPlus(today, -days);
  return billDate < earliest ? refuse('other-moves.date-early', { days, earliest }, { field: 'billDate' }) : undefined;
}

/** When a bill of an earlier day happened: as the last thing of that day. Undefined: now. */
export const businessTimeOf = (billDate: string, today: string): string | undefined =>
  billDate < today ? `${billDate} 23:59:59` : undefined;
