/**
 * The three writing acts of the day, over HTTP, beside one transaction of set-based SQL that writes the same rows:
 * half of the documents go either way, in turns, and at the end the ledger proves the moves of both.
 */
import type pg from 'pg';
import { approveInSql, pickInSql, receiveInSql } from './documents-in-sql.ts';
import { holds, known, median, timesBare, type Figure } from './figures.ts';
import { fine, processorTime, type Fixtures } from './fixtures.ts';
import { MATERIAL, place } from './masters.ts';

/**
 * How often each way is taken, and how often before that to warm up: the plans of a server that has worked for a minute
 * are kept, and its code is compiled.
 */
export interface Rounds {
  readonly warm: number;
  readonly measured: number;
}
const APPROVING: Rounds = { warm: 10, measured: 20 };
const RECEIVING: Rounds = { warm: 3, measured: 7 };
const PICKING: Rounds = { warm: 1, measured: 5 };
const QUICK: Rounds = { warm: 1, measured: 2 };
const PICKERS = 8;
const ORDER_LINES = 50;
const DELIVERY_LINES = 200;
const PICK_LINES = 100;
export const ORDER = 2_000_000;
const ORDER_LINE = 20_000_000;
const PICK = 3_000_000;
const PICK_LINE = 30_000_000;
const LOT = 4_000_000;
const LOTS = 20;
const LOT_QTY = 100;
const HTTP = 'store-management';

/** Approving, receiving and picking, in milliseconds beside plain SQL; then the proof of the ledger. */
export async function benchDocuments(fixtures: Fixtures): Promise<Figure[]> {
  const [approving, receiving, picking] = fixtures.quick ? [QUICK, QUICK, QUICK] : [APPROVING, RECEIVING, PICKING];
  const bare = await fixtures.connection();
  try {
    await makeStock(fixtures);
    await makeOrders(fixtures, 1, both(approving), ORDER_LINES);
    await makeOrders(fixtures, 1_000, both(receiving), DELIVERY_LINES);
    await makePicks(fixtures, both(picking) * PICKERS);
    await fixtures.sql('vacuum analyze');
    return [
      await approve(fixtures, bare, approving),
      await receive(fixtures, bare, receiving),
      await pick(fixtures, picking),
      await proof(fixtures),
      await emptyCall(fixtures),
    ];
  } finally {
    await bare.end();
  }
}

/** Documents that both ways need. */
const both = ({ warm, measured }: Rounds): number => (warm + measured) * 2;

/** Both ways taken in turns: the median milliseconds, and beside it what processor time both took. */
export async function inTurns(
  fixtures: Fixtures,
  work: string,
  { warm, measured }: Rounds,
  ours: (nr: number) => Promise<unknown>,
  theirs: (nr: number) => Promise<unknown>,
): Promise<Figure> {
  const times: [number[], number[]] = [[], []];
  const busy: [number[], number[]] = [[], []];
  for (let nr = 0; nr < warm + measured; nr += 1) {
    for (const [side, act] of [ours, theirs].entries()) {
      const before = processorTime(fixtures);
      const from = performance.now();
      await act(nr * 2 + side);
      if (nr < warm) continue;
      times[side as 0].push(performance.now() - from);
      busy[side as 0].push(processorTime(fixtures) - before);
    }
  }
  const [mine, bare] = busy.map(median) as [number, number];
  return timesBare(work, median(times[0]), median(times[1]), 'ms', 2, {
    note: `processor time ${(mine / bare).toFixed(2)} ×: ${mine.toFixed(0)} and ${bare.toFixed(0)} ms`,
  });
}

/** Two connections and one short read: what every call costs before it does anything. */
async function emptyCall(fixtures: Fixtures): Promise<Figure> {
  const times: number[] = [];
  for (let nr = 0; nr < 50; nr += 1) {
    const from = performance.now();
    fine(await fixtures.get('blade-auth/oauth/user-info'));
    times.push(performance.now() - from);
  }
  return known('a call that does next to nothing', median(times), 'ms');
}

/** Whether the ledger agrees with the moves of both ways; `of`: what was done. */
export async function proof(fixtures: Fixtures, of = 'documents'): Promise<Figure> {
  const found = fine(await fixtures.get(`${HTTP}/stock/prove`)).data as {
    ok: boolean;
    checked: number;
    firstBadRow: unknown;
  };
  return holds(
    `${of}: the ledger proves both ways`,
    found.ok,
    found.ok ? `${found.checked} balances` : JSON.stringify(found.firstBadRow),
  );
}

