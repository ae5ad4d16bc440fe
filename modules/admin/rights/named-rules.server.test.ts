/** Rules of the specification on records of administration, held at the calls it names. */
import { beforeAll, expect, test } from 'vitest';
import { sql } from '../../../parts/postgres/database.ts';
import { askToken, md5, openHouse, pause, type Client, type House } from '../admin.testing.ts';

type Row = Record<string, unknown> & { readonly id: string };
interface Dept {
  readonly deptId: string;
  readonly deptName: string;
  readonly deptCategory: number | string;
  readonly childDept: readonly Dept[];
}
let house: House;
let admin: Client;
const depts: Record<string, string> = {};
const submitDept = (deptName: string, parentId: string, deptCategory: string) =>
  admin.post('blade-system/dept/submit', { deptName, fullName: deptName, parentId, deptCategory, sort: 1 });
beforeAll(async () => {
  house = await openHouse();
  admin = await house.signIn('admin');
  for (const [name, above, category] of [
    ['公司', '', '1'],
    ['项目', '公司', '2'],
    ['餐厅', '项目', '3'],
    ['档口', '餐厅', '4'],
  ] as const)
    depts[name] = ((await submitDept(name, depts[above] ?? '0', category)).body.data as unknown as Row).id;
});
const roleId = async (alias: string): Promise<string> =>
  (await house.run<{ id: string }>((tx) => tx.row(sql`select id from role where role_alias = ${alias}`))).id;

test('RULE-148 RULE-149 RULE-150 RULE-309: the departments are a tree of four levels, categories 1 to 4 by level, each node with exactly its four keys', async () => {
  const levels = (nodes: readonly Dept[], level: number): number =>
    nodes.reduce((deepest, node) => {
      expect(Object.keys(node).toSorted()).toEqual(['childDept', 'deptCategory', 'deptId', 'deptName']);
      expect(String(node.deptCategory)).toBe(String(level));
      return Math.max(deepest, levels(node.childDept, level + 1));
    }, level - 1);
  expect(levels((await admin.get('blade-system/dept/DeptAll')).body.data as unknown as Dept[], 1)).toBe(4);
  const fifth = await submitDept('第五级', depts['档口']!, '4');
  expect([fifth.status, fifth.body.msg]).toEqual([400, expect.stringMatching(/部门/)]);
});

