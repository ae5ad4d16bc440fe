/** The stalls somebody may look at, and the one in front. */
import type { Id } from '../../../kernel/core/field.ts';
import { unknownRecord, type Context } from '../../../kernel/server/context.ts';
import { empty, sql } from '../../../parts/postgres/database.ts';
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
  const scope = context.user.scope.all
    ? empty
    : sql`and o.gear_operation_dept_id = any(${context.user.scope.depts}::bigint[])`;
  const stalls = await context.tx.rows<BoardStall>(sql`
    select o.gear_operation_dept_id as id, o.gear_operation_name as name, o.id as location_id, o.cost_mode
    from operation_system o where o.business_status <> 'closed' ${scope} order by o.code, o.id`);
  const stall = named === null || named === '' ? stalls[0] : stalls.find(({ id }) => id === named);
  if (stall === undefined && named) throw unknownRecord(operationSystem.label);
  return { stalls, stall };
}
export const choicesOf = (stalls: readonly BoardStall[]): { readonly id: Id; readonly name: string }[] =>
  stalls.map(({ id, name }) => ({ id, name }));
