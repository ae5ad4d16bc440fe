/**
 * What became of a need further down the chain: how much of each request line has come, how much of each plan line was
 * ordered and has come. Worked out anew from the links every time, so that taking a delivery back takes it back here too.
 *
 * One line may serve several above it: whoever was linked first is served first, and what goes beyond all of them is surplus.
 */
import type { Id } from '../../kernel/core/field.ts';
import type { Context } from '../../kernel/server/context.ts';
import { raw, sql, type Sql } from '../../kernel/server/database.ts';
import { requirementPlan } from '../planning/requirement-plan.document.ts';
import { purchaseOrder } from './purchase-order.document.ts';
import { purchaseRequest } from './purchase-request.document.ts';

/**
 * Of each touched line above (`above`), what its lines below have of a figure, in base unit: rows (line, <name>…).
 * `below` are rows (line, and one base quantity per name) of every line below a touched one.
 */
const shares = (fromType: string, toType: string, touched: Sql, below: Sql, names: readonly string[]): Sql => {
  const share = (name: string): string => `sum(greatest(0, least(s.qty, b.${name} - (s.running - s.qty)))) as ${name}`;
  return sql`
    touched as (${touched}),
    served as (
      select l.from_line_id as line, l.to_line_id as server, sum(l.from_qty) as qty, min(l.id) as nr from bill_link l
      where l.from_type = ${fromType} and l.to_type = ${toType} and l.to_line_id in (
        select o.to_line_id from bill_link o join touched t on t.line = o.from_line_id where o.from_type = ${fromType} and o.to_type = ${toType})
      group by 1, 2 having sum(l.from_qty) <> 0),
    queued as (select s.*, sum(s.qty) over (partition by s.server order by s.nr) as running from served s),
    below as (${below}),
    came as (select s.line, ${raw(names.map(share).join(', '))} from queued s join touched t on t.line = s.line join below b on b.line = s.server group by s.line)`;
};


/** After something came on an order, or was taken back: the request lines it serves, and the plan lines behind these. */
export async function carryReceived(context: Context, orderId: Id): Promise<void> {
  const requests = await context.tx.rows<{ requestId: Id }>(sql`
    with ${shares(purchaseRequest.name, purchaseOrder.name,
      sql`select distinct l.from_line_id as line from bill_link l where l.from_type = ${purchaseRequest.name} and l.to_type = ${purchaseOrder.name} and l.to_bill_id = ${orderId}::bigint`,
      sql`select d.id as line, round(d.received_qty * d.factor, 6) as received from purchase_order_detail d where d.id in (select server from served)`, ['received'])}
    update purchase_request_detail d set received_qty = round(c.received / d.factor, 6) from came c where c.line = d.id returning d.purchase_request_id as request_id`);
  await carryToPlans(context, [...new Set(requests.map((each) => each.requestId))]);
}

/** What requests have ordered and received, on the lines of the plans they came from. */
export async function carryToPlans(context: Context, requestIds: readonly Id[]): Promise<void> {
  if (requestIds.length === 0) return;
  await context.tx.run(sql`
    with ${shares(requirementPlan.name, purchaseRequest.name,
      sql`select distinct l.from_line_id as line from bill_link l where l.from_type = ${requirementPlan.name} and l.to_type = ${purchaseRequest.name} and l.to_bill_id = any(${requestIds as Id[]}::bigint[])`,
      sql`select d.id as line, round(d.ordered_qty * d.factor, 6) as ordered, round(d.received_qty * d.factor, 6) as received from purchase_request_detail d where d.id in (select server from served)`, ['ordered', 'received'])}
    update requirement_plan_detail d set ordered_qty = round(c.ordered / d.factor, 6), received_qty = round(c.received / d.factor, 6) from came c where c.line = d.id`);
}
