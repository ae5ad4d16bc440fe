/** Prepares every statement that can be put together from the sources: PostgreSQL looks up each name in it. */
import type pg from 'pg';
import { ANY_TABLE, type Form, type Literal } from './statements.ts';

/** A literal no statement with it could be prepared of, and why. */
export interface Unprepared {
  readonly at: string;
  readonly reason: string;
}

/** Columns by table. */
type Tables = ReadonlyMap<string, ReadonlySet<string>>;

/** The types of parameters are asked for last, when every name is known already. */
const TYPE_UNKNOWN = '42P18';
const isWhole = (text: string): boolean => /^\s*(select|insert|update|delete|merge|with|values)\b/i.test(text);
/** Names nothing of the schema, and cannot be prepared. */
const isCommand = (text: string): boolean => /^\s*(savepoint|release|rollback|set local|set transaction)\b/i.test(text);
/** Of each alias so many tables are tried, and of each literal so many statements: what fits is among the first. */
const TABLES_MAX = 2;
const TRIES_MAX = 250;

/** Takes every form of a statement, and of a fragment in the simplest statement around it, until one is accepted. */
export async function prepareAll(client: pg.Client, all: readonly Literal[]): Promise<Unprepared[]> {
  const tables = await tablesOf(client);
  const prepared = new Set(all.filter(({ text }) => isCommand(text)).map(({ at }) => at));
  const reasons = new Map<string, string>();
  const tries = new Map<string, number>();
  const attempt = async (at: string, form: Form, statements: Iterable<string>): Promise<void> => {
    if (form.literals.every((each) => prepared.has(each))) return;
    const allowed = TRIES_MAX - (tries.get(at) ?? 0);
    if (allowed <= 0) return;
    const { reason, tried } = await complaint(client, statements, allowed);
    tries.set(at, (tries.get(at) ?? 0) + tried);
    for (const each of form.literals) {
      if (reason === undefined) prepared.add(each);
      else if (!reasons.has(each)) reasons.set(each, reason);
    }
  };
  for (const { at, forms } of all)
    for (const form of forms) if (isWhole(form.text)) await attempt(at, form, withTables(form.text, tables));
  for (const { at, forms } of all)
    for (const form of forms)
      if (!prepared.has(at) && !isWhole(form.text)) await attempt(at, form, around(form.text, tables));
  return all
    .filter(({ at }) => !prepared.has(at))
    .map(({ at }) => ({ at, reason: reasons.get(at) ?? 'stands in no statement that can be put together' }));
}

async function tablesOf(client: pg.Client): Promise<Tables> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(
    // What a function says of a row is asked for as a column is.
    `select "table", array_agg(name) as columns from (
       select table_name::text as "table", column_name::text as name from information_schema.columns
       where table_schema = 'public'
       union all select c.relname::text, p.proname::text from pg_proc p join pg_class c on c.reltype = p.proargtypes[0]
       where p.pronargs = 1 and c.relnamespace = 'public'::regnamespace) t group by 1 order by 1`,
  );
  return new Map(rows.map(({ table, columns }) => [table, new Set(columns)]));
}

/** Which columns a text asks of each alias. */
function columnsByAlias(text: string): Map<string, Set<string>> {
  const columns = new Map<string, Set<string>>();
  for (const [, alias, column] of text.matchAll(/(?<![\w.'$])([a-z]\w*)\.([a-z_]\w*)(?![\w(.])/g))
    columns.set(alias!, (columns.get(alias!) ?? new Set()).add(column!));
  return columns;
}

const fitting = (tables: Tables, columns: ReadonlySet<string> = new Set()): string[] =>
  [...tables].filter(([, has]) => [...columns].every((each) => has.has(each))).map(([table]) => table);

/** The statement with every table, that has what is asked of it, where it leaves one open. */
function* withTables(text: string, tables: Tables): Generator<string> {
  const [open, alias] = new RegExp(`${ANY_TABLE}\\s+(?:as\\s+)?(\\w+)`).exec(text) ?? [];
  if (!text.includes(ANY_TABLE)) yield text;
  else
    for (const table of fitting(tables, open === undefined ? undefined : columnsByAlias(text).get(alias!)))
      yield text.replaceAll(ANY_TABLE, table);
}

/** A fragment as condition, value, order or tail of a statement over tables that have what it asks of each alias. */
function* around(fragment: string, tables: Tables): Generator<string> {
  const inside = new Set(
    [...fragment.matchAll(/(?:\b(?:from|join|,)\s+\w+|\))\s+(?:as\s+)?(\w+)/gi)].map(([, alias]) => alias!),
  );
  let froms = [''];
  for (const [alias, columns] of columnsByAlias(fragment)) {
    if (inside.has(alias)) continue;
    froms = froms.flatMap((from) =>
      fitting(tables, columns)
        .slice(0, TABLES_MAX)
        .map((table) => `${from === '' ? ' from ' : `${from}, `}${table} ${alias}`),
    );
  }
  for (const from of froms)
    for (const text of [
      `select (${fragment})${from}`,
      `select ${fragment}${from}`,
      `select 1${from === '' ? ' from tenant' : from} where true ${fragment}`,
      `select 1${from === '' ? ' from tenant' : from} ${fragment}`,
      `select 1${from} order by ${fragment}`,
    ])
      yield* withTables(text, tables);
}

/** No reason where one of the statements is accepted; otherwise why the last was not. */
async function complaint(
  client: pg.Client,
  statements: Iterable<string>,
  allowed: number,
): Promise<{ readonly reason: string | undefined; readonly tried: number }> {
  let reason = 'there is no table with all of these columns';
  let tried = 0;
  for (const text of statements) {
    if (tried === allowed) break;
    tried += 1;
    try {
      await client.query(`prepare statement as ${text}`);
      await client.query('deallocate statement');
      return { reason: undefined, tried };
    } catch (error) {
      const { code, message } = error as pg.DatabaseError;
      if (code === TYPE_UNKNOWN) return { reason: undefined, tried };
      reason = `${code} ${message}`;
    }
  }
  return { reason, tried };
}
