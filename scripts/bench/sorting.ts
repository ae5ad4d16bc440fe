/**
 * A night at a central warehouse: 500 sites want 300 materials. Thirty tables sort, an act a second each; a material
 * that is short is shared among all sites; the sort report is asked for in its three groupings, which agree.
 */
import { atMost, holds, median, share, type Figure } from './figures.ts';
import { fine, type Fixtures } from './fixtures.ts';
import { MATERIAL } from './masters.ts';

const TABLES = 30;
const STORE = 'store-management';
/** Materials nothing else of these benches moves. */
const FIRST = MATERIAL + 12_000;
const [SITE, PLACE, ORDER, LINE, LOG, LOT] = [730_000, 740_000, 81_000_000, 82_000_000, 83_000_000, 84_000_000];
const WAREHOUSE = 749_000;
const DAY = '2031-05-05';
const ROUNDS = 3;

/** Measures acts at many sorting tables at once, and the split of a shortage. */
export async function benchSorting(fixtures: Fixtures): Promise<Figure[]> {
  const [sites, materials, seconds] = fixtures.quick ? [20, 40, 3] : [500, 300, 20];
  await furnish(fixtures, sites, materials);
  const acts = await sortAtTables(fixtures, sites, materials, seconds);
  const splits = await timed(async () => {
    fine(
      await fixtures.post(`${STORE}/shortagesplit/preview`, {
        outWarehouseId: String(WAREHOUSE),
        deliveryDate: DAY,
        materialId: String(FIRST + materials - 1),
        supplyQty: String(sites * 7 + 3),
      }),
    );
  });
  const totals: string[] = [];
  const reports: number[] = [];
  for (const groupBy of ['material', 'site', 'route']) {
    const times = await timed(async () => {
      const { data } = fine(
        await fixtures.get(`${STORE}/sortreport/generateSortReport`, { deliveryDate: DAY, groupBy }),
      );
      const rows = data as unknown as readonly { isTotal: boolean; totalQty: string; sortedQty: string }[];
      totals.push(JSON.stringify(rows.filter(({ isTotal }) => isTotal).map((row) => [row.totalQty, row.sortedQty])));
    });
    reports.push(median(times));
  }
  return [
    atMost(`sorting: ${TABLES} tables, an act a second each, p99`, share(acts, 0.99), 'ms', 60),
    atMost(`sorting: a shortage shared among ${sites} sites`, median(splits), 'ms', 100),
    ...['goods', 'client', 'route'].map((by, index) =>
      atMost(`sorting: report of ${sites} sites × ${materials} materials by ${by}`, reports[index]!, 'ms', 1_000),
    ),
    holds('sorting: the three groupings agree', new Set(totals).size === 1, totals[0] ?? ''),
  ];
}

async function timed(work: () => Promise<void>): Promise<number[]> {
  await work();
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const begun = performance.now();
    await work();
    times.push(performance.now() - begun);
  }
  return times;
}

