/** What other approved plans need and have not requested yet, by place and material, from today on. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { pickedForDays } from '../../issuing/pick.server.ts';
import { stillNeeded, type OtherNeed } from './other-plans.rules.ts';
import { requirementPlan } from '../requirement-plan.document.ts';
import type { DueReceipt } from '../net-plan.rules.ts';

interface OtherPlans {
  readonly needs: readonly OtherNeed[];
  /** Lines that stand in the plan until they are requested: from then on the request is due. */
  readonly due: readonly DueReceipt[];
}
interface PlanRow {
  readonly warehouseId: Id;
  readonly materialId: Id;
  readonly planId: Id;
  readonly planCode: string;
  readonly needDate: string;
  readonly dueDate: string;
  readonly qty: DecimalText;
  readonly openQty: DecimalText;
}

/**
 * By the key of place and material; `sameAs` says as which material one counts. Two statements, which read lines of
 * these places and materials alone.
 */
export async function otherPlans(
  context: Context,
  which: { readonly warehouseIds: readonly Id[]; readonly materialIds: readonly Id[]; readonly planId: Id | null },
  sameAs: (materialId: Id) => Id,
): Promise<ReadonlyMap<string, OtherPlans>> {
  const { warehouseIds, materialIds, planId } = which;
  // A closed line takes back what was to be ordered of its need; what stock covers of it is used all the same.
  const [rows, picked] = await Promise.all([
    context.tx.rows<PlanRow>(sql`
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
  ]);
  const keyOf = (placeId: Id, materialId: Id): string => `${placeId} ${sameAs(materialId)}`;
  const pickedAt = Map.groupBy(picked, (each) => keyOf(each.locationId, each.materialId));
  return new Map(
    [...Map.groupBy(rows, (each) => keyOf(each.warehouseId, each.materialId))].map(([key, lines]) => [
      key,
      {
        needs: stillNeeded(
          byPlanAndDay(lines),
          (pickedAt.get(key) ?? []).map(({ needDate, qty }) => ({ date: needDate, qty: Decimal.of(qty) })),
        ),
        due: lines.flatMap((line) =>
          Decimal.of(line.openQty).isZero()
            ? []
            : [
                {
                  date: line.dueDate,
                  qty: Decimal.of(line.openQty),
                  billType: requirementPlan.name,
                  billId: line.planId,
                  billCode: line.planCode,
                },
              ],
        ),
      },
    ]),
  );
}

const byPlanAndDay = (lines: readonly PlanRow[]): OtherNeed[] =>
  [...Map.groupBy(lines, (line) => `${line.planId} ${line.needDate}`).values()].map((same) => ({
    planId: same[0]!.planId,
    planCode: same[0]!.planCode,
    date: same[0]!.needDate,
    qty: Decimal.sum(same.map((line) => Decimal.of(line.qty))),
  }));
