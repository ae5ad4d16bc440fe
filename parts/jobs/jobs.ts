import { EventEmitter } from 'node:events';
import { Logger as WorkerLogger, makeWorkerUtils, run, type TaskList, type WorkerEvents } from 'graphile-worker';
import type { Logger } from 'pino';
import pg from 'pg';
import { refuse, Refused, sentenceOf } from '../../kernel/core/refusal.ts';
import { contextOf, type Context, type SignedIn } from '../../kernel/server/context.ts';
import { momentIn } from '../../kernel/server/clock.ts';
import { sql, type Database, type Sql, type Transaction } from '../postgres/database.ts';
import type { Observer } from '../../kernel/server/observe.ts';
import { NO_TRANSACTION } from '../../kernel/server/own-transaction.ts';
import { ports } from '../../kernel/server/port.ts';
import { noProgramHas, type Programs } from './programs.ts';
import type { Registry } from '../../kernel/server/registry.ts';
import './jobs.refusals.ts';

/** What a running job may do: report, and notice that it is to stop. */
interface JobRun {
  /** The person it works for, with the rights he has now. */
  readonly user: SignedIn;
  readonly language: 'zh' | 'en';
  /** The same as its transactions have, outside of any. */
  readonly outside: Context;
  /** One transaction of the job; a long job takes several, so that others are not kept waiting. */
  transaction<T>(work: (context: Context) => Promise<T>): Promise<T>;
  /**
   * The last transaction of the job: its answer becomes the result and the job is done with it, both or neither,
   * whenever the program is killed.
   */
  complete<T>(work: (context: Context) => Promise<T>): Promise<T>;
  /** Writes progress; throws `Cancelled` when the person wants it to stop. */
  progress(done: number, total: number): Promise<void>;
  readonly signal: AbortSignal;
}
export class Cancelled extends Error {}

/** A kind of long work: `work` answers what the person gets to see at the end. */
interface JobKind {
  readonly kind: string;
  work(run: JobRun, input: Readonly<Record<string, unknown>>): Promise<unknown>;
}

export const jobKinds = ports<JobKind>('kinds of job');

/** So often a job is begun: what was under way when three programs were killed may be what killed them. */
const ATTEMPTS = 3;
/** So often the queue asks: a database that is away for a while costs a job none of its own attempts. */
const QUEUE_ATTEMPTS = 25;

/** Puts a job into the queue in the caller's transaction: it starts after the commit, or never. Answers its id. */
export async function enqueue(
  context: Context,
  kind: string,
  title: string,
  input: Readonly<Record<string, unknown>>,
): Promise<string> {
  const row = await context.tx.row<{ id: string }>(sql`
    insert into job (kind, title, user_id, input)
    values (${kind}, ${title}, ${context.user.userId}::bigint,
      ${JSON.stringify({ ...input, language: context.language })}::jsonb) returning id`);
  await context.tx.run(sql`
    select graphile_worker.add_job('larder', json_build_object('tenant', ${context.tenant}::text, 'job',
      ${row!.id}::text), max_attempts => ${QUEUE_ATTEMPTS}::integer)`);
  return row!.id;
}

interface JobOptions {
  readonly ownerUrl: string;
  readonly database: Database;
  readonly program: {
    readonly registry: Registry;
    userOf?(tenant: string, userId: string): Promise<SignedIn | null>;
    readonly observers?: readonly Observer[];
  };
  readonly programs: Programs;
  readonly logger: Logger;
}

const LOOK_FOR_GONE_MS = 20_000;
/** Jobs taken by programs that are gone are free again. One that has just begun may not have registered yet. */
const FREE_JOBS = `
  with gone as (
    select distinct j.locked_by from graphile_worker._private_jobs j
    where j.locked_at < now() - interval '10 seconds' and j.locked_by <> $1 and ${noProgramHas('j.locked_by')})
  select graphile_worker.force_unlock_workers(array_agg(locked_by)) from gone having count(*) > 0`;

/**
 * Runs the queue inside PostgreSQL: two jobs at a time. A job whose program was killed is begun again within a minute,
 * by whichever program is there.
 */
export async function startJobs(options: JobOptions): Promise<{ stop(): Promise<void> }> {
  const pool = new pg.Pool({ connectionString: options.ownerUrl, max: 4 });
  let isStopping = false;
  const lost = (error: Error): void => {
    if (!isStopping) options.logger.warn({ reason: error.message }, 'job connection');
  };
  pool.on('error', lost);
  pool.on('connect', (client) => void client.on('error', lost));
  const logger = new WorkerLogger(() => (level, message) => {
    if (level === 'error' || level === 'warning') options.logger.warn({ source: 'jobs' }, message);
  });
  const utils = await makeWorkerUtils({ pgPool: pool, logger });
  await utils.migrate();
  // The application enqueues in its own transactions; it may do nothing else with the queue.
  await pool.query('grant usage on schema graphile_worker to larder_app');
  await pool.query(`do $$ declare f regprocedure; begin
    for f in select p.oid::regprocedure from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = 'graphile_worker' and p.proname = 'add_job' loop
      execute format('alter function %s security definer set search_path = graphile_worker, public, pg_temp', f);
      execute format('grant execute on function %s to larder_app', f);
    end loop; end $$`);
  const taskList: TaskList = { larder: async (payload) => work(options, payload as { tenant: string; job: string }) };
  const events: WorkerEvents = new EventEmitter();
  let taker = '';
  events.on('pool:create', ({ workerPool }) => void (taker = workerPool.id));
  const runner = await run({
    pgPool: pool,
    taskList,
    concurrency: 2,
    noHandleSignals: true,
    noPreparedStatements: true,
    crontab: '',
    logger,
    events,
  });
  await options.programs.register(taker);
  const freeJobs = (): void => void pool.query(FREE_JOBS, [taker]).catch(lost);
  freeJobs();
  const looking = setInterval(freeJobs, LOOK_FOR_GONE_MS).unref();
  return {
    async stop() {
      isStopping = true;
      clearInterval(looking);
      await runner.stop();
      await utils.release();
      await pool.end();
    },
  };
}

