/**
 * Until when goods must be ordered to be there in time (trade-rules 5.7; purchasing.md 14; prices-suppliers.md,
 * Cut-off).
 *
 * A sender delivers on the weekdays of his calendar, each with its cut-off so many days before; a day that is not as
 * the week says moves as it is told. All days and moments are those of the site's time zone. The need date itself is
 * `needDate` of master-data.
 */
import { refuse, type Refusal } from '../../kernel/core/refusal.ts';
import { dayPlus, weekdayOf } from '../master-data/figures/calendar-day.rules.ts';
import './sourcing.refusals.ts';

/** A weekday on which a sender delivers; the row of the place already chosen. */
interface DeliveryWindow {
  readonly weekday: number;
  readonly available: boolean;
  /** HH:mm */
  readonly cutOffTime: string;
  readonly advanceDays: number;
}
/**
 * A day that is not as the week says. `before`, `after`: delivered then instead; `none`: not at all; `extra`: also
 * delivered.
 */
export interface CalendarClosure {
  readonly date: string;
  readonly shift: 'before' | 'after' | 'none' | 'extra';
  readonly reason: string;
}
export interface DeliveryCalendar {
  /** The sender's week; empty: every day, the cut-off then so many lead days before at 16:00. */
  readonly windows: readonly DeliveryWindow[];
  readonly senderClosures: readonly CalendarClosure[];
  /** Weekdays on which the site receives; empty for every day. */
  readonly receivingWeekdays: readonly number[];
  readonly receiverClosures: readonly CalendarClosure[];
  readonly leadDays: number;
}
export type Delivery =
  | {
      readonly ok: true;
      readonly deliveryDate: string;
      /** yyyy-MM-dd HH:mm in the site's time zone; this moment itself is in time. */
      readonly orderBefore: string;
      readonly late: boolean;
    }
  | {
      readonly ok: false;
      readonly refusals: readonly Refusal[];
      /** The first day it could come instead, later than needed; null where nobody delivers at all. */
      readonly deliveryDate: string | null;
    };

/** How far a delivery is looked for before somebody has to decide. */
const SEARCH_DAYS = 31;
const DAILY_CUT_OFF = '16:00';

/**
 * The last day on or before the need on which sender and site are open, and until when it can be ordered (5.7). A
 * closed day moves as its closure says. Refuses `sourcing.no-delivery` for a closure without a substitute day, and
 * `sourcing.after-need` when the goods could only come later; both are for a person to decide.
 */
export function deliveryFor(material: string, needDate: string, now: string, calendar: DeliveryCalendar): Delivery {
  const daysBefore = Array.from({ length: SEARCH_DAYS }, (_, back) => dayPlus(needDate, -back));
  const planned = daysBefore.find((day) => inWeek(calendar, day));
  const closure = planned === undefined ? undefined : closureOn(calendar, planned);
  const later = () =>
    Array.from({ length: SEARCH_DAYS }, (_, ahead) =>
      dayPlus(closure?.shift === 'after' ? planned! : needDate, ahead + 1),
    ).find((day) => isOpen(calendar, day));
  if (closure?.shift === 'none')
    return {
      ok: false,
      deliveryDate: later() ?? null,
      refusals: [refuse('sourcing.no-delivery', { material, date: closure.date, reason: closure.reason })],
    };
  const deliveryDate = closure?.shift === 'after' ? later() : daysBefore.find((day) => isOpen(calendar, day));
  if (deliveryDate === undefined || deliveryDate > needDate) {
    const instead = deliveryDate ?? later() ?? null;
    return {
      ok: false,
      deliveryDate: instead,
      refusals: [refuse('sourcing.after-need', { material, needDate, deliveryDate: instead ?? '—' })],
    };
  }
  const orderBefore = orderBeforeOf(calendar, deliveryDate);
  return { ok: true, deliveryDate, orderBefore, late: secondsShown(now) > secondsShown(orderBefore) };
}

/**
 * The last moment to order for a delivery day: so many days before at the cut-off, moved back off the sender's closed
 * days.
 */
function orderBeforeOf(calendar: DeliveryCalendar, deliveryDate: string): string {
  const window = calendar.windows.find((one) => one.weekday === weekdayOf(deliveryDate));
  const { advanceDays, cutOffTime } = window ?? { advanceDays: calendar.leadDays, cutOffTime: DAILY_CUT_OFF };
  let day = dayPlus(deliveryDate, -advanceDays);
  while (calendar.senderClosures.some((closure) => closure.date === day && closure.shift !== 'extra'))
    day = dayPlus(day, -1);
  return `${day} ${cutOffTime}`;
}

function inWeek(
  { windows, receivingWeekdays, senderClosures, receiverClosures }: DeliveryCalendar,
  day: string,
): boolean {
  const extra = (closures: readonly CalendarClosure[]) =>
    closures.some((closure) => closure.date === day && closure.shift === 'extra');
  const sent = windows.length === 0 || windows.some((window) => window.weekday === weekdayOf(day) && window.available);
  const received = receivingWeekdays.length === 0 || receivingWeekdays.includes(weekdayOf(day));
  return (sent || extra(senderClosures)) && (received || extra(receiverClosures));
}
const closureOn = ({ senderClosures, receiverClosures }: DeliveryCalendar, day: string): CalendarClosure | undefined =>
  [...senderClosures, ...receiverClosures].find((closure) => closure.date === day && closure.shift !== 'extra');
const isOpen = (calendar: DeliveryCalendar, day: string): boolean =>
  inWeek(calendar, day) && closureOn(calendar, day) === undefined;
const secondsShown = (moment: string): string => (moment.length === 16 ? `${moment}:00` : moment);

/** A row of a supplier's calendar; `deptId` null holds for all places. */
export interface PlaceWindow extends DeliveryWindow {
  readonly deptId: string | null;
}
/** The rows of the nearest department that has any, else those for all places. `deptIds` nearest first. */
export function windowsAt(rows: readonly PlaceWindow[], deptIds: readonly string[]): readonly DeliveryWindow[] {
  const nearest = deptIds.find((deptId) => rows.some((row) => row.deptId === deptId)) ?? null;
  return rows.filter((row) => row.deptId === nearest);
}
