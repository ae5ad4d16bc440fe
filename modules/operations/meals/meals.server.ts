/** What planning reads from the sites: where meals are made, when they start, and what was approved for them. */
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import type { MealPlace } from '../../master-data/dishes/recipe-book.rules.ts';
import { inStandardPortions, withSize } from '../../master-data/dishes/sizes/portion-sizes.server.ts';
import { planTouches } from '../sales-plan/plan-days.server.ts';
import { mealTime, type ServingInterval } from './meal-time.rules.ts';

/** A stall as a place of meals; `warehouseId` is "" where its profile names none. */
interface StallPlace extends MealPlace {
  readonly projectDeptId: Id | null;
  readonly intervals: readonly ServingInterval[];
}

/**
 * Stalls by department id: the departments above them, their warehouse, the site's receiving lead and their serving
 * hours.
 */
export async function stallPlaces(
  context: Pick<Context, 'tx'>,
  gearDeptIds: readonly Id[],
): Promise<Map<Id, StallPlace>> {
  const rows = await context.tx.rows<{
    id: Id;
    deptIds: Id[];
    projectDeptId: Id | null;
    warehouseId: Id | null;
    receiveLeadDays: number;
    intervals: readonly (Omit<ServingInterval, 'weekdays'> & { weekdays: readonly number[] | null })[];
  }>(sql`
    with recursive upwards as (
      select d.id as stall, d.id, d.parent_id, d.dept_category, 1 as place from dept d
      where d.id = any(${[...new Set(gearDeptIds)]}::bigint[])
      union all select u.stall, d.id, d.parent_id, d.dept_category, u.place + 1 from dept d
      join upwards u on d.id = u.parent_id where u.place < 8),
    standing as (
      select stall, array_agg(id::text order by place) as dept_ids, max(id) filter (where dept_category = '2') as
        project from upwards group by stall)
    select s.stall as id, s.dept_ids, s.project as project_dept_id, o.warehouse_id, coalesce(p.receive_lead_days,
      0) as receive_lead_days,
           coalesce((select jsonb_agg(jsonb_build_object('mealType', i.meal_type, 'startTime', i.start_time, 'endTime',
           i.end_time, 'weekdays', i.weekdays, 'effectiveFrom', i.effective_from, 'effectiveTo', i.effective_to,
           'capacity', i.capacity) order by i.line_no)
             from operation_system_interval i where i.operation_system_id = o.id), '[]') as intervals
    from standing s left join operation_system o on o.gear_operation_dept_id = s.stall left
    join project_dept_system p on p.blade_project_dept_id = s.project`);
  return new Map(
    rows.map((row) => [
      row.id,
      {
        ...row,
        warehouseId: row.warehouseId ?? '',
        intervals: row.intervals.map((interval) => ({ ...interval, weekdays: interval.weekdays ?? [] })),
      },
    ]),
  );
}

/** One approved line: so many portions of a dish at a stall for a meal. */
interface PlannedMeal {
  readonly salesPlanId: Id;
  readonly billCode: string;
  readonly lineId: Id;
  readonly gearOperationDeptId: Id;
  readonly bladeProjectDeptId: Id | null;
  readonly mealDate: string;
  readonly mealType: string;
  /** yyyy-MM-dd HH:mm */
  readonly mealTime: string;
  readonly dishId: Id;
  readonly portionGroup: string;
  readonly portions: DecimalText;
  /** The same as standard portions: what a recipe is made for. */
  readonly standardPortions: DecimalText;
}

/**
 * Approved lines with meals from `from` to `to`, of these sites (project departments or stalls; none named: all).
 * Ordered by day, stall and line.
 */
export async function plannedMeals(
  context: Pick<Context, 'tx'>,
  wanted: { readonly from: string; readonly to: string; readonly deptIds?: readonly Id[] },
): Promise<PlannedMeal[]> {
  const deptIds = [...(wanted.deptIds ?? [])];
  const rows = await context.tx.rows<Omit<PlannedMeal, 'mealTime'>>(sql`
    select p.id as sales_plan_id, p.bill_code, d.id as line_id, p.gear_operation_dept_id, p.blade_project_dept_id,
      d.meal_date, d.meal_type, d.dish_id, d.portion_group, d.portions,
      ${inStandardPortions(sql`d`)} as standard_portions
    from sales_plan p join sales_plan_detail d on d.sales_plan_id = p.id ${withSize(sql`d`)}
    where p.status = 'approved'
      and ${planTouches(sql`p`, sql`${wanted.from}::date`, sql`${wanted.to}::date`)}
      and d.meal_date between ${wanted.from}::date and ${wanted.to}::date
      and (cardinality(${deptIds}::bigint[]) = 0 or p.blade_project_dept_id = any(${deptIds}::bigint[])
        or p.gear_operation_dept_id = any(${deptIds}::bigint[]))
    order by d.meal_date, p.gear_operation_dept_id, d.meal_type, d.line_no`);
  const stalls = await stallPlaces(
    context,
    rows.map((row) => row.gearOperationDeptId),
  );
  return rows.map((row) => ({
    ...row,
    mealTime: mealTime(stalls.get(row.gearOperationDeptId)?.intervals ?? [], row.mealType, row.mealDate),
  }));
}
