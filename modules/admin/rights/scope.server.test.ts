/** Scopes of rows and of calls: granted to roles they add, taken away they never show more than before. */
import { beforeAll, expect, test } from 'vitest';
import { sql } from '../../../parts/postgres/database.ts';
import { openHouse, pause, type Client, type House } from '../admin.testing.ts';

type Row = Record<string, unknown> & { readonly id: string };
let house: House;
let admin: Client;
let chef: Client;
let role: string;
let menu: string;
const AGAIN_MS = 2_100;
const idOf = ({ status, body }: { status: number; body: { msg: string; data: unknown } }): string => {
  expect([status, body.msg]).toEqual([200, '操作成功']);
  return (body.data as Row).id;
};
const visible = async (who: Client): Promise<string[]> =>
  ((await who.get('blade-user/page', { size: '100' })).body.data as { records: Row[] }).records.map((row) =>
    String(row['account']),
  );
const grant = (body: Record<string, unknown>) => admin.post('blade-system/role/grant', body);
const dataScopeOf = (more: Record<string, unknown>): Record<string, unknown> => ({
  scopeName: '加看用户',
  resourceCode: 'more_users',
  menuId: menu,
  scopeClass: 'user',
  scopeColumn: 'deptId',
  scopeType: '4',
  scopeField: '*',
  ...more,
});

beforeAll(async () => {
  house = await openHouse();
  admin = await house.signIn('admin');
  const dept = async (deptName: string, parentId: string, deptCategory: string): Promise<string> =>
    idOf(
      await admin.post('blade-system/dept/submit', { deptName, fullName: deptName, parentId, deptCategory, sort: 1 }),
    );
  const company = await dept('公司', '0', '1');
  const [one, two] = [await dept('项目一', company, '2'), await dept('项目二', company, '2')];
  await house.run((tx) =>
    tx.run(
      sql`update app_user set create_user = 1, dept_id = case account when 'chef' then array[${one}::bigint]
        when 'storekeeper' then array[${one}::bigint] else array[${two}::bigint] end`,
    ),
  );
  [role, menu] = (await Promise.all(
    ["select id from role where role_alias = 'chef'", "select id from menu where code = 'user'"].map(
      async (text) => (await house.owner.pool.query<{ id: string }>(text)).rows[0]!.id,
    ),
  )) as [string, string];
  await house.run((tx) => tx.run(sql`update role set data_scope_type = '2' where role_alias in ('chef', 'user')`));
  await house.run((tx) =>
    tx.run(
      sql`insert into role_menu (role_id, menu_id) select ${role}::bigint, id from menu where code in ('user_view')
        on conflict do nothing`,
    ),
  );
  await pause(AGAIN_MS);
  chef = await house.signIn('chef');
});

test('EP-0093 RULE-191 RULE-241: a data scope names a record, a field of it and which; anything else is refused in words', async () => {
  for (const [more, sentence] of [
    [{ scopeClass: 'nothing' }, '没有名为“nothing”的资源'],
    [{ scopeClass: 'post' }, '“岗位”不按部门区分，能打开的人都能看到全部，无须数据权限'],
    [{ scopeColumn: 'phone' }, '权限字段“phone”不可用，可选：createUser、createDept、deptId'],
    [{ scopeType: '5' }, '自定义范围请填写 my-company，或 dept: 加部门编号，用逗号分隔'],
    [{ scopeField: 'phone' }, '字段权限请在角色授权的“字段权限”中设置'],
  ] as const)
    expect((await admin.post('blade-system/data-scope/submit', dataScopeOf(more))).body.msg).toBe(sentence);
});

