/** Many lots stopped and let go in one act, each remembered as it stood before. */
import type { Id } from '../../../kernel/core/field.ts';
import { audit } from '../../../kernel/server/audit.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { batch } from './batch.resource.ts';

/** A lot as it stood before it was stopped. */
export interface StoodLot {
  readonly batchId: Id;
  readonly batchCode: string;
  readonly lotState: string;
  readonly holdReason: string | null;
  /** Stopped now: all but those that a person holds for a reason of their own. */
  readonly isStopped: boolean;
}

/**
 * Stops lots wherever they lie. What a person holds already stays theirs; what the dock holds by itself is held for
 * this reason from now on, so that a paper that comes later does not free it.
 */
export async function stopLots(context: Context, ids: readonly Id[], reason: string): Promise<readonly StoodLot[]> {
  const lots = await context.tx.rows<StoodLot>(sql`
    select b.id as batch_id, b.batch_code, b.lot_state, b.hold_reason,
      b.lot_state <> 'hold' or b.hold_user_id is null as is_stopped
    from batch b where b.id = any(${ids as Id[]}::bigint[]) order by b.id for update`);
  const stopped = lots.filter(({ isStopped }) => isStopped);
  await context.tx.run(sql`
    update batch set lot_state = 'hold', hold_reason = ${reason}, hold_user_id = ${context.user.userId}::bigint,
      hold_time = ${context.now}::timestamptz, version = version + 1, update_user = ${context.user.userId}::bigint,
      update_time = now()
    where id = any(${stopped.map(({ batchId }) => batchId)}::bigint[])`);
  await record(context, 'hold', stopped, () => ['hold', reason]);
  return lots;
}

/**
 * Lets lots go that were stopped for this reason and still are, back to what they were. A lot the dock had held is held
 * on only while it still lacks what the dock held it for. Answers how many were let go.
 */
export async function letLotsGo(
  context: Context,
  stood: readonly Pick<StoodLot, 'batchId' | 'lotState' | 'holdReason'>[],
  reason: string,
): Promise<number> {
  const lots = await context.tx.rows<StoodLot & { isWhole: boolean }>(sql`
    select b.id as batch_id, b.batch_code, b.lot_state, b.hold_reason,
      coalesce(b.missing_papers, '') = '' and b.residue_result <> 'fail' as is_whole
    from batch b where b.id = any(${stood.map(({ batchId }) => batchId)}::bigint[])
      and b.lot_state = 'hold' and b.hold_reason = ${reason} order by b.id for update`);
  const before = new Map(stood.map((lot) => [lot.batchId, lot]));
  const back = lots.map(({ batchId, isWhole }) => {
    const { lotState, holdReason } = before.get(batchId)!;
    return lotState === 'hold' && !isWhole
      ? { id: batchId, state: 'hold', reason: holdReason }
      : { id: batchId, state: lotState === 'hold' ? 'free' : lotState, reason: null };
  });
  await context.tx.run(sql`
    update batch b set lot_state = g.state, hold_reason = g.reason, hold_user_id = null,
      hold_time = case when g.state = 'hold' then b.hold_time end, version = b.version + 1,
      update_user = ${context.user.userId}::bigint, update_time = now()
    from json_to_recordset(${JSON.stringify(back)}::json) as g(id bigint, state text, reason text) where b.id = g.id`);
  const after = new Map(back.map((lot) => [lot.id, lot]));
  await record(context, 'release', lots, ({ batchId }) => [after.get(batchId)!.state, after.get(batchId)!.reason]);
  return lots.length;
}

/** The same rows as of lots held and released one by one. */
const record = (
  context: Context,
  action: 'hold' | 'release',
  lots: readonly StoodLot[],
  becomes: (lot: StoodLot) => readonly [state: string, reason: string | null],
): Promise<unknown> =>
  audit(
    context,
    lots.map((lot) => ({
      resource: batch.name,
      recordId: lot.batchId,
      action,
      title: lot.batchCode,
      changes: {
        lotState: [lot.lotState, becomes(lot)[0]] as const,
        holdReason: [lot.holdReason, becomes(lot)[1]] as const,
      },
    })),
  );
