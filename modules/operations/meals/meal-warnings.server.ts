/**
 * What a special meal is warned of beside its money: more than the stall can make at once, and goods that could no
 * longer be ordered in time.
 */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import type { Refusal } from '../../../kernel/core/refusal.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { mealName } from '../../admin/dictionaries/dictionaries.ts';
import { planTouches } from '../sales-plan/plan-days.server.ts';
import { capacityOf, mealTime } from './meal-time.rules.ts';
import { lateMaterials, type MealToOrder } from './meal-cut-off.port.server.ts';
import { stallPlaces } from './meals.server.ts';
import { capacityWarnings, cutOffWarnings } from './special-meal.rules.ts';

export interface WatchedMeal {
  /** Null while it is not saved. */
  readonly id: Id | null;
  readonly stallId: Id;
  readonly mealDate: string;
  readonly mealType: string;
  /** HH:mm, where it begins at a time of its own. */
  readonly startTime: string | null;
  readonly lines: MealToOrder['lines'];
}

/**
 * What a meal is warned of, saved or not: more portions than the stall can make, goods that can no longer be ordered
 * in time. None of it stops the meal.
 */
export async function mealWarnings(context: Context, meal: WatchedMeal): Promise<Refusal[]> {
  const { stallId, mealDate, mealType } = meal;
  const intervals = (await stallPlaces(context, [stallId])).get(stallId)?.intervals ?? [];
  const portions = Decimal.sum(meal.lines.flatMap((line) => ('dishId' in line ? [Decimal.of(line.qty)] : [])));
  const capacity = capacityOf(intervals, mealType, mealDate);
  const planned = capacity === null ? Decimal.zero : await plannedBeside(context, meal);
  const time = meal.startTime === null ? mealTime(intervals, mealType, mealDate) : `${mealDate} ${meal.startTime}`;
  const [late = []] = await lateMaterials(context, [{ stallId, mealTime: time, lines: meal.lines }]);
  return [
    ...capacityWarnings({ capacity, planned, portions, mealDate, meal: mealName(mealType) }),
    ...cutOffWarnings(late),
  ];
}

/** Portions the stall makes for that meal anyway: its sales plans and other special meals, once they are sent. */
async function plannedBeside(context: Context, { id, stallId, mealDate, mealType }: WatchedMeal): Promise<Decimal> {
  const row = await context.tx.row<{ portions: DecimalText }>(sql`
    select (select coalesce(sum(d.portions), 0) from sales_plan p join sales_plan_detail d on d.sales_plan_id = p.id
        where p.gear_operation_dept_id = ${stallId}::bigint and p.status in ('pending', 'approved', 'done')
          and ${planTouches(sql`p`, sql`${mealDate}::date`, sql`${mealDate}::date`)}
          and d.meal_date = ${mealDate}::date and d.meal_type = ${mealType})
      + (select coalesce(sum(d.portions), 0) from special_meal m
      join special_meal_detail d on d.special_meal_id = m.id and d.line_kind = 'dish'
        where m.gear_operation_dept_id = ${stallId}::bigint and m.status in ('pending', 'approved', 'done')
          and m.meal_date = ${mealDate}::date and m.meal_type = ${mealType} and m.id is distinct from ${id}::bigint) as
            portions`);
  return Decimal.of(row!.portions);
}
