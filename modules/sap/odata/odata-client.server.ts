/**
 * Reads from OData services, version 2 and 4: page by page wherever the service or we divide, changes only where it
 * remembers, many
 * records in one request, with patience for a service that is busy and none for one that leads elsewhere.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { isAllowedAddress } from '../../../parts/addresses/allowed-address.ts';
import { withoutConnection } from '../../../parts/postgres/database.ts';
import { batchOf, partsOf } from './batch-text.ts';
import {
  keyAddress,
  listIn,
  pageAddress,
  recordIn,
  recordOptions,
  errorMessageIn,
  type Listed,
  type ODataKey,
  type ODataQuery,
  type ODataRow,
  type ODataVersion,
} from './odata-text.ts';

export interface ODataConnection {
  /** Root of the service, without a slash at its end. */
  readonly root: string;
  readonly version: ODataVersion;
  readonly user: string;
  readonly secret: string;
  /** Hosts that may be asked, as `isAllowedAddress` reads them. */
  readonly allowed: string;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** How long one request may take, its answer included. */
  readonly timeoutMs: number;
  /**
   * How often a request is made before it is given up, and how long the first wait is; each further one is twice as
   * long.
   */
  readonly tries?: number;
  readonly firstWaitMs?: number;
  readonly signal?: AbortSignal;
}

/** Why a service gave no answer that could be used. */
type ODataTrouble =
  | 'not-allowed'
  | 'unreachable'
  | 'too-slow'
  | 'unauthorized'
  | 'forbidden'
  | 'gone'
  | 'busy'
  | 'answer';
export class ODataError extends Error {
  readonly trouble: ODataTrouble;
  readonly status: number | null;
  /** In the words of the service, where it had any. */
  readonly said: string;
  constructor(trouble: ODataTrouble, address: string, status: number | null = null, said = '') {
    super(`${trouble}${status === null ? '' : ` ${status}`} from ${address}${said === '' ? '' : `: ${said}`}`);
    this.name = 'ODataError';
    this.trouble = trouble;
    this.status = status;
    this.said = said;
  }
}

export interface ODataPage extends Pick<Listed, 'rows' | 'removed'> {
  /** Where to go on, also later and by another process; null at the end. */
  readonly next: string | null;
  /** At the end: from where changes can be asked, where the service remembers. */
  readonly delta: string | null;
  /** The service's own clock, ISO; null where it does not tell. */
  readonly time: string | null;
}
export interface ODataClient {
  /** Where reading this begins. */
  begin(query: ODataQuery): string;
  /** Where reading the changes since a `delta` begins. */
  beginChanges(delta: string, top: number): string;
  page(at: string): Promise<ODataPage>;
  /** Records by their keys in one request; null for what is not there. */
  many(
    set: string,
    keys: readonly ODataKey[],
    shape: Pick<ODataQuery, 'select' | 'expand'>,
  ): Promise<(ODataRow | null)[]>;
}

/** A place to go on from: an address below the root, the query it belongs to, and how far its own pages came. */
interface Place {
  readonly at: string;
  readonly query: ODataQuery | null;
  readonly skip: number;
  /** Rows that came since the last page of our own, by links of the service. */
  readonly got: number;
  readonly top: number;
}

const BODY_MAX = 64 * 1024 * 1024;
const WAIT_MAX_MS = 30_000;
/** Worth asking again: the service is busy, restarting or behind a door that is. */
const BUSY = new Set([408, 425, 429, 502, 503, 504]);

