/**
 * Until when goods must be ordered to be there in time (trade-rules 5.7; purchasing.md 14; prices-suppliers.md,
 * Cut-off).
 *
 * A sender delivers on the weekdays of his calendar, each with its cut-off so many days before; a site receives on
 * those of its own. A day that is not as the week says moves as it is told. Days and cut-offs are those of the site's
 * time zone. The need date itself is `needDate` of master-data.
 */
import type { DecimalText } from '../../kernel/core/field.ts';
import { refuse, type Refusal } from '../../kernel/core/refusal.ts';
import { covers, dayPlus, weekdayOf, type Period } from '../master-data/figures/calendar-day.rules.ts';
import { readCutOff, type SiteClock } from '../operations/sites/site-clock.rules.ts';
import './sourcing.refusals.ts';

/** What becomes of an order after its moment. */
export interface LateTerms {
  readonly mode: 'refuse' | 'fee' | 'approve';
  /** Of `fee`: an amount, or per cent of the order. */
  readonly feeKind: 'fixed' | 'percent' | null;
  readonly fee: DecimalText | null;
}
/** From when until when goods arrive, HH:mm; either may be open. */
export interface ArrivalWindow {
  readonly start: string | null;
  readonly end: string | null;
}
/** A weekday of a calendar, on the days of its period. Of several that hold on a day the highest rank counts. */
interface CalendarDay extends Partial<Period> {
  readonly weekday: number;
  readonly available: boolean;
  readonly rank?: number;
  readonly arrival?: ArrivalWindow;
}
/** A weekday on which a sender delivers. */
export interface DeliveryWindow extends CalendarDay {
  /** HH:mm; null where the day is not open. */
  readonly cutOffTime: string | null;
  readonly advanceDays: number | null;
  readonly terms?: LateTerms;
}
/** A weekday on which a site receives; what comes then serves what is needed so many days later. */
export interface ReceivingDay extends CalendarDay {
  readonly leadDays: number;
}
/**
 * A day that is not as the week says. `before`, `after`: delivered then instead; `none`: not at all; `extra`: also
 * delivered. A cut-off of its own holds for the delivery that takes its place.
 */
