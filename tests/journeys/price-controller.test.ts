// Areas: prices
/**
 * A morning of the price controller: what the market said comes in, a quote that strays is decided on, and new prices
 * are approved and published.
 */
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { sheetColumn, writeSheet } from '../../parts/xlsx/sheet-writer.ts';
import type { Page } from 'playwright-core';
import { agree, button, choose, front, journey, person, PHONE, soon } from '../support/journey.ts';
import { writeStoredItem } from '../support/stored-item.ts';

const stage = journey();

test('market prices are imported, a warning is handled with a reason, and a run by formula is sent, approved by another and published; a price agreed late is booked', async () => {
  const { larder } = stage;
  const controller = await person(stage, 'price-controller', { at: '/price/marketprice' });
  await button(front(controller), '导入').click();
  const importing = controller.getByRole('dialog', { name: '导入市场参考价' });
  const rows = [
    ['城北农产品批发市场', '2031-01-06', '小白菜', '斤', '2.00', '2.30', '2.60'],
    ['城北农产品批发市场', '2031-01-06', '荠菜', '斤', '6.00', '5.00', '8.00'],
  ];
  const sheet = await buffer(
    writeSheet(
      ['行情来源', '行情日期', '品名', '报价单位', '最低价', '均价', '最高价'].map((heading) =>
        sheetColumn(heading, { kind: 'text' }),
      ),
      rows,
      { name: '数据' },
    ),
  );
  await importing.locator('input[type=file]').setInputFiles({
    name: '行情.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: sheet,
  });
  await importing.getByText('最低价、均价、最高价应依次不减').waitFor();
  await button(importing, '只导入正确的 1 行').click();
  await importing.getByText('导入完成：新增 1，更新 0').waitFor();
  expect(
    await larder.rows(
      `select product_name, base_price::float as base from market_price where price_date = '2031-01-06'`,
    ),
  ).toEqual([{ product_name: '小白菜', base: 4.6 }]);

  await controller.goto(`${larder.address}/price/pricewarning`);
  await button(front(controller).getByRole('row').filter({ hasText: '禾记应急采购行' }), '去处理').click();
  // The page says which price it is, from what to what, the money at stake and what it is counted for, how the price
  // went, and by which deliveries it was judged.
  const page = front(controller);
  await page.getByRole('heading', { level: 1, name: /^\S+ · 禾记应急采购行$/ }).waitFor();
  const verdict = page.getByRole('region', { name: '价格变化' });
  await verdict.getByText(/近期收货均价（\d+ 个样本）/).waitFor();
  await verdict
    .getByText(/^\+\d+\.\d\d%$/)
    .first()
    .waitFor();
  const [warned] = await larder.rows<{ stake: string; samples: number }>(
    `select w.stake_amount as stake, jsonb_array_length(w.samples) as samples
      from price_warning w join supplier s on s.id = w.supplier_id where s.name = '禾记应急采购行'`,
  );
  expect(Number(warned!.stake)).toBeGreaterThan(0);
  await verdict
    .getByText(/^(今后 30 天需要|今后 30 天没有计划；按 [-\d]+ 以来 \d+ 次收货的) [\d.,]+ .+，每.+差 ¥[\d.]+$/)
    .waitFor();
  await page.getByRole('img', { name: /^价格走势: .*本次 / }).waitFor();
  await page.getByRole('heading', { name: `判断依据 ${warned!.samples} 次收货` }).waitFor();
  const judgedBy = page.getByRole('group', { name: '判断依据' });
  await judgedBy
    .getByText(/^RK\d+$/)
    .first()
    .waitFor();
  expect(await judgedBy.getByRole('row').count()).toBe(warned!.samples + 1);
  await button(page, '接受价格').click();
  await controller.getByRole('dialog').getByRole('textbox', { name: '处理说明' }).fill('仅应急时采购');
  await agree(controller, '接受价格');
  await front(controller).getByText('已接受').first().waitFor();
  expect(
    await larder.rows(
      `select w.status, w.reason, u.account from price_warning w join app_user u on u.id = w.handle_user_id
        join supplier s on s.id = w.supplier_id where s.name = '禾记应急采购行'`,
    ),
  ).toEqual([{ status: 'accepted', reason: '仅应急时采购', account: 'price-controller' }]);

  const [run] = await larder.rows<{ id: string; changed: number }>(
    `select id, changed_count as changed from price_run where status = 'draft' order by id limit 1`,
  );
  expect(run!.changed).toBeGreaterThan(0);
  await controller.goto(`${larder.address}/price/pricerun/${run!.id}`);
  await front(controller).getByText('结算价 = 采购价 × 1.08，保留 2 位').first().waitFor();
  await button(front(controller), '提交审批').click();
  await front(controller).getByText('待审批').first().waitFor();
  const finance = await person(stage, 'finance', { at: `/price/pricerun/${run!.id}` });
  await button(front(finance), '审批通过').click();
  await front(finance).getByText('已完成').first().waitFor();
  await soon(
    async () =>
      (
        await larder.rows<{ published: number }>(
          'select count(*)::integer as published from settlement_price where source_run_id = $1',
          [run!.id],
        )
      )[0]!.published,
  ).toBe(run!.changed);

  await finance.goto(`${larder.address}/price/pricecorrection`);
  await front(finance)
    .getByRole('row')
    .filter({ hasText: '待审批' })
    .getByText(/^BC\d+$/)
    .click();
  await front(finance).getByText('审批前须知').waitFor();
  await button(front(finance), '审批通过').click();
  await front(finance).getByText('已审批').first().waitFor();
  expect(
    await larder.rows(`select b.diff_amount < 0 as less, coalesce(sum(v.amount), 0) = b.stock_amount as booked,
      bool_and(coalesce(v.qty, 0) = 0) as value_only from price_correction b left
      join stock_move v on v.bill_type = 'pricecorrection' and v.bill_id = b.id
    where b.approve_time = (select max(approve_time) from price_correction)
    group by b.id, b.diff_amount, b.stock_amount`),
  ).toEqual([{ less: true, booked: true, value_only: true }]);

  // A price of its own for a department, far above what it is charged so far: the form asks for the reason and saves
  // with it.
  const [[charged], [place]] = await Promise.all([
    larder.rows<{ material: string; unit: string }>(
      'select m.name as material, u.name as unit from settlement_price p join material m on m.id = p.material_id join material_unit u on u.id = p.unit_id where p.dept_id is null and p.end_date is null and p.frozen = 0 order by p.id limit 1',
    ),
    larder.rows<{ name: string }>(`select dept_name as name from dept where dept_category = '3' order by id limit 1`),
  ]);
  const admin = await person(stage, 'admin', { at: '/price/settlementprice/new' });
  const form = front(admin);
  await choose(admin, form.getByRole('combobox', { name: '物料' }), charged!.material);
  await choose(admin, form.getByRole('combobox', { name: '适用部门' }), place!.name);
  await choose(admin, form.getByRole('combobox', { name: '计价单位' }), charged!.unit);
  await form.getByRole('textbox', { name: '含税单价' }).fill('999');
  await form.getByRole('textbox', { name: '生效日期' }).fill('2031-01-06');
  await admin.keyboard.press('Tab');
  await button(form, '保存').click();
  const question = admin.getByRole('dialog').filter({ hasText: `价格超过禁止线：【${charged!.material}】` });
  await question.getByRole('textbox', { name: '放行原因' }).and(admin.locator(':focus')).waitFor();
  await admin.keyboard.type('产地绝收');
  await button(question, '仍要保存').click();
  await front(admin).getByText('编号').first().waitFor();
  await soon(() =>
    larder.rows(
      'select w.status, w.level, w.override_reason, p.price::float as price from price_warning w join settlement_price p on p.id = w.source_id::bigint join dept d on d.id = p.dept_id where d.dept_name = $1',
      [place!.name],
    ),
  ).toEqual([{ status: 'accepted', level: 'block', override_reason: '产地绝收', price: 999 }]);
});

