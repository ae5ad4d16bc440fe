/**
 * Reckoning a plan: what is to be cooked is read, then whatever the reckoning asks for, each kind with one statement.
 * Large plans are reckoned in a thread of their own.
 */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { Id } from '../../kernel/core/field.ts';
import { Refused, refuse } from '../../kernel/core/refusal.ts';
import type { Context } from '../../kernel/server/context.ts';
import { idArray } from '../../parts/postgres/array-parameters.ts';
import { sql } from '../../parts/postgres/database.ts';
import { stepsHere, stepsInThread, type Steps, type Work } from '../../parts/threads/work.ts';
import { storedKitchen } from '../master-data/dishes/bom-facts.server.ts';
import type { StoredKitchen } from '../master-data/dishes/bom-facts.rules.ts';
import { mergedInto } from '../master-data/merging/material-merge.server.ts';
import { deliveryRows, deptsOf } from '../sourcing/delivery-rows.server.ts';
import { warehousePlaces } from '../sourcing/source-calls.server.ts';
import { goodsKitchen, isGoods } from './goods-demands.rules.ts';
import { claimableMeals, type ClaimableMeals } from './meal-demands.server.ts';
import type { PlaceNeed } from './net-plan.rules.ts';
import type { PlanScope } from './plan-scope.server.ts';
import { buyingRows, loadMaterials, loadReplacements, loadWarehouses, stockRows } from './planning-facts.server.ts';
import { distinct, mealColumns } from './reckoning/meal-columns.rules.ts';
import { type PlanDemand, type PlanRows, type PlanTask, type StandingLine } from './reckoning/reckon-plan.server.ts';
import {
  needWork,
  planWork,
  type PegsStep,
  type PlanAnswer,
  type PlanStep,
  type ReckonedStep,
  type RowsStep,
  type WantedStep,
} from './reckoning/plan-steps.server.ts';
import type { StockRows } from './reckoning/stock-facts.rules.ts';

/** What is to be cooked, with what the lines are claimed by. */
type ReadDemand = PlanDemand & Pick<ClaimableMeals, 'lineIds' | 'special'>;
/** What stands already when a draft is reckoned again. */
interface ExistingPlan {
  readonly planId: Id | null;
  readonly standing: readonly StandingLine[];
}

/** So many demands, or places with their materials, are reckoned within a request; more are a matter of a thread. */
const LONG = 2_000;
/** So many places with their materials are read at a time. */
export const PAIRS_AT_ONCE = 2_000;

/** A plan that is netted; its rows are given out kind by kind, in the order named here. */
interface PlanUnderWay {
  readonly reckoned: ReckonedStep;
  /** The rows of a kind, some at a time, while the next are made. */
  rows(kind: RowsStep['kind']): AsyncIterable<Uint8Array>;
  pegs(): AsyncIterable<PegsStep>;
  /** Ends it however far it is. */
  end(): void;
}

/** Reckons a plan up to the rows that are to be written. Throws what is refused. Whoever asked for it ends it. */
export async function planUnderWay(
  context: Context,
  scope: PlanScope,
  demand: ReadDemand,
  current: ExistingPlan,
): Promise<PlanUnderWay> {
  const task = taskOf(context, scope, demand, current);
  const steps = await stepsFor(context, planWork, task, task.demand, scope);
  try {
    const reckoned = await factsAnswered(context, scope, demand, current, steps);
    let next = steps.next();
    /** Steps as long as they are of one kind; the one after each is begun before that one is given out. */
    const stepsWhile = async function* <Part>(partOf: (step: PlanStep) => Part | undefined): AsyncGenerator<Part> {
      for (let step = await next; step !== undefined; step = await next) {
        const one = partOf(step);
        if (one === undefined) return;
        next = steps.next();
        next.catch(() => {}); // whoever asks for it gets the error
        yield one;
      }
    };
    return {
      reckoned,
      rows: (kind) => stepsWhile((step) => (step.kind === kind ? step.rows : undefined)),
      pegs: () => stepsWhile((step) => (step.kind === 'pegs' ? step : undefined)),
      end: () => steps.end(),
    };
  } catch (error) {
    steps.end();
    throw error;
  }
}

