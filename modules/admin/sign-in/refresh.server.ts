import { sql, type Transaction } from '../../../parts/postgres/database.ts';
import type { Services } from '../../../kernel/server/registry.ts';
import type { ClientRecord } from './client.server.ts';
import type { TokenAnswer } from './open-session.server.ts';
import { profileOf, tokenAnswer } from './token-answer.server.ts';
import { digestOfRefresh, type Tokens } from './token.server.ts';

/** For so many seconds a used token answers its one successor: several tabs refresh at once, and answers get lost. */
const GRACE_SECONDS = 10;

interface Used {
  readonly sessionId: string;
  readonly inGrace: boolean;
}

/** A new pair of tokens for a refresh token, or null: the person must sign in again. */
export const renew = (
  services: Services,
  tokens: Tokens,
  client: ClientRecord,
  tenant: string,
  refresh: string,
): Promise<TokenAnswer | null> =>
  services.database.transaction({ tenant, timeZone: 'UTC' }, async (tx) => {
    const hash = digestOfRefresh(refresh);
    const successor = tokens.successorOf(refresh);
    // One statement decides who is first; all others find the token used.
    const first = await tx.row<{ sessionId: string }>(sql`
      update refresh_token set used_time = clock_timestamp(), successor = 'derived'
      where token_hash = ${hash} and used_time is null and expires_time > now() returning session_id`);
    if (first !== undefined) {
      await tx.run(sql`
        insert into refresh_token (tenant_id, token_hash, session_id, expires_time)
        values (${tenant}, ${digestOfRefresh(successor)}, ${first.sessionId}::bigint,
          now() + ${`${client.refreshSeconds} seconds`}::interval)`);
      await tx.run(
        sql`delete from refresh_token where session_id = ${first.sessionId}::bigint
          and used_time < now() - interval '8 days'`,
      );
      return answer(tx, tokens, client, tenant, first.sessionId, successor);
    }
    const used = await tx.row<Used>(sql`
      select session_id, used_time > clock_timestamp() - ${`${GRACE_SECONDS} seconds`}::interval as in_grace
      from refresh_token where token_hash = ${hash} and used_time is not null`);
    if (used === undefined) return null;
    if (used.inGrace) return answer(tx, tokens, client, tenant, used.sessionId, successor);
    await endReplayed(tx, used.sessionId);
    return null;
  });

async function answer(
  tx: Transaction,
  tokens: Tokens,
  client: ClientRecord,
  tenant: string,
  sessionId: string,
  refresh: string,
): Promise<TokenAnswer | null> {
  const session = await tx.row<{ userId: string }>(sql`
    update session s set last_seen_time = now() from tenant n
    where s.id = ${sessionId}::bigint and s.ended_time is null
      and s.client_id = ${client.clientId} and s.last_seen_time > now() - interval '12 hours'
        and s.started_time > now() - interval '7 days'
      and n.tenant_id = s.tenant_id and n.frozen = 0 and (n.expire_time is null or n.expire_time > now())
        returning s.user_id`);
  if (session === undefined || (await profileOf(tx, session.userId)) === undefined) return null;
  return tokenAnswer(tx, tokens, client, { tenant, userId: session.userId, sessionId }, refresh);
}

/** A token used long ago means that somebody has a copy: the whole session ends, and it is logged. */
async function endReplayed(tx: Transaction, sessionId: string): Promise<void> {
  const ended = await tx.row<{ userId: string }>(sql`
    update session set ended_time = now(), end_reason = 'replay' where id = ${sessionId}::bigint and ended_time is null
    returning user_id`);
  if (ended === undefined) return;
  await tx.run(sql`
    insert into audit_log (resource, record_id, action, title, changes, user_id)
    values ('session', ${sessionId}::bigint, 'replay', '', '{"endReason":[null,"replay"]}'::jsonb,
      ${ended.userId}::bigint)`);
}
