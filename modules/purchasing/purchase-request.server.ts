import { Decimal } from '../../kernel/core/decimal.ts';
import type { DecimalText } from '../../kernel/core/field.ts';
import { refuse, Refused } from '../../kernel/core/refusal.ts';
import { behaviour, savingLines, type Saving } from '../../kernel/server/behaviour.ts';
import type { Context } from '../../kernel/server/context.ts';
import { sql, type Sql } from '../../parts/postgres/database.ts';
import { convertLines } from '../master-data/units/material-units.server.ts';
import { siteFilters } from '../operations/sites/site-filters.server.ts';
import { closeExpected, expectReceipts } from '../stock/ledger/expected-receipts.server.ts';
import { atFrozenWarehouses } from '../stock/warehouses/frozen-warehouses.server.ts';
import { supplierPacks } from '../suppliers/purchase-price.server.ts';
import { farDeliveries } from './delivery-day.rules.ts';
import { giveBackToPlans } from './plan-progress.server.ts';
import { changeFee, keepLate, lateRefusals, learnCutOffs } from './sending/late-bills.server.ts';
import { notices, unconfirmed } from './sending/order-notices.server.ts';
import { purchaseRequest } from './purchase-request.document.ts';
import { placeOf } from './receiving-place.server.ts';

export const purchaseRequestBehaviour = behaviour(purchaseRequest, {
  filters: { orderNo: (billCode) => sql`t.bill_code = ${billCode}`, ...siteFilters },
  async beforeSave(context, saving) {
    Object.assign(saving.values, await placeOf(context, { warehouseId: saving.values.warehouseId }));
    saving.values.applyDate ??= context.today;
    await completeLines(context, saving);
  },
  detail: async (context, row) => ({ notices: await notices(context, 'purchaseRequest', row) }),
  afterSaveAll: (context, saved) =>
    learnCutOffs(
      context,
      'purchaseRequest',
      saved.map(({ id }) => id),
    ),
  guards: {
    toApply: atFrozenWarehouses,
    doApply: async (context, documents, input) => [
      ...(await atFrozenWarehouses(context, documents)),
      ...(await lateRefusals(context, 'purchaseRequest', {
        ids: documents.map(({ id }) => id),
        input,
        step: 'approve',
      })),
    ],
  },
  actions: {
    async toApply(context, documents, input) {
      const ids = documents.map(({ id }) => id);
      const again = await unconfirmed(context, 'purchaseRequest', ids, input);
      return again.length > 0 ? again : keepLate(context, 'purchaseRequest', { ids, input, step: 'send' });
    },
    async doApply(context, documents, input) {
      const ids = documents.map((document) => document.id);
      await keepLate(context, 'purchaseRequest', { ids, input, step: 'approve' });
      await expectRequested(context, ids);
    },
    changeLateFee: (context, documents, input) => changeFee(context, 'purchaseRequest', documents, input),
    async void(context, documents) {
      const ids = documents.map((document) => document.id);
      const ordered = await context.tx.rows<{ billCode: string }>(sql`
        select distinct r.bill_code from purchase_request r
        join purchase_request_detail d on d.tenant_id = r.tenant_id and d.purchase_request_id = r.id
        where r.id = any(${ids}::bigint[]) and d.ordered_qty > 0 order by r.bill_code`);
      if (ordered.length > 0) return ordered.map(({ billCode }) => refuse('purchasing.request-ordered', { billCode }));
      await closeExpected(context, purchaseRequest.name, { billIds: ids });
      await giveBackToPlans(context, ids, 'void');
      return undefined;
    },
  },
});

/** Base quantity, delivery date and amount of each line; the header's dates and sums. */
async function completeLines(context: Context, saving: Saving<typeof purchaseRequest>): Promise<void> {
  const lines = savingLines(saving, 'details');
  if (lines === undefined) return;
  const far = farDeliveries(
    context.today,
    lines.flatMap(({ values }, index) =>
      (['needDate', 'deliveryDate'] as const).map((field) => ({ day: values[field], field, line: index + 1 })),
    ),
  );
  if (far.length > 0) throw new Refused(...far);
  const requested = lines.map(({ values }) => ({
    materialId: values.materialId,
    unitId: values.unitId,
    qty: values.requestQty,
    ...(values.supplierId ? { supplierId: values.supplierId } : {}),
  }));
  // The pack of the suggested supplier counts as well.
  const packs = await supplierPacks(
    context,
    requested.flatMap(({ supplierId, materialId }) => (supplierId === undefined ? [] : [{ supplierId, materialId }])),
  );
  const converted = await convertLines(context, requested, { packs });
  const completed = lines.map((line, index) => {
    const { price, requestQty } = line.values;
    const amount = price == null ? null : Decimal.of(requestQty).times(Decimal.of(price)).toFixed(2);
    return {
      ...line,
      values: {
        ...line.values,
        ...converted[index]!,
        deliveryDate: line.values.deliveryDate ?? line.values.needDate,
        amount,
      },
    };
  });
  saving.lines['details'] = completed;
  Object.assign(saving.values, requestTotals(completed.map((line) => line.values)));
}

/** Dates, number of lines and amount of a request, from its lines. */
function requestTotals(lines: readonly { readonly needDate: string; readonly amount: DecimalText | null }[]): {
  lineCount: number;
  needDateFrom: string | null;
  needDateTo: string | null;
  amount: string;
} {
  const days = lines.map((line) => line.needDate).toSorted();
  return {
    lineCount: lines.length,
    needDateFrom: days[0] ?? null,
    needDateTo: days.at(-1) ?? null,
    amount: Decimal.sum(lines.flatMap(({ amount }) => (amount ? [Decimal.of(amount)] : []))).toFixed(2),
  };
}

/** What orders have of a request line, in base unit: from the links, since a request in boxes would lose grams. */
export const linkedOf = (line: Sql): Sql => sql`coalesce((
  select sum(l.from_qty) from bill_link l where l.from_type = ${purchaseRequest.name}
    and l.from_bill_id = ${line}.purchase_request_id and l.from_line_id = ${line}.id and l.to_type = 'purchaseOrder'),
    0)`;

/** What approved requests have open counts as on order, once: from here until an order takes it over. */
export async function expectRequested(context: Context, ids: readonly string[]): Promise<void> {
  const open = await context.tx.rows<{
    id: string;
    billCode: string;
    lineId: string;
    warehouseId: string;
    materialId: string;
    dueDate: string;
    openQty: string;
  }>(sql`
    select r.id, r.bill_code, d.id as line_id, r.warehouse_id, d.material_id, d.delivery_date as due_date,
      greatest(0, d.base_qty - round(d.cancelled_qty * d.factor, 6) - ${linkedOf(sql`d`)}) as open_qty
    from purchase_request r join purchase_request_detail d on d.tenant_id = r.tenant_id and d.purchase_request_id = r.id
    where r.id = any(${ids as string[]}::bigint[]) and r.status <> 'void'`);
  await expectReceipts(
    context,
    open.map((line) => ({
      bill: { type: purchaseRequest.name, id: line.id, code: line.billCode },
      lineId: line.lineId,
      locationId: line.warehouseId,
      materialId: line.materialId,
      dueDate: line.dueDate,
      openQty: line.openQty,
    })),
  );
}
