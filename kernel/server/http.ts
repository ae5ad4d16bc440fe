import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { finished, pipeline } from 'node:stream/promises';
import multipart from '@fastify/multipart';
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Language } from '../core/label.ts';
import { refuse, Refused, sentenceOf, wayOf, type Refusal } from '../core/refusal.ts';
import { momentIn } from './clock.ts';
import { refusalOfConstraint } from './constraint-refusal.ts';
import { Fault, isDownload, isLive, notPermitted, ownPasswordFirst, PUBLIC, screenLocked, SESSION, type Call, type Context, type Input, type SignedIn, type UploadedFile } from './context.ts';
import { sql, type Database, type Transaction } from './database.ts';
import { answersFile, downloadLink, type DownloadLink } from './download-link.ts';
import { createStreams, type Streams } from './live.ts';
import type { Metrics } from './metrics.ts';
import type { Observed, Observer } from './observe.ts';
import { readParameter } from './parameters.ts';
import { limitSlowness, PATIENCE, watchReader, type Patience } from './patience.ts';
import type { Registry } from './registry.ts';

export interface HttpOptions {
  readonly registry: Registry;
  readonly database: Database;
  readonly calls: readonly Call[];
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
  /** How long slow clients are waited for; shorter in tests. */
  readonly patience?: Patience;
}

/** Public calls act for nobody. */
const NOBODY: Omit<SignedIn, 'tenant'> = {
  userId: '0', timeZone: 'Asia/Shanghai', account: '', realName: '', deptId: '', roles: [], permissions: new Set(), scope: { all: false, depts: [] }, sessionId: '0',
};
const SENT = Symbol('answered already');
const refuseTransaction = (): never => {
  throw new Error('A public call opens its own transaction');
};
const NO_TRANSACTION: Transaction = { held: new Set(), rows: refuseTransaction, counted: refuseTransaction, row: refuseTransaction, run: refuseTransaction, sent: refuseTransaction, keepPlans: refuseTransaction, afterCommit: refuseTransaction };
const FILE_MAX = 50 * 1024 * 1024;
const BODY_MAX = 16 * 1024 * 1024;

/** The API: one route per call, one transaction per request, the envelope of the wire contract. */
export async function createHttp(options: HttpOptions): Promise<FastifyInstance> {
  const { patience = PATIENCE } = options;
  const app = fastify({
    ...(options.logger === false ? { logger: false } : { loggerInstance: options.logger }),
    bodyLimit: BODY_MAX, logController: new LogController({ disableRequestLogging: true }), genReqId: () => randomUUID(), routerOptions: { caseSensitive: true, maxParamLength: 200 }, requestTimeout: 0,
    http: { headersTimeout: patience.headers, connectionsCheckingInterval: Math.min(5_000, patience.headers) },
  }) as unknown as FastifyInstance;
  await app.register(multipart, { limits: { fileSize: FILE_MAX, files: 1, fields: 100, parts: 110 } });
  acceptAnyBody(app);
  limitSlowness(app, patience);

  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer', 'x-frame-options': 'DENY' });
  });
  const streams = createStreams(app);
  app.addHook('onResponse', async (request, reply) => {
    if (streams.has(request)) return;
    options.metrics.observe(request.routeOptions.url ?? 'unknown', request.method, reply.statusCode, reply.elapsedTime / 1000);
    const seen = called.get(request);
    if (seen === undefined) return;
    const whole: Observed = { ...seen, status: reply.statusCode, milliseconds: reply.elapsedTime };
    for (const observer of options.observers ?? []) observer.note(whole);
  });
  app.addHook('onClose', async () => {
    for (const observer of options.observers ?? []) await observer.flush();
  });
  app.setErrorHandler((error, request, reply) => answerError(options, request, reply, error));

  const methods = new Map<string, Set<string>>();
  for (const call of options.calls) {
    if (!call.permission || call.permission.length === 0) throw new Error(`${call.path} declares no permission and does not mount`);
    const url = `/api/${call.service}/${call.path}`;
    const verbs = call.method === 'GET+POST' ? (['GET', 'POST'] as const) : ([call.method] as const);
    for (const method of verbs) {
      app.route({ method, url, exposeHeadRoute: false, handler: (request, reply) => answer(options, streams, call, request, reply) });
      methods.set(url, (methods.get(url) ?? new Set()).add(method));
    }
  }
  app.setNotFoundHandler((request, reply) => {
    const pathname = request.url.split('?')[0]!;
    const wrongMethod = methods.has(pathname);
    return answerError(options, request, reply, new Fault(wrongMethod ? 405 : 404, wrongMethod ? { zh: '请求方法不正确', en: 'Wrong method' } : { zh: '没有这个接口', en: 'No such call' }));
  });
  return app;
}

