/**
 * What an account begins with: the tenant's initial password, kept sealed and read by nobody, or one of its own, shown
 * once.
 */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pino } from 'pino';
import { beforeAll, expect, test } from 'vitest';
import { sql } from '../../../parts/postgres/database.ts';
import { sheetColumn, writeSheet } from '../../../parts/xlsx/sheet-writer.ts';
import { storeFile } from '../../../parts/storage/files.ts';
import { enqueue, startJobs } from '../../../parts/jobs/jobs.ts';
import { joinPrograms } from '../../../parts/jobs/programs.ts';
import { openHouse, PASSWORD, type Client, type House } from '../admin.testing.ts';

let house: House;
let admin: Client;
let place: { readonly roleId: string; readonly deptId: string };
let roleName: string;
beforeAll(async () => {
  house = await openHouse();
  admin = await house.signIn('admin');
  const dept = (
    await admin.post('blade-system/dept/submit', { deptName: '公司', fullName: '公司', deptCategory: '1', sort: 1 })
  ).body.data as { id: string };
  const role = await house.run<{ id: string; roleName: string }>((tx) =>
    tx.row(sql`select id, role_name from role where role_alias = 'user'`),
  );
  roleName = role.roleName;
  place = { roleId: role.id, deptId: dept.id };
});

const stored = (key: string): Promise<{ id: string; paramValue: string }> =>
  house.run((tx) => tx.row(sql`select id, param_value from param where param_key = ${key}`));
const set = async (key: string, value: string): Promise<{ status: number; msg: string }> => {
  const { status, body } = await admin.post('blade-system/param/submit', {
    id: (await stored(key)).id,
    paramValue: value,
  });
  return { status, msg: body.msg };
};
const make = (account: string): Promise<{ status: number; body: { data: { id: string; initialPassword?: string } } }> =>
  admin.post('blade-user/submit', { account, name: account, realName: account, tenantId: '000000', ...place }) as never;

test.each(['account.initPassword', 'tenant.default.password'])(
  '%s is written and never read back, by whomever',
  async (key) => {
    expect(await set(key, 'abc 1')).toMatchObject({ status: 400, msg: expect.stringContaining('6-12位数字和字母') });
    expect((await set(key, 'spring2027')).status).toBe(200);
    expect((await stored(key)).paramValue).toMatch(/^sealed:/);
    const answers = [
      await admin.get('blade-system/param/list', { paramKey: key }),
      await admin.get('blade-system/param/page', { paramKey_equal: key }),
      await admin.get('blade-system/param/select', { paramKey_equal: key }),
      await admin.get('blade-system/param/detail', { id: (await stored(key)).id }),
      await admin.get('blade-system/param/history', { id: (await stored(key)).id }),
      await admin.get('blade-system/index/initData'),
    ];
    expect(
      answers.map(({ status, body }) => [status, /spring2027|sealed:|larder2026/.test(JSON.stringify(body))]),
    ).toEqual(answers.map(() => [200, false]));
    // Nor is it asked for by what stands where it is kept: lists compare what they show.
    const kept = (await stored(key)).paramValue;
    const found = async (value: string): Promise<unknown> =>
      (await admin.get('blade-system/param/page', { paramKey_equal: key, paramValue_like: value })).body.data;
    expect([await found('sealed'), await found(kept.slice(-8)), await found('***')]).toMatchObject([
      { total: 0 },
      { total: 0 },
      { total: 1 },
    ]);
    // The mask that comes back from a form leaves it as it is.
    const before = (await stored(key)).paramValue;
    expect((await set(key, '******')).status).toBe(200);
    expect((await stored(key)).paramValue).toBe(before);
    expect((await set(key, '-')).status).toBe(200);
  },
);

test('where the tenant sets one, new and reset accounts begin with it, and no answer names it', async () => {
  expect((await set('account.initPassword', PASSWORD)).status).toBe(200);
  const { status, body } = await make('with-tenants');
  expect([status, body.data.initialPassword]).toEqual([200, undefined]);
  await house.signIn('with-tenants', PASSWORD);
  expect((await admin.post('blade-user/reset-password', undefined, { userIds: body.data.id })).body.data).toBe(true);
  await house.signIn('with-tenants', PASSWORD);
});

