// Areas: planning, issuing, stock
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { agree, button, choose, front, journey, person, noticeOf, soon, leaveComputer } from '../support/journey.ts';

// Figures that are asked about before anything is saved, and a block of them put into a document: what is seen is held
// against the database.
const stage = journey();
const open = async (page: Page, path: string): Promise<Locator> => {
  await page.goto(`${stage.larder.address}${path}`);
  await front(page).getByRole('heading', { level: 1 }).first().waitFor();
  return front(page);
};
/**
 * The first figure of "¥1,234.50", "−3 kg" or "+12 5kg/袋" as a number; only what is shown is reckoned with here, never
 * a quantity that is kept.
 */
const figure = (words: string): number =>
  Number(/[-−]?[\d,]+(\.\d+)?/.exec(words)?.[0].replace('−', '-').replaceAll(',', ''));
/** The sheet that explains a figure: its terms, and what they come to. */
async function explained(
  page: Page,
  value: Locator,
): Promise<{ readonly terms: readonly number[]; readonly result: number }> {
  await value.click();
  const sheet = page.locator('.ant-popover:not(.ant-popover-hidden) .explained-terms');
  await sheet.locator('.figure.result').waitFor();
  const [signs, figures] = [
    await sheet.locator('.sign').allInnerTexts(),
    await sheet.locator('.figure').allInnerTexts(),
  ];
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  return {
    terms: figures.slice(0, -1).map((words, at) => (signs[at] === '−' ? -1 : 1) * figure(words)),
    result: figure(figures.at(-1)!),
  };
}
const total = (terms: readonly number[]): number => terms.reduce((sum, term) => sum + term, 0);
const one = async <T extends object>(text: string, values: readonly unknown[] = []): Promise<T> => {
  const [row] = await stage.larder.rows<T & Record<string, unknown>>(text, values);
  if (row === undefined) throw new Error(`The company has none: ${text}`);
  return row;
};

test('more guests and fewer, asked of a plan: the lines that differ stand there with their difference, and nothing is saved', async () => {
  const page = await person(stage, 'hq-planner');
  const { id } = await one<{ id: string }>(
    `select id from requirement_plan p where exists (select 1 from requirement_plan_detail
      where requirement_plan_id = p.id and manual_flag = 0 and net_qty > 0) order by id desc limit 1`,
  );
  const storedPlan = () =>
    one<{ what: string }>(
      `select md5(string_agg(d::text, ',' order by d.id)) || max(p.update_time) || max(p.version) as what
        from requirement_plan_detail d join requirement_plan p on p.id = d.requirement_plan_id where p.id = $1`,
      [id],
    );
  const before = await storedPlan();
  const plan = await open(page, `/purchasing/invrequireplan/${id}`);
  await button(plan, '假设').click();
  const assumptions = plan.getByRole('region', { name: '假设' });
  const firstLine = async (sign: string): Promise<readonly number[]> => {
    await soon(() =>
      assumptions
        .locator('tbody td')
        .last()
        .innerText()
        .catch(() => ''),
    ).toContain(sign);
    return (await assumptions.locator('tbody tr').first().locator('td.figures').allInnerTexts()).map(figure);
  };
  await button(assumptions, '用餐人数 20 %').click();
  const [now, then, more] = await firstLine('+');
  expect(then! - now!).toBeCloseTo(more!, 6);
  expect(more).toBeGreaterThan(0);
  await soon(() => assumptions.innerText()).toMatch(/[1-9]\d* 行会不同[^]*仅试算，不保存/);
  await button(assumptions, '用餐人数 -20 %').click();
  const [, , less] = await firstLine('−');
  expect(less).toBeLessThan(0);
  await button(assumptions, '还原').click();
  await assumptions.getByText('与现在一样').waitFor();
  expect(await storedPlan()).toEqual(before);
  await leaveComputer(page);
});

