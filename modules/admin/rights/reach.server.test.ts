/** Every way to give and to take roles, scopes, departments and people, tried by somebody who sees one site of two. */
import { beforeAll, expect, test } from 'vitest';
import { sql } from '../../../parts/postgres/database.ts';
import { openHouse, pause, type Answer, type Client, type House } from '../admin.testing.ts';

type Form = Record<string, unknown>;
const AGAIN_MS = 2_100;
const WITHIN = ['user', 'role', 'dept', 'data_scope', 'api_scope'].flatMap((record) =>
  ['', '_view', '_add', '_edit', '_delete', '_freeze', '_thaw', '_import'].map((button) => record + button),
);
const RIGHTS = [
  ...WITHIN,
  'system',
  'authority',
  'role_grant',
  'user_role',
  'user_reset',
  'user_unlock',
  'user_audit',
  'user_platform',
  'menu_add',
  'menu_edit',
  'menu_delete',
  'post_view',
];

let house: House;
let admin: Client;
let low: Client;
/** Ids by name: departments, roles, scopes, people. */
const at: Record<string, string> = {};

const made = (answer: Answer): string => {
  expect([answer.status, answer.body.msg]).toEqual([200, '操作成功']);
  return String((answer.body.data as { id: string }).id);
};
const menuIds = async (codes: readonly string[]): Promise<string> =>
  (await house.run<{ id: string }[]>((tx) => tx.rows(sql`select id from menu where code = any(${codes as string[]})`)))
    .map((row) => row.id)
    .join(',');

async function dept(name: string, parent: string, deptCategory: string): Promise<void> {
  at[name] = made(
    await admin.post('blade-system/dept/submit', {
      deptName: name,
      fullName: name,
      parentId: at[parent] ?? '0',
      deptCategory,
      sort: 1,
    }),
  );
}
async function role(
  alias: string,
  dataScopeType: string,
  dataScopeValue = '',
  codes: readonly string[] = ['post_view'],
  more: Form = {},
): Promise<void> {
  at[alias] = made(
    await admin.post('blade-system/role/submit', {
      roleName: alias,
      roleAlias: alias,
      sort: 1,
      dataScopeType,
      dataScopeValue,
    }),
  );
  expect(
    (await admin.post('blade-system/role/grant', { roleIds: at[alias], menuIds: await menuIds(codes), ...more }))
      .status,
  ).toBe(200);
}
async function person(account: string, roles: readonly string[], depts: readonly string[]): Promise<void> {
  at[account] = made(
    await admin.post('blade-user/submit', {
      ...newPerson(account),
      roleId: roles.map((each) => at[each]).join(','),
      deptId: depts.map((each) => at[each]).join(','),
    }),
  );
}
const newPerson = (account: string): Form => ({
  account,
  name: account,
  realName: account,
  password: 'abc12345',
  password2: 'abc12345',
  tenantId: '000000',
});
const dataScope = (code: string, more: Form): Form => ({
  scopeName: code,
  resourceCode: code,
  menuId: at['menu'],
  scopeClass: 'user',
  scopeColumn: 'deptId',
  scopeType: '4',
  scopeField: '*',
  ...more,
});
const apiScope = (code: string, path: string): Form => ({
  scopeName: code,
  resourceCode: code,
  menuId: at['menu'],
  scopePath: `/api/blade-system/${path}`,
  scopeType: '1',
});

beforeAll(async () => {
  house = await openHouse();
  admin = await house.signIn('admin');
  at['menu'] = await menuIds(['user']);
  for (const [name, above, kind] of [
    ['公司', '', '1'],
    ['项目甲', '公司', '2'],
    ['餐厅甲', '项目甲', '3'],
    ['项目乙', '公司', '2'],
    ['餐厅乙', '项目乙', '3'],
  ] as const)
    await dept(name, above, kind);
  at['all-users'] = made(
    await admin.post('blade-system/data-scope/submit', dataScope('all-users', { scopeType: '1' })),
  );
  at['company-users'] = made(
    await admin.post(
      'blade-system/data-scope/submit',
      dataScope('company-users', { scopeType: '5', scopeValue: 'my-company' }),
    ),
  );
  at['params'] = made(await admin.post('blade-system/api-scope/submit', apiScope('params', 'param/list')));
  await role('lesser', '4', '', RIGHTS);
  await role('everything', '1');
  await role('company', '5', 'my-company');
  await role('other-site', '5', `dept:${at['项目乙']}`);
  await role('supplied', '5', 'my-supplier');
  await role('more-users', '2', '', ['post_view'], { dataScopeIds: at['all-users'] });
  await role('company-people', '2', '', ['post_view'], { dataScopeIds: at['company-users'] });
  await role('reads-params', '2', '', ['post_view'], { apiScopeIds: at['params'] });
  await role('higher', '2', '', ['post_view', 'param_edit']);
  await role('both-sites', '4');
  await role('site', '4');
  await role('own', '2');
  await person('low', ['lesser'], ['项目甲']);
  await person('director', ['company'], ['项目甲']);
  await person('neighbour', ['site'], ['项目甲', '项目乙']);
  await person('cook', ['own'], ['餐厅甲']);
  await person('there', ['both-sites'], ['餐厅乙']);
  await pause(AGAIN_MS);
  low = await house.signIn('low', 'abc12345');
});

