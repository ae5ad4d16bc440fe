// Areas: admin, console
import { createHash } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  agree,
  button,
  choose,
  DESK,
  front,
  go,
  journey,
  noticeOf,
  PASSWORD,
  person,
  PHONE,
  sessionOf,
  soon,
  leaveComputer,
} from '../support/journey.ts';
import { storedItem } from '../support/stored-item.ts';

// What an administrator does: dictionaries, menus, top menus, what a role may do, parameters.
const stage = journey();

/** Somebody at a screen of this size who reads this language. */
async function reader(account: string, viewport: typeof DESK, language: 'zh' | 'en' = 'zh'): Promise<Page> {
  const page = await person(stage, account, { viewport });
  if (language === 'en') {
    await page.evaluate((text) => localStorage.setItem('larder:language', text), storedItem('en'));
    await page.reload();
  }
  return page;
}
const open = async (page: Page, path: string, title: string): Promise<Locator> => {
  await page.goto(`${stage.larder.address}${path}`);
  await front(page).getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
  return front(page);
};
/** Chooses in a list that is short enough to be read. */
async function pick(page: Page, box: Locator, title: string): Promise<void> {
  await box.click();
  await page
    .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden, [class*=leave]) .ant-select-item-option')
    .filter({ hasText: new RegExp(`^${title}$`) })
    .click();
}
const overflows = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
const codesHeld = async (alias: string): Promise<readonly string[]> =>
  (
    await stage.larder.rows<{ code: string }>(
      `select m.code from role_menu g join role r on r.id = g.role_id and r.tenant_id = g.tenant_id
        join menu m on m.id = g.menu_id where r.role_alias = $1`,
      [alias],
    )
  ).map(({ code }) => code);

test.each([
  ['zh', DESK, '/system/dict', '系统字典', '字典编号或名称', /的字典项$/, /男\s+1/],
  ['en', DESK, '/system/dictbiz', 'Business dictionary', 'Code or name', /^Entries of/, /\s1/],
  ['zh', PHONE, '/system/dictbiz', '业务字典', '字典编号或名称', /的字典项$/, /男\s+1/],
  ['en', PHONE, '/system/dict', 'Dictionary', 'Code or name', /^Entries of/, /\s1/],
] as const)(
  'in %s, %j: the entry of the menu opens dictionaries beside their entries (%s), and nothing is wider than the window',
  async (language, screen, path, title, search, entries, first) => {
    const page = await reader('admin', screen, language);
    const board = await open(page, path, title);
    await board.getByLabel(search).fill('sex');
    const heads = board.getByRole('region').first().locator('tr.ant-table-row');
    await soon(() => heads.count()).toBe(1);
    await heads.first().locator('td').first().click();
    const pane = board.getByRole('region', { name: entries });
    await soon(() => pane.locator('tr.ant-table-row').first().innerText()).toMatch(first);
    expect(await overflows(page)).toBe(false);
    // A wide screen has a choice of layouts, and keeps it.
    expect(await board.getByRole('radiogroup').count()).toBe(screen === DESK ? 1 : 0);
    if (screen === DESK) {
      await board.getByRole('radiogroup').locator('label').last().click();
      await page.reload();
      await front(page).locator('.dict-panes.is-vertical').waitFor();
    }
    await leaveComputer(page);
  },
);

test('menus are a tree: groups first, what is sought is opened, kinds and pictures are chosen from, and a new one is begun below another', async () => {
  const page = await reader('admin', DESK);
  const tree = await open(page, '/system/menu', '菜单管理');
  const rows = tree.locator('tr.ant-table-row');
  await rows.first().waitFor();
  const [tops] = await stage.larder.rows<{ n: number }>(
    'select count(*)::integer as n from menu where coalesce(parent_id, 0) = 0',
  );
  expect(await rows.count()).toBe(tops!.n);
  await button(tree, '展开到页面').click();
  const [pages] = await stage.larder.rows<{ n: number }>('select count(*)::integer as n from menu where category = 1');
  await soon(() => rows.count()).toBe(pages!.n);
  await button(tree, '全部收起').click();
  await soon(() => rows.count()).toBe(tops!.n);
  await button(tree, '展开系统管理').click();
  await rows.filter({ hasText: '/system/topmenu' }).waitFor();
  await button(tree, '收起系统管理').click();
  await soon(() => rows.count()).toBe(tops!.n);

  await tree.getByLabel('菜单名称、编号或路由地址').fill('/system/user');
  const users = rows.filter({ hasText: '用户管理' });
  await soon(() => users.count()).toBe(1);
  expect(await users.innerText()).toContain('页面');
  await button(users, '编辑').click();
  const form = page.locator('.record-drawer');
  const chosen = (field: string) => form.locator(`[data-field=${field}] .ant-select-content`);
  await soon(() => chosen('category').innerText()).toBe('页面');
  expect(await chosen('action').innerText()).toBe('无');
  await choose(page, form.locator('[data-field=source] input'), '齿轮');
  await pick(page, form.locator('[data-field=isOpen] .ant-select'), '是');
  await button(form, '保存').click();
  expect(await noticeOf(page)).toContain('更新成功 · user 用户管理');
  expect(await stage.larder.rows(`select source, category, action, is_open from menu where code = 'user'`)).toEqual([
    { source: 'setting', category: 1, action: 0, is_open: 2 },
  ]);

  await form.waitFor({ state: 'hidden' });
  await users.getByRole('button', { name: '更多操作' }).click();
  await page.getByRole('menuitem', { name: '新增下级' }).click();
  await soon(() => chosen('category').innerText()).toBe('按钮');
  await soon(() => chosen('parentId').innerText()).toBe('用户管理');
  await leaveComputer(page);
});

