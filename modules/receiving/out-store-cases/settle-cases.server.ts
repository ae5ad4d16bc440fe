/**
 * What becomes of goods between our own places when the sender agrees: lost, back with him, sent again, or his where
 * too many came. Moves, figures of the out-store and of what asked for it, and what is owed, in one transaction.
 */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { Id } from '../../../kernel/core/field.ts';
import { refuse, Refused, type Refusal } from '../../../kernel/core/refusal.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { lockRows } from '../../../kernel/server/save.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { outStore, type OutStoreRow } from '../../issuing/out-store.document.ts';
import { finishOutStore, writeReceivedFigures } from '../../issuing/out-store-receipt.server.ts';
import { lockSourcesOf } from '../../issuing/out-store-source.port.server.ts';
import { holdStock } from '../../stock/ledger/locks.server.ts';
import { post, type PostedMove, type Posting } from '../../stock/ledger/posting.server.ts';
import { inTransitTo } from '../../stock/warehouses/locations.server.ts';
import { splitLotsOnHold } from '../../stock/lots/split-lot.server.ts';
import { inStoreDifference } from '../in-store-difference.document.ts';
import { chargeCases } from './charge-cases.server.ts';
import { openRests, type RestOfCase } from './open-cases.server.ts';
import { resendGoods } from './resend.server.ts';
import type { SettledCase } from '../settled-case.ts';

/** A case of an out-store with what is agreed of it, exactly. */
export interface AgreedCase extends SettledCase {
  readonly outstore: OutStoreRow;
  readonly sent: SentLine;
  /** In base unit, above zero. */
  readonly baseQty: Decimal;
  readonly pieces: Decimal;
  readonly isOver: boolean;
}
interface SentLine {
  readonly pickId: Id;
  readonly pickBatchId: Id;
  readonly sourceDetailId: Id;
  readonly lineNo: number;
  readonly factor: string;
  readonly baseUnitId: Id;
  readonly sentBase: string;
}

/** Goods that are not as they should be are not free again when they are back. */
const UNFIT: ReadonlySet<string> = new Set(['damaged', 'quality', 'expired']);
const goesBack = ({ outcome }: AgreedCase): boolean => outcome === 'back' || outcome === 'resend';

/** Locks the out-stores of cases, behind what asked for them. */
export async function lockOutStoresOf(context: Context, ids: readonly Id[]): Promise<void> {
  const rows = await context.tx.rows<{ id: Id }>(sql`
    select distinct d.outstore_id as id from in_store_difference d
    where d.id = any(${ids as Id[]}::bigint[]) and d.outstore_id is not null order by 1`);
  if (rows.length === 0) return;
  const outstores = rows.map(({ id }) => id);
  await lockSourcesOf(context, outstores);
  await context.tx.run(
    sql`select 1 from out_store o where o.id = any(${outstores}::bigint[]) order by o.id for update`,
  );
}

/** Carries out what is agreed of cases: moves, what is owed, what is sent again, and what it leaves open. */
export async function settleOutStoreCases(context: Context, settled: readonly SettledCase[]): Promise<void> {
  if (settled.length === 0) return;
  const cases = await agreedCases(context, settled);
  const transit = await inTransitTo(
    context,
    cases.map(({ outstore }) => outstore.toLocationId),
  );
  const transitOf = ({ outstore }: AgreedCase): Id => transit.get(outstore.toLocationId)!;
  await holdStock(
    context,
    cases.flatMap((each) =>
      [each.outstore.warehouseId, transitOf(each), each.outstore.toLocationId].map((locationId) => ({
        locationId,
        materialId: each.row.materialId,
      })),
    ),
  );
  const short = await overShortages(context, cases);
  if (short.length > 0) throw new Refused(...short);
  const held = await splitLotsOnHold(
    context,
    cases
      .filter((each) => goesBack(each) && UNFIT.has(each.row.differenceType))
      .map((each) => ({
        key: each.row.id,
        parentId: each.row.batchId!,
        qty: each.baseQty.toString(),
        reason: `${each.row.billCode} ${each.row.cause}`.slice(0, 200),
      })),
  );
  const moves = await post(
    context,
    cases.flatMap((each) => postingOf(each, transitOf(each), held.get(each.row.id))),
  );
  await writeSettled(context, cases, moves, held);
  await chargeCases(context, cases, moves);
  await openRests(context, cases.flatMap(restOf));
  await resendGoods(
    context,
    cases.filter(({ outcome }) => outcome === 'resend'),
  );
  await writeOutStores(context, cases);
}

