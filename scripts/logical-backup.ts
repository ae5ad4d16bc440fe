import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { makeWorkerUtils } from 'graphile-worker';
import pg from 'pg';
import { migrate, migrationChecksums } from '../parts/postgres/migrate.ts';
import { copyIn, copyOut, drained } from './copy-stream.ts';
import { PlainFailure } from './plain-failure.ts';

/**
 * The embedded PostgreSQL comes without pg_dump, so Larder writes its own backup: gzip'd lines.
 *
 *     {"format":"larder-backup","version":1,"createdTime":…,"migrations":[…]}
 *     {"table":"public.material","columns":["id",…]}          per table,
 *     1⇥GA0001⇥…                                              its rows as COPY writes them,
 *     \.                                                      a line no row can be,
 *     {"rows":1,"checksum":"…"}                               and what a restore must find again;
 *     {"file":"…"} base64 lines \. {"bytes":…,"sha256":…}      per attached file;
 *     {"sequences":{"public.id_running":…}}
 *     {"tables":80,"rows":1234,"files":3}                     the end, so that half a file is known for one.
 *
 * Everything is read in one snapshot. Data of the schema only: the schema is what the migrations make.
 */
interface Header {
  format: 'larder-backup';
  version: 1;
  createdTime: string;
  migrations: Migration[];
}
interface Migration {
  name: string;
  checksum: string;
}
interface TableBegin {
  table: string;
  columns: string[];
}
interface TableEnd {
  rows: string;
  checksum: string;
}
interface FileBegin {
  file: string;
}
interface FileEnd {
  bytes: number;
  sha256: string;
}
type Sequences = Record<string, { value: string; called: boolean }>;

/** What a backup or a restore has moved. */
export interface Moved {
  tables: number;
  rows: number;
  files: number;
}

/** One sentence why there is no backup, or no restore. */
export class BackupFailure extends PlainFailure {}

const BLOCK_END = Buffer.from('\\.\n');
const NEWLINE = 0x0a;
/** A multiple of three, so that the pieces of base64 join. */
const FILE_PIECE = 48 * 1024;
/** Known from the schema alone, so it is the migrations' business and not the data's. */
const NOT_DATA = ['public.schema_migration', 'graphile_worker.migrations'];

/** Writes a consistent backup of the database and the attached files to `file`, which must not exist yet. */
export async function writeBackup(options: { ownerUrl: string; fileFolder: string; file: string }): Promise<Moved> {
  const { ownerUrl, fileFolder, file } = options;
  if (fs.existsSync(file)) throw new BackupFailure(`${file} exists already`);
  const unfinished = `${file}.unfinished`;
  // It holds everything there is to know about the company, so it is nobody else's to read.
  const handle = fs.openSync(unfinished, 'w', 0o600);
  const client = await connect(ownerUrl).catch((error: unknown) => {
    fs.closeSync(handle);
    fs.rmSync(unfinished, { force: true });
    throw error;
  });
  const output = fs.createWriteStream(unfinished, { fd: handle, flush: true });
  const gzip = createGzip({ level: 6 });
  const written = pipeline(gzip, output);
  written.catch(() => {}); // awaited at the end; a failure before that must not end the process
  const writeLine = async (value: unknown) => {
    if (!gzip.write(`${JSON.stringify(value)}\n`)) await drained(gzip);
  };
  try {
    await client.query('begin isolation level repeatable read, read only');
    await settle(client);
    const moved: Moved = { tables: 0, rows: 0, files: 0 };
    await writeLine({
      format: 'larder-backup',
      version: 1,
      createdTime: new Date().toISOString(),
      migrations: await migrationsOf(client),
    } satisfies Header);

    for (const table of await tablesOf(client)) {
      await writeLine({ table: table.name, columns: table.columns } satisfies TableBegin);
      let lines = 0;
      await copyOut(client, `copy (select ${table.columnList} from ${table.quoted}) to stdout`, gzip, (chunk) => {
        for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) lines += 1;
      });
      gzip.write(BLOCK_END);
      const sum = await checksumOf(client, table.quoted);
      if (String(lines) !== sum.rows) {
        throw new BackupFailure(`${table.name} has ${sum.rows} rows, but ${lines} were read`);
      }
      await writeLine(sum satisfies TableEnd);
      moved.tables += 1;
      moved.rows += lines;
    }

    // Read after the rows, since the numbering knows no snapshot: it may run ahead of them, never behind.
    await writeLine({ sequences: await sequencesOf(client) });
    for (const name of attachedFiles(fileFolder)) {
      await writeLine({ file: name } satisfies FileBegin);
      const hash = createHash('sha256');
      let bytes = 0;
      for await (const piece of fs.createReadStream(path.join(fileFolder, name), { highWaterMark: FILE_PIECE })) {
        hash.update(piece as Buffer);
        bytes += (piece as Buffer).length;
        if (!gzip.write(`${(piece as Buffer).toString('base64')}\n`)) await drained(gzip);
      }
      gzip.write(BLOCK_END);
      await writeLine({ bytes, sha256: hash.digest('hex') } satisfies FileEnd);
      moved.files += 1;
    }
    await writeLine(moved);
    await client.query('commit');
    gzip.end();
    await written;
    fs.renameSync(unfinished, file);
    return moved;
  } catch (error) {
    gzip.destroy();
    await written.catch(() => {});
    fs.rmSync(unfinished, { force: true });
    throw error;
  } finally {
    await client.end();
  }
}

