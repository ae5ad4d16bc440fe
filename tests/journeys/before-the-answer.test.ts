// Areas: frame, prices
import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { button, front, journey, person, noticeOf, soon, leaveComputer } from '../support/journey.ts';

// What somebody types and confirms before the server answers counts, in the order in which it was confirmed.
const stage = journey();

test.each<[string, (page: Page) => Promise<unknown>]>([
  ['Enter', (page) => page.keyboard.press('Enter')],
  ['Ctrl-S', (page) => page.keyboard.press('Control+s')],
  ['its button', (page) => button(front(page), '保存').click()],
])(
  'promise 57: what is typed while a save is on its way, and confirmed by %s, is saved after it, once',
  async (_way, confirm) => {
    const { larder } = stage;
    const [made] = await larder.rows<{ id: string }>(
      "select id from supplier_material where source = 'local' and start_date < '2027-01-01' order by id desc limit 1",
    );
    await larder.rows("update supplier_material set start_date = '2031-01-01' where id = $1", [made!.id]);
    const page = await person(stage, 'admin', { at: `/supplier/suppliermaterial/${made!.id}` });
    let saves = 0;
    await page.route('**/suppliermaterial/submit', async (route) => {
      saves += 1;
      await setTimeout(1_000);
      await route.continue();
    });
    for (const [field, words] of [
      ['供方品名', '本地玉米粒'],
      ['备注', '每周三送'],
    ] as const) {
      await front(page).getByRole('textbox', { name: field, exact: true }).fill(words);
      await confirm(page);
    }
    // Nothing is typed any more: it is the same save.
    await confirm(page);
    await soon(() =>
      larder.rows('select supplier_material_name, remark from supplier_material where id = $1', [made!.id]),
    ).toEqual([{ supplier_material_name: '本地玉米粒', remark: '每周三送' }]);
    await front(page).locator('[aria-busy=true]').waitFor({ state: 'detached' });
    expect(saves).toBe(2);
    await leaveComputer(page);
  },
);

test('promise 57: references that are confirmed before the server answers, and left, are saved', async () => {
  const page = await person(stage, 'admin', { at: '/masterdata/material' });
  const form = page.locator('.record-drawer');
  await page.route(/\/select\?.*keyword=/, async (route) => {
    await setTimeout(1_500);
    await route.continue();
  });
  await button(front(page), '新增').click();
  await form.getByRole('textbox', { name: '物料名称', exact: true }).fill('先答后问香菇');
  for (const [field, words] of [
    ['物料类型', '叶菜'],
    ['基本单位', '千克'],
  ] as const) {
    // The box has begun to ask by itself when Enter is pressed, and is left before it is answered.
    const asked = page.waitForRequest((request) => decodeURIComponent(request.url()).includes(`keyword=${words}`));
    await form.getByRole('combobox', { name: field }).click();
    await page.keyboard.type(words);
    await asked;
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Control+s');
  expect(await noticeOf(page)).toMatch(/^新增成功 · /);
  await leaveComputer(page);
});