export interface CalendarClosure {
  readonly date: string;
  readonly shift: 'before' | 'after' | 'none' | 'extra';
  readonly reason: string;
  readonly cutOffTime?: string | null;
  readonly advanceDays?: number | null;
}
export interface DeliveryCalendar {
  /** The sender's week; none on a day: open, the cut-off then so many lead days before at 16:00. */
  readonly windows: readonly DeliveryWindow[];
  readonly senderClosures: readonly CalendarClosure[];
  /** The week of the site; none on a day: it receives. */
  readonly receivingDays: readonly ReceivingDay[];
  readonly receiverClosures: readonly CalendarClosure[];
  readonly leadDays: number;
  /** Absent: site and reader look at one clock that is never put forward or back. */
  readonly clock?: SiteClock;
}
export type Delivery =
  | {
      readonly ok: true;
      readonly deliveryDate: string;
      /** yyyy-MM-dd HH:mm of the reader's clock; this moment itself is in time. */
      readonly orderBefore: string;
      readonly late: boolean;
      /** What the sender's calendar says of late orders; null where it says nothing. */
      readonly terms: LateTerms | null;
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
 * The last day on which sender and site are open and the need is served, and until when it can be ordered (5.7). A
 * closed day moves as its closure says. Refuses `sourcing.no-delivery` for a closure without a substitute day, and
 * `sourcing.after-need` when the goods could only come later; both are for a person to decide.
 */
export function deliveryFor(material: string, needDate: string, now: string, calendar: DeliveryCalendar): Delivery {
  const serves = (day: string): boolean => dayPlus(day, receivingLead(calendar, day)) <= needDate;
  const daysBefore = Array.from({ length: SEARCH_DAYS }, (_, back) => dayPlus(needDate, -back)).filter(serves);
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
  if (deliveryDate === undefined || !serves(deliveryDate)) {
    const instead = deliveryDate ?? later() ?? null;
    return {
      ok: false,
      deliveryDate: instead,
      refusals: [refuse('sourcing.after-need', { material, needDate, deliveryDate: instead ?? '—' })],
    };
  }
  return { ok: true, deliveryDate, ...cutOffOf(calendar, deliveryDate, now, closure) };
}

/** Until when to order what comes on a day, whether that passed, and what a late order may count on. */
export function cutOffOf(
  calendar: DeliveryCalendar,
  deliveryDate: string,
  now: string,
  moved?: CalendarClosure,
): { readonly orderBefore: string; readonly late: boolean; readonly terms: LateTerms | null } {
  const cutOff = cutOffAtSite(calendar, deliveryDate, moved);
  const terms = windowOn(calendar, deliveryDate)?.terms ?? null;
  return calendar.clock === undefined
    ? { orderBefore: cutOff, late: secondsShown(now) > secondsShown(cutOff), terms }
    : { ...readCutOff(calendar.clock, cutOff, now), terms };
}

/**
 * The last moment to order for a delivery day: so many days before at the cut-off, moved back off the sender's closed
 * days. What an exception says of it goes before the week.
 */
function cutOffAtSite(calendar: DeliveryCalendar, deliveryDate: string, moved: CalendarClosure | undefined): string {
  const window = windowOn(calendar, deliveryDate);
  const extra = calendar.senderClosures.find(({ date, shift }) => date === deliveryDate && shift === 'extra');
  const exception = moved ?? extra;
  const advanceDays = exception?.advanceDays ?? window?.advanceDays ?? calendar.leadDays;
  const cutOffTime = exception?.cutOffTime ?? window?.cutOffTime ?? DAILY_CUT_OFF;
  let day = dayPlus(deliveryDate, -advanceDays);
  while (calendar.senderClosures.some((closure) => closure.date === day && closure.shift !== 'extra'))
    day = dayPlus(day, -1);
  return `${day} ${cutOffTime}`;
}

/** What a calendar says of one day: for looking through a month. */
export interface DayOfCalendar {
  readonly open: boolean;
  /** The exception it comes from, if any. */
  readonly closure: CalendarClosure | null;
  readonly arrival: ArrivalWindow | null;
  /** As the sender says, and as the site does; null where it says nothing. */
  readonly brought: ArrivalWindow | null;
  readonly received: ArrivalWindow | null;
}
const hoursOf = (day: CalendarDay | undefined): ArrivalWindow | null =>
  day?.arrival == null || (day.arrival.start === null && day.arrival.end === null) ? null : day.arrival;
/** Whether sender and site are open on a day, and which exception says so. */
export function dayOfCalendar(calendar: DeliveryCalendar, day: string): DayOfCalendar {
  const closure = closureOn(calendar, day);
  const extra = [...calendar.senderClosures, ...calendar.receiverClosures].find(({ date }) => date === day);
  const [brought, received] = [hoursOf(windowOn(calendar, day)), hoursOf(receivingOn(calendar, day))];
  return {
    open: isOpen(calendar, day),
    closure: closure ?? extra ?? null,
    arrival: received ?? brought,
    brought,
    received,
  };
}

/** The rows that hold on a day: those of the highest rank whose period has it. */
function rowsOn<R extends CalendarDay>(rows: readonly R[], day: string): readonly R[] {
  const held = rows.filter((row) =>
    row.startDate === undefined ? true : covers({ startDate: row.startDate, endDate: row.endDate ?? null }, day),
  );
  const highest = Math.max(...held.map((row) => row.rank ?? 0));
  return held.filter((row) => (row.rank ?? 0) === highest);
}
const windowOn = ({ windows }: DeliveryCalendar, day: string): DeliveryWindow | undefined =>
  rowsOn(windows, day).find(({ weekday }) => weekday === weekdayOf(day));
const receivingOn = ({ receivingDays }: DeliveryCalendar, day: string): ReceivingDay | undefined =>
  rowsOn(receivingDays, day).find(({ weekday }) => weekday === weekdayOf(day));
const receivingLead = (calendar: DeliveryCalendar, day: string): number => receivingOn(calendar, day)?.leadDays ?? 0;
/** Whether a week has a day; one without rows has every day. */
const hasDay = (rows: readonly CalendarDay[], day: string): boolean => {
  const held = rowsOn(rows, day);
  return held.length === 0 || held.some(({ weekday, available }) => available && weekday === weekdayOf(day));
};

function inWeek(calendar: DeliveryCalendar, day: string): boolean {
  const extra = (closures: readonly CalendarClosure[]) =>
    closures.some((closure) => closure.date === day && closure.shift === 'extra');
  return (
    (hasDay(calendar.windows, day) || extra(calendar.senderClosures)) &&
    (hasDay(calendar.receivingDays, day) || extra(calendar.receiverClosures))
  );
}
/** Of two holidays on one day the one that leaves least decides. */
const STRICT = { none: 0, after: 1, before: 2, extra: 3 } as const;
const closureOn = ({ senderClosures, receiverClosures }: DeliveryCalendar, day: string): CalendarClosure | undefined =>
  [...senderClosures, ...receiverClosures]
    .filter((closure) => closure.date === day && closure.shift !== 'extra')
    .toSorted((one, other) => STRICT[one.shift] - STRICT[other.shift])[0];
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
