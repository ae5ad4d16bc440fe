/** Sentences of the wire contract that hold for every client of the family, each asked as such a client asks. */
import { beforeAll, expect, test } from 'vitest';
import { sql } from '../../parts/postgres/database.ts';
import {
  askToken,
  BASIC,
  openHouse,
  passwordForm,
  type Client,
  type House,
} from '../../modules/admin/admin.testing.ts';

let house: House;
let admin: Client;
beforeAll(async () => {
  house = await openHouse();
  admin = await house.signIn('admin');
});

interface Sent {
  readonly method?: 'GET' | 'POST';
  readonly headers?: Record<string, string>;
  readonly payload?: string | object;
}
const ask = async (path: string, { method = 'GET', headers = {}, payload }: Sent = {}) => {
  const answer = await house.app.inject({
    method,
    url: `/api/${path}`,
    headers,
    ...(payload === undefined ? {} : { payload }),
  });
  return {
    status: answer.statusCode,
    headers: answer.headers,
    text: answer.body,
    body: (answer.body.startsWith('{') ? answer.json() : {}) as {
      code: number;
      success: boolean;
      msg: string;
      data: never;
    },
  };
};
const mine = (): Record<string, string> => ({ 'blade-auth': `bearer ${admin.token}` });

test('2: Authorization is looked at for tokens only; Blade-Auth is the proof, its scheme in any case; a cookie proves nothing', async () => {
  for (const authorization of [undefined, BASIC, 'Basic nonsense', 'Bearer x'])
    expect(
      (
        await ask('blade-user/info', {
          headers: { ...mine(), ...(authorization === undefined ? {} : { authorization }) },
        })
      ).status,
    ).toBe(200);
  for (const scheme of ['bearer ', 'Bearer ', 'BEARER  ', ''])
    expect((await ask('blade-user/info', { headers: { 'blade-auth': scheme + admin.token } })).status).toBe(200);
  for (const headers of [
    { 'blade-auth': `crypto ${admin.token}` },
    { authorization: `Bearer ${admin.token}` },
    { cookie: `saber-access-token=${admin.token}; blade-auth=bearer ${admin.token}` },
  ])
    expect((await ask('blade-user/info', { headers })).status).toBe(401);
});

test('2: after the sign-in the tenant of the token counts; public calls take no notice of an old token', async () => {
  const elsewhere = await ask('blade-auth/oauth/user-info', { headers: { ...mine(), 'tenant-id': '000001' } });
  expect(elsewhere.body.data).toMatchObject({ account: 'admin', tenantId: '000000' });
  // As a parameter it counts nothing but with who keeps the tenants: he is told that he manages his own alone.
  const { token } = await house.signIn('auditor');
  const passed = await ask('blade-auth/oauth/user-info?tenantId=000001', {
    headers: { 'blade-auth': `bearer ${token}` },
  });
  expect(passed.body.data).toMatchObject({ account: 'auditor', tenantId: '000000' });
  expect((await ask('blade-auth/oauth/user-info?tenantId=000001', { headers: mine() })).status).toBe(400);
  for (const path of ['blade-auth/oauth/captcha', 'blade-system/tenant/info?domain=x', 'blade-auth/oauth/sources'])
    expect((await ask(path, { headers: { 'blade-auth': 'bearer old.and.expired' } })).status).toBe(200);
});

test('2: Dept-Id and Role-Id are accepted at the sign-in where they are the person’s own', async () => {
  const [own] = await house.run<[{ dept: string; role: string; other: string }]>((tx) =>
    tx.rows(sql`
    select u.dept_id[1]::text as dept, u.role_id[1]::text as role, (select r.id::text from role r
    where not r.id = any(u.role_id) limit 1) as other from app_user u where account = 'chef'`),
  );
  const signIn = async (headers: Record<string, string>): Promise<number> =>
    (await askToken(house.app, passwordForm('chef'), headers)).status;
  expect([
    await signIn({ 'dept-id': '', 'role-id': '' }),
    await signIn({ 'role-id': own.role }),
    await signIn({ 'role-id': own.other }),
    await signIn({ 'dept-id': '1' }),
  ]).toEqual([200, 200, 400, 400]);
});

