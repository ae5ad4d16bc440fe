/** What the lines of pick bills filled from the plan are for: kept when they are filled, read with the bill. */
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import { unknownRecord, type Context } from '../../../kernel/server/context.ts';
import { readRecord } from '../../../kernel/server/record-query.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { pickUses } from '../pick.calls.ts';
import { pick } from '../pick.document.ts';

/** So much of a material for one dish, in base unit: portions × net ÷ yield. */
interface PickUse {
  readonly pickId: Id;
  readonly materialId: Id;
  readonly dishId: Id;
  readonly portions: DecimalText;
  readonly netQty: DecimalText;
  readonly yieldRate: DecimalText;
  readonly qty: DecimalText;
  /** `yyyy-MM-dd HH:mm` */
  readonly prepTime: string;
  readonly station: string;
}
/** What a line was reckoned from, in base unit. */
interface PickReckoning {
  readonly pickId: Id;
  readonly materialId: Id;
  readonly needQty: DecimalText;
  readonly handQty: DecimalText;
  readonly comingQty: DecimalText;
}

/** Keeps with fresh bills what their lines were reckoned from. */
export async function keepReckoning(
  { tx }: Context,
  lines: readonly PickReckoning[],
  uses: readonly PickUse[],
): Promise<void> {
  await tx.run(sql`
    update pick_detail d set need_qty = g."needQty", hand_qty = g."handQty", coming_qty = g."comingQty"
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as g("pickId" bigint, "materialId" bigint,
      "needQty" numeric, "handQty" numeric, "comingQty" numeric)
    where d.pick_id = g."pickId" and d.material_id = g."materialId"`);
  await tx.run(sql`
    insert into pick_use (pick_id, material_id, dish_id, portions, net_qty, yield_rate, qty, prep_time, station)
    select g."pickId", g."materialId", g."dishId", g.portions, g."netQty", g."yieldRate", g.qty, g."prepTime", g.station
    from jsonb_to_recordset(${JSON.stringify(uses)}::jsonb) as g("pickId" bigint, "materialId" bigint,
      "dishId" bigint, portions numeric, "netQty" numeric, "yieldRate" numeric, qty numeric, "prepTime" text,
      station text)`);
}

export const usesOfPick = serve(pickUses, async (context, { id }) => {
  if ((await readRecord(pick, context, { id })) === undefined) throw unknownRecord(pick.label);
  const dishName = context.language === 'en' ? sql`coalesce(nullif(d.name_en, ''), d.name)` : sql`d.name`;
  return context.tx.rows<PickUse & Readonly<Record<'dishName' | 'materialName' | 'unitName' | 'stationName', string>>>(
    sql`
    select u.prep_time, u.station, coalesce(e.called, '') as station_name, u.dish_id, ${dishName} as dish_name,
      u.portions, u.material_id, m.called as material_name, n.called as unit_name, u.net_qty, u.yield_rate, u.qty
    from pick_use u join dish d on d.id = u.dish_id join material m on m.id = u.material_id
    join material_unit n on n.id = m.base_unit_id
    left join dict_biz e on e.code = 'cookingMethod' and e.dict_key = u.station and e.parent_id <> 0
    where u.pick_id = ${id}::bigint order by u.prep_time, u.station, d.code, m.code, u.id`,
  );
});
