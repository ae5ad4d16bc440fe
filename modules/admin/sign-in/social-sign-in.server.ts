import { label } from '../../../kernel/core/label.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import { PUBLIC } from '../../../kernel/core/contract.ts';
import type { Call } from '../../../kernel/server/context.ts';
import { sql, type Transaction } from '../../../parts/postgres/database.ts';
import { RawAnswer } from '../../../parts/http/answers.ts';
import { readParameter } from '../../../kernel/server/parameters.ts';
import type { Services } from '../../../kernel/server/registry.ts';
import { readsCaptcha } from './captcha.server.ts';
import type { ClientRecord } from './client.server.ts';
import type { Vouched } from './open-id.server.ts';
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
import { countFailure, attemptStateOf } from './sign-in-attempts.server.ts';
import { PLATFORM_TENANT } from '../rights/signed-in.server.ts';
import { begin, finish, keepOpen, type Return } from './social-flow.server.ts';
import { NOBODY_YET, type Tokens } from './token.server.ts';

const SHOWN_MAX = 50;

interface Known extends Standing {
  readonly userId: string;
  readonly account: string;
}

/**
 * The grant `social`: who comes back from a provider is the person his link says, and nobody by a name or a mail
 * address alone.
 */
export async function socialSignIn(services: Services, tokens: Tokens, attempt: Attempt): Promise<Outcome> {
  const { context, input, tenant, address, client } = attempt;
  if (!TENANT.test(tenant)) return { refusal: refuse('social.state') };
  const within = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
    services.database.transaction({ tenant, timeZone: 'UTC' }, work);
  const here = await within((tx) => attemptStateOf(tx, null, address));
  if (here.locked) return { refusal: refuse('sign-in.locked') };
  // Before anything is spent: whoever reads the captcha comes back with the same way.
  const hasRead = await readsCaptcha(services.database, attempt);
  if (here.captchaDue && !hasRead) return { refusal: refuse('sign-in.captcha') };
  const source = textOf(input['source']);
  const way: Return = {
    tenant,
    source,
    code: textOf(input['code']),
    state: textOf(input['state']),
    issuer: textOf(input['iss']),
    cookies: header(context, 'cookie'),
    userId: null,
  };
  let vouched: Vouched;
  try {
    vouched = await finish(services, way);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    // A tenant that does not exist keeps no counts, or anybody could fill the table.
    await within(async (tx) => {
      if ((await tx.row(sql`select 1 as one from tenant where tenant_id = ${tenant}`)) !== undefined)
        await countFailure(tx, null, address);
    });
    return { refusal: error.refusals[0]! };
  }
  return within(async (tx) => {
    const known = await tx.row<Known>(sql`
      select u.id as user_id, u.account, u.frozen, u.audit_state, ${TENANT_GOOD} as tenant_good
      from user_oauth o join app_user u on u.id = o.user_id join tenant n on n.tenant_id = u.tenant_id
      where o.source = ${source} and o.issuer = ${vouched.issuer} and o.uuid = ${vouched.subject}`);
    if (known === undefined) return unknown(tx, tokens, client, tenant, source, vouched);
    const own = await attemptStateOf(tx, known.account, address);
    if (own.locked) return { refusal: refuse('sign-in.locked') };
    if (own.captchaDue && !hasRead) {
      await keepOpen(tx, way, vouched);
      return { refusal: refuse('sign-in.captcha') };
    }
    const refusal = refusedState(known);
    if (refusal !== null) return { refusal };
    if (!(await isOwnPlace(tx, context, known.userId))) return { refusal: refuse('sign-in.place') };
    await tx.run(
      sql`update user_oauth set last_used_time = now()
        where source = ${source} and issuer = ${vouched.issuer} and uuid = ${vouched.subject}`,
    );
    return {
      answer: await openSession(tx, tokens, client, {
        tenant,
        userId: known.userId,
        address,
        agent: header(context, 'user-agent'),
      }),
    };
  });
}

/**
 * Somebody without an account: he may ask for one where the tenant takes guests, and has to be linked by himself where
 * it does not.
 */
async function unknown(
  tx: Transaction,
  tokens: Tokens,
  client: ClientRecord,
  tenant: string,
  source: string,
  vouched: Vouched,
): Promise<Outcome> {
  const open = await tx.row<{ good: boolean }>(
    sql`select ${TENANT_GOOD} as good from tenant n where n.tenant_id = ${tenant}`,
  );
  if (open?.good !== true) return { refusal: refuse('sign-in.tenant-expired') };
  if ((await readParameter({ tx }, 'account.registerUser')) !== '1') return { refusal: refuse('social.unknown') };
  const name = vouched.name.slice(0, SHOWN_MAX);
  const { id } = (await tx.row<{ id: string }>(sql`
    insert into user_oauth (tenant_id, source, issuer, uuid, oauth_name)
    values (${tenant}, ${source}, ${vouched.issuer}, ${vouched.subject}, ${name})
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

const tenantOf = (input: Readonly<Record<string, unknown>>, named: string): string =>
  textOf(input['tenantId']) || named || PLATFORM_TENANT;

/** What stands at the door, and the way from there to a provider. */
export const socialCalls = (services: Services): readonly Call[] => [
  {
    method: 'GET',
    service: 'blade-auth',
    path: 'oauth/sources',
    permission: PUBLIC,
    summary: label('登录页的第三方登录方式', 'Providers at the door'),
    async handle(context, input) {
      const tenant = tenantOf(input, header(context, 'tenant-id').trim());
      if (!TENANT.test(tenant)) return [];
      return services.database.transaction({ tenant, timeZone: 'UTC', readOnly: true }, (tx) =>
        tx.rows(sql`
        select source, name from social_provider where enabled = 1 and exists (select 1 from tenant n
        where n.tenant_id = ${tenant} and ${TENANT_GOOD}) order by sort, id`),
      );
    },
  },
  {
    method: 'GET',
    service: 'blade-auth',
    path: 'oauth/render/:source',
    permission: PUBLIC,
    summary: label('前往第三方登录', 'Go to a sign-in provider'),
    async handle(context, input) {
      const tenant = tenantOf(input, header(context, 'tenant-id').trim());
      try {
        if (!TENANT.test(tenant)) throw new Refused(refuse('sign-in.social'));
        const { address, cookie } = await begin(services, tenant, textOf(input['source']), null);
        return new RawAnswer('', 302, { location: address, 'set-cookie': cookie });
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        // A browser on its way somewhere shows what it is given: the door, which says why, instead of data.
        return new RawAnswer('', 302, {
          location: `/login?social=${error.refusals[0]!.code === 'sign-in.social' ? 'off' : 'away'}`,
        });
      }
    },
  },
];
