/** Against a service on a real line: what it divides, forgets, breaks off and refuses. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openOData, type ODataClient } from './odata-client.server.ts';
import { ODataError } from './odata-error.ts';
import type { ODataConnection } from './odata-session.server.ts';
import { dayIn, momentIn, momentLiteral, pageAddress, rowsIn, type ODataQuery, type ODataRow } from './odata-text.ts';
import { startODataService, type RunningService, type ServedRow } from './odata-service.testing.ts';

const OLD = '/opu/odata/ONE_SRV';
const NEW = '/opu/odata4/two/0001';
const things = (): ServedRow[] =>
  Array.from({ length: 23 }, (_, at) => ({
    Thing: `T${String(at).padStart(3, '0')}`,
    Name: `Nº ${at}'s`,
    Changed: new Date(Date.UTC(2026, 0, 1 + at)).toISOString(),
    Price: '12.123456789012345',
    to_Parts: [{ Part: `P${at}` }],
  }));
let service: RunningService;
let rows: { old: ServedRow[]; new: ServedRow[] };
beforeAll(async () => {
  rows = { old: things(), new: things() };
  const types = { Changed: 'moment', Price: 'decimal' } as const;
  service = await startODataService({
    user: 'reader',
    secret: 'hidden',
    pageMost: 5,
    services: {
      [OLD]: { version: 2, sets: { Things: { keys: ['Thing'], rows: rows.old, types } } },
      [NEW]: { version: 4, sets: { Things: { keys: ['Thing'], rows: rows.new, types } } },
    },
  });
});
afterAll(() => service.close());
let since = 0;
beforeEach(() => {
  since = service.requests.length;
});
const asked = (): readonly string[] => service.requests.slice(since);

const client = (version: 2 | 4, more: Partial<ODataConnection> = {}): ODataClient =>
  openOData({
    root: service.origin + (version === 2 ? OLD : NEW),
    version,
    user: 'reader',
    secret: 'hidden',
    allowed: service.allowed,
    timeoutMs: 2_000,
    tries: 3,
    firstWaitMs: 5,
    ...more,
  });
const query: ODataQuery = { set: 'Things', top: 8, orderBy: 'Thing' };
async function everything(of: ODataClient, at: string | null): Promise<ODataRow[]> {
  const found: ODataRow[] = [];
  while (at !== null) {
    const page = await of.page(at);
    found.push(...page.rows);
    at = page.next;
  }
  return found;
}
const names = (found: readonly ODataRow[]): unknown[] => found.map((row) => row['Thing']);
const trouble = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'none',
    (error: unknown) => (error instanceof ODataError ? [error.problem, error.status, error.detail] : error),
  );

describe.each([2, 4] as const)('version %i', (version) => {
  test('reads a list to its end, by the links of the service and by pages of our own, each record once', async () => {
    const of = client(version);
    const found = await everything(of, of.start(query));
    expect(names(found)).toEqual(things().map((row) => row['Thing']));
    expect(
      asked().some((request) => request.includes('$skiptoken')),
      'its links lead to a host only it knows',
    ).toBe(true);
    expect(asked().some((request) => request.includes('$skip=8'))).toBe(true);
    expect(String(found[0]!['Price']), 'no digit is lost').toBe('12.123456789012345');
    expect(momentIn(found[1]!['Changed'])).toBe('2026-01-02T00:00:00.000Z');
  });

  test('goes on from a place another reader wrote down, and reads only what changed since a moment', async () => {
    const first = await client(version).page(
      client(version).start({
        ...query,
        filter: `Changed ge ${momentLiteral(version, 'datetimeoffset', '2026-01-11T00:00:00Z')}`,
      }),
    );
    expect(names(first.rows)).toEqual(['T010', 'T011', 'T012', 'T013', 'T014']);
    expect(Math.abs(Date.parse(first.time!) - Date.now())).toBeLessThan(10_000);
    expect(names(await everything(client(version), first.next))).toEqual([
      'T015',
      'T016',
      'T017',
      'T018',
      'T019',
      'T020',
      'T021',
      'T022',
    ]);
  });

  test('has navigation with the record, many records in one request with a token, and null for what is not there', async () => {
    const of = client(version);
    const [one] = (await of.page(of.start({ ...query, select: ['Thing'], expand: ['to_Parts'] }))).rows;
    expect([one!['Name'], rowsIn(one!['to_Parts'])]).toEqual([undefined, [{ Part: 'P0' }]]);
    const found = await of.many('Things', [{ Thing: 'T003' }, { Thing: 'gone' }, { Thing: 'T004' }], {
      expand: ['to_Parts'],
    });
    expect(found.map((row) => row?.['Name'])).toEqual(["Nº 3's", undefined, "Nº 4's"]);
    expect(rowsIn(found[2]!['to_Parts'])).toEqual([{ Part: 'P4' }]);
    expect(asked().filter((request) => request.startsWith('POST'))).toHaveLength(1);
    await of.many('Things', [{ Thing: 'T001' }], {});
    expect(
      asked().filter((request) => /odata4?\/[^?]*\/(\?.*)?$/.test(request)),
      'the token serves again',
    ).toHaveLength(1);
    service.break(/batch/, { kind: 'forget-token' });
    expect(await of.many('Things', [{ Thing: 'T001' }], {}), 'a token that ran out is had anew').toHaveLength(1);
  });

  test('a line that breaks off half-way, a busy service and a slow one are asked again; more often than that they are told', async () => {
    const of = client(version);
    service.break(/Things/, { kind: 'cut' }, { kind: 'status', status: 503 });
    expect(names((await of.page(of.start(query))).rows)).toHaveLength(5);
    expect(asked()).toHaveLength(3);
    service.break(/Things/, { kind: 'status', status: 429, retryAfter: '0' });
    expect((await of.page(of.start(query))).rows).toHaveLength(5);
    service.break(
      /Things/,
      { kind: 'status', status: 429, retryAfter: '0' },
      { kind: 'status', status: 429, retryAfter: '0' },
      { kind: 'status', status: 429, retryAfter: '0' },
    );
    expect(await trouble(of.page(of.start(query)))).toEqual(['busy', 429, 'The service cannot answer now']);
    service.break(/Things/, { kind: 'slow', ms: 400 }, { kind: 'slow', ms: 400 });
    const hasty = client(version, { timeoutMs: 100, tries: 2 });
    expect(await trouble(hasty.page(hasty.start(query)))).toMatchObject(['too-slow', null, expect.any(String)]);
  });

  test('what asking again cannot help is told at once: a wrong secret, a set that is not there, a host nobody allowed', async () => {
    const wrong = client(version, { secret: 'other' });
    expect(await trouble(wrong.page(wrong.start(query)))).toEqual(['unauthorized', 401, 'Logon failed']);
    const of = client(version);
    expect(await trouble(of.page(of.start({ ...query, set: 'Nothing' })))).toMatchObject([
      'gone',
      404,
      expect.stringContaining('not found'),
    ]);
    const before = service.requests.length;
    const elsewhere = client(version, { allowed: 'example.com' });
    expect(await trouble(elsewhere.page(elsewhere.start(query)))).toEqual(['not-allowed', null, '']);
    expect(service.requests.length, 'nobody was asked').toBe(before);
    const stopped = new AbortController();
    stopped.abort(new Error('stopped'));
    const late = client(version, { signal: stopped.signal });
    expect(await trouble(late.page(late.start(query)))).toMatchObject({ message: 'stopped' });
  });
});

test('version 4 tells what changed and what went since it was last asked', async () => {
  const of = client(4);
  let at: string | null = of.start({ ...query, track: true });
  let delta: string | null = null;
  let count = 0;
  while (at !== null) {
    const page = await of.page(at);
    count += page.rows.length;
    [at, delta] = [page.next, page.delta];
  }
  expect([count, delta === null]).toEqual([23, false]);
  service.change(NEW, 'Things', (all) => {
    all[4]!['Name'] = 'changed';
    all.splice(6, 1);
  });
  const changed = await of.page(of.startChanges(delta!, 8));
  expect([names(changed.rows), changed.removed.length, changed.next]).toEqual([['T004'], 1, null]);
  expect((await of.page(of.startChanges(changed.delta!, 8))).rows).toEqual([]);
});

test('literals and values are written and read in either version', () => {
  expect([
    momentLiteral(2, 'datetimeoffset', '2026-01-02T03:04:05.6Z'),
    momentLiteral(2, 'date', '2026-01-02T03:04:05Z'),
    momentLiteral(4, 'datetimeoffset', '2026-01-02T03:04:05Z'),
    momentLiteral(4, 'date', '2026-01-02T03:04:05Z'),
  ]).toEqual([
    "datetimeoffset'2026-01-02T03:04:05Z'",
    "datetime'2026-01-02T00:00:00'",
    '2026-01-02T03:04:05Z',
    '2026-01-02',
  ]);
  expect([dayIn('/Date(1767312000000)/'), dayIn('2026-01-02'), momentIn('no'), momentIn(null)]).toEqual([
    '2026-01-02',
    '2026-01-02',
    null,
    null,
  ]);
  expect(pageAddress(2, { set: 'A', top: 5, select: ['B'], expand: ['to_C'], filter: "B eq 'x y'" }, 10)).toBe(
    "A?$filter=B%20eq%20'x%20y'&$top=5&$skip=10&$select=B%2Cto_C&$expand=to_C&$format=json",
  );
});
