// Areas: master-data, suppliers, prices, stock, frame
/**
 * A material at the desk and on a phone, in both languages: its page is opened from the list and read part by part, and
 * several are entered one after the other by the sections of their form.
 */
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { button, choose, front, journey, person, PHONE, soon, leaveComputer } from '../support/journey.ts';
import { writeStoredItem } from '../support/stored-item.ts';
import { chineseWords } from './looks.ts';

const stage = journey();
const ON_PHONE = { viewport: PHONE, hasTouch: true, isMobile: true };

const WORDS = {
  zh: {
    parts: ['资料', '单位与换算', '供应商', '用到的菜品', '别名', '变更记录'],
    price: '采购价',
    sections: ['基本信息', '单位', '采购', '储存', '收货', '其他'],
    toCorrect: '有 3 处需要修改',
    name: '物料名称',
    type: '物料类型',
    unit: '基本单位',
    kg: '千克',
    from: /\S+ · 来自类型 /,
    base: '千克 · 同基本单位',
    create: '新增',
    next: '保存并新增下一个',
    created: '新增成功',
  },
  en: {
    parts: ['Facts', 'Units', 'Suppliers', 'Dishes', 'Other names', 'History'],
    price: 'Purchase price',
    sections: ['Basics', 'Units', 'Purchasing', 'Storage', 'Receiving', 'Other'],
    toCorrect: '3 things to correct',
    name: 'Name',
    type: 'Type',
    unit: 'Base unit',
    kg: 'kg',
    from: /\S+ · from type /,
    base: 'kg · the base unit',
    create: 'New',
    next: 'Save and add another',
    created: 'Created',
  },
} as const;
type Language = keyof typeof WORDS;

/** The data steward in front of the list of materials. */
async function atTheList(language: Language, screen: object): Promise<Page> {
  const page = await person(stage, 'data-steward', screen);
  await writeStoredItem(page, 'language', language);
  await page.goto(`${stage.larder.address}/masterdata/material`);
  await front(page).locator('tbody tr.ant-table-row, .card').first().waitFor();
  return page;
}
const isTooWide = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
const isWithin = (area: Locator): Promise<boolean> =>
  area.evaluate((element) => element.contains(document.activeElement));

test.each([
  ['at the desk', 'zh', {}],
  ['at the desk', 'en', {}],
  ['on a phone', 'zh', ON_PHONE],
  ['on a phone', 'en', ON_PHONE],
] as const)(
  '%s, %s: a clerk opens a material from the list and reads its units, suppliers, dishes, names and history, and no price',
  async (_where, language, screen) => {
    const words = WORDS[language];
    const page = await atTheList(language, screen);
    const [cooked] = await stage.larder.rows<{ id: string; code: string; name: string; dishes: number }>(`
      select m.id, m.code, m.name, count(distinct b.dish_id)::integer as dishes from material m
      join dish_bom_detail d on d.material_id = m.id and d.line_kind = 'material'
      join dish_bom b on b.id = d.dish_bom_id and b.released = 1
        and coalesce(b.end_date, 'infinity') >= now()::date
      join supplier_material o on o.material_id = m.id
      where m.frozen = 0 group by m.id, m.code, m.name order by dishes desc, m.code limit 1`);
    await front(page).getByRole('textbox').first().fill(cooked!.code);
    await soon(() => front(page).locator('tbody tr.ant-table-row, .card').count()).toBe(1);
    await front(page).locator('tbody tr.ant-table-row td:nth-child(3), .card-face').click();
    await soon(() => new URL(page.url()).pathname).toBe(`/masterdata/material/${cooked!.id}`);

    const material = front(page).locator('.material-page');
    await material.getByRole('heading', { level: 1, name: cooked!.name }).waitFor();
    expect(await material.locator('.document-head .lamps').count()).toBe(1);
    expect(await material.getByText(words.price, { exact: true }).count()).toBe(0);
    const parts = material.locator('.material-parts > .ant-tabs-nav').getByRole('tab');
    expect(await parts.allInnerTexts()).toEqual(words.parts);
    const open = async (name: string): Promise<Locator> => {
      await parts.filter({ hasText: name }).first().click();
      const panel = material.getByRole('tabpanel').filter({ visible: true });
      await soon(() => panel.locator('.ant-skeleton').count()).toBe(0);
      expect(await isTooWide(page), name).toBe(false);
      if (language === 'en') expect(await chineseWords(page, [cooked!.name]), name).toEqual([]);
      return panel;
    };
    const [, units, suppliers, dishes, names, history] = words.parts;
    expect(await (await open(units)).innerText()).toMatch(/1 \S+ = [\d.,]+ /);
    const offers = await open(suppliers);
    await offers.locator('tbody tr').first().waitFor();
    expect(await offers.getByText(words.price, { exact: true }).count()).toBe(0);
    const inDishes = (await open(dishes)).locator('tbody tr');
    await soon(() => inDishes.count()).toBeGreaterThanOrEqual(cooked!.dishes);
    expect(await inDishes.first().getByRole('link').getAttribute('href')).toMatch(/^\/masterdata\/dish\/\d+\?bom=\d+$/);
    await open(names);
    await open(history);
    await leaveComputer(page);
  },
);

