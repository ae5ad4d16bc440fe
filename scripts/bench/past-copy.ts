/**
 * Rows of the past: a table's own rows once more, each time earlier. All that belongs together moves together: every id
 * of a copy lies the same distance below its original, so whatever refers to it refers to the copy of it.
 */
import type pg from 'pg';
import { TENANT } from '../../tests/support/sample.ts';

/** What all copies of one past have in common. */
export interface Past {
  readonly client: pg.Client;
  /** Ids of one copy lie so far below those of the copy before. */
  readonly step: string;
  /** How many days it reaches back. */
  readonly days: number;
  /** Indexes that guard nothing are made anew afterwards: worth it for millions of rows. */
  readonly large: boolean;
}
/** Columns that are not as their originals are, as SQL over `t`: what is past is open no more. */
export type Closed = Readonly<Record<string, string>>;

interface Column {
  readonly name: string;
  readonly type: string;
  /** It may not stand twice. */
  readonly isOwn: boolean;
}

const columnsOf = async (client: pg.Client, table: string): Promise<Column[]> =>
  (
    await client.query<Column>(
      `select a.attname as name, format_type(a.atttypid, null) as type,
        exists (select 1 from pg_index i where i.indrelid = a.attrelid and i.indisunique and not i.indisprimary
        and a.attnum = any(i.indkey)) and not exists (select 1 from pg_constraint c where c.conrelid = a.attrelid
        and c.contype = 'c' and a.attnum = any(c.conkey)) as "isOwn"
      from pg_attribute a where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped
        and a.attgenerated = '' order by a.attnum`,
      [table],
    )
  ).rows;

const isId = ({ name }: Column): boolean => name === 'id' || name.endsWith('_id');
/** What tells one from another, unlike its kind or state. */
const isName = ({ name }: Column): boolean => /(code|name|title|key|_no)$/.test(name);
/** Numbers of documents and lots, wherever they stand. */
const isCode = ({ name, type }: Column): boolean => type === 'text' && name.endsWith('code');

/**
 * Writes down the ids and numbers of all rows of these tables in `past_ids`, which is there, and `past_codes`,
 * temporary tables of the connection; answers how far apart copies have to lie.
 */
export async function rememberIds(client: pg.Client, tables: readonly string[]): Promise<string> {
  await client.query('create temporary table past_codes (code text primary key)');
  for (const table of tables) {
    const columns = await columnsOf(client, table);
    if (columns.some(({ name }) => name === 'id'))
      await client.query(
        `insert into past_ids select id, id::text from ${table} where tenant_id = '${TENANT}' on conflict do nothing`,
      );
    for (const { name } of columns.filter((column) => isCode(column) && column.isOwn))
      await client.query(
        `insert into past_codes select distinct "${name}" from ${table}
          where tenant_id = '${TENANT}' and "${name}" <> '' on conflict do nothing`,
      );
  }
  await client.query('create index on past_ids (words); analyze past_ids; analyze past_codes');
  // Whoever closes what is left open takes ids until then.
  const { rows } = await client.query<{ step: string }>(
    `select ((new_id() - min(id)) + (1::bigint << 32))::text as step from past_ids`,
  );
  return rows[0]!.step;
}

/** A column of copy `g.g`, of `t.weight` copies for each one of others. */
function earlier({ step, days }: Past, copies: number, column: Column, weight: string): string {
  const own = `t."${column.name}"`;
  const back = `g.g * ${step}`;
  if (column.type === 'bigint' && isId(column))
    return column.name === 'id'
      ? `t.id - ${back}`
      : `case when ${own} in (select id from past_ids) then ${own} - ${back} else ${own} end`;
  if (column.type === 'text' && isId(column) && column.name !== 'tenant_id')
    return `case when ${own} in (select words from past_ids) then (${own}::bigint - ${back})::text else ${own} end`;
  if (isCode(column) && !column.isOwn)
    return `case when ${own} in (select code from past_codes) then ${own} || '-' || g.g else ${own} end`;
  if (column.type === 'text' && column.isOwn && isName(column)) return `${own} || '-' || g.g`;
  const share = `${days}::bigint * g.g / (${copies} * ${weight})`;
  if (column.type === 'date') return `${own} - (${share})::integer`;
  if (column.type === 'timestamp with time zone') return `${own} - make_interval(hours => (24 * ${share})::integer)`;
  return own;
}

interface Copying {
  readonly copies: number;
  readonly closed?: Closed;
  /** Of the originals, as SQL over `t`. */
  readonly where?: string;
  /** So many copies for each one of others, as SQL over `t`. */
  readonly weight?: string;
  /** Where the originals are read; default: the table itself. */
  readonly from?: string;
}

/** Copies the rows of a table; answers how many were made. What may not stand beside what is there is left out. */
export async function copyTable(
  past: Past,
  table: string,
  { copies, closed = {}, where = 'true', weight = '1', from = table }: Copying,
): Promise<number> {
  const columns = await columnsOf(past.client, table);
  const values = columns.map((column) => closed[column.name] ?? earlier(past, copies, column, weight));
  const indexes = past.large ? await dropIndexes(past.client, table) : [];
  const { rowCount } = await past.client.query(
    `insert into ${table} (${columns.map(({ name }) => `"${name}"`).join(', ')}) overriding system value
      select ${values.join(', ')} from ${from} t, lateral generate_series(${copies} * ${weight}, 1, -1) g(g)
      where t.tenant_id = '${TENANT}' and (${where}) on conflict do nothing`,
  );
  for (const definition of indexes) await past.client.query(definition);
  return rowCount ?? 0;
}

/** Those that guard nothing; answers the statements that make them again. */
async function dropIndexes(client: pg.Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
      where i.indrelid = $1::regclass and not i.indisunique and not i.indisexclusion`,
    [table],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

/** Rows of the tenant there are. */
export const countOf = async (client: pg.Client, table: string, where = 'true'): Promise<number> =>
  Number(
    (
      await client.query<{ rows: string }>(
        `select count(*) as rows from ${table} t where tenant_id = '${TENANT}' and (${where})`,
      )
    ).rows[0]!.rows,
  );