// ---------------------------------------------------------------------------------------------- orders

/** Orders of the first materials after the thousandth, sent for approval; `from`: the number of the first. */
export async function makeOrders(fixtures: Fixtures, from: number, count: number, lines: number): Promise<void> {
  await fixtures.sql(`
    insert into purchase_order (id, bill_code, supplier_id, warehouse_id, company_dept_id, blade_project_dept_id,
      order_date, delivery_date, line_count, amount, status)
    select ${ORDER} + n, 'BCG' || n, 600, ${place.warehouse}, ${place.company}, ${place.project}, current_date,
      current_date, ${lines}, ${lines * 125}, 'pending' from generate_series(${from}, ${from + count - 1}) n`);
  await fixtures.sql(`
    insert into purchase_order_detail (id, purchase_order_id, line_no, material_id, unit_id, factor, base_unit_id,
      order_qty, base_qty, price, tax_rate, price_no_tax, amount, over_rate, under_rate)
    select ${ORDER_LINE} + n * 1000 + l, ${ORDER} + n, l, ${MATERIAL} + 1000 + l, 301, 1, 301, 10, 10, 12.5, 9,
      11.467890, 125, 3, 3 from generate_series(${from}, ${from + count - 1}) n, generate_series(1, ${lines}) l`);
}

function approve(fixtures: Fixtures, bare: pg.Client, rounds: Rounds): Promise<Figure> {
  return inTurns(
    fixtures,
    `approve an order of ${ORDER_LINES} lines`,
    rounds,
    async (nr) =>
      fine(await fixtures.post(`${HTTP}/purchaseorder/doApply`, { ids: [String(ORDER + 1 + nr)], lateReason: 'late' })),
    (nr) => bare.query(approveInSql(ORDER + 1 + nr, fixtures.userId)),
  );
}

// ---------------------------------------------------------------------------------------------- deliveries

/** Approves these orders and answers what their bills expect, as it would be received whole. */
export async function openBills(fixtures: Fixtures, orders: readonly number[]): Promise<readonly Expected[]> {
  for (const order of orders)
    fine(await fixtures.post(`${HTTP}/purchaseorder/doApply`, { ids: [String(order)], lateReason: 'late' }));
  return expectedBy(fixtures, orders);
}

/** What the bills of these documents expect. */
export async function expectedBy(fixtures: Fixtures, orders: readonly number[]): Promise<readonly Expected[]> {
  await fixtures.sql('analyze');
  return fixtures.sql<Expected>(
    `
    select s.id, (select json_agg(json_build_object('detailId', d.id::text, 'acceptedQty', '10', 'supplierBatchNo',
      'B' || d.line_no, 'productionDate', current_date - 1, 'expiryDate', current_date + 30 + d.line_no)
      order by d.line_no) from in_store_detail d where d.in_store_id = s.id) as lines
    from in_store s where s.source_bill_id = any($1) order by s.source_bill_id`,
    [orders.map(String)],
  );
}
export interface Expected {
  readonly id: string;
  readonly lines: { readonly detailId: string; readonly acceptedQty: string }[];
}

async function receive(fixtures: Fixtures, bare: pg.Client, rounds: Rounds): Promise<Figure> {
  const orders = Array.from({ length: both(rounds) }, (_, nr) => ORDER + 1_000 + nr);
  const bills = await openBills(fixtures, orders);
  return inTurns(
    fixtures,
    `receive ${DELIVERY_LINES} lines with lots`,
    rounds,
    async (nr) =>
      fine(
        await fixtures.post(`${HTTP}/invinstore/doReceiving`, {
          instoreId: bills[nr]!.id,
          deliveryNo: `S${nr}`,
          details: bills[nr]!.lines,
        }),
      ),
    (nr) => bare.query(receiveInSql(bills[nr]!.id, fixtures.userId)),
  );
}

// ---------------------------------------------------------------------------------------------- picking

