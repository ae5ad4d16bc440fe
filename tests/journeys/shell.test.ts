// Areas: frame
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import {
  agree,
  button,
  CAPTCHA,
  fillCaptcha,
  computer,
  front,
  go,
  journey,
  PASSWORD,
  person,
  noticeOf,
  signIn,
  soon,
  leaveComputer,
} from '../support/journey.ts';
import { writeStoredItem, readStoredItem } from '../support/stored-item.ts';

// The frame around all pages, as somebody uses it for eight hours a day.
const stage = journey();
const at = (page: Page): string => new URL(page.url()).pathname;
const tabNames = (page: Page): Promise<string[]> => page.locator('.tab-name').allInnerTexts();
const top = (page: Page, name: string | RegExp) => page.locator('.top-bar').getByRole('button', { name });
const leaf = (page: Page, name: string) =>
  page.locator('.sidebar .ant-menu-item').filter({ hasText: name }).getByRole('link', { name, exact: true });
const group = (page: Page, name: string) => page.locator('.sidebar .ant-menu-submenu-title').filter({ hasText: name });
const tabMenu = async (page: Page, entry: string): Promise<void> => {
  await page.locator('.tab-more').click();
  await page.locator('.tab-menu').getByRole('menuitem', { name: entry }).filter({ visible: true }).click();
};
const jump = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);

test('whoever corrects the password before the next captcha is here signs in with that one, and not with the one that is spent', async () => {
  const page = await computer(stage.browser);
  await page.goto(`${stage.larder.address}/login`);
  await page.getByLabel('账号').fill('data-steward');
  await page.getByLabel('密码', { exact: true }).fill('wrong123');
  await fillCaptcha(page);
  await page.route('**/oauth/captcha*', async (route) => {
    await new Promise((resolve) => {
      setTimeout(resolve, 1_500);
    });
    await route.continue();
  });
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await page.getByText('用户名或密码错误').waitFor();
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD);
  await fillCaptcha(page);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await page.locator('main#content h1').first().waitFor({ timeout: 10_000 });
  await leaveComputer(page);
});

