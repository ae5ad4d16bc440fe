import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../../parts/postgres/database.ts';
import { ordering, orderTerms } from '../../../kernel/server/list-order.ts';
import { foundIds } from '../../../parts/best-first/best-first.ts';
import { openWorkshop, type Workshop } from '../../../tests/support/workshop.ts';
import { materialAlias } from './material-alias.resource.ts';
import { material } from './material.resource.ts';

let shop: Workshop;
beforeAll(async () => {
  shop = await openWorkshop();
  const owner = new pg.Client({ connectionString: shop.ownerUrl });
  await owner.connect();
  await owner.query(`set session_replication_role = replica; set app.tenant = '000000'`);
  await owner.query(
    `insert into material (code, name, material_type_id, base_unit_id, search_text)
      select 'M' || n, chr(19968 + n * 7 % 20000) || n, 1, 1, 'ma' || n || case when n <= 40 then ' apple' else '' end
      from generate_series(1, 20000) n`,
  );
  await owner.query(`insert into material_alias (alias, alias_key, material_id) select name, code, id from material`);
  await owner.query('vacuum analyze material, material_alias');
  await owner.end();
}, 60_000);
afterAll(() => shop.close());

/** The most rows that any part of the work met. */
const mostRead = (plan: readonly Record<string, string>[]): number =>
  Math.max(
    ...plan.flatMap((row) => [...Object.values(row)[0]!.matchAll(/rows=(\d+)/g)].map((match) => Number(match[1]))),
  );

test.each([
  ['materials by name', material, { ascs: 'name' }, 'material_name_id_ix'],
  ['materials by name, descending', material, { descs: 'name' }, 'material_name_id_ix'],
  ['other names in their own order', materialAlias, {}, 'material_alias_alias_id_ix'],
] as const)('a page of %s is read through an index, and not the whole list', async (_, declaration, input, index) => {
  const plan = await shop.as({}, (context) =>
    context.tx.rows<Record<string, string>>(sql`
    explain (analyze, costs off, timing off, summary off) select t.id
    from ${declaration === material ? sql`material` : sql`material_alias`} t
      ${ordering(declaration as never, context, input)} limit 20`),
  );
  const lines = plan.map((row) => Object.values(row)[0]!);
  expect(lines.join('\n')).toContain(index);
  expect(mostRead(plan)).toBeLessThan(100);
});

test('of what one letter finds only what begins with it is weighed, though every material has it somewhere', async () => {
  const input = { keyword: 'a' };
  const plan = await shop.as({}, (context) =>
    context.tx.rows<Record<string, string>>(sql`
    explain (analyze, costs off, timing off, summary off) ${foundIds({
      declaration: material,
      words: ['a'],
      source: sql`material`,
      conditions: [sql`t.search_text like ${'%a%'}`],
      terms: orderTerms(material, context, input),
      size: 20,
      offset: 0,
    })}`),
  );
  expect(mostRead(plan)).toBeLessThan(100);
});
