/**
 * Picking: lots are proposed first expired first, and what is picked leaves into transit at once, its reservation with
 * it.
 */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { InputOf } from '../../kernel/core/contract.ts';
import type { DecimalText, Id } from '../../kernel/core/field.ts';
import { Refused, sentenceOf } from '../../kernel/core/refusal.ts';
import type { TypeOf } from '../../kernel/core/shape.ts';
import type { Call, Context } from '../../kernel/server/context.ts';
import { notTakenYet, requireOwnEntries } from '../../parts/device-entries/taken-entries.server.ts';
import { sql } from '../../parts/postgres/database.ts';
import { newIds } from '../../kernel/server/numbering.ts';
import { readParameter } from '../../kernel/server/parameters.ts';
import { recordById } from '../../kernel/server/record-query.ts';
import { actOn, readIds, type MoveOn } from '../../kernel/server/run-action.ts';
import { serve } from '../../kernel/server/serve.ts';
import { inTransitTo } from '../stock/warehouses/locations.server.ts';
import { holdStock, readStock } from '../stock/ledger/locks.server.ts';
import type { LotPick } from '../stock/ledger/batch-allocation.rules.ts';
import { heldRows, release, reserve } from '../stock/ledger/reservations.server.ts';
import { ship, type Leg } from '../stock/ledger/transfer.server.ts';
import * as calls from './out-store.calls.ts';
import { outStore, type OutStoreRow } from './out-store.document.ts';
import { sourceOf, together } from './out-store-source.port.server.ts';
import { receiveAll } from './out-store-receipt.server.ts';
import { goodsAt, openLines, proposals, type GoodsOf, type Line } from './open-lines.server.ts';
import { readEntered } from './picking-input.ts';
import { planPicking, toLineQty, wantedOf, type PickingPlan, type ShippedPick } from './picking.rules.ts';
import { savePicking } from './save-picking.server.ts';

/** A lot to ship, of the line's material or of one that counts as it. */
type LinePick = ShippedPick & { readonly line: Line; readonly materialId: Id };

/** What to take for every open line, and who holds what is missing. Nothing is saved. */
async function prePicking(
  context: Context,
  input: InputOf<typeof calls.prePicking.input>,
): Promise<TypeOf<typeof calls.prePicking.answer>> {
  const id = readIds({ id: input.outstoreId ?? input.id })[0]!;
  const record = await recordById(context, outStore, id);
  const lines = await openLines(context, id);
  const proposed = await proposals(context, record, lines, await goodsAt(context, record, lines), () => null);
  const lots = await lotsStored(
    context,
    record,
    lines.flatMap((line, index) => (line.isCatchWeight ? proposed[index]!.picks.map((pick) => pick.batchId) : [])),
  );
  const byLine = new Map(lines.map((line, index) => [line.id, { line, proposal: proposed[index]! }]));
  const details = record.details.map((detail) => {
    const open = byLine.get(detail.id);
    const shown = { ...detail, materialCode: detail.materialCode ?? '' };
    if (open === undefined)
      return {
        ...shown,
        openQty: '0',
        proposedPicks: [],
        shortage: '',
        needsPieces: 0 as const,
        inPieces: 0 as const,
        secondUnitName: '',
      };
    const { line, proposal } = open;
    return {
      ...shown,
      openQty: toLineQty(line, line.openBaseQty).toString(),
      needsPieces: line.isCatchWeight ? (1 as const) : (0 as const),
      inPieces: line.inPieces ? (1 as const) : (0 as const),
      secondUnitName: line.inPieces ? line.baseUnitName : line.pieceUnitName,
      proposedPicks: proposal.picks.map((pick, index) => ({
        batchId: pick.batchId,
        batchCode: pick.batchCode,
        materialId: pick.materialId,
        materialCode: pick.materialCode,
        expiryDate: pick.expiryDate ?? '',
        ...proposedQty(line, pick, lots.get(pick.batchId)),
        baseQty: pick.qty.toString(),
        fefoRank: index + 1,
      })),
      barred: proposal.barred.map((lot) => ({
        batchId: lot.batchId,
        qty: lot.qty.toString(),
        why: sentenceOf(lot.reason, context.language),
      })),
      shortage: proposal.refusals.map((refusal) => sentenceOf(refusal, context.language)).join('；'),
    };
  });
  return { ...record, details };
}

