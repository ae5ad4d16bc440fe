/** What labels take of production bills, dishes, materials and lots, set-based for hundreds at once. */
import { label, type Label } from '../../../kernel/core/label.ts';
import type { Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { readParameter } from '../../../kernel/server/parameters.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { dishFood } from '../../master-data/dishes/dish-food.server.ts';
import type { DishFood } from '../../master-data/dishes/dish-food.rules.ts';
import type { LabelAllergen, SampleLimits } from './label.rules.ts';

/** What a label was asked for. */
interface Asked {
  readonly produceId: Id | null;
  readonly dishId: Id | null;
  readonly materialId: Id | null;
  readonly batchId: Id | null;
}
interface LabelledBill {
  readonly id: Id;
  readonly gearOperationDeptId: Id;
  readonly dishId: Id | null;
  readonly materialId: Id | null;
  readonly batchId: Id | null;
  readonly leftoverBatchId: Id | null;
  readonly produceTime: string;
  readonly expireTime: string | null;
}
interface LabelledDish {
  readonly id: Id;
  readonly name: string;
  readonly holdMinutes: number;
  readonly ingredients: string;
}
interface LabelledMaterial {
  readonly id: Id;
  readonly name: string;
  readonly storage: string | null;
  readonly allergens: unknown;
}
interface LabelledLot {
  readonly id: Id;
  readonly materialId: Id;
  readonly until: string | null;
}
export interface LabelFacts {
  readonly bills: ReadonlyMap<Id, LabelledBill>;
  readonly dishes: ReadonlyMap<Id, LabelledDish>;
  readonly materials: ReadonlyMap<Id, LabelledMaterial>;
  readonly lots: ReadonlyMap<Id, LabelledLot>;
  readonly food: ReadonlyMap<Id, DishFood>;
  /** Allergens of the dictionary, in its order. */
  readonly allergens: ReadonlyMap<string, Label>;
  readonly limits: SampleLimits;
}

const some = (ids: readonly (Id | null | undefined)[]): Id[] => [...new Set(ids.flatMap((id) => id ?? []))];
const byId = <R extends { readonly id: Id }>(rows: readonly R[]): ReadonlyMap<Id, R> =>
  new Map(rows.map((row) => [row.id, row]));
const whole = (text: string, otherwise: number): number => (/^\d+$/.test(text) ? Number(text) : otherwise);
const GRAM = 125;
const HOURS = 48;

/** Everything labels are filled with. */
export async function labelFacts(context: Context, asked: readonly Asked[]): Promise<LabelFacts> {
  const bills = byId(
    await context.tx.rows<LabelledBill>(sql`
      select id, gear_operation_dept_id, dish_id, material_id, batch_id, leftover_batch_id,
        to_char(produce_time, 'YYYY-MM-DD HH24:MI:SS') as produce_time,
        to_char(expire_time, 'YYYY-MM-DD HH24:MI:SS') as expire_time
      from gear_produce where id = any(${some(asked.map(({ produceId }) => produceId))}::bigint[])`),
  );
  const ofBills = [...bills.values()];
  const dishIds = some([...asked.map(({ dishId }) => dishId), ...ofBills.map(({ dishId }) => dishId)]);
  const lotIds = some([
    ...asked.map(({ batchId }) => batchId),
    ...ofBills.flatMap(({ batchId, leftoverBatchId }) => [batchId, leftoverBatchId]),
  ]);
  const lots = byId(
    await context.tx.rows<LabelledLot>(sql`
      select id, material_id, coalesce(to_char(use_by, 'YYYY-MM-DD HH24:MI:SS'), expiry_date || ' 23:59:59') as until
      from batch where id = any(${lotIds}::bigint[])`),
  );
  const materialIds = some([
    ...asked.map(({ materialId }) => materialId),
    ...[...lots.values()].map(({ materialId }) => materialId),
  ]);
  const [dishes, materials, food, names, minGram, keepHours] = await Promise.all([
    dishesOf(context, dishIds),
    materialsOf(context, materialIds),
    dishFood(context, dishIds, context.today),
    context.tx.rows<{ key: string; zh: string; en: string }>(
      sql`select dict_key as key, dict_value as zh, coalesce(nullif(dict_value_en, ''), dict_value) as en
        from dict_biz where code = 'allergen' and parent_id <> 0 order by sort`,
    ),
    readParameter(context, 'sample.minGram'),
    readParameter(context, 'sample.keepHours'),
  ]);
  return {
    bills,
    lots,
    food,
    dishes: byId(dishes),
    materials: byId(materials),
    allergens: new Map(names.map(({ key, zh, en }) => [key, label(zh, en)])),
    limits: { minGram: whole(minGram, GRAM), keepHours: whole(keepHours, HOURS) },
  };
}

/** With the names of what goes into them, the most of it first. */
const dishesOf = (context: Context, ids: readonly Id[]): Promise<LabelledDish[]> =>
  context.tx.rows<LabelledDish>(sql`
    select d.id, d.name, d.hold_minutes, coalesce((
      select string_agg(coalesce(m.name, s.name), '、' order by l.line_no) from dish_bom_detail l
      left join material m on m.id = l.material_id left join dish s on s.id = l.sub_dish_id
      where l.line_kind <> 'byproduct' and l.dish_bom_id = (select b.id from dish_bom b where b.dish_id = d.id
        and b.released = 1 and b.start_date <= ${context.today}::date
        and (b.end_date is null or b.end_date >= ${context.today}::date)
        order by b.start_date desc limit 1)), '') as ingredients
    from dish d where d.id = any(${[...ids]}::bigint[])`);

const materialsOf = (context: Context, ids: readonly Id[]): Promise<LabelledMaterial[]> =>
  context.tx.rows<LabelledMaterial>(sql`
    select m.id, m.called as name, coalesce(m.storage_zone, t.storage_zone) as storage, m.allergens from material m
    left join material_type t on t.id = m.material_type_id where m.id = any(${[...ids]}::bigint[])`);

/** What a material says of each allergen: what is not named is unknown. */
export const allergensOfMaterial = (given: unknown, known: ReadonlyMap<string, Label>): LabelAllergen[] => {
  const stated = new Map(
    (Array.isArray(given) ? (given as LabelAllergen[]) : []).map(({ allergen, state }) => [allergen, state]),
  );
  return [...known.keys()].map((allergen) => ({ allergen, state: stated.get(allergen) ?? 'unknown' }));
};
