// Areas: planning, purchasing, receiving, issuing, counting
import { expect, test } from 'vitest';
import { front, journey, person, sessionOf, soon, leaveComputer } from '../support/journey.ts';
import { type Typist, typistAt } from '../support/typist.ts';

// The work of a day by keyboard alone, from the list to the end, and how many keys it takes.
const stage = journey();

/** The company's day, or one so many days later. */
const today = (after = 0): string => new Date(Date.now() + (8 + 24 * after) * 3_600_000).toISOString().slice(0, 10);

/** Somebody at a list, the keyboard on its heading. */
async function at(account: string, path: string): Promise<Typist> {
  const page = await person(stage, account, { at: path });
  await front(page).locator('tr.ant-table-row').first().waitFor();
  const typist = await typistAt(page);
  await typist.has('#content h1');
  typist.begin();
  return typist;
}
/** What a journey took, beside what it may take. */
function expectKeys({ keys }: Typist, what: string, most: number): void {
  process.stdout.write(`${what}: ${keys()} keys\n`);
  expect(keys(), what).toBeLessThanOrEqual(most);
}
/** Opens the first row of the list and begins its act. */
async function begin(typist: Typist, act: string): Promise<void> {
  await typist.press('ArrowDown');
  await typist.has('tr.ant-table-row');
  await typist.press('Enter');
  await front(typist.page).locator('article.document').waitFor();
  await typist.has('#content article.document h1');
  await typist.tabTo(act);
  await typist.press('Enter');
}