test('RULE-009 RULE-011 RULE-016 RULE-018 RULE-043 RULE-045 RULE-046 RULE-047 RULE-133 RULE-135 RULE-136 RULE-246 RULE-254 RULE-255 RULE-275 RULE-297 RULE-298 RULE-299 RULE-321: the door stands before every page but the three that help, remembers the way, and is passed by whoever is in', async () => {
  // In Chinese, whatever the browser speaks.
  const page = await computer(stage.browser, { locale: 'en-US' });
  for (const [path, words] of [
    ['/403', '您没有打开这个页面的权限'],
    ['/404', '没有这个页面'],
    ['/500', '服务器出错了'],
  ] as const) {
    await page.goto(stage.larder.address + path);
    await page.getByRole('heading', { name: words }).waitFor();
    expect(at(page)).toBe(path);
  }
  await page.goto(`${stage.larder.address}/masterdata/materialunit?code=KG`);
  await page.getByLabel('账号').waitFor();
  await soon(() => page.url()).toBe(`${stage.larder.address}/login?to=%2Fmasterdata%2Fmaterialunit%3Fcode%3DKG`);
  expect(await page.title()).toContain('登录');
  // Tenant, account, password and captcha are asked for.
  expect(await page.getByLabel('租户编号').inputValue()).toBe('000000');
  await page.getByText('忘记密码？请联系管理员重置。').waitFor();
  await page.getByLabel('账号').fill('data-steward');
  await page.getByLabel('密码', { exact: true }).fill('wrong123');
  await fillCaptcha(page);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  // The sentence of the server, and no session.
  await page.getByText('用户名或密码错误').waitFor();
  expect(await readStoredItem(page, 'session')).toBeNull();
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD);
  await fillCaptcha(page);
  const tokenRequest = page.waitForRequest((request) => request.url().endsWith('/oauth/token'));
  await page.getByRole('button', { name: '登录', exact: true }).click();
  // Of tenant, department and role only the tenant is named, and no token goes along.
  const headers = await (await tokenRequest).allHeaders();
  expect(['tenant-id', 'dept-id', 'role-id', 'blade-auth'].map((name) => headers[name])).toEqual([
    '000000',
    undefined,
    undefined,
    undefined,
  ]);
  // With the captcha's key and code in headers, and these values.
  expect([headers['captcha-key'] ?? '', headers['captcha-code']]).toEqual([expect.stringMatching(/^\S+$/), CAPTCHA]);
  expect(Object.fromEntries(new URLSearchParams((await tokenRequest).postData() ?? ''))).toEqual({
    tenantId: '000000',
    username: 'data-steward',
    password: expect.stringMatching(/^[0-9a-f]{32}$/) as unknown,
    grant_type: 'captcha',
    scope: 'all',
    is_login: 'true',
    type: 'account',
  });
  await front(page).getByRole('heading', { name: '计量单位' }).waitFor();
  expect(page.url()).toBe(`${stage.larder.address}/masterdata/materialunit?code=KG`);
  expect(await tabNames(page)).toEqual(['首页', '计量单位']);
  // What is kept of a session, and that it survives a reload.
  await page.reload();
  await front(page).getByRole('heading', { name: '计量单位' }).waitFor();
  const session = await readStoredItem<Record<string, unknown>>(page, 'session');
  expect(session).toMatchObject({
    tenantId: '000000',
    account: 'data-steward',
    roles: expect.arrayContaining(['data-steward']) as unknown,
  });
  for (const token of ['accessToken', 'refreshToken']) expect(String(session[token]).length).toBeGreaterThan(20);
  // Whatever is kept has the site's prefix, and says its kind and since when it stands.
  for (const [key, value] of await page.evaluate(() => Object.entries(localStorage) as [string, string][]))
    expect([key, JSON.parse(value)]).toEqual([
      expect.stringMatching(/^larder:/),
      {
        dataType: expect.stringMatching(/^(object|string|boolean|number)$/) as unknown,
        content: expect.anything() as unknown,
        datetime: expect.any(Number) as unknown,
      },
    ]);
  await page.goto(`${stage.larder.address}/login`);
  await front(page).getByRole('heading', { level: 1 }).first().waitFor();
  expect(at(page)).toBe('/wel/index');
  // A session without its token is none.
  await writeStoredItem(page, 'session', { ...(await readStoredItem<object>(page, 'session')), accessToken: '' });
  await jump(page, '/masterdata/materialunit');
  await page.getByLabel('账号').waitFor();
  expect(at(page)).toBe('/login');
  expect(await readStoredItem(page, 'session')).toBeNull();
  await leaveComputer(page);
});

test('RULE-015 RULE-020 RULE-021 RULE-022 RULE-023 RULE-028 RULE-042 RULE-049: addresses lead where they say; errors get no tab, and unknown paths go to /404', async () => {
  const page = await person(stage, 'data-steward', { at: '/' });
  expect(at(page)).toBe('/wel/index');
  for (const [path, shows, title] of [
    ['/no-such-page', '/404', '没有这个页面'],
    ['/test/index', '/404', '没有这个页面'],
    ['/403', '/403', '您没有打开这个页面的权限'],
    ['/500', '/500', '服务器出错了'],
    ['/myiframe/nothing?src=https://example.com', '/404', '没有这个页面'],
  ] as const) {
    await jump(page, path);
    await front(page).getByRole('heading', { name: title }).waitFor();
    await soon(() => at(page)).toBe(shows);
    expect(await tabNames(page)).toEqual(['首页']);
  }
  await button(front(page), '首页').click();
  await soon(() => at(page)).toBe('/wel/index');
  // A leaf answers at its path with /index as well, and is one tab; what is a group does not.
  for (const path of ['/masterdata/materialunit', '/masterdata/materialunit/index']) {
    await jump(page, path);
    await front(page).getByRole('heading', { name: '计量单位' }).waitFor();
    expect(await tabNames(page)).toEqual(['首页', '计量单位']);
  }
  await jump(page, '/masterdata/index');
  await soon(() => at(page)).toBe('/404');
  await leaveComputer(page);
});

