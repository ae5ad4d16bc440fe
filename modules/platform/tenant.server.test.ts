/** Tenants: each comes whole or not at all, is limited by its package, and ends at once. */
import { beforeAll, expect, test } from 'vitest';
import { sql } from '../../parts/postgres/database.ts';
import { askToken, md5, openHouse, pause, type Client, type House } from '../admin/admin.testing.ts';

type Row = Record<string, unknown> & { readonly id: string; readonly tenantId: string };
let house: House;
let admin: Client;
beforeAll(async () => {
  house = await openHouse();
  admin = await house.signIn('admin');
});
const make = async (tenantName: string, more: Record<string, unknown> = {}): Promise<Row> => {
  const { status, body } = await admin.post('blade-system/tenant/submit', {
    tenantName,
    linkman: '王经理',
    contactNumber: '13800000000',
    ...more,
  });
  expect([status, body.msg]).toEqual([200, '操作成功']);
  return body.data as unknown as Row;
};
const within = <T>(tenant: string, query: Parameters<House['database']['transaction']>[1]): Promise<T> =>
  house.database.transaction({ tenant, timeZone: 'UTC' }, query) as Promise<T>;
const signIn = (tenantId: string, password: string) =>
  askToken(
    house.app,
    { tenantId, username: 'admin', password: md5(password), grant_type: 'password', scope: 'all' },
    { 'tenant-id': tenantId },
  );

test('EP-0061 RULE-188: a new tenant has a number, a root department, posts, roles, dictionaries, parameters, units, and an administrator with a password shown once', async () => {
  const made = await make('青禾餐饮', { domainUrl: 'https://qinghe.example.com/' });
  expect(made.tenantId).toMatch(/^\d{6}$/);
  expect(made).toMatchObject({
    tenantName: '青禾餐饮',
    linkman: '王经理',
    accountNumber: -1,
    userCount: 1,
    adminAccount: 'admin',
  });
  const counts = await within<Record<string, number>>(made.tenantId, (tx) =>
    tx.row(sql`
    select (select count(*)::integer from dept
    where parent_id = 0 and dept_category = '1' and company_dept_id = id) as depts, (select count(*)::integer
    from post) as posts, (select count(*)::integer from role) as roles, (select count(*)::integer from role
    where role_alias = 'administrator') as administrators,
      (select count(*)::integer from dict_biz) as entries, (select count(*)::integer
      from param) as params, (select count(*)::integer from material_unit) as units, (select count(*)::integer
      from app_user) as users`),
  );
  expect(counts).toMatchObject({ depts: 1, posts: 7, roles: 18, administrators: 0, users: 1 });
  for (const each of ['entries', 'params', 'units']) expect(counts[each]).toBeGreaterThan(10);
  const signed = await signIn(made.tenantId, String(made['adminPassword']));
  expect([signed.status, signed.body['tenant_id'], signed.body['role_name']]).toEqual([
    200,
    made.tenantId,
    'admin,user',
  ]);
  expect(JSON.stringify((await admin.get('blade-system/tenant/detail', { id: made.id })).body)).not.toContain(
    String(made['adminPassword']),
  );
  const info = await house.app.inject({ url: '/api/blade-system/tenant/info?domain=https://qinghe.example.com' });
  expect((info.json() as { data: unknown }).data).toMatchObject({ tenantId: made.tenantId });
});

test('EP-0061: one that cannot be made leaves nothing behind', async () => {
  const count = async (): Promise<number> =>
    (await house.owner.transaction({ tenant: null, timeZone: 'UTC' }, (tx) =>
      tx.row<{ n: number }>(
        sql`select (select count(*) from tenant)::integer + (select count(*) from role)::integer as n`,
      ),
    ))!.n;
  const before = await count();
  for (const [body, sentence] of [
    [{ tenantName: '青禾餐饮', linkman: '李' }, '租户名称已存在，请换一个'],
    [{ tenantName: '新', linkman: '李', domainUrl: 'https://qinghe.example.com' }, '绑定域名已被其他租户使用'],
    [{ tenantName: '新', linkman: '李', timeZone: 'Mars/Base' }, '没有时区“Mars/Base”，例如 Asia/Shanghai'],
    [{ tenantName: '', linkman: '' }, '请填写租户名称；请填写联系人'],
    [{ tenantName: '新', linkman: '李', domainUrl: 'javascript:1' }, '绑定域名须以 http:// 或 https:// 开头'],
  ] as const) {
    const { status, body: answer } = await admin.post('blade-system/tenant/submit', body);
    expect([status, answer.msg]).toEqual([400, sentence]);
  }
  expect(await count()).toBe(before);
});

