/**
 * Promise 55: no input is a 500. Every call is asked what no client would ask: names, values and shapes drawn by a
 * seed, in query and body.
 */
import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Declaration } from '../../kernel/core/declaration.ts';
import type { Fields } from '../../kernel/core/field.ts';
import { PUBLIC } from '../../kernel/core/contract.ts';
import type { Call } from '../../kernel/server/context.ts';
import { tableOf } from '../../kernel/server/schema.ts';
import { DEMO_TIMEOUT_MS } from '../support/demo-database.ts';
import { isFull, rounds } from '../support/long-form.ts';
import { openCompany, type TheCompany } from './the-company.ts';

/** The suite asks the same each time, the long form something else each time; `SEED=` asks again what a seed asked. */
const SEED = Number(process.env['SEED'] ?? (isFull ? randomInt(2 ** 31) : 12));
const MOST_MS = rounds(25_000, 600_000);
const AT_ONCE = 4;

let company: TheCompany;
const ids = new Map<string, string>();
beforeAll(async () => {
  company = await openCompany();
  for (const declaration of company.declarations.filter((each) => !each.view)) {
    const [row] = await company.asOwner<{ id: string }>(`select id from ${tableOf(declaration)} order by id limit 1`);
    if (row !== undefined) ids.set(declaration.name, row.id);
  }
}, DEMO_TIMEOUT_MS);
afterAll(() => company.close());

/** mulberry32: the same seed draws the same. */
function drawing(seed: number): { readonly below: (end: number) => number; readonly one: <T>(of: readonly T[]) => T } {
  let state = seed;
  const below = (end: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * end);
  };
  return { below, one: (of) => of[below(of.length)]! };
}
type Draw = ReturnType<typeof drawing>;

const NAMES = [
  '__proto__',
  'constructor',
  'valueOf_equal',
  'hasOwnProperty',
  'toString_like',
  '__proto___in',
  'constructor_null',
  '_equal',
  'a.b',
  '',
  'prototype',
  'x'.repeat(300),
  'id; drop table param',
  '名称',
];
const ORDINARY = [
  'id',
  'ids',
  'current',
  'size',
  'ascs',
  'descs',
  'keyword',
  'status',
  'parentId',
  'tenantId',
  'code',
  'name',
  'billCode',
  'date',
  'month',
  'materialId',
  'warehouseId',
  'details',
  'reason',
  'type',
  'userIds',
  'roleIds',
  'version',
  'query',
  'from',
  'to',
  'config',
];
const SUFFIXES = [
  '_equal',
  '_notequal',
  '_like',
  '_likeleft',
  '_ge',
  '_lt',
  '_datege',
  '_datele',
  '_dateequal',
  '_null',
  '_notnull',
  '_in',
  '_ignore',
  '_between',
];
const TEXTS = [
  '',
  ' ',
  '0',
  '-1',
  '1.5',
  '1e309',
  'NaN',
  'Infinity',
  '0x10',
  '9'.repeat(19),
  '9'.repeat(40),
  '-9223372036854775809',
  '0.0000000000000000001',
  '2026-02-30',
  '2026-11-23',
  '0000-00-00',
  '9999-99-99 99:99:99',
  '2026-11-23 08:00:00',
  '275761-01-01',
  'true',
  'undefined',
  'null',
  ',',
  ',,1',
  '1,2,3',
  '%',
  '_',
  '\\',
  "'",
  '"',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e',
  '𠮷',
  '<script>',
  '${1}',
  '{{',
  '[]',
  '{}',
  '[object Object]',
  '*',
  '-name',
  'constructor',
  '__proto__',
  'x'.repeat(257),
  '长'.repeat(5_000),
];
const deep = (levels: number): unknown =>
  levels === 0 ? 1 : levels % 2 === 0 ? [deep(levels - 1)] : { a: deep(levels - 1) };
