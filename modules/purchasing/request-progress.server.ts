/**
 * How much of each request line was taken up by orders. A request counts as on order where it is open;
 * once an order takes it over, the order counts instead: each need at exactly one stage (`model/purchasing.md`, invariant 1).
 */
import type { Context } from '../../kernel/server/context.ts';
import { sql } from '../../kernel/server/database.ts';
import { link, type Link } from '../../kernel/server/links.ts';
import { carryToPlans, type RequestLine } from './chain-progress.server.ts';
import { expectRequested } from './purchase-request.server.ts';

export interface TakenUp {
  readonly requestId: string;
  readonly requestLineId: string;
  readonly orderId: string;
  readonly orderLineId: string;
  /** In the request line's unit, and in base unit. */
  readonly qty: string;
  readonly baseQty: string;
}

/** Books what orders took up: progress, links, and what remains on order from the requests. */
export async function takeUp(context: Context, taken: readonly TakenUp[]): Promise<void> {
  await link(context, taken.map((each): Link => ({
    kind: 'order', fromType: 'purchaseRequest', fromBillId: each.requestId, fromLineId: each.requestLineId, toType: 'purchaseOrder', toBillId: each.orderId, toLineId: each.orderLineId, fromQty: each.baseQty, toQty: each.baseQty,
  })));
  await context.tx.run(sql`
    update purchase_request_detail d set ordered_qty = d.ordered_qty + t.qty
    from (select t.line, sum(t.qty) as qty from json_to_recordset(${JSON.stringify(taken.map((each) => ({ line: each.requestLineId, qty: each.qty })))}::json) as t(line bigint, qty numeric) group by t.line) t
    where d.id = t.line`);
  await refreshRequests(context, taken);
}

/** An order that will not come gives its quantities back: the request lines are open again. */
export async function giveBackToRequests(context: Context, orderIds: readonly string[], reason: 'void' | 'remove'): Promise<void> {
  const links = await context.tx.rows<{ requestId: string; requestLineId: string; orderId: string; orderLineId: string; baseQty: string }>(sql`
    select from_bill_id as request_id, from_line_id as request_line_id, to_bill_id as order_id, to_line_id as order_line_id, sum(from_qty) as base_qty
    from bill_link where from_type = 'purchaseRequest' and to_type = 'purchaseOrder' and to_bill_id = any(${orderIds as string[]}::bigint[])
    group by from_bill_id, from_line_id, to_bill_id, to_line_id having sum(from_qty) <> 0`);
  if (links.length === 0) return;
  await link(context, links.map((each): Link => ({
    kind: 'order', fromType: 'purchaseRequest', fromBillId: each.requestId, fromLineId: each.requestLineId, toType: 'purchaseOrder', toBillId: each.orderId, toLineId: each.orderLineId, fromQty: `-${each.baseQty}`, toQty: `-${each.baseQty}`,
  })), reason);
  await context.tx.run(sql`
    update purchase_request_detail d set ordered_qty = greatest(0, d.ordered_qty - round(t.qty / d.factor, 6))
    from (select t.line, sum(t.qty) as qty from json_to_recordset(${JSON.stringify(links.map((each) => ({ line: each.requestLineId, qty: each.baseQty })))}::json) as t(line bigint, qty numeric) group by t.line) t
    where d.id = t.line`);
  await refreshRequests(context, links);
}

/** Progress of the header, and what is still on order from the request itself. */
async function refreshRequests(context: Context, lines: readonly RequestLine[]): Promise<void> {
  const ids = [...new Set(lines.map((line) => line.requestId))];
  await context.tx.run(sql`
    update purchase_request r set execute_status = s.progress, version = r.version + 1, update_time = now()
    from (select d.purchase_request_id as id,
            case when bool_and(d.ordered_qty + d.cancelled_qty >= d.request_qty) then 'all' when bool_or(d.ordered_qty > 0) then 'partial' else 'none' end as progress
          from purchase_request_detail d where d.purchase_request_id = any(${ids}::bigint[]) group by d.purchase_request_id) s
    where r.id = s.id`);
  await expectRequested(context, ids);
  await carryToPlans(context, lines);
}
