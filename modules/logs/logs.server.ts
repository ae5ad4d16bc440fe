import { createHash } from 'node:crypto';
import os from 'node:os';
import { label, type Label } from '../../kernel/core/label.ts';
import { Refused, sentenceOf } from '../../kernel/core/refusal.ts';
import { behaviour } from '../../kernel/server/behaviour.ts';
import type { Call } from '../../kernel/server/context.ts';
import { forEachTenant } from '../../parts/jobs/tenant-tasks.ts';
import { ident, sql, type Database, type Transaction } from '../../parts/postgres/database.ts';
import { visibleChanges } from '../../kernel/server/hidden-fields.ts';
import type { Failure, Observed, Observer } from '../../kernel/server/observe.ts';
import { readParameter } from '../../kernel/server/parameters.ts';
import type { ScheduledTask, Registry, Services } from '../../kernel/server/registry.ts';
import { PARAMETER_RULES } from '../admin/dictionaries/param.rules.ts';
import { apiLog, auditTrail, errorLog, usualLog } from './logs.resource.ts';
import { logs } from './module.ts';
import { oneLine, struckOut, struckOutText } from './strike-out.rules.ts';

const common = sql`tenant_id, id, service_id, method, request_uri, create_by, remote_ip, user_agent, params,
  server_host, server_ip, env, request_id, create_time`;

/** Errors of the server stand by their fingerprint; those of browsers, as they were uploaded, are put together here. */
const errors = sql`
  select ${common}, 'server'::text as source, message, message as title, exception_name, count, type, url, file_name,
    line_number, stack, stack_trace, info, fingerprint, time from error_log
  union all
  select e.tenant_id, min(e.id), 'web', '', max(e.url), max(e.user_id), null, null, null, null, null, null, null,
    min(e.reported_time), 'client', e.message, e.message, e.kind, count(*)::integer, e.kind, max(e.url), null,
    null::integer, max(e.stack), max(e.stack), max(e.info), md5(e.kind || e.message), max(e.reported_time)
  from client_error e group by e.tenant_id, e.kind, e.message, e.reported_time::date`;

const NO_SUMMARY = label('', '');
const summaries = new WeakMap<readonly Call[], ReadonlyMap<string, Label>>();
const CALLED = ['method', 'requestUri'];
/** What a row was a call of; its title holds the Chinese words. */
function summaryOf(
  { mounted }: Services,
  { method, requestUri }: { readonly method: string; readonly requestUri: string },
): Label | undefined {
  const calls = mounted();
  const known =
    summaries.get(calls) ??
    new Map(calls.map((call) => [`${call.method} /api/${call.service}/${call.path}`, call.summary] as const));
  summaries.set(calls, known);
  return known.get(`${method} ${requestUri}`);
}

/** The logs as lists, and the audit trail without changes of fields that the reader does not see. */
export const logBehaviours = (services: Services) => [
  behaviour(usualLog, {
    isIndexed: true,
    source: () => sql`select ${common}, log_id, log_level, log_data from usual_log`,
    fills: { logData: ['logData', ...CALLED] },
    async fillRows({ language }, rows) {
      for (const row of language === 'zh' ? [] : rows) {
        const { zh, [language]: read } = summaryOf(services, row) ?? NO_SUMMARY;
        const start = `${zh}：`;
        if (zh !== '' && row.logData?.startsWith(start)) row.logData = `${read}: ${row.logData.slice(start.length)}`;
      }
    },
  }),
  behaviour(apiLog, {
    isIndexed: true,
    source: () => sql`select ${common}, title, status_code, time, method_class, method_name from api_log`,
    fills: { title: ['title', ...CALLED] },
    async fillRows({ language }, rows) {
      for (const row of language === 'zh' ? [] : rows) {
        const { zh, [language]: read } = summaryOf(services, row) ?? NO_SUMMARY;
        if (row.title === zh) row.title = read;
      }
    },
  }),
  behaviour(errorLog, { source: () => errors }),
  behaviour(auditTrail, {
    isIndexed: true,
    source: () =>
      sql`select a.tenant_id, a.id, a.time as create_time, a.user_id, a.action, a.resource, a.title,
        a.record_id::text as record_id, a.request_id, a.changes from audit_log a`,
    // Shows no change of a field that the reader does not see in the record itself.
    fills: { changes: ['changes', 'resource'] },
    async fillRows(context, rows) {
      const byName = new Map(services.registry().declarations.map((declaration) => [declaration.name, declaration]));
      for (const row of rows) {
        const declaration = byName.get(String(row.resource));
        if (declaration !== undefined && typeof row.changes === 'object' && row.changes !== null)
          row.changes = visibleChanges(declaration, context, row.changes as Record<string, unknown>);
      }
    },
  }),
];

