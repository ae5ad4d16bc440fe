/** What the dock is shown before it acts: what is still to come, and how what did not come would be explained. Nothing is saved. */
import { label } from '../../kernel/core/label.ts';
import { Decimal } from '../../kernel/core/decimal.ts';
import { unknownRecord, type Call, type Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { readRecord } from '../../kernel/server/record-query.ts';
import type { Registry } from '../../kernel/server/registry.ts';
import { expiryOf } from '../stock/ledger/lot-life.rules.ts';
import { deliveriesOf } from './bill-history.server.ts';
import { readBillId } from './bill.server.ts';
import { linesOf, type StoredLine } from './bill-lines.server.ts';
import { claimFields } from './in-store-difference.document.ts';
import { openQty, proposeDifferences, receivingLimit } from './receiving.rules.ts';
import { inStore } from './in-store.document.ts';

async function billOf(registry: Registry, context: Context, id: string): Promise<Record<string, unknown>> {
  const bill = await readRecord(registry, inStore, context, { id });
  if (bill === undefined) throw unknownRecord(inStore.label);
  return bill;
}
const stored = (bill: Record<string, unknown>): Map<string, Record<string, unknown>> =>
  new Map((bill['details'] as Record<string, unknown>[]).map((line) => [String(line['id']), line]));

export const preReceiving = (registry: () => Registry): Call => ({
  method: 'POST',
  service: 'store-management',
  path: 'invinstore/preReceiving',
  permission: 'invinstore_do_receiving',
  reads: true,
  summary: label('收货准备', 'Prepare a delivery'),
  async handle(context, input) {
    const id = readBillId(input);
    const bill = await billOf(registry(), context, id);
    const named = stored(bill);
    const lines = await linesOf(context, id);
    const last = context.allowed('invinstore_view_cost') ? await lastDelivered(context, id) : new Map<string, string>();
    return {
      ...bill,
      arriveTime: context.now,
      details: lines.map((line) => ({
        ...named.get(line.detailId),
        detailId: line.detailId,
        openQty: openQty(line).toString(),
        acceptedQty: openQty(line).toString(),
        refusedQty: '0',
        limitQty: receivingLimit(line).roundedDown(6).toString(),
        mayStillCome: Decimal.max(Decimal.zero, receivingLimit(line).minus(line.received)).roundedDown(6).toString(),
        shelfLifeDays: line.traits.shelfLifeDays,
        lifeAsked: line.traits.requirement,
        mayOverride: context.allowed('invinstore_override') ? 1 : 0,
        needsLife: line.traits.shelfLifeDays === null ? 0 : 1,
        needsTemperature: line.traits.takesTemperature ? 1 : 0,
        needsWeight: line.traits.isWeighed ? 1 : 0,
        pieceBand:
          line.band === null
            ? null
            : { count: line.band.count, mean: line.band.mean.toString(), sigma: line.band.sigma.toString() },
        baseUnitName: line.baseUnit,
        papersAsked: line.traits.papers.join(','),
        needsPieces: line.traits.isCatchWeight ? 1 : 0,
        // Fresh goods are mostly made the day they come, and nothing on them says so; on packs it is printed, and read there.
        isFresh: line.traits.isFresh ? 1 : 0,
        ...assumedLife(line, context.today),
        lastDeliveredPrice: last.get(line.materialId) ?? null,
      })),
    };
  },
});

const assumedLife = ({ traits }: StoredLine, today: string): { productionDate: string; expiryDate: string } =>
  traits.isFresh
    ? {
        productionDate: today,
        expiryDate: expiryOf({ productionDate: today, expiryDate: null }, traits.shelfLifeDays) ?? '',
      }
    : { productionDate: '', expiryDate: '' };

/** The price each material was last delivered at by this supplier. */
async function lastDelivered(context: Context, id: string): Promise<Map<string, string>> {
  const rows = await context.tx.rows<{ materialId: string; price: string }>(sql`
    select distinct on (l.material_id) l.material_id, l.delivered_price as price
    from in_store b join in_store o on o.supplier_id = b.supplier_id
    join in_store_receiving r on r.instore_id = o.id and r.state = 'posted'
    join in_store_receiving_detail l on l.in_store_receiving_id = r.id
    where b.id = ${id}::bigint and l.delivered_price is not null and l.material_id in (select material_id
    from in_store_detail where in_store_id = b.id) order by l.material_id, l.id desc`);
  return new Map(rows.map((row) => [row.materialId, row.price]));
}

export const preDifference = (registry: () => Registry): Call => ({
  method: 'POST',
  service: 'store-management',
  path: 'invinstore/preDifference',
  permission: 'invinstore_do_difference',
  reads: true,
  summary: label('差异准备', 'Prepare differences'),
  async handle(context, input) {
    const id = readBillId(input);
    const bill = await billOf(registry(), context, id);
    const named = stored(bill);
    const lines = await linesOf(context, id);
    const photos = await photosOf(registry(), context, id);
    return {
      ...bill,
      details: lines.flatMap((line) =>
        proposeDifferences(line).map((proposal) => ({
          ...named.get(line.detailId),
          detailId: line.detailId,
          differenceType: proposal.differenceType,
          qty: proposal.qty.toString(),
          bearer: proposal.bearer,
          outcome: proposal.outcome,
          cause: '',
          settlesItself: proposal.settlesItself ? 1 : 0,
          pictures: (photos.get(line.detailId) ?? []).map((photo) => photo.id).join(','),
          picturesFiles: photos.get(line.detailId) ?? [],
        })),
      ),
    };
  },
});

interface Photo {
  readonly id: string;
  readonly link: string;
  readonly name: string;
}
const PHOTOS_MAX = claimFields.pictures.rules.max!;

/** What was photographed when the goods came, by line of the bill: the other side sees it on the difference. */
async function photosOf(registry: Registry, context: Context, id: string): Promise<Map<string, readonly Photo[]>> {
  const delivered = (await deliveriesOf(registry, context, id))
    .filter((delivery) => delivery['state'] === 'posted')
    .flatMap((delivery) => delivery['details'] as { detailId: string; picturesFiles: readonly Photo[] | '' }[]);
  return new Map(
    [...Map.groupBy(delivered, (line) => line.detailId)].map(([detailId, lines]) => [
      detailId,
      lines.flatMap((line) => line.picturesFiles || []).slice(0, PHOTOS_MAX),
    ]),
  );
}
