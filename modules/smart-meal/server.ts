import type { TypeOf } from '../../kernel/core/shape.ts';
import { sql } from '../../parts/postgres/database.ts';
import type { ServerModule } from '../../kernel/server/registry.ts';
import { serve } from '../../kernel/server/serve.ts';
import { typesOfSite } from './restaurant-type.calls.ts';
import { requireId } from '../master-data/units/unit-calls.server.ts';

const listByProjectDeptId = serve(
  typesOfSite,
  (context, input) =>
    context.tx.rows<TypeOf<typeof typesOfSite.answer>[number]>(sql`
    select t.id, t.code, t.name, coalesce(t.project_dept_id::text, '') as project_dept_id, t.sort from restaurant_type t
    where t.frozen = 0 and (t.project_dept_id is null or t.project_dept_id =
      ${requireId(input, 'projectDeptId')}::bigint) order by t.sort, t.code`),
  { chooses: 'restaurantType' },
);

/** What the smart-meal terminals ask, on the server. */
export const smartMealServer = (): ServerModule => ({
  name: 'smart-meal',
  behaviours: [],
  calls: [listByProjectDeptId],
});