test('a figure of a plan says what other plans take, each with its day and a way to it, and its terms come to what is still needed', async () => {
  const page = await person(stage, 'hq-planner');
  const line = await one<{ id: string; code: string; material: string; other: string }>(
    `select p.id, p.bill_code as code, m.name as material, trim_scale(d.other_qty)::text as other
      from requirement_plan_detail d join requirement_plan p on p.id = d.requirement_plan_id
      join material m on m.id = d.material_id
     where d.other_qty > 0 and d.net_qty > 0 and d.manual_flag = 0 order by p.id desc, d.line_no limit 1`,
  );
  const plan = await open(page, `/purchasing/invrequireplan/${line.id}`);
  await plan.getByPlaceholder('在明细中查找').fill(line.material);
  // Of the rows that have the word in their name, the one that is called so.
  const row = plan.getByRole('row').filter({ has: page.getByText(line.material, { exact: true }) });
  await row.locator('[data-explain]').last().click();
  const why = page.locator('.plan-why-terms');
  await why.getByText('还差').waitFor();
  const [signs, figures, labels] = [
    await why.locator('.sign').allInnerTexts(),
    (await why.locator('.figures').allInnerTexts()).map(figure),
    (await why.locator('> span:not(.sign):not(.figures)').allInnerTexts()).map((words) => words.trim()),
  ];
  const terms = figures.slice(0, -1).map((qty, at) => (signs[at] === '−' ? -qty : qty));
  expect(total(terms)).toBeCloseTo(figures.at(-1)!, 6);
  const others = labels.flatMap((words, at) => (words.startsWith('其他计划 XQ') ? [figures[at]!] : []));
  expect(total(others)).toBeCloseTo(Number(line.other), 6);
  await why
    .getByRole('link', { name: /^其他计划/ })
    .first()
    .click();
  await front(page).getByRole('heading', { level: 1, name: /^XQ/ }).waitFor();
  expect(new URL(page.url()).pathname).not.toBe(`/purchasing/invrequireplan/${line.id}`);
  await leaveComputer(page);
});

test('a block pasted into the lines of an order is taken back by one undo and brought again by one redo, and saved as it stands', async () => {
  const page = await person(stage, 'purchaser');
  const { id } = await one<{ id: string }>(
    `select o.id from purchase_order o join purchase_order_detail d on d.purchase_order_id = o.id
      where o.status = 'draft' group by o.id having count(*) >= 2 order by count(*) desc, o.id limit 1`,
  );
  const quantities = async () =>
    (
      await stage.larder.rows<{ qty: string }>(
        'select trim_scale(order_qty)::text as qty from purchase_order_detail where purchase_order_id = $1 order by line_no',
        [id],
      )
    ).map(({ qty }) => qty);
  const before = await quantities();
  const order = await open(page, `/purchasing/purchaseorder/${id}?edit=1`);
  const grid = order.getByRole('grid').first();
  const column = Number(await grid.getByRole('columnheader', { name: '订购数量' }).getAttribute('aria-colindex'));
  const cell = (row: number): Locator =>
    grid
      .locator(
        `[role=row][aria-rowindex="${row + 2}"] > [aria-colindex="${column}"], [role=row][aria-rowindex="${row + 2}"] .lg-cells > [aria-colindex="${column}"]`,
      )
      .first();
  const shows = (...figures: readonly string[]) =>
    soon(async () =>
      (await Promise.all(figures.map((_, row) => cell(row).innerText()))).map((words) => String(figure(words))),
    ).toEqual(figures);
  await shows(...before.slice(0, 2));
  await cell(0).click();
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData('text/plain', '12.5\n7.25');
    document.activeElement!.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  });
  await shows('12.5', '7.25');
  await page.keyboard.press('Control+z');
  await shows(...before.slice(0, 2));
  await page.keyboard.press('Control+y');
  await shows('12.5', '7.25');
  expect(await quantities()).toEqual(before);
  await page.keyboard.press('Control+s');
  expect(await noticeOf(page)).toContain('更新成功');
  expect(await quantities()).toEqual(['12.5', '7.25', ...before.slice(2)]);
  await leaveComputer(page);
});

test('a dish says what a portion costs, and its equation comes to that figure', async () => {
  const page = await person(stage, 'chef');
  const { id } = await one<{ id: string }>(`select id from dish where name = '红烧肉'`);
  const dish = await open(page, `/masterdata/dish/${id}`);
  const cost = dish.getByRole('region', { name: '成本' });
  const value = cost.locator('.dish-cost-figure').getByRole('button');
  const { terms, result } = await explained(page, value);
  expect(result).toBe(figure(await value.innerText()));
  expect(terms.length).toBeGreaterThan(1);
  // Each term is shown to the cent, the sum is rounded once.
  expect(Math.abs(total(terms) - result)).toBeLessThanOrEqual(0.005 * (terms.length + 1));
  await button(cost, '展开构成').click();
  await cost.getByRole('table').waitFor();
  expect(figure(await cost.locator('tfoot td').last().innerText())).toBe(result);
  await leaveComputer(page);
});