/** Clients send JSON under other types, or no body at all; neither is a fault. */
function acceptAnyBody(app: FastifyInstance): void {
  app.removeContentTypeParser(['application/json', 'text/plain']);
  const parse = (_request: FastifyRequest, body: string, done: (error: Error | null, value?: unknown) => void): void => {
    if (body.trim() === '') return done(null, {});
    try {
      done(null, JSON.parse(body, (key, value: unknown) => (key === '__proto__' || key === 'constructor' ? undefined : value)));
    } catch {
      done(new Refused(refuse('body.not-an-object')));
    }
  };
  app.addContentTypeParser('application/json', { parseAs: 'string' }, parse as never);
  app.addContentTypeParser('text/plain', { parseAs: 'string' }, parse as never);
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, ((_request: FastifyRequest, body: string, done: (error: Error | null, value?: unknown) => void) =>
    done(null, entriesOf(new URLSearchParams(body)))) as never);
}

/** `a=1&a=2` and `a[]=1` become lists. */
function entriesOf(parameters: Iterable<[string, string]>): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  for (const [given, value] of parameters) {
    const key = given.endsWith('[]') ? given.slice(0, -2) : given;
    const before = Object.hasOwn(found, key) ? found[key] : undefined;
    Object.defineProperty(found, key, { value: before === undefined ? value : [...(Array.isArray(before) ? before : [before]), value], enumerable: true, configurable: true, writable: true });
  }
  return found;
}

export const languageOf = (request: FastifyRequest): Language => ((request.headers['accept-language'] ?? '').toLowerCase().startsWith('en') ? 'en' : 'zh');

/** What is known of a request so far. */
const called = new WeakMap<FastifyRequest, Omit<Observed, 'status' | 'milliseconds'>>();

async function answer(options: HttpOptions, streams: Streams, call: Call, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { user, again } = await requireUser(options, call, request);
  const { input, files } = await readInput(options, call, request);
  const file = files[0] ?? null;
  called.set(request, { call, method: request.method, tenant: user.tenant, userId: user.userId, account: user.account, input, address: request.ip, headers: request.headers, requestId: request.id });
  const timeZone = user.timeZone;
  const clock = options.clockHeader ? request.headers['x-larder-time'] : undefined;
  const now = typeof clock === 'string' && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(clock) ? clock : momentIn(timeZone, new Date());
  const reads = call.reads ?? request.method === 'GET';
  const tenant = user.tenant;
  const contextOn = (tx: Transaction): Context => ({
    tx, user, tenant, now, today: now.slice(0, 10), language: languageOf(request), requestId: request.id, peer: { address: request.ip, headers: request.headers },
    allowed: (permission) => user.permissions.has(permission),
  });
  try {
    // Nobody's call names its own tenant; it opens its transactions itself, so that waiting for one holds no connection.
    if (call.permission === PUBLIC) return send(reply, await call.handle(contextOn(NO_TRANSACTION), input, file, files));
    const result = await options.database.transaction({ tenant, timeZone, readOnly: reads }, async (tx) => {
      const context = contextOn(tx);
      const key = request.headers['idempotency-key'];
      const work = (): Promise<unknown> => call.handle(context, input, file, files);
      const value = await (reads || typeof key !== 'string' || key === '' ? work() : once(tx, user, request, key.slice(0, 200), input, work));
      // A streamed file reads from this transaction until its last byte.
      if (isDownload(value) && !Buffer.isBuffer(value.body)) {
        const unwatch = watchReader(reply.raw, options.patience ?? PATIENCE, async () => (await again()) !== null);
        send(reply, value);
        await finished(reply.raw).catch(() => {}); // the reader went away, or was sent away: nothing left to tell
        unwatch();
        return SENT;
      }
      return value;
    });
    if (isLive(result)) {
      const token = tokenOf(request, call)!.text; // no file, so no ticket let anybody in
      return streams.open(request, reply, result, `${tenant}:${user.userId}`, async () => {
        const now = await options.authenticate(token);
        return now !== null && now.locked !== true;
      });
    }
    return result === SENT ? reply : send(reply, result);
  } finally {
    for (const each of files) await fs.rm(each.path, { force: true });
  }
}

