// Areas: distribution
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import {
  button,
  choose,
  front,
  go,
  journey,
  leaveComputer,
  noticeOf,
  person,
  PHONE,
  soon,
  store,
} from '../support/journey.ts';
import { attachScale, weighs } from './serial-scale.ts';
import { storedItem } from '../support/stored-item.ts';
import { aSortingDay, LILY, LOTUS, posting, type SortingDay } from './sorting-day.ts';

// A night at the factory: what was ordered is weighed out for every site, what is short is shared, the vehicle is loaded.
const stage = journey();
let night: SortingDay;
beforeAll(async () => {
  night = await aSortingDay(stage);
});

interface Line {
  readonly id: string;
  readonly state: string;
  readonly num: number;
  readonly target: number | null;
  readonly reason: string | null;
}
const linesOf = (material: string): Promise<Line[]> =>
  stage.larder.rows<Line>(
    `select id::text, state, num::float8 as num, target_qty::float8 as target, short_reason as reason
    from distribution_statement_log where material_id = $1 order by stop_seq nulls last, id`,
    [material],
  );
const states = async (material: string): Promise<string[]> =>
  (await linesOf(material)).map(({ state, num }) => `${state} ${num}`);
const table = (page: Page): Locator => front(page).locator('.sorting');
/** The table of the day that is sorted, which need not be the one it is here. */
async function openTable(page: Page): Promise<Locator> {
  await page.goto(`${stage.larder.address}/distribution/sortingtable?date=${night.day}`);
  await table(page).locator('.sort-groups').waitFor();
  return table(page);
}
/** Takes a group at the left. */
const take = (page: Page, name: string): Promise<void> =>
  table(page)
    .locator('.sort-groups')
    .getByRole('button', { name: new RegExp(name) })
    .click();
async function weigh(page: Page, figure: string, says: string): Promise<void> {
  const pad = page.locator('.sort-pad');
  await pad.locator('.number-pad-figure input').fill(figure);
  await button(pad, says).click();
}

test('W20 W19: by goods: weighed, short with a reason, taken back; every tour shows how far it is', async () => {
  const page = await person(stage, 'factory-staff');
  const room = await openTable(page);
  await take(page, LOTUS);
  const pad = page.locator('.sort-pad');
  await pad.getByText('20 千克').first().waitFor();
  // Fingers on big keys: 19.8 is within the tolerance.
  for (const key of ['1', '9', '.', '8']) await pad.getByRole('button', { name: key, exact: true }).click();
  await button(pad, '确认 19.8 千克').click();
  await soon(() => states(night.lotus)).toEqual(['done 19.8', 'waiting 0']);
  await soon(() => room.locator('.sort-routes').getByText('25 %').count()).toBe(1);
  // The next one came by itself. Too much is refused before it is sent, too little asks why.
  await pad.locator('.number-pad-figure input').fill('25');
  await pad.getByRole('alert').getByText('超出允差上限').waitFor();
  await pad.locator('.number-pad-figure input').fill('12');
  expect(await button(pad, '缺货确认 12 千克').isDisabled()).toBe(true);
  await button(pad, '质量不合格').click();
  await button(pad, '缺货确认 12 千克').click();
  await soon(() => states(night.lotus)).toEqual(['done 19.8', 'short 12']);
  await room.getByText('这一组都拣完了').waitFor();
  await room.locator('.sort-lines li').nth(1).getByRole('button', { name: /撤销/ }).click();
  await soon(() => states(night.lotus)).toEqual(['done 19.8', 'undone 0']);
  await weigh(page, '20', '确认 20 千克');
  await soon(() => states(night.lotus)).toEqual(['done 19.8', 'done 20']);
  // By client the same lines stand in another order.
  await room.getByText('按客户').click();
  await take(page, night.sites[0]!.name);
  await room.locator('.sort-lines').getByText(LOTUS).waitFor();
  await room.locator('.sort-lines').getByText(LILY).waitFor();
  const [line] = await linesOf(night.lotus);
  await page.goto(`${stage.larder.address}/distribution/distributionstatementlogs/${line!.id}`);
  await front(page).getByRole('region', { name: '操作记录' }).getByText('分拣').waitFor();
  await page.context().close();
});

