/**
 * What happened and was kept: sign-ins, calls, errors and changes, each for its own tenant, none with a secret in it.
 */
import { pino } from 'pino';
import { beforeAll, expect, test } from 'vitest';
import { sql, type Transaction } from '../../parts/postgres/database.ts';
import { refuse, Refused } from '../../kernel/core/refusal.ts';
import type { Context } from '../../kernel/server/context.ts';
import { enqueue, jobKinds, startJobs } from '../../parts/jobs/jobs.ts';
import { joinPrograms } from '../../parts/jobs/programs.ts';
import { buildRegistry } from '../../kernel/server/registry.ts';
import { askToken, openHouse, passwordForm, type Answer, type Client, type House } from '../admin/admin.testing.ts';

type Row = Record<string, unknown> & { readonly id: string };
let house: House;
let admin: Client;
beforeAll(async () => {
  house = await openHouse();
  admin = await house.signIn('admin');
});
const settle = (): Promise<unknown> => Promise.all(house.program.observers.map((observer) => observer.flush()));
const asAdmin = (tx: Transaction): Context => ({
  tx,
  registry: house.program.registry,
  user: {
    userId: admin.userId,
    tenant: '000000',
    timeZone: 'Asia/Shanghai',
    account: 'admin',
    realName: '',
    deptId: '',
    roles: [],
    permissions: new Set(),
    scope: { all: true },
    sessionId: '1',
  },
  tenant: '000000',
  now: '2026-11-18 10:30:00',
  today: '2026-11-18',
  language: 'zh',
  requestId: 'test',
  allowed: () => true,
});
const rows = async (log: string, query: Record<string, string> = {}): Promise<Row[]> => {
  await settle();
  const { status, body } = await admin.get(`blade-log/${log}/list`, { size: '100', ...query });
  expect(status).toBe(200);
  return (body.data as { records: Row[] }).records;
};

test('EP-0138 EP-0139: sign-ins and refused ones stand in the usual log, without the password', async () => {
  await askToken(house.app, passwordForm('chef', 'wrong1'));
  const [refused] = await rows('usual', { logLevel: 'warn' });
  expect(refused).toMatchObject({
    logId: 'sign-in.refused',
    logData: '登录：chef',
    serviceId: 'blade-auth',
    method: 'POST',
    requestUri: '/api/blade-auth/oauth/token',
    logLevelName: '警告',
  });
  expect(await rows('usual', { logId: 'sign-in' })).not.toEqual([]);
  const english = await house.app.inject({
    url: `/api/blade-log/usual/detail?id=${refused!.id}`,
    headers: { 'blade-auth': `bearer ${admin.token}`, 'accept-language': 'en' },
  });
  expect((english.json() as { data: Row }).data['logData']).toBe('Sign in: chef');
  const { status, body } = await admin.get('blade-log/usual/detail', { id: refused!.id });
  expect([status, body.data]).toMatchObject([
    200,
    {
      params: expect.stringContaining('"password":"******"'),
      remoteIp: expect.stringMatching(/^10\./),
      serverHost: expect.stringMatching(/./),
    },
  ]);
  expect(JSON.stringify(body)).not.toContain(passwordForm('chef', 'wrong1')['password']);
});

test('EP-0140 EP-0141: every write stands in the API log with who, what, how long and how it ended', async () => {
  await admin.post('blade-system/client/submit', {
    clientId: 'till',
    clientSecret: 'till-secret-1',
    authorizedGrantTypes: 'password',
    scope: 'all',
    accessTokenValidity: 3600,
    refreshTokenValidity: 7200,
  });
  await admin.post('blade-system/client/submit', { clientId: 'till' });
  await admin.get('blade-system/client/list');
  const found = await rows('api', { requestUri: 'client' });
  expect(
    found.map((row) => [row['method'], row['statusCode'], row['createByName'], row['methodClass'], row['methodName']]),
  ).toEqual([
    ['POST', 400, '超级管理员', 'client', 'submit'],
    ['POST', 200, '超级管理员', 'client', 'submit'],
  ]);
  const one = (await admin.get('blade-log/api/detail', { id: found[1]!.id })).body.data as Row;
  expect(one['params']).toContain('"clientSecret":"******"');
  expect(JSON.stringify(one)).not.toContain('till-secret-1');
  expect(typeof one['time']).toBe('number');
});

