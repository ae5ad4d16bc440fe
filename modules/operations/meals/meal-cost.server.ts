/**
 * What a special meal costs, saved or not: its dishes by their cost cards, its goods by what they would be bought for.
 */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import { Refused, refuse, type Refusal } from '../../../kernel/core/refusal.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { sizesOf } from '../../master-data/dishes/sizes/portion-sizes.server.ts';
import { deptsUpwards } from '../../master-data/dishes/dish.server.ts';
import { convertLines } from '../../master-data/units/material-units.server.ts';
import { costPrices, portionCosts } from '../../suppliers/dish-cost.server.ts';
import {
  costWarnings,
  mealCost,
  mealTotal,
  type CostedLine,
  type MealCost,
  type MealLine,
} from './special-meal.rules.ts';

const TAX = '6';

interface MealCostFacts {
  readonly stallId: Id;
  readonly mealDate: string;
  readonly headCount: number;
  readonly mealStandard: Decimal;
  readonly serviceFee: Decimal;
}
export interface MealCostAnswer {
  readonly cost: MealCost;
  readonly total: Decimal;
  readonly withTax: boolean;
  readonly lines: readonly {
    readonly name: string;
    readonly unitName: string;
    readonly qty: Decimal;
    readonly unitCost: Decimal | null;
    readonly dishId: Id | null;
    readonly materialId: Id | null;
    readonly isSound: boolean;
  }[];
  /** What is not known, and what is too dear: none of it stops the meal. */
  readonly warnings: readonly Refusal[];
}

/**
 * Costs the lines that say what and how much; lines with faults are left to the check. BOMs and prices are those of the
 * meal's day.
 */
export async function costOfMeal(
  context: Context,
  lines: readonly MealLine[],
  facts: MealCostFacts,
): Promise<MealCostAnswer> {
  const { stallId, mealDate } = facts;
  const sound = lines.filter(
    (line) =>
      line.portions !== null &&
      (line.lineKind === 'dish' ? line.dishId !== null : line.materialId !== null && line.unitId !== null),
  );
  const dishIds = [...new Set(sound.flatMap((line) => (line.lineKind === 'dish' ? [line.dishId!] : [])))];
  const goods = sound.filter((line) => line.lineKind === 'material');
  const costs = await portionCosts(context, dishIds, { date: mealDate, deptId: stallId });
  const sites = (
    await context.tx.rows<{ id: Id }>(
      sql`select d.id from dept d join (${deptsUpwards(stallId)}) u on u.id = d.id where d.dept_category = '2'`,
    )
  ).map((row) => row.id);
  const prices = await costPrices(
    context,
    goods.map((line) => line.materialId!),
    mealDate,
    sites,
  );
  const asStandard = await sizesOf(context, dishIds);
  const { base, unconverted } = await baseQuantities(context, goods, mealDate);
  const named = new Map(
    (
      await context.tx.rows<Named>(sql`
    select 'd' || d.id as key, d.name, '' as unit_name, d.sale_tax_rate as tax, t.target_food_cost as target
    from dish d left join dish_type t on t.id = d.dish_type_id where d.id = any(${dishIds}::bigint[])
    union all select 'm' || m.id, m.called, u.called, null, null from material m
    join material_unit u on u.id = m.base_unit_id where m.id = any(${goods.map((line) => line.materialId!)}::bigint[])`)
    ).map((row) => [row.key, row]),
  );

  const costed = sound.map((line): CostedLine & MealCostAnswer['lines'][number] => {
    const fact = named.get(line.lineKind === 'dish' ? `d${line.dishId}` : `m${line.materialId}`);
    const portion = line.lineKind === 'dish' ? (costs.get(line.dishId!)?.cost ?? null) : null;
    const isConverted = line.lineKind === 'dish' || base.has(line);
    return {
      name: fact?.name ?? '',
      unitName: fact?.unitName ?? '',
      dishId: line.lineKind === 'dish' ? line.dishId : null,
      materialId: line.lineKind === 'dish' ? null : line.materialId,
      isSound: isConverted,
      target: fact?.target == null ? null : Decimal.of(fact.target),
      qty:
        line.lineKind === 'dish'
          ? asStandard(line.dishId!, line.portionGroup ?? null, line.portions!)
          : (base.get(line) ?? line.portions!),
      unitCost:
        line.lineKind === 'dish'
          ? portion === null
            ? null
            : Decimal.of(portion)
          : isConverted
            ? prices.priceOf(line.materialId!)
            : null,
    };
  });
  const total = mealTotal(facts.headCount, facts.mealStandard, facts.serviceFee);
  const taxRate = Decimal.of([...named.values()].find((fact) => fact.tax !== null)?.tax ?? TAX);
  const cost = mealCost(costed, { headCount: facts.headCount, total, taxRate });
  const unpriced = goods
    .filter((line) => base.has(line) && prices.priceOf(line.materialId!) === null)
    .map((line) => named.get(`m${line.materialId}`)?.name ?? '');
  return {
    cost,
    total,
    withTax: prices.withTax,
    lines: costed,
    warnings: [
      // A dish without a BOM is a fault the check names; what it costs is unknown either way.
      ...[...costs.values()].flatMap(({ bomId, refusals }) => (bomId === null ? [] : refusals)),
      ...unconverted,
      ...(unpriced.length === 0
        ? []
        : [
            refuse('master-data.cost-incomplete', {
              materials: [...new Set(unpriced)].join(', '),
              count: new Set(unpriced).size,
            }),
          ]),
      ...costWarnings(cost, facts.mealStandard),
    ],
  };
}
interface Named {
  readonly key: string;
  readonly name: string;
  readonly unitName: string;
  readonly tax: DecimalText | null;
  readonly target: DecimalText | null;
}

/** Goods in base unit; a unit without a way there is said and costs nothing, rather than being counted as one. */
async function baseQuantities(
  context: Context,
  goods: readonly MealLine[],
  date: string,
): Promise<{ base: Map<MealLine, Decimal>; unconverted: readonly Refusal[] }> {
  const base = new Map<MealLine, Decimal>();
  const unconverted: Refusal[] = [];
  for (const line of goods) {
    try {
      const [converted] = await convertLines(
        context,
        [{ materialId: line.materialId!, unitId: line.unitId!, qty: line.portions!.toString() }],
        { date },
      );
      base.set(line, Decimal.of(converted!.baseQty));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      unconverted.push(...error.refusals);
    }
  }
  return { base, unconverted };
}
