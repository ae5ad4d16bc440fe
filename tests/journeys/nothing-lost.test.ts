// Areas: frame, purchasing
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  agree,
  button,
  front,
  go,
  journey,
  person,
  noticeOf,
  signIn,
  soon,
  leaveComputer,
} from '../support/journey.ts';

// What a person typed is theirs, whatever happens to the tab, the page, the browser or the server.
const stage = journey({ ownProcess: true });
const unit = (page: Page) => page.locator('.record-drawer');
const field = (page: Page, name: string) => unit(page).getByRole('textbox', { name, exact: true });
/** The chip says so once the device has it. */
const draftChip = (page: Page) =>
  page
    .getByText(/已存于本机|已恢复本机草稿/)
    .filter({ visible: true })
    .first();
const restored = (page: Page) => page.getByText('已恢复本机草稿').filter({ visible: true }).first();

const newUnit = async (page: Page, code: string, name: string): Promise<void> => {
  await button(front(page), '新增').click();
  await field(page, '单位编码').fill(code);
  await field(page, '单位名称').fill(name);
  await draftChip(page).waitFor();
};
const openUnit = async (page: Page, words: string): Promise<void> => {
  await front(page).getByRole('textbox').first().fill(words);
  await soon(() => front(page).locator('tr.ant-table-row').first().innerText()).toContain(words);
  await front(page).getByRole('row').filter({ hasText: words }).first().press('Enter');
  await field(page, '单位名称').waitFor();
};
const crash = async (page: Page): Promise<Page> => {
  const crashed = page.waitForEvent('crash');
  const session = await page.context().newCDPSession(page);
  session.send('Page.crash').catch(() => undefined);
  await crashed;
  // The same profile, a new page: what a browser offers after a crash.
  const next = await page.context().newPage();
  await next.goto(`${stage.larder.address}/`);
  await next.locator('main#content h1').first().waitFor();
  return next;
};

/** What this device keeps of half-filled forms. */
const kept = (page: Page): Promise<string> =>
  page.evaluate(
    () =>
      new Promise<string>((resolve, reject) => {
        const opening = indexedDB.open('larder');
        opening.onerror = () => reject(opening.error ?? new Error('IndexedDB'));
        opening.onsuccess = () => {
          const drafts = opening.result.transaction('drafts').objectStore('drafts').getAll();
          drafts.onerror = () => reject(drafts.error ?? new Error('IndexedDB'));
          drafts.onsuccess = () => {
            opening.result.close();
            resolve(JSON.stringify(drafts.result));
          };
        };
      }),
  );

test('a half-filled form survives a change of tab, a reload and a crash', async () => {
  let page = await person(stage, 'admin');
  await go(page, '计量单位');
  await newUnit(page, 'HALF', '半张表');
  await page.keyboard.press('Escape');
  await go(page, '物料类型');
  await go(page, '计量单位');
  await button(front(page), '新增').click();
  await soon(() => field(page, '单位名称').inputValue()).toBe('半张表');

  await page.reload();
  await button(front(page), '新增').click();
  await soon(() => field(page, '单位名称').inputValue()).toBe('半张表');
  await restored(page).waitFor();

  await field(page, '单位名称').fill('半张表又一笔');
  // The chip stands already, from the reload.
  await soon(() => kept(page)).toContain('半张表又一笔');
  page = await crash(page);
  await go(page, '计量单位');
  await button(front(page), '新增').click();
  await soon(() => field(page, '单位名称').inputValue()).toBe('半张表又一笔');
  expect(await field(page, '单位编码').inputValue()).toBe('HALF');
});

test('what one person left half-filled on a device is there for that person again, and for nobody else', async () => {
  const page = await person(stage, 'admin');
  await go(page, '计量单位');
  await newUnit(page, 'MINE', '只有我看');
  await page.keyboard.press('Escape');
  const signOut = async (): Promise<void> => {
    await page.locator('.top-bar .ant-avatar').first().click();
    await page.getByRole('menuitem', { name: '退出系统' }).click();
    await agree(page, '确定');
    await page.getByLabel('账号').waitFor();
  };
  await signOut();
  await signIn(page, stage.larder.address, 'data-steward');
  await go(page, '计量单位');
  await button(front(page), '新增').click();
  await field(page, '单位名称').waitFor();
  // A draft is there well within a second of its form.
  await page.waitForTimeout(1_000);
  expect([await field(page, '单位名称').inputValue(), await restored(page).count()]).toEqual(['', 0]);
  await page.keyboard.press('Escape');
  await signOut();
  await signIn(page, stage.larder.address, 'admin');
  await go(page, '计量单位');
  await button(front(page), '新增').click();
  await soon(() => field(page, '单位名称').inputValue()).toBe('只有我看');
  await leaveComputer(page);
});

