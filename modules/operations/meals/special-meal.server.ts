/**
 * Special meals: what they come to is calculated when they are saved; what speaks against them is checked when sent
 * and again when approved.
 */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { Id } from '../../../kernel/core/field.ts';
import { refuse, Refused, type Refusal } from '../../../kernel/core/refusal.ts';
import { behaviour, savingLines, type Acting, type Saving } from '../../../kernel/server/behaviour.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { mealName } from '../../admin/dictionaries/dictionaries.ts';
import { cookingRefusals } from '../../master-data/dishes/authorised-dishes.server.ts';
import { dishFacts } from '../../master-data/dishes/dish-facts.server.ts';
import { convertLines } from '../../master-data/units/material-units.server.ts';
import { openStall } from '../sites/ancestors.server.ts';
import { isTime } from './meal-time.rules.ts';
import { stallPlaces } from './meals.server.ts';
import { specialMeal } from './special-meal.document.ts';
import {
  lineFaults,
  mealRefusals,
  mealTotal,
  readMealLine,
  type EnteredLine,
  type MealLine,
} from './special-meal.rules.ts';

type Meal = typeof specialMeal;

export const specialMealBehaviour = behaviour(specialMeal, {
  async beforeSave(context, saving) {
    const { values } = saving;
    if (values.startTime && !isTime(values.startTime))
      throw new Refused(refuse('operations.meal-time', { value: values.startTime }, { field: 'startTime' }));
    const { deptName: _, ...place } = await openStall(context, values.gearOperationDeptId);
    values.totalAmount = mealTotal(
      values.headCount,
      Decimal.of(values.mealStandard),
      Decimal.of(values.serviceFee),
    ).toFixed(2);
    Object.assign(values, place);
    await completeLines(context, saving);
  },
  actions: {
    toApply: (context, documents) => problemsOf(context, documents),
    doApply: (context, documents) => problemsOf(context, documents),
    void: async (context, documents) =>
      documents
        .filter((document) => document.row.mealDate <= context.today)
        .map(({ billCode }) => refuse('operations.meal-served', { billCode })),
  },
  filters: {
    dishId: (value) =>
      sql`exists (select 1 from special_meal_detail d where d.special_meal_id = t.id and d.dish_id::text = ${value})`,
  },
});

/** Portions from what each guest takes; goods with the factor of their unit, which stays with the line. */
async function completeLines(context: Context, saving: Saving<Meal>): Promise<void> {
  const sent = savingLines(saving, 'details');
  if (sent === undefined) return;
  const lines = sent.map((line) => readMealLine(line.values, saving.values.headCount));
  const faults = lineFaults(lines);
  if (faults.length > 0) throw new Refused(...faults);
  const goods = lines.flatMap((line, index) =>
    line.lineKind === 'material'
      ? [{ index, materialId: line.materialId!, unitId: line.unitId!, qty: line.portions!.toString() }]
      : [],
  );
  const converted = await convertLines(context, goods, { date: saving.values.mealDate }).catch((error: unknown) => {
    if (!(error instanceof Refused)) throw error;
    throw new Refused(
      ...error.refusals.map((refusal) =>
        refusal.line === undefined ? refusal : { ...refusal, line: goods[refusal.line - 1]!.index + 1 },
      ),
    );
  });
  const baseOf = new Map(goods.map(({ index }, nr) => [index, converted[nr]!]));
  saving.lines['details'] = sent.map((line, index) => {
    const portions = lines[index]!.portions!.toString();
    const own =
      lines[index]!.lineKind === 'dish'
        ? { materialId: null, unitId: null, factor: null, baseUnitId: null, baseQty: null }
        : { dishId: null, ...baseOf.get(index) };
    return { ...line, values: { ...line.values, portions, ...own } };
  });
}

async function problemsOf(context: Context, documents: readonly Acting<Meal>[]): Promise<Refusal[]> {
  const lines = Map.groupBy(
    await context.tx.rows<EnteredLine & { specialMealId: Id }>(sql`
    select special_meal_id, line_kind, dish_id, material_id, unit_id, portions, per_head from special_meal_detail
    where special_meal_id = any(${documents.map((document) => document.id)}::bigint[])
    order by special_meal_id, line_no`),
    (line) => line.specialMealId,
  );
  const found: Refusal[] = [];
  for (const { id, billCode, row } of documents) {
    const meal = { ...row, billCode, stallId: row.gearOperationDeptId };
    const given = lines.get(id) ?? [];
    const read = given.map((line) => readMealLine(line, row.headCount));
    found.push(...(await problemsOfMeal(context, meal, read)));
  }
  return found;
}

/**
 * Everything that speaks against a special meal, saved or not. `startTime` is empty or null where it begins with the
 * stall's hours.
 */
export async function problemsOfMeal(
  context: Context,
  meal: {
    readonly billCode: string;
    readonly stallId: Id;
    readonly mealDate: string;
    readonly mealType: string;
    readonly startTime: string | null;
  },
  lines: readonly MealLine[],
): Promise<Refusal[]> {
  const { billCode, stallId, mealDate, mealType } = meal;
  const frozen = await context.tx.rows<{ id: Id; name: string }>(
    sql`select id, name from material where frozen = 1 and id =
      any(${lines.flatMap((line) => line.materialId ?? [])}::bigint[])`,
  );
  const refusals = mealRefusals(lines, {
    billCode,
    mealDate,
    mealType,
    today: context.today,
    mealName,
    // A meal with a time of its own is made outside the stall's hours on purpose.
    intervals: meal.startTime ? [] : ((await stallPlaces(context, [stallId])).get(stallId)?.intervals ?? []),
    dishes: await dishFacts(
      context,
      lines.flatMap((line) => line.dishId ?? []),
    ),
    frozenMaterials: new Map(frozen.map((row) => [row.id, row.name])),
  });
  const cooking = await cookingRefusals(
    context,
    lines.flatMap((line, index) =>
      line.dishId === null ? [] : [{ line: index + 1, dishId: line.dishId, deptId: stallId, date: mealDate }],
    ),
  );
  return [...refusals, ...cooking];
}
