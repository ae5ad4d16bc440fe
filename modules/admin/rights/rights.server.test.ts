import { beforeAll, expect, test } from 'vitest';
import { sql } from '../../../parts/postgres/database.ts';
import { openHouse, pause, PASSWORD, type Client, type House } from '../admin.testing.ts';
import { seedMenus } from '../seed/seed-menu.server.ts';
import { seedTenant } from '../seed/seed-tenant.server.ts';

interface Node {
  readonly id: string;
  readonly code: string;
  readonly path: string;
  readonly category: number;
  readonly children?: readonly Node[];
}

let house: House;
let admin: Client;
const depts: Record<string, string> = {};

const dept = async (deptName: string, parent: string, deptCategory: string): Promise<string> => {
  const { status, body } = await admin.post('blade-system/dept/submit', {
    deptName,
    fullName: deptName,
    parentId: depts[parent] ?? '0',
    deptCategory,
    sort: 1,
  });
  if (status !== 200) throw new Error(body.msg);
  depts[deptName] = String((body.data as { id: string }).id);
  return depts[deptName];
};
const roleId = async (alias: string): Promise<string> =>
  (await house.run<{ id: string }>((tx) => tx.row(sql`select id from role where role_alias = ${alias}`))).id;
const menuIds = async (...codes: string[]): Promise<string> =>
  (await house.run<{ id: string }[]>((tx) => tx.rows(sql`select id from menu where code = any(${codes})`)))
    .map((row) => row.id)
    .join(',');

beforeAll(async () => {
  house = await openHouse();
  admin = await house.signIn('admin');
  await dept('公司', '', '1');
  await dept('项目甲', '公司', '2');
  await dept('餐厅甲', '项目甲', '3');
  await dept('档口甲', '餐厅甲', '4');
  await dept('项目乙', '公司', '2');
  await dept('采购部', '公司', '5');
});

/** A role of its own with these rights, and a person who has it. */
async function person(
  alias: string,
  dataScopeType: string,
  codes: string[],
  deptName: string,
  more: Record<string, unknown> = {},
): Promise<Client> {
  const role = await admin.post('blade-system/role/submit', {
    roleName: alias,
    roleAlias: alias,
    sort: 1,
    dataScopeType,
    ...more,
  });
  expect(role.body.msg).toBe('操作成功');
  const { id } = role.body.data as { id: string };
  expect((await admin.post('blade-system/role/grant', { roleIds: id, menuIds: await menuIds(...codes) })).status).toBe(
    200,
  );
  const made = await admin.post('blade-user/submit', {
    account: alias,
    name: alias,
    realName: alias,
    password: 'abc12345',
    password2: 'abc12345',
    roleId: id,
    deptId: depts[deptName],
    tenantId: '000000',
  });
  expect(made.body.msg).toBe('操作成功');
  return house.signIn(alias, 'abc12345');
}

test('EP-0048 EP-0049 EP-0052: the menu has every page, buttons hang below pages, and no leaf carries an empty list', async () => {
  const routes = (await admin.get('blade-system/menu/routes')).body.data as Node[];
  const buttons = (await admin.get('blade-system/menu/buttons')).body.data as Node[];
  expect(JSON.stringify([routes, buttons])).not.toContain('"children":[]');
  const walk = (nodes: readonly Node[]): Node[] => nodes.flatMap((node) => [node, ...walk(node.children ?? [])]);
  expect(walk(routes).map((node) => node.path)).toEqual(
    expect.arrayContaining(['/system', '/system/user', '/authority/role', '/system/dept']),
  );
  expect(walk(routes).every((node) => node.category === 1)).toBe(true);
  const leaves = walk(buttons)
    .filter((node) => node.children === undefined)
    .map((node) => node.code);
  expect(leaves).toEqual(
    expect.arrayContaining([
      'user_add',
      'user_edit',
      'user_delete',
      'user_view',
      'user_role',
      'user_reset',
      'role_grant',
      'dept_freeze',
      'dictbiz_add',
      'topmenu_setting',
    ]),
  );
  expect(leaves).not.toContain('user');
  const own = (await admin.get('ops-system/menu/getRoutes')).body.data;
  expect(own).toEqual(routes);
});