test('EP-0142 EP-0143 EP-0144 RULE-162 RULE-261: errors of a browser come in a batch, the same one of a day in one row', async () => {
  const entry = {
    type: 'error',
    url: '/store/stock',
    message: 'x is not a function',
    stack: 'at f (a.js:1:2)',
    time: '2026-11-21 10:00:00',
    info: '',
  };
  for (const path of ['blade-log/error/batch', 'blade-auth/oauth/logout'])
    expect((await admin.post(path, [entry, entry])).body.data).toBe(true);
  const found = await rows('error', { source: 'client' });
  expect(found).toMatchObject([{ message: 'x is not a function', count: 4, sourceName: '浏览器', type: 'error' }]);
  expect((await admin.get('blade-log/error/detail', { id: found[0]!.id })).body.data).toMatchObject({
    stack: 'at f (a.js:1:2)',
    url: '/store/stock',
  });
});

test('a fault of the server is one row however often it happens, with its stack and no secret', async () => {
  const note = (): void =>
    house.program.observers.forEach((observer) =>
      observer.note({
        call: house.program.calls.find((call) => call.path === 'client/submit')!,
        method: 'POST',
        tenant: '000000',
        userId: admin.userId,
        account: 'admin',
        input: { clientSecret: 's3cret' },
        address: '::1',
        headers: {},
        requestId: 'r1',
        status: 500,
        milliseconds: 3,
        error: Object.assign(new Error('connect postgres://me:pw123@host/db failed'), {
          stack: 'Error: no\n    at work (/srv/larder/kernel/server/save.ts:12:5)',
        }),
      }),
    );
  note();
  note();
  const found = await rows('error', { source: 'server' });
  expect(found).toMatchObject([
    {
      message: 'connect postgres://me:******@host/db failed',
      count: 2,
      exceptionName: 'Error',
      fileName: '/srv/larder/kernel/server/save.ts',
      lineNumber: 12,
    },
  ]);
  expect(JSON.stringify(found)).not.toContain('s3cret');
});

test('a failed job stands in the error log with its kind, person and number; one refused in words does not', async () => {
  const bursting = jobKinds.by({
    kind: 'test-burst',
    work: async () => {
      throw new Error('pipe burst at postgres://me:pw123@host/db');
    },
  });
  const refused = jobKinds.by({
    kind: 'test-refused',
    work: async () => {
      throw new Refused(refuse('job.cannot-run'));
    },
  });
  const unbegun = jobKinds.by({ kind: 'test-killed', work: async () => 'never begun' });
  const registry = buildRegistry([], [{ name: 'test', provides: [bursting, refused, unbegun] }]);
  const programs = await joinPrograms({ ownerUrl: house.ownerUrl });
  const program = { ...house.program, registry };
  const jobs = await startJobs({ ...house, program, programs, logger: pino({ level: 'silent' }) });
  const queued = (kind: string, attempts = 0): Promise<string> =>
    house.run(async (tx) => {
      const id = await enqueue(asAdmin(tx), kind, kind, { sheet: 'rice.xlsx', clientSecret: 's3cret' });
      await tx.run(sql`update job set attempt = ${attempts} where id = ${id}::bigint`);
      return id;
    });
  const [burst, , killed] = [await queued('test-burst'), await queued('test-refused'), await queued('test-killed', 3)];
  await expect
    .poll(() => house.run((tx) => tx.rows(sql`select kind, state from job where kind like 'test-%' order by id`)), {
      timeout: 20_000,
    })
    .toEqual(['test-burst', 'test-refused', 'test-killed'].map((kind) => ({ kind, state: 'failed' })));
  await jobs.stop();
  await programs.unregister();
  const found = await rows('error', { serviceId: 'job' });
  expect(found.toSorted((a, b) => String(a['type']).localeCompare(String(b['type'])))).toMatchObject([
    {
      source: 'server',
      type: 'test-burst',
      message: 'pipe burst at postgres://me:******@host/db',
      exceptionName: 'Error',
      requestId: `job-${burst}`,
      requestUri: 'test-burst',
      createByName: '超级管理员',
      count: 1,
    },
    {
      source: 'server',
      type: 'test-killed',
      message: '任务已中断 3 次，不再重试，请联系管理员',
      requestId: `job-${killed}`,
      createByName: '超级管理员',
    },
  ]);
  const one = (await admin.get('blade-log/error/detail', { id: found.find((row) => row['type'] === 'test-burst')!.id }))
    .body.data as Row;
  expect(JSON.parse(String(one['params']))).toEqual({ sheet: 'rice.xlsx', clientSecret: '******', language: 'zh' });
  expect(one['stackTrace']).toContain('logs.server.test.ts');
});

