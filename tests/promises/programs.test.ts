/**
 * Promises 52 and 54: real programs on one database, one of them killed by force, none of them in the way of the other.
 */
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { buffer } from 'node:stream/consumers';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type pg from 'pg';
import { sheetColumn, writeSheet } from '../../parts/xlsx/sheet-writer.ts';
import { freshDatabase } from '../support/postgres.ts';
import { programsOn, upload, type Programs, type Started } from '../support/programs.ts';

const ROWS = 12_000;
/** Generous: other tests, and other people, share the cores. */
const GENEROUS = 120_000;
let programs: Programs;
let token: string;
let first: Started;

beforeAll(async () => {
  programs = await programsOn(await freshDatabase());
  first = await programs.start('first');
  token = await programs.tokenOf('admin');
}, GENEROUS);
afterAll(() => programs.end());

test(
  'promise 52: an import whose program is killed in the middle is done within a minute of its next start, each row once',
  { timeout: GENEROUS },
  async () => {
    // Whoever wants to write units waits: the import stands in the middle of its work.
    await programs.query('begin; lock table material_unit in share row exclusive mode');
    const job = await importing(first, 'A');
    await expect.poll(() => programs.waitingFor('material_unit'), { timeout: 30_000, interval: 50 }).toBeGreaterThan(0);
    await programs.kill(first);
    await programs.query('rollback');
    const startedAt = performance.now();
    expect(await stateOf(job)).toMatchObject({ state: 'running' });

    first = await programs.start('first');
    await expect.poll(async () => (await stateOf(job)).state, { timeout: 60_000, interval: 200 }).toBe('done');
    expect(performance.now() - startedAt).toBeLessThan(60_000);
    expect(await stateOf(job)).toEqual({
      state: 'done',
      progress: ROWS,
      total: ROWS,
      attempt: 2,
      result: expect.objectContaining({ created: ROWS, updated: 0, failed: 0, landed: true }) as unknown,
    });
    expect(await unitsOf('A')).toBe(ROWS);
  },
);

test('a job that killed its program three times is begun no more and says so', { timeout: GENEROUS }, async () => {
  await programs.query('begin; lock table material_unit in share row exclusive mode');
  const job = await importing(first, 'B');
  await expect.poll(() => programs.waitingFor('material_unit'), { timeout: 30_000, interval: 50 }).toBeGreaterThan(0);
  await programs.kill(first);
  // As two kills more leave it.
  await programs.query(`update job set attempt = 3 where id = ${job}`);
  await programs.query('commit');
  first = await programs.start('first');
  await expect
    .poll(
      async () =>
        (
          await programs.query<{ state: string; error: string | null }>(
            `select state, error from job where id = ${job}`,
          )
        )[0],
      { timeout: 60_000, interval: 200 },
    )
    .toEqual({ state: 'failed', error: '任务已中断 3 次，不再重试，请联系管理员' });
  expect(await unitsOf('B')).toBe(0);
});

test.each([
  [
    'other files',
    { shared: false },
    'another program serves this database with other files; let DATA_DIR/files of all programs of one database be the same shared folder',
  ],
  [
    'another TOKEN_SECRET',
    { secret: 'a secret of somebody else that is long enough' },
    'another program serves this database with another TOKEN_SECRET; give all programs of one database the same',
  ],
])(
  'promise 54: a second program with %s is refused in one line',
  { timeout: GENEROUS },
  async (difference, settings, line) => {
    await expect(programs.start(difference.replaceAll(' ', '-'), settings)).rejects.toThrow(`[larder] ${line}\n`);
  },
);

test(
  'promise 52: an import whose program is killed in the middle is done within a minute by another one that is there',
  { timeout: GENEROUS },
  async () => {
    const second = await programs.start('second');
    await programs.query('begin; lock table material_unit in share row exclusive mode');
    // It lives, and takes nothing: the job is the first one's.
    second.process.kill('SIGSTOP');
    const job = await importing(first, 'I');
    await expect.poll(() => programs.waitingFor('material_unit'), { timeout: 30_000, interval: 50 }).toBeGreaterThan(0);
    second.process.kill('SIGCONT');
    await programs.kill(first);
    await programs.query('rollback');
    const startedAt = performance.now();
    await expect.poll(async () => (await stateOf(job)).state, { timeout: 60_000, interval: 200 }).toBe('done');
    expect(performance.now() - startedAt).toBeLessThan(60_000);
    expect(await stateOf(job)).toMatchObject({ progress: ROWS, total: ROWS, attempt: 2 });
    expect(await unitsOf('I')).toBe(ROWS);
    first = second;
  },
);

test(
  'promise 54: of two programs on one database each runs what the other was given, and shows its pictures',
  { timeout: GENEROUS },
  async () => {
    const second = await programs.start('third');
    const jobs: string[] = [];
    for (const prefix of ['C', 'D', 'E', 'F', 'G', 'H'])
      jobs.push(await importing(prefix < 'F' ? first : second, prefix));
    await expect
      .poll(async () => programs.query(`select state from job where id in (${jobs.join()}) and state <> 'done'`), {
        timeout: 90_000,
        interval: 200,
      })
      .toEqual([]);
    for (const prefix of ['C', 'D', 'E', 'F', 'G', 'H']) expect(await unitsOf(prefix)).toBe(ROWS);

    const picture = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    const { link, attachId } = (await upload(
      first,
      token,
      'blade-resource/oss/endpoint/put-file',
      picture,
      'dot.png',
    )) as { link: string; attachId: string };
    const shown = await fetch(`${second.address}${link}`);
    expect(Buffer.from(await shown.arrayBuffer())).toEqual(picture);

    // What is lost from the folder is said as such.
    fs.rmSync(path.join(programs.files, `000000-${attachId}`));
    const lost = await fetch(`${second.address}${link}`);
    expect(await lost.json()).toMatchObject({ code: 404, msg: '文件的内容在服务器上找不到，请重新上传或联系管理员' });
  },
);

/** Gives a sheet of units whose codes begin with `prefix` to a program; answers the job that imports them. */
async function importing(at: Started, prefix: string): Promise<string> {
  const rows = Array.from({ length: ROWS }, (_, n) => [
    `${prefix}${n}`,
    `${prefix}${n}-${randomBytes(7).toString('base64url')}`,
    '件·包装',
  ]);
  const sheet = await buffer(
    writeSheet(
      ['单位编码', '单位名称', '单位类别'].map((heading) => sheetColumn(heading, { kind: 'text' })),
      rows,
      { name: '数据' },
    ),
  );
  const { jobId } = (await upload(at, token, 'master-data/materialunit/importExcelTemplate', sheet, 'units.xlsx')) as {
    jobId: string;
  };
  return jobId;
}

interface Job {
  readonly state: string;
  readonly progress: number;
  readonly total: number;
  readonly attempt: number;
  readonly result: unknown;
}
const stateOf = async (job: string): Promise<Job> =>
  (
    await programs.query<Job & pg.QueryResultRow>(
      `select state, progress, total, attempt, result from job where id = ${job}`,
    )
  )[0]!;
const unitsOf = async (prefix: string): Promise<number> =>
  (
    await programs.query<{ n: number }>(
      `select count(*)::int as n from material_unit where code like '${prefix}%' and name like '${prefix}%-%'`,
    )
  )[0]!.n;