/** Who asks, and how it is found out later whether he still is somebody. */
interface Asking {
  readonly user: SignedIn;
  again(): Promise<SignedIn | null>;
}

async function requireUser(options: HttpOptions, call: Call, request: FastifyRequest): Promise<Asking> {
  if (call.permission === PUBLIC) {
    const nobody = { ...NOBODY, tenant: '' };
    return { user: nobody, again: async () => nobody };
  }
  const token = tokenOf(request, call);
  const ticket = token === null ? ticketOf(request, call) : null;
  const user = token !== null ? await options.authenticate(token.text) : ticket !== null ? ((await options.redeem?.(ticket.text, ticket.link)) ?? null) : null;
  if (user !== null && token?.from === 'query' && !(await takesQueryTokens(options.database, user.tenant))) throw notPermitted();
  if (user === null) throw new Fault(401, { zh: '登录已失效，请重新登录', en: 'Your session has ended; please sign in again' });
  if (user.unregistered !== undefined && call.beforeRegistered !== true) throw notPermitted();
  if (user.locked === true && call.whileLocked !== true) throw screenLocked();
  if (user.mustChangePassword === true && call.beforeOwnPassword !== true) throw ownPasswordFirst();
  const needed = typeof call.permission === 'string' ? [call.permission] : call.permission;
  const again = async (): Promise<SignedIn | null> => (token === null ? ((await options.userOf?.(user.tenant, user.userId)) ?? null) : options.authenticate(token.text));
  if (needed[0] === SESSION || needed.some((code) => user.permissions.has(code))) return { user, again };
  // Permitted by its address: for this call alone the person holds what it asks for.
  if (!permits(user.paths ?? [], `/api/${call.service}/${call.path}`)) throw notPermitted();
  return { user: { ...user, permissions: new Set([...user.permissions, ...needed]) }, again };
}

const permits = (paths: readonly string[], address: string): boolean => paths.some((path) => path === address || (path.endsWith('/*') && address.slice(0, address.lastIndexOf('/') + 1) === path.slice(0, -1)));

/** A token in an address stays in histories: a tenant may do without such links. */
const takesQueryTokens = (database: Database, tenant: string): Promise<boolean> =>
  database.transaction({ tenant, timeZone: 'UTC', readOnly: true }, async (tx) => (await readParameter({ tx }, 'download.queryToken')) !== '0');

/** The header is the only proof of a session; GET calls that answer a file also take `blade-auth` from the query. */
function tokenOf(request: FastifyRequest, call: Call): { readonly text: string; readonly from: 'header' | 'query' } | null {
  const header = request.headers['blade-auth'];
  const query = isFileLink(call, request) ? (request.query as Record<string, unknown>)['blade-auth'] : undefined;
  const given = typeof header === 'string' && header !== '' ? header : typeof query === 'string' ? query : '';
  const match = /^(?:bearer\s+)?([A-Za-z0-9._-]+)$/i.exec(given.trim());
  return match === null ? null : { text: match[1]!, from: typeof header === 'string' && header !== '' ? 'header' : 'query' };
}

const isFileLink = (call: Call, request: FastifyRequest): boolean => answersFile(call) && request.method === 'GET';

/** `ticket` in the link to a file, and the link it came with. */
function ticketOf(request: FastifyRequest, call: Call): { readonly text: string; readonly link: DownloadLink } | null {
  const given = isFileLink(call, request) ? (request.query as Record<string, unknown>)['ticket'] : undefined;
  if (typeof given !== 'string' || given === '') return null;
  const [path = '', query = ''] = request.url.split('?', 2);
  return { text: given, link: downloadLink(path, query) };
}

