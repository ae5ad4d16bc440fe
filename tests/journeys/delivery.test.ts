// Areas: sourcing, purchasing
import { expect, test } from 'vitest';
import { button, choose, front, journey, person, PHONE, soon } from '../support/journey.ts';
import { writeStoredItem } from '../support/stored-item.ts';

// Until when to order, in which order a van stops, what comes every week, and what becomes of an order after its moment.
const stage = journey();

test('B10: the planner sees the week of the kitchen, closes a day, and the month of a site says so', async () => {
  const { larder } = stage;
  const page = await person(stage, 'hq-planner', { at: '/purchasing/deliverycalendar' });
  const week = front(page).getByRole('region', { name: '周' });
  await week.getByRole('button', { name: '味禾中央厨房 → 全部项目部，周一' }).waitFor();
  expect(await week.getByRole('row').count()).toBe(2);
  await front(page).getByRole('region', { name: '今日截单' }).waitFor();
  await front(page).getByText('月', { exact: true }).click();
  const [known] = await larder.rows<{ warehouse: string }>(
    'select name as warehouse from warehouse order by id limit 1',
  );
  await choose(page, front(page).getByRole('combobox', { name: '发货组织' }), '味禾中央厨房');
  await choose(page, front(page).getByRole('combobox', { name: '收货仓库' }), known!.warehouse);
  await button(front(page), '下月').click();
  const day = front(page).getByRole('cell').filter({ hasText: /^10/ });
  await soon(() => day.textContent()).toMatch(/前下单/);
  await button(front(page), '添加例外').click();
  const form = page.getByRole('dialog');
  const box = form.getByRole('textbox', { name: '日期' }).first();
  await box.fill(`${await front(page).locator('.month-head h2').textContent()}-10`);
  await box.press('Tab');
  await form.getByRole('textbox', { name: '原因' }).fill('锅炉检修');
  await button(form, '保存').click();
  await soon(() => day.textContent()).toMatch(/锅炉检修/);
  await page.context().close();
}, 120_000);

test('B25: stops are moved by key, and the order is kept', async () => {
  const { larder } = stage;
  const page = await person(stage, 'hq-planner', { at: '/distribution/deliveryroute' });
  await front(page).getByText('排站点').first().click();
  const drawer = page.getByRole('dialog');
  const places = () => drawer.locator('.route-stop strong').allTextContents();
  await soon(async () => (await places()).length).toBeGreaterThan(1);
  const before = await places();
  const down = drawer.getByRole('button', { name: `${before[0]!} 下移` });
  await down.focus();
  await page.keyboard.press('Enter');
  await soon(places).toEqual([before[1], before[0], ...before.slice(2)]);
  await drawer.getByText(`${before[0]!} 现在是第 2 站`).waitFor();
  await drawer.getByRole('img', { name: /线路草图/ }).waitFor();
  await button(drawer, '保存顺序').click();
  await soon(() =>
    larder
      .rows<{ name: string }>(
        `select w.name from delivery_route_stop s join warehouse w on w.id = s.warehouse_id order by s.stop_seq`,
      )
      .then((rows) => rows.map(({ name }) => name)),
  ).toEqual([before[1], before[0], ...before.slice(2)]);
  await page.context().close();
}, 120_000);

test('B24: on a phone, in English, an order after its cut-off asks for a reason and goes as a late one', async () => {
  const { larder } = stage;
  const [order] = await larder.rows<{ id: string }>(
    `update purchase_order set delivery_date = order_date where id = (
      select o.id from purchase_order o where o.status = 'draft' and not exists (select 1 from purchase_order_detail d
        where d.purchase_order_id = o.id and coalesce(d.price, 0) <= 0) order by o.id limit 1) returning id::text`,
  );
  await larder.rows(`update purchase_order_detail set delivery_date = null where purchase_order_id = ${order!.id}`);
  const phone = await person(stage, 'purchaser', { viewport: PHONE, hasTouch: true, isMobile: true });
  await writeStoredItem(phone, 'language', 'en');
  await phone.goto(`${larder.address}/purchasing/purchaseorder/${order!.id}`);
  await button(front(phone), 'Send for approval').click();
  const dialog = phone.getByRole('dialog');
  await dialog.getByText(/is past its cut-off/).waitFor();
  await dialog.getByRole('textbox').fill('A banquet was moved to today');
  await dialog.locator('.ant-btn-primary').click();
  await front(phone).getByText('Ordered after the cut-off: A banquet was moved to today').waitFor();
  expect(
    await larder.rows(`select status, late_flag, late_reason from purchase_order where id = ${order!.id}`),
  ).toEqual([{ status: 'pending', late_flag: 1, late_reason: 'A banquet was moved to today' }]);
  await phone.context().close();
}, 120_000);

test('B27: a standing order is learned from past weeks and waits, frozen, for somebody to look at it', async () => {
  const { larder } = stage;
  const [known] = await larder.rows<{ warehouse: string; supplier: string }>(
    `select w.name as warehouse, s.name as supplier from purchase_order o join warehouse w on w.id = o.warehouse_id
     join supplier s on s.id = o.supplier_id order by o.id limit 1`,
  );
  // Eight weeks of the same Wednesdays.
  await larder.rows(
    `with made as (
      insert into purchase_order (tenant_id, bill_code, supplier_id, warehouse_id, company_dept_id, blade_project_dept_id,
        delivery_date, order_date, status)
      select o.tenant_id, 'CGL' || n, o.supplier_id, o.warehouse_id, o.company_dept_id, o.blade_project_dept_id,
        o.today - 7 * n, o.today - 7 * n, 'approved'
      from (select t.*, (select max(order_date) from purchase_order) as today from purchase_order t
        where t.warehouse_id is not null order by t.id limit 1) o, generate_series(1, 8) n
      returning tenant_id, id)
    insert into purchase_order_detail (tenant_id, purchase_order_id, line_no, material_id, unit_id, factor, base_unit_id,
      order_qty, base_qty)
    select made.tenant_id, made.id, 1, d.material_id, d.base_unit_id, 1, d.base_unit_id, 25, 25
    from made, (select * from purchase_order_detail order by id limit 1) d returning id`,
  );
  const page = await person(stage, 'hq-planner', { at: '/purchasing/standingorder' });
  await front(page).getByText('每周常备（待核对）').waitFor();
  await button(front(page), '从过去8周学习').click();
  const dialog = page.getByRole('dialog');
  await choose(page, dialog.getByRole('combobox', { name: '收货仓库' }), known!.warehouse);
  await button(dialog, '学习').click();
  const drawer = page.locator('.record-drawer');
  await drawer.getByText('每周数量').waitFor();
  await soon(() => drawer.getByText('25').count()).toBeGreaterThan(0);
  expect(await larder.rows('select frozen::int from standing_order order by id desc limit 1')).toEqual([{ frozen: 1 }]);
  await page.context().close();
}, 120_000);
