/** A restaurant or a stall and the warehouse that serves it. */
import type { Id } from '../../kernel/core/field.ts';
import { refuse, type Refusal } from '../../kernel/core/refusal.ts';
import type { Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { DEPT } from '../admin/people/dept.resource.ts';
import './issuing.refusals.ts';

interface Dept {
  readonly id: Id;
  readonly deptName: string;
  readonly deptCategory: string;
  readonly parentId: Id;
}
interface Serving {
  readonly name: string;
  readonly companyDeptId: Id;
  readonly projectGroupDeptId: Id;
  readonly useRestaurantGroupDeptId: readonly Id[] | null;
}

/** What a bill between them says of both; what follows is filled. */
interface Places {
  readonly warehouseId: Id;
  readonly useRestaurantDeptId: Id;
  readonly gearOperationDeptId: Id | null;
  companyDeptId: Id | null;
  projectDeptId: Id | null;
  visibleDeptIds: readonly Id[] | null;
}

/**
 * The warehouse must serve the restaurant, the stall belong to it; company, project and who sees the bill follow from
 * them.
 */
export async function fillPlaces(context: Context, values: Places): Promise<Refusal[]> {
  const warehouse = await context.tx.row<Serving>(
    sql`select w.name, w.company_dept_id, w.project_group_dept_id, w.use_restaurant_group_dept_id from warehouse w
      where w.id = ${values.warehouseId}::bigint`,
  );
  const ids = [values.useRestaurantDeptId, values.gearOperationDeptId].flatMap((id) => id ?? []);
  const depts = new Map(
    (
      await context.tx.rows<Dept>(
        sql`select d.id, d.dept_name, d.dept_category, d.parent_id from dept d where d.id = any(${ids}::bigint[])`,
      )
    ).map((dept) => [dept.id, dept]),
  );
  const restaurant = depts.get(values.useRestaurantDeptId);
  const stall = depts.get(values.gearOperationDeptId ?? '');
  if (warehouse === undefined || restaurant === undefined) return []; // the kernel names the missing reference
  const found: Refusal[] = [];
  if (restaurant.deptCategory !== DEPT.restaurant)
    found.push(refuse('issuing.not-a-restaurant', { name: restaurant.deptName }, { field: 'useRestaurantDeptId' }));
  const chosen = warehouse.useRestaurantGroupDeptId ?? [];
  if (chosen.length > 0 ? !chosen.includes(restaurant.id) : restaurant.parentId !== warehouse.projectGroupDeptId)
    found.push(
      refuse(
        'issuing.warehouse-not-serving',
        { warehouse: warehouse.name, restaurant: restaurant.deptName },
        { field: 'warehouseId' },
      ),
    );
  if (stall !== undefined && (stall.deptCategory !== DEPT.stall || stall.parentId !== restaurant.id))
    found.push(
      refuse(
        'issuing.stall-elsewhere',
        { stall: stall.deptName, restaurant: restaurant.deptName },
        { field: 'gearOperationDeptId' },
      ),
    );
  values.companyDeptId = warehouse.companyDeptId;
  values.projectDeptId = warehouse.projectGroupDeptId;
  values.visibleDeptIds = [
    ...new Set([warehouse.projectGroupDeptId, restaurant.id, ...(stall === undefined ? [] : [stall.id])]),
  ];
  return found;
}
