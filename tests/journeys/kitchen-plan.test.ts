// Areas: planning, issuing, master-data, stall-menus
import { expect, test } from 'vitest';
import { button, front, journey, noticeOf, person, PHONE, sessionOf, soon } from '../support/journey.ts';
import { writeStoredItem } from '../support/stored-item.ts';

// What the plan still asks for becomes pick bills, what was weighed becomes a proposal, and labels follow the menu.
const stage = journey();
const ON_PHONE = { viewport: PHONE, hasTouch: true, isMobile: true };

interface Planned {
  readonly stall: string;
  readonly restaurant: string;
  readonly dish: string;
  readonly date: string;
}
/** A dish planned at a stall for a day nobody has planned yet. */
async function planned(): Promise<Planned> {
  const [found] = await stage.larder.rows<Planned & { id: string }>(`
    select o.gear_operation_dept_id::text as stall, d.parent_id::text as restaurant, i.id::text as id,
      coalesce(i.name, '') as dish, ((now() at time zone 'Asia/Shanghai')::date + 13)::text as date
    from operation_system o join dept d on d.id = o.gear_operation_dept_id
    join sales_plan p on p.gear_operation_dept_id = o.gear_operation_dept_id
    join sales_plan_detail l on l.sales_plan_id = p.id join dish i on i.id = l.dish_id
    where o.business_status = 'open' order by o.id, l.id limit 1`);
  await stage.larder.rows(
    `with plan as (insert into sales_plan (tenant_id, bill_code, gear_operation_dept_id, start_date, end_date, status)
      values ('000000', 'YX-PICK', $1, $3::date, $3::date, 'approved') returning id)
    insert into sales_plan_detail (tenant_id, sales_plan_id, line_no, meal_date, meal_type, dish_id, portions)
    select '000000', plan.id, 1, $3::date, 'lunch', $2, 40 from plan`,
    [found!.stall, found!.id, found!.date],
  );
  return found!;
}

test('R09: at the desk the chef sees what the plan still needs and why, makes the bill and has its kitchen sheet', async () => {
  const { restaurant, dish, date } = await planned();
  const desk = await person(stage, 'chef', { at: `/gear/pickfill?stall=${restaurant}&date=${date}` });
  const box = front(desk).locator('.kitchen-box').first();
  await box
    .getByText(new RegExp(`^${dish} 40 × [\\d.]+ ÷ [\\d.]+% = [\\d.]+$`))
    .first()
    .waitFor();
  await front(desk).getByText('厨房单', { exact: true }).click();
  await front(desk).locator('.kitchen-sheet').getByText(`${dish} × 40 份`).first().waitFor();
  await front(desk).getByText('要领的料', { exact: true }).click();
  await button(front(desk), '生成 1 张领料单').click();
  expect(await noticeOf(desk)).toContain('已生成 1 张领料单草稿');
  await soon(() => new URL(desk.url()).pathname).toMatch(/^\/store\/pick\/\d+$/);
  const sheet = front(desk).locator('.pick-uses');
  await sheet.getByText('厨房单').first().click();
  await sheet.getByText(`${dish} × 40 份`).first().waitFor();
  expect(
    await stage.larder.rows(
      `select count(*)::integer as lines, bool_and(d.base_qty = d.need_qty - d.hand_qty - d.coming_qty) as explained
      from pick p join pick_detail d on d.pick_id = p.id
      where p.use_restaurant_dept_id = $1 and p.need_time >= $2::date - 1 and p.status = 'draft'`,
      [restaurant, date],
    ),
  ).toMatchObject([{ explained: true }]);
  // What is asked for already is not asked for again.
  await desk.goto(`${stage.larder.address}/gear/pickfill?stall=${restaurant}&date=${date}`);
  await front(desk).locator('.kitchen-box').first().getByText('够了').first().waitFor();
  await desk.context().close();
}, 120_000);