test('RULE-049: a page there is, but not for this person, is called so and not one that is not there', async () => {
  const page = await person(stage, 'data-steward', { at: '/distribution/dispatch' });
  await soon(() => page.title()).toMatch(/^无权限 · /);
  expect(await tabNames(page)).toContain('无权限');
  await jump(page, '/no-such-page');
  await soon(() => page.title()).toMatch(/^没有这个页面 · /);
  await leaveComputer(page);
});

test.each([
  ['RULE-030', '/masterdata/materialunit', '计量单位'],
  ['RULE-031', '/masterdata/materialtype', '物料类型'],
  ['RULE-032', '/masterdata/material', '物料档案'],
  ['RULE-034', '/masterdata/dishtype', '菜品类型'],
  ['RULE-035', '/masterdata/dish', '菜品档案'],
  ['RULE-036', '/masterdata/menutemplate', '菜谱模板'],
  ['RULE-033', '/masterdata/materialcost', '物料成本'],
  ['RULE-037', '/masterdata/gearMenutemplate', '档口菜谱模板'],
])('%s: %s shows its table', async (_rule, path, title) => {
  const page = shared!;
  await jump(page, path);
  await front(page).getByRole('heading', { name: title, level: 1 }).waitFor();
  await front(page).locator('tr.ant-table-row, .ant-empty, .nothing').first().waitFor();
  expect(at(page)).toBe(path);
});
let shared: Page | undefined;
beforeAll(async () => {
  shared = await person(stage, 'admin');
});

test('what a role may do is ticked in a tree, said before it is saved, and taken away the same way; data and API scopes stand beside it', async () => {
  const page = shared!;
  const held = async (): Promise<string[]> =>
    (
      await stage.larder.rows<{ code: string }>(
        `select m.code from role_menu g join role r on r.id = g.role_id and r.tenant_id = g.tenant_id
          join menu m on m.id = g.menu_id where r.role_alias = 'guest' order by 1`,
      )
    ).map((row) => row.code);
  const before = await held();
  await jump(page, '/authority/role');
  const open = async (): Promise<Locator> => {
    await button(front(page).getByRole('row').filter({ hasText: '访客' }), '授权').click();
    return page.getByRole('dialog', { name: '授权 · 访客' });
  };
  await front(page).getByRole('heading', { name: '角色管理', level: 1 }).waitFor();
  await front(page).getByRole('textbox').first().fill('访客');
  await front(page).getByRole('textbox').first().press('Enter');
  let dialog = await open();
  await dialog.getByText('没有改动').waitFor();
  await dialog.getByText(/^改动影响 1 人：/).waitFor();
  expect(await dialog.getByRole('button', { name: '保存授权' }).isDisabled()).toBe(true);
  expect(await dialog.getByRole('tab').allInnerTexts()).toEqual(['菜单与按钮', '数据权限', '接口权限']);
  for (const [act, savedMessage] of [
    ['新增 3', '访客 的授权已保存：新增 3，移除 0'],
    ['移除 2', '访客 的授权已保存：新增 0，移除 2'],
  ] as const) {
    await dialog.getByLabel('查找菜单或按钮').fill('权限诊断');
    await dialog
      .locator('.ant-tree-treenode')
      .filter({ hasText: '权限诊断' })
      .locator('.ant-tree-checkbox')
      .first()
      .click();
    await dialog.getByRole('status').getByText(act).waitFor();
    await button(dialog, '保存授权').click();
    await page.locator('.ant-message-notice').filter({ hasText: savedMessage }).first().waitFor();
    await dialog.waitFor({ state: 'hidden' });
    dialog = await open();
    await dialog.getByText('没有改动').waitFor();
  }
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  // The group it stood in stays until it is unticked itself.
  expect(await held()).toEqual([...before, 'authority'].toSorted());
});

