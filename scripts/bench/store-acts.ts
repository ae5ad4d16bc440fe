/**
 * What moves in a store beside deliveries and pick bills: other issues, transfers and returns of 200 lines, and 20 that
 * a site bought itself, over HTTP, beside one transaction of set-based SQL that writes the same rows; half go either
 * way, in turns, and the ledger proves both.
 */
import { BOUGHT, receiveInSql, shipInSql } from './documents-in-sql.ts';
import { expectedBy, inTurns, proof, type Expected, type Rounds } from './documents.ts';
import type { Figure } from './figures.ts';
import { fine, type Fixtures } from './fixtures.ts';
import { MATERIAL, place } from './masters.ts';
import { issueInSql, returnInSql, signInSql } from './store-acts-in-sql.ts';

const FULL: Rounds = { warm: 3, measured: 9 };
const QUICK: Rounds = { warm: 1, measured: 2 };
const LINES = 200;
const LOTS = 5;
const LOT_QTY = 200;
/** Materials nothing else of these benches moves. */
const FIRST = MATERIAL + 5_000;
const LOT = 60_000_000;
const ISSUE = 61_000_000;
const TRANSFER = 62_000_000;
const RETURN = 63_000_000;
/** Of each material the lot that expires last: nothing else here comes to it. */
const LAST_LOT = 3;
const PURCHASE = 64_000_000;
const BOUGHT_LINES = 20;
const OTHER_WAREHOUSE = 501;
const HTTP = 'store-management';

/** Other issues and transfers in milliseconds beside plain SQL; then the proof of the ledger. */
export async function benchStoreActs(fixtures: Fixtures): Promise<Figure[]> {
  const rounds = fixtures.quick ? QUICK : FULL;
  const count = (rounds.warm + rounds.measured) * 2;
  const bare = await fixtures.connection();
  try {
    await makeStock(fixtures);
    await makeIssues(fixtures, count);
    await makeTransfers(fixtures, count);
    await makeReturns(fixtures, count);
    const transfers = await approved(fixtures, 'allocation', TRANSFER, count);
    const returns = await approved(fixtures, 'purchasereturn', RETURN, count);
    const purchases = await boughtBills(fixtures, count);
    await fixtures.sql('vacuum analyze');
    return [
      await inTurns(
        fixtures,
        `post an other issue of ${LINES} lines`,
        rounds,
        async (nr) => fine(await fixtures.post(`${HTTP}/otheroutstore/doApply`, { ids: [String(ISSUE + nr)] })),
        (nr) => bare.query(issueInSql(ISSUE + nr, fixtures.userId)),
      ),
      await inTurns(
        fixtures,
        `ship a transfer of ${LINES} lines and sign for it`,
        rounds,
        async (nr) => {
          fine(await fixtures.post(`${HTTP}/invoutstore/doPicking`, { outstoreId: transfers[nr]! }));
          fine(await fixtures.post(`${HTTP}/invoutstore/received`, { outstoreId: transfers[nr]! }));
        },
        async (nr) => {
          await bare.query(shipInSql(transfers[nr]!, fixtures.userId, 'allocation'));
          await bare.query(signInSql(transfers[nr]!, fixtures.userId));
        },
      ),
      await inTurns(
        fixtures,
        `ship a return of ${LINES} lines to its supplier`,
        rounds,
        async (nr) => fine(await fixtures.post(`${HTTP}/invreturnoutstore/outstore`, { ids: [returns[nr]!] })),
        (nr) => bare.query(returnInSql(returns[nr]!, fixtures.userId)),
      ),
      await inTurns(
        fixtures,
        `receive ${BOUGHT_LINES} lines a site bought itself`,
        rounds,
        async (nr) =>
          fine(
            await fixtures.post(`${HTTP}/selfpurchaseorder/doReceiving`, {
              instoreId: purchases[nr]!.id,
              deliveryNo: `Z${nr}`,
              details: purchases[nr]!.lines,
            }),
          ),
        (nr) => bare.query(receiveInSql(purchases[nr]!.id, fixtures.userId, BOUGHT)),
      ),
      await proof(fixtures, 'store acts'),
    ];
  } finally {
    await bare.end();
  }
}

