/** Figures of the company: exact, within the caller's rights and rows, each saying what its list would. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import type { Registry } from '../../kernel/server/registry.ts';
import {
  aStockRoom,
  place,
  received,
  registryUpTo,
  thing,
  TODAY,
  type StockRoom,
} from '../stock/ledger/stock-room.testing.ts';
import { cards, type CardKey } from './cards.ts';
import type { Figures } from './console.calls.ts';
import { tableOf, trendOf } from './figures.rules.ts';

let room: StockRoom;
let registry: Registry;
const ask = (key: CardKey, who: (context: Context) => Context = (context) => context): Promise<Figures> =>
  room.act((context) =>
    registry.calls.find(({ path }) => path === `console/${key}`)!.handle({ ...who(context), registry }, {}, null),
  ) as Promise<Figures>;
const only =
  (...rights: readonly string[]) =>
  (context: Context): Context => ({ ...context, allowed: (right) => rights.includes(right) });
const within =
  (...depts: readonly string[]) =>
  (context: Context): Context => ({ ...context, user: { ...context.user, userId: '2', scope: { all: false, depts } } });
const cells = (figures: Figures): string[] =>
  figures.points.filter(({ part }) => part !== null).map(({ group, part, value }) => `${group} ${part} ${value}`);

beforeAll(async () => {
  room = await aStockRoom();
  registry = registryUpTo('console', room.database);
  await room.act(async (context) => {
    const { tx } = context;
    await tx.run(
      sql`insert into dept (id, dept_name, full_name, code, parent_id, dept_category) values (120, '二项目部', '二项目部', 'Q', 100, '2'), (121, '二餐厅', '二餐厅', 'QR', 120, '3'), (122, '二档', '二档', 'QS', 121, '4')`,
    );
    await tx.run(
      sql`insert into supplier (id, code, name, contact, contact_phone) select 600 + n, 'S' || n, '供应商' || n, '人', '1' from generate_series(1, 7) n`,
    );
    // Seven suppliers, each twice as dear as the one before; a draft and an order of last quarter count for nothing.
    await tx.run(sql`insert into purchase_order (bill_code, status, order_date, delivery_date, supplier_id, warehouse_id, amount, blade_project_dept_id)
      select 'CG' || n, 'approved', '2025-03-12'::date, '2025-03-13'::date, 600 + n, 500, 10.01 * 2 ^ n, case when n = 7 then 120 else 110 end from generate_series(1, 7) n`);
    await tx.run(sql`insert into purchase_order (bill_code, status, order_date, delivery_date, supplier_id, warehouse_id, amount, blade_project_dept_id) values
      ('CG8', 'done', '2025-02-27', '2025-02-28', 601, 500, 5, 110), ('CG9', 'draft', '2025-03-12', '2025-03-13', 601, 500, 9999, 110), ('CG10', 'approved', '2024-12-01', '2024-12-02', 601, 500, 9999, 110)`);
    await tx.run(sql`insert into purchase_order (bill_code, status, order_date, delivery_date, supplier_id, warehouse_id, amount, blade_project_dept_id, apply_time)
      select 'CGP' || n, 'pending', '2025-03-12'::date, '2025-03-20'::date, 601, 500, 1, 110, ('2025-03-16'::date - (n * n))::timestamp + interval '8 hours' from generate_series(0, 3) n`);
    await tx.run(sql`insert into in_store (id, bill_code, location_id, warehouse_id, source_bill_id, supplier_id, status, first_receive_time, blade_project_dept_id) values
      (700, 'RK1', 500, 500, '1', 601, 'done', '2025-03-10 08:00', 110), (701, 'RK2', 500, 500, '2', 602, 'done', '2025-03-11 08:00', 110), (702, 'RK3', 500, 500, '3', 602, 'done', '2025-01-11 08:00', 110), (703, 'RK4', 500, 500, '4', 602, 'void', '2025-03-11 08:00', 110)`);
    await tx.run(sql`insert into in_store_detail (in_store_id, line_no, material_id, unit_id, qty, received_qty, settled_qty, refused_qty, line_state, limit_qty)
      select bill, line, 201, 301, qty, came, qty - came, refused, state, 9 from (values (700, 1, 5, 5, 0, 'received'), (700, 2, 5, 4, 0, 'closed'), (700, 3, 5, 2, 0, 'part'), (701, 1, 5, 6, 0, 'received'), (701, 2, 5, 5, 1, 'received'), (701, 3, 5, 3, 0, 'closed'),
      (702, 1, 5, 3, 0, 'closed'), (703, 1, 5, 3, 0, 'closed')) v (bill, line, qty, came, refused, state)`);
    await tx.run(sql`insert into dish_type (id, code, name) values (800, 'D', '菜')`);
    await tx.run(sql`insert into dish (id, code, name, dish_type_id) values (801, 'D1', '面', 800)`);
    await tx.run(
      sql`insert into project_dept_system (code, project_dept_name, blade_project_dept_id, target_food_cost_pct) values ('P', '一项目部', 110, 35)`,
    );
    await tx.run(sql`insert into sales_plan (id, bill_code, status, gear_operation_dept_id, blade_project_dept_id, start_date, end_date) values
      (900, 'YX1', 'approved', 112, 110, '2025-03-10', '2025-03-20'), (901, 'YX2', 'draft', 113, 110, '2025-03-10', '2025-03-20'), (902, 'YX3', 'done', 122, 120, '2025-03-10', '2025-03-20')`);
    await tx.run(sql`insert into sales_plan_detail (sales_plan_id, line_no, meal_date, meal_type, dish_id, portions, income_amount) values
      (900, 1, '2025-03-14', 'lunch', 801, 10, 300), (900, 2, '2025-03-15', 'dinner', 801, 10, 100), (900, 3, ${TODAY}, 'lunch', 801, 40, 9999), (900, 4, '2025-03-17', 'dinner', 801, 7, 9999), (901, 1, ${TODAY}, 'lunch', 801, 500, 500), (902, 1, '2025-03-15', 'lunch', 801, 20, 80), (902, 2, ${TODAY}, 'breakfast', 801, 3, 1)`);
    await received(context, thing.tofu, 10, '30.55', { expiryDate: '2025-03-15' });
    await received(context, thing.tofu, 10, '20.10', { expiryDate: '2025-03-18' });
    await received(context, thing.rice, 10, '100.05');
    await received(context, thing.tofu, 2, '8', { expiryDate: '2025-03-16', locationId: place.otherWarehouse });
    for (const [location, amount, reason] of [
      [place.stall, '160.00', 'pick.receive'],
      [place.stall, '-20.00', 'stall-return.ship'],
      ['122', '20.00', 'pick.receive'],
      [place.stall, '-99.00', 'kitchen.waste'],
    ] as const) {
      const lot = await received(context, thing.rice, 100, 1, { locationId: location, reason: 'other-in.post' });
      await tx.run(sql`insert into stock_move (location_id, material_id, batch_id, qty, base_unit_id, unit_cost, amount, reason, bill_type, bill_id, bill_code, line_id, business_time)
        select ${location}::bigint, 201, ${lot.batchId}::bigint, sign(${amount}::numeric), 301, 1, ${amount}::numeric, ${reason}, 'pick', 1, 'LL1', 1, '2025-03-14 09:00'`);
    }
    // Lost at counts, on the way and used up at a stall: the last is no loss of the warehouse.
    for (const [location, amount, reason, detail] of [
      ['500', '-3.50', 'count.loss', 'expired'],
      ['500', '-1.25', 'count.loss', 'lost'],
      ['500', '-2.00', 'difference.loss', null],
      [place.stall, '-70.00', 'count.loss', 'used'],
    ] as const) {
      const lot = await received(context, thing.rice, 0.001, 0, { locationId: location, reason: 'other-in.post' });
      await tx.run(sql`insert into stock_move (location_id, material_id, batch_id, qty, base_unit_id, unit_cost, amount, reason, reason_detail, bill_type, bill_id, bill_code, line_id, business_time)
        select ${location}::bigint, 201, ${lot.batchId}::bigint, -1, 301, 1, ${amount}::numeric, ${reason}, ${detail}, 'invcheck', 1, 'PD1', 1, '2025-03-15 20:00'`);
    }
    await tx.run(sql`insert into requirement_plan (id, bill_code, status, plan_type, blade_project_dept_ids, start_date, end_date) values
      (950, 'XQ1', 'approved', 'meal', '{110}', '2025-03-16', '2025-03-18'), (951, 'XQ2', 'draft', 'meal', '{110}', '2025-03-16', '2025-03-18')`);
    await tx.run(sql`insert into requirement_plan_detail (requirement_plan_id, line_no, warehouse_id, material_id, need_date, unit_id, factor, plan_qty, ordered_qty, received_qty)
      select plan, line, 500, 201, need::date, 301, 1, planned, ordered, came from (values (950, 1, '2025-03-16', 0, 0, 0), (950, 2, '2025-03-16', 5, 5, 5), (950, 3, '2025-03-17', 5, 5, 2), (950, 4, '2025-03-17', 5, 4, 0), (950, 5, '2025-03-30', 5, 0, 0), (951, 1, '2025-03-16', 9, 0, 0))
        v (plan, line, need, planned, ordered, came)`);
  });
});
afterAll(() => room.close());

test('what is bought stands by week, the five largest suppliers by name, the rest together, and adds up to the cent', async () => {
  const figures = await ask('spend');
  expect([figures.from, figures.to]).toEqual(['2025-01-20', TODAY]);
  const table = tableOf(figures);
  expect(table.groups.map(({ key }) => key)).toEqual(['2025-02-24', '2025-03-03', '2025-03-10']);
  expect(table.parts.map(({ key, name }) => [key, name])).toEqual([
    ['607', '供应商7'],
    ['606', '供应商6'],
    ['605', '供应商5'],
    ['604', '供应商4'],
    ['603', '供应商3'],
    ['other', null],
  ]);
  expect([
    table.at('2025-03-10', 'other')?.toString(),
    table.at('2025-02-24', 'other')?.toString(),
    table.ofGroup('2025-03-03').toString(),
    table.total.toString(),
  ]).toEqual(['60.06', '5', '0', '2547.54']);
});

test('what came is held against what was ordered, line by line, once it is received to the end', async () => {
  expect(cells(await ask('received'))).toEqual([
    '602 short 1',
    '602 over 1',
    '602 refused 1',
    '601 as-ordered 1',
    '601 short 1',
  ]);
});

test('food cost is what stalls kept over what was planned to come in, by site, beside its target; days that are not over do not count', async () => {
  const figures = await ask('food-cost');
  expect([figures.from, figures.to]).toEqual(['2025-03-02', '2025-03-15']);
  expect(cells(figures)).toEqual(['110 actual 35.0', '110 target 35.0', '120 actual 25.0']);
});

test('by stall it is each stall’s own; what is lost is told by cause; needs by how far they have come', async () => {
  expect(cells(await ask('stall-cost'))).toEqual(['112 actual 35.0', '122 actual 25.0']);
  const waste = await ask('waste');
  expect(cells(waste)).toEqual([
    '2025-03-15 lost-expired 3.50',
    '2025-03-15 lost-other 1.25',
    '2025-03-15 lost-transit 2.00',
  ]);
  expect([waste.from, waste.to, waste.points.length]).toEqual(['2025-03-03', TODAY, 16]);
  expect(cells(await ask('cover'))).toEqual([
    '2025-03-16 enough 1',
    '2025-03-16 arrived 1',
    '2025-03-17 ordered 1',
    '2025-03-17 open 1',
  ]);
  expect(trendOf(tableOf(await ask('cover')))).toEqual([1, 1, 0, 0, 0, 0, 0]);
  expect(trendOf(tableOf(await ask('stall-cost')))).toEqual([]);
});

test('stock is worth what its lots are, by how long they last; and the days tell what goes next', async () => {
  expect(cells(await ask('stock'))).toEqual([
    '500 normal 100.05',
    '500 near 20.10',
    '500 expired 30.55',
    '501 near 8.00',
  ]);
  expect(cells(await ask('expiring'))).toEqual(['expired expired 1', '2025-03-16 soon 1', '2025-03-18 soon 1']);
  expect((await ask('expiring')).points.length).toBe(15);
});

test('portions are those of approved plans, by day and meal', async () => {
  const figures = await ask('meals');
  expect(cells(figures).toSorted()).toEqual(['2025-03-16 breakfast 3', '2025-03-16 lunch 40', '2025-03-17 dinner 7']);
  expect(tableOf(figures).groups.length).toBe(14);
});

test('what waits for approval is told by age, of the kinds one may read', async () => {
  expect((await ask('approvals')).points).toEqual(
    [
      ['today', '1'],
      ['days', '1'],
      ['week', '1'],
      ['older', '1'],
    ].map(([part, value]) => ({
      group: '/purchasing/purchaseorder',
      groupName: '采购订单',
      part,
      partName: null,
      value,
      path: '/purchasing/purchaseorder',
    })),
  );
  expect((await ask('approvals', only('gearsalesplan_view'))).points).toEqual([]);
});

test('without the right to its list, or to its costs, a figure is refused; each right is asked for', async () => {
  for (const { key, rights } of cards) {
    for (const missing of rights)
      await expect(
        ask(key, only(...rights.filter((right) => right !== missing))),
        `${key} without ${missing}`,
      ).rejects.toThrow(/right/);
    expect((await ask(key, only(...rights))).to).toMatch(/^2025-/);
  }
});

test('each counts the rows he would see in the list', async () => {
  const seen = async (key: CardKey, ...depts: readonly string[]): Promise<string> =>
    tableOf(await ask(key, within(...depts))).total.toString();
  expect(await seen('spend', '120')).toBe('1281.28');
  expect(await seen('received', '120')).toBe('0');
  expect(cells(await ask('food-cost', within('122')))).toEqual(['120 actual 25.0']);
  expect(await seen('stock', '120')).toBe('0');
  expect(await seen('meals', '122')).toBe('3');
  expect(await seen('approvals', '120')).toBe('0');
  expect(await seen('approvals', '110')).toBe('4');
});
