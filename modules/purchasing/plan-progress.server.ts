import type { DecimalText, Id } from '../../kernel/core/field.ts';
import type { Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { link, type Link } from '../../kernel/server/links.ts';
import { moveState } from '../../kernel/server/run-action.ts';
import { requirementPlan } from '../planning/requirement-plan.document.ts';
import { refreshHeaders } from '../planning/write-plan.server.ts';
import { purchaseRequest } from './purchase-request.document.ts';

/**
 * A request that will not be ordered gives its quantities back: the plan lines are open again, and their plan with
 * them.
 */
export async function giveBackToPlans(
  context: Context,
  requestIds: readonly Id[],
  reason: 'void' | 'remove',
): Promise<void> {
  const links = await context.tx.rows<{
    planId: Id;
    planLineId: Id;
    requestId: Id;
    requestLineId: Id;
    qty: DecimalText;
  }>(sql`
    select from_bill_id as plan_id, from_line_id as plan_line_id, to_bill_id as request_id,
      to_line_id as request_line_id, sum(from_qty) as qty
    from bill_link where from_type = ${requirementPlan.name} and to_type = ${purchaseRequest.name}
      and to_bill_id = any(${requestIds as Id[]}::bigint[])
    group by from_bill_id, from_line_id, to_bill_id, to_line_id having sum(from_qty) <> 0`);
  if (links.length === 0) return;
  await link(
    context,
    links.map((each): Link => ({
      kind: 'request',
      fromType: requirementPlan.name,
      fromBillId: each.planId,
      fromLineId: each.planLineId,
      toType: purchaseRequest.name,
      toBillId: each.requestId,
      toLineId: each.requestLineId,
      fromQty: `-${each.qty}`,
      toQty: `-${each.qty}`,
    })),
    reason,
  );
  await context.tx.run(
    sql`update requirement_plan_detail set requested_qty = 0, line_status = 'open'
      where id = any(${links.map((each) => each.planLineId)}::bigint[])`,
  );
  const planIds = [...new Set(links.map((each) => each.planId))];
  await refreshHeaders(context, planIds);
  const plans = await context.tx.rows<{ id: Id; billCode: string; status: string }>(
    sql`select id, bill_code, status from requirement_plan where id = any(${planIds}::bigint[]) and status = 'done'
      order by id for update`,
  );
  await moveState(
    requirementPlan,
    context,
    plans.map((plan) => ({ ...plan, row: {} })),
    'reopen',
    { to: 'approved' },
    null,
  );
}
