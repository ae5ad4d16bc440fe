import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { makeWorkerUtils } from 'graphile-worker';
import pg from 'pg';
import { migrate, migrationChecksums } from '../parts/postgres/migrate.ts';
import {
  BackupFailure,
  BackupLines,
  BLOCK_END,
  NEWLINE,
  type FileHeader,
  type FileEnd,
  type Header,
  type Moved,
  type Sequences,
  type TableHeader,
  type TableEnd,
} from './backup-lines.ts';
import {
  checksumOf,
  connect,
  fixTextForms,
  migrationsOf,
  releaseJobs,
  sequencesOf,
  suspendRules,
  tablesOf,
} from './backup-tables.ts';
import { copyIn, copyOut, drained } from './copy-stream.ts';

/** A multiple of three, so that the pieces of base64 join. */
const FILE_PIECE = 48 * 1024;

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
    await fixTextForms(client);
    const moved: Moved = { tables: 0, rows: 0, files: 0 };
    await writeLine({
      format: 'larder-backup',
      version: 1,
      createdTime: new Date().toISOString(),
      migrations: await migrationsOf(client),
    } satisfies Header);

    for (const table of await tablesOf(client)) {
      await writeLine({ table: table.name, columns: table.columns } satisfies TableHeader);
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
      await writeLine({ file: name } satisfies FileHeader);
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
    await fixTextForms(client);
    const tables = new Map((await tablesOf(client)).map((table) => [table.name, table]));
    const restoreRules = await suspendRules(
      client,
      [...tables.values()].map(({ quoted }) => quoted),
    );

    const moved: Moved = { tables: 0, rows: 0, files: 0 };
    let announced: Moved | undefined;
    for (;;) {
      const line = await lines.next<TableHeader | FileHeader | { sequences: Sequences } | Moved>();
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
