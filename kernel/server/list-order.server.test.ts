import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emptyDatabase } from '../../tests/support/postgres.ts';
import { openWorkshop, tool, type Workshop } from '../../tests/support/workshop.ts';
import { idsInOrder } from '../../parts/best-first/best-first.ts';
import { openDatabase, raw, sql, type Sql } from '../../parts/postgres/database.ts';
import { knowsPinyin } from '../../parts/postgres/pinyin.ts';
import { readOptions } from './options.ts';
import { readAll, readPage } from './record-query.ts';
import { saveAll } from './save.ts';

const IN_ORDER = ['12寸锅', '7号刀', 'apple', 'A菜', '白菜', '菠菜', '豆腐', '鸡蛋', '土豆'];
/** `_` stands before small letters and after capital ones, where signs are compared as they are stored. */
const CODES = ['A', 'B', 'Z', '_', 'a', 'b', '丁', '七', '八'];

let shop: Workshop;
beforeAll(async () => {
  shop = await openWorkshop();
  const rows = ['土豆', '7号刀', '白菜', 'A菜', '鸡蛋', '菠菜', '12寸锅', '豆腐', 'apple'].map((name, at) => ({
    name,
    code: CODES[(at * 4) % 9]!,
  }));
  await shop.as({}, (context) => saveAll(tool as never, context, rows));
});
afterAll(() => shop.close());

const listed = async (input: Record<string, unknown>, column = 'name'): Promise<unknown[]> =>
  (await shop.as({}, (context) => readPage(tool as never, context, { size: 20, ...input }))).records.map(
    (row) => row[column],
  );

test('a list by name gives digits, Latin letters, then characters by their pinyin', async () => {
  expect(await listed({ ascs: 'name' })).toEqual(IN_ORDER);
});

test('descending is the same order from its end', async () => {
  expect(await listed({ descs: 'name' })).toEqual(IN_ORDER.toReversed());
});

test.each(['ascs', 'descs'])(
  'page after page by name (%s) gives every row once, also where names are the same',
  async (way) => {
    await shop.as({ tenant: '000001' }, (context) =>
      saveAll(
        tool as never,
        context,
        Array.from({ length: 11 }, (_, at) => ({ code: `${way}${at}`, name: at % 3 === 0 ? '土豆' : '白菜' })),
      ),
    );
    const codes: unknown[] = [];
    for (const current of [1, 2, 3, 4]) {
      const page = await shop.as({ tenant: '000001' }, (context) =>
        readPage(tool as never, context, { [way]: 'name', code_like: way, size: 3, current }),
      );
      codes.push(...page.records.map((row) => row['code']));
    }
    expect(codes.toSorted()).toEqual(Array.from({ length: 11 }, (_, at) => `${way}${at}`).toSorted());
  },
);

test('what was searched for, a picker and an export stand in the same order when it is asked for', async () => {
  const found = ['白菜', '菠菜', 'A菜'];
  expect(await listed({ ascs: 'name', keyword: '菜' })).toEqual(['A菜', '白菜', '菠菜']);
  expect(
    (await shop.as({}, (context) => readOptions(tool as never, context, { keyword: '菜' })))
      .map((row) => row['title'])
      .toSorted(),
  ).toEqual(found.toSorted());
  expect(
    (await shop.as({}, (context) => readOptions(tool as never, context, { ascs: 'name' }))).map((row) => row['title']),
  ).toEqual(IN_ORDER);
  const exported = await shop.as({}, async (context) => {
    const names: unknown[] = [];
    for await (const rows of await readAll(tool as never, context, { ascs: 'name' }))
      names.push(...rows.map((row) => row['name']));
    return names;
  });
  expect(exported).toEqual(IN_ORDER);
});

test('codes stay in the order of their signs', async () => {
  expect(await listed({ ascs: 'code' }, 'code')).toEqual(['A', 'B', 'Z', '_', 'a', 'b', '丁', '七', '八']);
});

test.each([false, true])('a page far behind the first (down: %s) is the one a plain query finds', async (descends) => {
  // Two of 1,300 have no code: at the end, and down in front.
  const source = sql`(select g as id, case when g % 600 > 0 then lpad((g * 7 % 1300)::text, 4, '0') end as code
    from generate_series(1, 1300) g)`;
  const terms = [
    { column: sql`code`, descends, isUnique: true },
    { column: sql`id`, descends },
  ];
  const direction = raw(descends ? 'desc' : 'asc');
  const order = sql`order by t.code ${direction}, t.id ${direction}`;
  const idsOf = async (query: Sql): Promise<number[]> =>
    (await shop.as({}, ({ tx }) => tx.rows<{ id: number }>(query))).map(({ id }) => id);
  for (const offset of [0, 1_000, 1_050, 1_290, 1_299, 1_400]) {
    const ids = idsInOrder({ source, conditions: [], terms, size: 20, offset });
    expect([offset, await idsOf(sql`select t.id from ${source} t where t.id = any(array(${ids})) ${order}`)]).toEqual([
      offset,
      await idsOf(sql`select t.id from ${source} t ${order} limit 20 offset ${offset}`),
    ]);
  }
});

test('a database that knows no pinyin is known by that', async () => {
  expect(await knowsPinyin(shop.database)).toBe(true);
  const plain = await emptyDatabase();
  const owner = new pg.Client({ connectionString: plain.ownerUrl });
  await owner.connect();
  await owner.query('create collation pinyin from "C"');
  await owner.end();
  const database = openDatabase(plain.ownerUrl);
  expect(await knowsPinyin(database)).toBe(false);
  await database.close();
});
