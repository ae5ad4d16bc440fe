/**
 * What the goods of chosen meals are, for whoever asks for them without a plan: exploded, replaced and sourced as a
 * plan would be, but kept apart by the line of the meal they are for.
 */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { Id } from '../../../kernel/core/field.ts';
import { Refused } from '../../../kernel/core/refusal.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { idArray } from '../../../parts/postgres/array-parameters.ts';
import { qtyOf } from '../../master-data/dishes/bom-explosion.rules.ts';
import { Fraction } from '../../master-data/figures/exact-fraction.rules.ts';
import { demandOf } from '../calculate-plan.server.ts';
import { sourceLines, type SourceLine } from '../claims.server.ts';
import { claimableMeals, type ClaimableMeals, type WantedMeals } from '../meal-demands.server.ts';
import type { PackOption } from '../netting/pack.rules.ts';
import { lineKey } from '../net-plan.rules.ts';
import type { GeneratedLine } from '../plan-lines.rules.ts';
import type { PlanScope } from '../plan-scope.server.ts';
import { roundedTogether, type PlannedNeed, type PlannedRoute } from '../replaced-needs.rules.ts';
import { mealColumns, mealsOf } from './meal-columns.rules.ts';
import { calculateApart } from './meals-apart.server.ts';
import type { CalculatedPlan } from './reckon-plan.server.ts';

/** A line of a meal with when it is served. */
export interface AskedMeal extends SourceLine {
  /** yyyy-MM-dd HH:mm */
  readonly mealTime: string;
}
interface AskedPeg {
  readonly route: PlannedRoute;
  /** Base unit. */
  readonly qty: Decimal;
}
/** What one line of a meal needs of a material on a day: its pegs come to the quantity. */
export interface AskedNeed {
  readonly meal: AskedMeal;
  readonly warehouseId: Id;
  readonly materialId: Id;
  readonly needDate: string;
  readonly qty: Decimal;
  readonly pegs: readonly AskedPeg[];
}
/**
 * How a material is bought for a place and day: unit, source, price, cut-off, and what of the day's need stock
 * leaves.
 */
export interface AskedBuying {
  readonly line: GeneratedLine;
  readonly packs: readonly PackOption[];
  /** Of all meals asked about, base unit. */
  readonly gross: Decimal;
  readonly net: Decimal;
}
export interface AskedGoods {
  readonly meals: readonly AskedMeal[];
  readonly needs: readonly AskedNeed[];
  buyingOf(need: Pick<AskedNeed, 'warehouseId' | 'materialId' | 'needDate'>): AskedBuying;
}
interface AskedFor {
  readonly meals: WantedMeals;
  readonly purpose: 'claim' | 'look';
  /** Meals that begin in these moments; both count. */
  readonly startTime: string;
  readonly endTime: string;
  /** Where all of it is received; null: where each stall draws from. */
  readonly warehouseId: Id | null;
  /** Less stock and orders. */
  readonly netFlag: boolean;
}

/**
 * Goods of the meals nobody else has claimed. With `claim` their documents are locked, so that a second person waits
 * and finds them taken. Refuses, all at once, dishes without a BOM, units that lead nowhere and stalls without a
 * warehouse.
 */
export async function askedGoods(context: Context, asked: AskedFor): Promise<AskedGoods> {
  const found = await claimableMeals(context, asked.meals, asked.purpose);
  const lines = await sourceLines(context, found);
  const inTime = mealsOf(found.meals).flatMap((meal, index) => {
    const time = meal.mealTime.slice(0, 16);
    return time >= asked.startTime.slice(0, 16) && time <= asked.endTime.slice(0, 16)
      ? [{ meal, line: { ...lines[index]!, mealTime: time } }]
      : [];
  });
  const meals = inTime.map(({ line }) => line);
  if (meals.length === 0) return { meals, needs: [], buyingOf: () => neverAsked() };
  const columns = mealColumns();
  columns.add(inTime.map(({ meal }) => meal));
  const plan = await reckoned(context, asked, {
    meals: columns.whole(),
    lineIds: idArray(meals.map((meal) => meal.sourceLineId)),
    special: 0,
    places:
      asked.warehouseId === null
        ? found.places
        : found.places.map((place) => ({ ...place, warehouseId: asked.warehouseId! })),
    refusals: asked.warehouseId === null ? found.refusals : [],
  });
  return {
    meals,
    needs: plan.lines.flatMap(({ need }) => (need === undefined ? [] : needsOf(need, meals, plan.routes))),
    buyingOf: buyingBy(plan),
  };
}

const neverAsked = (): never => {
  throw new Error('No goods were asked for');
};

async function reckoned(context: Context, { netFlag }: AskedFor, claimable: ClaimableMeals): Promise<CalculatedPlan> {
  const days = mealsOf(claimable.meals)
    .map(({ mealTime }) => mealTime.slice(0, 10))
    .toSorted();
  const scope: PlanScope = {
    planName: null,
    planType: 'meal',
    bladeProjectDeptIds: [],
    warehouseIds: [],
    startDate: days[0]!,
    endDate: days.at(-1)!,
    mealTypes: [],
    salesPlanIds: [],
    specialMealIds: [],
    includeSafety: false,
    netFlag,
  };
  const { lineIds: _ids, special: _special, ...demand } = await demandOf(context, scope, claimable);
  const [apart] = await calculateApart(context, [
    { scope, demand, standing: [], now: context.now, language: context.language },
  ]);
  if (!apart!.ok) throw new Refused(...apart!.refusals);
  return apart!.plan;
}

/**
 * A need of a place and day by the lines of meals it is for, each rounded by itself: what one takes is always the
 * same.
 */
function needsOf(need: PlannedNeed, meals: readonly AskedMeal[], routes: readonly PlannedRoute[]): AskedNeed[] {
  const rows = Array.from(need.demand, (demand, index) => ({ demand, route: routes[need.route[index]!]! }));
  return [...Map.groupBy(rows, ({ demand }) => demand)].map(([demand, same]) => {
    const meal = meals[demand]!;
    const millionths = roundedTogether(
      same.map(({ route }) => Fraction.of(meal.portions).times(route.grossPerPortion)),
    );
    return {
      meal,
      warehouseId: need.warehouseId,
      materialId: need.materialId,
      needDate: need.needDate,
      qty: qtyOf(millionths.reduce((sum, one) => sum + one, 0)),
      pegs: same.map(({ route }, index) => ({ route, qty: qtyOf(millionths[index]!) })),
    };
  });
}

function buyingBy(plan: CalculatedPlan): AskedGoods['buyingOf'] {
  const lines = new Map(
    plan.lines.map((line) => {
      const values = line.values();
      return [lineKey({ ...values, date: values.needDate }), values] as const;
    }),
  );
  const facts = new Map(plan.facts.map(({ stock }) => [`${stock.warehouseId} ${stock.materialId}`, stock] as const));
  return ({ warehouseId, materialId, needDate }) => {
    const line = lines.get(lineKey({ warehouseId, materialId, date: needDate }))!;
    const there = facts.get(`${warehouseId} ${materialId}`);
    return {
      line,
      packs: there?.packsOn?.get(needDate) ?? there?.packs ?? [],
      gross: Decimal.of(line.grossQty),
      net: Decimal.of(line.netQty),
    };
  };
}
