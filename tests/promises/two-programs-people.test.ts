/** Promise 54 for people: what is decided through one program holds at once for whoever is at another one. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '../support/postgres.ts';
import { ask, programsOn, type Envelope, type Programs, type Started } from '../support/programs.ts';

const PASSWORD = 'abc12345';
/** Well below the two seconds for which a program remembers who may what. */
const AT_ONCE_MS = 500;
const JSON_TYPE = { 'content-type': 'application/json' };
let programs: Programs;
let first: Started;
let second: Started;
let admin: string;
let kitchen: string;

beforeAll(async () => {
  programs = await programsOn(await freshDatabase());
  first = await programs.start('first');
  second = await programs.start('second');
  admin = await programs.tokenOf('admin');
  kitchen = await made('blade-system/dept/submit', {
    deptName: '厨房',
    fullName: '厨房',
    parentId: '0',
    deptCategory: '1',
    sort: 1,
  });
}, 120_000);
afterAll(() => programs.end());

const post = (at: Started, token: string, call: string, body: unknown, headers = {}): Promise<unknown> =>
  ask(at, token, call, { method: 'POST', body: JSON.stringify(body), headers: { ...JSON_TYPE, ...headers } });
/** Acts on what the address names. */
const act = (at: Started, token: string, call: string, query: Record<string, string> = {}): Promise<unknown> =>
  ask(at, token, `${call}?${new URLSearchParams(query).toString()}`, { method: 'POST' });
const made = async (call: string, body: unknown): Promise<string> =>
  ((await post(first, admin, call, body)) as { id: string }).id;
const statusOf = async (at: Started, token: string, call: string): Promise<number> =>
  (await fetch(`${at.address}/api/${call}`, { headers: { 'blade-auth': `bearer ${token}` } })).status;
const idsOf = async (codes: readonly string[]): Promise<string> =>
  (await programs.query<{ id: string }>('select id::text as id from menu where code = any($1)', [codes]))
    .map(({ id }) => id)
    .join();

interface Person {
  readonly id: string;
  readonly roleId: string;
  readonly account: string;
  /** Of a session that both programs have just seen. */
  readonly token: string;
}
let people = 0;
/** Somebody who may see posts and more, signed in and at work at both programs. */
async function person(codes: readonly string[] = [], role: Record<string, unknown> = {}): Promise<Person> {
  people += 1;
  const account = `cook${people}`;
  const roleId = await made('blade-system/role/submit', { roleName: account, roleAlias: account, sort: 1, ...role });
  const menuIds = await idsOf(['post', 'post_view', ...codes]);
  await post(first, admin, 'blade-system/role/grant', { roleIds: roleId, menuIds });
  const id = await made('blade-user/submit', {
    account,
    name: account,
    realName: account,
    password: PASSWORD,
    password2: PASSWORD,
    roleId,
    deptId: kitchen,
    tenantId: '000000',
  });
  const token = await programs.tokenOf(account);
  for (const at of [first, second, second]) expect(await statusOf(at, token, 'blade-system/post/list')).toBe(200);
  return { id, roleId, account, token };
}

const soon = (look: () => Promise<unknown>, expected: unknown): Promise<void> =>
  expect.poll(look, { timeout: AT_ONCE_MS, interval: 25 }).toEqual(expected);

test.each<[string, number, (of: Person) => Promise<unknown>]>([
  ['signs out', 401, ({ token }) => ask(first, token, 'blade-auth/oauth/logout')],
  ['is frozen', 401, ({ id }) => act(first, admin, 'blade-user/freeze', { ids: id })],
  ['has his password reset', 401, ({ id }) => act(first, admin, 'blade-user/reset-password', { userIds: id })],
  ['is removed', 401, ({ id }) => act(first, admin, 'blade-user/remove', { ids: id })],
  ['locks his screen', 403, ({ token }) => post(first, token, 'blade-auth/session/lock', { password: 'shut' })],
  [
    'loses the right',
    403,
    async ({ roleId }) =>
      post(first, admin, 'blade-system/role/grant', { roleIds: roleId, menuIds: await idsOf(['dept']) }),
  ],
  [
    'loses the role',
    403,
    async ({ id }) => {
      const roleIds = await made('blade-system/role/submit', { roleName: id, roleAlias: `r${id}`, sort: 1 });
      await act(first, admin, 'blade-user/grant', { userIds: id, roleIds });
    },
  ],
])(
  'promise 54: who %s through one program is at once treated so by the other, in the middle of his work',
  async (_what, status, happen) => {
    const someone = await person();
    await happen(someone);
    await soon(() => statusOf(second, someone.token, 'blade-system/post/list'), status);
  },
);

