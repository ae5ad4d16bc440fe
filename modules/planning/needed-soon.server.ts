import type { Id } from '../../kernel/core/field.ts';
import type { Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import type { NeededAt } from '../prices/price-book/paid-prices.port.server.ts';

/** What approved plans want of these materials on these days and has not come yet, base unit; both days included. */
export const neededBetween = async (
  context: Context,
  materialIds: readonly Id[],
  from: string,
  to: string,
): Promise<NeededAt[]> =>
  materialIds.length === 0
    ? []
    : context.tx.rows<NeededAt>(sql`
  select d.material_id, p.company_dept_id, d.blade_project_dept_id as dept_id, sum(greatest(0,
    d.base_qty - (d.received_qty + d.cancelled_qty) * d.factor)) as base_qty
  from requirement_plan p join requirement_plan_detail d on d.requirement_plan_id = p.id
  where p.status in ('approved', 'done') and d.line_status <> 'closed' and d.need_date between ${from}::date
    and ${to}::date and d.material_id = any(${materialIds as Id[]}::bigint[])
  group by d.material_id, p.company_dept_id, d.blade_project_dept_id`);
