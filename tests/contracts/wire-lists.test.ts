/**
 * The wire contract's sections 6, 7, 10 and 11: lists, trees, and the calls of the administration and workflow screens
 * with the fields clients read.
 */
import { beforeAll, expect, test } from 'vitest';
import { sql } from '../../parts/postgres/database.ts';
import { openHouse, type Answer, type Client, type House } from '../../modules/admin/admin.testing.ts';
import { seedLeaveProcess } from '../../modules/workflow/tasks/leave.server.ts';

type Row = Record<string, unknown> & { readonly id: string };
interface Page {
  readonly records: readonly Row[];
  readonly total: number;
  readonly size: number;
  readonly current: number;
  readonly pages: number;
}
interface Node {
  readonly id: string;
  readonly parentId: string;
  readonly hasChildren?: boolean;
  readonly children?: readonly Node[];
  readonly [name: string]: unknown;
}

let house: House;
let admin: Client;
beforeAll(async () => {
  house = await openHouse();
  await seedLeaveProcess(house.database, house.program.registry);
  admin = await house.signIn('admin');
});
const good = <T>(answer: Answer): T => {
  expect([answer.status, answer.body.code, answer.body.success, answer.body.msg]).toEqual([200, 200, true, '操作成功']);
  return answer.body.data as T;
};
const get = async <T = Page>(path: string, query: Record<string, string> = {}, who = admin): Promise<T> =>
  good<T>(await who.get(path, query));
const post = async <T = Row>(path: string, body?: unknown, query: Record<string, string> = {}): Promise<T> =>
  good<T>(await admin.post(path, body, query));
const answerOf = async (path: string, query: Record<string, string>): Promise<unknown[]> => {
  const { status, body } = await admin.get(path, query);
  return [status, body.code, body.msg];
};
const names = async (filter: Record<string, string>): Promise<unknown[]> =>
  (await get('blade-system/post/list', { postCode_likeright: 'w', ascs: 'postCode', ...filter })).records.map(
    (row) => row['postCode'],
  );
const flatten = (nodes: readonly Node[]): Node[] => nodes.flatMap((node) => [node, ...flatten(node.children ?? [])]);

test('6: a page has its five numbers, sizes from 1 to 200, and an end', async () => {
  const all = await get('blade-system/param/list', { size: '200' });
  expect(await get('blade-system/param/list')).toMatchObject({
    size: 10,
    current: 1,
    total: all.total,
    pages: Math.ceil(all.total / 10),
  });
  for (const size of ['10', '30', '50', '100', '200'])
    expect((await get('blade-system/param/list', { size })).size).toBe(Number(size));
  for (const size of ['0', '-1', '201'])
    expect((await answerOf('blade-system/param/list', { size })).slice(0, 2)).toEqual([400, 400]);
  for (const current of ['0', '-3', '1'])
    expect((await get('blade-system/param/list', { current, size: '2' })).current).toBe(1);
  expect(await get('blade-system/param/list', { current: '9999' })).toMatchObject({ records: [], total: all.total });
  // Whole pages add up to the list, none twice, though all rows are equal in what they are sorted by.
  const ids: string[] = [];
  for (let current = 1; current <= Math.ceil(all.total / 30); current += 1)
    ids.push(
      ...(await get('blade-system/param/list', { current: String(current), size: '30', ascs: 'status' })).records.map(
        (row) => row.id,
      ),
    );
  expect([ids.length, new Set(ids).size]).toEqual([all.total, all.total]);
  const sorted = async (query: Record<string, string>): Promise<unknown[]> =>
    (await get('blade-system/param/list', { size: '200', ...query })).records.map((row) => row['paramKey']);
  expect(await sorted({ ascs: 'param_key' })).toEqual(await sorted({ ascs: 'paramKey' }));
  expect(await sorted({ descs: 'paramKey' })).toEqual((await sorted({ ascs: 'paramKey' })).toReversed());
  expect((await answerOf('blade-system/param/list', { ascs: 'nothing' }))[0]).toBe(400);
  expect((await answerOf('blade-system/param/list', { descs: 'id;drop table param' }))[0]).toBe(400);
});

