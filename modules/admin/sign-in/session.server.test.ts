import { beforeAll, expect, test } from 'vitest';
import { sql } from '../../../parts/postgres/database.ts';
import { askToken, md5, openHouse, passwordForm, type Answer, type Client, type House } from '../admin.testing.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});

const LOCK = 'blade-auth/session/lock';
const UNLOCK = 'blade-auth/session/unlock';
const work = (who: Client): Promise<Answer> => who.get('blade-system/dept/DeptAll');
const locked = { status: 403, body: { code: 403, msg: '屏幕已锁定，请先解锁', data: { reason: 'session.locked' } } };

test('RULE-101 RULE-102 RULE-213: a lock needs a password; an empty one locks nothing', async () => {
  const who = await house.signIn('chef');
  for (const body of [{}, { password: '' }])
    expect(await who.post(LOCK, body)).toMatchObject({
      status: 400,
      body: { msg: '锁屏密码不能为空', data: { field: 'password' } },
    });
  expect((await work(who)).status).toBe(200);
});

test('RULE-206 RULE-207: a locked session is shut at once, stays so when its tokens are renewed, and only the lock password opens it', async () => {
  const who = await house.signIn('chef');
  expect((await who.post(LOCK, { password: md5('4711') })).status).toBe(200);
  expect(await work(who)).toMatchObject(locked);
  expect(
    await who.post('blade-user/update-password', { oldPassword: 'x', newPassword: 'y', newPassword1: 'y' }),
  ).toMatchObject(locked);
  const renewed = await askToken(house.app, {
    grant_type: 'refresh_token',
    refresh_token: who.refresh,
    tenantId: '000000',
    scope: 'all',
  });
  const later = {
    ...who,
    get: async (path: string) => {
      const response = await house.app.inject({
        method: 'GET',
        url: `/api/${path}`,
        headers: { 'blade-auth': `bearer ${String(renewed.body['access_token'])}` },
      });
      return { status: response.statusCode, body: response.json() as Answer['body'] };
    },
  };
  expect(await work(later)).toMatchObject(locked);
  expect(await who.post(UNLOCK, { password: md5('0815') })).toMatchObject({
    status: 400,
    body: { msg: '解锁密码错误，请重新输入（还可以试 4 次）' },
  });
  expect(await work(who)).toMatchObject(locked);
  expect((await who.post(UNLOCK, { password: md5('4711') })).status).toBe(200);
  expect((await work(who)).status).toBe(200);
  // A new sign-in is a new session, and that one was never locked.
  await who.post(LOCK, { password: md5('4711') });
  expect((await work(await house.signIn('chef'))).status).toBe(200);
  expect(await work(who)).toMatchObject(locked);
});

test('five wrong lock passwords end the session, however many come at once', async () => {
  const who = await house.signIn('chef');
  await who.post(LOCK, { password: md5('4711') });
  const guesses = await Promise.all(
    Array.from({ length: 9 }, (_, at) => who.post(UNLOCK, { password: `guess ${at}` })),
  );
  expect(guesses.filter(({ body }) => body.msg.startsWith('解锁密码错误')).length).toBe(4);
  expect((await who.post(UNLOCK, { password: md5('4711') })).status).toBe(401);
  expect(
    await house.run((tx) => tx.row(sql`select end_reason, lock_failures from session where end_reason = 'lock'`)),
  ).toEqual({ endReason: 'lock', lockFailures: 5 });
});

test('a lock that was opened elsewhere is open; leaving needs no lock password', async () => {
  const who = await house.signIn('chef');
  expect((await who.post(UNLOCK, { password: 'any' })).status).toBe(200);
  await who.post(LOCK, { password: md5('4711') });
  expect((await who.get('blade-auth/oauth/logout')).status).toBe(200);
  expect((await work(who)).status).toBe(401);
});

test('a person sees where they are signed in and ends it there, at once; nobody else’s session can be named', async () => {
  const [here, there, other] = [
    await house.signIn('storekeeper'),
    await house.signIn('storekeeper'),
    await house.signIn('auditor'),
  ];
  await there.post(LOCK, { password: md5('1') });
  const sessions = (await here.get('blade-auth/session/mine')).body.data as {
    id: string;
    current: boolean;
    locked: boolean;
    startedTime: string;
  }[];
  expect(sessions.map(({ current, locked }) => ({ current, locked }))).toEqual([
    { current: true, locked: false },
    { current: false, locked: true },
  ]);
  expect(sessions[0]!.startedTime).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  expect((await other.post('blade-auth/session/end', {}, { ids: sessions[1]!.id })).status).toBe(404);
  expect((await work(other)).status).toBe(200);
  expect((await here.post('blade-auth/session/end', {}, { ids: sessions[1]!.id })).status).toBe(200);
  expect((await work(there)).status).toBe(401);
  expect(((await here.get('blade-auth/session/mine')).body.data as unknown[]).length).toBe(1);
});

test('RULE-134 RULE-136: the token answer carries what a client keeps of a person, and who I am tells the roles', async () => {
  const { body } = await askToken(house.app, passwordForm('chef'));
  expect(Object.keys(body)).toEqual(
    expect.arrayContaining([
      'access_token',
      'refresh_token',
      'tenant_id',
      'avatar',
      'user_id',
      'user_name',
      'oauth_id',
    ]),
  );
  expect((await (await house.signIn('chef')).get('blade-auth/oauth/user-info')).body.data).toMatchObject({
    roles: ['user', 'chef'],
  });
});

test('EP-0004 RULE-095 RULE-283: a batch of errors a browser met is kept with its members, and the session goes on', async () => {
  const who = await house.signIn('chef');
  const entry = {
    type: 'render',
    url: '/masterdata/material',
    message: 'boom',
    stack: 'Error: boom\n at x',
    time: '2026-11-22 08:00:00',
    info: 'in Page',
  };
  expect((await who.post('blade-auth/oauth/logout', [entry, { ...entry, message: 'bang' }])).status).toBe(200);
  const rows = await house.run((tx) =>
    tx.rows(
      sql`select kind, url, message, stack, info, occurred_time, user_id::text = ${who.userId} as mine
        from client_error order by message`,
    ),
  );
  expect(rows).toEqual(
    ['bang', 'boom'].map((message) => ({
      kind: 'render',
      url: entry.url,
      message,
      stack: entry.stack,
      info: 'in Page',
      occurredTime: '2026-11-22 08:00:00',
      mine: true,
    })),
  );
  expect((await work(who)).status).toBe(200);
});

test('RULE-013 RULE-039: what the menu shows depends on the role, and every node has what a client draws it from', async () => {
  interface Node {
    readonly code: string;
    readonly children?: readonly Node[];
  }
  const menuOf = async (account: string): Promise<readonly Node[]> =>
    (await (await house.signIn(account)).get('blade-system/menu/routes')).body.data as readonly Node[];
  const flat = (nodes: readonly Node[]): readonly Node[] =>
    nodes.flatMap((node) => [node, ...flat(node.children ?? [])]);
  const [chef, admin] = [flat(await menuOf('chef')), flat(await menuOf('admin'))];
  expect(admin.map(({ code }) => code)).toEqual(expect.arrayContaining(['user', 'role']));
  expect(chef.map(({ code }) => code)).not.toContain('user');
  expect(chef.length).toBeGreaterThan(0);
  for (const node of admin)
    expect(Object.keys(node)).toEqual(expect.arrayContaining(['id', 'parentId', 'name', 'path', 'source', 'meta']));
});
