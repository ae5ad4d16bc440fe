/**
 * A real OpenID Connect provider on loopback, for tests: everybody it is asked about is the person it was told last.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';

export interface Claims {
  readonly sub: string;
  readonly name: string;
  readonly email?: string;
}
export interface TestProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Who sits at the provider from now on. */
  become(person: Claims): void;
  /** From now on shows other keys than those it signs with, under the same name. */
  showOtherKeys(): void;
  /** Walks from the first page of the provider back to the return address, as a browser without windows would. */
  walk(address: string): Promise<URL>;
  close(): Promise<void>;
}

/** As much of the library as is used here; it brings no types. */
interface Library {
  new (issuer: string, configuration: object): Instance;
}
interface Instance {
  readonly Grant: new (of: { accountId: string; clientId: string }) => {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  };
  callback(): (request: IncomingMessage, response: ServerResponse) => void;
  interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>;
}

/** Seconds. A browser forgets cookies by the clock of the machine, which may be years from the clock of the run. */
const YEARS = 10 * 365 * 24 * 3_600;

export async function startProvider(redirectUri: string): Promise<TestProvider> {
  const library: string = 'oidc-provider';
  const { default: Provider } = (await import(library)) as { default: Library };
  const people = new Map<string, Claims>();
  let sitting = '';
  const keyPair = async (): Promise<{ own: object; shown: object }> => {
    const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
    const named = { kid: 'key', alg: 'RS256', use: 'sig' };
    return {
      own: { ...(await exportJWK(privateKey)), ...named },
      shown: { ...(await exportJWK(publicKey)), ...named },
    };
  };
  const [signing, other] = await Promise.all([keyPair(), keyPair()]);
  let showsOther = false;
  const server = createServer();
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const [clientId, clientSecret] = ['larder', 'a secret nobody may read anywhere'];
  const provider: Instance = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    claims: { openid: ['sub'], profile: ['name'], email: ['email'] },
    jwks: { keys: [signing.own] },
    ttl: { Interaction: YEARS, Grant: YEARS, Session: YEARS, AccessToken: 600, IdToken: 600 },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    cookies: { keys: ['a key of the tests'] },
    findAccount: (_context: unknown, id: string) => ({ accountId: id, claims: () => people.get(id) }),
    async loadExistingGrant({ oidc }: { oidc: { session: { accountId: string }; client: { clientId: string } } }) {
      const grant = new provider.Grant({ accountId: oidc.session.accountId, clientId: oidc.client.clientId });
      grant.addOIDCScope('openid profile email');
      await grant.save();
      return grant;
    },
  });
  server.on('request', (request, response) => {
    // Nobody is asked for a password: whoever sits there is signed in at once.
    if (request.url?.startsWith('/interaction/') === true)
      void provider.interactionFinished(request, response, { login: { accountId: sitting } });
    else if (showsOther && request.url === '/jwks')
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: [other.shown] }));
    else provider.callback()(request, response);
  });
  return {
    issuer,
    clientId,
    clientSecret,
    become(person) {
      people.set(person.sub, person);
      sitting = person.sub;
    },
    showOtherKeys() {
      showsOther = true;
    },
    async walk(address) {
      const jar = new Map<string, string>();
      let next = address;
      for (let step = 0; step < 10 && !next.startsWith(redirectUri); step += 1) {
        const answer = await fetch(next, {
          redirect: 'manual',
          headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
        });
        for (const cookie of answer.headers.getSetCookie())
          jar.set(cookie.slice(0, cookie.indexOf('=')), cookie.slice(cookie.indexOf('=') + 1).split(';')[0]!);
        const location = answer.headers.get('location');
        if (location === null)
          throw new Error(`The provider answered ${answer.status}: ${(await answer.text()).slice(0, 300)}`);
        next = new URL(location, next).href;
      }
      return new URL(next);
    },
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections();
        server.close(() => closed());
      }),
  };
}
