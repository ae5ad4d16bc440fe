import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import type { Call, Context } from '../../../kernel/server/context.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { CHANGE_MS, sql, type Transaction } from '../../../parts/postgres/database.ts';
import { readParameter } from '../../../kernel/server/parameters.ts';
import type { Services } from '../../../kernel/server/registry.ts';
import { hashOf, matches, passwordIn } from './password.server.ts';
import { oneAtATime } from './sign-in-attempts.server.ts';
import type { Identity } from '../rights/signed-in.server.ts';
import * as calls from './session.calls.ts';

const LONGEST = 200;
const TRIES = 5;

const within = <T>(services: Services, { tenant }: Context, work: (tx: Transaction) => Promise<T>): Promise<T> =>
  services.database.transaction({ tenant, timeZone: 'UTC', statementMs: CHANGE_MS }, work);

async function lock(services: Services, context: Context, password: string, identity: Identity): Promise<boolean> {
  if (password === '') throw new Refused(refuse('lock.empty', {}, { field: 'password' }));
  if (password.length > LONGEST) throw new Refused(refuse('lock.long', { most: LONGEST }, { field: 'password' }));
  const { sessionId } = context.user;
  const hash = await hashOf(password);
  await within(services, context, (tx) =>
    tx.run(
      sql`update session set locked_time = now(), lock_hash = ${hash}, lock_failures = 0
        where id = ${sessionId}::bigint`,
    ),
  );
  identity.forget(sessionId);
  return true;
}

/**
 * One guess at a time, each counted in a transaction of its own, so that a refusal does not undo the count; enough of
 * them end the session.
 */
function unlock(services: Services, context: Context, password: string, identity: Identity): Promise<boolean> {
  const { tenant, sessionId } = context.user;
  return oneAtATime(tenant, `lock:${sessionId}`, async () => {
    const locked = await within(services, context, (tx) =>
      tx.row<{ lockHash: string | null }>(
        sql`select lock_hash from session where id = ${sessionId}::bigint and locked_time is not null
          and ended_time is null`,
      ),
    );
    // Unlocked meanwhile in another window.
    if (locked === undefined) return true;
    const isRight = await matches(locked.lockHash, password.slice(0, LONGEST));
    const left = await within(services, context, (tx) => (isRight ? open(tx, sessionId) : countGuess(tx, sessionId)));
    identity.forget(sessionId);
    if (left === null) return true;
    throw new Refused(left > 0 ? refuse('lock.wrong', { left }, { field: 'password' }) : refuse('lock.ended'));
  });
}

async function open(tx: Transaction, sessionId: string): Promise<null> {
  await tx.run(
    sql`update session set locked_time = null, lock_hash = null, lock_failures = 0
      where id = ${sessionId}::bigint`,
  );
  return null;
}

/** Counts a wrong password; answers how many guesses are left, and with none of them ends the session. */
async function countGuess(tx: Transaction, sessionId: string): Promise<number> {
  const most = Number(await readParameter({ tx }, 'session.lockTries')) || TRIES;
  const row = await tx.row<{ left: number }>(sql`
    update session set lock_failures = lock_failures + 1, ended_time = case
      when lock_failures + 1 >= ${most} then now() end, end_reason = case
      when lock_failures + 1 >= ${most} then 'lock' end
    where id = ${sessionId}::bigint and ended_time is null returning ${most} - lock_failures as left`);
  return row?.left ?? 0;
}

/** The screen lock: while it is on, the session answers nothing but `session/unlock` and the sign-out. */
export const lockCalls = (services: Services, identity: Identity): readonly Call[] => [
  serve(calls.lockScreen, (context, _input, { body }) => lock(services, context, passwordIn(body), identity), {
    outsiders: true,
    lenient: true,
    ownTransactions: true,
  }),
  serve(calls.unlockScreen, (context, _input, { body }) => unlock(services, context, passwordIn(body), identity), {
    outsiders: true,
    lenient: true,
    ownTransactions: true,
    whileLocked: true,
  }),
];
