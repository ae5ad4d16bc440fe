/**
 * What becomes of documents, up and down the chain: what is on order from them, what their orders gave back, and what
 * of the lines of work lists was shipped and received.
 */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { link } from '../../../kernel/server/links.ts';
import { sql, type Sql } from '../../../parts/postgres/database.ts';
import { carryToRequests } from '../../purchasing/chain-progress.server.ts';
import { purchaseRequest } from '../../purchasing/purchase-request.document.ts';
import { servedQuantities } from '../../purchasing/served-requests.rules.ts';
import { expecting } from '../../stock/ledger/expected-receipts.server.ts';
import { distributionBill } from '../lists/distribution-bill.document.ts';
import { cancelNeeds } from '../lists/cancelled-needs.server.ts';
import { bookProgress, type LineProgress } from '../lists/line-progress.server.ts';
import { purchaseDocument } from './purchase-document.document.ts';

/** Where the quantity of something that will not come goes: to be distributed again, or nowhere. */
export type ReleaseTo = 'redistribute' | 'cancel';

/** What these documents have open is on order from them, at the site or at the centre they are for. */
export const expectDocuments = async (context: Context, ids: readonly Id[]): Promise<void> =>
  void (await context.tx.run(
    expecting(sql`
    select case when o.doc_type = 'central' then coalesce(o.out_factory_warehouse_id, o.out_warehouse_id)
        else o.warehouse_id end as location_id, d.material_id, o.delivery_date as due_date,
      ${purchaseDocument.name}::text as bill_type, o.id as bill_id, o.bill_code, d.id as line_id,
      case when o.status = 'open' then d.base_qty else 0 end as open_qty
    from purchase_document o join purchase_document_detail d on d.tenant_id = o.tenant_id
      and d.purchase_document_id = o.id
    where o.id = any(${ids as Id[]}::bigint[])`),
  ));

/** So much of a line of a document, in base unit, is given back; all it has where `baseQty` is null. */
interface GivenBack {
  readonly documentId: Id;
  readonly documentLineId: Id;
  readonly baseQty: Decimal | null;
  /** An order was made of it. */
  readonly isOrdered: boolean;
}

interface LinkedLine {
  readonly documentLineId: Id;
  readonly documentId: Id;
  readonly kind: string;
  readonly billId: Id;
  readonly lineId: Id;
  readonly needDate: string;
  readonly linked: DecimalText;
  readonly factor: DecimalText;
  readonly documentedQty: DecimalText;
  /** Of the line, on all documents. */
  readonly documentedBase: DecimalText;
}

/** Gives back lines of work lists what documents will not bring them: what is needed last first. */
export async function giveBack(
  context: Context,
  given: readonly GivenBack[],
  to: ReleaseTo,
  reason: string,
): Promise<void> {
  if (given.length === 0) return;
  const linked = Map.groupBy(await linkedLines(context, given), ({ documentLineId }) => documentLineId);
  const released = given.flatMap(({ documentLineId, baseQty, isOrdered }) => {
    const lines = linked.get(documentLineId) ?? [];
    const has = lines.map((line) => Decimal.of(line.linked));
    const keep = baseQty === null ? Decimal.zero : Decimal.max(Decimal.zero, Decimal.sum(has).minus(baseQty));
    const kept = servedQuantities(
      keep,
      lines.map(({ needDate }, at) => ({ needDate, linked: has[at]!, open: Decimal.zero })),
    );
    return lines.flatMap((line, at) => {
      const back = has[at]!.minus(kept[at]!);
      return back.isPositive() ? [{ line, back, isOrdered }] : [];
    });
  });
  await link(
    context,
    released.map(({ line, back }) => ({
      kind: line.kind,
      fromType: distributionBill.name,
      fromBillId: line.billId,
      fromLineId: line.lineId,
      toType: purchaseDocument.name,
      toBillId: line.documentId,
      toLineId: line.documentLineId,
      fromQty: back.negated().toString(),
      toQty: back.negated().toString(),
    })),
    reason,
  );
  await bookProgress(context, progressOf(released, to));
  if (to === 'cancel') await cancelNeeds(context, cancelledLines(released), reason);
}

/** What of each line will not come; what was bought for a centre is no figure of the lines it was bought for. */
const cancelledLines = (released: readonly { readonly line: LinkedLine; readonly back: Decimal }[]) =>
  [
    ...Map.groupBy(
      released.filter(({ line }) => line.kind !== 'supply'),
      ({ line }) => line.lineId,
    ).values(),
  ].map((same) => ({
    billId: same[0]!.line.billId,
    lineId: same[0]!.line.lineId,
    baseQty: Decimal.sum(same.map(({ back }) => back)),
  }));

