import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../../parts/postgres/database.ts';
import {
  askToken,
  BASIC,
  md5,
  openHouse,
  PASSWORD,
  passwordForm,
  type Answer,
  type Client,
  type House,
} from '../admin.testing.ts';
import { newCaptcha } from './captcha.server.ts';
import { startProvider, type TestProvider } from './oidc-provider.testing.ts';

const RETURN = 'http://larder.test/oauth/redirect/company';
const CHANG = { sub: 'chang-1', name: '张三', email: 'admin@larder.test' };
let house: House;
let provider: TestProvider;
let admin: Client;
let providerRow: Record<string, unknown>;
beforeAll(async () => {
  [house, provider] = await Promise.all([openHouse(), startProvider(RETURN)]);
  provider.become(CHANG);
  admin = await house.signIn('admin');
});
afterAll(() => provider.close());

const param = (key: string, value: string): Promise<unknown> =>
  house.run((tx) => tx.run(sql`update param set param_value = ${value} where param_key = ${key}`));
const save = (change: Record<string, unknown>): Promise<Answer> =>
  admin.post('blade-system/social-provider/submit', {
    source: 'company',
    name: '企业账号',
    issuer: provider.issuer,
    clientId: provider.clientId,
    clientSecret: provider.clientSecret,
    scope: 'openid profile',
    redirectUri: RETURN,
    sort: 1,
    enabled: 1,
    ...change,
  });
/** A browser that was sent off: where to, and what it keeps. */
interface Gone {
  readonly address: string;
  readonly cookie: string;
}
async function go(source = 'company', tenantId = '000000'): Promise<Gone> {
  const answer = await house.app.inject({
    method: 'GET',
    url: `/api/blade-auth/oauth/render/${source}?tenantId=${tenantId}`,
  });
  expect(answer.statusCode).toBe(302);
  return {
    address: String(answer.headers.location),
    cookie: String(answer.headers['set-cookie'] ?? '').split(';')[0]!,
  };
}
const socialForm = (back: URL, change: Record<string, string> = {}): Record<string, string> => ({
  tenantId: '000000',
  source: 'company',
  code: back.searchParams.get('code') ?? '',
  state: back.searchParams.get('state') ?? '',
  grant_type: 'social',
  scope: 'all',
  ...change,
});
/** The whole way: to the provider, back, and the grant. */
async function social(): Promise<Answer> {
  const { address, cookie } = await go();
  return askToken(house.app, socialForm(await provider.walk(address)), { cookie });
}
const asGuest = async (
  token: string,
  method: 'GET' | 'POST',
  path: string,
  input: Record<string, string> = {},
): Promise<Answer> => {
  const answer = await house.app.inject({
    method,
    url: `/api/${path}?${new URLSearchParams(input).toString()}`,
    headers: { 'blade-auth': `bearer ${token}` },
  });
  return { status: answer.statusCode, body: answer.json() };
};
/** What two requests of one guest answer, both of them waiting for his identity when it is let go. */
async function bothAtOnce(oauthId: string, begin: () => readonly Promise<Answer>[]): Promise<Answer[]> {
  const held = Promise.withResolvers<void>();
  const holding = house.owner.transaction({ tenant: '000000', timeZone: 'UTC' }, async (tx) => {
    await tx.run(sql`select 1 from user_oauth where id = ${oauthId}::bigint for update`);
    held.resolve();
    await expect
      .poll(
        () =>
          tx.row(
            sql`select count(*)::int as waiting from pg_locks where not granted and pid in (select pid from pg_locks
              where relation = 'user_oauth'::regclass)`,
          ),
        { timeout: 20_000 },
      )
      .toEqual({ waiting: 2 });
  });
  await held.promise;
  const answers = Promise.all(begin());
  await holding;
  return answers;
}
const statusAndMessage = ({ status, body }: Answer): unknown[] => [status, body.msg];

