import { refuse, Refused } from '../../kernel/core/refusal.ts';
import type { Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';

/** Company and project department of a receiving warehouse, which decide who sees the document. */
export async function placeOf(
  context: Context,
  warehouseId: string,
): Promise<{ companyDeptId: string | null; bladeProjectDeptId: string | null }> {
  const place = await context.tx.row<{
    companyDeptId: string | null;
    projectGroupDeptId: string | null;
    frozen: number;
    name: string;
  }>(sql`
    select company_dept_id, project_group_dept_id, frozen, name from warehouse where id = ${warehouseId}::bigint`);
  if (place === undefined) throw new Refused(refuse('purchasing.no-warehouse', {}, { field: 'warehouseId' }));
  return { companyDeptId: place.companyDeptId, bladeProjectDeptId: place.projectGroupDeptId };
}
