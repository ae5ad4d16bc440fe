/**
 * Pulls one kind of thing from SAP: one run of a kind at a time, a page to a transaction, so that whatever breaks it
 * off leaves whole
 * pages behind and the place to go on from. What failed is tried again by the next run.
 */
import type { Id } from '../../kernel/core/field.ts';
import type { Language } from '../../kernel/core/label.ts';
import type { TypeOf } from '../../kernel/core/shape.ts';
import type { ODataRow } from './odata/odata-text.ts';
import { refuse, Refused, sentenceOf, type Refusal } from '../../kernel/core/refusal.ts';
import type { Context } from '../../kernel/server/context.ts';
import { brokenConstraint } from '../../parts/postgres/broken-constraint.ts';
import { sql, type Transaction } from '../../parts/postgres/database.ts';
import { Cancelled } from '../../parts/jobs/jobs.ts';
import type { ODataClient, ODataPage } from './odata/odata-client.server.ts';
import { ODataError } from './odata/odata-error.ts';
import type { Services } from '../../kernel/server/registry.ts';
import { connectionOf, problemOf, type SapConnection } from './sap-connection.server.ts';
import { changesFilter, keyParts, sapKeyOf, type SapSource } from './sap-mapping.rules.ts';
import type { SapObject } from './sap-sync-run.resource.ts';
import type { syncResult } from './sap-sync.calls.ts';

/** What became of one record of SAP. */
export type Outcome = 'created' | 'updated' | 'unchanged' | { readonly failed: readonly Problem[] };
export interface Problem {
  readonly field: string;
  readonly value: string;
  readonly refusal: Refusal;
}
/** What became of a record that could not be taken in: each reason, with the field unless a refusal names its own. */
export const failed = (field: string, value: string, ...refusals: readonly Refusal[]): Outcome => ({
  failed: refusals.map((refusal) => ({ field: refusal.field ?? field, value, refusal })),
});

/** Takes in a page of records, with few statements however many; answers what became of each, in order. */
export type ImportPage = (context: Context, source: SapSource, rows: readonly ODataRow[]) => Promise<Outcome[]>;

export interface Runner {
  readonly language: Language;
  readonly signal: AbortSignal;
  transaction<T>(work: (context: Context) => Promise<T>): Promise<T>;
  /** Throws when whoever asked for it wants it to stop. */
  progress(done: number): Promise<void>;
}

interface Run {
  readonly id: string;
  readonly object: SapObject;
  readonly lease: number;
  readonly mode: 'delta' | 'full';
  /** ISO, by SAP's clock. */
  readonly since: string | null;
  readonly delta: string | null;
  readonly cursor: string | null;
}

