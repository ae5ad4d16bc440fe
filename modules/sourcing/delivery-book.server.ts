/** Calendars of suppliers for many places at once. Runs in a thread too. */
import type { Id } from '../../kernel/core/field.ts';
import {
  deliveryFor,
  windowsAt,
  type CalendarClosure,
  type Delivery,
  type DeliveryCalendar,
  type PlaceWindow,
} from './delivery.rules.ts';

interface DeliveryQuestion {
  /** Null for goods nobody outside sends: every day, so many lead days before. */
  readonly supplierId: Id | null;
  /** Of the place that receives, nearest first. */
  readonly deptIds: readonly Id[];
  readonly needDate: string;
  readonly leadDays: number;
  readonly material: string;
}
export interface DeliveryBook {
  deliveryOf(question: DeliveryQuestion): Delivery;
}

/** Calendars of suppliers as they are read: plain, so that they can be handed to a thread. */
export interface DeliveryRows {
  readonly windows: readonly (PlaceWindow & { readonly supplierId: Id })[];
  readonly holidays: readonly (CalendarClosure & { readonly supplierId: Id })[];
}

/** What suppliers say of their weeks and holidays, as of `now`. */
export function deliveryBookOf(rows: DeliveryRows, now: string): DeliveryBook {
  const windows = Map.groupBy(rows.windows, (row) => row.supplierId);
  const holidays = Map.groupBy(rows.holidays, (row) => row.supplierId);
  const calendars = new Map<string, DeliveryCalendar>();
  const calendarOf = (supplierId: Id | null, deptIds: readonly Id[], leadDays: number): DeliveryCalendar => {
    const key = `${supplierId ?? ''} ${deptIds.join(' ')} ${leadDays}`;
    let calendar = calendars.get(key);
    if (calendar === undefined) {
      const [weeks, closures] =
        supplierId === null ? [[], []] : [windows.get(supplierId) ?? [], holidays.get(supplierId) ?? []];
      calendars.set(
        key,
        (calendar = {
          windows: windowsAt(weeks, deptIds),
          senderClosures: closures,
          receivingWeekdays: [],
          receiverClosures: [],
          leadDays,
        }),
      );
    }
    return calendar;
  };
  const known = new Map<DeliveryCalendar, Map<string, Delivery>>();
  return {
    deliveryOf({ supplierId, deptIds, needDate, leadDays, material }) {
      const calendar = calendarOf(supplierId, deptIds, leadDays);
      let days = known.get(calendar);
      if (days === undefined) known.set(calendar, (days = new Map()));
      const same = days.get(needDate);
      // A refusal names its material, so only what is in time is kept.
      if (same?.ok === true) return same;
      const delivery = deliveryFor(material, needDate, now, calendar);
      days.set(needDate, delivery);
      return delivery;
    },
  };
}
