/** A delivery is received: checked as a whole, posted as lots, recorded, and passed on to the order. All or nothing. */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { DecimalText } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import type { InputOf } from '../../kernel/core/contract.ts';
import { refuse, Refused, type Refusal } from '../../kernel/core/refusal.ts';
import type { RecordValues } from '../../kernel/core/validate.ts';
import type { Context } from '../../kernel/server/context.ts';
import { sql, type Sql } from '../../parts/postgres/database.ts';
import { newIds, nextBillCodes } from '../../kernel/server/numbering.ts';
import type { MoveOn } from '../../kernel/server/run-action.ts';
import { readParameter } from '../../kernel/server/parameters.ts';
import { serve } from '../../kernel/server/serve.ts';
import { insertRows } from '../../kernel/server/write-rows.ts';
import { writeEntries } from '../settlement/write-entries.server.ts';
import { wordsOfPapers, type PaperWords } from '../stock/lots/lot-papers.server.ts';
import { holdReason, OTHER_PAPER, papersMissing } from '../stock/lots/lot-papers.rules.ts';
import { receive, type Receipt, type ReceivedLot } from '../stock/lots/lots.server.ts';
import { actOnBill, ledgerBillOf, readBillId, writeProgress, type Bill } from './bill.server.ts';
import { linesOf, type StoredLine } from './bill-lines.server.ts';
import { arriveLots, baseQtys } from './sent-goods/arrive-lots.server.ts';
import { deliveryRefusals, lineAfter, type DeliveredLine, type Dock, type LineFigures } from './delivery.rules.ts';
import { closeAwaitedCases, settleOver } from './differences.server.ts';
import * as calls from './in-store.calls.ts';
import { chargesFor, entriesOf, siteOf, type Charge } from './delivery-entries.server.ts';
import { inStore } from './in-store.document.ts';
import { inStoreDifference } from './in-store-difference.document.ts';
import { inStoreReceiving } from './in-store-receiving.resource.ts';
import { weighed } from './dock/weighed-pieces.server.ts';
import { labelledLots } from './dock/labelled-lots.server.ts';
import { daysBack, inLineUnits, readDelivery, type DeliveryHead, type Entered } from './read-delivery.server.ts';
import { refuseReceivedMeanwhile } from './received-meanwhile.server.ts';
import { photoRefusals } from './photos.server.ts';
import { watchDelivery } from './received-prices.server.ts';

const PHOTOS_MAX = inStoreDifference.fields.pictures.rules.max!;

export const doReceiving = serve(calls.doReceiving, (context, input) => receiveGoods(context, input));

/** Receives a delivery on the bill that `of`, the in-store or one of its faces, shows. */
export async function receiveGoods(
  context: Context,
  input: InputOf<typeof calls.doReceiving.input>,
  of = inStore,
): Promise<true> {
  const id = readBillId(input);
  const { head, entered: typed } = readDelivery(context, input, await daysBack(context));
  const unknown = await photoRefusals(
    context,
    typed.map((line) => line.values),
  );
  if (unknown.length > 0) throw new Refused(...unknown);
  await actOnBill(
    context,
    'doReceiving',
    id,
    (bill, moveOn) => receiveDelivery(context, bill, head, typed, moveOn),
    of,
  );
  return true;
}

