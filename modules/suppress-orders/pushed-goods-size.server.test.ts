/** Large pushes and wide call-backs: a handful of statements, and no longer than their SQL may take. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql, type Transaction } from '../../parts/postgres/database.ts';
import { isFull } from '../../tests/support/long-form.ts';
import { aFactory, ARRIVES, MANAGER, ORDER, type Factory } from './suppress.testing.ts';

const [SITES, MATERIALS, PLACES] = [200, 20, 500];
let factory: Factory;
beforeAll(async () => {
  factory = await aFactory();
  await factory.act(async ({ tx }) => {
    await tx.run(sql`insert into dept (id, dept_name, full_name, code, parent_id, dept_category)
      select 20000 + n, '站点' || n, '站点' || n, 'Z' || n, 100, '2' from generate_series(1, ${PLACES}::integer) n`);
    await tx.run(sql`insert into warehouse (id, code, name, company_dept_id, project_group_dept_id)
      select 30000 + n, 'V' || n, '仓' || n, 100, 20000 + n from generate_series(1, ${PLACES}::integer) n`);
    await tx.run(sql`insert into material (id, code, name, material_type_id, base_unit_id, material_kind)
      select 40000 + n, 'X' || n, '成品' || n, 400, 301, 'finished' from generate_series(1, ${MATERIALS}::integer) n`);
    await tx.run(sql`insert into settlement_price (code, material_id, unit_id, factor, price, base_price, tax_rate,
        start_date) select 'X' || n, 40000 + n, 301, 1, 2, 2, 9, '2020-01-01'
      from generate_series(1, ${MATERIALS}::integer) n`);
  });
});
afterAll(() => factory.close());

/** Runs one call, and how many statements and how much of the time they took. */
async function measured(path: string, input: Record<string, unknown>) {
  let statements = 0;
  let inSql = 0;
  const timed = async <T>(work: Promise<T>): Promise<T> => {
    statements += 1;
    const from = performance.now();
    try {
      return await work;
    } finally {
      inSql += performance.now() - from;
    }
  };
  const from = performance.now();
  const spent = process.cpuUsage();
  await factory.act(async (context) => {
    const { tx } = context;
    const counted: Transaction = {
      ...tx,
      rows: (query) => timed(tx.rows(query)),
      row: (query) => timed(tx.row(query)),
      run: (query) => timed(tx.run(query)),
    };
    await factory.callIn({ ...context, tx: counted }, path, input, MANAGER);
  });
  const { user, system } = process.cpuUsage(spent);
  return { statements, inSql, whole: performance.now() - from, own: (user + system) / 1000 };
}

/** An order as it was sent: written past the screen, which is not what is measured. */
async function sentOrder(sites: number, materials: number): Promise<string> {
  const [id] = await factory.act(({ tx }) => tx.rows<{ id: string }>(sql`select new_id()::text as id`));
  await factory.act(async ({ tx }) => {
    await tx.run(sql`insert into factory_suppress_order (id, bill_code, status, apply_user_id, factory_warehouse_id,
        suppress_reason, arrive_date, factory_dept_id, company_dept_id)
      values (${id!.id}::bigint, ${`QYX${id!.id}`}, 'pending', 1, ${factory.store}::bigint, 'surplus',
        ${ARRIVES}::date, 120, 100)`);
    await tx.run(sql`insert into factory_suppress_order_detail (factory_suppress_order_id, line_no, warehouse_id,
        site_dept_id, material_id, unit_id, qty, factor, base_unit_id, base_qty, settlement_price, tax_rate,
        settlement_amount)
      select ${id!.id}::bigint, (w - 1) * ${materials}::integer + m, 30000 + w, 20000 + w, 40000 + m, 301, 1, 1, 301, 1,
        2, 9, 2 from generate_series(1, ${sites}::integer) w, generate_series(1, ${materials}::integer) m`);
  });
  return id!.id;
}

test('W23: 200 sites × 20 lines are approved and shipped within 3 s, in as many statements as two sites', async () => {
  for (let nr = 1; nr <= MATERIALS; nr += 1) await factory.lot(String(40_000 + nr), 1000, 1000);
  const small = await measured(`${ORDER}/doApply`, { ids: await sentOrder(2, 2) });
  const large = await measured(`${ORDER}/doApply`, { ids: await sentOrder(SITES, MATERIALS) });
  expect(large.statements).toBe(small.statements);
  // What it reckons itself, however busy the machine is; how long it takes, only where nothing else runs.
  expect(large.own).toBeLessThan(2000);
  if (isFull) expect(large.whole).toBeLessThan(Math.min(3000, 2 * large.inSql));
  expect(await factory.proven()).toBe(true);
});

test('W23: a lot that lies at 500 places is held everywhere and asked back within a second', async () => {
  const batchId = await factory.lot('40001', 2000, 2000);
  await factory.act(async ({ tx }) => {
    await tx.run(sql`insert into stock (location_id, material_id, qty, amount)
      select 30000 + n, 40001, 1, 1 from generate_series(1, ${PLACES}::integer) n
      on conflict (tenant_id, location_id, material_id) do update set qty = stock.qty + 1, amount = stock.amount + 1`);
    await tx.run(sql`insert into stock_batch (location_id, material_id, batch_id, qty, unit_cost, amount)
      select 30000 + n, 40001, ${batchId}::bigint, 1, 1, 1 from generate_series(1, ${PLACES}::integer) n`);
  });
  const { id } = await factory.sent('factoryreturned', {
    factoryWarehouseId: factory.returns,
    returnReason: 'recall',
    recallBatchId: batchId,
    deadline: ARRIVES,
  });
  const call = await measured('factoryreturned/doApply', { ids: id });
  expect(call.own).toBeLessThan(500);
  if (isFull) expect(call.whole).toBeLessThan(1000);
  expect(call.statements).toBeLessThan(40);
  const made = await factory.figure(
    sql`select count(*)::text as n from return_out_store where source_bill_id = ${id} and status = 'to-ship'`,
  );
  expect(made).toBe(String(PLACES));
});
