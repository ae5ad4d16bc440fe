/**
 * What a kitchen enters while it cooks: a pot of 12 ingredients over HTTP, beside one transaction of set-based SQL that
 * writes the same rows, half either way, in turns; the ledger proves both. And a meal's labels in one call.
 */
import { inTurns, proof, type Rounds } from './documents.ts';
import { median, type Figure } from './figures.ts';
import { fine, type Fixtures } from './fixtures.ts';
import { MATERIAL, place } from './masters.ts';
import { cookInSql } from './kitchen-in-sql.ts';

const FULL: Rounds = { warm: 5, measured: 15 };
const QUICK: Rounds = { warm: 1, measured: 2 };
const INPUTS = 12;
const LOTS = 5;
const LOT_QTY = 10_000;
const LABELS = 300;
const LABEL_ROUNDS = 5;
/** Labels are in the hand before somebody looks up. */
const LABELS_MS = 1_000;
/** Materials nothing else of these benches moves. */
const FIRST = MATERIAL + 7_000;
const LOT = 66_000_000;
const DISH = 67_000_000;
const BOM = 67_000_001;
const PORTIONS = 100;
const HTTP = 'gear-operation';

/** A pot and a meal's labels in milliseconds; then the proof of the ledger. */
export async function benchKitchen(fixtures: Fixtures): Promise<Figure[]> {
  const bare = await fixtures.connection();
  try {
    await makeKitchen(fixtures);
    const pot = () =>
      fixtures.post(`${HTTP}/gearproduce/submit`, {
        gearOperationDeptId: String(place.stall),
        mealType: 'lunch',
        dishId: String(DISH),
        actualQty: String(PORTIONS),
      });
    // The first pot makes what portions are kept as.
    fine(await pot());
    await fixtures.sql('vacuum analyze');
    return [
      await inTurns(
        fixtures,
        `enter a pot of ${INPUTS} ingredients`,
        fixtures.quick ? QUICK : FULL,
        async () => fine(await pot()),
        () => bare.query(cookInSql(DISH, BOM, PORTIONS, fixtures.userId)),
      ),
      await labels(fixtures),
      await proof(fixtures, 'restaurant'),
    ];
  } finally {
    await bare.end();
  }
}

async function labels(fixtures: Fixtures): Promise<Figure> {
  const body = Array.from({ length: LABELS }, () => ({
    gearOperationDeptId: String(place.stall),
    labelType: 'dish',
    dishId: String(DISH),
  }));
  const times: number[] = [];
  for (let round = 0; round < LABEL_ROUNDS; round += 1) {
    const from = performance.now();
    fine(await fixtures.post(`${HTTP}/gearlabel/addBatch`, { body }));
    times.push(performance.now() - from);
  }
  const value = median(times);
  return { work: `make ${LABELS} labels`, value, unit: 'ms', target: `≤ ${LABELS_MS} ms`, good: value <= LABELS_MS };
}

/** A stall with five lots of each of 12 materials, and a dish of them. */
async function makeKitchen(fixtures: Fixtures): Promise<void> {
  await fixtures.sql(`
    insert into batch (id, batch_code, material_id, supplier_id, expiry_date, received_date, origin_unit_cost,
      origin_qty, source_bill_type, source_bill_id, source_bill_code, source_line_id)
    select ${LOT} + m * 100 + l, 'BKI' || (m * 100 + l), ${FIRST} + m, 600, current_date + 30 + (l * 37) % 60,
      current_date, 4 + m % 7, ${LOT_QTY}, 'invinstore', '3', 'BRK3', (m * 100 + l)::text
      from generate_series(1, ${INPUTS}) m, generate_series(1, ${LOTS}) l`);
  const own = `from batch where id between ${LOT} and ${LOT + 100_000}`;
  await fixtures.sql(
    `insert into stock (location_id, material_id, qty, amount, avg_cost, avg_amount, last_cost, last_move_time)
      select ${place.stall}, material_id, sum(origin_qty), sum(origin_qty * origin_unit_cost), min(origin_unit_cost),
        sum(origin_qty * origin_unit_cost), min(origin_unit_cost), date_trunc('second', now()) ${own}
        group by material_id`,
  );
  await fixtures.sql(
    `insert into stock_batch (location_id, material_id, batch_id, qty, unit_cost, amount, first_in_time)
      select ${place.stall}, material_id, id, origin_qty, origin_unit_cost, origin_qty * origin_unit_cost, now()
      ${own}`,
  );
  await fixtures.sql(`
    with moved as (
      insert into stock_move (location_id, material_id, batch_id, qty, base_unit_id, unit_cost, amount, reason,
        bill_type, bill_id, bill_code, line_id, business_time)
      select ${place.stall}, material_id, id, origin_qty, 301, origin_unit_cost, origin_qty * origin_unit_cost,
        'receipt.purchase', 'invinstore', 3, 'BRK3', source_line_id::bigint, date_trunc('second', now())
        ${own} order by id returning id, material_id, seq, qty, amount, unit_cost)
    insert into stock_move_cost (move_id, avg_unit_cost, avg_amount, running_qty, running_value, held_qty, held_aux_qty,
      held_amount)
    select id, unit_cost, amount, sum(qty) over following, sum(amount) over following, sum(qty) over following, 0,
      sum(amount) over following from moved window following as (partition by material_id order by seq)`);
  await fixtures.sql(
    `insert into dish_type (id, code, name, parent_id, level, sort) values (${DISH}, 'BDT', '大荤', 0, 1, 0)`,
  );
  await fixtures.sql(
    `insert into dish (id, code, name, dish_type_id, dish_kind, hold_minutes, portion_weight)
      values (${DISH}, 'BD1', '大锅菜', ${DISH}, 'finished', 120, 250)`,
  );
  await fixtures.sql(
    `insert into dish_bom (id, dish_id, bom_version, output_qty, output_unit_id, released, start_date)
      values (${BOM}, ${DISH}, 1, 1, 302, 1, '2024-01-01')`,
  );
  await fixtures.sql(`
    insert into dish_bom_detail (dish_bom_id, line_no, line_kind, material_id, net_qty, unit_id, net_base_qty,
      yield_rate)
    select ${BOM}, n, 'material', ${FIRST} + n, 0.01 * n, 301, 0.01 * n, 80 from generate_series(1, ${INPUTS}) n`);
}
