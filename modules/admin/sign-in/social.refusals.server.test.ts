/** What sign-in providers, links with them and guests are refused, each with what stays as it was. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../../parts/postgres/database.ts';
import { saveRecord } from '../../../kernel/server/save.ts';
import { askToken, openHouse, PASSWORD, type Answer, type Client, type House } from '../admin.testing.ts';
import { startProvider, type TestProvider } from './oidc-provider.testing.ts';
import { socialProvider } from './social-provider.resource.ts';

const RETURN = 'http://larder.test/oauth/redirect/company';
let house: House;
let provider: TestProvider;
let admin: Client;
const run = <T>(work: Parameters<House['run']>[0]): Promise<T> => house.run<T>(work);
const param = (key: string, value: string): Promise<unknown> =>
  run((tx) => tx.run(sql`update param set param_value = ${value} where param_key = ${key}`));
const form = (): Record<string, unknown> => ({
  source: 'company',
  name: '企业账号',
  issuer: provider.issuer,
  clientId: provider.clientId,
  clientSecret: provider.clientSecret,
  scope: 'openid profile',
  redirectUri: RETURN,
  sort: 1,
  enabled: 1,
});
beforeAll(async () => {
  [house, provider] = await Promise.all([openHouse(), startProvider(RETURN)]);
  admin = await house.signIn('admin');
  await param('social.allowedHosts', provider.issuer);
  expect((await admin.post('blade-system/social-provider/submit', form())).body.msg).toBe('操作成功');
});
afterAll(() => provider.close());

const refusal = ({ status, body }: Answer): unknown[] => [status, (body.data as { reason?: string }).reason, body.msg];

test('a guest asks for an account while the tenant takes guests, and with an account and a password', async () => {
  await param('account.registerUser', '1');
  provider.become({ sub: 'guest-1', name: '新客' });
  const gone = await house.app.inject({ method: 'GET', url: '/api/blade-auth/oauth/render/company?tenantId=000000' });
  const back = await provider.walk(String(gone.headers.location));
  const { body } = await askToken(
    house.app,
    {
      tenantId: '000000',
      source: 'company',
      code: back.searchParams.get('code')!,
      state: back.searchParams.get('state')!,
      grant_type: 'social',
      scope: 'all',
    },
    { cookie: String(gone.headers['set-cookie']).split(';')[0]! },
  );
  const ask = async (change: Record<string, string> = {}): Promise<Answer> => {
    const input = {
      tenantId: '000000',
      name: '新客',
      account: 'newcomer',
      password: 'abc12345',
      oauthId: String(body['oauth_id']),
      ...change,
    };
    const answer = await house.app.inject({
      method: 'POST',
      url: `/api/blade-user/register-guest?${new URLSearchParams(input).toString()}`,
      headers: { 'blade-auth': `bearer ${String(body['access_token'])}` },
    });
    return { status: answer.statusCode, body: answer.json() };
  };
  expect(refusal(await ask({ account: ' ' }))).toEqual([400, 'guest.account', '请先输入账号名称']);
  expect(refusal(await ask({ password: '' }))).toEqual([400, 'guest.password', '请先输入密码']);
  await param('account.registerUser', '0');
  expect(refusal(await ask())).toEqual([400, 'guest.closed', '当前租户未开放注册，请联系管理员']);
  expect(
    await run((tx) =>
      tx.row(
        sql`select user_id, (select count(*)::integer from app_user where account = 'newcomer') as accounts
          from user_oauth where uuid = 'guest-1'`,
      ),
    ),
  ).toEqual({ userId: null, accounts: 0 });
});

test('a person has one identity of each provider: a second one is not linked before the first is undone', async () => {
  const chef = await house.signIn('chef');
  const link = async (sub: string): Promise<Answer> => {
    provider.become({ sub, name: sub });
    const begun = await house.app.inject({
      method: 'POST',
      url: '/api/blade-auth/oauth/link',
      payload: { source: 'company', password: PASSWORD },
      headers: { 'blade-auth': `bearer ${chef.token}` },
    });
    const back = await provider.walk(begun.json<{ data: { address: string } }>().data.address);
    const answer = await house.app.inject({
      method: 'POST',
      url: '/api/blade-auth/oauth/linked',
      payload: { source: 'company', code: back.searchParams.get('code'), state: back.searchParams.get('state') },
      headers: { 'blade-auth': `bearer ${chef.token}`, cookie: String(begun.headers['set-cookie']).split(';')[0]! },
    });
    return { status: answer.statusCode, body: answer.json() };
  };
  expect((await link('first')).body.msg).toBe('操作成功');
  expect(refusal(await link('second'))).toEqual([400, 'social.linked', '您已绑定该登录方式的另一个账号，请先解除绑定']);
  expect(await run((tx) => tx.rows(sql`select uuid from user_oauth where user_id = ${chef.userId}::bigint`))).toEqual([
    { uuid: 'first' },
  ]);
});

test('a provider that was not asked as it is to stand is not switched on, whichever way it is saved', async () => {
  const unasked = { ...form(), source: 'other', redirectUri: 'http://larder.test/oauth/redirect/other' };
  const user = (await house.program.userOf!('000000', admin.userId))!;
  const save = (enabled: number): Promise<unknown> =>
    run((tx) =>
      saveRecord(
        socialProvider,
        {
          tx,
          registry: house.program.registry,
          user,
          tenant: '000000',
          now: '2026-11-18 10:30:00',
          today: '2026-11-18',
          language: 'zh',
          requestId: 'test',
          allowed: () => true,
        },
        { ...unasked, enabled },
      ),
    );
  await expect(save(1)).rejects.toThrow('busy.retry');
  expect(await run((tx) => tx.rows(sql`select source from social_provider`))).toEqual([{ source: 'company' }]);
  const id = await save(0);
  expect((await admin.post('blade-system/social-provider/submit', { id, enabled: 1 })).body).toMatchObject({
    msg: '操作成功',
    data: { enabled: 1 },
  });
  expect((await admin.post('blade-system/social-provider/remove', undefined, { ids: String(id) })).status).toBe(200);
});

test('who wants to link himself with a provider that is away is told so, and no way to it is left open', async () => {
  const finance = await house.signIn('finance');
  // Not what it was asked as before, so it is asked anew.
  await run((tx) => tx.run(sql`update social_provider set scope = 'openid', issuer = 'http://127.0.0.1:9'`));
  await param('social.allowedHosts', 'http://127.0.0.1:9');
  const ways = (): Promise<unknown> =>
    run((tx) => tx.rows(sql`select 1 as one from social_sign_in where user_id = ${finance.userId}::bigint`));
  expect(refusal(await finance.post('blade-auth/oauth/link', { source: 'company', password: PASSWORD }))).toEqual([
    400,
    'social.away',
    '登录服务暂时无法连接，请稍后再试，或用账号密码登录',
  ]);
  expect(await ways()).toEqual([]);
});