/** Query, form, JSON and multipart fields as one; the query wins. */
async function readInput(options: HttpOptions, call: Call, request: FastifyRequest): Promise<{ input: Input; files: readonly UploadedFile[] }> {
  const search = request.url.includes('?') ? request.url.slice(request.url.indexOf('?') + 1) : '';
  const query = entriesOf(new URLSearchParams(search));
  delete query['blade-auth'];
  if (isFileLink(call, request)) delete query['ticket'];
  if (!request.isMultipart()) {
    const body = request.body;
    // A bare array as body (error-log batches, lists of ids) travels under `body`.
    const fields = Array.isArray(body) ? { body } : typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
    // Parts of the address itself come last: they decided which call this is.
    return { input: { ...fields, ...query, ...(request.params as Record<string, string>) }, files: [] };
  }
  const fields: [string, string][] = [];
  const files: UploadedFile[] = [];
  const most = call.uploads ?? (call.upload === true ? 1 : 0);
  for await (const part of request.parts({ limits: { files: Math.max(1, most) } })) {
    if (part.type === 'field') fields.push([part.fieldname, String(part.value)]);
    else if (files.length >= most) part.file.resume();
    else {
      const target = path.join(options.uploadFolder, `${randomUUID()}.upload`);
      await pipeline(part.file, createWriteStream(target));
      files.push({ name: part.filename, path: target, size: (await fs.stat(target)).size });
      if (part.file.truncated) {
        for (const each of files) await fs.rm(each.path, { force: true });
        throw new Fault(413, { zh: '文件不能超过 50 MB', en: 'A file may have at most 50 MB' });
      }
    }
  }
  return { input: { ...entriesOf(fields), ...query }, files };
}

/** A repeated POST with the same key does its work once; the row stands in the same transaction as the effect. */
async function once(tx: Transaction, user: SignedIn, request: FastifyRequest, key: string, input: Input, work: () => Promise<unknown>): Promise<unknown> {
  const route = `${request.method} ${request.routeOptions.url}`;
  const hash = createHash('sha256').update(JSON.stringify(input)).digest('hex');
  const fresh = await tx.run(sql`
    insert into idempotency (user_id, route, key, body_hash) values (${user.userId}::bigint, ${route}, ${key}, ${hash}) on conflict do nothing`);
  if (fresh === 0) {
    const before = await tx.row<{ bodyHash: string; answer: string | null }>(sql`
      select body_hash, answer from idempotency where user_id = ${user.userId}::bigint and route = ${route} and key = ${key}`);
    if (before === undefined || before.answer === null) throw new Refused(refuse('idempotency.in-flight'));
    if (before.bodyHash !== hash) throw new Refused(refuse('idempotency.reused'));
    return (JSON.parse(before.answer) as { value: unknown }).value;
  }
  const value = await work();
  if (!isDownload(value)) {
    // As a text within JSON, so that the second answer is the first one letter by letter, its keys in their order.
    await tx.run(sql`update idempotency set answer = to_jsonb(${JSON.stringify({ value: value ?? null })}::text) where user_id = ${user.userId}::bigint and route = ${route} and key = ${key}`);
  }
  return value;
}

/** An answer without the envelope: the token, the captcha, and the way to another address. */
export class Bare {
  readonly status: number;
  readonly value: unknown;
  readonly headers: Readonly<Record<string, string>>;
  constructor(value: unknown, status = 200, headers: Readonly<Record<string, string>> = {}) {
    this.value = value;
    this.status = status;
    this.headers = headers;
  }
}

/** An ordinary answer in its envelope, for the few that bring headers of their own. */
export const enveloped = (data: unknown, headers: Readonly<Record<string, string>>): Bare => new Bare({ code: 200, success: true, data, msg: '操作成功' }, 200, headers);

function send(reply: FastifyReply, result: unknown): unknown {
  reply.header('cache-control', 'no-store');
  if (result instanceof Bare) return reply.status(result.status).headers(result.headers).send(result.value);
  if (isDownload(result)) {
    return reply
      .header('content-type', result.contentType)
      // Whatever somebody uploaded runs nothing and reaches nothing, even where a browser shows it.
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
      .header('content-disposition', `${result.shown === true ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(result.fileName)}`)
      .send(result.body);
  }
  // As bytes: a text of that length would be measured and written letter by letter.
  return reply.header('content-type', 'application/json; charset=utf-8').send(Buffer.from(JSON.stringify({ code: 200, success: true, data: result ?? {}, msg: '操作成功' })));
}

