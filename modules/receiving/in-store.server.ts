/** In-store bills: made from their source, looked at with everything that came, voided while nothing did. */
import type { InputOf } from '../../kernel/core/contract.ts';
import { permissionOf } from '../../kernel/core/declaration.ts';
import type { DecimalText, Id } from '../../kernel/core/field.ts';
import type { TypeOf } from '../../kernel/core/shape.ts';
import { refuse, Refused } from '../../kernel/core/refusal.ts';
import { behaviour } from '../../kernel/server/behaviour.ts';
import { notPermitted, unknownRecord, type Context, type Input } from '../../kernel/server/context.ts';
import { column, ident, sql } from '../../parts/postgres/database.ts';
import { readRecord, recordById } from '../../kernel/server/record-query.ts';
import { idOf, saveRecord } from '../../kernel/server/save.ts';
import { serve } from '../../kernel/server/serve.ts';
import { storeOfFactory } from '../operations/factories/central-factory.server.ts';
import { siteFilters } from '../operations/sites/site-filters.server.ts';
import { owedOf } from '../settlement/owed.server.ts';
import { purchaseOrder } from '../purchasing/purchase-order.document.ts';
import { fillFromOrders, linkToOrders, requireFreeOrder } from './from-orders/bill-from-order.server.ts';
import { lockOrdersOf } from './bill.server.ts';
import { ledgerTypeOf } from './in-store-faces.server.ts';
import * as calls from './in-store.calls.ts';
import { inStoreSource } from './in-store-source.port.server.ts';
import { inStore } from './in-store.document.ts';
import { inStoreDetail } from './in-store-receiving.resource.ts';
import { deliveriesOf, differencesOf } from './bill-history.server.ts';

export const inStoreBehaviour = behaviour(inStore, {
  lockFirst: lockOrdersOf,
  beforeSaveAll: fillFromOrders,
  async beforeRemove(_context, rows) {
    const made = rows.filter((row) => row.byHand !== 1);
    if (made.length > 0)
      throw new Refused(...made.map((row) => refuse('receiving.made-by-source', { billCode: row.billCode })));
  },
  detail: async (context, row) => ({
    receivings: await deliveriesOf(context, row.id),
    differences: await differencesOf(context, row.id),
    owed: await owedOf(context, ledgerTypeOf(row.instoreType), row.id),
  }),
  filters: {
    instoreId: (id) => sql`t.id::text = ${id}`,
    billId: (id) => sql`t.id::text = ${id}`,
    orderNo: (billCode) => sql`t.bill_code = ${billCode}`,
    ...siteFilters,
    factoryId: storeOfFactory,
    /** Tab of today: still to come, expected by the end of the day. */
    expectedToday: (_value, context) =>
      sql`(t.status in ('to-receive', 'receiving') and t.expect_time < (${context.today}::date + 1)::timestamptz)`,
  },
  guards: {
    // What was sent is on its way: whoever does not want it refuses it at the dock.
    void: async (context, documents) =>
      documents
        .filter(({ row }) => inStoreSource(context, row.sourceBillType)?.sent !== undefined)
        .map(({ billCode }) => refuse('receiving.sent-on-its-way', { billCode })),
  },
  actions: {
    void: (context, documents) =>
      linkToOrders(
        context,
        documents.map((document) => document.id),
        -1,
      ),
  },
});

/** Lines as something to point at: the rows of the bills. */
export const inStoreDetailBehaviour = behaviour(inStoreDetail, {
  source: () => sql`select * from ${ident('in_store_detail')}`,
});

/** The body is the bill; of one that is there its lines stay. */
export const submitInStore = serve(calls.submit, (context, input, { body }) => submitBill(context, input, body));

/** Saves a bill that `of`, the in-store or one of its faces, shows. */
export async function submitBill(
  context: Context,
  { sourceBillId, sourceBillType }: Pick<InputOf<typeof calls.submit.input>, 'sourceBillId' | 'sourceBillType'>,
  body: Input,
  of = inStore,
): Promise<TypeOf<typeof calls.submit.answer>> {
  const id = idOf(body);
  if (!context.allowed(permissionOf(of, id === null ? 'add' : 'edit'))) throw notPermitted();
  const everywhere = { ...of, scope: null };
  if (id === null) {
    if (sourceBillId === null || !/^\d{1,19}$/.test(sourceBillId) || (sourceBillType ?? ORDER) !== ORDER)
      throw new Refused(refuse('receiving.source-not-approved', {}, { field: 'sourceBillId' }));
    await requireFreeOrder(context, sourceBillId);
    const made = await saveRecord(of, context, { ...body, byHand: 1 });
    await linkToOrders(context, [made], 1);
    return recordById(context, everywhere, made);
  }
  const { details: _kept, ...head } = body;
  await saveRecord(of, context, head);
  return recordById(context, everywhere, id);
}
const ORDER = 'purchase-order';

export const getSourceBill = serve(calls.getSourceBill, (context, input) => sourceBill(context, input));

/** The order behind a bill, each line with what is open of it. */
export async function sourceBill(
  context: Context,
  input: InputOf<typeof calls.getSourceBill.input>,
): Promise<TypeOf<typeof calls.getSourceBill.answer>> {
  const id = input.id ?? input.instoreId ?? '';
  const billCode = input.billCode ?? '';
  if (id === '' && billCode === '') throw new Refused(refuse('receiving.code-missing'));
  if (id !== '' && !/^\d{1,19}$/.test(id)) throw new Refused(refuse('param.invalid', { name: 'id', value: id }));
  const source = await sourceOf(context, id, billCode);
  const found = await readRecord({ ...purchaseOrder, scope: inStore.scope! }, context, source);
  if (found === undefined) throw unknownRecord(purchaseOrder.label);
  const open = new Map(
    (
      await context.tx.rows<{ id: Id; openQty: DecimalText }>(sql`
      select id, greatest(0, order_qty - received_qty - settled_qty - cancelled_qty) as open_qty
      from purchase_order_detail where purchase_order_id = ${found.id}::bigint`)
    ).map((line) => [line.id, line.openQty]),
  );
  return {
    ...found,
    sourceBillType: ORDER,
    details: found.details.map((line) => ({ ...line, openQty: open.get(line.id) ?? '0' })),
  } as const;
}

async function sourceOf(
  context: Context,
  id: string,
  billCode: string,
): Promise<{ id: string } | { billCode: string }> {
  const bill = await context.tx.row<{ sourceBillId: string }>(
    sql`select source_bill_id from in_store where
      ${id === '' ? sql`${column('billCode')} = ${billCode}` : sql`id = ${id}::bigint`}`,
  );
  if (bill !== undefined) return { id: bill.sourceBillId };
  if (id !== '') throw unknownRecord(inStore.label);
  return { billCode };
}
