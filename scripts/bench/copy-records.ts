/** Many records of every kind: what the demonstration company has, copied until there are as many as wanted. */
import type pg from 'pg';
import type { Declaration } from '../../kernel/core/declaration.ts';
import type { Field } from '../../kernel/core/field.ts';
import { kinds } from '../../kernel/core/kinds.ts';
import { snake } from '../../parts/postgres/database.ts';
import { isStored, lineTableOf, ownerColumn, tableOf } from '../../kernel/server/schema.ts';
import { modules } from '../../modules/modules.ts';
import { TENANT, type Fixtures } from './fixtures.ts';

/** Of one original at most so many lines go with its copy. */
const LINES = 2;

interface Column {
  readonly name: string;
  readonly type: string;
  readonly isUnique: boolean;
  /** A check says what may stand in it. */
  readonly isChosen: boolean;
}

/**
 * Copies the rows of a declaration's table until it holds `wanted`, with the first lines of each; answers how many
 * there are. Where it has none, one is made of what its fields may hold. Codes, names and moments differ from copy to
 * copy, days and amounts spread; references stay. What may stand only once by the database's word may stand more often
 * afterwards: its unique indexes become plain ones with the same columns, so that the same ways lead to a row.
 */
export async function copyRecords(
  fixtures: Pick<Fixtures, 'sql' | 'connection'>,
  declaration: Declaration,
  wanted: number,
): Promise<number> {
  const table = tableOf(declaration);
  let [{ rows: there } = { rows: 0 }] = await fixtures.sql<{ rows: number }>(
    `select count(*)::integer as rows from ${table} ${declaration.platform ? '' : `where tenant_id = '${TENANT}'`}`,
  );
  if (there >= wanted) return there;
  const client = await fixtures.connection();
  try {
    // Neither triggers nor references are asked: the copies refer to what their originals refer to.
    await client.query(`set session_replication_role = replica; set maintenance_work_mem = '512MB'`);
    if (there === 0) {
      await makeOne(client, declaration);
      there = 1;
    }
    await client.query('begin');
    await client.query(`create temporary table copied on commit drop as
      select o.id as original, ${firstId(table)} + b.copies + row_number() over (order by g, o.id) as id,
        b.copies + row_number() over (order by g, o.id) as nr
      from (select greatest(0, max(id) - ${firstId(table)}) as copies from ${table}) b,
        (select id from ${table} ${declaration.platform ? '' : `where tenant_id = '${TENANT}'`}) o,
        generate_series(1, ${Math.ceil(wanted / there)}) g limit ${wanted - there}`);
    await client.query('create index on copied (original); analyze copied');
    await copyInto(client, table, 'join copied c on c.original = t.id', { keyword: declaration.keyword ?? [] });
    for (const key of Object.keys(declaration.lines ?? {})) {
      const lines = lineTableOf(declaration, key);
      const owner = ownerColumn(declaration);
      await copyInto(
        client,
        lines,
        `join (select id, row_number() over (partition by ${owner} order by line_no) as place
          from ${lines}) f on f.id = t.id and f.place <= ${LINES} join copied c on c.original = t.${owner}`,
        { owner },
      );
    }
    await client.query('commit');
    return wanted;
  } catch (error) {
    await client.query('rollback');
    throw new Error(`${table}: ${(error as Error).message}`, { cause: error });
  } finally {
    await client.end();
  }
}

/** Above every id that the program gives, and apart for each table. */
const firstId = (table: string): string => {
  const hash = [...table].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 100_000_007, 7);
  return `(8000000000000000000 + ${hash} * 1000000000::bigint)`;
};

