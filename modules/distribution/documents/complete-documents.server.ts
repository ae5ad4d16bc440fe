/** Documents become orders, all or none: purchase orders of what is bought, factory orders of what a centre brings. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import { Refused, type Refusal } from '../../../kernel/core/refusal.ts';
import { askedText } from '../../../kernel/server/asked-text.ts';
import type { Acting } from '../../../kernel/server/behaviour.ts';
import type { Context, Input } from '../../../kernel/server/context.ts';
import { linking } from '../../../kernel/server/links.ts';
import { readParameter } from '../../../kernel/server/parameters.ts';
import { runAction } from '../../../kernel/server/run-action.ts';
import { saveRecords } from '../../../kernel/server/save.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { expectServing } from '../../purchasing/order-progress.server.ts';
import { purchaseOrder } from '../../purchasing/purchase-order.document.ts';
import { agreedPrice } from '../../purchasing/completed-lines.server.ts';
import { closeExpected } from '../../stock/ledger/expected-receipts.server.ts';
import { frozenPlaceRefusals } from './document-places.server.ts';
import { pricesFor } from '../../suppliers/purchase-price.server.ts';
import { makeFactoryOrders } from '../factory-orders/make-orders.server.ts';
import { completionRefusals, isLate, type Completing } from './completion.rules.ts';
import { bookOrdered } from './document-progress.server.ts';
import { purchaseDocument } from './purchase-document.document.ts';

type Document = Acting<typeof purchaseDocument>;
const idsOf = (documents: readonly Document[]): Id[] => documents.map(({ id }) => id);
const reasonOf = (input: Input): string => askedText(input, 'lateReason');

interface LineRow {
  readonly documentId: Id;
  readonly lineId: Id;
  readonly materialId: Id;
  readonly material: string;
  readonly unitId: Id;
  readonly unit: string;
  readonly qty: DecimalText;
  readonly factor: DecimalText;
  readonly price: DecimalText | null;
  readonly taxRate: DecimalText | null;
  readonly settlementPrice: DecimalText | null;
}
/** The lines of these documents with their materials and units, in their order. */
export const linesOf = (context: Context, ids: readonly Id[]): Promise<LineRow[]> =>
  context.tx.rows<LineRow>(sql`
    select d.purchase_document_id as document_id, d.id as line_id, d.material_id, m.called as material, d.unit_id,
      u.called as unit, d.qty, d.factor, d.price, d.tax_rate, d.settlement_price
    from purchase_document_detail d join material m on m.id = d.material_id join material_unit u on u.id = d.unit_id
    where d.purchase_document_id = any(${ids as Id[]}::bigint[]) order by d.purchase_document_id, d.line_no`);

/** Whatever stands against completing them, said before anything is made. */
export async function mayComplete(
  context: Context,
  documents: readonly Document[],
  input: Input,
): Promise<readonly Refusal[]> {
  const lines = await linesOf(context, idsOf(documents));
  const guard = await readParameter(context, 'purchasing.order.duplicate-guard');
  const [known, prices, frozen] = await Promise.all([
    completing(context, documents),
    pricesNow(context, documents, lines),
    frozenPlaceRefusals(context, documents),
  ]);
  return [
    ...frozen,
    ...completionRefusals(
      known,
      lines.map((line) => ({
        documentId: line.documentId,
        material: line.material,
        price: line.price === null ? null : Decimal.of(line.price),
        settlementPrice: line.settlementPrice === null ? null : Decimal.of(line.settlementPrice),
        ...(prices.has(line.lineId) ? { priceNow: prices.get(line.lineId)! } : {}),
      })),
      {
        now: context.now,
        lateReason: reasonOf(input),
        mayBeLate: context.allowed('purchasedocument_late'),
        seesPrices: context.allowed('purchasedocument_view_cost'),
        confirmDuplicate: Number(input['confirmDuplicate'] ?? 0) === 1,
        asksDuplicate: guard !== 'off',
      },
    ),
  ];
}

/** The documents with their supplier and the order that was made for the same place and day. */
async function completing(context: Context, documents: readonly Document[]): Promise<Completing[]> {
  const rows = await context.tx.rows<Completing>(sql`
    select o.id, o.bill_code, o.doc_type, coalesce(s.name, '') as supplier, coalesce(s.frozen, 0) = 1 as is_frozen,
      coalesce(p.dept_name, '') as site, o.delivery_date, o.order_before, coalesce((
        select min(x.bill_code) from purchase_order x where x.supplier_id = o.supplier_id and x.status <> 'void'
          and x.delivery_date = o.delivery_date and coalesce(x.warehouse_id, x.factory_warehouse_id) = c.place), (
        select min(y.bill_code) from purchase_document y where y.id = any(${idsOf(documents)}::bigint[]) and y.id < o.id
          and y.supplier_id = o.supplier_id and y.delivery_date = o.delivery_date and y.doc_type <> 'delivery'
          and case when y.doc_type = 'central' then coalesce(y.out_warehouse_id, y.out_factory_warehouse_id)
            else y.warehouse_id end = c.place)) as ordered_as
    from purchase_document o left join supplier s on s.id = o.supplier_id
    left join dept p on p.id = o.blade_project_dept_id
    cross join lateral (select case when o.doc_type = 'central'
      then coalesce(o.out_warehouse_id, o.out_factory_warehouse_id) else o.warehouse_id end as place) c
    where o.id = any(${idsOf(documents)}::bigint[]) order by o.id`);
  return rows.map((row) => ({ ...row, orderedAs: row.docType === 'delivery' ? null : row.orderedAs }));
}

