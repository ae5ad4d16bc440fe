/**
 * What lines of work lists are for: a replacement that holds in one dish holds for lines all of which is for that dish.
 */
import type { Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { requirementPlan } from '../../planning/requirement-plan.document.ts';
import { purchaseRequest } from '../../purchasing/purchase-request.document.ts';
import { distribution } from '../bills/distribution.document.ts';
import { distributionBill } from './distribution-bill.document.ts';

/**
 * The dish of each line of which everything behind it is for one dish: by the pegs of the plan its request came from,
 * or of the distribution that asked. Lines for several, or of which nobody knows, are left out.
 */
export async function dishesOf(
  context: Context,
  lines: readonly { readonly id: Id; readonly billId: Id }[],
): Promise<ReadonlyMap<Id, Id>> {
  if (lines.length === 0) return new Map();
  const rows = await context.tx.rows<{ lineId: Id; dishId: Id }>(sql`
    with asked as (
      select l.to_line_id as line, l.from_type as type, l.from_bill_id as bill, l.from_line_id as source
      from bill_link l
      where l.to_type = ${distributionBill.name}
        and l.to_bill_id = any(${[...new Set(lines.map(({ billId }) => billId))]}::bigint[])
        and l.to_line_id = any(${lines.map(({ id }) => id)}::bigint[])
      group by 1, 2, 3, 4 having sum(l.from_qty) > 0),
    planned as (
      select a.line, c.dish_id from asked a
      join bill_link p on p.from_type = ${requirementPlan.name} and p.to_type = ${purchaseRequest.name}
        and p.to_bill_id = a.bill and p.to_line_id = a.source
      join requirement_pegging g on g.plan_detail_id = p.from_line_id
      cross join lateral unnest(g.claim_nr) as e(nr)
      join plan_claim c on c.holder_id = p.from_bill_id and c.nr = e.nr
      where a.type = ${purchaseRequest.name}),
    pegged as (
      select a.line, g.dish_id from asked a join distribution_pegging g on g.distribution_detail_id = a.source
      where a.type = ${distribution.name})
    select line as line_id, min(dish_id) as dish_id from (select * from planned union all select * from pegged) d
    group by line having count(*) = count(dish_id) and min(dish_id) = max(dish_id)`);
  return new Map(rows.map(({ lineId, dishId }) => [lineId, dishId]));
}