const linkedLines = (context: Context, given: readonly GivenBack[]): Promise<LinkedLine[]> =>
  context.tx.rows<LinkedLine>(sql`
    with links as (
      select l.to_bill_id as document_id, l.to_line_id as document_line_id, l.kind, l.from_bill_id as bill_id,
        l.from_line_id as line_id, sum(l.from_qty) as linked
      from bill_link l where l.to_type = ${purchaseDocument.name}
        and l.to_bill_id = any(${[...new Set(given.map(({ documentId }) => documentId))]}::bigint[])
        and l.to_line_id = any(${given.map(({ documentLineId }) => documentLineId)}::bigint[])
        and l.from_type = ${distributionBill.name} group by 1, 2, 3, 4, 5 having sum(l.from_qty) > 0)
    select k.*, d.need_date, d.factor, d.documented_qty, (
        select coalesce(sum(o.from_qty), 0) from bill_link o where o.from_type = ${distributionBill.name}
          and o.from_bill_id = k.bill_id and o.from_line_id = k.line_id and o.to_type = ${purchaseDocument.name}
          and o.kind <> 'supply') as documented_base
    from links k join distribution_bill_detail d on d.id = k.line_id
    order by k.document_line_id, d.need_date, d.id`);

/** In the unit of each line; what was bought for a centre is no figure of the lines it was bought for. */
function progressOf(
  released: readonly { readonly line: LinkedLine; readonly back: Decimal; readonly isOrdered: boolean }[],
  to: ReleaseTo,
): LineProgress[] {
  const own = released.filter(({ line }) => line.kind !== 'supply');
  return [...Map.groupBy(own, ({ line }) => line.lineId)].map(([lineId, same]) => {
    const { factor, documentedQty, documentedBase } = same[0]!.line;
    const inUnit = (base: Decimal): Decimal =>
      base.equals(Decimal.of(documentedBase))
        ? Decimal.of(documentedQty)
        : Decimal.min(Decimal.of(documentedQty), base.dividedBy(Decimal.of(factor)).rounded(6));
    const back = inUnit(Decimal.sum(same.map((each) => each.back)));
    const ordered = inUnit(Decimal.sum(same.filter((each) => each.isOrdered).map((each) => each.back)));
    return {
      lineId,
      documentedQty: back.negated().toString(),
      ...(ordered.isZero() ? {} : { orderedQty: ordered.negated().toString() }),
      ...(to === 'cancel' ? { cancelledQty: back.toString() } : {}),
    };
  });
}

/**
 * What of lines of work lists is ordered, from the documents that are completed. `completing` are about to be.
 */
export async function bookOrdered(
  context: Context,
  documentIds: readonly Id[],
  completing: readonly Id[] = [],
): Promise<void> {
  const rows = await context.tx.rows<{ lineId: Id; orderedQty: DecimalText }>(sql`
    with touched as (${touchedBy(documentIds)}),
    ordered as (
      select l.from_line_id as line_id, sum(l.from_qty) as base from touched t join bill_link l
        on l.from_type = ${distributionBill.name} and l.from_bill_id = t.bill and l.from_line_id = t.line
        and l.to_type = ${purchaseDocument.name} and l.kind <> 'supply'
      join purchase_document o on o.id = l.to_bill_id
      where o.status = 'completed' or o.id = any(${completing as Id[]}::bigint[]) group by 1)
    select d.id as line_id, trim_scale(case when s.base = ${inTransit} then d.documented_qty
      else least(d.documented_qty, round(coalesce(s.base, 0) / d.factor, 6)) end - d.ordered_qty)::text as ordered_qty
    from touched t join distribution_bill_detail d on d.id = t.line left join ordered s on s.line_id = d.id`);
  await bookProgress(
    context,
    rows.filter(({ orderedQty }) => orderedQty !== '0'),
  );
}
const touchedBy = (documentIds: readonly Id[]) => sql`
  select distinct l.from_bill_id as bill, l.from_line_id as line from bill_link l
  where l.to_type = ${purchaseDocument.name} and l.to_bill_id = any(${documentIds as Id[]}::bigint[])
    and l.from_type = ${distributionBill.name} and l.kind <> 'supply'`;
const inTransit = sql`(select coalesce(sum(o.from_qty), 0) from bill_link o where o.from_type = ${distributionBill.name}
  and o.from_bill_id = d.distribution_bill_id and o.from_line_id = d.id and o.to_type = ${purchaseDocument.name}
  and o.kind <> 'supply')`;

