import packageFile from '../../package.json' with { type: 'json' };
import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import pino, { type Logger } from 'pino';
import { FailedForSome } from '../../parts/jobs/tenant-tasks.ts';
import { declaredCalls } from '../../kernel/server/declared-calls.ts';
import { openDatabase, sql, type Database } from '../../parts/postgres/database.ts';
import { sheets } from '../../parts/sheets/excel-calls.ts';
import { identityOf } from '../../parts/storage/file-store.ts';
import { fileCalls } from '../../parts/storage/files.ts';
import { createHttp } from '../../kernel/server/http.ts';
import { createSecrets, type Secrets } from '../../parts/secrets/secrets.ts';
import { jobCalls } from '../../parts/jobs/job-calls.ts';
import { startJobs } from '../../parts/jobs/jobs.ts';
import { createMetrics, isFromThisMachine } from '../../parts/http/metrics.ts';
import { migrate } from '../../parts/postgres/migrate.ts';
import { knowsPinyin } from '../../parts/postgres/pinyin.ts';
import { searchCall } from '../../parts/record-search/record-search.server.ts';
import { openApi, openApiPage } from '../../parts/openapi/openapi.ts';
import type { Observer } from '../../kernel/server/observe.ts';
import { joinPrograms } from '../../parts/jobs/programs.ts';
import {
  buildRegistry,
  type ScheduledTask,
  type Registry,
  type ServerModule,
  type Services,
} from '../../kernel/server/registry.ts';
import { runScheduledTasks } from '../../parts/jobs/scheduled-tasks.ts';
import type { Call, SignedIn } from '../../kernel/server/context.ts';
import type { DownloadLink } from '../../parts/http/download-link.ts';
import { PLATFORM_TENANT } from '../../modules/admin/rights/signed-in.server.ts';
import type { FirstPassword } from '../../modules/admin/seed/seed-people.server.ts';
import { modules } from '../../modules/modules.ts';
import { servers } from '../../modules/servers.ts';
import { sampleCompany } from './demo/sample-company.server.ts';
import { DEMO_PASSWORD, seed, type DemoAccount } from './seed.ts';

export interface ServeOptions {
  /** The database as its owner: migrates and seeds, then rests. */
  readonly ownerUrl: string;
  /** The database as `larder_app`: serves. */
  readonly appUrl: string;
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly tokenSecret: string;
  /** Load the demonstration company when the database is empty. */
  readonly demo: boolean;
  /** Where the first administrator's password outlives a start that fails. */
  readonly firstPassword?: FirstPassword;
  readonly logLevel: string;
  /** Folder of the built browser application, or null: API only. */
  readonly webRoot: string | null;
  /** Tells the person who waits for the start what takes a while. */
  readonly say?: (sentence: string) => void;
  /** Proxies whose word is taken for where a request came from. */
  readonly trustProxy?: string | null;
  /** Simulations may set the business clock by a header. */
  readonly clockHeader?: boolean;
  /** What kind of installation this is, for logs. */
  readonly environment?: string;
}

export interface Serving {
  readonly address: string;
  readonly demoAccounts: readonly DemoAccount[] | null;
  close(): Promise<void>;
}

/** The program put together: every module's declarations and behaviours, and all calls they give. */
export interface Program {
  readonly registry: Registry;
  readonly calls: readonly Call[];
  /** What each area adds to what its declarations give. */
  readonly parts: readonly ServerModule[];
  readonly authenticate: (token: string) => Promise<SignedIn | null>;
  readonly redeem?: (ticket: string, link: DownloadLink) => Promise<SignedIn | null>;
  readonly userOf?: (tenant: string, userId: string) => Promise<SignedIn | null>;
  readonly constraintRefusals: Readonly<Record<string, string>>;
  readonly observers: readonly Observer[];
  readonly scheduledTasks: readonly ScheduledTask[];
  /** How secrets are kept: sealed in the database, opened where they are used. */
  readonly secrets: Secrets;
}

