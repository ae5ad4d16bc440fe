/**
 * What dishes contain and feed on a day, by the standard BOM in force, semi-finished dishes followed to the end. A
 * handful of queries however many dishes.
 */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { column, join, sql } from '../../../parts/postgres/database.ts';
import { BOM_DEPTH_MAX, effectiveBom } from './recipe-book.rules.ts';
import type { BomFacts } from './bom-facts.rules.ts';
import { loadBomFacts } from './bom-facts.server.ts';
import { foodOf, type AllergenState, type DishFood, type Part, type PartFacts } from './dish-food.rules.ts';
import { Fraction } from '../figures/exact-fraction.rules.ts';
import { massPath } from '../units/mass-path.rules.ts';
import { unitLadders } from '../units/material-units.server.ts';
import type { UnitContext } from '../units/unit-conversion.rules.ts';
import { retentionsOf } from '../nutrients/nutrient-retention.server.ts';

export const SHOWN_NUTRIENTS = ['energyKcal', 'proteinG', 'fatG', 'carbohydrateG', 'sodiumMg'] as const;
const GRAMS = Decimal.of(1000);

/** So much of a material, cooked in one way. */
interface UsedMaterial {
  readonly materialId: Id;
  readonly cookingMethod: string | null;
  readonly qty: Decimal;
}
/**
 * Base quantities per portion by material and how its dish is cooked; the same twice is one. A semi-finished dish that
 * says nothing is cooked as what it goes into.
 */
function addMaterials(
  facts: BomFacts,
  methods: ReadonlyMap<Id, string | null>,
  dishId: Id,
  outer: string | null,
  date: string,
  share: Decimal,
  depth: number,
  into: Map<string, UsedMaterial>,
): void {
  const cookingMethod = methods.get(dishId) ?? outer;
  const bom = depth > BOM_DEPTH_MAX ? undefined : effectiveBom(facts, dishId, [], date);
  for (const line of bom?.lines ?? []) {
    if (line.optional === true) continue;
    const qty = line.netBaseQty.dividedBy(bom!.outputQty).times(share);
    if (line.subDishId !== undefined) {
      addMaterials(facts, methods, line.subDishId, cookingMethod, date, qty, depth + 1, into);
      continue;
    }
    const key = `${line.materialId!} ${cookingMethod ?? ''}`;
    into.set(key, { materialId: line.materialId!, cookingMethod, qty: (into.get(key)?.qty ?? Decimal.zero).plus(qty) });
  }
}

/** Allergens and nutrients of dishes by their standard BOMs in force on a day, by the id of the dish. */
export async function dishFood(context: Context, dishIds: readonly Id[], date: string): Promise<Map<Id, DishFood>> {
  const used = await materialsOf(context, dishIds, date);
  const all = [...used.values()].flat();
  const ids = [...new Set(all.map(({ materialId }) => materialId))];
  const ladders = await unitLadders(context, ids, { date });
  const known = await readPartFacts(context, ids);
  const allergens = (
    await context.tx.rows<{ dictKey: string }>(
      sql`select dict_key from dict_biz where code = 'allergen' and parent_id <> 0 order by sort`,
    )
  ).map((row) => row.dictKey);
  const retention = await retentionsOf(
    context,
    ids,
    [...new Set(all.flatMap(({ cookingMethod }) => cookingMethod ?? []))],
    SHOWN_NUTRIENTS,
  );
  const factsOf = (materialId: Id): PartFacts => known.get(materialId) ?? { allergens: new Map(), nutrients: null };
  return new Map(
    [...used].map(([id, materials]) => {
      const parts = materials.map(({ materialId, cookingMethod, qty }): Part => ({
        materialId,
        cookingMethod,
        grams: gramsOf(ladders.get(materialId), qty),
      }));
      return [id, foodOf(parts, factsOf, retention, { allergens, nutrients: SHOWN_NUTRIENTS })];
    }),
  );
}

/** The materials in a portion of each dish. */
async function materialsOf(
  context: Context,
  dishIds: readonly Id[],
  date: string,
): Promise<Map<Id, readonly UsedMaterial[]>> {
  const facts = await loadBomFacts(context, dishIds, date, date, []);
  const methods = new Map(
    (
      await context.tx.rows<{ id: Id; cookingMethod: string | null }>(
        sql`select id, cooking_method from dish where id = any(${facts.dishes.map((dish) => dish.id)}::bigint[])`,
      )
    ).map((row) => [row.id, row.cookingMethod]),
  );
  return new Map(
    dishIds.map((id) => {
      const used = new Map<string, UsedMaterial>();
      addMaterials(facts, methods, id, null, date, Decimal.one, 0, used);
      return [id, [...used.values()]];
    }),
  );
}

const NUTRIENT_PAIRS = join(SHOWN_NUTRIENTS.flatMap((name) => [sql`${name}::text`, sql`n.${column(name)}::text`]));

/** Allergens and nutrients of materials, by their ids. */
export async function readPartFacts(context: Context, ids: readonly Id[]): Promise<Map<Id, PartFacts>> {
  const rows = await context.tx.rows<{
    id: Id;
    allergens: { allergen: string; state: AllergenState }[] | null;
    nutrients: Record<string, string | null> | null;
  }>(sql`
    select m.id, m.allergens,
      (select jsonb_build_object(${NUTRIENT_PAIRS})
        from material_nutrient n where n.material_id = m.id order by n.id limit 1) as nutrients
    from material m
    where m.id = any(${[...ids]}::bigint[])`);
  return new Map(
    rows.map((row): [Id, PartFacts] => [
      row.id,
      {
        allergens: new Map(
          (Array.isArray(row.allergens) ? row.allergens : []).map((each) => [each.allergen, each.state]),
        ),
        nutrients: row.nutrients,
      },
    ]),
  );
}

/** A quantity in base units as grams; null where no conversion leads to a mass. */
function gramsOf(ladder: UnitContext | undefined, qty: Decimal): Decimal | null {
  const perKilogram = ladder === undefined ? undefined : massPath(ladder);
  return perKilogram === undefined
    ? null
    : Fraction.of(qty).times(Fraction.of(GRAMS)).dividedBy(perKilogram).rounded(6);
}
