/**
 * Reads from OData services, version 2 and 4: page by page wherever the service or we divide, changes only where it
 * tracks them, many records in one request.
 */
import { randomUUID } from 'node:crypto';
import { batchOf, partsOf } from './batch-text.ts';
import { ODataError, refusedBy } from './odata-error.ts';
import { openSession, type ODataConnection, type ODataSession } from './odata-session.server.ts';
import {
  errorMessageIn,
  keyAddress,
  listIn,
  pageAddress,
  recordIn,
  recordOptions,
  type Listed,
  type ODataKey,
  type ODataQuery,
  type ODataRow,
  type ODataVersion,
} from './odata-text.ts';

export interface ODataPage extends Pick<Listed, 'rows' | 'removed'> {
  /** The position to go on from, at any time and in any process; null at the end. */
  readonly next: string | null;
  /** At the end: the link changes can be read by, where the service tracks them. */
  readonly delta: string | null;
  /** The service's own clock, ISO; null where it gives none. */
  readonly time: string | null;
}
export interface ODataClient {
  /** The first position of a query. */
  start(query: ODataQuery): string;
  /** The first position of the changes since a `delta`. */
  startChanges(delta: string, top: number): string;
  page(position: string): Promise<ODataPage>;
  /** Records by their keys in one request; null for what is not there. */
  many(
    set: string,
    keys: readonly ODataKey[],
    shape: Pick<ODataQuery, 'select' | 'expand'>,
  ): Promise<(ODataRow | null)[]>;
}

/** Where to go on: an address below the root, the query it belongs to, and how many rows were skipped. */
interface Position {
  readonly at: string;
  readonly query: ODataQuery | null;
  readonly skip: number;
  /** Rows read since the last page of our own, by links of the service. */
  readonly got: number;
  readonly top: number;
}

/** A client of one service. */
export function openOData(connection: ODataConnection): ODataClient {
  const { version, root } = connection;
  const session = openSession(connection);
  return {
    start: (query) => JSON.stringify(first(version, query, 0)),
    startChanges: (delta, top) => JSON.stringify({ at: delta, query: null, skip: 0, got: 0, top } satisfies Position),
    page: (position) => readPage(session, version, root, JSON.parse(position) as Position),
    async many(set, keys, shape) {
      if (keys.length === 0) return [];
      const options = recordOptions(version, shape);
      const addresses = keys.map((key) => `${keyAddress(version, set, key)}${options === '' ? '' : `?${options}`}`);
      const { contentType, body } = batchOf(version, addresses, `batch_${randomUUID()}`);
      const { response, text } = await session.post('$batch', contentType, body);
      const parts = parsed(root, () => partsOf(version, response.headers.get('content-type') ?? '', text));
      if (parts.length !== keys.length)
        throw new ODataError('answer', root, response.status, `${parts.length} of ${keys.length} answers`);
      return parts.map((part) => {
        if (part.status === 404 || part.status === 410) return null;
        if (part.status >= 300) throw refusedBy(part.status, root, errorMessageIn(part.body));
        return parsed(root, () => recordIn(JSON.parse(part.body)));
      });
    },
  };
}

async function readPage(
  session: ODataSession,
  version: ODataVersion,
  root: string,
  position: Position,
): Promise<ODataPage> {
  const preferences = [
    ...(position.query?.track === true ? ['odata.track-changes'] : []),
    ...(version === 4 ? [`odata.maxpagesize=${position.top}`] : []),
  ];
  const { response, text } = await session.get(
    position.at,
    preferences.length === 0 ? {} : { prefer: preferences.join(',') },
  );
  const list = parsed(root, () => listIn(JSON.parse(text)));
  const got = position.got + list.rows.length + list.removed.length;
  let next: Position | null = null;
  if (list.next !== null) next = { ...position, at: below(root, list.next, position.at), got };
  // A full page without a link: the page was our own division, and there may be more.
  else if (position.query !== null && list.delta === null && got >= position.top)
    next = first(version, position.query, position.skip + got);
  const date = Date.parse(response.headers.get('date') ?? '');
  return {
    rows: list.rows,
    removed: list.removed,
    next: next === null ? null : JSON.stringify(next),
    delta: list.delta === null ? null : below(root, list.delta, position.at),
    time: Number.isFinite(date) ? new Date(date).toISOString() : null,
  };
}

/** Where a page of our own starts. */
const first = (version: ODataVersion, query: ODataQuery, skip: number): Position => ({
  at: pageAddress(version, query, skip),
  query,
  skip,
  got: 0,
  top: query.top,
});

/** A link of the service as an address below our root: behind a proxy the service has another host name. */
function below(root: string, link: string, from: string): string {
  const { pathname, search } = new URL(link, `${root}/${from}`);
  const base = `${new URL(root).pathname}/`;
  if (!pathname.startsWith(base)) throw new ODataError('not-allowed', link);
  return pathname.slice(base.length) + search;
}

/** What `read` makes of an answer; one it cannot read is an error of the service. */
function parsed<T>(address: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new ODataError('answer', address, 200, (error as Error).message.slice(0, 200));
  }
}