const SHAPES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e21,
  9_007_199_254_740_992,
  [],
  [null],
  [[]],
  [[[1]]],
  ['1', null, {}],
  [{}],
  [null, { id: '1' }],
  {},
  { a: 1 },
  { id: null },
  { id: { id: '1' } },
  { toString: 1, valueOf: 1 },
  [{ toString: 1 }],
  { length: 3 },
  { length: -1, 0: 'a' },
  JSON.parse('{"__proto__":{"a":1}}'),
  { constructor: { prototype: {} } },
  { constructor: 1 },
  deep(30),
  Array.from({ length: 300 }, () => '1'),
];

interface Target {
  readonly call: Call;
  readonly declaration: Declaration | undefined;
  readonly names: readonly string[];
}

const valueOf = (draw: Draw, isBody: boolean, target: Target): unknown => {
  const real = [
    ...(target.declaration && ids.has(target.declaration.name) ? [ids.get(target.declaration.name)!] : []),
    draw.one([...ids.values()]),
  ];
  const kind = draw.below(10);
  if (kind < 3) return draw.one(real);
  return isBody && kind < 6 ? draw.one(SHAPES) : draw.one(TEXTS);
};
const nameOf = (draw: Draw, { names }: Target): string => {
  const kind = draw.below(10);
  if (kind === 0) return draw.one(NAMES);
  const name = kind < 7 && names.length > 0 ? draw.one(names) : draw.one(ORDINARY);
  return kind === 9 ? name + draw.one(SUFFIXES) : name;
};
/** What calls of their own read of each line. */
const IN_LINES: Fields = Object.fromEntries(
  [
    'id',
    'detailId',
    'lineId',
    'materialId',
    'unitId',
    'warehouseId',
    'supplierId',
    'qty',
    'countQty',
    'price',
    'reason',
    'remark',
    'children',
    'batches',
  ].map((name) => [name, {} as Fields[string]]),
);
function linesOf(draw: Draw, fields: Fields, target: Target): unknown {
  if (draw.below(3) === 0) return draw.one(SHAPES);
  return Array.from({ length: draw.below(3) + 1 }, () =>
    draw.below(4) === 0
      ? draw.one(SHAPES)
      : Object.fromEntries(
          Object.keys(fields)
            .filter(() => draw.below(2) === 0)
            .map((name) => [name, valueOf(draw, true, target)]),
        ),
  );
}
function bodyOf(draw: Draw, target: Target): unknown {
  if (draw.below(15) === 0) return draw.one(SHAPES);
  const body: Record<string, unknown> = {};
  for (let nr = draw.below(8); nr >= 0; nr -= 1) body[nameOf(draw, target)] = valueOf(draw, true, target);
  if (draw.below(2) === 0 && target.declaration && ids.has(target.declaration.name))
    body['id'] = ids.get(target.declaration.name);
  if (draw.below(4) === 0)
    body[draw.one(['details', 'lines', 'rows', 'items', 'body'])] = linesOf(
      draw,
      { ...target.declaration?.lines?.['details']?.fields, ...IN_LINES },
      target,
    );
  for (const [name, lines] of Object.entries(target.declaration?.lines ?? {}))
    if (draw.below(2) === 0) body[name] = linesOf(draw, lines.fields, target);
  return body;
}
const queryOf = (draw: Draw, target: Target): string =>
  new URLSearchParams(
    Array.from({ length: draw.below(4) + 1 }, (): [string, string] => [
      nameOf(draw, target),
      String(valueOf(draw, false, target)),
    ]),
  )
    .toString()
    .slice(0, 8_000);

/** Every mounted call, with the names it reads as far as they are declared. */
function everyCall(): Target[] {
  const owners = new Map(
    company.declarations.flatMap((declaration) =>
      [[declaration.service, declaration.segment], ...(declaration.alias ?? [])].map(
        ([service, segment]) => [`${service}/${segment}`, declaration] as const,
      ),
    ),
  );
  return company.program.calls.map((call) => {
    const declaration = owners.get(
      `${call.service}/${call.path.includes('/') ? call.path.slice(0, call.path.lastIndexOf('/')) : ''}`,
    );
    return {
      call,
      declaration,
      names: [
        ...Object.keys(call.input ?? {}),
        ...Object.keys(declaration?.fields ?? {}),
        ...Object.keys(declaration?.lines ?? {}),
      ],
    };
  });
}