/** Five lots of each of 200 materials, each with its move. */
async function makeStock(fixtures: Fixtures): Promise<void> {
  await fixtures.sql(`insert into warehouse (id, code, name, company_dept_id, project_group_dept_id, zones)
    values (${OTHER_WAREHOUSE}, 'BW2', '二仓', 100, 110, 'ambient,cool,chilled,frozen')`);
  await fixtures.sql(`
    insert into batch (id, batch_code, material_id, supplier_id, expiry_date, received_date, origin_unit_cost,
      origin_qty, source_bill_type, source_bill_id, source_bill_code, source_line_id)
    select ${LOT} + m * 100 + l, 'BSA' || (m * 100 + l), ${FIRST} + m, 600, current_date + 30 + (l * 37) % 60,
      current_date, 4 + m % 7, ${LOT_QTY}, 'invinstore', '2', 'BRK2', (m * 100 + l)::text
      from generate_series(1, ${LINES}) m, generate_series(1, ${LOTS}) l`);
  const own = `from batch where id between ${LOT} and ${LOT + 100_000}`;
  await fixtures.sql(
    `insert into stock (location_id, material_id, qty, amount, avg_cost, avg_amount, last_cost, last_move_time)
      select ${place.warehouse}, material_id, sum(origin_qty), sum(origin_qty * origin_unit_cost),
        min(origin_unit_cost), sum(origin_qty * origin_unit_cost), min(origin_unit_cost), date_trunc('second', now())
        ${own} group by material_id`,
  );
  await fixtures.sql(
    `insert into stock_batch (location_id, material_id, batch_id, qty, unit_cost, amount, first_in_time)
      select ${place.warehouse}, material_id, id, origin_qty, origin_unit_cost, origin_qty * origin_unit_cost, now()
      ${own}`,
  );
  await fixtures.sql(`
    with moved as (
      insert into stock_move (location_id, material_id, batch_id, qty, base_unit_id, unit_cost, amount, reason,
        bill_type, bill_id, bill_code, line_id, business_time)
      select ${place.warehouse}, material_id, id, origin_qty, 301, origin_unit_cost, origin_qty * origin_unit_cost,
        'receipt.purchase', 'invinstore', 2, 'BRK2', source_line_id::bigint, date_trunc('second', now())
        ${own} order by id returning id, material_id, seq, qty, amount, unit_cost)
    insert into stock_move_cost (move_id, avg_unit_cost, avg_amount, running_qty, running_value, held_qty, held_aux_qty,
      held_amount)
    select id, unit_cost, amount, sum(qty) over following, sum(amount) over following, sum(qty) over following, 0,
      sum(amount) over following from moved window following as (partition by material_id order by seq)`);
}

async function makeIssues(fixtures: Fixtures, count: number): Promise<void> {
  await fixtures.sql(`
    insert into other_out_store (id, bill_code, bill_date, out_type, warehouse_id, dept_id, company_dept_id,
      project_dept_id, visible_dept_ids, status)
    select ${ISSUE} + n, 'BQTC' || n, current_date, 'office', ${place.warehouse}, ${place.project}, ${place.company},
      ${place.project}, '{110}', 'pending' from generate_series(0, ${count - 1}) n`);
  await fixtures.sql(`
    insert into other_out_store_detail (other_out_store_id, line_no, material_id, unit_id, qty, factor, base_unit_id,
      base_qty)
    select ${ISSUE} + n, l, ${FIRST} + l, 301, q.qty, 1, 301, q.qty
    from generate_series(0, ${count - 1}) n, generate_series(1, ${LINES}) l,
      lateral (select 7 + (n * 13 + l * 5) % 11 as qty) q`);
}

