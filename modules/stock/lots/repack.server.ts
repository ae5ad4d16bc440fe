/** Lots packed anew at their place: one into several, or several into one, through the ledger. */
import type { InputOf } from '../../../kernel/core/contract.ts';
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { Id } from '../../../kernel/core/field.ts';
import { Refused } from '../../../kernel/core/refusal.ts';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import { audit } from '../../../kernel/server/audit.ts';
import { unknownRecord, type Context } from '../../../kernel/server/context.ts';
import { newIds, nextBillCodes } from '../../../kernel/server/numbering.ts';
import { empty, sql } from '../../../parts/postgres/database.ts';
import { holdStock } from '../ledger/locks.server.ts';
import { post, type Posting } from '../ledger/posting.server.ts';
import { batch } from './batch.resource.ts';
import { labelCode } from './lot-label.rules.ts';
import { writeChildren, writeMerged, type Child } from './lot-children.server.ts';
import { lossOf, repackRefusals, type LotToRepack, type Portion, type Taken } from './repack.rules.ts';
import type { PlaceFace } from '../on-hand/stock.resource.ts';
import type * as calls from './stock-batch.calls.ts';

/** Packs lots anew at a place of the kind the call is for. */
export async function repackLots(
  context: Context,
  kind: PlaceFace['kind'],
  { from, into, lossReason }: InputOf<typeof calls.repackLots.input>,
): Promise<TypeOf<typeof calls.repackLots.answer>> {
  const found = await findLots(
    context,
    kind,
    from.map(({ id }) => id),
  );
  const taken = from.map(({ id, ...typed }): Taken => ({ lot: found.get(id)!, ...portionOf(typed, found.get(id)!) }));
  const { lot } = taken[0]!;
  const made = into.map((typed) => portionOf(typed, lot));
  const refusals = repackRefusals(taken, made, lossReason, context.today);
  if (refusals.length > 0) throw new Refused(...refusals);
  const [ids, codes] = await Promise.all([newIds(context, made.length), nextBillCodes(context, 'PC', made.length)]);
  const lots = made.map(({ qty }, at): Child => ({ id: ids[at]!, code: codes[at]!, qty: qty.toString() }));
  if (taken.length > 1) await writeMerged(context, lots[0]!, taken.map(partOf));
  else await writeChildren(context, lot.batchId, lots);
  await post(context, postingsOf(taken, made, lots, lossReason));
  const parents = taken.map((each) => each.lot.batchCode).join(', ');
  await audit(
    context,
    lots.map(({ id, code, qty }) => ({
      resource: batch.name,
      recordId: id,
      action: 'repack',
      title: code,
      changes: { parentBatchId: [null, parents], originQty: [null, qty] },
    })),
  );
  return {
    placeId: lot.locationId,
    lossQty: lossOf(taken, made).toString(),
    lots: lots.map(({ id, code, qty }) => ({ batchId: id, batchCode: code, code: labelCode(id), qty })),
  };
}

interface Typed {
  readonly qty: string;
  readonly auxQty: string | null;
}
/** Pieces count where the lot is counted beside its weight. */
const portionOf = ({ qty, auxQty }: Typed, { isCounted }: LotToRepack): Portion => ({
  qty: Decimal.of(qty),
  pieces: isCounted ? Decimal.of(auxQty ?? '0') : Decimal.zero,
});
const partOf = ({ lot, qty }: Taken): { readonly batchId: Id; readonly qty: string } => ({
  batchId: lot.batchId,
  qty: qty.toString(),
});

/**
 * What is lost leaves first, so that the last part takes the pieces with what is left of the weight. Of several lots it
 * leaves what they became.
 */
function postingsOf(
  taken: readonly Taken[],
  made: readonly Portion[],
  lots: readonly Child[],
  lossReason: string | null,
): Posting[] {
  const [{ lot }] = taken as readonly [Taken];
  const [{ id, code }] = lots as readonly [Child];
  const common = { bill: { type: batch.name, id, code }, materialId: lot.materialId };
  const place = lot.locationId;
  const loss = lossOf(taken, made);
  const isMerge = taken.length > 1;
  const lost: Posting[] = loss.isZero()
    ? []
    : [
        {
          ...common,
          lineId: id,
          reason: 'repack.loss',
          reasonDetail: lossReason!.trim(),
          batchId: isMerge ? id : lot.batchId,
          from: place,
          qty: loss.toString(),
        },
      ];
  const became = (from: LotToRepack, to: Id, lineId: Id, { qty, pieces }: Portion): Posting => ({
    ...common,
    lineId,
    reason: 'batch.repack',
    batchId: from.batchId,
    intoBatchId: to,
    from: place,
    to: place,
    qty: qty.toString(),
    ...(pieces.isZero() ? {} : { auxQty: pieces.toString() }),
    exit: 'use',
  });
  return isMerge
    ? [...taken.map((each) => became(each.lot, id, each.lot.batchId, each)), ...lost]
    : [...lost, ...lots.map((child, at) => became(lot, child.id, child.id, made[at]!))];
}

/** The lots as they lie, their stock held; 404 where a place is not the caller's. */
async function findLots(
  context: Context,
  kind: PlaceFace['kind'],
  ids: readonly Id[],
): Promise<ReadonlyMap<Id, LotToRepack>> {
  const chosen = [...new Set(ids)];
  const scope = context.user.scope.all ? empty : sql`and l.dept_id = any(${context.user.scope.depts}::bigint[])`;
  const places = await context.tx.rows<{ id: Id; locationId: Id; materialId: Id }>(sql`
    select s.id, s.location_id, s.material_id from stock_batch s
    join stock_location l on l.id = s.location_id and l.kind = ${kind} ${scope}
    where s.id = any(${chosen}::bigint[])`);
  if (places.length < chosen.length) throw unknownRecord(batch.label);
  await holdStock(context, places);
  const rows = await context.tx.rows<LotToRepack>(sql`
    select s.id, s.batch_id, b.batch_code, s.material_id, s.location_id, m.called as material, u.called as unit,
      b.lot_state, b.expiry_date, s.aux_qty > 0 as is_counted
    from stock_batch s join batch b on b.id = s.batch_id join material m on m.id = s.material_id
    join material_unit u on u.id = m.base_unit_id where s.id = any(${chosen}::bigint[])`);
  return new Map(rows.map((row) => [row.id, row]));
}
