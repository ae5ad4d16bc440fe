/**
 * An OData service on loopback for tests and demonstration, version 2 and 4, that behaves as the real ones do: it asks
 * who is there, gives tokens against forgery and forgets them, divides long lists, remembers what a reader has seen,
 * takes batches; and, when told to, it breaks off half-way, is busy, slow or down.
 */
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export type ServedRow = Record<string, unknown>;
export interface ServedSet {
  /** Names of the key, in order. */
  readonly keys: readonly string[];
  readonly rows: ServedRow[];
  /** What is not plain text: moments as ISO, days as yyyy-MM-dd, decimals as text. */
  readonly types?: Readonly<Record<string, 'moment' | 'day' | 'decimal'>>;
}
export interface ServedService {
  readonly version: 2 | 4;
  readonly sets: Readonly<Record<string, ServedSet>>;
}
/** `cut`: half the answer, then the line goes dead. */
export type Fault =
  | { readonly kind: 'cut' | 'forget-token' }
  | { readonly kind: 'status'; readonly status: number; readonly retryAfter?: string }
  | { readonly kind: 'slow'; readonly ms: number };

export interface RunningService {
  /** Address of the host; services stand below it by their path. */
  readonly origin: string;
  /** The host as a list of allowed addresses names it. */
  readonly allowed: string;
  /** Every request so far: `GET /path/Set?…`. */
  readonly requests: readonly string[];
  /** Changes a set; who asked for changes will be told of these rows. */
  change(path: string, set: string, work: (rows: ServedRow[]) => void): void;
  /** What happens to the next requests that match, one fault each. */
  break(matching: RegExp, ...faults: readonly Fault[]): void;
  close(): Promise<void>;
}

const PAGE_MOST = 200;

