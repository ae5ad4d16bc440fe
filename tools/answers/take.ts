/** Every GET call of a running program, asked as several people. */
import { createHash } from 'node:crypto';
import { httpCompany } from '../../scripts/company/http-client.ts';
import { normaliser, sorted, unzipped, type Json } from './normal.ts';

export interface Answers {
  /** Address of each GET call → the parameters it was taken to have. */
  readonly calls: Readonly<Record<string, readonly string[]>>;
  /** `account /address?parameters` → status, type and the digest of what was answered. */
  readonly requests: Readonly<Record<string, string>>;
  /** Digest → what was answered. */
  readonly bodies: Readonly<Record<string, string>>;
}

/** The administrator sees everything; the others see shares of it by right, place and field. */
const ACCOUNTS = ['admin', 'storekeeper', 'chef', 'purchaser'];
const ROWS = 20;
/** Rows whose records are asked for one by one. */
const DETAILS = 2;
const AT_ONCE = 4;
const LIST = /\/(page|list|donePage|select|tree|lazy-tree|[\w-]*List|[\w-]*Page)$/;
/** Other in each run by what they are: pictures to read from, keys, and what the program notes about itself. */
const NEVER_ALIKE = /\/(captcha|metrics|download-ticket|blade-log)\b|\/oauth\/(logout|authorize|render|callback)/;
const PAGING = new Set(['current', 'size', 'ascs', 'descs', 'keyword']);

interface OpenApi {
  readonly paths: Readonly<
    Record<string, { readonly get?: { readonly parameters?: readonly { readonly name: string }[] } }>
  >;
}
type Input = Readonly<Record<string, string>>;
type Row = Readonly<Record<string, Json>>;
interface AnswerText {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

/**
 * Sends them all; `begin` is when the clock of that program began, see `normaliser`. With `like`, what was taken of
 * another program, its calls are asked with the same parameters, whatever this program says of them.
 */
export async function takeAnswers(
  url: string,
  password: string,
  startMs: number | null,
  like: Pick<Answers, 'calls'> = { calls: {} },
): Promise<Answers> {
  const address = url.replace(/\/$/, '');
  const { paths } = (await (await fetch(`${address}/api/openapi.json`)).json()) as OpenApi;
  const calls = Object.entries(paths)
    .filter(([path, { get }]) => get !== undefined && !NEVER_ALIKE.test(path))
    .map(([path, { get }]) => ({ path, names: like.calls[path] ?? (get!.parameters ?? []).map(({ name }) => name) }))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const company = httpCompany(address, { account: ACCOUNTS[0]!, password });
  for (const account of ACCOUNTS) company.know(account, password);
  // Before a call that counts as an attempt to sign in is asked: after three of them a captcha is due.
  for (const account of ACCOUNTS) await company.tokenOf(account);
  const normal = normaliser(startMs);
  const requests: Record<string, string> = {};
  const bodies: Record<string, string> = {};
  const ask = async (account: string, path: string, input: Input, row = 0): Promise<AnswerText> => {
    const received = await send(`${address}${path}`, input, await company.tokenOf(account));
    const body = normal(received.text);
    const digest = createHash('sha256').update(body).digest('hex').slice(0, 16);
    bodies[digest] = body;
    const query = normal(new URLSearchParams(input).toString());
    requests[`${account} ${path}?${query}${row > 0 ? ` (row ${row})` : ''}`] =
      `${received.status} ${received.type} ${digest}`;
    return received;
  };

  const lists: [string, readonly Row[]][] = calls.filter(({ path }) => LIST.test(path)).map(({ path }) => [path, []]);
  await each(lists, async (list) => {
    const { names } = calls.find(({ path }) => path === list[0])!;
    list[1] = rowsOf((await ask('admin', list[0], paging(names))).text);
  });
  const inputs = new Map(calls.map(({ path, names }) => [path, rowInputs(path, names, lists)]));
  for (const account of ACCOUNTS)
    await each(calls, async ({ path, names }) => {
      await ask(account, path, paging(names));
      for (const [index, input] of inputs.get(path)!.entries()) await ask(account, path, input, index + 1);
    });
  return { calls: Object.fromEntries(calls.map(({ path, names }) => [path, names])), requests, bodies };
}

const paging = (names: readonly string[]): Input =>
  names.includes('size') ? { current: '1', size: String(ROWS) } : {};

/** Values of rows that have what a call asks for, its own rows first: of the rows that have most of it, a few. */
function rowInputs(path: string, names: readonly string[], lists: readonly [string, readonly Row[]][]): Input[] {
  const wanted = names.filter((name) => !PAGING.has(name));
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const [own, others] = [true, false].map((isOwn) =>
    lists.filter(([list]) => list.startsWith(folder) === isOwn).flatMap(([, rows]) => rows.slice(0, DETAILS)),
  ) as [Row[], Row[]];
  const found = [...own.map((row) => inputOf(row, wanted, true)), ...others.map((row) => inputOf(row, wanted, false))];
  const most = Math.max(1, ...found.map((input) => Object.keys(input).length));
  const inputs = found
    .filter((input) => Object.keys(input).length === most)
    .map((input) => ({ ...paging(names), ...input }));
  return inputs.slice(0, DETAILS);
}

/** `id` and `ids` are those of a row of its own lists. */
function inputOf(row: Row, names: readonly string[], isOwn: boolean): Input {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = /^ids?$/.test(name) ? (isOwn ? row['id'] : undefined) : row[name];
      return (typeof value === 'string' && value !== '') || typeof value === 'number' ? [[name, String(value)]] : [];
    }),
  );
}

async function send(url: string, input: Input, token: string): Promise<AnswerText> {
  const query = new URLSearchParams(input).toString();
  const stop = new AbortController();
  const answer = await fetch(query === '' ? url : `${url}?${query}`, {
    headers: { 'blade-auth': `bearer ${token}` },
    redirect: 'manual',
    signal: AbortSignal.any([stop.signal, AbortSignal.timeout(120_000)]),
  });
  const type = (answer.headers.get('content-type') ?? '').split(';')[0]!;
  // A stream of events never ends.
  if (type === 'text/event-stream') {
    stop.abort();
    return { status: answer.status, type, text: '' };
  }
  const bytes = Buffer.from(await answer.arrayBuffer());
  const text = type === 'application/json' ? JSON.stringify(sorted(JSON.parse(bytes.toString('utf8')) as Json)) : null;
  return {
    status: answer.status,
    type,
    text: text ?? (bytes.length > 30 ? unzipped(bytes) : null) ?? bytes.toString('utf8'),
  };
}

/** The records of an answer: of a page, a list, or the top of a tree. */
function rowsOf(text: string): readonly Row[] {
  if (!text.startsWith('{')) return [];
  const { data } = JSON.parse(text) as { data?: Json };
  const records = Array.isArray(data) ? data : ((data as { records?: Json } | null | undefined)?.records ?? []);
  return (Array.isArray(records) ? records : []).filter(
    (row): row is Row => row !== null && typeof row === 'object' && !Array.isArray(row),
  );
}

async function each<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const left = [...all];
  const next = async (): Promise<void> => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) await work(one);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
}
