/** What pick bills hold, after goods promised to them turned out not to be there. */
import type { Id } from '../../kernel/core/field.ts';
import type { Context } from '../../kernel/server/context.ts';
import { sql } from '../../kernel/server/database.ts';

/** Writes what the bills and their out-stores still hold, and what they lack, as their reservations say; within the transaction that shortened these. */
export async function picksShortened(context: Context, pickIds: readonly Id[]): Promise<void> {
  if (pickIds.length === 0) return;
  const held = sql`(select r.line_id, sum(r.qty) as qty, sum(r.want_qty) as wanted from stock_reservation r where r.bill_type = 'pick' and r.bill_id = any(${pickIds as Id[]}::bigint[]) group by r.line_id)`;
  await context.tx.run(
    sql`update pick_detail d set reserved_qty = round(h.qty / d.factor, 6), short_qty = round((h.wanted - h.qty) / d.factor, 6) from ${held} h where h.line_id = d.id`,
  );
  await context.tx.run(sql`
    update out_store_detail o set reserved_qty = round(h.qty / o.factor, 6) from ${held} h, out_store s
    where s.id = o.out_store_id and s.source_bill_type = 'pick' and h.line_id = o.source_detail_id::bigint`);
}
