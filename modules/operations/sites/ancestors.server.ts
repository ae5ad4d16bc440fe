import { label, type Label } from '../../../kernel/core/label.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { deptLine } from '../../admin/people/dept-line.server.ts';
import { DEPT } from '../../admin/people/dept.resource.ts';

/** Where a department stands: itself and what is above it, by kind. Derived from the tree at the moment of saving. */
interface DeptPlace {
  readonly companyDeptId: string | null;
  readonly bladeProjectDeptId: string | null;
  readonly useRestaurantDeptId: string | null;
}

/** What departments of a kind are called in a sentence. */
export const KINDS: Readonly<Record<string, Label>> = {
  [DEPT.project]: label('项目部', 'project department'),
  [DEPT.restaurant]: label('餐厅', 'restaurant'),
  [DEPT.stall]: label('档口', 'stall'),
  [DEPT.factory]: label('工厂', 'factory'),
};

/**
 * Refuses a department of another kind than the one wanted; an unknown one is left to the kernel, which names the
 * field.
 */
export async function placeOf(context: Context, deptId: string, category: string, field: string): Promise<DeptPlace> {
  const chain = await deptLine(context, deptId);
  const [own] = chain;
  if (own !== undefined && own.deptCategory !== category)
    throw new Refused(refuse('operations.dept-kind', { dept: own.deptName, kind: KINDS[category]! }, { field }));
  const nearest = (kind: string): string | null => chain.find((each) => each.deptCategory === kind)?.id ?? null;
  return {
    companyDeptId: nearest(DEPT.company),
    bladeProjectDeptId: nearest(DEPT.project),
    useRestaurantDeptId: nearest(DEPT.restaurant),
  };
}

/**
 * A stall one may plan for: in reach, not closed. Refuses `operations.stall-out-of-scope`, `operations.stall-closed`.
 */
export async function openStall(context: Context, stallId: string): Promise<DeptPlace & { readonly deptName: string }> {
  const { scope } = context.user;
  if (!scope.all && !scope.depts.includes(stallId))
    throw new Refused(refuse('operations.stall-out-of-scope', {}, { field: 'gearOperationDeptId' }));
  const current = await placeOf(context, stallId, DEPT.stall, 'gearOperationDeptId');
  const stall = await context.tx.row<{ deptName: string; businessStatus: string | null }>(sql`
    select d.dept_name, o.business_status from dept d left join operation_system o on o.gear_operation_dept_id = d.id
    where d.id = ${stallId}::bigint`);
  if (stall?.businessStatus === 'closed')
    throw new Refused(refuse('operations.stall-closed', { stall: stall.deptName }, { field: 'gearOperationDeptId' }));
  return { ...current, deptName: stall?.deptName ?? '' };
}
