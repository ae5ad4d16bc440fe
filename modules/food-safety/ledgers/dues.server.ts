/** What is due on a day at a stall, over `safety_duty d` and days `x(day)`: the same for boards, events and sheets. */
import { sql } from '../../../parts/postgres/database.ts';

/** The moment until which an entry may be made. */
export const dueMoment = sql`(x.day + d.due_time::time)::timestamptz`;

/** Duties in force on days they are for; none for a moment before they were laid down. */
export const isDue = sql`d.frozen = 0 and ${dueMoment} >= d.create_time and case d.due_days
  when 'work-days' then extract(isodow from x.day) <= 5 when 'weekly' then extract(isodow from x.day) = 1
  when 'monthly' then extract(day from x.day) = 1 else true end`;

/** Whether the entry is there: of a morning check, one for each person of the stall. */
export const isEntered = sql`case when d.log_kind = 'morning-check' then not exists (
    select 1 from health_card c where c.gear_operation_dept_id = d.gear_operation_dept_id and c.frozen = 0
      and c.create_time <= ${dueMoment}
      and not exists (select 1 from food_safety_log l where l.health_card_id = c.id and l.biz_date = x.day))
  else exists (select 1 from food_safety_log l where l.duty_id = d.id and l.biz_date = x.day) end`;
