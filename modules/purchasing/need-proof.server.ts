/**
 * Every need stands on exactly one stage (`model/purchasing.md`, invariant 1): what is on order is what plans, requests
 * and orders have open.
 */
import type { Id } from '../../kernel/core/field.ts';
import type { Context } from '../../kernel/server/context.ts';
import { empty, sql } from '../../parts/postgres/database.ts';
import { requirementPlan } from '../planning/requirement-plan.document.ts';
import type { BadRow } from '../stock/ledger/proof.server.ts';
import { servingOf, wantedOf } from './order-progress.server.ts';
import { purchaseOrder } from './purchase-order.document.ts';
import { purchaseRequest } from './purchase-request.document.ts';
import { linkedOf } from './purchase-request.server.ts';

/**
 * The first line that is on order for more or less than it has open, serves requests with more than it holds, or was
 * requested otherwise than its plan says. What is finished is looked at only where it is still on order, and plans from
 * today on, so that the price does not grow with the past.
 */
export async function proveNeeds(context: Context, locationId?: Id): Promise<BadRow | undefined> {
  const [row] = await context.tx.rows<BadRow>(sql`
    with expected as (
      select e.bill_type, e.bill_code, e.line_id, e.location_id, e.material_id, e.open_qty from expected_receipt e
      where e.open_qty > 0 and e.bill_type in (${purchaseRequest.name},
        ${purchaseOrder.name}) ${locationId === undefined ? empty : sql`and e.location_id = ${locationId}::bigint`}),
    lines as (
      select ${purchaseRequest.name} as bill_type, r.bill_code, d.id as line_id, r.warehouse_id as location_id,
        d.material_id,
        greatest(0, d.base_qty - round(d.cancelled_qty * d.factor, 6) - ${linkedOf(sql`d`)}) as open_qty,
          false as holds_less
      from purchase_request r join purchase_request_detail d on d.tenant_id = r.tenant_id
        and d.purchase_request_id = r.id
      where r.status = 'approved' and (r.execute_status <> 'all' or d.id in (select x.line_id from expected x
      where x.bill_type = ${purchaseRequest.name}))
      union all
      select ${purchaseOrder.name}, o.bill_code, d.id, coalesce(o.warehouse_id, o.factory_warehouse_id), d.material_id,
        case when o.status = 'approved' or s.serving > 0 then round(greatest(0,
        d.base_qty - (d.received_qty + d.settled_qty + d.cancelled_qty) * d.factor), 6)
        else 0 end, s.serving > ${wantedOf(sql`d`)}
      from purchase_order o join purchase_order_detail d on d.tenant_id = o.tenant_id and d.purchase_order_id = o.id
      cross join lateral (select ${servingOf(sql`d`)} as serving) s
      where o.status in ('draft', 'pending', 'rejected', 'approved')),
    planned as (
      select p.bill_code, d.warehouse_id as location_id, d.material_id,
        round(d.requested_qty * d.factor, 6) as open_qty, k.requested as on_order, 'requested' as wrong
      from requirement_plan_detail d join requirement_plan p on p.tenant_id = d.tenant_id
        and p.id = d.requirement_plan_id
      cross join lateral (
        select coalesce(sum(l.from_qty), 0) as requested from bill_link l
        where l.from_type = ${requirementPlan.name} and l.from_bill_id = p.id and l.from_line_id = d.id
          and l.to_type = ${purchaseRequest.name}) k
      where d.need_date >= ${context.today}::date and p.status in ('approved', 'done')
        and round(d.requested_qty * d.factor, 6) <> k.requested
        ${locationId === undefined ? empty : sql`and d.warehouse_id = ${locationId}::bigint`}),
    bad as (
      select coalesce(l.bill_code, e.bill_code) as bill_code, coalesce(l.location_id, e.location_id) as location_id,
        coalesce(l.material_id, e.material_id) as material_id,
        coalesce(l.open_qty, 0) as open_qty, coalesce(e.open_qty, 0) as on_order,
        case when l.holds_less then 'serves more than it holds' else 'on order' end as wrong
      from (select * from lines l
        ${locationId === undefined ? empty : sql`where l.location_id = ${locationId}::bigint`}) l full
        join expected e on e.bill_type = l.bill_type and e.line_id = l.line_id
      where coalesce(l.open_qty, 0) <> coalesce(e.open_qty, 0) or l.holds_less
      union all select * from planned)
    select b.*, p.name as location, m.called as material from bad b left join stock_location p on p.id = b.location_id
    left join material m on m.id = b.material_id order by b.bill_code limit 1`);
  return row;
}
