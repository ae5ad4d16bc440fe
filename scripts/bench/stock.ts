/**
 * Stock of 39 warehouses with 690 materials each over a million moves, now and as of a day, and again when the past is
 * five times as long; beside the sum of all moves by place and material.
 */
import { atMost, holds, known as toKnow, median, timesBare, type Figure } from './figures.ts';
import { fine, type Fixtures } from './fixtures.ts';
import { MATERIAL, place } from './masters.ts';
import { exportOf } from './sheets.ts';

const WAREHOUSE = 50_000;
const LOT = 7_000_000;
const WAREHOUSES = 39;
/** Moves of each material at its place; an odd one brings ten, an even one takes eight. */
const EACH = 37;
const BEGINS = `timestamptz '2026-01-01'`;
const AS_OF = '2026-01-20';
const ROUNDS = 5;

/** Balances, pages, sheet and proof. */
export async function benchStock(fixtures: Fixtures): Promise<Figure[]> {
  const materials = fixtures.quick ? 20 : 690;
  await makeBalances(fixtures, materials);
  const balances = WAREHOUSES * materials;
  const now = await measure(fixtures, 'stock', {}, KEPT);
  const then = await measure(fixtures, 'stock as of a day', { asOf: AS_OF }, PAST);
  const known = await measure(fixtures, 'stock as it was known', { asOf: AS_OF, asOfBy: 'posted' }, PAST);
  const proved = (asked: Readonly<Record<string, string>>): Promise<number> =>
    timeOf(async () => {
      const { ok } = fine(await fixtures.get('store-management/stock/prove', asked)).data as { ok: boolean };
      if (!ok) throw new Error('The ledger does not prove');
    });
  let replayed = 0;
  for (let nr = 1; nr <= WAREHOUSES; nr += 1)
    replayed += await proved({ replayed: '1', locationId: String(WAREHOUSE + nr) });
  // As the night leaves it that has replayed them all.
  await fixtures.sql(`insert into stock_proof (location_id, proved_time) select distinct location_id, now() from stock
    on conflict (tenant_id, location_id) do update set proved_time = excluded.proved_time`);
  const proof = median([await proved({}), await proved({}), await proved({})]);
  await makeOlderPast(fixtures, materials, fixtures.quick ? 10 : 148);
  const longer = await measure(fixtures, 'stock as of a day, the past five times as long', { asOf: AS_OF }, PAST);
  const onePage = ({ figures }: Measured): number => figures[1]!.value;
  return [
    ...now.figures,
    ...then.figures,
    ...known.figures,
    atMost(`stock: ${balances.toLocaleString('en')} balances proved`, proof, 's', 1),
    toKnow('stock: every move replayed, as by night', replayed, 's'),
    ...longer.figures,
    atMost(
      'stock as of a day: a page beside the same with a fifth of the past',
      onePage(longer) / onePage(then),
      '×',
      1.25,
    ),
    holds('stock: all balances are answered', now.rows === balances && longer.rows === balances, `${now.rows}`),
  ];
}

/** How many times the sum of all moves each may take. */
interface Most {
  readonly page: number;
  readonly warehouse: number;
  readonly sheet: number;
}
const KEPT: Most = { page: 0.3, warehouse: 0.12, sheet: 2.4 };
const PAST: Most = { page: 0.76, warehouse: 0.24, sheet: 4.5 };

interface Measured {
  readonly figures: readonly Figure[];
  readonly rows: number;
}

async function measure(
  fixtures: Fixtures,
  what: string,
  asked: Readonly<Record<string, string>>,
  most: Most,
): Promise<Measured> {
  const page = (more: Readonly<Record<string, string>>) => async (): Promise<void> => {
    fine(await fixtures.get('store-management/stock/page', { ...asked, ...more }));
  };
  let rows = 0;
  const summed = (): Promise<unknown> =>
    fixtures.sql('select location_id, material_id, sum(qty), sum(amount) from stock_move group by 1, 2');
  const works: Readonly<Record<string, () => Promise<unknown>>> = {
    summed,
    page: page({ size: '200' }),
    warehouse: page({ size: '10', warehouse: String(WAREHOUSE + 3) }),
    all: async () => {
      rows = (fine(await fixtures.get('store-management/stock/balances', asked)).data as unknown[]).length;
    },
    sheet: () => exportOf(fixtures, `store-management/stock/exportExcel?${new URLSearchParams(asked).toString()}`),
  };
  const times: Record<string, number[]> = {};
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const [name, work] of Object.entries(works)) {
      const seconds = await timeOf(work);
      // The first finds nothing planned and nothing in memory.
      if (round > 0) (times[name] ??= []).push(seconds);
    }
  const took = (name: string): number => median(times[name]!);
  const bare = took('summed');
  const rate = rows / took('all');
  return {
    rows,
    figures: [
      timesBare(`${what}: a page of 200`, took('page'), bare, 's', most.page),
      timesBare(`${what}: a page of 10 of one warehouse`, took('warehouse'), bare, 's', most.warehouse),
      timesBare(`${what}: the sheet`, took('sheet'), bare, 's', most.sheet),
      {
        work: `${what}: all balances in one call`,
        value: rate,
        unit: 'rows/s',
        target: '≥ 30000 rows/s',
        good: rate >= 30_000,
      },
    ],
  };
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await work();
  return (performance.now() - from) / 1000;
}