async function makeTransfers(fixtures: Fixtures, count: number): Promise<void> {
  await fixtures.sql(`
    insert into allocation (id, bill_code, bill_date, need_time, out_location_id, in_location_id, allocation_reason,
      company_dept_id, project_dept_id, in_project_dept_id, visible_dept_ids, status)
    select ${TRANSFER} + n, 'BDB' || n, current_date, now() + interval '1 day', ${place.warehouse}, ${OTHER_WAREHOUSE},
      'shortage', ${place.company}, ${place.project}, ${place.project}, '{110}', 'pending'
      from generate_series(0, ${count - 1}) n`);
  await fixtures.sql(`
    insert into allocation_detail (allocation_id, line_no, material_id, unit_id, qty, factor, base_unit_id, base_qty)
    select ${TRANSFER} + n, l, ${FIRST} + l, 301, q.qty, 1, 301, q.qty
    from generate_series(0, ${count - 1}) n, generate_series(1, ${LINES}) l,
      lateral (select 7 + (n * 13 + l * 5) % 11 as qty) q`);
}

async function makeReturns(fixtures: Fixtures, count: number): Promise<void> {
  await fixtures.sql(`
    insert into purchase_return (id, bill_code, bill_date, supplier_id, warehouse_id, return_reason, company_dept_id,
      project_dept_id, visible_dept_ids, status)
    select ${RETURN} + n, 'BCT' || n, current_date, 600, ${place.warehouse}, 'quality', ${place.company},
      ${place.project}, '{110}', 'pending' from generate_series(0, ${count - 1}) n`);
  await fixtures.sql(`
    insert into purchase_return_detail (purchase_return_id, line_no, material_id, unit_id, qty, factor, base_unit_id,
      base_qty, batch_id)
    select ${RETURN} + n, l, ${FIRST} + l, 301, q.qty, 1, 301, q.qty, ${LOT} + l * 100 + ${LAST_LOT}
    from generate_series(0, ${count - 1}) n, generate_series(1, ${LINES}) l,
      lateral (select 1 + (n * 13 + l * 5) % 3 as qty) q`);
}

/** Self-purchases, approved; answers what their bills expect. */
async function boughtBills(fixtures: Fixtures, count: number): Promise<readonly Expected[]> {
  await fixtures.sql(`
    insert into self_purchase_order (id, bill_code, vendor_name, purchase_date, purchase_reason, warehouse_id, amount,
      line_count, company_dept_id, blade_project_dept_id, visible_dept_ids, status)
    select ${PURCHASE} + n, 'BZC' || n, '摊位' || n, current_date, 'shortage', ${place.warehouse},
      ${BOUGHT_LINES * 125}, ${BOUGHT_LINES}, ${place.company}, ${place.project}, '{110}', 'pending'
      from generate_series(0, ${count - 1}) n`);
  await fixtures.sql(`
    insert into self_purchase_order_detail (self_purchase_order_id, line_no, material_id, unit_id, factor,
      base_unit_id, order_qty, base_qty, open_qty, price, amount)
    select ${PURCHASE} + n, l, ${FIRST} + l, 301, 1, 301, 10, 10, 10, 12.5, 125
    from generate_series(0, ${count - 1}) n, generate_series(1, ${BOUGHT_LINES}) l`);
  for (let nr = 0; nr < count; nr += 1)
    fine(await fixtures.post(`${HTTP}/selfpurchaseorder/doApply`, { ids: [String(PURCHASE + nr)] }));
  return expectedBy(
    fixtures,
    Array.from({ length: count }, (_, nr) => PURCHASE + nr),
  );
}

/** Approves these documents and answers the bills they are shipped by. */
async function approved(
  fixtures: Fixtures,
  segment: 'allocation' | 'purchasereturn',
  first: number,
  count: number,
): Promise<readonly string[]> {
  for (let nr = 0; nr < count; nr += 1)
    fine(await fixtures.post(`${HTTP}/${segment}/doApply`, { ids: [String(first + nr)] }));
  const rows = await fixtures.sql<{ id: string }>(
    segment === 'allocation'
      ? `select outstore_id as id from allocation where id between ${first} and ${first + count} order by allocation.id`
      : `select return_outstore_id as id from purchase_return where id between ${first} and ${first + count}
          order by purchase_return.id`,
  );
  return rows.map(({ id }) => id);
}