async function receiveDelivery(
  context: Context,
  bill: Bill,
  head: DeliveryHead,
  typed: ReturnType<typeof readDelivery>['entered'],
  moveOn: MoveOn<typeof inStore>,
): Promise<void> {
  const { id } = bill;
  const [lines, dock, recordIds] = await Promise.all([
    linesOf(context, id),
    dockOf(context, bill, head),
    newIds(context, typed.length + 1),
  ]);
  const byId = new Map(lines.map((line) => [line.detailId, line]));
  await refuseReceivedMeanwhile(context, id, byId, typed);
  const entered = await inLineUnits(context, bill, byId, typed, head.arriveTime.slice(0, 10));
  const refusals = [...deliveryRefusals(byId, entered, dock), ...paidRefusals(bill, byId, entered)];
  if (refusals.length > 0) throw new Refused(...refusals);

  await watchDelivery(
    context,
    bill,
    entered.flatMap((lot, index) => {
      const ordered = byId.get(lot.detailId)!;
      const line = { ...ordered, price: priceOf(bill, ordered, lot) };
      return lot.accepted.isPositive()
        ? [
            {
              lineId: recordIds[index + 1]!,
              lineNo: line.line,
              line,
              baseQty: baseQty(line, lot).toString(),
              deliveredPrice: lot.values.deliveredPrice ?? null,
            },
          ]
        : [];
    }),
  );
  const accepted = entered.map((lot) => {
    const line = byId.get(lot.detailId)!;
    return { line: { ...line, price: priceOf(bill, line, lot) }, accepted: lot.accepted };
  });
  const site = await siteOf(context, bill, dock);
  const [charges, words] = await Promise.all([
    chargesFor(context, bill, site, head.arriveTime.slice(0, 10), accepted),
    paperWords(context, byId, entered),
  ]);
  const sizes = baseQtys(byId, entered);
  const lots =
    bill.source?.sent === undefined
      ? await post(context, bill, byId, entered, recordIds, head, charges, words)
      : await arriveLots(context, bill, { byId, entered, sizes, recordIds, head, charges });
  const entries = entriesOf(bill, site, head.arriveTime.slice(0, 10), accepted, charges, (index) =>
    lots.get(recordIds[index + 1]!),
  );
  await Promise.all([
    record(context, bill, byId, entered, sizes, recordIds, lots, head, charges),
    writeEntries(context, entries),
  ]);
  await updateBillAfterDelivery(
    context,
    bill,
    lines,
    byId,
    entered,
    Decimal.sum(charges.map((each) => each?.amount ?? Decimal.zero)),
    moveOn,
  );
}

/** What one of the line's unit costs: the price agreed, or the one paid at the door. */
const priceOf = ({ source }: Bill, { price }: StoredLine, { values }: Entered): Decimal | null =>
  source?.paidAtDoor === true && values.deliveredPrice ? Decimal.of(values.deliveredPrice) : price;

/** More than was approved is not paid at the door. */
const paidRefusals = (bill: Bill, byId: ReadonlyMap<string, StoredLine>, entered: readonly Entered[]): Refusal[] =>
  entered.flatMap((lot, index) => {
    const line = byId.get(lot.detailId);
    const paid = line === undefined ? null : priceOf(bill, line, lot);
    return line?.price == null || paid === null || paid.isAtMost(line.price)
      ? []
      : [
          refuse(
            'receiving.paid-too-much',
            { material: line.material, paid, approved: line.price },
            { line: index + 1, field: 'deliveredPrice' },
          ),
        ];
  });

async function dockOf(
  context: Context,
  bill: Bill,
  head: DeliveryHead,
): Promise<Dock & { readonly warehouseType: string | null }> {
  const place = await context.tx.row<{ name: string; zones: string; warehouseType: string | null }>(
    sql`select l.name, coalesce(w.zones, f.zones, '') as zones, w.warehouse_type from stock_location l
      left join warehouse w on w.id = l.id left join factory_warehouse f on f.id = l.id
      where l.id = ${bill.locationId}::bigint`,
  );
  return {
    warehouse: place?.name ?? '',
    zones: (place?.zones ?? '').split(','),
    date: head.arriveTime.slice(0, 10),
    mayOverride: context.allowed('invinstore_override'),
    warehouseType: place?.warehouseType ?? null,
  };
}

/** What the papers are called, asked only where one is missing. */
async function paperWords(
  context: Context,
  byId: ReadonlyMap<string, StoredLine>,
  entered: readonly Entered[],
): Promise<PaperWords> {
  const isMissing = entered.some(
    (lot) => papersMissing(byId.get(lot.detailId)!.traits.papers, lot.paperKinds).length > 0,
  );
  return isMissing ? wordsOfPapers(context) : (kind) => kind;
}
/** Of papers nobody named the kind is another. */
const kindsOf = ({ papers, paperKinds: kinds }: DeliveredLine): readonly string[] =>
  kinds.length > 0 ? kinds : papers.map(() => OTHER_PAPER);

/**
 * What was accepted becomes lots at the place; what was refused posts nothing. Answers the lots by line of the
 * delivery.
 */