test('EP-0007: no provider is offered, and none is asked, before the platform allows its host and it is switched on', async () => {
  expect((await go()).address).toBe('/login?social=off');
  expect(
    (
      await askToken(house.app, {
        tenantId: '000000',
        source: 'company',
        code: 'x',
        state: 'y',
        grant_type: 'social',
        scope: 'all',
      })
    ).status,
  ).toBe(400);
  expect(statusAndMessage(await save({ enabled: 1 }))).toEqual([
    400,
    `登录服务地址 ${provider.issuer} 不在允许的范围内，请平台管理员把它加入参数 social.allowedHosts`,
  ]);
  await param('social.allowedHosts', provider.issuer);
  expect(statusAndMessage(await save({ issuer: `${provider.issuer}/nowhere` }))[0]).toBe(400);
  expect(statusAndMessage(await save({ redirectUri: 'http://larder.test/oauth/redirect/other' }))).toEqual([
    400,
    '回调地址须是本系统的完整网址，以 /oauth/redirect/company 结尾',
  ]);
  expect((await save({ enabled: 0 })).status).toBe(200);
  expect((await admin.get('blade-auth/oauth/sources')).body.data).toEqual([]);
  expect((await go()).address).toBe('/login?social=off');
  [providerRow] = (await admin.get('blade-system/social-provider/page')).body.data['records'] as Record<
    string,
    unknown
  >[] as [Record<string, unknown>];
  expect(providerRow['clientSecret']).toBe('******');
  // The row as it came, the mask in it, switched on.
  expect((await save({ ...providerRow, enabled: 1 })).status).toBe(200);
  expect((await admin.get('blade-auth/oauth/sources')).body.data).toEqual([{ source: 'company', name: '企业账号' }]);
  const stored = await house.run<{ clientSecret: string }[]>((tx) =>
    tx.rows(sql`select client_secret from social_provider`),
  );
  expect(stored[0]!.clientSecret).toMatch(/^sealed:/);
});
test('EP-0007: the way to the provider carries state, nonce and PKCE; the cookie binds the browser and lets nobody in', async () => {
  const answer = await house.app.inject({ method: 'GET', url: '/api/blade-auth/oauth/render/company' });
  const asked = new URL(String(answer.headers.location)).searchParams;
  expect([
    asked.get('response_type'),
    asked.get('client_id'),
    asked.get('redirect_uri'),
    asked.get('scope'),
    asked.get('code_challenge_method'),
  ]).toEqual(['code', provider.clientId, RETURN, 'openid profile', 'S256']);
  for (const name of ['state', 'nonce', 'code_challenge']) expect(asked.get(name)!.length).toBeGreaterThanOrEqual(32);
  expect(answer.headers['set-cookie']).toMatch(
    /^larder_way_[0-9a-f]{16}=[\w-]{43}; Path=\/api\/blade-auth\/oauth; Max-Age=600; HttpOnly; SameSite=Strict$/,
  );
  const cookie = String(answer.headers['set-cookie']).split(';')[0]!;
  expect(
    (await house.app.inject({ method: 'GET', url: '/api/blade-auth/oauth/user-info', headers: { cookie } })).statusCode,
  ).toBe(401);
  const rows = await house.run<Record<string, unknown>[]>((tx) => tx.rows(sql`select * from social_sign_in`));
  expect(JSON.stringify(rows)).not.toContain(asked.get('state'));
  expect(JSON.stringify(rows)).not.toContain(cookie.split('=')[1]);
});

test('EP-0001: who is linked with nobody is told how, where guests are not taken; equal names and mail addresses link nobody', async () => {
  await house.run((tx) => tx.run(sql`update app_user set email = ${CHANG.email} where account = 'admin'`));
  provider.become({ ...CHANG, name: 'admin' });
  expect(statusAndMessage(await social())).toEqual([
    400,
    '该第三方账号还没有绑定用户。请先用账号密码登录，在“个人信息”中绑定',
  ]);
  expect((await house.run<unknown[]>((tx) => tx.rows(sql`select 1 from user_oauth`))).length).toBe(0);
});