test('RULE-151: menu nodes carry name, path, icon, children, id, parentId and meta with i18n', async () => {
  const nodes = (await admin.get('blade-system/menu/routes')).body.data as unknown as (Row & { children?: Row[] })[];
  for (const node of [nodes[0]!, nodes[0]!.children![0]!])
    expect(node).toMatchObject({
      id: expect.stringMatching(/^\d+$/),
      parentId: expect.stringMatching(/^\d+$/),
      name: expect.stringMatching(/./),
      path: expect.stringMatching(/^\//),
      icon: expect.any(String),
      meta: { i18n: expect.stringMatching(/^menu\./) },
    });
});

test('RULE-190 RULE-193: posts and clients are listed, made, changed and removed', async () => {
  for (const [at, body, change] of [
    ['post', { postCode: 'waiter', postName: '服务员', category: '4', duty: 'other', sort: 1 }, { postName: '领班' }],
    [
      'client',
      {
        clientId: 'kiosk',
        clientSecret: 'kiosk-1',
        authorizedGrantTypes: 'password',
        scope: 'all',
        accessTokenValidity: 3600,
        refreshTokenValidity: 7200,
      },
      { remark: '', scope: 'read' },
    ],
  ] as const) {
    const made = (await admin.post(`blade-system/${at}/submit`, body)).body.data as unknown as Row;
    const changed = await admin.post(`blade-system/${at}/submit`, { ...made, ...change });
    expect([
      changed.status,
      ((await admin.get(`blade-system/${at}/list`, { size: '100' })).body.data as { records: Row[] }).records.some(
        (row) => row.id === made.id,
      ),
    ]).toEqual([200, true]);
    expect((await admin.post(`blade-system/${at}/remove`, undefined, { ids: made.id })).body).toMatchObject({
      data: true,
    });
  }
});

test('a parameter without name, key or value is refused in the words of its form', async () => {
  const whole = { paramName: '甲', paramKey: 'a.b', paramValue: '1' };
  for (const [name, sentence] of [
    ['paramName', '请输入参数名称'],
    ['paramKey', '请输入参数键名'],
    ['paramValue', '请输入参数键值'],
  ] as const) {
    const { status, body } = await admin.post('blade-system/param/submit', { ...whole, [name]: '' });
    expect([status, body.code, body.msg]).toEqual([400, 400, sentence]);
  }
});

test('RULE-227 RULE-228 RULE-229 RULE-230 RULE-231 RULE-232 RULE-318: a dictionary says what it lacks; a parent it need not have', async () => {
  const save = (body: Record<string, unknown>) =>
    admin.post('blade-system/dict-biz/submit', { sort: 1, isSealed: 0, ...body });
  expect((await save({ dictValue: '甲' })).body.msg).toBe('请输入字典编号');
  expect((await save({ code: 'a' })).body.msg).toBe('请输入字典名称');
  for (const [lacks, sentence] of [
    ['sort', '请输入字典排序'],
    ['isSealed', '请选择封存'],
  ] as const)
    for (const empty of ['', null])
      expect((await save({ code: 'a', dictValue: '甲', [lacks]: empty })).body.msg).toBe(sentence);
  for (const wrong of [2, -1, 'x'])
    expect((await save({ code: 'a', dictValue: '甲', isSealed: wrong })).status).toBe(400);
  const head = await save({ code: 'a', dictValue: '甲' });
  expect(head.status).toBe(200);
  expect(
    (await save({ parentId: (head.body.data as unknown as Row).id, code: 'a', dictValue: '乙', dictKey: '' })).body.msg,
  ).toBe('请输入字典键值');
});

test('RULE-225: a password has 6 to 12 letters and digits, some of each', async () => {
  const person = async (account: string, password: string) =>
    admin.post('blade-user/submit', {
      account,
      name: account,
      realName: account,
      password,
      password2: password,
      roleId: await roleId('user'),
      deptId: depts['公司'],
    });
  for (const password of ['a1234', 'a123456789012', '123456', 'abcdef'])
    expect([password, (await person('someone', password)).body.msg]).toEqual([password, '密码为6-12位数字和字母']);
  expect((await person('someone', 'abc123')).status).toBe(200);
});

test('RULE-237: without its code a button’s call is refused', async () => {
  const chef = await house.signIn('chef');
  expect((await chef.get('blade-system/menu/buttons')).body.code).toBe(200);
  expect(JSON.stringify((await chef.get('blade-system/menu/buttons')).body.data)).not.toContain('"user_delete"');
  expect((await chef.post('blade-user/remove', undefined, { ids: chef.userId })).status).toBe(403);
});

test('RULE-245: roles that were given are his at the next sign-in', async () => {
  const finance = await house.signIn('finance');
  await admin.post('blade-user/grant', undefined, {
    userIds: finance.userId,
    roleIds: `${await roleId('user')},${await roleId('chef')}`,
  });
  await pause(2_100);
  const again = await house.signIn('finance');
  expect(
    ((await again.get('blade-auth/oauth/user-info')).body.data as unknown as { roles: string[] }).roles.toSorted(),
  ).toEqual(['chef', 'user']);
});

test('RULE-257: a refresh carries its token and grant, and answers new tokens', async () => {
  const form = {
    tenantId: '000000',
    username: 'chef',
    password: md5('larder2026'),
    grant_type: 'password',
    scope: 'all',
  };
  const first = (await askToken(house.app, form)).body;
  const second = await askToken(house.app, {
    refresh_token: String(first['refresh_token']),
    grant_type: 'refresh_token',
    scope: 'all',
    tenantId: '000000',
  });
  expect([
    second.status,
    second.body['access_token'] === first['access_token'],
    second.body['refresh_token'] === first['refresh_token'],
  ]).toEqual([200, false, false]);
});

test('RULE-258 RULE-259: the dictionaries that pages look up are there, and the tree has its fixed code', async () => {
  for (const code of ['cookingMethod', 'sex', 'incomeMode', 'deviceType']) {
    const entries = (await admin.get('blade-system/dict-biz/dictionary', { code })).body.data as unknown as {
      dictKey: string;
      dictValue: string;
    }[];
    expect(entries.length).toBeGreaterThan(1);
    for (const entry of entries) expect([typeof entry.dictKey, entry.dictValue === '']).toEqual(['string', false]);
  }
  expect(
    ((await admin.get('blade-system/dict/tree', { code: 'DICT' })).body.data as unknown as { title: string }[]).map(
      ({ title }) => title,
    ),
  ).toContain('通知类型');
});

test('a dictionary that is renamed takes its entries along, at whatever depth', async () => {
  const save = async (body: Record<string, unknown>): Promise<Row> =>
    (await admin.post('blade-system/dict-biz/submit', { sort: 1, isSealed: 0, ...body })).body.data as unknown as Row;
  const head = await save({ code: 'before', dictValue: '改名' });
  const entry = await save({ parentId: head.id, code: 'before', dictKey: '1', dictValue: '上' });
  await save({ parentId: entry.id, code: 'before', dictKey: '11', dictValue: '下' });
  await save({ ...head, code: 'after' });
  const keys = async (code: string): Promise<unknown[]> =>
    ((await admin.get('blade-system/dict-biz/dictionary', { code })).body.data as unknown as Row[]).map(
      (row) => row['dictKey'],
    );
  expect([await keys('after'), await keys('before')]).toEqual([['1', '11'], []]);
});

test('RULE-247: the first administrator’s role is called administrator', async () => {
  expect(
    ((await admin.get('blade-auth/oauth/user-info')).body.data as unknown as Row)['roles'] ??
      (await admin.get('blade-auth/oauth/user-info')).body,
  ).toEqual(expect.arrayContaining(['administrator']));
});

test('RULE-286: what goes wrong has its code: 400 what was sent or stands against it, 401 who, 403 may not, 404 not there; each with a sentence', async () => {
  const chef = await house.signIn('chef');
  const made = (
    await admin.post('blade-system/post/submit', { postCode: 'porter', postName: '搬运工', category: '4', sort: 1 })
  ).body.data as unknown as Row;
  await admin.post('blade-system/post/submit', { ...made, postName: '搬运' });
  for (const [code, answer] of [
    [400, await admin.post('blade-system/post/submit', { postCode: 'porter2' })],
    [
      401,
      await house.app
        .inject({ url: '/api/blade-system/post/list' })
        .then((response) => ({ status: response.statusCode, body: response.json<{ code: number; msg: string }>() })),
    ],
    [403, await chef.get('blade-system/param/list')],
    [404, await admin.get('blade-system/nothing-here')],
    [400, await admin.post('blade-system/post/submit', { ...made, postName: '挑夫' })],
  ] as const)
    expect([answer.status, answer.body.code, answer.body.msg]).toEqual([
      code,
      code,
      expect.stringMatching(/\p{Script=Han}/u),
    ]);
});

test('RULE-319: a moment is yyyy-MM-dd hh:mm:ss, of 24 hours, in the zone of the company', async () => {
  const made = (
    await admin.post('blade-system/post/submit', { postCode: 'evening', postName: '晚班', category: '4', sort: 1 })
  ).body.data as unknown as Row;
  await house.run((tx) =>
    tx.run(sql`update post set create_time = '2024-01-02 15:04:05+08' where id = ${made.id}::bigint`),
  );
  expect(
    ((await admin.get('blade-system/post/detail', { id: made.id })).body.data as unknown as Row)['createTime'],
  ).toBe('2024-01-02 15:04:05');
});