test('safety stock is set for goods that never lay there, and is there when asked again', async () => {
  const page = await person(stage, 'admin');
  const { material, warehouse, ids } = await one<{ material: string; warehouse: string; ids: string[] }>(
    `select m.name as material, w.name as warehouse, array[m.id, w.id]::text[] as ids from material m, warehouse w
      where w.name = '站点01仓库' and not exists (select 1 from stock s
      where s.material_id = m.id and s.location_id = w.id) and (select count(*) from material x
      where x.name like m.name || '%') = 1 order by m.id limit 1`,
  );
  const openDialog = async (): Promise<Locator> => {
    await button(front(page), '设置安全库存').click();
    const dialog = page.getByRole('dialog').filter({ hasText: '设置安全库存' });
    await choose(page, dialog.getByRole('combobox', { name: '仓库' }), warehouse);
    await choose(page, dialog.getByRole('combobox', { name: '物料' }), material);
    return dialog;
  };
  await open(page, '/store/stock');
  const first = await openDialog();
  await first.getByText('这里还没有过这种物料').waitFor();
  await first.getByRole('textbox', { name: '安全库存' }).fill('8.5');
  await button(first, '保存').click();
  await page.getByText(`${material} 的安全库存已改为 8.5`).waitFor();
  expect(
    await one(
      'select trim_scale(safety_stock_threshold)::text as safety, trim_scale(s.qty)::text as qty from stock s where s.material_id = $1 and s.location_id = $2',
      ids,
    ),
  ).toEqual({ safety: '8.5', qty: '0' });
  const second = await openDialog();
  await soon(() => second.getByRole('status').innerText()).toMatch(/现存 0 .*现在的安全库存 8\.5/);
  await leaveComputer(page);
});

test('a move opens from its list and says in words which document it comes from, which is one click away', async () => {
  const page = await person(stage, 'admin');
  const move = await one<{ id: string; code: string; bill: string }>(
    `select v.id::text, v.bill_code as code, v.bill_id::text as bill from stock_move v
      join stock_location l on l.id = v.location_id and l.kind = 'warehouse'
      where v.bill_type = 'invinstore' order by v.id limit 1`,
  );
  await open(page, `/store/stockbatchlogs?billCode_equal=${move.code}`);
  expect(await front(page).getByRole('link', { name: move.code }).first().getAttribute('href')).toBe(
    `/store/invinstore/${move.bill}`,
  );
  await front(page).locator('tbody tr.ant-table-row td').nth(2).click();
  await soon(() => new URL(page.url()).pathname).toMatch(/^\/store\/stockbatchlogs\/\d+$/);
  await front(page)
    .getByRole('heading', { level: 1, name: `库存批次流水 · ${move.code}` })
    .waitFor();
  await soon(() => front(page).locator('[data-fact=billType] dd').innerText()).toBe(`入库单 ${move.code}`);
  expect(await front(page).getByText(move.bill, { exact: true }).count()).toBe(0);
  await front(page).getByRole('link', { name: move.code }).click();
  await soon(() => new URL(page.url()).pathname).toBe(`/store/invinstore/${move.bill}`);
  await leaveComputer(page);
});

test('a special meal says what it brings and costs while it is typed: the equations come to their figures, and nothing is saved', async () => {
  const page = await person(stage, 'restaurant-manager');
  const { id, guests, standard, fee } = await one<{ id: string; guests: number; standard: string; fee: string }>(
    `select id, head_count as guests, meal_standard::text as standard, service_fee::text as fee from special_meal
      where status = 'draft' limit 1`,
  );
  const meal = await open(page, `/gear/gearspecialmeal/${id}?edit=1`);
  const money = meal.locator('.meal-live').getByRole('region', { name: '成本' });
  const amount = (name: string): Locator =>
    money
      .locator('dl > div')
      .filter({ has: page.locator('dt', { hasText: new RegExp(`^${name}$`) }) })
      .getByRole('button');
  const brings = (heads: number): number => heads * Number(standard) + Number(fee);
  await soon(async () => figure(await amount('总额').innerText())).toBe(brings(guests));
  const cost = await explained(page, amount('成本'));
  expect(Math.abs(total(cost.terms) - cost.result)).toBeLessThanOrEqual(0.005 * (cost.terms.length + 1));
  await meal.locator('.facts.is-line dt').getByText('人数', { exact: true }).click();
  await meal
    .getByRole('textbox', { name: '人数' })
    .or(meal.getByRole('spinbutton', { name: '人数' }))
    .fill(String(guests + 10));
  await soon(async () => figure(await amount('总额').innerText())).toBe(brings(guests + 10));
  expect(await explained(page, amount('总额'))).toEqual({
    terms: Number(fee) === 0 ? [brings(guests + 10)] : [brings(guests + 10) - Number(fee), Number(fee)],
    result: brings(guests + 10),
  });
  expect(await one('select head_count as guests from special_meal where id = $1', [id])).toEqual({ guests });
  await leaveComputer(page);
});

