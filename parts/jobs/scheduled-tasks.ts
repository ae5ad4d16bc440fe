import { randomUUID } from 'node:crypto';
import os from 'node:os';
import { raw, sql, type Database, type Sql } from '../postgres/database.ts';
import { noProgramHas, type Programs } from './programs.ts';
import type { ScheduledTask } from '../../kernel/server/registry.ts';

interface ScheduleOptions {
  readonly database: Database;
  readonly programs: Programs;
  readonly tasks: readonly ScheduledTask[];
  /** Hears of a round that failed. */
  failed(task: ScheduledTask, error: unknown): void;
  /** How long after the start it begins, and how often it looks from then on. */
  readonly firstMs?: number;
  readonly lookMs?: number;
}

const FIRST_MS = 10_000;
const LOOK_MS = 5_000;
/** After a round that failed nobody waits longer for the next one. */
const AFTER_FAILURE_MS = 60_000;

interface Round {
  readonly name: string;
  readonly round: string;
}
/** One that is over, and when the next one is due. */
interface Ended extends Round {
  readonly nextMs: number;
}

/**
 * Runs scheduled work: each task once in its time, by one of the programs of the database, whichever looks first. What
 * a program was at when it was killed is begun again by the next one that looks. Answers how to stop.
 */
export async function runScheduledTasks(options: ScheduleOptions): Promise<() => void> {
  const { database, programs, tasks, failed, firstMs = FIRST_MS, lookMs = LOOK_MS } = options;
  const byName = new Map(tasks.map((task) => [task.name, task]));
  const self = `${os.hostname()}:${process.pid}:${randomUUID()}`;
  await programs.register(self);
  const running = new Set<string>();
  /** Rounds that are over, until that is written. */
  let over: readonly Ended[] = [];
  let looking: Promise<void> | undefined;
  let isStopped = false;

  await database.transaction({ tenant: null, timeZone: 'UTC' }, (tx) =>
    tx.run(sql`insert into scheduled_task (name) select unnest(${[...byName.keys()]}::text[]) on conflict do nothing`),
  );
  const look = async (): Promise<void> => {
    const ended = over;
    const begun = await database.transaction({ tenant: null, timeZone: 'UTC' }, async (tx) => {
      // One program at a time, so that each sees what the one before it has taken.
      await tx.run(sql`select pg_advisory_xact_lock(hashtext('larder.scheduled-tasks'))`);
      for (const each of ended) await tx.run(endOf(self, each));
      return tx.rows<Round>(claimOf(self, [...byName.keys()], [...running]));
    });
    over = over.filter((each) => !ended.includes(each));
    for (const { name } of ended) running.delete(name);
    for (const round of begun) void run(round);
  };
  const run = async (round: Round): Promise<void> => {
    const task = byName.get(round.name)!;
    running.add(round.name);
    let nextMs = task.everyMs;
    await task.run().catch((error: unknown) => {
      nextMs = Math.min(nextMs, AFTER_FAILURE_MS);
      failed(task, error);
    });
    over = [...over, { ...round, nextMs }];
    again();
  };
  const again = (): void => {
    if (isStopped || looking !== undefined) return;
    // A database that is away is asked again at the next look.
    looking = look()
      .catch(() => {})
      .finally(() => (looking = undefined));
  };
  let timer: NodeJS.Timeout = setTimeout(() => {
    again();
    timer = setInterval(again, lookMs).unref();
  }, firstMs).unref();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

/** Takes for this program what is due, what a program that is gone was at, and what it holds without being at it. */
const claimOf = (self: string, names: readonly string[], running: readonly string[]): Sql => sql`
  update scheduled_task t set program = ${self}, round = t.round + 1, started_time = now()
  where t.name = any(${names as string[]}::text[]) and case
    when t.program is null then t.due_time <= now()
    when t.program = ${self} then t.name <> all(${running as string[]}::text[])
    else ${raw(noProgramHas('t.program'))} end
  returning t.name, t.round`;

/** A round that another program has taken over meanwhile is none of this one's any more. */
const endOf = (self: string, { name, round, nextMs }: Ended): Sql => sql`
  update scheduled_task set program = null, due_time = now() + make_interval(secs => ${nextMs / 1_000})
  where name = ${name} and round = ${round}::bigint and program = ${self}`;
