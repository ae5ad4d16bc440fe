/**
 * The facts of an explosion, read in three queries however many dishes: dishes with what they are made of, BOMs,
 * differences.
 */
import type { Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { empty, sql, type Sql } from '../../../parts/postgres/database.ts';
import { yieldOfLine, yieldsInUse } from '../yields/yields-in-use.server.ts';
import {
  bomFactsOf,
  type BomFacts,
  type StoredBom,
  type StoredKitchen,
  type StoredVariant,
} from './bom-facts.rules.ts';
import type { ExplodedDish } from './recipe-book.rules.ts';

/**
 * Everything released that may matter for these dishes on meal days `from` to `to`, semi-finished dishes followed to
 * the end; of the differences those of `deptIds`, or everybody's. Lines that go by a standard yield take the accepted
 * one of `from`'s season. Places are added by the area that knows its stalls
 * and warehouses.
 */
export const loadBomFacts = async (
  context: Pick<Context, 'tx'>,
  dishIds: readonly Id[],
  from: string,
  to: string,
  deptIds?: readonly Id[],
): Promise<BomFacts> => bomFactsOf(await storedKitchen(context, dishIds, from, to, deptIds));

/** The same as it is stored. */
export async function storedKitchen(
  context: Pick<Context, 'tx'>,
  dishIds: readonly Id[],
  from: string,
  to: string,
  deptIds?: readonly Id[],
): Promise<StoredKitchen> {
  // Of a dish one BOM is in force on a day, by the database's own word; the latest that has begun is looked at first.
  const inForce = (dishId: Sql): Sql => sql`
    select b.* from dish_bom b where b.dish_id = ${dishId} and b.released = 1 and b.start_date <= ${to}::date
      and (b.end_date is null or b.end_date >= ${from}::date)
    order by b.start_date desc limit ${from === to ? 1 : null}`;
  const ofDepts = deptIds === undefined ? empty : sql`and v.dept_id = any(${[...deptIds]}::bigint[])`;
  const reached = await context.tx.rows<{
    id: Id;
    name: string;
    stockMaterialId: Id | null;
    makeDeptIds: string[] | null;
    prepLeadHours: number;
  }>(sql`
    with recursive reach as (
      select unnest(${[...new Set(dishIds)]}::bigint[]) as id
      union
      select p.sub_dish_id from reach r cross join lateral (
        select d.sub_dish_id from (${inForce(sql`r.id`)}) b join dish_bom_detail d on d.dish_bom_id = b.id
        where d.sub_dish_id is not null
        union all
        select d.sub_dish_id from dish_bom_special_gear v
        join dish_bom_special_gear_detail d on d.dish_bom_special_gear_id = v.id
        where v.dish_id = r.id ${ofDepts} and v.released = 1 and d.sub_dish_id is not null
          and v.start_date <= ${to}::date and (v.end_date is null or v.end_date >= ${from}::date)) p)
    select d.id, d.name, case when d.stockable = 1 then d.stock_material_id end as stock_material_id, d.make_dept_ids,
      d.prep_lead_hours from dish d where d.id = any(array(select r.id from reach r))`);
  const ids = reached.map((dish) => dish.id);
  const boms = await context.tx.rows<StoredBom>(sql`
    with in_use as materialized (${yieldsInUse(from)})
    select b.id, b.dish_id, b.output_qty, b.process_loss_rate, b.start_date, b.end_date, coalesce(l.lines,
      '[]') as lines from unnest(${ids}::bigint[]) as a(dish_id) cross join lateral (${inForce(sql`a.dish_id`)}) b
    left join lateral (select jsonb_agg(jsonb_build_object('materialId', d.material_id::text, 'subDishId',
      d.sub_dish_id::text, 'netBaseQty', d.net_base_qty::text,
        'yieldRate', ${yieldOfLine}::text, 'processYield', d.process_yield::text, 'prepTiming', d.prep_timing,
        'optional', d.optional) order by d.line_no) as lines
      from dish_bom_detail d left join in_use y on y.material_id = d.material_id
      where d.dish_bom_id = b.id and d.line_kind <> 'byproduct') l on true`);
  const variants = await context.tx.rows<StoredVariant>(sql`
    with in_use as materialized (${yieldsInUse(from)})
    select v.dish_id, v.dept_id, v.start_date, v.end_date, coalesce(l.lines, '[]') as lines from dish_bom_special_gear v
    left join lateral (select jsonb_agg(jsonb_build_object('action', d.action, 'target', coalesce(d.target_material_id,
      d.target_sub_dish_id)::text, 'materialId', d.material_id::text, 'subDishId', d.sub_dish_id::text,
        'netBaseQty', d.net_base_qty::text, 'yieldRate', ${yieldOfLine}::text, 'processYield', d.process_yield::text,
        'prepTiming', d.prep_timing) order by d.line_no) as lines
      from dish_bom_special_gear_detail d left join in_use y on y.material_id = d.material_id
      where d.dish_bom_special_gear_id = v.id) l on true
    where v.dish_id = any(${ids}::bigint[]) ${ofDepts} and v.released = 1 and v.start_date <= ${to}::date
      and (v.end_date is null or v.end_date >= ${from}::date)`);
  return {
    dishes: reached.map((dish): ExplodedDish => ({ ...dish, makeDeptIds: dish.makeDeptIds ?? [] })),
    boms,
    variants,
  };
}