test('menus are seeded once; what a person changed stays; a second start changes nothing', async () => {
  const [row] = await house.run<{ id: string; version: number }[]>((tx) =>
    tx.rows(sql`select id, version from menu where code = 'post'`),
  );
  expect((await admin.post('blade-system/menu/submit', { id: row!.id, name: '岗位' })).status).toBe(200);
  expect(await seedMenus(house.database, house.program.registry)).toEqual([]);
  await seedTenant(house.database, house.program.registry, { initialPassword: house.program.secrets.seal(PASSWORD) });
  const [after] = await house.run<{ name: string }[]>((tx) => tx.rows(sql`select name from menu where code = 'post'`));
  expect(after!.name).toBe('岗位');
});

test('a menu leads to a page of ours or of a host that may be embedded, and nowhere else', async () => {
  const submit = (segment: string, path: string): Promise<string> =>
    admin
      .post(`blade-system/${segment}/submit`, { code: 'elsewhere', name: '别处', path, sort: 1 })
      .then(({ body }) => body.msg);
  for (const path of [
    'javascript:alert(1)',
    'JavaScript:alert(1)//x.html',
    'data:text/html,x',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'http://bi.example.com',
    'https://evil.example',
    'https://user@bi.example.com/?${token}',
    'https://:word@bi.example.com',
    'vbscript:x',
    'system/user',
  ])
    for (const segment of ['menu', 'topmenu'])
      expect([path, await submit(segment, path)]).toEqual([
        path,
        `路由地址“${path.trim()}”不可用：请填写以 / 开头的页面地址，或参数“允许嵌入的站点”中某个站点的 https 地址`,
      ]);
  expect(await submit('menu', 'https://bi.example.com/board')).toContain('不可用');
  await house.run((tx) =>
    tx.run(sql`update param set param_value = 'bi.example.com' where param_key = 'embed.allowedHosts'`),
  );
  expect(await submit('menu', 'https://bi.example.com/board')).toBe('操作成功');
  for (const path of ['/system/user?tab=1', '/help/x.html', 'help.html', ''])
    expect([
      path,
      (await admin.post('blade-system/menu/submit', { id: await menuIds('elsewhere'), path })).body.msg,
    ]).toEqual([path, '操作成功']);
  await house.run((tx) => tx.run(sql`delete from menu where code = 'elsewhere'`));
  await house.run((tx) => tx.run(sql`update param set param_value = '-' where param_key = 'embed.allowedHosts'`));
});

test('departments keep their shape', async () => {
  const submit = (row: Record<string, unknown>) =>
    admin.post('blade-system/dept/submit', { fullName: 'x', sort: 1, ...row });
  expect((await submit({ deptName: '档口', deptCategory: '4', parentId: depts['公司'] })).body.msg).toBe(
    '部门类型不能建立在该上级部门下',
  );
  expect((await submit({ deptName: '无上级', deptCategory: '2', parentId: '99' })).body.msg).toBe('上级部门不存在');
  expect((await submit({ id: depts['项目甲'], parentId: depts['餐厅甲'] })).body.msg).toBe('不能移动到自己的下级');
  expect((await admin.post('blade-system/dept/remove', undefined, { ids: depts['项目甲']! })).body.msg).toBe(
    '请先删除子节点!',
  );
  const stall = (await admin.get('blade-system/dept/detail', { id: depts['档口甲']! })).body.data as Record<
    string,
    string
  >;
  expect(stall).toMatchObject({
    companyDeptId: depts['公司'],
    bladeProjectDeptId: depts['项目甲'],
    useRestaurantDeptId: depts['餐厅甲'],
    ancestors: ['0', depts['公司'], depts['项目甲'], depts['餐厅甲']].join(','),
  });
  const extra = await dept('临时', '公司', '5');
  expect((await admin.post('blade-system/dept/remove', undefined, { ids: extra })).status).toBe(200);
});

