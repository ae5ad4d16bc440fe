/**
 * Requests to one OData service: its address checked, its cookies and token kept, tried again while the service is
 * busy, never led elsewhere by a redirect.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { isAllowedAddress } from '../../../parts/addresses/allowed-address.ts';
import { withoutConnection } from '../../../parts/postgres/database.ts';
import { BUSY, ODataError, refusedBy } from './odata-error.ts';
import { errorMessageIn, type ODataVersion } from './odata-text.ts';

export interface ODataConnection {
  /** Root of the service, without a slash at its end. */
  readonly root: string;
  readonly version: ODataVersion;
  readonly user: string;
  readonly secret: string;
  /** Hosts that may be called, as `isAllowedAddress` reads them. */
  readonly allowed: string;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** How long one request may take, its answer included. */
  readonly timeoutMs: number;
  /** How often a request is tried, and how long the first wait is; each further one is twice as long. */
  readonly tries?: number;
  readonly firstWaitMs?: number;
  readonly signal?: AbortSignal;
}

const BODY_MAX = 64 * 1024 * 1024;
const WAIT_MAX_MS = 30_000;

interface Answer {
  readonly response: Response;
  readonly text: string;
}
/** Addresses are below the root of the service. */
export interface ODataSession {
  get(address: string, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  post(address: string, contentType: string, body: string): Promise<Answer>;
}

/** What one request says; the rest is the same for all. */
interface RequestParts {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A session with one service. */
export function openSession(connection: ODataConnection): ODataSession {
  const cookies = new Map<string, string>();
  let token: string | null = null;
  const get = (address: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
    withRetries(connection, () => send(connection, cookies, address, { method: 'GET', headers }));
  return {
    get,
    /** A request that might change something carries a token of the session; an expired one is fetched anew. */
    async post(address, contentType, body) {
      for (let round = 1; ; round += 1) {
        token ??= (await get('', { 'x-csrf-token': 'Fetch' })).response.headers.get('x-csrf-token');
        const headers = { 'content-type': contentType, ...(token === null ? {} : { 'x-csrf-token': token }) };
        const answer = await withRetries(connection, () =>
          send(connection, cookies, address, { method: 'POST', headers, body }),
        );
        if (answer.response.ok) return answer;
        token = null;
        if (round > 1) throw new ODataError('forbidden', connection.root, 403);
      }
    },
  };
}

/** One request, with the cookies so far; those of the answer are added. */
async function send(
  connection: ODataConnection,
  cookies: Map<string, string>,
  address: string,
  { method, headers, body }: RequestParts,
): Promise<Answer> {
  const { root, version, allowed } = connection;
  const url = address === '' ? `${root}/` : `${root}/${address}`;
  if (!isAllowedAddress(url.replace(/\?.*$/s, ''), allowed)) throw new ODataError('not-allowed', root);
  const signal = AbortSignal.any([
    AbortSignal.timeout(connection.timeoutMs),
    ...(connection.signal ? [connection.signal] : []),
  ]);
  const response = await withoutConnection(() =>
    fetch(url, {
      method,
      redirect: 'error',
      signal,
      ...(body === undefined ? {} : { body }),
      headers: {
        accept: version === 4 ? 'application/json;IEEE754Compatible=true' : 'application/json',
        ...(version === 4 ? { 'odata-maxversion': '4.0' } : { maxdataserviceversion: '2.0' }),
        authorization: `Basic ${Buffer.from(`${connection.user}:${connection.secret}`).toString('base64')}`,
        ...(cookies.size === 0 ? {} : { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }),
        ...connection.headers,
        ...headers,
      },
    }),
  );
  for (const line of response.headers.getSetCookie()) {
    const [, name, value] = /^([^=;]+)=([^;]*)/.exec(line) ?? [];
    if (name !== undefined) cookies.set(name.trim(), value!);
  }
  return { response, text: await wholeText(response) };
}

/**
 * Repeats a request while another try can help, with doubled waits or the one the service asks for. Answers what
 * succeeded, or that a token is required.
 */
async function withRetries(connection: ODataConnection, once: () => Promise<Answer>): Promise<Answer> {
  const { root, signal, tries = 5 } = connection;
  let wait = connection.firstWaitMs ?? 500;
  for (let round = 1; ; round += 1) {
    signal?.throwIfAborted();
    let requested: number | null = null;
    let problem: ODataError;
    try {
      const { response, text } = await once();
      if (response.ok || (response.status === 403 && isTokenRequired(response))) return { response, text };
      requested = retryAfter(response);
      problem = refusedBy(response.status, root, errorMessageIn(text));
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof ODataError) throw error;
      const kind = (error as Error).name === 'TimeoutError' ? 'too-slow' : 'unreachable';
      problem = new ODataError(kind, root, null, reasonOf(error));
    }
    const isTransient = problem.status === null || BUSY.has(problem.status);
    if (!isTransient || round >= tries) throw problem;
    await pause(Math.min(requested ?? wait, WAIT_MAX_MS), undefined, signal ? { signal } : {});
    wait *= 2;
  }
}

const isTokenRequired = (response: Response): boolean =>
  (response.headers.get('x-csrf-token') ?? '').toLowerCase() === 'required';

/** The wait the service asks for, in milliseconds; the header has seconds or a moment. */
function retryAfter(response: Response): number | null {
  const header = response.headers.get('retry-after');
  if (header === null) return null;
  const milliseconds = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(milliseconds) ? Math.max(0, milliseconds) : null;
}

const reasonOf = (error: unknown): string => {
  const { cause, message } = error as Error & { cause?: { code?: string; message?: string } };
  return (cause?.code ?? cause?.message ?? message).slice(0, 200);
};

/** The body as text, up to a limit. */
async function wholeText(response: Response): Promise<string> {
  if (response.body === null) return '';
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let size = 0;
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > BODY_MAX)
      throw new ODataError('answer', new URL(response.url).origin, response.status, `longer than ${BODY_MAX} bytes`);
    parts.push(decoder.decode(chunk, { stream: true }));
  }
  return parts.join('') + decoder.decode();
}