test('on a phone the tree of menus has its names and acts, and is no wider than the window', async () => {
  const page = await reader('admin', PHONE, 'en');
  const tree = await open(page, '/system/menu', 'Menus');
  await tree.getByLabel('Name, code or path').fill('Users');
  await tree.locator('tr.ant-table-row').filter({ hasText: 'Users' }).first().waitFor();
  expect(await overflows(page)).toBe(false);
  await leaveComputer(page);
});

test('a new top menu is filled at once; choosing it leaves of the menu what stands in it; whom nothing of it concerns is not shown it, and emptied nobody is', async () => {
  const page = await reader('admin', DESK);
  const list = await open(page, '/system/topmenu', '顶部菜单');
  await button(list, '新增').first().click();
  const form = page.locator('.record-drawer');
  await form.locator('[data-field=code] input').fill('office');
  await form.locator('[data-field=name] input').fill('办公室');
  await button(form, '保存').click();
  let dialog = page.getByRole('dialog', { name: '分配菜单 · 办公室' });
  await dialog.getByText('没有改动').waitFor();
  const shownTo = (who: Page): Promise<string[]> => who.locator('.top-menus button').allInnerTexts();
  expect(await shownTo(page)).toEqual([]);
  await dialog.getByLabel('查找菜单').fill('用户管理');
  await dialog
    .locator('.ant-tree-treenode')
    .filter({ hasText: '用户管理' })
    .last()
    .locator('.ant-tree-checkbox')
    .click();
  await dialog.getByRole('status').getByText('新增 2').waitFor();
  await button(dialog, '保存菜单').click();
  await page.locator('.ant-message-notice').filter({ hasText: '办公室 的菜单已保存：新增 2，移除 0' }).waitFor();

  await soon(() => shownTo(page)).toEqual(['全部', '办公室']);
  const groups = page.locator('.sidebar .ant-menu-submenu-title');
  const all = await groups.count();
  await page.locator('.top-menus').getByRole('button', { name: '办公室' }).click();
  await soon(() => groups.allInnerTexts()).toEqual(['系统管理']);
  const chef = await reader('chef', DESK);
  await chef.locator('.sidebar .ant-menu-submenu-title').first().waitFor();
  expect(await shownTo(chef)).toEqual([]);
  await leaveComputer(chef);

  await button(list.locator('tr.ant-table-row').filter({ hasText: '办公室' }), '分配菜单').click();
  dialog = page.getByRole('dialog', { name: '分配菜单 · 办公室' });
  await button(dialog, '全不选').click();
  await dialog.getByRole('status').getByText('移除 2').waitFor();
  await button(dialog, '保存菜单').click();
  await soon(() => shownTo(page)).toEqual([]);
  await soon(() => groups.count()).toBe(all);
  await leaveComputer(page);
});

