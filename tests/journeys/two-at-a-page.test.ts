// Areas: operations, reports, counting, planning
import { setTimeout as pause } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  agree,
  button,
  choose,
  front,
  journey,
  person,
  PHONE,
  noticeOf,
  soon,
  leaveComputer,
} from '../support/journey.ts';

// Two people at one of the pages that are no plain document: a menu on its board, a report, a count, requests being
// ordered.
const stage = journey();

const nameOf = async (account: string): Promise<string> =>
  (
    await stage.larder.rows<{ name: string }>('select real_name as name from app_user where account = $1', [account])
  )[0]!.name;
const dialog = (page: Page): Locator => page.getByRole('dialog').filter({ hasText: '也改了这里' });
const close = async (...pages: readonly Page[]): Promise<void> => {
  for (const page of pages) await leaveComputer(page);
};
async function again(...pages: readonly Page[]): Promise<void> {
  for (const page of pages) {
    await page.reload();
    await page.locator('main#content h1').first().waitFor();
  }
}

test('promise 58: two lay out one menu on its board: dishes of both stand; the same dish moved by both is asked by name', async () => {
  const { larder } = stage;
  const [menu] = await larder.rows<{ id: string }>(
    'select menu_template_id as id from menu_template_detail where day_no = 1 group by 1 having count(distinct dish_id) > 2 order by 1 limit 1',
  );
  await larder.rows(
    "update menu_template set status = 'draft', frozen = 0, enabled = 0, apply_user_id = null, approve_user_id = null where id = $1",
    [menu!.id],
  );
  const [one, two] = await larder.rows<{ id: string; name: string }>(
    `
    select distinct on (d.dish_id) d.id, s.name from menu_template_detail d join dish s on s.id = d.dish_id
    where d.menu_template_id = $1 and d.day_no = 1 order by d.dish_id, d.line_no limit 2`,
    [menu!.id],
  );
  await larder.rows(
    'delete from menu_template_detail d using menu_template_detail f where d.menu_template_id = $1 and f.id = any($2::bigint[]) and d.dish_id = f.dish_id and d.id <> f.id',
    [menu!.id, [one!.id, two!.id]],
  );
  const day = async (of: { readonly name: string }): Promise<number> =>
    (
      await larder.rows<{ day: number }>(
        'select d.day_no as day from menu_template_detail d join dish s on s.id = d.dish_id where d.menu_template_id = $1 and s.name = $2 order by d.day_no',
        [menu!.id, of.name],
      )
    )[0]!.day;
  const at = `/masterdata/menutemplate/${menu!.id}?edit=1`;
  const [mine, theirs] = [await person(stage, 'admin', { at }), await person(stage, 'tenant-admin', { at })];
  const moveToNextDay = async (page: Page, of: { readonly id: string }): Promise<void> => {
    await page.locator(`.menu-dish[data-key="${of.id}"]`).focus();
    await page.keyboard.press('Alt+ArrowRight');
  };
  for (const page of [mine, theirs]) await page.locator('.menu-board').waitFor();
  await moveToNextDay(theirs, one!);
  await moveToNextDay(mine, two!);
  await button(front(theirs), '保存').click();
  expect(await noticeOf(theirs)).toContain('更新成功');
  await button(front(mine), '保存').click();
  expect(await noticeOf(mine)).toContain(`已合并 ${await nameOf('tenant-admin')} 的 1 处修改`);
  expect([await day(one!), await day(two!)]).toEqual([2, 2]);

  for (const page of [mine, theirs]) await page.goto(`${larder.address}${at}`);
  for (const page of [mine, theirs]) await page.locator(`.menu-dish[data-key="${one!.id}"]`).waitFor();
  await moveToNextDay(theirs, one!);
  await mine.locator(`.menu-dish[data-key="${one!.id}"]`).focus();
  await mine.keyboard.press('Alt+ArrowLeft');
  await button(front(theirs), '保存').click();
  await soon(() => day(one!)).toBe(3);
  await button(front(mine), '保存').click();
  await dialog(mine).waitFor();
  expect(await dialog(mine).innerText()).toContain(await nameOf('tenant-admin'));
  const question = await dialog(mine).getByRole('row').last().innerText();
  for (const words of [one!.name, '第几天', '1', '3']) expect(question).toContain(words);
  await dialog(mine).getByRole('radio').first().check();
  await button(dialog(mine), '按所选保存').click();
  await soon(() => day(one!)).toBe(1);
  await close(mine, theirs);
});

