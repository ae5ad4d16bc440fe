/** Why somebody may or may not, and what another platform keeps of him. */
import { beforeAll, expect, test } from 'vitest';
import { sql } from '../../../parts/postgres/database.ts';
import { openHouse, pause, type Client, type House } from '../admin.testing.ts';

interface Answer {
  readonly allowed: boolean;
  readonly reasons: readonly {
    readonly rule: string;
    readonly lets: boolean;
    readonly text: string;
    readonly role: string;
    readonly by: string;
    readonly time: string;
  }[];
}
let house: House;
let admin: Client;
const people: Record<string, string> = {};
const ask = async (userId: string, query: Record<string, string>): Promise<Answer> => {
  const { status, body } = await admin.get('blade-system/permission/explain', { userId, ...query });
  expect([status, body.msg]).toEqual([200, '操作成功']);
  return body.data as unknown as Answer;
};
const rules = ({ reasons }: Answer): string[] => reasons.map(({ rule, lets }) => `${lets ? '+' : '-'}${rule}`);

beforeAll(async () => {
  house = await openHouse();
  admin = await house.signIn('admin');
  const dept = async (deptName: string, parentId: string, deptCategory: string): Promise<string> =>
    (
      (await admin.post('blade-system/dept/submit', { deptName, fullName: deptName, parentId, deptCategory, sort: 1 }))
        .body.data as unknown as { id: string }
    ).id;
  const company = await dept('公司', '0', '1');
  const [one, two] = [await dept('甲', company, '2'), await dept('乙', company, '2')];
  await house.run((tx) =>
    tx.run(
      sql`update app_user set create_user = 1, dept_id = case
        when account in ('chef', 'storekeeper') then array[${one}::bigint] else array[${two}::bigint] end`,
    ),
  );
  for (const { id, account } of await house.run<{ id: string; account: string }[]>((tx) =>
    tx.rows(sql`select id, account from app_user`),
  ))
    people[account] = id;
});

test('a right is explained by the role that was granted it, by whom and when; without one, by what is missing', async () => {
  const role = (await house.run<{ id: string }>((tx) => tx.row(sql`select id from role where role_alias = 'chef'`))).id;
  const before = await ask(people['chef']!, { resource: 'param' });
  expect([before.allowed, rules(before)]).toEqual([false, ['-grant']]);
  expect(before.reasons[0]!.text).toBe('没有角色被授予 param_view');
  const keys = (
    (await admin.get('blade-system/menu/role-tree-keys', { roleIds: role })).body.data as unknown as { menu: string[] }
  ).menu;
  const { id: menu } = await house.run<{ id: string }>((tx) =>
    tx.row(sql`select id from menu where code = 'param_view'`),
  );
  await admin.post('blade-system/role/grant', { roleIds: role, menuIds: [...keys, menu].join(',') });
  await pause(2_100);
  const after = await ask(people['chef']!, { resource: 'param' });
  expect([after.allowed, rules(after)]).toEqual([true, ['+grant']]);
  expect(after.reasons[0]).toMatchObject({
    text: '角色“厨师长”被授予 param_view',
    role: '厨师长',
    by: '超级管理员',
    time: expect.stringMatching(/^\d{4}-/),
  });
  expect(rules(await ask(people['admin']!, { resource: 'param' }))).toContain('+administrator');
  expect(await ask(people['chef']!, { route: '/api/blade-user/info' })).toMatchObject({
    allowed: true,
    reasons: [{ rule: 'session', lets: true }],
  });
});

test('a record is explained by every scope that holds it or does not, and the answer is what the list does', async () => {
  await house.run((tx) =>
    tx.run(
      sql`insert into role_menu (role_id, menu_id) select r.id, m.id from role r, menu m
        where r.role_alias = 'chef' and m.code = 'user_view' on conflict do nothing`,
    ),
  );
  await pause(2_100);
  const chef = await house.signIn('chef');
  for (const account of Object.keys(people)) {
    const { allowed, reasons } = await ask(people['chef']!, { resource: 'user', recordId: people[account]! });
    expect([account, (await chef.get('blade-user/detail', { id: people[account]! })).status === 200]).toEqual([
      account,
      allowed,
    ]);
    expect(reasons.some(({ rule, lets }) => lets && rule !== 'grant')).toBe(allowed);
  }
  const near = await ask(people['chef']!, { resource: 'user', recordId: people['storekeeper']! });
  expect(near.reasons.map(({ text }) => text)).toEqual(
    expect.arrayContaining([
      '角色“厨师长”的基础数据范围（本部门及以下）包含它',
      '角色“普通员工”的基础数据范围（仅本人）不包含它',
    ]),
  );
});

test('a frozen account is explained by that, whatever it was granted', async () => {
  await admin.post('blade-user/freeze', undefined, { ids: people['auditor']! });
  const answer = await ask(people['auditor']!, { resource: 'param' });
  expect([answer.allowed, answer.reasons[0]]).toMatchObject([
    false,
    { rule: 'account', lets: false, text: '账号已冻结' },
  ]);
  expect(
    (await admin.get('blade-system/permission/explain', { userId: people['chef']!, resource: 'nothing' })).body.msg,
  ).toBe('没有名为“nothing”的资源');
});

test('EP-0013 EP-0015: what another platform keeps of a person is kept as it was given, one for each platform', async () => {
  const id = people['chef']!;
  expect((await admin.get('blade-user/platform-detail', { id })).body.data).toEqual({
    id: '',
    userId: id,
    userType: '1',
    userExt: '',
  });
  const ext = '{"openId":"o-1","x":"<b>"}';
  expect(
    (await admin.post('blade-user/update-platform', undefined, { userId: id, userType: '2', userExt: ext })).body,
  ).toEqual({ code: 200, success: true, data: true, msg: '操作成功' });
  await admin.post('blade-user/update-platform', undefined, { userId: id, userType: '1', userExt: 'web' });
  await admin.post('blade-user/update-platform', undefined, { userId: id, userType: '2', userExt: `${ext} ` });
  expect((await admin.get('blade-user/platform-detail', { id, userType: '2' })).body.data).toMatchObject({
    userId: id,
    userType: '2',
    userExt: `${ext} `,
  });
  expect((await admin.get('blade-user/platform-detail', { id })).body.data).toMatchObject({
    userType: '1',
    userExt: 'web',
  });
  expect(
    (await admin.post('blade-user/update-platform', undefined, { userId: id, userType: '9', userExt: '' })).body.msg,
  ).toBe('用户平台“9”不存在，请从字典 user_type 中选择');
  expect(
    (
      await admin.post('blade-user/update-platform', undefined, {
        userId: id,
        userType: '1',
        userExt: 'x'.repeat(2001),
      })
    ).status,
  ).toBe(400);
});
