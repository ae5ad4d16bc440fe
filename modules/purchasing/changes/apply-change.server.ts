/**
 * A change is written into its order: lines, amounts, what it serves, what is on order, its bill at the dock; the
 * supplier is asked anew.
 */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { Id } from '../../../kernel/core/field.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import type { Acting } from '../../../kernel/server/behaviour.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { moveState } from '../../../kernel/server/run-action.ts';
import { insertRows } from '../../../kernel/server/write-rows.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { completedLines } from '../completed-lines.server.ts';
import { lineAmounts } from '../order-amounts.rules.ts';
import { orderChanged } from '../order-approved.port.server.ts';
import { orderLowered } from '../order-origin.port.server.ts';
import { watchOrders } from '../order-prices.server.ts';
import { expectOrdered, finishOrder } from '../order-progress.server.ts';
import { purchaseOrder } from '../purchase-order.document.ts';
import { cancelAsked, followOrders } from '../request-progress.server.ts';
import type { ChangedOrder, StoredOrderLine } from './changed-order.server.ts';
import { changedFigures, type ChangeType, type WantedLine } from './order-change.rules.ts';
import type { purchaseOrderChange } from './order-change.document.ts';

type Change = Acting<typeof purchaseOrderChange>;

/** Writes an approved change into its order, which is locked and was looked at. */
export async function applyChange(
  context: Context,
  order: ChangedOrder,
  { billCode, row }: Change,
  wanted: readonly WantedLine[],
): Promise<void> {
  await writeLines(context, order, row.changeType, wanted);
  await addLines(context, order, wanted);
  await writeHeader(context, order.id);
  const given = await followOrders(context, [order.id], 'change');
  if (row.releaseTo === 'cancel') await cancelAsked(context, given);
  await orderLowered(context, order.id, row.releaseTo);
  await expectOrdered(context, [order.id]);
  await moveState(
    purchaseOrder,
    context,
    [{ id: order.id, billCode: order.billCode, status: order.status, row: {} }],
    'changed',
    {},
    `${billCode} ${row.changeReason}`,
  );
  await orderChanged(context, order.id);
  await finishOrder(context, order.id, 'closed');
  await watchOrders(context, [order.id]);
}

/** Lines that change, with their amounts; what is cancelled of a line costs nothing. */
async function writeLines(
  context: Context,
  order: ChangedOrder,
  type: ChangeType,
  wanted: readonly WantedLine[],
): Promise<void> {
  const byId = new Map(order.lines.map((line) => [line.id, line]));
  const rows = wanted.flatMap((given) => {
    const own = byId.get(given.orderDetailId ?? '');
    return own === undefined ? [] : [rowOf(own, changedFigures(type, own, given, own))];
  });
  await context.tx.run(sql`
    update purchase_order_detail d set order_qty = g.qty, cancelled_qty = g.cancelled,
      base_qty = case when g.qty = d.order_qty then d.base_qty else round(g.qty * d.factor, 6) end,
      delivery_date = g.day, price = g.price, price_no_tax = g."noTax", amount = g.amount,
      price_reason = case when g.price is distinct from d.price then null else d.price_reason end
    from json_to_recordset(${JSON.stringify(rows)}::json) as g(id bigint, qty numeric, cancelled numeric, day date,
      price numeric, "noTax" numeric, amount numeric)
    where d.id = g.id and d.purchase_order_id = ${order.id}::bigint`);
}

function rowOf({ id, taxRate }: StoredOrderLine, after: ReturnType<typeof changedFigures>) {
  const { orderQty, cancelledQty, deliveryDate, price } = after;
  const { amount, priceNoTax } = lineAmounts({ qty: orderQty.minus(cancelledQty), price, taxRate });
  return {
    id,
    qty: orderQty.toString(),
    cancelled: cancelledQty.toString(),
    day: deliveryDate,
    price: price?.toString() ?? null,
    noTax: priceNoTax.toString(),
    amount: amount.toFixed(2),
  };
}

