/** Work lists become documents, all or none: a few statements however many lines there are. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import { listOf } from '../../../kernel/core/kinds.ts';
import { refuse, Refused, type Refusal } from '../../../kernel/core/refusal.ts';
import { unknownRecord, type Context } from '../../../kernel/server/context.ts';
import { link } from '../../../kernel/server/links.ts';
import { newIds, nextBillCodes } from '../../../kernel/server/numbering.ts';
import { moveState, readIds } from '../../../kernel/server/run-action.ts';
import { lockRows } from '../../../kernel/server/save.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { empty, sql } from '../../../parts/postgres/database.ts';
import { documentPlaces } from '../../stock/warehouses/document-place.server.ts';
import { distributionBill } from '../lists/distribution-bill.document.ts';
import { bookProgress } from '../lists/line-progress.server.ts';
import { documentsFromLines, LINK_KINDS, type ListLine, type MadeDocument } from './documents-from-lines.rules.ts';
import { expectDocuments } from './document-progress.server.ts';
import { siteSettlements } from './site-settlements.server.ts';
import * as calls from './purchase-document.calls.ts';
import { purchaseDocument } from './purchase-document.document.ts';

/** Both faces of the work lists. */
const lists = { ...distributionBill, where: {} };

export const generateDocuments = serve(calls.generatePurchaseDocument, async (context, { ids, detailIds }) => {
  const billIds = readIds({ ids });
  const bills = await lockRows(lists, context, billIds);
  if (bills.length < billIds.length) throw unknownRecord(distributionBill.label);
  const lines = await openLines(context, billIds, readLines(detailIds));
  const refusals = lacking(lines);
  if (refusals.length > 0) throw new Refused(...refusals);
  const made = documentsFromLines(lines);
  if (made.length === 0) throw new Refused(refuse('documents.nothing-open'));
  await writeDocuments(context, made);
  return true as const;
});

/** Ids of lines, however many; null for all of them. */
function readLines(given: unknown): readonly Id[] | null {
  if (given === undefined || given === null || given === '') return null;
  const ids = listOf(given);
  for (const id of ids)
    if (!/^\d{1,19}$/.test(id)) throw new Refused(refuse('param.invalid', { name: 'detailIds', value: id }));
  return ids;
}

type Row = Omit<ListLine, 'open' | 'openSupply' | 'factor' | 'price' | 'taxRate' | 'settlementPrice'> & {
  readonly siteId: Id;
} & Readonly<Record<'factor' | 'openQty' | 'openBaseQty' | 'supplyQty' | 'supplyBaseQty', DecimalText>> &
  Readonly<Record<'price' | 'taxRate', DecimalText | null>>;

/** What is open of these lists, locked; of lines that were named each must be open, or somebody was faster. */
async function openLines(context: Context, billIds: readonly Id[], named: readonly Id[] | null): Promise<ListLine[]> {
  const rows = await context.tx.rows<Row>(sql`
    with lines as (
      select d.* from distribution_bill_detail d
      where d.distribution_bill_id = any(${billIds as Id[]}::bigint[])
        ${named === null ? empty : sql`and d.id = any(${named as Id[]}::bigint[])`}
      order by d.id for update),
    linked as (
      select l.from_line_id as id, sum(l.from_qty) filter (where l.kind <> 'supply') as on_way,
        sum(l.from_qty) filter (where l.kind = 'supply') as bought
      from bill_link l where l.from_type = ${distributionBill.name}
        and l.from_bill_id = any(${billIds as Id[]}::bigint[]) and l.to_type = ${purchaseDocument.name} group by 1)
    select d.id, b.id as bill_id, b.kind, d.warehouse_id, d.material_id, d.unit_id, d.factor, d.base_unit_id,
      d.need_date, d.delivery_date, d.arrive_date, d.order_before, d.supplier_id, d.supply_mode, d.price, d.tax_rate,
      d.price_reason, d.blade_project_dept_id as site_id,
      coalesce(d.out_factory_warehouse_id, d.out_warehouse_id) as out_store_id,
      greatest(0, d.qty - d.documented_qty - d.cancelled_qty) as open_qty,
      greatest(0, d.base_qty - round(d.cancelled_qty * d.factor, 6) - coalesce(k.on_way, 0)) as open_base_qty,
      greatest(0, case when coalesce(k.bought, 0) = 0 then d.qty - d.cancelled_qty
        else round((d.base_qty - k.bought) / d.factor, 6) - d.cancelled_qty end) as supply_qty,
      greatest(0, d.base_qty - round(d.cancelled_qty * d.factor, 6) - coalesce(k.bought, 0)) as supply_base_qty
    from lines d join distribution_bill b on b.id = d.distribution_bill_id left join linked k on k.id = d.id
    where b.status <> 'void' order by d.id`);
  const settled = await siteSettlements(
    context,
    rows
      .filter(({ kind }) => kind === 'uniform')
      .map((row) => ({ ...row, lineId: row.id, date: row.deliveryDate, factor: Decimal.of(row.factor) })),
  );
  const open = rows.map(
    ({ openQty, openBaseQty, supplyQty, supplyBaseQty, factor, price, taxRate, ...row }): ListLine => ({
      ...row,
      factor: Decimal.of(factor),
      open: { qty: Decimal.of(openQty), baseQty: Decimal.of(openBaseQty) },
      openSupply: { qty: Decimal.of(supplyQty), baseQty: Decimal.of(supplyBaseQty) },
      // To the cent, as an order says it.
      price: decimal(price)?.rounded(2) ?? null,
      taxRate: decimal(taxRate),
      settlementPrice: settled.get(row.id)?.price ?? null,
    }),
  );
  const waiting = open.filter(
    ({ supplyMode, open: toSite, openSupply: toCentre }) =>
      (toSite.qty.isPositive() && toSite.baseQty.isPositive()) ||
      (supplyMode === 'purchase' && toCentre.qty.isPositive() && toCentre.baseQty.isPositive()),
  );
  if (named !== null && waiting.length < new Set(named).size) throw new Refused(refuse('documents.lines-taken'));
  return waiting;
}
const decimal = (text: DecimalText | null): Decimal | null => (text === null ? null : Decimal.of(text));

