/** Meals of a window that somebody else holds: shown with whose they are, not what they need. */
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { scopeCondition } from '../../../kernel/server/filters.ts';
import { join, sql } from '../../../parts/postgres/database.ts';
import { specialMeal } from '../../operations/meals/special-meal.document.ts';
import { salesPlan } from '../../operations/sales-plan/sales-plan.document.ts';
import { HOLDERS } from '../../planning/claims.server.ts';
import { stallsOf, type AskedPlace, type AskedSources } from './asked-meals.server.ts';

export interface HeldMeal {
  readonly planId: Id;
  readonly billCode: string;
  readonly planName: string;
  readonly gearOperationDeptId: Id;
  readonly gearOperationDeptName: string;
  readonly mealDate: string;
  readonly mealType: string;
  readonly headCount: number | null;
  readonly claimedBy: string;
  readonly dishes: readonly { readonly dishId: string; readonly dishName: string; readonly portions: DecimalText }[];
}

/** One statement; documents the reader sees alone. */
export async function heldMeals(
  context: Context,
  place: AskedPlace,
  { kind, salesPlanIds, specialMealIds }: AskedSources,
): Promise<HeldMeal[]> {
  const isPlan = kind !== 'meal';
  const stallIds = await stallsOf(context, place);
  const planIds = isPlan ? salesPlanIds : specialMealIds;
  const terms = [
    sql`c.released_time is null`,
    sql`c.source_type = ${(isPlan ? salesPlan : specialMeal).name}`,
    sql`c.holder_id is distinct from ${place.billId}::bigint`,
    sql`c.meal_date between ${place.startTime.slice(0, 10)}::date and ${place.endTime.slice(0, 10)}::date`,
    ...(stallIds === undefined ? [] : [sql`c.stall_dept_id = any(${stallIds as Id[]}::bigint[])`]),
    ...(planIds.length === 0 ? [] : [sql`t.id = any(${planIds as Id[]}::bigint[])`]),
    ...scopeCondition(isPlan ? salesPlan : specialMeal, context),
  ];
  return context.tx.rows<HeldMeal>(sql`
    select t.id as plan_id, t.bill_code, ${isPlan ? sql`coalesce(t.plan_name, '')` : sql`t.meal_name`} as plan_name,
      c.stall_dept_id as gear_operation_dept_id, g.dept_name as gear_operation_dept_name, c.meal_date, c.meal_type,
      ${isPlan ? sql`null::integer` : sql`max(t.head_count)`} as head_count,
      string_agg(distinct coalesce(p.bill_code, d.bill_code, ''), '、') as claimed_by,
      jsonb_agg(jsonb_build_object('dishId', coalesce(c.dish_id::text, ''), 'dishName', coalesce(f.name, m.called, ''),
        'portions', trim_scale(c.portions)::text) order by c.nr) as dishes
    from plan_claim c join ${isPlan ? sql`sales_plan` : sql`special_meal`} t on t.id = c.source_id
    join dept g on g.id = c.stall_dept_id left join dish f on f.id = c.dish_id
    left join material m on m.id = c.material_id
    left join requirement_plan p on c.holder_type = ${HOLDERS.plan} and p.id = c.holder_id
    left join distribution d on c.holder_type = ${HOLDERS.distribution} and d.id = c.holder_id
    where ${join(terms, ' and ')}
    group by t.tenant_id, t.id, c.stall_dept_id, g.dept_name, c.meal_date, c.meal_type
    order by c.meal_date, t.bill_code`);
}
