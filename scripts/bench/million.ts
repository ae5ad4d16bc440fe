/**
 * Lists of a million rows: materials, orders and moves. How long the first rows take in every order and by every text,
 * after something was written; and how long the exact count takes that follows them.
 */
import type { Declaration } from '../../kernel/core/declaration.ts';
import { kinds } from '../../kernel/core/kinds.ts';
import { tableOf } from '../../kernel/server/schema.ts';
import { snake } from '../../parts/postgres/database.ts';
import { material } from '../../modules/master-data/materials/material.resource.ts';
import { purchaseOrder } from '../../modules/purchasing/purchase-order.document.ts';
import { rowReads } from '../../modules/row-reads.ts';
import { gearStockBatchLog } from '../../modules/stock/lots/stock-batch-log.resource.ts';
import { listedColumns, rowKeys } from '../../parts/columns/row-keys.rules.ts';
import { copyRecords } from './copy-records.ts';
import { atMost, known, median, type Figure } from './figures.ts';
import { fine, openFixtures, TENANT, type Fixtures } from './fixtures.ts';

const SIZE = 20;
const TIMES = 3;
/** What some records hold, and what none does. */
const WORDS = ['米', '鑫淼鑫'];

interface Question {
  readonly what: string;
  readonly input: Readonly<Record<string, string>>;
}
interface Asked {
  readonly what: string;
  readonly first: number;
  readonly count: number;
}

/** Three lists of a million rows each; the moves of kitchens are about three quarters of all. */
export async function benchMillion({ quick }: Pick<Fixtures, 'quick'>): Promise<Figure[]> {
  const fixtures = await openFixtures({ quick, keep: false, web: false, demo: true });
  try {
    const wanted = quick ? 5_000 : 1_000_000;
    await copyRecords(fixtures, material, wanted);
    await copyRecords(fixtures, purchaseOrder, wanted);
    await copyMoves(fixtures, wanted);
    await fixtures.restart();
    return await askMillion(fixtures);
  } finally {
    await fixtures.close();
  }
}

/** What the three lists of such a database take. */
async function askMillion(fixtures: Pick<Fixtures, 'get' | 'sql'>): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [declaration, table, order] of [
    [material, tableOf(material), 'code, id'],
    [purchaseOrder, tableOf(purchaseOrder), 'create_time desc, id desc'],
    [gearStockBatchLog, 'stock_move', 'business_time desc, id desc'],
  ] as const) {
    const asked: Asked[] = [];
    for (const question of questionsOf(declaration)) asked.push(await ask(fixtures, declaration, question));
    const bare = async (statement: string): Promise<number> => middle(() => fixtures.sql(statement));
    const from = `from ${table} where tenant_id = '${TENANT}'`;
    const [opened] = asked;
    const worst = asked.reduce((a, b) => (b.first > a.first ? b : a));
    const name = `a million: ${declaration.segment}`;
    if (process.env['BENCH_LISTS'] !== undefined)
      for (const each of asked)
        console.log(`${name}\t${each.what}\t${each.first.toFixed(0)}\t${each.count.toFixed(0)}`);
    figures.push(
      atMost(`${name}, first rows`, opened!.first, 'ms', 300, {
        bare: await bare(`select id ${from} order by ${order} limit ${SIZE}`),
      }),
      atMost(`${name}, slowest of ${asked.length} orders and filters`, worst.first, 'ms', 300, { note: worst.what }),
      known(`${name}, the count that follows`, opened!.count, 'ms', { bare: await bare(`select count(*) ${from}`) }),
    );
  }
  return figures;
}

/** As it opens, its last page, by each column that orders, and by each text that filters. */
function questionsOf(declaration: Declaration): readonly Question[] {
  const fields = Object.entries(declaration.fields).filter(([, { rules }]) => rules.computed !== true);
  return [
    { what: 'as it opens', input: {} },
    ...fields
      .filter(([, { rules }]) => rules.list === true)
      .flatMap(([name]) => [
        { what: `by ${name}`, input: { ascs: name } },
        { what: `by ${name}, down`, input: { descs: name } },
      ]),
    ...fields
      .filter(([, { kind, rules }]) => rules.search === true && kinds[kind].text !== undefined)
      .flatMap(([name]) => WORDS.map((word) => ({ what: `${name} has ${word}`, input: { [name]: word } }))),
  ];
}

async function ask(
  { get, sql }: Pick<Fixtures, 'get' | 'sql'>,
  declaration: Declaration,
  { what, input }: Question,
): Promise<Asked> {
  const address = `${declaration.service}/${declaration.segment}/page`;
  const fields = rowKeys(declaration, listedColumns(declaration), rowReads[declaration.name]).join(',');
  const page = { size: String(SIZE), fields, withTotal: '0', ...input };
  // Counted once: from now on the list is known to be long.
  fine(await get(address, page));
  const written = (): Promise<unknown> =>
    sql(`update app_user set ${snake('updateTime')} = now() where account = 'admin'`);
  return {
    what,
    first: await middle(async () => fine(await get(address, page)), written),
    count: await middle(async () => fine(await get(address, { ...input, size: '1', fields: 'id' })), written),
  };
}

/** Milliseconds of the middle one of several, something else being done before each. */
async function middle(work: () => Promise<unknown>, before: () => Promise<unknown> = async () => {}): Promise<number> {
  const times: number[] = [];
  for (let time = 0; time < TIMES; time += 1) {
    await before();
    const from = performance.now();
    await work();
    times.push(performance.now() - from);
  }
  return median(times);
}

/** The moves once more, each time earlier. */
async function copyMoves(fixtures: Pick<Fixtures, 'sql' | 'connection'>, wanted: number): Promise<void> {
  const [there] = await fixtures.sql<{ rows: number }>('select count(*)::integer as rows from stock_move');
  const client = await fixtures.connection();
  const changed: Readonly<Record<string, string>> = {
    id: 'id + g * 1000000000000',
    seq: 'seq + g * 100000000',
    line_id: 'line_id + g * 1000000000000',
    business_time: `business_time - g * interval '40 hours'`,
    posted_time: `posted_time - g * interval '40 hours'`,
    reverses_move_id: 'null',
  };
  try {
    await client.query('set session_replication_role = replica');
    const { rows: columns } = await client.query<{ name: string }>(
      `select attname as name from pg_attribute where attrelid = 'stock_move'::regclass and attnum > 0
        and not attisdropped and attgenerated = '' order by attnum`,
    );
    await client.query(
      `insert into stock_move (${columns.map(({ name }) => name).join(', ')})
        select ${columns.map(({ name }) => changed[name] ?? name).join(', ')}
        from stock_move, generate_series(1::bigint, ${Math.ceil(wanted / there!.rows)}) g where tenant_id = '${TENANT}'`,
    );
    await client.query('analyze stock_move');
  } finally {
    await client.end();
  }
}
