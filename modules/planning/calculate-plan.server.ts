/**
 * Reckoning a plan (domain 7): the guests are exploded into materials, replaced by rule, netted day by day and rounded
 * to packs. Facts are read first, each kind with one statement; what follows is pure. Nothing is written here.
 */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { Id } from '../../kernel/core/field.ts';
import { Refused, refuse, sentenceOf } from '../../kernel/core/refusal.ts';
import type { Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { explodeDemands } from '../master-data/dishes/bom-explosion.rules.ts';
import type { RecipeBook } from '../master-data/dishes/recipe-book.rules.ts';
import { loadBomFacts } from '../master-data/dishes/bom-facts.server.ts';
import { goodsKitchen, isGoods } from './goods-demands.rules.ts';
import { deliveryBook, type DeliveryBook } from '../sourcing/delivery-book.server.ts';
import type { SourcePlace } from '../sourcing/source-book.server.ts';
import { warehousePlaces } from '../sourcing/source-calls.server.ts';
import { claimableMeals, type ClaimableMeals } from './meal-demands.server.ts';
import {
  deliveryColumns,
  generatedLine,
  sourceReasons,
  reasonOf,
  type GeneratedLine,
  type StoredDecision,
  type LineBuying,
  type SourceReasons,
} from './plan-lines.rules.ts';
import type { PlanScope } from './plan-scope.server.ts';
import {
  buyingBook,
  loadMaterials,
  loadReplacements,
  loadWarehouses,
  stockFacts,
  type BuyingBook,
  type PlannedMaterial,
} from './planning-facts.server.ts';
import { grossOf, replacedNeeds, type PlannedNeed, type PlannedRoute } from './replaced-needs.rules.ts';
import type { SubstitutionRule } from './substitution.rules.ts';
import {
  lineKey,
  placeKey,
  netPlan,
  withPacks,
  type PlaceNeed,
  type StockFacts,
  type NettedRow,
  type NettingOptions,
} from './net-plan.rules.ts';

/** A plan reckoned, ready to be written. */
export interface CalculatedPlan {
  readonly routes: readonly PlannedRoute[];
  readonly facts: readonly PlanFacts[];
  /** By warehouse, need date, material. */
  readonly lines: readonly CalculatedLine[];
  readonly netted: readonly NettedRow[];
  /** Decisions of people that no longer fit: the proposal under them changed. */
  readonly outdated: readonly { readonly warehouseId: Id; readonly materialId: Id; readonly needDate: string }[];
}
/** What a place and material were reckoned with: stock, orders, packs, and where it comes from. */
export interface PlanFacts {
  readonly stock: StockFacts;
  readonly sources: SourceReasons | undefined;
}
/**
 * A line of a plan: its values are made when they are written, since a large plan has many; its pegs are absent on
 * lines for safety stock alone.
 */
export interface CalculatedLine {
  values(): GeneratedLine;
  readonly need: PlannedNeed | undefined;
}
/** What stands already when a draft is reckoned again. */
export interface ExistingPlan {
  readonly planId: Id | null;
  readonly manual: readonly PlaceNeed[];
  readonly decisions: ReadonlyMap<string, Decision>;
}
export interface Decision extends StoredDecision {
  /** What was proposed when the person decided, in base unit. */
  readonly proposed: Decimal;
}

/** Explodes before it asks the database for anything. */
export async function calculatePlan(
  context: Context,
  scope: PlanScope,
  demand: PlanDemand,
  current: ExistingPlan,
): Promise<CalculatedPlan> {
  const wanted = neededFor(demand);
  const { materials, needs, routes } = wanted;
  const warehouses = await loadWarehouses(
    context,
    needs.length > 0
      ? { ids: [...new Set([...needs, ...current.manual].map((need) => need.warehouseId))] }
      : placesOf(scope),
  );
  const known =
    scope.planType === 'safety'
      ? await loadMaterials(context, await belowSafety(context, [...warehouses.keys()]))
      : materials;
  const until = needs.reduce((last, need) => (need.needDate > last ? need.needDate : last), scope.endDate);
  const places = await warehousePlaces(context, [...warehouses.keys()]);
  const buying = await buyingBook(context, known, places, scope.startDate, until);
  if (wanted.refusals.length + buying.refusals.length > 0) throw new Refused(...wanted.refusals, ...buying.refusals);

  const facts = await stockFacts(context, warehouses, known, until, current.planId);
  const placeNeeds =
    scope.planType === 'safety'
      ? facts
          .filter((each) => each.safety.isPositive())
          .map((each): PlaceNeed => ({ ...each, date: scope.startDate, qty: Decimal.zero }))
      : needs.map(placeNeed);
  const packsOf: NonNullable<NettingOptions['packsOf']> = ({ warehouseId, materialId }, date, net) =>
    known.has(materialId) ? buying.at(warehouseId, materialId, date, net).packs : [];
  const walked = netKeeping(facts, placeNeeds, current, { ...scope, packsOf });
  const deliveries = await deliveryBook(context, [
    ...buying.supplierIds,
    ...[...walked.kept.values()].flatMap((decision) => decision.supplierId ?? []),
  ]);
  const rows = walked.rows.filter((row) => scope.planType !== 'safety' || row.net.isPositive());
  const needOf = new Map(needs.map((need) => [lineKey({ ...need, date: need.needDate }), need]));
  const rowsOf = Map.groupBy(rows, placeKey);
  const wantedKeys = new Set(placeNeeds.map(lineKey));
  return {
    routes,
    netted: rows,
    outdated: walked.outdated,
    facts: facts.flatMap((each) => {
      const own = rowsOf.get(placeKey(each));
      const reasonedRow = (row: NettedRow) => ({
        date: row.date,
        reason: reasonOf(buying.at(row.warehouseId, row.materialId, row.date, row.net).source),
      });
      return own === undefined
        ? []
        : [{ stock: withPacks(each, own, packsOf), sources: sourceReasons(own.map(reasonedRow)) }];
    }),
    lines: rows
      .filter((row) => wantedKeys.has(lineKey(row)))
      .sort(byPlaceAndDay)
      .map((row) => ({
        values: () =>
          generatedLine(
            row,
            lineBuying(context, row, { places, materials: known, buying, deliveries }, walked.kept.get(lineKey(row))),
            {
              bladeProjectDeptId: warehouses.get(row.warehouseId)!.projectDeptId,
              material: known.get(row.materialId)!,
            },
            walked.kept.get(lineKey(row)),
          ),
        need: needOf.get(lineKey(row)),
      })),
  };
}

/** What is to be cooked, and what the kitchen has to know for it. */
interface PlanDemand extends ClaimableMeals {
  readonly kitchen: RecipeBook;
  readonly replacements: readonly SubstitutionRule[];
  readonly materials: ReadonlyMap<Id, PlannedMaterial>;
}
const noDemand: PlanDemand = {
  meals: [],
  special: 0,
  places: [],
  refusals: [],
  kitchen: { dishes: [], boms: [], variants: [], places: [] },
  replacements: [],
  materials: new Map(),
};

/**
 * The meals a plan is for, to be claimed by it; none for a plan for safety stock. Refuses where there is nothing to
 * plan for.
 */
export async function readDemand(
  context: Context,
  scope: PlanScope,
  planId: Id | null,
  purpose: 'claim' | 'look' = 'claim',
): Promise<PlanDemand> {
  if (scope.planType === 'safety') return noDemand;
  const claimable = await claimableMeals(
    context,
    { ...scope, planId, projectDeptIds: scope.bladeProjectDeptIds },
    purpose,
  );
  if (claimable.meals.length === 0 && purpose === 'look') return noDemand;
  if (claimable.meals.length === 0)
    throw new Refused(
      refuse(planId === null ? 'planning.nothing-to-plan' : 'planning.meals-gone', {
        from: scope.startDate,
        to: scope.endDate,
      }),
    );
  return demandOf(context, scope, claimable);
}

/** The same for meals that are given. */
export async function demandOf(context: Context, scope: PlanScope, claimable: ClaimableMeals): Promise<PlanDemand> {
  const dishIds = new Set(claimable.meals.map((meal) => meal.dishId));
  const goods = goodsKitchen(dishIds);
  const cooked = await loadBomFacts(
    context,
    [...dishIds].filter((id) => !isGoods(id)),
    scope.startDate,
    scope.endDate,
  );
  const kitchen: RecipeBook = {
    ...cooked,
    dishes: [...cooked.dishes, ...goods.dishes],
    boms: [...cooked.boms, ...goods.boms],
    places: claimable.places,
  };
  const replacements = await loadReplacements(context, scope.startDate, scope.endDate);
  return {
    ...claimable,
    kitchen,
    replacements,
    materials: await loadMaterials(
      context,
      materialIdsOf(
        kitchen,
        replacements.map((rule) => rule.otherMaterialId),
      ),
    ),
  };
}

interface Wanted {
  readonly needs: readonly PlannedNeed[];
  readonly routes: readonly PlannedRoute[];
  readonly materials: ReadonlyMap<Id, PlannedMaterial>;
  readonly refusals: Refused['refusals'];
}

/** Meals exploded and replaced. Places without a warehouse and missing BOMs are answered together, with all of each. */
function neededFor({ meals, places, kitchen, replacements, materials, refusals }: PlanDemand): Wanted {
  const explosion = explodeDemands(kitchen, meals);
  if (!explosion.ok) return { needs: [], routes: [], materials, refusals: [...refusals, ...explosion.refusals] };
  const replaced = replacedNeeds(explosion, meals, places, replacements, (id) => materials.get(id)?.name ?? id);
  if (!replaced.ok) return { needs: [], routes: [], materials, refusals: [...refusals, ...replaced.refusals] };
  const needed = new Set(replaced.needs.map((need) => need.materialId));
  return {
    needs: replaced.needs,
    routes: replaced.routes,
    materials: new Map([...materials].filter(([id]) => needed.has(id))),
    refusals,
  };
}

/** What the plan would need if it were reckoned now, before anything is netted. Nothing is locked or written. */
export async function currentNeeds(context: Context, scope: PlanScope, planId: Id): Promise<PlaceNeed[]> {
  const { needs, refusals } = neededFor(await readDemand(context, scope, planId, 'look'));
  if (refusals.length > 0) throw new Refused(...refusals);
  return needs.map(placeNeed);
}

const materialIdsOf = (kitchen: RecipeBook, others: readonly Id[]): Id[] => {
  const lines = [
    ...kitchen.boms.flatMap((bom) => bom.lines),
    ...kitchen.variants.flatMap((variant) =>
      variant.changes.flatMap((change) => (change.action === 'drop' ? [] : [change.line])),
    ),
  ];
  return [
    ...new Set([
      ...lines.flatMap((line) => line.materialId ?? []),
      ...kitchen.dishes.flatMap((dish) => dish.stockMaterialId ?? []),
      ...others,
    ]),
  ];
};

/**
 * The walk with the decisions people took, as long as what was proposed to them still stands; one that falls away
 * changes the dates after it, so the walk is repeated until all that are left hold.
 */
function netKeeping(
  facts: readonly StockFacts[],
  needs: readonly PlaceNeed[],
  current: ExistingPlan,
  scope: NettingOptions,
) {
  const previous = new Map(current.decisions);
  for (;;) {
    const decided = new Map(
      [...previous].map(([key, decision]) => [key, decision.planQty.times(decision.factor).rounded(6)]),
    );
    const rows = netPlan(facts, needs, current.manual, decided, scope);
    const proposedNow = new Map(rows.map((row) => [lineKey(row), row.proposed]));
    const fallen = [...previous].filter(([key, decision]) => !proposedNow.get(key)?.equals(decision.proposed));
    for (const [key] of fallen) previous.delete(key);
    if (fallen.length > 0) continue;
    const outdated = [...current.decisions.keys()]
      .filter((key) => !previous.has(key))
      .map((key) => {
        const [warehouseId = '', materialId = '', needDate = ''] = key.split(' ');
        return { warehouseId, materialId, needDate };
      });
    return { rows, kept: previous, outdated };
  }
}

interface Books {
  readonly places: ReadonlyMap<Id, SourcePlace>;
  readonly materials: ReadonlyMap<Id, PlannedMaterial>;
  readonly buying: BuyingBook;
  readonly deliveries: DeliveryBook;
}
/** From whom a line comes, and until when to order it there; of a decided line from the supplier the person chose. */
function lineBuying(
  context: Context,
  row: NettedRow,
  { places, materials, buying, deliveries }: Books,
  kept: StoredDecision | undefined,
): LineBuying {
  const { source, packs } = buying.at(row.warehouseId, row.materialId, row.date, row.net);
  const place = places.get(row.warehouseId)!;
  const material = materials.get(row.materialId)!;
  const supplierId = kept?.supplierId ?? source.offer?.supplierId ?? null;
  const leadDays =
    [source.offer, ...source.others.map(({ candidate }) => candidate.offer)].find(
      (offer) => offer?.supplierId === supplierId,
    )?.leadDays ?? material.leadDays;
  const delivery = deliveries.deliveryOf({
    supplierId,
    deptIds: [...place.deptIds, place.companyDeptId],
    needDate: row.date,
    leadDays,
    material: material.name,
  });
  const columns = deliveryColumns(delivery, context.language);
  const frozen =
    material.frozen === 1
      ? sentenceOf(refuse('planning.material-frozen', { material: material.name }), context.language)
      : null;
  return {
    packs,
    source,
    delivery: { ...columns, deliveryNote: frozen ?? columns.deliveryNote },
    language: context.language,
  };
}

const placesOf = (scope: PlanScope) =>
  scope.warehouseIds.length > 0 ? { ids: scope.warehouseIds } : { projectDeptIds: scope.bladeProjectDeptIds };
const placeNeed = (need: PlannedNeed): PlaceNeed => ({
  warehouseId: need.warehouseId,
  materialId: need.materialId,
  date: need.needDate,
  qty: grossOf(need),
});
const byPlaceAndDay = (a: NettedRow, b: NettedRow): number =>
  compared(a.warehouseId, b.warehouseId) || compared(a.date, b.date) || compared(a.materialId, b.materialId);
const compared = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Materials whose safety stock is set at these warehouses. */
async function belowSafety(context: Context, warehouseIds: readonly Id[]): Promise<Id[]> {
  const rows = await context.tx.rows<{ id: Id }>(
    sql`select distinct s.material_id as id from stock s
      where s.location_id = any(${warehouseIds as Id[]}::bigint[]) and s.safety_stock_threshold > 0`,
  );
  return rows.map((row) => row.id);
}