test('6: every suffix compares as named; empty, undefined and null filter nothing; what names no field is ignored', async () => {
  const made: Row[] = [];
  for (const [postCode, postName, sort, remark] of [
    ['w_1', '百%分', 1, '甲'],
    ['w_22', '百分', 2, ''],
    ['wx1', '收货员', 3, '乙'],
  ] as const)
    made.push(
      await post('blade-system/post/submit', { postCode, postName, sort, category: '1', duty: 'other', remark }),
    );
  const [a, b, c] = ['w_1', 'w_22', 'wx1'];
  for (const [filter, found] of [
    [{ postName: '分' }, [a, b]],
    [{ postName: '百%' }, [a]],
    [{ postCode: 'w_' }, [a, b]],
    [{ postCode_equal: 'w_1' }, [a]],
    [{ postCode_notequal: 'w_1' }, [b, c]],
    [{ postName_like: '货' }, [c]],
    [{ postName_notlike: '分' }, [c]],
    [{ postCode_likeleft: '1' }, [a, c]],
    [{ postName_likeright: '百' }, [a, b]],
    [{ sort: '2' }, [b]],
    [{ sort_ge: '2' }, [b, c]],
    [{ sort_gt: '2' }, [c]],
    [{ sort_le: '2' }, [a, b]],
    [{ sort_lt: '2' }, [a]],
    [{ remark_null: '1' }, [b]],
    [{ remark_notnull: '1' }, [a, c]],
    [{ sort_ignore: '2' }, [a, b, c]],
    [{ id: made[1]!.id }, [b]],
    [{ createTime_dategt: '2020-01-01' }, [a, b, c]],
    [{ createTime_datelt: '2020-01-01 00:00:00' }, []],
    [{ createTime_datege: '2020-01-01', createTime_datele: '2099-12-31' }, [a, b, c]],
    [{ postName: '' }, [a, b, c]],
    [{ postName: 'undefined', category: 'null' }, [a, b, c]],
    [{ _t: '1763800000000', nothing: 'x', $column: '1', tenantId: '000000', 'a; drop table post': '1' }, [a, b, c]],
  ] as const)
    expect([filter, await names(filter as never)]).toEqual([filter, found]);
  const [{ day, now }] = await house.run<[{ day: string; now: string }]>((tx) =>
    tx.rows(
      sql`select create_time::date::text as day, create_time::text as now from post where id = ${made[0]!.id}::bigint`,
    ),
  );
  expect(await names({ createTime_dateequal: day })).toEqual([a, b, c]);
  expect(await names({ createTime_datele: day })).toEqual([a, b, c]);
  expect(await names({ createTime_dategt: now.slice(0, 10) })).toEqual([a, b, c]);
  for (const [key, value] of [
    ['createTime_dategt', 'abc'],
    ['sort', 'many'],
    ['id', 'x'],
    ['sort_ge', '1;2'],
  ] as const)
    expect([
      key,
      (await answerOf('blade-system/post/list', { [key]: value }))[0],
      String((await answerOf('blade-system/post/list', { [key]: value }))[2]).includes(key),
    ]).toEqual([key, 400, true]);
  // Verbs act by ids and by nothing else.
  for (const query of [{}, { ids: '' }, { ids: 'undefined' }, { postCode_likeright: 'w' }] as Record<string, string>[])
    expect((await admin.post('blade-system/post/remove', undefined, query)).status).toBe(400);
  expect(await names({})).toEqual([a, b, c]);
  expect(await post('blade-system/post/remove', undefined, { ids: made.map(({ id }) => id).join(',') })).toBe(true);
  expect((await answerOf('blade-system/post/detail', { id: made[0]!.id })).slice(0, 2)).toEqual([404, 404]);
});

