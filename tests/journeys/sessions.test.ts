// Areas: admin, frame
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  button,
  fillCaptcha,
  computer,
  front,
  go,
  journey,
  PASSWORD,
  person,
  sessionOf,
  leaveComputer,
} from '../support/journey.ts';

// What becomes of somebody at work when the session, the rights or the password behind it change.
const stage = journey();
const form = (page: Page) => page.locator('.record-drawer');
const field = (page: Page, name: string) => form(page).getByRole('textbox', { name, exact: true });
const again = (page: Page) => page.locator('dialog.sign-in-again');
const shows = (page: Page, words: string) => page.getByText(words).filter({ visible: true }).first().waitFor();

/** A new unit, filled in and not saved yet. */
async function halfDone(page: Page, code: string): Promise<void> {
  await go(page, '计量单位');
  await button(front(page), '新增').click();
  await field(page, '单位编码').fill(code);
  await field(page, '单位名称').fill(`单位${code}`);
  await form(page).getByRole('combobox', { name: '单位类别' }).click();
  await page
    .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option')
    .filter({ hasText: '计数' })
    .click();
}
/** Clicks even where another call of the page has just brought the box over it. */
const clickUnder = (of: Locator): Promise<void> => of.dispatchEvent('click');
const save = (page: Page): Promise<void> => clickUnder(button(form(page), '保存'));
const saved = async (code: string): Promise<number> =>
  (
    await stage.larder.rows<{ n: number }>('select count(*)::integer as n from material_unit where code = $1', [code])
  )[0]!.n;
/** The form of signing in, on its page or over another. */
const signInAgain = async (page: Page, password = PASSWORD): Promise<void> => {
  await again(page).getByLabel('密码', { exact: true }).fill(password);
  await fillCaptcha(again(page));
  await again(page).getByRole('button', { name: '登录' }).click();
};
const choosePassword = async (page: Page, old: string, fresh: string, second = fresh): Promise<void> => {
  await page.getByLabel('当前密码').fill(old);
  await page.getByLabel('新密码', { exact: true }).fill(fresh);
  await page.getByLabel('再输一次新密码').fill(second);
  await page.getByRole('button', { name: '保存并继续' }).click();
};

/** The administrator, at another desk. */
async function asAdministrator(path: string, query: Readonly<Record<string, string>>): Promise<void> {
  const { accessToken } = await sessionOf(stage.larder.address, 'admin');
  const done = await fetch(`${stage.larder.address}/api/${path}?${new URLSearchParams(query).toString()}`, {
    method: 'POST',
    headers: { 'blade-auth': `bearer ${accessToken}` },
  });
  expect(await done.json()).toMatchObject({ code: 200 });
}
const idOf = async (table: 'app_user' | 'role', column: string, value: string): Promise<string> =>
  (await stage.larder.rows<{ id: string }>(`select id::text from ${table} where ${column} = $1`, [value]))[0]!.id;

test('a session that ended is opened again in place, without a loop, and what was being saved is saved once', async () => {
  const page = await person(stage, 'data-steward');
  await halfDone(page, 'ENDED');
  await stage.larder.rows(`update session set ended_time = now(), end_reason = 'kicked' where user_id = $1`, [
    await idOf('app_user', 'account', 'data-steward'),
  ]);
  // What is known of a session is looked up again after two seconds.
  await page.waitForTimeout(2_100);
  await save(page);
  await again(page).getByRole('heading', { name: '登录已过期' }).waitFor();
  expect(await field(page, '单位名称').inputValue()).toBe('单位ENDED');
  await signInAgain(page, 'wrong123');
  await again(page).getByText('用户名或密码错误').waitFor();
  await signInAgain(page);
  await shows(page, '新增成功');
  expect(await saved('ENDED')).toBe(1);
  await leaveComputer(page);
});