test('RULE-310 EP-0103 EP-0104 EP-0106 EP-0109 EP-0112: department lists: nested, level by level, by kind, and for pickers', async () => {
  const all = (await admin.get('blade-system/dept/DeptAll')).body.data as {
    deptName: string;
    deptCategory: number;
    childDept: { childDept: unknown[] }[];
  }[];
  expect(all).toMatchObject([{ deptName: '公司', deptCategory: 1 }]);
  expect(JSON.stringify(all)).not.toContain('采购部');
  const level = (await admin.get('blade-system/dept/lazy-list', { parentId: '0' })).body.data as {
    hasChildren: boolean;
    children?: unknown;
  }[];
  expect(level).toMatchObject([{ hasChildren: true }]);
  const nested = (await admin.get('blade-system/dept/lazy-list')).body.data as { children: unknown[] }[];
  expect(nested[0]!.children.length).toBe(3);
  const tree = (await admin.get('blade-system/dept/tree')).body.data as Record<string, string>[];
  expect(tree[0]).toMatchObject({
    id: depts['公司'],
    key: depts['公司'],
    value: depts['公司'],
    title: '公司',
    parentId: '0',
  });
  const restaurants = (await admin.post('blade-system/dept/getDeptByDeptCategory', { deptCategory: [3, 6] })).body
    .data as { deptName: string }[];
  expect(restaurants.map((row) => row.deptName)).toEqual(['餐厅甲']);
  expect(
    ((await admin.get('blade-system/dept/getDeptById', { deptId: depts['采购部']! })).body.data as { deptName: string })
      .deptName,
  ).toBe('采购部');
});

test('EP-0108: data scopes: own, department, department and below, company, named, all', async () => {
  const codes = ['dept', 'dept_view', 'system'];
  const seen = async (who: Client): Promise<string[]> =>
    ((await who.get('blade-system/dept/listWithAuthLimit')).body.data as { deptName: string }[])
      .map((row) => row.deptName)
      .toSorted();
  expect(await seen(await person('scope-own', '2', codes, '项目甲'))).toEqual([]);
  expect(await seen(await person('scope-dept', '3', codes, '项目甲'))).toEqual(['项目甲']);
  expect(await seen(await person('scope-below', '4', codes, '项目甲'))).toEqual(
    ['档口甲', '项目甲', '餐厅甲'].toSorted(),
  );
  expect(
    await seen(await person('scope-company', '5', codes, '采购部', { dataScopeValue: 'my-company' })),
  ).toHaveLength(6);
  expect(
    await seen(await person('scope-named', '5', codes, '采购部', { dataScopeValue: `dept:${depts['项目乙']}` })),
  ).toEqual(['项目乙']);
  expect(await seen(await person('scope-all', '1', codes, '项目甲'))).toHaveLength(6);
});

