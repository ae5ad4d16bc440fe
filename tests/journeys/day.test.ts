// Areas: planning, purchasing, receiving, issuing, operations
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  agree,
  button,
  choose,
  computer,
  front,
  go,
  journey,
  person,
  noticeOf,
  signIn,
  soon,
  leaveComputer,
} from '../support/journey.ts';

// One working day, one person after another, as the README tells it. Each test goes on where the one before ended.
const STALL = '站点01快餐档';
const RESTAURANT = '站点01餐厅';
const SITE = '站点01项目部';
/** A week the demonstration has not planned yet. */
const monday = ((): Date => {
  const now = new Date();
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 21 + ((8 - now.getDay()) % 7));
})();
const day = (after: number): string => {
  const at = new Date(monday.getFullYear(), monday.getMonth(), monday.getDate() + after);
  return `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, '0')}-${String(at.getDate()).padStart(2, '0')}`;
};
const DISHES = ['番茄炒蛋', '红烧肉'];
const PORTIONS = ['120', '100', '90'];

const stage = journey();
const made: Record<'salesPlan' | 'plan' | 'order' | 'bill' | 'pick' | 'lot' | 'material', string> = {
  salesPlan: '',
  plan: '',
  order: '',
  bill: '',
  pick: '',
  lot: '',
  material: '',
};

/** Signs in in the morning; later in the day the computer still knows who sits there. */
const comesIn = async (account: string): Promise<Page> => {
  const page = await computer(stage.browser);
  await signIn(page, stage.larder.address, account);
  return page;
};
const billCode = async (page: Page): Promise<string> => {
  const heading = front(page).getByRole('heading', { level: 1 });
  await soon(() => heading.innerText()).toMatch(/^[A-Z]{2,}\d+/);
  return heading.innerText();
};
/** Searches a list for a document's own number or its source's: a day makes more orders than one page shows. */
const search = async (page: Page, code: string, label: '单据编号' | '来源单号' = '单据编号'): Promise<void> => {
  const box = front(page)
    .getByRole('search')
    .getByRole('textbox', { name: new RegExp(`^${label}`) });
  await box.fill(code);
  await box.press('Enter');
};
/** The row of a list that holds these words, opened. */
const openRow = async (page: Page, words: string): Promise<void> => {
  const row = front(page).getByRole('row').filter({ hasText: words }).first();
  await row.focus();
  await row.press('Enter');
  await front(page).locator('article.document').waitFor();
};