/** A single price of a material, newest first. */
const priceOf = (material: string) =>
  stage.larder.rows(
    `select p.price::float as price, u.name as unit, p.start_date::text as "from"
      from settlement_price p join material m on m.id = p.material_id join material_unit u on u.id = p.unit_id
      where m.name = $1 order by p.id desc limit 1`,
    [material],
  );

test('a missing price is set in its row and is gone from the list, which can be taken along as a workbook', async () => {
  const controller = await person(stage, 'price-controller', { at: '/price/pricebook' });
  await button(front(controller), '缺价').click();
  const gaps = controller.getByRole('dialog', { name: /缺价的物料$/ });
  const act = gaps.getByRole('button', { name: /^给.+定价$/ }).first();
  const material = (await act.getAttribute('aria-label'))!.slice(1, -2);
  const [workbook] = await Promise.all([controller.waitForEvent('download'), button(gaps, '导出').click()]);
  expect(workbook.suggestedFilename()).toMatch(/^缺价-结算价-.+\.xlsx$/);
  await act.click();
  const form = controller.getByRole('dialog', { name: '新增结算价' });
  await form.getByText('现在没有价格').waitFor();
  const from = (await form.getByRole('textbox', { name: '生效日期' }).inputValue()).slice(0, 10);
  const next = (await gaps
    .getByRole('button', { name: /^给.+定价$/ })
    .nth(1)
    .getAttribute('aria-label'))!.slice(1, -2);
  const price = form.getByRole('textbox', { name: '含税单价' });
  await price.fill('6.5');
  await button(form, '保存并新增下一个').click();
  await gaps.getByRole('button', { name: `给${material}定价`, exact: true }).waitFor({ state: 'detached' });
  // The next material without a price stands there, its price to be typed.
  await form.locator('[data-field=materialId]').getByText(next).first().waitFor();
  await soon(() => price.evaluate((box) => box === document.activeElement)).toBe(true);
  expect(await price.inputValue()).toBe('');
  await button(form, '取消').click();
  const [unit] = await stage.larder.rows<{ name: string }>(
    `select u.name from material m join material_unit u on u.id = coalesce(m.purchase_unit_id, m.base_unit_id)
      where m.name = $1`,
    [material],
  );
  expect(await priceOf(material)).toEqual([{ price: 6.5, unit: unit!.name, from }]);
});

