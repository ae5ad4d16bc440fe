/**
 * A week of 500 stalls: exploded over two levels, netted and written, twice with the same outcome; beside the bare sums
 * in SQL.
 */
import { atMost, holds, known, median, type Figure } from './figures.ts';
import { fine, forgetPeak, memoryOf, type Fixtures } from './fixtures.ts';
import { MATERIAL, place } from './masters.ts';

const SITES = 10;
const MATERIALS = 300;
const DISHES = 120;
const FIRST = '2027-03-01';
const LAST = '2027-03-07';
const siteIds = Array.from({ length: SITES }, (_, site) => String(10_000 + site));

/** A week's requirement plan of many stalls: seconds and memory. */
export async function benchExplosion(fixtures: Fixtures): Promise<Figure[]> {
  const stalls = fixtures.quick ? 20 : 500;
  await makeWeek(fixtures, stalls);
  await fixtures.sql('vacuum analyze');
  forgetPeak(fixtures.serverPid);
  const begun = performance.now();
  const plan = { id: await planOfWeek(fixtures) };
  const seconds = (performance.now() - begun) / 1000;
  const { peak } = memoryOf(fixtures.serverPid);
  const digest = await digestOf(fixtures, plan.id);
  const again = performance.now();
  fine(await fixtures.post('store-management/invrequireplan/generatePlan', { id: plan.id, withLines: 0 }));
  const secondsAgain = (performance.now() - again) / 1000;
  const same = (await digestOf(fixtures, plan.id)) === digest;
  const bare: number[] = [];
  let gross = '';
  for (let round = 0; round < 3; round += 1) {
    const from = performance.now();
    gross = (await fixtures.sql<{ gross: string }>(bareSums))[0]!.gross;
    bare.push((performance.now() - from) / 1000);
  }
  const [ours] = await fixtures.sql<{ gross: string; lines: number; pegs: string }>(`
    select round(sum(d.gross_qty), 1)::text as gross, count(*)::integer as lines, (select sum(cardinality(qty))
    from requirement_pegging)::text as pegs from requirement_plan_detail d where d.requirement_plan_id = ${plan.id}`);
  return [
    atMost(
      `explosion: ${stalls} stalls × 3 meals × 7 days × 20 dishes, netted, pegged and written`,
      median([seconds, secondsAgain]),
      's',
      10,
      { bare: median(bare), note: `SQL: gross sums only; ${ours!.lines} lines, ${ours!.pegs} pegs` },
    ),
    atMost('explosion: peak memory of the server', peak, 'MB', 500),
    known('explosion: the first plan, from a cold server', seconds, 's'),
    holds('explosion: two runs give the same', same, digest),
    holds(
      'explosion: gross as SQL sums it',
      Math.abs(Number(ours!.gross) - Number(gross)) <= 1e-4 * Number(gross),
      `${ours!.gross} and ${gross}`,
    ),
  ];
}

/** Everything a plan says but its ids. */
const digestOf = async (fixtures: Fixtures, plan: string): Promise<string> =>
  (
    await fixtures.sql<{ digest: string }>(`
    select md5(string_agg(concat_ws('|', d.line_no, d.warehouse_id, d.material_id, d.need_date, d.gross_qty,
      d.safety_qty, d.on_hand_qty, d.on_order_qty, d.reserved_qty, d.net_qty, d.plan_qty, p.qty), ';'
      order by d.line_no)) as digest
    from requirement_plan_detail d left join requirement_pegging p on p.plan_detail_id = d.id
    where d.requirement_plan_id = ${plan}`)
  )[0]!.digest;

const bareSums = `
  with per_dish as (
    select b.dish_id, d.material_id, d.net_base_qty / (d.yield_rate / 100) as qty from dish_bom b
    join dish_bom_detail d on d.dish_bom_id = b.id where d.material_id is not null
    union all
    select b.dish_id, s.material_id, d.net_base_qty * s.net_base_qty / (s.yield_rate / 100) from dish_bom b
    join dish_bom_detail d on d.dish_bom_id = b.id join dish_bom sb on sb.dish_id = d.sub_dish_id
      join dish_bom_detail s on s.dish_bom_id = sb.id),
  need as (
    select w.id as warehouse, x.material_id, l.meal_date, sum(l.portions * x.qty) as gross from sales_plan p
    join sales_plan_detail l on l.sales_plan_id = p.id join per_dish x on x.dish_id = l.dish_id
      join warehouse w on w.project_group_dept_id = p.blade_project_dept_id
    where p.id >= 60000 and p.id < 70000 group by 1, 2, 3),
  netted as (select n.*, greatest(0, n.gross - coalesce(s.qty, 0)) as net from need n left
  join stock s on s.tenant_id = '000000' and s.location_id = n.warehouse and s.material_id = n.material_id)
  select round(sum(gross), 1)::text as gross, sum(net) from netted`;

