/** What existing clients of the wire contract read of an answer or send back, call by call, with name and type. */
import { beforeAll, expect, test } from 'vitest';
import { sql } from '../../parts/postgres/database.ts';
import { openHouse, type Answer, type Client, type House } from '../../modules/admin/admin.testing.ts';
import { seedLeaveProcess } from '../../modules/workflow/tasks/leave.server.ts';

type Row = Record<string, unknown> & { readonly id: string };
interface Page {
  readonly records: readonly Row[];
}

let house: House;
let admin: Client;
beforeAll(async () => {
  house = await openHouse();
  await seedLeaveProcess(house.database, house.program.registry);
  await house.owner.transaction({ tenant: null, timeZone: 'UTC' }, (tx) =>
    tx.run(sql`
    insert into region (code, parent_code, name, level, sort, search_text)
    values ('00', null, '中国', '0', 1, ''), ('11', '00', '北京市', '1', 1, ''), ('1101', '11', '市辖区', '2', 1, '')`),
  );
  admin = await house.signIn('admin');
});

const good = <T>(answer: Answer): T => {
  expect([answer.status, answer.body.code, answer.body.msg]).toEqual([200, 200, '操作成功']);
  return answer.body.data as T;
};
const get = async <T = Page>(path: string, query: Record<string, string> = {}): Promise<T> =>
  good<T>(await admin.get(path, query));
const post = async <T = Row>(path: string, body?: unknown, query: Record<string, string> = {}): Promise<T> =>
  good<T>(await admin.post(path, body, query));

test('a menu without restriction names no roles: a client that meets an empty list hides the entry', async () => {
  interface Node {
    readonly meta: object;
    readonly children?: readonly Node[];
  }
  const flatten = (nodes: readonly Node[]): Node[] => nodes.flatMap((node) => [node, ...flatten(node.children ?? [])]);
  const nodes = flatten(await get<Node[]>('blade-system/menu/routes'));
  expect(nodes.length).toBeGreaterThan(100);
  expect(nodes.filter((node) => 'roles' in node.meta)).toEqual([]);
});

test('whether a menu opens a new window is 0 or 1 from forms, kept and answered as it came', async () => {
  const form = {
    name: '外部页面',
    code: 'outside',
    path: '/outside',
    category: 1,
    action: 0,
    sort: 1,
    parentId: '0',
    source: 'link',
    alias: 'menu',
  };
  for (const isOpen of [0, 1]) {
    const made = await post('blade-system/menu/submit', { ...form, code: `outside-${isOpen}`, isOpen });
    expect((await get<Row>('blade-system/menu/detail', { id: made.id }))['isOpen']).toBe(isOpen);
  }
});

test('a department without a kind is what usually stands below the one above', async () => {
  const made = async (parentId: string, deptName: string): Promise<Row> =>
    post('blade-system/dept/submit', { deptName, fullName: deptName, parentId, sort: 1, remark: '' });
  const company = await made('0', '公司一');
  const site = await made(company.id, '项目一');
  const restaurant = await made(site.id, '餐厅一');
  const stall = await made(restaurant.id, '档口一');
  expect([company, site, restaurant, stall].map((row) => row['deptCategory'])).toEqual([1, 2, 3, 4]);
  expect(
    (await admin.post('blade-system/dept/submit', { deptName: '更下', fullName: '更下', parentId: stall.id, sort: 1 }))
      .body.msg,
  ).toBe('部门类型不能建立在该上级部门下');
  // Sent back without its kind it stays what it is.
  const { deptCategory: _kind, ...row } = await get<Row>('blade-system/dept/detail', { id: site.id });
  expect(await post('blade-system/dept/submit', { ...row, deptName: '项目一改' })).toMatchObject({
    deptCategory: 2,
    deptName: '项目一改',
  });
});

test('a region is added from the form of the one above it, whole row and id included; its own code changes it', async () => {
  const above = await get<Row>('blade-system/region/detail', { code: '1101' });
  expect(above).toMatchObject({ id: '1101', level: 2, regionLevel: 2 });
  await post('blade-system/region/submit', { ...above, parentCode: '1101', code: '110198', name: '新区', level: 3 });
  expect(await get<Row>('blade-system/region/detail', { code: '110198' })).toMatchObject({
    level: 3,
    regionLevel: 3,
    name: '新区',
    parentCode: '1101',
  });
  expect(await get<Row>('blade-system/region/detail', { code: '1101' })).toMatchObject({ name: '市辖区', level: 2 });
  // The other name of the level, alone.
  await post('blade-system/region/submit', {
    parentCode: '1101',
    code: '110199',
    name: '又一区',
    regionLevel: 3,
    sort: 2,
  });
  const row = await get<Row>('blade-system/region/detail', { code: '110199' });
  await post('blade-system/region/submit', { ...row, name: '改名区' });
  expect(await get<Row>('blade-system/region/detail', { code: '110199' })).toMatchObject({
    name: '改名区',
    regionLevel: 3,
  });
  const twice = await admin.post('blade-system/region/submit', {
    parentCode: '1101',
    code: '110199',
    name: '重复',
    level: 3,
    sort: 1,
  });
  expect([twice.status, twice.body.msg]).toEqual([400, '行政区划编号已存在']);
  expect(
    (await get<Row[]>('blade-system/region/select')).map((each) => [each['code'], each['name'], each['title']]),
  ).toEqual([['11', '北京市', '北京市']]);
});