test('a new price brings the unit, the day and the price it follows; prices of the book say how they went', async () => {
  const [charged] = await stage.larder.rows<{ material: string; unit: string; price: string }>(
    `select m.name as material, u.name as unit, p.price from settlement_price p join material m on m.id = p.material_id
      join material_unit u on u.id = coalesce(m.purchase_unit_id, m.base_unit_id)
      where p.dept_id is null and p.end_date is null and p.frozen = 0 and p.source_run_id is null
        and p.unit_id = u.id order by p.id desc limit 1`,
  );
  const controller = await person(stage, 'price-controller', { at: '/price/settlementprice/new' });
  const form = front(controller);
  const day = form.getByRole('textbox', { name: '生效日期' });
  expect(await day.inputValue()).not.toBe('');
  await choose(controller, form.getByRole('combobox', { name: '物料' }), charged!.material);
  await form.locator('[data-field=unitId]').getByText(charged!.unit, { exact: true }).waitFor();
  await form
    .getByText(/^现价 ¥[\d.,]+ \/ /)
    .filter({ hasText: `/ ${charged!.unit}` })
    .waitFor();
  await form.getByText(/基础价，\d{4}-\d\d-\d\d 起 · .+ 录入/).waitFor();
  await form.getByRole('textbox', { name: '含税单价' }).fill((Number(charged!.price) * 2).toFixed(2));
  await form.getByText('新价 +100.00%').waitFor();

  await controller.goto(`${stage.larder.address}/price/pricebook`);
  await front(controller)
    .getByRole('img', { name: /^[-\d]+ 以来 \d+ 次收货价：由 [\d.]+ 到 [\d.]+，[+−±][\d.]+%$/ })
    .first()
    .waitFor();
});