test('EP-0034 EP-0037: promise 28: nobody grants, gives or makes more than he holds', async () => {
  const low = await person(
    'low-admin',
    '4',
    [
      'system',
      'authority',
      'role',
      'role_view',
      'role_add',
      'role_edit',
      'role_grant',
      'user',
      'user_view',
      'user_add',
      'user_edit',
      'user_role',
      'user_reset',
      'user_freeze',
      'user_delete',
    ],
    '项目甲',
  );
  const refused = async (answer: Promise<{ status: number; body: { msg: string } }>, msg: string): Promise<void> =>
    expect([(await answer).status, (await answer).body.msg]).toEqual([400, msg]);
  const mine = await roleId('low-admin');
  const administrator = await roleId('administrator');
  const before = await house.run((tx) => tx.rows(sql`select role_id, menu_id from role_menu order by 1, 2`));
  await refused(
    low.post('blade-system/role/grant', { roleIds: mine, menuIds: await menuIds('role_view', 'param_edit') }),
    '不能授予自身没有的菜单或权限',
  );
  await refused(
    low.post('blade-system/role/grant', { roleIds: administrator, menuIds: await menuIds('role_view') }),
    '不能修改权限或数据范围超出自己的角色，请由上级管理员处理',
  );
  expect(await house.run((tx) => tx.rows(sql`select role_id, menu_id from role_menu order by 1, 2`))).toEqual(before);
  await refused(
    low.post('blade-system/role/submit', { roleName: '全看', roleAlias: 'sees-all', sort: 1, dataScopeType: '1' }),
    '不能授予超出自身的数据范围',
  );
  await refused(
    low.post('blade-system/role/submit', { id: mine, dataScopeType: '5', dataScopeValue: `dept:${depts['项目乙']}` }),
    '不能授予超出自身的数据范围',
  );
  expect(
    (await low.post('blade-system/role/submit', { roleName: '同名', roleAlias: 'administrator', sort: 1 })).status,
  ).toBe(403);

  const row = { account: 'made-by-low', name: 'x', realName: 'x', password: 'abc12345', tenantId: '000000' };
  await refused(
    low.post('blade-user/submit', { ...row, roleId: administrator, deptId: depts['项目甲'] }),
    '不能授予超出自身权限的角色',
  );
  await refused(
    low.post('blade-user/submit', { ...row, roleId: mine, deptId: depts['项目乙'] }),
    '所选部门不在您的管理范围内',
  );
  expect((await low.post('blade-user/submit', { ...row, roleId: mine, deptId: depts['餐厅甲'] })).body.msg).toBe(
    '操作成功',
  );
  const [made] = (await low.get('blade-user/page', { account: 'made-by-low' })).body.data['records'] as Record<
    string,
    string
  >[];
  expect(made).toMatchObject({
    roleId: mine,
    deptName: '餐厅甲',
    roleName: 'low-admin',
    postId: '',
    tenantId: '000000',
  });
  expect(made).not.toHaveProperty('password');
  await refused(
    low.post('blade-user/grant', undefined, { userIds: made!['id']!, roleIds: administrator }),
    '不能授予超出自身权限的角色',
  );
  // Somebody above him, even in his own department, is out of reach.
  await house.run((tx) =>
    tx.run(sql`update app_user set dept_id = array[${depts['项目甲']}::bigint] where account = 'finance'`),
  );
  const finance = (
    await house.run<{ id: string }>((tx) => tx.row(sql`select id from app_user where account = 'finance'`))
  ).id;
  await refused(low.post('blade-user/reset-password', undefined, { userIds: finance }), '不能管理权限超出自己的用户');
  await refused(low.post('blade-user/freeze', undefined, { ids: finance }), '不能管理权限超出自己的用户');
  expect((await low.post('blade-user/reset-password', undefined, { userIds: admin.userId })).status).toBe(404);
  await house.signIn('finance');
  // Nor what another platform keeps of him, nor with roles, departments or people of another tenant.
  expect(
    (await low.post('blade-user/update-platform', undefined, { userId: finance, userType: '1', userExt: 'x' })).status,
  ).toBe(403);
  const foreign = await house.owner.transaction({ tenant: null, timeZone: 'UTC' }, async (tx) => {
    await tx.run(
      sql`insert into tenant (tenant_id, tenant_name, removed_time) values ('000007', '别家', now())
        on conflict do nothing`,
    );
    const role = (await tx.row<{ id: string }>(
      sql`insert into role (tenant_id, role_name, role_alias, sort, search_text)
        values ('000007', '别家', 'theirs', 1, '') returning id`,
    ))!.id;
    const user = (await tx.row<{ id: string }>(
      sql`insert into app_user (tenant_id, account, name, real_name, dept_id, role_id, search_text)
        values ('000007', 'theirs', 'x', 'x', '{}', array[${role}::bigint], '') returning id`,
    ))!.id;
    return { role, user };
  });
  const rowsNow = () =>
    house.owner.transaction({ tenant: null, timeZone: 'UTC' }, (tx) =>
      tx.rows(
        sql`select id, role_id, dept_id from app_user union all select role_id, array[menu_id], null from role_menu
          order by 1, 2`,
      ),
    );
  const untouched = await rowsNow();
  for (const [path, query] of [
    ['blade-user/grant', { userIds: made!['id']!, roleIds: foreign.role }],
    ['blade-user/grant', { userIds: foreign.user, roleIds: mine }],
    ['blade-system/role/grant', { roleIds: foreign.role, menuIds: await menuIds('role_view') }],
    ['blade-user/reset-password', { userIds: foreign.user }],
    ['blade-user/update-platform', { userId: foreign.user, userType: '1', userExt: 'x' }],
    ['blade-user/freeze', { ids: foreign.user }],
    ['blade-user/remove', { ids: foreign.user }],
  ] as const)
    for (const who of [low, admin])
      expect([path, [400, 403, 404].includes((await who.post(path, undefined, query)).status)]).toEqual([path, true]);
  expect(await rowsNow()).toEqual(untouched);
  const tree = (await low.get('blade-system/menu/grant-tree')).body.data as { menu: unknown; dataScope: unknown[] };
  expect(JSON.stringify(tree.menu)).not.toContain('参数');
  expect((await low.get('blade-system/param/list')).status).toBe(403);
});

