import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorkshop, type Workshop } from '../../tests/support/workshop.ts';
import { sql, type Sql } from './database.ts';

let shop: Workshop;
beforeAll(async () => {
  shop = await openWorkshop();
});
afterAll(() => shop.close());

/** How many plans of statements that say `mark` the connection keeps after `query` was asked so often. */
const preparedCount = (mark: string, query: Sql, times: number): Promise<number> =>
  shop.as({}, async ({ tx }) => {
    for (let time = 0; time < times; time += 1) await tx.rows(query);
    return (await tx.row<{ plans: number }>(
      sql`select count(*)::integer as plans from pg_prepared_statements
        where statement like ${`%${mark}%`} and statement not like '%pg_prepared_statements%'`,
    ))!.plans;
  });

test.each<[string, Sql, number, number]>([
  ['asked twice: planned each time', sql`select 1 as seldom_asked`, 2, 0],
  ['asked often: planned once', sql`select ${1}::integer as often_asked`, 5, 1],
  [
    'with a long list: planned for its length',
    sql`select count(*) as with_long_list from unnest(${Array.from({ length: 1000 }, (_, nr) => nr)}::integer[])`,
    5,
    0,
  ],
])('a statement %s', async (_, query, times, plans) => {
  expect(await preparedCount(/as (\w+)/.exec(query.text)![1]!, query, times)).toBe(plans);
});

test('a transaction that writes much has the planner look at its rows before anybody else sees them', async () => {
  const { before, after } = await shop.as({}, async ({ tx }) => {
    const expected = async (): Promise<number> => {
      const [plan] = (await tx.row<{ 'QUERY PLAN': { Plan: { 'Plan Rows': number } }[] }>(
        sql`explain (format json) select 1 from number_counter where day = '2026-01-01'`,
      ))!['QUERY PLAN'];
      return plan!.Plan['Plan Rows'];
    };
    await tx.run(
      sql`insert into number_counter (tenant_id, counter, day, last) select '000000', nr::text, '2026-01-01', 1
        from generate_series(1, 5000) nr`,
    );
    const unseen = await expected();
    await tx.run(sql`select look_at_new_rows()`);
    return { before: unseen, after: await expected() };
  });
  expect(before).toBeLessThan(1000);
  expect(after).toBeGreaterThan(4000);
});

test('tables nobody has looked at yet are not taken for those of many tenants: what is compared whole is not compared row by row', async () => {
  const plan = await shop.as({}, async ({ tx }) => {
    await tx.run(
      sql`insert into dept (dept_name, full_name, dept_category, search_text) select 'd' || nr, 'd' || nr, '2', ''
        from generate_series(1, 2000) nr`,
    );
    return (
      await tx.rows<{ 'QUERY PLAN': string }>(
        sql`explain select 1 from dept a left join dept b on b.tenant_id = a.tenant_id and b.code = a.code`,
      )
    )
      .map((row) => row['QUERY PLAN'])
      .join('\n');
  });
  expect(plan).not.toContain('Nested Loop');
});

test('a transaction that cannot be opened does nothing, although its first statement is sent along', async () => {
  const writing = shop.database.transaction({ tenant: '000000', timeZone: 'Nowhere/Nowhere' }, (tx) =>
    tx.run(
      sql`insert into number_counter (tenant_id, counter, day, last) values ('000000', 'not-opened', current_date, 1)`,
    ),
  );
  await expect(writing).rejects.toThrow('TimeZone');
  expect(
    await shop.as({}, ({ tx }) => tx.rows(sql`select 1 from number_counter where counter = 'not-opened'`)),
  ).toEqual([]);
});

test('of statements on their way together all tell what the first of them broke', async () => {
  const rows = await shop
    .as({}, async ({ tx }) => {
      const both = await Promise.allSettled([
        tx.run(
          sql`insert into number_counter (tenant_id, counter, day, last) values ('000000', null, current_date, 1)`,
        ),
        tx.rows(sql`select 1`),
      ]);
      return both.map((each) => (each.status === 'rejected' ? String(each.reason) : each.status));
    })
    .catch((error: unknown) => String(error));
  expect(rows).toEqual([
    expect.stringContaining('null value in column "counter"'),
    expect.stringContaining('null value in column "counter"'),
  ]);
});

test('a word is looked for in its index, though row-level security stands before the rows', async () => {
  const plan = await shop.as({}, async ({ tx }) => {
    await tx.run(
      sql`insert into role (tenant_id, role_name, role_alias, search_text)
        select '000000', 'r' || nr, 'r' || nr, md5(nr::text) from generate_series(1, 20000) nr`,
    );
    await tx.run(sql`select look_at_new_rows()`);
    return (
      await tx.rows<{ 'QUERY PLAN': string }>(sql`explain select t.id from role t where t.search_text like ${'%word%'}`)
    )
      .map((row) => row['QUERY PLAN'])
      .join('\n');
  });
  expect(plan).toContain('role_search_ix');
});