test('RULE-059 RULE-072 RULE-073 RULE-074 RULE-079: the menu is a tree; a closed group shows its child groups on hover; a leaf opens its path; collapsed, the name is short', async () => {
  const page = await person(stage, 'admin');
  await front(page).getByRole('heading', { level: 1 }).first().waitFor();
  await group(page, '基础资料').hover({ position: { x: 60, y: 10 } });
  const flyout = page.locator('.menu-flyout').filter({ visible: true });
  await flyout.getByRole('heading', { name: '物料', exact: true }).waitFor();
  await flyout.getByRole('heading', { name: '菜品', exact: true }).waitFor();
  await flyout.getByRole('link', { name: '计量单位', exact: true }).click();
  await front(page).getByRole('heading', { name: '计量单位' }).waitFor();
  expect(at(page)).toBe('/masterdata/materialunit');
  await leaf(page, '物料类型').click();
  await soon(() => at(page)).toBe('/masterdata/materialtype');
  await soon(() => page.locator('.sidebar .ant-menu-item-selected').innerText()).toBe('物料类型');
  expect((await page.locator('.sidebar-brand').innerText()).trim()).toBe('膳链');
  // Its short name.
  await top(page, '收起菜单').click();
  expect((await page.locator('.sidebar-brand').innerText()).trim()).toBe('膳');
  await group(page, '').nth(2).hover();
  await page.locator('.ant-menu-submenu-popup').filter({ visible: true }).first().waitFor();
  await top(page, '展开菜单').click();
  expect((await page.locator('.sidebar-brand').innerText()).trim()).toBe('膳链');
  await leaveComputer(page);
});

test('RULE-024 RULE-075 RULE-303 RULE-304: the page one is on, clicked again, is loaded anew by way of /blank, under a veil of three seconds', async () => {
  const page = await person(stage, 'data-steward');
  await go(page, '计量单位');
  await front(page).locator('tr.ant-table-row').first().waitFor();
  await front(page).evaluate((before) => (before.dataset['before'] = 'yes'));
  await page.evaluate(() => {
    const passed: [number, string][] = [];
    Object.assign(window, { passed });
    const replace = history.replaceState.bind(history);
    history.replaceState = (...given) => {
      passed.push([performance.now(), String(given[2])]);
      replace(...given);
    };
  });
  const awaitedRequest = page.waitForRequest(
    (request) => request.url().includes('/materialunit/page') || request.url().includes('/materialunit/list'),
  );
  const before = Date.now();
  await leaf(page, '计量单位').click();
  await page.locator('.reload-mask').waitFor();
  await awaitedRequest;
  await soon(() => front(page).getAttribute('data-before')).toBe(null);
  await front(page).locator('tr.ant-table-row').first().waitFor();
  const passed = await page.evaluate(() => (window as unknown as { passed: [number, string][] }).passed);
  expect(passed.map(([, path]) => path)).toEqual(['/blank', '/masterdata/materialunit']);
  expect(passed[1]![0] - passed[0]![0]).toBeGreaterThanOrEqual(99);
  expect(await page.locator('.reload-mask').isVisible()).toBe(true);
  await page.locator('.reload-mask').waitFor({ state: 'hidden' });
  expect(Date.now() - before).toBeGreaterThan(2_900);
  expect(await tabNames(page)).toEqual(['首页', '计量单位']);
  await leaveComputer(page);
});

test('RULE-048 RULE-050 RULE-051 RULE-053 RULE-054 RULE-057 RULE-058 RULE-139: pages become tabs, keep how far they were scrolled, and are closed one by one or together', async () => {
  const page = await person(stage, 'data-steward', { viewport: { width: 1280, height: 400 } });
  expect(await page.locator('.tab-close').count()).toBe(0);
  for (const title of ['计量单位', '物料类型', '物料档案']) await go(page, title);
  expect(await tabNames(page)).toEqual(['首页', '计量单位', '物料类型', '物料档案']);
  expect(await page.title()).toBe('物料档案 · 膳链');
  expect(
    (
      await readStoredItem<Record<string, unknown>[]>(
        page,
        `000000:${(await readStoredItem<{ userId: string }>(page, 'session')).userId}:tabs`,
      )
    ).at(-1),
  ).toEqual({ label: '', value: '/masterdata/material', params: {}, query: {}, meta: {}, group: [] });
  await front(page).locator('tr.ant-table-row').nth(5).waitFor();
  const scrolled = (): Promise<number> =>
    front(page).evaluate((own) => Math.max(...[own, ...own.querySelectorAll('*')].map((each) => each.scrollTop)));
  await front(page).evaluate((own) => {
    for (const each of [own, ...own.querySelectorAll('*')]) each.scrollTop = 60;
  });
  await soon(scrolled).toBe(60);
  // However many are open, the list of them leads to each.
  await tabMenu(page, '计量单位');
  await soon(() => page.title()).toBe('计量单位 · 膳链');
  await page.locator('.tab-name').filter({ hasText: '物料档案' }).click();
  await front(page).getByRole('heading', { name: '物料档案' }).waitFor();
  expect(await scrolled()).toBe(60);
  await page.getByRole('button', { name: '关闭 物料档案' }).click();
  await soon(() => at(page)).toBe('/masterdata/materialtype');
  // From the middle it goes on to the right; to the left only from the last.
  await go(page, '物料档案');
  await page.locator('.tab-name').filter({ hasText: '物料类型' }).click();
  await soon(() => page.title()).toBe('物料类型 · 膳链');
  await page.getByRole('button', { name: '关闭 物料类型' }).click();
  await soon(() => tabNames(page)).toEqual(['首页', '计量单位', '物料档案']);
  expect(at(page)).toBe('/masterdata/material');
  await tabMenu(page, '关闭其他');
  expect(await tabNames(page)).toEqual(['首页', '物料档案']);
  await tabMenu(page, '关闭全部');
  await soon(() => tabNames(page)).toEqual(['首页']);
  expect(at(page)).toBe('/wel/index');
  expect(await page.locator('.tab-close').count()).toBe(0);
  await leaveComputer(page);
});