/** The plan of the week as it stands, or a new one; its id. */
export async function planOfWeek(fixtures: Fixtures): Promise<string> {
  const [plan] = await fixtures.sql<{ id: string }>(
    `select id::text from requirement_plan where start_date = '${FIRST}' and status = 'draft' order by id limit 1`,
  );
  if (plan !== undefined) return plan.id;
  const made = fine(
    await fixtures.post('store-management/invrequireplan/generatePlan', {
      bladeProjectDeptIds: siteIds,
      startDate: FIRST,
      endDate: LAST,
      withLines: 0,
    }),
  ).data as { id: string };
  return made.id;
}

/** Meals of a week in all stalls, with the recipes of their dishes. */
export async function makeWeek(fixtures: Fixtures, stalls: number): Promise<void> {
  const run = (text: string): Promise<unknown> => fixtures.sql(text);
  await run(
    `insert into dept (id, dept_name, full_name, code, parent_id, dept_category, company_dept_id,
      blade_project_dept_id) select 10000 + n, '项目' || n, '项目' || n, 'LP' || n, ${place.company}, '2',
      ${place.company}, 10000 + n from generate_series(0, ${SITES - 1}) n`,
  );
  await run(
    `insert into dept (id, dept_name, full_name, code, parent_id, dept_category, company_dept_id,
      blade_project_dept_id) select 20000 + n, '档口' || n, '档口' || n, 'LS' || n, 10000 + n % ${SITES}, '4',
      ${place.company}, 10000 + n % ${SITES} from generate_series(0, ${stalls - 1}) n`,
  );
  await run(
    `insert into warehouse (id, code, name, company_dept_id, project_group_dept_id)
      select 30000 + n, 'LW' || n, '仓' || n, ${place.company}, 10000 + n from generate_series(0, ${SITES - 1}) n`,
  );
  await run(`insert into dish_type (id, code, name, full_name) values (600, 'LM', '主菜', '主菜')`);
  await run(
    `insert into dish (id, code, name, dish_type_id, dish_kind) select 50000 + n, 'LD' || n, '菜' || n, 600, 'finished'
      from generate_series(0, ${DISHES - 1}) n union all select 51000 + n, 'LB' || n, '底' || n, 600, 'semi'
      from generate_series(0, 19) n`,
  );
  await run(
    `insert into dish_bom (id, dish_id, output_qty, output_unit_id, released, start_date)
      select d.id + 100000, d.id, 1, 302, 1, '2020-01-01' from dish d where d.id >= 50000 and d.id < 52000`,
  );
  // 8 lines a dish, the last of them a dish of two materials.
  await run(
    `insert into dish_bom_detail (dish_bom_id, line_no, line_kind, material_id, net_qty, unit_id, yield_rate,
      net_base_qty) select 150000 + d, l, 'material', ${MATERIAL} + 5000 + (d * 7 + l * 13) % ${MATERIALS}, 0.05, 301,
      70 + l * 3, 0.05 from generate_series(0, ${DISHES - 1}) d, generate_series(1, 7) l`,
  );
  await run(
    `insert into dish_bom_detail (dish_bom_id, line_no, line_kind, sub_dish_id, net_qty, unit_id, yield_rate,
      net_base_qty) select 150000 + d, 8, 'dish', 51000 + d % 20, 0.03, 301, 100, 0.03
      from generate_series(0, ${DISHES - 1}) d`,
  );
  await run(
    `insert into dish_bom_detail (dish_bom_id, line_no, line_kind, material_id, net_qty, unit_id, yield_rate,
      net_base_qty) select 151000 + d, l, 'material', ${MATERIAL} + 5000 + (d * 11 + l * 17) % ${MATERIALS}, 0.4, 301,
      90, 0.4 from generate_series(0, 19) d, generate_series(1, 2) l`,
  );
  await run(
    `insert into stock (location_id, material_id) select 30000 + w, ${MATERIAL} + 5000 + m
      from generate_series(0, ${SITES - 1}) w, generate_series(0, ${MATERIALS - 1}) m`,
  );
  await run(
    `insert into sales_plan (id, bill_code, gear_operation_dept_id, start_date, end_date, company_dept_id,
      blade_project_dept_id, status) select 60000 + n, 'LYX' || n, 20000 + n, '${FIRST}', '${LAST}', ${place.company},
      10000 + n % ${SITES}, 'approved' from generate_series(0, ${stalls - 1}) n`,
  );
  await run(`
    insert into sales_plan_detail (sales_plan_id, line_no, meal_date, meal_type, dish_id, portions)
    select 60000 + n, (day * 3 + meal) * 20 + i, date '${FIRST}' + day, (array['breakfast', 'lunch',
      'dinner'])[meal + 1], 50000 + (n + day * 5 + meal * 40 + i) % ${DISHES}, 20 + (n * 7 + i * 3 + day) % 200
    from generate_series(0, ${stalls - 1}) n, generate_series(0, 6) day, generate_series(0, 2) meal, generate_series(1,
      20) i`);
}
