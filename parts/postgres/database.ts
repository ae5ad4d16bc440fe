import { once } from 'node:events';
import pg from 'pg';
import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import { askedAs, knownTotals, type KnownTotals, type Patience } from './known-totals.ts';
import { listener } from './listener.ts';
import { preparedNames } from './prepared-names.ts';
import { rowsOf } from './rows.ts';

export { empty, join, raw, sql };
export type { Sql };

/**
 * One database transaction. The pool is not reachable from modules, so nothing can escape it. Statements run in the
 * order they are sent; one that needs no answer of those before need not wait for it (`Promise.all`).
 */
export interface Transaction {
  /** All rows, columns in camelCase. Ids and decimals are text, moments `yyyy-MM-dd HH:mm:ss` in the tenant's zone. */
  rows<T = Record<string, unknown>>(query: Sql): Promise<T[]>;
  /** The rows of a query whose last column is the total of all rows. */
  counted<T = Record<string, unknown>>(query: Sql): Promise<Counted<T>>;
  /**
   * The same for a query whose last columns are the given ones; what `counting` answers, an integer, is not counted
   * again while nothing was written since. `keepsPlan`: planned once on each connection, which takes longer than it
   * runs, and not for the values it is asked with. `isLate`: null is answered where counting takes long.
   */
  paged<T = Record<string, unknown>>(
    counting: Sql,
    query: (lastColumns: Sql) => Sql,
    options?: { readonly keepsPlan?: boolean } & Patience,
  ): Promise<Counted<T, null>>;
  /** The first row, or undefined. */
  row<T = Record<string, unknown>>(query: Sql): Promise<T | undefined>;
  /** How many rows a statement changed. */
  run(query: Sql): Promise<number>;
  /** Resolves when all statements so far are sent, so that the database works while the caller calculates. */
  sent(): Promise<void>;
  /**
   * For work on few rows, where planning takes longer than running: the statements that follow use generic plans.
   * `false`: as the database chooses, again.
   */
  genericPlans(generic?: boolean): Promise<unknown>;
  /**
   * What this transaction has locked, by names the caller gives, so that nothing is locked twice. A rollback to a
   * savepoint clears it.
   */
  readonly held: Set<string>;
  /** Runs after the commit, in order; a failure is logged, never answered. For mail, notifications, caches. */
  afterCommit(work: () => void | Promise<void>): void;
}

/** Some of the rows of a query and how many there are; `total` is undefined where there is no row. */
interface Counted<T, Uncounted = never> {
  readonly rows: T[];
  readonly total: number | Uncounted | undefined;
}

/** For whom a transaction acts. Platform work names no tenant and so sees no tenant's row. */
interface Scope {
  readonly tenant: string | null;
  readonly timeZone: string;
  readonly readOnly?: boolean;
  /** How long one statement may take; by default as long as unattended work may. */
  readonly statementMs?: number;
  /** Whose names `called` answers; Chinese by default. */
  readonly language?: 'zh' | 'en';
}

/**
 * How long a statement somebody waits for may take: of a change, so that they are answered within ten seconds; of a
 * list.
 */
export const CHANGE_MS = 9_800;
export const LIST_MS = 30_000;
const UNATTENDED_MS = 600_000;
/** How long a statement waits for a lock, and a transaction for a database that does not answer. */
const LOCK_MS = 9_000;
const OPENING_MS = 9_500;
/** The database cancels a statement so long before the client would close the connection. */
const EARLIER_MS = 500;

const TIMESTAMPTZ = 1184;
const DATE = 1082;
const NUMERIC = 1700;

/** How values are read: as text where JavaScript would lose something of them. */
export const rowTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: string) => {
    if (oid === TIMESTAMPTZ) return (value: string) => value.slice(0, 19);
    if (oid === DATE) return (value: string) => value;
    if (oid === NUMERIC) return shortest;
    return pg.types.getTypeParser(oid, format as 'text');
  }) as typeof pg.types.getTypeParser,
};

