/** What standard BOMs and their differences share: ingredients in base unit, and no cycle. */
import type { Id } from '../../../kernel/core/field.ts';
import { Refused, type Refusal } from '../../../kernel/core/refusal.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { bomCycle } from './recipe-book.rules.ts';
import { Fraction } from '../figures/exact-fraction.rules.ts';
import { generalLadder, linePaths } from '../units/material-units.server.ts';
import { unitPath, type UnitPath } from '../units/unit-conversion.rules.ts';

/** An ingredient about to be converted: of a material, or of a semi-finished dish. */
interface Ingredient {
  readonly line: number;
  readonly materialId: Id | null;
  readonly subDishId: Id | null;
  readonly unitId: Id;
  readonly netQty: string;
}
interface ConvertedIngredient {
  /** Null while the semi-finished dish has no BOM that says in which unit it comes. */
  readonly factor: string | null;
  readonly netBaseQty: string | null;
}

/**
 * Net quantities by line, in base unit of the material or output unit of the semi-finished dish. Refuses every line
 * without a path.
 */
export async function convertIngredients(
  context: Context,
  ingredients: readonly Ingredient[],
  date: string,
): Promise<Map<number, ConvertedIngredient>> {
  const materials = ingredients.filter((each) => each.materialId !== null);
  const dishes = ingredients.filter((each) => each.materialId === null && each.subDishId !== null);
  const ofDishes = await dishIngredients(context, dishes, date);
  const ofMaterials = await linePaths(
    context,
    materials.map((each) => ({ materialId: each.materialId!, unitId: each.unitId })),
    { date },
  ).catch((error: unknown) => {
    if (!(error instanceof Refused)) throw error;
    throw new Refused(
      ...ofDishes.refusals,
      ...error.refusals.map((refusal) => ({ ...refusal, line: materials[refusal.line! - 1]!.line })),
    );
  });
  if (ofDishes.refusals.length > 0) throw new Refused(...ofDishes.refusals);
  materials.forEach((each, index) => ofDishes.converted.set(each.line, converted(ofMaterials[index]!, each.netQty)));
  return ofDishes.converted;
}

/** What one portion takes is multiplied by many: it keeps as many places as a factor has. */
const converted = (path: UnitPath, netQty: string): ConvertedIngredient => ({
  factor: path.factor.toString(),
  netBaseQty: Fraction.of(netQty).times(path.ratio).rounded(12).toString(),
});

async function dishIngredients(
  context: Context,
  ingredients: readonly Ingredient[],
  date: string,
): Promise<{ converted: Map<number, ConvertedIngredient>; refusals: Refusal[] }> {
  const found = new Map<number, ConvertedIngredient>();
  const refusals: Refusal[] = [];
  if (ingredients.length === 0) return { converted: found, refusals };
  const general = await generalLadder(context);
  const outputs = new Map(
    (
      await context.tx.rows<{ dishId: Id; name: string; outputUnitId: Id }>(sql`
    select distinct on (b.dish_id) b.dish_id, d.name, b.output_unit_id from dish_bom b join dish d on d.id = b.dish_id
    where b.dish_id = any(${ingredients.map((each) => each.subDishId)}::bigint[])
    order by b.dish_id, (b.released = 1 and b.start_date <= ${date}::date and (b.end_date is null
      or b.end_date >= ${date}::date)) desc, b.bom_version desc`)
    ).map((row) => [row.dishId, row]),
  );
  for (const each of ingredients) {
    const output = outputs.get(each.subDishId!);
    const path =
      output === undefined
        ? null
        : unitPath(
            { ...general, date, material: { id: each.subDishId!, name: output.name, baseUnitId: output.outputUnitId } },
            each.unitId,
          );
    if (path === null) found.set(each.line, { factor: null, netBaseQty: null });
    else if (path.ok) found.set(each.line, converted(path, each.netQty));
    else refusals.push(...path.refusals.map((refusal) => ({ ...refusal, field: 'unitId', line: each.line })));
  }
  return { converted: found, refusals };
}

/** A BOM or difference about to be saved, as far as cycles go. */
interface CycleCandidate {
  readonly dishId: Id;
  readonly subDishIds: readonly Id[];
  readonly startDate: string;
  readonly endDate: string | null;
  /** The stored record it replaces. */
  readonly bomId?: Id | null;
  readonly variantId?: Id | null;
}

/**
 * Refuses a cycle, naming its path. Every BOM and difference whose days meet counts, drafts too: two drafts that only
 * close a circle together would otherwise be noticed by whoever releases the second.
 */
export async function refuseCycle(context: Context, candidate: CycleCandidate): Promise<void> {
  const { dishId, subDishIds, startDate, endDate } = candidate;
  if (subDishIds.length === 0) return;
  const edges = await context.tx.rows<{ dishId: Id; subDishId: Id }>(sql`
    select distinct b.dish_id, d.sub_dish_id from dish_bom b join dish_bom_detail d on d.dish_bom_id = b.id
    where d.sub_dish_id is not null and b.id <> ${candidate.bomId ?? '0'}::bigint
      and b.start_date <= coalesce(${endDate}::date, 'infinity'::date)
        and coalesce(b.end_date, 'infinity'::date) >= ${startDate}::date
    union select v.dish_id, d.sub_dish_id from dish_bom_special_gear v
    join dish_bom_special_gear_detail d on d.dish_bom_special_gear_id = v.id
    where d.sub_dish_id is not null and v.id <> ${candidate.variantId ?? '0'}::bigint
      and v.start_date <= coalesce(${endDate}::date, 'infinity'::date)
        and coalesce(v.end_date, 'infinity'::date) >= ${startDate}::date`);
  const parts = new Map<Id, Id[]>();
  for (const edge of [...edges, ...subDishIds.map((subDishId) => ({ dishId, subDishId }))])
    parts.set(edge.dishId, [...(parts.get(edge.dishId) ?? []), edge.subDishId]);
  const names = new Map(
    (
      await context.tx.rows<{ id: Id; name: string }>(
        sql`select id, name from dish where id =
          any(${[...new Set([...parts.keys(), ...[...parts.values()].flat()])]}::bigint[])`,
      )
    ).map((row) => [row.id, row.name]),
  );
  const refusal = bomCycle(dishId, parts, (id) => names.get(id) ?? id);
  if (refusal !== undefined) throw new Refused(refusal);
}