test('promise 58: two design one report: columns of the one and filters of the other stand; the columns both chose are asked by name, in words', async () => {
  const { larder } = stage;
  const [report] = await larder.rows<{ id: string }>(`
    insert into report (tenant_id, name, resource, config, share_scope, owner_user_id)
      select '000000', '物料一览', 'material', '{"columns":["name"],"groupBy":[],"measures":[],"filters":[],"sort":""}',
        'tenant', id from app_user where account = 'admin' returning id`);
  const config = async (): Promise<{ columns: string[]; sort: string }> =>
    (
      await larder.rows<{ config: { columns: string[]; sort: string } }>('select config from report where id = $1', [
        report!.id,
      ])
    )[0]!.config;
  const at = `/report/reportlist/${report!.id}`;
  const [mine, theirs] = [await person(stage, 'admin', { at }), await person(stage, 'tenant-admin', { at })];
  const columns = (page: Page, title: string): Promise<void> => choose(page, front(page).getByLabel('显示列'), title);
  await columns(theirs, '物料编码');
  await front(mine).getByLabel('排序').click();
  await mine.locator('.ant-select-item-option').filter({ hasText: '物料名称 降序' }).click();
  await button(front(theirs), '保存').click();
  await soon(async () => (await config()).columns).toEqual(['name', 'code']);
  await mine.keyboard.press('Escape');
  await button(front(mine), '保存').click();
  await soon(config).toMatchObject({ columns: ['name', 'code'], sort: '-name' });
  await mine.getByText(`已合并 ${await nameOf('tenant-admin')} 的 1 处修改`).waitFor();

  await again(mine, theirs);
  await columns(theirs, '规格');
  await columns(mine, '品牌');
  await theirs.keyboard.press('Escape');
  await button(front(theirs), '保存').click();
  await soon(async () => (await config()).columns).toHaveLength(3);
  const first = (await config()).columns;
  await mine.keyboard.press('Escape');
  await button(front(mine), '保存').click();
  await dialog(mine).waitFor();
  expect(await dialog(mine).innerText()).toContain(await nameOf('tenant-admin'));
  const question = await dialog(mine).getByRole('row').last().innerText();
  for (const words of ['显示列', '物料名称、物料编码、品牌', '物料名称、物料编码、规格'])
    expect(question).toContain(words);
  await dialog(mine).getByRole('radio').last().check();
  await button(dialog(mine), '按所选保存').click();
  await soon(() => dialog(mine).count()).toBe(0);
  expect((await config()).columns).toEqual(first);
  // What one was still writing is there after the other saved and the page was read anew.
  await front(mine).getByLabel('报表名称').fill('物料总览');
  await mine.waitForTimeout(600);
  await larder.rows("update report set version = version + 1, name = '物料目录' where id = $1", [report!.id]);
  await again(mine);
  expect(await front(mine).getByLabel('报表名称').inputValue()).toBe('物料总览');

  // A new one that was saved stands in one tab, by its own name.
  await theirs.goto(`${stage.larder.address}/report/reportlist/new`);
  await front(theirs).getByLabel('报表名称').fill('岗位一览');
  await choose(theirs, front(theirs).getByLabel('数据对象'), '岗位', /^岗位$/);
  await columns(theirs, '岗位名称');
  await theirs.keyboard.press('Escape');
  await button(front(theirs), '保存').click();
  await soon(() => new URL(theirs.url()).pathname).toMatch(/reportlist\/\d+$/);
  await soon(async () =>
    (await theirs.locator('.tab-name').allInnerTexts()).filter((name) => /^(新报表|岗位一览)$/.test(name)),
  ).toEqual(['岗位一览']);
  await close(mine, theirs);
});

interface Lot {
  readonly id: string;
  readonly code: string;
}
/** A count nobody has entered anything in, and the first lots of it. */
async function aCount(): Promise<{
  readonly id: string;
  readonly lots: readonly Lot[];
  counted(lot: Lot): Promise<string | null>;
}> {
  const { larder } = stage;
  const [check] = await larder.rows<{ id: string }>(`
    update stock_check set recount_amount = 999999, recount_percent = 999999, blind = 1
    where bill_code = (select min(bill_code) from stock_check where status = 'counting') returning id`);
  await larder.rows(
    `
    update stock_check_detail set line_state = 'waiting', need_second = 0, count_base_qty = null, count_qty = null,
      parts = null, first_qty = null, second_qty = null, count_user_id = null, second_user_id = null, skip_reason = ''
      where stock_check_id = $1`,
    [check!.id],
  );
  const lots = await larder.rows<Lot>(
    'select d.id, b.batch_code as code from stock_check_detail d join batch b on b.id = d.batch_id where d.stock_check_id = $1 order by d.line_no limit 5',
    [check!.id],
  );
  return {
    id: check!.id,
    lots,
    counted: async ({ id }) =>
      (
        await larder.rows<{ qty: string | null }>(
          'select count_base_qty::float::text as qty from stock_check_detail where id = $1',
          [id],
        )
      )[0]!.qty,
  };
}
const sheet = (page: Page): Locator => front(page).getByRole('grid');
async function cell(page: Page, line: string | readonly string[], column: string): Promise<Locator> {
  await sheet(page).getByRole('columnheader').filter({ hasText: column }).first().waitFor();
  const at = (await sheet(page).getByRole('columnheader').allInnerTexts()).findIndex((title) => title.includes(column));
  return sheet(page)
    .locator(
      `[role=row]${[line]
        .flat()
        .map((words) => `:has-text("${words}")`)
        .join('')} [aria-colindex="${at + 1}"]`,
    )
    .first();
}