/** Body code and HTTP status are the same number; nothing above 500; the sentence is in the person's language. */
function answerError(options: HttpOptions, request: FastifyRequest, reply: FastifyReply, error: unknown): unknown {
  const language = languageOf(request);
  reply.header('cache-control', 'no-store');
  const say = (status: number, msg: string, detail: unknown = {}): unknown => reply.status(status).send({ code: status, success: false, data: detail, msg });
  const known = error instanceof Refused ? error : refusedByDatabase(options, error);
  if (known !== null) {
    const { msg, data } = describe(known.refusals, language);
    return say(400, msg, data);
  }
  if (error instanceof Fault) {
    if (error.status === 429) reply.header('retry-after', '2');
    return say(error.status, error.label[language], error.reason === undefined ? {} : { reason: error.reason });
  }
  const { statusCode: status, code } = error as { statusCode?: number; code?: string };
  if (status === 413 || code === 'FST_REQ_FILE_TOO_LARGE') return say(413, language === 'zh' ? '内容过大' : 'The content is too large');
  if (status === 415) return say(415, language === 'zh' ? '不支持的内容类型' : 'Unsupported content type');
  if (status !== undefined && status < 500) return say(400, language === 'zh' ? '请求内容不是有效的数据' : 'The request is not valid');
  const message = faultText(error, language, request.id);
  const seen = called.get(request);
  if (seen !== undefined) called.set(request, { ...seen, error });
  request.log.error({ err: error, requestId: request.id, route: request.routeOptions?.url }, 'request failed');
  return say(500, message);
}

/** Storage that is full or away is said as such; everything else names a reference, never internals. */
function faultText(error: unknown, language: Language, reference: string): string {
  const code = (error as { code?: string }).code ?? '';
  if (code === '53100' || code === 'ENOSPC') return language === 'zh' ? '存储空间已满，没有保存任何内容，请联系管理员' : 'Storage is full; nothing was saved. Please tell an administrator';
  // The driver has words, and no code, for a connection that broke under it or could not be had.
  const broken = code === '' && /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool)/.test((error as { message?: string }).message ?? '');
  if (broken || /^(08|57P|53300)/.test(code) || ['ECONNREFUSED', 'ENOENT', 'ECONNRESET', 'EPIPE'].includes(code)) return language === 'zh' ? '数据库暂时无法连接，没有保存任何内容，请稍后再试' : 'The database is away for the moment; nothing was saved. Please try again shortly';
  if (code === '57014') return language === 'zh' ? '查询超时，请缩小查询范围' : 'The query took too long; please narrow it';
  return language === 'zh' ? `未知错误，请稍后再试或联系管理员！（编号 ${reference.slice(0, 8)}）` : `Something went wrong; please try again or tell an administrator (reference ${reference.slice(0, 8)})`;
}

function refusedByDatabase(options: HttpOptions, error: unknown): Refused | null {
  const refusal = refusalOfConstraint(options.registry, error, options.constraintRefusals);
  if (refusal !== null) return new Refused(refusal);
  const code = (error as { code?: string }).code;
  // A value the database cannot read as an id, number or date came from the request: declared fields are checked long before.
  if (code === '22P02' || code === '22003' || code === '22007' || code === '22008') return new Refused(refuse('param.unreadable'));
  return code === '40001' || code === '40P01' || code === '55P03' ? new Refused(refuse('busy.retry')) : null;
}

const SENTENCES_MAX = 5;
function describe(refusals: readonly Refusal[], language: Language): { msg: string; data: unknown } {
  const shown = refusals.map((refusal) => {
    const bare = sentenceOf(refusal, language);
    const way = wayOf(refusal, language);
    const isNumbered = refusal.line === undefined || bare.includes(language === 'zh' ? `第 ${refusal.line} 行` : `ine ${refusal.line}`);
    return { code: refusal.code, field: refusal.field ?? '', line: refusal.line ?? null, sentence: isNumbered ? bare : sentenceOf(refuse('line.at', { line: refusal.line, sentence: bare }), language), detail: refusal.detail, ...(refusal.unless === undefined ? {} : { unless: refusal.unless }), ...(way === undefined ? {} : { way }) };
  });
  const rest = shown.length - SENTENCES_MAX;
  const more = rest > 0 ? (language === 'zh' ? `；另有 ${rest} 处问题` : `; and ${rest} more`) : '';
  return {
    msg: [...new Set(shown.map((each) => each.sentence))].slice(0, SENTENCES_MAX).join(language === 'zh' ? '；' : '; ') + more,
    data: { reason: shown[0]?.code ?? '', field: shown[0]?.field ?? '', refusals: shown, ...(shown[0]?.code === 'record.stale' ? { ...shown[0].detail, reason: 'stale' } : {}) },
  };
}