test('W20: a tablet whose network is gone for a while: what was sorted arrives once', async () => {
  const page = await person(stage, 'factory-staff', {
    viewport: { width: 820, height: 1180 },
    hasTouch: true,
    serviceWorkers: 'allow',
  });
  await store(page, stage.larder.address, { 'larder:language': storedItem('en') });
  const sorted = (await linesOf(night.lotus)).filter(({ state }) => state === 'done' || state === 'short');
  const post = posting(stage);
  if (sorted.length > 0)
    await post('distributionstatementlogs/undo', { ids: sorted.map(({ id }) => id) }, 'factory-staff');
  const room = await openTable(page);
  await take(page, LOTUS);
  await page.context().setOffline(true);
  await weigh(page, '20.1', 'Sort 20.1 kg');
  await soon(() => page.locator('.offline-chip').getAttribute('title')).toBe('Offline · 1 to send');
  await room.getByText('Not sent yet').waitFor();
  await weigh(page, '19.9', 'Sort 19.9 kg');
  await soon(() => page.locator('.offline-chip').getAttribute('title')).toBe('Offline · 2 to send');
  // What was never sent is simply let go, and entered anew.
  await room
    .locator('.sort-lines li')
    .nth(1)
    .getByRole('button', { name: /Take back/ })
    .click();
  await soon(() => page.locator('.offline-chip').getAttribute('title')).toBe('Offline · 1 to send');
  await weigh(page, '20', 'Sort 20 kg');
  expect((await linesOf(night.lotus)).map(({ num }) => num)).toEqual([0, 0]);
  await page.context().setOffline(false);
  await soon(() => states(night.lotus)).toEqual(['done 20.1', 'done 20']);
  await soon(() => page.locator('.offline-chip').count()).toBe(0);
  const acts = await stage.larder.rows<{ op: string }>(
    'select op from distribution_statement_event where log_id = $1 order by id desc limit 2',
    [(await linesOf(night.lotus))[0]!.id],
  );
  expect(acts[0]!.op).toBe('sort');
  await page.context().close();
});

test('B14: ten kilos for two sites that want ten each: shared, confirmed, and each manager reads his own reason', async () => {
  const page = await person(stage, 'factory-staff');
  await button(await go(page, '缺货分摊'), '新增').click();
  const form = front(page).locator('article.document');
  await choose(page, form.getByRole('combobox', { name: '工厂仓' }), night.storeName);
  await form.getByRole('textbox', { name: '配送日期' }).fill(night.day);
  await page.keyboard.press('Enter');
  await choose(page, form.getByRole('combobox', { name: '物料' }), LILY);
  const shares = form.getByRole('region', { name: '试算' });
  await shares.getByText('5 / 10 千克').first().waitFor();
  expect(await shares.getByText('缺 5 千克').count()).toBeGreaterThanOrEqual(2);
  await page.keyboard.press('Control+s');
  expect(await noticeOf(page)).toContain('新增成功');
  await button(front(page).locator('.action-bar'), '确认分摊').click();
  await soon(async () => (await linesOf(night.lily)).map(({ target }) => target)).toEqual([5, 5]);
  await page.context().close();

  // Whoever manages the first site sees what it got, and nothing of the others.
  await stage.larder.rows(`update app_user set dept_id = array[$1::bigint] where account = 'project-manager'`, [
    night.sites[0]!.site,
  ]);
  const manager = await person(stage, 'project-manager', { viewport: { width: 390, height: 844 } });
  await store(manager, stage.larder.address, { 'larder:language': storedItem('en') });
  await manager.goto(`${stage.larder.address}/distribution/shortagereasons`);
  const own = front(manager).locator('.shares li');
  await own.getByText('5 of 10 kg').waitFor();
  expect(await own.count()).toBe(1);
  await own.getByText('gets 5 kg, 5 kg short').waitFor();
  await manager.context().close();
});

test('B26 W19: by goods, by client and by route the totals are the same; the route sheet is loaded in reverse', async () => {
  const page = await person(stage, 'factory-staff');
  const total = async (by: string): Promise<string> => {
    await page.goto(
      `${stage.larder.address}/store/sortreport?startDate=${night.day}&endDate=${night.day}&groupBy=${by}`,
    );
    const row = front(page).locator('.sort-totals tbody tr').first();
    await row.waitFor();
    return (await row.innerText()).replaceAll(/\s+/g, ' ');
  };
  const all = [await total('material'), await total('site'), await total('route')];
  expect(new Set(all).size).toBe(1);
  expect(all[0]).toMatch(/ 60 /);
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    button(front(page).locator('.list-tools'), '导出').click(),
  ]);
  expect(saved.suggestedFilename()).toContain('分拣报表');
  await page.context().close();
});

