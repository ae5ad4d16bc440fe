/**
 * How much of each request line orders have taken up. A need counts as on order where it stands, at exactly one stage
 * (`model/purchasing.md`, invariant 1): at the request as far as no order serves it, else at the order, from its draft
 * on.
 */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../kernel/core/field.ts';
import type { Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { link, type Link } from '../../kernel/server/links.ts';
import { closeExpected } from '../stock/ledger/expected-receipts.server.ts';
import { carryToPlans, type RequestLine } from './chain-progress.server.ts';
import { expectServing, servingOf, wantedOf } from './order-progress.server.ts';
import { purchaseOrder } from './purchase-order.document.ts';
import { purchaseRequest } from './purchase-request.document.ts';
import { followTaken, linkedOf } from './purchase-request.server.ts';
import { servedChanges } from './served-requests.rules.ts';

/** A request line and an order line that is to serve it, in base unit. */
interface Serving {
  readonly requestId: Id;
  readonly requestLineId: Id;
  readonly orderId: Id;
  readonly orderLineId: Id;
  readonly baseQty: DecimalText;
}

/**
 * Order lines that were just made serve request lines; what they hold beyond what was asked of them serves what else
 * these have open.
 */
export async function recordOrdered(context: Context, servings: readonly Serving[]): Promise<void> {
  await link(
    context,
    servings.map((each) => linkOf(each, each.baseQty)),
  );
  await followOrders(context, [...new Set(servings.map((each) => each.orderId))], 'order');
}

/**
 * Orders were saved, or will not come (`void`, `remove`): their lines serve the requests they were made for with what
 * they hold now. The difference is given back or taken up, and every need stands on order once. Orders made by hand ask
 * one question.
 */
export async function followOrders(
  context: Context,
  orderIds: readonly Id[],
  reason: 'order' | 'save' | 'change' | 'void' | 'remove',
): Promise<readonly GivenBack[]> {
  const requests = await context.tx.rows<{ id: Id }>(sql`
    select r.id from purchase_request r where r.id in (select l.from_bill_id from bill_link l
    where ${served} and l.to_bill_id = any(${orderIds as Id[]}::bigint[])) order by r.id for update`);
  if (requests.length === 0) return [];
  const pairs = await servedPairs(context, orderIds, reason === 'void' || reason === 'remove');
  const changes = servedChanges(
    pairs.map((pair) => ({
      ...pair,
      baseQty: Decimal.of(pair.baseQty),
      linked: Decimal.of(pair.linkedQty),
      open: Decimal.of(pair.openQty),
    })),
  );
  const links = pairs.flatMap((pair, index) =>
    changes[index]!.isZero() ? [] : [linkOf(pair, changes[index]!.toString())],
  );
  await link(context, links, reason === 'order' ? '' : reason);
  await writeOrders(context, orderIds, [...new Set(pairs.map((pair) => pair.orderLineId))]);
  if (reason === 'order' || links.length > 0)
    await writeRequests(
      context,
      requests.map((request) => request.id),
      pairs,
    );
  return pairs.flatMap(({ requestId, requestLineId }, index) =>
    changes[index]!.isNegative() ? [{ requestId, requestLineId, baseQty: changes[index]!.negated().toString() }] : [],
  );
}

/** What orders gave back of a request line, in base unit. */
interface GivenBack extends RequestLine {
  readonly baseQty: DecimalText;
}

/** What was given back of these request lines is not needed any more: it is cancelled, and open nowhere. */
export async function cancelAsked(context: Context, given: readonly GivenBack[]): Promise<void> {
  if (given.length === 0) return;
  const lines = [...Map.groupBy(given, ({ requestLineId }) => requestLineId).values()].map((same) => ({
    ...same[0]!,
    baseQty: Decimal.sum(same.map(({ baseQty }) => Decimal.of(baseQty))).toString(),
  }));
  await context.tx.run(sql`
    update purchase_request_detail d set cancelled_qty = case
      when g."baseQty" >= d.base_qty - round(d.cancelled_qty * d.factor, 6) - k.linked
        then greatest(d.cancelled_qty, d.request_qty - round(k.linked / d.factor, 6))
      else least(d.request_qty, d.cancelled_qty + round(g."baseQty" / d.factor, 6)) end
    from json_to_recordset(${JSON.stringify(lines)}::json) as g("requestLineId" bigint, "baseQty" numeric)
    cross join lateral (select ${linkedOf(sql`q`)} as linked from purchase_request_detail q
      where q.id = g."requestLineId") k
    where d.id = g."requestLineId"`);
  await writeRequests(context, [...new Set(lines.map(({ requestId }) => requestId))], lines);
}

/**
 * `baseQty`: what the order line holds for requests, nothing of a line that is gone, or is now for something else or
 * for another place.
 */
interface StoredPair extends Serving {
  readonly needDate: string;
  /** What the order line has of the request line, and what no order has of it; nothing is open at a void request. */
  readonly linkedQty: DecimalText;
  readonly openQty: DecimalText;
}

const served = sql`l.from_type = ${purchaseRequest.name} and l.to_type = ${purchaseOrder.name}`;

/** Every request line that lines of these orders serve or have served. */
const servedPairs = (context: Context, orderIds: readonly Id[], isGone: boolean): Promise<StoredPair[]> =>
  context.tx.rows<StoredPair>(sql`
  with pairs as (
    select l.from_bill_id as request_id, l.from_line_id as request_line_id, l.to_bill_id as order_id,
      l.to_line_id as order_line_id, sum(l.from_qty) as linked_qty, min(l.id) as nr
    from bill_link l where ${served} and l.to_bill_id = any(${orderIds as Id[]}::bigint[]) group by 1, 2, 3, 4)
  select p.request_id, p.request_line_id, p.order_id, p.order_line_id, p.linked_qty, q.need_date,
    case when r.status = 'void' then 0 else greatest(0, q.base_qty - round(q.cancelled_qty * q.factor,
    6) - ${linkedOf(sql`q`)}) end as open_qty,
    case when ${isGone} or d.material_id is distinct from q.material_id
      or o.warehouse_id is distinct from r.warehouse_id then 0 else ${wantedOf(sql`d`)} end as base_qty
  from pairs p join purchase_request r on r.id = p.request_id join purchase_request_detail q on q.id = p.request_line_id
  left join purchase_order o on o.id = p.order_id left join purchase_order_detail d on d.id = p.order_line_id
  order by p.order_line_id, q.need_date, p.nr`);

const linkOf = (
  { requestId, requestLineId, orderId, orderLineId }: Omit<Serving, 'baseQty'>,
  qty: DecimalText,
): Link => ({
  kind: 'order',
  fromType: purchaseRequest.name,
  fromBillId: requestId,
  fromLineId: requestLineId,
  toType: purchaseOrder.name,
  toBillId: orderId,
  toLineId: orderLineId,
  fromQty: qty,
  toQty: qty,
});

/** Surplus of the order lines and what is on order from them, from the links. */
async function writeOrders(context: Context, orderIds: readonly Id[], lineIds: readonly Id[]): Promise<void> {
  await context.tx.run(sql`
    update purchase_order_detail d
    set surplus_qty = round(greatest(0, ${wantedOf(sql`d`)} - ${servingOf(sql`d`)}) / d.factor, 6)
    where d.purchase_order_id = any(${orderIds as Id[]}::bigint[]) and d.id = any(${lineIds as Id[]}::bigint[])`);
  await closeExpected(context, purchaseOrder.name, { lineIds });
  await expectServing(context, orderIds);
}

/**
 * What is ordered of the request lines, progress of the requests and of their plans, and what is still on order from
 * the requests.
 */
async function writeRequests(
  context: Context,
  requestIds: readonly Id[],
  lines: readonly RequestLine[],
): Promise<void> {
  await followTaken(
    context,
    requestIds,
    lines.map((line) => line.requestLineId),
  );
  await carryToPlans(context, lines);
}