test('3: one reader takes the query, the query and a body, a form, and multipart; the query wins', async () => {
  const [row] = await house.run<[{ id: string }]>((tx) =>
    tx.rows(sql`select id::text from app_user where account = 'auditor'`),
  );
  const form = (boundary: string): string =>
    `--${boundary}\r\ncontent-disposition: form-data; name="userIds"\r\n\r\n${row.id}\r\n--${boundary}--\r\n`;
  const requests: readonly Sent[] = [
    { payload: { userIds: row.id } },
    { payload: { userIds: [row.id] } },
    { headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload: `userIds=${row.id}` },
    {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `userIds[]=${row.id}&userIds[]=${row.id}`,
    },
    { headers: { 'content-type': 'multipart/form-data; boundary=b' }, payload: form('b') },
    { headers: { 'content-type': 'text/plain' }, payload: JSON.stringify({ userIds: row.id }) },
  ];
  for (const request of requests)
    expect([
      JSON.stringify(request),
      (await ask('blade-user/unlock', { ...request, method: 'POST', headers: { ...mine(), ...request.headers } }))
        .status,
    ]).toEqual([JSON.stringify(request), 200]);
  for (const query of [
    `userIds=${row.id}`,
    `userIds=${row.id},${row.id}`,
    `userIds=${row.id}&userIds=${row.id}`,
    `userIds[]=${row.id}`,
    `userIds=${row.id}&_t=1763800000000`,
  ])
    expect([query, (await ask(`blade-user/unlock?${query}`, { method: 'POST', headers: mine() })).status]).toEqual([
      query,
      200,
    ]);
  expect(
    (await ask(`blade-user/unlock?userIds=${row.id}`, { method: 'POST', headers: mine(), payload: { userIds: '1' } }))
      .status,
  ).toBe(200);
  expect(
    (await ask('blade-user/unlock?userIds=1', { method: 'POST', headers: mine(), payload: { userIds: row.id } }))
      .status,
  ).toBe(404);
  for (const payload of ['', '{}'])
    expect(
      (
        await ask('blade-user/unlock', {
          method: 'POST',
          headers: { ...mine(), 'content-type': 'application/json' },
          payload,
        })
      ).status,
    ).toBe(400);
});

test('3: a whole row comes back as it was answered, and what the server owns is never written from it', async () => {
  const before = (await admin.get('blade-system/post/page')).body.data['records'] as Record<string, unknown>[];
  const [row] = before;
  const foreign = {
    createUser: '77',
    createTime: '2001-01-01 00:00:00',
    updateTime: '2001-01-01 00:00:00',
    isDeleted: 1,
    tenantId: '000000',
    categoryName: 'x',
    children: [],
    status: 9,
    somethingElse: 1,
  };
  expect((await admin.post('blade-system/post/submit', { ...row, ...foreign, remark: '改过' })).status).toBe(200);
  const after = (await admin.get('blade-system/post/detail', { id: String(row!['id']) })).body.data as Record<
    string,
    unknown
  >;
  expect([
    after['remark'],
    after['createUser'],
    after['createTime'],
    after['isDeleted'],
    after['status'],
    after['categoryName'],
  ]).toEqual(['改过', row!['createUser'], row!['createTime'], 0, row!['status'], row!['categoryName']]);
  // Absent stays, "" clears.
  expect((await admin.post('blade-system/post/submit', { id: row!['id'], postName: row!['postName'] })).status).toBe(
    200,
  );
  expect(
    ((await admin.get('blade-system/post/detail', { id: String(row!['id']) })).body.data as Record<string, unknown>)[
      'remark'
    ],
  ).toBe('改过');
  expect((await admin.post('blade-system/post/submit', { id: row!['id'], remark: '' })).status).toBe(200);
  expect(
    ((await admin.get('blade-system/post/detail', { id: String(row!['id']) })).body.data as Record<string, unknown>)[
      'remark'
    ],
  ).toBe('');
});

test('3: a token in the address opens files and nothing else, unless the tenant does without such links; a failed download says why with its status', async () => {
  const token = encodeURIComponent(`bearer ${admin.token}`);
  const file = await ask(`blade-user/exportExcel?blade-auth=${token}&realName=undefined`);
  expect([file.status, file.headers['x-content-type-options'], file.headers['referrer-policy']]).toEqual([
    200,
    'nosniff',
    'no-referrer',
  ]);
  expect(file.headers['content-disposition']).toMatch(/^attachment; filename\*=UTF-8''/);
  expect((await ask(`blade-user/exportExcel?blade-auth=${admin.token}`)).status).toBe(200);
  for (const path of ['blade-user/info', 'blade-system/post/page', 'blade-system/permission/explain'])
    expect((await ask(`${path}?blade-auth=${token}`)).status).toBe(401);
  expect((await ask(`blade-user/exportExcel?blade-auth=${token}`, { method: 'POST' })).status).toBe(401);
  const failed = await ask(`blade-resource/file/download?id=1&blade-auth=${token}`);
  expect([failed.status, failed.body.code, failed.body.success]).toEqual([404, 404, false]);
  await house.run((tx) => tx.run(sql`update param set param_value = '0' where param_key = 'download.queryToken'`));
  expect((await ask(`blade-user/exportExcel?blade-auth=${token}`)).status).toBe(403);
  expect((await ask('blade-user/exportExcel', { headers: mine() })).status).toBe(200);
  await house.run((tx) => tx.run(sql`update param set param_value = '1' where param_key = 'download.queryToken'`));
});