/**
 * Fills an empty database, in one transaction: either everything is there again, counted and compared, or nothing.
 * A backup of an earlier version is brought up to this one afterwards. Only the tables themselves, which the migrations
 * make first, stay behind after a failure.
 */
export async function restoreBackup(options: { ownerUrl: string; fileFolder: string; file: string }): Promise<Moved> {
  const { ownerUrl, fileFolder, file } = options;
  if (!fs.existsSync(file)) throw new BackupFailure(`${file} does not exist`);
  if (attachedFiles(fileFolder).length > 0)
    throw new BackupFailure(`${fileFolder} holds files already; restore into an empty place`);
  const lines = new BackupLines(file);
  try {
    const header = await lines.next<Header>();
    if (header.format !== 'larder-backup') throw new BackupFailure(`${file} is no backup of Larder`);
    if (header.version !== 1)
      throw new BackupFailure(`${file} is written in a later format (${String(header.version)})`);
    await prepareSchema(ownerUrl, header);
    const moved = await fill(ownerUrl, fileFolder, lines);
    await migrate(ownerUrl);
    return moved;
  } finally {
    lines.close();
  }
}

/** Whether anything stands in the database, tables without rows included. */
export async function isEmptyDatabase(ownerUrl: string): Promise<boolean> {
  const client = await connect(ownerUrl);
  try {
    return (await tablesOf(client, [])).length === 0;
  } finally {
    await client.end();
  }
}

/** Makes the tables as they were when the backup was written: migrations of a later version come after its rows. */
async function prepareSchema(ownerUrl: string, header: Header): Promise<void> {
  if (!(await isEmptyDatabase(ownerUrl))) throw new BackupFailure('the database is not empty; restore into a new one');
  const here = migrationChecksums();
  for (const { name, checksum } of header.migrations) {
    if (here.get(name) !== checksum) {
      throw new BackupFailure(
        `the backup was written by another version of Larder: migration ${name} is not the same here`,
      );
    }
  }
  const then = new Set(header.migrations.map(({ name }) => name));
  await migrate(ownerUrl, { only: (name) => then.has(name) });
  const worker = await makeWorkerUtils({ connectionString: ownerUrl });
  await worker.migrate();
  await worker.release();
}

