/** What others need of a place and material from today on: other approved plans, and what is asked for without one. */
import type { Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { pickedForDays } from '../../issuing/pick.server.ts';
import { askedElsewhere } from './asked-elsewhere.port.server.ts';
import type { OtherPlanRows } from './other-plans.rules.ts';

/** A few statements, which read lines of these places and materials alone. */
export async function otherPlanRows(
  context: Context,
  which: { readonly warehouseIds: readonly Id[]; readonly materialIds: readonly Id[]; readonly planId: Id | null },
): Promise<OtherPlanRows> {
  const { warehouseIds, materialIds, planId } = which;
  // A closed line takes back what was to be ordered of its need; what stock covers of it is used all the same.
  const [lines, picked, asked] = await Promise.all([
    context.tx.rows<OtherPlanRows['lines'][number]>(sql`
      select d.warehouse_id, d.material_id, p.id as plan_id, p.bill_code as plan_code, d.need_date,
        coalesce(d.delivery_date, d.need_date) as due_date,
        sum(greatest(0, coalesce(d.gross_qty, 0) - least(round(d.cancelled_qty * d.factor, 6), coalesce(d.net_qty,
        0)))) as qty,
        sum(case when d.line_status = 'open' then greatest(0, round((d.plan_qty - d.requested_qty - d.cancelled_qty) *
        d.factor, 6)) else 0 end) as open_qty
      from requirement_plan_detail d join requirement_plan p on p.tenant_id = d.tenant_id
        and p.id = d.requirement_plan_id
      where d.warehouse_id = any(${warehouseIds as Id[]}::bigint[])
        and d.material_id = any(${materialIds as Id[]}::bigint[]) and d.need_date >= ${context.today}::date
        and p.status in ('approved', 'done') and p.id is distinct from ${planId}::bigint
      group by 1, 2, 3, 4, 5, 6 order by p.bill_code, d.need_date`),
    pickedForDays(context, warehouseIds, materialIds, context.today),
    askedElsewhere(context, { warehouseIds, materialIds }),
  ]);
  return { lines: [...lines, ...asked], picked };
}
