/** Promises 52 and 54: real programs on one database, one of them killed by force, none of them in the way of the other. */
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { buffer } from 'node:stream/consumers';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sheetColumn, writeSheet } from '../../kernel/server/excel/sheet-writer.ts';
import { createTokens } from '../../modules/admin/token.server.ts';
import { freshDatabase, type TestDatabase } from '../support/postgres.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const SECRET = 'a secret for two programs that is long enough';
const ROWS = 12_000;
/** Generous: other tests, and other people, share the cores. */
const GENEROUS = 120_000;
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'larder-programs-'));
const files = path.join(folder, 'files');
const launched: ChildProcess[] = [];
let database: TestDatabase;
let owner: pg.Client;
let token: string;
let first: Started;

beforeAll(async () => {
  fs.mkdirSync(files);
  database = await freshDatabase();
  owner = new pg.Client({ connectionString: database.ownerUrl });
  owner.on('error', () => {}); // the statement that fails reports it
  await owner.connect();
  first = await start('first');
  const [admin] = await query<{ id: string }>(`update app_user set must_change_password = 0 where account = 'admin' returning id::text as id`);
  const [session] = await query<{ id: string }>(`insert into session (tenant_id, user_id, client_id) values ('000000', ${admin!.id}, 'saber') returning id::text as id`);
  token = await createTokens(SECRET).access({ tenant: '000000', userId: admin!.id, sessionId: session!.id }, 3600);
}, GENEROUS);
afterAll(async () => {
  for (const program of launched) program.kill('SIGKILL');
  await owner.end();
  fs.rmSync(folder, { recursive: true, force: true });
});

test('promise 52: an import whose program is killed in the middle is done within a minute of its next start, each row once', { timeout: GENEROUS }, async () => {
  // Whoever wants to write units waits: the import stands in the middle of its work.
  await query('begin; lock table material_unit in share row exclusive mode');
  const job = await importing(first, 'A');
  await expect.poll(() => waitingFor('material_unit'), { timeout: 30_000, interval: 50 }).toBeGreaterThan(0);
  await kill(first);
  await query('rollback');
  const began = performance.now();
  expect(await stateOf(job)).toMatchObject({ state: 'running' });

  first = await start('first');
  await expect.poll(async () => (await stateOf(job)).state, { timeout: 60_000, interval: 200 }).toBe('done');
  expect(performance.now() - began).toBeLessThan(60_000);
  expect(await stateOf(job)).toEqual({ state: 'done', progress: ROWS, total: ROWS, attempt: 2, result: expect.objectContaining({ created: ROWS, updated: 0, failed: 0, landed: true }) as unknown });
  expect(await unitsOf('A')).toBe(ROWS);
});

test('a job that killed its program three times is begun no more and says so', { timeout: GENEROUS }, async () => {
  await query('begin; lock table material_unit in share row exclusive mode');
  const job = await importing(first, 'B');
  await expect.poll(() => waitingFor('material_unit'), { timeout: 30_000, interval: 50 }).toBeGreaterThan(0);
  await kill(first);
  // As two kills more leave it.
  await query(`update job set attempt = 3 where id = ${job}`);
  await query('commit');
  first = await start('first');
  await expect.poll(async () => (await query<{ state: string; error: string | null }>(`select state, error from job where id = ${job}`))[0], { timeout: 60_000, interval: 200 })
    .toEqual({ state: 'failed', error: '任务已中断 3 次，不再重试，请联系管理员' });
  expect(await unitsOf('B')).toBe(0);
});

test.each([
  ['other files', { shared: false }, 'another program serves this database with other files; let DATA_DIR/files of all programs of one database be the same shared folder'],
  ['another TOKEN_SECRET', { secret: 'a secret of somebody else that is long enough' }, 'another program serves this database with another TOKEN_SECRET; give all programs of one database the same'],
])('promise 54: a second program with %s is refused in one line', { timeout: GENEROUS }, async (difference, settings, line) => {
  await expect(start(difference.replaceAll(' ', '-'), settings)).rejects.toThrow(`[larder] ${line}\n`);
});

