/** What administration refuses, as its calls answer it to somebody who may do everything else. */
import { beforeAll, expect, test } from 'vitest';
import { sql } from '../../parts/postgres/database.ts';
import { openHouse, type Client, type House } from './admin.testing.ts';

let house: House;
let admin: Client;
let site: string;
let role: string;
const run = <T>(work: Parameters<House['run']>[0]): Promise<T> => house.run<T>(work);
const id = async (table: 'role' | 'menu' | 'tenant', where: ReturnType<typeof sql>): Promise<string> =>
  (
    await run<{ id: string }>((tx) =>
      tx.row(
        sql`select id from ${table === 'role' ? sql`role` : table === 'menu' ? sql`menu` : sql`tenant`} where ${where}`,
      ),
    )
  ).id;
const says = async (path: string, body: object, query: Record<string, string> = {}): Promise<string> =>
  (await admin.post(path, body, query)).body.msg;
beforeAll(async () => {
  house = await openHouse();
  admin = await house.signIn('admin');
  role = await id('role', sql`role_alias = 'user'`);
  site = (
    await admin.post('blade-system/dept/submit', {
      deptName: '星海公司',
      fullName: '星海公司',
      parentId: '0',
      deptCategory: '1',
      sort: 1,
    })
  ).body.data['id'];
});

const other = (more: object): object => ({
  account: 'new-person',
  name: '新人',
  realName: '新人',
  password: 'abc12345',
  roleId: role,
  deptId: site,
  ...more,
});
const ROLE = { roleName: '仓管', roleAlias: 'keeper-2', sort: 1 };
const SOCIAL = {
  source: 'work',
  name: '企业账号',
  issuer: 'https://id.example.com',
  clientId: 'larder',
  clientSecret: 's3cret',
  scope: 'openid',
  redirectUri: 'https://larder.example.com/oauth/redirect/work',
  sort: 1,
  enabled: 0,
};
const CLIENT = {
  clientId: 'tablet',
  clientSecret: 'x',
  authorizedGrantTypes: 'password',
  scope: 'all',
  accessTokenValidity: 3600,
  refreshTokenValidity: 3600,
};
const LONG = 'x'.repeat(4_000);
const many = (count: number): string => Array.from({ length: count }, (_, at) => String(13_800_000_000 + at)).join();

test.each([
  ['a person of a department that is none', 'blade-user/submit', () => other({ deptId: '999999' }), '所选部门不存在'],
  ['a person of a post that is none', 'blade-user/submit', () => other({ postId: '999999' }), '所选岗位不存在'],
  [
    "a supplier's person without the supplier",
    'blade-user/submit',
    () => other({ partyType: 'supplier' }),
    '请选择所属供应商',
  ],
  ['an account of one letter', 'blade-user/submit', () => other({ account: 'x' }), '登录账号至少 2 个字符'],
  [
    'a role that sees what nobody named',
    'blade-system/role/submit',
    () => ({ ...ROLE, dataScopeType: '5', dataScopeValue: '' }),
    '请填写自定义数据范围的取值',
  ],
  [
    'a role that sees what nobody knows',
    'blade-system/role/submit',
    () => ({ ...ROLE, dataScopeType: '5', dataScopeValue: 'everything' }),
    '自定义范围“everything”不可用，请填写 my-company、my-warehouses、my-districts、my-supplier、my-client，或 dept: 加部门编号，用逗号分隔',
  ],
  [
    'a role below one that is none',
    'blade-system/role/submit',
    () => ({ ...ROLE, dataScopeType: '1', parentId: '999999' }),
    '上级角色不存在',
  ],
  [
    'a department of a kind that is none',
    'blade-system/dept/submit',
    () => ({ deptName: '月球', fullName: '月球', parentId: '0', deptCategory: '99', sort: 1 }),
    '部门类型不正确',
  ],
  [
    'an entry below a dictionary that is none',
    'blade-system/dict/submit',
    () => ({ parentId: '999999', code: 'sex', dictKey: '9', dictValue: '九', sort: 1 }),
    '上级字典不存在',
  ],
  [
    'a menu below one that is none',
    'blade-system/menu/submit',
    () => ({ code: 'x_y', name: '某', parentId: '999999', sort: 1, category: 1 }),
    '上级菜单不存在',
  ],
  [
    'a menu that leads to a foreign page',
    'blade-system/menu/submit',
    () => ({ code: 'x_y', name: '某', parentId: '0', sort: 1, category: 1, path: 'https://evil.example.com/x' }),
    '路由地址“https://evil.example.com/x”不可用：请填写以 / 开头的页面地址，或参数“允许嵌入的站点”中某个站点的 https 地址',
  ],
  [
    'a client whose refresh token ends with the other',
    'blade-system/client/submit',
    () => CLIENT,
    '刷新令牌秒数必须大于令牌秒数',
  ],
  [
    'a provider of an odd name',
    'blade-system/social-provider/submit',
    () => ({ ...SOCIAL, source: 'W' }),
    '编号由 2-20 位小写字母、数字、- 或 _ 组成，以字母或数字开头',
  ],
  [
    'a provider that is no address',
    'blade-system/social-provider/submit',
    () => ({ ...SOCIAL, issuer: 'ftp://id.example.com' }),
    '签发地址须是完整的网址，不带 ? 和 #，如 https://id.example.com',
  ],
  [
    'a provider that does not say who somebody is',
    'blade-system/social-provider/submit',
    () => ({ ...SOCIAL, scope: 'profile' }),
    '授权范围须包含 openid',
  ],
  ['a lock of 4000 signs', 'blade-auth/session/lock', () => ({ password: LONG }), '锁屏密码不能超过 200 个字符'],
  [
    'a question too long for a ticket',
    'blade-resource/download-ticket',
    () => ({ path: '/api/blade-user/export-user', query: `account=${LONG}${LONG}` }),
    '下载参数最多 4000 个字符',
  ],
  [
    'mail to 201 people',
    'blade-desk/message/send',
    () => ({ title: 'x', content: 'x', userIds: many(201) }),
    '一封邮件最多发给 200 人，收到 201 人',
  ],
  [
    'a short message to 1001 phones',
    'blade-resource/sms/endpoint/send-message',
    () => ({ phones: many(1_001) }),
    '一次最多发给 200 个号码，收到 1001 个',
  ],
  [
    'a list for what a short message says',
    'blade-resource/sms/endpoint/send-message',
    () => ({ phones: '13800000000', params: '[1]' }),
    '参数须是 JSON 对象，如 {"code":"1234"}',
  ],
  [
    'no JSON for what a short message says',
    'blade-resource/sms/endpoint/send-message',
    () => ({ phones: '13800000000', params: '{' }),
    '参数须是 JSON 对象，如 {"code":"1234"}',
  ],
  [
    'a tenant with a picture that runs',
    'blade-system/tenant/submit',
    () => ({ tenantName: '蓝海', linkman: '王', contactNumber: '13800000000', backgroundUrl: 'javascript:alert(1)' }),
    '登录背景须是 http(s) 地址或已上传的图片',
  ],
  [
    'a report shared with no role',
    'blade-report/report/rest/submit',
    () => ({ name: 'x', resource: 'user', shareScope: 'role', shareIds: '', config: { columns: ['account'] } }),
    '请选择要共享的角色',
  ],
  [
    'a record whose id is a number',
    'blade-system/post/submit',
    () => ({ id: 7, postName: 'x', postCode: 'x', category: '1', sort: 1 }),
    '编号「7」无效，请以文本发送，如 "1123598821738675201"',
  ],
] as const)('%s', async (_, path, body, sentence) => {
  const { status, body: answer } = await admin.post(path, body());
  expect([status, answer.msg]).toEqual([400, sentence]);
});