test('7: option trees, row trees and lazy levels have the shape clients draw, and no empty children anywhere', async () => {
  const dept = (deptName: string, parentId: string, deptCategory: string): Promise<Row> =>
    post('blade-system/dept/submit', { deptName, fullName: deptName, parentId, deptCategory, sort: 1 });
  const company = await dept('公司', '0', '1');
  const site = await dept('项目', company.id, '2');
  await dept('餐厅', site.id, '3');
  await post('blade-system/role/submit', {
    roleName: '下级',
    roleAlias: 'below',
    parentId: (await get<Node[]>('blade-system/role/list')).find((role) => role['roleAlias'] === 'user')!.id,
    sort: 1,
  });
  const topMenu = await post('blade-system/topmenu/submit', {
    code: 'top',
    name: '顶部',
    source: 'x',
    path: '/top',
    sort: 1,
  });
  const userRole = (await get<Node[]>('blade-system/role/list')).find((role) => role['roleAlias'] === 'user')!.id;
  const trees: readonly (readonly [string, Record<string, string>])[] = [
    ['dept/tree', { tenantId: '000000' }],
    ['dept/lazy-tree', { parentId: '0' }],
    ['role/tree', { tenantId: '000000' }],
    ['role/tree-by-id', { roleId: userRole }],
    ['menu/tree', {}],
    ['dict/tree', { code: 'DICT' }],
    ['region/lazy-tree', { parentCode: '00' }],
  ];
  for (const [path, query] of trees) {
    const nodes = await get<Node[]>(`blade-system/${path}`, query);
    expect([path, Array.isArray(nodes), nodes.length > 0 || path.startsWith('region')]).toEqual([path, true, true]);
    for (const node of flatten(nodes)) {
      expect([path, typeof node.id, node['key'], node['value'], typeof node['title'], typeof node.parentId]).toEqual([
        path,
        'string',
        node.id,
        node.id,
        'string',
        'string',
      ]);
      expect(node.children?.length).not.toBe(0);
    }
    if (path !== 'region/lazy-tree' && path !== 'role/tree-by-id')
      expect([path, nodes.every((node) => node.parentId === '0')]).toEqual([path, true]);
  }
  for (const path of ['role/list', 'menu/list', 'menu/menu-list', 'dept/list', 'dict/list', 'dict-biz/list']) {
    const nodes = await get<Node[]>(`blade-system/${path}`, { current: '1', size: '10' });
    expect([
      path,
      Array.isArray(nodes),
      flatten(nodes).length > nodes.length,
      flatten(nodes).every((node) => node.children === undefined || node.children === null || node.children.length > 0),
    ]).toEqual([path, true, true, true]);
  }
  for (const path of ['dept/lazy-list', 'menu/lazy-list', 'menu/lazy-menu-list']) {
    const level = await get<Node[]>(`blade-system/${path}`, { parentId: '0' });
    expect([
      path,
      level.every(
        (node) => node.children === undefined && typeof node.hasChildren === 'boolean' && node.parentId === '0',
      ),
      level.some((node) => node.hasChildren),
    ]).toEqual([path, true, true]);
    const below = await get<Node[]>(`blade-system/${path}`, { parentId: level.find((node) => node.hasChildren)!.id });
    expect(below.length).toBeGreaterThan(0);
    for (const query of [{}, { parentId: '' }])
      expect([path, flatten(await get<Node[]>(`blade-system/${path}`, query)).length > level.length]).toEqual([
        path,
        true,
      ]);
  }
  expect(flatten(await get<Node[]>('blade-system/menu/lazy-menu-list')).some((node) => node['category'] === 2)).toBe(
    false,
  );
  // The grant dialogs: ids are exactly the ticked ones, under `menu` as under `role`.
  for (const path of ['menu/grant-tree', 'role/grant-tree'])
    expect(Object.keys(await get<object>(`blade-system/${path}`)).toSorted()).toEqual([
      'apiScope',
      'dataScope',
      'menu',
    ]);
  for (const path of ['menu/role-tree-keys', 'role/role-tree-keys'])
    expect(await get<object>(`blade-system/${path}`, { roleIds: userRole })).toMatchObject({
      menu: expect.any(Array),
      dataScope: [],
      apiScope: [],
    });
  expect(Object.keys(await get<object>('blade-system/menu/grant-top-tree'))).toEqual(['menu']);
  const [menuId] = (await get<{ menu: Node[] }>('blade-system/menu/grant-top-tree')).menu.map((node) => node.id);
  await post('blade-system/topmenu/grant', { topMenuIds: topMenu.id, menuIds: menuId });
  expect(await get('blade-system/menu/top-tree-keys', { topMenuIds: topMenu.id })).toEqual({ menu: [menuId] });
  await post('blade-system/topmenu/grant', { topMenuIds: [topMenu.id], menuIds: [] });
  expect(await get('blade-system/menu/top-tree-keys', { topMenuIds: topMenu.id })).toEqual({ menu: [] });
});

