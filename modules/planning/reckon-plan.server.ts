/**
 * Reckoning a plan (domain 7): the guests are exploded into materials, replaced by rule, netted day by day and rounded to
 * packs. Facts are read first, each kind with one statement; what follows is pure. Nothing is written here.
 */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { Id } from '../../kernel/core/field.ts';
import { Refused, refuse } from '../../kernel/core/refusal.ts';
import type { Context } from '../../kernel/server/context.ts';
import { sql } from '../../kernel/server/database.ts';
import { explodeDemands } from '../master-data/bom-explosion.rules.ts';
import { loadBomFacts, type BomFacts } from '../master-data/bom-facts.server.ts';
import { goodsKitchen, isGoods } from './goods-demands.rules.ts';
import { claimableMeals, type ClaimableMeals } from './meal-demands.server.ts';
import { generatedLine, nettingEntry, type KeptDecision, type NettingEntry } from './plan-lines.rules.ts';
import type { PlanScope } from './plan-scope.server.ts';
import { buyingBook, loadMaterials, loadReplacements, loadWarehouses, stockFacts, type BuyingBook, type PlannedMaterial, type Warehouse } from './planning-facts.server.ts';
import { grossOf, replacedNeeds, type PlannedNeed, type PlannedRoute } from './replaced-needs.rules.ts';
import { lineKey, walkPlan, type PlaceNeed, type StockFacts, type WalkedRow } from './walk-plan.rules.ts';

/** A plan reckoned, ready to be written. */
export interface ReckonedPlan {
  readonly claimed: Pick<ClaimableMeals, 'meals' | 'special'>;
  readonly routes: readonly PlannedRoute[];
  readonly facts: readonly StockFacts[];
  /** By warehouse, need date, material; `need` holds the pegs, absent on lines for safety stock alone. */
  readonly lines: readonly { readonly values: Readonly<Record<string, unknown>>; readonly need: PlannedNeed | undefined }[];
  readonly netting: readonly NettingEntry[];
  /** Decisions of people that no longer fit: the proposal under them changed. */
  readonly outdated: readonly { readonly warehouseId: Id; readonly materialId: Id; readonly needDate: string }[];
}
/** What stands already when a draft is reckoned again. */
export interface StandingPlan {
  readonly planId: Id | null;
  readonly manual: readonly PlaceNeed[];
  readonly decisions: ReadonlyMap<string, Decision>;
}
export interface Decision extends KeptDecision {
  /** What was proposed when the person decided, in base unit. */
  readonly proposed: Decimal;
}

export async function reckonPlan(context: Context, scope: PlanScope, standing: StandingPlan): Promise<ReckonedPlan> {
  const wanted = scope.planType === 'safety' ? noMeals : await neededForMeals(context, scope, standing.planId);
  const { materials, needs, routes } = wanted;
  const warehouses = await loadWarehouses(context, needs.length > 0 ? { ids: [...new Set([...needs, ...standing.manual].map((need) => need.warehouseId))] } : placesOf(scope));
  const projectDeptIds = [...new Set([...warehouses.values()].map((warehouse) => warehouse.projectDeptId))];
  const known = scope.planType === 'safety' ? await loadMaterials(context, await belowSafety(context, [...warehouses.keys()])) : materials;
  const buying = await buyingBook(context, known, scope.startDate, projectDeptIds);
  if (wanted.refusals.length + buying.refusals.length > 0) throw new Refused(...wanted.refusals, ...buying.refusals);

  const until = needs.reduce((last, need) => (need.needDate > last ? need.needDate : last), scope.endDate);
  const facts = await stockFacts(context, warehouses, known, until, buying);
  const placeNeeds = scope.planType === 'safety' ? facts.filter((each) => each.safety.isPositive()).map((each): PlaceNeed => ({ ...each, date: scope.startDate, qty: Decimal.zero })) : needs.map(placeNeed);
  const walked = walkKeeping(facts, placeNeeds, standing, scope);
  const rows = walked.rows.filter((row) => scope.planType !== 'safety' || row.net.isPositive());
  const needOf = new Map(needs.map((need) => [lineKey({ ...need, date: need.needDate }), need]));
  const used = new Set(rows.map((row) => `${row.warehouseId} ${row.materialId}`));
  const wantedKeys = new Set(placeNeeds.map(lineKey));
  return {
    claimed: wanted, routes, netting: rows.map(nettingEntry), outdated: walked.outdated,
    facts: facts.filter((each) => used.has(`${each.warehouseId} ${each.materialId}`)),
    lines: rows.filter((row) => wantedKeys.has(lineKey(row))).sort(byPlaceAndDay).map((row) => ({
      values: lineOf(context, row, warehouses, known, buying, walked.kept.get(lineKey(row))), need: needOf.get(lineKey(row)),
    })),
  };
}

interface Wanted extends Pick<ClaimableMeals, 'meals' | 'special'> {
  readonly needs: readonly PlannedNeed[];
  readonly routes: readonly PlannedRoute[];
  readonly materials: Map<Id, PlannedMaterial>;
  readonly refusals: Refused['refusals'];
}
const noMeals: Wanted = { meals: [], special: 0, needs: [], routes: [], materials: new Map(), refusals: [] };

