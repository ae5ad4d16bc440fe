/** The guests a plan is for: approved lines of sales plans that no other plan has claimed, and the places that cook for them. */
import type { DecimalText, Id } from '../../kernel/core/field.ts';
import { refuse, type Refusal } from '../../kernel/core/refusal.ts';
import type { Context } from '../../kernel/server/context.ts';
import { empty, join, sql } from '../../kernel/server/database.ts';
import { scopeCondition } from '../../kernel/server/filters.ts';
import type { MealDemand, MealPlace } from '../master-data/bom-explosion.rules.ts';
import { mealTime, type ServingInterval } from '../operations/meal-time.rules.ts';
import { stallPlaces } from '../operations/meals.server.ts';
import { salesPlan } from '../operations/sales-plan.document.ts';

export const SALES_PLAN = salesPlan.name;
const PLANS_AT_ONCE = 50;

/** One line of an approved sales plan: a demand the explosion takes as it is. A week of a large company has 200,000. */
export interface ClaimedMeal extends MealDemand {
  readonly lineId: Id;
}
export interface WantedMeals {
  /** The plan that claims; its own claims do not stand in its way. */
  readonly planId: Id | null;
  readonly projectDeptIds: readonly Id[];
  readonly warehouseIds: readonly Id[];
  readonly salesPlanIds: readonly Id[];
  readonly startDate: string;
  readonly endDate: string;
  readonly mealTypes: readonly string[];
}
export interface ClaimableMeals {
  readonly meals: readonly ClaimedMeal[];
  readonly places: readonly MealPlace[];
  /** Stalls that have no warehouse to draw from. */
  readonly refusals: readonly Refusal[];
}

/**
 * What may be claimed, sales plans locked. A second plan made meanwhile waits here for the first and then finds its lines
 * taken, so that nobody's guests are ordered for twice; `plan_claim_live_uq` is the last word on it.
 */
export async function claimableMeals(context: Context, wanted: WantedMeals): Promise<ClaimableMeals> {
  const terms = [
    sql`t.status = 'approved'`, sql`t.start_date <= ${wanted.endDate}::date`, sql`t.end_date >= ${wanted.startDate}::date`,
    ...(wanted.projectDeptIds.length === 0 ? [] : [sql`t.blade_project_dept_id = any(${wanted.projectDeptIds as Id[]}::bigint[])`]),
    ...(wanted.salesPlanIds.length === 0 ? [] : [sql`t.id = any(${wanted.salesPlanIds as Id[]}::bigint[])`]),
    ...scopeCondition(salesPlan as never, context),
  ];
  const plans = await context.tx.rows<{ id: Id; stallId: Id }>(sql`select t.id, t.gear_operation_dept_id as stall_id from sales_plan t where ${join(terms, ' and ')} order by t.id for update`);
  const { places, intervals, refusals } = await mealPlaces(context, [...new Set(plans.map((plan) => plan.stallId))]);
  const chosen = new Set(wanted.warehouseIds);
  const drawing = new Set(places.filter((place) => chosen.size === 0 || chosen.has(place.warehouseId)).map((place) => place.id));
  const stallOf = new Map(plans.filter((plan) => drawing.has(plan.stallId)).map((plan) => [plan.id, plan.stallId]));
  // A new statement sees what was claimed while this one waited for its locks.
  const own = wanted.planId === null ? empty : sql`and c.requirement_plan_id <> ${wanted.planId}::bigint`;
  const mealTypes = wanted.mealTypes.length === 0 ? empty : sql`and d.meal_type = any(${wanted.mealTypes as string[]})`;
  const once = shared();
  const times = new Map<string, string>();
  const meals: ClaimedMeal[] = [];
  const planIds = [...stallOf.keys()];
  // Some sales plans at a time: the rows of one step are gone before the next is read.
  for (let from = 0; from < planIds.length; from += PLANS_AT_ONCE) {
    const lines = await context.tx.rows<{ lineId: Id; salesPlanId: Id; mealDate: string; mealType: string; dishId: Id; portions: DecimalText }>(sql`
      select d.id as line_id, d.sales_plan_id, d.meal_date, d.meal_type, d.dish_id, d.portions from sales_plan_detail d
      where d.sales_plan_id = any(${planIds.slice(from, from + PLANS_AT_ONCE)}::bigint[]) and d.meal_date between ${wanted.startDate}::date and ${wanted.endDate}::date ${mealTypes}
        and not exists (select 1 from plan_claim c where c.source_type = ${SALES_PLAN} and c.source_id = d.sales_plan_id and c.source_line_id = d.id and c.released_time is null ${own})
      order by d.sales_plan_id, d.line_no, d.id`);
    for (const { lineId, salesPlanId, mealDate, mealType, dishId, portions } of lines) {
      const placeId = stallOf.get(salesPlanId)!;
      const key = `${placeId} ${mealType} ${mealDate}`;
      let time = times.get(key);
      if (time === undefined) times.set(key, (time = mealTime(intervals.get(placeId) ?? [], mealType, mealDate)));
      meals.push({ lineId, placeId, dishId: once(dishId), mealTime: time, portions: once(portions) });
    }
  }
  const needed = new Set(meals.map((meal) => meal.placeId));
  return { meals, places, refusals: refusals.filter((refusal) => needed.has(String(refusal.detail['stallId']))) };
}

/** The same text as the same string: among 200,000 lines a dish occurs a thousand times. */
function shared(): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const same = known.get(text);
    if (same === undefined) known.set(text, text);
    return same ?? text;
  };
}

interface MealPlaces {
  readonly places: readonly MealPlace[];
  readonly intervals: ReadonlyMap<Id, readonly ServingInterval[]>;
  readonly refusals: readonly Refusal[];
}

/** The stall's own warehouse, else one of its project department that serves its restaurant, else one that serves them all. */
async function mealPlaces(context: Context, stallIds: readonly Id[]): Promise<MealPlaces> {
  const stalls = await stallPlaces(context, stallIds);
  const without = [...stalls.values()].filter((stall) => stall.warehouseId === '');
  const chosen = await context.tx.rows<{ stallId: Id; name: string; warehouseId: Id | null }>(sql`
    select s."stallId" as stall_id, d.dept_name as name, w.id as warehouse_id
    from jsonb_to_recordset(${JSON.stringify(without.map((stall) => ({ stallId: stall.id, projectId: stall.projectDeptId, depts: `{${stall.deptIds.join(',')}}` })))}::jsonb) as s("stallId" bigint, "projectId" bigint, depts text)
    join dept d on d.id = s."stallId"
    left join lateral (
      select w.id from warehouse w where w.frozen = 0 and w.project_group_dept_id = s."projectId"
        and (coalesce(cardinality(w.use_restaurant_group_dept_id), 0) = 0 or w.use_restaurant_group_dept_id && s.depts::bigint[])
      order by coalesce(cardinality(w.use_restaurant_group_dept_id), 0) = 0, w.sort, w.code, w.id limit 1) w on true
    order by d.dept_name`);
  const warehouseOf = new Map(chosen.map((row) => [row.stallId, row.warehouseId]));
  return {
    places: [...stalls.values()].map((stall) => ({ id: stall.id, deptIds: stall.deptIds, receiveLeadDays: stall.receiveLeadDays, warehouseId: stall.warehouseId === '' ? (warehouseOf.get(stall.id) ?? '') : stall.warehouseId })),
    intervals: new Map([...stalls.values()].map((stall) => [stall.id, stall.intervals])),
    refusals: chosen.filter((row) => row.warehouseId === null).map((row) => refuse('planning.no-warehouse', { stall: row.name, stallId: row.stallId })),
  };
}