/**
 * In the unit of the line; goods of catch weight with about as many pieces as weigh so much, to be counted and weighed.
 */
function proposedQty(
  line: Line,
  pick: LotPick,
  lot: StoredLot | undefined,
): { qty: DecimalText; auxQty?: DecimalText } {
  const qty = toLineQty(line, pick.qty).toString();
  if (lot === undefined) return { qty };
  const auxQty = Decimal.of(lot.pieces).times(pick.qty).dividedBy(Decimal.of(lot.qty)).rounded(0).toString();
  return { qty: line.inPieces ? auxQty : qty, auxQty };
}

/** Lines of a bill at a counter, as most are. */
const FEW = 20;

/**
 * Ships what was picked. Everything is checked before anything is written for good; the balances check once more.
 *
 * Who wants a lot that many pick from waits for its stock row. So whatever can be asked before that row is held is
 * asked before, and then only what decides is waited for: what lies there, and that all is written.
 */
const doPicking = serve(calls.doPicking, async (context, input) => {
  const id = readIds({ id: input.outstoreId ?? input.id })[0]!;
  requireOwnEntries(context, input.madeBy);
  const sent = { key: input.key || null, madeTime: input.madeTime ?? null };
  const fresh = await notTakenYet(context, calls.doPicking.path, [sent], input.deviceTime);
  if (fresh.length === 0) return true;
  // A bill at a counter is short work, in which planning would be most of it; a long one is planned for its length as
  // soon as that is known.
  await Promise.all([
    context.tx.genericPlans(),
    actOn(context, outStore, 'doPicking', id, ({ row }, moveOn) => pickAndShip(context, row, input, moveOn)),
  ]);
  return true;
});

async function pickAndShip(
  context: Context,
  row: OutStoreRow,
  input: InputOf<typeof calls.doPicking.input>,
  moveOn: MoveOn<typeof outStore>,
): Promise<void> {
  const keepOpen = input.keepOpen === 'true' || input.keepOpen === '1';
  const [lines, transit, signed] = await Promise.all([
    openLines(context, row.id),
    inTransitTo(context, [row.toLocationId]),
    readParameter(context, 'store.pick.auto-receive'),
  ]);
  const entered = readEntered(input.details ?? [], lines);
  const named = namedLots(lines, entered);
  const billType = row.sourceBillType;
  const lineIds = lines.map((line) => line.sourceDetailId);
  const [, lots, spare, goodsOf, reserved] = await Promise.all([
    lines.length > FEW && context.tx.genericPlans(false),
    namedAsStored(context, row, named),
    newIds(context, lines.length + named.length),
    goodsAt(context, row, lines),
    heldRows(context, billType, { lineIds }),
  ]);
  const onHand = new Map(
    [...lots].map(([batchId, lot]) => [batchId, { qty: Decimal.of(lot.qty), pieces: Decimal.of(lot.pieces) }]),
  );
  const bothEnds = [row.warehouseId, transit.get(row.toLocationId)!];
  const held = [
    ...lines.flatMap((line) =>
      goodsOf(line).flatMap((materialId) => bothEnds.map((locationId) => ({ locationId, materialId }))),
    ),
    ...reserved,
  ];

  const [, , places, proposed] = await Promise.all([
    holdStock(context, held),
    release(context, billType, { lineIds }, 'used', held),
    readStock(
      context,
      named.flatMap(({ line, batchId }) =>
        bothEnds.map((locationId) => ({
          locationId,
          materialId: lots.get(batchId)?.materialId ?? line.materialId,
          batchId,
        })),
      ),
    ),
    proposals(context, row, lines, goodsOf, (line) => wantedOf(line, entered.get(line.id), onHand)),
  ]);
  const plan = planPicking({
    lines,
    entered,
    onHand,
    keepOpen,
    isBegun: row.status === 'picking',
    proposed: new Map(lines.map((line, index) => [line.id, proposed[index]!.picks])),
    foreignLots: foreignLots(lines, named, lots, goodsOf),
  });
  if (plan.refusals.length > 0)
    throw new Refused(...plan.refusals, ...(plan.picks.length === 0 ? proposed.flatMap((each) => each.refusals) : []));

  const materials = new Map([
    ...[...lots.values()].map((lot) => [lot.id, lot.materialId] as const),
    ...proposed.flatMap((each) => each.picks.map((pick) => [pick.batchId, pick.materialId] as const)),
  ]);
  const picks = (plan.picks as readonly Omit<LinePick, 'materialId'>[]).map((pick): LinePick => ({
    ...pick,
    materialId: materials.get(pick.batchId)!,
  }));
  const ids = picks.length > spare.length ? await newIds(context, picks.length) : spare;
  const left = keepOpen && plan.short.size > 0;
  const beside = (): Promise<unknown> =>
    Promise.all([
      picks.length > 0 && writePicks(context, row, picks, ids),
      writeProgress(context, row, lines, plan),
      moveOn({
        to: left ? 'picking' : 'shipped',
        ...(picks.length > 0 ? { also: sql`ship_time = ${context.now}::timestamptz` } : {}),
      }),
    ]);
  if (picks.length === 0) await beside();
  else
    await ship(
      context,
      sourceOf(context, row).shipReason,
      picks.map((pick, index) => legOf(row, pick, ids[index]!)),
      { transit, places, beside },
    );
  if (left) await holdTheRest(context, row, lines, plan);
  else if (signed === '1' && sourceOf(context, row).signedThere !== true) await receiveAll(context, row.id);
}