test('where it sets none, each account gets one of its own, shown once to whoever made or reset it, and has to change it', async () => {
  expect((await set('account.initPassword', '-')).status).toBe(200);
  const [one, two] = [await make('first-own'), await make('second-own')];
  const [first, second] = [one.body.data.initialPassword!, two.body.data.initialPassword!];
  expect(first).toMatch(/^[a-z0-9]{12}$/);
  expect(second).not.toBe(first);
  const person = await house.signIn('first-own', first);
  expect((await person.get('blade-user/info')).status).toBe(403);
  await expect(house.signIn('second-own', first)).rejects.toThrow(/./);
  expect(JSON.stringify((await admin.get('blade-user/detail', { id: one.body.data.id })).body)).not.toContain(first);

  const reset = (
    await admin.post('blade-user/reset-password', undefined, { userIds: `${one.body.data.id},${two.body.data.id}` })
  ).body.data as readonly { account: string; initialPassword: string }[];
  expect(reset.map(({ account }) => account).toSorted()).toEqual(['first-own', 'second-own']);
  expect(new Set([first, second, ...reset.map(({ initialPassword }) => initialPassword)]).size).toBe(4);
  for (const { account, initialPassword } of reset) await house.signIn(account, initialPassword);
  await expect(house.signIn('first-own', first)).rejects.toThrow(/./);
});

test('what stood in clear before is no initial password any more after a start', async () => {
  await house.run((tx) =>
    tx.run(sql`update param set param_value = 'plain2026' where param_key = 'account.initPassword'`),
  );
  const { seedTenant } = await import('../seed/seed-tenant.server.ts');
  await seedTenant(house.database, house.program.registry, {});
  expect((await stored('account.initPassword')).paramValue).toBe('-');
});

test('a supplier’s person names the supplier; staff name none', async () => {
  const save = (more: Record<string, unknown>) =>
    admin.post('blade-user/submit', {
      account: `party${Object.keys(more).length}`,
      name: 'p',
      realName: '某人',
      tenantId: '000000',
      password: 'abc12345',
      ...place,
      ...more,
    });
  expect((await save({ partyType: 'supplier' })).body.msg).toBe('请选择所属供应商');
  expect((await save({ partyType: 'staff' })).status).toBe(200);
});

