/** Calls of administration that no declaration gives, asked as clients do: what each is asked, and what it answers. */
import { beforeAll, expect, test } from 'vitest';
import { sql } from '../../../parts/postgres/database.ts';
import { openHouse, type Client, type House } from '../admin.testing.ts';

type Row = Record<string, unknown> & { readonly id: string };
interface Node {
  readonly id: string;
  readonly parentId: string;
  readonly title: string;
  readonly key: string;
  readonly value: string;
  readonly category?: number;
  readonly hasChildren?: boolean;
  readonly children?: readonly Node[];
  /** Further columns where whole rows are nested. */
  readonly [column: string]: unknown;
}
let house: House;
let admin: Client;
const depts: Record<string, string> = {};
const get = async <T>(path: string, query: Record<string, string> = {}): Promise<T> => {
  const { status, body } = await admin.get(path, query);
  expect([path, status, body.code, body.success]).toEqual([path, 200, 200, true]);
  expect(JSON.stringify(body.data), 'a leaf has no children').not.toContain('"children":[]');
  return body.data as T;
};
const post = async (
  path: string,
  body: Record<string, unknown> | undefined,
  query: Record<string, string> = {},
): Promise<Row> => {
  const answer = await admin.post(path, body, query);
  expect([path, answer.status, answer.body.msg]).toEqual([path, 200, '操作成功']);
  return answer.body.data as Row;
};
const flat = (nodes: readonly Node[]): Node[] => nodes.flatMap((node) => [node, ...flat(node.children ?? [])]);
const roleId = async (alias: string): Promise<string> =>
  (await house.run<{ id: string }>((tx) => tx.row(sql`select id from role where role_alias = ${alias}`))).id;
const menuIds = async (...codes: string[]): Promise<string[]> =>
  (
    await house.run<{ id: string }[]>((tx) =>
      tx.rows(sql`select id from menu where code = any(${codes}) order by code`),
    )
  ).map((row) => row.id);

beforeAll(async () => {
  house = await openHouse();
  admin = await house.signIn('admin');
  for (const [deptName, above, deptCategory, more] of [
    ['公司', '', '1', {}],
    ['项目甲', '公司', '2', {}],
    ['餐厅甲', '项目甲', '3', {}],
    ['项目乙', '公司', '2', { isVirtual: 1 }],
    ['采购部', '公司', '5', {}],
  ] as const) {
    depts[deptName] = (
      await post('blade-system/dept/submit', {
        deptName,
        fullName: deptName,
        parentId: depts[above] ?? '0',
        deptCategory,
        sort: 1,
        ...more,
      })
    ).id;
  }
});

const person = async (account: string, more: Record<string, unknown> = {}): Promise<string> =>
  (
    await post('blade-user/submit', {
      account,
      name: account,
      realName: account,
      password: 'abc12345',
      password2: 'abc12345',
      roleId: await roleId('user'),
      deptId: depts['项目甲'],
      tenantId: '000000',
      ...more,
    })
  ).id;

test('EP-0005: user-info answers who is signed in, with role aliases, and never a password', async () => {
  const info = await get<Record<string, unknown>>('blade-auth/oauth/user-info');
  expect(info).toMatchObject({
    userId: admin.userId,
    account: 'admin',
    tenantId: '000000',
    roles: ['administrator', 'user'],
  });
  for (const name of ['userName', 'nickName', 'realName', 'avatar', 'deptId', 'deptName', 'roleId'])
    expect([name, typeof info[name]]).toEqual([name, 'string']);
  expect(JSON.stringify(info)).not.toMatch(/password_hash|"password"/i);
});

test('EP-0006: clear-cache answers with the envelope and leaves the session as it is', async () => {
  const { body } = await admin.get('blade-auth/oauth/clear-cache');
  expect([body.code, body.success, typeof body.msg]).toEqual([200, true, 'string']);
  await get('blade-auth/oauth/user-info');
});

test('EP-0020: roles are given to several people at once, and replace what they had', async () => {
  const ids = [await person('grant-a'), await person('grant-b')];
  const [user, chef] = [await roleId('user'), await roleId('chef')];
  expect(await post('blade-user/grant', undefined, { userIds: ids.join(','), roleIds: `${user},${chef}` })).toBe(true);
  for (const id of ids) expect((await get<Row>('blade-user/detail', { id }))['roleId']).toBe(`${user},${chef}`);
  expect((await admin.post('blade-user/grant', undefined, { userIds: '', roleIds: chef })).status).toBe(400);
});

