import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  ClientSecretBasic,
  ClientSecretPost,
  allowInsecureRequests,
  type Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  None,
} from 'openid-client';
import { isAllowedAddress } from '../../../parts/addresses/allowed-address.ts';
import { withoutConnection } from '../../../parts/postgres/database.ts';

const TIMEOUT_S = 10;
const KNOWN_FOR_MS = 600_000;
const KNOWN_MAX = 200;

/** What is needed of a provider to ask it; its secret is decrypted. */
export interface Provider {
  readonly source: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope: string;
  readonly redirectUri: string;
}

/** What binds an answer of the provider to the browser that asked: nobody without the binding can use the code. */
export interface Proof {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** An account at a provider. */
export interface ProviderAccount {
  readonly issuer: string;
  readonly subject: string;
  readonly name: string;
}

/** Hosts that are not allowed, or an address without TLS that was not written so. */
export class NotAllowed extends Error {
  readonly address: string;
  constructor(address: string) {
    super(`${address} is not allowed`);
    this.address = address;
  }
}

const known = new Map<string, { readonly until: number; readonly configuration: Promise<Configuration> }>();

/** What the provider says about itself, asked again after ten minutes. Every address it names must be allowed. */
export async function connect(provider: Provider, allowed: string): Promise<Configuration> {
  const key = JSON.stringify([provider, allowed]);
  const before = known.get(key);
  if (before !== undefined && before.until > performance.now()) return before.configuration;
  if (known.size >= KNOWN_MAX) known.clear();
  const configuration = discover(provider, allowed);
  known.set(key, { until: performance.now() + KNOWN_FOR_MS, configuration });
  // A failure must not be remembered.
  configuration.catch(() => known.delete(key));
  return configuration;
}

async function discover(provider: Provider, allowed: string): Promise<Configuration> {
  const requireAllowed = (address: string): void => {
    const bare = new URL(address);
    bare.search = '';
    if (!isAllowedAddress(bare.href, allowed)) throw new NotAllowed(bare.origin);
  };
  requireAllowed(provider.issuer);
  const configuration = await discovery(new URL(provider.issuer), provider.clientId, {}, authenticationOf(provider), {
    timeout: TIMEOUT_S,
    execute: [enableNonRepudiationChecks, ...(provider.issuer.startsWith('http:') ? [allowInsecureRequests] : [])],
    [customFetch]: (url, options) => {
      requireAllowed(url);
      // The library types a request more narrowly than the platform does.
      return withoutConnection(() => fetch(url, { ...(options as RequestInit), redirect: 'error' }));
    },
  });
  const {
    authorization_endpoint: authorization,
    token_endpoint: token,
    jwks_uri: keys,
    userinfo_endpoint: userInfo,
  } = configuration.serverMetadata();
  if (authorization === undefined || token === undefined || keys === undefined)
    throw new Error('The provider names no address to sign in at, to exchange codes at, or of its keys');
  for (const address of [authorization, token, keys, ...(userInfo === undefined ? [] : [userInfo])])
    requireAllowed(address);
  return configuration;
}

/** How the provider wants the secret; where it does not say, the header, as the standard has it. */
const authenticationOf = ({ clientSecret }: Provider): Parameters<typeof discovery>[3] => {
  if (clientSecret === '') return None();
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported;
    const method =
      methods === undefined || methods.includes('client_secret_basic')
        ? ClientSecretBasic(clientSecret)
        : ClientSecretPost(clientSecret);
    return method(server, ...rest);
  };
};

/** Where the browser goes to sign in. */
export async function authorizationUrlOf(
  configuration: Configuration,
  provider: Provider,
  { state, nonce, verifier }: Proof,
): Promise<string> {
  return buildAuthorizationUrl(configuration, {
    redirect_uri: provider.redirectUri,
    scope: provider.scope,
    response_type: 'code',
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }).href;
}

/**
 * Exchanges a code for the account it was issued to. The library checks signature, issuer, audience, age, nonce and
 * PKCE.
 */
export async function accountOf(
  configuration: Configuration,
  provider: Provider,
  code: string,
  issuer: string,
  { state, nonce, verifier }: Proof,
): Promise<ProviderAccount> {
  const callback = new URL(provider.redirectUri);
  callback.searchParams.set('code', code);
  callback.searchParams.set('state', state);
  // Existing clients pass on code and state only. The return address belongs to one provider alone, which is as good as
  // the issuer.
  callback.searchParams.set('iss', issuer === '' ? configuration.serverMetadata().issuer : issuer);
  const tokens = await authorizationCodeGrant(configuration, callback, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (claims === undefined) throw new Error('The provider sent no ID token');
  const name =
    nameIn(claims) ??
    (configuration.serverMetadata().userinfo_endpoint === undefined
      ? undefined
      : nameIn(await fetchUserInfo(configuration, tokens.access_token, claims.sub)));
  return { issuer: claims.iss, subject: claims.sub, name: name ?? '' };
}

const NAMES = ['name', 'nickname', 'preferred_username'] as const;
const nameIn = (claims: Readonly<Record<string, unknown>>): string | undefined =>
  NAMES.map((name) => claims[name])
    .find((name): name is string => typeof name === 'string' && name.trim() !== '')
    ?.trim();
