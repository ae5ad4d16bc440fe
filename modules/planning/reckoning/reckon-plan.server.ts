/**
 * Reckoning a plan (domain 7): the guests are exploded into materials, replaced by rule, netted day by day and rounded
 * to packs. Pure, of facts that were read before; runs in a thread where the plan is large.
 */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import type { Language } from '../../../kernel/core/label.ts';
import { refuse, sentenceOf, type Refusal } from '../../../kernel/core/refusal.ts';
import { bomFactsOf, type StoredKitchen } from '../../master-data/dishes/bom-facts.rules.ts';
import { explodeDemands } from '../../master-data/dishes/bom-explosion.rules.ts';
import type { MealPlace, RecipeBook } from '../../master-data/dishes/recipe-book.rules.ts';
import { deliveryBookOf, senderOf, type DeliveryBook, type DeliveryRows } from '../../sourcing/delivery-book.server.ts';
import type { SourcePlace } from '../../sourcing/source-book.server.ts';
import { goodsKitchen } from '../goods-demands.rules.ts';
import {
  lineKey,
  netPlan,
  placeKey,
  withPacks,
  type NettedRow,
  type NettingOptions,
  type PlaceNeed,
  type StockFacts,
} from '../net-plan.rules.ts';
import {
  deliveryColumns,
  generatedLine,
  reasonOf,
  sourceReasons,
  type GeneratedLine,
  type LineBuying,
  type SourceReasons,
  type StoredDecision,
} from '../plan-lines.rules.ts';
import type { PlanScope } from '../plan-scope.server.ts';
import { grossOf, replacedNeeds, type PlannedNeed, type PlannedRoute } from '../replaced-needs.rules.ts';
import { buyingBookOf, type BuyingBook, type BuyingRows } from './buying-book.server.ts';
import { mealsOf, type MealColumns } from './meal-columns.rules.ts';
import { replacementsOf, type PlannedMaterial, type StoredReplacement, type Warehouse } from './planned.rules.ts';

/** What is to be cooked, and what the kitchen has to know for it. */
export interface PlanDemand {
  readonly meals: MealColumns;
  readonly places: readonly MealPlace[];
  /** Stalls that have no warehouse to draw from. */
  readonly refusals: readonly Refusal[];
  readonly kitchen: StoredKitchen;
  readonly replacements: readonly StoredReplacement[];
  /** All that the recipes may need, or of a plan for safety stock all that have some. */
  readonly materials: ReadonlyMap<Id, PlannedMaterial>;
}
/** A line that stands already when a draft is reckoned again: by hand, or decided by a person. */
export interface StandingLine {
  readonly warehouseId: Id;
  readonly materialId: Id;
  readonly needDate: string;
  readonly manualFlag: 0 | 1;
  readonly unitId: Id;
  readonly factor: DecimalText;
  readonly planQty: DecimalText;
  readonly proposedQty: DecimalText | null;
  readonly baseQty: DecimalText;
  readonly adjustReason: string | null;
  readonly supplierId: Id | null;
}
/** A plan to be reckoned: plain, so that it can be handed to a thread. */
export interface PlanTask {
  readonly scope: PlanScope;
  readonly demand: PlanDemand;
  readonly standing: readonly StandingLine[];
  /** As of when deliveries are in time, and in whose language lines say why not. */
  readonly now: string;
  readonly language: Language;
}
/** What has to be read once it is known what is needed, but for stock. */
export interface PlanRows {
  readonly warehouses: readonly Warehouse[];
  readonly places: ReadonlyMap<Id, SourcePlace>;
  readonly buying: BuyingRows;
  readonly deliveries: DeliveryRows;
  /** Materials that were merged into those of the plan. */
  readonly merged: ReadonlyMap<Id, Id>;
}

/** A plan reckoned, ready to be written. */
export interface CalculatedPlan {
  readonly routes: readonly PlannedRoute[];
  readonly facts: readonly PlanFacts[];
  /** By warehouse, need date, material. */
  readonly lines: readonly CalculatedLine[];
  readonly netted: readonly NettedRow[];
  /** Decisions of people that no longer fit: the proposal under them changed. */
  readonly outdated: readonly OutdatedDecision[];
}
export interface OutdatedDecision {
  readonly warehouseId: Id;
  readonly materialId: Id;
  readonly needDate: string;
}
/** What a place and material were reckoned with: stock, orders, packs, and where it comes from. */
interface PlanFacts {
  readonly stock: StockFacts;
  readonly sources: SourceReasons | undefined;
}
/**
 * A line of a plan: its values are made when they are written, since a large plan has many; its pegs are absent on
 * lines for safety stock alone.
 */
