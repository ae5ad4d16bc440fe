import { beforeAll, expect, test } from 'vitest';
import { SignJWT } from 'jose';
import { assemble } from '../../../apps/server/main.ts';
import { createHttp } from '../../../kernel/server/http.ts';
import { createMetrics } from '../../../parts/http/metrics.ts';
import { sql } from '../../../parts/postgres/database.ts';
import {
  askToken,
  BASIC,
  md5,
  openHouse,
  pause,
  PASSWORD,
  passwordForm,
  SECRET,
  type Answer,
  type House,
} from '../admin.testing.ts';
import { newCaptcha } from './captcha.server.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
const withCaptcha = async (answer: string, typed = answer): Promise<Record<string, string>> => {
  const { key } = await newCaptcha(house.database, answer);
  return { 'captcha-key': key, 'captcha-code': typed };
};

test('EP-0001: a sign-in answers bare, with every field clients look for', async () => {
  const { status, body } = await askToken(house.app, passwordForm('admin'));
  expect(status).toBe(200);
  expect(body).toMatchObject({
    token_type: 'bearer',
    expires_in: 3600,
    tenant_id: '000000',
    account: 'admin',
    user_name: 'admin',
    role_name: 'administrator,user',
    detail: { type: 'web' },
    client_id: 'saber',
    scope: 'all',
  });
  for (const field of [
    'access_token',
    'refresh_token',
    'user_id',
    'nick_name',
    'real_name',
    'role_id',
    'dept_id',
    'dept_name',
    'post_id',
    'oauth_id',
    'avatar',
    'license',
  ])
    expect([field, typeof body[field]]).toEqual([field, 'string']);
  expect(String(body['access_token'])).toMatch(/^[A-Za-z0-9._-]{20,2000}$/);
  expect(body).not.toHaveProperty('success');
});

test('a program started with the demonstration names its accounts and their password, which enter without a captcha; any other names nobody', async () => {
  const url = '/api/blade-auth/oauth/demonstration';
  expect((await house.app.inject({ method: 'GET', url })).json()).toMatchObject({ code: 200, data: [] });
  const { database, fileFolder } = house;
  const program = assemble({ database, tokenSecret: SECRET, fileFolder, demonstrationPassword: PASSWORD });
  const app = await createHttp({
    ...program,
    database,
    logger: false,
    metrics: createMetrics(),
    uploadFolder: fileFolder,
  });
  const { data } = (await app.inject({ method: 'GET', url })).json<{
    data: { tenantId: string; account: string; password: string; role: string }[];
  }>();
  await app.close();
  expect(data.map(({ role }) => role)).toEqual(expect.arrayContaining(['超级管理员', '采购员', '仓管员', '厨师长']));
  expect(data.map(({ account }) => account)).not.toContain('guest');
  const storekeeper = data.find(({ account }) => account === 'storekeeper')!;
  expect((await askToken(house.app, passwordForm('storekeeper', storekeeper.password))).status).toBe(200);
});

test('clear text, digest, body or query: all sign in; the form may be a body', async () => {
  const clear = await askToken(house.app, { ...passwordForm('finance'), password: PASSWORD });
  expect(clear.status).toBe(200);
  const form = await house.app.inject({
    method: 'POST',
    url: '/api/blade-auth/oauth/token',
    headers: {
      authorization: BASIC,
      'content-type': 'application/x-www-form-urlencoded',
      'blade-auth': 'bearer expired.old.token',
    },
    payload: new URLSearchParams(passwordForm('finance')).toString(),
  });
  expect(form.statusCode).toBe(200);
});

test('failures say the same for an unknown account and a wrong password, as 400 with error_description', async () => {
  const wrong = await askToken(house.app, passwordForm('auditor', 'wrong1'));
  const unknown = await askToken(house.app, passwordForm('nobody-there', 'wrong1'));
  const foreign = await askToken(
    house.app,
    { ...passwordForm('admin'), tenantId: '999999' },
    { 'tenant-id': '999999' },
  );
  for (const each of [wrong, unknown, foreign]) {
    expect(each.status).toBe(400);
    expect(each.body).toMatchObject({
      code: 400,
      success: false,
      msg: '用户名或密码错误',
      error_description: '用户名或密码错误',
      error_code: 'invalid_grant',
    });
  }
});

test('an unknown client, a grant it may not use, two different tenants: refused', async () => {
  expect((await askToken(house.app, passwordForm('admin'), { authorization: 'Basic c2FiZXI6d3Jvbmc=' })).status).toBe(
    400,
  );
  expect((await askToken(house.app, { ...passwordForm('admin'), grant_type: 'magic' })).status).toBe(400);
  expect((await askToken(house.app, passwordForm('admin'), { 'tenant-id': '000001' })).body['error_description']).toBe(
    '租户编号不一致',
  );
});