/** "12.500000" → "12.5"; digits are never changed. */
const shortest = (value: string): string => (value.includes('.') ? value.replace(/\.?0+$/, '') : value);

export interface Database {
  /** Runs `work` in one transaction; repeats it at most 3 times after a deadlock or a serialisation failure. */
  transaction<T>(scope: Scope, work: (tx: Transaction) => Promise<T>): Promise<T>;
  /**
   * A transaction independent of one that is open, for what others are to see before that one ends. It has a pool of
   * its own, so that it never waits for a connection that waits for it.
   */
  alongside<T>(scope: Scope, work: (tx: Transaction) => Promise<T>): Promise<T>;
  /**
   * Receives the notifications of a channel, on a connection of its own that is opened again when it is lost;
   * `reconnected` runs after each loss. Resolves once it listens.
   */
  listen(channel: string, receive: (payload: string) => void, reconnected: () => void): Promise<void>;
  /** For health checks. */
  ping(): Promise<void>;
  close(): Promise<void>;
  readonly pool: pg.Pool;
  /** Where it is, for a thread that opens a connection of its own. */
  readonly url: string;
}

/** The connection was lost while a transaction was being committed: whether it was is not known. */
export class OutcomeUnknown extends Error {
  constructor(cause: unknown) {
    super('The connection was lost while a transaction was being committed', { cause });
    this.name = 'OutcomeUnknown';
  }
}

type After = () => void | Promise<void>;
type Holding = <T>(work: () => Promise<T>) => Promise<T>;
let holding: Holding = (work) => work();
/** Whatever holds a connection runs within `watch`, where tests refuse a second connection. */
export const watchHolding = (watch: Holding): void => void (holding = watch);
/** Work that waits for something else than the database; tests refuse it where a connection is held. */
export const withoutConnection: Holding = (work) => holding(work);

/**
 * Opens a pool on `url`. Every transaction sets its tenant with `set local`; nothing outlives the transaction on the
 * connection.
 */
export function openDatabase(url: string, options: { max?: number; onError?: (error: Error) => void } = {}): Database {
  const onError = (error: Error): void => options.onError?.(error);
  const pool = poolOf(url, options.max ?? 16, onError);
  const few = poolOf(url, ALONGSIDE_MAX, onError);
  const listeners: (() => Promise<void>)[] = [];
  const on: OnDatabase = { nameOf: preparedNames(), totals: knownTotals() };
  return {
    pool,
    url,
    transaction: (scope, work) => repeated(() => holding(() => attempt(pool, on, scope, work)), onError),
    alongside: (scope, work) => repeated(() => attempt(few, on, scope, work), onError),
    async ping() {
      await pool.query('select 1');
    },
    listen(channel, receive, reconnected) {
      return new Promise((resolve) => {
        listeners.push(listener(url, channel, receive, reconnected, resolve, onError));
      });
    },
    async close() {
      await Promise.all(listeners.map((stop) => stop()));
      await Promise.all([pool.end(), few.end()]);
    },
  };
}

function poolOf(url: string, max: number, onError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types: rowTypes,
    pipeline: true,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: OPENING_MS,
    lock_timeout: LOCK_MS,
  });
  // Without a listener a lost connection would end the process.
  pool.on('error', onError);
  // The same for one that is lost while it is in use; there the statement that fails reports it.
  pool.on('connect', (client) => void client.on('error', () => {}));
  return pool;
}

interface Attempted<T> {
  readonly result: T;
  /** What runs after the commit. */
  readonly afterwards: readonly After[];
}