test('promise 29: freezing, a new role, a removed account take effect within five seconds', async () => {
  const victim = await person('victim', '2', ['system', 'post', 'post_view'], '项目甲');
  expect((await victim.get('blade-system/post/list')).status).toBe(200);
  expect((await admin.post('blade-system/role/grant', { roleIds: await roleId('victim'), menuIds: '' })).status).toBe(
    200,
  );
  const until = async (status: number): Promise<number> => {
    const start = performance.now();
    while ((await victim.get('blade-system/post/list')).status !== status && performance.now() - start < 6_000)
      await pause(100);
    return performance.now() - start;
  };
  expect(await until(403)).toBeLessThan(5_000);
  // A role that is frozen gives nothing, and gives it again once it is not.
  expect(
    (
      await admin.post('blade-system/role/grant', {
        roleIds: await roleId('victim'),
        menuIds: await menuIds('system', 'post', 'post_view'),
      })
    ).status,
  ).toBe(200);
  expect(await until(200)).toBeLessThan(5_000);
  for (const [frozen, status] of [
    [1, 403],
    [0, 200],
  ] as const) {
    expect((await admin.post('blade-system/role/submit', { id: await roleId('victim'), frozen })).status).toBe(200);
    expect(await until(status)).toBeLessThan(5_000);
  }
  expect((await admin.post('blade-user/freeze', undefined, { ids: victim.userId })).status).toBe(200);
  expect(await until(401)).toBeLessThan(5_000);
  await expect(house.signIn('victim', 'abc12345')).rejects.toThrow('账号已冻结');
});

test('nobody freezes himself, and the last administrator is neither frozen, removed nor given other roles, whoever asks', async () => {
  const everything = (await house.run<{ code: string }[]>((tx) => tx.rows(sql`select code from menu`))).map(
    (row) => row.code,
  );
  const deputy = await person('deputy', '1', everything, '公司');
  expect((await deputy.post('blade-user/freeze', undefined, { ids: deputy.userId })).body.msg).toBe(
    '不能冻结当前登录用户',
  );
  const roles = (id: string): Promise<unknown> =>
    house.run((tx) => tx.row(sql`select role_id, frozen from app_user where id = ${id}::bigint`));
  const last = (
    await house.run<{ id: string }>((tx) => tx.row(sql`select id from app_user where account = 'tenant-admin'`))
  ).id;
  await house.run((tx) => tx.run(sql`update app_user set frozen = 1 where account = 'admin'`));
  try {
    const before = await roles(last);
    for (const [path, body, query] of [
      ['freeze', undefined, { ids: last }],
      ['remove', undefined, { ids: last }],
      ['grant', undefined, { userIds: last, roleIds: await roleId('user') }],
      ['submit', { id: last, roleId: await roleId('user') }, {}],
    ] as const)
      expect([path, (await deputy.post(`blade-user/${path}`, body, query)).body.msg]).toEqual([
        path,
        '不能冻结、删除最后一个管理员，也不能取消其角色',
      ]);
    expect(await roles(last)).toEqual(before);
  } finally {
    await house.run((tx) => tx.run(sql`update app_user set frozen = 0 where account = 'admin'`));
  }
  expect((await deputy.post('blade-user/freeze', undefined, { ids: last })).status).toBe(200);
});

