// Areas: counting, issuing, frame
import type { BrowserContext, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { agree, button, front, journey, leaveComputer, person, PHONE, soon, store } from '../support/journey.ts';
import { storedItem } from '../support/stored-item.ts';

const stage = journey();
const KEEPING = { serviceWorkers: 'allow' } as const;
const TOUCH = { viewport: PHONE, hasTouch: true, isMobile: true, ...KEEPING };

interface Line {
  readonly id: string;
  readonly qty: string | null;
  readonly state: string;
}
/** A count with lots nobody counted, in which no lot is counted twice. */
async function aCount(): Promise<string> {
  const [check] = await stage.larder.rows<{ id: string }>(
    `update stock_check set recount_amount = 99999999, recount_percent = 9999, blind = 1 where id = (
      select d.stock_check_id from stock_check_detail d join stock_check c on c.id = d.stock_check_id
      where c.status = 'counting' group by 1 order by count(*) desc limit 1) returning id`,
  );
  await stage.larder.rows(
    `update stock_check_detail set line_state = 'waiting', need_second = 0, count_base_qty = null, count_qty = null,
      first_qty = null, count_user_id = null, second_user_id = null, skip_reason = null, count_aux_qty = null
      where stock_check_id = $1`,
    [check!.id],
  );
  await stage.larder.rows('delete from device_entry');
  return check!.id;
}
const linesOf = (check: string): Promise<Line[]> =>
  stage.larder.rows<Line>(
    `select id::text, count_base_qty::float::text as qty, line_state as state from stock_check_detail
      where stock_check_id = $1 order by line_no`,
    [check],
  );
const counted = async (check: string): Promise<(string | null)[]> =>
  (await linesOf(check)).flatMap(({ qty, state }) => (state === 'waiting' ? [] : [qty]));
const taken = async (): Promise<number> => (await stage.larder.rows('select 1 from device_entry')).length;

/** The program is on the device. */
async function kept(page: Page): Promise<void> {
  await soon(() =>
    page.evaluate(async () => {
      const { active } = await navigator.serviceWorker.ready;
      const [name] = await caches.keys();
      const files = name === undefined ? [] : await (await caches.open(name)).keys();
      return active?.state === 'activated' && files.length > 20;
    }),
  ).toBe(true);
}

/** Somebody enters counts on a phone whose program and count are kept for use without a network. */
async function counter(check: string, language: 'zh' | 'en' = 'zh', account = 'storekeeper'): Promise<Page> {
  const page = await person(stage, account, TOUCH);
  await store(page, stage.larder.address, { 'larder:language': storedItem(language) });
  await page.goto(`${stage.larder.address}/store/invcheck/${check}`);
  await button(front(page), language === 'zh' ? '填写实盘' : 'Enter counts').click();
  await page.locator('.count-card').waitFor();
  await kept(page);
  return page;
}
const lot = (page: Page): Promise<string> => page.locator('.count-card .pick-lot strong').innerText();
/** Enters a figure for the lot that is shown, and waits for the next. */
async function count(page: Page, qty: string, next = '盘好，下一行'): Promise<string> {
  const card = page.locator('.count-card');
  const before = await lot(page);
  await card.locator('.count-entry input').first().fill(qty);
  const pieces = card.locator('.count-entry input').nth(1);
  if ((await pieces.count()) > 0) await pieces.fill('1');
  await button(card, next).click();
  await soon(() => lot(page)).not.toBe(before);
  return before;
}
/** Ships the bill as it is proposed, the rest kept open. */
async function ship(page: Page): Promise<void> {
  await button(page.locator('.pick-progress'), '核对').click();
  const rest = page.getByRole('checkbox');
  if ((await rest.count()) > 0) await rest.first().uncheck();
  await button(page.locator('.pick-card'), '出库').click();
}
const chip = (page: Page) => page.locator('.offline-chip');
const away = (context: BrowserContext, isAway: boolean): Promise<void> => context.setOffline(isAway);

test('S19: a phone in a cellar: the count goes on through a reload and a closed page, and all of it arrives once', async () => {
  const check = await aCount();
  const page = await counter(check, 'en');
  const context = page.context();
  await count(page, '3', 'Counted, next');
  await soon(() => counted(check)).toEqual(['3']);
  await away(context, true);
  await count(page, '4', 'Counted, next');
  await soon(() => chip(page).getAttribute('title')).toBe('Offline · 1 to send');
  await count(page, '5', 'Counted, next');
  await page.reload();
  await page.getByText(/^3 of \d+ counted$/).waitFor();
  await count(page, '6', 'Counted, next');
  await soon(() => chip(page).getAttribute('title')).toBe('Offline · 3 to send');
  await page.goto('about:blank');
  const other = await context.newPage();
  await other.goto(`${stage.larder.address}/outbox`);
  const list = other.locator('.outbox-page');
  await list.getByRole('heading', { name: '3 to send' }).waitFor();
  await list.getByRole('region', { name: 'Bills on this device' }).getByRole('link').first().click();
  await other.getByText(/^4 of \d+ counted$/).waitFor();
  await count(other, '7', 'Counted, next');
  // The same entry corrected before it was sent is one entry.
  await button(other.locator('.count-card'), 'Back').click();
  await soon(() => other.locator('.count-entry input').first().inputValue()).toBe('7');
  await count(other, '8', 'Counted, next');
  expect(await counted(check)).toEqual(['3']);
  // Both pages are open when the network is back: one of them sends.
  await page.goto(`${stage.larder.address}/outbox`);
  await page.locator('.outbox-page').waitFor();
  const sent: string[] = [];
  context.on('request', (request) => {
    if (request.url().endsWith('/saveDetail')) sent.push(request.url());
  });
  await away(context, false);
  await soon(() => counted(check)).toEqual(['3', '4', '5', '6', '8']);
  await soon(() => chip(other).count()).toBe(0);
  await soon(() => chip(page).count()).toBe(0);
  expect(sent).toHaveLength(1);
  expect(await taken()).toBe(5);
  await context.close();
});

test('an answer that is lost is asked for again, and the count is taken over once', async () => {
  const check = await aCount();
  const page = await counter(check);
  let lost = 0;
  await page.route('**/saveDetail', async (route) => {
    if (lost >= 4) return route.continue();
    lost += 1;
    await route.fetch();
    await route.abort('connectionreset');
  });
  await count(page, '5');
  await count(page, '6');
  await soon(() => counted(check)).toEqual(['5', '6']);
  await soon(() => chip(page).count()).toBe(0);
  expect(lost).toBe(4);
  expect(await taken()).toBe(2);
  await page.context().close();
});

test('what somebody else counted meanwhile is not written over: the entry is listed with both figures, put right and sent', async () => {
  const check = await aCount();
  const page = await counter(check);
  await away(page.context(), true);
  await count(page, '5');
  await count(page, '6');
  const [first] = await linesOf(check);
  await stage.larder.rows(
    `update stock_check_detail set line_state = 'counted', count_base_qty = 9, count_qty = 9, first_qty = 9, factor = 1,
      count_user_id = (select id from app_user where account = 'admin' limit 1) where id = $1`,
    [first!.id],
  );
  await away(page.context(), false);
  await soon(() => counted(check)).toEqual(['9', '6']);
  await soon(() => chip(page).getAttribute('title')).toBe('1 条未接收');
  await chip(page).click();
  const box = page.getByRole('region', { name: '未接收' });
  await box.getByText(/刚由 .+ 盘为 9，请核对，仍按您的数请再填一次/).waitFor();
  await page.reload();
  await button(box, '更正').click();
  const card = page.locator('.count-card');
  await soon(() => card.locator('.count-entry input').first().inputValue()).toBe('5');
  await card.getByRole('alert').filter({ hasText: '盘为 9' }).waitFor();
  await button(card, '盘好，下一行').click();
  await soon(() => counted(check)).toEqual(['5', '6']);
  await soon(() => chip(page).count()).toBe(0);
  await leaveComputer(page);
});

test('rights that were taken away meanwhile: nothing is lost, and it is sent once they are back, or let go', async () => {
  const check = await aCount();
  const page = await counter(check);
  await away(page.context(), true);
  await count(page, '5');
  await count(page, '6');
  const taking = await stage.larder.rows<{ roleId: string; menuId: string }>(
    `delete from role_menu where menu_id in (select id from menu where code = 'invcheck_save_detail')
      returning role_id::text as "roleId", menu_id::text as "menuId"`,
  );
  expect(taking.length).toBeGreaterThan(0);
  // Whoever is signed in is known by the rights of a few seconds ago.
  await stage.larder.rows('select pg_sleep(6)');
  await away(page.context(), false);
  await soon(() => chip(page).getAttribute('title')).toBe('2 条未接收');
  expect(await counted(check)).toEqual([]);
  for (const { roleId, menuId } of taking)
    await stage.larder.rows('insert into role_menu (role_id, menu_id) values ($1, $2)', [roleId, menuId]);
  await stage.larder.rows('select pg_sleep(6)');
  await chip(page).click();
  const box = page.getByRole('region', { name: '未接收' });
  await button(box.getByRole('listitem').last(), '放弃').click();
  await agree(page, '放弃');
  await soon(() => chip(page).getAttribute('title')).toBe('1 条未接收');
  await button(box, '全部再传一次').click();
  await soon(() => counted(check)).toEqual(['5']);
  await soon(() => chip(page).count()).toBe(0);
  await leaveComputer(page);
});

test('another person on the same phone neither sees nor sends what the first one entered', async () => {
  const check = await aCount();
  const page = await counter(check);
  await away(page.context(), true);
  await count(page, '5');
  const mine = await page.evaluate(() => localStorage.getItem('larder:session'));
  await page.goto('about:blank');
  await away(page.context(), false);
  await page.goto(`${stage.larder.address}/api/health`);
  await page.evaluate(() => localStorage.removeItem('larder:session'));
  const theirs = await person(stage, 'admin', KEEPING);
  const session = await theirs.evaluate(() => localStorage.getItem('larder:session'));
  await leaveComputer(theirs);
  await page.evaluate((item) => localStorage.setItem('larder:session', item!), session);
  await page.goto(`${stage.larder.address}/outbox`);
  const list = page.locator('.outbox-page');
  await list.getByText('没有待上传的内容').waitFor();
  await list.getByText(/还没有。联网时/).waitFor();
  expect(await counted(check)).toEqual([]);
  await page.evaluate((item) => localStorage.setItem('larder:session', item!), mine);
  await page.goto(`${stage.larder.address}/outbox`);
  await soon(() => counted(check)).toEqual(['5']);
  await leaveComputer(page);
});

test('S19: a bill is picked and shipped in a cellar: it waits on the phone, is shipped once, and what is refused stands at its bill', async () => {
  const [bill] = await stage.larder.rows<{ id: string }>(
    `select o.id from out_store o where o.status = 'to-pick' order by o.id limit 1`,
  );
  await stage.larder.rows(
    'update material set catch_weight = 0 where id in (select material_id from out_store_detail where out_store_id = $1)',
    [bill!.id],
  );
  const address = `${stage.larder.address}/store/invoutstore/${bill!.id}/pick`;
  const state = async (): Promise<string> =>
    (await stage.larder.rows<{ status: string }>('select status from out_store where id = $1', [bill!.id]))[0]!.status;
  const page = await person(stage, 'storekeeper', TOUCH);
  await page.goto(address);
  const card = page.locator('.pick-card');
  await card.waitFor();
  await kept(page);
  await away(page.context(), true);
  await page.reload();
  await card.waitFor();
  await ship(page);
  await soon(() => chip(page).getAttribute('title')).toBe('离线 · 1 条待上传');
  // Somebody else ships it meanwhile.
  await stage.larder.rows(`update out_store set status = 'shipped' where id = $1`, [bill!.id]);
  await away(page.context(), false);
  await soon(() => chip(page).getAttribute('title')).toBe('1 条未接收');
  await page
    .getByRole('region', { name: '未接收' })
    .getByText(/已出库/)
    .waitFor();
  await stage.larder.rows(`update out_store set status = 'to-pick' where id = $1`, [bill!.id]);
  await button(page.getByRole('region', { name: '未接收' }), '更正').click();
  await page.getByRole('status').filter({ hasText: '离线出库未被接收' }).waitFor();
  await ship(page);
  await soon(state).not.toBe('to-pick');
  await soon(() => chip(page).count()).toBe(0);
  await leaveComputer(page);
});

test('a phone that was away for longer than the company allows says so, on its pages and after a reload', async () => {
  const check = await aCount();
  const setHours = (hours: string): Promise<unknown> =>
    stage.larder.rows(`update param set param_value = $1 where param_key = 'offline.hours'`, [hours]);
  await setHours('4');
  const page = await counter(check);
  await away(page.context(), true);
  await count(page, '5');
  const said = page.getByRole('status').filter({ hasText: '已离线超过 4 小时' });
  expect(await said.count()).toBe(0);
  // Five hours pass for the phone.
  await page.evaluate(
    (since) => {
      const item = JSON.parse(localStorage.getItem('larder:away-since')!) as object;
      localStorage.setItem('larder:away-since', JSON.stringify({ ...item, content: since }));
    },
    await page.evaluate(() => Date.now() - 5 * 3_600_000),
  );
  await page.reload();
  await page.locator('.count-card').waitFor();
  await said.waitFor();
  await chip(page).click();
  await page.locator('.outbox-page').getByText('已离线超过 4 小时').waitFor();
  await away(page.context(), false);
  await soon(() => counted(check)).toEqual(['5']);
  await soon(() => page.getByText('已离线超过').filter({ visible: true }).count()).toBe(0);
  await setHours('8');
  await page.context().close();
});

test('the application can be installed, and its worker is asked for anew at every visit', async () => {
  const { address } = stage.larder;
  const page = await person(stage, 'storekeeper', { at: '/outbox', ...KEEPING });
  const link = await page.locator('link[rel="manifest"]').getAttribute('href');
  const manifest = (await (await fetch(`${address}${link}`)).json()) as {
    name: string;
    start_url: string;
    display: string;
    icons: { src: string; type: string }[];
  };
  expect([manifest.name, manifest.start_url, manifest.display]).toEqual(['膳链', '/', 'standalone']);
  for (const { src, type } of manifest.icons)
    expect((await fetch(`${address}${src}`)).headers.get('content-type'), src).toContain(type);
  const worker = await fetch(`${address}/sw.js`);
  expect(worker.headers.get('cache-control')).toBe('no-cache');
  const { files } = JSON.parse(/^const SHELL = (.*);$/m.exec(await worker.text())![1]!) as { files: string[] };
  for (const file of files)
    expect((await fetch(`${address}${file}`)).headers.get('content-type'), file).toMatch(/javascript|css|wasm/);
  await leaveComputer(page);
});