async function fill(ownerUrl: string, fileFolder: string, lines: BackupLines): Promise<Moved> {
  const client = await connect(ownerUrl);
  try {
    await client.query('begin');
    await settle(client);
    const tables = new Map((await tablesOf(client)).map((table) => [table.name, table]));
    const restoreRules = await suspendRules(
      client,
      [...tables.values()].map(({ quoted }) => quoted),
    );

    const moved: Moved = { tables: 0, rows: 0, files: 0 };
    let announced: Moved | undefined;
    for (;;) {
      const line = await lines.next<TableBegin | FileBegin | { sequences: Sequences } | Moved>();
      if ('table' in line) {
        const { table: name, columns } = line;
        const table = tables.get(name);
        const known = table?.columns.toSorted().join() === columns.toSorted().join();
        if (!table || !known) throw new BackupFailure(`${name} of the backup is another table here, or none`);
        tables.delete(name);
        const columnList = columns.map((column) => pg.escapeIdentifier(column)).join(', ');
        await copyIn(client, `copy ${table.quoted} (${columnList}) from stdin`, lines.block());
        const expected = await lines.next<TableEnd>();
        const found = await checksumOf(client, table.quoted);
        if (found.rows !== expected.rows || found.checksum !== expected.checksum) {
          throw new BackupFailure(
            `${name} came back with ${found.rows} of ${expected.rows} rows, or with other values`,
          );
        }
        moved.tables += 1;
        moved.rows += Number(found.rows);
      } else if ('file' in line) {
        await restoreFile(fileFolder, line.file, lines);
        moved.files += 1;
      } else if ('sequences' in line) {
        for (const [name, { value, called }] of Object.entries(line.sequences)) {
          await client.query('select setval($1::regclass, $2::bigint, $3)', [name, value, called]);
        }
      } else {
        announced = line;
        break;
      }
    }
    if (JSON.stringify(announced) !== JSON.stringify(moved)) {
      throw new BackupFailure(`the backup announces ${JSON.stringify(announced)}, but holds ${JSON.stringify(moved)}`);
    }
    // A database that was migrated but never served has no queue yet.
    const lacking = [...tables.keys()].filter((name) => !name.startsWith('graphile_worker.'));
    if (lacking.length > 0) throw new BackupFailure(`the backup lacks ${lacking.join(', ')}`);
    await restoreRules();
    await releaseJobs(client);
    await client.query('commit');
    return moved;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    fs.rmSync(fileFolder, { recursive: true, force: true });
    throw error;
  } finally {
    await client.end();
  }
}

