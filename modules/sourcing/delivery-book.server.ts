/** Calendars of suppliers for many places at once: two statements, however many lines ask. */
import type { Id } from '../../kernel/core/field.ts';
import type { Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
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

/** What suppliers say of their weeks and holidays, as of `context.now`. */
export async function deliveryBook(context: Context, supplierIds: readonly Id[]): Promise<DeliveryBook> {
  const ids = [...new Set(supplierIds)];
  const windows = Map.groupBy(
    ids.length === 0
      ? []
      : await context.tx.rows<PlaceWindow & { supplierId: Id }>(sql`
    select w.supplier_id, w.dept_id, w.weekday, w.available = 1 as available, w.cut_off_time, w.advance_days
    from supplier_windows w where w.supplier_id = any(${ids}::bigint[]) order by w.supplier_id, w.weekday`),
    (row) => row.supplierId,
  );
  const holidays = Map.groupBy(
    ids.length === 0
      ? []
      : await context.tx.rows<CalendarClosure & { supplierId: Id }>(sql`
    select h.supplier_id, h.holiday_date as date, h.shift, coalesce(h.remark, '') as reason from supplier_holidays h
    where h.supplier_id = any(${ids}::bigint[]) order by h.supplier_id, h.holiday_date`),
    (row) => row.supplierId,
  );
  const calendars = new Map<string, DeliveryCalendar>();
  const calendarOf = (supplierId: Id | null, deptIds: readonly Id[], leadDays: number): DeliveryCalendar => {
    const key = `${supplierId ?? ''} ${deptIds.join(' ')} ${leadDays}`;
    let calendar = calendars.get(key);
    if (calendar === undefined) {
      const [rows, closures] =
        supplierId === null ? [[], []] : [windows.get(supplierId) ?? [], holidays.get(supplierId) ?? []];
      calendars.set(
        key,
        (calendar = {
          windows: windowsAt(rows, deptIds),
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
      const delivery = deliveryFor(material, needDate, context.now, calendar);
      days.set(needDate, delivery);
      return delivery;
    },
  };
}