/** One attempt at a transaction: from its opening to the commit, or the rollback after a failure. */
async function attempt<T>(
  pool: pg.Pool,
  on: OnDatabase,
  scope: Scope,
  work: (tx: Transaction) => Promise<T>,
): Promise<Attempted<T>> {
  const client = await pool.connect();
  const afterwards: After[] = [];
  let broken: Error | undefined;
  let isCommitting = false;
  // Between two statements nothing else listens for a lost connection, and without a listener it would end the process.
  const lose = (error: Error): void => void (broken = error);
  client.on('error', lose);
  const { tx, end } = transactionOn(client, afterwards, on, scope);
  try {
    const opened = openOn(client, scope);
    const result = await work(tx).finally(() => opened);
    isCommitting = scope.readOnly !== true;
    const ended = client.query({
      text: 'commit',
      query_timeout: Math.min(scope.statementMs ?? LIST_MS, LIST_MS),
    } as pg.QueryConfig);
    // Nothing depends on the end of what only read: the next to use the connection sends after it.
    if (scope.readOnly === true) ended.catch(() => {});
    else await ended;
    return { result, afterwards };
  } catch (error) {
    await client.query('rollback').catch((lost: Error) => (broken = lost));
    // A commit that the database refused leaves a connection that still answers.
    throw isCommitting && broken !== undefined ? new OutcomeUnknown(error) : error;
  } finally {
    end();
    client.off('error', lose);
    client.release(broken);
  }
}

/** Runs attempts until one succeeds or fails for good, then what was to run after the commit. */
async function repeated<T>(once: () => Promise<Attempted<T>>, onError: (error: Error) => void): Promise<T> {
  for (let round = 1; ; round += 1) {
    try {
      const { result, afterwards } = await once();
      for (const after of afterwards) void Promise.resolve().then(after).catch(onError);
      return result;
    } catch (error) {
      if (round >= ROUNDS || !isWorthRepeating(error)) throw error;
    }
  }
}

const ALONGSIDE_MAX = 2;
/** Above this a statement is on its way before the next one is put together. */
const AT_ONCE_BYTES = 16_384;

/** What is asked in one go is written in one go: small statements wait for each other until the program rests. */
function writtenTogether<T>({ stream }: pg.PoolClient['connection'], work: () => T): T {
  if (stream.writableCorked === 0) {
    stream.cork();
    process.nextTick(() => stream.uncork());
  }
  const asked = work();
  if (stream.writableLength > AT_ONCE_BYTES) {
    stream.uncork();
    stream.cork();
  }
  return asked;
}

/**
 * Sends the opening together with the first statement. After a failed opening the transaction refuses every statement.
 */
function openOn(client: pg.PoolClient, scope: Scope): Promise<unknown> {
  const opened = writtenTogether(client.connection, () =>
    client.query({ text: opening(scope), query_timeout: OPENING_MS } as pg.QueryConfig),
  );
  opened.catch(() => {}); // reported when the work is over
  return opened;
}

const ROUNDS = 4;
const isWorthRepeating = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === '40001' || error.code === '40P01');

/** How a transaction begins. Both names are checked against a pattern because SET takes no parameters. */
export function opening({ tenant, timeZone, readOnly, statementMs, language }: Scope): string {
  if (tenant !== null && !/^[A-Za-z0-9]{1,12}$/.test(tenant)) throw new Error('Not a tenant id');
  if (!/^[A-Za-z0-9_+\-/]{1,40}$/.test(timeZone)) throw new Error('Not a time zone');
  const timeout =
    statementMs === undefined ? '' : `; set local statement_timeout = ${Math.round(statementMs) - EARLIER_MS}`;
  const names = language === 'en' ? "; set local app.language = 'en'" : '';
  const settings = `set local app.tenant = '${tenant ?? ''}'; set local timezone = '${timeZone}'${names}${timeout}`;
  return `begin${readOnly ? ' read only' : ''}; ${settings}`;
}