test('an act that is refused marks its lines, says so once in the page with the act that helps, and leaves every button to be pressed', async () => {
  const page = await person(stage, 'admin');
  const { id } = await one<{ id: string }>(
    `update pick set status = 'pending', apply_user_id = null where id = (select id from pick order by id limit 1)
      returning id`,
  );
  // As if nothing had been made of it yet.
  await stage.larder.rows(
    `update out_store set source_bill_id = '0' || source_bill_id where source_bill_type = 'pick' and source_bill_id = $1`,
    [id],
  );
  await stage.larder.rows('update pick_detail set qty = 99999, base_qty = 99999 * factor where pick_id = $1', [id]);
  const bill = await open(page, `/store/pick/${id}`);
  await button(bill.locator('.action-bar'), '审批通过').click();
  const banner = bill.getByRole('alert').filter({ hasText: '「审批通过」没有完成' });
  await banner.waitFor();
  expect(await bill.locator('.lg-gutter.lg-bad').count()).toBeGreaterThan(0);
  expect(await page.locator('.ant-notification-notice').count()).toBe(0);
  await button(bill.locator('.action-bar'), '缺货审批').click({ trial: true });
  await button(banner, '缺货审批').click();
  await page
    .getByRole('dialog')
    .getByText(/行缺货，按现有数量批准/)
    .last()
    .waitFor();
  await agree(page, '缺货审批');
  await bill.locator('.document-title').getByText('已审批').waitFor();
  await banner.waitFor({ state: 'detached' });
  await leaveComputer(page);
});

test('who approves a pick bill sees what there is of each line and what is short, is asked with the lines that are cut, and goes on to the out-store by its number', async () => {
  const { larder } = stage;
  const page = await person(stage, 'admin');
  const { id } = await one<{ id: string }>(
    `update pick set status = 'pending', outstore_id = null, apply_user_id = (select id from app_user
      where account = 'chef') where id = (select id from pick order by id desc limit 1) returning id`,
  );
  await larder.rows(
    `update out_store set source_bill_id = '0' || source_bill_id where source_bill_type = 'pick' and source_bill_id = $1`,
    [id],
  );
  const lines = await larder.rows<{ id: string; material: string }>(
    `select d.id, m.name as material from pick_detail d join material m on m.id = d.material_id where d.pick_id = $1
      order by d.line_no`,
    [id],
  );
  const { id: shortId, material } = lines[0]!;
  await larder.rows('update pick_detail set qty = 99999, base_qty = 99999 * factor where id = $1', [shortId]);
  const messages = async (): Promise<number> =>
    (
      await one<{ count: number }>(
        `select count(*)::int as count from message where resource = 'pick' and record_id = $1 and topic = 'stock.short'`,
        [id],
      )
    ).count;
  const before = await messages();
  const bill = await open(page, `/store/pick/${id}`);
  for (const heading of ['可用', '缺']) await bill.getByRole('columnheader', { name: heading, exact: true }).waitFor();
  expect(await bill.getByRole('columnheader', { name: '换算系数' }).count()).toBe(0);
  const row = bill.getByRole('row').filter({ hasText: material }).first();
  expect(await row.locator('.pick-short').count()).toBe(2);
  await button(bill.locator('.action-bar'), '缺货审批').click();
  const question = page.getByRole('dialog').filter({ hasText: '按现有数量批准' });
  await question.locator('.pick-cuts li').filter({ hasText: material }).getByText(/^缺 /).waitFor();
  await question.getByText(/会收到通知/).waitFor();
  await agree(page, '缺货审批');
  await bill.locator('.document-title').getByText('已审批').waitFor();
  await bill.getByText('下一步：仓管员拣货').waitFor();
  const number = await one<{ code: string }>(
    'select o.bill_code as code from pick p join out_store o on o.id = p.outstore_id where p.id = $1',
    [id],
  );
  await bill.getByRole('link', { name: number.code }).first().click();
  await front(page).getByRole('heading', { level: 1, name: number.code }).waitFor();
  expect(await messages()).toBe(before + 1);
  await leaveComputer(page);
});