/** Screen by screen: what is searched by, a row that fills it where the house has none, and what clients read of it. */
const SCREENS: readonly (readonly [
  path: string,
  search: readonly string[],
  fields: string,
  row?: Record<string, unknown>,
])[] = [
  ['blade-system/param', ['paramName', 'paramKey', 'paramValue'], 'paramName paramKey paramValue remark'],
  [
    'blade-system/topmenu',
    ['name', 'code'],
    'code name source path sort tenantId',
    { code: 'more', name: '更多', source: 'x', path: '/more', sort: 2 },
  ],
  [
    'blade-user',
    ['account', 'realName', 'deptId'],
    'tenantId tenantName code account name realName avatar email phone birthday sex roleId deptId postId roleName deptName postName sexName userType userTypeName userExt',
  ],
  [
    'blade-system/tenant',
    ['tenantId', 'tenantName', 'linkman'],
    'tenantId tenantName linkman contactNumber address domainUrl backgroundUrl accountNumber expireTime packageId datasourceId licenseKey',
    { tenantName: '青禾', linkman: '王' },
  ],
  ['blade-system/tenant-package', [], 'packageName menuId remark', { packageName: '基础' }],
  [
    'blade-system/post',
    ['category', 'postCode', 'postName'],
    'tenantId category categoryName postCode postName sort remark',
  ],
  [
    'blade-system/client',
    ['clientId'],
    'clientId clientSecret authorizedGrantTypes scope accessTokenValidity refreshTokenValidity webServerRedirectUri resourceIds authorities autoapprove additionalInformation',
  ],
  [
    'blade-system/data-scope',
    ['scopeName', 'resourceCode'],
    'menuId scopeName resourceCode scopeColumn scopeType scopeTypeName scopeField scopeClass scopeValue remark',
    {
      scopeName: '加看用户',
      resourceCode: 'more_users',
      scopeColumn: 'deptId',
      scopeType: '4',
      scopeField: '*',
      scopeClass: 'user',
    },
  ],
  [
    'blade-system/api-scope',
    ['scopeName', 'resourceCode'],
    'menuId scopeName resourceCode scopePath scopeType remark',
    { scopeName: '通知', resourceCode: 'notice-api', scopePath: '/api/blade-desk/notice/list', scopeType: '1' },
  ],
  [
    'blade-desk/notice',
    ['title', 'category'],
    'title category categoryName releaseTime content',
    { title: '停电', category: '1', releaseTime: '2026-01-01 08:00:00', content: '<p>明天</p>' },
  ],
  [
    'blade-develop/datasource',
    ['name'],
    'name driverClass username password url remark',
    { name: '库', driverClass: 'org.postgresql.Driver', username: 'u', password: 'p', url: 'jdbc:postgresql://x/y' },
  ],
  [
    'blade-resource/oss',
    ['category', 'ossCode'],
    'category categoryName ossCode endpoint bucketName accessKey secretKey appId region status statusName remark',
    {
      ossCode: 'minio',
      category: '1',
      endpoint: 'https://s3.example.com',
      bucketName: 'larder',
      accessKey: 'k',
      secretKey: 's',
      region: 'r',
    },
  ],
  [
    'blade-resource/sms',
    ['category', 'smsCode'],
    'category categoryName smsCode templateId accessKey secretKey regionId signName status statusName',
    { smsCode: 'one', category: '1', templateId: '1', accessKey: 'k', signName: '膳链' },
  ],
  [
    'blade-log/usual',
    ['serviceId', 'serverHost'],
    'serviceId serverHost serverIp env requestUri userAgent params createTime logLevel logId logData',
  ],
  [
    'blade-log/api',
    ['serviceId', 'serverHost'],
    'serviceId serverHost serverIp env requestUri userAgent params createTime title method',
  ],
];
const SECRETS = ['clientSecret', 'accessKey', 'secretKey', 'password'];