test('EP-0008 RULE-123 RULE-125 RULE-157 RULE-256: an unknown one gets a guest’s token, asks for an account with five values, and waits; once passed he comes in both ways', async () => {
  await param('account.registerUser', '1');
  provider.become(CHANG);
  const { status, body } = await social();
  expect(status).toBe(200);
  expect(body).toMatchObject({
    user_id: '-1',
    role_name: 'guest',
    tenant_id: '000000',
    user_name: '张三',
    token_type: 'bearer',
    refresh_token: '',
  });
  const [token, oauthId] = [String(body['access_token']), String(body['oauth_id'])];
  // What a program asks when it starts is answered with nothing; everything else is closed, and he is not thrown out by
  // it.
  for (const path of [
    'blade-system/menu/routes',
    'blade-system/menu/buttons',
    'blade-system/menu/top-menu',
    'blade-system/dict/dictionary',
  ])
    expect((await asGuest(token, 'GET', path, { code: 'flow' })).body.data).toEqual([]);
  for (const path of ['blade-user/page', 'blade-user/info', 'blade-system/dept/DeptAll', 'blade-auth/session/mine'])
    expect((await asGuest(token, 'GET', path)).status).toBe(403);
  const ask = (change: Record<string, string> = {}): Promise<Answer> =>
    asGuest(token, 'POST', 'blade-user/register-guest', {
      tenantId: '000000',
      name: '张三',
      account: 'zhangsan',
      password: 'abc12345',
      oauthId,
      ...change,
    });
  expect(statusAndMessage(await ask({ tenantId: '000001' }))).toEqual([400, '只能注册到租户 000000']);
  expect((await ask({ oauthId: '1' })).status).toBe(403);
  expect(statusAndMessage(await ask({ account: 'ADMIN' }))).toEqual([400, '当前用户 [ADMIN] 已存在!']);
  expect(statusAndMessage(await ask({ password: 'short' }))).toEqual([400, '密码为6-12位数字和字母']);
  expect(statusAndMessage(await ask({ password: md5('abc12345') }))).toEqual([400, '请直接输入新密码，不能使用摘要']);
  const answers = await bothAtOnce(oauthId, () => [ask(), ask({ account: 'zhangsan2' })]);
  expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 400]);
  const account = answers[0]!.status === 200 ? 'zhangsan' : 'zhangsan2';
  expect((await ask({ account: 'third' })).status).toBe(401);
  expect(
    (
      await admin.post('blade-user/register-guest', undefined, {
        tenantId: '000000',
        account: 'fourth',
        password: 'abc12345',
        oauthId,
      })
    ).status,
  ).toBe(403);

  const waiting = '账号正在审核，请等待管理员通过';
  expect((await askToken(house.app, passwordForm(account, 'abc12345'))).body.msg).toBe(waiting);
  expect(statusAndMessage(await social())).toEqual([400, waiting]);

  const page = await admin.get('blade-user/page', { auditState: 'pending' });
  const [row] = page.body.data['records'] as Record<string, unknown>[];
  expect(row).toMatchObject({
    account,
    name: '张三',
    roleId: '',
    deptId: '',
    auditStateName: '待审核',
    oauthName: '企业账号 · 张三',
  });
  const userIds = String(row!['id']);
  const auditor = await house.signIn('auditor');
  expect((await auditor.post('blade-user/audit-pass', undefined, { userIds })).status).toBe(403);
  expect((await admin.post('blade-user/audit-refuse', undefined, { userIds })).status).toBe(200);
  expect(statusAndMessage(await social())).toEqual([400, '账号未通过审核，请联系管理员']);
  expect((await admin.post('blade-user/audit-pass', undefined, { userIds })).status).toBe(200);
  expect(statusAndMessage(await admin.post('blade-user/audit-refuse', undefined, { userIds }))).toEqual([
    400,
    '张三 不是待审核的用户',
  ]);
  const both = [await social(), await askToken(house.app, passwordForm(account, 'abc12345'))];
  expect(
    both.map((each) => [each.status, each.body['user_id'], each.body['role_name'], each.body['oauth_id']]),
  ).toEqual([
    [200, userIds, 'guest', oauthId],
    [200, userIds, 'guest', oauthId],
  ]);
  const log = await house.run<{ action: string; who: string }[]>((tx) =>
    tx.rows(
      sql`select action, user_id::text as who from audit_log
        where resource = 'user' and record_id = ${userIds}::bigint and action <> 'create' order by id`,
    ),
  );
  expect(log).toEqual([
    { action: 'register', who: userIds },
    { action: 'audit-refuse', who: admin.userId },
    { action: 'audit-pass', who: admin.userId },
  ]);
});

