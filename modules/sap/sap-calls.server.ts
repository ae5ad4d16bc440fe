/** The syncs as calls, as long work that is seen and stopped like any other, and by the clock. */
import { setTimeout as pause } from 'node:timers/promises';
import type { TypeOf } from '../../kernel/core/shape.ts';
import { Refused } from '../../kernel/core/refusal.ts';
import { forEachTenant, type TenantTask } from '../../parts/jobs/tenant-tasks.ts';
import type { Call, Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { enqueue, jobKinds } from '../../parts/jobs/jobs.ts';
import { ODataError } from './odata/odata-error.ts';
import { inTransaction } from '../../kernel/server/own-transaction.ts';
import { serve } from '../../kernel/server/serve.ts';
import type { Provision } from '../../kernel/server/port.ts';
import type { ScheduledTask, Services } from '../../kernel/server/registry.ts';
import { connectionOf, type SapConnection } from './sap-connection.server.ts';
import type { SapSource } from './sap-mapping.rules.ts';
import { importExtensions, importMaterials } from './sap-materials.server.ts';
import { importTypes, importUnits } from './sap-masters.server.ts';
import { importPurchasePrices, importSettlementPrices } from './sap-prices.server.ts';
import { importSites } from './sap-sites.server.ts';
import { importFactoryStock } from './sap-stock.server.ts';
import { importSuppliers } from './sap-suppliers.server.ts';
import { startRun, readRun, SILENT_SECONDS, executeRun, type Runner, type ImportPage } from './sap-sync.server.ts';
import { SYNC_CALLS, type SyncCall, type syncResult } from './sap-sync.calls.ts';
import { SAP_OBJECTS, type SapObject } from './sap-sync-run.resource.ts';

const TAKE_IN: Readonly<Record<SapObject, ImportPage>> = {
  unit: importUnits,
  'material-type': importTypes,
  material: importMaterials,
  'project-dept': importSites,
  'material-project-dept': importExtensions,
  supplier: importSuppliers,
  'purchase-price': importPurchasePrices,
  'settlement-price': importSettlementPrices,
  'factory-stock': importFactoryStock,
};
const remembers = (source: SapSource): boolean => source.track || source.changed !== '';

type SyncResult = TypeOf<typeof syncResult>;

const JOB = 'sap-sync';
/** So long a call waits for its run before it answers that it is on. */
const WAIT_MS = 5_000;

async function start(
  services: Services,
  context: Context,
  { object, label: name }: SyncCall,
  full: boolean,
): Promise<SyncResult> {
  const { mapping } = await inTransaction(services.database, context, (inside) => connectionOf(services, inside), {
    readOnly: true,
  });
  const { tenant, user } = context;
  const run = await startRun(services.database, { tenant, timeZone: user.timeZone }, object, {
    userId: user.userId,
    full,
    remembers: remembers(mapping[object]),
    also: async (tx, begun) => void (await enqueue({ ...context, tx }, JOB, name[context.language], begun)),
  });
  const until = performance.now() + WAIT_MS;
  for (let wait = 20; ; wait = Math.min(250, wait * 2)) {
    // Waits without a connection: the run needs some of its own.
    const { state } = await inTransaction(
      services.database,
      context,
      async ({ tx }) =>
        (await tx.row<{ state: string }>(sql`select state from sap_sync_run where id = ${run.id}::bigint`))!,
      { readOnly: true },
    );
    if (state !== 'running' || !run.mine || performance.now() > until)
      return inTransaction(services.database, context, (inside) => readRun(inside, run.id), { readOnly: true });
    await pause(wait);
  }
}

/** The calls of all syncs. */
export const sapCalls = (services: Services): readonly Call[] =>
  SYNC_CALLS.flatMap((sync) =>
    sync.calls.map((call) =>
      serve(call, (context, { full }) => start(services, context, sync, full === '1' || full === 'true'), {
        ownTransactions: true,
      }),
    ),
  );

/** The work behind a call. */
export const syncJob = (services: Services): Provision =>
  jobKinds.by({
    kind: JOB,
    async work(run, { id: given, lease: held }) {
      const [id, lease] = [String(given), Number(held)];
      await executeRun(
        services,
        {
          language: run.language,
          signal: run.signal,
          transaction: (act) => run.transaction(act),
          progress: (done) => run.progress(done, 0),
        },
        { id, lease },
        TAKE_IN,
      );
      return run.transaction((context) => readRun(context, id));
    },
  });

/** With the silence after which a run is taken over it makes less than a minute. */
const EVERY_MS = 20_000;
const RETENTION_DAYS = 90;
/**
 * Tenants that want it are synced by the clock, in the order in which one thing needs another; what was broken off
 * goes on.
 */
export const pullByClock = (services: Services): ScheduledTask => ({
  name: 'sap.pull',
  everyMs: EVERY_MS,
  run: () => forEachTenant(services, 'sap.pull', (company) => pullTenant(services, company)),
});

interface Due {
  readonly due: readonly SapObject[];
  readonly mapping: SapConnection['mapping'] | undefined;
  /** How long until a run by the clock that somebody else was at counts as broken off; 0: there is none. */
  readonly silentInMs: number;
}

/** What a tenant wants to be pulled now; null where it wants nothing. */
async function dueNow(services: Services, { tx }: Pick<Context, 'tx'>): Promise<Due | null> {
  const parameters = new Map(
    (
      await tx.rows<{ paramKey: string; paramValue: string }>(
        sql`select param_key, param_value from param where param_key in ('sap.enabled', 'sap.pullMinutes')`,
      )
    ).map((row) => [row.paramKey, row.paramValue]),
  );
  if (parameters.get('sap.enabled') !== '1') return null;
  const minutes = Number(parameters.get('sap.pullMinutes')) || 60;
  const silence = sql`coalesce(beat_time, started_time) + make_interval(secs => ${SILENT_SECONDS})`;
  const recent = await tx.rows<{ object: SapObject; silentInMs: number }>(sql`
    select object,
      coalesce(max(extract(epoch from ${silence} - now()) * 1000)
        filter (where state = 'running' and start_user_id is null), 0)::integer as silent_in_ms
    from sap_sync_run where greatest(started_time, beat_time, ended_time) > now() - make_interval(mins => ${minutes})
      and not (state = 'running' and ${silence} < now())
    group by object`);
  const hasFactory =
    (await tx.row(sql`select 1 as one from central_factory where sap_factory is not null limit 1`)) !== undefined;
  return {
    due: SAP_OBJECTS.filter(
      (object) => !recent.some((row) => row.object === object) && (object !== 'factory-stock' || hasFactory),
    ),
    mapping: (await connectionOf(services, { tx }).catch(() => null))?.mapping,
    silentInMs: Math.max(0, ...recent.map((row) => row.silentInMs)),
  };
}

async function pullTenant(services: Services, { tenant, timeZone, transaction }: TenantTask): Promise<void> {
  const { database } = services;
  const look = (): Promise<Due | null> => transaction((context) => dueNow(services, context), { readOnly: true });
  let requested = await look();
  // Of programs one is here at a time: another one's run was broken off, and is gone on with as soon as that is
  // certain.
  if (requested !== null && requested.silentInMs > 0) {
    await pause(requested.silentInMs + 100);
    requested = await look();
  }
  if (requested === null || requested.mapping === undefined) return;
  const runner: Runner = {
    language: 'zh',
    signal: new AbortController().signal,
    progress: async () => {},
    transaction,
  };
  // Runs of long ago say nothing any more; the newest of each kind is where the next begins.
  await transaction(({ tx }) =>
    tx.run(sql`
    delete from sap_sync_run r where r.started_time < now() - make_interval(days => ${RETENTION_DAYS})
    and r.state <> 'running' and exists (select 1 from sap_sync_run n
      where n.object = r.object and n.id > r.id and n.state in ('succeeded', 'partial'))`),
  );
  for (const object of requested.due) {
    const run = await startRun(database, { tenant, timeZone }, object, {
      userId: null,
      full: false,
      remembers: remembers(requested.mapping[object]),
    });
    try {
      if (run.mine) await executeRun(services, runner, run, TAKE_IN);
    } catch (error) {
      // Told in the run; what comes after may still go well, unless SAP is not there at all.
      if (error instanceof Refused) return;
      if (!(error instanceof ODataError)) throw error;
    }
  }
}
