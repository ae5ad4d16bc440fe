import { randomUUID } from 'node:crypto';
import { finished } from 'node:stream/promises';
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { refuse, Refused } from '../core/refusal.ts';
import { answerError, languageOf, send } from '../../parts/http/answers.ts';
import { LIMITS_OF_GUESTS, LIMITS_OF_NOBODY, LIMITS_OF_PEOPLE } from '../../parts/http/body-shape.ts';
import { momentIn } from './clock.ts';
import { PUBLIC, SESSION } from '../core/contract.ts';
import {
  contextOf,
  notPermitted,
  ownPasswordFirst,
  screenLocked,
  type Call,
  type Input,
  type SignedIn,
} from './context.ts';
import { Fault } from '../../parts/http/fault.ts';
import { isDownload } from '../../parts/http/downloads.ts';
import { isLive } from '../../parts/http/live.ts';
import { CHANGE_MS, LIST_MS, type Database, type Transaction } from '../../parts/postgres/database.ts';
import { answersFile, downloadLink, type DownloadLink } from '../../parts/http/download-link.ts';
import { createDownloadTurns, type DownloadTurns } from '../../parts/http/downloads.ts';
import { keyOf, once } from '../../parts/http/idempotency.ts';
import { createStreams, type Streams } from '../../parts/http/live.ts';
import type { Metrics } from '../../parts/http/metrics.ts';
import type { Observed, Observer } from './observe.ts';
import { mayChoose } from './options.ts';
import { NO_TRANSACTION } from './own-transaction.ts';
import { readParameter } from './parameters.ts';
import {
  enforceClientTimeouts,
  CLIENT_TIMEOUTS,
  watchReader,
  type ClientTimeouts,
} from '../../parts/http/client-timeouts.ts';
import { refusalOfConstraint } from './constraint-refusal.ts';
import type { Registry } from './registry.ts';
import type { Secrets } from '../../parts/secrets/secrets.ts';
import {
  acceptAnyBody,
  clockOf,
  isFileLink,
  queryOf,
  readInput,
  removeUploads,
  requireLength,
  type Brought,
} from '../../parts/http/request-input.ts';
import { AT_ONCE_BYTES, withRows } from '../../parts/xlsx/sheet-rows.ts';

interface HttpOptions {
  readonly registry: Registry;
  readonly database: Database;
  readonly calls: readonly Call[];
  /** Seals what is kept of answers that show a password. */
  readonly secrets: Pick<Secrets, 'seal' | 'open'>;
  /** Who a token belongs to, or null when it proves nobody. */
  authenticate(token: string): Promise<SignedIn | null>;
  /** Who a ticket in the link to a file stands for, or null when it is not good for this link, or no more. */
  redeem?(ticket: string, link: DownloadLink): Promise<SignedIn | null>;
  /** The rights a person has now, or null when he has none any more. */
  userOf?(tenant: string, userId: string): Promise<SignedIn | null>;
  /** Constraints written by hand in migrations: name → refusal code. */
  readonly constraintRefusals: Readonly<Record<string, string>>;
  readonly logger: FastifyBaseLogger | false;
  readonly metrics: Metrics;
  readonly uploadFolder: string;
  /** Told of every call once it was answered. */
  readonly observers?: readonly Observer[];
  /** Lets a request set the business clock by `X-Larder-Time`; for simulations only. */
  readonly clockHeader?: boolean;
  /** Addresses of proxies whose word is taken for where a request came from; without any, that of nobody. */
  readonly trustProxy?: string;
  /** Called with every answer before it is sent; what it throws is answered instead. For tests of contracts. */
  checkAnswer?(call: Call, result: unknown): void;
  /** How long slow clients are waited for; shorter in tests. */
  readonly timeouts?: ClientTimeouts;
}