export async function startODataService(options: {
  readonly user: string;
  readonly secret: string;
  readonly services: Readonly<Record<string, ServedService>>;
  readonly pageMost?: number;
  readonly port?: number;
}): Promise<RunningService> {
  const pageMost = options.pageMost ?? PAGE_MOST;
  const requests: string[] = [];
  const faults: { readonly matching: RegExp; readonly fault: Fault }[] = [];
  const tokens = new Map<string, string>();
  /** What changed when: `path set key` → number of the change. */
  const changes = new Map<string, number>();
  const removed = new Map<string, number>();
  let changeCount = 0;

  const server = http.createServer((request, response) => {
    // Node writes the machine's own clock; a service tells the time it lives in.
    response.setHeader('date', new Date().toUTCString());
    answer(request, response).catch((error: unknown) => {
      if (!response.headersSent)
        send(response, 500, { error: { code: 'TEST', message: { lang: 'en', value: String(error) } } });
    });
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const target = request.url ?? '/';
    requests.push(`${request.method} ${decodeURIComponent(target)}`);
    const body = await textOf(request);
    const place = faults.findIndex(({ matching }) => matching.test(requests.at(-1)!));
    const fault = place === -1 ? undefined : faults.splice(place, 1)[0]!.fault;
    if (fault?.kind === 'slow') await pause(fault.ms);
    if (fault?.kind === 'status')
      return send(
        response,
        fault.status,
        { error: { code: 'BUSY', message: { lang: 'en', value: 'The service cannot answer now' } } },
        fault.retryAfter === undefined ? {} : { 'retry-after': fault.retryAfter },
      );
    if (fault?.kind === 'forget-token') tokens.clear();
    if (
      request.headers.authorization !== `Basic ${Buffer.from(`${options.user}:${options.secret}`).toString('base64')}`
    ) {
      return send(
        response,
        401,
        { error: { code: 'LOGON', message: { lang: 'en', value: 'Logon failed' } } },
        { 'www-authenticate': 'Basic realm="test"' },
      );
    }
    const path = Object.keys(options.services).find(
      (each) => target === each || target.startsWith(`${each}/`) || target.startsWith(`${each}?`),
    );
    if (path === undefined)
      return send(response, 404, { error: { code: 'NOT_FOUND', message: { lang: 'en', value: 'No service found' } } });
    const service = options.services[path]!;
    const headers: Record<string, string> = {};
    if (request.headers['x-csrf-token']?.toString().toLowerCase() === 'fetch') {
      const [session, token] = [randomUUID(), randomUUID()];
      tokens.set(session, token);
      headers['x-csrf-token'] = token;
      headers['set-cookie'] = `SAP_SESSIONID=${session}; path=/; HttpOnly`;
    }
    if (request.method === 'POST') {
      const session = /SAP_SESSIONID=([^;]+)/.exec(request.headers.cookie ?? '')?.[1] ?? '';
      const given = request.headers['x-csrf-token'];
      if (given === undefined || given !== tokens.get(session))
        return send(response, 403, 'CSRF token validation failed', {
          'x-csrf-token': 'Required',
          'content-type': 'text/plain',
        });
    }
    const below = target.slice(path.length + 1);
    const exact = `${request.headers.accept ?? ''}`.includes('IEEE754Compatible=true');
    if (below.startsWith('$batch') && request.method === 'POST')
      return sendBatch(response, path, service, String(request.headers['content-type'] ?? ''), body, headers);
    const { status, content } = read(path, service, below, { exact, prefer: String(request.headers['prefer'] ?? '') });
    const text = JSON.stringify(content);
    if (fault?.kind === 'cut') {
      response.writeHead(status, {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(text)),
        ...headers,
      });
      response.write(text.slice(0, text.length >> 1), () => response.destroy());
      return;
    }
    send(response, status, content, headers);
  }

  function sendBatch(
    response: ServerResponse,
    path: string,
    service: ServedService,
    contentType: string,
    body: string,
    headers: Record<string, string>,
  ): void {
    if (service.version === 4) {
      const { requests: asked } = JSON.parse(body) as { requests: { id: string; url: string }[] };
      const responses = asked.map(({ id, url }) => {
        const { status, content } = read(path, service, url, { exact: true, prefer: '' });
        return { id, status, headers: { 'content-type': 'application/json' }, body: content };
      });
      return send(response, 200, { responses }, headers);
    }
    const boundary = /boundary=(.+)$/.exec(contentType)![1]!;
    const asked = [...body.matchAll(/GET (\S+) HTTP\/1\.1/g)].map((match) => match[1]!);
    const parts = body.split(`--${boundary}`).length - 2 === asked.length ? asked : [];
    const answers = parts.map((url) => {
      const { status, content } = read(path, service, url, { exact: true, prefer: '' });
      const text = JSON.stringify(content);
      return [
        '--answers',
        'Content-Type: application/http',
        'content-transfer-encoding: binary',
        '',
        `HTTP/1.1 ${status} ${status === 200 ? 'OK' : 'Not Found'}`,
        'Content-Type: application/json',
        `Content-Length: ${Buffer.byteLength(text)}`,
        '',
        text,
        '',
      ].join('\r\n');
    });
    send(response, 202, `${answers.join('')}--answers--\r\n`, {
      ...headers,
      'content-type': 'multipart/mixed; boundary=answers',
    });
  }

  interface Wanted {
    readonly exact: boolean;
    readonly prefer: string;
  }
  function read(
    path: string,
    service: ServedService,
    below: string,
    wanted: Wanted,
  ): { status: number; content: unknown } {
    if (below === '' || below.startsWith('?'))
      return {
        status: 200,
        content:
          service.version === 2
            ? { d: { EntitySets: Object.keys(service.sets) } }
            : { value: Object.keys(service.sets).map((name) => ({ name, kind: 'EntitySet', url: name })) },
      };
    const [, name, key, query = ''] = /^(\w+)(?:\(([^?]*)\))?(?:\?(.*))?$/s.exec(below) ?? [];
    const set = service.sets[name ?? ''];
    if (name === undefined || set === undefined)
      return { status: 404, content: failure(service, `Resource not found for segment '${below.slice(0, 60)}'`) };
    const asked = new URLSearchParams(query.replaceAll('+', '%2B'));
    const shape = (row: ServedRow): ServedRow => shaped(service, set, row, asked, wanted);
    if (key !== undefined) {
      const parts = [...decodeURIComponent(key).matchAll(/(?:(\w+)=)?(?:datetime)?'((?:[^']|'')*)'/g)];
      const found = set.rows.find((row) =>
        parts.every(
          ([, part, value], index) =>
            String(row[part ?? set.keys[index]!]) ===
            (set.types?.[part ?? ''] === 'day' ? value!.slice(0, 10) : value!.replaceAll("''", "'")),
        ),
      );
      if (found === undefined) return { status: 404, content: failure(service, 'Resource not found') };
      return {
        status: 200,
        content: service.version === 2 ? { d: shape(found) } : { '@odata.context': '$metadata', ...shape(found) },
      };
    }
    return { status: 200, content: list(path, service, name, set, asked, wanted, shape) };
  }

  function list(
    path: string,
    service: ServedService,
    name: string,
    set: ServedSet,
    asked: URLSearchParams,
    wanted: Wanted,
    shape: (row: ServedRow) => ServedRow,
  ): unknown {
    const keyOf = (row: ServedRow): string => set.keys.map((each) => String(row[each])).join('|');
    const since = asked.get('$deltatoken');
    const all = set.rows.filter(
      (row) =>
        holds(asked.get('$filter') ?? '', row) &&
        (since === null || (changes.get(`${path} ${name} ${keyOf(row)}`) ?? 0) > Number(since)),
    );
    const order = (asked.get('$orderby') ?? set.keys.join(',')).split(',').map((each) => each.trim().split(' '));
    const sorted = all.toSorted((a, b) => {
      for (const [field, way] of order) {
        const [x, y] = [String(a[field!]), String(b[field!])];
        if (x !== y) return (x < y ? -1 : 1) * (way === 'desc' ? -1 : 1);
      }
      return 0;
    });
    const skip = Number(asked.get('$skip') ?? 0);
    const top = asked.get('$top');
    const limited = sorted.slice(skip, top === null ? undefined : skip + Number(top));
    const from = Number(asked.get('$skiptoken') ?? 0);
    const most = Math.min(pageMost, Number(/maxpagesize=(\d+)/.exec(wanted.prefer)?.[1] ?? pageMost));
    const page = limited.slice(from, from + most);
    const link = (pairs: Record<string, string>): string => {
      const more = new URLSearchParams(asked);
      for (const [option, value] of Object.entries(pairs)) more.set(option, value);
      // The name it knows itself by is not the one the reader came with.
      return `http://internal.invalid:8000${path}/${name}?${more.toString().replaceAll('+', '%20')}`;
    };
    const next = from + most < limited.length ? link({ $skiptoken: String(from + most) }) : undefined;
    const isTracked = wanted.prefer.includes('odata.track-changes') || since !== null;
    const rows = page.map(shape);
    if (service.version === 2)
      return {
        d: {
          results: rows,
          ...(next === undefined ? {} : { __next: next }),
          ...(asked.get('$inlinecount') === 'allpages' ? { __count: String(all.length) } : {}),
        },
      };
    const gone =
      since === null || next !== undefined
        ? []
        : [...removed]
            .filter(([at, count]) => at.startsWith(`${path} ${name} `) && count > Number(since))
            .map(([at]) => ({
              '@removed': { reason: 'deleted' },
              '@id': `${name}('${at.slice(`${path} ${name} `.length)}')`,
            }));
    const delta =
      isTracked && next === undefined
        ? `http://internal.invalid:8000${path}/${name}?${new URLSearchParams({ ...(asked.get('$filter') === null ? {} : { $filter: asked.get('$filter')! }), ...(asked.get('$expand') === null ? {} : { $expand: asked.get('$expand')! }), $deltatoken: String(changeCount) }).toString().replaceAll('+', '%20')}`
        : undefined;
    return {
      '@odata.context': `$metadata#${name}`,
      value: [...rows, ...gone],
      ...(next === undefined ? {} : { '@odata.nextLink': next }),
      ...(delta === undefined ? {} : { '@odata.deltaLink': delta }),
    };
  }

  await new Promise<void>((listening) => {
    server.listen(options.port ?? 0, '127.0.0.1', listening);
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    allowed: origin,
    requests,
    change(path, set, work) {
      const { keys, rows } = options.services[path]!.sets[set]!;
      const at = (row: ServedRow): string => `${path} ${set} ${keys.map((each) => String(row[each])).join('|')}`;
      const before = new Map(rows.map((row) => [at(row), JSON.stringify(row)]));
      work(rows);
      changeCount += 1;
      const after = new Map(rows.map((row) => [at(row), JSON.stringify(row)]));
      for (const [key, text] of after) if (before.get(key) !== text) changes.set(key, changeCount);
      for (const key of before.keys()) if (!after.has(key)) removed.set(key, changeCount);
    },
    break(matching, ...more) {
      faults.push(...more.map((fault) => ({ matching, fault })));
    },
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => {
        server.close(closed);
      });
    },
  };
}