test('promise 54: a tenant that is frozen or expires ends its sessions at the other program', async () => {
  const someone = await person();
  // As the platform does it: nobody else may freeze the platform's own tenant.
  for (const [set, reset] of [
    [`frozen = 1`, `frozen = 0`],
    [`expire_time = now() - interval '1 second'`, `expire_time = null`],
  ] as const) {
    await programs.query(`update tenant set ${set} where tenant_id = '000000'`);
    await soon(() => statusOf(second, someone.token, 'blade-system/post/list'), 401);
    await programs.query(`update tenant set ${reset} where tenant_id = '000000'`);
    await soon(() => statusOf(second, someone.token, 'blade-system/post/list'), 200);
  }
});

test('promise 54: rights given through one program hold at the other, for a session that is open', async () => {
  const someone = await person();
  expect(await statusOf(second, someone.token, 'blade-system/dept/list')).toBe(403);
  await post(first, admin, 'blade-system/role/grant', {
    roleIds: someone.roleId,
    menuIds: await idsOf(['post', 'post_view', 'dept', 'dept_view']),
  });
  await soon(() => statusOf(second, someone.token, 'blade-system/dept/list'), 200);
});

test('promise 54: a department moved through one program is in sight at the other, for a session of who sees all below his own', async () => {
  const dept = { deptName: '面点间', fullName: '面点间', deptCategory: '5', sort: 1 };
  const elsewhere = { deptName: '别处', fullName: '别处', parentId: '0', deptCategory: '1', sort: 2 };
  const bakery = await made('blade-system/dept/submit', {
    ...dept,
    parentId: await made('blade-system/dept/submit', elsewhere),
  });
  const chief = await person(['user', 'user_view'], { dataScopeType: '4' });
  const baker = { account: 'baker', name: '面点师', realName: '面点师', password: PASSWORD, password2: PASSWORD };
  await made('blade-user/submit', { ...baker, roleId: chief.roleId, deptId: bakery, tenantId: '000000' });
  const seen = async (): Promise<boolean> =>
    JSON.stringify(await ask(second, chief.token, 'blade-user/page?size=200')).includes('"account":"baker"');
  expect(await seen()).toBe(false);
  await made('blade-system/dept/submit', { ...dept, id: bakery, parentId: kitchen });
  await soon(seen, true);
});

test('promise 54: departments, dictionaries, parameters and menus changed through one program are the other’s at once', async () => {
  const at = async (call: string): Promise<string> => JSON.stringify(await ask(second, admin, call));
  await made('blade-system/dept/submit', {
    deptName: '冷菜间',
    fullName: '冷菜间',
    parentId: kitchen,
    deptCategory: '5',
    sort: 1,
  });
  expect(await at('blade-system/dept/tree')).toContain('冷菜间');
  await made('blade-system/dict/submit', { code: 'spice', dictKey: '-1', dictValue: '辣度', parentId: '0', sort: 1 });
  expect(await at('blade-system/dict/parent-list?size=200')).toContain('辣度');
  const [fails] = await programs.query<{ id: string }>(
    `select id::text as id from param where param_key = 'account.failCount'`,
  );
  await post(first, admin, 'blade-system/param/submit', { id: fails!.id, paramValue: '7' });
  expect(await at('blade-system/param/list?paramKey=account.failCount')).toContain('"paramValue":"7"');
  await post(first, admin, 'blade-system/menu/submit', { id: await idsOf(['post']), name: '岗位名册' });
  expect(await at('blade-system/menu/routes')).toContain('岗位名册');
});

