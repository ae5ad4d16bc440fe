/**
 * Every gram of a work list stands once on the way to its order, and what is on order is what documents and factory
 * orders have open.
 */
import type { Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { empty, sql } from '../../../parts/postgres/database.ts';
import type { BadRow } from '../../stock/ledger/proof.server.ts';
import { distributionBill } from '../lists/distribution-bill.document.ts';
import { factoryOrder } from '../factory-orders/factory-order.document.ts';
import { unsentOf } from '../factory-orders/make-orders.server.ts';
import { purchaseDocument } from './purchase-document.document.ts';

/** The first document or factory order of which something is not as its links and lines say. */
export async function proveDocuments(context: Context, locationId?: Id): Promise<BadRow | undefined> {
  return (await provenLinks(context, locationId)) ?? (await provenOnOrder(context, locationId));
}

/** A living document holds what its lines of work lists gave it; one that is completed gave all of it to its order. */
async function provenLinks(context: Context, locationId?: Id): Promise<BadRow | undefined> {
  const [row] = await context.tx.rows<BadRow>(sql`
    with lines as (
      select o.id, o.bill_code, o.status, d.id as line_id, d.base_qty, d.material_id,
        case when o.doc_type = 'central' then coalesce(o.out_factory_warehouse_id, o.out_warehouse_id)
          else o.warehouse_id end as location_id,
        coalesce((select sum(l.to_qty) from bill_link l where l.to_type = ${purchaseDocument.name}
          and l.to_bill_id = o.id and l.to_line_id = d.id and l.from_type = ${distributionBill.name}), 0) as given,
        coalesce((select sum(l.from_qty) from bill_link l where l.from_type = ${purchaseDocument.name}
          and l.from_bill_id = o.id and l.from_line_id = d.id), 0) as ordered
      from purchase_document o join purchase_document_detail d on d.tenant_id = o.tenant_id
        and d.purchase_document_id = o.id
      where o.delivery_date >= ${context.today}::date - 7)
    select l.bill_code, l.location_id, l.material_id, l.base_qty, l.given, l.ordered,
      'document holds other than its lines' as wrong from lines l
    where case l.status when 'open' then l.given <> l.base_qty or l.ordered <> 0
        when 'completed' then l.given <> l.ordered or l.given > l.base_qty else l.given <> 0 or l.ordered <> 0 end
      ${locationId === undefined ? empty : sql`and l.location_id = ${locationId}::bigint`}
    order by l.bill_code limit 1`);
  return row;
}

async function provenOnOrder(context: Context, locationId?: Id): Promise<BadRow | undefined> {
  const [row] = await context.tx.rows<BadRow>(sql`
    with lines as (
      select ${purchaseDocument.name} as bill_type, o.bill_code, d.id as line_id, d.material_id,
        case when o.status = 'open' then d.base_qty else 0 end as open_qty
      from purchase_document o join purchase_document_detail d on d.tenant_id = o.tenant_id
        and d.purchase_document_id = o.id where o.status = 'open'
      union all
      select ${factoryOrder.name}, o.bill_code, d.id, d.material_id, ${unsentOf}
      from factory_order o join factory_order_detail d on d.tenant_id = o.tenant_id and d.factory_order_id = o.id
      where o.status in ('pending', 'accepted', 'sorting', 'shipped')),
    expected as (
      select e.bill_type, e.bill_code, e.line_id, e.location_id, e.material_id, e.open_qty from expected_receipt e
      where e.open_qty > 0 and e.bill_type in (${purchaseDocument.name}, ${factoryOrder.name})
        ${locationId === undefined ? empty : sql`and e.location_id = ${locationId}::bigint`})
    select coalesce(l.bill_code, e.bill_code) as bill_code, e.location_id,
      coalesce(l.material_id, e.material_id) as material_id, coalesce(l.open_qty, 0) as open_qty,
      coalesce(e.open_qty, 0) as on_order, 'on order' as wrong
    from lines l full join expected e
      on e.bill_type = l.bill_type and e.line_id = l.line_id
    where coalesce(l.open_qty, 0) <> coalesce(e.open_qty, 0)
      ${locationId === undefined ? empty : sql`and e.location_id is not null`} order by 1 limit 1`);
  return row;
}

/** The first factory order that holds goods it can no longer ship, or whose bills are not what it shipped. */
export async function proveFactoryOrders(context: Context, locationId?: Id): Promise<BadRow | undefined> {
  const held = await context.tx.row<BadRow>(sql`
    select r.bill_code, r.location_id, r.material_id, r.qty, coalesce(o.status, '') as bill_state,
      'held by what cannot be finished' as wrong
    from stock_reservation r left join factory_order o on o.id = r.bill_id
    where r.qty > 0 and r.bill_type = ${factoryOrder.segment}
      ${locationId === undefined ? empty : sql`and r.location_id = ${locationId}::bigint`}
      and (o.status is null or o.status in ('pending', 'done', 'void'))
    order by r.bill_code limit 1`);
  if (held !== undefined) return held;
  // Of one place, the bills of its orders alone: a night asks place by place.
  const there =
    locationId === undefined
      ? sql`true`
      : sql`${locationId}::bigint in (coalesce(o.factory_warehouse_id, o.out_warehouse_id), o.warehouse_id)`;
  return context.tx.row<BadRow>(sql`
    with billed as (
      select l.source_detail_id::bigint as line_id, sum(l.qty) as qty, sum(l.received_qty) as received
      from factory_order o join in_store s on s.instore_type = 'site' and s.source_bill_code = o.bill_code
        and s.source_bill_type = 'factory-order' and s.status <> 'void'
      join in_store_detail l on l.tenant_id = s.tenant_id and l.in_store_id = s.id
      where ${there} group by 1)
    select o.bill_code, d.material_id, d.shipped_qty as sent, b.qty as on_bills, d.received_qty as received,
      'shipped is not what its bills say' as wrong
    from factory_order o join factory_order_detail d on d.tenant_id = o.tenant_id and d.factory_order_id = o.id
    left join billed b on b.line_id = d.id
    where (coalesce(b.qty, 0) <> d.shipped_qty or coalesce(b.received, 0) <> d.received_qty) and ${there}
    order by 1 limit 1`);
}