/** Opens a formula in its list, changes its rate, and answers how it reads then; nothing is saved. */
async function retyped(page: Page, of: RegExp, words: { readonly reads: string; readonly rate: string }) {
  await front(page).getByText(of).first().click();
  const drawer = page.getByRole('dialog').filter({ visible: true });
  await drawer.getByRole('textbox', { name: words.rate }).fill('12.5');
  return { drawer, reads: drawer.getByRole('region', { name: words.reads }) };
}

test('a formula reads as a sentence in its list and while it is typed, and asks only what goes with its reference', async () => {
  const controller = await person(stage, 'price-controller', { at: '/price/priceformula' });
  const { drawer, reads } = await retyped(controller, /^结算价 = 采购价 × 1\.08，保留 2 位$/, {
    reads: '读作',
    rate: '比例(%)',
  });
  await reads.getByText('结算价 = 采购价 × 1.125，保留 2 位').waitFor();
  const market = drawer.getByRole('combobox', { name: '行情来源' });
  expect(await market.count()).toBe(0);
  await drawer.getByRole('combobox', { name: '参考价' }).click();
  await controller.locator('.ant-select-item-option').filter({ hasText: '行情均价', visible: true }).click();
  await market.waitFor();
  await reads.getByText('结算价 = 行情均价 × 1.125，保留 2 位').waitFor();
  expect(await drawer.getByRole('textbox', { name: '均价天数' }).count()).toBe(0);

  const abroad = await person(stage, 'price-controller', { viewport: PHONE, hasTouch: true, isMobile: true });
  await writeStoredItem(abroad, 'language', 'en');
  await abroad.goto(`${stage.larder.address}/price/priceformula`);
  const english = await retyped(abroad, /Settlement price = purchase price × 1\.08, to 2 decimals/, {
    reads: 'Reads',
    rate: 'Rate (%)',
  });
  await english.reads.getByText('Settlement price = purchase price × 1.125, to 2 decimals').waitFor();
});

test('a warning is judged on a phone and in English by the same evidence', async () => {
  const [warned] = await stage.larder.rows<{ id: string; material: string; supplier: string }>(
    `select w.id, m.name_en as material, s.name as supplier from price_warning w join material m on m.id = w.material_id
      join supplier s on s.id = w.supplier_id where w.status = 'open' order by w.stake_amount desc limit 1`,
  );
  const abroad = await person(stage, 'price-controller', { viewport: PHONE, hasTouch: true, isMobile: true });
  await writeStoredItem(abroad, 'language', 'en');
  await abroad.goto(`${stage.larder.address}/price/pricewarning/${warned!.id}`);
  const page = front(abroad);
  await page.getByRole('heading', { level: 1, name: `${warned!.material} · ${warned!.supplier}` }).waitFor();
  const verdict = page.getByRole('region', { name: 'What moved' });
  await verdict.getByText(/^Before, \d{4}-\d\d-\d\d$/).waitFor();
  await verdict
    .getByText(/(needed in the next 30 days|received since [-\d]+ in \d+ deliver(y|ies)) × ¥[\d.]+ per/)
    .waitFor();
  await page.getByRole('img', { name: /^Prices through time: .*Compared with / }).waitFor();
  await page.getByRole('group', { name: 'Judged by' }).waitFor();
  for (const address of [`/price/pricewarning/${warned!.id}`, '/price/pricebook']) {
    await abroad.goto(`${stage.larder.address}${address}`);
    await front(abroad).getByRole('heading', { level: 1 }).waitFor();
    expect(
      await front(abroad).evaluate((screen) =>
        [...screen.querySelectorAll('header *')]
          .filter((each) => each.getBoundingClientRect().right > window.innerWidth)
          .map((each) => each.className),
      ),
      `${address} reaches no further than a phone`,
    ).toEqual([]);
  }
});