test('an answer that shows a password is kept sealed, and comes again to whoever repeats the request because it was lost', async () => {
  expect((await set('account.initPassword', '-')).status).toBe(200);
  const ask = () =>
    house.app.inject({
      method: 'POST',
      url: '/api/blade-user/submit',
      headers: { 'blade-auth': `bearer ${admin.token}`, 'idempotency-key': 'made.once' },
      payload: { account: 'once-only', name: '一次', realName: '一次', tenantId: '000000', ...place },
    });
  const [first, again] = [await ask(), await ask()];
  expect([first.statusCode, again.body]).toEqual([200, first.body]);
  const { initialPassword } = (JSON.parse(first.body) as { data: { initialPassword: string } }).data;
  expect(initialPassword).toMatch(/^[a-z0-9]{12}$/);
  const stored = await house.run<{ answer: string }>((tx) =>
    tx.row(sql`select answer::text as answer from idempotency where key = 'made.once'`),
  );
  expect(stored.answer).toMatch(/^"sealed:/);
  expect(stored.answer).not.toContain(initialPassword);
});

test('more than ten accounts are not reset at once while each would get a password of its own', async () => {
  expect((await set('account.initPassword', '-')).status).toBe(200);
  const people = await house.run<{ id: string }[]>((tx) =>
    tx.rows(sql`select id from app_user where account <> 'admin' order by id limit 11`),
  );
  const reset = (count: number) =>
    admin.post('blade-user/reset-password', undefined, {
      userIds: people
        .slice(0, count)
        .map(({ id }) => id)
        .join(','),
    });
  const refused = await reset(11);
  expect([refused.status, refused.body.msg]).toEqual([
    400,
    '一次新增或重置多个账号前，请先设置参数 account.initPassword',
  ]);
  expect((await reset(2)).status).toBe(200);
});

/** A sheet of new people. */
const peopleSheet = (accounts: readonly string[]): Promise<Buffer> =>
  buffer(
    writeSheet(
      ['登录账号', '用户昵称', '用户姓名', '所属部门', '角色'].map((heading) => sheetColumn(heading, { kind: 'text' })),
      accounts.map((account) => [account, account, account, '公司', roleName]),
      { name: '数据' },
    ),
  );
const brought = async (
  accounts: readonly string[],
): Promise<{ readonly msg: string; readonly data: Record<string, unknown> }> => {
  const payload = Buffer.concat([
    Buffer.from('--b\r\ncontent-disposition: form-data; name="file"; filename="people.xlsx"\r\n\r\n'),
    await peopleSheet(accounts),
    Buffer.from('\r\n--b--\r\n'),
  ]);
  const answer = await house.app.inject({
    method: 'POST',
    url: '/api/blade-user/import-user',
    payload,
    headers: { 'blade-auth': `bearer ${admin.token}`, 'content-type': 'multipart/form-data; boundary=b' },
  });
  return answer.json();
};

/** The same as a job, which a large sheet is: how it ended. */
async function broughtLater(accounts: readonly string[]): Promise<unknown> {
  const ownerUrl = String(house.owner.pool.options.connectionString);
  const programs = await joinPrograms({ ownerUrl });
  const jobs = await startJobs({
    ownerUrl,
    database: house.database,
    program: house.program,
    programs,
    logger: pino({ level: 'silent' }),
  });
  const user = (await house.program.userOf!('000000', admin.userId))!;
  const sheet = await peopleSheet(accounts);
  const job = await house.run<string>(async (tx) => {
    const context = {
      tx,
      registry: house.program.registry,
      user,
      tenant: '000000',
      now: '2026-11-18 10:30:00',
      today: '2026-11-18',
      language: 'zh' as const,
      requestId: 'test',
      allowed: () => true,
    };
    return enqueue(context, 'import', 'people', {
      declaration: 'user',
      fileId: await storeFile(
        context,
        house.fileFolder,
        Readable.from(sheet),
        'people.xlsx',
        'application/octet-stream',
        'import',
      ),
      fileName: 'people.xlsx',
    });
  });
  const standing = () =>
    house.run<{ state: string }>((tx) =>
      tx.row(sql`select state, error, result ->> 'created' as created from job where id = ${job}::bigint`),
    );
  await expect.poll(async () => (await standing()).state, { timeout: 20_000 }).toMatch(/done|failed/);
  await jobs.stop();
  await programs.unregister();
  return standing();
}

test('people of a sheet begin with the initial password, whether it is read at once or later, and several need one to be set', async () => {
  expect((await set('account.initPassword', '-')).status).toBe(200);
  expect(await brought(['sheet-1', 'sheet-2'])).toMatchObject({
    msg: '一次新增或重置多个账号前，请先设置参数 account.initPassword',
  });
  expect((await set('account.initPassword', PASSWORD)).status).toBe(200);
  expect(await brought(['sheet-1', 'sheet-2'])).toMatchObject({ data: { created: 2, failed: 0, landed: true } });
  expect(await broughtLater(['sheet-3', 'sheet-4'])).toEqual({ state: 'done', error: null, created: '2' });
  for (const account of ['sheet-1', 'sheet-4'])
    expect((await (await house.signIn(account, PASSWORD)).get('blade-user/info')).body.msg).toContain(
      '请先把初始密码改成自己的密码',
    );
});

test('the only new person of a sheet has a password of his own, shown once to whoever brought it', async () => {
  expect((await set('account.initPassword', '-')).status).toBe(200);
  const { data } = await brought(['sheet-alone']);
  expect(data).toMatchObject({ created: 1, landed: true, made: { account: 'sheet-alone' } });
  const { initialPassword } = data['made'] as { initialPassword: string };
  expect(initialPassword).toMatch(/^[a-z0-9]{12}$/);
  await house.signIn('sheet-alone', initialPassword);
  expect(await broughtLater(['sheet-late'])).toEqual({
    state: 'failed',
    error: '新记录有只显示一次的内容，不能在后台导入；请用较小的表格导入，或逐条新增',
    created: null,
  });
  expect((await set('account.initPassword', PASSWORD)).status).toBe(200);
  expect((await brought(['sheet-common'])).data['made']).toBeUndefined();
});
