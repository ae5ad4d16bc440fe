import { once } from 'node:events';
import pg from 'pg';
import sql, { empty, join, raw, type Sql } from 'sql-template-tag';

export { empty, join, raw, sql };
export type { Sql };

/**
 * One database transaction. The pool is not reachable from modules, so nothing can escape it. Statements are carried out in
 * the order they are asked; one that needs no answer of those before need not wait for it (`Promise.all`).
 */
export interface Transaction {
  /** All rows, columns in camelCase. Ids and decimals are text, moments `yyyy-MM-dd HH:mm:ss` in the tenant's zone. */
  rows<T = Record<string, unknown>>(query: Sql): Promise<T[]>;
  /** The rows of a query whose last column tells in each of how many they are; `total` is undefined where there is none. */
  counted<T = Record<string, unknown>>(query: Sql): Promise<{ readonly rows: T[]; readonly total: number | undefined }>;
  /** The first row, or undefined. */
  row<T = Record<string, unknown>>(query: Sql): Promise<T | undefined>;
  /** How many rows a statement changed. */
  run(query: Sql): Promise<number>;
  /** When everything asked so far has left for the database, which works on it while the caller reckons without a pause. */
  sent(): Promise<void>;
  /** For work on few rows, where planning takes longer than what is planned: what follows is planned once for whatever values, not anew for these; `false`: as the database thinks best again. */
  keepPlans(kept?: boolean): Promise<unknown>;
  /** What this transaction has locked, by names whoever locks it gives, so that it is not asked for again. A return to a savepoint forgets it. */
  readonly held: Set<string>;
  /** Runs after the commit, in order; a failure is logged, never answered. For mail, notifications, caches. */
  afterCommit(work: () => void | Promise<void>): void;
}

/** For whom a transaction acts. Platform work names no tenant and so sees no tenant's row. */
interface Scope {
  readonly tenant: string | null;
  readonly timeZone: string;
  readonly readOnly?: boolean;
  /** How long one statement may take; without it, as long as work nobody waits for may. */
  readonly statementMs?: number;
}

/** What somebody waits for: a change so long that he is told within ten seconds, a list as long as was agreed. */
export const CHANGE_MS = 9_800;
export const LIST_MS = 30_000;
const UNATTENDED_MS = 600_000;
/** Whoever waits for a lock, or for the first word of a database that stands still, is told after so long. */
const LOCK_MS = 9_000;
const OPENING_MS = 9_500;
/** The database ends a statement by itself a moment before its client would close the connection. */
const EARLIER_MS = 500;

const TIMESTAMPTZ = 1184;
const DATE = 1082;
const NUMERIC = 1700;