test('EP-0034 EP-0037 EP-0038 RULE-152 RULE-240 RULE-243: granted to a role it adds rows; taken away, what is seen is what was seen before', async () => {
  const before = await visible(chef);
  expect(before).not.toContain('storekeeper');
  const scope = idOf(await admin.post('blade-system/data-scope/submit', dataScopeOf({})));
  const trees = (await admin.get('blade-system/menu/grant-tree')).body.data as unknown as {
    dataScope: { id: string; children: Row[] }[];
  };
  expect(trees.dataScope).toMatchObject([{ id: menu, children: [{ id: scope, title: '加看用户' }] }]);
  const menuIds = (
    (await admin.get('blade-system/menu/role-tree-keys', { roleIds: role })).body.data as unknown as { menu: string[] }
  ).menu.join(',');
  expect((await grant({ roleIds: role, menuIds, dataScopeIds: `${menu},${scope}`, apiScopeIds: '' })).status).toBe(200);
  expect((await admin.get('blade-system/menu/role-tree-keys', { roleIds: role })).body.data).toMatchObject({
    dataScope: [menu, scope],
    apiScope: [],
  });
  await pause(AGAIN_MS);
  const more = await visible(chef);
  expect(more).toEqual(expect.arrayContaining([...before, 'storekeeper']));
  expect(more).not.toContain('finance');
  // A client that knows no scopes sends none, and leaves them alone.
  await grant({ roleIds: role, menuIds });
  expect(
    (
      (await admin.get('blade-system/role/role-tree-keys', { roleIds: role })).body.data as unknown as {
        dataScope: string[];
      }
    ).dataScope,
  ).toEqual([menu, scope]);
  expect((await admin.post('blade-system/data-scope/remove', undefined, { ids: scope })).status).toBe(200);
  await pause(AGAIN_MS);
  expect((await visible(chef)).toSorted()).toEqual(before.toSorted());
});

test('EP-0097 RULE-192 RULE-242: an API scope permits its address without the button, and that address alone', async () => {
  expect((await chef.get('blade-system/param/list')).status).toBe(403);
  expect(
    (
      await admin.post('blade-system/api-scope/submit', {
        scopeName: '无',
        resourceCode: 'none',
        menuId: menu,
        scopePath: '/api/blade-system/no/such',
        scopeType: '1',
      })
    ).body.msg,
  ).toBe('没有接口 /api/blade-system/no/such，请填写以 /api/ 开头的现有地址');
  const scope = idOf(
    await admin.post('blade-system/api-scope/submit', {
      scopeName: '读参数',
      resourceCode: 'read_params',
      menuId: menu,
      scopePath: '/api/blade-system/param/list',
      scopeType: '1',
    }),
  );
  const menuIds = (
    (await admin.get('blade-system/menu/role-tree-keys', { roleIds: role })).body.data as unknown as { menu: string[] }
  ).menu.join(',');
  await grant({ roleIds: role, menuIds, apiScopeIds: scope });
  await pause(AGAIN_MS);
  expect([
    (await chef.get('blade-system/param/list')).status,
    (await chef.get('blade-system/param/detail', { id: '1' })).status,
    (await chef.post('blade-system/param/submit', {})).status,
  ]).toEqual([200, 403, 403]);
  await grant({ roleIds: role, menuIds, apiScopeIds: '' });
  await pause(AGAIN_MS);
  expect((await chef.get('blade-system/param/list')).status).toBe(403);
});

test('nobody grants or writes down a scope beyond his own', async () => {
  const keeper = (
    await house.run<{ id: string }>((tx) => tx.row(sql`select id from role where role_alias = 'storekeeper'`))
  ).id;
  await house.run((tx) =>
    tx.run(
      sql`insert into role_menu (role_id, menu_id) select ${keeper}::bigint, id from menu
        where code in ('role_grant', 'data_scope_add', 'api_scope_add') on conflict do nothing`,
    ),
  );
  await pause(AGAIN_MS);
  const storekeeper = await house.signIn('storekeeper');
  const all = idOf(
    await admin.post('blade-system/data-scope/submit', dataScopeOf({ resourceCode: 'all_users', scopeType: '1' })),
  );
  const path = idOf(
    await admin.post('blade-system/api-scope/submit', {
      scopeName: '写参数',
      resourceCode: 'write_params',
      menuId: menu,
      scopePath: '/api/blade-system/param/submit',
      scopeType: '1',
    }),
  );
  for (const body of [{ dataScopeIds: all }, { apiScopeIds: path }])
    expect(
      (await storekeeper.post('blade-system/role/grant', { roleIds: keeper, menuIds: '', ...body })).body.msg,
    ).toBe('不能授予自身没有的菜单或权限');
  expect(
    (await storekeeper.post('blade-system/data-scope/submit', dataScopeOf({ resourceCode: 'mine', scopeType: '1' })))
      .status,
  ).toBe(400);
  expect(
    (
      await storekeeper.post('blade-system/api-scope/submit', {
        scopeName: 'x',
        resourceCode: 'x',
        menuId: menu,
        scopePath: '/api/blade-system/param/submit',
        scopeType: '1',
      })
    ).status,
  ).toBe(400);
  expect(
    ((await storekeeper.get('blade-system/role/grant-tree')).body.data as unknown as { dataScope: unknown[] })
      .dataScope,
  ).toEqual([]);
});