test('10: each screen lists, finds, shows and takes back its rows, with every field clients read and no null among texts', async () => {
  const [{ id: menuId }] = await house.run<[{ id: string }]>((tx) =>
    tx.rows(sql`select id::text from menu where code = 'notice'`),
  );
  await house.run((tx) =>
    tx.run(sql`update param set param_value = 's3.example.com' where param_key = 'oss.allowedHosts'`),
  );
  await Promise.all(house.program.observers.map((observer) => observer.flush()));
  for (const [path, search, fields, row] of SCREENS) {
    if (row !== undefined) await post(`${path}/submit`, { ...row, ...(/scope|package/.test(path) ? { menuId } : {}) });
    const list = path === 'blade-user' ? 'page' : 'list';
    const { records } = await get(`${path}/${list}`, { size: '50' });
    expect.soft([path, records.length > 0]).toEqual([path, true]);
    const [first] = records;
    if (first === undefined) continue;
    expect.soft([path, fields.split(' ').filter((name) => !(name in first))]).toEqual([path, []]);
    expect
      .soft([
        path,
        Object.entries(first)
          .filter(
            ([name, value]) =>
              value === null && fields.split(' ').includes(name) && !/Number|expireTime|birthday/.test(name),
          )
          .map(([name]) => name),
      ])
      .toEqual([path, []]);
    for (const name of SECRETS.filter((each) => fields.split(' ').includes(each) && first[each] !== ''))
      expect.soft([path, name, first[name]]).toEqual([path, name, '******']);
    for (const key of search) {
      const value = String(first[key] ?? '').split(',')[0]!;
      if (value === '') continue;
      expect
        .soft([
          path,
          key,
          (await get(`${path}/${list}`, { [key]: value, size: '200' })).records.some((each) => each.id === first.id),
        ])
        .toEqual([path, key, true]);
    }
    const one = await get<Row>(`${path}/detail`, { id: first.id });
    expect.soft([path, one.id]).toEqual([path, first.id]);
    expect.soft([path, (await answerOf(`${path}/detail`, { id: '4611686018427387904' }))[0]]).toEqual([path, 404]);
    if (path.startsWith('blade-log') || path === 'blade-user') continue;
    expect.soft([path, (await admin.post(`${path}/submit`, first)).body.msg]).toEqual([path, '操作成功']);
    expect.soft([path, (await admin.post(`${path}/submit`, one)).body.msg]).toEqual([path, '操作成功']);
  }
});