const types: pg.CustomTypesConfig = {
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
  /** Runs `work` in one transaction; repeats it (at most 3 times) when the database asks for it (deadlock, serialisation). */
  transaction<T>(scope: Scope, work: (tx: Transaction) => Promise<T>): Promise<T>;
  /**
   * A transaction beside one that is open, for what others are to see before that one ends. It has a few connections of its own:
   * it never waits for one that is held by somebody who waits for it.
   */
  alongside<T>(scope: Scope, work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Hears what is notified on a channel, on a connection of its own, had again when lost; `again` runs after each loss. Resolves once it hears. */
  listen(channel: string, hear: (payload: string) => void, again: () => void): Promise<void>;
  /** For health checks. */
  ping(): Promise<void>;
  close(): Promise<void>;
  readonly pool: pg.Pool;
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
/** Whatever holds a connection runs within `watch`: tests refuse there whoever asks for a second one meanwhile. */
export const watchHolding = (watch: Holding): void => void (holding = watch);
/** Waits for something else than the database, and so is begun where no connection is held: tests refuse it elsewhere. */
export const withoutConnection: Holding = (work) => holding(work);

/** Opens a pool on `url`. Every transaction sets its tenant with `set local`; nothing outlives the transaction on the connection. */
export function openDatabase(url: string, options: { max?: number; onError?: (error: Error) => void } = {}): Database {
  const poolOf = (max: number): pg.Pool => {
    const made = new pg.Pool({
      connectionString: url,
      max,
      types,
      pipeline: true,
      idleTimeoutMillis: 30_000,
      connectionTimeoutMillis: OPENING_MS,
      lock_timeout: LOCK_MS,
    });
    // Without a listener a lost connection would end the process.
    made.on('error', (error) => options.onError?.(error));
    // The same for one that is lost while it is in use; there the statement that fails tells it.
    made.on('connect', (client) => void client.on('error', () => {}));
    return made;
  };
  const pool = poolOf(options.max ?? 12);
  const few = poolOf(ALONGSIDE_MAX);

  const listeners: (() => Promise<void>)[] = [];
  const keptPlan = plansKept();

  const attempt = async <T>(
    from: pg.Pool,
    scope: Scope,
    work: (tx: Transaction) => Promise<T>,
  ): Promise<{ readonly result: T; readonly later: readonly After[] }> => {
    const client = await from.connect();
    const later: After[] = [];
    let broken: Error | undefined;
    let isCommitting = false;
    // Between two statements nobody else hears that the connection is lost, and unheard it would end the process.
    const lose = (error: Error): void => void (broken = error);
    client.on('error', lose);
    const { tx, end } = transactionOn(client, later, keptPlan, scope.statementMs ?? UNATTENDED_MS);
    try {
      const opened = openOn(client, scope);
      const result = await work(tx).finally(() => opened);
      isCommitting = scope.readOnly !== true;
      const ended = client.query({
        text: 'commit',
        query_timeout: Math.min(scope.statementMs ?? LIST_MS, LIST_MS),
      } as pg.QueryConfig);
      // Nothing hangs on the end of what only read: the next to use the connection sends after it.
      if (scope.readOnly === true) ended.catch(() => {});
      else await ended;
      return { result, later };
    } catch (error) {
      await client.query('rollback').catch((lost: Error) => (broken = lost));
      // A commit that the database refused leaves a connection that still answers.
      throw isCommitting && broken !== undefined ? new OutcomeUnknown(error) : error;
    } finally {
      end();
      client.off('error', lose);
      client.release(broken);
    }
  };

  const repeated = async <T>(
    once: () => Promise<{ readonly result: T; readonly later: readonly After[] }>,
  ): Promise<T> => {
    for (let round = 1; ; round += 1) {
      try {
        const { result, later } = await once();
        for (const after of later)
          void Promise.resolve()
            .then(after)
            .catch((error: Error) => options.onError?.(error));
        return result;
      } catch (error) {
        if (round >= ROUNDS || !isWorthRepeating(error)) throw error;
      }
    }
  };

  return {
    pool,
    transaction: (scope, work) => repeated(() => holding(() => attempt(pool, scope, work))),
    alongside: (scope, work) => repeated(() => attempt(few, scope, work)),
    async ping() {
      await pool.query('select 1');
    },
    listen(channel, hear, again) {
      return new Promise((resolve) => {
        listeners.push(listener(url, channel, hear, again, resolve, (error) => options.onError?.(error)));
      });
    },
    async close() {
      await Promise.all(listeners.map((stop) => stop()));
      await Promise.all([pool.end(), few.end()]);
    },
  };
}

const ALONGSIDE_MAX = 2;
const LISTEN_AGAIN_MS = 1_000;

/** Listens until it is told to stop, through every loss of the connection. */
function listener(
  url: string,
  channel: string,
  hear: (payload: string) => void,
  again: () => void,
  hearing: () => void,
  failed: (error: Error) => void,
): () => Promise<void> {
  let isOver = false;
  let client: pg.Client | undefined;
  let waiting: NodeJS.Timeout | undefined;
  const begin = async (isAgain: boolean): Promise<void> => {
    const fresh = new pg.Client({ connectionString: url, keepAlive: true });
    client = fresh;
    let isLost = false;
    const lose = (error?: Error): void => {
      if (isLost || isOver) return;
      isLost = true;
      if (error !== undefined) failed(error);
      void fresh.end().catch(() => {});
      waiting = setTimeout(() => void begin(true), LISTEN_AGAIN_MS);
    };
    fresh.on('error', lose);
    fresh.on('end', () => lose());
    fresh.on('notification', ({ payload }) => void (payload && hear(payload)));
    try {
      await fresh.connect();
      await fresh.query(`listen ${pg.escapeIdentifier(channel)}`);
      hearing();
      if (isAgain) again();
    } catch (error) {
      lose(error as Error);
    }
  };
  const first = begin(false);
  return async () => {
    isOver = true;
    clearTimeout(waiting);
    await first;
    await client?.end().catch(() => {});
  };
}

/** Sends the opening in one go with the first statement. Should it fail, the transaction it began lets no statement through. */
function openOn(client: pg.PoolClient, scope: Scope): Promise<unknown> {
  const { stream } = client.connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
  const opened = client.query({ text: opening(scope), query_timeout: OPENING_MS } as pg.QueryConfig);
  opened.catch(() => {}); // told when the work is over
  return opened;
}

const ROUNDS = 4;
const isWorthRepeating = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === '40001' || error.code === '40P01');

/** Both names are checked against a pattern because SET takes no parameters. */
function opening({ tenant, timeZone, readOnly, statementMs }: Scope): string {
  if (tenant !== null && !/^[A-Za-z0-9]{1,12}$/.test(tenant)) throw new Error('Not a tenant id');
  if (!/^[A-Za-z0-9_+\-/]{1,40}$/.test(timeZone)) throw new Error('Not a time zone');
  return `begin${readOnly ? ' read only' : ''}; set local app.tenant = '${tenant ?? ''}'; set local timezone = '${timeZone}'${statementMs === undefined ? '' : `; set local statement_timeout = ${Math.round(statementMs) - EARLIER_MS}`}`;
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

const ASKED_OFTEN = 3;
const PLANS_KEPT = 250;
const LONG_LIST = 50;

/**
 * A statement that is asked again and again is parsed and planned once on each connection: with row-level security and
 * composite keys the planning often costs more than the work. One with a long list is planned for its length each time.
 */
function plansKept(): (text: string, values: readonly unknown[]) => { name?: string } {
  const timesAsked = new Map<string, number>();
  const names = new Map<string, string>();
  return (text, values) => {
    if (values.some((value) => (Array.isArray(value) || Buffer.isBuffer(value)) && value.length > LONG_LIST)) return {};
    const known = names.get(text);
    if (known !== undefined) return { name: known };
    if (names.size >= PLANS_KEPT) return {};
    const asked = (timesAsked.get(text) ?? 0) + 1;
    if (asked < ASKED_OFTEN) {
      if (timesAsked.size > 10 * PLANS_KEPT) timesAsked.clear();
      timesAsked.set(text, asked);
      return {};
    }
    timesAsked.delete(text);
    const name = `s${names.size + 1}`;
    names.set(text, name);
    return { name };
  };
}

/** An empty row by the names of its fields. Copied and filled it stays what V8 lays out by its names, at half the cost of a row that grows name by name. */
const emptyRows = new Map<string, Readonly<Record<string, unknown>>>();
const EMPTY_ROWS_KEPT = 1_000;
function emptyRow(names: readonly string[]): Readonly<Record<string, unknown>> {
  const key = names.join();
  let empty = emptyRows.get(key);
  if (empty === undefined) {
    // Only what is read from JSON is laid out so from the first.
    empty = JSON.parse(`{${names.map((name) => `${JSON.stringify(name)}:null`).join()}}`) as Record<string, unknown>;
    if (emptyRows.size >= EMPTY_ROWS_KEPT) emptyRows.clear();
    emptyRows.set(key, empty);
  }
  return empty;
}
function rowsOf<T>(names: readonly string[], lists: readonly (readonly unknown[])[]): T[] {
  if (lists.length === 0) return [];
  const empty = emptyRow(names);
  return lists.map((cells) => {
    const row: Record<string, unknown> = { ...empty };
    for (let index = 0; index < names.length; index += 1) row[names[index]!] = cells[index];
    return row as T;
  });
}

const SHUT = '25P02';

function transactionOn(
  client: pg.PoolClient,
  later: After[],
  keptPlan: ReturnType<typeof plansKept>,
  statementMs: number,
): { readonly tx: Transaction; end(): void } {
  let isOver = false;
  // After a failure the database lets no further statement through; those on their way fail too, and all tell why.
  let failure: unknown;
  const told = (error: unknown): never => {
    if (failure === undefined || (error as { code?: string }).code !== SHUT) failure = error;
    throw failure;
  };
  const asked = async ({ text, values }: Sql, more: { readonly rowMode?: 'array' } = {}): Promise<pg.QueryResult> => {
    // The connection may be somebody else's already.
    if (isOver) throw new Error(`Asked after the transaction had ended: ${text.slice(0, 80)}`);
    return client
      .query({ ...keptPlan(text, values), text, values, query_timeout: statementMs, ...more } as pg.QueryConfig)
      .catch(told);
  };
  const ask = async (query: Sql): Promise<{ readonly names: string[]; readonly cells: unknown[][] }> => {
    const result = await asked(query, { rowMode: 'array' });
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
    row: async (query) => (await read<never>(query))[0],
    async run(query) {
      if (query.text.startsWith('rollback to')) {
        held.clear();
        failure = undefined;
      }
      return (await asked(query)).rowCount ?? 0;
    },
    keepPlans: (kept = true) => asked(sql`set local plan_cache_mode = ${raw(kept ? 'force_generic_plan' : 'auto')}`),
    async sent() {
      const { stream } = client.connection;
      if (stream.writableNeedDrain) await once(stream, 'drain');
    },
    afterCommit: (work) => void later.push(work),
  };
  return { tx, end: () => void (isOver = true) };
}