interface CalculatedLine {
  values(): GeneratedLine;
  readonly need: PlannedNeed | undefined;
}

/** What the meals need, before anything is netted. */
export interface Wanted {
  readonly needs: readonly PlannedNeed[];
  readonly routes: readonly PlannedRoute[];
  /** Those that are needed; where something is refused, all that may be. */
  readonly materials: ReadonlyMap<Id, PlannedMaterial>;
  readonly refusals: readonly Refusal[];
}

/** Meals exploded and replaced. Places without a warehouse and missing BOMs are answered together, with all of each. */
export function wantedOf({ meals: columns, places, kitchen, replacements, materials, refusals }: PlanDemand): Wanted {
  const meals = mealsOf(columns);
  const explosion = explodeDemands(recipeBook(kitchen, meals, places), meals);
  if (!explosion.ok) return { needs: [], routes: [], materials, refusals: [...refusals, ...explosion.refusals] };
  const nameOf = (id: Id): string => materials.get(id)?.name ?? id;
  const replaced = replacedNeeds(explosion, meals, places, replacementsOf(replacements), nameOf);
  if (!replaced.ok) return { needs: [], routes: [], materials, refusals: [...refusals, ...replaced.refusals] };
  const needed = new Set(replaced.needs.map((need) => need.materialId));
  return {
    needs: replaced.needs,
    routes: replaced.routes,
    materials: new Map([...materials].filter(([id]) => needed.has(id))),
    refusals,
  };
}

/** The recipes with what stands for goods that are asked for as they are. */
function recipeBook(
  kitchen: StoredKitchen,
  meals: readonly { readonly dishId: Id }[],
  places: readonly MealPlace[],
): RecipeBook {
  const cooked = bomFactsOf(kitchen);
  const goods = goodsKitchen(new Set(meals.map((meal) => meal.dishId)));
  return {
    ...cooked,
    dishes: [...cooked.dishes, ...goods.dishes],
    boms: [...cooked.boms, ...goods.boms],
    places,
  };
}

/** What a need asks of a place on a day. */
export const placeNeed = (need: PlannedNeed): PlaceNeed => ({
  warehouseId: need.warehouseId,
  materialId: need.materialId,
  date: need.needDate,
  qty: grossOf(need),
});

/** Materials a plan is about: those of its needs, or all of a plan for safety stock. */
export const plannedMaterials = (
  { scope, demand }: Pick<PlanTask, 'scope' | 'demand'>,
  wanted: Wanted,
): ReadonlyMap<Id, PlannedMaterial> => (scope.planType === 'safety' ? demand.materials : wanted.materials);

/** The last day facts are asked for. */
export const lastDayOf = ({ needs }: Wanted, { endDate }: Pick<PlanScope, 'endDate'>): string =>
  needs.reduce((last, need) => (need.needDate > last ? need.needDate : last), endDate);