test('a code, a state, another browser, another provider’s address: none of them works twice or elsewhere', async () => {
  const { address, cookie } = await go();
  const back = await provider.walk(address);
  const STATE = [400, '登录已过期，或不是在这个浏览器发起的，请重新登录'];
  const other = await go();
  expect(statusAndMessage(await askToken(house.app, socialForm(back)))).toEqual(STATE);
  expect(statusAndMessage(await askToken(house.app, socialForm(back), { cookie: other.cookie }))).toEqual(STATE);
  expect(statusAndMessage(await askToken(house.app, socialForm(back, { source: 'other' }), { cookie }))).toEqual(STATE);
  expect(
    statusAndMessage(
      await askToken(house.app, socialForm(back, { tenantId: '000001' }), { cookie, 'tenant-id': '000001' }),
    ),
  ).toEqual(STATE);
  expect((await askToken(house.app, socialForm(back, { iss: back.searchParams.get('iss')! }), { cookie })).status).toBe(
    200,
  );
  expect(statusAndMessage(await askToken(house.app, socialForm(back), { cookie }))).toEqual(STATE);
  const PROOF = [400, '登录服务没有确认您的身份，请重新登录'];
  // The code of one way with the state and browser of another: PKCE and nonce are not theirs.
  const mine = await provider.walk(other.address);
  const theirs = await go();
  const stolen = await provider.walk(theirs.address);
  expect(
    statusAndMessage(
      await askToken(house.app, socialForm(mine, { code: stolen.searchParams.get('code')! }), { cookie: other.cookie }),
    ),
  ).toEqual(PROOF);
  expect(
    statusAndMessage(
      await askToken(house.app, socialForm(stolen, { iss: 'http://evil.example.com' }), { cookie: theirs.cookie }),
    ),
  ).toEqual(PROOF);
  const late = await go();
  const lateBack = await provider.walk(late.address);
  await house.run((tx) => tx.run(sql`update social_sign_in set expires_time = now() - interval '1 second'`));
  expect(statusAndMessage(await askToken(house.app, socialForm(lateBack), { cookie: late.cookie }))).toEqual(STATE);
});

test('promise 31: a lock, a freeze and a closed tenant hold on this way too, and guessing locks the address', async () => {
  const [{ account }] = await house.run<[{ account: string }]>((tx) =>
    tx.rows(sql`select account from app_user where account like 'zhangsan%'`),
  );
  for (let round = 0; round < 5; round += 1)
    await house.run((tx) =>
      tx.run(
        sql`insert into sign_in_failure (subject, failures, locked_until)
          values (${`account:${account}`}, 5, now() + interval '5 minutes') on conflict (tenant_id, subject) do update
          set locked_until = excluded.locked_until`,
      ),
    );
  expect(statusAndMessage(await social())).toEqual([400, '用户登录失败次数过多']);
  await house.run((tx) => tx.run(sql`delete from sign_in_failure`));
  await house.run((tx) => tx.run(sql`update app_user set frozen = 1 where account = ${account}`));
  expect(statusAndMessage(await social())).toEqual([400, '账号已冻结，请联系管理员']);
  await house.run((tx) => tx.run(sql`update app_user set frozen = 0 where account = ${account}`));
  await house.owner.transaction({ tenant: '000000', timeZone: 'UTC' }, (tx) =>
    tx.run(sql`update tenant set expire_time = now() - interval '1 day' where tenant_id = '000000'`),
  );
  const gone = await house.app.inject({ method: 'GET', url: '/api/blade-auth/oauth/sources' });
  expect(gone.json<{ data: unknown }>().data).toEqual([]);
  expect(statusAndMessage(await social())).toEqual([400, '租户已过期，请联系管理员']);
  await house.owner.transaction({ tenant: '000000', timeZone: 'UTC' }, (tx) =>
    tx.run(sql`update tenant set expire_time = null where tenant_id = '000000'`),
  );
  // A flood from one address is not heard any more, whatever it brings.
  const flood: Record<string, string> = {
    tenantId: '000000',
    source: 'company',
    code: 'x',
    state: 'y',
    grant_type: 'social',
    scope: 'all',
  };
  expect((await askToken(house.app, flood, {}, '10.1.1.1')).status).toBe(400);
  await house.run((tx) => tx.run(sql`update sign_in_failure set failures = 99 where subject = 'source:10.1.1.1'`));
  const read = await newCaptcha(house.database, 'AB2CD');
  expect(
    (await askToken(house.app, flood, { 'captcha-key': read.key, 'captcha-code': 'AB2CD' }, '10.1.1.1')).body.msg,
  ).toBe('登录已过期，或不是在这个浏览器发起的，请重新登录');
  expect(statusAndMessage(await askToken(house.app, flood, {}, '10.1.1.1'))).toEqual([400, '用户登录失败次数过多']);
  await house.run((tx) => tx.run(sql`delete from sign_in_failure`));
  expect((await social()).status).toBe(200);
});