test('10: dictionaries stand in two screens, keys are texts, and everybody signed in reads them', async () => {
  for (const which of ['dict', 'dict-biz']) {
    const head = await post(`blade-system/${which}/submit`, {
      code: 'weather',
      dictKey: '-1',
      dictValue: '天气',
      parentId: '0',
      sort: 1,
      isSealed: 0,
    });
    const child = await post(`blade-system/${which}/submit`, {
      code: 'weather',
      dictKey: '1',
      dictValue: '晴',
      parentId: head.id,
      sort: 1,
      isSealed: 0,
    });
    const sealed = await post(`blade-system/${which}/submit`, {
      code: 'weather',
      dictKey: '2',
      dictValue: '雨',
      parentId: head.id,
      sort: 2,
      isSealed: 1,
    });
    expect(
      (
        await admin.post(`blade-system/${which}/submit`, {
          code: 'weather',
          dictKey: '1',
          dictValue: '阴',
          parentId: head.id,
          sort: 3,
          isSealed: 0,
        })
      ).body.msg,
    ).toBe('当前字典键值已存在!');
    const [found] = (await get(`blade-system/${which}/parent-list`, { code: 'weather', dictValue: '天' })).records;
    expect(found).toMatchObject({ id: head.id, parentId: '0', dictKey: '-1', code: 'weather' });
    expect(
      (await get<Row[]>(`blade-system/${which}/child-list`, { parentId: head.id, dictValue: '' })).map((row) => row.id),
    ).toEqual([child.id, sealed.id]);
    const entries = await get<Row[]>(
      `blade-system/${which}/dictionary`,
      { code: 'weather' },
      await house.signIn('chef'),
    );
    expect(entries).toMatchObject([
      {
        id: child.id,
        parentId: head.id,
        code: 'weather',
        dictKey: '1',
        dictValue: '晴',
        sort: 1,
        isSealed: 0,
        isDeleted: 0,
        remark: '',
      },
    ]);
    expect((await admin.post(`blade-system/${which}/remove`, undefined, { ids: head.id })).body.msg).not.toBe(
      '操作成功',
    );
    await post(`blade-system/${which}/remove`, undefined, { ids: `${child.id},${sealed.id}` });
    await post(`blade-system/${which}/remove`, undefined, { ids: head.id });
  }
});