/** Meals exploded and replaced. Places without a warehouse and missing BOMs are answered together, with all of each. */
async function neededForMeals(context: Context, scope: PlanScope, planId: Id | null): Promise<Wanted> {
  const { meals, special, places, refusals } = await claimableMeals(context, { ...scope, planId, projectDeptIds: scope.bladeProjectDeptIds });
  if (meals.length === 0) throw new Refused(refuse('planning.nothing-to-plan', { from: scope.startDate, to: scope.endDate }));

  const dishIds = new Set(meals.map((meal) => meal.dishId));
  const goods = goodsKitchen(dishIds);
  const cooked = await loadBomFacts(context, [...dishIds].filter((id) => !isGoods(id)), scope.startDate, scope.endDate);
  const kitchen = { ...cooked, dishes: [...cooked.dishes, ...goods.dishes], boms: [...cooked.boms, ...goods.boms] };
  const replacements = await loadReplacements(context, scope.startDate, scope.endDate);
  const materials = await loadMaterials(context, materialIdsOf(kitchen, replacements.map((rule) => rule.otherMaterialId)));
  const explosion = explodeDemands({ ...kitchen, places }, meals);
  if (!explosion.ok) return { ...noMeals, materials, refusals: [...refusals, ...explosion.refusals] };
  const replaced = replacedNeeds(explosion, meals, places, replacements, (id) => materials.get(id)?.name ?? id);
  if (!replaced.ok) return { ...noMeals, materials, refusals: [...refusals, ...replaced.refusals] };
  const needed = new Set(replaced.needs.map((need) => need.materialId));
  return { meals, special, needs: replaced.needs, routes: replaced.routes, materials: new Map([...materials].filter(([id]) => needed.has(id))), refusals };
}

const materialIdsOf = (kitchen: BomFacts, others: readonly Id[]): Id[] => {
  const lines = [...kitchen.boms.flatMap((bom) => bom.lines), ...kitchen.variants.flatMap((variant) => variant.changes.flatMap((change) => (change.action === 'drop' ? [] : [change.line])))];
  return [...new Set([...lines.flatMap((line) => line.materialId ?? []), ...kitchen.dishes.flatMap((dish) => dish.stockMaterialId ?? []), ...others])];
};

/**
 * The walk with the decisions people took, as long as what was proposed to them still stands; one that falls away changes
 * the dates after it, so the walk is repeated until all that are left hold.
 */
function walkKeeping(facts: readonly StockFacts[], needs: readonly PlaceNeed[], standing: StandingPlan, scope: PlanScope) {
  const kept = new Map(standing.decisions);
  for (;;) {
    const decided = new Map([...kept].map(([key, decision]) => [key, decision.planQty.times(decision.factor).rounded(6)]));
    const rows = walkPlan(facts, needs, standing.manual, decided, scope);
    const proposedNow = new Map(rows.map((row) => [lineKey(row), row.proposed]));
    const fallen = [...kept].filter(([key, decision]) => !proposedNow.get(key)?.equals(decision.proposed));
    for (const [key] of fallen) kept.delete(key);
    if (fallen.length > 0) continue;
    const outdated = [...standing.decisions.keys()].filter((key) => !kept.has(key)).map((key) => {
      const [warehouseId = '', materialId = '', needDate = ''] = key.split(' ');
      return { warehouseId, materialId, needDate };
    });
    return { rows, kept, outdated };
  }
}

function lineOf(context: Context, row: WalkedRow, warehouses: ReadonlyMap<Id, Warehouse>, materials: ReadonlyMap<Id, PlannedMaterial>, book: BuyingBook, kept: KeptDecision | undefined) {
  const bladeProjectDeptId = warehouses.get(row.warehouseId)!.projectDeptId;
  const { offer, packs, basePrice } = book.at(row.materialId, bladeProjectDeptId);
  const buying = { packs, basePrice, offer: offer === null ? null : { ...offer, reason: offer.reason[context.language] } };
  return generatedLine(row, buying, { bladeProjectDeptId, material: materials.get(row.materialId)!, now: context.now }, kept);
}

const placesOf = (scope: PlanScope) => (scope.warehouseIds.length > 0 ? { ids: scope.warehouseIds } : { projectDeptIds: scope.bladeProjectDeptIds });
const placeNeed = (need: PlannedNeed): PlaceNeed => ({ warehouseId: need.warehouseId, materialId: need.materialId, date: need.needDate, qty: grossOf(need) });
const byPlaceAndDay = (a: WalkedRow, b: WalkedRow): number => compared(a.warehouseId, b.warehouseId) || compared(a.date, b.date) || compared(a.materialId, b.materialId);
const compared = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Materials whose safety stock is set at these warehouses. */
async function belowSafety(context: Context, warehouseIds: readonly Id[]): Promise<Id[]> {
  const rows = await context.tx.rows<{ id: Id }>(sql`select distinct s.material_id as id from stock s where s.location_id = any(${warehouseIds as Id[]}::bigint[]) and s.safety_stock_threshold > 0`);
  return rows.map((row) => row.id);
}