/** A client of one service, with its cookies and token; it asks again where the service is busy. */
export function openOData(connection: ODataConnection): ODataClient {
  const { version, root } = connection;
  const cookies = new Map<string, string>();
  let token: string | null = null;

  /** An address a service gave, on our way to it: behind a proxy it knows itself by another name. */
  const below = (link: string, from: string): string => {
    const { pathname, search } = new URL(link, `${root}/${from}`);
    const base = `${new URL(root).pathname}/`;
    if (!pathname.startsWith(base)) throw new ODataError('not-allowed', link);
    return pathname.slice(base.length) + search;
  };

  const once = async (
    method: 'GET' | 'POST',
    address: string,
    headers: Record<string, string>,
    body?: string,
  ): Promise<{ response: Response; text: string }> => {
    const url = address === '' ? `${root}/` : `${root}/${address}`;
    if (!isAllowedAddress(url.replace(/\?.*$/s, ''), connection.allowed)) throw new ODataError('not-allowed', root);
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
  };

  /** Asks until it answers, for as long as asking again can help. */
  const ask = async (
    method: 'GET' | 'POST',
    address: string,
    headers: Record<string, string> = {},
    body?: string,
  ): Promise<{ response: Response; text: string }> => {
    const tries = connection.tries ?? 5;
    let wait = connection.firstWaitMs ?? 500;
    for (let round = 1; ; round += 1) {
      connection.signal?.throwIfAborted();
      let told: number | null = null;
      let trouble: ODataError;
      try {
        const { response, text } = await once(method, address, headers, body);
        if (response.ok || (response.status === 403 && isTokenWanted(response))) return { response, text };
        told = waitTold(response);
        trouble = refusedBy(response.status, root, errorMessageIn(text));
      } catch (error) {
        connection.signal?.throwIfAborted();
        if (error instanceof ODataError) throw error;
        trouble = new ODataError(
          (error as Error).name === 'TimeoutError' ? 'too-slow' : 'unreachable',
          root,
          null,
          reasonOf(error),
        );
      }
      const isPassing = trouble.status === null || BUSY.has(trouble.status);
      if (!isPassing || round >= tries) throw trouble;
      await pause(
        Math.min(told ?? wait, WAIT_MAX_MS),
        undefined,
        connection.signal ? { signal: connection.signal } : {},
      );
      wait *= 2;
    }
  };

  /** What changes something, or might, carries a token of the session; one that has run out is had anew. */
  const post = async (
    address: string,
    contentType: string,
    body: string,
  ): Promise<{ response: Response; text: string }> => {
    for (let round = 1; ; round += 1) {
      token ??= (await ask('GET', '', { 'x-csrf-token': 'Fetch' })).response.headers.get('x-csrf-token');
      const answer = await ask(
        'POST',
        address,
        { 'content-type': contentType, ...(token === null ? {} : { 'x-csrf-token': token }) },
        body,
      );
      if (answer.response.ok) return answer;
      token = null;
      if (round > 1) throw new ODataError('forbidden', root, 403);
    }
  };

  const first = (query: ODataQuery, skip: number): Place => ({
    at: pageAddress(version, query, skip),
    query,
    skip,
    got: 0,
    top: query.top,
  });

  return {
    begin: (query) => JSON.stringify(first(query, 0)),
    beginChanges: (delta, top) => JSON.stringify({ at: delta, query: null, skip: 0, got: 0, top } satisfies Place),
    async page(from) {
      const place = JSON.parse(from) as Place;
      const wishes = [
        ...(place.query?.track === true ? ['odata.track-changes'] : []),
        ...(version === 4 ? [`odata.maxpagesize=${place.top}`] : []),
      ];
      const { response, text } = await ask('GET', place.at, wishes.length === 0 ? {} : { prefer: wishes.join(',') });
      const list = understood(root, () => listIn(JSON.parse(text)));
      const got = place.got + list.rows.length + list.removed.length;
      let next: Place | null = null;
      if (list.next !== null) next = { ...place, at: below(list.next, place.at), got };
      // A full page and no word of more: it was our own division, and there may be more.
      else if (place.query !== null && list.delta === null && got >= place.top)
        next = first(place.query, place.skip + got);
      const date = Date.parse(response.headers.get('date') ?? '');
      return {
        rows: list.rows,
        removed: list.removed,
        next: next === null ? null : JSON.stringify(next),
        delta: list.delta === null ? null : below(list.delta, place.at),
        time: Number.isFinite(date) ? new Date(date).toISOString() : null,
      };
    },
    async many(set, keys, shape) {
      if (keys.length === 0) return [];
      const options = recordOptions(version, shape);
      const addresses = keys.map((key) => `${keyAddress(version, set, key)}${options === '' ? '' : `?${options}`}`);
      const { contentType, body } = batchOf(version, addresses, `batch_${randomUUID()}`);
      const { response, text } = await post('$batch', contentType, body);
      const parts = understood(root, () => partsOf(version, response.headers.get('content-type') ?? '', text));
      if (parts.length !== keys.length)
        throw new ODataError('answer', root, response.status, `${parts.length} of ${keys.length} answers`);
      return parts.map((part) => {
        if (part.status === 404 || part.status === 410) return null;
        if (part.status >= 300) throw refusedBy(part.status, root, errorMessageIn(part.body));
        return understood(root, () => recordIn(JSON.parse(part.body)));
      });
    },
  };
}

const isTokenWanted = (response: Response): boolean =>
  (response.headers.get('x-csrf-token') ?? '').toLowerCase() === 'required';

function refusedBy(status: number, address: string, said: string): ODataError {
  const trouble =
    status === 401
      ? 'unauthorized'
      : status === 403
        ? 'forbidden'
        : status === 404 || status === 410
          ? 'gone'
          : BUSY.has(status)
            ? 'busy'
            : 'answer';
  return new ODataError(trouble, address, status, said);
}

/** Seconds, or a moment, as the header may say. */
function waitTold(response: Response): number | null {
  const told = response.headers.get('retry-after');
  if (told === null) return null;
  const milliseconds = /^\d+$/.test(told) ? Number(told) * 1000 : Date.parse(told) - Date.now();
  return Number.isFinite(milliseconds) ? Math.max(0, milliseconds) : null;
}

const reasonOf = (error: unknown): string => {
  const { cause, message } = error as Error & { cause?: { code?: string; message?: string } };
  return (cause?.code ?? cause?.message ?? message).slice(0, 200);
};

function understood<T>(address: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new ODataError('answer', address, 200, (error as Error).message.slice(0, 200));
  }
}

/** The body as text, but not without end. */
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