/**
 * Orders made of these documents were shipped or received: what of it is whose, the earliest need first. Worked out
 * anew from the links, so that taking a delivery back takes it back here too.
 */
export async function carryArrivals(context: Context, documentIds: readonly Id[]): Promise<void> {
  const rows = await context.tx.rows<{ lineId: Id; shippedQty: DecimalText; receivedQty: DecimalText }>(sql`
    with touched as (${touchedBy(documentIds)}),
    servers as (
      select distinct l.to_bill_id as bill, l.to_line_id as line from touched t join bill_link l
        on l.from_type = ${distributionBill.name} and l.from_bill_id = t.bill and l.from_line_id = t.line
        and l.to_type = ${purchaseDocument.name} and l.kind <> 'supply'),
    came as (
      select s.line, sum(round(coalesce(p.received_qty * p.factor, f.received_qty * f.factor), 6)) as received,
        sum(round(coalesce(p.received_qty * p.factor, f.shipped_qty * f.factor), 6)) as shipped
      from servers s join (
        select o.from_line_id as line, o.to_type, o.to_line_id from servers s2 join bill_link o
          on o.from_type = ${purchaseDocument.name} and o.from_bill_id = s2.bill and o.from_line_id = s2.line
        group by 1, 2, 3 having sum(o.from_qty) > 0) k on k.line = s.line
      left join purchase_order_detail p on k.to_type = 'purchaseOrder' and p.id = k.to_line_id
      left join factory_order_detail f on k.to_type = 'factoryOrder' and f.id = k.to_line_id group by 1),
    served as (
      select l.from_line_id as line, s.line as server, sum(l.from_qty) as qty from servers s join bill_link l
        on l.to_type = ${purchaseDocument.name} and l.to_bill_id = s.bill and l.to_line_id = s.line
        and l.from_type = ${distributionBill.name} group by 1, 2 having sum(l.from_qty) > 0),
    queued as (
      select v.*, sum(v.qty) over (partition by v.server order by d.need_date, d.id) as running
      from served v join distribution_bill_detail d on d.id = v.line),
    totals as (
      select q.line, sum(greatest(0, least(q.qty, c.received - (q.running - q.qty)))) as received,
        sum(greatest(0, least(q.qty, c.shipped - (q.running - q.qty)))) as shipped
      from queued q join came c on c.line = q.server where q.line in (select line from touched) group by 1)
    select d.id as line_id, trim_scale(${inUnitOf(sql`s.shipped`)} - d.shipped_qty)::text as shipped_qty,
      trim_scale(${inUnitOf(sql`s.received`)} - d.received_qty)::text as received_qty
    from touched t join distribution_bill_detail d on d.id = t.line left join totals s on s.line = d.id`);
  await bookProgress(
    context,
    rows.filter(({ shippedQty, receivedQty }) => shippedQty !== '0' || receivedQty !== '0'),
  );
  await carryToRequests(
    context,
    await context.tx.rows(sql`
      select distinct l.from_bill_id as request_id, l.from_line_id as request_line_id
      from (${touchedBy(documentIds)}) t join bill_link l on l.to_type = ${distributionBill.name}
        and l.to_bill_id = t.bill and l.to_line_id = t.line and l.from_type = ${purchaseRequest.name}`),
  );
}
/** What of request lines was ordered and came by way of work lists, in base unit of what was asked for. */
export const servedByLists = (
  context: Context,
  lineIds: readonly Id[],
): Promise<{ lineId: Id; orderedBase: DecimalText; receivedBase: DecimalText }[]> =>
  context.tx.rows(sql`
    with links as (
      select l.from_line_id as line_id, l.to_line_id as list_line, sum(l.from_qty) as asked
      from (select r.id, r.purchase_request_id as bill from purchase_request_detail r
        where r.id = any(${lineIds as Id[]}::bigint[]) offset 0) r
      join bill_link l on l.from_type = ${purchaseRequest.name} and l.from_bill_id = r.bill and l.from_line_id = r.id
        and l.to_type = ${distributionBill.name} group by 1, 2 having sum(l.from_qty) > 0)
    select k.line_id, sum(round(k.asked * least(1, d.ordered_qty / (d.qty - d.cancelled_qty)), 6)) as ordered_base,
      sum(round(k.asked * least(1, d.received_qty / (d.qty - d.cancelled_qty)), 6)) as received_base
    from links k join distribution_bill_detail d on d.id = k.list_line and d.qty > d.cancelled_qty group by 1`);
const inUnitOf = (base: Sql): Sql =>
  sql`case when ${base} >= d.base_qty then d.qty else round(coalesce(${base}, 0) / d.factor, 6) end`;
