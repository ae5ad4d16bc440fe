/** A page of a long list over HTTP, beside the least server that could answer it. */
import http from 'node:http';
import { material, materialReads } from '../../modules/master-data/materials/material.resource.ts';
import { listedColumns, rowKeys } from '../../parts/columns/row-keys.rules.ts';
import { atLeast, atMost, holds, known, median, partOfBare, share, type Figure } from './figures.ts';
import { fine, processorTime, request, type Fixtures } from './fixtures.ts';
import { TYPES } from './masters.ts';
import { startBare } from './start-bare.ts';

const CLIENTS = 16;
const ROUNDS = 3;
/** What the list asks for of whoever never arranged its columns; what is reckoned for each row is asked for apart. */
const SHOWN = rowKeys(material, listedColumns(material), materialReads).join(',');
const NAMES = ['猪肉', '牛肉', '鸡腿', '白菜', '土豆', '大米', '面粉', '豆腐', '鲈鱼', '番茄'];

/** A page of a list, beside a bare server that sends the same rows. */
export async function benchPage(fixtures: Fixtures): Promise<Figure[]> {
  const sample = fine(await fixtures.get('master-data/material/page', inputOf(3)));
  const bare = await startBare('bare-server.ts', [
    fixtures.ownerUrl,
    statementFor(Object.keys((sample.data as { records: Record<string, unknown>[] }).records[0]!)),
  ]);
  const auth = { 'blade-auth': `bearer ${fixtures.token}` };
  try {
    const difference = compare(
      sample.data,
      fine(await request(http.globalAgent, 'GET', `${bare.address}/?${new URLSearchParams(inputOf(3)).toString()}`, {}))
        .data,
    );
    const seconds = fixtures.quick ? 1 : 5;
    const ours: Load[] = [];
    const theirs: Load[] = [];
    const busy: [number[], number[]] = [[], []];
    await load(`${fixtures.address}/api/master-data/material/page`, auth, inputOf, fixtures.quick ? 0.5 : 3);
    await load(`${bare.address}/`, {}, inputOf, fixtures.quick ? 0.5 : 3);
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = processorTime(fixtures);
      ours.push(await load(`${fixtures.address}/api/master-data/material/page`, auth, inputOf, seconds));
      busy[0].push((processorTime(fixtures) - before) / ours.at(-1)!.times.length);
      const between = processorTime({ ...fixtures, serverPid: bare.pid });
      theirs.push(await load(`${bare.address}/`, {}, inputOf, seconds));
      busy[1].push((processorTime({ ...fixtures, serverPid: bare.pid }) - between) / theirs.at(-1)!.times.length);
    }
    const unfiltered = (fields: Readonly<Record<string, string>>): Promise<Load> =>
      load(
        `${fixtures.address}/api/master-data/material/page`,
        auth,
        (nr) => ({ current: String(1 + (nr % 50)), size: '10', ...fields }),
        seconds,
      );
    const asked: Load[] = [];
    const whole: Load[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      asked.push(await unfiltered({ fields: SHOWN }));
      whole.push(await unfiltered({}));
    }
    const weight = async (fields: Readonly<Record<string, string>>): Promise<number> =>
      Buffer.byteLength((await fixtures.get('master-data/material/page', { size: '10', ...fields })).text) / 1000;
    const rate = (loads: readonly Load[]): number => median(loads.map((each) => each.rate));
    const worst = (loads: readonly Load[]): number => median(loads.map((each) => share(each.times, 0.99)));
    return [
      partOfBare('page: 10 of 200,000, 3 filters, 16 clients', rate(ours), rate(theirs), 'req/s', 0.5),
      atMost('page: p99', worst(ours), 'ms', 50, { bare: worst(theirs) }),
      known('page: processor time of a request, server and database', median(busy[0]), 'ms', { bare: median(busy[1]) }),
      holds('page: both answer the same', difference === null, difference ?? ''),
      {
        ...atLeast('page: without a filter, the keys its list shows', rate(asked), 'req/s', 400),
        bare: rate(theirs),
        note: `p99 ${worst(asked).toFixed(0)} ms; SQL: with the filters`,
      },
      known('page: without a filter, whole records', rate(whole), 'req/s', { bare: rate(theirs) }),
      atMost('page: ten rows as its list shows them', await weight({ fields: SHOWN }), 'kB', 4),
      known('page: ten whole records', await weight({}), 'kB'),
    ];
  } finally {
    bare.stop();
  }
}

