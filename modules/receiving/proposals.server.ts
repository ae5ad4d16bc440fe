/**
 * What the dock is shown before it acts: what is still to come, and how what did not come would be explained. Nothing
 * is saved.
 */
import type { Id } from '../../kernel/core/field.ts';
import { Decimal } from '../../kernel/core/decimal.ts';
import { permissionOf } from '../../kernel/core/declaration.ts';
import type { TypeOf, WholeRecord } from '../../kernel/core/shape.ts';
import type { Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { recordById } from '../../kernel/server/record-query.ts';
import { serve } from '../../kernel/server/serve.ts';
import { announcedLots, type ShippedLot } from '../purchasing/answers/shipped-lots.server.ts';
import { expiryOf } from '../stock/ledger/lot-life.rules.ts';
import { deliveriesOf } from './bill-history.server.ts';
import { readBillId } from './bill.server.ts';
import { linesOf, type StoredLine } from './bill-lines.server.ts';
import { goodsScanned } from './dock/scan.server.ts';
import { claimFields } from './in-store-difference.document.ts';
import { openQty, proposeDifferences, receivingLimit } from './receiving.rules.ts';
import * as calls from './in-store.calls.ts';
import { inStore } from './in-store.document.ts';
import { inStoreSource } from './in-store-source.port.server.ts';

const linesById = ({ details }: WholeRecord<typeof inStore>) => new Map(details.map((line) => [line.id, line]));
const flagOf = (is: boolean): 0 | 1 => (is ? 1 : 0);

export const preReceiving = serve(calls.preReceiving, (context, input) => proposeDelivery(context, input), {
  reads: true,
});
export const preDifference = serve(calls.preDifference, (context, input) => proposeClaims(context, input), {
  reads: true,
});

type Named = Parameters<typeof readBillId>[0];
/** What is still to come on the bill that `of`, the in-store or one of its faces, shows. */
export async function proposeDelivery(
  context: Context,
  input: Named,
  of = inStore,
): Promise<TypeOf<typeof calls.preReceiving.answer>> {
  const id = readBillId(input);
  const bill = await recordById(context, of, id);
  const named = linesById(bill);
  const lines = await linesOf(context, id);
  const last = context.allowed(permissionOf(of, 'view_cost'))
    ? await lastDelivered(context, id)
    : new Map<string, string>();
  const goods = await goodsScanned(context, bill.supplierId || null, lines);
  const sent = await sentOf(context, bill.sourceBillType, lines);
  return {
    ...bill,
    arriveTime: context.now,
    ...noteOf([...sent.values()].flat()),
    details: lines.map((line) => ({
      ...shownLine(named.get(line.detailId)!),
      detailId: line.detailId,
      openQty: openQty(line).toString(),
      acceptedQty: openQty(line).toString(),
      refusedQty: '0',
      limitQty: receivingLimit(line).roundedDown(6).toString(),
      mayStillCome: Decimal.max(Decimal.zero, receivingLimit(line).minus(line.received)).roundedDown(6).toString(),
      shelfLifeDays: line.traits.shelfLifeDays,
      lifeAsked: line.traits.requirement,
      mayOverride: flagOf(context.allowed('invinstore_override')),
      needsLife: flagOf(line.traits.shelfLifeDays !== null),
      needsTemperature: flagOf(line.traits.takesTemperature),
      needsWeight: flagOf(line.traits.isWeighed),
      pieceBand:
        line.band === null
          ? null
          : { count: line.band.count, mean: line.band.mean.toString(), sigma: line.band.sigma.toString() },
      baseUnitName: line.baseUnit,
      codes: goods.codes.get(line.materialId) ?? [],
      unitKg: goods.kilograms.get(line.detailId) ?? null,
      papersAsked: line.traits.papers.join(','),
      needsPieces: flagOf(line.traits.isCatchWeight),
      // Fresh goods are mostly made the day they come, and nothing on them says so; on packs it is printed, and read
      // there.
      isFresh: flagOf(line.traits.isFresh),
      ...assumedLife(line, context.today),
      supplierBatchNo: '',
      isAnnounced: flagOf(false),
      ...announced(line, sent.get(line.detailId) ?? []),
      lastDeliveredPrice: last.get(line.materialId) ?? null,
    })),
  };
}

/** A line as the dock shows it: tolerances that were never agreed are none. */
const shownLine = (line: WholeRecord<typeof inStore>['details'][number]) => ({
  ...line,
  materialCode: line.materialCode ?? '',
  overRate: line.overRate ?? '0',
  underRate: line.underRate ?? '0',
  absTolerance: line.absTolerance ?? '0',
});

/** What the supplier said is on its way, by line of the bill. */
async function sentOf(
  context: Context,
  sourceBillType: string,
  lines: readonly StoredLine[],
): Promise<ReadonlyMap<Id, readonly ShippedLot[]>> {
  if (sourceBillType !== 'purchase-order') return new Map();
  const byLine = Map.groupBy(
    await announcedLots(
      context,
      lines.flatMap(({ sourceDetailId }) => sourceDetailId ?? []),
    ),
    ({ orderDetailId }) => orderDetailId,
  );
  return new Map(lines.map(({ detailId, sourceDetailId }) => [detailId, byLine.get(sourceDetailId ?? '') ?? []]));
}

/** One lot is on its way: its quantity, number and dates are proposed. Of several each is entered as it comes. */
function announced(line: StoredLine, lots: readonly ShippedLot[]) {
  const [lot] = lots;
  if (lot === undefined || lots.length > 1) return {};
  const { shipQty, supplierBatchNo, productionDate, expiryDate } = lot;
  return {
    acceptedQty: Decimal.min(Decimal.of(shipQty), openQty(line)).toString(),
    supplierBatchNo,
    isAnnounced: flagOf(true),
    ...(productionDate === '' ? {} : { productionDate }),
    ...(expiryDate === '' ? {} : { expiryDate }),
  };
}

/** The delivery note, where all that comes is on one. */
function noteOf(lots: readonly ShippedLot[]): { readonly deliveryNo: string; readonly plateNo: string } {
  const [lot] = lots;
  return lot !== undefined && lots.every(({ noteNo }) => noteNo === lot.noteNo)
    ? { deliveryNo: lot.noteNo, plateNo: lot.plateNo }
    : { deliveryNo: '', plateNo: '' };
}

const assumedLife = ({ traits }: StoredLine, today: string): { productionDate: string; expiryDate: string } =>
  traits.isFresh
    ? {
        productionDate: today,
        expiryDate: expiryOf({ productionDate: today, expiryDate: null }, traits.shelfLifeDays) ?? '',
      }
    : { productionDate: '', expiryDate: '' };

/**
 * The price each material was last delivered at by this supplier: read back from the newest line, however many came
 * before (`in_store_receiving_detail_delivered_ix`).
 */
async function lastDelivered(context: Context, id: string): Promise<Map<string, string>> {
  const rows = await context.tx.rows<{ materialId: string; price: string }>(sql`
    select m.material_id, p.delivered_price as price from in_store b
    cross join lateral (select distinct d.material_id from in_store_detail d where d.in_store_id = b.id offset 0) m
    cross join lateral (
      select l.delivered_price from in_store_receiving_detail l
      where l.supplier_id = b.supplier_id and l.material_id = m.material_id and l.delivered_price is not null
        and exists (select 1 from in_store_receiving r where r.id = l.in_store_receiving_id and r.state = 'posted'
        offset 0)
      order by l.id desc limit 1) p
    where b.id = ${id}::bigint`);
  return new Map(rows.map((row) => [row.materialId, row.price]));
}

/** What did not come of that bill, as claims. */
export async function proposeClaims(
  context: Context,
  input: Named,
  of = inStore,
): Promise<TypeOf<typeof calls.preDifference.answer>> {
  const id = readBillId(input);
  const bill = await recordById(context, of, id);
  const settlesAtOnce = inStoreSource(context, bill.sourceBillType)?.settlesAtOnce === true;
  const named = linesById(bill);
  const lines = await linesOf(context, id);
  const photos = await photosOf(context, id);
  return {
    ...bill,
    details: lines.flatMap((line) =>
      proposeDifferences(line).map((proposal) => ({
        ...named.get(line.detailId)!,
        detailId: line.detailId,
        orderedQty: line.ordered.toString(),
        receivedQty: line.received.toString(),
        ...(context.allowed(permissionOf(of, 'view_cost')) ? { agreedPrice: line.price?.toString() ?? null } : {}),
        differenceType: proposal.differenceType,
        qty: proposal.qty.toString(),
        bearer: proposal.bearer,
        outcome: settlesAtOnce && proposal.outcome === 'wait' ? 'cancel-rest' : proposal.outcome,
        cause: '',
        settlesItself: flagOf(proposal.settlesItself),
        pictures: (photos.get(line.detailId) ?? []).map((photo) => photo.id).join(','),
        picturesFiles: photos.get(line.detailId) ?? [],
      })),
    ),
  };
}

type Photo = TypeOf<typeof calls.preDifference.answer>['details'][number]['picturesFiles'][number];
const PHOTOS_MAX = claimFields.pictures.rules.max!;

/** What was photographed when the goods came, by line of the bill: the other side sees it on the difference. */
async function photosOf(context: Context, id: Id): Promise<Map<string, readonly Photo[]>> {
  const delivered = (await deliveriesOf(context, id))
    .filter((delivery) => delivery.state === 'posted')
    .flatMap((delivery) => delivery.details);
  return new Map(
    [...Map.groupBy(delivered, (line) => line.detailId)].map(([detailId, lines]) => [
      detailId,
      lines.flatMap((line) => (line['picturesFiles'] || []) as readonly Photo[]).slice(0, PHOTOS_MAX),
    ]),
  );
}