async function ask(draw: Draw, target: Target): Promise<string | null> {
  const { call } = target;
  const isPost = call.method !== 'GET' && (call.method === 'POST' || draw.below(2) === 0);
  const path = call.path.replace(/:\w+/g, () => encodeURIComponent(draw.one(TEXTS).toWellFormed().slice(0, 40)) || 'x');
  const query = isPost && draw.below(3) > 0 ? '' : `?${queryOf(draw, target)}`;
  const payload = isPost
    ? draw.below(20) === 0
      ? draw.one(['', '{', 'null', '"a"', '[1', 'a=1&a=2&b[]=', '\u0000'])
      : JSON.stringify(bodyOf(draw, target))
    : undefined;
  const url = `/api/${call.service}/${path}${query}`;
  const answer = await company.app.inject({
    method: isPost ? 'POST' : 'GET',
    url,
    headers: {
      ...(call.permission === PUBLIC ? {} : { 'blade-auth': `bearer ${company.admin}` }),
      ...(isPost ? { 'content-type': 'application/json' } : {}),
    },
    ...(payload === undefined ? {} : { payload }),
  });
  return answer.statusCode < 500
    ? null
    : `${answer.statusCode} ${isPost ? 'POST' : 'GET'} ${url.slice(0, 400)} ${(payload ?? '').slice(0, 600)}`;
}

test.each([
  [
    'the lots of an out-store',
    'store-management/invoutstore/received',
    'details',
    "select id from out_store where status = 'shipped'",
  ],
  ['the changes of a plan', 'store-management/invrequireplan/whatIf', 'changes', 'select id from requirement_plan'],
  [
    'the lines of a plan',
    'store-management/invrequireplan/confirmPlan',
    'details',
    "with open as (update requirement_plan set status = 'draft', confirm_flag = 0 returning id) select id from open",
  ],
  [
    'the materials of a supplier',
    'store-management/supplier/addSupplierMaterial',
    'materials',
    'select id from supplier',
  ],
  [
    'the hours of a stall',
    'gear-operation/gearoperationsys/updateTimeInterval',
    'list',
    'select id from operation_system',
  ],
])('promise 55: nothing in the place of a line is refused: %s', async (_, path, name, whose) => {
  const [{ id }] = (await company.asOwner<{ id: string }>(`${whose} order by id limit 1`)) as [{ id: string }];
  const answer = await company.call(company.admin, 'POST', `/api/${path}`, { id, supplierId: id, [name]: [null] });
  expect([answer.status, answer.body.msg]).toEqual([400, expect.stringMatching(/请填写|没有所选的明细/)]);
});

test('promise 55: a status asked of a list that is put together and has none is left aside', async () => {
  for (const path of [
    'stock/statusCounts?status_likeleft=0',
    'stockbatch/page?status=1',
    'stockbatchlogs/page?status=%2C1',
  ]) {
    expect((await company.call(company.admin, 'GET', `/api/store-management/${path}`, {})).status, path).toBe(200);
  }
});

test.each(['undefined', 'null', '  '])(
  'promise 55: a search for "%s" says nothing and finds nothing',
  async (keyword) => {
    const { status, body } = await company.call(company.admin, 'GET', '/api/blade-system/search/records', { keyword });
    expect([status, body.data]).toEqual([200, []]);
  },
);

test(
  `promise 55: nothing that is asked of any call is a fault of the program (SEED=${SEED})`,
  { timeout: 2 * MOST_MS },
  async () => {
    const calls = everyCall();
    expect(calls.length).toBeGreaterThan(800);
    const faults = new Map<string, string>();
    const until = performance.now() + MOST_MS;
    let nr = 0;
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        while (nr < calls.length || performance.now() < until) {
          const at = nr++;
          const target = calls[at % calls.length]!;
          const fault = await ask(drawing(SEED + at), target);
          if (fault !== null && !faults.has(target.call.path)) faults.set(target.call.path, `[${SEED + at}] ${fault}`);
        }
      }),
    );
    expect([...faults.values()]).toEqual([]);
  },
);