test('a password somebody gave is changed at the sign-in; until then nothing else opens', async () => {
  await asAdministrator('blade-user/reset-password', { userIds: await idOf('app_user', 'account', 'auditor') });
  const page = await computer(stage.browser);
  await page.goto(stage.larder.address);
  await page.getByLabel('账号').fill('auditor');
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD);
  await fillCaptcha(page);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await page.getByRole('heading', { name: '请设置自己的密码' }).waitFor();
  await page.goto(`${stage.larder.address}/masterdata/material`);
  await page.getByRole('heading', { name: '请设置自己的密码' }).waitFor();
  // The rule stands there before it is broken, and what is typed can be seen.
  await page.getByText('密码为6-12位数字和字母').waitFor();
  await page.getByRole('button', { name: '显示密码' }).click();
  expect(await page.locator('input[name="fresh"]').getAttribute('type')).toBe('text');
  await choosePassword(page, PASSWORD, 'short');
  await shows(page, '密码为6-12位数字和字母');
  await choosePassword(page, PASSWORD, 'mine2026', 'mine2027');
  await shows(page, '两次密码输入不一致');
  await choosePassword(page, 'wrong123', 'mine2026');
  await shows(page, '旧密码错误');
  await choosePassword(page, PASSWORD, PASSWORD);
  await shows(page, '新密码不能与旧密码相同');
  await choosePassword(page, PASSWORD, 'mine2026');
  // On to where the address led.
  await front(page).getByRole('heading', { name: '物料档案' }).waitFor();
  await front(page).locator('tr.ant-table-row').first().waitFor();
  await leaveComputer(page);
});

test('a password reset under somebody at work: signs in again, chooses one, and the save goes on', async () => {
  const page = await person(stage, 'data-steward');
  await halfDone(page, 'RESET');
  await asAdministrator('blade-user/reset-password', { userIds: await idOf('app_user', 'account', 'data-steward') });
  await save(page);
  await signInAgain(page);
  await again(page).getByRole('heading', { name: '请设置自己的密码' }).waitFor();
  await choosePassword(page, PASSWORD, 'steward2026');
  await shows(page, '新增成功');
  expect(await saved('RESET')).toBe(1);
  await page.reload();
  await front(page).getByRole('heading', { name: '计量单位' }).waitFor();
  await leaveComputer(page);
});

test('a role taken away under somebody at work: the save is refused in words, what was typed stays', async () => {
  const page = await person(stage, 'tenant-admin');
  await halfDone(page, 'ROLE');
  await asAdministrator('blade-system/role/submit', { roleName: '空角色', roleAlias: 'nothing' });
  await asAdministrator('blade-user/grant', {
    userIds: await idOf('app_user', 'account', 'tenant-admin'),
    roleIds: await idOf('role', 'role_alias', 'nothing'),
  });
  await save(page);
  await shows(page, '没有操作权限，请联系管理员授权');
  expect(await field(page, '单位名称').inputValue()).toBe('单位ROLE');
  expect(await saved('ROLE')).toBe(0);
  await page.reload();
  await shows(page, '还没有授予您任何菜单');
  await front(page).getByRole('alert').filter({ hasText: '没有操作权限' }).waitFor();
  await leaveComputer(page);
});

test('an account frozen under somebody at work: the session is over, and signing in says why', async () => {
  const page = await person(stage, 'hq-planner');
  await go(page, '需求计划');
  await asAdministrator('blade-user/freeze', { ids: await idOf('app_user', 'account', 'hq-planner') });
  await clickUnder(front(page).getByRole('button', { name: '刷新' }));
  await again(page).waitFor();
  await signInAgain(page);
  await again(page).getByText('账号已冻结，请联系管理员').waitFor();
  await again(page).getByRole('button', { name: '换一个账号' }).click();
  await page.getByLabel('账号').waitFor();
});

test('who is signed in has what comes after the sign-in fetched beside it, and the page runs nothing its policy does not name', async () => {
  const page = await person(stage, 'admin');
  const refused: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) refused.push(message.text());
  });
  await page.reload();
  await front(page).getByRole('heading', { level: 1 }).first().waitFor();
  // Asked for before the program of the sign-in began.
  expect(await page.locator('head link[rel=modulepreload][href*="/inside-"] ~ script[type=module]').count()).toBe(1);
  expect(refused).toEqual([]);
  await leaveComputer(page);
});
