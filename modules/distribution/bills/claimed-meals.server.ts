/** Pegs and claims of a bill: written with its lines, gone with them. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { HOLDERS } from '../../planning/claims.server.ts';
import { isGoods } from '../../planning/goods-demands.rules.ts';
import type { Taken } from './taken-needs.server.ts';

/** Writes why new lines need what they need, by their place on the bill. */
export async function writePegs(context: Context, billId: Id, taken: ReadonlyMap<number, Taken>): Promise<void> {
  const rows = [...taken].flatMap(([index, { needs }]) =>
    needs.flatMap(({ meal, materialId, needDate, pegs }) =>
      pegs.map(({ route, qty }, nr) => ({
        line: index + 1,
        sourceType: meal.sourceType,
        sourceId: meal.sourceId,
        sourceLineId: meal.sourceLineId,
        stall: meal.stallDeptId,
        mealDate: meal.mealDate,
        mealType: meal.mealType,
        dish: meal.dishId ?? undefined,
        portions: meal.portions,
        material: materialId,
        needDate,
        nr,
        bom: isGoods(route.bomId) ? undefined : route.bomId,
        dishes: `{${route.dishIds.filter((id) => !isGoods(id)).join(',')}}`,
        net: route.netPerPortion.rounded(12).toString(),
        rate: route.yieldRate.rounded(14).times(Decimal.hundred).toString(),
        origin: route.originMaterialId ?? undefined,
        ratio: route.ratio.toString(),
        qty: qty.toString(),
      })),
    ),
  );
  if (rows.length === 0) return;
  await context.tx.run(sql`
    insert into distribution_pegging (distribution_id, distribution_detail_id, source_type, source_id, source_line_id,
      source_version, stall_dept_id, meal_date, meal_type, dish_id, portions, material_id, need_date, nr, bom_id,
      dish_ids, net_per_portion, yield_rate, origin_material_id, ratio, qty)
    select ${billId}::bigint, d.id, r."sourceType", r."sourceId", r."sourceLineId", coalesce(p.version, m.version),
      r.stall, r."mealDate", r."mealType", r.dish, r.portions, r.material, r."needDate", r.nr, r.bom,
      r.dishes::bigint[], r.net, r.rate, r.origin, r.ratio, r.qty
    from json_to_recordset(${JSON.stringify(rows)}::json) as r(line integer, "sourceType" text, "sourceId" bigint,
      "sourceLineId" bigint, stall bigint, "mealDate" date, "mealType" text, dish bigint, portions numeric,
      material bigint, "needDate" date, nr integer, bom bigint, dishes text, net numeric, rate numeric, origin bigint,
      ratio numeric, qty numeric)
    join distribution_detail d on d.distribution_id = ${billId}::bigint and d.line_no = r.line
    left join sales_plan p on r."sourceType" = 'salesPlan' and p.id = r."sourceId"
    left join special_meal m on r."sourceType" = 'specialMeal' and m.id = r."sourceId"`);
}

/** The bill holds the lines of meals its own lines are for, and no others. */
export async function followPegs(context: Context, billId: Id): Promise<void> {
  await context.tx.run(sql`
    delete from plan_claim c where c.holder_id = ${billId}::bigint and not exists (
      select 1 from distribution_pegging p where p.distribution_id = c.holder_id and p.source_type = c.source_type
        and p.source_line_id = c.source_line_id)`);
  await context.tx.run(sql`
    insert into plan_claim (holder_type, holder_id, nr, source_type, source_id, source_line_id, source_version,
      stall_dept_id, meal_date, meal_type, dish_id, material_id, portions)
    select ${HOLDERS.distribution}, ${billId}::bigint, k.last + row_number() over (order by p.source_line_id),
      p.source_type, p.source_id, p.source_line_id, p.source_version, p.stall_dept_id, p.meal_date, p.meal_type,
      p.dish_id, case when p.dish_id is null then coalesce(p.origin_material_id, p.material_id) end, p.portions
    from (select distinct on (source_type, source_line_id) * from distribution_pegging
      where distribution_id = ${billId}::bigint order by source_type, source_line_id, nr) p
    cross join (select coalesce(max(nr), -1) as last from plan_claim where holder_id = ${billId}::bigint) k
    where not exists (select 1 from plan_claim c where c.holder_id = ${billId}::bigint
      and c.source_type = p.source_type and c.source_line_id = p.source_line_id)`);
}

/** Bills are given up: whoever wants their meals may have them. */
export const releaseMeals = (context: Context, billIds: readonly Id[]): Promise<number> =>
  context.tx.run(sql`
    update plan_claim set released_time = now()
    where holder_id = any(${billIds as Id[]}::bigint[]) and released_time is null`);