/** Everything that says who may do and see what. */
const standing = (): Promise<unknown> =>
  house.owner.transaction({ tenant: null, timeZone: 'UTC' }, async (tx) =>
    Promise.all([
      tx.rows(sql`select id, role_name, role_alias, data_scope_type, data_scope_value, frozen from role order by id`),
      tx.rows(sql`select role_id, menu_id from role_menu order by 1, 2`),
      tx.rows(sql`select role_id, scope_id from role_data_scope order by 1, 2`),
      tx.rows(sql`select role_id, scope_id from role_api_scope order by 1, 2`),
      tx.rows(sql`select id, scope_class, scope_column, scope_type, scope_value from data_scope order by id`),
      tx.rows(sql`select id, scope_path from api_scope order by id`),
      tx.rows(
        sql`select id, account, role_id, dept_id, frozen, password_changed_time, must_change_password, audit_state
          from app_user order by id`,
      ),
      tx.rows(sql`select id, parent_id, dept_category, company_dept_id from dept order by id`),
      tx.rows(sql`select id, code from menu order by id`),
    ]),
  );

const BEYOND = [
  'everything',
  'company',
  'other-site',
  'supplied',
  'more-users',
  'company-people',
  'reads-params',
  'higher',
] as const;
const byIds = (path: string, ids: string): [string, undefined, Record<string, string>] => [path, undefined, { ids }];

test('promise 28: promise 51: nobody gives himself or others a role by which its holder sees, calls or does more than he', async () => {
  const before = await standing();
  for (const alias of BEYOND) {
    const roleId = at[alias]!;
    for (const [path, body, query] of [
      ['blade-user/grant', undefined, { userIds: low.userId, roleIds: `${at['lesser']},${roleId}` }],
      ['blade-user/grant', undefined, { userIds: at['cook']!, roleIds: roleId }],
      ['blade-user/submit', { ...newPerson('made'), roleId, deptId: at['餐厅甲'] }, {}],
      ['blade-user/submit', { id: low.userId, roleId: `${at['lesser']},${roleId}` }, {}],
      ['blade-user/update', { id: at['cook'], roleId }, {}],
      ['blade-user/audit-pass', undefined, { userIds: at['cook']!, roleIds: roleId }],
    ] as const)
      expect([alias, path, (await low.post(path, body, query)).status]).toEqual([alias, path, 400]);
  }
  expect(
    (await low.post('blade-user/grant', undefined, { userIds: at['cook']!, roleIds: at['company']! })).body.msg,
  ).toBe('不能授予超出自身权限的角色');
  // A scope that is none of his in the department somebody is moved to.
  expect(
    (
      await low.post('blade-user/submit', {
        ...newPerson('made'),
        roleId: at['site'],
        deptId: `${at['项目甲']},${at['项目乙']}`,
      })
    ).body.msg,
  ).toBe('所选部门不在您的管理范围内');
  expect(await standing()).toEqual(before);
});