/** What the page of a list is asked for, one time after the other. */
export const inputOf = (nr: number): Record<string, string> => ({
  current: '1',
  size: '10',
  descs: 'updateTime',
  materialTypeId: String(10_000 + ((nr * 37) % TYPES)),
  materialKind: 'raw',
  name: NAMES[(nr * 7) % NAMES.length]!,
});

/** The answer's own JSON in one statement: what lies in a column, and what a reference is called. */
function statementFor(keys: readonly string[]): string {
  const references: Record<string, string> = {
    materialType: 'material_type',
    baseUnit: 'material_unit',
    purchaseUnit: 'material_unit',
    issueUnit: 'material_unit',
    recipeUnit: 'material_unit',
    saleUnit: 'material_unit',
    auxUnit: 'material_unit',
    mergedInto: 'material',
  };
  const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const columns = keys
    .filter((key) => !DERIVED.has(key) && !REASONED.has(key.replace(/Name$/, '')))
    .map((key) => {
      const stem = key.replace(/(Name|Code)$/, '');
      const shown = references[stem] === undefined || key === stem ? null : key.endsWith('Name') ? 'name' : 'code';
      return shown === null
        ? `t.${snake(key)}${/Id$|^id$|User$|Dept$/.test(key) ? '::text' : ''} as "${key}"`
        : `r_${snake(stem)}.${shown} as "${key}"`;
    });
  const joins = Object.entries(references).map(
    ([stem, table]) =>
      `left join ${table} r_${snake(stem)} on r_${snake(stem)}.tenant_id = t.tenant_id
        and r_${snake(stem)}.id = t.${snake(stem)}_id`,
  );
  return `with found as materialized (select id, update_time from material
    where tenant_id = '000000' and material_type_id = $1::bigint and material_kind = $2 and name like $3)
    select json_build_object('code', 200, 'success', true, 'data', json_build_object('records',
      coalesce((select json_agg(p) from (
      select ${columns.join(', ')} from (select * from material where tenant_id = '000000' and id in (select id
      from found order by update_time desc, id
      limit 10)) t ${joins.join(' ')} order by t.update_time desc, t.id) p), '[]'),
      'total', (select count(*) from found), 'size', 10, 'current', 1), 'msg', '')::text as answer`;
}
/** Words beside choices, and pictures by address: looked up in code, not in the database. */
const DERIVED = new Set([
  'materialKindName',
  'purchaseFormName',
  'storageZoneName',
  'sourceName',
  'sourceKindName',
  'isDeleted',
  'imagesFiles',
  'images',
]);
/**
 * What a material is ready for, and why not: reasoned from much beside it, and no part of the least server's answer.
 */
const REASONED = new Set([
  'readyMissing',
  ...Object.entries(material.fields)
    .filter(([, field]) => field.rules.computed)
    .map(([name]) => name),
]);

/** What differs between two answers, apart from how nothing and moments are written. */
function compare(ours: unknown, theirs: unknown): string | null {
  const [a, b] = [ours, theirs] as { total: number; records: Record<string, unknown>[] }[] as [
    { total: number; records: Record<string, unknown>[] },
    { total: number; records: Record<string, unknown>[] },
  ];
  if (a.total !== b.total || a.records.length !== b.records.length) return `${a.total} and ${b.total} records`;
  for (const [index, record] of b.records.entries()) {
    for (const [key, value] of Object.entries(record)) {
      if (key.endsWith('Time')) continue;
      const mine = a.records[index]![key] ?? '';
      if (String(mine) !== String(value ?? '') && Number(mine) !== Number(value))
        return `${key} of ${index + 1}: ${String(mine)} and ${String(value)}`;
    }
  }
  return null;
}

interface Load {
  readonly rate: number;
  /** Milliseconds of each request. */
  readonly times: readonly number[];
}

/** So many clients, each asking again as soon as it is answered. */
async function load(
  url: string,
  headers: Readonly<Record<string, string>>,
  input: (nr: number) => Record<string, string>,
  seconds: number,
): Promise<Load> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: CLIENTS });
  const urls = Array.from({ length: 500 }, (_, nr) => `${url}?${new URLSearchParams(input(nr)).toString()}`);
  const times: number[] = [];
  const begun = performance.now();
  const end = begun + seconds * 1000;
  let sent = 0;
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      while (performance.now() < end) {
        const from = performance.now();
        fine(await request(agent, 'GET', urls[sent++ % urls.length]!, headers));
        times.push(performance.now() - from);
      }
    }),
  );
  agent.destroy();
  return { rate: times.length / ((performance.now() - begun) / 1000), times };
}