test('promise 58: two count one stock at the desk: what each entered stands; a lot both counted is asked by name, and is neither written over unseen nor lost', async () => {
  const { id, lots, counted } = await aCount();
  const [one, two, three, four] = lots as [Lot, Lot, Lot, Lot];
  const at = `/store/invcheck/${id}`;
  const [mine, theirs] = [await person(stage, 'admin', { at }), await person(stage, 'storekeeper', { at })];
  const enter = async (page: Page, lot: Lot, keys: string): Promise<void> => {
    await (await cell(page, lot.code, '实盘数量')).click();
    await page.keyboard.type(keys);
    await page.keyboard.press('Enter');
  };
  for (const page of [mine, theirs]) await button(front(page), '填写实盘').click();
  await enter(theirs, one, '5');
  await enter(theirs, three, '5');
  await enter(theirs, four, '5');
  await soon(() => counted(four)).toBe('5');
  // Enter leads to the third lot, where he types on while his sheet learns what the other counted there.
  await enter(mine, two, '12');
  await mine.keyboard.type('7');
  await front(mine).getByText('已盘 4 /').waitFor();
  await mine.keyboard.press('Enter');
  const question = front(mine)
    .getByRole('alert')
    .filter({ hasText: await nameOf('storekeeper') });
  await question.waitFor();
  for (const words of [three.code, '5', '7']) expect(await question.innerText()).toContain(words);
  expect([await counted(one), await counted(two), await counted(three)]).toEqual(['5', '12', '5']);
  await button(question, '改为我的').click();
  await soon(() => counted(three)).toBe('7');
  await soon(() => question.count()).toBe(0);

  await enter(theirs, two, '13');
  await front(theirs).getByRole('alert').filter({ hasText: two.code }).waitFor();
  await button(front(theirs).getByRole('alert').filter({ hasText: two.code }), '保留对方的').click();
  await soon(async () => (await cell(theirs, two.code, '实盘数量')).innerText()).toContain('12');
  expect([await counted(two), await counted(four)]).toEqual(['12', '5']);
  await close(mine, theirs);
});

test('promise 58: on the phone a lot somebody else just counted is asked by name, and the own figure stays until it is decided', async () => {
  const { id, lots, counted } = await aCount();
  const mine = await person(stage, 'admin', {
    viewport: PHONE,
    hasTouch: true,
    isMobile: true,
    at: `/store/invcheck/${id}`,
  });
  await button(front(mine), '填写实盘').click();
  const card = mine.locator('.count-card');
  const entered = card.locator('.count-entry input').first();
  expect(await card.locator('.pick-lot strong').innerText()).toBe(lots[0]!.code);
  await entered.fill('8');
  await stage.larder.rows(
    `
    update stock_check_detail set line_state = 'counted', count_base_qty = 9, count_qty = 9, first_qty = 9,
      count_time = now(), count_user_id = (select id from app_user where account = 'storekeeper') where id = $1`,
    [lots[0]!.id],
  );
  await button(card, '盘好，下一行').click();
  await card
    .getByRole('alert')
    .filter({ hasText: await nameOf('storekeeper') })
    .waitFor();
  await card
    .getByText(`${await nameOf('storekeeper')} 刚盘为 9`)
    .first()
    .waitFor();
  expect([await counted(lots[0]!), await entered.inputValue()]).toEqual(['9', '8']);
  await button(card, '盘好，下一行').click();
  await soon(() => counted(lots[0]!)).toBe('8');
  await soon(() => card.locator('.pick-lot strong').innerText()).toBe(lots[1]!.code);
  await close(mine);
});

interface Wanted {
  readonly id: string;
  readonly words: readonly string[];
}