test('promise 51: nobody makes, widens or grants a scope that shows its holders more than he sees', async () => {
  const before = await standing();
  const sentences = async (path: string, form: Form): Promise<string> => (await low.post(path, form)).body.msg;
  const beyond = '不能授予超出自身的数据范围';
  for (const [type, value] of [
    ['1', ''],
    ['5', 'my-company'],
    ['5', 'my-supplier'],
    ['5', 'my-client'],
    ['5', `dept:${at['项目乙']}`],
    ['5', `dept:${at['项目甲']},${at['项目乙']}`],
  ] as const) {
    for (const form of [{ roleName: 'new', roleAlias: 'new', sort: 1 }, { id: at['lesser'] }])
      expect([
        value,
        await sentences('blade-system/role/submit', { ...form, dataScopeType: type, dataScopeValue: value }),
      ]).toEqual([value, beyond]);
    if (!value.startsWith('my-supplier') && !value.startsWith('my-client'))
      expect([
        value,
        await sentences('blade-system/data-scope/submit', dataScope('mine', { scopeType: type, scopeValue: value })),
      ]).toEqual([value, beyond]);
  }
  for (const value of ['all', 'constructor', `dept:${at['项目甲']};1`, `DEPT:${at['项目甲']}`]) {
    for (const who of [low, admin])
      expect(
        (
          await who.post('blade-system/role/submit', {
            roleName: 'new',
            roleAlias: 'new',
            sort: 1,
            dataScopeType: '5',
            dataScopeValue: value,
          })
        ).body.msg,
      ).toContain(`自定义范围“${value}”不可用`);
  }
  for (const more of [
    { dataScopeIds: at['all-users'] },
    { dataScopeIds: at['company-users'] },
    { apiScopeIds: at['params'] },
  ]) {
    expect(
      await sentences('blade-system/role/grant', { roleIds: at['lesser'], menuIds: await menuIds(RIGHTS), ...more }),
    ).toBe('不能授予自身没有的菜单或权限');
  }
  expect(await sentences('blade-system/api-scope/submit', apiScope('mine', 'param/list'))).toBe(
    '不能授予自身没有的菜单或权限',
  );
  expect(await standing()).toEqual(before);
});

test('promise 51: a role with holders where he does not see is not his to change, though it names no department', async () => {
  const before = await standing();
  for (const more of [{ menuIds: await menuIds(['role_view']) }, { menuIds: '' }])
    expect((await low.post('blade-system/role/grant', { roleIds: at['both-sites'], ...more })).body.msg).toBe(
      '不能修改权限或数据范围超出自己的角色，请由上级管理员处理',
    );
  expect((await low.post('blade-system/role/submit', { id: at['both-sites'], roleName: '改名' })).status).toBe(400);
  expect(await standing()).toEqual(before);
});

test('promise 28: promise 51: nobody takes from who stands higher: his role, its menus and scopes, his account', async () => {
  const before = await standing();
  const all = `${at['lesser']},${at['site']}`;
  for (const alias of [...BEYOND, 'admin', 'administrator']) {
    const id =
      at[alias] ??
      (await house.run<{ id: string }>((tx) => tx.row(sql`select id from role where role_alias = ${alias}`))).id;
    for (const [path, body, query] of [
      ['blade-system/role/grant', { roleIds: id, menuIds: '' }, {}],
      ['blade-system/role/grant', { roleIds: `${all},${id}`, menuIds: '', dataScopeIds: '', apiScopeIds: '' }, {}],
      ['blade-system/role/submit', { id, frozen: 1 }, {}],
      ['blade-system/role/submit', { id, dataScopeType: '2', dataScopeValue: '' }, {}],
      byIds('blade-system/role/remove', id),
    ] as const)
      expect([alias, path, [400, 403].includes((await low.post(path, body, query)).status)]).toEqual([
        alias,
        path,
        true,
      ]);
  }
  for (const [path, form] of [
    ['data-scope', { id: at['all-users'], scopeType: '2' }],
    ['data-scope', { id: at['company-users'], scopeType: '2' }],
    ['api-scope', { id: at['params'], scopePath: '/api/blade-system/post/list' }],
  ] as const) {
    expect([path, (await low.post(`blade-system/${path}/submit`, form)).status]).toEqual([path, 400]);
    expect([path, (await low.post(...byIds(`blade-system/${path}/remove`, form.id!))).status]).toEqual([path, 400]);
  }
  for (const account of ['director', 'neighbour']) {
    for (const [path, query] of [
      ['reset-password', { userIds: at[account]! }],
      ['unlock', { userIds: at[account]! }],
      ['grant', { userIds: at[account]!, roleIds: at['own']! }],
      ['freeze', { ids: at[account]! }],
      ['remove', { ids: at[account]! }],
      ['update-platform', { userId: at[account]!, userType: '1', userExt: 'x' }],
      ['audit-refuse', { userIds: at[account]! }],
    ] as const)
      expect([account, path, (await low.post(`blade-user/${path}`, undefined, query)).body.msg]).toEqual([
        account,
        path,
        '不能管理权限超出自己的用户',
      ]);
    expect((await low.post('blade-user/submit', { id: at[account], roleId: at['own'] })).body.msg).toBe(
      '不能管理权限超出自己的用户',
    );
  }
  expect((await low.post('blade-user/thaw', undefined, { ids: at['there']! })).status).toBe(404);
  expect(await standing()).toEqual(before);
});