test('reads slower than log.slowMs stand in the API log, down to 50 ms, which is the least it takes', async () => {
  const slowMs = (value: string): Promise<Answer> =>
    house
      .run<{ id: string }>((tx) => tx.row(sql`select id from param where param_key = 'log.slowMs'`))
      .then(({ id }) => admin.post('blade-system/param/submit', { id, paramValue: value }));
  const logged = async (...each: readonly number[]): Promise<unknown[]> => {
    const call = house.program.calls.find(({ path }) => path === 'client/list')!;
    const seen = { call, method: 'GET', tenant: '000000', userId: admin.userId, account: 'admin', input: {} };
    for (const milliseconds of each)
      for (const observer of house.program.observers)
        observer.note({ ...seen, address: '::1', headers: {}, requestId: 'slow', status: 200, milliseconds });
    return (await rows('api', { requestUri: 'client/list' })).map((row) => row['time']).toSorted();
  };
  expect(await logged(60, 299, 1_900)).toEqual([]);
  expect((await slowMs('250')).body.msg).toBe('操作成功');
  expect(await logged(60, 249, 251)).toEqual([251]);
  expect((await slowMs('50')).body.msg).toBe('操作成功');
  expect(await logged(49, 51)).toEqual([251, 51]);
  for (const value of ['49', '600001', 'fast', '-1']) {
    const { status, body } = await slowMs(value);
    expect([value, status, body.msg]).toEqual([value, 400, '参数值不合法：50 到 600000 的整数']);
  }
  expect((await slowMs('2000')).body.msg).toBe('操作成功');
});

test('logs are kept between one day and ten years, and other values are refused', async () => {
  for (const key of ['log.usualDays', 'log.apiDays', 'log.errorDays']) {
    const { id } = await house.run<{ id: string }>((tx) => tx.row(sql`select id from param where param_key = ${key}`));
    for (const value of ['0', '3651', '999999999999', 'ever']) {
      const { status, body } = await admin.post('blade-system/param/submit', { id, paramValue: value });
      expect([key, value, status, body.msg]).toEqual([key, value, 400, '参数值不合法：1 到 3650 的整数']);
    }
  }
});

test('the audit trail tells each change with its fields before and after, and is changed by nobody', async () => {
  const post = (
    await admin.post('blade-system/post/submit', {
      postCode: 'cook',
      postName: '厨师',
      category: '3',
      duty: 'chef',
      sort: 1,
    })
  ).body.data as unknown as Row;
  await admin.post('blade-system/post/submit', { ...post, postName: '主厨' });
  const found = (await rows('audit', { recordId: post.id })).toSorted((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1));
  expect(found.map((row) => [row['action'], row['resource'], row['userName'], row['title']])).toEqual([
    ['create', 'post', '超级管理员', '厨师'],
    ['update', 'post', '超级管理员', '主厨'],
  ]);
  expect((found[1]!['changes'] as Record<string, unknown>)['postName']).toEqual(['厨师', '主厨']);
  await expect(house.run((tx) => tx.run(sql`delete from audit_log`))).rejects.toThrow('permission denied');
});

test('nobody reads a log without its right; none of them can be written by a call', async () => {
  const chef = await house.signIn('chef');
  for (const log of ['usual', 'api', 'error', 'audit']) {
    expect((await chef.get(`blade-log/${log}/list`)).status).toBe(403);
    for (const verb of ['submit', 'remove'])
      expect((await admin.post(`blade-log/${log}/${verb}`, {})).status).toBe(404);
  }
});

test('a tenant that is none leaves no trace; logs go after their days', async () => {
  await askToken(house.app, { ...passwordForm('x'), tenantId: 'ZZZZZZ' }, { 'tenant-id': 'ZZZZZZ' });
  await settle();
  const all = await house.owner.transaction({ tenant: 'ZZZZZZ', timeZone: 'UTC' }, (tx) =>
    tx.row<{ n: number }>(sql`select count(*)::integer as n from usual_log where tenant_id = 'ZZZZZZ'`),
  );
  expect(all!.n).toBe(0);
  await house.owner.transaction({ tenant: '000000', timeZone: 'UTC' }, (tx) =>
    tx.run(sql`update api_log set create_time = now() - interval '100 days'`),
  );
  await house.program.scheduledTasks.find(({ name }) => name === 'log.prune')!.run();
  expect((await rows('api', { requestUri: 'client' })).length).toBe(0);
  expect((await rows('usual')).length).toBeGreaterThan(0);
});