test('promise 31: after three failures of the account, or of the address, this grant asks for the captcha, too, and the way stays open meanwhile', async () => {
  const CAPTCHA = [400, '验证码不正确'];
  const read = async (): Promise<Record<string, string>> => ({
    'captcha-key': (await newCaptcha(house.database, 'AB2CD')).key,
    'captcha-code': 'ab2cd',
  });
  const [{ account }] = await house.run<[{ account: string }]>((tx) =>
    tx.rows(sql`select account from app_user where account like 'zhangsan%'`),
  );
  for (let round = 0; round < 3; round += 1) await askToken(house.app, passwordForm(account, 'wrong'));
  const { address, cookie } = await go();
  const form = socialForm(await provider.walk(address));
  expect(statusAndMessage(await askToken(house.app, form, { cookie }))).toEqual(CAPTCHA);
  expect(
    statusAndMessage(await askToken(house.app, form, { cookie, 'captcha-key': 'other', 'captcha-code': 'ab2cd' })),
  ).toEqual(CAPTCHA);
  // Known by now, but by this browser alone.
  expect((await askToken(house.app, form, { ...(await read()), cookie: (await go()).cookie })).status).toBe(400);
  expect((await askToken(house.app, form, { cookie, ...(await read()) })).status).toBe(200);
  expect((await askToken(house.app, form, { cookie, ...(await read()) })).status).toBe(400);
  await house.run((tx) => tx.run(sql`delete from sign_in_failure`));
  for (let round = 0; round < 3; round += 1)
    expect((await askToken(house.app, { ...form, state: 's' }, { cookie }, '10.2.2.2')).body.msg).toContain(
      '登录已过期',
    );
  const next = await go();
  const back = socialForm(await provider.walk(next.address));
  expect(statusAndMessage(await askToken(house.app, back, { cookie: next.cookie }, '10.2.2.2'))).toEqual(CAPTCHA);
  // Nobody else's address, and not for the password of somebody who comes from elsewhere.
  expect((await askToken(house.app, passwordForm('auditor'))).status).toBe(200);
  expect(statusAndMessage(await askToken(house.app, passwordForm('auditor'), {}, '10.2.2.2'))).toEqual(CAPTCHA);
  expect((await askToken(house.app, back, { cookie: next.cookie, ...(await read()) }, '10.2.2.2')).status).toBe(200);
});