interface Row extends Record<string, unknown> {
  readonly tenant: string;
}

/** Calls that are events of their own: what happened, and what is told of it. */
const EVENTS: Readonly<Record<string, { readonly done: string; readonly refused: string }>> = {
  'blade-auth/oauth/token': { done: 'sign-in', refused: 'sign-in.refused' },
  'blade-auth/oauth/logout': { done: 'sign-out', refused: 'sign-out.refused' },
  'blade-system/param/submit': { done: 'setting', refused: 'setting.refused' },
  'blade-system/param/remove': { done: 'setting.default', refused: 'setting.refused' },
  'blade-user/update-password': { done: 'password', refused: 'password.refused' },
  'blade-user/reset-password': { done: 'password.reset', refused: 'password.refused' },
};
/** What logs name of the input of a call: who signs in, which setting, which tenant. */
interface EventInput {
  readonly grant_type?: unknown;
  readonly username?: unknown;
  readonly paramKey?: unknown;
  readonly tenantId?: unknown;
}
const FLUSH_MS = 400;
const AT_ONCE = 200;
/** Above this nobody's process keeps what cannot be written: a database that is away must not eat the memory. */
const BUFFERED_MAX = 5_000;
/** No tenant asks for faster reads than these: they are not even kept for the moment. */
const READ_WORTH_MS = 50;
const PARAMS_MAX = 4_000;
const ADDRESS =
  Object.values(os.networkInterfaces())
    .flat()
    .find((each) => each?.family === 'IPv4' && !each.internal)?.address ?? '127.0.0.1';
const TENANT = /^[A-Za-z0-9]{1,12}$/;

/** Keeps what was called, aside from the calls themselves: whoever called does not wait for it. */
export function createLogs({
  database,
  environment,
  registry,
}: Pick<Services, 'database' | 'environment' | 'registry'>): Observer {
  let hidden: ReadonlySet<string> | undefined;
  let buffered: { readonly table: 'usual_log' | 'api_log' | 'error_log'; readonly row: Row }[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();
  const keep = (table: (typeof buffered)[number]['table'], row: Row): void => {
    if (buffered.length >= BUFFERED_MAX) return;
    buffered.push({ table, row });
    timer ??= setTimeout(() => void flush(), FLUSH_MS).unref();
  };
  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const batch = buffered;
    buffered = [];
    // A log that cannot be written stops nobody.
    writing = writing.then(() => write(database, batch)).catch(() => {});
    return writing;
  };
  return {
    note(seen) {
      // Who was sent away before anything was done stands in the metrics: a storm shall not fill the logs.
      if (seen.status === 429) return;
      const isWrite = seen.method !== 'GET' && seen.call.reads !== true;
      const isEvent = EVENTS[`${seen.call.service}/${seen.call.path}`] !== undefined;
      if (!isWrite && !isEvent && seen.milliseconds < READ_WORTH_MS && seen.status < 500) return;
      const row = rowOf(seen, environment ?? '', (hidden ??= fieldsOfSome(registry())));
      if (row === null) return;
      const event = EVENTS[`${seen.call.service}/${seen.call.path}`];
      const given: EventInput = seen.input;
      if (isWrite || seen.milliseconds >= READ_WORTH_MS) {
        const [methodClass = '', ...names] = seen.call.path.split('/');
        keep('api_log', {
          ...row,
          title: seen.call.summary.zh,
          statusCode: seen.status,
          time: Math.round(seen.milliseconds),
          methodClass,
          methodName: names.join('/'),
          isRead: !isWrite,
        });
      }
      if (
        event !== undefined &&
        (isWrite || seen.call.path === 'oauth/logout') &&
        !(seen.method === 'POST' && seen.call.path === 'oauth/logout') &&
        given.grant_type !== 'refresh_token'
      ) {
        const good = seen.status < 400;
        keep('usual_log', {
          ...row,
          logId: good ? event.done : event.refused,
          logLevel: good ? 'info' : 'warn',
          logData: oneLine(`${seen.call.summary.zh}：${String(given.username ?? given.paramKey ?? seen.account)}`),
        });
      }
      if (seen.status >= 500 && seen.error !== undefined)
        keep('error_log', { ...row, type: null, ...errorOf(seen.error) });
      if (buffered.length >= AT_ONCE) void flush();
    },
    noteFailure(failure) {
      keep('error_log', failureOf(failure, environment ?? '', (hidden ??= fieldsOfSome(registry()))));
    },
    flush,
  };
}