async function agreedCases(context: Context, settled: readonly SettledCase[]): Promise<AgreedCase[]> {
  const outstores = new Map(
    (
      await lockRows(
        { ...outStore, scope: null },
        context,
        [...new Set(settled.map(({ row }) => row.outstoreId!))].toSorted(),
      )
    ).map((row) => [String(row['id']), row as unknown as OutStoreRow]),
  );
  const lines = new Map(
    (
      await context.tx.rows<SentLine>(sql`
        select p.id as pick_id, p.batch_id as pick_batch_id, d.source_detail_id, d.line_no, d.factor, p.base_unit_id,
          p.base_qty as sent_base
        from (select k.*, k.detail_id::bigint as line_id from out_store_picks k
          where k.id = any(${settled.map(({ row }) => row.outstorePickId!)}::bigint[]) offset 0) p
        join out_store_detail d on d.out_store_id = p.out_store_id and d.id = p.line_id`)
    ).map((line) => [line.pickId, line]),
  );
  return settled.map((each): AgreedCase => {
    const { row } = each;
    const whole = Decimal.of(row.baseQty!).abs();
    const claimed = Decimal.of(row.differenceQty).abs();
    const isWhole = each.agreed.equals(claimed);
    const pieces = Decimal.of(row.auxQty ?? '0');
    return {
      ...each,
      outstore: outstores.get(row.outstoreId!)!,
      sent: lines.get(row.outstorePickId!)!,
      isOver: Decimal.of(row.differenceQty).isNegative(),
      baseQty: isWhole ? whole : whole.times(each.agreed).dividedBy(claimed).rounded(6),
      pieces: isWhole ? pieces : pieces.times(each.agreed).dividedBy(claimed).rounded(0),
    };
  });
}

/** What is over is posted out of the sender's lot; he may have used it meanwhile. */
async function overShortages(context: Context, cases: readonly AgreedCase[]): Promise<Refusal[]> {
  const over = cases.filter(({ outcome }) => outcome === 'over-accept');
  if (over.length === 0) return [];
  const lots = await context.tx.rows<{ locationId: Id; batchId: Id; qty: string; batch: string; unit: string }>(sql`
    select g.location as location_id, g.batch as batch_id, coalesce(s.qty, 0) as qty, b.batch_code as batch,
      u.called as unit
    from unnest(${over.map(({ outstore }) => outstore.warehouseId)}::bigint[],
      ${over.map(({ row }) => row.batchId!)}::bigint[]) as g(location, batch)
    join batch b on b.id = g.batch join material m on m.id = b.material_id join material_unit u on u.id = m.base_unit_id
    left join stock_batch s on s.location_id = g.location and s.batch_id = g.batch`);
  const left = new Map(lots.map((lot) => [`${lot.locationId}/${lot.batchId}`, Decimal.of(lot.qty)]));
  return over.flatMap((each) => {
    const key = `${each.outstore.warehouseId}/${each.row.batchId}`;
    const there = left.get(key)!;
    left.set(key, there.minus(each.baseQty));
    const { batch, unit } = lots.find((lot) => lot.batchId === each.row.batchId)!;
    return each.baseQty.isAbove(there)
      ? [
          refuse('receiving.over-not-there', {
            billCode: each.row.billCode,
            batch,
            left: Decimal.max(there, Decimal.zero),
            unit,
          }),
        ]
      : [];
  });
}

function postingOf(each: AgreedCase, transit: Id, heldBatchId: Id | undefined): Posting[] {
  const common = {
    bill: { type: inStoreDifference.segment, id: each.row.id, code: each.row.billCode },
    lineId: each.row.id,
    materialId: each.row.materialId,
    batchId: each.row.batchId!,
    qty: each.baseQty.toString(),
    auxQty: each.pieces.toString(),
    line: each.sent.lineNo,
  };
  const { warehouseId, toLocationId } = each.outstore;
  if (goesBack(each))
    return [
      {
        ...common,
        reason: 'difference.back',
        from: transit,
        to: warehouseId,
        ...(heldBatchId === undefined ? {} : { intoBatchId: heldBatchId }),
      },
    ];
  if (each.outcome === 'loss') return [{ ...common, reason: 'difference.loss', from: transit }];
  if (each.outcome === 'over-accept')
    return [{ ...common, reason: 'difference.over', from: warehouseId, to: toLocationId }];
  return [];
}

