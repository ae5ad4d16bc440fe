// Areas: food-safety, operations, planning
import { beforeAll, expect, test } from 'vitest';
import { button, front, journey, noticeOf, person, PHONE, sessionOf, soon } from '../support/journey.ts';
import { writeStoredItem } from '../support/stored-item.ts';

// The ledgers of one stall: what is missing stands on top, everybody is checked in one go, a warm fridge is dealt with.
const stage = journey();
const ON_PHONE = { viewport: PHONE, hasTouch: true, isMobile: true };
let stall = '';
/** The day of the company, which need not be that of this machine. */
let today = '';

/** A second stall of the chef's gets ten people, one of them with an expired card, and a fridge read since midnight. */
beforeAll(async () => {
  const { accessToken } = await sessionOf(stage.larder.address, 'chef');
  const answer = await fetch(`${stage.larder.address}/api/gear-operation/foodsafetylog/board`, {
    headers: { 'blade-auth': `bearer ${accessToken}` },
  });
  const { data } = (await answer.json()) as { data: { date: string; stalls: readonly { id: string }[] } };
  stall = data.stalls[1]!.id;
  today = data.date;
  await stage.larder.rows(
    `insert into health_card (tenant_id, gear_operation_dept_id, person_name, post_name, card_no, expire_date, create_time)
    select '000000', $1, '旅程' || n, '切配', 'LC' || n, $2::date + case when n = 10 then -2 else 200 end,
      $2::date - 3 from generate_series(1, 10) n`,
    [stall, today],
  );
  await stage.larder.rows(
    `insert into safety_duty (tenant_id, gear_operation_dept_id, log_kind, subject, due_time, high_limit, create_time)
    values ('000000', $1, 'temperature', '旅程冷柜', '00:00', 8, $2::date - 3),
      ('000000', $1, 'disinfection', '旅程砧板', '23:59', null, $2::date - 3)`,
    [stall, today],
  );
});

test('F06: on the phone ten people are checked on one screen; the one with an expired card needs an action', async () => {
  const phone = await person(stage, 'chef', { at: `/gear/ledgerboard?stall=${stall}`, ...ON_PHONE });
  const box = front(phone).getByRole('region', { name: '晨检' });
  await box.getByText('健康证已过期').waitFor();
  expect(await box.locator('li').count()).toBe(10);
  await box.getByRole('textbox', { name: '旅程1 的体温' }).fill('36.5');
  await button(box, '登记 10 人').click();
  expect(await noticeOf(phone)).toContain('旅程10 的健康证已过期，不能判定合格上岗');
  await box.getByRole('textbox', { name: '旅程10 的处理措施' }).fill('离岗换证');
  await button(box, '登记 10 人').click();
  await box.getByText('离岗换证').waitFor();
  expect(
    await stage.larder.rows(
      `select count(*)::int as entries, count(*) filter (where ok = 0)::int as unfit from food_safety_log
      where gear_operation_dept_id = $1 and log_kind = 'morning-check'`,
      [stall],
    ),
  ).toEqual([{ entries: 10, unfit: 1 }]);
  await phone.context().close();
}, 120_000);

test('F07: at the desk, in English, a missing reading stands on top; too warm, it asks what was done', async () => {
  const desk = await person(stage, 'restaurant-manager');
  await writeStoredItem(desk, 'language', 'en');
  await desk.goto(`${stage.larder.address}/gear/ledgerboard?stall=${stall}`);
  const missing = front(desk).getByRole('region', { name: 'Due and missing' });
  await missing.locator('li').filter({ hasText: '旅程冷柜' }).getByRole('button', { name: 'Enter' }).click();
  const dialog = desk.getByRole('dialog', { name: 'Enter 旅程冷柜' });
  await dialog.getByRole('textbox', { name: 'Reading, °C' }).fill('11');
  await dialog.getByRole('textbox', { name: 'Corrective action' }).fill('Door closed, 5 °C at 10:30');
  await dialog.getByRole('button', { name: 'Enter' }).click();
  const others = front(desk).getByRole('region', { name: 'Other ledgers' });
  await others.getByText('Not in order').waitFor();
  await soon(() => missing.count()).toBe(0);
  await button(front(desk), 'Sheet for an authority').click();
  const sheet = desk.getByRole('dialog', { name: 'Sheet for an authority' });
  const fetched = desk.waitForEvent('download');
  await sheet.getByRole('button', { name: 'Export' }).click();
  expect((await fetched).suggestedFilename()).toMatch(/^Food safety self-inspection-.*\.xlsx$/);
  await desk.context().close();
}, 120_000);

test('B09: an approved plan is revised: a meal of more guests, what that changes by material, sent in one tap', async () => {
  const [plan] = await stage.larder.rows<{ id: string }>(
    `
    select p.id::text from sales_plan p where p.status = 'approved'
      and exists (select 1 from sales_plan_detail d where d.sales_plan_id = p.id
        and d.meal_date > $1::date)
    order by p.end_date desc, p.id limit 1`,
    [today],
  );
  const desk = await person(stage, 'restaurant-manager', { at: `/gear/gearsalesplan/${plan!.id}` });
  await button(front(desk), '修订').click();
  const drawer = desk.getByRole('dialog', { name: /^修订 YX/ });
  const total = drawer.getByRole('spinbutton', { name: /合计份数$/ }).last();
  await total.fill(String(Number(await total.inputValue()) + 60));
  await total.press('Enter');
  const impact = drawer.getByRole('region', { name: '影响' });
  await impact.locator('tbody tr').first().waitFor();
  expect(await impact.locator('tbody tr').first().locator('td').nth(2).textContent()).toMatch(/^\+/);
  await drawer.getByRole('textbox', { name: '修订原因' }).fill('加 60 人');
  await drawer.getByRole('button', { name: '保存并送审' }).click();
  expect(await noticeOf(desk)).toMatch(/修订 YXX\d+ 已送审/);
  expect(
    await stage.larder.rows(
      `select status, (portions_after - portions_before)::int as more from sales_plan_revision where sales_plan_id = $1`,
      [plan!.id],
    ),
  ).toEqual([{ status: 'pending', more: 60 }]);
  await desk.context().close();
}, 120_000);

test('W10: on the phone, in English, a lot that ends soon says what uses it and what is left over', async () => {
  const [lot] = await stage.larder.rows<{ id: string; code: string }>(
    `
    update batch b set expiry_date = $1::date + 3 + m.use_margin_days
    from material m where m.id = b.material_id and b.id = (
      select s.batch_id from stock_batch s join batch x on x.id = s.batch_id and x.lot_state = 'free'
        and x.expiry_date > $1::date + 20
      join stock_location l on l.id = s.location_id and l.kind = 'warehouse'
      where s.qty - s.reserved_qty > 1 order by s.amount desc limit 1) returning b.id::text, b.batch_code as code`,
    [today],
  );
  const phone = await person(stage, 'storekeeper', ON_PHONE);
  await writeStoredItem(phone, 'language', 'en');
  await phone.goto(`${stage.larder.address}/store/useplan`);
  const row = front(phone).locator('.use-plan > ul > li').filter({ hasText: lot!.code });
  await row.first().waitFor();
  expect(await row.first().textContent()).toMatch(/Meals use .+ are left/);
  await phone.context().close();
}, 120_000);