test('promise 51: departments are made and moved within what he sees; the code of a menu, which is a right, is the administrator’s', async () => {
  const before = await standing();
  const submit = async (form: Form): Promise<string> =>
    (await low.post('blade-system/dept/submit', { fullName: 'x', sort: 1, ...form })).body.msg;
  const outside = '所选部门不在您的管理范围内';
  expect(await submit({ deptName: '新公司', deptCategory: '1', parentId: '0' })).toBe(outside);
  expect(await submit({ deptName: '新餐厅', deptCategory: '3', parentId: at['项目乙'] })).toBe(outside);
  expect(await submit({ id: at['餐厅甲'], parentId: at['项目乙'] })).toBe(outside);
  expect(await submit({ id: at['项目甲'], deptCategory: '5' })).toBe(outside);
  expect(await submit({ id: at['餐厅乙'], parentId: at['项目甲'] })).toBe('部门不存在或已删除');
  const post = await menuIds(['post_view']);
  expect((await low.post('blade-system/menu/submit', { id: post, code: 'param_edit2' })).body.msg).toBe(
    '菜单编号就是权限，只有超级管理员可以修改编号或删除菜单',
  );
  expect((await low.post(...byIds('blade-system/menu/remove', post))).body.msg).toBe(
    '菜单编号就是权限，只有超级管理员可以修改编号或删除菜单',
  );
  expect(await standing()).toEqual(before);
});

test('within what he holds he gives, makes and takes as before', async () => {
  const grant = { userIds: at['cook']!, roleIds: at['site']! };
  expect((await low.post('blade-user/grant', undefined, grant)).status).toBe(200);
  for (const [type, value] of [
    ['2', ''],
    ['3', ''],
    ['4', ''],
    ['5', 'my-warehouses'],
    ['5', `dept:${at['餐厅甲']}`],
  ] as const) {
    const alias = `made-${type}${value.slice(0, 4)}`;
    at[alias] = made(
      await low.post('blade-system/role/submit', {
        roleName: alias,
        roleAlias: alias,
        sort: 1,
        dataScopeType: type,
        dataScopeValue: value,
      }),
    );
    expect(
      (await low.post('blade-system/role/grant', { roleIds: at[alias], menuIds: await menuIds(['role_view']) })).status,
    ).toBe(200);
    expect((await low.post('blade-user/grant', undefined, { userIds: at['cook']!, roleIds: at[alias] })).status).toBe(
      200,
    );
  }
  const scope = made(await low.post('blade-system/data-scope/submit', dataScope('site-users', {})));
  // What he wrote down he may grant once he holds it himself: from one who sees everything.
  expect(
    (
      await admin.post('blade-system/role/grant', {
        roleIds: at['lesser'],
        menuIds: await menuIds(RIGHTS),
        dataScopeIds: scope,
      })
    ).status,
  ).toBe(200);
  await pause(AGAIN_MS);
  expect(
    (await low.post('blade-system/role/grant', { roleIds: at['made-4'], menuIds: '', dataScopeIds: scope })).body.msg,
  ).toBe('操作成功');
  expect((await low.post('blade-system/role/remove', undefined, { ids: at['made-2']! })).status).toBe(200);
  expect((await low.post('blade-user/reset-password', undefined, { userIds: at['cook']! })).status).toBe(200);
  made(
    await low.post('blade-system/dept/submit', {
      deptName: '档口甲',
      fullName: '档口甲',
      deptCategory: '4',
      parentId: at['餐厅甲'],
      sort: 1,
    }),
  );
});

test('promise 51: every call that writes roles, scopes, people, departments or menus is one of those above, or gives and takes nothing', () => {
  const tried = [
    'grant',
    'submit',
    'update',
    'remove',
    'freeze',
    'thaw',
    'reset-password',
    'unlock',
    'audit-pass',
    'audit-refuse',
    'update-platform',
  ];
  const harmless = [
    'importExcelTemplate',
    'import-user',
    'update-password',
    'update-info',
    'register-guest',
    'getDeptByDeptCategory',
    'exportExcel',
    'export-user',
  ];
  const writing = house.program.calls.filter(
    ({ method, service, path }) =>
      method !== 'GET' &&
      (service === 'blade-user' ||
        (service === 'blade-system' && /^(role|data-scope|api-scope|dept|menu)\//.test(path))),
  );
  const unknown = [...new Set(writing.map(({ path }) => path.split('/').at(-1)!))].filter(
    (name) => !tried.includes(name) && !harmless.includes(name),
  );
  expect(unknown).toEqual([]);
});