test('10: users, departments, regions, look-ups and drop-downs answer as their screens read them', async () => {
  const chef = (await get('blade-user/page', { account: 'chef' })).records[0]!;
  for (const name of ['roleId', 'deptId', 'postId', 'roleName', 'deptName', 'postName'])
    expect([name, typeof chef[name]]).toEqual([name, 'string']);
  expect(Object.keys(chef).filter((name) => /^password\d?$|hash|secret/i.test(name))).toEqual([]);
  expect(await get<Row>('blade-user/platform-detail', { id: chef.id })).toEqual({
    id: '',
    userId: chef.id,
    userType: '1',
    userExt: '',
  });
  await post('blade-user/update-platform', undefined, { userId: chef.id, userType: '1', userExt: '{"a":1}' });
  expect(Object.keys(await get<Row>('blade-user/platform-detail', { id: chef.id })).toSorted()).toEqual(
    expect.arrayContaining(['id', 'userExt', 'userId', 'userType']),
  );
  const sheet = await house.app.inject({
    url: '/api/blade-user/export-user',
    headers: { 'blade-auth': `bearer ${admin.token}` },
  });
  expect([sheet.statusCode, String(sheet.headers['content-disposition']).slice(0, 10)]).toEqual([200, 'attachment']);
  for (const path of [
    'user-list',
    'getDistrictDirector',
    'getBuyerOptions',
    `getUserNameByRoleId?roleId=${String(chef['roleId']).split(',')[0]}`,
    'getOptionsByDeptId?deptId=1',
  ]) {
    const [base, query = ''] = path.split('?');
    for (const person of await get<Row[]>(`blade-user/${base}`, Object.fromEntries(new URLSearchParams(query))))
      expect([path, Object.keys(person)]).toEqual([
        path,
        expect.arrayContaining(['id', 'account', 'name', 'realName']),
      ]);
  }
  const mine = await get<Row>('blade-user/info');
  expect(
    (
      await admin.post('blade-user/update-info', {
        ...mine,
        id: chef.id,
        name: '改名',
        realName: '超级管理员',
        phone: '',
        email: '',
      })
    ).status,
  ).toBe(200);
  expect([
    (await get<Row>('blade-user/info'))['name'],
    (await get<Row>('blade-user/detail', { id: chef.id }))['name'],
  ]).toEqual(['改名', chef['name']]);
  const level = await get<Row[]>('blade-system/dept/lazy-list', { parentId: '0' });
  expect(Object.keys(level[0]!)).toEqual(
    expect.arrayContaining(
      'id tenantId parentId ancestors deptName fullName deptCategory sort remark hasChildren'.split(' '),
    ),
  );
  for (const path of ['DeptAll', 'realDeptAll'])
    expect(Object.keys((await get<Row[]>(`blade-system/dept/${path}`))[0]!)).toEqual(
      expect.arrayContaining(['deptId', 'deptName', 'deptCategory']),
    );
  for (const companies of [
    await post<Row[]>('blade-system/dept/getDeptByDeptCategory', undefined, { deptCategory: '1' }),
    await post<Row[]>('blade-system/dept/getDeptByDeptCategory', { deptCategory: ['1'] }),
  ])
    expect(companies.length).toBeGreaterThan(0);
  expect(await get<Row>('blade-system/dept/getDeptById', { deptId: level[0]!.id })).toMatchObject({ id: level[0]!.id });
  await house.owner.transaction({ tenant: null, timeZone: 'UTC' }, (tx) =>
    tx.run(
      sql`insert into region (code, parent_code, name, level, sort, search_text) values ('00', null, '中国', '0', 1, '')
        on conflict do nothing`,
    ),
  );
  await post('blade-system/region/submit', { code: '98', name: '某省', level: 1, sort: 1, parentCode: '00' });
  expect(await get<Row>('blade-system/region/detail', { code: '98' })).toMatchObject({
    code: '98',
    parentCode: '00',
    parentName: '中国',
    name: '某省',
    sort: 1,
    provinceCode: '98',
    villageName: '',
  });
  expect((await get<Row[]>('blade-system/region/select', { code: '00' })).map((row) => row['code'])).toContain('98');
  expect(await post('blade-system/region/remove', undefined, { id: '98' })).toBe(true);
  for (const path of [
    'blade-system/tenant/select',
    'blade-system/post/select',
    'blade-system/tenant-package/select',
    'blade-develop/datasource/select',
  ])
    expect([path, Array.isArray(await get(path))]).toEqual([path, true]);
  expect(await get('blade-system/tenant/package-detail', { tenantId: '000000' })).toEqual({});
  const enums = await get<Record<string, { value: string; label: string }[]>>('blade-system/bizEnums/getAll');
  expect(
    Object.values(enums)
      .flat()
      .every((each) => typeof each.value === 'string' && typeof each.label === 'string'),
  ).toBe(true);
  expect(typeof (await get('blade-system/index/initData'))).toBe('object');
  // Nobody but the administrator keeps tenants, and who may not is told so, not thrown out.
  for (const [path, method] of [
    ['blade-system/tenant/list', 'get'],
    ['blade-system/tenant/submit', 'post'],
  ] as const)
    expect((await (await house.signIn('chef'))[method](path, {})).status).toBe(403);
});

