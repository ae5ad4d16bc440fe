import fs from 'node:fs';
import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { migrationChecksums } from '../../kernel/server/migrate.ts';
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
      const { table, columns } = JSON.parse(lines[at] === '' ? '{}' : lines[at]!) as Partial<TableBegin>;
      if (table === undefined || columns === undefined) continue;
      const end = lines.indexOf('\\.', at);
      if (table.startsWith('public.')) await fillTable(client, { table, columns }, lines.slice(at + 1, end));
      at = end + 1;
    }
  } finally {
    await client.end();
  }
}

interface TableBegin {
  readonly table: string;
  readonly columns: readonly string[];
}

async function fillTable(client: pg.Client, { table, columns }: TableBegin, rows: readonly string[]): Promise<void> {
  const { rows: present } = await client.query<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
     where attrelid = to_regclass($1) and attnum > 0 and not attisdropped and attname = any ($2)`,
    [table, columns],
  );
  if (present.length === 0 || rows.length === 0) return;
  const name = pg.escapeIdentifier;
  await client.query(`create temp table incoming (${columns.map((each) => `${name(each)} text`).join(', ')})`);
  await copyIn(client, 'copy incoming from stdin', Readable.from(rows.map((row) => Buffer.from(`${row}\n`))));
  await client.query(`delete from ${table}`);
  await client.query(
    `insert into ${table} (${present.map((each) => name(each.name)).join(', ')})
     select ${present.map((each) => `${name(each.name)}::${each.type}`).join(', ')} from incoming`,
  );
  await client.query('drop table incoming');
}