test('what a role may do: shares of each branch, a search that opens what it finds, all buttons of a page at once, and what changes marked where it stands', async () => {
  const page = await reader('admin', DESK);
  const list = await open(page, '/authority/role', '角色管理');
  await button(list.getByRole('row').filter({ hasText: '访客' }), '授权').click();
  const dialog = page.getByRole('dialog', { name: '授权 · 访客' });
  const node = (name: string) => dialog.locator('.grant-node').filter({ hasText: name });
  await dialog.getByText(/^改动影响 1 人：/).waitFor();
  const height = (await dialog.locator('.ant-tree').boundingBox())!.height;
  expect(height).toBeGreaterThan(DESK.height / 2);

  const held = await codesHeld('guest');
  const buttons = (
    await stage.larder.rows<{ code: string }>(
      `select b.code from menu b join menu p on p.id = b.parent_id where p.code = 'user' order by b.sort, b.id`,
    )
  ).map(({ code }) => code);
  await dialog.getByLabel('查找菜单或按钮').fill('用户管理');
  await soon(() => node('用户管理').innerText()).toContain(`0 / ${buttons.length}`);
  await button(node('用户管理'), '勾选全部按钮 · 用户管理').click();
  const added = [...buttons, 'user', 'system'].filter((code) => !held.includes(code)).length;
  await dialog.getByRole('status').getByText(`新增 ${added}`).waitFor();
  expect(await node('用户管理').innerText()).toMatch(new RegExp(`\\+ 新增\\s+${buttons.length} / ${buttons.length}`));

  // Only what changes, the search cleared; the page stays when its buttons go.
  await dialog.getByLabel('查找菜单或按钮').fill('');
  await dialog.getByText('只看改动', { exact: true }).click();
  await soon(() => dialog.locator('.grant-node.is-added').count()).toBe(added);
  expect(await dialog.locator('.grant-node').count()).toBe(added + (held.includes('system') ? 1 : 0));
  await button(node('用户管理'), '清空按钮 · 用户管理').click();
  await dialog
    .getByRole('status')
    .getByText(`新增 ${added - buttons.length}`)
    .waitFor();

  // At a phone the same dialog is no wider than the window.
  await page.setViewportSize(PHONE);
  await soon(() => overflows(page)).toBe(false);
  await soon(async () => {
    const box = (await dialog.boundingBox())!;
    return [box.x >= 0, box.x + box.width <= PHONE.width];
  }).toEqual([true, true]);
  await page.keyboard.press('Escape');
  await agree(page, '丢弃');
  await dialog.waitFor({ state: 'hidden' });
  expect(await codesHeld('guest')).toEqual(held);
  await leaveComputer(page);
});

test('a parameter is shown and entered as what it is: a switch, a choice, a figure with its unit', async () => {
  const page = await reader('admin', DESK);
  const list = await open(page, '/system/param', '参数管理');
  const row = async (key: string): Promise<Locator> => {
    await list.locator('.search-row input').first().fill(key);
    await page.keyboard.press('Enter');
    const found = list.locator('tr.ant-table-row').filter({ hasText: key });
    await soon(() => list.locator('tr.ant-table-row').count()).toBe(1);
    return found;
  };
  const form = page.locator('.record-drawer');
  const valueOf = async (key: string): Promise<string> =>
    (
      await stage.larder.rows<{ value: string }>('select param_value as value from param where param_key = $1', [key])
    )[0]!.value;

  const switched = await row('store.check.plan-approval');
  expect(await switched.innerText()).toContain('关闭');
  await button(switched, '编辑').click();
  await form.getByRole('switch').click();
  await button(form, '保存').click();
  await form.waitFor({ state: 'hidden' });
  await soon(() => switched.innerText()).toContain('开启');
  expect(await valueOf('store.check.plan-approval')).toBe('1');

  const chosen = await row('store.cost.method');
  expect(await chosen.innerText()).toContain('批次成本');
  await button(chosen, '编辑').click();
  await pick(page, form.locator('[data-field=paramValue] .ant-select'), '移动平均');
  await button(form, '保存').click();
  await form.waitFor({ state: 'hidden' });
  expect(await valueOf('store.cost.method')).toBe('moving-average');

  const figure = await row('account.failCount');
  expect(await figure.innerText()).toContain('5 次');
  await button(figure, '编辑').click();
  await form.locator('[data-field=paramValue]').getByText('3 到 10 的整数').waitFor();
  expect(await form.locator('[data-field=paramValue] .unit').innerText()).toBe('次');
  await form.locator('[data-field=paramValue] input').fill('99');
  await button(form, '保存').click();
  await form.locator('[data-field=paramValue]').getByRole('alert').waitFor();
  expect(await valueOf('account.failCount')).toBe('5');
  await leaveComputer(page);
});