const failure = (service: ServedService, message: string): unknown => ({
  error: {
    code: '005056A509B11EE1B9A8FEC11C21578E',
    message: service.version === 2 ? { lang: 'en', value: message } : message,
  },
});

/**
 * A row as it travels: only what was asked for, navigation where it was expanded, values as the version writes them.
 */
function shaped(
  service: ServedService,
  set: ServedSet,
  row: ServedRow,
  asked: URLSearchParams,
  wanted: { readonly exact: boolean },
): ServedRow {
  const select = asked.get('$select')?.split(',');
  const expand = asked.get('$expand')?.split(',') ?? [];
  return Object.fromEntries(
    Object.entries(row).flatMap(([name, value]): [string, unknown][] => {
      if (Array.isArray(value) || (typeof value === 'object' && value !== null)) {
        if (!expand.includes(name))
          return service.version === 2 && (select === undefined || select.includes(name))
            ? [[name, { __deferred: { uri: 'http://internal.invalid' } }]]
            : [];
        return [[name, service.version === 2 && Array.isArray(value) ? { results: value } : value]];
      }
      if (select !== undefined && !select.includes(name) && !(service.version === 4 && set.keys.includes(name)))
        return [];
      return [[name, written(service, set.types?.[name], value, wanted.exact)]];
    }),
  );
}
function written(
  { version }: ServedService,
  type: 'moment' | 'day' | 'decimal' | undefined,
  value: unknown,
  exact: boolean,
): unknown {
  if (value === null || value === undefined || type === undefined) return value;
  if (type === 'decimal') return version === 2 || exact ? String(value) : Number(value);
  if (version === 4) return value;
  const time = Date.parse(type === 'day' ? `${String(value)}T00:00:00Z` : String(value));
  return type === 'day' ? `/Date(${time})/` : `/Date(${time}+0000)/`;
}

