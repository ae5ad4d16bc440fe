import { refuse, type Refusal } from '../../kernel/core/refusal.ts';
import { dayPlus } from '../master-data/figures/calendar-day.rules.ts';

/** Nobody orders further ahead; a later day is a year mistyped. */
const DAYS_AHEAD = 366;

/** A day of delivery as it stands in a document, and the cell it stands in. */
interface WantedDay {
  readonly day: string | null | undefined;
  readonly field: string;
  readonly line?: number;
}

/** What speaks against days of delivery (`yyyy-MM-dd`) of a request or an order saved `today`. */
export function farDeliveries(today: string, wanted: readonly WantedDay[]): Refusal[] {
  const latest = dayPlus(today, DAYS_AHEAD);
  return wanted.flatMap(({ day, field, line }) => {
    if (typeof day !== 'string' || day <= latest) return [];
    return [refuse('purchasing.delivery-far', { day, latest }, { field, ...(line === undefined ? {} : { line }) })];
  });
}