test('who may see prices and stock reads both on the page of a material: a line through time with its versions, and what is available as an equation', async () => {
  const page = await person(stage, 'admin');
  const [lying] = await stage.larder.rows<{ id: string; places: number }>(`
    select s.material_id as id, count(*)::integer as places from stock s
    join stock_location l on l.id = s.location_id and l.kind = 'warehouse'
    join supplier_material o on o.material_id = s.material_id and o.end_date is null and o.frozen = 0
    where s.qty > 0 group by s.material_id order by places desc, s.material_id limit 1`);
  await page.goto(`${stage.larder.address}/masterdata/material/${lying!.id}?part=stock`);
  const material = front(page).locator('.material-page');
  const stock = material.getByRole('region', { name: '仓库' });
  await soon(() => stock.locator('tbody tr').count()).toBe(
    Number(
      (
        await stage.larder.rows<{ count: string }>(
          `select count(*) from stock s join stock_location l on l.id = s.location_id and l.kind = 'warehouse'
            where s.material_id = $1`,
          [lying!.id],
        )
      )[0]!.count,
    ),
  );
  const head = material.locator('.material-figures');
  const available = (await head.locator('div').last().locator('dd').innerText()).split(' ')[0]!;
  const shown = stock.locator('.stock-figure.is-main strong, tbody td:nth-child(2)').first();
  expect((await shown.innerText()).trim().startsWith(available)).toBe(true);
  expect(await head.innerText()).toMatch(/采购价\s+¥[\d.,]+ \/ /);

  await material.getByRole('tab', { name: '价格' }).click();
  await material.locator('.price-history figure svg').waitFor();
  expect(await material.locator('.price-steps tbody tr').count()).toBeGreaterThan(0);
  await leaveComputer(page);
});

test.each([
  ['at the desk', 'zh', {}],
  ['on a phone', 'en', ON_PHONE],
] as const)(
  '%s, %s: a clerk enters two materials, one after the other: by sections, with faults that lead to their fields and what the type hands down in grey',
  async (_where, language, screen) => {
    const words = WORDS[language];
    const page = await atTheList(language, screen);
    await button(front(page), words.create).click();
    const form = page.locator('.record-drawer .record-form');
    const sections = form.locator('.form-sections').getByRole('button');
    const field = (name: string): Locator => form.locator(`[data-field=${name}]`);
    await soon(() => sections.allInnerTexts()).toEqual(words.sections);
    // What must be filled in stands first.
    expect(
      await form
        .locator('.form-field')
        .evaluateAll((all) => all.slice(0, 3).map((each) => (each as HTMLElement).dataset['field'])),
    ).toEqual(['name', 'materialTypeId', 'baseUnitId']);

    await sections.filter({ hasText: words.sections[4] }).click();
    await soon(() => isWithin(field('minRemainingShare'))).toBe(true);
    await page.keyboard.press('Alt+PageUp');
    await soon(() => isWithin(field('storageZone'))).toBe(true);
    await soon(() => form.locator('.form-sections [aria-current]').innerText()).toBe(words.sections[3]);

    await page.keyboard.press('Control+s');
    const faults = form.locator('.form-alert');
    await faults.getByText(words.toCorrect).waitFor();
    expect(await faults.getByRole('button').count()).toBe(3);
    await faults.getByRole('button').nth(2).click();
    await soon(() => isWithin(field('baseUnitId'))).toBe(true);

    const name = form.getByRole('textbox', { name: words.name, exact: true });
    const fill = async (called: string): Promise<void> => {
      await name.fill(called);
      await choose(page, form.getByRole('combobox', { name: words.type, exact: true }), '瓜果');
      await choose(
        page,
        form.getByRole('combobox', { name: words.unit, exact: true }),
        words.kg,
        new RegExp(`^${words.kg}`),
      );
    };
    const called = `旅行瓜${language}`;
    await fill(`${called}1`);
    // What the type hands down stands in grey where nothing is typed.
    await soon(() => field('storageZone').innerText()).toMatch(words.from);
    await soon(() => field('purchaseUnitId').innerText()).toContain(words.base);
    await button(form, words.next).click();
    await page.locator('.ant-message-notice').filter({ hasText: words.created }).last().waitFor();
    await soon(() => name.inputValue()).toBe('');
    await soon(() => isWithin(field('name'))).toBe(true);
    await fill(`${called}2`);
    await page.keyboard.press('Control+Shift+s');
    await soon(() => name.inputValue()).toBe('');
    expect(await isTooWide(page)).toBe(false);
    expect(
      await stage.larder.rows(
        `select m.name, m.purchase_unit_id = m.base_unit_id as same from material m where m.name like $1 order by m.name`,
        [`${called}%`],
      ),
    ).toEqual([
      { name: `${called}1`, same: true },
      { name: `${called}2`, same: true },
    ]);
    await leaveComputer(page);
  },
);

test('a clerk gives several materials one lead time: what changes is shown before, and is what was chosen', async () => {
  const page = await atTheList('zh', {});
  const rows = front(page).locator('tbody tr.ant-table-row');
  const codes = await Promise.all([0, 1, 2].map((at) => rows.nth(at).locator('td:nth-child(2)').innerText()));
  for (const at of [0, 1, 2]) await rows.nth(at).getByRole('checkbox').check();
  await button(front(page).locator('.bulk'), '批量修改').click();
  const dialog = page.getByRole('dialog', { name: '批量修改' });
  await choose(page, dialog.getByRole('combobox', { name: '字段' }), '提前期', '采购提前期');
  await dialog.getByRole('textbox', { name: '改为' }).fill('17');
  await dialog.getByText('3 种改动，0 种已经是').waitFor();
  await button(dialog, '修改 3 种').click();
  await page.locator('.ant-message-notice').filter({ hasText: '已修改 3 种物料' }).last().waitFor();
  await soon(() => stage.larder.rows(`select code from material where lead_days = 17 order by code`)).toEqual(
    codes.toSorted().map((code) => ({ code })),
  );
  await leaveComputer(page);
});
