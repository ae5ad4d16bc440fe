import type { Id } from '../../kernel/core/field.ts';
import type { Context } from '../../kernel/server/context.ts';
import { empty, sql } from '../../parts/postgres/database.ts';
import type { BadRow } from '../stock/ledger/proof.server.ts';

/** The first suppress order that holds goods and can no longer ship them, or whose bills are not what it shipped. */
export async function proveSuppressOrders(context: Context, locationId?: Id): Promise<BadRow | undefined> {
  const held = await context.tx.row<BadRow>(sql`
    select r.bill_code, r.location_id, r.material_id, r.qty, coalesce(o.status, '') as bill_state,
      'held by what cannot be finished' as wrong
    from stock_reservation r left join factory_suppress_order o on o.id = r.bill_id
    where r.qty > 0 and r.bill_type = 'factorysuppressorder'
      ${locationId === undefined ? empty : sql`and r.location_id = ${locationId}::bigint`}
      and (o.status is distinct from 'approved' or o.out_state <> 'held')
    order by r.bill_code limit 1`);
  if (held !== undefined) return held;
  return context.tx.row<BadRow>(sql`
    with billed as (
      select l.source_detail_id::bigint as line_id, sum(l.qty) as qty
      from in_store s join in_store_detail l on l.in_store_id = s.id
      where s.source_bill_type = 'suppress-order' group by 1)
    select o.bill_code, d.material_id, d.qty as sent, b.qty as on_bills, 'shipped is not what its bills say' as wrong
    from factory_suppress_order o join factory_suppress_order_detail d on d.factory_suppress_order_id = o.id
      and d.taken_out_reason is null
    left join billed b on b.line_id = d.id
    where o.out_state in ('shipped', 'received') and coalesce(b.qty, 0) <> d.qty
      ${locationId === undefined ? empty : sql`and ${locationId}::bigint in (o.factory_warehouse_id, d.warehouse_id)`}
    order by 1 limit 1`);
}
