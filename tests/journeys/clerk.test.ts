// Areas: master-data
/**
 * A clerk's morning: two records of one material are merged and parted again, two that only look alike are left alone,
 * and a unit without a conversion gets one where it was missed.
 */
import { expect, test } from 'vitest';
import { agree, button, choose, go, journey, person, noticeOf, soon } from '../support/journey.ts';

const stage = journey();

test('duplicates are found, told apart or merged and taken back; a cost in a unit that leads nowhere is refused, the conversion is entered on the way, and the cost is saved', async () => {
  const { larder } = stage;
  await larder.rows(
    `insert into material (code, name, material_type_id, base_unit_id, search_text)
      select c.code, c.name, m.material_type_id, u.id, ' ' || c.name
      from (values ('JOU1', '旅行萝卜'), ('JOU2', '旅 行 萝 卜'), ('JOU3', '旅行萝卜干')) as c(code, name), (select material_type_id
      from material order by id limit 1) m, material_unit u where u.name = '千克'`,
  );
  const page = await person(stage, 'data-steward');
  const list = await go(page, '物料合并');
  await button(list, '查找重复').click();
  const drawer = page.getByRole('dialog', { name: '查找重复' });
  await drawer.getByRole('searchbox', { name: '编码、名称或别名' }).fill('旅');
  await page.keyboard.press('Enter');
  const pair = (...codes: readonly string[]) =>
    codes.reduce((rows, code) => rows.filter({ hasText: code }), drawer.getByRole('listitem'));
  await pair('JOU1', 'JOU2').getByText('名称相同').waitFor();

  // Not one: told no more, nor merged, until it is taken back.
  await button(pair('JOU1', 'JOU3'), '不是同一物料').click();
  await soon(() => pair('JOU1', 'JOU3').count()).toBe(0);
  expect(
    await larder.rows(
      `select a.code, b.code as other from material_distinction d join material a on a.id = d.material_id
        join material b on b.id = d.other_material_id`,
    ),
  ).toEqual([{ code: 'JOU1', other: 'JOU3' }]);
  await drawer.getByText('不是同一物料', { exact: true }).first().click();
  await button(pair('JOU1', 'JOU3'), '撤销标记').click();
  await drawer.getByText('还没有标记过').waitFor();
  await drawer.getByText('待确认', { exact: true }).click();
  await pair('JOU1', 'JOU3').waitFor();

  // One: merged into the first, and taken back.
  await button(pair('JOU1', 'JOU2'), '并入 JOU1').click();
  await agree(page, '合并');
  await soon(
    async () => (await larder.rows<{ frozen: number }>(`select frozen from material where code = 'JOU2'`))[0]!.frozen,
  ).toBe(1);
  await soon(() => pair('JOU1', 'JOU2').count()).toBe(0);
  await page.keyboard.press('Escape');
  await button(list.getByRole('row').filter({ hasText: '旅 行 萝 卜' }), '撤销').click();
  await agree(page, '撤销');
  await list.getByText('已撤销').first().waitFor();
  expect(await larder.rows(`select frozen, merged_into_id from material where code = 'JOU2'`)).toEqual([
    { frozen: 0, merged_into_id: null },
  ]);

  // A cost a box, where nobody said what a box holds.
  await button(await go(page, '物料成本'), '新增').click();
  const form = page.locator('.record-drawer');
  await choose(page, form.getByRole('combobox', { name: '物料' }), '旅行萝卜干');
  await form.getByRole('textbox', { name: '单位成本' }).fill('30');
  await choose(page, form.getByRole('combobox', { name: '单位' }), '箱', '箱(10kg)');
  await page.keyboard.press('Control+s');
  await soon(() => noticeOf(page)).toMatch(/物料「旅行萝卜干」缺少从「箱\(10kg\)」到「千克」的单位换算/);
  await button(page.locator('body'), '维护换算').click();
  const conversion = page.getByRole('dialog', { name: '新增物料单位换算' });
  await conversion.getByRole('textbox', { name: '等于数量' }).fill('10');
  await conversion.getByText('1 箱(10kg) = 10 千克').first().waitFor();
  await button(conversion, '保存').click();
  await soon(async () =>
    (
      await larder.rows(
        `select c.to_qty::float as qty from item_unit_conversion c join material m on m.id = c.material_id
          where m.code = 'JOU3'`,
      )
    ).map((row) => row['qty']),
  ).toEqual([10]);
  // Back where it failed, with all that was typed.
  await page.locator('.tab').filter({ hasText: '物料成本' }).click();
  await button(form.filter({ visible: true }), '保存').click();
  await soon(() =>
    larder.rows(
      `select c.unit_cost::float as cost, c.base_unit_cost::float as base from material_cost c
        join material m on m.id = c.material_id where m.code = 'JOU3'`,
    ),
  ).toEqual([{ cost: 30, base: 3 }]);
});