/** What suppliers agree to by now, by line; lines that are not bought are left out. */
export async function pricesNow(
  context: Context,
  documents: readonly Pick<Document, 'id' | 'row'>[],
  lines: readonly LineRow[],
): Promise<Map<Id, Decimal | null>> {
  const byId = new Map(documents.map((document) => [document.id, document.row]));
  const bought = lines.filter(({ documentId }) => byId.get(documentId)?.docType !== 'delivery');
  const prices = await pricesFor(
    context,
    bought.map(({ documentId, materialId, unitId }) => {
      const { supplierId, deliveryDate } = byId.get(documentId)!;
      return { supplierId: supplierId!, materialId, unitId, date: deliveryDate };
    }),
  );
  return new Map(
    bought.map(({ lineId }, index) => {
      const price = agreedPrice(prices[index]!);
      return [lineId, price === null ? null : Decimal.of(price)];
    }),
  );
}

/** Makes the orders of these documents, and keeps who completed them, when, and why late. */
export async function complete(context: Context, documents: readonly Document[], input: Input): Promise<void> {
  const bought = documents.filter(({ row }) => row.docType !== 'delivery');
  const brought = documents.filter(({ row }) => row.docType === 'delivery');
  const made = [...(await makePurchaseOrders(context, bought)), ...(await makeFactoryOrders(context, idsOf(brought)))];
  await closeExpected(context, purchaseDocument.name, { billIds: idsOf(documents) });
  const late = documents.filter(({ row }) => isLate(row, context.now)).map(({ id }) => id);
  await context.tx.run(sql`
    update purchase_document o set order_id = g."orderId"::text, order_code = g.code,
      complete_user = ${context.user.userId}::bigint, complete_time = ${context.now}::timestamptz,
      late_flag = case when o.id = any(${late}::bigint[]) then 1 else 0 end,
      late_reason = case when o.id = any(${late}::bigint[]) then nullif(${reasonOf(input)}, '') end
    from json_to_recordset(${JSON.stringify(made)}::json) as g("documentId" bigint, "orderId" bigint, code text)
    where o.id = g."documentId"`);
  await context.tx.run(sql`
    update purchase_document_detail d set ordered_qty = d.qty
    where d.purchase_document_id = any(${idsOf(documents)}::bigint[])`);
  await bookOrdered(context, idsOf(documents), idsOf(documents));
}

interface Made {
  readonly documentId: Id;
  readonly orderId: Id;
  readonly code: string;
}
/** One order for each document, exactly as much as it says: whoever wants whole packs adds to the list. */
async function makePurchaseOrders(context: Context, documents: readonly Document[]): Promise<Made[]> {
  if (documents.length === 0) return [];
  const lines = Map.groupBy(await linesOf(context, idsOf(documents)), ({ documentId }) => documentId);
  const saved = await saveRecords(
    purchaseOrder,
    context,
    documents.map(({ id, row }) => ({
      supplierId: row.supplierId,
      ...(row.docType === 'central'
        ? { warehouseId: row.outWarehouseId, factoryWarehouseId: row.outFactoryWarehouseId }
        : { warehouseId: row.warehouseId }),
      deliveryDate: row.deliveryDate,
      details: (lines.get(id) ?? []).map(({ materialId, unitId, qty, price, taxRate }) => ({
        materialId,
        unitId,
        orderQty: qty,
        price,
        ...(taxRate === null ? {} : { taxRate }),
      })),
    })),
  );
  const refusals = saved.flatMap((each) => ('refusals' in each ? each.refusals : []));
  if (refusals.length > 0) throw new Refused(...refusals.map(({ line: _line, ...refusal }) => refusal));
  const orderIds = saved.flatMap((each) => ('id' in each ? [each.id] : []));
  const pairs = documents.map(({ id, row }, nr) => ({ document: id, order_id: orderIds[nr], type: row.docType }));
  const pairing = sql`json_to_recordset(${JSON.stringify(pairs)}::json)
    as g(document bigint, order_id bigint, type text)`;
  const codes = await context.tx.rows<Made>(sql`
    update purchase_order o set purchase_document_id = g.document::text, order_type = g.type from ${pairing}
    where o.id = g.order_id returning g.document as document_id, o.id as order_id, o.bill_code as code`);
  // An ordered line keeps the unit and factor the need was asked in.
  await context.tx.run(sql`
    update purchase_order_detail n set factor = d.factor, base_qty = d.base_qty, surplus_qty = 0
    from ${pairing}, purchase_document_detail d
    where n.purchase_order_id = g.order_id and d.purchase_document_id = g.document and d.line_no = n.line_no`);
  await context.tx.run(
    linking(
      context,
      sql`
      select 'order' as kind, ${purchaseDocument.name}::text as from_type, g.document as from_bill_id,
        d.id as from_line_id, ${purchaseOrder.name}::text as to_type, g.order_id as to_bill_id, n.id as to_line_id,
        d.base_qty as from_qty, d.base_qty as to_qty
      from ${pairing} join purchase_document_detail d on d.purchase_document_id = g.document
      join purchase_order_detail n on n.purchase_order_id = g.order_id and n.line_no = d.line_no`,
    ),
  );
  await expectServing(context, orderIds);
  if ((await readParameter(context, 'purchasing.order.on-complete')) === 'pending')
    await runAction(purchaseOrder, 'toApply', context, { ids: orderIds });
  return codes;
}
