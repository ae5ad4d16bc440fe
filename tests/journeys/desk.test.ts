// Areas: admin, logs
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  agree,
  button,
  fillCaptcha,
  front,
  go,
  journey,
  PASSWORD,
  person,
  noticeOf,
  soon,
  leaveComputer,
} from '../support/journey.ts';
import { writeStoredItem, readStoredItem } from '../support/stored-item.ts';

// One's own desk: the lock, the colours, the errors, one's own data.
const stage = journey();
const at = (page: Page): string => new URL(page.url()).pathname;
const top = (page: Page, name: string | RegExp) => page.locator('.top-bar').getByRole('button', { name });
const style = (page: Page, name: string): Promise<string> =>
  page.evaluate((property) => document.documentElement.style.getPropertyValue(property), name);
const lockPage = (page: Page) => page.locator('.lock-cover').getByRole('heading', { name: '屏幕已锁定' });
const lock = async (page: Page, password: string): Promise<void> => {
  await top(page, '锁屏').click();
  await page.getByRole('dialog').getByLabel('锁屏密码').fill(password);
  await page.getByRole('dialog').getByRole('button', { name: '锁屏', exact: true }).click();
  await lockPage(page).waitFor();
};
const unlock = async (page: Page, password: string): Promise<void> => {
  await page.getByLabel('锁屏密码').fill(password);
  await page.getByRole('button', { name: '解锁' }).click();
};

test('RULE-019 RULE-044 RULE-064 RULE-101 RULE-102 RULE-143 RULE-206 RULE-207 RULE-301: the lock holds in every window, after a reload and with its mark gone from the browser; what lay beneath is as it was', async () => {
  const page = await person(stage, 'data-steward');
  await go(page, '计量单位');
  await button(front(page), '新增').click();
  await page.locator('.record-drawer').getByRole('textbox', { name: '单位名称', exact: true }).fill('写到一半');
  await page.keyboard.press('Escape');
  await front(page).getByRole('textbox').first().fill('千');
  const other = await page.context().newPage();
  await other.goto(`${stage.larder.address}/masterdata/materialtype`);
  await front(other).getByRole('heading', { name: '物料类型' }).waitFor();

  await top(page, '锁屏').click();
  await page.getByRole('dialog').getByRole('button', { name: '锁屏', exact: true }).click();
  await page.getByText('锁屏密码不能为空').waitFor();
  expect(at(page)).toBe('/masterdata/materialunit');
  await page.getByRole('dialog').getByRole('button', { name: '取消' }).click();
  await lock(page, '4711');
  await lockPage(other).waitFor();
  for (const each of [page, other])
    expect([at(each), await each.locator('.shell').isVisible()]).toEqual(['/lock', false]);
  expect(await readStoredItem(page, 'locked')).toBe(true);

  // Nobody steps back past it, and no other address leads around it.
  const stepsBack = (): Promise<string> =>
    page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          window.addEventListener('popstate', () => setTimeout(() => resolve(location.pathname), 100), { once: true });
          history.back();
        }),
    );
  expect([await stepsBack(), at(page)]).toEqual(['/lock', '/lock']);
  await lockPage(page).waitFor();
  for (const path of ['/wel/index', '/info/index', '/masterdata/material']) {
    await other.goto(stage.larder.address + path);
    await lockPage(other).waitFor();
    await soon(() => at(other)).toBe('/lock');
  }
  // The browser forgets that it is locked; the server does not.
  await other.evaluate(() => localStorage.removeItem('larder:locked'));
  const third = await page.context().newPage();
  await third.goto(`${stage.larder.address}/masterdata/material`);
  await lockPage(third).waitFor();
  expect(await third.getByText('D10').count()).toBe(0);

  await unlock(page, '0815');
  await page.getByText('解锁密码错误，请重新输入（还可以试 4 次）').waitFor();
  await unlock(page, '4711');
  await front(page).getByRole('heading', { name: '计量单位' }).waitFor();
  expect(await front(page).getByRole('textbox').first().inputValue()).toBe('千');
  await soon(() => at(other)).toBe('/masterdata/material');
  await soon(() => at(third)).toBe('/masterdata/material');
  await front(third).locator('tr.ant-table-row').first().waitFor();
  await leaveComputer(page);
});