test('the restaurant manager plans a stall’s days in the grid and sends them', async () => {
  const page = await comesIn('restaurant-manager');
  const list = await go(page, '营销计划');
  await button(list, '新增').click();
  const plan = front(page).locator('article.document');
  await choose(page, plan.getByRole('combobox', { name: '档口' }), STALL);
  await plan.getByRole('textbox', { name: '计划日期 从' }).click();
  await page.keyboard.type(day(0));
  await page.keyboard.press('Enter');
  await plan.locator('input[aria-label="计划日期 到"]:focus').waitFor();
  await page.keyboard.type(day(2));
  await page.keyboard.press('Enter');
  for (const dish of DISHES) {
    await page.keyboard.press('Alt+a');
    await choose(page, plan.getByRole('combobox', { name: '添加菜品' }), dish);
    await plan.getByRole('gridcell', { name: dish }).waitFor();
    await page.waitForTimeout(300);
    for (const portions of PORTIONS) {
      await page.keyboard.type(portions);
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Escape');
  }
  await plan.getByText('检查通过').waitFor();
  await page.keyboard.press('Control+s');
  expect(await noticeOf(page)).toContain('新增成功');
  made.salesPlan = await billCode(page);
  await button(front(page), '提交审批').click();
  await front(page).getByText('待审批').first().waitFor();
  await leaveComputer(page);
});

/** Opens a document of a list by its number, does one act, and waits for the state it leads to. */
async function actOn(page: Page, menu: string, code: string, act: string, state: string): Promise<void> {
  await go(page, menu);
  await search(page, code);
  await openRow(page, code);
  await button(front(page).locator('.action-bar'), act).click();
  await front(page).locator('.document-title').getByText(state, { exact: true }).waitFor();
}

test('the project manager adopts it', async () => {
  const page = await comesIn('project-manager');
  await actOn(page, '营销计划', made.salesPlan, '审批通过', '已审批');
  await leaveComputer(page);
});

test('the planner generates the requirement plan, opens a figure down to dish and stall, asks what if, confirms and sends', async () => {
  const page = await comesIn('hq-planner');
  await button(await go(page, '需求计划'), '新增').click();
  const dialog = front(page).locator('.plan-generate');
  await choose(page, dialog.getByRole('combobox', { name: '项目部' }), SITE);
  await page.keyboard.press('Escape');
  for (const [name, value] of [
    ['需求开始', day(0)],
    ['需求结束', day(2)],
  ] as const) {
    const box = dialog.getByRole('textbox', { name });
    await box.click();
    await box.fill(value);
    await box.press('Enter');
  }
  await button(dialog, '生成').click();
  await front(page).locator('article.document').waitFor();
  made.plan = await billCode(page);

  await front(page).locator('[data-explain]').first().click();
  const why = page.getByRole('dialog').filter({ visible: true }).last();
  await why.getByRole('heading', { name: '谁要用' }).waitFor();
  await soon(() => why.innerText()).toContain(STALL);
  const words = await why.innerText();
  expect(words).toMatch(/毛需求|需求/);
  expect(words).toContain('净需求');
  expect(DISHES.some((dish) => words.includes(dish))).toBe(true);
  expect(words).toContain('午餐');
  expect(words).toContain('逐日推算');
  await page.keyboard.press('Escape');
  await why.waitFor({ state: 'hidden' });

  const before = await front(page).locator('.lg-row').first().innerText();
  await button(front(page), '假设').click();
  await front(page).getByRole('button', { name: '用餐人数 -20 %' }).click();
  await front(page).getByText('仅试算，不保存').waitFor();
  await soon(() => front(page).locator('.plan-whatif-bar').innerText()).toMatch(/[1-9]\d* 行会不同/);
  expect(await front(page).locator('.lg-row').first().innerText()).toBe(before);

  await button(front(page).locator('.action-bar'), '确认').click();
  await page.getByText('已确认，明细不能再修改').first().waitFor();
  await button(front(page).locator('.action-bar'), '提交审批').click();
  await front(page).locator('.document-title').getByText('待审批').waitFor();
  await leaveComputer(page);
});

test('the project manager approves; the planner generates purchase requests', async () => {
  const manager = await person(stage, 'project-manager');
  await actOn(manager, '需求计划', made.plan, '审批通过', '已审批');
  await leaveComputer(manager);
  const planner = await person(stage, 'hq-planner');
  await go(planner, '需求计划');
  await openRow(planner, made.plan);
  await button(front(planner), '生成请购单').click();
  await agree(planner, '确定');
  await planner.getByText('请购单已生成').first().waitFor();
  await leaveComputer(planner);
});

test('the purchaser turns requests into orders and sends one; the purchasing manager approves', async () => {
  expect(made.plan, 'the plan the requests come from').not.toBe('');
  const page = await comesIn('purchaser');
  const list = await go(page, '请购单');
  const [newest] = await stage.larder.rows<{ code: string }>(
    'select bill_code as code from purchase_request order by id desc limit 1',
  );
  const row = list.getByRole('row').filter({ hasText: newest!.code });
  await row.focus();
  await row.press('Space');
  await button(list.locator('.bulk'), '生成采购订单').click();
  await agree(page, '生成采购订单');
  const done = page.getByRole('dialog').filter({ visible: true }).last();
  await done.getByText('都是草稿').waitFor();
  const link = done
    .getByRole('link')
    .filter({ hasText: /^[A-Z]{2,}\d+/ })
    .first();
  made.order = (await link.innerText()).trim();
  await link.click();
  await front(page).locator('article.document').waitFor();
  await button(front(page).locator('.action-bar'), '提交审批').click();
  await front(page).locator('.document-title').getByText('待审批').waitFor();
  await leaveComputer(page);
  const manager = await comesIn('purchase-manager');
  await actOn(manager, '采购订单', made.order, '审批通过', '已审批');
  await leaveComputer(manager);
});

test('the storekeeper receives the order in two deliveries, explains the short line and completes', async () => {
  const page = await comesIn('storekeeper');
  await go(page, '收货');
  await search(page, made.order, '来源单号');
  await openRow(page, made.order);
  made.bill = await billCode(page);
  const dock = page.locator('section.dock');
  const receive = async (share: (full: number, line: number) => number): Promise<void> => {
    await button(front(page).locator('.action-bar'), '收货').click();
    await dock.locator('.dock-line').first().waitFor();
    const lines = await dock.locator('.dock-line').count();
    for (let at = 0; at < lines; at += 1) {
      const line = dock.locator('.dock-line').nth(at);
      const accepted = line.locator(`#dock-${at}-acceptedQty`);
      const full = Number((await accepted.inputValue()).replaceAll(',', ''));
      const acceptedQty = share(full, at);
      await accepted.fill(String(acceptedQty));
      for (const [name, value] of [
        ['grossQty', await accepted.inputValue()],
        ['tareQty', '0'],
        ['auxQty', '1'],
        ['temperature', '3'],
        ['productionDate', today()],
      ] as const) {
        const field = line.locator(`#dock-${at}-${name}`);
        if ((await field.count()) > 0) await field.fill(value);
      }
      await accepted.press('Enter');
      // What is missing is said first.
      if (acceptedQty < full) await accepted.press('Enter');
    }
    await dock.getByText('全部应收行都已核对').waitFor();
    await page.keyboard.press('Control+Enter');
    await dock.waitFor({ state: 'hidden' });
    await front(page).locator('article.document').waitFor();
  };
  // Half of everything first; then the rest, but one line short.
  await receive((full) => Math.round(full * 500) / 1000);
  await receive((full, line) => (line === 0 ? Math.round(full * 500) / 1000 : full));
  await button(front(page).locator('.action-bar'), '完成收货').click();
  await dock.getByText('说明原因后即可完成收货').waitFor();
  await dock.getByLabel('原因说明').first().fill('供应商少送,明日补');
  await button(dock, '完成收货').click();
  await front(page).locator('article.document').waitFor();
  await front(page)
    .locator('.document-title')
    .getByText(/已完成|差异/)
    .first()
    .waitFor();
  await leaveComputer(page);
});

test('the chef asks for some of it; the storekeeper approves, picks what expires first and ships; the stall signs', async () => {
  const [receivedLine] = await stage.larder.rows<{ material: string; warehouse: string }>(
    `
    select m.name as material, w.name as warehouse from in_store s join warehouse w on w.id = s.warehouse_id
    join batch b on b.source_bill_code = s.bill_code join material m on m.id = b.material_id where s.bill_code = $1
      order by b.id limit 1`,
    [made.bill],
  );
  expect(receivedLine, 'a lot of what was received').toBeDefined();
  made.material = receivedLine!.material;
  const chef = await comesIn('chef');
  await button(await go(chef, '领料单'), '新增').click();
  const bill = front(chef).locator('article.document');
  await choose(chef, bill.getByRole('combobox', { name: '发料仓库' }), receivedLine!.warehouse);
  await choose(chef, bill.getByRole('combobox', { name: '餐厅' }), RESTAURANT);
  await choose(chef, bill.getByRole('combobox', { name: '档口' }), STALL);
  await bill.getByRole('textbox', { name: '用料时间' }).click();
  await chef.keyboard.type(`${today(1)} 06:30:00`);
  await chef.keyboard.press('Enter');
  await bill.getByRole('gridcell').first().click();
  await chef.keyboard.type(made.material);
  await chef.locator('.lg-option').first().waitFor();
  // The unit comes with the material: the quantity is next.
  await chef.keyboard.press('Tab');
  // Less than the half that came of the short line.
  await chef.keyboard.type('0.2');
  await chef.keyboard.press('Enter');
  await chef.keyboard.press('Control+s');
  expect(await noticeOf(chef)).toContain('新增成功');
  made.pick = await billCode(chef);
  await button(front(chef).locator('.action-bar'), '提交审批').click();
  await front(chef).locator('.document-title').getByText('待审批').waitFor();
  await leaveComputer(chef);

  const keeper = await person(stage, 'storekeeper');
  await actOn(keeper, '领料单', made.pick, '审批通过', '已审批');
  await go(keeper, '出库单');
  await openRow(keeper, made.pick);
  await button(front(keeper).locator('.action-bar'), '拣货出库').click();
  const card = front(keeper).locator('.pick-card');
  await card.getByText(made.material).waitFor();
  made.lot = await card.locator('.pick-lot strong').first().innerText();
  await card.locator('.pick-next').click();
  await card.getByText('核对后出库').waitFor();
  await card.locator('.pick-next').click();
  await front(keeper).locator('.document-title').getByText('已出库').waitFor();
  await leaveComputer(keeper);

  const stall = await person(stage, 'restaurant-manager');
  await go(stall, '出库单');
  await openRow(stall, made.pick);
  await button(front(stall).locator('.action-bar'), '收货').click();
  await front(stall).locator('.sign-lots').getByText(made.material).first().waitFor();
  await front(stall).locator('.pick-next').click();
  await front(stall).locator('.document-title').getByText('已收货').waitFor();
  await leaveComputer(stall);
});

test('one click from the lot to the stall it went to, and from the stall back to supplier and lot', async () => {
  expect(made.lot, 'the lot that was picked').toMatch(/^PC/);
  const page = await person(stage, 'project-manager');
  const list = await go(page, '库存批次');
  // It may be used up by now.
  await list.getByRole('button', { name: /^全部/ }).click();
  await list.getByRole('textbox', { name: '批次号' }).fill(made.lot);
  await list.getByRole('textbox', { name: '批次号' }).press('Enter');
  const row = list.getByRole('row').filter({ hasText: made.lot }).filter({ hasText: made.material }).first();
  await row.focus();
  await row.press('Enter');
  const lot = front(page);
  await lot.getByRole('heading', { level: 1, name: made.lot }).waitFor();
  const [origin] = await stage.larder.rows<{ supplier: string }>(
    'select s.name as supplier from batch b join supplier s on s.id = b.supplier_id where b.batch_code = $1',
    [made.lot],
  );
  await lot.getByText(origin!.supplier).first().waitFor();
  await lot.getByRole('link', { name: STALL }).first().click();
  // The lot's own page says both as well.
  await front(page).getByRole('heading', { level: 1, name: '档口批次' }).waitFor();
  await front(page).getByText(made.lot).first().waitFor();
  await front(page).getByText(origin!.supplier).first().waitFor();
  await leaveComputer(page);

  const manager = await person(stage, 'restaurant-manager');
  const shelf = await go(manager, '档口批次');
  await shelf.getByRole('textbox', { name: '批次号' }).fill(made.lot);
  await shelf.getByRole('textbox', { name: '批次号' }).press('Enter');
  const lying = shelf.getByRole('row').filter({ hasText: made.lot }).filter({ hasText: STALL });
  await soon(() => lying.count()).toBe(1);
  await lying.press('Enter');
  await front(manager).getByRole('link', { name: /追溯/ }).click();
  await front(manager)
    .getByRole('heading', { level: 1, name: new RegExp(STALL) })
    .waitFor();
  await front(manager).locator('.origin-lot').filter({ hasText: made.lot }).first().waitFor();
  await front(manager).getByText(origin!.supplier).first().waitFor();
  await leaveComputer(manager);
});

/** The company's day, or one so many days later. */
const today = (dayOffset = 0): string =>
  new Date(Date.now() + (8 + 24 * dayOffset) * 3_600_000).toISOString().slice(0, 10);