/** What must be known of a line before somebody is asked for the goods. */
function lacking(lines: readonly ListLine[]): Refusal[] {
  const bought = lines.filter(({ kind, supplyMode }) => kind === 'straight' || supplyMode === 'purchase');
  const without = bought.filter(({ supplierId }) => supplierId === null).length;
  const unpriced = bought.filter(({ supplierId, price }) => supplierId !== null && !price?.isPositive()).length;
  return [
    ...(without > 0 ? [refuse('documents.no-supplier', { count: without })] : []),
    ...(unpriced > 0 ? [refuse('documents.no-price', { count: unpriced })] : []),
  ];
}

const amountOf = (qty: Decimal, price: Decimal | null): Decimal | null =>
  price === null ? null : qty.times(price).rounded(2);
const total = (amounts: readonly (Decimal | null)[]): string | null =>
  amounts.every((amount) => amount === null) ? null : Decimal.sum(amounts.flatMap((amount) => amount ?? [])).toFixed(2);

async function writeDocuments(context: Context, made: readonly MadeDocument[]): Promise<void> {
  const lineCount = made.reduce((sum, { lines }) => sum + lines.length, 0);
  const places = await documentPlaces(
    context,
    made.flatMap(({ placeId, first }) => [placeId, first.outStoreId ?? []].flat()),
  );
  const ids = await newIds(context, made.length + lineCount);
  const codes = await nextBillCodes(context, purchaseDocument.life!.prefix, made.length);
  let next = made.length;
  const documents = made.map((document, nr) => ({
    document,
    id: ids[nr]!,
    code: codes[nr]!,
    lines: document.lines.map((line) => ({ line, id: ids[next++]! })),
  }));
  await insertHeads(context, documents, places);
  await insertLines(context, documents);
  await link(
    context,
    documents.flatMap(({ document, id, lines }) =>
      lines.flatMap(({ line, id: lineId }) =>
        line.serves.map((served) => ({
          kind: LINK_KINDS[document.docType],
          fromType: distributionBill.name,
          fromBillId: served.line.billId,
          fromLineId: served.line.id,
          toType: purchaseDocument.name,
          toBillId: id,
          toLineId: lineId,
          fromQty: served.baseQty.toString(),
          toQty: served.baseQty.toString(),
        })),
      ),
    ),
  );
  await bookProgress(
    context,
    documents
      .filter(({ document }) => document.docType !== 'central')
      .flatMap(({ document }) => document.lines)
      .flatMap(({ serves }) => serves)
      .map(({ line, qty }) => ({ lineId: line.id, documentedQty: qty.toString() })),
  );
  await expectDocuments(
    context,
    documents.map(({ id }) => id),
  );
  await moveState(
    purchaseDocument,
    context,
    documents.map(({ id, code }) => ({ id, billCode: code, status: 'open', row: {} })),
    'generatePurchaseDocument',
    {},
    null,
  );
}

interface Written {
  readonly document: MadeDocument;
  readonly id: Id;
  readonly code: string;
  readonly lines: readonly { readonly line: MadeDocument['lines'][number]; readonly id: Id }[];
}

