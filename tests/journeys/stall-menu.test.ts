// Areas: stall-menus, operations
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { choose, button, front, journey, person, PHONE, soon } from '../support/journey.ts';
import { writeStoredItem } from '../support/stored-item.ts';

// The chef says what a stall sells, guests read it by a code, and what is sold out is gone for everybody at once.
const stage = journey();

interface Stall {
  readonly stall: string;
  readonly system: string;
  readonly restaurant: string;
}
/** The first stall of a restaurant that shows its menu. */
const stallOf = async (): Promise<Stall> =>
  (
    await stage.larder.rows<Stall>(`
      select o.gear_operation_dept_id::text as stall, o.id::text as system, u.use_restaurant_dept_id::text as restaurant
      from operation_system o join use_restaurant u on u.use_restaurant_dept_id = o.use_restaurant_dept_id
      where u.menu_public = 1 order by o.id limit 1`)
  )[0]!;
/** Serves a meal all day, whatever the hour is. */
const serveAllDay = ({ system }: Stall): Promise<unknown> =>
  stage.larder.rows(
    `insert into operation_system_interval (tenant_id, operation_system_id, line_no, meal_type, start_time, end_time)
     select '000000', $1, 99, 'night', '00:00', '00:00' where not exists (select 1 from operation_system_interval
       where operation_system_id = $1 and line_no = 99)`,
    [system],
  );
const drawer = (page: Page) => page.getByRole('dialog').filter({ visible: true }).last();
const dishes = async (page: Page): Promise<void> => {
  for (const name of ['红烧肉', '番茄炒蛋']) {
    const box = drawer(page).getByRole('combobox', { name: '添加菜品' });
    await choose(page, box, name);
  }
};
/** What anybody sees: a browser that nobody signed in with. */
const guest = async ({ restaurant }: Stall, locale: string): Promise<Page> => {
  const context = await stage.browser.newContext({ viewport: PHONE, locale });
  const page = await context.newPage();
  await page.goto(`${stage.larder.address}/m/000000-${restaurant}`);
  return page;
};

/** The meal of these tests on the page anybody sees. */
const night = (page: Page) => page.locator('.public-menu-meal').filter({ hasText: /^(夜宵|Night)/ });

test('R12 R14 RULE-348 RULE-398: a menu is drawn up and determined at a desk, read by its code, and sold out for everybody at once', async () => {
  const stall = await stallOf();
  await serveAllDay(stall);
  const english = await guest(stall, 'en-GB');
  const chinese = await guest(stall, 'zh-CN');
  await english.getByText('Live', { exact: true }).waitFor();
  await chinese.getByText('实时更新', { exact: true }).waitFor();

  const page = await person(stage, 'chef', { at: `/gear/gearmenu?stall=${stall.stall}` });
  await front(page).getByText('实时', { exact: true }).waitFor();
  const today = front(page).locator('.stall-grid [role="gridcell"].is-today');
  await today.getByRole('button', { name: /夜宵：编排菜单$/ }).click();
  await dishes(page);
  await button(drawer(page), '保存并确定').click();
  await drawer(page).waitFor({ state: 'hidden' });

  // The other browsers show it without being asked again.
  await night(chinese).getByText('红烧肉', { exact: true }).waitFor();
  await night(english).getByText('Being served').first().waitFor();
  await night(english).getByText('allergens not known').first().waitFor();
  expect(await night(chinese).getByText('番茄炒蛋', { exact: true }).count()).toBe(1);

  await today.getByRole('button', { name: /夜宵，供应中/ }).click();
  const sold = drawer(page).getByRole('switch', { name: '红烧肉：售罄' });
  await sold.click();
  // How soon that is, `npm run bench -- --only restaurant` measures.
  await night(chinese).getByText('红烧肉', { exact: true }).waitFor({ state: 'detached' });
  await night(chinese).getByText('1 道已售罄').waitFor();
  await night(english).getByText('1 sold out').waitFor();

  // It runs: the dishes stay, a limit does not.
  expect(await drawer(page).getByRole('button', { name: '移除 红烧肉' }).count()).toBe(0);
  await sold.click();
  await night(chinese).getByText('红烧肉', { exact: true }).waitFor();
  for (const each of [page, english, chinese]) await each.context().close();
});

test('on a phone, in English, a limit is changed while the meal runs, and the board says when it is not connected', async () => {
  const stall = await stallOf();
  const page = await person(stage, 'restaurant-manager', { viewport: PHONE });
  await writeStoredItem(page, 'language', 'en');
  await page.goto(`${stage.larder.address}/gear/gearmenu?stall=${stall.stall}`);
  await front(page).getByText('Live', { exact: true }).waitFor();
  const cell = front(page).getByRole('button', { name: /Night, Being served/ });
  await cell.click();
  await drawer(page).getByRole('textbox', { name: 'Limit' }).first().fill('25');
  await button(drawer(page), 'Save').click();
  await drawer(page).waitFor({ state: 'hidden' });
  await cell.getByText('25 left').waitFor();
  const [{ limit }] = (await stage.larder.rows<{ limit: number }>(
    `select max(l.sale_limit_qty)::float8 as limit from gear_menu t join gear_menu_detail l on l.gear_menu_id = t.id
     where t.gear_operation_dept_id = $1 and t.meal_type = 'night'`,
    [stall.stall],
  )) as [{ limit: number }];
  expect(limit).toBe(25);
  await page.route('**/gearmenu/changes*', (route) => route.abort());
  await page.reload();
  await front(page).getByText('Not connected: this may be out of date').waitFor();
  await page.context().close();
});

test('H28 RULE-350: a shelf says which plans it would stop before it is put into use', async () => {
  const page = await person(stage, 'project-manager', { at: '/gear/geargoodssys' });
  await front(page).getByText(/货架$/).click();
  await front(page).getByText('未启用：现在不限制档口').waitFor();
  await button(front(page), '启用').click();
  const question = page.getByRole('dialog').filter({ visible: true }).last();
  await question
    .getByText(/未来 14 天有 \d+ 份营销计划会受影响/)
    .filter({ visible: true })
    .first()
    .waitFor();
  await button(question, '仍然继续').click();
  await front(page).getByText('启用中：计划、菜单和领料只能选这里的商品').waitFor();
  await soon(
    async () => (await stage.larder.rows<{ used: string }>('select use_status as used from goods_system'))[0]!.used,
  ).toBe('enabled');
  await page.context().close();
});