test('EP-0002: promise 32: a captcha is single use, bound to its key, good for two minutes, and demanded where it was announced', async () => {
  const captcha = (await house.app.inject({ method: 'GET', url: '/api/blade-auth/oauth/captcha' })).json<{
    key: string;
    image: string;
  }>();
  expect(captcha.image).toMatch(/^data:image\/png;base64,/);
  const form = { ...passwordForm('chef'), grant_type: 'captcha' };
  const headers = await withCaptcha('AB2CD', 'ab2cd');
  expect((await askToken(house.app, form, headers)).status).toBe(200);
  for (const each of [
    headers,
    {},
    { 'captcha-key': '', 'captcha-code': '' },
    { 'captcha-key': 'other', 'captcha-code': 'AB2CD' },
    await withCaptcha('AB2CD', 'WRONG'),
  ]) {
    const answer = await askToken(house.app, form, each);
    expect([answer.status, answer.body['error_description']]).toEqual([400, '验证码不正确']);
  }
  // Spent in one tenant it is spent in every other; a wrong answer spends it as well.
  const elsewhere = await withCaptcha('AB2CD');
  expect(
    (await askToken(house.app, { ...form, tenantId: '000001' }, { ...elsewhere, 'tenant-id': '000001' })).status,
  ).toBe(400);
  const guessed = await withCaptcha('AB2CD', 'WRONG');
  for (const code of ['WRONG', 'AB2CD'])
    expect((await askToken(house.app, form, { ...guessed, 'captcha-code': code })).status).toBe(400);
  const late = await withCaptcha('XXXXX');
  await house.owner.transaction({ tenant: null, timeZone: 'UTC' }, (tx) =>
    tx.run(
      sql`update captcha_challenge set expires_time = expires_time - interval '2 minutes'
        where key = ${late['captcha-key']}`,
    ),
  );
  expect((await askToken(house.app, form, late)).status).toBe(400);
});

test('promise 31: a hundred parallel guesses verify at most five, every grant is locked, an administrator unlocks', async () => {
  const guesses = await Promise.all(
    Array.from({ length: 100 }, (_, index) => askToken(house.app, passwordForm('price-controller', `wrong${index}`))),
  );
  const texts = guesses.map((guess) => String(guess.body['error_description'] ?? guess.body.msg));
  expect(texts.filter((text) => text === '用户名或密码错误').length).toBeLessThanOrEqual(5);
  expect(guesses.every((guess) => guess.status === 400 || guess.status === 429)).toBe(true);
  for (let round = 0; round < 5; round += 1)
    await askToken(house.app, passwordForm('price-controller', 'wrong'), await withCaptcha('AAAAA'));
  for (const grant_type of ['password', 'captcha']) {
    const answer = await askToken(
      house.app,
      { ...passwordForm('price-controller'), grant_type },
      await withCaptcha('AAAAA'),
    );
    expect(answer.body['error_description']).toBe('用户登录失败次数过多');
  }
  const admin = await house.signIn('admin');
  const [row] = (await admin.get('blade-user/page', { account: 'price-controller' })).body.data['records'] as {
    id: string;
  }[];
  expect((await admin.post('blade-user/unlock', undefined, { userIds: row!.id })).status).toBe(200);
  // The address the guesses came from is asked for a captcha meanwhile; anywhere else the account is as it was.
  expect((await askToken(house.app, passwordForm('price-controller'), {}, '10.9.9.9')).status).toBe(200);
  expect((await askToken(house.app, passwordForm('price-controller'), await withCaptcha('AAAAA'))).status).toBe(200);
});

