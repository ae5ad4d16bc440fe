// Areas: frame, workflow, purchasing
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { button, front, journey, person, noticeOf, soon, leaveComputer } from '../support/journey.ts';

// Two people at one document, each in a browser: both find their work, and are asked only about what both changed.
const stage = journey();

const grid = (page: Page): Locator => front(page).getByRole('grid').first();
/** Writes into the cell of a line under a column, by the words of both. */
async function write(page: Page, line: string, column: string, keys: string): Promise<void> {
  await grid(page).getByRole('columnheader').filter({ hasText: column }).first().waitFor();
  const at = (await grid(page).getByRole('columnheader').allInnerTexts()).findIndex((title) => title.includes(column));
  await grid(page)
    .locator(`[role=row]:has-text("${line}") [aria-colindex="${at + 1}"]`)
    .first()
    .click();
  await page.keyboard.type(keys);
  await page.keyboard.press('Enter');
}
const dialog = (page: Page): Locator => page.getByRole('dialog').filter({ hasText: '也改了这里' });
const nameOf = async (account: string): Promise<string> =>
  (
    await stage.larder.rows<{ name: string }>('select real_name as name from app_user where account = $1', [account])
  )[0]!.name;

interface Line {
  readonly id: string;
  readonly name: string;
  readonly qty: string;
}

test('promise 58: two change different lines of a purchase order: both stand, the second is told whose change came in; the same cell is asked by name', async () => {
  const { larder } = stage;
  const [order] = await larder.rows<{ id: string }>(`
    select o.id from purchase_order o join purchase_order_detail d on d.purchase_order_id = o.id
    group by o.id, o.status having count(*) > 1 and count(*) = count(distinct d.material_id)
    order by o.status <> 'draft', o.id limit 1`);
  await larder.rows(
    "update purchase_order set status = 'draft', apply_user_id = null, approve_user_id = null where id = $1",
    [order!.id],
  );
  const lines = await larder.rows<Line>(
    'select d.id, m.name, d.order_qty::float::text as qty from purchase_order_detail d join material m on m.id = d.material_id where d.purchase_order_id = $1 order by d.line_no limit 2',
    [order!.id],
  );
  const [one, two] = lines as [Line, Line];
  const at = `/purchasing/purchaseorder/${order!.id}?edit=1`;
  const [mine, theirs] = [await person(stage, 'admin', { at }), await person(stage, 'purchaser', { at })];
  const qty = async (): Promise<string[]> =>
    (
      await larder.rows<{ qty: string }>(
        'select order_qty::float::text as qty from purchase_order_detail where purchase_order_id = $1 order by line_no limit 2',
        [order!.id],
      )
    ).map((line) => line.qty);
  await write(theirs, one.name, '订购数量', '41');
  await write(mine, two.name, '订购数量', '52');
  await button(front(theirs), '保存').click();
  expect(await noticeOf(theirs)).toContain('更新成功');
  await button(front(mine), '保存').click();
  expect(await noticeOf(mine)).toContain(`已合并 ${await nameOf('purchaser')} 的 1 处修改`);
  expect(await qty()).toEqual(['41', '52']);

  for (const page of [mine, theirs]) {
    await page.goto(`${larder.address}${at}`);
    await grid(page).waitFor();
  }
  await write(theirs, one.name, '订购数量', '43');
  await write(mine, one.name, '订购数量', '44');
  await button(front(theirs), '保存').click();
  await soon(qty).toEqual(['43', '52']);
  await button(front(mine), '保存').click();
  await dialog(mine).waitFor();
  const question = await dialog(mine).getByRole('row').last().innerText();
  for (const words of [one.name, '订购数量', '43', '44']) expect(question).toContain(words);
  expect(await dialog(mine).innerText()).toContain(await nameOf('purchaser'));
  expect([await dialog(mine).getByRole('row').count(), await button(dialog(mine), '按所选保存').isDisabled()]).toEqual([
    2,
    true,
  ]);
  await dialog(mine).getByRole('radio').first().check();
  await button(dialog(mine), '按所选保存').click();
  await soon(qty).toEqual(['44', '52']);
  for (const page of [mine, theirs]) await leaveComputer(page);
});

test('promise 58: two change different cells of a week’s sales plan, one of them in two windows: all of it stands', async () => {
  const { larder } = stage;
  const [plan] = await larder.rows<{ id: string; day: string }>(`
    select p.id, min(d.meal_date)::text as day from sales_plan p join sales_plan_detail d on d.sales_plan_id = p.id
    group by p.id having count(distinct d.dish_id) > 1 order by p.id limit 1`);
  await larder.rows(
    "update sales_plan set status = 'draft', apply_user_id = null, approve_user_id = null where id = $1",
    [plan!.id],
  );
  const dishes = await larder.rows<{ name: string }>(
    'select distinct on (d.dish_id) s.name from sales_plan_detail d join dish s on s.id = d.dish_id where d.sales_plan_id = $1 and d.meal_date = $2 order by d.dish_id, d.line_no',
    [plan!.id, plan!.day],
  );
  const [one, two] = dishes.map(({ name }) => name) as [string, string];
  const portions = async (dish: string): Promise<string> =>
    (
      await larder.rows<{ portions: string }>(
        'select d.portions::float::text as portions from sales_plan_detail d join dish s on s.id = d.dish_id where d.sales_plan_id = $1 and d.meal_date = $2 and s.name = $3 order by d.line_no limit 1',
        [plan!.id, plan!.day, dish],
      )
    )[0]!.portions;
  const at = `/gear/gearsalesplan/${plan!.id}`;
  const [mine, theirs] = [await person(stage, 'admin', { at }), await person(stage, 'restaurant-manager', { at })];
  const other = await mine.context().newPage();
  await other.goto(`${larder.address}${at}`);
  for (const page of [mine, theirs, other]) await grid(page).waitFor();
  const day = plan!.day.slice(5);
  await write(theirs, one, day, '222');
  await write(mine, two, day, '333');
  await button(front(theirs), '保存').click();
  await soon(() => portions(one)).toBe('222');
  await button(front(mine), '保存').click();
  expect(await noticeOf(mine)).toContain(`已合并 ${await nameOf('restaurant-manager')} 的 1 处修改`);
  expect([await portions(one), await portions(two)]).toEqual(['222', '333']);
  // One person's own second window is not a colleague.
  await other.reload();
  await grid(other).waitFor();
  await write(other, one, day, '224');
  await write(mine, two, day, '335');
  await button(front(mine), '保存').click();
  await soon(() => portions(two)).toBe('335');
  await button(front(other), '保存').click();
  expect(await noticeOf(other)).toContain('已合并 您在另一个窗口 的 1 处修改');
  expect([await portions(one), await portions(two)]).toEqual(['224', '335']);
  for (const page of [mine, theirs]) await leaveComputer(page);
});
