/** Self-purchases as they are received, sent once or twice, and reckoned with while somebody types. */
import { createHash } from 'node:crypto';
import { Decimal } from '../../kernel/core/decimal.ts';
import type { Id } from '../../kernel/core/field.ts';
import { listOf } from '../../kernel/core/kinds.ts';
import { label } from '../../kernel/core/label.ts';
import { refuse, Refused } from '../../kernel/core/refusal.ts';
import { notPermitted, unknownRecord, type Call, type Context, type Input } from '../../kernel/server/context.ts';
import { readPage, recordById } from '../../kernel/server/record-query.ts';
import type { Services } from '../../kernel/server/registry.ts';
import { readIds } from '../../kernel/server/run-action.ts';
import { idOf, saveRecord } from '../../kernel/server/save.ts';
import { serve } from '../../kernel/server/serve.ts';
import { sql } from '../../parts/postgres/database.ts';
import { deliveriesOf, differencesOf } from '../receiving/bill-history.server.ts';
import { completeBill, explainDifferences } from '../receiving/do-difference.server.ts';
import { receiveGoods } from '../receiving/do-receiving.server.ts';
import { faceOf } from '../receiving/in-store-faces.server.ts';
import { proposeClaims, proposeDelivery } from '../receiving/proposals.server.ts';
import { reverseGoods } from '../receiving/reverse-receiving.server.ts';
import { connectionOf } from '../sap/sap-connection.server.ts';
import { warehouse } from '../stock/warehouses/warehouse.resource.ts';
import { readLimits } from './limits.server.ts';
import { referencesFor } from './reference-prices.server.ts';
import { selfPurchaseOrder } from './self-purchase-order.document.ts';
import { selfPurchaseSource } from './self-purchase-source.server.ts';
import * as calls from './self-purchase.calls.ts';

/** The in-store as its self-purchases show it. */
const billsOf = (context: Context) => faceOf(context, selfPurchaseSource.instoreType);

type Named = Readonly<Record<'instoreId' | 'billId' | 'id', string | null>>;
/** The bill a call names by itself or by its order. */
async function named<I extends Named>(context: Context, input: I): Promise<I> {
  const [id] = readIds({ id: input.instoreId ?? input.billId ?? input.id });
  const bill = await context.tx.row<{ id: Id }>(sql`
    select id from in_store where source_bill_type = ${selfPurchaseSource.type} and status <> 'void'
      and (id = ${id!}::bigint or source_bill_id = ${id!})`);
  if (bill !== undefined) return { ...input, instoreId: bill.id };
  const order = await recordById(context, selfPurchaseOrder, id!);
  throw new Refused(refuse('self-purchase.no-bill', { billCode: order.billCode }));
}

const receivingCalls: readonly Call[] = [
  serve(
    calls.preReceiving,
    async (context, input) => proposeDelivery(context, await named(context, input), billsOf(context)),
    {
      reads: true,
    },
  ),
  serve(calls.doReceiving, async (context, { receiveKey, ...input }) => {
    const bill = await named(context, input);
    if (receiveKey !== null && !(await isFirst(context, `receive:${receiveKey}`, bill))) return true;
    return receiveGoods(context, bill, billsOf(context));
  }),
  serve(
    calls.preDifference,
    async (context, input) => proposeClaims(context, await named(context, input), billsOf(context)),
    {
      reads: true,
    },
  ),
  serve(calls.doDifference, async (context, input) =>
    explainDifferences(context, await named(context, input), billsOf(context)),
  ),
  serve(calls.completeReceiving, async (context, input) =>
    completeBill(context, await named(context, input), billsOf(context)),
  ),
  serve(calls.reverseReceiving, (context, input) => reverseGoods(context, input, billsOf(context))),
];

/** The in-stores of orders, by order. */
async function instoresOf(context: Context, orderIds: readonly Id[]) {
  const rows = await context.tx.rows<{ orderId: Id; instoreId: Id; instoreCode: string }>(sql`
    select source_bill_id as order_id, id as instore_id, bill_code as instore_code from in_store
    where source_bill_type = ${selfPurchaseSource.type} and status <> 'void'
      and source_bill_id = any(${orderIds as string[]})`);
  return new Map(rows.map(({ orderId, ...bill }) => [orderId, bill]));
}
const NO_BILL = { instoreId: '', instoreCode: '' };

const receivingPage = serve(calls.receivingPage, async (context, _input, { body }) => {
  const page = await readPage(selfPurchaseOrder, context, body, [sql`t.status = 'approved'`]);
  const bills = await instoresOf(
    context,
    page.records.map(({ id }) => id),
  );
  return { ...page, records: page.records.map((row) => ({ ...row, ...(bills.get(row.id) ?? NO_BILL) })) };
});

const detailReceiving = serve(calls.detailReceiving, async (context, input) => {
  const [id] = readIds({ id: input.id });
  const order = await recordById(context, selfPurchaseOrder, id!);
  const bill = (await instoresOf(context, [order.id])).get(order.id) ?? NO_BILL;
  const [receivings, differences] =
    bill.instoreId === ''
      ? [[], []]
      : await Promise.all([deliveriesOf(context, bill.instoreId), differencesOf(context, bill.instoreId)]);
  return { ...order, ...bill, receivings, differences };
});

