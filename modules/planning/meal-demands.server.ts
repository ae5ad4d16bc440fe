/**
 * The guests a plan is for: approved lines of sales plans and special meals that no other plan has claimed, and the
 * places that cook for them.
 */
import type { DecimalText, Id } from '../../kernel/core/field.ts';
import { refuse, type Refusal } from '../../kernel/core/refusal.ts';
import type { Context } from '../../kernel/server/context.ts';
import { empty, join, sql, type Sql } from '../../parts/postgres/database.ts';
import { scopeCondition } from '../../kernel/server/filters.ts';
import { idArray, joinedArrays } from '../../parts/postgres/array-parameters.ts';
import { inTurn, slicesOf } from '../../parts/postgres/in-turn.ts';
import type { MealDemand } from '../master-data/dishes/bom-explosion.rules.ts';
import type { MealPlace } from '../master-data/dishes/recipe-book.rules.ts';
import { inStandardPortions, withSize } from '../master-data/dishes/sizes/portion-sizes.server.ts';
import { mealTime, type ServingInterval } from '../operations/meals/meal-time.rules.ts';
import { stallPlaces } from '../operations/meals/meals.server.ts';
import { planTouches } from '../operations/sales-plan/plan-days.server.ts';
import { salesPlan } from '../operations/sales-plan/sales-plan.document.ts';
import { specialMeal } from '../operations/meals/special-meal.document.ts';
import { goodsDish } from './goods-demands.rules.ts';
import { distinct, mealColumns, type MealColumns } from './reckoning/meal-columns.rules.ts';

export const SALES_PLAN = salesPlan.name;
export const SPECIAL_MEAL = specialMeal.name;
/** Some thousand lines: what is done with them holds the loop for a few milliseconds. */
const PLANS_AT_ONCE = 10;

/** One approved line in standard portions: a demand the explosion takes as it is. */
interface ClaimedMeal extends MealDemand {
  readonly lineId: Id;
}
export interface WantedMeals {
  /** The plan or distribution that claims; its own claims do not stand in its way. */
  readonly planId: Id | null;
  readonly projectDeptIds: readonly Id[];
  /** Absent: those of all stalls. */
  readonly stallIds?: readonly Id[];
  /** Absent: sales plans and special meals. */
  readonly kind?: 'plan' | 'meal';
  readonly warehouseIds: readonly Id[];
  /** Where some are named, of either kind, only those are taken. */
  readonly salesPlanIds: readonly Id[];
  readonly specialMealIds: readonly Id[];
  readonly startDate: string;
  readonly endDate: string;
  readonly mealTypes: readonly string[];
}
export interface ClaimableMeals {
  /** Lines of sales plans first, then those of special meals. A week of a large company has 200,000. */
  readonly meals: MealColumns;
  /** Their ids in the same order, as a parameter `bigint[]`. */
  readonly lineIds: Buffer;
  /** How many of them are lines of special meals. */
  readonly special: number;
  readonly places: readonly MealPlace[];
  /** Stalls that have no warehouse to draw from. */
  readonly refusals: readonly Refusal[];
}

/**
 * What may be claimed, its documents locked unless somebody only looks. A second plan made meanwhile waits here for the
 * first and then finds its lines taken, so that nobody's guests are ordered for twice; `plan_claim_live_uq` is the last
 * word on it.
 */
export async function claimableMeals(
  context: Context,
  wanted: WantedMeals,
  purpose: 'claim' | 'look' = 'claim',
): Promise<ClaimableMeals> {
  const locked = purpose === 'claim' ? sql`for update` : empty;
  const plans = await context.tx.rows<Planned>(
    sql`select t.id, t.gear_operation_dept_id as stall_id from sales_plan t
      where ${inWindow(context, wanted, 'plan')} order by t.id ${locked}`,
  );
  const events = await context.tx.rows<Planned>(
    sql`select t.id, t.gear_operation_dept_id as stall_id from special_meal t
      where ${inWindow(context, wanted, 'meal')} order by t.id ${locked}`,
  );
  const { places, intervals, refusals } = await mealPlaces(context, [
    ...new Set([...plans, ...events].map((planned) => planned.stallId)),
  ]);
  const chosen = new Set(wanted.warehouseIds);
  const drawing = new Set(
    places.filter((place) => chosen.size === 0 || chosen.has(place.warehouseId)).map((place) => place.id),
  );
  const here = (planned: readonly Planned[]): Map<Id, Id> =>
    new Map(planned.filter((each) => drawing.has(each.stallId)).map((each) => [each.id, each.stallId]));
  const columns = mealColumns();
  const lineIds: Buffer[] = [];
  const take = (lines: readonly ClaimedMeal[]): void => {
    columns.add(lines);
    lineIds.push(idArray(lines.map((line) => line.lineId)));
  };
  await planLines(context, wanted, here(plans), intervals, take);
  const special = await mealLines(context, wanted, here(events), intervals);
  take(special);
  const meals = columns.whole();
  const needed = new Set(distinct(meals, 'placeId'));
  return {
    meals,
    lineIds: joinedArrays(lineIds),
    special: special.length,
    places,
    refusals: refusals.filter((refusal) => needed.has(String(refusal.detail['stallId']))),
  };
}