test('too many wrong lock passwords end the session; the own password opens it in place, and the screen is still there', async () => {
  const page = await person(stage, 'data-steward');
  await go(page, '计量单位');
  await front(page).getByRole('textbox').first().fill('克');
  await lock(page, '4711');
  for (const left of [4, 3, 2, 1]) {
    await unlock(page, `wrong${left}`);
    await page.getByText(`还可以试 ${left} 次`).waitFor();
  }
  await unlock(page, 'wrong');
  const again = page.locator('dialog.sign-in-again');
  await again.getByLabel('密码', { exact: true }).fill(PASSWORD);
  await fillCaptcha(again);
  await again.getByRole('button', { name: '登录' }).click();
  await front(page).getByRole('heading', { name: '计量单位' }).waitFor();
  expect(await front(page).getByRole('textbox').first().inputValue()).toBe('克');
  expect(at(page)).toBe('/masterdata/materialunit');
  await leaveComputer(page);
});

test('RULE-063 RULE-065 RULE-099 RULE-100 RULE-140 RULE-141 RULE-142 RULE-311: eleven themes and any colour, both kept over a reload', async () => {
  const page = await person(stage, 'data-steward', { colorScheme: 'dark' });
  await go(page, '计量单位');
  expect(await page.evaluate(() => [document.documentElement.className, document.documentElement.lang])).toEqual([
    'theme-default',
    'zh-CN',
  ]);
  expect(await style(page, '--primary')).toBe('#409EFF');
  await top(page, '主题').click();
  await soon(() => page.locator('.theme-name code').allInnerTexts()).toEqual([
    'default',
    'white',
    'dark',
    'star',
    'bule',
    'iview',
    'vip',
    'cool',
    'd2',
    'hey',
    'lte',
  ]);
  await page.getByRole('menuitem', { name: 'bule' }).click();
  await soon(() => page.evaluate(() => document.documentElement.className)).toBe('theme-bule');
  const primary = button(front(page), '新增');
  const painted = (): Promise<string> => primary.evaluate((element) => getComputedStyle(element).backgroundColor);
  await top(page, '主色').click();
  await page.getByRole('button', { name: '#D6336C' }).click();
  await soon(painted).toBe('rgb(214, 51, 108)');
  expect(await style(page, '--primary-0')).toBe('#d6336c');
  expect(await style(page, '--primary-darker')).toBe('#c12e61');
  await page.reload();
  await front(page).getByRole('heading', { name: '计量单位' }).waitFor();
  expect(await page.evaluate(() => document.documentElement.className)).toBe('theme-bule');
  await soon(painted).toBe('rgb(214, 51, 108)');
  expect(await readStoredItem(page, 'look')).toEqual({ theme: 'bule', density: 'compact', primary: '#D6336C' });
  await leaveComputer(page);
});

test('RULE-012 RULE-066 RULE-103 RULE-104 RULE-105 RULE-106 RULE-300: the language is switched where the site allows it', async () => {
  await stage.larder.rows(`update param set param_value = '0' where param_key = 'ui.languageSwitch'`);
  const page = await person(stage, 'data-steward');
  await go(page, '计量单位');
  expect(await top(page, '语言').count()).toBe(0);
  await stage.larder.rows(`update param set param_value = '1' where param_key = 'ui.languageSwitch'`);
  await page.reload();
  await top(page, '语言').click();
  await soon(() => page.locator('.ant-dropdown-menu-item').filter({ visible: true }).allInnerTexts()).toEqual([
    '中文',
    'English',
  ]);
  expect(await page.locator('.ant-dropdown-menu-item-disabled').filter({ visible: true }).allInnerTexts()).toEqual([
    '中文',
  ]);
  await page.getByRole('menuitem', { name: 'English' }).click();
  await soon(() => page.title()).toMatch(/^[A-Z][\w ]+ · Larder$/);
  await front(page).getByRole('heading', { level: 1 }).first().waitFor();
  await stage.larder.rows(`update param set param_value = '0' where param_key = 'ui.languageSwitch'`);
  await leaveComputer(page);
});

test('RULE-271: a code the site has on its list is refused without a word, any other with its sentence', async () => {
  await stage.larder.rows(`update param set param_value = '460' where param_key = 'ui.statusWhiteList'`);
  const page = await person(stage, 'data-steward', { at: '/' });
  const answer = { code: 460, msg: '不必说出来' };
  await page.route('**/oauth/clear-cache', (route) =>
    route.fulfill({ status: answer.code, json: { ...answer, success: false, data: {} } }),
  );
  const clear = async (): Promise<void> => {
    await page.locator('.tab-more').click();
    await page.getByRole('menuitem', { name: '清除缓存' }).filter({ visible: true }).click();
    const answered = page.waitForResponse((response) => response.url().endsWith('/oauth/clear-cache'));
    await agree(page, '确定');
    await answered;
  };
  await clear();
  await page.waitForTimeout(400);
  expect(await page.locator('.ant-notification-notice, .ant-message-notice').count()).toBe(0);
  answer.code = 461;
  await clear();
  await page.locator('.ant-notification-notice').getByText('不必说出来').waitFor();
  await stage.larder.rows(`update param set param_value = '-' where param_key = 'ui.statusWhiteList'`);
  await leaveComputer(page);
});