/**
 * Names of fields that not everybody sees: what was changed in them stands in the audit, which shows it to whoever may.
 */
const fieldsOfSome = (registry: Registry): ReadonlySet<string> =>
  new Set(
    registry.declarations.flatMap(({ fields, lines = {} }) =>
      [fields, ...Object.values(lines).map((each) => each.fields)].flatMap((each) =>
        Object.entries(each).flatMap(([name, { rules }]) => (rules.right === undefined ? [] : [name])),
      ),
    ),
  );

/** What all logs say of a call; null where it belongs to no tenant. */
function rowOf(seen: Observed, env: string, hidden: ReadonlySet<string>): Row | null {
  const given: EventInput = seen.input;
  const tenant = seen.tenant !== '' ? seen.tenant : String(given.tenantId ?? seen.headers['tenant-id'] ?? '000000');
  if (!TENANT.test(tenant)) return null;
  return {
    tenant,
    serviceId: seen.call.service,
    method: seen.method,
    requestUri: `/api/${seen.call.service}/${seen.call.path}`,
    createBy: /^[1-9]\d{0,18}$/.test(seen.userId) ? seen.userId : null,
    remoteIp: seen.address,
    userAgent: oneLine(String(seen.headers['user-agent'] ?? '')).slice(0, 500),
    params: JSON.stringify(struckOut(seen.input, hidden)).slice(0, PARAMS_MAX),
    serverHost: os.hostname(),
    serverIp: ADDRESS,
    env,
    requestId: seen.requestId,
  };
}

/** The same of work in the background: which, for whom, and the number it has in the program's own log. */
const failureOf = (
  { tenant, from, kind, userId, requestId, input, error }: Failure,
  env: string,
  hidden: ReadonlySet<string>,
): Row => ({
  tenant,
  serviceId: from,
  method: '',
  requestUri: kind,
  createBy: userId,
  remoteIp: null,
  userAgent: null,
  params: JSON.stringify(struckOut(input, hidden)).slice(0, PARAMS_MAX),
  serverHost: os.hostname(),
  serverIp: ADDRESS,
  env,
  requestId,
  type: kind,
  ...errorOf(error),
});

/** An error without the secrets in it; the same one again has the same fingerprint. */
function errorOf(thrown: unknown): Record<string, unknown> {
  const error = thrown as Error;
  const stack = struckOutText(String(error.stack ?? ''));
  const at = /\(?([^\s()]+):(\d+):\d+\)?$/m.exec(stack);
  const words =
    error instanceof Refused
      ? error.refusals.map((each) => sentenceOf(each, 'zh')).join('；')
      : (error.message ?? error);
  const message = struckOutText(String(words)).slice(0, 1000);
  return {
    message,
    exceptionName: error.name,
    stackTrace: stack.slice(0, 16_000),
    fileName: at?.[1] ?? '',
    lineNumber: Number(at?.[2] ?? 0),
    fingerprint: createHash('sha256')
      .update(`${error.name} ${message} ${at?.[0] ?? ''}`)
      .digest('hex')
      .slice(0, 32),
  };
}

