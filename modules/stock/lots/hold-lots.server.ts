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
 * this reason from now on, so that a paper that comes later does not free it. A lot that another recall or call-back
 * stopped stays that one's, and is held on for this reason when that one lets go.
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
  await context.tx.run(sql`
    insert into lot_stop (batch_id, reason, lot_state, hold_reason, hold_user_id, hold_time)
    select g."batchId", ${reason}, case when s.batch_id is null then g."lotState" else s.lot_state end,
      case when s.batch_id is null then g."holdReason" else s.hold_reason end, ${context.user.userId}::bigint,
      ${context.now}::timestamptz
    from json_to_recordset(${JSON.stringify(lots)}::json) as g("batchId" bigint, "lotState" text, "holdReason" text,
      "isStopped" boolean)
    left join lot_stop s on s.batch_id = g."batchId" and s.reason = g."holdReason"
    where g."isStopped" or s.batch_id is not null on conflict do nothing`);
  await record(context, 'hold', stopped, () => ['hold', reason]);
  return lots;
}

interface GoingLot extends StoodLot {
  /** Nothing is amiss that the dock would hold it for. */
  readonly isWhole: boolean;
  readonly stoodState: string;
  readonly stoodReason: string | null;
  /** Who else stopped it, and since when. */
  readonly nextReason: string | null;
  readonly nextUserId: Id | null;
  readonly nextTime: string | null;
}

/**
 * Lets lots go that were stopped for this reason and still are, back to what they were. A lot the dock had held is held
 * on only while it still lacks what the dock held it for; one that somebody else stopped as well is held on for them.
 * Answers how many were let go.
 */
export async function letLotsGo(context: Context, reason: string): Promise<number> {
  const lots = await context.tx.rows<GoingLot>(sql`
    select b.id as batch_id, b.batch_code, b.lot_state, b.hold_reason, true as is_stopped,
      coalesce(b.missing_papers, '') = '' and b.residue_result <> 'fail' as is_whole,
      s.lot_state as stood_state, s.hold_reason as stood_reason, n.reason as next_reason,
      n.hold_user_id as next_user_id, to_char(n.hold_time, 'YYYY-MM-DD HH24:MI:SSOF') as next_time
    from lot_stop s join batch b on b.id = s.batch_id
    left join lateral (select o.reason, o.hold_user_id, o.hold_time from lot_stop o
      where o.batch_id = s.batch_id and o.reason <> s.reason order by o.hold_time, o.reason limit 1) n on true
    where s.reason = ${reason} and b.lot_state = 'hold' and b.hold_reason = ${reason}
    order by b.id for update of b`);
  const after = new Map(lots.map((lot) => [lot.batchId, afterwards(lot)]));
  await context.tx.run(sql`
    update batch b set lot_state = g.state, hold_reason = g.reason, hold_user_id = g."userId",
      hold_time = case when g."userId" is not null then g.time when g.state = 'hold' then b.hold_time end,
      version = b.version + 1, update_user = ${context.user.userId}::bigint, update_time = now()
    from json_to_recordset(${JSON.stringify([...after.values()])}::json) as g(id bigint, state text, reason text,
      "userId" bigint, time timestamptz)
    where b.id = g.id`);
  await context.tx.run(sql`delete from lot_stop s where s.reason = ${reason}`);
  await record(context, 'release', lots, ({ batchId }) => [after.get(batchId)!.state, after.get(batchId)!.reason]);
  return [...after.values()].filter(({ state }) => state !== 'hold').length;
}

/** How a lot stands once a stop is over. */
function afterwards(lot: GoingLot) {
  const none = { id: lot.batchId, userId: null, time: null };
  if (lot.nextReason !== null)
    return { ...none, state: 'hold', reason: lot.nextReason, userId: lot.nextUserId, time: lot.nextTime };
  if (lot.stoodState !== 'hold') return { ...none, state: lot.stoodState, reason: null };
  return lot.isWhole ? { ...none, state: 'free', reason: null } : { ...none, state: 'hold', reason: lot.stoodReason };
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