test('RULE-060 RULE-091 RULE-138: an area chosen at the top leaves of the menu what stands in it', async () => {
  await stage.larder.rows(`
    with made as (insert into top_menu (tenant_id, code, name, sort) values ('000000', 'desk', '采购工作台', 1) returning id)
    insert into top_menu_grant (tenant_id, top_menu_id, menu_id) select '000000', made.id, m.id from made, menu m
    where m.code = 'supplier' or m.path = '/supplier/supplier' limit 1`);
  const [area] = await stage.larder.rows<{ id: string }>(`select id::text from top_menu where code = 'desk'`);
  const page = await person(stage, 'admin');
  const groups = (): Promise<number> => page.locator('.sidebar .ant-menu-submenu-title').count();
  const all = await groups();
  const routesRequest = page.waitForRequest((request) => request.url().includes(`/menu/routes?topMenuId=${area!.id}`));
  await page.locator('.top-menus').getByRole('button', { name: '采购工作台' }).click();
  await routesRequest;
  await soon(groups).toBeLessThan(all);
  await page.reload();
  await soon(groups).toBeLessThan(all);
  await page.locator('.top-menus').getByRole('button', { name: '全部' }).click();
  await soon(groups).toBe(all);
  await stage.larder.rows(`delete from top_menu where id = $1`, [area!.id]);
  await leaveComputer(page);
});

test('RULE-029 RULE-038 RULE-039 RULE-041: an entry of the menu that leads elsewhere opens in a frame of its own, on allowed hosts only; without the entry there is no such page', async () => {
  const add = (code: string, name: string, path: string) =>
    stage.larder.rows(
      `insert into menu (code, name, path, category, sort, parent_id) select $1, $2, $3, 1, 99, (select id from menu
        where code = 'system')`,
      [code, name, path],
    );
  const page = await person(stage, 'admin');
  await page
    .context()
    .route('https://bi.example.com/**', (route) =>
      route.fulfill({ contentType: 'text/html; charset=utf-8', body: '<h1>看板</h1>' }),
    );
  const address = '/myiframe/board?src=https%3A%2F%2Fbi.example.com%2Fboard&name=%E7%BB%8F%E8%90%A5%E7%9C%8B%E6%9D%BF';
  await page.goto(stage.larder.address + address);
  await soon(() => at(page)).toBe('/404');
  await add('board', '经营看板', 'https://bi.example.com/board');
  await add('board-other', '别处看板', 'https://evil.example.com/board');
  await add('board-html', '说明书', '/help/x.html');
  await stage.larder.rows(`update param set param_value = 'bi.example.com' where param_key = 'embed.allowedHosts'`);
  // What is known of a session is looked up again after two seconds.
  await page.waitForTimeout(2_100);
  await page.goto(stage.larder.address);
  await front(page).getByRole('heading', { level: 1 }).first().waitFor();
  await go(page, '经营看板');
  expect(page.url()).toBe(stage.larder.address + address);
  const frame = page.locator('iframe.embedded').filter({ visible: true });
  await page.frameLocator('iframe.embedded').getByRole('heading', { name: '看板' }).waitFor();
  expect([await frame.getAttribute('sandbox'), await frame.getAttribute('referrerpolicy')]).toEqual([
    'allow-scripts allow-forms allow-popups allow-downloads allow-same-origin',
    'no-referrer',
  ]);
  await go(page, '别处看板');
  await front(page).getByText('管理员还没有允许嵌入 evil.example.com 的页面').waitFor();
  await go(page, '说明书');
  expect(new URL(page.url()).searchParams.get('src')).toBe('/help/x.html');
  expect(await frame.getAttribute('sandbox')).toBe('allow-scripts allow-forms allow-popups allow-downloads');
  await stage.larder.rows(`delete from menu where code like 'board%'`);
  await stage.larder.rows(`update param set param_value = '-' where param_key = 'embed.allowedHosts'`);
  await leaveComputer(page);
});

