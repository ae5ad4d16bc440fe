import type { Id } from '../../kernel/core/field.ts';
import type { Context } from '../../kernel/server/context.ts';
import { empty, sql, type Sql } from '../../parts/postgres/database.ts';
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
  return held ?? (await shippedOtherwise(context, locationId));
}

/**
 * The first line whose bill is not what it shipped. Of one place, the lines that left it or went to it; of all places,
 * only orders that changed since a night proved their store.
 */
function shippedOtherwise(context: Context, locationId: Id | undefined): Promise<BadRow | undefined> {
  const orders =
    locationId === undefined
      ? sql`o.update_time >= coalesce((select p.proved_time - interval '1 hour' from stock_proof p
          where p.location_id = o.factory_warehouse_id), '-infinity')`
      : sql`o.factory_warehouse_id = ${locationId}::bigint`;
  const linesOf = (which: Sql): Sql => sql`
    select d.id, o.bill_code, d.warehouse_id, d.material_id, d.qty
    from factory_suppress_order o join factory_suppress_order_detail d on d.tenant_id = o.tenant_id
      and d.factory_suppress_order_id = o.id and d.taken_out_reason is null
    where o.out_state in ('shipped', 'received') and ${which}`;
  return context.tx.row<BadRow>(sql`
    with sent as (
      ${linesOf(orders)}
      ${locationId === undefined ? empty : sql`union ${linesOf(sql`d.warehouse_id = ${locationId}::bigint`)}`}),
    billed as (
      select l.source_detail_id::bigint as line_id, sum(l.qty) as qty
      from (select distinct bill_code, warehouse_id from sent) b
      join in_store s on s.instore_type = 'suppress' and s.source_bill_code = b.bill_code
        and s.source_bill_type = 'suppress-order' and s.location_id = b.warehouse_id
      join in_store_detail l on l.tenant_id = s.tenant_id and l.in_store_id = s.id group by 1)
    select d.bill_code, d.material_id, d.qty as sent, b.qty as on_bills, 'shipped is not what its bills say' as wrong
    from sent d left join billed b on b.line_id = d.id
    where coalesce(b.qty, 0) <> d.qty order by 1 limit 1`);
}