/** 20 lots of each of 100 materials, each with its move. */
async function makeStock(fixtures: Fixtures): Promise<void> {
  await fixtures.sql(`
    insert into batch (id, batch_code, material_id, supplier_id, expiry_date, received_date, origin_unit_cost,
      origin_qty, source_bill_type, source_bill_id, source_bill_code, source_line_id)
    select ${LOT} + m * 100 + l, 'BPC' || (m * 100 + l), ${MATERIAL} + m, 600, current_date + 30 + (l * 37) % 60,
      current_date, 4 + m % 7, ${LOT_QTY}, 'invinstore', '1', 'BRK1', (m * 100 + l)::text
      from generate_series(1, ${PICK_LINES}) m, generate_series(1, ${LOTS}) l`);
  await fixtures.sql(
    `insert into stock (location_id, material_id, qty, amount, avg_cost, avg_amount, last_cost, last_move_time)
      select ${place.warehouse}, material_id, sum(origin_qty), sum(origin_qty * origin_unit_cost),
        min(origin_unit_cost), sum(origin_qty * origin_unit_cost), min(origin_unit_cost), date_trunc('second', now())
        from batch where id between ${LOT} and ${LOT + 100_000} group by material_id`,
  );
  await fixtures.sql(
    `insert into stock_batch (location_id, material_id, batch_id, qty, unit_cost, amount, first_in_time)
      select ${place.warehouse}, material_id, id, origin_qty, origin_unit_cost, origin_qty * origin_unit_cost, now()
      from batch where id between ${LOT} and ${LOT + 100_000}`,
  );
  await fixtures.sql(`
    with moved as (
      insert into stock_move (location_id, material_id, batch_id, qty, base_unit_id, unit_cost, amount, reason,
        bill_type, bill_id, bill_code, line_id, business_time)
      select ${place.warehouse}, material_id, id, origin_qty, 301, origin_unit_cost, origin_qty * origin_unit_cost,
        'receipt.purchase', 'invinstore', 1, 'BRK1', source_line_id::bigint, date_trunc('second', now()) from batch
        where id between ${LOT} and ${LOT + 100_000} order by id returning id, material_id, seq, qty, amount, unit_cost)
    insert into stock_move_cost (move_id, avg_unit_cost, avg_amount, running_qty, running_value, held_qty, held_aux_qty,
      held_amount)
    select id, unit_cost, amount, sum(qty) over following, sum(amount) over following, sum(qty) over following, 0,
      sum(amount) over following from moved window following as (partition by material_id order by seq)`);
}

async function makePicks(fixtures: Fixtures, count: number): Promise<void> {
  await fixtures.sql(`
    insert into pick (id, bill_code, bill_date, warehouse_id, use_restaurant_dept_id, gear_operation_dept_id,
      need_time, company_dept_id, project_dept_id, visible_dept_ids, status)
    select ${PICK} + n, 'BLL' || n, current_date, ${place.warehouse}, ${place.restaurant}, ${place.stall},
      now() + interval '1 day', ${place.company}, ${place.project}, '{110,111,112}', 'pending'
      from generate_series(0, ${count - 1}) n`);
  await fixtures.sql(`
    insert into pick_detail (id, pick_id, line_no, material_id, unit_id, qty, factor, base_unit_id, base_qty)
    select ${PICK_LINE} + n * 1000 + l, ${PICK} + n, l, ${MATERIAL} + l, 301, q.qty, 1, 301, q.qty
    from generate_series(0, ${count - 1}) n, generate_series(1, ${PICK_LINES}) l,
      lateral (select 7 + (n * 13 + l * 5) % 11 as qty) q`);
}

/** Eight at once; the time is until all have shipped, since each waits for the others. */
async function pick(fixtures: Fixtures, rounds: Rounds): Promise<Figure> {
  const count = both(rounds) * PICKERS;
  for (let nr = 0; nr < count; nr += 1) fine(await fixtures.post(`${HTTP}/pick/doApply`, { ids: [String(PICK + nr)] }));
  await fixtures.sql('analyze');
  const bills = (
    await fixtures.sql<{ id: string }>(`select o.id from out_store o order by o.source_bill_id::bigint`)
  ).map((row) => row.id);
  const ours = (nr: number): string[] => bills.slice(nr * PICKERS, (nr + 1) * PICKERS);
  const connections = await Promise.all(Array.from({ length: PICKERS }, () => fixtures.connection()));
  try {
    return await inTurns(
      fixtures,
      `pick ${PICK_LINES} lines, ${PICKERS} at once on the same goods`,
      rounds,
      (nr) =>
        Promise.all(
          ours(nr).map(async (id) => fine(await fixtures.post(`${HTTP}/invoutstore/doPicking`, { outstoreId: id }))),
        ),
      (nr) => Promise.all(ours(nr).map((id, index) => connections[index]!.query(pickInSql(id, fixtures.userId)))),
    );
  } finally {
    await Promise.all(connections.map((each) => each.end()));
  }
}