/** Answers what a plan asks until it is reckoned. */
async function factsAnswered(
  context: Context,
  scope: PlanScope,
  demand: ReadDemand,
  current: ExistingPlan,
  steps: Steps<PlanStep, PlanAnswer>,
): Promise<ReckonedStep> {
  let reading: ReturnType<typeof factsFor> | undefined;
  let step = await steps.next();
  for (;;) {
    if (step?.kind === 'wanted') {
      reading = factsFor(context, scope, demand, current, step);
      step = await steps.next({ rows: await reading.rows() });
    } else if (step?.kind === 'stock' && reading !== undefined)
      step = await steps.next({ stock: await reading.stock() });
    else if (step?.kind === 'reckoned') return step;
    else throw new Error(`A plan went on with ${step?.kind ?? 'nothing'} before it was reckoned`);
  }
}

const taskOf = (
  { now, language }: Context,
  scope: PlanScope,
  demand: ReadDemand,
  { standing }: ExistingPlan,
): PlanTask => ({
  scope,
  demand: demandAlone(demand),
  standing,
  now,
  language,
});

/** Without what its lines are claimed by, which no thread needs. */
const demandAlone = ({ lineIds: _ids, special: _special, ...demand }: ReadDemand): PlanDemand => demand;

/** Few demands are worked on here. Many change hands with a thread: the caller has none of them left. */
const stepsFor = async <Input, Step, Answer>(
  context: Context,
  work: Work<Input, Step, Answer>,
  input: Input,
  { meals, materials }: PlanDemand,
  { planType }: Pick<PlanScope, 'planType'>,
): Promise<Steps<Step, Answer>> =>
  meals.count <= LONG && (planType !== 'safety' || materials.size <= LONG)
    ? stepsHere(work, input)
    : stepsInThread(
        work,
        input,
        { tenant: context.tenant, person: context.user.userId },
        meals.blocks.map((block) => block.buffer),
      );

/** Reads what a plan is reckoned with: first all but the stock, then the stock of some places at a time. */
function factsFor(
  context: Context,
  scope: PlanScope,
  { materials: known }: PlanDemand,
  { planId, standing }: ExistingPlan,
  wanted: Omit<WantedStep, 'kind'>,
) {
  const { warehouseIds, materialIds, until, refusals } = wanted;
  const left: Id[] = [];
  let merged: ReadonlyMap<Id, Id> = new Map();
  return {
    async rows(): Promise<PlanRows> {
      const warehouses = await loadWarehouses(
        context,
        warehouseIds.length > 0 ? { ids: warehouseIds } : placesOf(scope),
      );
      left.push(...warehouses.keys());
      const materials = materialIds.map((id) => known.get(id)!);
      const places = await warehousePlaces(context, [...warehouses.keys()]);
      const buying = await buyingRows(context, materials, [...places.values()], scope.startDate, until);
      const refused = [...refusals, ...[...buying.refused.values()].flat()];
      if (refused.length > 0) throw new Refused(...refused);
      merged = await mergedInto(context, materialIds);
      const deliveries = await deliveryRows(
        context,
        [
          ...buying.rows.sources.offers.map((offer) => offer.supplierId),
          ...standing.flatMap((line) => line.supplierId ?? []),
        ],
        deptsOf(places.values()),
      );
      return { warehouses: [...warehouses.values()], places, buying: buying.rows, deliveries, merged };
    },
    /** Undefined after the last. */
    async stock(): Promise<StockRows | undefined> {
      if (left.length === 0) return undefined;
      const all = [...materialIds, ...merged.keys()];
      const some = left.splice(0, Math.max(1, Math.floor(PAIRS_AT_ONCE / Math.max(1, all.length))));
      return stockRows(context, some, all, planId);
    },
  };
}