async function connect(ownerUrl: string): Promise<pg.Client> {
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
async function settle(client: pg.Client): Promise<void> {
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
async function tablesOf(client: pg.Client, except: readonly string[] = NOT_DATA): Promise<Table[]> {
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

async function migrationsOf(client: pg.Client): Promise<Migration[]> {
  return (await client.query<Migration>('select name, checksum from public.schema_migration order by name')).rows;
}

/** Count and sum over all values, whatever the order of the rows. */
async function checksumOf(client: pg.Client, quoted: string): Promise<TableEnd> {
  const { rows } = await client.query<TableEnd>(
    `select count(*)::text as rows,
            coalesce(sum(('x' || left(md5(t::text), 16))::bit(64)::bigint::numeric), 0)::text as checksum
     from ${quoted} t`,
  );
  return rows[0]!;
}

async function sequencesOf(client: pg.Client): Promise<Sequences> {
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
async function suspendRules(client: pg.Client, tables: readonly string[]): Promise<() => Promise<void>> {
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
async function releaseJobs(client: pg.Client): Promise<void> {
  await client.query(
    `update graphile_worker._private_jobs set locked_at = null, locked_by = null where locked_at is not null`,
  );
  await client.query(
    `update graphile_worker._private_job_queues set locked_at = null, locked_by = null where locked_at is not null`,
  );
}

function attachedFiles(fileFolder: string): string[] {
  if (!fs.existsSync(fileFolder)) return [];
  return (
    fs
      .readdirSync(fileFolder, { recursive: true, withFileTypes: true })
      // What is still arriving belongs to no record yet; what names the folder stays with it.
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.upload') && !entry.name.startsWith('.identity'))
      .map((entry) => path.relative(fileFolder, path.join(entry.parentPath, entry.name)))
      .toSorted()
  );
}

async function restoreFile(fileFolder: string, name: string, lines: BackupLines): Promise<void> {
  const target = path.resolve(fileFolder, name);
  // A backup may come from anywhere; it may not write anywhere.
  if (!target.startsWith(path.resolve(fileFolder) + path.sep))
    throw new BackupFailure(`the backup names a file outside its folder: ${name}`);
  fs.mkdirSync(path.dirname(target), { recursive: true });
  const handle = await fs.promises.open(target, 'wx', 0o600);
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    let rest = '';
    for await (const chunk of lines.block()) {
      const pieces = (rest + chunk.toString('latin1')).split('\n');
      rest = pieces.pop()!;
      for (const piece of pieces) {
        const content = Buffer.from(piece, 'base64');
        hash.update(content);
        bytes += content.length;
        await handle.write(content);
      }
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  const expected = await lines.next<FileEnd>();
  if (bytes !== expected.bytes || hash.digest('hex') !== expected.sha256)
    throw new BackupFailure(`the attached file ${name} came back changed`);
}

/** Reads a backup: single lines of JSON, and blocks of raw lines between them. */
class BackupLines {
  readonly #input: fs.ReadStream;
  readonly #chunks: AsyncIterator<Buffer>;
  #ahead: Buffer = Buffer.alloc(0);

  constructor(file: string) {
    this.#input = fs.createReadStream(file);
    const gunzip = createGunzip();
    this.#input.on('error', (error) => gunzip.destroy(error));
    this.#chunks = this.#input.pipe(gunzip)[Symbol.asyncIterator]();
  }

  /** The next line, which is an object; that it is this one follows from the lines before it. */
  async next<T extends object>(): Promise<T> {
    let end: number;
    while ((end = this.#ahead.indexOf(NEWLINE)) < 0) await this.#readOn();
    const line = this.#ahead.subarray(0, end).toString('utf8');
    this.#ahead = this.#ahead.subarray(end + 1);
    try {
      return JSON.parse(line) as T;
    } catch {
      throw new BackupFailure('this is no backup of Larder, or a damaged one');
    }
  }

  /** The raw lines up to the end of the block, in pieces of whole lines. */
  async *block(): AsyncGenerator<Buffer> {
    for (;;) {
      const end = this.#blockEnd();
      if (end >= 0) {
        if (end > 0) yield this.#ahead.subarray(0, end);
        this.#ahead = this.#ahead.subarray(end + BLOCK_END.length);
        return;
      }
      const whole = this.#ahead.lastIndexOf(NEWLINE) + 1;
      if (whole > 0) {
        const lines = this.#ahead.subarray(0, whole);
        this.#ahead = this.#ahead.subarray(whole);
        yield lines;
      }
      await this.#readOn();
    }
  }

  close(): void {
    this.#input.destroy();
  }

  /** Where a line begins that is nothing but the end mark. */
  #blockEnd(): number {
    let at = this.#ahead.indexOf(BLOCK_END);
    while (at > 0 && this.#ahead[at - 1] !== NEWLINE) at = this.#ahead.indexOf(BLOCK_END, at + 1);
    return at;
  }

  async #readOn(): Promise<void> {
    let step: IteratorResult<Buffer>;
    try {
      step = await this.#chunks.next();
    } catch (error) {
      throw new BackupFailure(`the backup is damaged: ${(error as Error).message}`);
    }
    if (step.done) throw new BackupFailure('the backup is cut off');
    this.#ahead = this.#ahead.length === 0 ? step.value : Buffer.concat([this.#ahead, step.value]);
  }
}
