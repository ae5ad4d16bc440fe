// Areas: master-data, operations
/** A chef's afternoon: a dish from nothing to its cost, and a menu drawn up with it, by keys and by dragging. */
import { expect, test } from 'vitest';
import {
  agree,
  button,
  choose,
  front,
  go,
  journey,
  person,
  noticeOf,
  sessionOf,
  soon,
  leaveComputer,
} from '../support/journey.ts';

const stage = journey();
const DISH = '砂锅五花肉';

test('a dish gets its recipe and its cost, goes on a menu, and the menu says what it costs a guest and what it lacks before it is sent', async () => {
  const { larder } = stage;
  const page = await person(stage, 'chef');
  await button(await go(page, '菜品档案'), '新增').click();
  const form = page.locator('.record-drawer');
  await form.getByRole('textbox', { name: '菜品名称' }).fill(DISH);
  await choose(page, form.getByRole('combobox', { name: '菜品类型' }), '大荤');
  const price = form.getByRole('textbox', { name: '参考售价' });
  // A slip of the key beside the point is no price of 1250.
  await price.fill('12，50');
  await page.keyboard.press('Control+s');
  await form.locator('[data-field=salePrice]').getByText('参考售价只能为数字').waitFor();
  await price.fill('20');
  await page.keyboard.press('Control+s');
  expect(await noticeOf(page)).toContain('新增成功');
  const [dish] = await larder.rows<{ id: string }>('select id::text from dish where name = $1', [DISH]);

  await page.goto(`${larder.address}/masterdata/dish/${dish!.id}`);
  await button(front(page), '建立BOM').click();
  await front(page).locator('.bom-editor').getByRole('gridcell').nth(1).click();
  for (const [material, qty] of [
    ['猪五花', '150g'],
    ['冰糖', '10g'],
  ] as const) {
    await page.keyboard.type(material);
    await page.locator('.lg-option').filter({ hasText: material }).first().waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type(qty);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
  }
  await page.keyboard.press('Control+s');
  await soon(
    async () =>
      (
        await larder.rows(
          'select 1 from dish_bom_detail d join dish_bom b on b.id = d.dish_bom_id where b.dish_id = $1',
          [dish!.id],
        )
      ).length,
  ).toBe(2);
  // What a portion costs stands on the page at once, before anything is released.
  const figure = async (): Promise<number> =>
    Number((await front(page).locator('.dish-cost-figure').innerText()).replaceAll(/[^\d.]/g, ''));
  await soon(figure).toBeGreaterThan(1);
  const cost = await figure();
  await front(page)
    .getByRole('textbox', { name: '生效日期' })
    .fill(new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10));
  await page.keyboard.press('Enter');
  await button(front(page), '发布').click();
  await agree(page, '发布');
  await front(page).getByText('已发布的版本不能改').waitFor();

  await button(await go(page, '菜谱模板'), '新增').click();
  const menu = front(page).locator('article.document');
  await menu.getByRole('textbox', { name: '模板名称' }).fill('两天午餐');
  await choose(page, menu.getByRole('combobox', { name: '模板类型' }), '职工餐');
  await choose(page, menu.getByRole('combobox', { name: '项目部' }), '站点01项目部');
  await choose(page, menu.getByRole('combobox', { name: '适用餐厅' }), '站点01餐厅');
  await page.keyboard.press('Escape');
  await menu.getByRole('textbox', { name: '周期天数' }).fill('2');
  await menu.getByRole('textbox', { name: '周期起点' }).click();
  await page.keyboard.type('2031-01-06');
  await page.keyboard.press('Enter');
  await menu.getByText('先在上面录入餐次').waitFor();
  await menu.getByRole('grid').first().getByRole('gridcell').first().click();
  for (const typed of ['午餐', '30', '100']) {
    await page.keyboard.type(typed);
    await page.keyboard.press('Tab');
  }
  const board = menu.locator('.menu-board');
  const at = (day: number) =>
    board
      .locator('tbody tr')
      .first()
      .locator('td')
      .nth(day - 1);
  await button(at(1), '第1天午餐：添加菜品').click();
  for (const name of [DISH, '米饭']) {
    await page.keyboard.type(name);
    await page
      .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option')
      .filter({ hasText: name })
      .first()
      .waitFor();
    await page.keyboard.press('Enter');
    await at(1)
      .getByRole('button', { name: new RegExp(`^${name}`) })
      .waitFor();
  }
  await page.keyboard.press('Escape');
  await soon(() => at(1).locator('.menu-foot').innerText()).toMatch(/人均 ¥\d/);
  const perGuest = async (day: number): Promise<number> =>
    Number(/¥([\d.]+)/.exec(await at(day).locator('.menu-foot').innerText())![1]);
  await soon(() => perGuest(1)).toBeGreaterThan(cost);
  // Across by key, back with the mouse, a second one with Ctrl.
  await at(1)
    .getByRole('button', { name: new RegExp(`^${DISH}`) })
    .press('Alt+ArrowRight');
  const moved = at(2).getByRole('button', { name: new RegExp(`^${DISH}`) });
  await moved.waitFor();
  expect(await moved.evaluate((element) => element === document.activeElement)).toBe(true);
  await moved.dragTo(at(1));
  await at(1)
    .getByRole('button', { name: new RegExp(`^${DISH}`) })
    .waitFor();
  expect(await at(2).getByRole('listitem').count()).toBe(0);
  await board.getByRole('button', { name: '第1天的操作' }).click();
  await page.getByRole('menuitem', { name: '复制第1天' }).click();
  const copying = page.getByRole('dialog', { name: '复制第1天' });
  await choose(page, copying.getByRole('combobox'), '', '第2天');
  await page.keyboard.press('Escape');
  await button(copying, '复制').click();
  await soon(() => at(2).getByRole('listitem').count()).toBe(2);
  // The same pork two days running: marked on both, in words.
  await soon(() =>
    at(2)
      .getByRole('button', { name: new RegExp(`^${DISH}`) })
      .getAttribute('aria-label'),
  ).toContain('2 天内重复');
  await at(2)
    .getByRole('button', { name: new RegExp(`^${DISH}`) })
    .press('Delete');
  await soon(() => at(2).getByRole('listitem').count()).toBe(1);
  await page.keyboard.press('Control+z');
  await soon(() => at(2).getByRole('listitem').count()).toBe(2);
  await page.keyboard.press('Control+s');
  expect(await noticeOf(page)).toContain('新增成功');
  await button(front(page).locator('.action-bar'), '提交审批').click();
  await front(page).getByText('待审批').first().waitFor();
  expect(
    await larder.rows(
      `select d.day_no, i.name from menu_template_detail d join dish i on i.id = d.dish_id
        join menu_template t on t.id = d.menu_template_id where t.name = '两天午餐' order by d.day_no, i.name`,
    ),
  ).toHaveLength(4);
  await leaveComputer(page);
});

