import { refuse, sentenceOf, type Refusal } from '../../../kernel/core/refusal.ts';
import type { InputOf } from '../../../kernel/core/contract.ts';
import type { Call, Context } from '../../../kernel/server/context.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { sql, type Transaction } from '../../../parts/postgres/database.ts';
import { RawAnswer } from '../../../parts/http/answers.ts';
import type { Services } from '../../../kernel/server/registry.ts';
import { hasReadCaptcha } from './captcha.server.ts';
import { clientOf } from './client.server.ts';
import {
  hasDepartmentAndRole,
  header,
  openSession,
  stateRefusal,
  TENANT_ID,
  TENANT_OPEN,
  type AccountState,
  type Attempt,
  type Outcome,
  type TokenAnswer,
} from './open-session.server.ts';
import { matches, passwordIn } from './password.server.ts';
import { renew } from './refresh.server.ts';
import * as calls from './sign-in.calls.ts';
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

const GRANTS: ReadonlySet<string> = new Set(['password', 'captcha', 'social', 'refresh_token']);
const BY_PASSWORD: ReadonlySet<string> = new Set(['password', 'captcha']);

/** `POST oauth/token`: all grants. Order: client and grant, lock, captcha, password, tenant, state of the person. */
export const tokenCall = (services: Services, tokens: Tokens): Call =>
  serve(
    calls.token,
    (context, input, { body }) => {
      const work = (): Promise<TokenAnswer | RawAnswer> =>
        grantTokens(services, tokens, context, input, passwordIn(body));
      return BY_PASSWORD.has(input.grant_type ?? '') ? admitted(work) : work();
    },
    { lenient: true },
  );

async function grantTokens(
  services: Services,
  tokens: Tokens,
  context: Context,
  input: InputOf<typeof calls.token.input>,
  password: string,
): Promise<TokenAnswer | RawAnswer> {
  const client = await services.database.transaction({ tenant: null, timeZone: 'UTC', readOnly: true }, (tx) =>
    clientOf(tx, header(context, 'authorization')),
  );
  if (client === null) return refusedSignIn(context, refuse('sign-in.client'));
  const grant = input.grant_type ?? '';
  if (!GRANTS.has(grant) || !client.grants.includes(grant))
    return refusedSignIn(context, refuse(grant === 'social' ? 'sign-in.social' : 'sign-in.grant'));
  const inInput = input.tenantId ?? input.tenant_id ?? '';
  const inHeader = header(context, 'tenant-id').trim();
  if (inInput !== '' && inHeader !== '' && inInput !== inHeader)
    return refusedSignIn(context, refuse('sign-in.tenant'));
  const tenant = inInput || inHeader || PLATFORM_TENANT;
  if (grant === 'refresh_token') {
    const renewed = TENANT_ID.test(tenant)
      ? await renew(services, tokens, client, tenant, input.refresh_token ?? '')
      : null;
    return renewed ?? refusedSignIn(context, refuse('session.ended'), 401);
  }
  const attempt: Attempt = { context, input, password, client, tenant, address: context.peer?.address ?? '' };
  const outcome =
    grant === 'social'
      ? await socialSignIn(services, tokens, attempt)
      : await oneAtATime(tenant, input.username ?? '', () => passwordSignIn(services, tokens, attempt));
  return 'refusal' in outcome ? refusedSignIn(context, outcome.refusal) : outcome.answer;
}

interface Account extends AccountState {
  readonly id: string;
  readonly hash: string | null;
}

/** The grants `password` and `captcha`. Failures do not tell whether there is such an account. */
async function passwordSignIn(services: Services, tokens: Tokens, attempt: Attempt): Promise<Outcome> {
  const { context, input, password, tenant, address, client } = attempt;
  const account = input.username ?? '';
  const within = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
    services.database.transaction({ tenant, timeZone: 'UTC' }, work);
  const isPossible =
    TENANT_ID.test(tenant) && account !== '' && account.length <= 45 && password !== '' && password.length <= 200;
  // Of a tenant that does not exist failures are not counted, or anybody could fill the table.
  const isKnown =
    isPossible &&
    (await within((tx) => tx.row(sql`select 1 as one from tenant where tenant_id = ${tenant}`))) !== undefined;
  if (!isKnown) {
    await matches(null, password.slice(0, 200));
    return { refusal: refuse('sign-in.wrong') };
  }
  const attempts = await within((tx) => attemptStateOf(tx, account, address));
  if (attempts.locked) return { refusal: refuse('sign-in.locked') };
  if ((input.grant_type === 'captcha' || attempts.captchaDue) && !(await hasReadCaptcha(services.database, attempt)))
    return { refusal: refuse('sign-in.captcha') };
  const person = await within((tx) =>
    tx.row<Account>(sql`
    select u.id, password_hash_of(u.id) as hash, u.frozen, u.audit_state, ${TENANT_OPEN} as tenant_open
    from app_user u join tenant n on n.tenant_id = u.tenant_id where lower(u.account) = lower(${account})`),
  );
  const isRight = await matches(person?.hash ?? null, password);
  if (!isRight || person === undefined) {
    const outcome = await within((tx) => outcomeOf(tx, account, address, false));
    return { refusal: refuse(outcome === 'locked' ? 'sign-in.locked' : 'sign-in.wrong') };
  }
  const refusal = stateRefusal(person);
  if (refusal !== null) return { refusal };
  return within(async (tx) => {
    if ((await outcomeOf(tx, account, address, true)) === 'locked') return { refusal: refuse('sign-in.locked') };
    if (!(await hasDepartmentAndRole(tx, context, person.id))) return { refusal: refuse('sign-in.place') };
    const agent = header(context, 'user-agent');
    return { answer: await openSession(tx, tokens, client, { tenant, userId: person.id, address, agent }) };
  });
}