test('EP-0058 EP-0059 EP-0061: the list is searched; a tenant is changed and its row says so', async () => {
  const made = await make('蓝海');
  expect(
    (
      await admin.post('blade-system/tenant/submit', {
        id: made.id,
        tenantName: '蓝海餐饮',
        linkman: '赵',
        contactNumber: '',
        address: '上海',
      })
    ).body.data,
  ).toMatchObject({ tenantName: '蓝海餐饮', address: '上海', contactNumber: '' });
  const { records, total } = (await admin.get('blade-system/tenant/list', { tenantName: '蓝海' })).body.data as {
    records: Row[];
    total: number;
  };
  expect([total, records[0]]).toMatchObject([1, { tenantId: made.tenantId, linkman: '赵' }]);
  expect((await admin.get('blade-system/tenant/detail', { id: made.id })).body.data).toMatchObject({
    tenantName: '蓝海餐饮',
    timeZone: 'Asia/Shanghai',
  });
});

test('EP-0062: limits are set for several at once; fewer accounts than users are refused; an ended tenant lets nobody in', async () => {
  const [one, two] = [await make('甲'), await make('乙')];
  expect(
    (
      await admin.post('blade-system/tenant/setting', undefined, {
        ids: `${one.id},${two.id}`,
        accountNumber: '5',
        expireTime: '2099-01-01 00:00:00',
      })
    ).body,
  ).toMatchObject({ data: true });
  expect((await admin.get('blade-system/tenant/detail', { id: two.id })).body.data).toMatchObject({
    accountNumber: 5,
    expireTime: '2099-01-01 00:00:00',
  });
  const refused = await admin.post('blade-system/tenant/setting', undefined, { ids: one.id, accountNumber: '0' });
  expect([refused.status, refused.body.msg]).toEqual([400, '甲 当前用户数已超过该额度：已有 1 个，额度 0 个']);
  await admin.post('blade-system/tenant/setting', undefined, {
    ids: one.id,
    accountNumber: '-1',
    expireTime: '2020-01-01 00:00:00',
  });
  expect((await signIn(one.tenantId, String(one['adminPassword']))).body.msg).toBe('租户已过期，请联系管理员');
  await admin.post('blade-system/tenant/setting', undefined, { ids: one.id, accountNumber: '', expireTime: '' });
  expect((await signIn(one.tenantId, String(one['adminPassword']))).status).toBe(200);
});

test('EP-0063 EP-0145 EP-0148 RULE-189: a data source is written down, its password sealed, and hangs on a tenant', async () => {
  const made = await make('丙');
  const source = (
    await admin.post('blade-develop/datasource/submit', {
      name: '主库',
      driverClass: 'org.postgresql.Driver',
      url: 'jdbc:postgresql://db/x',
      username: 'x',
      password: 'db-secret-9',
    })
  ).body.data as unknown as Row;
  expect(source).toMatchObject({ name: '主库', password: '******' });
  const [stored] = await house.run<{ password: string }[]>((tx) => tx.rows(sql`select password from data_source`));
  expect(stored!.password).toMatch(/^sealed:/);
  await admin.post('blade-develop/datasource/submit', { ...source, remark: '只读' });
  expect(await house.run((tx) => tx.rows(sql`select password from data_source`))).toEqual([stored]);
  expect(
    (
      await admin.post('blade-system/tenant/datasource', undefined, {
        tenantId: made.tenantId,
        datasourceId: source.id,
      })
    ).body,
  ).toMatchObject({ data: true });
  expect((await admin.get('blade-system/tenant/detail', { id: made.id })).body.data).toMatchObject({
    datasourceId: source.id,
    datasourceName: '主库',
  });
  expect((await admin.post('blade-develop/datasource/remove', undefined, { ids: source.id })).body.msg).toBe(
    '数据源正被租户“丙”使用，不能删除',
  );
  expect(
    (await admin.post('blade-system/tenant/datasource', undefined, { tenantId: made.tenantId, datasourceId: '7' }))
      .status,
  ).toBe(400);
});

