/** The company's calls over HTTP: signed in as its people, on the clock header's time, each call measured. */
import { CompanyRefused, type CompanyClient } from '../../apps/server/demo/company-client.ts';
import { PlainFailure } from '../plain-failure.ts';

const CLIENT = `Basic ${Buffer.from('saber:saber_secret').toString('base64')}`;
const TIMEOUT_MS = 120_000;
const TRIES = 4;

interface Measured {
  /** Milliseconds by call, in the order they came. */
  readonly times: ReadonlyMap<string, readonly number[]>;
}

function queryOf(input: Readonly<Record<string, unknown>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input)) query.append(name, String(value));
  return `?${query.toString()}`;
}

/** A server that could not be reached, or does not let us in. */
class ServerUnusable extends PlainFailure {}

export interface HttpCompany extends Measured {
  readonly client: CompanyClient;
  /** Sends a file to a call, as a browser does. */
  upload(
    path: string,
    fields: Readonly<Record<string, string>>,
    file: { readonly name: string; readonly bytes: Uint8Array },
  ): Promise<unknown>;
  /** Says what an account's password is, before somebody works as it. */
  know(account: string, password: string): void;
  /** The access token of an account, signed in when it is first needed. */
  tokenOf(account: string): Promise<string>;
}

/**
 * `own`: what the first account chooses when it was given its password; without it such an account is told to choose
 * one in the browser.
 */
export function httpCompany(
  url: string,
  first: { readonly account: string; readonly password: string; readonly own?: string },
): HttpCompany {
  const passwords = new Map([[first.account, first.password]]);
  const tokens = new Map<string, Promise<string>>();
  const times = new Map<string, number[]>();

  const signIn = async (account: string): Promise<string> => {
    const password = passwords.get(account);
    if (password === undefined) throw new Error(`Nobody knows the password of ${account}`);
    const form = new URLSearchParams({
      tenantId: '000000',
      username: account,
      password,
      grant_type: 'password',
      scope: 'all',
      type: 'account',
    });
    const answer = await send(`${url}/api/blade-auth/oauth/token?${form.toString()}`, {
      method: 'POST',
      headers: { authorization: CLIENT, 'tenant-id': '000000' },
    });
    const body = (await answer.json()) as { access_token?: string; msg?: string; must_change_password?: number };
    if (body.access_token === undefined)
      throw new ServerUnusable(`${account} cannot sign in at ${url}: ${body.msg ?? answer.status}`);
    if (body.must_change_password === 1) await chooseOwn(account, password, body.access_token);
    return body.access_token;
  };
  const chooseOwn = async (account: string, oldPassword: string, token: string): Promise<void> => {
    const { own } = first;
    const answer =
      own === undefined
        ? null
        : await send(`${url}/api/blade-user/update-password`, {
            method: 'POST',
            headers: { 'blade-auth': `bearer ${token}`, 'content-type': 'application/json' },
            body: JSON.stringify({ oldPassword, newPassword: own, newPassword1: own }),
          });
    if (answer?.ok !== true || own === undefined)
      throw new ServerUnusable(
        `${account} has to choose a password of its own first: sign in at ${url} with a browser`,
      );
    passwords.set(account, own);
  };
  const tokenOf = (account: string): Promise<string> => {
    const known = tokens.get(account) ?? signIn(account);
    tokens.set(account, known);
    return known;
  };

  const ask = async (
    path: string,
    account: string,
    moment: string | null,
    request: { method: string; query?: string; body?: string | FormData; type?: string },
  ): Promise<unknown> => {
    for (let attempt = 1; ; attempt += 1) {
      const begun = performance.now();
      const answer = await send(`${url}/api/${path}${request.query ?? ''}`, {
        method: request.method,
        headers: {
          'blade-auth': `bearer ${await tokenOf(account)}`,
          'accept-language': 'en',
          ...(request.type ? { 'content-type': request.type } : {}),
          ...(moment === null ? {} : { 'x-larder-time': moment }),
        },
        ...(request.body === undefined ? {} : { body: request.body }),
      });
      const body = (await answer.json()) as { success?: boolean; data?: unknown; msg?: string };
      const took = times.get(path) ?? [];
      took.push(performance.now() - begun);
      times.set(path, took);
      if (body.success === true) return body.data;
      // What a person does when two have met at the same goods: once more.
      const reason = (body.data as { reason?: string } | undefined)?.reason;
      if (reason === 'busy.retry' && attempt < TRIES) continue;
      const message = `${path} (${account}): ${body.msg ?? answer.status}`;
      throw answer.status === 400 ? new CompanyRefused(message) : new Error(`${answer.status} ${message}`);
    }
  };

  const client = (account: string, moment: string | null): CompanyClient => ({
    get: (path, input = {}) =>
      ask(path, account, moment, {
        method: 'GET',
        query: queryOf(input),
      }) as Promise<never>,
    post: (path, input = {}) =>
      ask(path, account, moment, {
        method: 'POST',
        body: JSON.stringify(input),
        type: 'application/json',
      }) as Promise<never>,
    as: (other) => client(other, moment),
    at: (other) => client(account, other),
  });
  return {
    times,
    client: client(first.account, null),
    know: (account, password) => void passwords.set(account, password),
    tokenOf,
    async upload(path, fields, file) {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      form.append('file', new Blob([file.bytes as Uint8Array<ArrayBuffer>]), file.name);
      return ask(path, first.account, null, { method: 'POST', body: form });
    },
  };
}

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch (error) {
    const cause = (error as { cause?: { code?: string } }).cause?.code ?? (error as Error).name;
    throw new ServerUnusable(`${new URL(url).origin} does not answer (${cause})`);
  }
}
