// Areas: admin
import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { startProvider, type TestProvider } from '../../modules/admin/sign-in/oidc-provider.testing.ts';
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
  soon,
  leaveComputer,
} from '../support/journey.ts';

// Somebody whom the identity of his company lets in: as a stranger first, then as one of ours.
const stage = journey();
let provider: TestProvider | undefined;
afterAll(() => provider?.close());

const form = (page: Page) => page.locator('dialog.register-guest');
const box = (page: Page, name: string) => form(page).getByLabel(name, { exact: true });
const faults = async (page: Page): Promise<string[]> =>
  (await form(page).locator('.sign-in-fault').allInnerTexts()).map((each) => each.trim()).filter((each) => each !== '');
const byCompany = async (page: Page): Promise<void> => {
  await page.goto(`${stage.larder.address}/login`);
  await page.getByRole('button', { name: '企业账号' }).click();
};

test('EP-0007 EP-0008 RULE-122 RULE-123 RULE-124 RULE-126 RULE-127 RULE-214 RULE-215 RULE-216 RULE-217 RULE-218 RULE-276 RULE-313: a stranger registers, is passed, comes in, and may undo the link', async () => {
  const { larder, browser } = stage;
  provider = await startProvider(`${larder.address}/oauth/redirect/company`);
  provider.become({ sub: 'wang-7', name: '王五' });
  await larder.rows(
    `update param set param_value = $1 where tenant_id = '000000' and param_key = 'social.allowedHosts'`,
    [provider.issuer],
  );
  await larder.rows(
    `update param set param_value = '1' where tenant_id = '000000' and param_key = 'account.registerUser'`,
  );

  const admin = await person(stage, 'admin');
  await go(admin, '第三方登录');
  await button(front(admin), '新增').click();
  const field = (name: string) => admin.locator('.record-drawer').getByRole('textbox', { name, exact: true });
  await field('编号').fill('company');
  await field('显示名称').fill('企业账号');
  await field('签发地址').fill(provider.issuer);
  await field('客户端ID').fill(provider.clientId);
  await admin.locator('.record-drawer').getByLabel('客户端密钥').last().fill(provider.clientSecret);
  await field('回调地址').fill(`${larder.address}/oauth/redirect/company`);
  await admin.locator('.record-drawer').getByRole('switch', { name: '启用' }).click();
  await button(admin.locator('.record-drawer'), '保存').click();
  await admin.getByText('新增成功').first().waitFor();

  const guest = await computer(browser);
  await byCompany(guest);
  await form(guest).getByRole('heading', { name: '账号注册', exact: true }).waitFor();
  expect(await form(guest).evaluate((dialog: HTMLElement) => dialog.style.width)).toBe('20%');
  expect(
    await form(guest)
      .locator('input')
      .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).name)),
  ).toEqual(['tenantId', 'name', 'account', 'password', 'password2']);
  expect(await box(guest, '用户昵称').inputValue()).toBe('王五');
  expect(new URL(guest.url()).search).toBe('');
  for (const [change, sentence] of [
    [{ 租户编号: '', 用户昵称: '' }, '请先输入租户编号'],
    [{ 租户编号: '000000' }, '请先输入账号名称'],
    [{ 账号名称: 'wangwu', 确认密码: 'x' }, '请先输入密码'],
    [{ 账号密码: 'abc12345' }, '两次密码输入不一致'],
  ] as const) {
    for (const [name, value] of Object.entries(change)) await box(guest, name).fill(value);
    await form(guest).getByRole('button', { name: '提交注册' }).click();
    await soon(() => faults(guest)).toEqual([sentence]);
  }
  await box(guest, '用户昵称').fill('王五');
  await box(guest, '确认密码').fill('abc12345');
  // RULE-276: what the server says, and where it says nothing, that it failed.
  for (const [answer, sentence] of [
    [{ code: 400, success: false, msg: '账号已存在' }, '账号已存在'],
    [{ code: 400, success: false }, '提交失败'],
  ] as const) {
    await guest.route('**/register-guest', (route) => route.fulfill({ status: 400, json: answer }), { times: 1 });
    await form(guest).getByRole('button', { name: '提交注册' }).click();
    await soon(() => faults(guest)).toEqual([sentence]);
  }
  const sent = guest.waitForRequest('**/register-guest');
  await form(guest).getByRole('button', { name: '提交注册' }).click();
  expect([...new URLSearchParams((await sent).postData()!).keys()].toSorted()).toEqual([
    'account',
    'name',
    'oauthId',
    'password',
    'tenantId',
  ]);
  await form(guest).getByRole('heading', { name: '注册提示', exact: true }).waitFor();
  expect(await form(guest).getByRole('alert').innerText()).toBe('注册申请已提交,请耐心等待管理员通过!');
  await form(guest).getByText('确定').click();
  await byCompany(guest);
  await guest.getByText('账号正在审核，请等待管理员通过').waitFor();

  await go(admin, '用户管理');
  await front(admin).locator('.status-tab').filter({ hasText: '待审核' }).click();
  const row = front(admin).locator('tr.ant-table-row').filter({ hasText: 'wangwu' });
  await row.waitFor();
  await row.getByRole('button', { name: '审核' }).click();
  const review = admin.getByRole('dialog').filter({ hasText: '审核 王五 (wangwu) 的注册申请' });
  await review.getByText('企业账号 · 王五').waitFor();
  await choose(admin, review.getByRole('combobox', { name: '角色' }), '厨师');
  await review.locator('.ant-modal-title').click();
  await review.getByRole('button', { name: /通\s?过/ }).click();
  await soon(() => noticeOf(admin)).toBe('王五 (wangwu) 已通过，现在可以登录');

  await byCompany(guest);
  await guest.locator('main#content h1').first().waitFor();
  await guest.goto(`${larder.address}/info/index`);
  await guest.getByText('王五 · ').waitFor();
  await guest.getByRole('button', { name: '解除 企业账号 的绑定' }).click();
  await agree(guest, '解除绑定');
  await guest.getByText('未绑定').waitFor();
  await guest.getByRole('button', { name: '绑定 企业账号' }).click();
  await guest
    .getByRole('dialog')
    .getByLabel(/当前密码/)
    .fill('abc12345');
  await guest.getByRole('dialog').getByRole('button', { name: '前往绑定' }).click();
  await guest.getByText('王五 · ').waitFor();
  expect(new URL(guest.url()).pathname).toBe('/info/index');
  // After failed guesses at his account the picture is asked here, too, and the way he came stays open.
  await larder.rows(
    `insert into sign_in_failure (tenant_id, subject, failures) values ('000000', 'account:wangwu', 3)`,
  );
  const again = await computer(browser);
  await byCompany(again);
  const read = again.getByLabel('验证码', { exact: true });
  await read.fill('WRONG');
  await again.getByRole('button', { name: '继续登录' }).click();
  await again.getByText('验证码不正确').waitFor();
  await soon(() => read.inputValue()).toBe('');
  await read.fill('aaaaa');
  await again.getByRole('button', { name: '继续登录' }).click();
  await again.locator('main#content h1').first().waitFor();
  await Promise.all([leaveComputer(guest), leaveComputer(admin), leaveComputer(again)]);
});
