/** In-store bills come from approved documents: one per document and place, in the transaction of the approval. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { Id } from '../../../kernel/core/field.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import type { Acting, Saving } from '../../../kernel/server/behaviour.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { join, sql } from '../../../parts/postgres/database.ts';
import { linking } from '../../../kernel/server/links.ts';
import { moveState } from '../../../kernel/server/run-action.ts';
import { saveAll } from '../../../kernel/server/save.ts';
import { purchaseOrder } from '../../purchasing/purchase-order.document.ts';
import { orderReceived } from '../../purchasing/order-progress.server.ts';
import { placeIdOf } from '../../stock/warehouses/document-place.server.ts';
import { receivingLimit } from '../receiving.rules.ts';
import {
  inStoreSource,
  inStoreSources,
  type ExpectedBill,
  type ExpectedLine,
  type InStoreSource,
} from '../in-store-source.port.server.ts';
import { faceOf } from '../in-store-faces.server.ts';
import { inStore } from '../in-store.document.ts';

/** Purchase orders as what goods are expected by. What of a line was received or cancelled is not to come again. */
export const orderSource: InStoreSource = {
  type: 'purchase-order',
  document: purchaseOrder,
  instoreType: 'site',
  async otherKinds({ tx }, ids) {
    const rows = await tx.rows<{ id: Id }>(sql`
      select id from purchase_order where id = any(${ids as Id[]}::bigint[]) and factory_warehouse_id is not null`);
    return new Map(rows.map(({ id }) => [id, 'factory']));
  },
  reason: (channel) => (channel === 'direct' ? 'receipt.direct-in' : 'receipt.purchase'),
  expected: (context, ids) =>
    context.tx.rows<ExpectedBill>(sql`
    select id, bill_code, case when order_type = 'straight' then 'direct' else 'warehouse' end as channel, supplier_id,
      warehouse_id, factory_warehouse_id, company_dept_id, blade_project_dept_id, delivery_date
    from purchase_order where id = any(${ids as Id[]}::bigint[])`),
  lines: (context, ids) =>
    context.tx.rows<ExpectedLine>(sql`
    select d.purchase_order_id as order_id, d.id, d.material_id, d.unit_id, d.factor, d.base_unit_id,
      d.order_qty - d.received_qty - d.settled_qty - d.cancelled_qty as qty, d.price, d.tax_rate, d.over_rate,
      d.under_rate,
      round(coalesce(m.abs_tolerance, t.abs_tolerance, 0) / d.factor, 6) as abs_tolerance, d.remark
    from purchase_order_detail d join material m on m.tenant_id = d.tenant_id and m.id = d.material_id
    join material_type t on t.tenant_id = m.tenant_id and t.id = m.material_type_id
    where d.purchase_order_id = any(${ids as Id[]}::bigint[]) and d.order_qty > d.received_qty + d.settled_qty +
      d.cancelled_qty order by d.purchase_order_id, d.line_no`),
  received: orderReceived,
};

/** Makes the bills of documents that were approved in this transaction. */
export async function makeBills(context: Context, source: InStoreSource, ids: readonly Id[]): Promise<void> {
  const kinds = await source.otherKinds?.(context, ids);
  const made: Id[] = [];
  for (const [kind, own] of Map.groupBy(ids, (id) => kinds?.get(id) ?? source.instoreType))
    made.push(
      ...(await saveAll(
        faceOf(context, kind),
        context,
        own.map((id) => ({ sourceBillType: source.type, sourceBillId: id, byHand: 0 })),
      )),
    );
  await linkToOrders(context, made, 1);
}

/** The bills become void with their documents, unless something of them came. */
export async function voidBills(
  context: Context,
  { type }: InStoreSource,
  ids: readonly Id[],
  reason: string,
): Promise<void> {
  const bills = await context.tx.rows<Acting>(sql`
    select id, bill_code, status from in_store where source_bill_type = ${type}
      and source_bill_id = any(${ids as string[]}) and status <> 'void' order by id for update`);
  const begun = bills.filter((bill) => bill.status !== 'to-receive');
  if (begun.length > 0)
    throw new Refused(...begun.map(({ billCode }) => refuse('receiving.order-in-receipt', { billCode })));
  await moveState(
    inStore,
    context,
    bills.map((bill) => ({ ...bill, row: {} })),
    'void',
    { to: 'void' },
    reason === '' ? null : reason,
  );
  await linkToOrders(
    context,
    bills.map((bill) => bill.id),
    -1,
  );
}

