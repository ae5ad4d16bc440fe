import { refuse, type Refusal } from '../../../kernel/core/refusal.ts';
import type { Context, Input } from '../../../kernel/server/context.ts';
import { sql, type Transaction } from '../../../parts/postgres/database.ts';
import { readParameter } from '../../../kernel/server/parameters.ts';
import type { ClientRecord } from './client.server.ts';
import { tokenAnswer } from './token-answer.server.ts';
import { digestOfRefresh, type Tokens } from './token.server.ts';

/** What a sign-in came with, from wherever clients put it. */
export interface Attempt {
  readonly context: Context;
  readonly input: Input;
  readonly tenant: string;
  readonly address: string;
  readonly client: ClientRecord;
}
export type Outcome = { readonly refusal: Refusal } | { readonly answer: Record<string, unknown> };

export const TENANT = /^[A-Za-z0-9]{1,12}$/;
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
export const header = (context: Context, name: string): string => {
  const value = context.peer?.headers[name];
  return typeof value === 'string' ? value : '';
};

/** In switch mode a client says as whom of himself somebody comes; what is not his is refused. */
export async function isOwnPlace(tx: Transaction, context: Context, userId: string): Promise<boolean> {
  const [dept, role] = [header(context, 'dept-id').trim(), header(context, 'role-id').trim()];
  if (dept === '' && role === '') return true;
  const row = await tx.row<{ own: boolean }>(
    sql`select (${dept} = '' or ${dept} = any(dept_id::text[])) and (${role} = ''
      or ${role} = any(role_id::text[])) as own from app_user where id = ${userId}::bigint`,
  );
  return row?.own === true;
}

/** What decides whether somebody who proved who he is may come in. */
export interface Standing {
  readonly frozen: number;
  readonly auditState: string;
  readonly tenantGood: boolean;
}

/** Is the tenant `n` open? */
export const TENANT_GOOD = sql`n.frozen = 0 and (n.expire_time is null or n.expire_time > now())`;

/** Told only to who proved who he is. */
export function refusedState(person: Standing): Refusal | null {
  if (!person.tenantGood) return refuse('sign-in.tenant-expired');
  if (person.auditState === 'pending') return refuse('sign-in.pending');
  if (person.auditState === 'refused') return refuse('sign-in.refused');
  return person.frozen === 1 ? refuse('sign-in.frozen') : null;
}

interface Opening {
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
  opening: Opening,
): Promise<Record<string, unknown>> {
  const { tenant, userId, address, agent } = opening;
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