const NO_RECIPES: StoredKitchen = { dishes: [], boms: [], variants: [] };
const noDemand: ReadDemand = {
  meals: mealColumns().whole(),
  lineIds: idArray([]),
  special: 0,
  places: [],
  refusals: [],
  kitchen: NO_RECIPES,
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
): Promise<ReadDemand> {
  if (scope.planType === 'safety') return { ...noDemand, materials: await withSafetyStock(context, scope) };
  const claimable = await claimableMeals(
    context,
    { ...scope, planId, projectDeptIds: scope.bladeProjectDeptIds },
    purpose,
  );
  if (claimable.meals.count === 0 && purpose === 'look') return noDemand;
  if (claimable.meals.count === 0)
    throw new Refused(
      refuse(planId === null ? 'planning.nothing-to-plan' : 'planning.meals-gone', {
        from: scope.startDate,
        to: scope.endDate,
      }),
    );
  return demandOf(context, scope, claimable);
}

/** The same for meals that are given. */
export async function demandOf(context: Context, scope: PlanScope, claimable: ClaimableMeals): Promise<ReadDemand> {
  const dishIds = distinct(claimable.meals, 'dishId');
  const kitchen = await storedKitchen(
    context,
    dishIds.filter((id) => !isGoods(id)),
    scope.startDate,
    scope.endDate,
  );
  const replacements = await loadReplacements(context, scope.startDate, scope.endDate);
  return {
    ...claimable,
    kitchen,
    replacements,
    materials: await loadMaterials(context, [
      ...materialIdsOf(kitchen),
      ...goodsKitchen(dishIds).boms.flatMap(({ lines }) => lines.flatMap((line) => line.materialId ?? [])),
      ...replacements.map((rule) => rule.otherMaterialId),
    ]),
  };
}

/** What the plan would need if it were reckoned now, before anything is netted. Nothing is locked or written. */
export async function currentNeeds(context: Context, scope: PlanScope, planId: Id): Promise<PlaceNeed[]> {
  if (scope.planType === 'safety') return [];
  const demand = demandAlone(await readDemand(context, scope, planId, 'look'));
  const steps = await stepsFor(context, needWork, demand, demand, scope);
  const needs: PlaceNeed[] = [];
  try {
    for (let step = await steps.next(); step !== undefined; step = await steps.next()) {
      if (step.refusals.length > 0) throw new Refused(...step.refusals);
      for (const need of step.needs) needs.push({ ...need, qty: Decimal.of(need.qty) });
    }
  } finally {
    steps.end();
  }
  return needs;
}

const materialIdsOf = ({ boms, variants, dishes }: StoredKitchen): Id[] => [
  ...boms.flatMap(({ lines }) => lines.flatMap((line) => line.materialId ?? [])),
  ...variants.flatMap(({ lines }) => lines.flatMap((line) => (line.action === 'drop' ? [] : (line.materialId ?? [])))),
  ...dishes.flatMap((dish) => dish.stockMaterialId ?? []),
];

const placesOf = (scope: PlanScope) =>
  scope.warehouseIds.length > 0 ? { ids: scope.warehouseIds } : { projectDeptIds: scope.bladeProjectDeptIds };

/** Materials whose safety stock is set at one of the places of a plan. */
async function withSafetyStock(context: Context, scope: PlanScope) {
  const warehouses = await loadWarehouses(context, placesOf(scope));
  const rows = await context.tx.rows<{ id: Id }>(
    sql`select distinct s.material_id as id from stock s
      where s.location_id = any(${[...warehouses.keys()]}::bigint[]) and s.safety_stock_threshold > 0`,
  );
  return loadMaterials(
    context,
    rows.map((row) => row.id),
  );
}
