import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';

export const MIGRATIONS = path.resolve(import.meta.dirname, '../../database/migrations');

const textOf = (name: string): string => fs.readFileSync(path.join(MIGRATIONS, name), 'utf8');

/** Every migration in order with its digest: who applied one never meets another text of that name. */
export const migrationChecksums = (): ReadonlyMap<string, string> =>
  new Map(
    fs
      .readdirSync(MIGRATIONS)
      .filter((name) => name.endsWith('.sql'))
      .toSorted()
      .map((name) => [name, createHash('sha256').update(textOf(name)).digest('hex')]),
  );

/**
 * Of a table it has not looked at yet PostgreSQL believes that any value stands in one row of two hundred, that of the
 * tenant, too, and plans as if there were a row or two. So it is told to expect all rows in one tenant, until it has
 * looked; from 18 on it can be.
 */
const EXPECT_ONE_TENANT = `
  do $$ begin
    if current_setting('server_version_num')::integer >= 180000 then
      perform pg_restore_attribute_stats('schemaname', c.relnamespace::regnamespace::text, 'relname', c.relname::text, 'attname', a.attname::text, 'inherited', false, 'null_frac', 0::real, 'avg_width', 7, 'n_distinct', 1::real)
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.reltuples = -1; -- never looked at
    end if;
  end $$`;

/**
 * Brings the database at `ownerUrl` to the newest version: every file of `database/migrations` once, in order,
 * each in its own transaction with its row in `schema_migration`, so that a killed run is simply repeated.
 * Creates the role `larder_app` first. Throws when a file that was already applied has changed since.
 * `only`: the files of an earlier version, for a database that is to become what it was then.
 */
export async function migrate(
  ownerUrl: string,
  { only = () => true }: { readonly only?: (name: string) => boolean } = {},
): Promise<{ applied: string[] }> {
  const client = new pg.Client({ connectionString: ownerUrl });
  client.on('error', () => {}); // the query that fails reports it
  await client.connect();
  try {
    // One migration at a time, however many servers start at once.
    await client.query(`select pg_advisory_lock(hashtext('larder.migrate'))`);
    await client.query(`
      do $$ begin
        if not exists (select 1 from pg_roles where rolname = 'larder_app') then create role larder_app login nosuperuser nobypassrls nocreatedb nocreaterole; end if;
      exception when duplicate_object or unique_violation then null; -- another database of the same cluster was faster
      end $$`);
    await client.query(
      `create table if not exists schema_migration (name text primary key, checksum text not null,
        applied_time timestamptz not null default now())`,
    );
    const known = new Map(
      (await client.query<{ name: string; checksum: string }>('select name, checksum from schema_migration')).rows.map(
        (row) => [row.name, row.checksum],
      ),
    );
    const applied: string[] = [];
    for (const [name, checksum] of migrationChecksums()) {
      if (!only(name)) continue;
      const before = known.get(name);
      if (before === checksum) continue;
      if (before !== undefined)
        throw new Error(`Migration ${name} was changed after it had been applied; write a new one instead`);
      await client.query('begin');
      try {
        await client.query(textOf(name));
        await client.query('insert into schema_migration (name, checksum) values ($1, $2)', [name, checksum]);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw new Error(`Migration ${name} failed: ${(error as Error).message}`, { cause: error });
      }
      applied.push(name);
    }
    if (applied.length > 0) await client.query(EXPECT_ONE_TENANT);
    return { applied };
  } finally {
    await client.end();
  }
}
