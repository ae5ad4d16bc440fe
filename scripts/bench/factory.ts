/**
 * A factory at its largest: 20 materials pushed to 200 sites in one approval beside one transaction of set-based SQL
 * that writes the same rows, a lot that lies at 500 places called back, the list of 200,000 balances, and 20,000 rows
 * of SAP's stock beside ours.
 */
import { sapData, SAP_SECRET, SAP_USER, startSap, stockOf } from '../../modules/sap/sap-system.testing.ts';
import { inTurns, proof, type Rounds } from './documents.ts';
import { atMost, holds, median, share, type Figure } from './figures.ts';
import { fine, type Fixtures } from './fixtures.ts';
import { MATERIAL, place } from './masters.ts';
import { pushInSql } from './factory-in-sql.ts';

const FULL: Rounds = { warm: 2, measured: 5 };
const QUICK: Rounds = { warm: 1, measured: 1 };
const [SITES, PUSHED, PLACES] = [200, 20, 500];
const DEPT = 120;
const FACTORY = 700_000;
const STORE = 710_000;
const RETURNS = 710_900;
const SITE_DEPT = 720_000;
const SITE = 730_000;
const LOT = 68_000_000;
const ORDER = 69_000_000;
const CALL = 69_500_000;
/** Materials nothing else of these benches moves: pushed, then called back, then those of the long list. */
const FIRST = MATERIAL + 9_000;
const CALLED = FIRST + PUSHED;
const LISTED = MATERIAL + 10_000;
const STORES = 50;
const STATIC = `current_date + 30, current_date, 4`;
const HTTP = 'store-management';
const SAP_WITHIN_S = 20;
const PUSH_MS = 3_000;
const CALL_MS = 1_000;
const LIST_MS = 1_000;

/** Pushes, a call-back, the list, SAP beside ours; then the proof of the ledger. */
export async function benchFactory(fixtures: Fixtures): Promise<Figure[]> {
  const bare = await fixtures.connection();
  const rounds = fixtures.quick ? QUICK : FULL;
  const listed = fixtures.quick ? 200 : 4_000;
  try {
    await makeFactory(fixtures);
    await makeGoods(fixtures, listed);
    await makeOrders(fixtures, (rounds.warm + rounds.measured) * 2);
    // What lay there before is proved, as a night leaves it that began an hour later; what moves from now on is proved
    // at the end.
    await fixtures.sql(`insert into stock_proof (location_id, proved_time)
      select distinct location_id, now() + interval '1 hour 1 second' from stock
      on conflict (tenant_id, location_id) do update set proved_time = excluded.proved_time`);
    await fixtures.sql('vacuum analyze');
    const pushed = await inTurns(
      fixtures,
      `approve and ship a push of ${SITES} sites × ${PUSHED} lines`,
      rounds,
      async (nr) => fine(await fixtures.post(`${HTTP}/factorysuppressorder/doApply`, { ids: [String(ORDER + nr)] })),
      (nr) => bare.query(pushInSql(ORDER + nr, STORE, fixtures.userId)),
    );
    return [
      pushed,
      atMost(`push of ${SITES} sites × ${PUSHED} lines`, pushed.value, 'ms', PUSH_MS),
      await callBack(fixtures),
      ...(await lists(fixtures, STORES * listed)),
      ...(await sapBeside(fixtures)),
      await proof(fixtures, 'factory'),
    ];
  } finally {
    await bare.end();
  }
}

/** A factory with its stores, the sites it pushes to, and what they are charged. */
async function makeFactory(fixtures: Fixtures): Promise<void> {
  await fixtures.sql(`insert into dept (id, dept_name, full_name, code, parent_id, dept_category, company_dept_id)
    values (${DEPT}, '中央厨房', '中央厨房', 'BF1', ${place.company}, '6', ${place.company})`);
  await fixtures.sql(`
    insert into dept (id, dept_name, full_name, code, parent_id, dept_category, company_dept_id, blade_project_dept_id)
    select ${SITE_DEPT} + n, '站点' || n, '站点' || n, 'BZ' || n, ${place.company}, '2', ${place.company},
      ${SITE_DEPT} + n from generate_series(1, ${PLACES}) n`);
  await fixtures.sql(`insert into central_factory (id, code, factory_name, dept_id, company_dept_id, sap_factory,
      linkman, address) values (${FACTORY}, 'BCK', '中央厨房', ${DEPT}, ${place.company}, 'F900', '周', '工业路')`);
  await fixtures.sql(`
    insert into factory_warehouse (id, code, name, factory_id, factory_dept_id, company_dept_id, type, sap_factory,
      sap_storage_location, zones)
    select ${STORE} + n, 'BFW' || n, '成品' || n, ${FACTORY}, ${DEPT}, ${place.company}, 'finished', 'F900', lpad(n::text, 4, '0'),
      'ambient,cool,chilled,frozen' from generate_series(0, ${STORES}) n
    union all select ${RETURNS}, 'BFWR', '退货仓', ${FACTORY}, ${DEPT}, ${place.company}, 'return', 'F900', '9999',
      'ambient,cool,chilled,frozen'`);
  await fixtures.sql(`
    insert into warehouse (id, code, name, company_dept_id, project_group_dept_id, zones)
    select ${SITE} + n, 'BSW' || n, '站仓' || n, ${place.company}, ${SITE_DEPT} + n, 'ambient,cool,chilled,frozen'
      from generate_series(1, ${PLACES}) n`);
  await fixtures.sql(`update material set material_kind = 'finished' where id between ${FIRST} and ${CALLED}`);
  await fixtures.sql(`
    insert into settlement_price (code, material_id, unit_id, factor, price, base_price, tax_rate, start_date)
    select 'BFP' || n, ${FIRST} + n - 1, 301, 1, 2, 2, 9, '2020-01-01' from generate_series(1, ${PUSHED + 1}) n`);
}

