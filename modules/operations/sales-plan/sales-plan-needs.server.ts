import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import { sentenceOf } from '../../../kernel/core/refusal.ts';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { explodeDemands, pegsOf } from '../../master-data/dishes/bom-explosion.rules.ts';
import { sizesOf } from '../../master-data/dishes/sizes/portion-sizes.server.ts';
import { loadBomFacts } from '../../master-data/dishes/bom-facts.server.ts';
import { mealTime } from '../meals/meal-time.rules.ts';
import { stallPlaces } from '../meals/meals.server.ts';
import { costsForNeeds, seesDishCosts } from './plan-money.server.ts';
import type { planNeeds } from './sales-plan.calls.ts';

/** A line of a plan as it is answered. */
interface PlannedLine {
  readonly mealDate: string;
  readonly mealType: string;
  readonly dishId: Id;
  readonly dishName?: unknown;
  readonly dishCode?: unknown;
  readonly portionGroup?: string | null;
  readonly portions: DecimalText;
  readonly incomeAmount: DecimalText | null;
}
const portionsOf = (lines: readonly PlannedLine[]): Decimal =>
  Decimal.sum(lines.map((line) => Decimal.of(line.portions)));

/**
 * Each dish of a plan once: its days, portions and income, and the materials it takes by the BOMs of those days; for
 * who may see it, what that costs at the prices of `startDate`.
 */
export async function dishesWithNeeds(
  context: Context,
  stallId: Id,
  lines: readonly PlannedLine[],
  startDate: string,
): Promise<TypeOf<typeof planNeeds.answer>[number][]> {
  const byDish = Map.groupBy(lines, (line) => line.dishId);
  const days = lines.map((line) => line.mealDate).toSorted();
  const stall = (await stallPlaces(context, [stallId])).get(stallId);
  const facts =
    stall === undefined || days.length === 0
      ? null
      : await loadBomFacts(context, [...byDish.keys()], days[0]!, days.at(-1)!);
  const asStandard = await sizesOf(context, [...byDish.keys()]);
  const standardOf = (of: readonly PlannedLine[]): Decimal =>
    Decimal.sum(of.map((line) => asStandard(line.dishId, line.portionGroup ?? null, Decimal.of(line.portions))));
  const needs = new Map<Id, Map<Id, Decimal>>();
  const problems = new Map<Id, string>();
  // Dish by dish: one without a BOM must not hide what the others need.
  if (facts !== null && stall !== undefined)
    for (const [dishId, planned] of byDish) {
      const demands = planned.map((line) => ({
        placeId: stallId,
        dishId,
        mealTime: mealTime(stall.intervals, line.mealType, line.mealDate),
        portions: standardOf([line]).toString(),
      }));
      const explosion = explodeDemands({ ...facts, places: [stall] }, demands);
      if (!explosion.ok) {
        problems.set(dishId, explosion.refusals.map((refusal) => sentenceOf(refusal, context.language)).join('；'));
        continue;
      }
      const taken = new Map<Id, Decimal>();
      for (const need of explosion.needs)
        for (const peg of pegsOf(explosion, need))
          taken.set(need.materialId, (taken.get(need.materialId) ?? Decimal.zero).plus(peg.qty));
      needs.set(dishId, taken);
    }
  const materialIds = [...new Set([...needs.values()].flatMap((each) => [...each.keys()]))];
  const costs = seesDishCosts(context)
    ? await costsForNeeds(context, stallId, startDate, [...byDish.keys()], materialIds)
    : undefined;
  const materials = new Map(
    (
      await context.tx.rows<{ id: Id; name: string; unitId: Id; unitName: string }>(sql`
    select m.id, m.called as name, u.id as unit_id, u.called as unit_name from material m
    join material_unit u on u.id = m.base_unit_id
    where m.id = any(${materialIds}::bigint[])`)
    ).map((row) => [row.id, row]),
  );
  return [...byDish].map(([dishId, planned]) => ({
    dishId,
    dishName: String(planned[0]!.dishName),
    dishCode: String(planned[0]!.dishCode ?? ''),
    days: [...new Set(planned.map((line) => line.mealDate))].toSorted(),
    portions: portionsOf(planned).toString(),
    ...(costs === undefined ? {} : { cost: costs.ofDish(dishId, standardOf(planned)) }),
    incomeAmount: Decimal.sum(planned.map((line) => Decimal.of(line.incomeAmount ?? '0'))).toFixed(2),
    materials: [...(needs.get(dishId) ?? [])].map(([materialId, qty]) => ({
      materialId,
      materialName: materials.get(materialId)?.name ?? '',
      qty: qty.toString(),
      unitId: materials.get(materialId)?.unitId ?? '',
      unitName: materials.get(materialId)?.unitName ?? '',
      ...(costs === undefined ? {} : { amount: costs.ofMaterial(materialId, qty) }),
    })),
    problem: problems.get(dishId) ?? '',
  }));
}
