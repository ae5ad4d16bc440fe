/** From where to where a transfer goes, and until when (store.md 5). */
import { refuse, type Refusal } from '../../kernel/core/refusal.ts';
import { dayPlus } from '../master-data/figures/calendar-day.rules.ts';
import './transfers.refusals.ts';

/** Nobody asks for goods more than a year before they need them: the year was mistyped. */
const DAYS_AHEAD = 366;

interface Head {
  readonly billDate: string | null;
  readonly needTime: string;
  readonly outLocationId: string;
  readonly inLocationId: string;
}

/** Everything that speaks against the head of a transfer; `before`: when it was needed so far. */
export function headRefusals(
  { billDate, needTime, outLocationId, inLocationId }: Head,
  clock: { readonly now: string; readonly today: string },
  before: string | null,
): Refusal[] {
  const found: Refusal[] = [];
  if (outLocationId === inLocationId) found.push(refuse('transfers.same-place', {}, { field: 'inLocationId' }));
  if (billDate !== null && billDate > clock.today)
    found.push(refuse('transfers.date-future', {}, { field: 'billDate' }));
  if (needTime < clock.now && needTime !== before)
    found.push(refuse('transfers.need-time-past', {}, { field: 'needTime' }));
  const latest = dayPlus(clock.today, DAYS_AHEAD);
  if (needTime.slice(0, 10) > latest) found.push(refuse('transfers.need-time-far', { latest }, { field: 'needTime' }));
  return found;
}