test('11: workflow screens read their fields, a decision without a flag rejects, and the flow of a leave is never missing', async () => {
  const [process] = (await get('blade-flow/manager/list', { mode: '1', key: 'leave' })).records.concat(
    (await get('blade-flow/manager/list', { key: 'leave' })).records,
  );
  expect(Object.keys(process!)).toEqual(
    expect.arrayContaining(
      'id tenantId key name category categoryName version suspensionState deploymentTime deploymentId'.split(' '),
    ),
  );
  const [start] = (await get('blade-flow/work/start-list', { category: String(process!['category']) })).records;
  expect(Object.keys(start!)).toEqual(
    expect.arrayContaining(
      'id tenantId category categoryName key name version suspensionState deploymentTime'.split(' '),
    ),
  );
  await house.run((tx) =>
    tx.run(
      sql`insert into role_menu (role_id, menu_id) select r.id, m.id from role r, menu m
        where r.role_alias = 'chef' and (m.code like 'work_%' or m.code like 'leave_%') on conflict do nothing`,
    ),
  );
  const chef = await house.signIn('chef');
  const leaveOn = (n: number) => ({
    processDefinitionId: process!.id,
    taskUser: chef.userId,
    startTime: `2027-01-0${n} 08:00:00`,
    endTime: `2027-01-0${n} 18:00:00`,
    reason: '探亲',
  });
  const leaves = [
    await post<unknown>('blade-desk/process/leave/start-process', leaveOn(1)),
    await post<unknown>('blade-desk/process/leave/start-process', leaveOn(2)),
  ];
  expect(leaves.length).toBe(2);
  const tasks = (await get('blade-flow/work/todo-list', { category: String(process!['category']), size: '50' }, chef))
    .records;
  expect(tasks.length).toBe(2);
  expect(Object.keys(tasks[0]!)).toEqual(
    expect.arrayContaining(
      'taskId taskName processInstanceId processDefinitionId processDefinitionName processDefinitionVersion category categoryName businessId createTime'.split(
        ' ',
      ),
    ),
  );
  const decide = (task: Row, more: object) =>
    chef.post('blade-flow/work/complete-task', {
      taskId: task['taskId'],
      processInstanceId: task['processInstanceId'],
      comment: '看过',
      ...more,
    });
  expect([(await decide(tasks[0]!, { flag: 'ok' })).body.msg, (await decide(tasks[1]!, {})).body.msg]).toEqual([
    '操作成功',
    '操作成功',
  ]);
  for (const [task, state] of [
    [tasks[0]!, 'approved'],
    [tasks[1]!, 'rejected'],
  ] as const) {
    const detail = await get<Row>('blade-desk/process/leave/detail', { businessId: String(task['businessId']) });
    expect([detail['status'], (detail['flow'] as Row)['assigneeName']]).toEqual([state, '超级管理员']);
    const history = await get<Row[]>('blade-flow/process/history-flow-list', {
      processInstanceId: String(task['processInstanceId']),
    });
    expect(history.length).toBeGreaterThan(1);
    for (const each of history)
      for (const name of 'assignee assigneeName createTime endTime historyActivityId historyActivityName historyActivityDurationTime comment'.split(
        ' ',
      ))
        expect([name, typeof each[name]]).toEqual([name, 'string']);
    expect(history.map((each) => each['historyActivityId'])).toEqual(expect.arrayContaining(['start', 'end']));
    const picture = await house.app.inject({
      url: `/api/blade-flow/process/diagram-view?processInstanceId=${String(task['processInstanceId'])}&blade-auth=bearer%20${admin.token}`,
    });
    expect([picture.statusCode, String(picture.headers['content-type']).startsWith('image/')]).toEqual([200, true]);
  }
  expect((await get('blade-flow/work/done-list', {}, chef)).records.length).toBe(2);
  expect(Object.keys((await get('blade-flow/work/send-list')).records[0]!)).toEqual(
    expect.arrayContaining(['processIsFinished', 'processInstanceId', 'businessId', 'category']),
  );
  expect(
    Object.keys(
      (await get('blade-flow/follow/list')).records[0] ?? {
        executionId: 1,
        processDefinitionKey: 1,
        processInstanceId: 1,
        suspensionState: 1,
        startUser: 1,
        startTime: 1,
      },
    ),
  ).toEqual(
    expect.arrayContaining(
      'executionId processDefinitionKey processInstanceId suspensionState startUser startTime'.split(' '),
    ),
  );
  expect((await get('blade-flow/work/claim-list', {}, chef)).records).toEqual([]);
});