test('promise 31: one count for every way in: verifying and changing a password lock the account, with the same words, for a quarter of an hour that further tries do not prolong; a session goes on', async () => {
  const person = await house.signIn('storekeeper');
  const tries = [
    ...Array.from({ length: 3 }, () => person.get('blade-user/user-verifypwd', { password: 'wrong' })),
    ...Array.from({ length: 3 }, () =>
      person.post('blade-user/update-password', undefined, {
        oldPassword: 'wrong',
        newPassword: 'fresh2027',
        newPassword1: 'fresh2027',
      }),
    ),
  ];
  const messages = (await Promise.all(tries)).map((answer) =>
    (answer.body.data as unknown) === false ? 'false' : answer.body.msg,
  );
  expect(messages.filter((msg) => msg === 'false' || msg === '旧密码错误').length).toBeLessThanOrEqual(5);
  const locked = async (): Promise<string> =>
    (
      await house.run<{ until: string }>((tx) =>
        tx.row(sql`select locked_until::text as until from sign_in_failure where subject = 'account:storekeeper'`),
      )
    ).until;
  const until = await locked();
  const LOCKED = '用户登录失败次数过多';
  expect((await person.get('blade-user/user-verifypwd', { password: md5(PASSWORD) })).body.msg).toBe(LOCKED);
  expect(
    (
      await person.post('blade-user/update-password', undefined, {
        oldPassword: PASSWORD,
        newPassword: 'fresh2027',
        newPassword1: 'fresh2027',
      })
    ).body.msg,
  ).toBe(LOCKED);
  for (const grant_type of ['password', 'captcha'])
    expect(
      (await askToken(house.app, { ...passwordForm('storekeeper'), grant_type }, await withCaptcha('AAAAA'))).body[
        'error_description'
      ],
    ).toBe(LOCKED);
  expect(await locked()).toBe(until);
  const minutes = (Date.parse(`${until.replace(' ', 'T').slice(0, 19)}+08:00`) - Date.now()) / 60_000;
  expect([minutes > 13, minutes <= 15.1]).toEqual([true, true]);
  // Who proved himself before is not thrown out by whoever guesses at his name; a guess at a token is no guess at a
  // password.
  expect(
    (
      await askToken(house.app, {
        grant_type: 'refresh_token',
        refresh_token: person.refresh,
        scope: 'all',
        tenantId: '000000',
      })
    ).status,
  ).toBe(200);
  for (const tenantId of ['000000', '000001', 'nothing'])
    expect(
      (
        await askToken(
          house.app,
          { grant_type: 'refresh_token', refresh_token: 'x'.repeat(43), scope: 'all', tenantId },
          { 'tenant-id': tenantId },
        )
      ).body.msg,
    ).toBe('登录已失效，请重新登录');
  const admin = await house.signIn('admin');
  expect((await admin.post('blade-user/unlock', undefined, { userIds: person.userId })).status).toBe(200);
  expect((await person.get('blade-user/user-verifypwd', { password: md5(PASSWORD) })).body.data).toBe(true);
});

test('promise 31: an account that does not exist takes as long to be refused as one that does', async () => {
  const fastest = { known: Infinity, unknown: Infinity };
  const ratio = (): number => fastest.unknown / fastest.known;
  // Without the work of a comparison it would be a tenth.
  const isAlike = (): boolean => ratio() > 0.5 && ratio() < 2;
  // By turns, and the fastest of each: what the machine does beside only ever adds to both.
  // Where it added to one of them nine times, they are asked again.
  for (let round = 0; round < 9 || (round < 60 && !isAlike()); round += 1) {
    for (const [kind, account] of [
      ['known', 'finance'],
      ['unknown', `nobody-${round}`],
    ] as const) {
      await house.run((tx) => tx.run(sql`delete from sign_in_failure`));
      const begun = performance.now();
      await askToken(house.app, passwordForm(account, 'wrong'));
      fastest[kind] = Math.min(fastest[kind], performance.now() - begun);
    }
  }
  expect(ratio()).toBeGreaterThan(0.5);
  expect(ratio()).toBeLessThan(2);
});

test('after three failures every grant demands the captcha', async () => {
  for (let round = 0; round < 3; round += 1) await askToken(house.app, passwordForm('purchaser', 'wrong'));
  expect((await askToken(house.app, passwordForm('purchaser'))).body['error_description']).toBe('验证码不正确');
  expect((await askToken(house.app, passwordForm('purchaser'), await withCaptcha('K2K2K'))).status).toBe(200);
});

const refreshForm = (token: string): Record<string, string> => ({
  grant_type: 'refresh_token',
  refresh_token: token,
  scope: 'all',
  tenantId: '000000',
});

test('promise 30: twenty parallel refreshes get one successor; a replay after the grace ends the whole session, audited', async () => {
  const person = await house.signIn('storekeeper');
  const answers = await Promise.all(Array.from({ length: 20 }, () => askToken(house.app, refreshForm(person.refresh))));
  expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 20 }, () => 200));
  const successors = new Set(answers.map((answer) => String(answer.body['refresh_token'])));
  expect(successors.size).toBe(1);
  const [successor] = successors;
  expect(answers[0]!.body['role_name']).toContain('storekeeper');
  await house.run((tx) =>
    tx.run(sql`update refresh_token set used_time = used_time - interval '11 seconds' where used_time is not null`),
  );
  expect((await askToken(house.app, refreshForm(person.refresh))).status).toBe(401);
  expect((await askToken(house.app, refreshForm(successor!))).status).toBe(401);
  const audits = await house.run<{ action: string }[]>((tx) =>
    tx.rows(sql`select action from audit_log where resource = 'session'`),
  );
  expect(audits.map((row) => row.action)).toEqual(['replay']);
  await pause(2_100);
  expect((await person.get('blade-auth/oauth/user-info')).status).toBe(401);
});

