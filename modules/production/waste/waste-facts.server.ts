/** What waste is of: its material or dish, its lot, its sample, and how much a kilogram of it is. One statement. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { massPath } from '../../master-data/units/mass-path.rules.ts';
import { unitLadders } from '../../master-data/units/material-units.server.ts';
import type { KitchenStall } from '../produce/kitchen-stalls.server.ts';
import type { SampleFacts } from './food-waste.rules.ts';

interface Named {
  readonly materialId: Id | null;
  readonly dishId: Id | null;
  readonly batchId: Id | null;
  readonly labelId: Id | null;
}
export interface WasteFacts {
  /** What lies in stock: the material, or what portions of the dish are kept as. */
  readonly materialId: Id | null;
  readonly dishId: Id | null;
  readonly ofDish: boolean;
  readonly name: string;
  readonly unitId: Id | null;
  readonly unit: string;
  readonly stdYield: Decimal | null;
  /** Base units in a kilogram, of a material that is weighed. */
  readonly perKilogram: Decimal | null;
  readonly portionGrams: Decimal | null;
  readonly there: Decimal;
  readonly lot: { readonly code: string; readonly state: string; readonly holdReason: string } | null;
  readonly sample: SampleFacts;
  /** A sample of portions that are served and gone: it has its weight alone. */
  readonly isGone: boolean;
}

interface Row {
  readonly materialId: Id | null;
  readonly dishId: Id | null;
  readonly name: string | null;
  readonly unitId: Id | null;
  readonly unit: string | null;
  readonly stdYield: DecimalText | null;
  readonly portionGrams: DecimalText | null;
  readonly there: DecimalText;
  readonly lotThere: boolean;
  readonly batchCode: string | null;
  readonly lotState: string | null;
  readonly holdReason: string | null;
  readonly labelNo: string | null;
  readonly isSampleHere: boolean;
  readonly sampleExpire: string | null;
  readonly isDestroyed: boolean;
}

/** Facts of what was thrown away, named by itself, by its lot or by its sample. */
export async function factsOfWaste(context: Context, stall: KitchenStall, named: Named): Promise<WasteFacts> {
  const row = (await context.tx.row<Row>(sql`
    with named as (
      select ${named.materialId}::bigint as material_id, ${named.dishId}::bigint as dish_id,
        ${named.batchId}::bigint as batch_id, ${named.labelId}::bigint as label_id),
    scanned as (
      select coalesce(n.material_id, case when n.dish_id is null then coalesce(l.material_id, b.material_id) end)
          as material_id, coalesce(n.dish_id, l.dish_id) as dish_id, n.batch_id, l.id as label_id
      from named n left join batch b on b.id = n.batch_id left join gear_label l on l.id = n.label_id)
    select case when d.id is null then m.id else d.portion_material_id end as material_id, d.id as dish_id,
      coalesce(d.name, m.called) as name, u.id as unit_id, u.called as unit, m.std_yield,
      coalesce(d.portion_weight, c.default_portion_weight) as portion_grams,
      coalesce((select sum(s.qty) from stock_batch s join batch a on a.id = s.batch_id and a.lot_state = 'free'
        where s.location_id = ${stall.locationId}::bigint
          and s.material_id = case when d.id is null then m.id else d.portion_material_id end), 0) as there,
      exists (select 1 from stock_batch s where s.location_id = ${stall.locationId}::bigint
        and s.batch_id = g.batch_id and s.qty > 0 and s.material_id = case when d.id is null then m.id
          else d.portion_material_id end) as lot_there,
      b.batch_code, b.lot_state, b.hold_reason, l.label_no,
      coalesce(l.label_type = 'sample' and l.gear_operation_dept_id = ${stall.deptId}::bigint, false)
        as is_sample_here, to_char(l.sample_expire, 'YYYY-MM-DD HH24:MI:SS') as sample_expire,
      exists (select 1 from gear_food_waste w where w.label_id = l.id and w.status = 'posted') as is_destroyed
    from scanned g
    left join dish d on d.id = coalesce(g.dish_id,
      (select p.id from dish p where g.material_id is not null and p.portion_material_id = g.material_id limit 1))
    left join dish_type c on c.id = d.dish_type_id
    left join material m on m.id = coalesce(g.material_id, d.portion_material_id)
    left join material_unit u on u.id = m.base_unit_id
    left join batch b on b.id = g.batch_id left join gear_label l on l.id = g.label_id`))!;
  const ofDish = row.dishId !== null;
  const there = Decimal.of(row.there);
  return {
    materialId: row.materialId,
    dishId: row.dishId,
    ofDish,
    name: row.name ?? '',
    unitId: row.unitId,
    unit: row.unit ?? '',
    stdYield: row.stdYield === null ? null : Decimal.of(row.stdYield),
    perKilogram: ofDish || row.materialId === null ? null : await perKilogramOf(context, row.materialId),
    portionGrams: ofDish && row.portionGrams !== null ? Decimal.of(row.portionGrams) : null,
    there,
    lot: row.lotThere
      ? { code: row.batchCode ?? '', state: row.lotState ?? '', holdReason: row.holdReason ?? '' }
      : null,
    sample: {
      labelNo: row.labelNo ?? '',
      isSampleHere: row.isSampleHere,
      sampleExpire: row.sampleExpire,
      isDestroyed: row.isDestroyed,
    },
    isGone: named.labelId !== null && !there.isPositive(),
  };
}

async function perKilogramOf(context: Context, materialId: Id): Promise<Decimal | null> {
  const ladder = (await unitLadders(context, [materialId], { date: context.today })).get(materialId);
  return (ladder === undefined ? undefined : massPath(ladder))?.rounded(12) ?? null;
}
