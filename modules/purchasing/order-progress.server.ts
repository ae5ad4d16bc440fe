/** What came on orders: progress of their lines, what is still on order, and when an order is done. */
import type { Id } from '../../kernel/core/field.ts';
import type { Context } from '../../kernel/server/context.ts';
import { empty, sql, type Sql } from '../../parts/postgres/database.ts';
import { moveState } from '../../kernel/server/run-action.ts';
import { expecting } from '../stock/ledger/expected-receipts.server.ts';
import { carryReceived } from './chain-progress.server.ts';
import { ORDER_DOCUMENT, orderCame } from './order-origin.port.server.ts';
import { purchaseOrder } from './purchase-order.document.ts';
import { purchaseRequest } from './purchase-request.document.ts';

/** What an order line has of requests and of documents, in base unit. */
export const servingOf = (line: Sql): Sql => sql`coalesce((
  select sum(l.to_qty) from bill_link l where l.to_type = ${purchaseOrder.name}
    and l.to_bill_id = ${line}.purchase_order_id and l.to_line_id = ${line}.id
    and l.from_type in (${purchaseRequest.name}, ${ORDER_DOCUMENT})), 0)`;

/** What an order line asks for, in base unit: ordered, less what was cancelled of it. */
export const wantedOf = (line: Sql): Sql =>
  sql`greatest(0, ${line}.base_qty - round(${line}.cancelled_qty * ${line}.factor, 6))`;

/** An approved order is on order, line by line, until it is received, settled or cancelled. */
export const expectOrdered = (context: Context, ids: readonly Id[]): Promise<number> =>
  expectLines(context, ids, empty);

/** Lines that serve requests are on order from their draft on: the requests no longer count for them. */
export const expectServing = (context: Context, ids: readonly Id[]): Promise<number> =>
  expectLines(context, ids, sql`and ${servingOf(sql`d`)} > 0`);

const expectLines = (context: Context, ids: readonly Id[], which: Sql): Promise<number> =>
  context.tx.run(
    expecting(sql`
  select coalesce(o.warehouse_id, o.factory_warehouse_id) as location_id, d.material_id,
    coalesce(d.delivery_date, o.delivery_date) as due_date,
    ${purchaseOrder.name} as bill_type, o.id as bill_id, o.bill_code, d.id as line_id,
    round(greatest(0, d.base_qty - (d.received_qty + d.settled_qty + d.cancelled_qty) * d.factor), 6) as open_qty
  from purchase_order o join purchase_order_detail d on d.tenant_id = o.tenant_id and d.purchase_order_id = o.id
  where o.id = any(${ids as Id[]}::bigint[]) ${which}`),
  );

/** A line of an order as receiving finds it: totals in the line's unit, so that telling it twice changes nothing. */
interface ReceivedOrderLine {
  readonly orderLineId: string;
  readonly receivedQty: string;
  /** Short and settled: it will not come any more. */
  readonly settledQty: string;
}

/**
 * Takes over what was received and settled on lines of one order. The order is done when nothing is open any more, and
 * approved again when a delivery was taken back. Whoever calls has locked the order.
 */
export async function orderReceived(
  context: Context,
  orderId: string,
  lines: readonly ReceivedOrderLine[],
): Promise<void> {
  if (lines.length === 0) return;
  const received = lines.map((line) => ({
    line: line.orderLineId,
    received: line.receivedQty,
    settled: line.settledQty,
  }));
  const written = context.tx.run(sql`
    with open_lines as (
      update purchase_order_detail d set received_qty = g.received, settled_qty = greatest(0, g.settled)
      from json_to_recordset(${JSON.stringify(received)}::json)
        as g(line bigint, received numeric, settled numeric), purchase_order o
      where d.id = g.line and d.purchase_order_id = ${orderId}::bigint and o.tenant_id = d.tenant_id
        and o.id = d.purchase_order_id
      returning coalesce(o.warehouse_id, o.factory_warehouse_id) as location_id, d.material_id,
      coalesce(d.delivery_date, o.delivery_date) as due_date,
      ${purchaseOrder.name} as bill_type, o.id as bill_id, o.bill_code, d.id as line_id,
        round(greatest(0, d.base_qty - (g.received + greatest(0, g.settled) + d.cancelled_qty) * d.factor),
        6) as open_qty)
    ${expecting(sql`select * from open_lines`)}`);
  await Promise.all([
    written,
    carryReceived(context, orderId),
    finishOrder(context, orderId),
    settleShipNotes(context, orderId),
  ]);
  await orderCame(context, orderId);
}

/** A ship note was received once nothing it brought is still on its way; a delivery taken back opens it again. */
const settleShipNotes = (context: Context, orderId: Id): Promise<number> =>
  context.tx.run(sql`
    update purchase_ship_note n set note_status = w.state
    from (select s.id, case when bool_and(d.received_qty + d.settled_qty + d.cancelled_qty >= d.shipped_qty)
        then 'received' else 'shipped' end as state
      from purchase_ship_note s join purchase_ship_note_detail l on l.purchase_ship_note_id = s.id
      join purchase_order_detail d on d.id = l.order_detail_id
      where s.purchase_order_id = ${orderId}::bigint and s.note_status <> 'cancelled' group by s.id) w
    where n.id = w.id and n.note_status <> w.state`);

/** Progress of the header from its lines; the state follows it. `event`: what ended it. */
export async function finishOrder(
  context: Context,
  orderId: string,
  event: 'received' | 'closed' = 'received',
): Promise<void> {
  const order = await context.tx.row<{ billCode: string; status: string; nothingOpen: boolean }>(sql`
    with lines as (
      select bool_and(received_qty + settled_qty + cancelled_qty >= order_qty) as nothing_open,
        bool_or(received_qty > 0) as something_came
      from purchase_order_detail where purchase_order_id = ${orderId}::bigint)
    update purchase_order o set version = o.version + 1, update_time = now(),
      execute_status = case when l.nothing_open and l.something_came then 'all' when l.nothing_open then 'closed'
      when l.something_came then 'partial' else 'none' end
    from lines l where o.id = ${orderId}::bigint returning o.bill_code, o.status, l.nothing_open`);
  if (order === undefined) return;
  const acting = [{ id: orderId, billCode: order.billCode, status: order.status, row: {} }];
  const declaration = purchaseOrder;
  if (order.nothingOpen && order.status === 'approved')
    await moveState(declaration, context, acting, event, { to: 'done' }, null);
  if (!order.nothingOpen && order.status === 'done')
    await moveState(declaration, context, acting, 'reopen', { to: 'approved' }, null);
}
