import fs from 'node:fs';
import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { migrationChecksums } from '../../parts/postgres/migrate.ts';
import { copyIn } from '../../scripts/copy-stream.ts';

const linesOf = (file: string): string[] => gunzipSync(fs.readFileSync(file)).toString('utf8').split('\n');

/** Whether a migration the backup was made with is not what it was: only one that no release holds may be. */
export function wasRewritten(file: string): boolean {
  const { migrations } = JSON.parse(linesOf(file)[0]!) as { migrations: { name: string; checksum: string }[] };
  const now = migrationChecksums();
  return migrations.some(({ name, checksum }) => now.get(name) !== checksum);
}

/**
 * Fills the tables there are now with the rows of a backup whose migrations were rewritten since, column by column of
 * the same name: nobody migrates such a database, but its rows are still those of a company.
 */
export async function fillByName(ownerUrl: string, file: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    // Without triggers and references, which hold only when everything is there.
    await client.query(`set session_replication_role = replica; set timezone = 'UTC'; set datestyle = 'ISO, YMD'`);
    const lines = linesOf(file);
    for (let at = 1; at < lines.length; at++) {
      const { table, columns } = JSON.parse(lines[at] === '' ? '{}' : lines[at]!) as Partial<TableHeader>;
      if (table === undefined || columns === undefined) continue;
      const end = lines.indexOf('\\.', at);
      if (table.startsWith('public.')) await fillTable(client, { table, columns }, lines.slice(at + 1, end));
      at = end + 1;
    }
  } finally {
    await client.end();
  }
}

interface TableHeader {
  readonly table: string;
  readonly columns: readonly string[];
}

/** What a person would write for the old rows of a new column that must be filled. */
const FILLING: Readonly<Record<string, string>> = { N: '0', S: `''`, D: 'now()', B: 'false', A: `'{}'`, U: `'{}'` };

interface Column {
  readonly name: string;
  readonly type: string;
  readonly category: string;
}

async function fillTable(client: pg.Client, { table, columns }: TableHeader, rows: readonly string[]): Promise<void> {
  if (rows.length === 0) return;
  const { rows: filled } = await client.query<Column>(
    `select a.attname as name, format_type(a.atttypid, a.atttypmod) as type, y.typcategory as category
     from pg_attribute a join pg_type y on y.oid = a.atttypid
     where a.attrelid = to_regclass($1) and a.attnum > 0 and not a.attisdropped
       and (a.attname = any ($2) or a.attnotnull and not a.atthasdef)`,
    [table, columns],
  );
  if (filled.length === 0) return;
  const name = pg.escapeIdentifier;
  const valueOf = (column: Column): string =>
    columns.includes(column.name) ? name(column.name) : FILLING[column.category]!;
  await client.query(`create temp table incoming (${columns.map((each) => `${name(each)} text`).join(', ')})`);
  await copyIn(client, 'copy incoming from stdin', Readable.from(rows.map((row) => Buffer.from(`${row}\n`))));
  await client.query(`delete from ${table}`);
  await client.query(
    `insert into ${table} (${filled.map((each) => name(each.name)).join(', ')})
     select ${filled.map((each) => `${valueOf(each)}::${each.type}`).join(', ')} from incoming`,
  );
  await client.query('drop table incoming');
}
