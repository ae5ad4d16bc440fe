import { label } from '../../../kernel/core/label.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import { SESSION } from '../../../kernel/core/contract.ts';
import type { Call, Context, Input } from '../../../kernel/server/context.ts';
import { CHANGE_MS, sql, type Transaction } from '../../../parts/postgres/database.ts';
import { readParameter } from '../../../kernel/server/parameters.ts';
import type { Services } from '../../../kernel/server/registry.ts';
import { hashOf, matches } from './password.server.ts';
import { oneAtATime } from './sign-in-attempts.server.ts';
import type { Identity } from '../rights/signed-in.server.ts';

const LONGEST = 200;
const TRIES = 5;
const passwordIn = (input: Input): string => (typeof input['password'] === 'string' ? input['password'] : '');

const within = <T>(services: Services, { tenant }: Context, work: (tx: Transaction) => Promise<T>): Promise<T> =>
  services.database.transaction({ tenant, timeZone: 'UTC', statementMs: CHANGE_MS }, work);

async function lock(services: Services, context: Context, input: Input, identity: Identity): Promise<boolean> {
  const password = passwordIn(input);
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
function unlock(services: Services, context: Context, input: Input, identity: Identity): Promise<boolean> {
  const { tenant, sessionId } = context.user;
  const alone = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> => within(services, context, work);
  return oneAtATime(tenant, `lock:${sessionId}`, async () => {
    const held = await alone((tx) =>
      tx.row<{ lockHash: string | null }>(
        sql`select lock_hash from session where id = ${sessionId}::bigint and locked_time is not null
          and ended_time is null`,
      ),
    );
    // Opened meanwhile in another window.
    if (held === undefined) return true;
    const right = await matches(held.lockHash, passwordIn(input).slice(0, LONGEST));
    const left = await alone(async (tx) => {
      if (right)
        return void (await tx.run(
          sql`update session set locked_time = null, lock_hash = null, lock_failures = 0
            where id = ${sessionId}::bigint`,
        ));
      const most = Number(await readParameter({ tx }, 'session.lockTries')) || TRIES;
      const row = await tx.row<{ left: number }>(sql`
        update session set lock_failures = lock_failures + 1, ended_time = case
          when lock_failures + 1 >= ${most} then now() end, end_reason = case
          when lock_failures + 1 >= ${most} then 'lock' end
        where id = ${sessionId}::bigint and ended_time is null returning ${most} - lock_failures as left`);
      return row?.left ?? 0;
    });
    identity.forget(sessionId);
    if (left === undefined) return true;
    throw new Refused(left > 0 ? refuse('lock.wrong', { left }, { field: 'password' }) : refuse('lock.ended'));
  });
}

/** The screen lock: while it is shut, the session answers nothing but these and the way out. */
export const lockCalls = (services: Services, identity: Identity): readonly Call[] => [
  {
    method: 'POST',
    service: 'blade-auth',
    path: 'session/lock',
    permission: SESSION,
    outsiders: true,
    ownTransactions: true,
    summary: label('锁屏', 'Lock the screen'),
    handle: (context, input) => lock(services, context, input, identity),
  },
  {
    method: 'POST',
    service: 'blade-auth',
    path: 'session/unlock',
    permission: SESSION,
    outsiders: true,
    ownTransactions: true,
    whileLocked: true,
    summary: label('解锁', 'Unlock the screen'),
    handle: (context, input) => unlock(services, context, input, identity),
  },
];