test('a page that comes leaves the keyboard to whoever looks for another meanwhile, and takes it when it is chosen there', async () => {
  const page = await person(stage, 'data-steward');
  await page.getByRole('combobox', { name: '查找菜单' }).focus();
  await jump(page, '/masterdata/materialunit');
  await front(page).getByRole('heading', { name: '计量单位' }).waitFor();
  await front(page).locator('tr.ant-table-row').first().waitFor();
  await page.keyboard.type('物料类');
  await page.getByRole('option', { name: '物料类型' }).waitFor();
  await page.keyboard.press('Enter');
  await front(page).getByRole('heading', { name: '物料类型' }).waitFor();
  await soon(() => page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
  await leaveComputer(page);
});

test('RULE-052 RULE-055 RULE-056 RULE-061 RULE-080 RULE-081 RULE-082 RULE-084 RULE-085: the tab menu opens the search over all leaves, and clears what is cached after asking', async () => {
  const page = await person(stage, 'data-steward', { at: '/' });
  await tabMenu(page, '菜单搜索');
  const search = page.getByRole('combobox', { name: '查找页面和记录' });
  await search.waitFor();
  expect(await page.locator('.menu-search .ant-modal-title').innerText()).toBe('菜单搜索');
  expect(await search.getAttribute('placeholder')).toContain('Esc');
  const { accessToken: token } = await readStoredItem<{ accessToken: string }>(page, 'session');
  const leaves = await page.evaluate(async (accessToken) => {
    const { data } = (await (
      await fetch('/api/blade-system/menu/routes', { headers: { 'blade-auth': `bearer ${accessToken}` } })
    ).json()) as { data: { children?: unknown[] }[] };
    const count = (rows: { children?: unknown[] }[]): number =>
      rows.reduce(
        (sum, { children }) => sum + (children === undefined || children.length === 0 ? 1 : count(children as never)),
        0,
      );
    return count(data);
  }, token);
  expect(await page.getByRole('option').count()).toBe(leaves);
  await page.keyboard.press('Escape');
  await search.waitFor({ state: 'hidden' });
  await tabMenu(page, '菜单搜索');
  await search.fill('jldw');
  await page.getByRole('option', { name: '计量单位' }).click();
  await search.waitFor({ state: 'hidden' });
  await soon(() => at(page)).toBe('/masterdata/materialunit');
  // The same in the top bar.
  const box = page.getByRole('combobox', { name: '查找菜单' });
  await box.fill('料类无此');
  await page.getByText('没有这个名称的页面').waitFor();
  await box.fill('物料类');
  await page.getByRole('option', { name: '物料类型' }).waitFor();
  await box.press('Enter');
  await front(page).getByRole('heading', { name: '物料类型' }).waitFor();
  expect(at(page)).toBe('/masterdata/materialtype');

  await tabMenu(page, '清除缓存');
  await page.locator('.ant-modal-confirm-title').getByText('是否需要清除缓存?', { exact: true }).waitFor();
  const cleared = page.waitForRequest(
    (request) => request.url().endsWith('/api/blade-auth/oauth/clear-cache') && request.method() === 'GET',
  );
  await agree(page, '确定');
  await cleared;
  expect(await noticeOf(page)).toBe('清除完毕');
  await leaveComputer(page);
});

test('Ctrl-K finds records beside pages and opens their page, ? tells the keys of the page, and of the groups of the menu one is open with the page in sight', async () => {
  const page = await person(stage, 'storekeeper', { viewport: { width: 1280, height: 600 } });
  const [tomato] = await stage.larder.rows<{ id: string; code: string }>(
    `select id, code from material where name = '西红柿'`,
  );
  const lastBill = async (type: string): Promise<{ readonly id: string; readonly code: string }> =>
    (
      await stage.larder.rows<{ id: string; code: string }>(
        'select id, bill_code as code from in_store where instore_type = $1 order by bill_code desc limit 1',
        [type],
      )
    )[0]!;
  const [delivery, bought] = [await lastBill('site'), await lastBill('self-purchase')];
  const search = page.getByRole('combobox', { name: '查找页面和记录' });
  for (const [word, name, path] of [
    ['xhs', '西红柿', `/masterdata/material/${tomato!.id}`],
    [tomato!.code, '西红柿', `/masterdata/material/${tomato!.id}`],
    [delivery.code, delivery.code, `/store/invinstore/${delivery.id}`],
    [bought.code, bought.code, `/store/selfpurchaseinstore/${bought.id}`],
  ] as const) {
    await page.keyboard.press('Control+k');
    await search.waitFor();
    await search.fill(word);
    await page.getByRole('option', { name }).first().waitFor();
    await page.keyboard.press('Enter');
    await soon(() => at(page)).toBe(path);
    await front(page).getByRole('heading', { level: 1 }).first().waitFor();
    await soon(() => page.locator('.tab.is-front').innerText()).toContain(name);
  }
  // Enter before anything was found chooses what comes.
  await page.keyboard.press('Control+k');
  await search.fill('西红柿');
  await page.keyboard.press('Enter');
  await soon(() => at(page)).toBe(`/masterdata/material/${tomato!.id}`);

  await go(page, '批次流水');
  await front(page).getByRole('heading', { level: 1 }).first().focus();
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: '本页快捷键' });
  await keys.getByText('到查询框').waitFor();
  expect(await keys.getByText('复制上一行').count()).toBe(0);
  await page.keyboard.press('Escape');
  await keys.waitFor({ state: 'hidden' });

  const selected = page.locator('.sidebar .ant-menu-item-selected');
  const isInSight = (): Promise<boolean> =>
    selected.evaluate((entry) => {
      const [own, menu] = [entry.getBoundingClientRect(), entry.closest('.sidebar-menu')!.getBoundingClientRect()];
      return own.top >= menu.top && own.bottom <= menu.bottom;
    });
  await soon(() => selected.innerText()).toBe('批次流水');
  await soon(isInSight).toBe(true);
  const open = page.locator('.sidebar .ant-menu-root > .ant-menu-submenu-open');
  await soon(() => open.count()).toBe(1);
  await group(page, '我的事务').click();
  await soon(() => open.locator('> .ant-menu-submenu-title').allInnerTexts()).toEqual(['我的事务']);
  await leaveComputer(page);
});

