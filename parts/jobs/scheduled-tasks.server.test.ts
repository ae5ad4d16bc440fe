/**
 * Scheduled work of several programs on one database: each round by one of them, and what one leaves undone by the
 * next.
 */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../tests/support/postgres.ts';
import { forEachTenant, FailedForSome } from './tenant-tasks.ts';
import { openDatabase, sql, type Database } from '../postgres/database.ts';
import { joinPrograms, type Programs } from './programs.ts';
import { buildRegistry, type ScheduledTask } from '../../kernel/server/registry.ts';
import { runScheduledTasks } from './scheduled-tasks.ts';

interface Begun {
  readonly database: Database;
  readonly programs: Programs;
  readonly stop: () => void;
}
const everySecond = (name: string, run: () => Promise<void>): ScheduledTask => ({ name, everyMs: 1_000, run });
const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
const forEver = (): Promise<void> => new Promise(() => {});

let of: TestDatabase;
let begun: Begun[];
let failures: unknown[];
beforeEach(async () => {
  of = await freshDatabase();
  begun = [];
  failures = [];
});
afterEach(async () => {
  for (const { stop, programs, database } of begun) {
    stop();
    await programs.unregister();
    await database.close();
  }
});

/** A program that looks ten times a second. */
async function begin(...tasks: readonly ScheduledTask[]): Promise<Begun> {
  const database = openDatabase(of.appUrl, { max: 4 });
  const programs = await joinPrograms({ ownerUrl: of.ownerUrl });
  const failed = (task: ScheduledTask, error: unknown): void => void failures.push([task.name, error]);
  const stop = await runScheduledTasks({ database, programs, tasks, failed, firstMs: 50, lookMs: 100 });
  begun.push({ database, programs, stop });
  return begun.at(-1)!;
}
const roundsOf = (name: string): Promise<unknown> =>
  begun[0]!.database.transaction({ tenant: null, timeZone: 'UTC', readOnly: true }, (tx) =>
    tx.row(sql`select round, program is null as "isOver" from scheduled_task where name = ${name}`),
  );

test('promise 54: of three programs that look at once one runs a round, and the next begins when its time has come', async () => {
  const at: number[] = [];
  const task = everySecond('count', async () => {
    at.push(performance.now());
    await pause(150);
  });
  await Promise.all([begin(task), begin(task), begin(task)]);
  await expect.poll(() => at.length, { timeout: 10_000, interval: 20 }).toBe(3);
  // 150 ms of work and a second of rest between the beginnings, at the least.
  expect(Math.min(at[1]! - at[0]!, at[2]! - at[1]!)).toBeGreaterThan(1_140);
  await expect.poll(() => roundsOf('count'), { timeout: 900, interval: 20 }).toEqual({ round: '3', isOver: true });
});

test('promise 52: what a program was at when it was gone is begun again at once by another, though its next round is far', async () => {
  const by: string[] = [];
  const daily = (who: string, run: () => Promise<void>): ScheduledTask => ({
    name: 'daily',
    everyMs: 86_400_000,
    run: async () => {
      by.push(who);
      await run();
    },
  });
  const first = await begin(daily('first', forEver));
  await expect.poll(() => by, { timeout: 5_000, interval: 20 }).toEqual(['first']);
  await begin(daily('second', async () => {}));
  await pause(1_000);
  expect(by).toEqual(['first']);
  first.stop();
  await first.programs.unregister();
  await expect.poll(() => roundsOf('daily'), { timeout: 5_000, interval: 20 }).toEqual({ round: '2', isOver: true });
  expect(by).toEqual(['first', 'second']);
  await pause(500);
  expect(by).toEqual(['first', 'second']);
});

test('a round that another program has taken over meanwhile is not ended by the one that was taken for dead', async () => {
  const by: string[] = [];
  let finish = (): void => {};
  const first = await begin(
    everySecond('slow', () => {
      by.push('first');
      return new Promise((resolve) => {
        finish = resolve;
      });
    }),
  );
  await expect.poll(() => by, { timeout: 5_000, interval: 20 }).toEqual(['first']);
  // Its connection to the others is lost, and it does not know.
  await first.programs.unregister();
  await begin(
    everySecond('slow', async () => {
      by.push('second');
      await forEver();
    }),
  );
  await expect.poll(() => by, { timeout: 5_000, interval: 20 }).toEqual(['first', 'second']);
  finish();
  await pause(1_500);
  expect(by).toEqual(['first', 'second']);
  expect(await roundsOf('slow')).toEqual({ round: '2', isOver: false });
});

test('a round that failed is over and told of; the next one comes in its time, or after a minute where that is sooner', async () => {
  const burst = (name: string, everyMs: number): ScheduledTask => ({
    name,
    everyMs,
    run: async () => {
      throw new Error('pipe burst');
    },
  });
  const { database } = await begin(burst('daily', 86_400_000), burst('often', 40_000));
  await expect.poll(() => failures.length, { timeout: 5_000, interval: 20 }).toBe(2);
  expect(failures).toContainEqual(['daily', new Error('pipe burst')]);
  const due = (): Promise<unknown> =>
    database.transaction({ tenant: null, timeZone: 'UTC', readOnly: true }, (tx) =>
      tx.rows(sql`
        select name, round(extract(epoch from due_time - started_time) / 20)::integer * 20 as seconds
        from scheduled_task where program is null order by name`),
    );
  await expect.poll(due, { timeout: 5_000, interval: 20 }).toEqual([
    { name: 'daily', seconds: 60 },
    { name: 'often', seconds: 40 },
  ]);
});

test('work of each company goes on with the others where it failed for one', async () => {
  const { database } = await begin();
  await database.transaction({ tenant: null, timeZone: 'UTC' }, (tx) =>
    tx.run(
      sql`insert into tenant (tenant_id, tenant_name) values ('000000', 'one'), ('000001', 'two'), ('000002', 'three')
        on conflict do nothing`,
    ),
  );
  const done: string[] = [];
  const failed = await forEachTenant(
    { database, registry: () => buildRegistry([], []) },
    'test',
    async ({ tenant }) => {
      if (tenant === '000001') throw new Error('pipe burst');
      done.push(tenant);
    },
  ).catch((error: unknown) => error);
  expect(done).toEqual(['000000', '000002']);
  expect(failed).toBeInstanceOf(FailedForSome);
  expect((failed as FailedForSome).failures).toEqual([{ tenant: '000001', error: new Error('pipe burst') }]);
});
