import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openWorkshop, tool, type Workshop } from '../../tests/support/workshop.ts';
import { join, sql } from '../../parts/postgres/database.ts';
import { conditions } from './filters.ts';
import { ordering } from './list-order.ts';
import { readOptions } from './options.ts';
import { readPage } from './record-query.ts';
import { saveAll } from './save.ts';

let shop: Workshop;
beforeAll(async () => {
  shop = await openWorkshop();
});
afterAll(() => shop.close());
beforeEach(() => shop.as({}, (context) => context.tx.run(sql`delete from tool`)));

const of = { ...tool, keyword: ['code', 'name', 'kind'] } as never;
const stock = (...tools: (readonly [code: string, name: string])[]): Promise<unknown> =>
  shop.as({}, (context) =>
    saveAll(
      of,
      context,
      tools.map(([code, name]) => ({ code, name, kind: 'hand' })),
    ),
  );
const found = async (keyword: string, more: Record<string, unknown> = {}): Promise<string[]> =>
  (await shop.as({}, (context) => readPage(of, context, { keyword, size: 20, ...more }))).records.map((row) =>
    String(row['name']),
  );
const chosen = async (keyword: string): Promise<(readonly [unknown, unknown])[]> =>
  (await shop.as({}, (context) => readOptions(of, context, { keyword }))).map((row) => [row['title'], row['fit']]);

describe('what is searched for comes by how well it fits', () => {
  test.each`
    typed       | rows                                                                        | order
    ${'kg'}     | ${[['B1', '袋(1kg)'], ['B2', '袋(10kg)'], ['KG', '千克'], ['KGX', '公斤']]} | ${[['千克', 0], ['公斤', 3], ['袋(1kg)', 6], ['袋(10kg)', 6]]}
    ${'西红柿'} | ${[['A1', '红烧西红柿'], ['A2', '西红柿罐头'], ['A3', '西红柿']]}           | ${[['西红柿', 1], ['西红柿罐头', 3], ['红烧西红柿', 6]]}
    ${'dbc'}    | ${[['A1', '大白菜1号'], ['A2', '大白菜'], ['A3', '小大白菜']]}              | ${[['大白菜', 4], ['大白菜1号', 5], ['小大白菜', 6]]}
    ${'dabai'}  | ${[['A1', '小大白菜'], ['A2', '大白菜1号'], ['A3', '大白菜']]}              | ${[['大白菜', 5], ['大白菜1号', 5], ['小大白菜', 6]]}
    ${'红柿'}   | ${[['A1', '西红柿'], ['A2', '红柿子']]}                                     | ${[['红柿子', 3], ['西红柿', 6]]}
    ${'HAND'}   | ${[['A1', 'handle'], ['A2', 'x']]}                                          | ${[['x', 2], ['handle', 2]]}
  `(
    '$typed finds $order',
    async ({ typed, rows, order }: { typed: string; rows: [string, string][]; order: [string, number][] }) => {
      await stock(...rows);
      expect(await chosen(typed)).toEqual(order);
      expect(await found(typed)).toEqual(order.map(([name]) => name));
    },
  );
  test('where code and name are all that is looked into', async () => {
    await stock(['B1', '袋(1kg)'], ['KG', '千克']);
    expect(
      (await shop.as({}, (context) => readPage(tool, context, { keyword: 'kg' }))).records.map((row) => row['name']),
    ).toEqual(['千克', '袋(1kg)']);
  });
  test('also beyond the first page, and not where another order was asked for', async () => {
    await stock(...Array.from({ length: 30 }, (_, n): [string, string] => [`A${n + 10}`, `锤子${n + 10}`]), [
      'Z9',
      '锤子',
    ]);
    expect((await found('锤子', { size: 10 }))[0]).toBe('锤子');
    expect(await found('锤子', { size: 10, current: 4 })).toEqual(['锤子39']);
    expect((await found('锤子', { size: 10, ascs: 'code' }))[0]).toBe('锤子10');
  });
});

/** All that was found, each row weighed: what the pages have to give, in the slow and obvious way. */
const weighed = (keyword: string): Promise<string[]> =>
  shop.as({}, async (context) => {
    const input = { keyword };
    const rows = await context.tx.rows<{ name: string }>(
      sql`select t.name from tool t where ${join(conditions(of, context, input), ' and ')} ${ordering(of, context, input)}`,
    );
    return rows.map((row) => row.name);
  });
test.each(['a', 'ab', 'b', '红', '西红', '红柿', '西红柿', 'xi', 'xihong', 'h', '1', 'a b', '大 白', 'c,a'])(
  'the pages of what “%s” finds are the list in which every row was weighed',
  async (keyword) => {
    const parts = ['a', 'ab', 'ba', 'a b', '西红柿', '红柿', '大 白菜', '大白', '1', 'b、ab', 'c,a', '红；a', ' x'];
    await stock(
      ...parts.flatMap((first, one) =>
        parts.map((second, other): [string, string] => [`${one % 3 === 0 ? 'a' : 'k'}${one}-${other}`, first + second]),
      ),
    );
    const pages: string[] = [];
    for (let current = 1; current <= 30; current += 1) pages.push(...(await found(keyword, { size: 9, current })));
    expect(pages.length).toBeGreaterThan(0);
    expect(pages).toEqual(await weighed(keyword));
  },
);
