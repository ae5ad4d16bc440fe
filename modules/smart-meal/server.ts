import { label } from '../../kernel/core/label.ts';
import type { Call } from '../../kernel/server/context.ts';
import { SESSION } from '../../kernel/core/contract.ts';
import { sql } from '../../parts/postgres/database.ts';
import type { ServerModule } from '../../kernel/server/registry.ts';
import { requireId } from '../master-data/units/unit-calls.server.ts';

/** What a site may choose from: its own types, and those of everybody. */
const listByProjectDeptId: Call = {
  method: 'GET',
  service: 'smart-meal',
  path: 'restauranttype/listByProjectDeptId',
  permission: SESSION,
  chooses: 'restaurantType',
  summary: label('项目部可用的餐厅类型', 'Restaurant types of a site'),
  handle: (context, input) =>
    context.tx.rows(sql`
    select t.id, t.code, t.name, coalesce(t.project_dept_id::text, '') as project_dept_id, t.sort from restaurant_type t
    where t.frozen = 0 and (t.project_dept_id is null or t.project_dept_id = ${requireId(input, 'projectDeptId')}::bigint) order by t.sort, t.code`),
};

export const smartMealServer = (): ServerModule => ({
  name: 'smart-meal',
  behaviours: [],
  calls: [listByProjectDeptId],
});
