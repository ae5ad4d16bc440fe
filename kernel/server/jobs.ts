import { Logger as WorkerLogger, makeWorkerUtils, run, type TaskList } from 'graphile-worker';
import type { Logger } from 'pino';
import pg from 'pg';
import { refuse, Refused, sentenceOf } from '../core/refusal.ts';
import type { Context, SignedIn } from './context.ts';
import { momentIn } from './clock.ts';
import { sql, type Database, type Transaction } from './database.ts';

/** What a running job may do: report, and notice that it is to stop. */
export interface JobRun {
  /** The person it works for, with the rights he has now. */
  readonly user: SignedIn;
  readonly language: 'zh' | 'en';
  /** One transaction of the job; a long job takes several, so that others are not kept waiting. */
  transaction<T>(work: (context: Context) => Promise<T>): Promise<T>;
  /** Writes progress; throws `Cancelled` when the person wants it to stop. */
  progress(done: number, total: number): Promise<void>;
  readonly signal: AbortSignal;
}
export class Cancelled extends Error {}

/** A kind of long work: `work` answers what the person gets to see at the end. */
export interface JobKind {
  readonly kind: string;
  work(run: JobRun, input: Readonly<Record<string, unknown>>): Promise<unknown>;
}

const kinds = new Map<string, JobKind>();
export const jobKind = (kind: JobKind): JobKind => {
  kinds.set(kind.kind, kind);
  return kind;
};

/** Puts a job into the queue in the caller's transaction: it starts after the commit, or never. Answers its id. */
export async function enqueue(context: Context, kind: string, title: string, input: Readonly<Record<string, unknown>>): Promise<string> {
  const row = await context.tx.row<{ id: string }>(sql`
    insert into job (kind, title, user_id, input) values (${kind}, ${title}, ${context.user.userId}::bigint, ${JSON.stringify({ ...input, language: context.language })}::jsonb) returning id`);
  await context.tx.run(sql`
    select graphile_worker.add_job('larder', json_build_object('tenant', ${context.tenant}::text, 'job', ${row!.id}::text), max_attempts => 3)`);
  return row!.id;
}

export interface JobOptions {
  readonly ownerUrl: string;
  readonly database: Database;
  readonly program: { userOf?(tenant: string, userId: string): Promise<SignedIn | null> };
  readonly logger: Logger;
}

/** Runs the queue inside PostgreSQL: two jobs at a time, retried after a crash, none lost. */
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
  const runner = await run({ pgPool: pool, taskList, concurrency: 2, noHandleSignals: true, noPreparedStatements: true, crontab: '', logger });
  return {
    async stop() {
      isStopping = true;
      await runner.stop();
      await utils.release();
      await pool.end();
    },
  };
}

const LOOK_MS = 2_000;

async function work(options: JobOptions, { tenant, job: id }: { tenant: string; job: string }): Promise<void> {
  const { database } = options;
  const alone = <T>(act: (tx: Transaction) => Promise<T>): Promise<T> => database.transaction({ tenant, timeZone: 'Asia/Shanghai' }, act);
  const job = await alone((tx) => tx.row<{ kind: string; userId: string; state: string; input: Record<string, unknown>; cancelWanted: number }>(sql`
    update job set state = 'running', started_time = now() where id = ${id}::bigint and state in ('waiting', 'running') returning kind, user_id, state, input, cancel_wanted`));
  if (job === undefined) return;
  const finish = (state: 'done' | 'failed' | 'cancelled', result: unknown, error: string | null): Promise<unknown> =>
    alone((tx) => tx.run(sql`update job set state = ${state}, result = ${JSON.stringify(result ?? null)}::jsonb, error = ${error}, ended_time = now() where id = ${id}::bigint`));
  const language = job.input['language'] === 'en' ? 'en' : 'zh';
  const abort = new AbortController();
  // Who was frozen or removed meanwhile gets nothing finished.
  let isGone = false;
  const looking = setInterval(() => {
    options.program.userOf?.(tenant, job.userId).then((user) => void (isGone ||= user === null), () => {}); // who cannot be asked for the moment is asked again
  }, LOOK_MS).unref();
  try {
    const kind = kinds.get(job.kind);
    const user = (await options.program.userOf?.(tenant, job.userId)) ?? null;
    if (kind === undefined || user === null) throw new Refused(refuse('job.cannot-run'));
    const result = await kind.work({
      user, language, signal: abort.signal,
      transaction: (act) => database.transaction({ tenant, timeZone: user.timeZone }, (tx) => {
        const now = momentIn(user.timeZone, new Date());
        return act({ tx, user, tenant, now, today: now.slice(0, 10), language, requestId: `job-${id}`, allowed: (permission) => user.permissions.has(permission) });
      }),
      async progress(done, total) {
        const row = await database.alongside({ tenant, timeZone: 'Asia/Shanghai' }, (tx) => tx.row<{ cancelWanted: number }>(sql`update job set progress = ${done}, total = ${total} where id = ${id}::bigint returning cancel_wanted`));
        if (row?.cancelWanted === 1 || isGone) {
          abort.abort();
          throw new Cancelled();
        }
      },
    }, job.input);
    await finish('done', result, null);
  } catch (error) {
    // Whatever broke off because it was told to stop was stopped, by whatever name it came up.
    if (error instanceof Cancelled || abort.signal.aborted) await finish('cancelled', null, null);
    else if (error instanceof Refused) await finish('failed', null, error.refusals.map((each) => sentenceOf(each, language)).join('；'));
    else {
      options.logger.error({ err: error, job: id }, 'job failed');
      await finish('failed', null, language === 'zh' ? '处理失败，请重试或联系管理员' : 'The work failed; try again or tell an administrator');
    }
  } finally {
    clearInterval(looking);
  }
}
