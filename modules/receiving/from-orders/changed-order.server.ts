/** An order that was changed: its bill is expected as the order stands now. What came of it stays. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import type { Acting } from '../../../kernel/server/behaviour.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { moveState } from '../../../kernel/server/run-action.ts';
import { insertRows } from '../../../kernel/server/write-rows.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { billLine, limitOf, linkToOrders, orderSource } from './bill-from-order.server.ts';
import { inStore } from '../in-store.document.ts';
import '../../purchasing/changes/order-change.refusals.ts';

/** Takes over quantities, days and prices of a changed order; a bill of which nothing is to come any more ends. */
export async function changeBill(context: Context, orderId: Id): Promise<void> {
  const bill = await context.tx.row<Acting>(sql`
    select id, bill_code, status from in_store where source_bill_type = ${orderSource.type}
      and source_bill_id = ${orderId} and status not in ('void', 'done') for update`);
  if (bill === undefined) return;
  await requireNoCase(context, bill);
  await linkToOrders(context, [bill.id], -1, 'change');
  await changeLines(context, bill.id, orderId);
  await addLines(context, bill.id, orderId);
  await context.tx.run(sql`
    update in_store s set expect_time = o.delivery_date + s.expect_time::time, version = s.version + 1,
      update_time = now(), line_count = (select count(*) from in_store_detail d where d.in_store_id = s.id)
    from purchase_order o where s.id = ${bill.id}::bigint and o.id = ${orderId}::bigint`);
  await endBill(context, bill);
}

/** What a case says of a line is settled before the line changes. */
async function requireNoCase(context: Context, { id, billCode, status }: Acting): Promise<void> {
  const waits =
    status === 'difference' ||
    (await context.tx.row(
      sql`select 1 as one from in_store_difference where instore_id = ${id}::bigint and status <> 'confirmed'`,
    )) !== undefined;
  if (waits) throw new Refused(refuse('order-change.in-difference', { billCode }));
}

interface ChangedLine {
  readonly id: Id;
  readonly orderLineId: Id;
  readonly qty: DecimalText;
  readonly openQty: DecimalText;
  readonly baseQty: DecimalText;
  readonly overRate: DecimalText;
  readonly absTolerance: DecimalText;
  readonly isClosed: boolean;
}

/** Ordered = received + settled + open holds as before; of a line that was closed nothing more may come. */
async function changeLines(context: Context, billId: Id, orderId: Id): Promise<void> {
  const lines = await context.tx.rows<ChangedLine>(sql`
    select d.id, o.id as order_line_id, d.received_qty + d.settled_qty + k.open as qty, k.open as open_qty,
      round((d.received_qty + d.settled_qty + k.open) * d.factor, 6) as base_qty, d.over_rate, d.abs_tolerance,
      k.open = 0 and o.cancelled_qty > 0 as is_closed
    from in_store_detail d join purchase_order_detail o on o.id::text = d.source_detail_id
    cross join lateral (
      select greatest(0, o.order_qty - o.received_qty - o.settled_qty - o.cancelled_qty) as open) k
    where d.in_store_id = ${billId}::bigint and o.purchase_order_id = ${orderId}::bigint order by d.line_no`);
  const rows = lines.map((line) => ({
    ...line,
    ...(line.isClosed ? { overRate: '0', absTolerance: '0' } : {}),
    limit: limitOf(Decimal.of(line.qty), line.isClosed ? { overRate: '0', absTolerance: '0' } : line).toString(),
  }));
  await context.tx.run(sql`
    update in_store_detail d set qty = g.qty, open_qty = g."openQty", base_qty = g."baseQty", limit_qty = g."limit",
      over_rate = g."overRate", abs_tolerance = g."absTolerance", price = o.price,
      line_state = case when g."openQty" > 0 then case when d.received_qty > 0 then 'part' else 'waiting' end
        when d.received_qty > 0 then 'received' else 'closed' end
    from json_to_recordset(${JSON.stringify(rows)}::json) as g(id bigint, "orderLineId" bigint, qty numeric,
        "openQty" numeric, "baseQty" numeric, "limit" numeric, "overRate" numeric, "absTolerance" numeric),
      purchase_order_detail o
    where d.id = g.id and o.id = g."orderLineId"`);
}

/** Lines the order has and its bill has not. */
async function addLines(context: Context, billId: Id, orderId: Id): Promise<void> {
  const stored = await context.tx.rows<{ sourceDetailId: string; lineNo: number }>(sql`
    select source_detail_id, line_no from in_store_detail where in_store_id = ${billId}::bigint`);
  const known = new Set(stored.map(({ sourceDetailId }) => sourceDetailId));
  const last = Math.max(0, ...stored.map(({ lineNo }) => lineNo));
  const added = (await orderSource.lines(context, [orderId])).filter(({ id }) => !known.has(id));
  await insertRows(
    context,
    'in_store_detail',
    inStore.lines!.details.fields,
    added.map((line, at) => ({ ...billLine(line), lineNo: last + at + 1 })),
    { in_store_id: sql`${billId}::bigint` },
    { lineNo: { kind: 'integer', label: inStore.label, rules: {}, optional: false } },
  );
  await linkToOrders(context, [billId], 1, 'change');
}

/** Nothing is to come: a bill of which something came is complete, one of which nothing did is void. */
async function endBill(context: Context, bill: Acting): Promise<void> {
  const { isOpen } = (await context.tx.row<{ isOpen: boolean }>(sql`
    select coalesce(bool_or(open_qty > 0), false) as is_open from in_store_detail
    where in_store_id = ${bill.id}::bigint`))!;
  if (isOpen) return;
  const acting = [{ ...bill, row: {} }];
  if (bill.status === 'to-receive') {
    await moveState(inStore, context, acting, 'void', { to: 'void' }, null);
    await linkToOrders(context, [bill.id], -1);
  } else {
    await context.tx.run(
      sql`update in_store set complete_time = ${context.now}::timestamptz where id = ${bill.id}::bigint`,
    );
    await moveState(inStore, context, acting, 'completeReceiving', { to: 'done' }, null);
  }
}