test('M20 H33: in English on a phone the data steward accepts what five fish say', async () => {
  const [fish] = await stage.larder.rows<{ id: string; name: string }>(`
    with chosen as (select m.id, m.base_unit_id, coalesce(nullif(m.name_en, ''), m.name) as name from material m
      join material_unit u on u.id = m.base_unit_id and u.dimension = 'mass'
      where m.purchase_form = 'raw' and m.std_yield = 100
        and not exists (select 1 from material_yield_test t where t.material_id = m.id) order by m.id limit 1),
    weighed as (insert into material_yield_test (tenant_id, material_id, test_date, gross_qty, net_qty, unit_id, factor,
      yield_rate) select '000000', c.id, (now() at time zone 'Asia/Shanghai')::date, 1, 0.52 + n * 0.001, c.base_unit_id, 1,
      52 from chosen c, generate_series(-2, 2) n)
    select id::text, name from chosen`);
  const phone = await person(stage, 'data-steward', ON_PHONE);
  await writeStoredItem(phone, 'language', 'en');
  await phone.goto(`${stage.larder.address}/masterdata/materialyield`);
  const box = front(phone).getByRole('listitem', { name: fish!.name, exact: true });
  await box.getByText('5 tests say 52%').first().waitFor();
  await box.getByText('Proposed: 52%').first().waitFor();
  await box.getByRole('button', { name: 'Accept', exact: true }).first().click();
  expect(await noticeOf(phone)).toContain('goes by 52.00%');
  await box.getByText('52% accepted').first().waitFor();
  expect(
    await stage.larder.rows(
      `select decision, learned_yield::float8 as yield from yield_decision where material_id = $1`,
      [fish!.id],
    ),
  ).toEqual([{ decision: 'accepted', yield: 52 }]);
  await phone.context().close();
}, 120_000);

test('R11: a price that changes on the menu is on the follow-up of labels without reloading; a tap says it was changed', async () => {
  const [stall] = await stage.larder.rows<{ id: string; line: string; name: string }>(`
    with place as (select o.gear_operation_dept_id as id, d.parent_id as restaurant, d.company_dept_id
      from operation_system o join dept d on d.id = o.gear_operation_dept_id where o.business_status = 'open'
      order by o.id desc limit 1),
    open as (insert into operation_system_interval (tenant_id, operation_system_id, line_no, meal_type, start_time, end_time)
      select '000000', o.id, 98, 'night', '00:00', '00:00' from operation_system o, place p
      where o.gear_operation_dept_id = p.id),
    gone as (delete from gear_menu m using place p where m.gear_operation_dept_id = p.id
      and m.menu_date = (now() at time zone 'Asia/Shanghai')::date),
    made as (insert into gear_menu (tenant_id, gear_operation_dept_id, use_restaurant_dept_id, menu_date, meal_type, menu_status)
      select '000000', p.id, p.restaurant, (now() at time zone 'Asia/Shanghai')::date, 'night', 'determined' from place p
      returning id),
    dish as (select i.id, i.name from dish i where i.dish_kind = 'finished' order by i.id limit 1),
    line as (insert into gear_menu_detail (tenant_id, gear_menu_id, line_no, dish_id, price)
      select '000000', m.id, 1, d.id, 12 from made m, dish d returning id),
    label as (insert into price_label (tenant_id, label_code, gear_operation_dept_id, dish_id, shown_price)
      select '000000', 'JQ-JOURNEY', p.id, d.id, 12 from place p, dish d)
    select p.id::text, l.id::text as line, d.name from place p, line l, dish d`);
  const desk = await person(stage, 'restaurant-manager', { at: `/gear/labelfollow?stall=${stall!.id}` });
  const row = front(desk).locator('.kitchen-box li').filter({ hasText: 'JQ-JOURNEY' });
  await row.getByText('一致').waitFor();
  await front(desk).getByText('实时', { exact: true }).waitFor();
  await changePrice(stall!.line, '13');
  await row.getByText('改价：12.00 → 13.00').waitFor();
  await row.getByRole('button', { name: '已更换' }).click();
  await row.getByText('一致').waitFor();
  await desk.context().close();
}, 120_000);

/** As the call of the menu does it, by whoever may. */
async function changePrice(id: string, price: string): Promise<void> {
  const { accessToken } = await sessionOf(stage.larder.address, 'chef');
  const answer = await fetch(`${stage.larder.address}/api/gear-operation/gearmenu/changeDish`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'blade-auth': `bearer ${accessToken}` },
    body: JSON.stringify({ id, price }),
  });
  expect(((await answer.json()) as { code: number }).code).toBe(200);
}
