import { sample, TENANT } from '../../../tests/support/sample.ts';
import { projectDeptUnload } from './project-dept-unload.resource.ts';
import { storeAdmin } from './store-admin.resource.ts';

export const projectDeptUnloadSample = sample(projectDeptUnload, {
  values: () => ({ receiveStart: '05:30', receiveEnd: '09:00', isDefault: 0 }),
});

/** Nobody enters one: it comes from the stall. */
export const storeAdminSample = sample(storeAdmin, {
  row: ({ sql }) =>
    sql(
      `insert into store_admin (tenant_id, gear_operation_dept_id, user_id, enable_time)
       select $1, o.gear_operation_dept_id, u.id, now() from operation_system o
       join app_user u on u.tenant_id = o.tenant_id and u.account = 'chef'
       where o.tenant_id = $1 order by o.id limit 1`,
      [TENANT],
    ),
});
