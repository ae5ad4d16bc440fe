/**
 * Forecasts of 500 stalls, three meals and twenty dishes each, for 14 days; beside the least SQL that reads the same
 * past.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { atMost, holds, known, type Figure } from './figures.ts';
import { TENANT, type Fixtures } from './fixtures.ts';

const MEALS = `array['breakfast', 'lunch', 'dinner']`;
const MEALS_A_DAY = 3;
const DISHES = 20;
const PAST_DAYS = 84;
/** Days between two times a dish is on. */
const DISH_EVERY = 7;
const DAYS_AHEAD = 14;
const LONGEST_MS = 120_000;

/** What a night makes for the stalls of a large operator. */
export async function benchForecast(fixtures: Fixtures): Promise<Figure[]> {
  const stalls = fixtures.quick ? 5 : 500;
  // Nothing is forecast of a past that is half made.
  await setDue(fixtures, `now() + interval '1 day'`);
  await makePast(fixtures, stalls);
  const read = performance.now();
  await fixtures.sql(`select gear_operation_dept_id, meal_type, dish_id, json_agg(portions order by meal_date)
    from served_count group by 1, 2, 3`);
  const sql = (performance.now() - read) / 1000;
  // The night: all stalls are due, and the server forecasts them by itself, some at a time.
  await fixtures.sql('delete from meal_forecast');
  const [due] = (await fixtures.sql(`select clock_timestamp()::text as time`)) as [{ time: string }];
  await setDue(fixtures, 'now()');
  const wanted = stalls * MEALS_A_DAY * DAYS_AHEAD;
  const begun = performance.now();
  let night = { made: 0, took: 0 };
  while (night.made < wanted && performance.now() - begun < LONGEST_MS) {
    await sleep(100);
    [night] = (await fixtures.sql(
      `select extract(epoch from clock_timestamp() - t.started_time)::double precision as took,
      (select count(*)::integer from meal_forecast where t.started_time >= $1::timestamptz) as made
      from scheduled_task t where t.name = 'operations.forecast'`,
      [due.time],
    )) as [typeof night];
  }
  return [
    atMost(`forecast of ${stalls} stalls × 3 meals × ${DISHES} dishes × ${DAYS_AHEAD} days`, night.took, 's', 10),
    known('forecast: the past read in plain SQL', sql, 's'),
    holds('forecast: every meal of every day', night.made === wanted, `${night.made} meals`),
  ];
}

const setDue = (fixtures: Fixtures, when: string): Promise<unknown> =>
  fixtures.sql(`update scheduled_task set due_time = ${when} where name = 'operations.forecast'`);

async function makePast(fixtures: Fixtures, stalls: number): Promise<void> {
  await fixtures.sql(`
    insert into dept (tenant_id, dept_name, full_name, code, parent_id, dept_category)
    select '${TENANT}', 'Forecast ' || n, 'Forecast ' || n, 'FC' || n, 0, '4' from generate_series(1, ${stalls}) n`);
  await fixtures.sql(`insert into dish_type (tenant_id, code, name, full_name) values ('${TENANT}', 'FC', 'FC', 'FC')`);
  await fixtures.sql(`
    insert into dish (tenant_id, code, name, dish_type_id)
    select '${TENANT}', 'FC' || n, 'Forecast ' || n, t.id from generate_series(1, ${DISHES}) n, dish_type t
    where t.code = 'FC'`);
  const past = `generate_series(1, ${PAST_DAYS}) back, unnest(${MEALS}) meal
    where d.code like 'FC%' and d.dept_category = '4'`;
  const guests = `120 + (back * 37 % 60) + case when back % 7 < 2 then -60 else 0 end`;
  await fixtures.sql(`
    insert into served_count (tenant_id, gear_operation_dept_id, meal_date, meal_type, portions)
    select '${TENANT}', d.id, current_date - back, meal, ${guests} from dept d, ${past}`);
  await fixtures.sql(`
    insert into served_count (tenant_id, gear_operation_dept_id, meal_date, meal_type, dish_id, portions)
    select '${TENANT}', d.id, current_date - back, meal, h.id, (${guests}) / 5
    from dept d, dish h, ${past} and h.code like 'FC%' and back % ${DISH_EVERY} = h.id % ${DISH_EVERY}`);
  await fixtures.sql('analyze served_count');
}