test('RULE-062 RULE-067 RULE-068 RULE-069 RULE-070 RULE-071 RULE-204 RULE-205: the top bar tells who and where; leaving asks first and leaves nothing behind', async () => {
  const page = await person(stage, 'data-steward');
  expect(await page.locator('.top-dept').innerText()).not.toBe('');
  await page.locator('.top-account .ant-avatar').waitFor();
  await top(page, '全屏').click();
  await soon(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true);
  await top(page, '退出全屏').click();
  await soon(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(false);
  await go(page, '计量单位');
  const account = async (entry: string): Promise<void> => {
    await top(page, /^账户/).click();
    await page.locator('.ant-dropdown').filter({ visible: true }).getByRole('menuitem', { name: entry }).click();
  };
  await top(page, /^账户/).click();
  await soon(() => page.locator('.ant-dropdown-menu-item').filter({ visible: true }).allInnerTexts()).toEqual([
    '首页',
    '个人信息',
    '退出系统',
  ]);
  await page.keyboard.press('Escape');
  await account('首页');
  await soon(() => at(page)).toBe('/wel/index');
  await account('退出系统');
  await agree(page, '取消');
  expect(await readStoredItem(page, 'session')).not.toBeNull();
  await account('退出系统');
  await page.getByText('退出系统，是否继续？').filter({ visible: true }).first().waitFor();
  await agree(page, '确定');
  await page.getByLabel('账号').waitFor();
  expect(page.url()).toBe(`${stage.larder.address}/login`);
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => /session|tabs|locked/.test(key)))).toEqual(
    [],
  );
  await signIn(page, stage.larder.address, 'data-steward');
  expect(await tabNames(page)).toEqual(['首页']);
  await leaveComputer(page);
});