/** What was agreed and what it came to stands in the case. What goes back that came too many settles nothing. */
async function writeSettled(
  context: Context,
  cases: readonly AgreedCase[],
  moves: readonly PostedMove[],
  held: ReadonlyMap<Id, Id>,
): Promise<void> {
  const byCase = Map.groupBy(moves, ({ lineId }) => lineId);
  const rows = cases.map((each) => {
    const sign = each.isOver ? each.agreed.negated() : each.agreed;
    const lost = each.outcome === 'loss' ? (byCase.get(each.row.id) ?? []) : [];
    return {
      id: each.row.id,
      settled: each.outcome === 'over-return' ? '0' : sign.toString(),
      agreed: sign.toString(),
      base: each.isOver ? each.baseQty.negated().toString() : each.baseQty.toString(),
      pieces: each.pieces.toString(),
      borne:
        lost.length === 0
          ? null
          : Decimal.sum(lost.map(({ amount }) => Decimal.of(amount)))
              .abs()
              .toString(),
      held: held.get(each.row.id) ?? null,
    };
  });
  await context.tx.run(sql`
    update in_store_difference d set settled_qty = g.settled, agreed_qty = g.agreed, base_qty = g.base,
      aux_qty = g.pieces, bear_amount = g.borne, held_batch_id = g.held
    from json_to_recordset(${JSON.stringify(rows)}::json) as g(id bigint, settled numeric, agreed numeric, base numeric,
      pieces numeric, borne numeric, held bigint) where d.id = g.id`);
}

/** The part of a claim that was not agreed to. */
function restOf(each: AgreedCase): RestOfCase[] {
  const { row, sent, isOver } = each;
  const rest = Decimal.of(row.differenceQty).abs().minus(each.agreed);
  if (!rest.isPositive()) return [];
  const sign = (qty: Decimal): Decimal => (isOver ? qty.negated() : qty);
  const wholeBase = Decimal.of(row.baseQty!).abs();
  const unitCost = Decimal.of(row.amount).dividedBy(wholeBase);
  return [
    {
      outstore: each.outstore,
      pick: {
        id: row.outstorePickId!,
        detailId: row.outstoreDetailId!,
        materialId: row.materialId,
        batchId: sent.pickBatchId,
        unitId: row.unitId,
        factor: sent.factor,
        sent: row.sentQty,
        received: row.receivedQty,
        unitCost: unitCost.toString(),
      },
      sized: {
        claim: {
          differenceType: row.differenceType,
          qty: null,
          cause: row.cause,
          bearer: row.bearer === 'supplier' ? 'sender' : row.bearer,
          outcome: null,
          pictures: row.pictures,
          insteadBatchCode: null,
          insteadQty: null,
        },
        outcome: row.outcome,
        qty: sign(rest),
        baseQty: sign(wholeBase.minus(each.baseQty)),
        pieces: Decimal.of(row.auxQty ?? '0').minus(each.pieces),
      },
      materialId: row.materialId,
      batchId: row.batchId!,
      unitId: row.unitId,
      unitCost,
      deadline: row.deadline!,
      recorder: row.createUser!,
      agreed: each.agreed,
    },
  ];
}

/** What is settled stands at the lots that were sent; the last case ends its out-store and tells what asked for it. */
async function writeOutStores(context: Context, cases: readonly AgreedCase[]): Promise<void> {
  const figures = cases.flatMap(({ row, sent, outcome, isOver, baseQty }) => {
    if (outcome === 'over-return' || row.batchId !== sent.pickBatchId) return [];
    return [
      { id: sent.pickId, settled: (isOver ? baseQty.negated() : baseQty).toString(), received: isOver ? baseQty : '0' },
    ];
  });
  await context.tx.run(sql`
    update out_store_picks p set settled_base_qty = p.settled_base_qty + g.settled,
      received_base_qty = p.received_base_qty + g.received
    from (select id, sum(settled) as settled, sum(received) as received
      from json_to_recordset(${JSON.stringify(figures)}::json) as f(id bigint, settled numeric, received numeric)
      group by id) g where p.id = g.id`);
  const outstores = [...new Map(cases.map(({ outstore }) => [outstore.id, outstore])).values()];
  const ids = outstores.map(({ id }) => id);
  await writeReceivedFigures(context, ids);
  const open = new Map(
    (
      await context.tx.rows<{ id: Id; isOpen: boolean }>(sql`
        update out_store o set case_count = c.live from (
          select s.id, (select count(*)::integer from in_store_difference d
            where d.outstore_id = s.id and d.status <> 'confirmed') as live
          from out_store s where s.id = any(${ids}::bigint[])) c
        where o.id = c.id returning o.id, c.live > 0 or exists (select 1 from out_store_picks p
          where p.out_store_id = o.id and p.base_qty > p.received_base_qty + p.settled_base_qty) as is_open`)
    ).map((row) => [row.id, row.isOpen]),
  );
  for (const outstore of outstores) await finishOutStore(context, outstore, open.get(outstore.id) === false);
}