test('a choice carries its title under its own name as well', async () => {
  await post('blade-system/post/submit', { postCode: 'p1', postName: '采购员', category: '1', duty: 'other', sort: 1 });
  expect((await get<Row[]>('blade-system/post/select'))[0]).toMatchObject({ title: '采购员', postName: '采购员' });
  const [menu] = (await get<Page>('blade-system/menu/page')).records;
  await post('blade-system/tenant-package/submit', { packageName: '基础版', menuId: menu!.id });
  expect((await get<Row[]>('blade-system/tenant-package/select'))[0]).toMatchObject({
    title: '基础版',
    packageName: '基础版',
  });
});

test('small codes are numbers in lists, details and choices, and may come back as numbers or as text', async () => {
  for (const category of [3, '3']) {
    const made = await post('blade-system/post/submit', {
      postCode: `n${typeof category}`,
      postName: `岗位${typeof category}`,
      category,
      duty: 'other',
      sort: 1,
    });
    expect((await get<Row>('blade-system/post/detail', { id: made.id }))['category']).toBe(3);
  }
  expect(
    (await get('blade-system/post/list', { category: '3', postCode_likeright: 'n' })).records.map(
      (row) => row['category'],
    ),
  ).toEqual([3, 3]);
  const [person] = (await get('blade-user/page', { account: 'admin' })).records;
  expect([person!['userType'], person!['sex']]).toEqual([1, '']);
  const scope = await post('blade-system/api-scope/submit', {
    scopeName: '参数',
    resourceCode: 'api_param',
    menuId: (await get('blade-system/menu/page')).records[0]!.id,
    scopePath: '/api/blade-system/param/list',
    scopeType: '2',
  });
  expect((await get<Row>('blade-system/api-scope/detail', { id: scope.id }))['scopeType']).toBe(2);
  for (const [path, body] of [
    [
      'blade-resource/oss',
      {
        ossCode: 'o1',
        category: 0,
        endpoint: 'https://local',
        bucketName: 'x',
        region: 'us-east-1',
        pathStyle: 1,
        accessKey: 'secret1',
        secretKey: 'secret1',
      },
    ],
    ['blade-resource/sms', { smsCode: 's1', category: 0, templateId: 't', signName: '膳链', accessKey: 'secret1' }],
  ] as const) {
    const { id } = await post(`${path}/submit`, body);
    expect([path, (await get<Row>(`${path}/detail`, { id }))['category']]).toEqual([path, 0]);
  }
  expect(typeof (await get<Row[]>('blade-system/dict/dictionary', { code: 'sex' }))[0]!['dictKey']).toBe('string');
});

test('a data scope takes its field as the column, and none where every row is meant', async () => {
  const [menu] = (await get('blade-system/menu/page')).records;
  for (const [scopeType, scopeColumn, storedColumn] of [
    ['1', '-', 'createDept'],
    ['1', '', 'createDept'],
    ['2', 'create_user', 'createUser'],
    ['3', 'create_dept', 'createDept'],
    ['4', 'createDept', 'createDept'],
  ] as const) {
    const made = await post('blade-system/data-scope/submit', {
      scopeName: `范围${scopeType}${scopeColumn}`,
      resourceCode: `scope_${scopeType}_${scopeColumn.length}`,
      menuId: menu!.id,
      scopeClass: 'user',
      scopeColumn,
      scopeType,
      scopeField: '*',
    });
    expect([scopeColumn, made['scopeColumn']]).toEqual([scopeColumn, storedColumn]);
  }
});

test('a role says its tenant in its detail as in its list', async () => {
  const [role] = await get<Row[]>('blade-system/role/list');
  expect([role!['tenantId'], (await get<Row>('blade-system/role/detail', { id: role!.id }))['tenantId']]).toEqual([
    '000000',
    '000000',
  ]);
});