test('RULE-090 RULE-092 RULE-144 RULE-145 RULE-235 RULE-274 RULE-293 RULE-294: what a session begins with is asked in its order, and what clients keep once', async () => {
  const page = await person(stage, 'data-steward');
  const requests: string[] = [];
  // Away first: the page before may still be asking.
  await page.goto('about:blank');
  page.on('request', (request) => {
    if (request.url().includes('/api/')) requests.push(new URL(request.url()).pathname.replace('/api/', ''));
  });
  await page.goto(`${stage.larder.address}/masterdata/material`);
  await front(page).locator('tr.ant-table-row').first().waitFor();
  // Its rows were asked for before it was drawn, and as it asks for them itself.
  expect(requests.filter((each) => each === 'master-data/material/page')).toHaveLength(1);
  expect(requests.slice(0, 3)).toEqual([
    'blade-system/menu/routes',
    'blade-system/menu/buttons',
    'blade-system/index/initData',
  ]);
  const cachedCalls = [
    'blade-system/dept/DeptAll',
    'blade-system/dept/realDeptAll',
    'blade-system/bizEnums/getAll',
    'blade-system/dict/dictionary',
  ];
  await soon(() => cachedCalls.map((path) => requests.filter((each) => each === path).length)).toEqual([1, 1, 1, 1]);
  // A bar runs while something is asked.
  await page.route('**/materialtype/**', async (route) => {
    await new Promise((resolve) => {
      setTimeout(resolve, 800);
    });
    await route.continue();
  });
  const slow = go(page, '物料类型');
  await page.locator('.progress.is-busy').waitFor({ state: 'attached' });
  await slow;
  await page.locator('.progress:not(.is-busy)').waitFor({ state: 'attached' });
  // Every call carries who asks and with which program.
  const call = page.waitForRequest((request) => request.url().includes('/materialunit/'));
  await go(page, '计量单位');
  expect(await (await call).allHeaders()).toMatchObject({
    'blade-auth': expect.stringMatching(/^bearer \S+/) as unknown,
    authorization: `Basic ${btoa('saber:saber_secret')}`,
  });
  await leaveComputer(page);
});

test('until the application is here whoever is signed in sees its outline in their theme', async () => {
  const page = await person(stage, 'data-steward');
  const outline = page.locator('.waiting');
  expect(await outline.isVisible()).toBe(false);
  await writeStoredItem(page, 'look', { theme: 'dark', density: 'compact' });
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  await page.route('**/assets/inside-*.js', async (route) => {
    await arrived;
    await route.continue().catch(() => {});
  });
  await page.reload({ waitUntil: 'commit' });
  // Also once the small program of signing in has run.
  await page.locator('#root > dialog').waitFor({ state: 'attached' });
  await outline.waitFor();
  expect(await outline.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe('rgb(14, 18, 23)');
  // It stands where the menu will.
  const menu = await outline.evaluate((element) => getComputedStyle(element).getPropertyValue('--wait-menu'));
  arrive();
  await front(page).getByRole('heading', { level: 1 }).first().waitFor();
  await outline.waitFor({ state: 'hidden' });
  expect(await page.locator('.shell-side').evaluate((side) => `${side.clientWidth + 1}px`)).toBe(menu);
  await leaveComputer(page);
});