const LOOK_MS = 2_000;

async function work(options: JobOptions, { tenant, job: id }: { tenant: string; job: string }): Promise<void> {
  const { database } = options;
  const { registry } = options.program;
  const alone = <T>(act: (tx: Transaction) => Promise<T>): Promise<T> =>
    database.transaction({ tenant, timeZone: 'Asia/Shanghai' }, act);
  const job = await alone((tx) =>
    tx.row<{ kind: string; userId: string; input: Record<string, unknown>; attempt: number }>(sql`
    update job set state = 'running', started_time = now(), attempt = attempt + 1, progress = 0, total = 0
    where id = ${id}::bigint and state in ('waiting', 'running') returning kind, user_id, input, attempt`),
  );
  if (job === undefined) return;
  // Whoever was taken for dead meanwhile, and the job begun again, writes nothing more.
  const mine = sql`id = ${id}::bigint and attempt = ${job.attempt} and state = 'running'`;
  const done = (result: unknown): Sql =>
    sql`update job set state = 'done', result = ${JSON.stringify(result ?? null)}::jsonb, ended_time = now()
      where ${mine}`;
  const end = (state: 'failed' | 'cancelled', error: string | null): Promise<unknown> =>
    alone((tx) => tx.run(sql`update job set state = ${state}, error = ${error}, ended_time = now() where ${mine}`));
  const language = job.input['language'] === 'en' ? 'en' : 'zh';
  const abort = new AbortController();
  let isBegun = false;
  const note = (error: unknown): void => {
    const { kind, userId, input } = job;
    for (const observer of options.program.observers ?? [])
      observer.noteFailure({ tenant, userId, from: 'job', kind, requestId: `job-${id}`, input, error });
  };
  // Who was frozen or removed meanwhile gets nothing finished.
  let isGone = false;
  const looking = setInterval(() => {
    options.program.userOf?.(tenant, job.userId).then(
      (user) => void (isGone ||= user === null),
      () => {},
    ); // who cannot be asked for the moment is asked again
  }, LOOK_MS).unref();
  try {
    const found = new Map(jobKinds.of({ registry }).map((each) => [each.kind, each])).get(job.kind);
    const user = (await options.program.userOf?.(tenant, job.userId)) ?? null;
    if (found === undefined || user === null) throw new Refused(refuse('job.cannot-run'));
    if (job.attempt > ATTEMPTS) throw new Refused(refuse('job.broken-off', { times: ATTEMPTS }));
    isBegun = true;
    const contextIn = (tx: Transaction): Context => {
      const now = momentIn(user.timeZone, new Date());
      return contextOf({ tx, registry, user, now, language, requestId: `job-${id}` });
    };
    const transaction = <T>(act: (context: Context) => Promise<T>): Promise<T> =>
      database.transaction({ tenant, timeZone: user.timeZone, language }, (tx) => act(contextIn(tx)));
    const result = await found.work(
      {
        user,
        language,
        outside: contextIn(NO_TRANSACTION),
        signal: abort.signal,
        transaction,
        complete: (act) =>
          transaction(async (context) => {
            const answer = await act(context);
            if ((await context.tx.run(done(answer))) === 0) throw new Cancelled();
            return answer;
          }),
        async progress(count, total) {
          const row = await database.alongside({ tenant, timeZone: 'Asia/Shanghai' }, (tx) =>
            tx.row<{ cancelWanted: number }>(
              sql`update job set progress = ${count}, total = ${total} where ${mine} returning cancel_wanted`,
            ),
          );
          if (row?.cancelWanted !== 0 || isGone) {
            abort.abort();
            throw new Cancelled();
          }
        },
      },
      job.input,
    );
    await alone((tx) => tx.run(done(result)));
  } catch (error) {
    // Whatever broke off because it was told to stop was stopped, by whatever name it came up.
    if (error instanceof Cancelled || abort.signal.aborted) await end('cancelled', null);
    else if (error instanceof Refused) {
      if (!isBegun) note(error);
      await end('failed', error.refusals.map((each) => sentenceOf(each, language)).join('；'));
    } else {
      note(error);
      options.logger.error({ err: error, job: id }, 'job failed');
      await end(
        'failed',
        language === 'zh' ? '处理失败，请重试或联系管理员' : 'The work failed; try again or tell an administrator',
      );
    }
  } finally {
    clearInterval(looking);
  }
}
