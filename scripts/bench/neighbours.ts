/**
 * What others feel beside the longest work there is: the largest plan, the costs of all dishes, and both at once with
 * an import of 50,000 and the sheet of 500,000 moves.
 */
import { makeWeek, planOfWeek } from './explosion.ts';
import type { Figure } from './figures.ts';
import { fine, type Fixtures } from './fixtures.ts';
import { MATERIAL } from './masters.ts';
import { besideOthers } from './others.ts';
import { exportOf, importOf, makeMoves, materialSheet } from './sheets.ts';

const DISHES = 3_000;
const ALL_AT_ONCE_MS = 150;

/** A trivial call and a page beside each, and beside all four at once. */
export async function benchNeighbours(fixtures: Fixtures): Promise<Figure[]> {
  const { quick } = fixtures;
  await unlessThere(fixtures, 'select 1 from sales_plan where id = 60000', () => makeWeek(fixtures, quick ? 20 : 500));
  await unlessThere(fixtures, "select 1 from batch where batch_code = 'EPC1'", () =>
    makeMoves(fixtures, quick ? 10_000 : 500_000),
  );
  await makeDishes(fixtures, quick ? 300 : DISHES);
  await fixtures.sql('vacuum analyze');
  const file = await materialSheet(fixtures, 'IX', quick ? 2_000 : 50_000);
  const id = await planOfWeek(fixtures);
  const plan = async (): Promise<unknown> =>
    fine(await fixtures.post('store-management/invrequireplan/generatePlan', { id, withLines: 0 }));
  const costs = (): Promise<unknown> => exportOf(fixtures, 'master-data/dish/exportExcel?code_likeright=LC');
  return [
    ...(await besideOthers(fixtures, 'plan', plan)),
    ...(await besideOthers(fixtures, 'costs of all dishes', costs)),
    ...(await besideOthers(
      fixtures,
      'plan, costs, import and export at once',
      () =>
        Promise.all([
          plan(),
          costs(),
          importOf(fixtures, file),
          exportOf(fixtures, 'store-management/stockbatchlogs/exportExcel?billCode=EXPORT'),
        ]),
      ALL_AT_ONCE_MS,
    )),
  ];
}

async function unlessThere(fixtures: Fixtures, question: string, make: () => Promise<void>): Promise<void> {
  if ((await fixtures.sql(question)).length === 0) await make();
}

/** Dishes of eight lines, the last of them a dish of two materials; every material has a supplier and a price. */
async function makeDishes({ sql }: Fixtures, count: number): Promise<void> {
  await sql(
    `insert into supplier_material (supplier_id, material_id, unit_id, factor, price, base_price, tax_rate, start_date)
      select 600, ${MATERIAL} + 5000 + n, 301, 1, 3 + n % 40, 3 + n % 40, 9, '2020-01-01'
      from generate_series(0, 299) n`,
  );
  await sql(
    `insert into dish (id, code, name, dish_type_id, dish_kind)
      select 400000 + n, 'LC' || n, '成本菜' || n, 600, 'finished' from generate_series(0, ${count - 1}) n`,
  );
  await sql(
    `insert into dish_bom (id, dish_id, output_qty, output_unit_id, released, start_date)
      select 500000 + n, 400000 + n, 1, 302, 1, '2020-01-01' from generate_series(0, ${count - 1}) n`,
  );
  await sql(
    `insert into dish_bom_detail (dish_bom_id, line_no, line_kind, material_id, net_qty, unit_id, yield_rate,
      net_base_qty) select 500000 + d, l, 'material', ${MATERIAL} + 5000 + (d * 7 + l * 13) % 300, 0.05, 301,
      70 + l * 3, 0.05 from generate_series(0, ${count - 1}) d, generate_series(1, 7) l`,
  );
  await sql(
    `insert into dish_bom_detail (dish_bom_id, line_no, line_kind, sub_dish_id, net_qty, unit_id, yield_rate,
      net_base_qty) select 500000 + d, 8, 'dish', 51000 + d % 20, 0.03, 301, 100, 0.03
      from generate_series(0, ${count - 1}) d`,
  );
}