test('RULE-093 RULE-094 RULE-095 RULE-096 RULE-097 RULE-098 RULE-146 RULE-283 RULE-284 RULE-305: what goes wrong in the browser is kept, counted to 99, told or cleared; the other pages go on', async () => {
  const page = await person(stage, 'data-steward');
  await page.route('**/assets/record-page-*.js', (route) => route.abort());
  await go(page, '计量单位');
  await page.evaluate(() => {
    setTimeout(() => {
      throw new TypeError('ein Fehler zur Probe');
    });
  });
  const badge = page.locator('.top-badge');
  await soon(() => badge.innerText()).toBe('1');
  const [entry] = await readStoredItem<Record<string, string>[]>(page, 'errors');
  expect(entry).toMatchObject({
    type: 'error',
    url: '/masterdata/materialunit',
    message: 'TypeError: ein Fehler zur Probe',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) as unknown,
  });
  expect(Object.keys(entry!).toSorted()).toEqual(['info', 'message', 'stack', 'time', 'type', 'url']);
  // A page whose program does not come says so; the frame and the other tabs are as they were.
  const [{ id }] = (await stage.larder.rows<{ id: string }>('select id::text from material_unit limit 1')) as [
    { id: string },
  ];
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, `/masterdata/materialunit/${id}`);
  await front(page).getByText('系统已更新').waitFor();
  await soon(() => badge.innerText()).toBe('2');
  expect((await readStoredItem<Record<string, string>[]>(page, 'errors'))[0]).toMatchObject({
    type: 'chunk',
    message: expect.stringMatching(/^ChunkLoadError/) as unknown,
  });
  await page.locator('.tab-name').filter({ hasText: '计量单位' }).first().click();
  await front(page).locator('tr.ant-table-row').first().waitFor();

  await top(page, /^错误日志/).click();
  const dialog = page.getByRole('dialog').filter({ hasText: '错误日志' });
  await soon(() => dialog.locator('thead th').allInnerTexts()).toEqual(['类型', '地址', '内容', '错误堆栈', '时间']);
  expect(await dialog.locator('tr.ant-table-row').count()).toBe(2);
  await button(dialog, '上传服务器').click();
  await page.getByText('确定上传本地日志到服务器?').filter({ visible: true }).first().waitFor();
  await agree(page, '确定');
  expect(await noticeOf(page)).toBe('发送成功!');
  expect(
    (await stage.larder.rows<{ kind: string }>('select kind from client_error order by kind')).map(({ kind }) => kind),
  ).toEqual(['chunk', 'error']);
  await badge.waitFor({ state: 'detached' });

  await writeStoredItem(
    page,
    'errors',
    Array.from({ length: 120 }, () => ({
      type: 'error',
      url: '/',
      message: 'x',
      stack: '',
      info: '',
      time: '2026-11-22 08:00:00',
    })),
  );
  await page.reload();
  await soon(() => badge.innerText()).toBe('99+');
  await top(page, /^错误日志/).click();
  await button(dialog, '清空本地日志').click();
  await page.getByText('确定清空本地日志记录?').filter({ visible: true }).first().waitFor();
  await agree(page, '确定');
  expect(await noticeOf(page)).toBe('清空成功!');
  await dialog.getByText('没有错误').waitFor();
  expect(await readStoredItem(page, 'errors')).toBeNull();
  await leaveComputer(page);
});