test('a package caps what the roles of a tenant hold, at once and whatever they were granted', async () => {
  const made = await make('丁');
  const first = await signIn(made.tenantId, String(made['adminPassword']));
  const token = String(first.body['access_token']);
  const ask = async (path: string): Promise<number> =>
    (await house.app.inject({ url: `/api/${path}`, headers: { 'blade-auth': `bearer ${token}` } })).statusCode;
  await house.database.transaction({ tenant: made.tenantId, timeZone: 'UTC' }, (tx) =>
    tx.run(sql`update app_user set must_change_password = 0`),
  );
  await pause(2100);
  expect([await ask('blade-system/post/list'), await ask('blade-system/role/list')]).toEqual([200, 200]);
  const { id: system } = await house.run<{ id: string }>((tx) =>
    tx.row(sql`select id from menu where code = 'system'`),
  );
  const pack = (await admin.post('blade-system/tenant-package/submit', { packageName: '基础版', menuId: system })).body
    .data as unknown as Row;
  expect(
    (
      await admin.post('blade-system/tenant/package-setting', undefined, {
        tenantId: made.tenantId,
        packageId: pack.id,
      })
    ).body,
  ).toMatchObject({ data: true });
  expect((await admin.get('blade-system/tenant/package-detail', { tenantId: made.tenantId })).body.data).toMatchObject({
    packageName: '基础版',
    menuId: system,
  });
  await pause(2100);
  expect([await ask('blade-system/post/list'), await ask('blade-system/role/list')]).toEqual([200, 403]);
  expect((await admin.post('blade-system/tenant-package/remove', undefined, { ids: pack.id })).body.msg).toBe(
    '套餐正被租户“丁”使用，不能删除',
  );
});

test('EP-0060: a removed tenant is gone from the list, its sessions end at once, its data stays; the platform’s own is never removed', async () => {
  const made = await make('戊');
  const token = String((await signIn(made.tenantId, String(made['adminPassword']))).body['access_token']);
  expect((await admin.post('blade-system/tenant/remove', undefined, { ids: made.id })).body).toMatchObject({
    data: true,
  });
  await pause(2100);
  expect(
    (await house.app.inject({ url: '/api/blade-auth/oauth/user-info', headers: { 'blade-auth': `bearer ${token}` } }))
      .statusCode,
  ).toBe(401);
  expect((await admin.get('blade-system/tenant/detail', { id: made.id })).status).toBe(404);
  expect(await within<number>(made.tenantId, async (tx) => (await tx.rows(sql`select 1 from app_user`)).length)).toBe(
    1,
  );
  const own = (
    (await admin.get('blade-system/tenant/list', { tenantId_equal: '000000' })).body.data as { records: Row[] }
  ).records[0]!;
  expect((await admin.post('blade-system/tenant/remove', undefined, { ids: own.id })).body.msg).toBe(
    '不可删除管理租户!',
  );
});

test('nobody of another tenant sees or touches tenants, whatever he holds', async () => {
  const made = await make('己');
  await house.database.transaction({ tenant: made.tenantId, timeZone: 'UTC' }, (tx) =>
    tx.run(
      sql`insert into role_menu (role_id, menu_id) select r.id, m.id from role r, menu m where r.role_alias = 'admin'
        on conflict do nothing`,
    ),
  );
  await house.database.transaction({ tenant: made.tenantId, timeZone: 'UTC' }, (tx) =>
    tx.run(sql`update app_user set must_change_password = 0`),
  );
  const token = String((await signIn(made.tenantId, String(made['adminPassword']))).body['access_token']);
  const call = (method: 'GET' | 'POST', path: string) =>
    house.app.inject({ method, url: `/api/blade-system/${path}`, headers: { 'blade-auth': `bearer ${token}` } });
  expect(((await call('GET', 'tenant/list')).json() as { data: { total: number } }).data.total).toBe(0);
  for (const path of [
    `tenant/remove?ids=${made.id}`,
    'tenant/submit?tenantName=x&linkman=y',
    `tenant/setting?ids=${made.id}`,
    `tenant/datasource?tenantId=${made.tenantId}`,
  ])
    expect([path, (await call('POST', path)).statusCode]).toEqual([path, 403]);
});

test('the role that may everything, everywhere, is made in no other tenant', async () => {
  const made = await make('庚');
  await within(made.tenantId, (tx) => tx.run(sql`update app_user set must_change_password = 0`));
  const token = String((await signIn(made.tenantId, String(made['adminPassword']))).body['access_token']);
  const submit = async (body: Record<string, unknown>): Promise<unknown> =>
    (
      await house.app.inject({
        method: 'POST',
        url: '/api/blade-system/role/submit',
        payload: body,
        headers: { 'blade-auth': `bearer ${token}` },
      })
    ).json();
  expect(await submit({ roleName: '全部', roleAlias: 'administrator', sort: 1, dataScopeType: '1' })).toMatchObject({
    code: 400,
    msg: '角色别名 administrator 只属于管理租户 000000，请换一个别名',
    data: { reason: 'role.administrator', field: 'roleAlias' },
  });
  expect(
    await within(made.tenantId, (tx) => tx.rows(sql`select 1 from role where role_alias = 'administrator'`)),
  ).toEqual([]);
});