/** Lots as receipts leave them, each with its move: of what is pushed, of what is called back, and of the long list. */
async function makeGoods(fixtures: Fixtures, listed: number): Promise<void> {
  await fixtures.sql(`create temp table goods on commit preserve rows as
    select ${LOT} + n as batch, ${FIRST} + n - 1 as material, ${STORE} as place, 100000 as qty
      from generate_series(1, ${PUSHED}) n
    union all select ${LOT} + 1000, ${CALLED}, ${SITE} + n, 1 from generate_series(1, ${PLACES}) n
    union all select ${LOT} + 10000 + (s - 1) * ${listed} + m, ${LISTED} + m, ${STORE} + s, 1 + m % 50
      from generate_series(1, ${STORES}) s, generate_series(1, ${listed}) m`);
  await fixtures.sql(`
    insert into batch (id, batch_code, material_id, supplier_id, expiry_date, received_date, origin_unit_cost,
      origin_qty, source_bill_type, source_bill_id, source_bill_code, source_line_id)
    select batch, 'BFL' || batch, min(material), 600, ${STATIC}, sum(qty), 'invinstore', '4', 'BRK4', batch::text
    from goods group by batch`);
  await fixtures.sql(`
    insert into stock (location_id, material_id, qty, amount, avg_cost, avg_amount, last_cost, last_move_time)
    select place, material, sum(qty), sum(qty) * 4, 4, sum(qty) * 4, 4, date_trunc('second', now()) from goods
    group by place, material`);
  await fixtures.sql(`
    insert into stock_batch (location_id, material_id, batch_id, qty, unit_cost, amount, first_in_time)
    select place, material, batch, qty, 4, qty * 4, now() from goods`);
  await fixtures.sql(`
    with moved as (
      insert into stock_move (location_id, material_id, batch_id, qty, base_unit_id, unit_cost, amount, reason,
        bill_type, bill_id, bill_code, line_id, business_time)
      select place, material, batch, qty, 301, 4, qty * 4, 'receipt.purchase', 'invinstore', 4, 'BRK4', batch,
        date_trunc('second', now()) from goods order by batch, place returning id, qty, amount)
    insert into stock_move_cost (move_id, avg_unit_cost, avg_amount, running_qty, running_value, held_qty, held_aux_qty,
      held_amount) select id, 4, amount, qty, amount, qty, 0, amount from moved`);
}

async function makeOrders(fixtures: Fixtures, count: number): Promise<void> {
  await fixtures.sql(`
    insert into factory_suppress_order (id, bill_code, bill_date, status, apply_user_id, factory_warehouse_id,
      factory_id, suppress_reason, arrive_date, factory_dept_id, company_dept_id)
    select ${ORDER} + n, 'BQY' || n, current_date, 'pending', null, ${STORE}, ${FACTORY}, 'surplus', current_date,
      ${DEPT}, ${place.company} from generate_series(0, ${count - 1}) n`);
  await fixtures.sql(`
    insert into factory_suppress_order_detail (factory_suppress_order_id, line_no, warehouse_id, site_dept_id,
      material_id, unit_id, qty, factor, base_unit_id, base_qty, settlement_price, tax_rate, settlement_amount)
    select ${ORDER} + n, (w - 1) * ${PUSHED} + m, ${SITE} + w, ${SITE_DEPT} + w, ${FIRST} + m - 1, 301, 1, 1, 301, 1,
      2, 9, 2
    from generate_series(0, ${count - 1}) n, generate_series(1, ${SITES}) w, generate_series(1, ${PUSHED}) m`);
}

