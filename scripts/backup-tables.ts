/** What a backup and a restore ask of the database: its tables, their checksums and the rules between them. */
import pg from 'pg';
import { BackupFailure, type Migration, type Sequences, type TableEnd } from './backup-lines.ts';

/** Known from the schema alone, so it is the migrations' business and not the data's. */
const NOT_DATA = ['public.schema_migration', 'graphile_worker.migrations'];

/** A connection of the owner of the tables. */
export async function connect(ownerUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: ownerUrl });
  client.on('error', () => {}); // the statement that fails reports it
  await client.connect();
  return client;
}

/** Who is bound by row-level security reads no rows, without an error, and would back up an empty company. */
async function requireSight(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ role: string; sees: boolean }>(
    'select rolname as role, rolsuper or rolbypassrls as sees from pg_roles where rolname = current_user',
  );
  const [{ role, sees }] = rows as [{ role: string; sees: boolean }];
  if (!sees) throw new BackupFailure(`role ${role} does not see every row; it must be a superuser or have BYPASSRLS`);
}

/** Fixes what decides how values are written, and lets row-level security fail instead of hiding rows. */
export async function fixTextForms(client: pg.Client): Promise<void> {
  await requireSight(client);
  await client.query(`
    set local row_security = off;
    set local timezone = 'UTC';
    set local datestyle = 'ISO, YMD';
    set local intervalstyle = 'postgres';
    set local bytea_output = 'hex';
    set local extra_float_digits = 1;
    set local search_path = public;
    set local statement_timeout = 0;
    set local idle_in_transaction_session_timeout = 0`);
}

interface Table {
  name: string;
  quoted: string;
  columns: string[];
  columnList: string;
}

/** Every table that holds data of its own; partitions are read through the table they belong to. */
export async function tablesOf(client: pg.Client, except: readonly string[] = NOT_DATA): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select n.nspname || '.' || c.relname as name,
            format('%I.%I', n.nspname, c.relname) as quoted,
            array_agg(a.attname::text order by a.attnum) as columns,
            string_agg(quote_ident(a.attname), ', ' order by a.attnum) as "columnList"
     from pg_class c
     join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relkind in ('r', 'p') and not c.relispartition and c.relpersistence = 'p'
       and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname not like 'pg\\_%'
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
       and n.nspname || '.' || c.relname <> all ($1)
     group by n.nspname, c.relname
     order by 1`,
    [except],
  );
  return rows;
}

/** The migrations a database has had. */
export async function migrationsOf(client: pg.Client): Promise<Migration[]> {
  return (await client.query<Migration>('select name, checksum from public.schema_migration order by name')).rows;
}

/** Count and sum over all values, whatever the order of the rows. */
export async function checksumOf(client: pg.Client, quoted: string): Promise<TableEnd> {
  const { rows } = await client.query<TableEnd>(
    `select count(*)::text as rows,
            coalesce(sum(('x' || left(md5(t::text), 16))::bit(64)::bigint::numeric), 0)::text as checksum
     from ${quoted} t`,
  );
  return rows[0]!;
}

/** Where every sequence is. */
export async function sequencesOf(client: pg.Client): Promise<Sequences> {
  const { rows } = await client.query<{ name: string; quoted: string }>(
    `select quote_ident(n.nspname) || '.' || quote_ident(c.relname) as name, format('%I.%I', n.nspname,
      c.relname) as quoted
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'S' and n.nspname not in ('pg_catalog', 'information_schema') order by 1`,
  );
  const sequences: Sequences = {};
  for (const { name, quoted } of rows) {
    const found = await client.query<{ value: string; called: boolean }>(
      `select last_value::text as value, is_called as called from ${quoted}`,
    );
    sequences[name] = found.rows[0]!;
  }
  return sequences;
}

/**
 * Takes foreign keys and triggers away for the time of filling, and empties what migrations put in. Triggers
 * come back as they were; foreign keys are made anew, so that every reference is checked once more.
 */
export async function suspendRules(client: pg.Client, tables: readonly string[]): Promise<() => Promise<void>> {
  const { rows: keys } = await client.query<{ drop: string; add: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
            format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
     from pg_constraint where contype = 'f' and conparentid = 0
       and connamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)`,
  );
  const { rows: triggers } = await client.query<{ off: string; on: string }>(
    `select format('alter table %s disable trigger %I', tgrelid::regclass, tgname) as off,
            format('alter table %s %s trigger %I', tgrelid::regclass,
                   case tgenabled when 'A' then 'enable always' when 'R' then 'enable replica'
                   else 'enable' end, tgname) as on
     from pg_trigger where not tgisinternal and tgparentid = 0 and tgenabled <> 'D'`,
  );
  for (const { drop } of keys) await client.query(drop);
  for (const { off } of triggers) await client.query(off);
  await client.query(`truncate ${tables.join(', ')}`);
  return async () => {
    for (const { add } of keys) await client.query(add);
    for (const { on } of triggers) await client.query(on);
  };
}

/** Whatever ran when the backup was made runs nowhere now: it starts again, as after a crash. */
export async function releaseJobs(client: pg.Client): Promise<void> {
  await client.query(
    `update graphile_worker._private_jobs set locked_at = null, locked_by = null where locked_at is not null`,
  );
  await client.query(
    `update graphile_worker._private_job_queues set locked_at = null, locked_by = null where locked_at is not null`,
  );
}
