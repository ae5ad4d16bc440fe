/**
 * Measures a week of 500 stalls (3 meals, 20 dishes each, 8 lines and 2 levels a dish) netted and written; the goal is
 * 10 s and 500 MB. Runs where MEASURE=1 is set, since it says more of the machine than of a change.
 */
import { expect, test } from 'vitest';
import { sql } from '../../parts/postgres/database.ts';
import { openPlanningRoom, type PlanningRoom } from './planning-room.testing.ts';

const STALLS = 500;
const SITES = 10;
const MATERIALS = 300;
const DISHES = 120;

test.runIf(process.env['MEASURE'] === '1')('a week of 500 stalls', { timeout: 300_000 }, async () => {
  const room = await openPlanningRoom(4);
  try {
    await furnishWeek(room);
    globalThis.gc?.();
    const before = process.memoryUsage();
    let peak = before.rss;
    const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 20);
    const started = performance.now();
    const plan = await room.call('invrequireplan/generatePlan', {
      bladeProjectDeptIds: Array.from({ length: SITES }, (_, site) => String(10_000 + site)),
      startDate: '2026-12-07',
      endDate: '2026-12-13',
    });
    const seconds = (performance.now() - started) / 1000;
    clearInterval(watch);
    const counted = await room.as((context) =>
      context.tx.row<{ pegs: string; lines: number; claims: number }>(sql`
      select (select sum(cardinality(qty)) from requirement_pegging)::text as pegs, (select count(*)::integer
      from requirement_plan_detail) as lines, (select count(*)::integer from plan_claim) as claims`),
    );
    const asked = performance.now();
    await room.call('invrequireplan/whatIf', { id: plan['id'], changes: [{ scope: 'all', factor: '0.8' }] });
    const whatIf = (performance.now() - asked) / 1000;
    process.stdout.write(
      `${JSON.stringify({ ...counted, seconds: seconds.toFixed(1), whatIfSeconds: whatIf.toFixed(1), beforeMb: Math.round(before.rss / 2 ** 20), peakMb: Math.round(peak / 2 ** 20) })}\n`,
    );
    expect(counted!.claims).toBe(STALLS * 3 * 7 * 20);
  } finally {
    await room.close();
  }
});

async function furnishWeek(room: PlanningRoom): Promise<void> {
  await room.as(async ({ tx }) => {
    await tx.run(
      sql`insert into dept (id, dept_name, full_name, code, parent_id, dept_category, company_dept_id,
        blade_project_dept_id) select 10000 + n, '项目' || n, '项目' || n, 'LP' || n, 100, '2', 100, 10000 + n
        from generate_series(0, ${SITES - 1}) n`,
    );
    await tx.run(
      sql`insert into dept (id, dept_name, full_name, code, parent_id, dept_category, company_dept_id,
        blade_project_dept_id) select 20000 + n, '档口' || n, '档口' || n, 'LS' || n, 10000 + n % ${SITES}, '4', 100,
        10000 + n % ${SITES} from generate_series(0, ${STALLS - 1}) n`,
    );
    await tx.run(
      sql`insert into warehouse (id, code, name, company_dept_id, project_group_dept_id)
        select 30000 + n, 'LW' || n, '仓' || n, 100, 10000 + n from generate_series(0, ${SITES - 1}) n`,
    );
    await tx.run(
      sql`insert into material (id, code, name, material_type_id, base_unit_id)
        select 40000 + n, 'LM' || n, '料' || n, 400, 301 from generate_series(0, ${MATERIALS - 1}) n`,
    );
    await tx.run(
      sql`insert into dish (id, code, name, dish_type_id, dish_kind)
        select 50000 + n, 'LD' || n, '菜' || n, 600, 'finished' from generate_series(0, ${DISHES - 1}) n union all
          select 51000 + n, 'LB' || n, '底' || n, 600, 'semi' from generate_series(0, 19) n`,
    );
    await tx.run(
      sql`insert into dish_bom (id, dish_id, output_qty, output_unit_id, released, start_date)
        select d.id + 100000, d.id, 1, 302, 1, '2020-01-01' from dish d where d.id >= 50000`,
    );
    await tx.run(
      sql`insert into dish_bom_detail (dish_bom_id, line_no, line_kind, material_id, net_qty, unit_id, yield_rate,
        net_base_qty) select 150000 + d, l, 'material', 40000 + (d * 7 + l * 13) % ${MATERIALS}, 0.05, 301, 70 + l * 3,
        0.05 from generate_series(0, ${DISHES - 1}) d, generate_series(1, 7) l`,
    );
    await tx.run(
      sql`insert into dish_bom_detail (dish_bom_id, line_no, line_kind, sub_dish_id, net_qty, unit_id, yield_rate,
        net_base_qty) select 150000 + d, 8, 'dish', 51000 + d % 20, 0.03, 301, 100, 0.03
        from generate_series(0, ${DISHES - 1}) d`,
    );
    await tx.run(
      sql`insert into dish_bom_detail (dish_bom_id, line_no, line_kind, material_id, net_qty, unit_id, yield_rate,
        net_base_qty) select 151000 + d, l, 'material', 40000 + (d * 11 + l * 17) % ${MATERIALS}, 0.4, 301, 90, 0.4
        from generate_series(0, 19) d, generate_series(1, 2) l`,
    );
    await tx.run(
      sql`insert into sales_plan (id, bill_code, gear_operation_dept_id, start_date, end_date, company_dept_id,
        blade_project_dept_id, status) select 60000 + n, 'LYX' || n, 20000 + n, '2026-12-07', '2026-12-13', 100,
        10000 + n % ${SITES}, 'approved' from generate_series(0, ${STALLS - 1}) n`,
    );
    await tx.run(sql`
      insert into sales_plan_detail (sales_plan_id, line_no, meal_date, meal_type, dish_id, portions)
      select 60000 + n, (day * 3 + meal) * 20 + i, date '2026-12-07' + day, (array['breakfast', 'lunch',
        'dinner'])[meal + 1], 50000 + (n + day * 5 + meal * 40 + i) % ${DISHES}, 20 + (n * 7 + i * 3 + day) % 200
      from generate_series(0, ${STALLS - 1}) n, generate_series(0, 6) day, generate_series(0, 2) meal,
        generate_series(1, 20) i`);
  });
  const { default: pg } = await import('pg');
  const owner = new pg.Client({ connectionString: room.ownerUrl });
  await owner.connect();
  await owner.query('analyze');
  await owner.end();
}
