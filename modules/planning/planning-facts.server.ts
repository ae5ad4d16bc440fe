/**
 * The facts a plan is netted with: materials and how they are ordered, replacements in force, stock and what is due.
 */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { Id } from '../../kernel/core/field.ts';
import type { Refusal } from '../../kernel/core/refusal.ts';
import type { Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { othersFirst } from '../../parts/postgres/others-first.ts';
import { unitLadders } from '../master-data/units/material-units.server.ts';
import { unitPath } from '../master-data/units/unit-conversion.rules.ts';
import { availability } from '../stock/ledger/availability.server.ts';
import type { SourcePlace } from '../sourcing/source-book.server.ts';
import { sourceRowsOnDays } from '../sourcing/source-rows.server.ts';
import { otherPlanRows } from './netting/other-plans.server.ts';
import type { BuyingRows, OwnPack } from './reckoning/buying-book.server.ts';
import type { PlannedMaterial, StoredReplacement, Warehouse } from './reckoning/planned.rules.ts';
import type { StockRows } from './reckoning/stock-facts.rules.ts';

/** What planning needs to know of materials, by id. */
export async function loadMaterials(context: Context, ids: readonly Id[]): Promise<Map<Id, PlannedMaterial>> {
  const rows = await context.tx.rows<PlannedMaterial>(sql`
    select m.id, m.name, m.base_unit_id, coalesce(m.purchase_unit_id, m.base_unit_id) as purchase_unit_id,
      m.min_order_qty, m.order_multiple, m.lead_days, m.use_margin_days, m.material_type_id, m.source_kind, m.frozen
    from material m where m.id = any(${[...new Set(ids)]}::bigint[])`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Replacements in force on any of the days. */
export const loadReplacements = (context: Context, from: string, to: string): Promise<StoredReplacement[]> =>
  context.tx.rows<StoredReplacement>(sql`
    select r.id, r.material_id, r.replace_material_id as other_material_id, r.ratio, r.dept_id, r.dish_id,
      r.start_date, r.end_date from material_replace r
    where r.ratio is not null and r.start_date <= ${to}::date and (r.end_date is null or r.end_date >= ${from}::date)
    order by r.id`);

/** What is bought by; a purchase unit that leads to no base unit is refused, by its material. */
interface Bought {
  readonly rows: BuyingRows;
  readonly refused: ReadonlyMap<Id, readonly Refusal[]>;
}

/**
 * Who sells these materials to these places on the days. A purchase unit that leads to no base unit is refused, all at
 * once, unless suppliers bring their own.
 */
export async function buyingRows(
  context: Context,
  materials: readonly PlannedMaterial[],
  places: readonly SourcePlace[],
  from: string,
  to: string,
): Promise<Bought> {
  return (await buyingRowsOnDays(context, materials, places, [from], to)).get(from)!;
}

/** The same for plans that begin on different days, by their first day. */
export async function buyingRowsOnDays(
  context: Context,
  materials: readonly PlannedMaterial[],
  places: readonly SourcePlace[],
  days: readonly string[],
  to: string,
): Promise<ReadonlyMap<string, Bought>> {
  const sourcesOn = await sourceRowsOnDays(context, materials, places, days, to);
  const ladders = await unitLadders(
    context,
    materials.map((material) => material.id),
  );
  const found = new Map<string, Bought>();
  for (const [date, sources] of sourcesOn) {
    const offered = new Set(sources.offers.map((offer) => offer.materialId));
    const refused = new Map<Id, readonly Refusal[]>();
    const own: OwnPack[] = [];
    for (const material of materials) {
      await othersFirst();
      const ladder = ladders.get(material.id);
      if (ladder === undefined) continue;
      const isBase = material.purchaseUnitId === material.baseUnitId;
      const minOrderQty = material.minOrderQty ?? '0';
      // Bought in base unit without a step: any quantity may be ordered, so there is nothing to round to.
      if (isBase && material.orderMultiple === null && Decimal.of(minOrderQty).isZero()) continue;
      const path = unitPath({ ...ladder, date }, material.purchaseUnitId);
      if (path.ok)
        own.push({
          materialId: material.id,
          unitId: material.purchaseUnitId,
          factor: path.factor.toString(),
          minOrderQty,
          orderMultiple: material.orderMultiple ?? (isBase ? '0.000001' : '1'),
        });
      else if (!offered.has(material.id)) refused.set(material.id, path.refusals);
    }
    found.set(date, { rows: { sources, own }, refused });
  }
  return found;
}

const LAST_DAY = '9999-12-31';

/** Stock, orders and other plans of some warehouses, for these materials and those that were merged into them. */
export async function stockRows(
  context: Context,
  warehouseIds: readonly Id[],
  materialIds: readonly Id[],
  planId: Id | null,
): Promise<StockRows> {
  const [there, others] = await Promise.all([
    availability(context, warehouseIds, materialIds, context.today, LAST_DAY),
    otherPlanRows(context, { warehouseIds, materialIds, planId }),
  ]);
  return { there, ...others };
}

/** Warehouses by id; without ids all open ones of the project departments. */
export async function loadWarehouses(
  context: Context,
  which: { readonly ids: readonly Id[] } | { readonly projectDeptIds: readonly Id[] },
): Promise<Map<Id, Warehouse>> {
  const chosen =
    'ids' in which
      ? sql`w.id = any(${which.ids as Id[]}::bigint[])`
      : sql`w.frozen = 0 and w.project_group_dept_id = any(${which.projectDeptIds as Id[]}::bigint[])`;
  const rows = await context.tx.rows<Warehouse>(
    sql`select w.id, w.name, w.company_dept_id, w.project_group_dept_id as project_dept_id from warehouse w
      where ${chosen} order by w.id`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}