interface Planned {
  readonly id: Id;
  readonly stallId: Id;
}

/** Approved documents `t` in reach that touch the window: sales plans by their days, special meals by theirs. */
function inWindow(context: Context, wanted: WantedMeals, kind: 'plan' | 'meal'): Sql {
  const named = kind === 'plan' ? wanted.salesPlanIds : wanted.specialMealIds;
  return join(
    [
      sql`t.status = 'approved'`,
      ...(wanted.kind === undefined || wanted.kind === kind ? [] : [sql`false`]),
      ...(kind === 'plan'
        ? [planTouches(sql`t`, sql`${wanted.startDate}::date`, sql`${wanted.endDate}::date`)]
        : [sql`t.meal_date between ${wanted.startDate}::date and ${wanted.endDate}::date`]),
      ...(wanted.projectDeptIds.length === 0
        ? []
        : [sql`t.blade_project_dept_id = any(${wanted.projectDeptIds as Id[]}::bigint[])`]),
      ...(wanted.stallIds === undefined
        ? []
        : [sql`t.gear_operation_dept_id = any(${wanted.stallIds as Id[]}::bigint[])`]),
      ...(wanted.salesPlanIds.length + wanted.specialMealIds.length === 0
        ? []
        : [sql`t.id = any(${named as Id[]}::bigint[])`]),
      ...scopeCondition(kind === 'plan' ? salesPlan : specialMeal, context),
    ],
    ' and ',
  );
}

/** A line nobody else has claimed. A new statement sees what was claimed while this one waited for its locks. */
const unclaimed = (wanted: WantedMeals, sourceType: string, sourceIds: Id[]): Sql => {
  const own = wanted.planId === null ? empty : sql`and c.holder_id <> ${wanted.planId}::bigint`;
  return sql`d.id not in (select c.source_line_id from plan_claim c
    where c.source_type = ${sourceType} and c.source_id = any(${sourceIds}::bigint[])
      and c.released_time is null ${own})`;
};

/** Lines of the sales plans, some plans at a time: the rows of one step are gone before the next is read. */
async function planLines(
  context: Context,
  wanted: WantedMeals,
  stallOf: ReadonlyMap<Id, Id>,
  intervals: Intervals,
  take: (lines: readonly ClaimedMeal[]) => void,
): Promise<void> {
  const mealTypes = wanted.mealTypes.length === 0 ? empty : sql`and d.meal_type = any(${wanted.mealTypes as string[]})`;
  const times = new Map<string, string>();
  await inTurn(
    context.tx,
    slicesOf([...stallOf.keys()], PLANS_AT_ONCE),
    ({ rows }) => sql`
    select d.id as line_id, d.sales_plan_id, d.meal_date, d.meal_type, d.dish_id,
      ${inStandardPortions(sql`d`)} as portions
    from sales_plan_detail d ${withSize(sql`d`)}
    where d.sales_plan_id = any(${rows as Id[]}::bigint[]) and d.meal_date between ${wanted.startDate}::date
      and ${wanted.endDate}::date ${mealTypes}
      and ${unclaimed(wanted, SALES_PLAN, rows as Id[])}
    order by d.sales_plan_id, d.line_no, d.id`,
    async (statement) => {
      const lines = await context.tx.rows<{
        lineId: Id;
        salesPlanId: Id;
        mealDate: string;
        mealType: string;
        dishId: Id;
        portions: DecimalText;
      }>(statement);
      take(
        lines.map(({ lineId, salesPlanId, mealDate, mealType, dishId, portions }) => {
          const placeId = stallOf.get(salesPlanId)!;
          const key = `${placeId} ${mealType} ${mealDate}`;
          let time = times.get(key);
          if (time === undefined) times.set(key, (time = mealTime(intervals.get(placeId) ?? [], mealType, mealDate)));
          return { lineId, placeId, dishId, mealTime: time, portions };
        }),
      );
    },
  );
}

