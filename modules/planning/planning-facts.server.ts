/**
 * The facts a plan is netted with: materials and how they are ordered, replacements in force, stock and what is due.
 */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../kernel/core/field.ts';
import type { Refusal } from '../../kernel/core/refusal.ts';
import type { Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { dayPlus } from '../master-data/figures/calendar-day.rules.ts';
import { unitLadders } from '../master-data/units/material-units.server.ts';
import { unitPath } from '../master-data/units/unit-conversion.rules.ts';
import { mergedInto } from '../master-data/merging/material-merge.server.ts';
import { availability } from '../stock/ledger/availability.server.ts';
import { sourceBook, type ChosenSource, type SourcePlace } from '../sourcing/source-book.server.ts';
import type { SourceKind } from '../sourcing/source.rules.ts';
import type { Offer } from '../suppliers/offers.server.ts';
import { otherPlans } from './netting/other-plans.server.ts';
import type { PackOption } from './netting/pack.rules.ts';
import type { SubstitutionRule } from './substitution.rules.ts';
import type { StockFacts } from './net-plan.rules.ts';

export interface PlannedMaterial {
  readonly id: Id;
  readonly name: string;
  readonly baseUnitId: Id;
  readonly purchaseUnitId: Id;
  readonly minOrderQty: DecimalText | null;
  readonly orderMultiple: DecimalText | null;
  readonly leadDays: number;
  readonly useMarginDays: number;
  readonly materialTypeId: Id;
  readonly sourceKind: SourceKind;
  readonly frozen: 0 | 1;
}

/** What planning needs to know of materials, by id. */
export async function loadMaterials(context: Context, ids: readonly Id[]): Promise<Map<Id, PlannedMaterial>> {
  const rows = await context.tx.rows<PlannedMaterial>(sql`
    select m.id, m.name, m.base_unit_id, coalesce(m.purchase_unit_id, m.base_unit_id) as purchase_unit_id,
      m.min_order_qty, m.order_multiple, m.lead_days, m.use_margin_days, m.material_type_id, m.source_kind, m.frozen
    from material m where m.id = any(${[...new Set(ids)]}::bigint[])`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Replacements in force on any of the days. */
export async function loadReplacements(context: Context, from: string, to: string): Promise<SubstitutionRule[]> {
  const rows = await context.tx.rows<Omit<SubstitutionRule, 'qty' | 'otherQty'> & { ratio: DecimalText }>(sql`
    select r.id, r.material_id, r.replace_material_id as other_material_id, r.ratio, r.dept_id, r.dish_id,
      r.start_date, r.end_date from material_replace r
    where r.ratio is not null and r.start_date <= ${to}::date and (r.end_date is null or r.end_date >= ${from}::date)
    order by r.id`);
  return rows.map(({ ratio, ...rule }) => ({ ...rule, qty: Decimal.one, otherQty: Decimal.of(ratio) }));
}

/** From whom the need of a day is proposed to come, and in which units it may be ordered. */
interface Buying {
  readonly source: ChosenSource;
  /** The same list for the same units, so that days can be told apart by it. */
  readonly packs: readonly PackOption[];
}
export interface BuyingBook {
  /** `net` in base unit. */
  at(warehouseId: Id, materialId: Id, date: string, net: Decimal): Buying;
  readonly supplierIds: readonly Id[];
  readonly refusals: readonly Refusal[];
}

/**
 * The source that rules choose for the place and day, with its packs; where no supplier's pack counts the material's
 * own
 * purchase unit. A purchase unit that leads to no base unit is refused, all at once, unless suppliers bring their own.
 */
export async function buyingBook(
  context: Context,
  materials: ReadonlyMap<Id, PlannedMaterial>,
  places: ReadonlyMap<Id, SourcePlace>,
  from: string,
  to: string,
): Promise<BuyingBook> {
  const sources = await sourceBook(context, [...materials.values()], [...places.values()], from, to);
  const ladders = await unitLadders(context, [...materials.keys()], { date: from });
  const refusals: Refusal[] = [];
  const own = new Map<Id, readonly PackOption[]>();
  for (const material of materials.values()) {
    const ladder = ladders.get(material.id);
    if (ladder === undefined) continue;
    const minOrderQty = Decimal.of(material.minOrderQty ?? '0');
    const isBase = material.purchaseUnitId === material.baseUnitId;
    // Bought in base unit without a step: any quantity may be ordered, so there is nothing to round to.
    if (isBase && material.orderMultiple === null && minOrderQty.isZero()) continue;
    const path = unitPath(ladder, material.purchaseUnitId);
    if (path.ok)
      own.set(material.id, [
        {
          unitId: material.purchaseUnitId,
          factor: path.factor,
          minOrderQty,
          orderMultiple: Decimal.of(material.orderMultiple ?? (isBase ? '0.000001' : '1')),
        },
      ]);
    else if (!sources.isOffered(material.id)) refusals.push(...path.refusals);
  }
  const offered = new Map<Id, readonly PackOption[]>();
  const packsOf = (offer: Offer): readonly PackOption[] => {
    let packs = offered.get(offer.supplierMaterialId);
    if (packs === undefined)
      offered.set(
        offer.supplierMaterialId,
        (packs = [
          {
            unitId: offer.unitId,
            factor: Decimal.of(offer.factor),
            minOrderQty: Decimal.of(offer.minOrderQty),
            orderMultiple: Decimal.of(offer.orderMultiple),
          },
        ]),
      );
    return packs;
  };
  return {
    refusals,
    supplierIds: sources.supplierIds,
    at(warehouseId, materialId, date, net) {
      const source = sources.choose(places.get(warehouseId)!, materialId, date, net);
      return { source, packs: source.offer === null ? (own.get(materialId) ?? NO_PACKS) : packsOf(source.offer) };
    },
  };
}
const NO_PACKS: readonly PackOption[] = [];
const NO_PLANS = { needs: [], due: [] };
const LAST_DAY = '9999-12-31';

/**
 * Stock, orders and other plans of the warehouses; lots count until their margin before use, and what was merged
 * counts as what it was merged into. Packs come with the walk.
 */
export async function stockFacts(
  context: Context,
  warehouses: ReadonlyMap<Id, Warehouse>,
  materials: ReadonlyMap<Id, PlannedMaterial>,
  until: string,
  planId: Id | null,
): Promise<StockFacts[]> {
  const merged = await mergedInto(context, [...materials.keys()]);
  const warehouseIds = [...warehouses.keys()];
  const materialIds = [...materials.keys(), ...merged.keys()];
  const [there, others] = await Promise.all([
    availability(context, warehouseIds, materialIds, context.today, LAST_DAY),
    otherPlans(context, { warehouseIds, materialIds, planId }, (id) => merged.get(id) ?? id),
  ]);
  const same = Map.groupBy(there, (each) => `${each.locationId} ${merged.get(each.materialId) ?? each.materialId}`);
  return there
    .filter((each) => !merged.has(each.materialId))
    .map((own) => {
      const all = same.get(`${own.locationId} ${own.materialId}`)!;
      const each = {
        ...own,
        lots: all.flatMap(({ lots }) => lots),
        promised: all.flatMap(({ promised }) => promised),
        due: all.flatMap(({ due }) => due),
      };
      const { needs, due } = others.get(`${own.locationId} ${own.materialId}`) ?? NO_PLANS;
      const last = needs.reduce((day, need) => (need.date > day ? need.date : day), until);
      const margin = materials.get(each.materialId)!.useMarginDays;
      const lastDay = (expiryDate: string | null): string | null =>
        expiryDate === null ? null : dayPlus(expiryDate, -margin);
      return {
        warehouseId: each.locationId,
        materialId: each.materialId,
        onHand: each.lots.map((lot) => ({ qty: Decimal.of(lot.qty), expiryDate: lastDay(lot.expiryDate) })),
        promised: each.promised.map(({ needDate, qty, isNamed, expiryDate }) => ({
          date: needDate,
          qty: Decimal.of(qty),
          ...(isNamed ? { lotExpiry: lastDay(expiryDate) } : {}),
        })),
        safety: Decimal.of(each.safetyStock),
        others: needs,
        receipts: [
          ...each.due.map((receipt) => ({
            date: receipt.dueDate,
            qty: Decimal.of(receipt.qty),
            billType: receipt.billType,
            billId: receipt.billId,
            billCode: receipt.billCode,
          })),
          ...due,
        ].filter(({ date }) => date <= last),
        packs: NO_PACKS,
      };
    });
}

interface Warehouse {
  readonly id: Id;
  readonly name: string;
  readonly companyDeptId: Id;
  readonly projectDeptId: Id;
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