test('EP-0022 EP-0023 EP-0024 EP-0025: people are looked up by duty, role and department, with no more than their names', async () => {
  const duty = async (name: string): Promise<string> =>
    (
      await post('blade-system/post/submit', {
        category: '1',
        postCode: `t-${name}`.slice(0, 12),
        postName: name,
        sort: 1,
        duty: name,
      })
    ).id;
  const buyer = await person('look-buyer', { postId: await duty('buyer'), deptId: depts['采购部'] });
  const director = await person('look-head', { postId: await duty('district-director'), deptId: depts['餐厅甲'] });
  const frozen = await person('look-ice', { deptId: depts['餐厅甲'] });
  await post('blade-user/freeze', undefined, { ids: frozen });
  const ask = async (path: string, query: Record<string, string> = {}): Promise<string[]> => {
    const rows = await get<Row[]>(`blade-user/${path}`, query);
    for (const row of rows) expect(Object.keys(row).toSorted()).toEqual(['account', 'id', 'name', 'realName']);
    return rows.map((row) => row.id);
  };
  expect(await ask('getBuyerOptions')).toEqual([buyer]);
  expect(await ask('getDistrictDirector')).toEqual([director]);
  expect(await ask('getDistrictDirector', { deptId: depts['项目甲']! })).toEqual([director]);
  const below = await ask('getOptionsByDeptId', { deptId: depts['项目甲']! });
  expect([below.includes(director), below.includes(buyer), below.includes(frozen)]).toEqual([true, false, false]);
  expect(await ask('getUserNameByRoleId', { roleId: await roleId('user') })).toEqual(
    expect.arrayContaining([buyer, director]),
  );
  expect(await ask('getUserNameByRoleId', { roleId: await roleId('guest') })).not.toContain(buyer);
  expect((await admin.get('blade-user/getUserNameByRoleId')).body.msg).toContain('roleId');
});

test('EP-0026 EP-0027: who waits for review is let in or turned away, with the answer true', async () => {
  const [guest, other] = [await person('guest-in'), await person('guest-out')];
  await house.run((tx) =>
    tx.run(sql`update app_user set audit_state = 'pending' where id = any(${[guest, other]}::bigint[])`),
  );
  await expect(house.signIn('guest-in', 'abc12345')).rejects.toThrow();
  expect(await post('blade-user/audit-pass', undefined, { userIds: guest })).toBe(true);
  await house.signIn('guest-in', 'abc12345');
  expect(await post('blade-user/audit-refuse', undefined, { userIds: other })).toBe(true);
  expect((await get<Row>('blade-user/detail', { id: other }))['auditState']).toBe('refused');
  await expect(house.signIn('guest-out', 'abc12345')).rejects.toThrow();
});

test('EP-0035 EP-0036 RULE-244: roles as option nodes, whole or one branch', async () => {
  const above = await post('blade-system/role/submit', { roleName: '上级', roleAlias: 'above', sort: 1 });
  const below = await post('blade-system/role/submit', {
    roleName: '下级',
    roleAlias: 'below',
    sort: 1,
    parentId: above.id,
  });
  const node = {
    id: above.id,
    parentId: '0',
    title: '上级',
    key: above.id,
    value: above.id,
    children: [{ id: below.id, parentId: above.id, title: '下级', key: below.id, value: below.id }],
  };
  expect(await get<Node[]>('blade-system/role/tree', { tenantId: '000000' })).toContainEqual(node);
  expect(await get<Node[]>('blade-system/role/tree-by-id', { roleId: above.id })).toEqual([node]);
  // Another tenant has roles of its own, with the same names.
  const { tenantId } = await post('blade-system/tenant/submit', { tenantName: '另一家', linkman: '王' });
  const theirs = await house.database.transaction({ tenant: String(tenantId), timeZone: 'UTC' }, (tx) =>
    tx.rows<{ id: string }>(sql`select id from role`),
  );
  expect(theirs.length).toBeGreaterThan(0);
  const seen = flat(await get<Node[]>('blade-system/role/tree')).map((each) => each.id);
  expect(theirs.filter(({ id }) => seen.includes(id))).toEqual([]);
  expect(await get<Node[]>('blade-system/role/tree-by-id', { roleId: theirs[0]!.id })).toEqual([]);
});

test('EP-0038: the ticked menus of roles are exactly those granted, as ids', async () => {
  const role = await post('blade-system/role/submit', { roleName: '勾选', roleAlias: 'ticked', sort: 1 });
  const menus = await menuIds('param', 'param_view', 'system');
  expect(await post('blade-system/role/grant', { roleIds: role.id, menuIds: menus.join(',') })).toBe(true);
  const keys = await get<{ menu: string[]; dataScope: string[]; apiScope: string[] }>(
    'blade-system/menu/role-tree-keys',
    { roleIds: role.id },
  );
  expect(keys).toEqual({ menu: expect.any(Array), dataScope: [], apiScope: [] });
  expect(keys.menu.toSorted()).toEqual(menus.toSorted());
  expect(await get('blade-system/role/role-tree-keys', { roleIds: role.id })).toEqual(keys);
});

