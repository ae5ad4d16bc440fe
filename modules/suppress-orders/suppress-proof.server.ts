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
    select o.bill_code, d.material_id, d.qty as sent, sum(l.qty) as on_bills, 'shipped is not what its bills say' as wrong
    from factory_suppress_order o join factory_suppress_order_detail d on d.factory_suppress_order_id = o.id
      and d.taken_out_reason is null
    left join in_store s on s.source_bill_type = 'suppress-order' and s.source_bill_id = o.id::text
    left join in_store_detail l on l.in_store_id = s.id and l.source_detail_id = d.id::text
    where o.out_state in ('shipped', 'received')
      ${locationId === undefined ? empty : sql`and ${locationId}::bigint in (o.factory_warehouse_id, d.warehouse_id)`}
    group by o.bill_code, d.id, d.material_id, d.qty having coalesce(sum(l.qty), 0) <> d.qty
    order by 1 limit 1`);
}
