import type { InputOf } from '../../../kernel/core/contract.ts';
import { refuse, type Refusal } from '../../../kernel/core/refusal.ts';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql, type Transaction } from '../../../parts/postgres/database.ts';
import { readParameter } from '../../../kernel/server/parameters.ts';
import type { ClientRecord } from './client.server.ts';
import type * as calls from './sign-in.calls.ts';
import { tokenAnswer } from './token-answer.server.ts';
import { digestOfRefresh, type Tokens } from './token.server.ts';

/** One request for tokens. */
export interface Attempt {
  readonly context: Context;
  readonly input: InputOf<typeof calls.token.input>;
  /** As it was typed: blanks at its ends count. */
  readonly password: string;
  readonly tenant: string;
  /** Network address of the caller, or "". */
  readonly address: string;
  readonly client: ClientRecord;
}
/** What every grant answers. */
export type TokenAnswer = TypeOf<typeof calls.token.answer>;
export type Outcome = { readonly refusal: Refusal } | { readonly answer: TokenAnswer };

/** What a tenant's number looks like. */
export const TENANT_ID = /^[A-Za-z0-9]{1,12}$/;

/** A header of the request, or "" where it is missing or came several times. */
export const header = (context: Context, name: string): string => {
  const value = context.peer?.headers[name];
  return typeof value === 'string' ? value : '';
};

/**
 * Whether the department and role that a client in switch mode names in its headers are the person's own. True where it
 * names none.
 */
export async function hasDepartmentAndRole(tx: Transaction, context: Context, userId: string): Promise<boolean> {
  const [dept, role] = [header(context, 'dept-id').trim(), header(context, 'role-id').trim()];
  if (dept === '' && role === '') return true;
  const row = await tx.row<{ own: boolean }>(
    sql`select (${dept} = '' or ${dept} = any(dept_id::text[])) and (${role} = ''
      or ${role} = any(role_id::text[])) as own from app_user where id = ${userId}::bigint`,
  );
  return row?.own === true;
}

/** What decides whether somebody who proved who they are may sign in. */
export interface AccountState {
  readonly frozen: number;
  readonly auditState: string;
  readonly tenantOpen: boolean;
}

/** Is the tenant `n` open? */
export const TENANT_OPEN = sql`n.frozen = 0 and (n.expire_time is null or n.expire_time > now())`;

/** Why an account may not sign in, or null. Shown only to whoever proved that it is theirs. */
export function stateRefusal(account: AccountState): Refusal | null {
  if (!account.tenantOpen) return refuse('sign-in.tenant-expired');
  if (account.auditState === 'pending') return refuse('sign-in.pending');
  if (account.auditState === 'refused') return refuse('sign-in.refused');
  return account.frozen === 1 ? refuse('sign-in.frozen') : null;
}

interface NewSession {
  readonly tenant: string;
  readonly userId: string;
  readonly address: string;
  readonly agent: string;
}

const MOST_SESSIONS = 50;

/** A new session with its first pair of tokens; the oldest ends when a person has too many. */
export async function openSession(
  tx: Transaction,
  tokens: Tokens,
  client: ClientRecord,
  { tenant, userId, address, agent }: NewSession,
): Promise<TokenAnswer> {
  const session = (await tx.row<{ id: string }>(sql`
    insert into session (tenant_id, user_id, client_id, ip, user_agent)
    values (${tenant}, ${userId}::bigint, ${client.clientId}, ${address.slice(0, 45)}, ${agent.slice(0, 300)})
    returning id`))!;
  const refresh = tokens.newRefresh();
  await tx.run(sql`
    insert into refresh_token (tenant_id, token_hash, session_id, expires_time)
    values (${tenant}, ${digestOfRefresh(refresh)}, ${session.id}::bigint,
      now() + ${`${client.refreshSeconds} seconds`}::interval)`);
  const most = Number(await readParameter({ tx }, 'session.maxPerUser'));
  await tx.run(sql`
    update session set ended_time = now(), end_reason = 'expired' where id in (
      select id from session where user_id = ${userId}::bigint and ended_time is null
      order by started_time desc, id desc offset ${most >= 1 ? most : MOST_SESSIONS})`);
  await tx.run(
    sql`update app_user set last_login_time = now(), last_login_ip = ${address.slice(0, 45)} where id =
      ${userId}::bigint`,
  );
  return tokenAnswer(tx, tokens, client, { tenant, userId, sessionId: session.id }, refresh);
}
