import { beforeAll, expect, test } from 'vitest';
import { sql } from '../../../parts/postgres/database.ts';
import { askToken, openHouse, PASSWORD, passwordForm, type House } from '../admin.testing.ts';
import { roleSeeds } from '../rights/demonstration-roles.ts';
import { seedMenus, wantedMenu } from './seed-menu.server.ts';
import { ensureAdministrator, seedPeople } from './seed-people.server.ts';
import { rolesCsv } from '../../../tools/design-prints.ts';
import { readCsv } from '../../../tools/inventory.ts';
import { seedTenant } from './seed-tenant.server.ts';

let house: House;
beforeAll(async () => {
  house = await openHouse();
});

test('every seeded role has a person who signs in, and clients find their seeds', async () => {
  for (const { alias, account } of roleSeeds)
    expect((await askToken(house.app, passwordForm(account ?? alias))).status).toBe(200);
  const sword = `Basic ${Buffer.from('sword:sword_secret').toString('base64')}`;
  expect((await askToken(house.app, passwordForm('admin'), { authorization: sword })).status).toBe(200);
  const admin = await house.signIn('admin');
  for (const code of [
    'sex',
    'notice',
    'post_category',
    'menu_category',
    'button_func',
    'yes_no',
    'user_type',
    'data_scope_type',
    'org_category',
  ])
    expect((await admin.get('blade-system/dict/dictionary', { code })).body.data).not.toEqual([]);
  for (const key of [
    'account.registerUser',
    'account.initPassword',
    'account.failCount',
    'tenant.default.password',
    'tenant.default.accountNumber',
    'tenant.default.menuCode',
  ])
    expect(((await admin.get('blade-system/param/list', { paramKey: key })).body.data as { total: number }).total).toBe(
      1,
    );
});

test.each([
  ['the operator', 'purchaser'],
  ['a project department', 'project-manager'],
  ['a restaurant', 'restaurant-manager'],
  ['a factory', 'factory-staff'],
  ['a supplier', 'supplier'],
])('RULE-001: somebody of %s signs in and finds what is his: %s', async (_, account) => {
  const person = await house.signIn(account);
  expect((await person.get('blade-auth/oauth/user-info')).body.data).toMatchObject({
    account,
    roles: ['user', account],
  });
  expect((await person.get('blade-system/menu/routes')).body.data).toEqual(
    expect.arrayContaining([expect.objectContaining({ code: 'desk' })]),
  );
});

test('RULE-010: the administrator is seeded, signs in and sees the menus of administration', async () => {
  const { data } = (await (await house.signIn('admin')).get('blade-system/menu/routes')).body as {
    data: { code: string }[];
  };
  expect(data.map(({ code }) => code)).toEqual(
    expect.arrayContaining(['authority', 'system', 'resource', 'flow', 'monitor']),
  );
});

test('RULE-248: each role holds in the house what the printed matrix of roles, menus and buttons says', async () => {
  const granted = await house.run<{ alias: string; code: string }[]>((tx) =>
    tx.rows(
      sql`select r.role_alias as alias, m.code from role_menu g join role r on r.id = g.role_id
        join menu m on m.id = g.menu_id`,
    ),
  );
  const there = new Set(granted.map(({ alias, code }) => `${alias} ${code}`));
  const matrix = readCsv(rolesCsv(house.program));
  const wanted = new Set(
    matrix.flatMap((row) =>
      roleSeeds
        .filter(({ alias }) => row[alias] === 'x')
        .map(({ alias }) => `${alias} ${row['button'] || row['menu']}`),
    ),
  );
  expect([...there].toSorted()).toEqual([...wanted].toSorted());
});

test('in a menu that stands already, what nobody edited takes name and place of the declarations; what a person changed stays', async () => {
  const node = (code: string) =>
    house.run<{ name: string; sort: number; parent: string | null; version: number }>((tx) =>
      tx.row(sql`select m.name, m.sort, p.code as parent, m.version from menu m left join menu p on p.id = m.parent_id
        where m.code = ${code}`),
    );
  const declared = await node('post');
  expect(declared.parent).toBe('system');
  const admin = await house.signIn('admin');
  const edited = await house.run<{ id: string; version: number }>((tx) =>
    tx.row(sql`select id, version from menu where code = 'region'`),
  );
  expect((await admin.post('blade-system/menu/submit', { ...edited, name: '地区', sort: 77 })).body.msg).toBe(
    '操作成功',
  );
  // As an earlier version of the program left them.
  await house.run((tx) =>
    tx.run(sql`update menu set name = '从前', sort = 55, parent_id = (select id from menu where code = 'base'),
      search_text = '' where code in ('post', 'post_view', 'region')`),
  );
  expect(await seedMenus(house.database, house.program.registry)).toEqual([]);
  expect(await node('post')).toEqual(declared);
  expect(await node('post_view')).toMatchObject({ parent: 'post', version: 1 });
  expect(await node('region')).toEqual({ name: '从前', sort: 55, parent: 'base', version: 2 });
});

test('the administrator holds every code any call asks for', async () => {
  const codes = new Set(
    (await house.run<{ code: string }[]>((tx) => tx.rows(sql`select code from menu`))).map((row) => row.code),
  );
  const asked = house.program.calls.flatMap((call) => [call.permission].flat()).filter((code) => !code.startsWith('*'));
  expect([...new Set(asked)].filter((code) => !codes.has(code))).toEqual([]);
  expect(new Set(wantedMenu(house.program.registry).map((node) => node.code)).size).toBe(codes.size);
});

