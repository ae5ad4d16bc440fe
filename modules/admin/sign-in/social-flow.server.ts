import { createHash, randomBytes } from 'node:crypto';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import { sql, type Transaction } from '../../../parts/postgres/database.ts';
import { readParameter } from '../../../kernel/server/parameters.ts';
import type { Services } from '../../../kernel/server/registry.ts';
import { createSecrets } from '../../../parts/secrets/secrets.ts';
import {
  connect,
  authorizationUrlOf,
  NotAllowed,
  accountOf,
  type Proof,
  type Provider,
  type ProviderAccount,
} from './open-id.server.ts';
import { PLATFORM_TENANT } from '../rights/signed-in.server.ts';

/** How long somebody may take at the provider. */
const MINUTES = 10;
const COOKIE = 'larder_way_';
const COOKIE_PATH = '/api/blade-auth/oauth';

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
const derived = (binding: string, what: string): string =>
  createHash('sha256').update(`${what}:${binding}`).digest('base64url');
/** Nonce and verifier are derived from what the browser alone holds: the database has neither. */
const proofOf = (state: string, binding: string): Proof => ({
  state,
  nonce: derived(binding, 'nonce'),
  verifier: derived(binding, 'verifier'),
});
const cookieName = (state: string): string => COOKIE + digest(state).slice(0, 16);

/** Hosts of providers that the platform lets its tenants use. */
const allowedProviders = (services: Services): Promise<string> =>
  services.database.transaction({ tenant: PLATFORM_TENANT, timeZone: 'UTC', readOnly: true }, (tx) =>
    readParameter({ tx }, 'social.allowedHosts'),
  );

/** A provider that is enabled, with its secret decrypted. */
async function providerOf(services: Services, tx: Transaction, source: string): Promise<Provider | undefined> {
  const row = await tx.row<Omit<Provider, 'clientSecret'> & { readonly clientSecret: string | null }>(sql`
    select source, issuer, client_id, client_secret, scope, redirect_uri from social_provider
    where source = ${source} and enabled = 1`);
  return row && opened(services, row);
}
/** A stored provider with its secret decrypted; "" where it has none. */
export const opened = <T extends { readonly clientSecret: string | null }>(
  services: Services,
  row: T,
): T & { readonly clientSecret: string } => ({
  ...row,
  clientSecret: row.clientSecret === null ? '' : createSecrets(services.tokenSecret).open(row.clientSecret),
});

interface Authorization {
  /** Where the browser is to sign in. */
  readonly address: string;
  /** Binds the answer to this browser. It authenticates nobody: it only shows that the same browser comes back. */
  readonly cookie: string;
}

/**
 * Prepares the redirection to a provider: to sign in, or, of a signed-in person, to link their account there with the
 * one here. No transaction may be open: the provider is asked. Throws `Refused` where it is not enabled or not reached.
 */
export async function startAuthorization(
  services: Services,
  tenant: string,
  source: string,
  userId: string | null,
): Promise<Authorization> {
  const within = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
    services.database.transaction({ tenant, timeZone: 'UTC' }, work);
  const provider = await within((tx) => providerOf(services, tx, source));
  if (provider === undefined) throw new Refused(refuse('sign-in.social'));
  const [state, binding] = [randomBytes(24).toString('base64url'), randomBytes(32).toString('base64url')];
  const address = await askProvider(async () =>
    authorizationUrlOf(await connect(provider, await allowedProviders(services)), provider, proofOf(state, binding)),
  );
  await within(async (tx) => {
    await tx.run(sql`delete from social_sign_in where expires_time < now()`);
    await tx.run(sql`
      insert into social_sign_in (tenant_id, state_hash, binding_hash, source, user_id, expires_time)
      values (${tenant}, ${digest(state)}, ${digest(binding)}, ${source}, ${userId}::bigint,
        now() + ${`${MINUTES} minutes`}::interval)`);
  });
  const attributes = [`Path=${COOKIE_PATH}`, `Max-Age=${MINUTES * 60}`, 'HttpOnly', 'SameSite=Strict'];
  if (provider.redirectUri.startsWith('https:')) attributes.push('Secure');
  return { address, cookie: [`${cookieName(state)}=${binding}`, ...attributes].join('; ') };
}

/** What a provider sent back. */
export interface ProviderCallback {
  readonly tenant: string;
  readonly source: string;
  readonly code: string;
  readonly state: string;
  /** `iss` of the answer, where the client passes it on. */
  readonly issuer: string;
  readonly cookies: string;
  /** Who links an account, or null of a sign-in. */
  readonly userId: string | null;
}

const bindingOf = ({ cookies, state }: Pick<ProviderCallback, 'cookies' | 'state'>): string =>
  cookies
    .split(';')
    .map((each) => each.trim())
    .find((each) => each.startsWith(`${cookieName(state)}=`))
    ?.split('=')[1] ?? '';

/**
 * Lets the same browser come back once more: the account is stored, and the provider, whose code is used up, is not
 * asked again.
 */
export const reopenAuthorization = (
  tx: Transaction,
  callback: ProviderCallback,
  account: ProviderAccount,
): Promise<number> =>
  tx.run(sql`
  insert into social_sign_in (tenant_id, state_hash, binding_hash, source, user_id, expires_time, vouched)
  values (${callback.tenant}, ${digest(callback.state)}, ${digest(bindingOf(callback))}, ${callback.source},
    ${callback.userId}::bigint, now() + ${`${MINUTES} minutes`}::interval, ${JSON.stringify(account)}::jsonb)`);

/**
 * Whom the provider vouches for. An authorization is used once, by the browser and for the purpose it was started with.
 * Throws `Refused` where it is not, or where the provider is not reached.
 */
export async function completeAuthorization(services: Services, callback: ProviderCallback): Promise<ProviderAccount> {
  const { tenant, source, code, state, issuer, userId } = callback;
  const binding = bindingOf(callback);
  const { provider, known } = await services.database.transaction({ tenant, timeZone: 'UTC' }, async (tx) => {
    const started = await tx.row<{ vouched: ProviderAccount | null }>(sql`
      delete from social_sign_in where state_hash = ${digest(state)} and binding_hash = ${digest(binding)} and source =
      ${source} and user_id is not distinct from ${userId}::bigint and expires_time > now() returning vouched`);
    if (started === undefined || code === '') throw new Refused(refuse('social.state'));
    return { provider: await providerOf(services, tx, source), known: started.vouched };
  });
  if (provider === undefined) throw new Refused(refuse('sign-in.social'));
  if (known !== null) return known;
  return askProvider(
    async () =>
      accountOf(
        await connect(provider, await allowedProviders(services)),
        provider,
        code,
        issuer,
        proofOf(state, binding),
      ),
    'social.proof',
  );
}

/** Why a provider is not reached, in at most 200 characters, for whoever set it up. */
export const unreachableReason = (error: unknown): string => {
  const cause = (error as Error).cause;
  return `${(error as Error).message}${cause instanceof Error ? ` (${cause.message})` : ''}`.slice(0, 200);
};

async function askProvider<T>(work: () => Promise<T>, otherwise = 'social.away'): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refused) throw error;
    throw new Refused(
      error instanceof NotAllowed ? refuse('social.host', { address: error.address }) : refuse(otherwise),
    );
  }
}
