/** Calendars of suppliers, read with two statements however many lines ask. */
import type { Id } from '../../kernel/core/field.ts';
import type { Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { deliveryBookOf, type DeliveryBook, type DeliveryRows } from './delivery-book.server.ts';

/** The book of what was read, as of `context.now`. */
export const deliveryBook = async (context: Context, supplierIds: readonly Id[]): Promise<DeliveryBook> =>
  deliveryBookOf(await deliveryRows(context, supplierIds), context.now);

/** The weeks and holidays of these suppliers. */
export async function deliveryRows({ tx }: Pick<Context, 'tx'>, supplierIds: readonly Id[]): Promise<DeliveryRows> {
  const ids = [...new Set(supplierIds)];
  if (ids.length === 0) return { windows: [], holidays: [] };
  return {
    windows: await tx.rows(sql`
    select w.supplier_id, w.dept_id, w.weekday, w.available = 1 as available, w.cut_off_time, w.advance_days
    from supplier_windows w where w.supplier_id = any(${ids}::bigint[]) order by w.supplier_id, w.weekday`),
    holidays: await tx.rows(sql`
    select h.supplier_id, h.holiday_date as date, h.shift, coalesce(h.remark, '') as reason from supplier_holidays h
    where h.supplier_id = any(${ids}::bigint[]) order by h.supplier_id, h.holiday_date`),
  };
}