test('the package of a tenant is found by its number and by the id of its row', async () => {
  const [menu] = (await get('blade-system/menu/page')).records;
  const pack = await post('blade-system/tenant-package/submit', { packageName: '完整版', menuId: menu!.id });
  const made = await post('blade-system/tenant/submit', { tenantName: '另一家', linkman: '王' });
  const number = String(made['tenantId']);
  expect(await get('blade-system/tenant/package-detail', { tenantId: made.id })).toEqual({});
  await post('blade-system/tenant/package-setting', undefined, { tenantId: number, packageId: pack.id });
  for (const tenantId of [number, made.id])
    expect(await get<Row>('blade-system/tenant/package-detail', { tenantId })).toMatchObject({ packageName: '完整版' });
});

test('what a platform keeps of a person has its four keys before anything is kept', async () => {
  const [person] = (await get('blade-user/page', { account: 'chef' })).records;
  expect(await get('blade-user/platform-detail', { id: person!.id })).toEqual({
    id: '',
    userId: person!.id,
    userType: '1',
    userExt: '',
  });
  await post('blade-user/update-platform', undefined, { userId: person!.id, userType: 'undefined', userExt: 'x' });
  expect(await get<Row>('blade-user/platform-detail', { id: person!.id, userType: 'undefined' })).toMatchObject({
    userType: '1',
    userExt: 'x',
  });
});

test('another tenant is refused to its keeper by name, in lists and in what is saved; nothing lands in his own', async () => {
  const made = await post('blade-system/tenant/submit', { tenantName: '第三家', linkman: '李' });
  const number = String(made['tenantId']);
  const sentence = `这里只能管理本租户 000000 的数据，不能指定租户 ${number}；请用该租户的管理员登录`;
  for (const path of ['role/tree', 'role/list', 'dept/tree', 'dept/list', 'dept/lazy-list', 'post/select']
    .map((each) => `blade-system/${each}`)
    .concat('blade-user/page', 'blade-user/list')) {
    const { status, body } = await admin.get(path, { tenantId: number });
    expect([path, status, body.msg]).toEqual([path, 400, sentence]);
    expect((await admin.get(path, { tenantId: '000000' })).status).toBe(200);
  }
  const person = {
    account: 'stranger',
    name: '外人',
    realName: '外人',
    password: 'abc123',
    password2: 'abc123',
    tenantId: number,
  };
  expect((await admin.post('blade-user/submit', person)).body.msg).toBe(sentence);
  for (const tenantId of [Number(number), ['000000', number]])
    expect((await admin.post('blade-user/submit', { ...person, tenantId })).body.msg).toBe(sentence);
  expect((await get('blade-user/page', { account: 'stranger' })).records).toEqual([]);
  expect((await get('blade-system/tenant/list', { tenantId: number })).records.map((row) => row['tenantName'])).toEqual(
    ['第三家'],
  );
});

test('a leave names its applicant as the one it is shown for', async () => {
  const [definition] = (await get('blade-flow/work/start-list')).records;
  await post('blade-desk/process/leave/start-process', {
    processDefinitionId: definition!.id,
    startTime: '2026-11-26 09:00:00',
    endTime: '2026-11-27 18:00:00',
    reason: '探亲',
    taskUser: (await get('blade-user/page', { account: 'chef' })).records[0]!.id,
  });
  const [mine] = (await get('blade-flow/work/send-list')).records;
  expect(await get<Row>('blade-desk/process/leave/detail', { businessId: String(mine!['businessId']) })).toMatchObject({
    flow: { assigneeName: '超级管理员' },
  });
});

test('an error a browser reports has its stack, address and title under the names both screens read', async () => {
  await post<boolean>('blade-auth/oauth/logout', [
    {
      type: 'error',
      url: '/store/stock?x=1',
      message: 'boom',
      stack: 'Error: boom\n    at x.js:1',
      time: '2026-11-18 10:00:00',
      info: '',
    },
  ]);
  const found = (await get('blade-log/error/list', { size: '50' })).records.find((row) => row['message'] === 'boom');
  expect(found).toMatchObject({
    title: 'boom',
    requestUri: '/store/stock?x=1',
    stackTrace: 'Error: boom\n    at x.js:1',
    stack: 'Error: boom\n    at x.js:1',
    url: '/store/stock?x=1',
  });
});

test('code is printed for whatever client asks by its own name', async () => {
  const generation = await post('blade-develop/code/submit', {
    codeName: '岗位',
    serviceName: 'blade-system',
    tableName: 'post',
    pkName: 'id',
  });
  for (const system of ['saber', 'saber2', 'saber3', 'sword'])
    await post('blade-develop/code/gen-code', undefined, { ids: generation.id, system });
  expect(
    (await admin.post('blade-develop/code/gen-code', undefined, { ids: generation.id, system: 'java' })).status,
  ).toBe(400);
});