test('EP-0149 EP-0150 EP-0151 RULE-260: a declaration is printed for a table that is there, stored as text, and copied', async () => {
  const made = (
    await admin.post('blade-develop/code/submit', {
      codeName: '岗位',
      serviceName: 'blade-system',
      tableName: 'post',
      pkName: 'id',
    })
  ).body.data as unknown as Row;
  expect(
    (await admin.post('blade-develop/code/gen-code', undefined, { ids: made.id, system: 'saber' })).body,
  ).toMatchObject({ data: true });
  const { attachId } = (await admin.get('blade-develop/code/detail', { id: made.id })).body.data as unknown as {
    attachId: string;
  };
  const file = await house.app.inject({
    url: `/api/blade-resource/file/download?id=${attachId}`,
    headers: { 'blade-auth': `bearer ${admin.token}` },
  });
  expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(file.body).toContain(`export const post = resource('post', {`);
  expect(file.body).toContain(`postCode: code(`);
  await admin.post('blade-develop/code/copy', undefined, { id: made.id });
  const names = ((await admin.get('blade-develop/code/list')).body.data as { records: Row[] }).records.map(
    (row) => row['codeName'],
  );
  expect(names).toEqual(['岗位', '岗位副本']);
  const odd = (
    await admin.post('blade-develop/code/submit', { codeName: '无', serviceName: 'x', tableName: 'no_such_table' })
  ).body.data as unknown as Row;
  expect((await admin.post('blade-develop/code/gen-code', undefined, { ids: odd.id, system: 'saber' })).body.msg).toBe(
    '数据表 no_such_table 不存在，无法生成',
  );
  expect((await admin.post('blade-develop/code/gen-code', undefined, { ids: made.id, system: 'java' })).body.msg).toBe(
    '只支持 system=saber，收到的是“java”',
  );
});

test('what the platform keeps for all is read by a tenant’s administrator and not offered to be changed: regions, and the hosts it allows', async () => {
  const made = await make('远山');
  const given = await signIn(made.tenantId, String(made['adminPassword']));
  const ask = async (method: 'GET' | 'POST', path: string, payload?: object) => {
    const answer = await house.app.inject({
      method,
      url: `/api/${path}`,
      headers: { 'blade-auth': `bearer ${String(given.body['access_token'])}` },
      ...(payload === undefined ? {} : { payload }),
    });
    return { status: answer.statusCode, body: answer.json<{ msg: string; data: never }>() };
  };
  expect(
    (
      await ask('POST', 'blade-user/update-password', {
        oldPassword: made['adminPassword'],
        newPassword: 'mine2026',
        newPassword1: 'mine2026',
      })
    ).status,
  ).toBe(200);
  await pause(2_100);
  const codes = JSON.stringify((await ask('GET', 'blade-system/menu/buttons')).body.data).match(/region_\w+/g);
  expect([...new Set(codes)].toSorted()).toEqual(['region_debug', 'region_export', 'region_view']);
  for (const [path, body] of [
    ['submit', { code: '99', name: '新', level: '1', sort: 1 }],
    ['remove?id=11', {}],
  ] as const)
    expect([path, (await ask('POST', `blade-system/region/${path}`, body)).status]).toEqual([path, 403]);
  expect((await ask('GET', 'blade-system/region/lazy-tree')).status).toBe(200);
  for (const key of ['oss.allowedHosts', 'sms.gateway', 'social.allowedHosts']) {
    expect([
      key,
      ((await ask('GET', `blade-system/param/list?paramKey=${key}`)).body.data as { total: number }).total,
    ]).toEqual([key, 0]);
    expect(
      (await ask('POST', 'blade-system/param/submit', { paramName: '新', paramKey: key, paramValue: '-' })).body.msg,
    ).toBe(`参数 ${key} 由平台统一设置，在本租户中不起作用`);
    expect([
      key,
      ((await admin.get('blade-system/param/list', { paramKey: key })).body.data as { total: number }).total,
    ]).toEqual([key, 1]);
  }
});
