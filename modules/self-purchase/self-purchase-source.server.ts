/** Self-purchases as what goods are expected by: paid at the door, and nobody brings later what did not come. */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../kernel/core/field.ts';
import { refuse, Refused, type Refusal } from '../../kernel/core/refusal.ts';
import type { Context } from '../../kernel/server/context.ts';
import { actingOf, moveState } from '../../kernel/server/run-action.ts';
import { lockRows } from '../../kernel/server/save.ts';
import { sql, type Sql } from '../../parts/postgres/database.ts';
import type { ExpectedBill, ExpectedLine, InStoreSource } from '../receiving/in-store-source.port.server.ts';
import { closeExpected, expecting } from '../stock/ledger/expected-receipts.server.ts';
import { boughtFor } from './bought-for.port.server.ts';
import { selfPurchaseOrder } from './self-purchase-order.document.ts';
import { receiveStatusOf } from './self-purchase.rules.ts';

/** An approved purchase is on order, line by line, until it came or was settled. */
export const expectBought = (context: Context, ids: readonly Id[]): Promise<number> =>
  context.tx.run(expecting(openLines(sql`d.self_purchase_order_id = any(${ids as Id[]}::bigint[])`)));

/** Lines that were made of needs are on order from their draft on: the needs no longer count for them. */
export const expectForNeeds = (context: Context, lineIds: readonly Id[]): Promise<number> =>
  context.tx.run(expecting(openLines(sql`d.id = any(${lineIds as Id[]}::bigint[])`)));

const openLines = (which: Sql): Sql => sql`
  select o.warehouse_id as location_id, d.material_id, o.purchase_date as due_date,
    ${selfPurchaseOrder.name} as bill_type, o.id as bill_id, o.bill_code, d.id as line_id,
    round(d.open_qty * d.factor, 6) as open_qty
  from self_purchase_order o join self_purchase_order_detail d
    on d.tenant_id = o.tenant_id and d.self_purchase_order_id = o.id
  where ${which}`;

/** Nobody believes a purchase without a photo of its slip. */
export const noProof = (billCode: string): Refusal =>
  refuse('self-purchase.no-proof', { billCode }, { field: 'proofPictures' });

/** Whoever receives has locked the order, and may be none of those who see it in their lists. */
const everywhere = { ...selfPurchaseOrder, scope: null };

export const selfPurchaseSource: InStoreSource = {
  type: 'self-purchase-order',
  document: selfPurchaseOrder,
  instoreType: 'self-purchase',
  reason: () => 'receipt.self',
  paidAtDoor: true,
  settlesAtOnce: true,
  expected: (context, ids) =>
    context.tx.rows<ExpectedBill>(sql`
    select id, bill_code, 'self' as channel, supplier_id, vendor_name, warehouse_id, company_dept_id,
      blade_project_dept_id, purchase_date as delivery_date
    from self_purchase_order where id = any(${ids as Id[]}::bigint[])`),
  lines: (context, ids) =>
    context.tx.rows<ExpectedLine>(sql`
    select d.self_purchase_order_id as order_id, d.id, d.material_id, d.unit_id, d.factor, d.base_unit_id,
      d.open_qty as qty, d.price, d.tax_rate, 0 as over_rate, coalesce(m.under_rate, 0) as under_rate,
      0 as abs_tolerance, d.remark
    from self_purchase_order_detail d join material m on m.tenant_id = d.tenant_id and m.id = d.material_id
    where d.self_purchase_order_id = any(${ids as Id[]}::bigint[]) and d.open_qty > 0
    order by d.self_purchase_order_id, d.line_no`),
  async received(context, id, lines) {
    const came = lines.map(({ orderLineId, receivedQty, refusedQty, settledQty }) => ({
      line: orderLineId,
      received: receivedQty,
      refused: refusedQty,
      settled: settledQty,
    }));
    await context.tx.run(sql`
      update self_purchase_order_detail d set received_qty = g.received, refused_qty = g.refused,
        settled_qty = greatest(0, g.settled),
        open_qty = greatest(0, d.order_qty - g.received - greatest(0, g.settled))
      from json_to_recordset(${JSON.stringify(came)}::json)
        as g(line bigint, received numeric, refused numeric, settled numeric)
      where d.id = g.line and d.self_purchase_order_id = ${id}::bigint`);
    await context.tx.run(expecting(openLines(sql`d.id = any(${lines.map((line) => line.orderLineId)}::bigint[])`)));
    await follow(context, id);
    for (const each of boughtFor.of(context)) await each.received(context, id);
  },
  async completed(context, id) {
    const [order] = (await lockRows(everywhere, context, [id])).map(actingOf);
    if (order === undefined) return;
    const { billCode, row } = order;
    if (((row['proofPictures'] as readonly Id[] | null) ?? []).length === 0) throw new Refused(noProof(billCode));
    await closeExpected(context, selfPurchaseOrder.name, { billIds: [id] });
    await writeStatus(context, id, 'all');
    await moveState(everywhere, context, [order], 'received', { to: 'done' }, null);
  },
};

/** How far the order came in; one that was complete is open again where a delivery was taken back. */
async function follow(context: Context, id: Id): Promise<void> {
  const lines = await context.tx.rows<{ receivedQty: DecimalText; refusedQty: DecimalText; openQty: DecimalText }>(sql`
    select received_qty, refused_qty, open_qty from self_purchase_order_detail
    where self_purchase_order_id = ${id}::bigint`);
  const status = receiveStatusOf(
    lines.map(({ receivedQty, refusedQty, openQty }) => ({
      received: Decimal.of(receivedQty),
      refused: Decimal.of(refusedQty),
      open: Decimal.of(openQty),
    })),
  );
  await writeStatus(context, id, status);
  const [order] = (await lockRows(everywhere, context, [id])).map(actingOf);
  if (order?.status === 'done') await moveState(everywhere, context, [order], 'reopen', { to: 'approved' }, null);
}

const writeStatus = (context: Context, id: Id, status: string): Promise<unknown> =>
  context.tx.run(sql`
    update self_purchase_order set receive_status = ${status}, version = version + 1, update_time = now()
    where id = ${id}::bigint`);