/** Lines of the special meals; goods that are asked for as they are stand as a dish of themselves, in base unit. */
async function mealLines(
  context: Context,
  wanted: WantedMeals,
  stallOf: ReadonlyMap<Id, Id>,
  intervals: Intervals,
): Promise<ClaimedMeal[]> {
  if (stallOf.size === 0) return [];
  const lines = await context.tx.rows<{
    lineId: Id;
    mealId: Id;
    mealDate: string;
    mealType: string;
    startTime: string | null;
    dishId: Id | null;
    materialId: Id | null;
    portions: DecimalText;
  }>(sql`
    select d.id as line_id, m.id as meal_id, m.meal_date, m.meal_type, m.start_time, d.dish_id, d.material_id,
      coalesce(d.base_qty, ${inStandardPortions(sql`d`)}) as portions
    from special_meal m join special_meal_detail d on d.special_meal_id = m.id ${withSize(sql`d`)}
    where m.id = any(${[...stallOf.keys()]}::bigint[])
      ${wanted.mealTypes.length === 0 ? empty : sql`and m.meal_type = any(${wanted.mealTypes as string[]})`}
      and d.portions > 0 and coalesce(d.dish_id, d.material_id) is not null
        and ${unclaimed(wanted, SPECIAL_MEAL, [...stallOf.keys()])}
    order by m.id, d.line_no, d.id`);
  return lines.map(({ lineId, mealId, mealDate, mealType, startTime, dishId, materialId, portions }) => {
    const placeId = stallOf.get(mealId)!;
    return {
      lineId,
      placeId,
      dishId: dishId ?? goodsDish(materialId!),
      mealTime: startTime ? `${mealDate} ${startTime}` : mealTime(intervals.get(placeId) ?? [], mealType, mealDate),
      portions,
    };
  });
}

type Intervals = ReadonlyMap<Id, readonly ServingInterval[]>;
interface MealPlaces {
  readonly places: readonly MealPlace[];
  readonly intervals: Intervals;
  readonly refusals: readonly Refusal[];
}

/**
 * The stall's own warehouse, else one of its project department that serves its restaurant, else one that serves them
 * all.
 */
export async function mealPlaces(context: Context, stallIds: readonly Id[]): Promise<MealPlaces> {
  const stalls = await stallPlaces(context, stallIds);
  const without = [...stalls.values()].filter((stall) => stall.warehouseId === '');
  const chosen = await context.tx.rows<{ stallId: Id; name: string; warehouseId: Id | null }>(sql`
    select s."stallId" as stall_id, d.dept_name as name, w.id as warehouse_id
    from jsonb_to_recordset(${JSON.stringify(without.map((stall) => ({ stallId: stall.id, projectId: stall.projectDeptId, depts: `{${stall.deptIds.join(',')}}` })))}::jsonb) as s("stallId" bigint, "projectId" bigint, depts text)
    join dept d on d.id = s."stallId"
    left join lateral (
      select w.id from warehouse w where w.frozen = 0 and w.project_group_dept_id = s."projectId"
        and (coalesce(cardinality(w.use_restaurant_group_dept_id), 0) = 0
          or w.use_restaurant_group_dept_id && s.depts::bigint[])
      order by coalesce(cardinality(w.use_restaurant_group_dept_id), 0) = 0, w.sort, w.code, w.id limit 1) w on true
    order by d.dept_name`);
  const warehouseOf = new Map(chosen.map((row) => [row.stallId, row.warehouseId]));
  const ownWeek = await sitesWithWeek(
    context,
    [...stalls.values()].flatMap((stall) => stall.projectDeptId ?? []),
  );
  return {
    places: [...stalls.values()].map((stall) => ({
      id: stall.id,
      deptIds: stall.deptIds,
      // A site that says on which days it receives says there how long before the need.
      receiveLeadDays: ownWeek.has(stall.projectDeptId ?? '') ? 0 : stall.receiveLeadDays,
      warehouseId: stall.warehouseId === '' ? (warehouseOf.get(stall.id) ?? '') : stall.warehouseId,
    })),
    intervals: new Map([...stalls.values()].map((stall) => [stall.id, stall.intervals])),
    refusals: chosen
      .filter((row) => row.warehouseId === null)
      .map((row) => refuse('planning.no-warehouse', { stall: row.name, stallId: row.stallId })),
  };
}

/** Sites with a delivery calendar of their own for what they receive. */
async function sitesWithWeek(context: Context, siteIds: readonly Id[]): Promise<ReadonlySet<Id>> {
  const rows = await context.tx.rows<{ siteId: Id }>(sql`
    select distinct s.blade_project_dept_id as site_id from delivery_calendar c
    join project_dept_system s on s.tenant_id = c.tenant_id and s.id = c.project_dept_sys_id
    where c.calendar_type = 'receiver' and c.frozen = 0
      and s.blade_project_dept_id = any(${[...new Set(siteIds)]}::bigint[])`);
  return new Set(rows.map(({ siteId }) => siteId));
}