const camelNames = new Map<string, string>();
/** `bill_code` → `billCode`. */
export function camel(column: string): string {
  let name = camelNames.get(column);
  if (name === undefined) {
    name = column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
    camelNames.set(column, name);
  }
  return name;
}
/** `billCode` → `bill_code`. */
export const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A table or column name from a declaration, quoted; never from a request. */
export function ident(name: string): Sql {
  if (!/^[a-z_][a-z0-9_]*$/.test(name)) throw new Error(`Not an identifier: ${name}`);
  return raw(`"${name}"`);
}
const columns = new Map<string, Sql>();
/** The column of a declared field. */
export function column(field: string): Sql {
  let found = columns.get(field);
  if (found === undefined) {
    found = ident(snake(field));
    columns.set(field, found);
  }
  return found;
}

/** The error of statements in a transaction that has failed already. */
const IN_FAILED_TRANSACTION = '25P02';
/** What transactions of one database share. */
interface OnDatabase {
  readonly nameOf: ReturnType<typeof preparedNames>;
  readonly totals: KnownTotals;
}

function transactionOn(
  client: pg.PoolClient,
  afterwards: After[],
  { nameOf, totals }: OnDatabase,
  { tenant, timeZone, language, statementMs = UNATTENDED_MS }: Scope,
): { readonly tx: Transaction; end(): void } {
  let isOver = false;
  // After a failure the database refuses further statements; those already sent fail too, and all throw the first
  // cause.
  let failure: unknown;
  const fail = (error: unknown): never => {
    if (failure === undefined || (error as { code?: string }).code !== IN_FAILED_TRANSACTION) failure = error;
    throw failure;
  };
  const send = async ({ text, values }: Sql, more: { readonly rowMode?: 'array' } = {}): Promise<pg.QueryResult> => {
    // The connection may be somebody else's already.
    if (isOver) throw new Error(`Asked after the transaction had ended: ${text.slice(0, 80)}`);
    return writtenTogether(client.connection, () =>
      client.query({ ...nameOf(text, values), text, values, query_timeout: statementMs, ...more } as pg.QueryConfig),
    ).catch(fail);
  };
  const ask = async (query: Sql): Promise<{ readonly names: string[]; readonly cells: unknown[][] }> => {
    const result = await send(query, { rowMode: 'array' });
    return { names: result.fields.map((field) => camel(field.name)), cells: result.rows as unknown[][] };
  };
  const read = async <T>(query: Sql): Promise<T[]> => {
    const { names, cells } = await ask(query);
    return rowsOf(names, cells);
  };
  const held = new Set<string>();
  const tx: Transaction = {
    held,
    rows: read,
    async counted(query) {
      const { names, cells } = await ask(query);
      return { rows: rowsOf(names.slice(0, -1), cells), total: cells[0]?.at(-1) as number | undefined };
    },
    async paged(counting, query, { keepsPlan = false, ...patience } = {}) {
      const asked = askedAs(counting, `${tenant ?? ''} ${timeZone} ${language ?? ''}`);
      const [, { names, cells }] = await Promise.all([
        keepsPlan && tx.genericPlans(),
        ask(query(totals.columns(asked, counting, patience))),
        keepsPlan && tx.genericPlans(false),
      ]);
      const [total, seen] = (cells[0]?.slice(-2) ?? []) as [(number | null)?, (string | null)?];
      if (typeof total === 'number') totals.keep(asked, total, seen ?? null);
      return { rows: rowsOf(names.slice(0, -2), cells), total };
    },
    row: async (query) => (await read<never>(query))[0],
    async run(query) {
      if (query.text.startsWith('rollback to')) {
        held.clear();
        failure = undefined;
      }
      return (await send(query)).rowCount ?? 0;
    },
    genericPlans: (generic = true) =>
      send(sql`set local plan_cache_mode = ${raw(generic ? 'force_generic_plan' : 'auto')}`),
    async sent() {
      const { stream } = client.connection;
      stream.uncork();
      if (stream.writableNeedDrain) await once(stream, 'drain');
    },
    afterCommit: (work) => void afterwards.push(work),
  };
  return { tx, end: () => void (isOver = true) };
}