interface NamedLot {
  readonly line: Line;
  readonly batchId: Id;
}
const namedLots = (lines: readonly Line[], entered: ReturnType<typeof readEntered>): NamedLot[] =>
  lines.flatMap((line) => (entered.get(line.id)?.picks ?? []).map(({ batchId }) => ({ line, batchId })));

interface StoredLot {
  readonly id: Id;
  readonly materialId: Id;
  readonly qty: string;
  readonly pieces: string;
}
/** The lots a picker named, by id: of which material they are, and what lies of them at the warehouse. */
const namedAsStored = (context: Context, row: OutStoreRow, named: readonly NamedLot[]): Promise<Map<Id, StoredLot>> =>
  lotsStored(
    context,
    row,
    named.map((lot) => lot.batchId),
  );

async function lotsStored(context: Context, row: OutStoreRow, batchIds: readonly Id[]): Promise<Map<Id, StoredLot>> {
  if (batchIds.length === 0) return new Map();
  const lots = await context.tx.rows<StoredLot>(sql`
    select b.id, b.material_id, coalesce(s.qty, 0) as qty, coalesce(s.aux_qty, 0) as pieces from batch b
    left join stock_batch s on s.batch_id = b.id and s.location_id = ${row.warehouseId}::bigint
    where b.id = any(${batchIds}::bigint[])`);
  return new Map(lots.map((lot) => [lot.id, lot]));
}

/** Lots a picker named for a line that are of something else. */
const foreignLots = (
  lines: readonly Line[],
  named: readonly NamedLot[],
  lots: ReadonlyMap<Id, StoredLot>,
  goodsOf: GoodsOf,
): Map<string, Set<string>> =>
  new Map(
    lines.map((line) => [
      line.id,
      new Set(
        named
          .filter((lot) => lot.line === line && !goodsOf(line).includes(lots.get(lot.batchId)?.materialId ?? ''))
          .map((lot) => lot.batchId),
      ),
    ]),
  );

const legOf = (row: OutStoreRow, pick: LinePick, lineId: Id): Leg => ({
  bill: { type: 'invoutstore', id: row.id, code: row.billCode },
  lineId,
  materialId: pick.materialId,
  batchId: pick.batchId,
  qty: pick.baseQty.toString(),
  auxQty: pick.auxQty.toString(),
  fromId: row.warehouseId,
  toId: row.toLocationId,
  line: pick.line.lineNo,
});

/**
 * Each lot picked is a row of its own, by the id it is posted with: the ledger posts it once, however often the bill is
 * picked. Its cost is what arrived in transit.
 */
