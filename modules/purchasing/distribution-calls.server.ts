/**
 * Looking at what is to be bought line by line: the page buyers distribute from, its sheet, and the matrix of what goes
 * where.
 */
import type { Id } from '../../kernel/core/field.ts';
import { sentenceOf } from '../../kernel/core/refusal.ts';
import { behaviour } from '../../kernel/server/behaviour.ts';
import { unknownRecord, type Call, type Context, type Input } from '../../kernel/server/context.ts';
import type { Download } from '../../parts/http/downloads.ts';
import { join, sql, type Sql } from '../../parts/postgres/database.ts';
import { exportCall } from '../../parts/sheets/excel-calls.ts';
import { writeWorkbook } from '../../parts/xlsx/sheet-writer.ts';
import { conditions, scopeCondition } from '../../kernel/server/filters.ts';
import { readPage } from '../../kernel/server/record-query.ts';
import { serve } from '../../kernel/server/serve.ts';
import { requireId } from '../master-data/units/unit-calls.server.ts';
import { siteFilters } from '../operations/sites/site-filters.server.ts';
import { deliveryBook } from '../sourcing/delivery-rows.server.ts';
import { offersFor } from '../suppliers/offers.server.ts';
import { pricesFor } from '../suppliers/purchase-price.server.ts';
import { needSheets, type NeededLine } from './need-matrix.rules.ts';
import * as calls from './purchase-request.calls.ts';
import { purchaseRequest } from './purchase-request.document.ts';
import { purchaseRequestLine } from './request-line.resource.ts';

const progress: Sql = sql`case when d.cancelled_qty >= d.request_qty then 'cancelled' when d.received_qty > 0
  and d.received_qty + d.cancelled_qty >= d.request_qty then 'received'
  when d.ordered_qty + d.cancelled_qty >= d.request_qty then 'ordered'
  when d.ordered_qty + d.distributed_qty + d.cancelled_qty >= d.request_qty then 'distributed'
  when d.ordered_qty + d.distributed_qty > 0 then 'partial'
  else 'open' end`;

export const requestLineBehaviour = behaviour(purchaseRequestLine, {
  source: () => sql`
    select d.tenant_id, d.id, r.id as request_id, r.bill_code, r.request_type, r.company_dept_id,
      r.blade_project_dept_id, r.warehouse_id, d.material_id, m.material_type_id, d.unit_id, d.request_qty,
      d.ordered_qty, d.distributed_qty, d.received_qty,
      d.cancelled_qty, greatest(0, d.request_qty - d.ordered_qty - d.distributed_qty
        - d.cancelled_qty) as open_qty, d.need_date,
      d.delivery_date, d.source_kind, d.supplier_id, d.price, d.amount, ${progress} as line_status
    from purchase_request r join purchase_request_detail d on d.tenant_id = r.tenant_id
      and d.purchase_request_id = r.id join material m on m.tenant_id = d.tenant_id and m.id = d.material_id
    where r.status in ('approved', 'done')`,
  filters: { orderNo: (billCode) => sql`t.bill_code = ${billCode}`, ...siteFilters },
});

const pageDistribution = serve(calls.pageDistribution, async (context, _input, { body }) => {
  const page = await readPage(purchaseRequestLine, context, body);
  const waiting = page.records.filter((line) => line.supplierId !== '' && line.openQty !== '0');
  const suppliers = [...new Set(waiting.map((line) => line.supplierId!))];
  const book = await deliveryBook(context, suppliers);
  const leads = new Map(
    (
      await context.tx.rows<{ id: Id; leadDays: number }>(
        sql`select s.id, coalesce(s.lead_days, 1) as lead_days from supplier s
          where s.id = any(${suppliers}::bigint[])`,
      )
    ).map((row) => [row.id, row.leadDays]),
  );
  for (const line of page.records) Object.assign(line, { orderBefore: '', isLate: null });
  for (const line of waiting) {
    const delivery = book.deliveryOf({
      supplierId: line.supplierId,
      deptIds: [line.bladeProjectDeptId, line.companyDeptId].flatMap((id) => id || []),
      needDate: line.deliveryDate || line.needDate || '',
      leadDays: leads.get(line.supplierId!) ?? 1,
      material: line.materialName,
    });
    if (delivery.ok)
      Object.assign(line, { orderBefore: `${delivery.orderBefore}:00`.slice(0, 19), isLate: delivery.late ? 1 : 0 });
  }
  return page;
});