test('EP-0039 EP-0042: the whole menu as rows in rows, with buttons and without', async () => {
  const all = flat(await get<Node[]>('blade-system/menu/list'));
  expect(new Set(all.map((row) => row.category))).toEqual(new Set([1, 2]));
  const pages = flat(await get<Node[]>('blade-system/menu/menu-list'));
  expect(new Set(pages.map((row) => row.category))).toEqual(new Set([1]));
  expect(pages.length).toBe(all.filter((row) => row.category === 1).length);
});

test('EP-0040 EP-0041: menus level by level with parentId, everything that matches without', async () => {
  for (const [path, categories] of [
    ['lazy-list', [1, 2]],
    ['lazy-menu-list', [1]],
  ] as const) {
    const roots = await get<Node[]>(`blade-system/menu/${path}`, { parentId: '0' });
    expect(
      roots.every((row) => row.parentId === '0' && typeof row.hasChildren === 'boolean' && row.children === undefined),
    ).toBe(true);
    const system = roots.find((row) => row['code'] === 'system')!;
    expect(system.hasChildren).toBe(true);
    const pages = await get<Node[]>(`blade-system/menu/${path}`, { parentId: system.id });
    expect(pages.map((row) => row.parentId)).toEqual(pages.map(() => system.id));
    // A page whose only children are buttons has more below it where buttons are shown.
    expect(pages.find((row) => row['code'] === 'param')!.hasChildren).toBe(path === 'lazy-list');
    const nested = flat(await get<Node[]>(`blade-system/menu/${path}`));
    expect([...new Set(nested.map((row) => row.category))].toSorted()).toEqual([...categories]);
    expect(
      (await get<Node[]>(`blade-system/menu/${path}`, { parentId: '', code_equal: 'param' })).map((row) => row['code']),
    ).toEqual(['param']);
  }
});

test('EP-0043: the menu as option nodes', async () => {
  const nodes = flat(await get<Node[]>('blade-system/menu/tree', { tenantId: '000000' }));
  expect(nodes.length).toBeGreaterThan(50);
  for (const node of nodes) expect([node.key, node.value, typeof node.title]).toEqual([node.id, node.id, 'string']);
});

test('EP-0047 EP-0050 EP-0051 EP-0057 RULE-153: a top menu is filled, its keys come back, and choosing it narrows the routes', async () => {
  const top = await post('blade-system/topmenu/submit', {
    code: 'base',
    name: '基础',
    source: 'icon',
    path: '/base',
    sort: 3,
  });
  // Nothing stands in it yet: nobody is shown it.
  expect(await get('blade-system/menu/top-menu')).toEqual([]);
  const { menu } = await get<{ menu: Node[] }>('blade-system/menu/grant-top-tree');
  const offered = flat(menu);
  const [param, role] = await menuIds('param', 'role');
  expect(offered.map((node) => node.id)).toEqual(expect.arrayContaining([param, role]));
  expect(await post('blade-system/topmenu/grant', { topMenuIds: top.id, menuIds: `${param}` })).toBe(true);
  expect(await post('blade-system/topmenu/grant', { topMenuIds: top.id, menuIds: `${role}` })).toBe(true);
  // What is no list empties nothing.
  expect((await admin.post('blade-system/topmenu/grant', { topMenuIds: top.id, menuIds: null })).status).toBe(400);
  expect(await get('blade-system/menu/top-tree-keys', { topMenuIds: top.id })).toEqual({ menu: [role] });
  expect(await get('blade-system/menu/top-menu')).toEqual([
    { id: top.id, code: 'base', name: '基础', source: 'icon', path: '/base', sort: 3 },
  ]);
  const routes = flat(await get<Node[]>('blade-system/menu/routes', { topMenuId: top.id }));
  expect(routes.map((node) => node['path']).toSorted()).toEqual(['/authority', '/authority/role']);
});

