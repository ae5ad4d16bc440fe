/**
 * What of meals that are not planned for yet could no longer be ordered in time: each reckoned as a plan of this meal
 * alone would be, nothing claimed or written.
 */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { Context } from '../../kernel/server/context.ts';
import { idArray } from '../../parts/postgres/array-parameters.ts';
import { sql } from '../../parts/postgres/database.ts';
import type { LateMaterial, MealToOrder } from '../operations/meals/meal-cut-off.port.server.ts';
import { demandOf } from './calculate-plan.server.ts';
import { goodsDish } from './goods-demands.rules.ts';
import { mealPlaces } from './meal-demands.server.ts';
import { calculateApart } from './reckoning/meals-apart.server.ts';
import type { PlanScope } from './plan-scope.server.ts';
import { mealColumns, type MealColumns } from './reckoning/meal-columns.rules.ts';
import type { CalculatedPlan, PlanTask } from './reckoning/reckon-plan.server.ts';

/**
 * Of each meal the materials whose last moment to order has passed, or that cannot be delivered by its day; stock and
 * orders count. What keeps a meal from being reckoned, such as a dish without a BOM, is said by the check of the meal.
 */
export async function materialsPastCutOff(
  context: Context,
  meals: readonly MealToOrder[],
): Promise<readonly (readonly LateMaterial[])[]> {
  const asked = meals.filter(({ lines }) => lines.length > 0);
  const { places, refusals } = await mealPlaces(context, [...new Set(asked.map(({ stallId }) => stallId))]);
  const without = new Set(refusals.map((refusal) => String(refusal.detail['stallId'])));
  const served = asked.filter(({ stallId }) => !without.has(stallId));
  if (served.length === 0) return meals.map(() => []);
  const plans = await calculateApart(context, await tasksOf(context, served, places));
  const late = plans.map((apart) => (apart.ok ? lateLines(apart.plan) : []));
  const names = await materialNames(
    context,
    late.flatMap((lines) => lines.map((line) => line.materialId)),
  );
  const lateOf = new Map(
    served.map((meal, index) => [
      meal,
      late[index]!.map(({ materialId, orderBefore, deliveryNote }) => ({
        name: names.get(materialId) ?? '',
        orderBefore,
        note: deliveryNote ?? '',
      })),
    ]),
  );
  return meals.map((meal) => lateOf.get(meal) ?? []);
}

/** Each meal as the task of a plan; recipes, replacements and materials are those of all of them. */
async function tasksOf(
  context: Context,
  meals: readonly MealToOrder[],
  places: PlanTask['demand']['places'],
): Promise<PlanTask[]> {
  const days = meals.map(dayOf).toSorted();
  const {
    lineIds: _ids,
    special: _special,
    ...known
  } = await demandOf(context, scopeOf(days[0]!, days.at(-1)!), {
    meals: columnsOf(meals),
    lineIds: idArray([]),
    special: 0,
    places,
    refusals: [],
  });
  return meals.map((meal) => ({
    scope: scopeOf(dayOf(meal), dayOf(meal)),
    demand: { ...known, meals: columnsOf([meal]) },
    standing: [],
    now: context.now,
    language: context.language,
  }));
}

const dayOf = ({ mealTime }: MealToOrder): string => mealTime.slice(0, 10);

const scopeOf = (startDate: string, endDate: string): PlanScope => ({
  planName: null,
  planType: 'meal',
  bladeProjectDeptIds: [],
  warehouseIds: [],
  startDate,
  endDate,
  mealTypes: [],
  salesPlanIds: [],
  specialMealIds: [],
  includeSafety: false,
  netFlag: true,
});

function columnsOf(meals: readonly MealToOrder[]): MealColumns {
  const columns = mealColumns();
  for (const { stallId, mealTime, lines } of meals)
    columns.add(
      lines.map((line) => ({
        placeId: stallId,
        dishId: 'dishId' in line ? line.dishId : goodsDish(line.materialId),
        mealTime,
        portions: line.qty,
      })),
    );
  return columns.whole();
}

const lateLines = ({ lines }: CalculatedPlan) =>
  lines
    .filter(({ need }) => need !== undefined)
    .map((line) => line.values())
    .filter((line) => Decimal.of(line.netQty).isPositive() && (line.lateFlag === 1 || line.deliveryNote !== null));

async function materialNames(context: Context, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await context.tx.rows<{ id: string; name: string }>(
    sql`select id, name from material where id = any(${[...new Set(ids)]}::bigint[])`,
  );
  return new Map(rows.map((row) => [row.id, row.name]));
}
