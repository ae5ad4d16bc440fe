/** What documents hold, after goods promised to them turned out not to be there. */
import type { Id } from '../../kernel/core/field.ts';
import type { Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { outStoreSources, together } from './out-store-source.port.server.ts';

/**
 * Writes what the documents and their out-stores still hold and lack, as the reservations now say: of lines that have
 * not fetched everything, and without what was held before a part was fetched.
 */
export async function promisesShortened(
  context: Context,
  bills: readonly { readonly billType: string; readonly billId: Id }[],
): Promise<void> {
  for (const source of outStoreSources.of(context)) {
    const ids = bills.filter(({ billType }) => billType === source.type).map(({ billId }) => billId);
    if (ids.length === 0) continue;
    const promised = sql`(
      select r.line_id, sum(r.qty) as qty, sum(r.want_qty) as wanted from stock_reservation r
      where r.bill_type = ${source.type} and r.bill_id = any(${ids}::bigint[]) and r.state in ('open', 'short')
      group by r.line_id)`;
    await context.tx.run(
      together([
        sql`update out_store_detail o set reserved_qty = round(h.qty / o.factor, 6) from ${promised} h, out_store s
        where s.source_bill_type = ${source.type} and s.source_bill_id = any(${ids}::text[])
          and s.id = o.out_store_id and h.line_id = o.source_detail_id::bigint`,
        ...source.shortened(promised),
      ]),
    );
  }
}