test('a person links and unlinks himself, with his password, and nobody else’s identity', async () => {
  const chef = await house.signIn('chef');
  const begin = async (
    person: Client,
    password: string,
  ): Promise<{ status: number; msg: string; address: string; cookie: string }> => {
    const answer = await house.app.inject({
      method: 'POST',
      url: `/api/blade-auth/oauth/link`,
      payload: { source: 'company', password },
      headers: { 'blade-auth': `bearer ${person.token}` },
    });
    const body = answer.json<{ msg: string; data: { address?: string } }>();
    return {
      status: answer.statusCode,
      msg: body.msg,
      address: body.data.address ?? '',
      cookie: String(answer.headers['set-cookie'] ?? '').split(';')[0]!,
    };
  };
  const done = async (person: Client, back: URL, cookie: string): Promise<Answer> => {
    const answer = await house.app.inject({
      method: 'POST',
      url: '/api/blade-auth/oauth/linked',
      payload: { source: 'company', code: back.searchParams.get('code'), state: back.searchParams.get('state') },
      headers: { 'blade-auth': `bearer ${person.token}`, cookie },
    });
    return { status: answer.statusCode, body: answer.json() };
  };
  expect(await begin(chef, 'wrong123')).toMatchObject({ status: 400, msg: '密码错误，请输入当前账号的登录密码' });
  const taken = await begin(chef, md5(PASSWORD));
  expect(statusAndMessage(await done(chef, await provider.walk(taken.address), taken.cookie))).toEqual([
    400,
    '该第三方账号已绑定其他用户，请联系管理员',
  ]);
  provider.become({ sub: 'li-2', name: '李四' });
  // A way begun to link signs nobody in, and one begun by somebody links nobody else.
  const way = await begin(chef, md5(PASSWORD));
  const back = await provider.walk(way.address);
  expect((await askToken(house.app, socialForm(back), { cookie: way.cookie })).status).toBe(400);
  expect((await done(admin, back, way.cookie)).status).toBe(400);
  expect(statusAndMessage(await done(chef, back, way.cookie))).toEqual([200, '操作成功']);
  expect((await chef.get('blade-auth/oauth/links')).body.data).toMatchObject([
    { source: 'company', name: '企业账号', linked: true, oauthName: '李四' },
  ]);
  expect((await admin.get('blade-auth/oauth/links')).body.data).toMatchObject([
    { source: 'company', linked: false, oauthName: '' },
  ]);
  expect((await social()).body['user_id']).toBe(chef.userId);
  const fresh = (
    await askToken(house.app, {
      grant_type: 'refresh_token',
      refresh_token: chef.refresh,
      scope: 'all',
      tenantId: '000000',
    })
  ).body;
  expect(fresh['oauth_id']).toMatch(/^\d+$/);
  // Another issuer under the same code knows nobody, whatever it calls them.
  await house.run((tx) => tx.run(sql`update user_oauth set issuer = 'https://another.example.com'`));
  await param('account.registerUser', '0');
  expect((await social()).body.msg).toContain('还没有绑定用户');
  await house.run((tx) => tx.run(sql`update user_oauth set issuer = ${provider.issuer}`));
  expect((await chef.post('blade-auth/oauth/unlink', undefined, { source: 'company' })).status).toBe(200);
  expect((await chef.post('blade-auth/oauth/unlink', undefined, { source: 'company' })).status).toBe(404);
  expect((await social()).body.msg).toContain('还没有绑定用户');
});

test('an ID token is believed for its signature, by the keys the provider shows', async () => {
  provider.showOtherKeys();
  const [row] = (await admin.get('blade-system/social-provider/page')).body.data['records'] as [
    Record<string, unknown>,
  ];
  expect((await save({ ...row, scope: 'openid profile email' })).status).toBe(200);
  expect(statusAndMessage(await social())).toEqual([400, '登录服务没有确认您的身份，请重新登录']);
});

test('a client whose record does not grant it, and a provider that was switched off, sign nobody in; secrets and codes reach no log and no audit', async () => {
  const { address, cookie } = await go();
  const back = await provider.walk(address);
  const row = (await admin.get('blade-system/social-provider/page')).body.data['records'] as Record<string, unknown>[];
  expect((await save({ ...row[0], enabled: 0 })).status).toBe(200);
  expect(statusAndMessage(await askToken(house.app, socialForm(back), { cookie }))).toEqual([400, '未启用该登录方式']);
  await house.owner.transaction({ tenant: null, timeZone: 'UTC' }, (tx) =>
    tx.run(sql`update client set authorized_grant_types = 'password,refresh_token' where client_id = 'saber'`),
  );
  expect(statusAndMessage(await askToken(house.app, socialForm(back), { cookie, authorization: BASIC }))).toEqual([
    400,
    '未启用该登录方式',
  ]);
  await Promise.all(house.program.observers.map((observer) => observer.flush()));
  const stored = JSON.stringify(
    await house.run((tx) =>
      tx.rows(sql`select params::text from api_log union all select changes::text from audit_log`),
    ),
  );
  expect(stored).toContain('"source\\":\\"company');
  for (const hidden of [
    provider.clientSecret,
    'sealed:',
    back.searchParams.get('code')!,
    back.searchParams.get('state')!,
    'abc12345',
  ])
    expect(stored).not.toContain(hidden);
});