/** Milliseconds of each act: a table begins its next one a second after the last, whenever that was answered. */
async function sortAtTables(fixtures: Fixtures, sites: number, materials: number, seconds: number): Promise<number[]> {
  const took: number[] = [];
  const sortLine = async (table: number, nr: number): Promise<void> => {
    // By goods: a table works down the sites of its material.
    const line = (table % materials) * sites + ((nr + Math.floor(table / materials) * seconds) % sites);
    const begun = performance.now();
    fine(
      await fixtures.post(`${STORE}/distributionstatementlogs/saveDistributionLog`, {
        id: String(LOG + line),
        num: '9.9',
        opKey: `bench-${table}-${nr}`,
      }),
    );
    took.push(performance.now() - begun);
  };
  await Promise.all(
    Array.from({ length: TABLES }, async (_, table) => {
      await wait((table * 1000) / TABLES);
      const running: Promise<void>[] = [];
      for (let nr = 0; nr < seconds; nr += 1) {
        running.push(sortLine(table, nr));
        await wait(1000);
      }
      await Promise.all(running);
    }),
  );
  // The first act of each table warms its statements.
  return took.slice(TABLES);
}
const wait = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** Sites, what lies in the central warehouse, an accepted order of each site and its sorting lines. */
async function furnish(fixtures: Fixtures, sites: number, materials: number): Promise<void> {
  const each = `generate_series(0, ${sites - 1}) s`;
  const pairs = `generate_series(0, ${materials - 1}) m, ${each}`;
  await fixtures.sql(`insert into dept (id, dept_name, full_name, code, parent_id, dept_category, company_dept_id)
    select ${SITE} + s, '分拣站点' || s, '分拣站点' || s, 'BOS' || s, 100, '2', 100 from ${each}`);
  await fixtures.sql(`insert into warehouse (id, code, name, company_dept_id, project_group_dept_id, warehouse_type)
    select ${PLACE} + s, 'BOW' || s, '分拣站点仓' || s, 100, ${SITE} + s, 'site' from ${each}`);
  await fixtures.sql(`insert into warehouse (id, code, name, company_dept_id, project_group_dept_id, warehouse_type)
    values (${WAREHOUSE}, 'BOC', '中心仓', 100, 100, 'central')`);
  await fixtures.sql(`insert into delivery_route (id, code, name, out_org_id, out_warehouse_id, depart_time)
    select 751000 + n, 'BOR' || n, '线路' || n, 100, ${WAREHOUSE}, '0' || n % 6 || ':00' from generate_series(0, 19) n`);
  await fixtures.sql(`insert into stock (location_id, material_id, qty, amount)
    select ${WAREHOUSE}, ${FIRST} + m, 1000000, 1000000 from generate_series(0, ${materials - 1}) m`);
  await fixtures.sql(`insert into batch (id, batch_code, material_id, received_date, origin_unit_cost, origin_qty,
      source_bill_type, source_bill_id, source_bill_code, source_line_id)
    select ${LOT} + m, 'BOL' || m, ${FIRST} + m, current_date, 1, 1000000, 'bench', '1', 'B', '1'
    from generate_series(0, ${materials - 1}) m`);
  await fixtures.sql(`insert into stock_batch (location_id, material_id, batch_id, qty, unit_cost, amount,
      first_in_time, last_move_time)
    select ${WAREHOUSE}, ${FIRST} + m, ${LOT} + m, 1000000, 1, 1000000, now(), now()
    from generate_series(0, ${materials - 1}) m`);
  await fixtures.sql(`insert into factory_order (id, bill_code, out_org_id, blade_project_dept_id, warehouse_id,
      delivery_date, out_warehouse_id, visible_dept_ids, status)
    select ${ORDER} + s, 'GDB' || s, 100, ${SITE} + s, ${PLACE} + s, '${DAY}', ${WAREHOUSE}, array[100, ${SITE} + s],
      'accepted' from ${each}`);
  await fixtures.sql(`insert into factory_order_detail (id, factory_order_id, line_no, material_id, unit_id, order_qty,
      base_unit_id, base_qty)
    select ${LINE} + m * ${sites} + s, ${ORDER} + s, m + 1, ${FIRST} + m, 301, 10, 301, 10 from ${pairs}`);
  await fixtures.sql(`insert into distribution_statement_log (id, order_no, order_id, order_detail_id, delivery_date,
      site_dept_id, warehouse_id, out_org_id, out_warehouse_id, route_id, stop_seq, wave_no, priority_class,
      material_id, unit_id, base_unit_id, order_qty, batch_id, visible_dept_ids)
    select ${LOG} + m * ${sites} + s, 'GDB' || s, ${ORDER} + s, ${LINE} + m * ${sites} + s, '${DAY}', ${SITE} + s,
      ${PLACE} + s, 100, ${WAREHOUSE}, 751000 + s % 20, s / 20 + 1, 'W' || 1 + s % 6, 'normal', ${FIRST} + m, 301, 301,
      10, ${LOT} + m, array[100, ${SITE} + s] from ${pairs}`);
  await fixtures.sql('vacuum analyze');
}
