/** Who answers for a department and may do something there. */
import type { Id } from '../../kernel/core/field.ts';
import type { Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';

/** People below the company who hold a right for these departments: their own, and those of the ones above them. */
export const peopleOfPlace = async (context: Context, deptIds: readonly Id[], right: string): Promise<Id[]> =>
  (
    await context.tx.rows<{ id: Id }>(sql`
      with recursive up(id, parent_id, depth) as (
        select d.id, d.parent_id, 0 from dept d where d.id = any(${deptIds as Id[]}::bigint[])
          and d.dept_category <> '1'
        union select d.id, d.parent_id, u.depth + 1 from up u join dept d on d.id = u.parent_id
          and d.dept_category <> '1' where u.depth < 10)
      select distinct u.id from app_user u join role r on r.id = any(u.role_id) and r.frozen = 0
      join role_menu g on g.role_id = r.id join menu m on m.id = g.menu_id and m.code = ${right}
      where u.frozen = 0 and u.dept_id && (select array_agg(a.id) from up a) order by u.id`)
  ).map(({ id }) => id);
