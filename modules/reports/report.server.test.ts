/** Reports: a saved question, answered to each with what is his to see. */
import { beforeAll, expect, test } from 'vitest';
import { sql } from '../../parts/postgres/database.ts';
import { openHouse, pause, type Client, type House } from '../admin/admin.testing.ts';
import { ownSheet } from '../../tests/contracts/the-company.ts';

type Row = Record<string, unknown> & { readonly id: string };
interface Result {
  readonly columns: readonly { readonly key: string; readonly label: string; readonly figure: boolean }[];
  readonly rows: readonly Record<string, string>[];
  readonly total: number;
}
let house: House;
let admin: Client;
let chef: Client;
const submit = (who: Client, body: Record<string, unknown>) => who.post('blade-report/report/rest/submit', body);
const runs = async (who: Client, id: string): Promise<Result> => {
  const { status, body } = await who.post('blade-report/report/rest/run', undefined, { id });
  expect([status, body.msg]).toEqual([200, '操作成功']);
  return body.data as unknown as Result;
};
const table = ({ columns, rows }: Result): string[][] => [
  columns.map(({ label }) => label),
  ...rows.map((row) => columns.map(({ key }) => row[key]!)),
];

beforeAll(async () => {
  house = await openHouse();
  admin = await house.signIn('admin');
  const dept = async (deptName: string, parentId: string, deptCategory: string): Promise<string> =>
    (
      (await admin.post('blade-system/dept/submit', { deptName, fullName: deptName, parentId, deptCategory, sort: 1 }))
        .body.data as unknown as Row
    ).id;
  const company = await dept('公司', '0', '1');
  const [one, two] = [await dept('甲', company, '2'), await dept('乙', company, '2')];
  await house.run((tx) =>
    tx.run(
      sql`update app_user set create_user = 1, dept_id = case
        when account in ('chef', 'storekeeper') then array[${one}::bigint] else array[${two}::bigint] end`,
    ),
  );
  await house.run((tx) =>
    tx.run(
      sql`insert into role_menu (role_id, menu_id) select r.id, m.id from role r, menu m
        where r.role_alias = 'chef' and m.code in ('report_view', 'report_add', 'report_edit', 'report_delete')
        on conflict do nothing`,
    ),
  );
  chef = await house.signIn('chef');
});

test('EP-0155: a report lists chosen columns in words, filtered and sorted, names by their pinyin', async () => {
  const made = (
    await submit(admin, {
      name: '岗位',
      resource: 'post',
      config: {
        columns: ['postName', 'category', 'duty'],
        filters: [{ field: 'category', op: 'equal', value: '3' }],
        sort: 'postName',
      },
    })
  ).body.data as unknown as Row;
  expect(table(await runs(admin, made.id))).toEqual([
    ['岗位名称', '岗位类型', '业务职责'],
    ['采购员', '基层', '采购员'],
    ['仓管员', '基层', '仓管员'],
  ]);
  const [row] = ((await admin.get('blade-report/report/rest/list', { name: '岗位' })).body.data as { records: Row[] })
    .records;
  expect(row).toMatchObject({
    name: '岗位',
    resource: 'post',
    ownerUserName: '超级管理员',
    shareScope: 'private',
    lastRunTime: expect.stringMatching(/^\d{4}-/),
  });
});

test('EP-0155: a report groups and measures; its sheet says the same', async () => {
  const made = (
    await submit(admin, {
      name: '各类岗位',
      resource: 'post',
      config: JSON.stringify({
        groupBy: ['category'],
        measures: [{ fn: 'count' }, { field: 'sort', fn: 'sum' }],
        sort: '-#0',
      }),
    })
  ).body.data as unknown as Row;
  const expected = [
    ['岗位类型', '条数', '排序 · 合计'],
    ['中层', '3', '14'],
    ['基层', '2', '5'],
    ['其他', '1', '7'],
    ['高层', '1', '2'],
  ];
  const result = await runs(admin, made.id);
  expect(table(result)).toEqual([expected[0], expected[1], expected[2], expect.anything(), expect.anything()]);
  expect([table(result).slice(3).toSorted(), result.total]).toEqual([expected.slice(3).toSorted(), 4]);
  const file = await house.app.inject({
    url: `/api/blade-report/report/rest/export?id=${made.id}`,
    headers: { 'blade-auth': `bearer ${admin.token}` },
  });
  expect([file.statusCode, ownSheet(file.rawPayload).slice(0, 3)]).toEqual([200, expected.slice(0, 3)]);
  const months = await admin.post('blade-report/report/rest/preview', {
    resource: 'post',
    config: { groupBy: [{ field: 'createTime', span: 'year' }], measures: [{ fn: 'count' }] },
  });
  expect(table(months.body.data as unknown as Result)[1]).toEqual([
    String(new Date(Date.now() + 8 * 3_600_000).getUTCFullYear()),
    '7',
  ]);
});

test('EP-0155: shared is the question, never the answer: each sees his own rows, and nothing without the right to the list', async () => {
  const made = (
    await submit(admin, { name: '人员', resource: 'user', shareScope: 'tenant', config: { columns: ['account'] } })
  ).body.data as unknown as Row;
  const refused = await chef.post('blade-report/report/rest/run', undefined, { id: made.id });
  expect([refused.status, refused.body.msg]).toEqual([400, '没有查看用户的权限，不能做它的报表']);
  await house.run((tx) =>
    tx.run(
      sql`insert into role_menu (role_id, menu_id) select r.id, m.id from role r, menu m
        where r.role_alias = 'chef' and m.code = 'user_view' on conflict do nothing`,
    ),
  );
  await pause(2_100);
  const accounts = (result: Result): string[] => result.rows.map((row) => Object.values(row)[0]!);
  expect([accounts(await runs(chef, made.id)), accounts(await runs(admin, made.id)).length]).toEqual([
    ['chef', 'storekeeper'],
    19,
  ]);
});

test('EP-0156: a private report is its owner’s; one that is shared is only opened by others', async () => {
  const own = (await submit(chef, { name: '我的', resource: 'user', config: { columns: ['account'] } })).body
    .data as unknown as Row;
  const keeper = await house.signIn('storekeeper');
  for (const who of [keeper])
    expect((await who.post('blade-report/report/rest/run', undefined, { id: own.id })).status).toBe(403);
  // Nor what was changed in it, by somebody who sees every department.
  for (const call of ['detail', 'history'])
    expect([call, (await admin.get(`blade-report/report/rest/${call}`, { id: own.id })).status]).toEqual([call, 404]);
  expect((await chef.get('blade-report/report/rest/history', { id: own.id })).body.data).toMatchObject([
    { action: 'create' },
  ]);
  expect((await submit(chef, { ...own, shareScope: 'tenant' })).status).toBe(403);
  const [shared] = ((await chef.get('blade-report/report/rest/list', { name: '人员' })).body.data as { records: Row[] })
    .records;
  expect((await submit(chef, { ...shared, name: '改名' })).body.msg).toBe('报表“人员”由他人创建，只能查看');
  expect((await chef.post('blade-report/report/rest/remove', undefined, { ids: shared!.id })).body.msg).toBe(
    '报表“人员”由他人创建，只能查看',
  );
  expect((await chef.post('blade-report/report/rest/remove', undefined, { ids: own.id })).body).toEqual({
    code: 200,
    success: true,
    data: true,
    msg: '操作成功',
  });
  expect(
    ((await admin.get('blade-report/report/rest/list', { name: '我的' })).body.data as { total: number }).total,
  ).toBe(0);
});