async function writePicks(
  context: Context,
  row: OutStoreRow,
  picks: readonly LinePick[],
  ids: readonly Id[],
): Promise<void> {
  const id = row.id;
  const rows = picks.map((pick, index) => ({
    nr: index + 1,
    id: ids[index],
    detail: pick.line.id,
    material: pick.materialId,
    batch: pick.batchId,
    unit: pick.line.baseUnitId,
    qty: pick.baseQty,
    aux: pick.auxQty,
    rank: pick.fefoRank,
    reason: pick.overrideReason,
  }));
  await context.tx.run(sql`
    insert into out_store_picks (id, out_store_id, line_no, detail_id, material_id, batch_id, base_unit_id, base_qty,
      aux_qty, fefo_rank, override_reason, unit_cost, amount)
    select g.id, ${id}::bigint, g.nr + before.count, g.detail, g.material, g.batch, g.unit, g.qty, g.aux, g.rank,
      g.reason, arrived.unit_cost, arrived.amount
    from json_to_recordset(${JSON.stringify(rows)}::json) as g(nr integer, id bigint, detail text, material bigint,
      batch bigint, unit bigint, qty numeric, aux numeric, rank integer, reason text)
    join stock_move arrived on arrived.bill_type = 'invoutstore' and arrived.bill_id = ${id}::bigint
      and arrived.line_id = g.id and arrived.qty > 0,
      (select count(*) from out_store_picks where out_store_id = ${id}::bigint) before order by g.nr`);
}

/** Figures of the lines, here and at the source, in the unit of the line. What stays open is held by `holdTheRest`. */
async function writeProgress(
  context: Context,
  row: OutStoreRow,
  lines: readonly Line[],
  plan: PickingPlan,
): Promise<void> {
  const rows = lines.map((line) => {
    const now = Decimal.sum(plan.picks.filter((pick) => pick.line.id === line.id).map((pick) => pick.serves));
    const short = plan.short.get(line.id);
    return {
      id: line.id,
      source: line.sourceDetailId,
      picked: toLineQty(line, line.shippedBaseQty.plus(now)),
      short: toLineQty(line, short?.baseQty ?? Decimal.zero),
      reason: short?.reason ?? null,
    };
  });
  const figures = sql`json_to_recordset(${JSON.stringify(rows)}::json) as g(id bigint, source bigint, picked numeric,
    short numeric, reason text)`;
  const written = sql`
    update out_store_detail d set picked_qty = g.picked, short_qty = g.short,
      short_reason = coalesce(g.reason, d.short_reason), reserved_qty = 0, entered = null
    from ${figures} where d.id = g.id and d.out_store_id = ${row.id}::bigint`;
  await context.tx.run(together([written, ...sourceOf(context, row).shipped(row.sourceBillId, figures)]));
}

/** What stays open is held again, as far as it is there. */
async function holdTheRest(
  context: Context,
  row: OutStoreRow,
  lines: readonly Line[],
  plan: PickingPlan,
): Promise<void> {
  const bill = {
    type: row.sourceBillType,
    id: row.sourceBillId,
    code: row.sourceBillCode,
  };
  const short = lines.filter((line) => plan.short.has(line.id));
  const held = await reserve(
    context,
    short.map((line) => ({
      bill,
      lineId: line.sourceDetailId,
      locationId: row.warehouseId,
      materialId: line.materialId,
      ...(line.batchId === null ? {} : { batchId: line.batchId }),
      qty: plan.short.get(line.id)!.baseQty.toString(),
      ...(line.inPieces ? { pieces: toLineQty(line, plan.short.get(line.id)!.baseQty).toString() } : {}),
      needDate: row.needTime.slice(0, 10),
    })),
    { allowShort: true },
  );
  const rows = short.map((line, index) => ({
    id: line.id,
    source: line.sourceDetailId,
    reserved: toLineQty(line, Decimal.of(held[index]!)),
  }));
  const figures = sql`json_to_recordset(${JSON.stringify(rows)}::json) as g(id bigint, source bigint,
    reserved numeric)`;
  const written = sql`update out_store_detail d set reserved_qty = g.reserved from ${figures}
    where d.id = g.id and d.out_store_id = ${row.id}::bigint`;
  await context.tx.run(together([written, ...sourceOf(context, row).held(bill.id, figures)]));
}

export const pickingCalls: readonly Call[] = [
  serve(calls.prePicking, prePicking, { reads: true }),
  savePicking,
  doPicking,
];