test('RULE-025 RULE-156 RULE-107 RULE-108 RULE-109 RULE-110 RULE-316 EP-0016 EP-0018 EP-0019: one’s own data, picture and password; other devices are seen and signed out', async () => {
  const [elsewhere, page] = [
    await person(stage, 'hq-planner', { at: '/' }),
    await person(stage, 'hq-planner', { at: '/info/index' }),
  ];
  await soon(() => front(page).getByRole('tab').allInnerTexts()).toEqual(['个人信息', '修改密码']);
  expect(await page.title()).toBe('个人信息 · 膳链');
  const field = (name: string) => front(page).getByLabel(name, { exact: false }).filter({ visible: true }).first();
  expect(await field('用户姓名').inputValue()).not.toBe('');
  await field('手机号码').fill('');
  await button(front(page), '保存').click();
  await front(page).getByText('手机号码不能为空').waitFor();
  await field('手机号码').fill('1380013800');
  await button(front(page), '保存').click();
  await front(page).getByText('手机号码长度不为11位').waitFor();
  await field('手机号码').fill('13800138000');
  await field('用户姓名').fill('计划员甲');
  const file = front(page).locator('input[type=file]');
  const png = (bytes: number): Buffer =>
    Buffer.concat([
      Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        'base64',
      ),
      Buffer.alloc(bytes),
    ]).subarray(0, bytes);
  await file.setInputFiles({ name: 'a.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') });
  await page.getByText('头像只能是 jpg 或 png 图片').waitFor();
  await file.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: png(501 * 1024) });
  await page.getByText('头像不能超过 500 kB，这张有 501 kB').waitFor();
  await file.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: png(500 * 1024) });
  await front(page).locator('.profile-avatar img').waitFor();
  const saved = page.waitForRequest((request) => request.url().endsWith('/api/blade-user/update-info'));
  await button(front(page), '保存').click();
  expect((await saved).postDataJSON()).toMatchObject({
    realName: '计划员甲',
    phone: '13800138000',
    email: expect.any(String) as unknown,
    name: expect.any(String) as unknown,
    avatar: expect.stringContaining('/api/blade-resource/file/picture') as unknown,
  });
  await page.locator('.top-account').getByText('计划员甲').waitFor();
  await page.locator('.top-account img').waitFor();

  const devices = front(page).locator('.profile-devices li');
  await soon(() => devices.count()).toBe(2);
  await devices.first().getByText('当前设备').waitFor();
  await devices
    .nth(1)
    .getByRole('button', { name: /^结束 / })
    .click();
  await agree(page, '结束登录');
  await soon(() => devices.count()).toBe(1);
  // It may have asked for something by itself meanwhile; then the question stands there already.
  await front(elsewhere).getByRole('button', { name: '刷新' }).first().dispatchEvent('click');
  await elsewhere.locator('dialog.sign-in-again').waitFor();

  await front(page).getByRole('tab', { name: '修改密码' }).click();
  await front(page).getByText('密码为6-12位数字和字母').waitFor();
  await field('当前密码').fill('wrong123');
  await field('新密码').fill('mine2026');
  await field('确认新密码').fill('mine2026');
  await button(front(page), '保存').click();
  await front(page).getByText('旧密码错误').waitFor();
  await field('当前密码').fill(PASSWORD);
  const changed = page.waitForRequest((request) => request.url().endsWith('/api/blade-user/update-password'));
  await button(front(page), '保存').click();
  expect(Object.keys((await changed).postDataJSON() as object).toSorted()).toEqual([
    'newPassword',
    'newPassword1',
    'oldPassword',
  ]);
  await page.getByText('密码已修改，其他设备上的登录已结束').waitFor();
  await Promise.all([leaveComputer(page), leaveComputer(elsewhere)]);
});

test('RULE-289 RULE-290 RULE-291 RULE-292: tokens are looked at every ten seconds and renewed at 3000 s, by one window for all', async () => {
  const page = await person(stage, 'data-steward');
  const other = await page.context().newPage();
  const requests: string[] = [];
  page.context().on('request', (request) => {
    if (request.url().endsWith('/oauth/token')) requests.push(request.url());
  });
  const aged = async (seconds: number): Promise<void> =>
    writeStoredItem(page, 'session', {
      ...(await readStoredItem<object>(page, 'session')),
      expiresIn: 7200,
      obtainedAt: (await page.evaluate(() => Date.now())) - seconds * 1_000,
    });
  for (const each of [page, other]) await each.clock.install();
  const old = await readStoredItem<{ accessToken: string }>(page, 'session');
  // Pages take their time to come, and the clock runs on meanwhile.
  await aged(2_900);
  for (const each of [page, other]) {
    await each.goto(stage.larder.address);
    await front(each).getByRole('heading', { level: 1 }).first().waitFor();
  }
  for (const each of [page, other]) await each.clock.runFor(9_000);
  expect(requests).toEqual([]);
  await Promise.all([page, other].map((each) => each.clock.runFor(110_000)));
  await soon(() => requests.length).toBe(1);
  const token = async (): Promise<string> =>
    (await readStoredItem<{ accessToken: string }>(page, 'session')).accessToken;
  await soon(token).not.toBe(old.accessToken);
  const before = await readStoredItem<{ accessToken: string }>(page, 'session');
  await Promise.all([page, other].map((each) => each.clock.runFor(30_000)));
  expect(requests.length).toBe(1);
  expect(await readStoredItem<{ accessToken: string }>(other, 'session')).toEqual(before);
  await page.context().close();
});