test('promise 54: of two programs on one database each runs what the other was given, and shows its pictures', { timeout: GENEROUS }, async () => {
  const second = await start('second');
  const jobs: string[] = [];
  for (const prefix of ['C', 'D', 'E', 'F', 'G', 'H']) jobs.push(await importing(prefix < 'F' ? first : second, prefix));
  await expect.poll(async () => query(`select state from job where id in (${jobs.join()}) and state <> 'done'`), { timeout: 90_000, interval: 200 }).toEqual([]);
  for (const prefix of ['C', 'D', 'E', 'F', 'G', 'H']) expect(await unitsOf(prefix)).toBe(ROWS);

  const picture = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
  const { link, attachId } = (await upload(first, 'blade-resource/oss/endpoint/put-file', picture, 'dot.png')) as { link: string; attachId: string };
  const shown = await fetch(`${second.address}${link}`);
  expect(Buffer.from(await shown.arrayBuffer())).toEqual(picture);

  // What is lost from the folder is said as such.
  fs.rmSync(path.join(files, `000000-${attachId}`));
  const lost = await fetch(`${second.address}${link}`);
  expect(await lost.json()).toMatchObject({ code: 404, msg: '文件的内容在服务器上找不到，请重新上传或联系管理员' });
});

interface Started {
  readonly process: ChildProcess;
  readonly address: string;
}

/** A program with a data folder of its own, whose files are those of all. */
function start(name: string, { shared = true, secret = SECRET } = {}): Promise<Started> {
  const dataDir = path.join(folder, name);
  fs.mkdirSync(dataDir, { recursive: true });
  if (shared && !fs.existsSync(path.join(dataDir, 'files'))) fs.symlinkSync(files, path.join(dataDir, 'files'));
  const { npm_lifecycle_event: _, ...rest } = process.env;
  const child = spawn(process.execPath, ['scripts/start.ts', '--api-only'], {
    cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...rest, NODE_ENV: 'development', DATA_DIR: dataDir, PORT: '0', DEMO: 'off', TOKEN_SECRET: secret, LOG_LEVEL: 'silent', DATABASE_URL: database.ownerUrl, APP_DATABASE_URL: database.appUrl },
  });
  launched.push(child);
  let said = '';
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (piece: Buffer) => {
        said += piece.toString();
        const address = /ready .*(http:\S+)/.exec(said)?.[1];
        if (address !== undefined) resolve({ process: child, address });
      });
    }
    child.on('close', () => reject(new Error(said)));
  });
}

async function kill({ process: program }: Started): Promise<void> {
  const ended = new Promise<void>((resolve) => { program.on('exit', () => resolve()); });
  program.kill('SIGKILL');
  await ended;
}

/** Gives a sheet of units whose codes begin with `prefix` to a program; answers the job that imports them. */
async function importing(at: Started, prefix: string): Promise<string> {
  const rows = Array.from({ length: ROWS }, (_, n) => [`${prefix}${n}`, `${prefix}${n}-${randomBytes(7).toString('base64url')}`, '件·包装']);
  const sheet = await buffer(writeSheet(['单位编码', '单位名称', '单位类别'].map((heading) => sheetColumn(heading, { kind: 'text' })), rows, { name: '数据' }));
  const { jobId } = (await upload(at, 'master-data/materialunit/importExcelTemplate', sheet, 'units.xlsx')) as { jobId: string };
  return jobId;
}

async function upload(at: Started, call: string, content: Buffer, name: string): Promise<unknown> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(content)]), name);
  const answer = await fetch(`${at.address}/api/${call}`, { method: 'POST', headers: { 'blade-auth': `bearer ${token}` }, body: form });
  const body = (await answer.json()) as { code: number; msg: string; data: unknown };
  if (body.code !== 200) throw new Error(`${call}: ${body.code} ${body.msg}`);
  return body.data;
}

interface Job {
  readonly state: string;
  readonly progress: number;
  readonly total: number;
  readonly attempt: number;
  readonly result: unknown;
}
const stateOf = async (job: string): Promise<Job> => (await query<Job & pg.QueryResultRow>(`select state, progress, total, attempt, result from job where id = ${job}`))[0]!;
const unitsOf = async (prefix: string): Promise<number> => (await query<{ n: number }>(`select count(*)::int as n from material_unit where code like '${prefix}%' and name like '${prefix}%-%'`))[0]!.n;
const waitingFor = async (table: string): Promise<number> => (await query<{ n: number }>(`select count(*)::int as n from pg_locks where relation = '${table}'::regclass and not granted`))[0]!.n;

async function query<T extends pg.QueryResultRow>(text: string): Promise<T[]> {
  return (await owner.query<T>(text)).rows;
}