test('EP-0016 EP-0019: users: one account whatever the case, the rule of passwords, nobody removes himself', async () => {
  const role = await roleId('user');
  const row = { name: 'x', realName: '张三', roleId: role, deptId: depts['项目甲'], tenantId: '000000' };
  const submit = async (more: Record<string, unknown>): Promise<string> =>
    (await admin.post('blade-user/submit', { ...row, ...more })).body.msg;
  expect(await submit({ account: 'ADMIN', password: 'abc12345' })).toBe('当前用户 [ADMIN] 已存在!');
  expect(await submit({ account: 'zhang', password: '12345678' })).toBe('密码为6-12位数字和字母');
  expect(await submit({ account: 'zhang', password: 'abc12345', password2: 'abc12346' })).toBe('两次密码输入不一致');
  expect(await submit({ account: 'zh ang', password: 'abc12345' })).toContain('登录账号只能由');
  expect(await submit({ account: 'zhang', password: 'abc12345' })).toBe('操作成功');
  expect((await admin.post('blade-user/remove', undefined, { ids: admin.userId })).body.msg).toBe(
    '不能删除当前登录用户',
  );
  const zhang = await house.signIn('zhang', 'abc12345');
  expect((await zhang.get('blade-user/page')).status).toBe(403);
  const info = (await zhang.get('blade-user/info')).body.data as Record<string, string>;
  expect(info).toMatchObject({ account: 'zhang', realName: '张三' });
  expect(
    (
      await zhang.post('blade-user/update-info', {
        id: admin.userId,
        realName: '张四',
        phone: '13800000000',
        roleId: '1',
      })
    ).status,
  ).toBe(200);
  expect((await zhang.get('blade-user/info')).body.data).toMatchObject({ realName: '张四', roleId: role });
  expect((await admin.post('blade-user/reset-password', undefined, { userIds: zhang.userId })).status).toBe(200);
  await house.signIn('zhang');
  const below = (await admin.get('blade-user/page', { deptId: depts['公司']!, account: 'zhang' })).body.data[
    'records'
  ] as unknown[];
  expect(below).toHaveLength(1);
  expect((await admin.post('blade-user/remove', undefined, { ids: zhang.userId })).status).toBe(200);
});

test('EP-0069 EP-0072 EP-0077 EP-0078 EP-0080: dictionaries: heads, entries, what pickers get, built-in ones stay', async () => {
  const sexes = (await admin.get('blade-system/dict-biz/dictionary', { code: 'sex' })).body.data as {
    dictKey: string;
    dictValue: string;
  }[];
  expect(sexes.map((entry) => [entry.dictKey, entry.dictValue])).toEqual([
    ['1', '男'],
    ['2', '女'],
  ]);
  expect(
    ((await admin.get('blade-system/dict-biz/dictionary', { code: 'org_category' })).body.data as unknown[]).length,
  ).toBe(6);
  expect(Array.isArray((await admin.get('blade-system/dict/dictionary', { code: 'flow' })).body.data)).toBe(true);
  const head = (
    await admin.post('blade-system/dict-biz/submit', {
      code: 'colour',
      dictValue: '颜色',
      sort: 1,
      isSealed: 0,
      parentId: '',
    })
  ).body.data as { id: string; dictKey: string };
  expect(head.dictKey).toBe('-1');
  const entry = async (dictKey: string, isSealed = 0) =>
    admin.post('blade-system/dict-biz/submit', {
      parentId: head.id,
      code: 'ignored',
      dictKey,
      dictValue: dictKey || '空',
      sort: 1,
      isSealed,
    });
  expect((await entry('')).body.msg).toBe('请输入字典键值');
  await entry('red');
  await entry('old', 1);
  expect((await entry('red')).body.msg).toBe('当前字典键值已存在!');
  expect((await admin.get('blade-system/dict-biz/dictionary', { code: 'colour' })).body.data).toMatchObject([
    { dictKey: 'red', code: 'colour' },
  ]);
  expect((await admin.get('blade-system/dict-biz/child-list', { parentId: head.id })).body.data).toHaveLength(2);
  const heads = (await admin.get('blade-system/dict-biz/parent-list', { code: 'colour' })).body.data as {
    records: unknown[];
    total: number;
  };
  expect(heads).toMatchObject({ total: 1, records: [{ dictKey: '-1' }] });
  expect((await admin.post('blade-system/dict-biz/remove', undefined, { ids: head.id })).body.msg).toBe(
    '请先删除子节点!',
  );
  const [built] = (await admin.get('blade-system/dict/parent-list', { code: 'sex' })).body.data['records'] as {
    id: string;
  }[];
  expect((await admin.post('blade-system/dict/remove', undefined, { ids: built!.id })).body.msg).toBe(
    '系统内置字典不可删除，请改为封存',
  );
});