test('a top menu is shown to whom something in it is granted; whoever chose one that shows them nothing has their whole menu; it is filled by right alone', async () => {
  const chef = await house.signIn('chef');
  const of = async <T>(who: Client, path: string, query: Record<string, string> = {}): Promise<T> =>
    (await who.get(`blade-system/menu/${path}`, query)).body.data as T;
  const names = async (who: Client): Promise<readonly unknown[]> =>
    (await of<Row[]>(who, 'top-menu')).map((top) => top['name']);
  const codes = async (who: Client, topMenuId: string): Promise<readonly unknown[]> =>
    flat(await of<Node[]>(who, 'routes', { topMenuId })).map((node) => node['code']);
  const { id } = await post('blade-system/topmenu/submit', { code: 'chefs', name: '厨房', sort: 1 });
  const [dish, users] = await menuIds('dish', 'user');

  await post('blade-system/topmenu/grant', { topMenuIds: id, menuIds: users });
  expect([(await names(admin)).includes('厨房'), (await names(chef)).includes('厨房')]).toEqual([true, false]);
  expect(await codes(chef, id)).toEqual(flat(await of<Node[]>(chef, 'routes')).map((node) => node['code']));

  await post('blade-system/topmenu/grant', { topMenuIds: id, menuIds: `${users},${dish}` });
  expect((await names(chef)).includes('厨房')).toBe(true);
  expect(await codes(chef, id)).toEqual(['masterdata', 'masterdata_dish', 'dish']);
  expect(await codes(admin, id)).toEqual(expect.arrayContaining(['masterdata', 'dish', 'system', 'user']));

  for (const [path, query] of [
    ['grant-top-tree', {}],
    ['top-tree-keys', { topMenuIds: id }],
  ] as const)
    expect((await chef.get(`blade-system/menu/${path}`, query)).status).toBe(403);
  expect((await chef.post('blade-system/topmenu/grant', { topMenuIds: id, menuIds: '' })).status).toBe(403);
  expect((await admin.post('blade-system/topmenu/grant', { topMenuIds: '99', menuIds: dish })).status).toBe(404);
  await post('blade-system/topmenu/grant', { topMenuIds: id, menuIds: '' });
  expect([(await names(admin)).includes('厨房'), (await names(chef)).includes('厨房')]).toEqual([false, false]);
});

test.each([
  ['dict', 'EP-0065 EP-0070 EP-0071'],
  ['dict-biz', 'EP-0073 EP-0079'],
])('%s: %s whole as a tree of rows, the entries of one head, and option nodes by the fixed code', async (segment) => {
  const heads = await get<Node[]>(`blade-system/${segment}/list`);
  const sex = heads.find((row) => row['code'] === 'sex')!;
  expect([sex.parentId, sex['dictKey']]).toEqual(['0', '-1']);
  expect(sex.children!.map((row) => [row['dictKey'], row['code']])).toEqual([
    ['1', 'sex'],
    ['2', 'sex'],
  ]);
  const entries = await get<Row[]>(`blade-system/${segment}/child-list`, { parentId: sex.id });
  expect(entries.map((row) => [row['parentId'], row['dictKey'], typeof row['sort'], row['isSealed']])).toEqual([
    [sex.id, '1', 'number', 0],
    [sex.id, '2', 'number', 0],
  ]);
  const options = await get<Node[]>(`blade-system/${segment}/tree`, { code: 'DICT' });
  expect(options.find((node) => node.id === sex.id)).toMatchObject({
    parentId: '0',
    key: sex.id,
    value: sex.id,
    children: [{ parentId: sex.id }, { parentId: sex.id }],
  });
});

test('EP-0102: departments as rows in rows, found by name', async () => {
  const [company] = await get<Node[]>('blade-system/dept/list');
  expect(company).toMatchObject({ deptName: '公司', parentId: '0', children: expect.any(Array) });
  expect(flat(await get<Node[]>('blade-system/dept/list', { deptName: '餐厅甲' })).map((row) => row.id)).toEqual([
    depts['餐厅甲'],
  ]);
});

test('EP-0107 EP-0111: departments in operation leave out virtual ones; one’s own come with those below', async () => {
  const real = JSON.stringify(await get('blade-system/dept/realDeptAll'));
  expect([real.includes('项目甲'), real.includes('项目乙'), real.includes('采购部')]).toEqual([true, false, false]);
  await person('mine-here', { roleId: await roleId('user') });
  const mine = await house.signIn('mine-here', 'abc12345');
  expect(
    ((await mine.get('blade-system/dept/myDeptAll')).body.data as Row[]).map((row) => row['deptName']).toSorted(),
  ).toEqual(['项目甲', '餐厅甲'].toSorted());
});

test('EP-0144: what went wrong in browsers is stored, many at once', async () => {
  expect(
    (
      await admin.post('blade-log/error/batch', [
        { type: 'promise', message: 'one' },
        { type: 'vue', message: 'two' },
      ])
    ).body.data,
  ).toBe(true);
  expect(await house.run((tx) => tx.rows(sql`select message from client_error order by id`))).toEqual([
    { message: 'one' },
    { message: 'two' },
  ]);
});