/** The part of `$filter` that is asked here: comparisons joined by `and`, `or` and brackets. */
function holds(filter: string, row: ServedRow): boolean {
  if (filter === '') return true;
  const words = filter.match(/\(|\)|(?:datetimeoffset|datetime)?'(?:[^']|'')*'|[^\s()]+/g) ?? [];
  let at = 0;
  const literal = (text: string): string => {
    const [, inside] = /^(?:datetimeoffset|datetime)?'((?:[^']|'')*)'$/.exec(text) ?? [];
    return (inside ?? text).replaceAll("''", "'");
  };
  const comparison = (): boolean => {
    if (words[at] === '(') {
      at += 1;
      const inside = any();
      at += 1;
      return inside;
    }
    const [name, way, given] = [words[at]!, words[at + 1]!, words[at + 2]!];
    at += 3;
    const isTime = /^\d{4}-\d\d-\d\d/.test(literal(given)) && !given.startsWith("'");
    const own = row[name];
    const [x, y] = isTime
      ? [
          Date.parse(String(own)),
          Date.parse(
            /[Zz]|[+-]\d\d:\d\d$/.test(literal(given)) || literal(given).length === 10
              ? literal(given)
              : `${literal(given)}Z`,
          ),
        ]
      : [String(own ?? ''), literal(given)];
    if (typeof x === 'number' && !Number.isFinite(x)) return false;
    switch (way) {
      case 'eq':
        return x === y;
      case 'ne':
        return x !== y;
      case 'gt':
        return x > y;
      case 'ge':
        return x >= y;
      case 'lt':
        return x < y;
      case 'le':
        return x <= y;
      default:
        throw new Error(`The filter ${filter} is not understood`);
    }
  };
  const each = (): boolean => {
    let so = comparison();
    while (words[at] === 'and') {
      at += 1;
      const other = comparison();
      so &&= other;
    }
    return so;
  };
  const any = (): boolean => {
    let so = each();
    while (words[at] === 'or') {
      at += 1;
      const other = each();
      so ||= other;
    }
    return so;
  };
  return any();
}

function send(response: ServerResponse, status: number, content: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(typeof content === 'string' ? content : JSON.stringify(content));
}
async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