/** The approval holds the lot everywhere and makes a bill for every place. */
async function callBack(fixtures: Fixtures): Promise<Figure> {
  await fixtures.sql(`
    insert into factory_returned (id, bill_code, bill_date, status, factory_warehouse_id, factory_id, return_reason,
      recall_batch_id, deadline, factory_dept_id, company_dept_id)
    values (${CALL}, 'BGT1', current_date, 'pending', ${RETURNS}, ${FACTORY}, 'recall', ${LOT + 1000},
      current_date + 1, ${DEPT}, ${place.company})`);
  const from = performance.now();
  fine(await fixtures.post(`${HTTP}/factoryreturned/doApply`, { ids: [String(CALL)] }));
  const took = performance.now() - from;
  const [made] = await fixtures.sql<{ bills: number; state: string }>(`
    select (select count(*)::int from return_out_store where source_bill_id = '${CALL}') as bills,
      (select lot_state from batch where id = ${LOT + 1000}) as state`);
  if (made!.bills !== PLACES || made!.state !== 'hold') throw new Error(`Called back: ${JSON.stringify(made)}`);
  return atMost(`call back a lot that lies at ${PLACES} places`, took, 'ms', CALL_MS);
}

/** The list of factory stock, as somebody looks at it. */
async function lists(fixtures: Fixtures, rows: number): Promise<Figure[]> {
  const asked: readonly Readonly<Record<string, string>>[] = [
    {},
    { tab: 'stock' },
    { tab: 'short' },
    { tab: 'differs' },
    { factoryWarehouseId: String(STORE + 7), ascs: 'materialId' },
    { factoryId: String(FACTORY), descs: 'qty' },
    { keyword: 'BM0010' },
    { current: '50' },
  ];
  const times: { readonly ms: number; readonly what: string }[] = [];
  let total = 0;
  for (const input of asked) {
    const own: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const from = performance.now();
      const page = fine(await fixtures.get(`${HTTP}/factorystock/page`, { size: '20', ...input })).data as {
        total: number;
      };
      own.push(performance.now() - from);
      if (Object.keys(input).length === 0) total = page.total;
    }
    times.push({ ms: median(own), what: new URLSearchParams(input).toString() || 'as it opens' });
  }
  const slowest = times.toSorted((a, b) => b.ms - a.ms)[0]!;
  const all = times.map(({ ms }) => ms);
  return [
    atMost(
      `factory stock of ${rows.toLocaleString('en')}: the middle of ${all.length} questions`,
      median(all),
      'ms',
      LIST_MS,
    ),
    atMost('factory stock: the slowest question', share(all, 1), 'ms', LIST_MS, { note: slowest.what }),
    holds('factory stock: all balances are counted', total >= rows, String(total)),
  ];
}

/** As many rows of SAP's stock are read, converted and set beside ours; nothing is posted. */
async function sapBeside(fixtures: Fixtures): Promise<Figure[]> {
  const count = fixtures.quick ? 500 : 20_000;
  await fixtures.sql(`update material_unit set sap_code = 'KG' where id = 301`);
  await fixtures.sql(`update material set sap_code = 'BS' || id where id between ${LISTED} and ${LISTED + 4_000}`);
  const sap = await startSap(
    sapData({
      stocks: Array.from({ length: count }, (_, nr) =>
        stockOf(
          `BS${LISTED + 1 + (nr % (fixtures.quick ? 200 : 4_000))}`,
          'F900',
          String(1 + (nr % STORES)).padStart(4, '0'),
          '3',
          { Batch: `B${nr}` },
        ),
      ),
    }),
  );
  try {
    for (const [paramKey, paramValue] of Object.entries({
      'sap.allowedHosts': sap.allowed,
      'sap.odata.url': sap.origin,
      'sap.odata.user': SAP_USER,
      'sap.odata.secret': SAP_SECRET,
      'sap.enabled': '1',
    }))
      await setParameter(fixtures, paramKey, paramValue);
    const moves = await counted(fixtures, 'stock_move');
    const from = performance.now();
    fine(await fixtures.get(`${HTTP}/factorystock/syncsaptotime`));
    let run: { readonly status: string; readonly failed: number } | undefined;
    while (run === undefined || run.status === 'running') {
      [run] = await fixtures.sql<{ status: string; failed: number }>(
        `select state as status, failed from sap_sync_run where object = 'factory-stock' order by id desc limit 1`,
      );
      await new Promise((resolve) => {
        setTimeout(resolve, 50);
      });
    }
    const seconds = (performance.now() - from) / 1000;
    const kept = await counted(fixtures, 'stock_sap_balance');
    return [
      atMost(`SAP's stock beside ours: ${count.toLocaleString('en')} rows`, seconds, 's', SAP_WITHIN_S),
      holds(
        "SAP's stock: every row is kept, and nothing is posted",
        kept === count && (await counted(fixtures, 'stock_move')) === moves,
        `${kept} rows, ${run.status}`,
      ),
    ];
  } finally {
    await sap.close();
  }
}

const counted = async (fixtures: Fixtures, table: string): Promise<number> =>
  (await fixtures.sql<{ n: number }>(`select count(*)::int as n from ${table}`))[0]!.n;

async function setParameter(fixtures: Fixtures, paramKey: string, paramValue: string): Promise<void> {
  const page = fine(await fixtures.get('blade-system/param/page', { paramKey_equal: paramKey })).data as {
    records: { id: string; version: number; paramName: string }[];
  };
  const [known] = page.records;
  fine(await fixtures.post('blade-system/param/submit', { ...known, paramKey, paramValue }));
}