test('3: a ticket opens one file by a plain link, once, within its minute, for that person, path and query', async () => {
  const sheet = '/api/blade-user/exportExcel';
  const issued = async (body: object, who = admin): Promise<string> =>
    ((await who.post('blade-resource/download-ticket', body)).body.data as { ticket: string }).ticket;
  const opens = async (link: string): Promise<number> => (await house.app.inject({ url: link })).statusCode;
  const good = (
    await admin.post('blade-resource/download-ticket', { path: sheet, query: 'realName=undefined&account=admin' })
  ).body.data as { ticket: string; expiresIn: number };
  expect([Object.keys(good), good.expiresIn]).toEqual([['ticket', 'expiresIn'], 60]);
  expect(good.ticket).toMatch(/^[A-Za-z0-9._-]{40,100}$/);
  // Not at another address, nor with another question, nor by another call; those leave it as it was.
  for (const link of [
    `/api/blade-system/region/exportExcel?account=admin&realName=undefined`,
    `${sheet}?account=chef&realName=undefined`,
    `${sheet}?account=admin`,
  ])
    expect([link, await opens(`${link}&ticket=${good.ticket}`)]).toEqual([link, 401]);
  expect(
    (await house.app.inject({ method: 'POST', url: `${sheet}?account=admin&realName=undefined&ticket=${good.ticket}` }))
      .statusCode,
  ).toBe(401);
  // The same question in another order, with a mark against caches; then it is used up.
  expect(await opens(`${sheet}?account=admin&_t=1763800000000&realName=undefined&ticket=${good.ticket}`)).toBe(200);
  expect(await opens(`${sheet}?account=admin&realName=undefined&ticket=${good.ticket}`)).toBe(401);
  const twice = await issued({ path: sheet });
  expect(
    (await Promise.all(Array.from({ length: 10 }, () => opens(`${sheet}?ticket=${twice}`)))).filter(
      (status) => status === 200,
    ).length,
  ).toBe(1);
  // Without tokens in links, where a tenant does without them, tickets go on; as do older ways of saying the same.
  await house.run((tx) => tx.run(sql`update param set param_value = '0' where param_key = 'download.queryToken'`));
  for (const body of [
    { path: 'blade-user/exportExcel', query: { account: 'admin' } },
    { path: `${sheet}?account=admin` },
    { path: sheet, query: '?account=admin' },
  ])
    expect(await opens(`${sheet}?account=admin&ticket=${await issued(body)}`)).toBe(200);
  await house.run((tx) => tx.run(sql`update param set param_value = '1' where param_key = 'download.queryToken'`));
  // A minute later, and after the sign-out.
  const late = await issued({ path: sheet });
  await house.owner.transaction({ tenant: '000000', timeZone: 'UTC' }, (tx) =>
    tx.run(sql`update download_ticket set expires_time = now() - interval '1 second'`),
  );
  expect(await opens(`${sheet}?ticket=${late}`)).toBe(401);
  const leaver = await house.signIn('admin');
  const left = await issued({ path: sheet }, leaver);
  await leaver.get('blade-auth/oauth/logout');
  expect(await opens(`${sheet}?ticket=${left}`)).toBe(401);
  // It gives no right its person has not, and no other tenant's files.
  const chef = await house.signIn('chef');
  expect((await house.app.inject({ url: `${sheet}?ticket=${await issued({ path: sheet }, chef)}` })).statusCode).toBe(
    403,
  );
  const moved = await issued({ path: sheet });
  expect(await opens(`${sheet}?ticket=${moved.replace('000000.', '000001.')}`)).toBe(401);
  for (const path of [
    '/api/blade-user/info',
    '/api/blade-user/page',
    '/api/blade-resource/file/picture',
    '/etc/passwd',
    '',
  ])
    expect([path, (await admin.post('blade-resource/download-ticket', { path })).status]).toEqual([path, 400]);
  const tokens = await house.owner.transaction({ tenant: '000000', timeZone: 'UTC' }, (tx) =>
    tx.rows(sql`select * from download_ticket`),
  );
  expect(JSON.stringify(tokens)).not.toContain(moved.split('.')[1]);
});

test('3: what may be opened by a plain link answers a file, whatever else reads', async () => {
  const links = house.program.calls
    .filter((call) => call.reads === true && call.method !== 'POST')
    .map((call) => call.path);
  expect(links.filter((path) => !/(export|template|download|picture|resource-view|diagram-view)/i.test(path))).toEqual(
    [],
  );
});

test('4 5: answers are not kept, the code is a number and the status, and a refused sign-in carries every name', async () => {
  const good = await ask('blade-user/info', { headers: mine() });
  expect([good.headers['cache-control'], good.body.code, good.body.success, good.body.msg]).toEqual([
    'no-store',
    200,
    true,
    '操作成功',
  ]);
  for (const [path, status] of [
    ['blade-user/info', 401],
    ['blade-user/nothing', 404],
    ['blade-system/post/detail?id=1', 404],
  ] as const) {
    const { status: shown, body, headers } = await ask(path, status === 401 ? {} : { headers: mine() });
    expect([path, shown, body.code, body.success, typeof body.msg, headers['cache-control']]).toEqual([
      path,
      status,
      status,
      false,
      'string',
      'no-store',
    ]);
  }
  const refused = await askToken(house.app, { ...passwordForm('admin'), grant_type: 'magic' });
  expect([
    refused.status,
    refused.body.code,
    refused.body.success,
    refused.body['error_code'],
    refused.body['error_description'] === refused.body.msg,
  ]).toEqual([400, 400, false, 'invalid_grant', true]);
});