/** Goods that are added, as a line of an order is completed; without a price nothing is ordered. */
async function addLines(context: Context, order: ChangedOrder, wanted: readonly WantedLine[]): Promise<void> {
  const added = wanted.filter(({ orderDetailId }) => orderDetailId === null);
  if (added.length === 0) return;
  const goods = added.map((given) => ({
    materialId: given.materialId!,
    unitId: given.unitId!,
    orderQty: given.newQty!.toString(),
    deliveryDate: given.newDate ?? order.deliveryDate,
    price: given.newPrice?.toString() ?? null,
  }));
  const completed = await completedLines(context, order.supplierId, goods);
  await requirePrices(context, order, goods, completed);
  await insertRows(
    context,
    'purchase_order_detail',
    purchaseOrder.lines!.details.fields,
    goods.map((line, at) => ({ ...line, ...completed[at]!.values, lineNo: order.lines.length + at + 1 })),
    { purchase_order_id: sql`${order.id}::bigint` },
    { lineNo: { kind: 'integer', label: purchaseOrder.label, rules: {}, optional: false } },
  );
}

async function requirePrices(
  context: Context,
  order: ChangedOrder,
  goods: readonly { readonly materialId: Id; readonly deliveryDate: string }[],
  completed: Awaited<ReturnType<typeof completedLines>>,
): Promise<void> {
  const unpriced = goods.filter((_, at) => completed[at]!.values.price === null);
  if (unpriced.length === 0) return;
  const names = await context.tx.rows<{ id: Id; material: string; supplier: string }>(sql`
    select m.id, m.called as material, s.name as supplier from material m, supplier s
    where m.id = any(${unpriced.map(({ materialId }) => materialId)}::bigint[])
      and s.id = ${order.supplierId}::bigint order by m.id`);
  const dayOf = new Map(unpriced.map(({ materialId, deliveryDate }) => [materialId, deliveryDate]));
  throw new Refused(
    ...names.map(({ id, material, supplier }) =>
      refuse('purchasing.no-price', { material, supplier, date: dayOf.get(id) }, { field: 'newPrice' }),
    ),
  );
}

/**
 * Sums of the lines, the first day on which something is still to come, and the answer of the supplier, who is asked
 * anew. What his lines came to without tax follows from each line's amount, as on every order.
 */
async function writeHeader(context: Context, orderId: Id): Promise<void> {
  const lines = await context.tx.rows<{ qty: string; price: string | null; taxRate: string | null }>(sql`
    select order_qty - cancelled_qty as qty, price, tax_rate from purchase_order_detail
    where purchase_order_id = ${orderId}::bigint`);
  const amounts = lines.map(({ qty, price, taxRate }) =>
    lineAmounts({
      qty: Decimal.of(qty),
      price: price === null ? null : Decimal.of(price),
      taxRate: Decimal.of(taxRate ?? '0'),
    }),
  );
  const sumOf = (figure: 'amount' | 'amountNoTax' | 'taxAmount'): string =>
    Decimal.sum(amounts.map((each) => each[figure])).toFixed(2);
  await context.tx.run(sql`
    update purchase_order_detail set promised_qty = null, promised_date = null
    where purchase_order_id = ${orderId}::bigint`);
  await context.tx.run(sql`
    update purchase_order o set amount = ${sumOf('amount')}::numeric, amount_no_tax = ${sumOf('amountNoTax')}::numeric,
      tax_amount = ${sumOf('taxAmount')}::numeric, line_count = ${lines.length},
      delivery_date = coalesce((select min(coalesce(d.delivery_date, o.delivery_date)) from purchase_order_detail d
        where d.purchase_order_id = o.id
          and d.order_qty > d.received_qty + d.settled_qty + d.cancelled_qty), o.delivery_date),
      supplier_status = 'none', supplier_time = null, supplier_remark = null
    where o.id = ${orderId}::bigint`);
}
