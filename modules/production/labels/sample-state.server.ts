import { sql } from '../../../parts/postgres/database.ts';

/** Whether a sample of the dish, meal and day of a pot `p` is labelled; one without a pot counts for its day. */
export const hasSample = sql`exists (select 1 from gear_label l left join gear_produce q on q.id = l.produce_id
  where l.label_type = 'sample' and l.dish_id = p.dish_id and l.gear_operation_dept_id = p.gear_operation_dept_id
  and case when q.id is null then l.produce_time::date = p.biz_date
    else q.biz_date = p.biz_date and q.meal_type = p.meal_type end)`;
