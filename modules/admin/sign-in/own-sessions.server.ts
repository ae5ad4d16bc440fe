import { label } from '../../../kernel/core/label.ts';
import { SESSION } from '../../../kernel/core/contract.ts';
import { unknownRecord, type Call, type Context, type Input } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { readIds } from '../../../kernel/server/run-action.ts';
import type { Identity } from '../rights/signed-in.server.ts';

/** The caller's open sessions, the last used first. */
const mine = (context: Context): Promise<Record<string, unknown>[]> =>
  context.tx.rows(sql`
    select id, client_id, ip, user_agent, started_time, last_seen_time,
      id = ${context.user.sessionId}::bigint as current, locked_time is not null as locked
    from session where user_id = ${context.user.userId}::bigint and ended_time is null
      and last_seen_time > now() - interval '12 hours' and started_time > now() - interval '7 days'
    order by id = ${context.user.sessionId}::bigint desc, last_seen_time desc, id desc`);

/** Ends sessions of the caller; somebody else's is unknown here. */
async function end(context: Context, input: Input, identity: Identity): Promise<boolean> {
  const wanted = readIds(input, 'ids');
  const ended = await context.tx.run(sql`
    update session set ended_time = now(), end_reason = 'kicked'
    where id = any(${wanted}::bigint[]) and user_id = ${context.user.userId}::bigint and ended_time is null`);
  if (ended < wanted.length) throw unknownRecord(label('会话', 'The session'));
  context.tx.afterCommit(() => {
    for (const id of wanted) identity.forget(id);
  });
  return true;
}

/** Where a person is signed in, and the end of it there. */
export const ownSessionCalls = (identity: Identity): readonly Call[] => [
  {
    method: 'GET',
    service: 'blade-auth',
    path: 'session/mine',
    permission: SESSION,
    outsiders: true,
    summary: label('我的登录', 'Where I am signed in'),
    handle: mine,
  },
  {
    method: 'POST',
    service: 'blade-auth',
    path: 'session/end',
    permission: SESSION,
    outsiders: true,
    summary: label('结束我的登录', 'End a session of mine'),
    handle: (context, input) => end(context, input, identity),
  },
];