test('a process that was deployed and no document goes by says so, and leads to where it is bound', async () => {
  await stage.larder.rows(`update flow_binding set frozen = 1 where bill_type = 'purchaseorder'`);
  const page = await reader('admin', DESK);
  const list = await go(page, '流程部署');
  const model = list.locator('tr.ant-table-row').filter({ hasText: '采购订单审批' });
  await button(model, '部署').click();
  const warning = page.locator('.ant-notification-notice').filter({ hasText: '“采购订单审批”还没有绑定到采购订单' });
  await warning.waitFor();
  await button(warning, '绑定到单据').click();
  const form = page.locator('.record-drawer');
  await soon(() => form.locator('[data-field=processKey] input').inputValue()).toBe('purchaseorder');
  await soon(() => form.locator('[data-field=billType] .ant-select-content').innerText()).toBe('采购订单');
  await leaveComputer(page);
});

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');
/** Posts as whoever holds the token, and answers what the call does. */
async function post(token: string, path: string, body: unknown): Promise<Readonly<Record<string, string>>> {
  const answer = await fetch(`${stage.larder.address}/api/${path}`, {
    method: 'POST',
    headers: { 'blade-auth': `bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { data, msg } = (await answer.json()) as { data: Readonly<Record<string, string>>; msg: string };
  expect([answer.status, msg]).toEqual([200, '操作成功']);
  return data;
}
/** The administrator of a company that was made just now, with a password of their own. */
async function newCompany(tenantName: string) {
  const { address } = stage.larder;
  const platform = await sessionOf(address, 'admin');
  const { tenantId, adminPassword } = await post(platform.accessToken, 'blade-system/tenant/submit', {
    tenantName,
    linkman: '王经理',
  });
  const first = await sessionOf(address, 'admin', { tenantId: tenantId!, password: adminPassword! });
  const chosen = { oldPassword: md5(adminPassword!), newPassword: PASSWORD, newPassword1: PASSWORD };
  await post(first.accessToken, 'blade-user/update-password', chosen);
  return sessionOf(address, 'admin', { tenantId: tenantId! });
}

test('an empty company begins with eight steps: sheets and starting sets where they are needed, a sample company that can be stopped and never mixes with records, and a sample week to end with', async () => {
  const session = await newCompany('新开的公司');
  const page = await person(stage, 'admin', { session, at: '/', viewport: DESK });
  const steps = page.getByRole('region', { name: '开始使用：八步搭好公司' });
  await steps.waitFor();
  expect(await steps.locator('li.is-done strong').allInnerTexts()).toEqual(['机构', '计量单位']);

  const sample = steps.getByRole('region', { name: '载入示例公司' });
  await button(sample, '载入示例公司').click();
  await page.getByRole('dialog').getByText('载入后不能撤回').waitFor();
  await agree(page, '载入');
  await sample.getByText('示例账号的密码（只显示这一次）').waitFor();
  await button(sample, '停止').click();
  expect(await noticeOf(page)).toContain('已停止，没有留下任何数据');
  await button(sample, '载入示例公司').waitFor();

  const sheet = page.waitForEvent('download');
  await steps.getByRole('button', { name: '下载物料的 Excel 模板' }).click();
  expect((await sheet).suggestedFilename()).toMatch(/物料.*\.xlsx$/);
  await steps.getByRole('button', { name: '导入物料', exact: true }).click();
  await page.getByRole('dialog', { name: '导入物料' }).getByRole('button', { name: '关闭' }).last().click();
  await button(steps, '取用起始物料类型').click();
  await page.getByRole('dialog').getByText('蔬菜菌菇').waitFor();
  await agree(page, '取用');
  await page.locator('.ant-message-notice').filter({ hasText: '已新增 20 条物料类型' }).waitFor();
  await button(sample, '载入示例公司').click();
  await agree(page, '载入');
  await page.locator('.ant-notification-notice').filter({ hasText: '公司里已有物料类型 20 条' }).waitFor();

  const make = (path: string, row: object) => post(session.accessToken, path, row);
  const depts = await fetch(`${stage.larder.address}/api/blade-system/dept/page`, {
    headers: { 'blade-auth': `bearer ${session.accessToken}` },
  });
  let above = ((await depts.json()) as { data: { records: { id: string }[] } }).data.records[0]!.id;
  for (const [deptCategory, deptName] of [
    ['2', '一项目部'],
    ['3', '一餐厅'],
    ['4', '面档'],
  ] as const)
    above = (
      await make('blade-system/dept/submit', { parentId: above, deptCategory, deptName, fullName: deptName, sort: 1 })
    )['id']!;
  const type = await make('master-data/dishtype/submit', { parentId: '0', code: 'M', name: '面', sort: 1 });
  await make('master-data/dish/submit', {
    name: '牛肉面',
    dishTypeId: type['id'],
    dishKind: 'finished',
    salePrice: '18',
  });
  await page.reload();
  await button(steps, '排示例周').click();
  await page.getByRole('dialog').getByText('可以直接删除').waitFor();
  await agree(page, '排示例周');
  await front(page).getByText('示例周 面档').first().waitFor();
  await page.goto(`${stage.larder.address}/`);
  await front(page).getByRole('heading', { level: 1 }).waitFor();
  await soon(() => page.getByRole('region', { name: '等您处理' }).count()).toBe(1);
  expect(await steps.count()).toBe(0);
  await leaveComputer(page);
});
