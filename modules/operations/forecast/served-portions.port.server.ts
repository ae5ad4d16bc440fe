/**
 * Portions of dishes served, as areas below book them: a subquery with the columns `gear_operation_dept_id, meal_date,
 * meal_type, dish_id, portions`. Counts entered by hand go before it.
 */
import type { Context } from '../../../kernel/server/context.ts';
import { port } from '../../../kernel/server/port.ts';
import { type Sql, sql } from '../../../parts/postgres/database.ts';

export const servedPortions = port<(context: Context) => Sql>('portions served', {
  otherwise: () => sql`select null::bigint as gear_operation_dept_id, null::date as meal_date,
    null::text as meal_type, null::bigint as dish_id, null::numeric as portions where false`,
});

/** All that was served, counted or booked: the columns of the port, `dish_id` null for guests. */
export const served = (context: Context): Sql => sql`
  select c.gear_operation_dept_id, c.meal_date, c.meal_type, c.dish_id, c.portions from served_count c
  union all
  select p.gear_operation_dept_id, p.meal_date, p.meal_type, p.dish_id, p.portions from (${servedPortions(context)}) p
  where not exists (select 1 from served_count c where c.gear_operation_dept_id = p.gear_operation_dept_id
    and c.meal_date = p.meal_date and c.meal_type = p.meal_type and c.dish_id = p.dish_id)`;
