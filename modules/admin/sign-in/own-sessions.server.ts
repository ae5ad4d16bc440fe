import { label } from '../../../kernel/core/label.ts';
import { unknownRecord, type Call } from '../../../kernel/server/context.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { readIds } from '../../../kernel/server/run-action.ts';
import type { Identity } from '../rights/signed-in.server.ts';
import * as calls from './session.calls.ts';

const ownSessions = serve(
  calls.ownSessions,
  ({ tx, user }) =>
    tx.rows(sql`
    select id, client_id, ip, user_agent, started_time, last_seen_time,
      id = ${user.sessionId}::bigint as current, locked_time is not null as locked
    from session where user_id = ${user.userId}::bigint and ended_time is null
      and last_seen_time > now() - interval '12 hours' and started_time > now() - interval '7 days'
    order by id = ${user.sessionId}::bigint desc, last_seen_time desc, id desc`),
  { outsiders: true },
);

const endOwnSessions = (identity: Identity): Call =>
  serve(
    calls.endOwnSessions,
    async (context, input) => {
      const ids = readIds(input);
      const ended = await context.tx.run(sql`
        update session set ended_time = now(), end_reason = 'kicked'
        where id = any(${ids}::bigint[]) and user_id = ${context.user.userId}::bigint and ended_time is null`);
      if (ended < ids.length) throw unknownRecord(label('会话', 'The session'));
      context.tx.afterCommit(() => {
        for (const id of ids) identity.forget(id);
      });
      return true;
    },
    { outsiders: true },
  );

/** Where a person is signed in, and the end of it there. */
export const ownSessionCalls = (identity: Identity): readonly Call[] => [ownSessions, endOwnSessions(identity)];