test('W20: the scale beside the table fills the line at hand, less its crate; what jumps, or still rests there, fills nothing', async () => {
  const page = await person(stage, 'factory-staff');
  await attachScale(page);
  const sorted = (await linesOf(night.lotus)).filter(({ state }) => state === 'done' || state === 'short');
  if (sorted.length > 0)
    await posting(stage)('distributionstatementlogs/undo', { ids: sorted.map(({ id }) => id) }, 'factory-staff');
  const room = await openTable(page);
  await take(page, LOTUS);
  const pad = page.locator('.sort-pad');
  const figure = pad.locator('.number-pad-figure input');
  await button(room, '连接电子秤').click();
  const live = room.locator('.scale b');
  for (const jumping of ['3.100', '9.400', '12.900']) {
    await weighs(page, `US,GS,+  ${jumping}kg`);
    await soon(() => live.innerText()).toBe(jumping);
  }
  expect(await figure.inputValue()).toBe('');
  await weighs(page, 'ST,GS,+  22.100kg');
  await soon(() => figure.inputValue()).toBe('22.1');
  await pad.getByText('+ 蓝色周转筐 2.1 千克', { exact: true }).click();
  expect(await figure.inputValue()).toBe('20');
  await pad.getByText('毛重 22.1 − 皮重 2.1 千克').waitFor();
  await button(pad, '确认 20 千克').click();
  await soon(async () => (await states(night.lotus))[0]).toBe('done 20');
  // The crate of the first site still stands on the scale: the second gets nothing of it.
  await soon(() => pad.getByText(night.sites[1]!.name).count()).toBeGreaterThan(0);
  expect(await figure.inputValue()).toBe('');
  await weighs(page, 'ST,GS,+   0.000kg');
  await weighs(page, 'ST,GS,+  19.900kg');
  await soon(() => figure.inputValue()).toBe('19.9');
  await leaveComputer(page);
});

test('W33: crates are counted at the table by client, and stand on the load sheet of the route', async () => {
  const page = await person(stage, 'factory-staff');
  const room = await openTable(page);
  await room.getByText('按客户').click();
  await take(page, night.sites[0]!.name);
  const crates = room.locator('.crates');
  await crates.getByText('蓝色周转筐').waitFor();
  const more = crates.getByRole('button', { name: '增加 装车 蓝色周转筐' });
  for (let pressed = 0; pressed < 3; pressed += 1) await more.click();
  const packed = () =>
    stage.larder.rows<{ qty: number }>(
      `select p.qty from packed_crate p join factory_order o on o.id = p.factory_order_id
        where o.blade_project_dept_id = $1 and o.delivery_date = $2`,
      [night.sites[0]!.site, night.day],
    );
  await soon(packed).toEqual([{ qty: 3 }]);
  await page.goto(`${stage.larder.address}/store/sortreport?startDate=${night.day}&endDate=${night.day}&groupBy=route`);
  const load = front(page).getByRole('region', { name: '周转筐' });
  const row = load.locator('tbody tr').filter({ hasText: '蓝色周转筐' }).first();
  await row.getByText('城东线').waitFor();
  expect((await row.innerText()).replaceAll(/\s+/g, ' ')).toContain('蓝色周转筐 3');
  await leaveComputer(page);
});

test('W33: on a phone what a site holds is a card, and its movements say what went out and what came back', async () => {
  const page = await person(stage, 'factory-staff', { viewport: PHONE });
  await store(page, stage.larder.address, { 'larder:language': storedItem('en') });
  const [site] = await stage.larder.rows<{ warehouse: string; owner: string; type: string; name: string }>(`
    select w.id::text as warehouse, f.dept_id::text as owner, c.id::text as type, w.name from warehouse w
    cross join (select factory_dept_id as dept_id from factory_warehouse order by id limit 1) f
    cross join (select id from crate_type where deposit is not null order by name desc limit 1) c
    where w.frozen = 0 order by w.id limit 1`);
  const post = posting(stage);
  const { warehouse, owner, type, name } = site!;
  await post(
    'cratemovement/handOver',
    { ownerDeptId: owner, warehouseId: warehouse, details: [{ crateTypeId: type, outQty: 8, backQty: 3 }] },
    'factory-staff',
  );
  const [before] = await stage.larder.rows<{ id: string; qty: number }>(
    `select id::text, qty from crate_balance where warehouse_id = $1 and owner_dept_id = $2 and crate_type_id = $3`,
    [warehouse, owner, type],
  );
  await page.goto(`${stage.larder.address}/store/cratebalance`);
  const card = front(page).locator('.card, .list-card, li, article').filter({ hasText: name }).first();
  await card.getByText(String(before!.qty)).first().waitFor();
  await page.goto(`${stage.larder.address}/store/cratebalance/${before!.id}`);
  const movements = front(page).getByRole('region', { name: 'Movements' });
  await movements.getByText('+8').first().waitFor();
  await movements.getByText('-3').first().waitFor();
  await page.goto(
    `${stage.larder.address}/store/cratemovement?warehouseId_equal=${warehouse}&crateTypeId_equal=${type}`,
  );
  await front(page).getByText('Sent out').first().waitFor();
  await front(page).getByText('Came back').first().waitFor();
  await leaveComputer(page);
});
