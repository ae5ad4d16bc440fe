import { Decimal } from '../../kernel/core/decimal.ts';
import type { HeaderRow } from '../../kernel/core/declaration.ts';
import { refuse, Refused, type Refusal } from '../../kernel/core/refusal.ts';
import { askedText } from '../../kernel/server/asked-text.ts';
import { behaviour, savingLines, type Acting, type Saving } from '../../kernel/server/behaviour.ts';
import type { Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { siteFilters } from '../operations/sites/site-filters.server.ts';
import { closeExpected } from '../stock/ledger/expected-receipts.server.ts';
import { notKeptRefusals } from '../stock/warehouses/document-place.server.ts';
import { atFrozenWarehouses } from '../stock/warehouses/frozen-warehouses.server.ts';
import { paperBars } from '../suppliers/papers/supplier-papers.server.ts';
import { farDeliveries } from './delivery-day.rules.ts';
import { orderAmounts } from './order-amounts.rules.ts';
import { orderApproved, orderVoided } from './order-approved.port.server.ts';
import { changesOf } from './changes/changes-of-order.server.ts';
import { completedLines } from './completed-lines.server.ts';
import { ordersGone } from './order-origin.port.server.ts';
import { dropWarnings } from '../prices/warnings/price-watch.server.ts';
import { noticesOf } from '../prices/warnings/warning-notices.server.ts';
import { notices, unconfirmed } from './sending/order-notices.server.ts';
import { blockedOrders, passBlocked, watchOrders } from './order-prices.server.ts';
import { changeFee, keepLate, lateRefusals, learnCutOffs, windowRefusals } from './sending/late-bills.server.ts';
import { purchaseOrder } from './purchase-order.document.ts';
import { expectOrdered } from './order-progress.server.ts';
import { followOrders } from './request-progress.server.ts';
import { placeOf } from './receiving-place.server.ts';

function requireNearDeliveries(context: Context, saving: Saving<typeof purchaseOrder>): void {
  const ofLines = (savingLines(saving, 'details') ?? []).map((line, index) => ({
    day: line.values.deliveryDate,
    field: 'deliveryDate',
    line: index + 1,
  }));
  const refusals = farDeliveries(context.today, [
    { day: saving.values.deliveryDate, field: 'deliveryDate' },
    ...ofLines,
  ]);
  if (refusals.length > 0) throw new Refused(...refusals);
}

/** Goods for a factory are bought for it as a whole; an order that moves to a warehouse is one by hand again. */
const typeAt = ({
  orderType,
  factoryWarehouseId,
  purchaseDocumentId,
}: Pick<
  HeaderRow<typeof purchaseOrder>,
  'orderType' | 'factoryWarehouseId' | 'purchaseDocumentId'
>): typeof orderType =>
  factoryWarehouseId ? 'central' : orderType === 'central' && purchaseDocumentId === null ? 'manual' : orderType;

/** An order made of a document keeps its supplier, place, day, materials and quantities: order changes change that. */
async function requireAsDocument(context: Context, saving: Saving<typeof purchaseOrder>) {
  const { before, values } = saving;
  if (before === null || before.purchaseDocumentId === null) return;
  const isMoved =
    values.supplierId !== before.supplierId ||
    values.warehouseId !== before.warehouseId ||
    values.factoryWarehouseId !== before.factoryWarehouseId ||
    values.deliveryDate !== before.deliveryDate;
  const kept = new Map(
    (
      await context.tx.rows<{ id: string; materialId: string; unitId: string; orderQty: string }>(sql`
        select id, material_id, unit_id, order_qty from purchase_order_detail
        where purchase_order_id = ${before.id}::bigint`)
    ).map((line) => [line.id, line]),
  );
  const now = savingLines(saving, 'details');
  const isOther =
    now !== undefined &&
    (now.length !== kept.size ||
      now.some(({ id, values: line }) => {
        const was = kept.get(id ?? '');
        return (
          was === undefined ||
          was.materialId !== line.materialId ||
          was.unitId !== line.unitId ||
          !Decimal.of(was.orderQty).equals(Decimal.of(line.orderQty))
        );
      }));
  if (isMoved || isOther) throw new Refused(refuse('purchasing.from-document', {}, { field: 'details' }));
}

/** A store of a factory is ordered for what it keeps. */
async function requireKept(context: Context, saving: Saving<typeof purchaseOrder>): Promise<void> {
  const store = saving.values.factoryWarehouseId;
  if (!store) return;
  const refusals = await notKeptRefusals(
    context,
    (savingLines(saving, 'details') ?? []).map(({ values }, index) => ({
      locationId: store,
      materialId: values.materialId,
      line: index + 1,
    })),
  );
  if (refusals.length > 0) throw new Refused(...refusals);
}

/** Nothing new is ordered from a supplier whose papers have ended; an order that stands keeps him. */
async function requirePapers(context: Context, savings: readonly Saving<typeof purchaseOrder>[]): Promise<void> {
  const chosen = savings.filter(({ before, values }) => before?.supplierId !== values.supplierId);
  const bars = await paperBars(
    context,
    chosen.map(({ values }) => values.supplierId),
  );
  for (const saving of chosen) {
    const bar = bars.get(saving.values.supplierId);
    if (bar !== undefined) saving.refuse(bar);
  }
}

export const purchaseOrderBehaviour = behaviour(purchaseOrder, {
  beforeSaveAll: requirePapers,
  filters: { orderNo: (billCode) => sql`t.bill_code = ${billCode}`, ...siteFilters },
  async beforeSave(context, saving) {
    const { values } = saving;
    await requireAsDocument(context, saving);
    Object.assign(values, await placeOf(context, values));
    values.orderType = typeAt(values);
    values.orderDate ??= context.today;
    values.buyerId ??= context.user.userId;
    if (values.deliveryDate < values.orderDate)
      throw new Refused(
        refuse(
          'purchasing.delivery-before-order',
          { delivery: values.deliveryDate, order: values.orderDate },
          { field: 'deliveryDate' },
        ),
      );
    requireNearDeliveries(context, saving);
    await completeLines(context, saving);
    await requireKept(context, saving);
  },
  async afterSaveAll(context, saved) {
    const existing = saved.filter(({ creating }) => !creating).map(({ id }) => id);
    if (existing.length > 0) await followOrders(context, existing, 'save');
    const ids = saved.map(({ id }) => id);
    await watchOrders(context, ids);
    await learnCutOffs(context, 'purchaseOrder', ids);
  },
  saved: async (context, id) => ({ warnings: await noticesOf(context, purchaseOrder.name, id) }),
  detail: async (context, row) => ({
    warnings: await noticesOf(context, purchaseOrder.name, row.id),
    notices: await notices(context, 'purchaseOrder', row),
    changes: await changesOf(context, row.id),
  }),
  async beforeRemove(context, rows) {
    const ids = rows.map((row) => row.id);
    await followOrders(context, ids, 'remove');
    await closeExpected(context, purchaseOrder.name, { billIds: ids });
    await ordersGone(context, ids, 'remove');
    await dropWarnings(context, purchaseOrder.name, ids);
  },
  guards: {
    doApply: async (context, documents, input) =>
      (
        await Promise.all([
          frozenSuppliers(context, documents),
          endedPapers(context, documents),
          atFrozenWarehouses(context, documents),
          blockedOrders(context, documents, input),
          lateRefusals(context, 'purchaseOrder', { ids: documents.map(({ id }) => id), input, step: 'approve' }),
        ])
      ).flat(),
  },
  actions: {
    async toApply(context, documents, input) {
      const ids = documents.map((document) => document.id);
      const refusals = (
        await Promise.all([
          frozenSuppliers(context, documents),
          endedPapers(context, documents),
          atFrozenWarehouses(context, documents),
          unpricedLines(context, ids),
        ])
      ).flat();
      if (refusals.length > 0) return refusals;
      const again = await unconfirmed(context, 'purchaseOrder', ids, input);
      if (again.length > 0) return again;
      const unmet = await windowRefusals(context, 'purchaseOrder', ids, input);
      if (unmet.length > 0) return unmet;
      await watchOrders(context, ids);
      return keepLate(context, 'purchaseOrder', { ids, input, step: 'send' });
    },
    async doApply(context, documents, input) {
      const ids = documents.map((document) => document.id);
      await passBlocked(context, ids, input);
      await keepLate(context, 'purchaseOrder', { ids, input, step: 'approve' });
      await Promise.all([expectOrdered(context, ids), orderApproved(context, ids)]);
    },
    changeLateFee: (context, documents, input) => changeFee(context, 'purchaseOrder', documents, input),
    async void(context, documents, input) {
      const received = documents.filter((document) => document.row.executeStatus !== 'none');
      if (received.length > 0) return received.map(({ billCode }) => refuse('purchasing.order-received', { billCode }));
      const ids = documents.map((document) => document.id);
      await closeExpected(context, purchaseOrder.name, { billIds: ids });
      await followOrders(context, ids, 'void');
      await ordersGone(context, ids, 'void', askedText(input, 'releaseTo') || null);
      await orderVoided(context, ids, askedText(input, 'reason'));
      await dropWarnings(context, purchaseOrder.name, ids);
      return undefined;
    },
  },
});

/** Base quantities, the agreed price where none was typed, tolerances, amounts; the header's sums. */
async function completeLines(context: Context, saving: Saving<typeof purchaseOrder>): Promise<void> {
  const lines = savingLines(saving, 'details');
  if (lines === undefined) return;
  const { supplierId, deliveryDate } = saving.values;
  const completed = await completedLines(
    context,
    supplierId,
    lines.map(({ values }) => ({ ...values, deliveryDate: values.deliveryDate ?? deliveryDate })),
  );
  saving.lines['details'] = lines.map((line, index) => ({
    ...line,
    values: { ...line.values, ...completed[index]!.values },
  }));
  const sum = orderAmounts(completed.map(({ amounts }) => amounts));
  Object.assign(saving.values, {
    lineCount: lines.length,
    amount: sum.amount.toFixed(2),
    amountNoTax: sum.amountNoTax.toFixed(2),
    taxAmount: sum.taxAmount.toFixed(2),
  });
}

/** Nothing new is ordered from a supplier who is frozen; what he owes still comes. */
async function frozenSuppliers(context: Context, documents: readonly Acting[]): Promise<Refusal[]> {
  const rows = await context.tx.rows<{ billCode: string; supplier: string }>(sql`
    select o.bill_code, s.name as supplier from purchase_order o
    join supplier s on s.tenant_id = o.tenant_id and s.id = o.supplier_id
    where o.id = any(${documents.map((document) => document.id)}::bigint[]) and s.frozen = 1 order by o.bill_code`);
  return rows.map((row) => refuse('purchasing.supplier-frozen', row, { field: 'supplierId' }));
}

/** Nor from one whose papers have ended, unless somebody released him. */
async function endedPapers(context: Context, documents: readonly Acting<typeof purchaseOrder>[]): Promise<Refusal[]> {
  const bars = await paperBars(
    context,
    documents.map(({ row }) => row.supplierId),
  );
  return [...bars.values()];
}

/** An order leaves the draft with a price on each of its lines. */
async function unpricedLines(context: Context, ids: readonly string[]): Promise<Refusal[]> {
  const rows = await context.tx.rows<{
    billCode: string;
    deliveryDate: string;
    supplier: string;
    material: string;
    lineNo: number;
  }>(sql`
    select o.bill_code, o.delivery_date, s.name as supplier, m.called as material, d.line_no
    from purchase_order o join supplier s on s.tenant_id = o.tenant_id and s.id = o.supplier_id
    join purchase_order_detail d on d.tenant_id = o.tenant_id and d.purchase_order_id = o.id
      and coalesce(d.price, 0) <= 0
    join material m on m.tenant_id = d.tenant_id and m.id = d.material_id
    where o.id = any(${ids as string[]}::bigint[]) order by o.bill_code, d.line_no`);
  return rows.map(({ material, supplier, deliveryDate, lineNo }) =>
    refuse('purchasing.no-price', { material, supplier, date: deliveryDate }, { field: 'price', line: lineNo }),
  );
}