/** A parameter of the logs; its default where it stands for nothing the program can work with. */
async function figureOf(tx: Transaction, key: keyof NonNullable<typeof logs.parameters>): Promise<number> {
  const value = await readParameter({ tx }, key);
  return Number(PARAMETER_RULES.get(key)!.allows(value) ? value : logs.parameters![key]!.value);
}

const SHARED = sql`service_id, method, request_uri, create_by, remote_ip, user_agent, params, server_host, server_ip,
  env, request_id`;
const GIVEN = sql`w."serviceId", w.method, w."requestUri", w."createBy", w."remoteIp", w."userAgent", w.params,
  w."serverHost", w."serverIp", w.env, w."requestId"`;
const SHAPE = sql`"serviceId" text, method text, "requestUri" text, "createBy" bigint, "remoteIp" text,
  "userAgent" text, params text, "serverHost" text, "serverIp" text, env text, "requestId" text`;

async function write(
  database: Database,
  batch: readonly { readonly table: string; readonly row: Row }[],
): Promise<void> {
  for (const [tenant, entries] of Map.groupBy(batch, ({ row }) => row.tenant)) {
    const of = (table: string): string =>
      JSON.stringify(entries.filter((each) => each.table === table).map(({ row }) => row));
    await database.transaction({ tenant, timeZone: 'UTC' }, async (tx) => {
      if (
        (await tx.row(sql`select 1 as one from tenant
        where tenant_id = ${tenant}`)) === undefined
      )
        return; // anybody may name a tenant that is none
      const slow = await figureOf(tx, 'log.slowMs');
      await tx.run(sql`
        insert into api_log (${SHARED}, title, status_code, time, method_class, method_name)
        select ${GIVEN}, w.title, w."statusCode", w.time, w."methodClass", w."methodName"
        from jsonb_to_recordset(${of('api_log')}::jsonb) as w(${SHAPE}, title text, "statusCode" integer, time integer,
          "methodClass" text, "methodName" text, "isRead" boolean)
        where not w."isRead" or w.time >= ${slow}`);
      await tx.run(sql`
        insert into usual_log (${SHARED}, log_id, log_level, log_data)
        select ${GIVEN}, w."logId", w."logLevel", w."logData"
        from jsonb_to_recordset(${of('usual_log')}::jsonb) as w(${SHAPE}, "logId" text, "logLevel" text,
          "logData" text)`);
      for (const { row } of entries.filter((each) => each.table === 'error_log')) {
        await tx.run(sql`
          insert into error_log
            (${SHARED}, type, message, exception_name, stack_trace, file_name, line_number, fingerprint)
          select ${GIVEN},
            w.type, w.message, w."exceptionName", w."stackTrace", w."fileName", w."lineNumber", w.fingerprint
          from jsonb_to_recordset(${JSON.stringify([row])}::jsonb) as w(${SHAPE}, type text, message text,
            "exceptionName" text, "stackTrace" text, "fileName" text, "lineNumber" integer, fingerprint text)
          on conflict (tenant_id, day, fingerprint) do update set count = error_log.count + 1, time = now()`);
      }
    });
  }
}

const A_DAY_MS = 86_400_000;
/** For how many days the rows of a table are kept, after which moment of each. */
const DAYS = [
  ['usual_log', 'create_time', 'log.usualDays'],
  ['api_log', 'create_time', 'log.apiDays'],
  ['error_log', 'time', 'log.errorDays'],
  ['client_error', 'reported_time', 'log.errorDays'],
] as const;

/** Logs are kept as long as the tenant's parameters say, and no longer. */
export const pruneLogs = (services: Services): ScheduledTask => ({
  name: 'log.prune',
  everyMs: A_DAY_MS,
  run: () =>
    forEachTenant(
      services,
      'log.prune',
      ({ transaction }) =>
        transaction(async ({ tx }) => {
          for (const [table, moment, key] of DAYS) {
            const before = sql`now() - make_interval(days => ${await figureOf(tx, key)})`;
            await tx.run(sql`delete from ${ident(table)} where ${ident(moment)} < ${before}`);
          }
        }),
      { frozen: true },
    ),
});