/** Public calls act for nobody. */
const NOBODY: Omit<SignedIn, 'tenant'> = {
  userId: '0',
  timeZone: 'Asia/Shanghai',
  account: '',
  realName: '',
  deptId: '',
  roles: [],
  permissions: new Set(),
  scope: { all: false, depts: [] },
  sessionId: '0',
};
/** The API: one route per call, one transaction per request, the envelope of the wire contract. */
export async function createHttp(options: HttpOptions): Promise<FastifyInstance> {
  const { timeouts = CLIENT_TIMEOUTS } = options;
  const app = fastify({
    ...(options.logger === false ? { logger: false } : { loggerInstance: options.logger }),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    routerOptions: { caseSensitive: true, maxParamLength: 200 },
    requestTimeout: 0,
    trustProxy: options.trustProxy ?? false,
    http: { headersTimeout: timeouts.headers, connectionsCheckingInterval: Math.min(5_000, timeouts.headers) },
  }) as unknown as FastifyInstance;
  await acceptAnyBody(app);
  enforceClientTimeouts(app, timeouts);

  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer', 'x-frame-options': 'DENY' });
  });
  const streams = createStreams(app);
  const downloads = createDownloadTurns();
  app.addHook('onResponse', async (request, reply) => {
    if (streams.has(request)) return;
    options.metrics.observe(
      request.routeOptions.url ?? 'unknown',
      request.method,
      reply.statusCode,
      reply.elapsedTime / 1000,
    );
    const seen = called.get(request);
    if (seen === undefined) return;
    const whole: Observed = { ...seen, status: reply.statusCode, milliseconds: reply.elapsedTime };
    for (const observer of options.observers ?? []) observer.note(whole);
  });
  app.addHook('onClose', async () => {
    for (const observer of options.observers ?? []) await observer.flush();
  });
  // No such call: what was sent with it is not read.
  app.addHook('onRequest', async (request, reply) => {
    if (request.is404) return notFound(request, reply);
  });
  app.setErrorHandler((error, request, reply) => answerFailure(options, request, reply, error));

  const methods = new Set<string>();
  const notFound = (request: FastifyRequest, reply: FastifyReply): unknown => {
    const wrongMethod = methods.has(request.url.split('?')[0]!);
    return answerFailure(
      options,
      request,
      reply,
      new Fault(
        wrongMethod ? 405 : 404,
        wrongMethod ? { zh: '请求方法不正确', en: 'Wrong method' } : { zh: '没有这个接口', en: 'No such call' },
      ),
    );
  };
  for (const call of options.calls) {
    if (!call.permission || call.permission.length === 0)
      throw new Error(`${call.path} declares no permission and does not mount`);
    const url = `/api/${call.service}/${call.path}`;
    const verbs = call.method === 'GET+POST' ? (['GET', 'POST'] as const) : ([call.method] as const);
    for (const method of verbs) {
      const limits = call.permission !== PUBLIC ? LIMITS_OF_PEOPLE : call.upload ? LIMITS_OF_GUESTS : LIMITS_OF_NOBODY;
      app.route({
        method,
        url,
        exposeHeadRoute: false,
        bodyLimit: limits.bytes,
        config: { limits },
        // Who asks is known before his body is read: whoever is nobody costs nothing.
        onRequest: async (request) => {
          requireLength(request, limits);
          callers.set(request, await requireUser(options, call, request));
          await call.admit?.(queryOf(request, limits), clockOf(request, options.clockHeader));
        },
        handler: (request, reply) => answer(options, { streams, downloads }, call, request, reply),
      });
      methods.add(url);
    }
  }
  app.setNotFoundHandler(notFound);
  return app;
}

/** What is known of a request so far. */
const called = new WeakMap<FastifyRequest, Omit<Observed, 'status' | 'milliseconds'>>();

function answerFailure(options: HttpOptions, request: FastifyRequest, reply: FastifyReply, error: unknown): unknown {
  const seen = called.get(request);
  return answerError(request, reply, error, {
    refusal: refusalOfConstraint(options.registry, error, options.constraintRefusals),
    repeatable: request.headers['idempotency-key'] !== undefined && seen?.call.ownTransactions !== true,
    note: () => {
      if (seen !== undefined) called.set(request, { ...seen, error });
    },
  });
}

