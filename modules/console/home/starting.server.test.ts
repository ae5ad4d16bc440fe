/** What a new company takes to begin with: sets and a sample week, each once, and who may load the sample company. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { aStockRoom, place, type StockRoom } from '../../stock/ledger/stock-room.testing.ts';
import { refused } from '../../../tests/support/refused.ts';
import { SAMPLE_COMPANY } from './first-steps.rules.ts';

let room: StockRoom;
beforeAll(async () => {
  room = await aStockRoom({ area: 'console' });
});
afterAll(() => room.close());

const ask = <T = unknown>(path: string, who: (context: Context) => Context = (context) => context): Promise<T> =>
  room.act((context) =>
    room.registry.calls.find((call) => call.path === path)!.handle(who(context), {}, null),
  ) as Promise<T>;
const run = (statement: ReturnType<typeof sql>): Promise<number> => room.act(({ tx }) => tx.run(statement));
const rows = <T>(statement: ReturnType<typeof sql>): Promise<T[]> => room.act(({ tx }) => tx.rows<T>(statement));

test.each([
  ['materialtype/startingSet', 20],
  ['dishtype/startingSet', 8],
  ['menutemplatetype/startingSet', 1],
])('%s is taken once, and needs the right to add what it adds', async (path, created) => {
  const call = room.registry.calls.find((each) => each.path === path)!;
  expect(call.permission).toBe(`${path.split('/')[0]}_add`);
  expect(await ask(path)).toEqual({ created });
  expect(await ask(path)).toEqual({ created: 0 });
});

test('types stand below their groups, with what they hand down; what was there stays', async () => {
  expect(
    await rows(sql`select t.code, t.name, p.code as above, t.storage_zone, t.default_tax_rate::text as tax
      from material_type t left join material_type p on p.id = t.parent_id
      where t.code in ('F', 'M', 'M2', 'T1') order by t.code`),
  ).toEqual([
    { code: 'F', name: '食材', above: null, storageZone: null, tax: null },
    { code: 'M', name: '肉禽蛋', above: null, storageZone: null, tax: null },
    { code: 'M2', name: '牛羊肉', above: 'M', storageZone: 'frozen', tax: expect.stringMatching(/^9(\.0+)?$/) },
    { code: 'T1', name: '豆制品', above: null, storageZone: 'chilled', tax: expect.stringMatching(/^13(\.0+)?$/) },
  ]);
});

test('a sample week wants a stall and a dish with a price, is planned once as a draft, and never beside a real plan', async () => {
  const plan = (): Promise<{ id: string; billCode: string }> => ask('gearsalesplan/sampleWeek');
  await run(sql`update dept set frozen = 1 where dept_category = '4'`);
  expect((await refused(plan())).map(([code]) => code)).toEqual(['console.no-stall']);
  await run(sql`update dept set frozen = 0 where dept_category = '4'`);
  expect((await refused(plan())).map(([code]) => code)).toEqual(['console.no-dish']);

  await run(sql`insert into dish (id, code, name, dish_type_id, dish_kind, sale_price)
    select 800 + n, 'D' || n, '菜' || n, t.id, case when n = 3 then 'semi' else 'finished' end,
      case when n = 4 then null else 12 end from generate_series(1, 4) n, dish_type t where t.code = 'C1'`);
  const made = await plan();
  expect(await plan()).toEqual(made);
  expect(
    await rows(sql`select p.plan_name, p.status, p.gear_operation_dept_id::text as stall, p.start_date, p.end_date,
      p.remark like '示例%' as marked, count(*)::integer as lines, count(distinct d.dish_id)::integer as dishes
      from sales_plan p join sales_plan_detail d on d.sales_plan_id = p.id group by p.tenant_id, p.id`),
  ).toEqual([
    {
      planName: '示例周 面档 2025-03-17',
      status: 'draft',
      stall: place.stall,
      startDate: '2025-03-17',
      endDate: '2025-03-21',
      marked: true,
      lines: 10,
      dishes: 2,
    },
  ]);

  await run(sql`update sales_plan set remark = '' where id = ${made.id}::bigint`);
  expect(await refused(plan())).toEqual([
    [
      'console.planned',
      `面档已有营销计划 ${made.billCode}，不再排示例周`,
      `面档 has the sales plan ${made.billCode}; no sample week is planned beside it`,
    ],
  ]);
});

test('the sample company is for an administrator of an empty company, and loaded by one at a time', async () => {
  const load = (roles: readonly string[]): Promise<unknown> =>
    ask('home/sample-company', (context) => ({ ...context, user: { ...context.user, roles } }));
  await expect(load(['data-steward'])).rejects.toMatchObject({ status: 403 });
  const [refusal] = await refused(load(['admin']));
  expect(refusal).toEqual([
    'console.not-empty',
    expect.stringMatching(/部门 5 条.*物料 4 条/),
    expect.stringContaining('4 × material'),
  ]);

  await run(sql`insert into job (id, kind, title, user_id, input) values (1, ${SAMPLE_COMPANY}, '', 1, '{}')`);
  expect(await load(['admin'])).toEqual({ jobId: '1', password: null });
  await run(sql`update job set user_id = 2 where id = 1`);
  expect(await refused(load(['admin']))).toEqual([
    ['console.loading', '另一人正在载入示例公司，请稍候', '另一人 is loading the sample company; please wait'],
  ]);
});
