/** In-store bills: made from their source, looked at with everything that came, voided while nothing did. */
import { label } from '../../kernel/core/label.ts';
import { refuse, Refused } from '../../kernel/core/refusal.ts';
import { behaviour, type Behaviour } from '../../kernel/server/behaviour.ts';
import { notPermitted, unknownRecord, type Call, type Context } from '../../kernel/server/context.ts';
import { column, ident, sql } from '../../parts/postgres/database.ts';
import { readRecord } from '../../kernel/server/record-query.ts';
import type { Registry } from '../../kernel/server/registry.ts';
import { saveRecord } from '../../kernel/server/save.ts';
import { siteFilters } from '../operations/sites/site-filters.server.ts';
import { purchaseOrder } from '../purchasing/purchase-order.document.ts';
import { fillFromOrders, linkToOrders, requireFreeOrder } from './bill-from-order.server.ts';
import { lockOrdersOf } from './bill.server.ts';
import { inStore } from './in-store.document.ts';
import { inStoreDetail } from './in-store-receiving.resource.ts';
import { deliveriesOf, differencesOf } from './bill-history.server.ts';

export const inStoreBehaviour = (registry: () => Registry): Behaviour =>
  behaviour(inStore, {
    lockFirst: lockOrdersOf,
    beforeSaveAll: fillFromOrders,
    async beforeRemove(_context, rows) {
      const made = rows.filter((row) => row['byHand'] !== 1);
      if (made.length > 0)
        throw new Refused(...made.map((row) => refuse('receiving.made-by-source', { billCode: row['billCode'] })));
    },
    detail: async (context, row) => ({
      receivings: await deliveriesOf(registry(), context, String(row['id'])),
      differences: await differencesOf(registry(), context, String(row['id'])),
    }),
    filters: {
      instoreId: (id) => sql`t.id::text = ${id}`,
      billId: (id) => sql`t.id::text = ${id}`,
      orderNo: (billCode) => sql`t.bill_code = ${billCode}`,
      ...siteFilters,
      /** Tab of today: still to come, expected by the end of the day. */
      expectedToday: (_value, context) =>
        sql`(t.status in ('to-receive', 'receiving') and t.expect_time < ${context.today}::date + 1)`,
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

/** Makes a bill by hand for an approved order that has none, or changes what may be changed of one: when it is expected, and the remark. */
export const submitInStore = (registry: () => Registry): Call => ({
  method: 'POST',
  service: 'store-management',
  path: 'invinstore/submit',
  permission: ['invinstore_add', 'invinstore_edit'],
  summary: label('保存入库单', 'Save an in-store bill'),
  async handle(context, input) {
    const id = input['id'] ? String(input['id']) : undefined;
    if (!context.allowed(id === undefined ? 'invinstore_add' : 'invinstore_edit')) throw notPermitted();
    if (id === undefined) {
      const orderId = String(input['sourceBillId'] ?? '');
      if (!/^\d{1,19}$/.test(orderId) || (input['sourceBillType'] ?? 'purchase-order') !== 'purchase-order')
        throw new Refused(refuse('receiving.source-not-approved', {}, { field: 'sourceBillId' }));
      await requireFreeOrder(context, orderId);
      const made = await saveRecord(registry(), inStore, context, { ...input, byHand: 1 });
      await linkToOrders(context, [made], 1);
      return readRecord(registry(), { ...inStore, scope: null }, context, { id: made });
    }
    const { details: _kept, ...head } = input;
    await saveRecord(registry(), inStore, context, head);
    return readRecord(registry(), { ...inStore, scope: null }, context, { id });
  },
});

/** What was ordered, came and is open, seen from the dock: by the bill, or by the source before a bill exists. */
export const getSourceBill = (registry: () => Registry): Call => ({
  method: 'GET',
  service: 'store-management',
  path: 'invinstore/getSourceBill',
  permission: 'invinstore_view',
  summary: label('查看来源单据', 'Look at the source'),
  async handle(context, input) {
    const id = String(input['id'] ?? input['instoreId'] ?? '');
    const billCode = String(input['billCode'] ?? '');
    if (id === '' && billCode === '') throw new Refused(refuse('receiving.code-missing'));
    if (id !== '' && !/^\d{1,19}$/.test(id)) throw new Refused(refuse('param.invalid', { name: 'id', value: id }));
    const order = purchaseOrder;
    const source = await sourceOf(context, id, billCode);
    const found = await readRecord(registry(), { ...order, scope: inStore.scope! }, context, source);
    if (found === undefined) throw unknownRecord(purchaseOrder.label);
    const open = new Map(
      (
        await context.tx.rows<{ id: string; openQty: string }>(sql`
      select id, greatest(0, order_qty - received_qty - settled_qty - cancelled_qty) as open_qty
      from purchase_order_detail where purchase_order_id = ${String(found['id'])}::bigint`)
      ).map((line) => [line.id, line.openQty]),
    );
    return {
      ...found,
      sourceBillType: 'purchase-order',
      details: found.details.map((line) => ({
        ...line,
        openQty: open.get(String(line['id'])) ?? '0',
      })),
    };
  },
});

async function sourceOf(
  context: Context,
  id: string,
  billCode: string,
): Promise<{ id: string } | { billCode: string }> {
  const bill = await context.tx.row<{ sourceBillId: string }>(
    sql`select source_bill_id from in_store where ${id === '' ? sql`${column('billCode')} = ${billCode}` : sql`id = ${id}::bigint`}`,
  );
  if (bill !== undefined) return { id: bill.sourceBillId };
  if (id !== '') throw unknownRecord(inStore.label);
  return { billCode };
}
