import { label } from '../../../kernel/core/label.ts';
import { refuse, sentenceOf, type Refusal } from '../../../kernel/core/refusal.ts';
import { PUBLIC } from '../../../kernel/core/contract.ts';
import type { Call, Context, Input } from '../../../kernel/server/context.ts';
import { sql, type Transaction } from '../../../parts/postgres/database.ts';
import { RawAnswer } from '../../../parts/http/answers.ts';
import type { Services } from '../../../kernel/server/registry.ts';
import { readsCaptcha } from './captcha.server.ts';
import { clientOf } from './client.server.ts';
import {
  header,
  isOwnPlace,
  openSession,
  refusedState,
  TENANT,
  TENANT_GOOD,
  textOf,
  type Attempt,
  type Outcome,
  type Standing,
} from './open-session.server.ts';
import { matches } from './password.server.ts';
import { renew } from './refresh.server.ts';
import { admitted, oneAtATime, outcomeOf, attemptStateOf } from './sign-in-attempts.server.ts';
import { PLATFORM_TENANT } from '../rights/signed-in.server.ts';
import { socialSignIn } from './social-sign-in.server.ts';
import type { Tokens } from './token.server.ts';

/** A refused sign-in carries every name a client may look for. Never 401, except for a refresh. */
function refusedSignIn(context: Context, refusal: Refusal, status: 400 | 401 = 400): RawAnswer {
  const sentence = sentenceOf(refusal, context.language);
  return new RawAnswer(
    {
      code: status,
      success: false,
      data: { reason: refusal.code },
      msg: sentence,
      error_code: 'invalid_grant',
      error_description: sentence,
    },
    status,
  );
}

/** `POST oauth/token`: all grants. Order: client and grant, lock, captcha, password, tenant, state of the person. */
export const tokenCall = (services: Services, tokens: Tokens): Call => ({
  method: 'POST',
  service: 'blade-auth',
  path: 'oauth/token',
  permission: PUBLIC,
  summary: label('登录', 'Sign in'),
  handle: (context, input) =>
    BY_PASSWORD.has(textOf(input['grant_type']))
      ? admitted(() => grantTokens(services, tokens, context, input))
      : grantTokens(services, tokens, context, input),
});

const BY_PASSWORD: ReadonlySet<string> = new Set(['password', 'captcha']);

async function grantTokens(services: Services, tokens: Tokens, context: Context, input: Input): Promise<RawAnswer> {
  const { database } = services;
  const client = await database.transaction({ tenant: null, timeZone: 'UTC', readOnly: true }, (tx) =>
    clientOf(tx, header(context, 'authorization')),
  );
  if (client === null) return refusedSignIn(context, refuse('sign-in.client'));
  const grant = textOf(input['grant_type']);
  if (!['password', 'captcha', 'social', 'refresh_token'].includes(grant) || !client.grants.includes(grant))
    return refusedSignIn(context, refuse(grant === 'social' ? 'sign-in.social' : 'sign-in.grant'));
  const asked = textOf(input['tenantId'] ?? input['tenant_id']);
  const named = header(context, 'tenant-id').trim();
  if (asked !== '' && named !== '' && asked !== named) return refusedSignIn(context, refuse('sign-in.tenant'));
  const tenant = asked || named || PLATFORM_TENANT;
  const attempt: Attempt = { context, input, client, tenant, address: context.peer?.address ?? '' };
  if (grant === 'refresh_token') {
    const renewed = TENANT.test(tenant)
      ? await renew(services, tokens, client, tenant, textOf(input['refresh_token']))
      : null;
    return renewed === null ? refusedSignIn(context, refuse('session.ended'), 401) : new RawAnswer(renewed);
  }
  if (grant === 'social') {
    const outcome = await socialSignIn(services, tokens, attempt);
    return 'refusal' in outcome ? refusedSignIn(context, outcome.refusal) : new RawAnswer(outcome.answer);
  }
  const account = textOf(input['username']);
  const result = await oneAtATime(tenant, account, () =>
    signIn(services, tokens, attempt, account, grant === 'captcha'),
  );
  return 'refusal' in result ? refusedSignIn(context, result.refusal) : new RawAnswer(result.answer);
}

interface Candidate extends Standing {
  readonly id: string;
  readonly hash: string | null;
}

async function signIn(
  services: Services,
  tokens: Tokens,
  attempt: Attempt,
  account: string,
  captchaGrant: boolean,
): Promise<Outcome> {
  const { context, input, tenant, address, client } = attempt;
  const given = typeof input['password'] === 'string' ? input['password'] : '';
  const within = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
    services.database.transaction({ tenant, timeZone: 'UTC' }, work);
  const possible = TENANT.test(tenant) && account !== '' && account.length <= 45 && given !== '' && given.length <= 200;
  // A tenant that does not exist keeps no counts, or anybody could fill the table.
  const known =
    possible &&
    (await within((tx) => tx.row(sql`select 1 as one from tenant where tenant_id = ${tenant}`))) !== undefined;
  if (!known) {
    await matches(null, given.slice(0, 200));
    return { refusal: refuse('sign-in.wrong') };
  }
  const standing = await within((tx) => attemptStateOf(tx, account, address));
  if (standing.locked) return { refusal: refuse('sign-in.locked') };
  if ((captchaGrant || standing.captchaDue) && !(await readsCaptcha(services.database, attempt)))
    return { refusal: refuse('sign-in.captcha') };
  const person = await within((tx) =>
    tx.row<Candidate>(sql`
    select u.id, password_hash_of(u.id) as hash, u.frozen, u.audit_state, ${TENANT_GOOD} as tenant_good
    from app_user u join tenant n on n.tenant_id = u.tenant_id where lower(u.account) = lower(${account})`),
  );
  const isRight = await matches(person?.hash ?? null, given);
  if (!isRight || person === undefined) {
    const outcome = await within((tx) => outcomeOf(tx, account, address, false));
    return { refusal: refuse(outcome === 'locked' ? 'sign-in.locked' : 'sign-in.wrong') };
  }
  const refusal = refusedState(person);
  if (refusal !== null) return { refusal };
  return within(async (tx) => {
    if ((await outcomeOf(tx, account, address, true)) === 'locked') return { refusal: refuse('sign-in.locked') };
    if (!(await isOwnPlace(tx, context, person.id))) return { refusal: refuse('sign-in.place') };
    return {
      answer: await openSession(tx, tokens, client, {
        tenant,
        userId: person.id,
        address,
        agent: header(context, 'user-agent'),
      }),
    };
  });
}
