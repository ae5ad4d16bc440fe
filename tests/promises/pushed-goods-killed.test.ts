/**
 * Promises 12 and 52 for goods on their way: the program is killed in the middle of shipping what a factory pushes, and
 * again in the middle of receiving it. Nothing is half done either time, and asked again both are done once.
 */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_TIMEOUT_MS, demoDatabase } from '../support/demo-database.ts';
import { ask, programsOn, type Programs, type Started } from '../support/programs.ts';

const STORE = 'store-management';
const ORDER = `${STORE}/factorysuppressorder`;
const DOCK = `${STORE}/factorysuppressinstore`;
let programs: Programs;
let program: Started;
/** Holds what everybody who moves goods has to write, so that they wait in the middle. */
let holder: pg.Client;
let tokens: { readonly staff: string; readonly planner: string; readonly keeper: string };
let orderId: string;
let lot: { readonly id: string; readonly store: string; readonly material: string; readonly unit: string };
let site: { readonly id: string };

beforeAll(async () => {
  const database = await demoDatabase();
  programs = await programsOn(database);
  holder = new pg.Client({ connectionString: database.ownerUrl });
  await holder.connect();
  program = await programs.start('first');
  tokens = {
    staff: await programs.tokenOf('factory-staff'),
    planner: await programs.tokenOf('hq-planner'),
    keeper: await programs.tokenOf('storekeeper'),
  };
  [lot] = (await programs.query(`
    select s.batch_id::text as id, s.location_id::text as store, s.material_id::text as material,
      m.base_unit_id::text as unit
    from stock_batch s join batch b on b.id = s.batch_id and b.lot_state = 'free'
    join factory_warehouse w on w.id = s.location_id join material m on m.id = s.material_id
    where s.qty - s.reserved_qty > 20 and exists (select 1 from settlement_price p where p.material_id = m.id)
    order by s.qty desc limit 1`)) as [typeof lot];
  [site] = (await programs.query(`select id::text from warehouse where frozen = 0 order by id limit 1`)) as [
    typeof site,
  ];
}, DEMO_TIMEOUT_MS);
afterAll(async () => {
  await holder.end();
  await programs.end();
});

const post = (call: string, token: string, body: object, key?: string): Promise<unknown> =>
  ask(program, token, call, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key === undefined ? {} : { 'idempotency-key': key }) },
    body: JSON.stringify(body),
  });

/** Begins an act, kills its program while it waits in the middle, and starts it again. */
async function killedAt(act: () => Promise<unknown>): Promise<void> {
  await holder.query('begin');
  await holder.query('lock table stock_move in share row exclusive mode');
  const lost = act().then(
    () => 'answered',
    () => 'lost',
  );
  await expect.poll(() => programs.waitingFor('stock_move'), { timeout: 30_000, interval: 50 }).toBe(1);
  await programs.kill(program);
  expect(await lost).toBe('lost');
  await holder.query('rollback');
  program = await programs.start('first');
}

/** Where the lot lies and what was written of the order. */
const state = async (): Promise<unknown> =>
  (
    await programs.query(
      `select (select status from factory_suppress_order where id::text = $1) as status,
        (select count(*)::int from in_store where source_bill_type = 'suppress-order' and source_bill_id = $1) as bills,
        (select count(*)::int from stock_move where bill_id::text = $1) as shipped,
        (select count(*)::int from in_store_receiving r join in_store s on s.id = r.instore_id
          where s.source_bill_type = 'suppress-order' and s.source_bill_id = $1) as receivings,
        (select coalesce(sum(s.qty), 0)::float8 from stock_batch s join stock_location l on l.id = s.location_id
          where s.batch_id = $2 and l.transit_for_id = $3) as "onWay",
        (select coalesce(sum(s.qty), 0)::float8 from stock_batch s
          where s.batch_id = $2 and s.location_id = $3) as there,
        (select coalesce(sum(s.reserved_qty), 0)::float8 from stock_batch s where s.batch_id = $2) as promised`,
      [orderId, lot.id, site.id],
    )
  )[0];
const proved = async (): Promise<unknown> => ask(program, await programs.tokenOf('admin'), `${STORE}/stock/prove`);

test('promise 12: an approval whose program is killed while it ships leaves the order as it was; again it ships once', async () => {
  const [{ day }] = (await programs.query(`select (now() at time zone 'Asia/Shanghai')::date::text as day`)) as [
    { day: string },
  ];
  ({ id: orderId } = (await post(`${ORDER}/submit`, tokens.staff, {
    factoryWarehouseId: lot.store,
    suppressReason: 'surplus',
    arriveDate: day,
    details: [{ warehouseId: site.id, materialId: lot.material, unitId: lot.unit, batchId: lot.id, qty: '10' }],
  })) as { id: string });
  await post(`${ORDER}/toApply`, tokens.staff, { ids: orderId });
  const before = await state();
  await killedAt(() => post(`${ORDER}/doApply`, tokens.planner, { ids: orderId }, 'ship-1'));
  expect(await state()).toEqual(before);
  expect(before).toMatchObject({ status: 'pending', bills: 0, shipped: 0, onWay: 0 });
  await post(`${ORDER}/doApply`, tokens.planner, { ids: orderId }, 'ship-1');
  await post(`${ORDER}/doApply`, tokens.planner, { ids: orderId }, 'ship-1');
  expect(await state()).toMatchObject({ status: 'approved', bills: 1, shipped: 2, onWay: 10, there: 0, promised: 0 });
}, 120_000);

test('promise 12: a delivery whose program is killed while it is received is on its way as before; again it comes once', async () => {
  const [bill] = await programs.query<{ id: string; line: string }>(
    `select s.id::text, d.id::text as line from in_store s join in_store_detail d on d.in_store_id = s.id
      where s.source_bill_type = 'suppress-order' and s.source_bill_id = $1`,
    [orderId],
  );
  const receive = () =>
    post(
      `${DOCK}/doReceiving`,
      tokens.keeper,
      { instoreId: bill!.id, details: [{ detailId: bill!.line, acceptedQty: '10' }] },
      'receive-1',
    );
  const before = await state();
  await killedAt(receive);
  expect(await state()).toEqual(before);
  await receive();
  await receive();
  expect(await state()).toMatchObject({ receivings: 1, onWay: 0, there: 10 });
  expect(await proved()).toMatchObject({ ok: true });
}, 120_000);
