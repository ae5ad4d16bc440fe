/**
 * Promises 52 and 54 for everything programs do by themselves: two of them live on one database, and one of them is
 * killed.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_TIMEOUT_MS, demoDatabase } from '../support/demo-database.ts';
import { programsOn, type Programs, type Started } from '../support/programs.ts';
import { eventually, LOOKS, PHONES, scheduledWork, type ScheduledWork } from './scheduled-work.ts';

const WITHIN_MS = 60_000;
const TASKS = [
  'approval.overdue',
  'file.folder-sweep',
  'file.sweep',
  'food-safety.missing-entries',
  'log.prune',
  'operations.forecast',
  'outbox.send',
  'price.nightly-run',
  'production.missing-samples',
  'purchasing.standing-orders',
  'receiving.overdue-differences',
  'sap.pull',
  'stock.prove',
  'stock.seal',
  'supplier.paper-ending',
  'supplier.partner-ending',
  'supplier.scores',
];
let programs: Programs;
let work: ScheduledWork;
let running: readonly Started[];

interface Task {
  readonly name: string;
  readonly program: string | null;
  readonly round: number;
}
const tasks = (): Promise<Task[]> =>
  programs.query<{ name: string; program: string | null; round: number }>(
    'select name, program, round::int from scheduled_task order by name',
  );
/** Rounds of everything; the program, where one is at it. */
const rounds = async (): Promise<unknown> =>
  Object.fromEntries((await tasks()).map(({ name, program, round }) => [name, program ?? round]));
/** A sync that somebody asks for is a job, which either of them may have. */
const BY_CLOCK = LOOKS.filter(([what]) => what !== 'a sync with SAP somebody asked for');
async function seen(): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (const [, look] of BY_CLOCK) answers.push(await look(programs));
  return answers;
}
/** Those that come round again while others are looked at, and one that has nothing to do and is over at once. */
const OFTEN = new Set(['outbox.send', 'production.missing-samples', 'sap.pull', 'receiving.overdue-differences']);
const SELDOM = TASKS.filter((name) => !OFTEN.has(name));

beforeAll(async () => {
  programs = await programsOn(await demoDatabase());
  work = await scheduledWork(programs);
  await work.hold(1);
  running = await Promise.all([programs.start('first'), programs.start('second')]);
}, DEMO_TIMEOUT_MS);
afterAll(async () => {
  await programs.end();
  await work.close();
});

test('promise 54: of two programs that live one is at each scheduled task, and none is at any twice', async () => {
  await work.isHeld();
  expect((await tasks()).map(({ name, round }) => [name, round])).toEqual(TASKS.map((name) => [name, 1]));
}, 60_000);

test(
  'promise 52: what a killed program was at is done within a minute by the other, though its own next round is far',
  { timeout: WITHIN_MS + 30_000 },
  async () => {
    const [{ program: holder }] = (await tasks()) as [Task];
    await programs.kill(running.find(({ process }) => holder!.includes(`:${process.pid}:`))!);
    await work.letGo();
    const begun = performance.now();
    for (const [what, look, expected] of BY_CLOCK)
      await expect
        .poll(async () => [what, await look(programs)], {
          timeout: Math.max(2_000, WITHIN_MS - (performance.now() - begun)),
          interval: 200,
        })
        .toEqual([what, expected]);
    await eventually(() => expect(work.texted.toSorted()).toEqual([work.texted[0]!, ...PHONES].toSorted()));
    // These came by no gate: their round had ended.
    const held = SELDOM.filter((name) => !['supplier.scores', 'food-safety.missing-entries'].includes(name));
    expect(await rounds()).toMatchObject(Object.fromEntries(held.map((name) => [name, 2])));
  },
);

test(
  'promise 54: once more due, each is done once more by one of the two, and nothing is told or made twice',
  { timeout: WITHIN_MS + 30_000 },
  async () => {
    await programs.start('third');
    const before = await seen();
    await programs.query(`update scheduled_task set round = 10, due_time = now() where program is null`);
    await expect
      .poll(rounds, { timeout: 30_000, interval: 100 })
      .toMatchObject(Object.fromEntries(SELDOM.map((name) => [name, 11])));
    expect(await seen()).toEqual(before);
    expect(work.texted).toHaveLength(PHONES.length + 1);
  },
);

test('a scheduled task that fails stands in the error log of each company it failed for, and is tried again after a minute', async () => {
  await programs.query('alter table price_run_night rename to price_run_night_away');
  await programs.query(`update scheduled_task set due_time = now() where name = 'price.nightly-run'`);
  const logged = (): Promise<unknown> =>
    programs.query(
      `select tenant_id, request_uri, type, request_id, count, message from error_log where service_id = 'schedule'`,
    );
  await expect.poll(logged, { timeout: 20_000, interval: 200 }).toEqual([
    {
      tenant_id: '000000',
      request_uri: 'price.nightly-run',
      type: 'price.nightly-run',
      request_id: 'price.nightly-run',
      count: 1,
      message: 'relation "price_run_night" does not exist',
    },
  ]);
  const [task] = await programs.query<{ seconds: number }>(
    `select extract(epoch from due_time - now())::int as seconds from scheduled_task where name = 'price.nightly-run'`,
  );
  expect(task!.seconds).toBeGreaterThan(30);
  expect(task!.seconds).toBeLessThanOrEqual(60);
}, 30_000);
