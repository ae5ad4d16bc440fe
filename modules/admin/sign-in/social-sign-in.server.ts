import { refuse, Refused, type Refusal } from '../../../kernel/core/refusal.ts';
import type { Call, Context } from '../../../kernel/server/context.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { sql, type Database, type Transaction } from '../../../parts/postgres/database.ts';
import { RawAnswer } from '../../../parts/http/answers.ts';
import { readParameter } from '../../../kernel/server/parameters.ts';
import type { Services } from '../../../kernel/server/registry.ts';
import { hasReadCaptcha } from './captcha.server.ts';
import type { ProviderAccount } from './open-id.server.ts';
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
} from './open-session.server.ts';
import * as calls from './sign-in.calls.ts';
import { countFailure, attemptStateOf } from './sign-in-attempts.server.ts';
import { PLATFORM_TENANT } from '../rights/signed-in.server.ts';
import {
  completeAuthorization,
  reopenAuthorization,
  startAuthorization,
  type ProviderCallback,
} from './social-flow.server.ts';
import { NOBODY_YET, type Tokens } from './token.server.ts';

const SHOWN_MAX = 50;

interface LinkedAccount extends AccountState {
  readonly userId: string;
  readonly account: string;
}

/** Runs one transaction of the tenant that somebody signs in to. */
type Within = <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>;

/**
 * The grant `social`: who comes back from a provider is the person their link names, and nobody by a name or a mail
 * address alone.
 */
export async function socialSignIn(services: Services, tokens: Tokens, attempt: Attempt): Promise<Outcome> {
  const { context, input, tenant, address } = attempt;
  if (!TENANT_ID.test(tenant)) return { refusal: refuse('social.state') };
  const within: Within = (work) => services.database.transaction({ tenant, timeZone: 'UTC' }, work);
  const attempts = await within((tx) => attemptStateOf(tx, null, address));
  if (attempts.locked) return { refusal: refuse('sign-in.locked') };
  // Before the authorization is used: whoever reads the captcha comes back with the same one.
  const hasRead = await hasReadCaptcha(services.database, attempt);
  if (attempts.captchaDue && !hasRead) return { refusal: refuse('sign-in.captcha') };
  const callback: ProviderCallback = {
    tenant,
    source: input.source ?? '',
    code: input.code ?? '',
    state: input.state ?? '',
    issuer: input.iss ?? '',
    cookies: header(context, 'cookie'),
    userId: null,
  };
  const authorized = await providerAccountOf(services, within, callback, address);
  if ('refusal' in authorized) return authorized;
  return within((tx) => signInLinked(tx, tokens, attempt, callback, authorized.account, hasRead));
}

/** Whom the provider vouches for; a failure counts against the caller's network address. */
async function providerAccountOf(
  services: Services,
  within: Within,
  callback: ProviderCallback,
  address: string,
): Promise<{ readonly refusal: Refusal } | { readonly account: ProviderAccount }> {
  try {
    return { account: await completeAuthorization(services, callback) };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    // Of a tenant that does not exist failures are not counted, or anybody could fill the table.
    await within(async (tx) => {
      if ((await tx.row(sql`select 1 as one from tenant where tenant_id = ${callback.tenant}`)) !== undefined)
        await countFailure(tx, null, address);
    });
    return { refusal: error.refusals[0]! };
  }
}

async function signInLinked(
  tx: Transaction,
  tokens: Tokens,
  attempt: Attempt,
  callback: ProviderCallback,
  account: ProviderAccount,
  hasRead: boolean,
): Promise<Outcome> {
  const { context, tenant, address, client } = attempt;
  const linked = await tx.row<LinkedAccount>(sql`
    select u.id as user_id, u.account, u.frozen, u.audit_state, ${TENANT_OPEN} as tenant_open
    from user_oauth o join app_user u on u.id = o.user_id join tenant n on n.tenant_id = u.tenant_id
    where o.source = ${callback.source} and o.issuer = ${account.issuer} and o.uuid = ${account.subject}`);
  if (linked === undefined) return guestSignIn(tx, tokens, attempt, callback.source, account);
  const attempts = await attemptStateOf(tx, linked.account, address);
  if (attempts.locked) return { refusal: refuse('sign-in.locked') };
  if (attempts.captchaDue && !hasRead) {
    await reopenAuthorization(tx, callback, account);
    return { refusal: refuse('sign-in.captcha') };
  }
  const refusal = stateRefusal(linked);
  if (refusal !== null) return { refusal };
  if (!(await hasDepartmentAndRole(tx, context, linked.userId))) return { refusal: refuse('sign-in.place') };
  await tx.run(
    sql`update user_oauth set last_used_time = now()
      where source = ${callback.source} and issuer = ${account.issuer} and uuid = ${account.subject}`,
  );
  const agent = header(context, 'user-agent');
  return { answer: await openSession(tx, tokens, client, { tenant, userId: linked.userId, address, agent }) };
}