test('who writes before all of a page has come is not taken to another field by what comes later', async () => {
  const page = await person(stage, 'chef');
  let comes: () => void = () => {};
  const allowed = new Promise<void>((resolve) => {
    comes = resolve;
  });
  await page.route('**/assets/line-grid-*.js', async (route) => {
    await allowed;
    await route.continue();
  });
  await button(await go(page, '领料单'), '新增').click();
  const bill = front(page).locator('article.document');
  await bill.getByRole('combobox', { name: '发料仓库' }).click();
  comes();
  await bill.getByRole('grid').first().waitFor();
  await page.keyboard.type('仓');
  expect(await bill.getByRole('combobox', { name: '发料仓库' }).inputValue()).toBe('仓');
  await leaveComputer(page);
});

test('a notice that is being written is there, and is written on, after another tab was in front', async () => {
  const page = await person(stage, 'admin');
  await button(await go(page, '通知公告'), '新增').click();
  const text = page.locator('.rich-editor').getByRole('textbox').filter({ visible: true });
  await text.click();
  await page.keyboard.type('明日停电');
  await go(page, '计量单位');
  await go(page, '通知公告');
  await soon(() => text.innerText()).toBe('明日停电');
  await text.press('End');
  await page.keyboard.type('，八点恢复');
  await soon(() => text.innerText()).toBe('明日停电，八点恢复');
  await leaveComputer(page);
});

test('a half-filled document survives a change of tab, a reload and a crash, lines included', async () => {
  let page = await person(stage, 'admin');
  await go(page, '采购订单');
  await button(front(page), '新增').click();
  await front(page).getByRole('textbox', { name: '备注', exact: true }).first().fill('写到一半的订单');
  const grid = (): Locator => front(page).getByRole('grid').first();
  await grid().waitFor();
  const titles = await grid().getByRole('columnheader').allInnerTexts();
  const at = titles.findIndex((title) => title.includes('订购数量')) + 1;
  const quantity = (): Locator => grid().locator(`.lg-row[aria-rowindex="2"] [aria-colindex="${at}"]`).first();
  await quantity().click();
  await page.keyboard.type('7.25');
  await page.keyboard.press('Enter');
  await draftChip(page).waitFor();
  await page.waitForTimeout(600);
  const same = async (): Promise<void> => {
    await soon(() => front(page).getByRole('textbox', { name: '备注', exact: true }).first().inputValue()).toBe(
      '写到一半的订单',
    );
    await soon(() => quantity().innerText()).toContain('7.25');
  };
  await go(page, '请购单');
  await page.locator('.tab-name').filter({ hasText: '新建采购订单' }).click();
  await same();
  await page.reload();
  await same();
  await restored(page).waitFor();
  page = await crash(page);
  await page.goto(`${stage.larder.address}/purchasing/purchaseorder/new`);
  await same();
});

test('the same field changed by two is asked by name, with both versions, and nothing is saved before it is chosen', async () => {
  const [mine, theirs] = [await person(stage, 'admin'), await person(stage, 'data-steward')];
  for (const page of [mine, theirs]) {
    await go(page, '计量单位');
    await openUnit(page, '千克');
  }
  await field(theirs, '符号').fill('Kg');
  await button(unit(theirs), '保存').click();
  expect(await noticeOf(theirs)).toBe('更新成功 · KG 千克');
  await field(mine, '符号').fill('KG');
  await button(unit(mine), '保存').click();
  const both = mine.getByRole('dialog').filter({ hasText: '也改了这里' });
  await both.waitFor();
  await both.getByRole('row').filter({ hasText: '符号' }).waitFor();
  const words = await both.getByRole('row').filter({ hasText: '符号' }).innerText();
  expect(words).toContain('KG');
  expect(words).toContain('Kg');
  expect(await both.innerText()).toContain(
    (
      await stage.larder.rows<{ name: string }>("select real_name as name from app_user where account = 'data-steward'")
    )[0]!.name,
  );
  expect(await button(both, '按所选保存').isDisabled()).toBe(true);
  await both.getByRole('row').filter({ hasText: '符号' }).getByRole('radio').last().check();
  await button(both, '按所选保存').click();
  expect(await noticeOf(mine)).toContain('更新成功');
  await soon(() => front(mine).getByRole('row').filter({ hasText: '千克' }).first().innerText()).toContain('Kg');
});

test('the server dies in the middle of a save: what was typed stays, trying again saves once', async () => {
  const page = await person(stage, 'admin');
  await go(page, '计量单位');
  await newUnit(page, 'ONCE', '只此一次');
  await unit(page).getByRole('combobox', { name: '单位类别' }).click();
  await page
    .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option')
    .filter({ hasText: '计数' })
    .click();
  await draftChip(page).waitFor();
  // The request arrives and is carried out; its answer never comes, because the server is gone by then.
  let lost = false;
  await page.route('**/materialunit/submit', async (route) => {
    if (lost) return route.continue();
    lost = true;
    await route.fetch();
    await stage.larder.kill();
    await route.abort('connectionreset');
  });
  await button(unit(page), '保存').click();
  await page.getByText('没有连上服务器').first().waitFor();
  expect(await field(page, '单位名称').inputValue()).toBe('只此一次');
  await stage.larder.restart();
  await button(unit(page), '保存').click();
  await page.getByText('新增成功').first().waitFor();
  await unit(page).locator('.record-foot').waitFor({ state: 'hidden' });
  await front(page).getByRole('textbox').first().fill('只此一次');
  await soon(() => front(page).locator('tr.ant-table-row').count()).toBe(1);
});