async function copyInto(
  client: pg.Client,
  table: string,
  originals: string,
  { owner, keyword = [] }: { readonly owner?: string; readonly keyword?: readonly string[] },
): Promise<void> {
  const { rows: columns } = await client.query<Column>(`
    select a.attname as name, format_type(a.atttypid, null) as type,
      exists (select 1 from pg_index i where i.indrelid = a.attrelid and i.indisunique and not i.indisprimary
      and a.attnum = any(i.indkey)) as "isUnique",
      exists (select 1 from pg_constraint c where c.conrelid = a.attrelid and c.contype = 'c'
      and a.attnum = any(c.conkey)) as "isChosen"
    from pg_attribute a where a.attrelid = '${table}'::regclass and a.attnum > 0 and not a.attisdropped
      and a.attgenerated = '' order by a.attnum`);
  const { rows: indexes } = await client.query<{ name: string; constraint: string | null; definition: string }>(`
    select i.indexrelid::regclass::text as name, c.conname as constraint, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i left join pg_constraint c on c.conindid = i.indexrelid and c.contype in ('u', 'x')
    where i.indrelid = '${table}'::regclass and not i.indisprimary`);
  for (const { name, constraint } of indexes)
    await client.query(
      constraint === null ? `drop index ${name}` : `alter table ${table} drop constraint ${constraint} cascade`,
    );
  const valueOf = (column: Column): string => {
    if (owner === undefined && column.name === 'id') return 'c.id';
    if (column.name === 'id') return 'c.id + f.place * 10000000';
    // A copy is found by what it holds itself.
    if (column.name === 'search_text')
      return `lower(concat_ws(' ', ${columns
        .filter(({ name }) => keyword.map(snake).includes(name))
        .map(differing)
        .join(', ')}, t.search_text))`;
    return column.name === owner ? 'c.id' : differing(column);
  };
  await client.query(
    `insert into ${table} (${columns.map(({ name }) => `"${name}"`).join(', ')}) overriding system value
      select ${columns.map(valueOf).join(', ')} from ${table} t ${originals}`,
  );
  for (const { definition } of indexes)
    await client.query(definition.replace('CREATE UNIQUE INDEX', 'CREATE INDEX').replace(' NULLS NOT DISTINCT', ''));
  await client.query(`analyze ${table}`);
}

/**
 * A record whose required fields hold the first thing they may; where a check wants one thing or another, the first
 * optional reference that satisfies it.
 */
async function makeOne(client: pg.Client, declaration: Declaration): Promise<void> {
  const stored = Object.entries(declaration.fields).filter(
    ([, field]) => isStored(field) && field.rules.default === undefined,
  );
  const wanted = stored.filter(([, field]) => !field.optional);
  const tenant = declaration.platform ? [] : [['tenant_id', `'${TENANT}'`]];
  await client.query('begin');
  for (const more of [
    [],
    ...stored.filter(([, field]) => field.optional && field.kind === 'ref').map((each) => [each]),
  ]) {
    const values = [...tenant, ...[...wanted, ...more].map(([name, field], nr) => [snake(name), firstOf(field, nr)])];
    await client.query('savepoint tried');
    try {
      await client.query(
        `insert into ${tableOf(declaration)} (${values.map(([name]) => name).join(', ')})
          values (${values.map(([, value]) => value).join(', ')})`,
      );
      await client.query('commit');
      return;
    } catch {
      await client.query('rollback to savepoint tried');
    }
  }
  await client.query('rollback');
  throw new Error('no record could be made up');
}
/** Of two references to one thing each takes another record. */
function firstOf(field: Field, nr: number): string {
  if (field.kind === 'ref')
    return `(select id from ${tableOf(declared(field.rules.target!))} order by id offset ${nr} limit 1)`;
  if (field.kind === 'choice') return `'${field.rules.choices![0]!.value}'`;
  const { nature } = kinds[field.kind];
  if (nature === 'list') return `'{}'`;
  return nature === 'day' || nature === 'moment'
    ? `'2026-01-01'`
    : nature === 'text'
      ? `'${nr}'`
      : field.kind === 'json'
        ? `'{}'`
        : '1';
}
const declared = (name: string): Declaration =>
  modules.flatMap(({ declarations }) => declarations).find((each) => each.name === name)!;

/** The value of a copy, from that of its original `t` and its number `c.nr`. */
function differing({ name, type, isUnique, isChosen }: Column): string {
  const own = `t."${name}"`;
  if (type === 'text' && !isChosen && (isUnique || /(^|_)(name|code|title)$/.test(name)) && name !== 'tenant_id')
    return `${name === 'code' ? `coalesce(${own}, '')` : own} || '-' || c.nr`;
  if (name === 'create_time' || name === 'update_time') return `${own} - c.nr * interval '37 seconds'`;
  // All days of a row move together, and all its amounts grow together: what is compared within a row stays as it was.
  if (type === 'date') return `${own} + (c.nr % 700)::integer`;
  if (type === 'numeric' && /price|amount|qty/.test(name)) return `round(${own} * (1 + c.nr % 89), 2)`;
  return own;
}