/**
 * Somebody without an account gets a token to ask for one where the tenant takes guests. Elsewhere they have to link
 * their account themselves.
 */
async function guestSignIn(
  tx: Transaction,
  tokens: Tokens,
  { tenant, client }: Attempt,
  source: string,
  account: ProviderAccount,
): Promise<Outcome> {
  const open = await tx.row<{ open: boolean }>(
    sql`select ${TENANT_OPEN} as open from tenant n where n.tenant_id = ${tenant}`,
  );
  if (open?.open !== true) return { refusal: refuse('sign-in.tenant-expired') };
  if ((await readParameter({ tx }, 'account.registerUser')) !== '1') return { refusal: refuse('social.unknown') };
  const name = account.name.slice(0, SHOWN_MAX);
  const { id } = (await tx.row<{ id: string }>(sql`
    insert into user_oauth (tenant_id, source, issuer, uuid, oauth_name)
    values (${tenant}, ${source}, ${account.issuer}, ${account.subject}, ${name})
    on conflict (tenant_id, source, issuer, uuid) do update
    set oauth_name = excluded.oauth_name, last_used_time = now() returning id`))!;
  return {
    answer: {
      access_token: await tokens.guest({ tenant, oauthId: id }, client.accessSeconds),
      refresh_token: '',
      token_type: 'bearer',
      expires_in: client.accessSeconds,
      tenant_id: tenant,
      user_id: NOBODY_YET,
      account: '',
      user_name: name,
      nick_name: name,
      real_name: name,
      avatar: '',
      role_name: 'guest',
      role_id: '',
      dept_id: '',
      dept_name: '',
      post_id: '',
      oauth_id: id,
      detail: { type: 'web' },
      license: 'powered by larder',
      client_id: client.clientId,
      scope: client.scope,
      must_change_password: 0,
    },
  };
}

/** The tenant a sign-in page is about: named in the input or the header, or else the platform's. */
const tenantOf = (context: Context, tenantId: string | null): string =>
  tenantId ?? (header(context, 'tenant-id').trim() || PLATFORM_TENANT);

const providers = (database: Database): Call =>
  serve(
    calls.providers,
    async (context, { tenantId }) => {
      const tenant = tenantOf(context, tenantId);
      if (!TENANT_ID.test(tenant)) return [];
      return database.transaction({ tenant, timeZone: 'UTC', readOnly: true }, (tx) =>
        tx.rows(sql`
        select source, name from social_provider where enabled = 1 and exists (select 1 from tenant n
        where n.tenant_id = ${tenant} and ${TENANT_OPEN}) order by sort, id`),
      );
    },
    { lenient: true },
  );

const redirectToProvider = (services: Services): Call =>
  serve(
    calls.redirectToProvider,
    async (context, { source, tenantId }) => {
      const tenant = tenantOf(context, tenantId);
      try {
        if (!TENANT_ID.test(tenant)) throw new Refused(refuse('sign-in.social'));
        const { address, cookie } = await startAuthorization(services, tenant, source ?? '', null);
        return new RawAnswer('', 302, { location: address, 'set-cookie': cookie });
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        // A browser would show data as it is: the sign-in page says why not.
        return new RawAnswer('', 302, {
          location: `/login?social=${error.refusals[0]!.code === 'sign-in.social' ? 'off' : 'away'}`,
        });
      }
    },
    { lenient: true },
  );

/** The providers of the sign-in page, and the redirection to one of them. */
export const socialCalls = (services: Services): readonly Call[] => [
  providers(services.database),
  redirectToProvider(services),
];
