/**
 * Promise 14: a database that is there and does not move is told within ten seconds, and whoever comes after it moves
 * again is answered at once.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import pg from 'pg';
import { freshDatabase, type TestDatabase } from '../support/postgres.ts';
import { startProgram, type Answer, type RunningProgram } from '../support/program.ts';

const MOST_MS = 10_000;
const AWAY = '数据库暂时无法连接，没有保存任何内容，请稍后再试';
const BUSY = '数据正在被他人处理，请重试';

let database: TestDatabase;
let program: RunningProgram;
let token: string;
beforeAll(async () => {
  database = await freshDatabase();
  program = await startProgram({ on: database, connections: 2 });
  token = program.signIn();
});
afterAll(() => program.close());

const list = (): Promise<Answer> => program.call(token, 'GET', '/api/blade-system/param/list');
const change = (key: string): Promise<Answer> =>
  program.call(token, 'POST', '/api/blade-system/param/submit', { paramName: '参数', paramKey: key, paramValue: '1' });
const backends = async (waiting = false): Promise<number[]> =>
  (
    await program.asOwner<{ pid: number }>(`
  select pid from pg_stat_activity where datname = current_database() and usename = 'larder_app'
    and query not like 'listen%' ${waiting ? "and wait_event_type = 'Lock'" : ''} order by pid`)
  ).map(({ pid }) => pid);
/** The status and the sentence of an answer, and whether it came in time. */
async function answerInTime(answer: Promise<Answer>): Promise<unknown> {
  const begun = performance.now();
  const { status, body } = await answer;
  const took = performance.now() - begun;
  return [status, body.msg, took < MOST_MS || Math.round(took)];
}
async function stopping(pids: readonly number[], work: () => Promise<void>): Promise<void> {
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  try {
    await work();
  } finally {
    for (const pid of pids) process.kill(pid, 'SIGCONT');
  }
}
async function movesAgain(): Promise<void> {
  const begun = performance.now();
  expect((await list()).status).toBe(200);
  expect(performance.now() - begun).toBeLessThan(3_000);
}

test(
  'promise 14: whoever asks a database that has stopped moving, a list or a change, is told so within ten seconds',
  { timeout: 60_000 },
  async () => {
    await Promise.all([list(), list(), change('before')]);
    const pids = await backends();
    expect(pids.length).toBeGreaterThan(0);
    await stopping(pids, async () => {
      expect(await Promise.all([answerInTime(list()), answerInTime(change('stopped'))])).toEqual([
        [500, AWAY, true],
        [500, AWAY, true],
      ]);
      await movesAgain();
    });
    expect(await program.asOwner(`select 1 from param where param_key = 'stopped'`)).toEqual([]);
  },
);

test(
  'promise 14: whoever waits for a lock, and whoever’s connection stops moving while he does, is told so within ten seconds',
  { timeout: 60_000 },
  async () => {
    const other = new pg.Client({ connectionString: database.ownerUrl });
    await other.connect();
    try {
      await other.query('begin; lock table param in access exclusive mode');
      const answers = Promise.all([answerInTime(change('first')), answerInTime(change('second'))]);
      await expect.poll(() => backends(true)).toHaveLength(2);
      const [one] = await backends(true);
      await stopping([one!], async () => {
        expect(new Set(await answers)).toEqual(
          new Set([
            [400, BUSY, true],
            [500, AWAY, true],
          ]),
        );
      });
    } finally {
      await other.end();
    }
    await movesAgain();
    expect(await program.asOwner(`select 1 from param where param_key in ('first', 'second')`)).toEqual([]);
  },
);