test('promise 33: forged, foreign and misused tokens prove nobody', async () => {
  const person = await house.signIn('auditor');
  const key = new TextEncoder().encode(SECRET);
  const [, payload] = person.token.split('.');
  const claims = JSON.parse(Buffer.from(payload!, 'base64url').toString()) as Record<string, string>;
  const signed = (header: object, change: object, secret = key): Promise<string> =>
    new SignJWT({ ...claims, ...change }).setProtectedHeader({ alg: 'HS256', ...header }).sign(secret);
  const none = `${Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')}.${payload}.`;
  const forged = [
    none,
    person.refresh,
    '',
    'x.y.z',
    await signed({ typ: 'JWT' }, {}),
    await signed({ typ: 'at+jwt' }, { aud: 'other' }),
    await signed({ typ: 'at+jwt' }, { exp: 1_000_000 }),
    await signed({ typ: 'at+jwt' }, { nbf: 4_000_000_000 }),
    await signed(
      { typ: 'at+jwt', kid: '../../x' },
      {},
      new TextEncoder().encode('another secret that is long enough, too'),
    ),
  ];
  for (const token of forged)
    expect(
      (
        await house.app.inject({
          method: 'GET',
          url: '/api/blade-auth/oauth/user-info',
          headers: { 'blade-auth': `bearer ${token}` },
        })
      ).statusCode,
    ).toBe(401);
  expect((await person.get('blade-auth/oauth/user-info')).body.data['roles']).toEqual(['user', 'auditor']);
});

test('EP-0003 EP-0004: GET logout ends the session, POST logout stores errors and keeps it', async () => {
  const person = await house.signIn('auditor');
  expect(
    (
      await person.post('blade-auth/oauth/logout', [
        { type: 'error', url: '/x', message: 'boom', stack: 'at x', time: 'now', info: '' },
      ])
    ).body.data,
  ).toBe(true);
  const stored = await house.run<{ message: string }[]>((tx) => tx.rows(sql`select message from client_error`));
  expect(stored).toEqual([{ message: 'boom' }]);
  expect((await person.get('blade-auth/oauth/user-info')).status).toBe(200);
  expect((await person.get('blade-auth/oauth/logout')).status).toBe(200);
  expect((await person.get('blade-auth/oauth/user-info')).status).toBe(401);
  expect((await askToken(house.app, refreshForm(person.refresh))).status).toBe(401);
});

test('EP-0018 EP-0021: a changed password ends the other sessions, is checked by the rule, and counts attempts', async () => {
  const here = await house.signIn('client');
  const there = await house.signIn('client');
  const change = (oldPassword: string, newPassword: string, newPassword1 = newPassword) =>
    here.post('blade-user/update-password', undefined, { oldPassword, newPassword, newPassword1 });
  expect((await change(PASSWORD, 'short')).body.msg).toBe('密码为6-12位数字和字母');
  expect((await change(PASSWORD, 'fresh2027', 'fresh2028')).body.msg).toBe('两次密码输入不一致');
  expect((await change('wrong123', 'fresh2027')).body.msg).toBe('旧密码错误');
  expect((await change(md5(PASSWORD), 'fresh2027')).status).toBe(200);
  expect((await here.get('blade-auth/oauth/user-info')).status).toBe(200);
  expect((await there.get('blade-auth/oauth/user-info')).status).toBe(401);
  await house.signIn('client', 'fresh2027');
  expect((await here.get('blade-user/user-verifypwd', { password: md5('fresh2027') })).body.data).toBe(true);
});

test('EP-0017: whoever holds a password somebody gave chooses another one and goes on with the same session', async () => {
  const admin = await house.signIn('admin');
  const [row] = (await admin.get('blade-user/page', { account: 'hq-planner' })).body.data['records'] as {
    id: string;
  }[];
  expect((await admin.post('blade-user/reset-password', undefined, { userIds: row!.id })).status).toBe(200);
  const person = await house.signIn('hq-planner');
  const refused = await person.get('blade-system/menu/routes');
  expect([refused.status, refused.body.msg]).toEqual([403, '请先把初始密码改成自己的密码，再继续操作']);
  expect((await person.get('blade-auth/oauth/user-info')).body.data).toMatchObject({
    account: 'hq-planner',
    mustChangePassword: 1,
  });
  const change = (newPassword: string): Promise<Answer> =>
    person.post('blade-user/update-password', { oldPassword: md5(PASSWORD), newPassword, newPassword1: newPassword });
  expect((await change(PASSWORD)).body.msg).toBe('新密码不能与旧密码相同');
  expect((await change('mine2026')).status).toBe(200);
  expect((await person.get('blade-system/menu/routes')).status).toBe(200);
  expect((await askToken(house.app, passwordForm('hq-planner', 'mine2026'))).body['must_change_password']).toBe(0);
});