/** What stays open for people, and for how many of their answers at a time. */
interface Open {
  readonly streams: Streams;
  readonly downloads: DownloadTurns;
}

const callers = new WeakMap<FastifyRequest, Caller>();
const RIGHTS_ARE_NEW_MS = 2_000;

async function answer(
  options: HttpOptions,
  open: Open,
  call: Call,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const brought = await readInput(options.uploadFolder, call, request);
  const own = callers.get(request)!;
  const person = `${own.user.tenant}:${own.user.userId}`;
  // Waits without a connection in hand.
  const giveBack = call.permission !== PUBLIC && answersFile(call) ? await open.downloads.take(person) : () => {};
  try {
    // A body may take its time, and his rights may be gone meanwhile.
    const { user, again } =
      request.method === 'POST' && reply.elapsedTime > RIGHTS_ARE_NEW_MS
        ? await requireUser(options, call, request)
        : own;
    const result = await handled(options, call, request, user, brought);
    options.checkAnswer?.(call, result);
    if (isLive(result)) {
      return open.streams.open(request, reply, result, person, async () => {
        const now = await own.again();
        return now !== null && now.locked !== true;
      });
    }
    if (!isDownload(result) || Buffer.isBuffer(result.body)) return send(reply, result);
    const body = typeof result.body === 'function' ? await result.body() : result.body;
    const unwatch = watchReader(reply.raw, options.timeouts ?? CLIENT_TIMEOUTS, async () => (await again()) !== null);
    send(reply, { ...result, body });
    await finished(reply.raw).catch(() => {}); // the reader went away, or was sent away: nothing left to tell
    unwatch();
    return reply;
  } finally {
    giveBack();
    await removeUploads(brought.files);
  }
}

/** Refuses whoever administers tenants when a call names another one, instead of answering for their own tenant. */
function requireOwnTenant(call: Call, user: SignedIn, input: Input): void {
  if (user.keepsTenants !== true || call.namesTenant === true) return;
  // A number or several at once name tenants, too.
  const named = [input['tenantId'] ?? '']
    .flat()
    .map((each: unknown) => (typeof each === 'string' ? each.trim() : JSON.stringify(each)));
  const tenant = named.find((each) => !['', 'undefined', 'null', user.tenant].includes(each));
  if (tenant === undefined) return;
  throw new Refused(refuse('tenant.other', { own: user.tenant, tenant }, { field: 'tenantId' }));
}

/** What a call answers, in the transaction of the request or in those it opens itself. */
async function handled(
  options: HttpOptions,
  call: Call,
  request: FastifyRequest,
  user: SignedIn,
  brought: Brought,
): Promise<unknown> {
  const { input, files } = brought;
  const { tenant, timeZone } = user;
  called.set(request, {
    call,
    method: request.method,
    tenant,
    userId: user.userId,
    account: user.account,
    input,
    address: request.ip,
    headers: request.headers,
    requestId: request.id,
  });
  requireOwnTenant(call, user, input);
  const now = clockOf(request, options.clockHeader) ?? momentIn(timeZone, new Date());
  const [sent = null] = files;
  const isRead = call.upload === 'sheet' || (call.upload === 'sheet or job' && (sent?.size ?? 0) <= AT_ONCE_BYTES);
  const file = sent !== null && isRead ? await withRows(sent) : sent;
  const outside = contextOf({
    tx: NO_TRANSACTION,
    registry: options.registry,
    user,
    now,
    language: languageOf(request),
    requestId: request.id,
    peer: { address: request.ip, headers: request.headers },
  });
  if (call.permission === PUBLIC || call.ownTransactions === true) return call.handle(outside, input, file, files);
  const reads = call.reads ?? request.method === 'GET';
  const key = reads ? null : keyOf(request);
  const prepared = await call.prepare?.(outside, input, file);
  const workIn = (tx: Transaction): Promise<unknown> => call.handle({ ...outside, tx, prepared }, input, file, files);
  return options.database.transaction(
    { tenant, timeZone, readOnly: reads, statementMs: reads ? LIST_MS : CHANGE_MS, language: outside.language },
    (tx) => (key === null ? workIn(tx) : once(tx, options.secrets, user, request, key, brought, () => workIn(tx))),
  );
}

