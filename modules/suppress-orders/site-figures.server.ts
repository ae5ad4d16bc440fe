/** What sites have of materials and use of them a day. */
import type { DecimalText, Id } from '../../kernel/core/field.ts';
import type { Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { dayPlus } from '../master-data/figures/calendar-day.rules.ts';

/** Reasons by which a warehouse of a site uses goods up: kitchens and pickers fetch them, or they are spent there. */
const ISSUES = ['pick.ship', 'client.ship', 'other-out.post', 'kitchen.produce-out', 'kitchen.sale', 'kitchen.use'];
const DAYS = 28;

interface SiteMaterial {
  readonly warehouseId: Id;
  readonly materialId: Id;
}
interface SiteFigures extends SiteMaterial {
  /** In base unit. */
  readonly stockQty: DecimalText;
  /** Mean of the last 28 days, today left out. */
  readonly dailyUse: DecimalText;
}

/** By warehouse and material, a space between; one statement however many. */
export async function siteFigures(
  context: Context,
  asked: readonly SiteMaterial[],
): Promise<ReadonlyMap<string, SiteFigures>> {
  const pairs = [...new Map(asked.map((each) => [`${each.warehouseId} ${each.materialId}`, each])).values()];
  const rows = await context.tx.rows<SiteFigures>(sql`
    select g.w as warehouse_id, g.m as material_id,
      coalesce((select s.qty from stock s where s.location_id = g.w and s.material_id = g.m), 0) as stock_qty,
      trim_scale(round(coalesce((select -sum(v.qty) from stock_move v where v.location_id = g.w and v.material_id = g.m
        and regexp_replace(v.reason, '^reverse\\.', '') = any(${ISSUES})
        and v.business_time >= (${dayPlus(context.today, -DAYS)}::date)::timestamptz
        and v.business_time < (${context.today}::date)::timestamptz), 0) / ${DAYS}::numeric, 6)) as daily_use
    from unnest(${pairs.map(({ warehouseId }) => warehouseId)}::bigint[],
      ${pairs.map(({ materialId }) => materialId)}::bigint[]) as g(w, m)`);
  return new Map(rows.map((row) => [`${row.warehouseId} ${row.materialId}`, row]));
}
