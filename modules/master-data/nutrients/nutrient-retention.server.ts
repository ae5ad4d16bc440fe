/** What cooking leaves of nutrients, for materials and the ways they are cooked. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import type { Retention } from '../dishes/dish-food.rules.ts';

const DEPTH_MAX = 12;

/** Of the nearest type each material belongs to, else of everything cooked so. One statement however many. */
export async function retentionsOf(
  context: Context,
  materialIds: readonly Id[],
  cookingMethods: readonly string[],
  nutrients: readonly string[],
): Promise<Retention> {
  const rows =
    cookingMethods.length === 0 || materialIds.length === 0
      ? []
      : await context.tx.rows<{ materialId: Id; cookingMethod: string; nutrient: string; retention: DecimalText }>(sql`
    with recursive upwards as (
      select m.id as material_id, t.id as type_id, t.parent_id, 1 as place from material m
      join material_type t on t.id = m.material_type_id where m.id = any(${[...materialIds]}::bigint[])
      union all select u.material_id, t.id, t.parent_id, u.place + 1 from material_type t
      join upwards u on t.id = u.parent_id where u.place < ${DEPTH_MAX})
    select distinct on (u.material_id, r.cooking_method, r.nutrient) u.material_id, r.cooking_method, r.nutrient,
      r.retention
    from nutrient_retention r
    join (
      select material_id, type_id, place from upwards
      union all
      select m, null, ${DEPTH_MAX + 1} from unnest(${[...materialIds]}::bigint[]) as m) u
      on u.type_id is not distinct from r.material_type_id
    where r.cooking_method = any(${[...cookingMethods]}) and r.nutrient = any(${[...nutrients]})
    order by u.material_id, r.cooking_method, r.nutrient, u.place`);
  const known = new Map(
    rows.map((row) => [
      `${row.materialId} ${row.cookingMethod} ${row.nutrient}`,
      Decimal.of(row.retention).dividedBy(Decimal.hundred),
    ]),
  );
  return (materialId, cookingMethod, nutrient) => known.get(`${materialId} ${cookingMethod ?? ''} ${nutrient}`) ?? null;
}
