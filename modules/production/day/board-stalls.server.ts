/** The stalls somebody may look at, and the one in front. */
import type { Id } from '../../../kernel/core/field.ts';
import { unknownRecord, type Context } from '../../../kernel/server/context.ts';
import { empty, sql } from '../../../parts/postgres/database.ts';
import { DEPT } from '../../admin/people/dept.resource.ts';
import { operationSystem } from '../../operations/sites/sites.resource.ts';

export interface BoardStall {
  readonly id: Id;
  readonly name: string;
  readonly locationId: Id;
  readonly costMode: string;
}

/** Open stalls in reach by name; the one named, or the first. 404 where it is none of them. */
export async function boardStalls(
  context: Context,
  named: string | null,
): Promise<{ readonly stalls: readonly BoardStall[]; readonly stall: BoardStall | undefined }> {
  const scope = context.user.scope.all ? empty : sql`and d.id = any(${context.user.scope.depts}::bigint[])`;
  const stalls = await context.tx.rows<BoardStall>(sql`
    select d.id, l.called as name, l.id as location_id, coalesce(o.cost_mode, 'produce') as cost_mode
    from dept d join stock_location l on l.id = d.id and l.kind = 'stall'
    left join operation_system o on o.gear_operation_dept_id = d.id
    where d.dept_category = ${DEPT.stall} and coalesce(o.business_status, 'open') <> 'closed' ${scope}
    order by o.code nulls last, d.id`);
  const stall = named === null || named === '' ? stalls[0] : stalls.find(({ id }) => id === named);
  if (stall === undefined && named) throw unknownRecord(operationSystem.label);
  return { stalls, stall };
}
/** Stalls as they are chosen among. */
export const choicesOf = (stalls: readonly BoardStall[]): { readonly id: Id; readonly name: string }[] =>
  stalls.map(({ id, name }) => ({ id, name }));
