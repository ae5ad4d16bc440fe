/**
 * Promise 52 for everything a program does by itself: it is killed in the middle of all of it at once, and started
 * again.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_TIMEOUT_MS, demoDatabase } from '../support/demo-database.ts';
import { programsOn, type Programs } from '../support/programs.ts';
import { eventually, LOOKS, PHONES, scheduledWork, type ScheduledWork } from './scheduled-work.ts';

const WITHIN_MS = 60_000;
let programs: Programs;
let work: ScheduledWork;
/** When it was started again. */
let startedAt: number;

beforeAll(async () => {
  programs = await programsOn(await demoDatabase());
  const token = await programs.tokenOf('admin');
  work = await scheduledWork(programs);
  await work.hold(2);
  const program = await programs.start('first');
  await work.askForSync(program, token);
  await work.isHeld();
  await programs.kill(program);
  await work.letGo();
  startedAt = performance.now();
  await programs.start('first');
}, DEMO_TIMEOUT_MS + WITHIN_MS);
afterAll(async () => {
  await programs.end();
  await work.close();
});

test.each(LOOKS)(
  'promise 52: %s whose program is killed in the middle is done within a minute of its next start, once',
  { timeout: WITHIN_MS + 5_000 },
  async (_what, look, expected) => {
    await expect
      .poll(() => look(programs), {
        timeout: Math.max(2_000, WITHIN_MS - (performance.now() - startedAt)),
        interval: 200,
      })
      .toEqual(expected);
  },
);

test('promise 52: the job of the killed program was begun twice and is done', async () => {
  expect(await programs.query(`select state, attempt from job where kind = 'sap-sync'`)).toEqual([
    { state: 'done', attempt: 2 },
  ]);
});

test('promise 52: a short message that was on its way when its program was killed goes out again, and no other does', async () => {
  await eventually(() => expect(work.texted.toSorted()).toEqual([work.texted[0]!, ...PHONES].toSorted()));
});
