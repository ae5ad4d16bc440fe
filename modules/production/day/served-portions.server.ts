/** Portions of dishes served, for forecasts: made less what was left over and what was thrown away before it was. */
import type { Sql } from '../../../parts/postgres/database.ts';
import { sql } from '../../../parts/postgres/database.ts';

/** Rows of the port `portions served`: a day, meal and dish of a stall each. */
export const servedFromPots = (): Sql => sql`
  select p.gear_operation_dept_id, p.biz_date as meal_date, p.meal_type, p.dish_id,
    greatest(sum(p.actual_qty - coalesce(p.leftover_qty, 0) - coalesce((select -sum(m.qty) from stock_move m
      where m.batch_id = p.batch_id and m.reason in ('kitchen.waste', 'reverse.kitchen.waste')), 0)), 0) as portions
  from gear_produce p where p.status = 'posted' and p.produce_type = 'cook' and p.dish_id is not null
  group by p.gear_operation_dept_id, p.biz_date, p.meal_type, p.dish_id`;