test('promise 54: a captcha drawn by one program is used up by the other', async () => {
  await made('blade-system/client/submit', {
    clientId: 'till',
    clientSecret: 'till-secret-1',
    authorizedGrantTypes: 'captcha',
    scope: 'all',
    accessTokenValidity: 3600,
    refreshTokenValidity: 7200,
  });
  const { key } = (await (await fetch(`${first.address}/api/blade-auth/oauth/captcha`)).json()) as { key: string };
  expect(await programs.query('select key from captcha_challenge')).toEqual([{ key }]);
  const answer = await fetch(`${second.address}/api/blade-auth/oauth/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from('till:till-secret-1').toString('base64')}`,
      'captcha-key': key,
      'captcha-code': 'wrong',
    },
    body: new URLSearchParams({ grant_type: 'captcha', tenantId: '000000', username: 'admin', password: 'x' }),
  });
  expect(((await answer.json()) as Envelope).msg).toBe('验证码不正确');
  expect(await programs.query('select key from captcha_challenge')).toEqual([]);
});

test('promise 54: guesses at both programs at once are counted together, and none beyond the limit is answered', async () => {
  const { account, token } = await person();
  await programs.query(`update param set param_value = '5' where param_key = 'account.failCount'`);
  const guesses = await Promise.all(
    Array.from({ length: 16 }, async (_, n) => {
      const at = n % 2 === 0 ? first : second;
      const answer = await fetch(`${at.address}/api/blade-user/user-verifypwd?password=guess${n}`, {
        headers: { 'blade-auth': `bearer ${token}` },
      });
      const { data, msg } = (await answer.json()) as Envelope;
      return data === false ? 'wrong' : msg;
    }),
  );
  const [counted] = await programs.query<{ failures: number }>(
    `select failures from sign_in_failure where subject = 'account:${account}'`,
  );
  expect(counted).toEqual({ failures: 5 });
  expect(guesses.filter((each) => each === 'wrong')).toHaveLength(5);
  expect(new Set(guesses.filter((each) => each !== 'wrong'))).toEqual(new Set(['用户登录失败次数过多']));
});

test('promise 54: the same request with the same key at both programs at once happens once', async () => {
  const key = { 'idempotency-key': randomUUID() };
  const body = { postCode: 'baker', postName: '面点', category: '3', sort: 1 };
  const [one, other] = await Promise.all([
    post(first, admin, 'blade-system/post/submit', body, key),
    post(second, admin, 'blade-system/post/submit', body, key),
  ]);
  expect(other).toEqual(one);
  expect(await programs.query(`select count(*)::int as n from post where post_code = 'baker'`)).toEqual([{ n: 1 }]);
});

/** Somebody's event stream at a program: what came of it so far, and whether it is over. */
async function listening(
  at: Started,
  token: string,
): Promise<{ received(): string; isOver(): boolean; end(): Promise<void> }> {
  const abort = new AbortController();
  const stream = await fetch(`${at.address}/api/blade-desk/message/stream`, {
    headers: { 'blade-auth': `bearer ${token}`, accept: 'text/event-stream' },
    signal: abort.signal,
  });
  let received = '';
  let isOver = false;
  const reading = (async () => {
    for await (const piece of stream.body!) received += Buffer.from(piece as Uint8Array).toString();
    isOver = true;
  })().catch(() => {});
  await expect.poll(() => received, { timeout: 5_000, interval: 10 }).toBe('event: open\ndata: {}\n\n');
  return {
    received: () => received,
    isOver: () => isOver,
    async end() {
      abort.abort();
      await reading;
    },
  };
}
const write = (to: Person): Promise<unknown> =>
  post(first, admin, 'blade-desk/message/send', { userIds: to.id, title: '明天盘点', content: '八点' });

test('promise 54: what happens through one program reaches a browser that listens at the other within a second', async () => {
  const someone = await person();
  const { received, end } = await listening(second, someone.token);
  await write(someone);
  await expect.poll(received, { timeout: 1_000, interval: 25 }).toContain('event: news\n');
  expect(await ask(second, someone.token, 'blade-desk/message/unread')).toMatchObject({ mail: 1 });
  await end();
});

test('promise 54: who signed out through one program is pushed nothing more by the other', async () => {
  const someone = await person();
  const { received, isOver, end } = await listening(second, someone.token);
  await ask(first, someone.token, 'blade-auth/oauth/logout');
  await soon(() => statusOf(second, someone.token, 'blade-system/post/list'), 401);
  await write(someone);
  await expect.poll(isOver, { timeout: 1_000, interval: 25 }).toBe(true);
  expect(received()).not.toContain('news');
  await end();
});