/** Every value follows from its number; the checks of the ledger are made by its proof. */
export async function makeBalances(fixtures: Fixtures, materials: number): Promise<void> {
  await fixtures.sql(`
    insert into warehouse (id, code, name, company_dept_id, project_group_dept_id, zones)
    select ${WAREHOUSE} + w, 'SW' || w, '库' || w, ${place.company}, ${place.project}, 'ambient,cool,chilled,frozen'
    from generate_series(1, ${WAREHOUSES}) w`);
  await fixtures.sql(`
    insert into batch (id, batch_code, material_id, received_date, origin_unit_cost, origin_qty, source_bill_type,
      source_bill_id, source_bill_code, source_line_id)
    select ${LOT} + w * 1000 + n, 'STK' || w || '-' || n, ${MATERIAL} + n, '2026-01-01', 2, 20, 'invinstore', '1',
      'STOCK', w || '-' || n
    from generate_series(1, ${WAREHOUSES}) w, generate_series(0, ${materials - 1}) n`);
  await fixtures.sql('set session_replication_role = replica');
  await insertMoves(fixtures, materials, {
    numbers: `generate_series(1, ${EACH})`,
    at: `${BEGINS} + k * interval '1 day'`,
    qty: 'case k % 2 when 1 then 10 else -8 end',
    held: '10 * ((k + 1) / 2) - 8 * (k / 2)',
    seq: "nextval('stock_move_seq')",
  });
  const left = 10 * ((EACH + 1) / 2) - 8 * ((EACH - 1) / 2);
  await fixtures.sql(`
    insert into stock (location_id, material_id, qty, amount, avg_cost, avg_amount, last_cost, last_move_time)
    select ${WAREHOUSE} + w, ${MATERIAL} + n, ${left}, ${2 * left}, 2, ${2 * left}, 2,
      ${BEGINS} + interval '${EACH} days'
    from generate_series(1, ${WAREHOUSES}) w, generate_series(0, ${materials - 1}) n`);
  await fixtures.sql(`
    insert into stock_batch (location_id, material_id, batch_id, qty, unit_cost, amount)
    select ${WAREHOUSE} + w, ${MATERIAL} + n, ${LOT} + w * 1000 + n, ${left}, 2, ${2 * left}
    from generate_series(1, ${WAREHOUSES}) w, generate_series(0, ${materials - 1}) n`);
  await fixtures.sql('set session_replication_role = origin');
  await fixtures.sql('vacuum analyze');
}

/** Before it all, goods came and went, and nothing was left. */
export async function makeOlderPast(fixtures: Fixtures, materials: number, each: number): Promise<void> {
  await fixtures.sql('set session_replication_role = replica');
  await insertMoves(fixtures, materials, {
    numbers: `generate_series(-${each}, -1)`,
    at: `${BEGINS} + k * interval '1 day'`,
    qty: 'case k % 2 when 0 then 10 else -10 end',
    held: 'case k % 2 when 0 then 10 else 0 end',
    seq: `k * 100000000::bigint + w * 1000 + n`,
  });
  await fixtures.sql('set session_replication_role = origin');
  await fixtures.sql('vacuum analyze');
}

interface Moves {
  /** A query of numbers `k`, in the order of time; the rest are expressions on it. */
  readonly numbers: string;
  readonly at: string;
  readonly qty: string;
  readonly held: string;
  readonly seq: string;
}
/** All cost 2 each. Every fiftieth is posted a day after it happened. */
async function insertMoves(
  fixtures: Fixtures,
  materials: number,
  { numbers, at, qty, held, seq }: Moves,
): Promise<void> {
  await fixtures.sql(`
    create temporary table given as select new_id() as id, k, w, n, ${qty} as qty, ${held} as held, ${at} as at
    from ${numbers} k, generate_series(1, ${WAREHOUSES}) w, generate_series(0, ${materials - 1}) n order by k, w, n`);
  await fixtures.sql(`
    insert into stock_move (id, seq, location_id, material_id, batch_id, qty, base_unit_id, unit_cost, amount, reason,
      bill_type, bill_id, bill_code, line_id, business_time, posted_time)
    select id, ${seq}, ${WAREHOUSE} + w, ${MATERIAL} + n, ${LOT} + w * 1000 + n, qty, 301, 2, 2 * qty,
      case when qty > 0 then 'receipt.purchase' else 'kitchen.use' end, 'stockbench', k + 1000000, 'SB' || k, n, at,
      at + case when (k + w + n) % 50 = 0 then interval '1 day' else interval '0' end
    from given`);
  await fixtures.sql(`
    insert into stock_move_cost (move_id, avg_unit_cost, avg_amount, running_qty, running_value, held_qty, held_aux_qty,
      held_amount)
    select id, 2, 2 * qty, held, 2 * held, held, 0, 2 * held from given`);
  await fixtures.sql('drop table given');
}