/** Puts all modules together and lists every call. Throws where declarations or calls contradict each other. */
export function assemble(services: Omit<Services, 'registry' | 'mounted'>): Program {
  const assembled: { registry?: Registry; calls?: readonly Call[] } = {};
  const all: Services = {
    ...services,
    registry: () => {
      if (assembled.registry === undefined)
        throw new Error('The registry is asked for before the program is assembled');
      return assembled.registry;
    },
    mounted: () => assembled.calls ?? [],
  };
  const parts: readonly ServerModule[] = servers(all);
  const built = buildRegistry(modules, [sheets(services.fileFolder, services.database), ...parts, sampleCompany(all)]);
  assembled.registry = built;
  const own = new Set(built.calls.map((call) => `${call.service}/${call.path}`));
  // A module may write one of the ordinary calls itself; its own takes the address.
  const derived = built.declarations
    .flatMap((declaration) => declaredCalls(built, declaration))
    .filter((call) => !own.has(`${call.service}/${call.path}`));
  const calls = [
    ...derived,
    ...built.calls,
    searchCall,
    ...jobCalls,
    ...fileCalls(services.fileFolder, services.database),
  ];
  assembled.calls = calls;
  const identity = parts.find((part) => part.authenticate !== undefined);
  if (identity?.authenticate === undefined) throw new Error('No module proves who a token belongs to');
  return {
    registry: built,
    calls,
    parts,
    authenticate: identity.authenticate.bind(identity),
    ...(identity.redeem ? { redeem: identity.redeem.bind(identity) } : {}),
    ...(identity.userOf ? { userOf: identity.userOf.bind(identity) } : {}),
    secrets: createSecrets(services.tokenSecret),
    observers: parts.flatMap((part) => part.observer ?? []),
    scheduledTasks: parts.flatMap((part) => part.scheduledTasks ?? []),
    constraintRefusals: Object.assign({}, ...parts.map((part) => part.constraintRefusals ?? {})) as Record<
      string,
      string
    >,
  };
}

/** Migrates, seeds and serves. */
export async function serve(options: ServeOptions): Promise<Serving> {
  const logger = pino({ level: options.logLevel, redact: ['req.headers["blade-auth"]', 'req.headers.authorization'] });
  await migrate(options.ownerUrl);
  const fileFolder = path.join(options.dataDir, 'files');
  await fs.mkdir(fileFolder, { recursive: true });

  let isClosing = false;
  const programs = await joinPrograms({
    ownerUrl: options.ownerUrl,
    common: await inCommon(fileFolder, options.tokenSecret),
    onError: (error) => {
      if (!isClosing) logger.warn({ reason: error.message }, 'connection of the programs');
    },
  });
  const database = openDatabase(options.appUrl, {
    onError: (error) => {
      if (!isClosing) logger.warn({ reason: error.message }, 'database connection');
    },
  });
  if (!(await knowsPinyin(database)))
    logger.warn(
      'this PostgreSQL was built without ICU: lists by name stand in the order of the signs, not of their pinyin; to change that, restore a backup into one that was built with it',
    );
  const program = assemble({
    database,
    tokenSecret: options.tokenSecret,
    fileFolder,
    ...(options.environment === undefined ? {} : { environment: options.environment }),
    ...(options.demo ? { demonstrationPassword: DEMO_PASSWORD } : {}),
  });
  const demoAccounts = await seed({
    database,
    program,
    demo: options.demo,
    ...(options.firstPassword ? { firstPassword: options.firstPassword } : {}),
    say: options.say ?? ((sentence) => logger.info(sentence)),
  });

  const metrics = createMetrics();
  const jobs = await startJobs({ ownerUrl: options.ownerUrl, database, program, programs, logger });
  const app = await createHttp({
    ...program,
    database,
    logger,
    metrics,
    uploadFolder: fileFolder,
    ...(options.trustProxy ? { trustProxy: options.trustProxy } : {}),
    ...(options.clockHeader ? { clockHeader: true } : {}),
  });
  watch(app, database, metrics);
  const stopTasks = await runScheduledTasks({
    database,
    programs,
    tasks: program.scheduledTasks,
    failed(task, error) {
      if (!isClosing) noteFailures(program, logger, task, error);
    },
  });
  const document = openApi(program.registry.declarations, program.calls, packageFile.version);
  app.get('/api/openapi.json', () => document);
  app.get('/api/docs', (_request, reply) =>
    reply
      .type('text/html')
      .header('content-security-policy', contentPolicy(openApiPage(document)))
      .send(openApiPage(document)),
  );
  if (options.webRoot !== null) await serveWeb(app, options.webRoot);

  const address = await app.listen({ port: options.port, host: options.host });
  return {
    address,
    demoAccounts,
    async close() {
      isClosing = true;
      stopTasks();
      await app.close();
      await jobs.stop();
      for (const observer of program.observers) await observer.flush();
      await programs.unregister();
      await database.close();
    },
  };
}