/** Who asks, and how it is found out later whether he still is somebody. */
interface Caller {
  readonly user: SignedIn;
  again(): Promise<SignedIn | null>;
}

async function requireUser(options: HttpOptions, call: Call, request: FastifyRequest): Promise<Caller> {
  if (call.permission === PUBLIC) {
    const nobody = { ...NOBODY, tenant: '' };
    return { user: nobody, again: async () => nobody };
  }
  const token = tokenOf(request, call);
  const ticket = token === null ? ticketOf(request, call) : null;
  const user =
    token !== null
      ? await options.authenticate(token.text)
      : ticket !== null
        ? ((await options.redeem?.(ticket.text, ticket.link)) ?? null)
        : null;
  if (user !== null && token?.from === 'query' && !(await takesQueryTokens(options.database, user.tenant)))
    throw notPermitted();
  if (user === null)
    throw new Fault(401, { zh: '登录已失效，请重新登录', en: 'Your session has ended; please sign in again' });
  if (user.unregistered !== undefined && call.beforeRegistered !== true) throw notPermitted();
  if (user.locked === true && call.whileLocked !== true) throw screenLocked();
  if (user.mustChangePassword === true && call.beforeOwnPassword !== true) throw ownPasswordFirst();
  const needed = typeof call.permission === 'string' ? [call.permission] : call.permission;
  const again = async (): Promise<SignedIn | null> =>
    token === null ? ((await options.userOf?.(user.tenant, user.userId)) ?? null) : options.authenticate(token.text);
  if (needed[0] === SESSION ? opensTo(options.registry, call, user) : needed.some((code) => user.permissions.has(code)))
    return { user, again };
  // Permitted by its address: for this call alone the person holds what it asks for.
  if (!permits(user.paths ?? [], `/api/${call.service}/${call.path}`)) throw notPermitted();
  return { user: { ...user, permissions: new Set([...user.permissions, ...needed]) }, again };
}

/** Is a call for everybody signed in for this person? */
const opensTo = (registry: Registry, call: Call, user: SignedIn): boolean =>
  (user.outsider !== true || call.outsiders === true) &&
  (call.chooses === undefined || mayChoose(registry, registry.find(call.chooses), user));
const permits = (paths: readonly string[], address: string): boolean =>
  paths.some(
    (path) =>
      path === address || (path.endsWith('/*') && address.slice(0, address.lastIndexOf('/') + 1) === path.slice(0, -1)),
  );

/** A token in an address stays in histories: a tenant may do without such links. */
const takesQueryTokens = (database: Database, tenant: string): Promise<boolean> =>
  database.transaction(
    { tenant, timeZone: 'UTC', readOnly: true },
    async (tx) => (await readParameter({ tx }, 'download.queryToken')) !== '0',
  );

/** The header is the only proof of a session; GET calls that answer a file also take `blade-auth` from the query. */
function tokenOf(
  request: FastifyRequest,
  call: Call,
): { readonly text: string; readonly from: 'header' | 'query' } | null {
  const header = request.headers['blade-auth'];
  const query = isFileLink(call, request) ? (request.query as Record<string, unknown>)['blade-auth'] : undefined;
  const given = typeof header === 'string' && header !== '' ? header : typeof query === 'string' ? query : '';
  const match = /^(?:bearer\s+)?([A-Za-z0-9._-]+)$/i.exec(given.trim());
  return match === null
    ? null
    : { text: match[1]!, from: typeof header === 'string' && header !== '' ? 'header' : 'query' };
}

/** `ticket` in the link to a file, and the link it came with. */
function ticketOf(request: FastifyRequest, call: Call): { readonly text: string; readonly link: DownloadLink } | null {
  const given = isFileLink(call, request) ? (request.query as Record<string, unknown>)['ticket'] : undefined;
  if (typeof given !== 'string' || given === '') return null;
  const [path = '', query = ''] = request.url.split('?', 2);
  return { text: given, link: downloadLink(path, query) };
}