test('promise 58: two distribute requests: orders of both are made; of a line the other just ordered one is told by whom, decides again, and has lost nothing', async () => {
  const { larder } = stage;
  const lines = await larder.rows<{ id: string; material: string; bill: string }>(`
    update purchase_request_detail d set request_qty = 20, base_qty = 20 * d.factor from purchase_request r, material m
    where r.id = d.purchase_request_id and m.id = d.material_id and r.status = 'approved'
      and d.request_qty > d.ordered_qty + d.distributed_qty + d.cancelled_qty returning d.id, m.name as material, r.bill_code as bill`);
  const [one, two] = lines.map((line) => ({ ...line, words: [line.material, line.bill] })) as unknown as [
    Wanted,
    Wanted,
  ];
  const ordered = async (): Promise<number[]> => {
    const made = await larder.rows<{ id: string; orders: number }>(
      'select d.id, (select count(distinct l.to_bill_id)::int from bill_link l where l.from_line_id = d.id) as orders from purchase_request_detail d where d.id = any($1::bigint[])',
      [[one.id, two.id]],
    );
    return [one, two].map(({ id }) => made.find((each) => each.id === id)!.orders);
  };
  const start = await ordered();
  const [mine, theirs] = [
    await person(stage, 'admin', { at: '/purchasing/requestdistribution' }),
    await person(stage, 'purchaser', { at: '/purchasing/requestdistribution' }),
  ];
  const take = async (page: Page, line: Wanted, keys: string): Promise<void> => {
    await (await cell(page, line.words, '本次订购')).click();
    await page.keyboard.type(keys);
    await page.keyboard.press('Enter');
  };
  for (const page of [mine, theirs]) await button(front(page), '全部清零').click();
  await take(mine, one, '0.7');
  await take(mine, two, '0.5');
  await take(theirs, one, '0.5');
  await button(front(theirs), '生成采购订单').click();
  await agree(theirs, '生成采购订单');
  await theirs.getByText('已生成 1 张采购订单').first().waitFor();
  // His sheet is read again: what he decided stays what he decided.
  const read = mine.waitForResponse((answer) => answer.url().includes('pageDistribution'));
  await button(front(mine), '刷新').click();
  await read;
  expect(await (await cell(mine, one.words, '本次订购')).innerText()).toContain('0.7');
  // The button waits until the sheet is read again: whoever presses then sends what he sees.
  await mine.route('**/pageDistribution*', async (route) => {
    await pause(700);
    await route.continue().catch(() => {});
  });
  await button(front(mine), '生成采购订单').click();
  await agree(mine, '生成采购订单');
  await mine
    .getByText(`${await nameOf('purchaser')} 刚订购`)
    .first()
    .waitFor();
  expect(await ordered()).toEqual([start[0]! + 1, start[1]]);
  for (const [line, qty] of [
    [one, '0.7'],
    [two, '0.5'],
  ] as const)
    expect(await (await cell(mine, line.words, '本次订购')).innerText()).toContain(qty);
  await front(mine).locator('.ant-btn-loading').waitFor({ state: 'detached' });
  await button(front(mine), '生成采购订单').click();
  await agree(mine, '生成采购订单');
  await mine.getByText('已生成').first().waitFor();
  expect(await ordered()).toEqual([start[0]! + 2, start[1]! + 1]);
  await close(mine, theirs);
});

test('promise 58: two draw one process: whose drawing stands is asked by name, and what was drawn stays until it is', async () => {
  const { larder } = stage;
  const [model] = await larder.rows<{ id: string }>('select id from flow_model order by id limit 1');
  const at = `/flow/model/${model!.id}`;
  const name = async (): Promise<string> =>
    (await larder.rows<{ name: string }>('select name from flow_model where id = $1', [model!.id]))[0]!.name;
  const [mine, theirs] = [await person(stage, 'admin', { at }), await person(stage, 'tenant-admin', { at })];
  for (const [page, called] of [
    [mine, '采购审批甲'],
    [theirs, '采购审批乙'],
  ] as const)
    await front(page).getByLabel('模型名称').fill(called);
  await button(front(theirs), '保存').click();
  await soon(name).toBe('采购审批乙');
  await button(front(mine), '保存').click();
  const question = mine.getByRole('dialog').filter({ hasText: `${await nameOf('tenant-admin')} 也改了这个流程` });
  await button(question, '取 ?消').click();
  expect([await name(), await front(mine).getByLabel('模型名称').inputValue()]).toEqual(['采购审批乙', '采购审批甲']);
  await button(front(mine), '保存').click();
  await button(question, '用我的覆盖').click();
  await soon(name).toBe('采购审批甲');
  await close(mine, theirs);
});