/** Any number of programs may serve one database, if all of them read the same files and know each other's sessions. */
const inCommon = async (fileFolder: string, tokenSecret: string) => [
  {
    value: await identityOf(fileFolder),
    complaint:
      'another program serves this database with other files; let DATA_DIR/files of all programs of one database be the same shared folder',
  },
  {
    value: tokenSecret,
    complaint:
      'another program serves this database with another TOKEN_SECRET; give all programs of one database the same',
  },
];

/**
 * Work by the clock that failed stands in the log of the program, and in the error log of each company it failed for.
 */
function noteFailures(program: Program, logger: Logger, { name }: ScheduledTask, error: unknown): void {
  const failures = error instanceof FailedForSome ? error.failures : [{ tenant: PLATFORM_TENANT, error }];
  for (const failure of failures) {
    logger.warn({ err: failure.error, tenant: failure.tenant, task: name }, 'scheduled task failed');
    for (const observer of program.observers)
      observer.noteFailure({ ...failure, userId: null, from: 'schedule', kind: name, requestId: name, input: {} });
  }
}

type App = Awaited<ReturnType<typeof createHttp>>;

function watch(app: App, database: Database, metrics: ReturnType<typeof createMetrics>): void {
  app.get('/api/health', () => ({ status: 'up' }));
  app.get('/api/ready', async (_request, reply) => {
    try {
      await database.transaction({ tenant: null, timeZone: 'UTC', readOnly: true }, (tx) =>
        tx.row(sql`select 1 as one`),
      );
      return { status: 'ready' };
    } catch {
      return reply.status(503).send({ status: 'database away' });
    }
  });
  app.get('/api/metrics', async (request, reply) => {
    return isFromThisMachine(request.socket.remoteAddress, request.headers)
      ? reply.type(metrics.contentType).send(await metrics.print())
      : reply.callNotFound();
  });
}

/** The browser application: hashed files for ever, everything that is no file and no API is the page itself. */
async function serveWeb(app: App, webRoot: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: webRoot,
    wildcard: false,
    index: false,
    preCompressed: true,
    setHeaders: (reply, file) =>
      void reply.header(
        'cache-control',
        file.includes(`${path.sep}assets${path.sep}`) ? 'public, max-age=31536000, immutable' : 'no-cache',
      ),
  });
  const page = await fs.readFile(path.join(webRoot, 'index.html'), 'utf8');
  // What reads codes from the camera's pictures is WebAssembly.
  const policy = contentPolicy(page, "'wasm-unsafe-eval'");
  app.get('/*', (request, reply) => {
    if (request.url.startsWith('/api/')) return reply.callNotFound();
    return reply
      .type('text/html')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', policy)
      .send(page);
  });
}
/**
 * What the page may load and run: our own files, and of scripts within the page only the very ones it was built with;
 * `run` are further sources of scripts.
 * Which hosts are shown within it is a parameter of each tenant; the page asks for it.
 */
function contentPolicy(page: string, ...run: readonly string[]): string {
  const within = [...page.matchAll(/<script>(.*?)<\/script>/gs)].map(
    ([, script]) => `'sha256-${createHash('sha256').update(script!).digest('base64')}'`,
  );
  return `default-src 'self'; script-src ${["'self'", ...run, ...within].join(' ')}; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; frame-src 'self' https:; frame-ancestors 'none'; base-uri 'self'; form-action 'self'`;
}
