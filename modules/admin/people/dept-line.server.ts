import type { Context } from '../../../kernel/server/context.ts';
import type { Id } from '../../../kernel/core/field.ts';
import { sql } from '../../../parts/postgres/database.ts';

export interface DeptAbove {
  readonly id: Id;
  readonly deptName: string;
  /** One of `DEPT`. */
  readonly deptCategory: string;
}
/** The organisation is never deeper; a circle that slipped in ends here. */
const DEEPEST = 12;

/** A department first, then those above it, up to its company; nothing where it is unknown. */
export const deptLine = (context: Pick<Context, 'tx'>, deptId: Id): Promise<DeptAbove[]> =>
  context.tx.rows<DeptAbove>(sql`
  with recursive upwards as (
    select d.id, d.parent_id, d.dept_name, d.dept_category, 1 as place from dept d where d.id = ${deptId}::bigint
    union all select d.id, d.parent_id, d.dept_name, d.dept_category, u.place + 1 from dept d
    join upwards u on d.id = u.parent_id where u.place < ${DEEPEST})
  select id, dept_name, dept_category::text as dept_category from upwards order by place`);

/** The same of many with one statement; what is unknown is left out. */
export async function deptLines(
  context: Pick<Context, 'tx'>,
  deptIds: readonly Id[],
): Promise<ReadonlyMap<Id, readonly DeptAbove[]>> {
  if (deptIds.length === 0) return new Map();
  return Map.groupBy(
    await context.tx.rows<DeptAbove & { readonly ofId: Id }>(sql`
    with recursive upwards as (
      select d.id as of_id, d.id, d.parent_id, d.dept_name, d.dept_category, 1 as place from dept d
      where d.id = any(${[...deptIds]}::bigint[])
      union all select u.of_id, d.id, d.parent_id, d.dept_name, d.dept_category, u.place + 1 from dept d
      join upwards u on d.id = u.parent_id where u.place < ${DEEPEST})
    select of_id, id, dept_name, dept_category::text as dept_category from upwards order by of_id, place`),
    (dept) => dept.ofId,
  );
}