/** Nobody who works on a run is silent for so long. */
export const SILENT_SECONDS = 20;
const BEAT_MS = 5_000;
/** Failed records asked for in one request. */
const AGAIN = 50;
const PAGES_DONE = 'done';
/** ISO, whatever the tenant's time zone. */
const SINCE = sql`to_char(from_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

interface Begun {
  readonly id: string;
  readonly lease: number;
  readonly mine: boolean;
}
interface Starter {
  /** Null: the clock. */
  readonly userId: string | null;
  readonly full: boolean;
  /** SAP tells what changed, by a field of its own or by remembering. */
  readonly remembers: boolean;
  /** In the transaction in which the run becomes the caller's. */
  also?(tx: Transaction, run: { readonly id: string; readonly lease: number }): Promise<void>;
}

/** The run that is on, one that was broken off, or a new one; `mine` says whether the caller is to work on it. */
export async function startRun(
  database: Services['database'],
  of: { readonly tenant: string; readonly timeZone: string },
  object: SapObject,
  who: Starter,
): Promise<Begun> {
  const attempt = () =>
    database.transaction(of, async (tx): Promise<Begun> => {
      const last = await tx.row<{
        id: string;
        state: string;
        lease: number;
        isSilent: boolean;
        cursor: string | null;
      }>(sql`
      select id, state, lease, cursor, coalesce(beat_time, started_time) < now() - make_interval(secs =>
        ${SILENT_SECONDS}) as is_silent from sap_sync_run where object = ${object} order by id desc
        limit 1 for update`);
      if (last?.state === 'running' && !last.isSilent) return { id: last.id, lease: last.lease, mine: false };
      if (
        last !== undefined &&
        (last.state === 'running' || (last.state === 'failed' && last.cursor !== null && !who.full))
      ) {
        await tx.run(
          sql`update sap_sync_run set state = 'running', lease = lease + 1, beat_time = now(), ended_time = null,
            message = null, version = version + 1, update_time = now() where id = ${last.id}::bigint`,
        );
        await who.also?.(tx, { id: last.id, lease: last.lease + 1 });
        return { id: last.id, lease: last.lease + 1, mine: true };
      }
      const id = await newRun(tx, object, who);
      await who.also?.(tx, { id, lease: 1 });
      return { id, lease: 1, mine: true };
    });
  try {
    return await attempt();
  } catch (error) {
    // Somebody else began at the same moment: theirs is the run.
    if (brokenConstraint(error)?.rule !== 'exclusion' && brokenConstraint(error)?.rule !== 'unique') throw error;
    return attempt();
  }
}

async function newRun(tx: Transaction, object: SapObject, { userId, full, remembers }: Starter): Promise<string> {
  const before = await tx.row<{ id: string; hasEnd: boolean }>(
    sql`select id, to_time is not null as has_end from sap_sync_run
      where object = ${object} and state in ('succeeded', 'partial') order by id desc limit 1`,
  );
  const isDelta = !full && remembers && before?.hasEnd === true;
  const { id } = (await tx.row<{ id: string }>(sql`
    insert into sap_sync_run (object, state, mode, from_time, delta_link, started_time, beat_time, start_user_id,
      create_user, update_user)
    select ${object}, 'running', ${isDelta ? 'delta' : 'full'}, b.to_time, b.delta_link, now(), now(),
      ${userId}::bigint, ${userId ?? '0'}::bigint, ${userId ?? '0'}::bigint
    from (select 1) one left join sap_sync_run b on b.id = ${isDelta ? before.id : null}::bigint returning id`))!;
  // What failed before and does not come by itself is tried again.
  if (before !== undefined) {
    await tx.run(sql`
      insert into sap_sync_error (sap_sync_run_id, line_no, sap_key, field, value, reason, tries, pending)
      select distinct on (e.sap_key) ${id}::bigint, e.line_no, e.sap_key, e.field, e.value, e.reason, e.tries, 1
      from sap_sync_error e where e.sap_sync_run_id = ${before.id}::bigint order by e.sap_key, e.line_no`);
  }
  return id;
}

class Lost extends Error {}

/** Works on a run to its end, or to where it breaks off; what it says of that stands in the run. */
export async function executeRun(
  services: Services,
  runner: Runner,
  run: { readonly id: string; readonly lease: number },
  takeIn: Readonly<Record<SapObject, ImportPage>>,
): Promise<void> {
  const held = sql`id = ${run.id}::bigint and lease = ${run.lease} and state = 'running'`;
  const beat = setInterval(() => {
    runner
      .transaction((context) => context.tx.run(sql`update sap_sync_run set beat_time = now() where ${held}`))
      .catch(() => {}); // whoever cannot write now is told by his next page
  }, BEAT_MS).unref();
  let connection: SapConnection | undefined;
  let source: SapSource | undefined;
  try {
    const found = await runner.transaction((context) =>
      context.tx.row<Run>(
        sql`select id, object, lease, mode, ${SINCE} as since, delta_link as delta, cursor from sap_sync_run
          where ${held}`,
      ),
    );
    if (found === undefined) return;
    connection = await runner.transaction((context) => connectionOf(services, context));
    source = connection.mapping[found.object];
    await pull(runner, found, connection, source, takeIn[found.object]);
  } catch (error) {
    if (error instanceof Lost) return;
    const refusals = refusalsOf(error, connection, source);
    const refusal = refusals ?? [refuse('sap.fault')];
    await runner.transaction((context) =>
      context.tx.run(sql`
      update sap_sync_run set state = 'failed', message = ${refusal
        .map((refusal) => sentenceOf(refusal, runner.language))
        .join('；')
        .slice(0, 500)}, ended_time = now(), version = version + 1, update_time = now() where ${held}`),
    );
    throw refusals === null || error instanceof Cancelled ? error : new Refused(...refusals);
  } finally {
    clearInterval(beat);
  }
}

function refusalsOf(
  error: unknown,
  connection: SapConnection | undefined,
  source: SapSource | undefined,
): readonly Refusal[] | null {
  if (error instanceof Cancelled) return [refuse('sap.stopped')];
  if (error instanceof Refused) return error.refusals;
  return error instanceof ODataError && connection !== undefined && source !== undefined
    ? [problemOf(error, connection, source)]
    : null;
}

async function pull(
  runner: Runner,
  run: Run,
  connection: SapConnection,
  source: SapSource,
  takeIn: ImportPage,
): Promise<void> {
  const client = connection.open(source, runner.signal);
  const beginning = (): string =>
    run.mode === 'delta' && source.track && run.delta !== null
      ? client.startChanges(run.delta, connection.batchSize)
      : client.start({
          set: source.set,
          expand: source.expand,
          filter: changesFilter(source, run.mode === 'delta' ? run.since : null),
          orderBy: source.keys.join(','),
          top: connection.batchSize,
          track: source.track,
        });
  let at: string | null = run.cursor === PAGES_DONE ? null : (run.cursor ?? beginning());
  let isFirst = run.cursor === null;
  while (at !== null) {
    const page: ODataPage = await pageOrAnew(client, at, isFirst ? null : beginning);
    // The same record twice in a page: the later word counts.
    const rows = [...new Map(page.rows.map((row) => [sapKeyOf(source, row), row])).values()];
    const fetched = await runner.transaction(async (context) => {
      await requireHeld(context, run);
      const outcomes = await takeIn(context, source, rows);
      return recordOutcomes(
        context,
        run,
        rows.map((row) => sapKeyOf(source, row)),
        outcomes,
        {
          cursor: page.next ?? PAGES_DONE,
          to: isFirst ? (page.time ?? new Date().toISOString()) : null,
          delta: page.delta,
        },
      );
    });
    await runner.progress(fetched);
    [at, isFirst] = [page.next, false];
  }
  await again(runner, run, client, source, takeIn);
  await runner.transaction((context) =>
    context.tx.run(sql`
    update sap_sync_run set state = case when exists (select 1 from sap_sync_error e
    where e.sap_sync_run_id = sap_sync_run.id) then 'partial'
      else 'succeeded' end, cursor = null, ended_time = now(), version = version + 1, update_time = now()
    where id = ${run.id}::bigint and lease = ${run.lease} and state = 'running'`),
  );
}

/**
 * A page; where the service has forgotten a place it once gave, from the beginning: what is there already stays as it
 * is.
 */
async function pageOrAnew(client: ODataClient, at: string, beginning: (() => string) | null): Promise<ODataPage> {
  try {
    return await client.page(at);
  } catch (error) {
    if (beginning === null || !(error instanceof ODataError) || error.problem !== 'gone') throw error;
    return client.page(beginning());
  }
}

/** What failed before and did not come by itself. */
async function again(
  runner: Runner,
  run: Run,
  client: ODataClient,
  source: SapSource,
  takeIn: ImportPage,
): Promise<void> {
  for (;;) {
    const keys = await runner.transaction(async (context) =>
      (
        await context.tx.rows<{ sapKey: string }>(sql`
      select sap_key from sap_sync_error where sap_sync_run_id = ${run.id}::bigint and pending = 1 order by sap_key
      limit ${AGAIN}`)
      ).map((row) => row.sapKey),
    );
    if (keys.length === 0) return;
    const rows = await client.many(
      source.set,
      keys.map((key) => keyParts(source, key)),
      { expand: source.expand },
    );
    const fetched = await runner.transaction(async (context) => {
      await requireHeld(context, run);
      const there = rows.flatMap((row, index) => (row === null ? [] : [{ row, key: keys[index]! }]));
      const outcomes = await takeIn(
        context,
        source,
        there.map(({ row }) => row),
      );
      // What SAP has no more needs no trying.
      await context.tx.run(
        sql`delete from sap_sync_error where sap_sync_run_id = ${run.id}::bigint and pending = 1
          and sap_key = any(${keys.filter((_, index) => rows[index] === null)})`,
      );
      return recordOutcomes(
        context,
        run,
        there.map(({ key }) => key),
        outcomes,
        { cursor: PAGES_DONE, to: null, delta: null },
      );
    });
    await runner.progress(fetched);
  }
}

async function requireHeld(context: Context, run: Run): Promise<void> {
  const row = await context.tx.row(
    sql`select 1 as one from sap_sync_run where id = ${run.id}::bigint
      and lease = ${run.lease} and state = 'running' for update`,
  );
  if (row === undefined) throw new Lost();
}

/** Counts, errors and the place to go on from stand in the same transaction as the records themselves. */
async function recordOutcomes(
  context: Context,
  run: Run,
  keys: readonly string[],
  outcomes: readonly Outcome[],
  place: { readonly cursor: string; readonly to: string | null; readonly delta: string | null },
): Promise<number> {
  const count = (what: Outcome): number => outcomes.filter((outcome) => outcome === what).length;
  const errors = outcomes.flatMap((outcome, index) =>
    typeof outcome === 'string'
      ? []
      : outcome.failed.map(({ field, value, refusal }) => ({
          key: keys[index]!,
          field,
          value: value.slice(0, 200),
          reason: sentenceOf(refusal, context.language).slice(0, 1000),
        })),
  );
  const failures = outcomes.filter((outcome) => typeof outcome !== 'string').length;
  const { tried } = (await context.tx.row<{ tried: Record<string, number> | null }>(sql`
    with gone as (delete from sap_sync_error where sap_sync_run_id = ${run.id}::bigint
      and sap_key = any(${keys as string[]}) returning sap_key, tries)
    select jsonb_object_agg(sap_key, tries) as tried from (select sap_key, max(tries) as tries from gone
    group by sap_key) g`))!;
  if (errors.length > 0) {
    const rows = errors.map((error) => ({ ...error, tries: (tried?.[error.key] ?? 0) + 1 }));
    await context.tx.run(sql`
      insert into sap_sync_error (sap_sync_run_id, line_no, sap_key, field, value, reason, tries)
      select ${run.id}::bigint, (select coalesce(max(line_no), 0) from sap_sync_error
      where sap_sync_run_id = ${run.id}::bigint) + e.nr, e.key, nullif(e.field, ''), nullif(e.value, ''), e.reason,
        e.tries
      from rows from (json_to_recordset(${JSON.stringify(rows)}::json) as (key text, field text, value text,
        reason text, tries integer)) with ordinality as e(key, field, value, reason, tries, nr)`);
  }
  const { fetched } = (await context.tx.row<{ fetched: number }>(sql`
    update sap_sync_run set fetched = fetched + ${outcomes.length}, created = created + ${count('created')},
      updated = updated + ${count('updated')}, unchanged = unchanged + ${count('unchanged')},
        failed = failed + ${failures},
      cursor = ${place.cursor}, to_time = coalesce(${place.to}::timestamptz, to_time),
      delta_link = coalesce(${place.delta}, delta_link), beat_time = clock_timestamp(), version = version + 1,
      update_time = now()
    where id = ${run.id}::bigint returning fetched`))!;
  return fetched;
}

const ERRORS_SHOWN = 100;
/** A run as the calls of the syncs answer it. */
export async function readRun(context: Pick<Context, 'tx'>, id: Id): Promise<TypeOf<typeof syncResult>> {
  const { fromTime, toTime, ...run } = (await context.tx.row<RunRow>(sql`
    select id as run_id, state, mode, fetched, created, updated, unchanged, failed, coalesce(from_time::text,
      '') as from_time, coalesce(to_time::text, '') as to_time, coalesce(message, '') as message from sap_sync_run
      where id = ${id}::bigint`))!;
  const errors = await context.tx.rows<TypeOf<typeof syncResult>['errors'][number]>(
    sql`select sap_key, coalesce(field, '') as field, reason from sap_sync_error
      where sap_sync_run_id = ${id}::bigint and pending = 0 order by line_no limit ${ERRORS_SHOWN}`,
  );
  return { ...run, from: fromTime.slice(0, 19), to: toTime.slice(0, 19), errors };
}
type RunRow = Omit<TypeOf<typeof syncResult>, 'from' | 'to' | 'errors'> & {
  readonly fromTime: string;
  readonly toTime: string;
};