const suppliersForLine = serve(calls.suppliersForLine, async (context, input) => {
  const id = requireId(input, 'id');
  const line = await context.tx.row<{
    materialId: Id;
    materialName: string;
    unitId: Id;
    deliveryDate: string;
    deptIds: Id[];
    siteId: Id | null;
  }>(sql`
    select d.material_id, m.called as material_name, d.unit_id, coalesce(d.delivery_date, d.need_date) as delivery_date,
      t.blade_project_dept_id as site_id, array_remove(array[t.blade_project_dept_id, t.company_dept_id],
      null)::text[] as dept_ids
    from purchase_request_detail d join purchase_request t on t.tenant_id = d.tenant_id
      and t.id = d.purchase_request_id join material m on m.tenant_id = d.tenant_id and m.id = d.material_id
    where ${join([sql`d.id = ${id}::bigint`, ...scopeCondition(purchaseRequest, context)], ' and ')}`);
  if (line === undefined) throw unknownRecord(purchaseRequestLine.label);
  const offers = await offersFor(
    context,
    [line.materialId],
    line.deliveryDate < context.today ? context.today : line.deliveryDate,
    line.siteId === null ? [] : [line.siteId],
  );
  const first = offers.filter((offer, at) => offers.findIndex((each) => each.supplierId === offer.supplierId) === at);
  const prices = await pricesFor(
    context,
    first.map((offer) => ({
      supplierId: offer.supplierId,
      materialId: line.materialId,
      unitId: line.unitId,
      date: line.deliveryDate,
    })),
  );
  const book = await deliveryBook(
    context,
    first.map((offer) => offer.supplierId),
  );
  const names = new Map(
    (
      await context.tx.rows<{ id: Id; searchText: string }>(
        sql`select id, search_text from supplier where id = any(${first.map((offer) => offer.supplierId)}::bigint[])`,
      )
    ).map((row) => [row.id, row.searchText]),
  );
  const seesPrices = context.allowed('invpleasepurchase_view_cost');
  return first.map((offer, at) => {
    const price = prices[at]!;
    const delivery = book.deliveryOf({
      supplierId: offer.supplierId,
      deptIds: line.deptIds,
      needDate: line.deliveryDate,
      leadDays: offer.leadDays,
      material: line.materialName,
    });
    return {
      supplierId: offer.supplierId,
      supplierName: offer.supplierName,
      supplierCode: offer.supplierCode,
      search: names.get(offer.supplierId) ?? '',
      rank: offer.rank,
      leadDays: offer.leadDays,
      minOrderQty: offer.minOrderQty,
      orderMultiple: offer.orderMultiple,
      ...(seesPrices ? { price: price.found ? price.price : null, reason: offer.reason[context.language] } : {}),
      orderBefore: delivery.ok ? `${delivery.orderBefore}:00`.slice(0, 19) : '',
      isLate: delivery.ok && !delivery.late ? (0 as const) : (1 as const),
      note: delivery.ok ? '' : delivery.refusals.map((refusal) => sentenceOf(refusal, context.language)).join(' '),
    };
  });
});

async function needMatrix(context: Context, input: Input): Promise<Download> {
  const filter = [
    sql`t.status in ('approved', 'done')`,
    ...scopeCondition(purchaseRequest, context),
    ...conditions(purchaseRequest, context, input),
  ];
  const lines = await context.tx.rows<NeededLine>(sql`
    select d.delivery_date as day, y.name as material_type, m.code as material_code, m.called as material,
      u.called as unit, w.name as warehouse, round((d.request_qty - d.cancelled_qty) * d.factor, 6)::text as qty
    from purchase_request t join purchase_request_detail d on d.tenant_id = t.tenant_id and d.purchase_request_id = t.id
    join material m on m.tenant_id = d.tenant_id and m.id = d.material_id
    join material_unit u on u.tenant_id = m.tenant_id and u.id = m.base_unit_id
    left join material_type y on y.tenant_id = m.tenant_id and y.id = m.material_type_id
    join warehouse w on w.tenant_id = t.tenant_id and w.id = t.warehouse_id
    where ${join(filter, ' and ')} and d.request_qty > d.cancelled_qty
    order by d.delivery_date, y.name collate pinyin, m.code`);
  const name = { zh: '请购汇总', en: 'Requests by site' }[context.language];
  return {
    fileName: `${name}-${context.today}.xlsx`,
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    body: writeWorkbook(needSheets(lines, context.language)),
  };
}

export const distributionCalls: readonly Call[] = [
  pageDistribution,
  suppliersForLine,
  serve(
    calls.exportDistribution,
    (context, _input, { body }) => exportCall(purchaseRequestLine).handle(context, body, null),
    { reads: true },
  ),
  serve(calls.exportMatrix, (context, _input, { body }) => needMatrix(context, body), { reads: true }),
];