test('nobody is the last to look after the system, and the tenant has no more people than it may', async () => {
  await run((tx) => tx.run(sql`update app_user set frozen = 1 where account <> 'admin'`));
  const myself = { id: admin.userId, account: 'admin', name: 'admin', realName: 'admin', deptId: site, roleId: role };
  expect(await says('blade-user/submit', myself)).toBe('不能冻结、删除最后一个管理员，也不能取消其角色');
  await run((tx) => tx.run(sql`update app_user set frozen = 0`));
  await run((tx) => tx.run(sql`update tenant set account_number = 1 where tenant_id = '000000'`));
  expect(await says('blade-user/submit', other({ account: 'one-too-many' }))).toBe('当前租户已到最大用户额度!');
  await run((tx) => tx.run(sql`update tenant set account_number = -1 where tenant_id = '000000'`));
});

test('menus do not stand below themselves, and a code, which is a right, is changed by the administrator alone', async () => {
  const above = (
    await admin.post('blade-system/menu/submit', { code: 'moon', name: '月', parentId: '0', sort: 1, category: 1 })
  ).body.data['id'];
  const below = (
    await admin.post('blade-system/menu/submit', {
      code: 'moon_dark',
      name: '背面',
      parentId: above,
      sort: 1,
      category: 1,
    })
  ).body.data['id'];
  expect(
    await says('blade-system/menu/submit', {
      id: above,
      code: 'moon',
      name: '月',
      parentId: below,
      sort: 1,
      category: 1,
    }),
  ).toBe('父节点不可选择自身!');
  await run((tx) =>
    tx.run(
      sql`insert into role_menu (role_id, menu_id) select r.id, m.id from role r, menu m
        where r.id = any((select role_id from app_user
        where account = 'tenant-admin')::bigint[]) and m.code like 'menu\_%' on conflict do nothing`,
    ),
  );
  const lesser = await house.signIn('tenant-admin');
  expect((await lesser.post('blade-system/menu/remove', undefined, { ids: below })).body.msg).toBe(
    '菜单编号就是权限，只有超级管理员可以修改编号或删除菜单',
  );
});

test('a post that people hold and a role one holds are not removed', async () => {
  const post = (
    await admin.post('blade-system/post/submit', { postName: '领班', postCode: 'lead', category: '1', sort: 1 })
  ).body.data['id'];
  await run((tx) => tx.run(sql`update app_user set post_id = array[${String(post)}::bigint] where account = 'chef'`));
  expect(await says('blade-system/post/remove', {}, { ids: post })).toMatch(/^「领班」已被用户「.+」引用，不能删除$/);
  const own = (
    await admin.post('blade-system/role/submit', {
      ...ROLE,
      roleAlias: 'my-own',
      roleName: '自己的',
      dataScopeType: '1',
    })
  ).body.data['id'];
  await run((tx) =>
    tx.run(sql`update app_user set role_id = role_id || ${String(own)}::bigint where account = 'admin'`),
  );
  const again = await house.signIn('admin');
  expect((await again.post('blade-system/role/remove', undefined, { ids: own })).body.msg).toBe(
    '不能删除自己所属的角色',
  );
});

test('the tenant of the platform neither ends nor is limited by a package', async () => {
  const platform = await id('tenant', sql`tenant_id = '000000'`);
  expect(
    await says('blade-system/tenant/setting', { ids: platform, accountNumber: -1, expireTime: '2030-01-01 00:00:00' }),
  ).toBe('管理租户不能设置过期时间，请清空');
  expect(await says('blade-system/tenant/package-setting', { tenantId: '000000', packageId: '1' })).toBe(
    '管理租户不受套餐限制，不能设置套餐',
  );
});
