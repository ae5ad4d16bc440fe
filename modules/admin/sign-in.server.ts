import { label } from '../../kernel/core/label.ts';
import { refuse, sentenceOf, type Refusal } from '../../kernel/core/refusal.ts';
import { PUBLIC, type Call, type Context, type Input } from '../../kernel/server/context.ts';
import { sql, type Transaction } from '../../kernel/server/database.ts';
import { Bare } from '../../kernel/server/http.ts';
import { readParameter } from '../../kernel/server/parameters.ts';
import type { Services } from '../../kernel/server/registry.ts';
import { spendCaptcha } from './captcha.server.ts';
import { clientOf, type ClientRecord } from './client.server.ts';
import { matches } from './password.server.ts';
import { renew } from './refresh.server.ts';
import { clearFailures, countFailure, oneAtATime, standingOf } from './sign-in-attempts.server.ts';
import { PLATFORM_TENANT } from './signed-in.server.ts';
import { tokenAnswer } from './token-answer.server.ts';
import { digestOfRefresh, type Tokens } from './token.server.ts';

/** What a sign-in came with, from wherever clients put it. */
interface Attempt {
  readonly context: Context;
  readonly input: Input;
  readonly tenant: string;
  readonly address: string;
  readonly client: ClientRecord;
}

const TENANT = /^[A-Za-z0-9]{1,12}$/;
const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '');
export const header = (context: Context, name: string): string => {
  const value = context.peer?.headers[name];
  return typeof value === 'string' ? value : '';
};

/** A refused sign-in carries every name a client may look for. Never 401, except for a refresh. */
export function refusedSignIn(context: Context, refusal: Refusal, status: 400 | 401 = 400): Bare {
  const sentence = sentenceOf(refusal, context.language);
  return new Bare({ code: status, success: false, data: { reason: refusal.code }, msg: sentence, error_code: 'invalid_grant', error_description: sentence }, status);
}

/** `POST oauth/token`: all grants. Order: client and grant, lock, captcha, password, tenant, state of the person. */
export const tokenCall = (services: Services, tokens: Tokens): Call => ({
  method: 'POST', service: 'blade-auth', path: 'oauth/token', permission: PUBLIC, summary: label('登录', 'Sign in'),
  async handle(context, input) {
    const { database } = services;
    const client = await database.transaction({ tenant: null, timeZone: 'UTC', readOnly: true }, (tx) => clientOf(tx, header(context, 'authorization')));
    if (client === null) return refusedSignIn(context, refuse('sign-in.client'));
    const grant = text(input['grant_type']);
    if (!['password', 'captcha', 'refresh_token'].includes(grant) || !client.grants.includes(grant)) return refusedSignIn(context, refuse(grant === 'social' ? 'sign-in.social' : 'sign-in.grant'));
    const asked = text(input['tenantId'] ?? input['tenant_id']);
    const named = header(context, 'tenant-id').trim();
    if (asked !== '' && named !== '' && asked !== named) return refusedSignIn(context, refuse('sign-in.tenant'));
    const tenant = asked || named || PLATFORM_TENANT;
    const attempt: Attempt = { context, input, client, tenant, address: context.peer?.address ?? '' };
    if (grant === 'refresh_token') {
      const renewed = TENANT.test(tenant) ? await renew(services, tokens, client, tenant, text(input['refresh_token'])) : null;
      return renewed === null ? refusedSignIn(context, refuse('session.ended'), 401) : new Bare(renewed);
    }
    const account = text(input['username']);
    const result = await oneAtATime(tenant, account, () => signIn(services, tokens, attempt, account, grant === 'captcha'));
    return 'refusal' in result ? refusedSignIn(context, result.refusal) : new Bare(result.answer);
  },
});

interface Candidate {
  readonly id: string;
  readonly hash: string | null;
  readonly frozen: number;
  readonly auditState: string;
  readonly tenantGood: boolean;
}

type Outcome = { readonly refusal: Refusal } | { readonly answer: Record<string, unknown> };

async function signIn(services: Services, tokens: Tokens, attempt: Attempt, account: string, captchaGrant: boolean): Promise<Outcome> {
  const { context, input, tenant, address, client } = attempt;
  const given = typeof input['password'] === 'string' ? input['password'] : '';
  const within = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> => services.database.transaction({ tenant, timeZone: 'UTC' }, work);
  const possible = TENANT.test(tenant) && account !== '' && account.length <= 45 && given !== '' && given.length <= 200;
  // A tenant that does not exist keeps no counts, or anybody could fill the table.
  const known = possible && (await within((tx) => tx.row(sql`select 1 as one from tenant where tenant_id = ${tenant}`))) !== undefined;
  if (!known) {
    await matches(null, given.slice(0, 200));
    return { refusal: refuse('sign-in.wrong') };
  }
  const standing = await within((tx) => standingOf(tx, account, address));
  if (standing.locked) return { refusal: refuse('sign-in.locked') };
  if (captchaGrant || standing.captchaDue) {
    const key = header(context, 'captcha-key') || text(input['key']);
    const answer = header(context, 'captcha-code') || text(input['code']);
    if (!(await spendCaptcha(services.database, key, answer))) return { refusal: refuse('sign-in.captcha') };
  }
  const person = await within((tx) => tx.row<Candidate>(sql`
    select u.id, password_hash_of(u.id) as hash, u.frozen, u.audit_state, n.frozen = 0 and (n.expire_time is null or n.expire_time > now()) as tenant_good
    from app_user u join tenant n on n.tenant_id = u.tenant_id where lower(u.account) = lower(${account})`));
  if (!(await matches(person?.hash ?? null, given)) || person === undefined) {
    await within((tx) => countFailure(tx, account, address));
    return { refusal: refuse('sign-in.wrong') };
  }
  const refusal = refusedState(person);
  if (refusal !== null) return { refusal };
  return within(async (tx) => {
    await clearFailures(tx, account);
    return { answer: await openSession(tx, tokens, client, { tenant, userId: person.id, address, agent: header(context, 'user-agent') }) };
  });
}

/** Told only after a right password. */
function refusedState(person: Candidate): Refusal | null {
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
async function openSession(tx: Transaction, tokens: Tokens, client: ClientRecord, opening: Opening): Promise<Record<string, unknown>> {
  const { tenant, userId, address, agent } = opening;
  const session = (await tx.row<{ id: string }>(sql`
    insert into session (tenant_id, user_id, client_id, ip, user_agent) values (${tenant}, ${userId}::bigint, ${client.clientId}, ${address.slice(0, 45)}, ${agent.slice(0, 300)}) returning id`))!;
  const refresh = tokens.newRefresh();
  await tx.run(sql`
    insert into refresh_token (tenant_id, token_hash, session_id, expires_time) values (${tenant}, ${digestOfRefresh(refresh)}, ${session.id}::bigint, now() + ${`${client.refreshSeconds} seconds`}::interval)`);
  const most = Number(await readParameter({ tx }, 'session.maxPerUser'));
  await tx.run(sql`
    update session set ended_time = now(), end_reason = 'expired' where id in (
      select id from session where user_id = ${userId}::bigint and ended_time is null order by started_time desc, id desc offset ${most >= 1 ? most : MOST_SESSIONS})`);
  await tx.run(sql`update app_user set last_login_time = now(), last_login_ip = ${address.slice(0, 45)} where id = ${userId}::bigint`);
  return tokenAnswer(tx, tokens, client, { tenant, userId, sessionId: session.id }, refresh);
}