/** Nets what is wanted with what was read, and says where each line comes from. */
export function reckonPlan(
  task: PlanTask,
  wanted: Wanted,
  rows: PlanRows,
  facts: readonly StockFacts[],
): CalculatedPlan {
  const { scope } = task;
  const { needs, routes } = wanted;
  const { places } = rows;
  const materials = plannedMaterials(task, wanted);
  const buying = buyingBookOf(rows.buying, places);
  const placeNeeds =
    scope.planType === 'safety'
      ? facts
          .filter((each) => each.safety.isPositive())
          .map((each): PlaceNeed => ({ ...each, date: scope.startDate, qty: Decimal.zero }))
      : needs.map(placeNeed);
  const packsOf: NonNullable<NettingOptions['packsOf']> = ({ warehouseId, materialId }, date, net) =>
    materials.has(materialId) ? buying.at(warehouseId, materialId, date, net).packs : [];
  const walked = netKeeping(facts, placeNeeds, standingOf(task.standing), { ...scope, packsOf });
  const netted = walked.rows.filter((row) => scope.planType !== 'safety' || row.net.isPositive());
  const needOf = new Map(needs.map((need) => [lineKey({ ...need, date: need.needDate }), need]));
  const rowsOf = Map.groupBy(netted, placeKey);
  const wantedKeys = new Set(placeNeeds.map(lineKey));
  const books = { places, materials, buying, deliveries: deliveryBookOf(rows.deliveries, task.now) };
  const projectOf = new Map(rows.warehouses.map((warehouse) => [warehouse.id, warehouse.projectDeptId]));
  return {
    routes,
    netted,
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
    lines: netted
      .filter((row) => wantedKeys.has(lineKey(row)))
      .sort(byPlaceAndDay)
      .map((row) => ({
        values: () => {
          const decision = walked.decisions.get(lineKey(row));
          return generatedLine(
            row,
            lineBuying(task, row, books, decision),
            {
              bladeProjectDeptId: projectOf.get(row.warehouseId)!,
              material: materials.get(row.materialId)!,
            },
            decision,
          );
        },
        need: needOf.get(lineKey(row)),
      })),
  };
}

interface Decision extends StoredDecision {
  /** What was proposed when the person decided, in base unit. */
  readonly proposed: Decimal;
}
/** What stands already when a draft is reckoned again. */
interface Standing {
  readonly manual: readonly PlaceNeed[];
  readonly decisions: ReadonlyMap<string, Decision>;
}
const standingOf = (lines: readonly StandingLine[]): Standing => ({
  manual: lines
    .filter((line) => line.manualFlag === 1)
    .map((line) => ({
      warehouseId: line.warehouseId,
      materialId: line.materialId,
      date: line.needDate,
      qty: Decimal.of(line.baseQty),
    })),
  decisions: new Map(
    lines
      .filter((line) => line.manualFlag === 0)
      .map((line) => [
        lineKey({ ...line, date: line.needDate }),
        {
          unitId: line.unitId,
          factor: Decimal.of(line.factor),
          planQty: Decimal.of(line.planQty),
          adjustReason: line.adjustReason,
          supplierId: line.supplierId,
          proposed: Decimal.of(line.proposedQty!).times(Decimal.of(line.factor)).rounded(6),
        },
      ]),
  ),
});

/**
 * The walk with the decisions people took, as long as what was proposed to them still stands; one that falls away
 * changes the dates after it, so the walk is repeated until all that are left hold.
 */
function netKeeping(
  facts: readonly StockFacts[],
  needs: readonly PlaceNeed[],
  current: Standing,
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
      .map((key): OutdatedDecision => {
        const [warehouseId = '', materialId = '', needDate = ''] = key.split(' ');
        return { warehouseId, materialId, needDate };
      });
    return { rows, decisions: previous, outdated };
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
  { language }: Pick<PlanTask, 'language'>,
  row: NettedRow,
  { places, materials, buying, deliveries }: Books,
  decision: StoredDecision | undefined,
): LineBuying {
  const { source, packs } = buying.at(row.warehouseId, row.materialId, row.date, row.net);
  const place = places.get(row.warehouseId)!;
  const material = materials.get(row.materialId)!;
  const supplierId = decision?.supplierId ?? source.offer?.supplierId ?? null;
  const leadDays =
    [source.offer, ...source.others.map(({ candidate }) => candidate.offer)].find(
      (offer) => offer?.supplierId === supplierId,
    )?.leadDays ?? material.leadDays;
  const delivery = deliveries.deliveryOf({
    supplierId,
    sender: senderOf(source),
    deptIds: [...place.deptIds, place.companyDeptId],
    warehouseId: row.warehouseId,
    needDate: row.date,
    leadDays,
    material: material.name,
  });
  const columns = deliveryColumns(delivery, language);
  const frozen =
    material.frozen === 1
      ? sentenceOf(refuse('planning.material-frozen', { material: material.name }), language)
      : null;
  return {
    packs,
    source,
    delivery: { ...columns, deliveryNote: frozen ?? columns.deliveryNote },
    language,
  };
}

const byPlaceAndDay = (a: NettedRow, b: NettedRow): number =>
  compared(a.warehouseId, b.warehouseId) || compared(a.date, b.date) || compared(a.materialId, b.materialId);
const compared = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