test('the calls that need no sign-in are these', () => {
  expect(
    house.program.calls
      .filter((call) => call.permission === '*public' && call.service !== 'blade-resource')
      .map((call) => `${call.service}/${call.path}`)
      .toSorted(),
  ).toEqual([
    'blade-auth/oauth/captcha',
    'blade-auth/oauth/demonstration',
    'blade-auth/oauth/render/:source',
    'blade-auth/oauth/sources',
    'blade-auth/oauth/token',
    'blade-system/tenant/info',
    'gear-operation/gearmenu/publicMenu',
    'gear-operation/gearmenu/publicMenuChanges',
    'store-management/supplierticket/answer',
    'store-management/supplierticket/order',
    'store-management/supplierticket/paper',
    'store-management/supplierticket/ship',
  ]);
});

test('seeding twice adds nothing, gives back nothing a person took away, and places people once departments exist', async () => {
  const admin = await house.signIn('admin');
  const { id: role } = await house.run<{ id: string }>((tx) =>
    tx.row(sql`select id from role where role_alias = 'auditor'`),
  );
  expect((await admin.post('blade-system/role/grant', { roleIds: role, menuIds: '' })).status).toBe(200);
  const count = () =>
    house.run((tx) =>
      tx.row(
        sql`select (select count(*) from menu) as menus, (select count(*) from role_menu) as grants, (select count(*)
          from dict_biz) as entries, (select count(*) from param) as params, (select count(*) from app_user) as people`,
      ),
    );
  const before = await count();
  const dept = (
    await admin.post('blade-system/dept/submit', { deptName: '公司', fullName: '公司', deptCategory: '1', sort: 1 })
  ).body.data as { id: string };
  const addedCodes = await seedMenus(house.database, house.program.registry);
  await seedTenant(house.database, house.program.registry, {
    initialPassword: house.program.secrets.seal(PASSWORD),
    addedCodes,
  });
  await seedPeople(house.database, { password: PASSWORD, departments: { chef: [dept.id] } });
  expect(await count()).toEqual(before);
  expect(
    ((await (await house.signIn('chef')).get('blade-auth/oauth/user-info')).body.data as Record<string, string>)[
      'deptName'
    ],
  ).toBe('公司');
});

test('promise 34: without the demonstration the administrator gets a random password that has to be changed', async () => {
  expect(await ensureAdministrator(house.database)).toBeNull();
  await house.run((tx) => tx.run(sql`update app_user set role_id = '{}' where account = 'admin'`));
  const made = await ensureAdministrator(house.database);
  expect(made?.password).toMatch(/^[a-z\d]{12}$/);
  expect(made?.account).toBe('admin2');
  const { body } = await askToken(house.app, passwordForm('admin2', made!.password));
  expect(body['must_change_password']).toBe(1);
  expect((await askToken(house.app, passwordForm('admin2', 'admin'))).status).toBe(400);
});

test('hashes cannot be listed by the application', async () => {
  await expect(house.run((tx) => tx.rows(sql`select password_hash from user_secret`))).rejects.toThrow(
    'permission denied',
  );
  await expect(
    house.database.transaction({ tenant: '000001', timeZone: 'UTC' }, (tx) =>
      tx.row(sql`select password_hash_of(id) from (select 1::bigint as id) x`),
    ),
  ).resolves.toEqual({ passwordHashOf: null });
});

test('promise 34: the accounts and client secrets other products come with open nothing; a client’s secret alone proves nobody', async () => {
  const bare = await openHouse({ people: false });
  const made = await ensureAdministrator(bare.database);
  const DEFAULTS = [
    'admin/admin',
    'admin/123456',
    'admin/admin123',
    'admin/12345678',
    'admin/larder2026',
    'admin/ruoyi123',
    'ry/admin123',
    'saber/saber',
    'sword/sword',
    'root/root',
    'test/test',
    'user/user',
    'hr/hr',
    'manager/manager',
    'boss/boss',
    'administrator/admin',
    'guest/guest',
  ];
  for (const pair of DEFAULTS) {
    const [account, password] = pair.split('/') as [string, string];
    await bare.database.transaction({ tenant: '000000', timeZone: 'UTC' }, (tx) =>
      tx.run(sql`delete from sign_in_failure`),
    );
    expect([pair, (await askToken(bare.app, passwordForm(account, password))).status]).toEqual([pair, 400]);
  }
  expect((await askToken(bare.app, passwordForm(made!.account, made!.password))).body['must_change_password']).toBe(1);
  for (const basic of [
    'saber:saber',
    'sword:sword',
    'saber3:saber3_secret',
    'rider:rider_secret',
    'client:secret',
    'clientId:clientSecret',
    'admin:admin',
    ':',
    'saber',
  ])
    expect([
      basic,
      (
        await askToken(bare.app, passwordForm(made!.account, made!.password), {
          authorization: `Basic ${Buffer.from(basic).toString('base64')}`,
        })
      ).status,
    ]).toEqual([basic, 400]);
  const saber = `Basic ${Buffer.from('saber:saber_secret').toString('base64')}`;
  for (const grant_type of ['client_credentials', 'implicit', 'authorization_code', ''])
    expect(
      (await askToken(bare.app, { grant_type, scope: 'all', tenantId: '000000' }, { authorization: saber })).status,
    ).toBe(400);
  expect((await bare.app.inject({ url: '/api/blade-user/info', headers: { authorization: saber } })).statusCode).toBe(
    401,
  );
});