async function post(
  context: Context,
  bill: Bill,
  byId: ReadonlyMap<string, StoredLine>,
  entered: readonly Entered[],
  recordIds: readonly string[],
  head: DeliveryHead,
  charges: readonly (Charge | null)[],
  words: PaperWords,
): Promise<Map<string, ReceivedLot>> {
  const withTax = (await readParameter(context, 'store.cost.with-tax')) !== '0';
  const arrived = head.arriveTime;
  const labelled = await labelledLots(context, bill, byId, entered);
  const receipts = entered.flatMap((lot, index): Receipt[] => {
    const line = byId.get(lot.detailId)!;
    if (!lot.accepted.isPositive()) return [];
    const missing = papersMissing(line.traits.papers, lot.paperKinds);
    const residueFailed = lot.values.residueResult === 'fail';
    const hold = holdReason({ residueFailed, missing: missing.map(words) }, context.language);
    return [
      {
        bill: ledgerBillOf(bill),
        lineId: recordIds[index + 1]!,
        reason: bill.source?.reason?.(bill.channel) ?? 'receipt.purchase',
        locationId: bill.locationId,
        materialId: line.materialId,
        qty: baseQty(line, lot).toString(),
        auxQty: lot.aux.toString(),
        amount: costOf(line, priceOf(bill, line, lot), lot.accepted, withTax).toString(),
        taxRate: line.taxRate.toString(),
        line: index + 1,
        residueResult: lot.values.residueResult ?? 'none',
        ...(hold === null ? {} : { holdReason: hold }),
        papers: lot.papers,
        paperKinds: kindsOf(lot),
        missingPapers: missing,
        ...given('lotId', labelled.get(index)),
        ...given('supplierId', bill.supplierId),
        ...given('supplierBatchNo', lot.values.supplierBatchNo),
        ...given('productionDate', lot.productionDate),
        ...given('expiryDate', lot.expiryDate),
        ...given('originPlace', lot.values.origin),
        ...given('settlementPrice', charges[index]?.basePrice.toString()),
        ...given('settlementAmount', charges[index]?.amount.toString()),
        // Within the day the posting's own moment counts; a delivery of an earlier day is dated back to when it came.
        ...(arrived.slice(0, 10) < context.today ? { businessTime: arrived } : {}),
      },
    ];
  });
  return new Map((await receive(context, receipts)).map((lot) => [lot.lineId, lot]));
}

const given = (name: string, value: unknown): Record<string, never> =>
  (value === null || value === undefined || value === '' ? {} : { [name]: value }) as Record<string, never>;
const baseQty = (line: StoredLine, lot: Entered): Decimal => lot.accepted.times(line.factor).rounded(6);

/** The agreed price decides what goods cost, whatever price was delivered (6.5), unless it is paid at the door. */
const costOf = (line: StoredLine, price: Decimal | null, accepted: Decimal, withTax: boolean): Decimal => {
  const amount = accepted.times(price ?? Decimal.zero);
  return (withTax ? amount : amount.dividedBy(Decimal.one.plus(line.taxRate.dividedBy(Decimal.hundred)))).rounded(2);
};

const LINE_OWN = {
  lineNo: { kind: 'integer', label: label('', ''), rules: {}, optional: false },
  id: { kind: 'ref', label: label('', ''), rules: {}, optional: false },
} as const;

/** The delivery as it was entered, with the lots it made. */
async function record(
  context: Context,
  bill: Bill,
  byId: ReadonlyMap<string, StoredLine>,
  entered: readonly Entered[],
  sizes: readonly Decimal[],
  recordIds: readonly string[],
  lots: ReadonlyMap<string, ReceivedLot>,
  head: DeliveryHead,
  charges: readonly (Charge | null)[],
): Promise<void> {
  const [code] = await nextBillCodes(context, 'SH', 1);
  const me = sql`${context.user.userId}::bigint`;
  const headWritten = insertRows(
    context,
    'in_store_receiving',
    inStoreReceiving.fields,
    [{ ...head, id: recordIds[0], receivingCode: code, instoreId: bill.id, receiverId: context.user.userId }],
    { create_user: me, create_dept: sql`${context.user.deptId || null}::bigint`, update_user: me },
    { id: LINE_OWN.id },
  );
  const rows = entered.map((lot, index) => {
    const line = byId.get(lot.detailId)!;
    const delivered = lot.values.deliveredPrice ?? null;
    return {
      ...lot.values,
      paperKinds: kindsOf(lot).join(',') || null,
      id: recordIds[index + 1],
      lineNo: index + 1,
      materialId: line.materialId,
      unitId: line.unitId,
      factor: line.factor.toString(),
      baseUnitId: line.baseUnitId,
      baseQty: sizes[index]!.toString(),
      priceDiffers: delivered !== null && line.price !== null && !Decimal.of(delivered).equals(line.price) ? 1 : 0,
      batchId: lots.get(recordIds[index + 1]!)?.batchId ?? null,
      supplierId: bill.supplierId,
      ...measuredBy(bill, head, line, lot, bill.source?.sent?.site === 'credited' ? null : (charges[index] ?? null)),
      ...weighed(line, lot, baseQty(line, lot)),
    };
  });
  await Promise.all([
    headWritten,
    insertRows(
      context,
      'in_store_receiving_detail',
      inStoreReceiving.lines!.details.fields,
      rows,
      { in_store_receiving_id: sql`${recordIds[0]!}::bigint` },
      LINE_OWN,
    ),
  ]);
}