/** Shows documents and bills in each other's chain; taken back with the opposite sign. */
export async function linkToOrders(
  context: Context,
  instoreIds: readonly string[],
  sign: 1 | -1,
  reason = sign < 0 ? 'void' : '',
): Promise<void> {
  const named = inStoreSources.of(context).map(({ type, document }) => sql`when ${type} then ${document.name}`);
  await context.tx.run(
    linking(
      context,
      sql`
    select 'receive' as kind, case s.source_bill_type ${join(named, ' ')} end as from_type,
      s.source_bill_id::bigint as from_bill_id,
      d.source_detail_id::bigint as from_line_id, 'inStore' as to_type, s.id as to_bill_id, d.id as to_line_id,
      d.base_qty * ${sign}::integer as from_qty, d.base_qty * ${sign}::integer as to_qty
    from in_store s join in_store_detail d on d.tenant_id = s.tenant_id and d.in_store_id = s.id
    where s.id = any(${instoreIds as string[]}::bigint[])
    order by d.in_store_id, d.line_no`,
      reason,
    ),
  );
}

/** A bill made by hand needs an approved order that has none. */
export async function requireFreeOrder(context: Context, orderId: string): Promise<void> {
  const order = await context.tx.row<{ status: string }>(
    sql`select status from purchase_order where id = ${orderId}::bigint for update`,
  );
  if (order?.status !== 'approved')
    throw new Refused(refuse('receiving.source-not-approved', {}, { field: 'sourceBillId' }));
  const bill = await context.tx.row<{ billCode: string }>(
    sql`select bill_code from in_store where source_bill_type = 'purchase-order' and source_bill_id = ${orderId}
      and status <> 'void'`,
  );
  if (bill !== undefined) throw new Refused(refuse('receiving.source-has-bill', bill, { field: 'sourceBillId' }));
}

/** Fills new bills from their documents: two queries for each kind of document, however many bills. */
export async function fillFromOrders(context: Context, savings: readonly Saving<typeof inStore>[]): Promise<void> {
  const created = savings.filter((saving) => saving.before === null);
  for (const [type, own] of Map.groupBy(created, ({ values }) => values.sourceBillType)) {
    const source = inStoreSource(context, type);
    const ids = own.map((saving) => saving.values.sourceBillId).filter((id) => /^\d{1,19}$/.test(id));
    const [bills, lines] =
      source === undefined ? [[], []] : await Promise.all([source.expected(context, ids), source.lines(context, ids)]);
    fill(context, own, new Map(bills.map((bill) => [bill.id, bill])), lines);
  }
}

function fill(
  context: Context,
  savings: readonly Saving<typeof inStore>[],
  bills: ReadonlyMap<Id, ExpectedBill>,
  expected: readonly ExpectedLine[],
): void {
  const lines = Map.groupBy(expected, (line) => line.orderId);
  for (const saving of savings) {
    const bill = bills.get(saving.values.sourceBillId);
    if (bill === undefined) throw new Refused(refuse('receiving.source-not-approved', {}, { field: 'sourceBillId' }));
    requireOwnKind(saving, bill);
    const { id, billCode, deliveryDate, ...head } = bill;
    const own = lines.get(id) ?? [];
    Object.assign(saving.values, {
      ...head,
      billDate: context.today,
      sourceBillCode: billCode,
      locationId: placeIdOf(bill),
      expectTime: saving.values.expectTime ?? `${deliveryDate} 00:00:00`,
      lineCount: own.length,
      byHand: saving.body['byHand'] === 0 ? 0 : 1,
    });
    saving.lines['details'] = own.map((line) => ({ id: null, values: billLine(line) }));
  }
}

/** A bill by hand is made where goods for such a place are received. */
function requireOwnKind({ values }: Saving<typeof inStore>, bill: ExpectedBill): void {
  if ((values.instoreType === 'factory') !== Boolean(bill.factoryWarehouseId))
    throw new Refused(refuse('receiving.other-kind', { billCode: bill.billCode }, { field: 'sourceBillId' }));
}

/** The most that may be received in all of a line from outside. */
export const limitOf = (
  ordered: Decimal,
  { overRate, absTolerance }: Pick<ExpectedLine, 'overRate' | 'absTolerance'>,
): Decimal =>
  receivingLimit({
    source: 'external',
    ordered,
    tolerance: {
      overPercent: Decimal.of(overRate),
      underPercent: Decimal.zero,
      overQty: Decimal.of(absTolerance),
      underQty: Decimal.zero,
    },
  }).roundedDown(6);

/** A line of a bill, of what is still to come of a line. */
export function billLine({ orderId: _order, id, qty, factor, ...line }: ExpectedLine): Record<string, unknown> {
  const ordered = Decimal.of(qty);
  return {
    ...line,
    sourceDetailId: id,
    qty,
    factor,
    baseQty: ordered.times(Decimal.of(factor)).rounded(6).toString(),
    openQty: qty,
    limitQty: limitOf(ordered, line).toString(),
  };
}