test('a released BOM is only read, of a dish and of a stall: its page says why, and makes the next version or ends this one', async () => {
  const { larder } = stage;
  const page = await person(stage, 'admin');
  const [bom] = await larder.rows<{ id: string; dish: string; line: string; unit: string }>(
    `select b.id::text, b.dish_id::text as dish, l.material_id::text as line, l.unit_id::text as unit from dish_bom b
      join dish_bom_detail l on l.dish_bom_id = b.id and l.line_kind = 'material'
      where b.released = 1 and b.end_date is null and b.start_date <= now()::date order by b.id, l.line_no limit 1`,
  );
  const { accessToken } = await sessionOf(larder.address, 'admin');
  const [stall] = await larder.rows<{ id: string }>(
    `select id::text from dept where dept_category = '4' order by id limit 1`,
  );
  const made = await fetch(`${larder.address}/api/master-data/dishbomspecialgear/submit`, {
    method: 'POST',
    headers: { 'blade-auth': `bearer ${accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      dishId: bom!.dish,
      deptId: stall!.id,
      reason: '少盐',
      released: 1,
      details: [{ action: 'change', targetMaterialId: bom!.line, netQty: '1', unitId: bom!.unit }],
    }),
  });
  const variant = ((await made.json()) as { data: { id: string } }).data.id;

  for (const [path, id, table] of [
    ['dishbom', bom!.id, 'dish_bom'],
    ['dishbomspecialgear', variant, 'dish_bom_special_gear'],
  ] as const) {
    await page.goto(`${larder.address}/masterdata/${path}/${id}`);
    await front(page).getByText('已发布的版本不能改').waitFor();
    await front(page).getByRole('gridcell').first().waitFor();
    expect(await button(front(page), '保存').count()).toBe(0);
    expect(await front(page).getByRole('textbox').count()).toBe(0);
    await button(front(page), '结束').click();
    const dialog = page.getByRole('dialog').filter({ visible: true }).last();
    await dialog.getByRole('textbox', { name: '失效日期' }).fill('2031-12-31');
    await page.keyboard.press('Enter');
    await button(dialog, '结束').click();
    expect(await noticeOf(page)).toContain('2031-12-31 后不再使用');
    await button(front(page), '建立新版本').click();
    await button(front(page), '保存').waitFor();
    expect(
      await larder.rows(
        `select released, details.lines from ${table} b, lateral (
        select count(*)::integer as lines from ${table}_detail d where d.${table}_id = b.id) details
        where b.id > $1 order by b.id desc limit 1`,
        [id],
      ),
    ).toMatchObject([{ released: 0, lines: expect.any(Number) }]);
    expect(await larder.rows(`select end_date::text as ends from ${table} where id = $1`, [id])).toEqual([
      { ends: '2031-12-31' },
    ]);
  }
  await leaveComputer(page);
});
