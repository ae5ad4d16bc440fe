/**
 * What of a meal that is not planned for yet could no longer be ordered in time: reckoned as a plan of this meal
 * alone would be, nothing claimed or written.
 */
import { Refused } from '../../kernel/core/refusal.ts';
import { Decimal } from '../../kernel/core/decimal.ts';
import type { Context } from '../../kernel/server/context.ts';
import { idArray } from '../../parts/postgres/array-parameters.ts';
import { sql } from '../../parts/postgres/database.ts';
import type { LateMaterial, MealToOrder } from '../operations/meals/meal-cut-off.port.server.ts';
import { goodsDish } from './goods-demands.rules.ts';
import { mealPlaces } from './meal-demands.server.ts';
import { demandOf, calculatePlan } from './calculate-plan.server.ts';
import { mealColumns } from './reckoning/meal-columns.rules.ts';

/**
 * Materials of a meal whose last moment to order has passed, or that cannot be delivered by its day; stock and orders
 * count.
 */
export async function materialsPastCutOff(context: Context, meal: MealToOrder): Promise<LateMaterial[]> {
  const { stallId, mealTime, lines } = meal;
  if (lines.length === 0) return [];
  const day = mealTime.slice(0, 10);
  const { places, refusals } = await mealPlaces(context, [stallId]);
  if (refusals.length > 0) return [];
  const meals = mealColumns();
  meals.add(
    lines.map((line) => ({
      placeId: stallId,
      dishId: 'dishId' in line ? line.dishId : goodsDish(line.materialId),
      mealTime,
      portions: line.qty,
    })),
  );
  const scope = {
    planName: null,
    planType: 'meal',
    bladeProjectDeptIds: [],
    warehouseIds: [],
    startDate: day,
    endDate: day,
    mealTypes: [],
    salesPlanIds: [],
    specialMealIds: [],
    includeSafety: false,
    netFlag: true,
  } as const;
  const demand = await demandOf(context, scope, {
    meals: meals.whole(),
    lineIds: idArray([]),
    special: lines.length,
    places,
    refusals,
  });
  const reckoned = await calculatePlan(context, scope, demand, {
    planId: null,
    standing: [],
  }).catch((error: unknown) => {
    // A dish without a BOM and a unit without a way are said by the check of the meal.
    if (error instanceof Refused) return undefined;
    throw error;
  });
  const wanted = (reckoned?.lines ?? [])
    .filter(({ need }) => need !== undefined)
    .map((line) => line.values())
    .filter((line) => Decimal.of(line.netQty).isPositive() && (line.lateFlag === 1 || line.deliveryNote !== null));
  const names = new Map(
    (
      await context.tx.rows<{ id: string; name: string }>(
        sql`select id, name from material where id = any(${wanted.map((line) => line.materialId)}::bigint[])`,
      )
    ).map((row) => [row.id, row.name]),
  );
  return wanted.map((line) => ({
    name: names.get(line.materialId) ?? '',
    orderBefore: line.orderBefore,
    note: line.deliveryNote ?? '',
  }));
}
