// Areas: production
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { button, choose, front, journey, noticeOf, person, PHONE, sessionOf, soon } from '../support/journey.ts';
import { writeStoredItem } from '../support/stored-item.ts';

// Lunch at one stall: cooked as planned in one tap, a sample kept, leftovers and waste weighed.
const stage = journey();
const ON_PHONE = { viewport: PHONE, hasTouch: true, isMobile: true };
const DISH = '旅程烩菜';
const day = { stall: '', material: '', materialName: '', unit: '', date: '' };

/** A dish of something the stall has, planned for today's lunch. */
async function planned(): Promise<void> {
  const { accessToken } = await sessionOf(stage.larder.address, 'admin');
  const post = async (path: string, body: object): Promise<{ id: string }> => {
    const headers = { 'content-type': 'application/json', 'blade-auth': `bearer ${accessToken}` };
    const answer = (await (
      await fetch(`${stage.larder.address}/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    ).json()) as { msg: string; data: { id: string } };
    expect(answer.msg, path).toMatch(/成功/);
    return answer.data;
  };
  const [found] = await stage.larder.rows<typeof day & { portion: string; type: string }>(`
    select l.id::text as stall, m.id::text as material, coalesce(nullif(m.name_en, ''), m.name) as "materialName", m.base_unit_id::text as unit,
      (now() at time zone 'Asia/Shanghai')::date::text as date,
      (select output_unit_id::text from dish_bom b join dish d on d.id = b.dish_id and d.dish_kind = 'finished'
        limit 1) as portion, (select id::text from dish_type order by level desc, id limit 1) as type
    from stock s join stock_location l on l.id = s.location_id and l.kind = 'stall'
    join material m on m.id = s.material_id join stock_batch b on b.location_id = s.location_id
      and b.material_id = s.material_id and b.qty >= 1
    join batch t on t.id = b.batch_id and t.lot_state = 'free' and (t.expiry_date is null
      or t.expiry_date > (now() at time zone 'Asia/Shanghai')::date + m.use_margin_days)
    order by s.qty - s.reserved_qty desc limit 1`);
  Object.assign(day, found!);
  const dish = await post('master-data/dish/submit', { name: DISH, dishTypeId: found!.type, portionWeight: '250' });
  await post('master-data/dishbom/submit', {
    dishId: dish.id,
    outputUnitId: found!.portion,
    startDate: day.date,
    released: 1,
    details: [{ materialId: day.material, unitId: day.unit, netQty: '0.01', yieldRate: '100', prepTiming: 'morning' }],
  });
  await stage.larder.rows(
    `with plan as (insert into sales_plan (tenant_id, bill_code, gear_operation_dept_id, start_date, end_date, status)
      values ('000000', 'YX-JOURNEY', $1, $3::date, $3::date, 'approved') returning id)
    insert into sales_plan_detail (tenant_id, sales_plan_id, line_no, meal_date, meal_type, dish_id, portions)
    select '000000', plan.id, 1, $3::date, 'lunch', $2, 8 from plan`,
    [day.stall, dish.id, day.date],
  );
}
beforeAll(planned);

const row = (page: Page) => front(page).locator('.kitchen-box li').filter({ hasText: DISH });
const figures = async (page: Page): Promise<string> =>
  (await row(page).locator('.kitchen-figures dd').allTextContents()).join(' ');

test('R06 F04 RULE-349 RULE-399: on the phone the chef taps "as planned", keeps the sample that stands on top, and enters what is left over', async () => {
  const phone = await person(stage, 'chef', { at: `/gear/kitchenday?stall=${day.stall}`, ...ON_PHONE });
  await soon(() => figures(phone)).toBe('8 – – – –');
  await row(phone).getByRole('button', { name: '按计划登记' }).click();
  expect(await noticeOf(phone)).toContain('已登记 1 道');
  await soon(() => figures(phone)).toBe('8 8 – – 8');

  const missing = front(phone).getByRole('region', { name: '还没留样' });
  await missing.locator('li').filter({ hasText: DISH }).getByRole('button', { name: '留样' }).click();
  const dialog = phone.getByRole('dialog', { name: `${DISH} 留样` });
  expect(await dialog.getByRole('spinbutton').inputValue()).toBe('150');
  await dialog.getByRole('button', { name: /留\s*样/ }).click();
  const labels = phone.getByRole('dialog', { name: '打印标签' });
  await labels.locator('.print-room').getByText(DISH).first().waitFor();
  await labels.getByRole('button', { name: /取\s*消/ }).click();
  await soon(() => missing.locator('li').filter({ hasText: DISH }).count()).toBe(0);

  await row(phone).getByRole('button', { name: '填余菜' }).click();
  const left = phone.getByRole('dialog', { name: `${DISH} 余菜` });
  await left.getByRole('textbox', { name: '余菜' }).fill('2');
  await left.getByRole('button', { name: /保\s*存/ }).click();
  await soon(() => figures(phone)).toBe('8 8 2 – 6');
  expect(
    await stage.larder.rows(
      `select p.status, p.bill_source as source, p.actual_qty::float8 as made, b.qty::float8 as left
      from gear_produce p join dish d on d.id = p.dish_id join stock_batch b on b.batch_id = p.leftover_batch_id
      where d.name = $1`,
      [DISH],
    ),
  ).toEqual([{ status: 'posted', source: 'auto', made: 8, left: 2 }]);
  await phone.context().close();
}, 120_000);

test('R05 RULE-347 RULE-397: waste in five seconds: kind, dish, weight by the big keys', async () => {
  const phone = await person(stage, 'chef', { at: `/gear/wastepad?stall=${day.stall}`, ...ON_PHONE });
  await front(phone).getByRole('button', { name: '余菜报废' }).click();
  await choose(phone, front(phone).locator('#waste-what'), DISH);
  for (const key of ['0', '.', '5']) await front(phone).getByRole('button', { name: key, exact: true }).click();
  await button(front(phone), '登记').click();
  expect(await noticeOf(phone)).toContain('已登记 0.5 kg');
  await front(phone).getByRole('region', { name: '类别' }).getByText('0.5 kg').waitFor();
  await phone.context().close();
}, 120_000);

test('R10 W31: at the desk, in English, the pot says what it took, and what is prepared is ticked', async () => {
  const desk = await person(stage, 'restaurant-manager');
  await writeStoredItem(desk, 'language', 'en');
  await desk.goto(`${stage.larder.address}/gear/preplist?stall=${day.stall}`);
  const item = front(desk).locator('.prep-item').filter({ hasText: DISH });
  await item.getByRole('checkbox').click();
  await soon(() => item.getAttribute('class')).toContain('is-done');
  const [pot] = await stage.larder.rows<{ id: string }>(
    `select p.id::text from gear_produce p join dish d on d.id = p.dish_id where d.name = $1`,
    [DISH],
  );
  await desk.goto(`${stage.larder.address}/gear/gearproduce/${pot!.id}`);
  await front(desk).getByText('Posted: goods are out, what was made is in').waitFor();
  await front(desk).getByText(day.materialName).first().waitFor();
  await desk.context().close();
}, 120_000);