/** Asks a call of the stores as somebody. */
async function ask<T = { id: string }>(path: string, body: object, account = 'admin'): Promise<T> {
  const { accessToken } = await sessionOf(stage.larder.address, account);
  const headers = { 'content-type': 'application/json', 'blade-auth': `bearer ${accessToken}` };
  const answer = (await (
    await fetch(`${stage.larder.address}/api/store-management/${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
  ).json()) as { msg: string; data: T };
  expect(answer.msg, path).toMatch(/成功/);
  return answer.data;
}

test('nine lines are received from the list with at most 25 keys; then the document has the keyboard', async () => {
  const { larder } = stage;
  const LINES = 9;
  const [from] = await larder.rows<{ supplierId: string; warehouseId: string }>(
    `select o.supplier_id as "supplierId", o.warehouse_id as "warehouseId"
     from purchase_order o join in_store s on s.source_bill_id = o.id::text where s.status = 'to-receive'
     order by o.id limit 1`,
  );
  // Goods that ask for nothing but a figure.
  const materials = await larder.rows<{ id: string; unit: string }>(
    `update material set shelf_life_managed = 0, temp_check = 0, weigh_at_receipt = 0, catch_weight = 0,
     storage_zone = null where id in (select id from material where frozen = 0 order by id limit $1)
     returning id, base_unit_id as unit`,
    [LINES],
  );
  const order = await ask('purchaseorder/submit', {
    ...from,
    deliveryDate: today(),
    details: materials.map(({ id, unit }) => ({ materialId: id, unitId: unit, orderQty: '2', price: '3' })),
  });
  await ask('purchaseorder/toApply', { ids: order.id, lateReason: '当天要用' });
  await ask('purchaseorder/doApply', { ids: order.id }, 'tenant-admin');
  const [bill] = await larder.rows<{ id: string }>(
    `update in_store set expect_time = '2020-01-01' where source_bill_id = $1 returning id`,
    [order.id],
  );
  const keeper = await at('storekeeper', '/store/invinstore');
  await begin(keeper, '收货');
  for (let line = 0; line < LINES; line += 1) {
    await keeper.has(`#dock-${line}-acceptedQty`);
    await keeper.press('Enter');
  }
  await keeper.has('.dock-foot button');
  await keeper.press('Enter');
  await soon(() =>
    larder.rows(`select count(*)::int as lines from in_store_receiving_detail l join in_store_receiving r
      on r.id = l.in_store_receiving_id where r.instore_id = ${bill!.id}`),
  ).toEqual([{ lines: LINES }]);
  await keeper.has('#content article.document h1');
  expectKeys(keeper, '9 lines received', 25);
  await leaveComputer(keeper.page);
});

/** A bill of 33 lines of which 21 are not there, approved with what there is; the first in the list. Answers its out-store. */
async function aShortBill(): Promise<string> {
  const { larder } = stage;
  const [place] = await larder.rows<{ warehouse: string; restaurant: string; stall: string | null }>(`
    select o.warehouse_id as warehouse, p.use_restaurant_dept_id as restaurant, p.gear_operation_dept_id as stall
    from out_store o join pick p on p.outstore_id = o.id where o.status = 'to-pick' order by o.id limit 1`);
  const there = await larder.rows<{ id: string; unit: string }>(
    `select m.id, m.base_unit_id as unit from material m join stock s on s.material_id = m.id and s.location_id = $1
     where m.frozen = 0 and m.catch_weight = 0 and s.qty - s.reserved_qty > 1
     and (select sum(b.qty) from stock_batch b join batch l on l.id = b.batch_id where b.location_id = $1
       and b.material_id = m.id and l.lot_state = 'free'
       and coalesce(l.expiry_date, '2099-01-01') > $2) > 2 order by m.id limit 12`,
    [place!.warehouse, today(5)],
  );
  const gone = await larder.rows<{ id: string; unit: string }>(
    `select id, base_unit_id as unit from material where frozen = 0 and catch_weight = 0
     and not id = any($1::bigint[]) order by id limit 21`,
    [there.map(({ id }) => id)],
  );
  // Whatever lies there of them is too old.
  await larder.rows(
    `update batch set production_date = null, expiry_date = '2020-01-01' where material_id = any($1::bigint[])`,
    [gone.map(({ id }) => id)],
  );
  const materials = [...there, ...gone];
  expect(materials).toHaveLength(33);
  const { id } = await ask('pick/submit', {
    warehouseId: place!.warehouse,
    useRestaurantDeptId: place!.restaurant,
    ...(place!.stall === null ? {} : { gearOperationDeptId: place!.stall }),
    needTime: `${today(1)} 06:30:00`,
    details: materials.map((material) => ({ materialId: material.id, unitId: material.unit, qty: '1' })),
  });
  await ask('pick/toApply', { ids: id });
  await ask('pick/approveShort', { ids: id }, 'tenant-admin');
  const [out] = await larder.rows<{ id: string }>(
    `update out_store set need_time = (select min(need_time) - interval '1 day' from out_store)
     where source_bill_id = $1 returning id`,
    [id],
  );
  return out!.id;
}

test('33 lines of which 21 are short are picked from the list with at most 80 keys: the system knows why, a digit says why else', async () => {
  const out = await aShortBill();
  const keeper = await at('storekeeper', '/store/invoutstore');
  await begin(keeper, '拣货出库');
  const card = front(keeper.page).locator('.pick-card');
  for (let line = 1; line <= 33; line += 1) {
    await card.getByText(`第 ${line} / 33 行`).waitFor();
    await keeper.has('.pick-card .stepper input, .pick-card .pick-next');
    // One that should lie there is not found.
    if (line === 1) {
      await keeper.type('0');
      await keeper.press('Enter');
      await keeper.has('.pick-reasons button');
      await keeper.press('5');
    } else await keeper.press('Enter');
  }
  await card.getByText('核对后出库').waitFor();
  await keeper.has('.pick-card .pick-next');
  await keeper.press('Enter');
  await soon(() => stage.larder.rows(`select status from out_store where id = ${out}`)).toEqual([
    { status: 'shipped' },
  ]);
  expect(
    await stage.larder.rows(
      `select short_reason as reason, count(*)::int as lines from out_store_detail where out_store_id = ${out}
       and short_reason is not null group by 1 order by 1`,
    ),
  ).toEqual([
    { reason: 'not-found', lines: 1 },
    { reason: 'out-of-stock', lines: 21 },
  ]);
  expectKeys(keeper, '33 lines picked, 22 of them short', 80);
  await leaveComputer(keeper.page);
});

test('an order of 30 lines takes at most 300 keys: the unit comes with the material, the price stands there in grey', async () => {
  const { larder } = stage;
  const [from] = await larder.rows<{ supplier: string; warehouse: string; id: string }>(`
    select s.name as supplier, w.name as warehouse, s.id from purchase_order o join supplier s on s.id = o.supplier_id
    join warehouse w on w.id = o.warehouse_id where s.frozen = 0 and w.frozen = 0 order by o.id limit 1`);
  const materials = await larder.rows<{ name: string }>(`
    select m.name from material m where m.frozen = 0 and char_length(m.name) between 2 and 3
    and not exists (select 1 from material n where n.id <> m.id and n.name like '%' || m.name || '%')
    order by m.id limit 30`);
  expect(materials).toHaveLength(30);
  const buyer = await at('purchaser', '/purchasing/purchaseorder');
  const { page } = buyer;
  await buyer.press('n');
  const order = front(page).locator('article.document');
  await order.getByRole('combobox', { name: '供应商' }).waitFor();
  const option = (name: string) =>
    page
      .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option')
      .filter({ hasText: name })
      .first();
  for (const [field, name] of [
    ['供应商', from!.supplier],
    ['收货仓库', from!.warehouse],
  ] as const) {
    await buyer.tabTo(field);
    await buyer.type(name);
    await option(name).waitFor();
    await buyer.press('Enter');
    if (field === '供应商') {
      await buyer.tabTo('到货日期');
      await buyer.type('+2');
      await buyer.press('Enter');
    }
  }
  await buyer.tabTo(/^订单明细/);
  for (const { name } of materials) {
    await buyer.type(name);
    await page.locator('.lg-option').filter({ hasText: name }).first().waitFor();
    await buyer.press('Tab');
    await buyer.type('5');
    await buyer.press('Enter');
  }
  await order.getByText(/^30 行，合计 ¥/).waitFor();
  await buyer.press('Control+s');
  await soon(() =>
    larder.rows(`select o.line_count as lines, sum(d.order_qty)::int as qty from purchase_order o
      join purchase_order_detail d on d.purchase_order_id = o.id
      where o.id = (select max(id) from purchase_order) group by o.line_count`),
  ).toEqual([{ lines: 30, qty: 150 }]);
  expectKeys(buyer, 'an order of 30 lines', 300);
  await leaveComputer(page);
});

test('ten lots are counted from the list with at most 40 keys', async () => {
  const { larder } = stage;
  const [check] = await larder.rows<{ id: string }>(
    `update stock_check set plan_date = '2020-01-01', recount_amount = 1000000, recount_percent = 1000000
     where bill_code = (select min(bill_code) from stock_check where status = 'counting') returning id`,
  );
  expect(check, 'the count of the demonstration').toBeDefined();
  const keeper = await at('storekeeper', '/store/invcheck');
  await begin(keeper, '填写实盘');
  await keeper.has('.count-desk input');
  for (let line = 0; line < 10; line += 1) {
    await keeper.type('3');
    await keeper.press('Enter');
  }
  await soon(() =>
    larder.rows(`select count(*)::int as lines from stock_check_detail where stock_check_id = ${check!.id}
      and count_base_qty = 3`),
  ).toEqual([{ lines: 10 }]);
  expectKeys(keeper, '10 lots counted', 40);
  await leaveComputer(keeper.page);
});

test('a requirement plan is generated, confirmed and sent with at most 60 keys', async () => {
  const { larder } = stage;
  const [plan] = await larder.rows<{ site: string; from: string; to: string }>(`
    update sales_plan p set status = 'approved' from dept d where d.id = p.blade_project_dept_id
    and p.id = (select min(id) from sales_plan where status = 'pending')
    returning d.dept_name as site, p.start_date::text as from, p.end_date::text as to`);
  expect(plan, 'a plan nobody planned for yet').toBeDefined();
  const planner = await at('hq-planner', '/purchasing/invrequireplan');
  const { page } = planner;
  await planner.press('n');
  await front(page).locator('.plan-generate').waitFor();
  await planner.tabTo('项目部');
  await planner.type(plan!.site);
  await page
    .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option')
    .filter({ hasText: plan!.site })
    .first()
    .waitFor();
  await planner.press('Enter');
  for (const [field, day] of [
    ['需求开始', plan!.from],
    ['需求结束', plan!.to],
  ] as const) {
    await planner.tabTo(field);
    await planner.press('Control+a');
    await planner.type(day.slice(5).replace('-', ''));
    await planner.press('Enter');
  }
  await planner.tabTo('生成');
  await planner.press('Enter');
  await front(page).locator('article.document .lg-row').first().waitFor();
  await planner.has('#content article.document h1');
  await planner.tabTo('确认');
  await planner.press('Enter');
  await page.getByText('已确认，明细不能再修改').first().waitFor();
  await planner.tabTo('提交审批');
  await planner.press('Enter');
  await front(page).locator('.document-title').getByText('待审批').waitFor();
  expectKeys(planner, 'a plan generated, confirmed and sent', 60);
  await leaveComputer(page);
});
