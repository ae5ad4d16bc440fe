import { Decimal } from '../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../kernel/core/field.ts';
import { refuse, Refused } from '../../kernel/core/refusal.ts';
import { behaviour, savingLines, type Saving } from '../../kernel/server/behaviour.ts';
import type { Context } from '../../kernel/server/context.ts';
import { sql, type Sql } from '../../parts/postgres/database.ts';
import { convertLines } from '../master-data/units/material-units.server.ts';
import { siteFilters } from '../operations/sites/site-filters.server.ts';
import { closeExpected, expecting } from '../stock/ledger/expected-receipts.server.ts';
import { atFrozenWarehouses } from '../stock/warehouses/frozen-warehouses.server.ts';
import { supplierPacks } from '../suppliers/purchase-price.server.ts';
import { farDeliveries } from './delivery-day.rules.ts';
import { giveBackToPlans } from './plan-progress.server.ts';
import { changeFee, keepLate, lateRefusals, learnCutOffs, windowRefusals } from './sending/late-bills.server.ts';
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
      if (again.length > 0) return again;
      const unmet = await windowRefusals(context, 'purchaseRequest', ids, input);
      return unmet.length > 0 ? unmet : keepLate(context, 'purchaseRequest', { ids, input, step: 'send' });
    },
    async doApply(context, documents, input) {
      const ids = documents.map((document) => document.id);
      await keepLate(context, 'purchaseRequest', { ids, input, step: 'approve' });
      await expectRequested(context, ids);
    },
    changeLateFee: (context, documents, input) => changeFee(context, 'purchaseRequest', documents, input),
    async void(context, documents) {
      const ids = documents.map((document) => document.id);
      const ordered = await context.tx.rows<{ billCode: string; isDistributed: boolean }>(sql`
        select r.bill_code, sum(d.ordered_qty) = 0 as is_distributed from purchase_request r
        join purchase_request_detail d on d.tenant_id = r.tenant_id and d.purchase_request_id = r.id
        where r.id = any(${ids}::bigint[]) and d.ordered_qty + d.distributed_qty > 0 group by 1 order by 1`);
      if (ordered.length > 0)
        return ordered.map(({ billCode, isDistributed }) =>
          refuse(isDistributed ? 'purchasing.request-distributed' : 'purchasing.request-ordered', { billCode }),
        );
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

/** What takes up request lines: orders made of them at once; work lists of distribution and what sites buy. */
const ORDER = 'purchaseOrder';
const TAKERS = sql`('distributionBill', 'selfPurchaseOrder')`;
/** What was taken up of a request line, in base unit: from the links, since a request in boxes would lose grams. */
export const linkedOf = (line: Sql): Sql => sql`coalesce((
  select sum(l.from_qty) from bill_link l where l.from_type = ${purchaseRequest.name}
    and l.from_bill_id = ${line}.purchase_request_id and l.from_line_id = ${line}.id
    and (l.to_type = ${ORDER} or l.to_type in ${TAKERS})), 0)`;
/**
 * The same of all lines of these requests at once, with what orders and what lists have: rows (line, ordered,
 * distributed). Joined in full, since links just written are not in the statistics and would be looked through once a
 * line.
 */
const takenOf = (requestIds: readonly Id[]): Sql => sql`(
  select l.from_line_id as line, coalesce(sum(l.from_qty) filter (where l.to_type = ${ORDER}), 0) as ordered,
    coalesce(sum(l.from_qty) filter (where l.to_type in ${TAKERS}), 0) as distributed
  from bill_link l where l.from_type = ${purchaseRequest.name} and l.from_bill_id = any(${[...requestIds]}::bigint[])
    and (l.to_type = ${ORDER} or l.to_type in ${TAKERS}) group by 1)`;

/**
 * Of these request lines what is ordered and what is distributed, from the links, and the progress of their requests;
 * what they still have open is on order from them.
 */
export async function followTaken(context: Context, requestIds: readonly Id[], lineIds: readonly Id[]): Promise<void> {
  await context.tx.run(sql`
    update purchase_request_detail d set ordered_qty = t.ordered_qty,
      distributed_qty = case when t.distributed = 0 then 0 when t.ordered + t.distributed >= t.base_qty
        then t.left_qty - t.ordered_qty else round(t.distributed / d.factor, 6) end
    from (select q.*, case when q.ordered >= q.base_qty then q.left_qty
          else round(q.ordered / q.factor, 6) end as ordered_qty
      from (select q.id, q.factor, q.request_qty - q.cancelled_qty as left_qty,
          q.base_qty - round(q.cancelled_qty * q.factor, 6) as base_qty, coalesce(k.ordered, 0) as ordered,
          coalesce(k.distributed, 0) as distributed
        from (select * from purchase_request_detail where id = any(${[...new Set(lineIds)]}::bigint[])) q
        full join ${takenOf(requestIds)} k on k.line = q.id where q.id is not null) q) t
    where d.id = t.id`);
  await context.tx.run(sql`
    update purchase_request r set execute_status = s.ordered, distribute_status = s.distributed,
      version = r.version + 1, update_time = now()
    from (select d.purchase_request_id as id,
            case when bool_and(d.ordered_qty + d.cancelled_qty >= d.request_qty) then 'all'
            when bool_or(d.ordered_qty > 0) then 'partial' else 'none' end as ordered,
            case when sum(d.distributed_qty) = 0 then 'none'
            when bool_and(d.ordered_qty + d.distributed_qty + d.cancelled_qty >= d.request_qty) then 'all'
            else 'partial' end as distributed
          from purchase_request_detail d where d.purchase_request_id = any(${requestIds as Id[]}::bigint[])
          group by d.purchase_request_id) s
    where r.id = s.id`);
  await expectRequested(context, requestIds);
}

/** What approved requests have open counts as on order, once: from here until an order takes it over. */
export async function expectRequested(context: Context, ids: readonly string[]): Promise<void> {
  await context.tx.run(
    expecting(sql`
    select r.warehouse_id as location_id, d.material_id, d.delivery_date as due_date,
      ${purchaseRequest.name}::text as bill_type, r.id as bill_id, r.bill_code, d.id as line_id,
      greatest(0, d.base_qty - round(d.cancelled_qty * d.factor, 6)
        - coalesce(k.ordered + k.distributed, 0)) as open_qty
    from (select * from purchase_request_detail where purchase_request_id = any(${[...ids]}::bigint[])) d
    full join ${takenOf(ids)} k on k.line = d.id
    join purchase_request r on r.tenant_id = d.tenant_id and r.id = d.purchase_request_id
    where d.id is not null and r.status <> 'void'`),
  );
}
