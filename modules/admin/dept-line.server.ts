import type { Context } from '../../kernel/server/context.ts';
import type { Id } from '../../kernel/core/field.ts';
import { sql } from '../../kernel/server/database.ts';

export interface DeptAbove {
  readonly id: Id;
  readonly deptName: string;
  /** One of `DEPT`. */
  readonly deptCategory: string;
}
/** The organisation is never deeper; a circle that slipped in ends here. */
const DEEPEST = 12;

/** A department first, then what stands above it, up to its company; nothing where it is unknown. */
export const deptLine = (context: Pick<Context, 'tx'>, deptId: Id): Promise<DeptAbove[]> => context.tx.rows<DeptAbove>(sql`
  with recursive upwards as (
    select d.id, d.parent_id, d.dept_name, d.dept_category, 1 as place from dept d where d.id = ${deptId}::bigint
    union all select d.id, d.parent_id, d.dept_name, d.dept_category, u.place + 1 from dept d join upwards u on d.id = u.parent_id where u.place < ${DEEPEST})
  select id, dept_name, dept_category::text as dept_category from upwards order by place`);