test('a cut network is said at once, with the time of what is shown; back again, neither that nor the error it led to is said any longer', async () => {
  const page = await person(stage, 'admin');
  await go(page, '计量单位');
  await newUnit(page, 'CUT', '断网');
  const strip = page.locator('.cut-strip');
  const faded = (): Promise<string> =>
    front(page)
      .locator('.ant-table-tbody')
      .evaluate((rows) => getComputedStyle(rows).opacity);
  expect([await strip.count(), await faded()]).toEqual([0, '1']);
  await page.context().setOffline(true);
  await strip.waitFor({ timeout: 2_000 });
  expect(await strip.innerText()).toMatch(/网络已断开，显示的是 \d\d:\d\d 的数据\s*重试/);
  await soon(faded).toBe('0.5');
  await unit(page).getByRole('combobox', { name: '单位类别' }).click();
  await page
    .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option')
    .filter({ hasText: '计数' })
    .click();
  await button(unit(page), '保存').click();
  await page.locator('.ant-notification-notice').filter({ hasText: '没有连上服务器' }).waitFor();
  await page.context().setOffline(false);
  await strip.waitFor({ state: 'detached' });
  await soon(() => page.locator('.ant-notification-notice').count()).toBe(0);
  await soon(faded).toBe('1');
  await button(unit(page), '保存').click();
  expect(await noticeOf(page)).toMatch(/^新增成功 · CUT 断网/);
  await leaveComputer(page);
});

test('what the server answered before the network was cut does not say that it is back, however late it comes', async () => {
  const page = await person(stage, 'admin');
  const strip = page.locator('.cut-strip');
  let isHeld = true;
  let answer: () => void = () => {};
  const cut = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/materialunit/page**', async (route) => {
    if (!isHeld) return route.continue();
    isHeld = false;
    const response = await route.fetch();
    await cut;
    await route.fulfill({ response });
  });
  await go(page, '计量单位');
  await soon(() => isHeld).toBe(false);
  await page.context().setOffline(true);
  await strip.waitFor();
  answer();
  await front(page).locator('tr.ant-table-row').first().waitFor();
  expect(await strip.count()).toBe(1);
  await page.context().setOffline(false);
  await strip.waitFor({ state: 'detached' });
  await leaveComputer(page);
});

test('what was decided about request lines stands after a reload, becomes the orders it says, and is gone once they are made', async () => {
  const page = await person(stage, 'admin');
  await go(page, '请购分配');
  await button(front(page), '全部清零').click();
  const [line] = await stage.larder.rows<{
    id: string;
    open: string;
    material: string;
    ordered: string;
    orders: number;
  }>(`
    select d.id, (d.request_qty - d.ordered_qty - d.distributed_qty - d.cancelled_qty)::text as open, m.name as material,
      d.ordered_qty::text as ordered, (select count(*)::int from bill_link where from_line_id = d.id) as orders
      from purchase_request r join purchase_request_detail d on d.purchase_request_id = r.id
      join material m on m.id = d.material_id
    where r.status = 'approved' and d.request_qty > d.ordered_qty + d.distributed_qty + d.cancelled_qty
    order by d.delivery_date, r.bill_code limit 1`);
  const row = front(page).getByRole('row').filter({ hasText: line!.material }).first();
  await row.getByRole('gridcell').filter({ hasText: line!.material }).click();
  // Two columns on stands how much is ordered now, one further from whom.
  for (const key of ['ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
  const summary = front(page).getByText(/^1 行 · 1 家供应商 · 1 张订单 · 订单合计 ¥[\d,.]+$/);
  // Less than he sells comes to as much as the least he sells.
  await page.keyboard.type('0.3');
  await page.keyboard.press('Enter');
  await summary.waitFor();
  const least = await summary.innerText();
  await page.keyboard.press('ArrowUp');
  // As he sells it, and not all that is open.
  await page.keyboard.type('0.5');
  await page.keyboard.press('Enter');
  await page.waitForTimeout(1_000);
  expect(await summary.innerText()).toBe(least);

  await page.reload();
  await summary.waitFor();
  await button(front(page), '生成采购订单').click();
  await agree(page, '生成采购订单');
  await page.getByText('已生成 1 张采购订单').first().waitFor();
  const [ordered] = await stage.larder.rows<{ qty: string; orders: number }>(
    'select (ordered_qty - $2::numeric)::float::text as qty, (select count(*)::int from bill_link where from_line_id = $1) as orders from purchase_request_detail where id = $1',
    [line!.id, line!.ordered],
  );
  expect([ordered!.qty, ordered!.orders]).toEqual(['0.5', line!.orders + 1]);
  const [made] = await stage.larder.rows<{ amount: string }>(
    'select amount::text from purchase_order order by id desc limit 1',
  );
  expect(Number(least.split('¥')[1]!.replaceAll(',', ''))).toBe(Number(made!.amount));
  await page.keyboard.press('Escape');
  await soon(() => button(front(page), '恢复建议').count()).toBe(0);
});