const PURCHASES = ['purchase-order', 'self-purchase-order'];

/**
 * What later prices are measured by: when goods came to a company, what was paid for them as a purchase, and what the
 * place was charged; per base unit.
 */
function measuredBy(
  bill: Bill,
  head: DeliveryHead,
  line: StoredLine,
  lot: Entered,
  charge: Charge | null,
): RecordValues {
  const perBaseUnit = (price: Decimal | null): DecimalText | null =>
    price !== null && price.isPositive() ? price.dividedBy(line.factor).rounded(6).toString() : null;
  const isPurchase = PURCHASES.includes(String(bill.row.sourceBillType));
  const paidPrice = isPurchase ? perBaseUnit(priceOf(bill, line, lot)) : null;
  const settledPrice = perBaseUnit(
    charge?.price ?? (line.settlementPrice === null ? null : Decimal.of(line.settlementPrice)),
  );
  if (!lot.accepted.isPositive() || (paidPrice === null && settledPrice === null)) return {};
  return { arriveTime: head.arriveTime, companyDeptId: bill.row.companyDeptId, paidPrice, settledPrice };
}

const photosIn = (entered: readonly Entered[], detailId: string): string[] =>
  entered
    .filter((lot) => lot.detailId === detailId)
    .flatMap((lot) => lot.values.pictures ?? [])
    .slice(0, PHOTOS_MAX);

/** Figures of the lines, what settles itself, cases that waited for these goods, the bill and its order. */
async function updateBillAfterDelivery(
  context: Context,
  bill: Bill,
  lines: readonly StoredLine[],
  byId: ReadonlyMap<string, StoredLine>,
  entered: readonly Entered[],
  charged: Decimal,
  moveOn: MoveOn<typeof inStore>,
): Promise<void> {
  const changed = new Map<string, LineFigures & { readonly over: Decimal }>();
  for (const [detailId, lots] of Map.groupBy(entered, (lot) => lot.detailId)) {
    changed.set(
      detailId,
      lineAfter(byId.get(detailId)!, {
        accepted: Decimal.sum(lots.map((lot) => lot.accepted)),
        refused: Decimal.sum(lots.map((lot) => lot.refused)),
      }),
    );
  }
  const touched = lines.filter((line) => changed.has(line.detailId));
  await closeAwaitedCases(
    context,
    bill,
    touched
      .filter((line) => line.waiting.isAbove(changed.get(line.detailId)!.open))
      .map((line) => ({ line, open: changed.get(line.detailId)!.open })),
  );
  await settleOver(
    context,
    bill,
    touched.map((line) => ({
      line,
      over: changed.get(line.detailId)!.over,
      received: changed.get(line.detailId)!.received,
      pictures: photosIn(entered, line.detailId),
    })),
    label('超收在容差内自动结清', 'Over within the tolerance, settled by itself'),
  );
  await writeProgress(context, bill, lines, changed);
  const amount = Decimal.sum(
    entered.map((lot) => lot.accepted.times(priceOf(bill, byId.get(lot.detailId)!, lot) ?? Decimal.zero).rounded(2)),
  );
  const receivedLines = lines.filter((line) =>
    (changed.get(line.detailId)?.received ?? line.received).isPositive(),
  ).length;
  await moveOn({
    also: sql`
    amount = amount + ${amount.toString()}::numeric, settlement_amount = ${settledAfter(charged)},
    received_line_count = ${receivedLines},
    first_receive_time = coalesce(first_receive_time, ${context.now}::timestamptz)`,
  });
}

/** What the place owes of the bill; nothing where nobody was charged. */
const settledAfter = (charged: Decimal): Sql =>
  charged.isZero() ? sql`settlement_amount` : sql`coalesce(settlement_amount, 0) + ${charged.toString()}::numeric`;