const HEX = /^(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{128})$/;

/** What was sent as one text: keys in one order, however a client wrote them. */
const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .toSorted(([a], [b]) => (a < b ? -1 : 1))
            .map(([key, each]) => [key, sorted(each)]),
        )
      : value;
const digestOf = (content: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(sorted(content)))
    .digest('hex');

/** Whether something is sent for the first time; who sends the same at once waits for the other. */
const isFirst = async (context: Context, submitHash: string, content: unknown): Promise<boolean> =>
  (await context.tx.run(sql`
    insert into self_purchase_submit (submit_hash, content_digest, create_user, update_user)
    values (${submitHash}, ${digestOf(content)}, ${context.user.userId}::bigint, ${context.user.userId}::bigint)
    on conflict (tenant_id, submit_hash) do nothing`)) > 0;

const submitOnce = serve(calls.submitOnce, async (context, input, { body }) => {
  const { hash: _hash, ...content } = body;
  const submitHash = (input.hash ?? '').toLowerCase();
  if (!HEX.test(submitHash)) throw unknownRecord(label('请求', 'Request'));
  if (await isFirst(context, submitHash, content)) return saveSent(context, submitHash, content);
  const sent = (await context.tx.row<{ contentDigest: string; orderId: string; billCode: string }>(
    sql`select content_digest, order_id, bill_code from self_purchase_submit where submit_hash = ${submitHash}`,
  ))!;
  if (sent.contentDigest !== digestOf(content)) throw new Refused(refuse('self-purchase.hash-differs'));
  const order = await context.tx.row(sql`select 1 from self_purchase_order where id = ${sent.orderId}::bigint`);
  if (order === undefined) throw new Refused(refuse('self-purchase.hash-removed'));
  return { id: sent.orderId, billCode: sent.billCode, repeated: true };
});

async function saveSent(context: Context, submitHash: string, content: Input) {
  if (!context.allowed(`selfpurchaseorder_${idOf(content) === null ? 'add' : 'edit'}`)) throw notPermitted();
  const id = await saveRecord(selfPurchaseOrder, context, content);
  const { billCode } = (await context.tx.row<{ billCode: string }>(sql`
    update self_purchase_submit s set order_id = o.id, bill_code = o.bill_code from self_purchase_order o
    where o.id = ${id}::bigint and s.submit_hash = ${submitHash} returning s.bill_code`))!;
  return { id, billCode, repeated: false };
}

const limits = serve(calls.limits, async (context, { warehouseId, date, id }) => {
  const [found, seen] = await Promise.all([
    readLimits(context),
    warehouseId === null ? readPage(warehouse, context, { current: 1, size: 2 }) : null,
  ]);
  const only = seen?.total === 1 ? seen.records[0] : undefined;
  const place = warehouseId ?? only?.id ?? '0';
  const day = date ?? context.today;
  const used = await context.tx.row<{ amount: string }>(sql`
    select coalesce(sum(o.amount), 0) as amount from self_purchase_order o
    where o.status in ('pending', 'approved', 'done') and o.id <> ${numbered(id)}::bigint
      and o.blade_project_dept_id = (select w.project_group_dept_id from warehouse w
        where w.id = ${numbered(place)}::bigint)
      and to_char(o.purchase_date, 'YYYY-MM') = ${day.slice(0, 7)}`);
  return {
    orderLimit: found.order.toFixed(2),
    monthLimit: found.month.toFixed(2),
    monthAmount: Decimal.of(used!.amount).toFixed(2),
    deviation: found.deviation.toString(),
    warehouseId: only?.id ?? '',
    warehouseName: only?.name ?? '',
  };
});
const numbered = (id: string | null): string => (/^\d{1,19}$/.test(id ?? '') ? id! : '0');

const references = serve(calls.references, async (context, { materialIds, warehouseId, date }) => {
  const ids = readIds({ ids: materialIds });
  const place = await context.tx.row<{ siteId: Id; companyDeptId: Id }>(sql`
    select project_group_dept_id as site_id, company_dept_id from warehouse
    where id = ${numbered(warehouseId)}::bigint`);
  const found = await referencesFor(context, ids, {
    siteId: place?.siteId ?? null,
    companyDeptId: place?.companyDeptId ?? null,
    date: date ?? context.today,
  });
  return [...found].map(([materialId, { basePrice, kind }]) => ({
    materialId,
    basePrice: basePrice.toString(),
    kind,
  }));
});

/** Suppress orders are not made here yet: none that is named is known, and SAP is asked for nothing. */
const sapNotifications = (services: Services): Call =>
  serve(calls.querySapNotifications, async (context, { ids, orderNo, billCode }) => {
    if (listOf(ids ?? '').length === 0 && orderNo === null && billCode === null)
      throw new Refused(refuse('self-purchase.suppress-orders', {}, { field: 'ids' }));
    await connectionOf(services, context);
    throw unknownRecord(label('工厂强压单', 'Suppress order'));
  });

/** Every call of its own, the widest address last. */
export const selfPurchaseCalls = (services: Services): readonly Call[] => [
  ...receivingCalls,
  receivingPage,
  detailReceiving,
  limits,
  references,
  sapNotifications(services),
  submitOnce,
];