async function insertHeads(
  context: Context,
  documents: readonly Written[],
  places: Awaited<ReturnType<typeof documentPlaces>>,
): Promise<void> {
  const rows = documents.map(({ document: { docType, first, ...document }, id, code, lines }) => {
    const place = places.get(document.placeId);
    const sender = first.outStoreId === null ? undefined : places.get(first.outStoreId);
    const isBought = docType !== 'delivery';
    return {
      id,
      code,
      type: docType,
      supplier: isBought ? first.supplierId : null,
      warehouse: docType === 'central' ? null : document.placeId,
      out_org: sender?.deptId ?? null,
      out_warehouse: sender?.kind === 'warehouse' ? sender.id : null,
      out_store: sender?.kind === 'factory-warehouse' ? sender.id : null,
      company: place?.companyDeptId ?? null,
      site: docType === 'central' ? null : (place?.deptId ?? null),
      plant: place?.sapFactory ?? null,
      visible: [
        ...new Set([place?.deptId, ...(docType === 'straight' ? [] : [sender?.deptId])].flatMap((d) => d ?? [])),
      ],
      day: document.deliveryDate,
      before: document.orderBefore,
      lines: lines.length,
      amount: isBought ? total(lines.map(({ line }) => amountOf(line.qty, line.first.price))) : null,
      settlement: isBought ? null : total(lines.map(({ line }) => amountOf(line.qty, line.first.settlementPrice))),
    };
  });
  const who = sql`${context.user.userId}::bigint`;
  await context.tx.run(sql`
    insert into purchase_document (id, bill_code, doc_type, supplier_id, warehouse_id, out_org_id, out_warehouse_id,
      out_factory_warehouse_id, company_dept_id, blade_project_dept_id, project_dept_sys_id, sap_factory,
      visible_dept_ids, delivery_date, order_before, line_count, amount, settlement_amount, create_user, create_dept,
      update_user)
    select g.id, g.code, g.type, g.supplier, g.warehouse, case when g.type <> 'straight' then g.out_org end,
      case when g.type <> 'straight' then g.out_warehouse end, case when g.type <> 'straight' then g.out_store end,
      g.company, g.site, (select s.id from project_dept_system s where s.blade_project_dept_id = g.site limit 1),
      g.plant, g.visible, g.day, g.before, g.lines, g.amount, g.settlement, ${who},
      ${context.user.deptId || null}::bigint, ${who}
    from json_to_recordset(${JSON.stringify(rows)}::json) as g(id bigint, code text, type text, supplier bigint,
      warehouse bigint, out_org bigint, out_warehouse bigint, out_store bigint, company bigint, site bigint,
      plant text, visible bigint[], day date, before timestamptz, lines integer, amount numeric, settlement numeric)`);
}

async function insertLines(context: Context, documents: readonly Written[]): Promise<void> {
  const rows = documents.flatMap(({ document: { docType }, id: owner, lines }) =>
    lines.map(({ line: { first, qty, baseQty, serves }, id }, at) => {
      const isBought = docType !== 'delivery';
      return {
        id,
        owner,
        line: at + 1,
        material: first.materialId,
        unit: first.unitId,
        factor: first.factor.toString(),
        base_unit: first.baseUnitId,
        qty: qty.toString(),
        base_qty: baseQty.toString(),
        price: isBought ? (first.price?.toString() ?? null) : null,
        tax: isBought ? (first.taxRate?.toString() ?? null) : null,
        amount: isBought ? (amountOf(qty, first.price)?.toFixed(2) ?? null) : null,
        why: isBought ? first.priceReason : null,
        settlement: isBought ? null : (first.settlementPrice?.toString() ?? null),
        settled: isBought ? null : (amountOf(qty, first.settlementPrice)?.toFixed(2) ?? null),
        sites: serves.length,
        mode: docType === 'delivery' ? first.supplyMode : null,
      };
    }),
  );
  await context.tx.run(sql`
    insert into purchase_document_detail (id, purchase_document_id, line_no, material_id, unit_id, factor, base_unit_id,
      qty, base_qty, price, tax_rate, amount, price_reason, settlement_price, settlement_amount, site_count,
      supply_mode)
    select g.id, g.owner, g.line, g.material, g.unit, g.factor, g.base_unit, g.qty, g.base_qty, g.price, g.tax,
      g.amount, g.why, g.settlement, g.settled, g.sites, g.mode
    from json_to_recordset(${JSON.stringify(rows)}::json) as g(id bigint, owner bigint, line integer, material bigint,
      unit bigint, factor numeric, base_unit bigint, qty numeric, base_qty numeric, price numeric, tax numeric,
      amount numeric, why text, settlement numeric, settled numeric, sites integer, mode text)`);
}
