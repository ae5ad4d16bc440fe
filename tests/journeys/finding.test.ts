// Areas: frame, purchasing
import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { button, front, journey, person, soon } from '../support/journey.ts';

// What is searched for, chosen, ticked and added: the one that fits first, nothing near it by accident, and nothing out
// of sight.
const stage = journey();
let page: Page;
beforeAll(async () => {
  page = await person(stage, 'admin');
  // Another material that sounds so, and begins with the name of the first.
  await stage.larder.rows(
    `insert into material (tenant_id, code, name, material_type_id, material_kind, base_unit_id, search_text)
      select tenant_id, 'V30001', name || '1号', material_type_id, material_kind, base_unit_id,
        'v30001 ' || name || '1号 xihongshi1hao xhs1h 西红 红柿 柿' from material where code = 'V30010'`,
  );
});
beforeEach(async () => {
  await page.goto(`${stage.larder.address}/masterdata/material`);
  await front(page).locator('tr.ant-table-row').first().waitFor();
  // A list stands as it was left.
  await front(page).getByRole('textbox').first().fill('');
  await soon(() => front(page).locator('tr.ant-table-row').count()).toBe(30);
});
const names = (): Promise<string[]> => front(page).locator('tr.ant-table-row .material-name').allInnerTexts();
const search = async (word: string): Promise<void> => {
  await front(page).getByRole('textbox').first().fill(word);
  await soon(async () => (await names()).filter((name) => !name.replaceAll(' ', '').includes(word))).toEqual([]);
};
const drawer = () => page.locator('.record-drawer');

test('a list shows what is called so before what merely begins so', async () => {
  await search('西红柿');
  expect((await names()).slice(0, 2)).toEqual(['西红柿', '西红柿1号']);
});

test('a list is kept as a view under a name, chosen by keyboard, opened as the default, renamed and deleted', async () => {
  const views = front(page).getByRole('button', { name: /^视图/ });
  const name = (): Promise<string | null> => views.getAttribute('aria-label');
  const words = front(page).getByRole('textbox').first();
  await search('豆');
  await views.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: '保存当前视图…' }).waitFor();
  await page.locator('[role=menu]:focus-within').waitFor();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: '保存当前视图' });
  await dialog.getByRole('checkbox', { name: '打开列表时用它' }).check();
  await dialog.getByLabel('视图名称').fill('豆类');
  await page.keyboard.press('Enter');
  await soon(name).toBe('视图：豆类');

  await words.fill('');
  await soon(name).toBe('视图');
  await views.click();
  await page.getByRole('menuitem', { name: /豆类/ }).click();
  await soon(name).toBe('视图：豆类');
  expect(await words.inputValue()).toBe('豆');
  await words.fill('');
  await soon(name).toBe('视图');
  // The default is what the list opens as, whatever it was left as.
  await page.goto(`${stage.larder.address}/masterdata/material`);
  await soon(() => words.inputValue()).toBe('豆');
  await soon(name).toBe('视图：豆类');

  await views.click();
  await page.getByRole('menuitem', { name: '管理视图…' }).click();
  const all = page.getByRole('dialog', { name: '管理视图' });
  await all.getByLabel('豆类 的名称').fill('豆子');
  await page.keyboard.press('Enter');
  await soon(name).toBe('视图：豆子');
  await all.getByRole('button', { name: '删除视图 豆子' }).click();
  await soon(name).toBe('视图');
  await all.getByRole('button', { name: '关闭' }).last().click();
});

test('a unit typed as kg is the kilogram on Enter; where two fit alike Enter takes none, and the arrow takes its own', async () => {
  await button(front(page), '新增').click();
  const unit = drawer().getByRole('combobox', { name: '基本单位' });
  await unit.click();
  await unit.pressSequentially('kg');
  await unit.press('Enter');
  await soon(() => drawer().locator('[data-field=baseUnitId] .ant-select-content').innerText()).toContain('千克');
  // Whoever is faster than the answer has chosen, too.
  const bought = drawer().getByRole('combobox', { name: '采购单位' });
  await bought.click();
  await bought.pressSequentially('kg');
  await bought.press('Enter');
  await page.keyboard.press('Tab');
  await soon(() => drawer().locator('[data-field=purchaseUnitId] .ant-select-content').innerText()).toContain('千克');
  const type = drawer().getByRole('combobox', { name: '物料类型', exact: true });
  await type.click();
  await type.pressSequentially('菜');
  const offered = page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option');
  await soon(async () => {
    const titles = await offered.allInnerTexts();
    return titles.length > 1 && titles.every((title) => title.includes('菜'));
  }).toBe(true);
  await type.press('Enter');
  expect(await type.inputValue()).toBe('菜');
  await type.press('ArrowDown');
  await type.press('Enter');
  await soon(() => drawer().locator('[data-field=materialTypeId] .ant-select-content').innerText()).toContain('菜');
});

test('rows ticked before another search are counted, shown on asking, and named before they are stopped', async () => {
  await front(page).locator('tr.ant-table-row').nth(0).getByRole('checkbox').check();
  await front(page).locator('tr.ant-table-row').nth(1).getByRole('checkbox').check();
  const ticked = (await names()).slice(0, 2);
  await search('西红柿');
  await front(page).locator('tr.ant-table-row').nth(0).getByRole('checkbox').check();
  await front(page).getByText('已选 3 条，2 条不在当前页').waitFor();
  await button(front(page), '查看').click();
  expect(await page.locator('.chosen-hidden li > span').allInnerTexts()).toEqual(
    ticked.map((name) => expect.stringContaining(name) as string),
  );
  await page.keyboard.press('Escape');
  await button(front(page).locator('.bulk'), '冻结').click();
  const dialog = page.getByRole('dialog').filter({ visible: true }).last();
  await dialog.getByText('共 3 条，其中 2 条不在当前页').waitFor();
  for (const name of [...ticked, '西红柿']) expect(await dialog.innerText()).toContain(name);
  await dialog.getByRole('button', { name: '取消' }).click();
});

test('a name that is there already is told while it is typed, and what was added stays in sight', async () => {
  await button(front(page), '新增').click();
  await drawer().getByRole('textbox', { name: '物料名称' }).fill('西 红柿');
  await drawer()
    .getByText(/已有 V30010 西红柿（.+ · 千克）/)
    .waitFor();
  await button(drawer(), '仍要新增').click();
  await soon(() => drawer().locator('.alike-note').count()).toBe(0);
  for (const [label, typed] of [
    ['基本单位', 'KG'],
    ['物料类型', 'V'],
  ] as const) {
    const box = drawer().getByRole('combobox', { name: label, exact: true });
    await box.click();
    await box.pressSequentially(typed);
    await box.press('Enter');
    await soon(() => box.inputValue()).toBe('');
  }
  await button(drawer(), '保存').click();
  const successMessage = page.locator('.ant-message-notice').filter({ hasText: '新增成功' }).last();
  expect(await successMessage.innerText()).toMatch(/新增成功 · MAT\d+ 西 红柿/);
  const first = front(page).locator('tr.ant-table-row').first();
  await soon(() => first.innerText()).toContain('西 红柿');
  expect(await first.getAttribute('class')).toContain('is-added');
  await button(successMessage, '打开').click();
  await soon(() => drawer().getByRole('textbox', { name: '物料名称' }).inputValue()).toBe('西 红柿');
  await page.keyboard.press('Escape');
  await search('西红柿');
  expect(await front(page).locator('tr.is-added').count()).toBe(0);
});
