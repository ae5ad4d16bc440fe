import { sample, TENANT } from '../../tests/support/sample.ts';
import { gearMenu } from './gear-menu.resource.ts';

/** On days nobody eats the demonstration has none. */
export const gearMenuSample = sample(gearMenu, {
  row: ({ sql, today }) =>
    sql(
      `insert into gear_menu (tenant_id, gear_operation_dept_id, menu_date, meal_type)
       select $1, o.gear_operation_dept_id, $2, 'night' from operation_system o
       where o.tenant_id = $1 order by o.id limit 1`,
      [TENANT, today],
    ),
});