test('parameters are checked where they are entered; secrets of clients never leave, and survive their mask', async () => {
  const [row] = (await admin.get('blade-system/param/list', { paramKey: 'account.failCount' })).body.data[
    'records'
  ] as { id: string }[];
  expect((await admin.post('blade-system/param/submit', { ...row, paramValue: '99' })).body.msg).toBe(
    '参数值不合法：3 到 10 的整数',
  );
  expect((await admin.post('blade-system/param/submit', { ...row, paramValue: '6' })).status).toBe(200);
  for (const paramKey of ['__proto__', 'constructor', 'toString']) {
    const free = await admin.post('blade-system/param/submit', { paramName: '自用', paramKey, paramValue: '1' });
    expect([paramKey, free.status, free.body.msg]).toEqual([paramKey, 200, '操作成功']);
  }
  const [saber] = (await admin.get('blade-system/client/list', { clientId: 'saber' })).body.data['records'] as Record<
    string,
    string
  >[];
  expect(saber!['clientSecret']).toBe('******');
  expect((await admin.post('blade-system/client/submit', saber)).body.msg).toBe('操作成功');
  await house.signIn('finance');
  expect(
    (await admin.post('blade-system/client/submit', { ...saber, version: '', accessTokenValidity: 3000 })).status,
  ).toBe(400);
});

test('EP-0064 EP-0116 EP-0117: what clients ask for at the start: enumerations, initial data, tenants', async () => {
  const enums = (await admin.get('blade-system/bizEnums/getAll')).body.data as Record<
    string,
    { value: string; label: string }[]
  >;
  expect(enums['user.partyType']).toContainEqual({ value: 'staff', label: '员工' });
  expect((await admin.get('blade-system/index/initData')).body.data).toMatchObject({
    tenantId: '000000',
    params: { 'session.tokenTime': '3000' },
  });
  expect((await admin.get('blade-system/tenant/select')).body.data).toMatchObject([{ tenantId: '000000' }]);
  const info = await house.app.inject({
    method: 'GET',
    url: '/api/blade-system/tenant/info?domain=http%3A%2F%2Funknown',
  });
  expect(info.json()).toMatchObject({ code: 200, data: {} });
});

test('EP-0031: role lists are trees, and a role in use is not removed', async () => {
  const list = (await admin.get('blade-system/role/list')).body.data as {
    roleAlias: string;
    children?: unknown[];
    tenantId: string;
  }[];
  expect(list.map((row) => row.roleAlias)).toEqual(expect.arrayContaining(['administrator', 'admin', 'user', 'guest']));
  expect(JSON.stringify(list)).not.toContain('"children":[]');
  expect((await admin.post('blade-system/role/remove', undefined, { ids: await roleId('victim') })).body.msg).toBe(
    '「victim」已被用户「victim」引用，不能删除',
  );
  expect((await admin.post('blade-system/role/remove', undefined, { ids: await roleId('guest') })).body.msg).toBe(
    '内置角色的别名不能修改，也不能删除',
  );
  const keys = (await admin.get('blade-system/role/role-tree-keys', { roleIds: await roleId('admin') })).body.data as {
    menu: string[];
  };
  expect(keys.menu.length).toBeGreaterThan(20);
});
