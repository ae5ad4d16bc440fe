/**
 * From menu to need: the explosion (trade-rules 2.2, 2.4, 4.1–4.3; domain 7; master-data.md DishBom).
 *
 * Portions of a dish become materials by the BOM valid on the meal date, with the differences of the project
 * department, then the restaurant, then the stall laid over the standard one. A line needs net ÷ yield, yields multiply
 * through every level, and so does the process loss of each batch. A semi-finished dish is opened where the place makes
 * it and ordered as its material where it does not. Every gram keeps its peg: which plan line caused it, by which
 * route.
 *
 * How it stays exact and quick: what one portion needs is worked out once per (dish, day, differences that matter) as
 * exact fractions. A peg is portions × fraction, floored at 6 places with its remainder kept; the exact sum of a need
 * is rounded half up once, and the units its pegs then lack go to the largest remainders. So Σ pegs = gross, always.
 */
import type { Decimal } from '../../../kernel/core/decimal.ts';
import { refuse, type Refusal } from '../../../kernel/core/refusal.ts';
import { dayPlus, daysBetween, needDate } from '../figures/calendar-day.rules.ts';
import { decimalOfUnits, Fraction } from '../figures/exact-fraction.rules.ts';
import type { MealPlace, RecipeBook } from './recipe-book.rules.ts';
import { recipesOf, type BomRoute } from './recipe-routes.rules.ts';
import '../master-data.refusals.ts';

export interface MealDemand {
  readonly placeId: string;
  readonly dishId: string;
  /** `yyyy-MM-dd HH:mm` in the site's time zone. */
  readonly mealTime: string;
  /** Decimal text of at most 6 places, portion group's ratio included. */
  readonly portions: string;
}

export interface MaterialNeed {
  readonly materialId: string;
  readonly warehouseId: string;
  readonly needDate: string;
  /** Millionths of base unit; `qtyOf` reads them. */
  readonly grossMillionths: number;
  /** Its pegs stand in the columns from here up to, not including, there. */
  readonly pegStart: number;
  readonly pegEnd: number;
}

/**
 * Millions of pegs as columns; row i says `qtyMillionths[i]` millionths of base unit for demand `demand[i]` by
 * `routes[route[i]]`.
 */
interface PegColumns {
  readonly demand: Int32Array;
  readonly route: Int32Array;
  readonly qtyMillionths: Float64Array;
}

export interface Explosion {
  readonly ok: true;
  /** By warehouse, material, need date. */
  readonly needs: readonly MaterialNeed[];
  readonly routes: readonly BomRoute[];
  readonly pegs: PegColumns;
}
interface ExplosionRefused {
  readonly ok: false;
  readonly refusals: readonly Refusal[];
}

const QTY_PLACES = 6;
/** Days are counted from here while they are numbers: 65,536 of them reach to 2149. */
const FIRST_DAY = '1970-01-01';
const DAYS = 65_536;

/**
 * Explodes demands into needs per material, warehouse and need date, each with its pegs. Quantities in base unit.
 * Refuses, all at once: `bom-missing` per dish and day, `bom-loop`, `bom-too-deep`; and by itself `bom-too-much`.
 */
export function explodeDemands(kitchen: RecipeBook, demands: readonly MealDemand[]): Explosion | ExplosionRefused {
  try {
    return exploded(kitchen, demands);
  } catch (error) {
    if (!(error instanceof TooMuch)) throw error;
    const name = kitchen.dishes.find((dish) => dish.id === error.demand.dishId)?.name ?? error.demand.dishId;
    return {
      ok: false,
      refusals: [
        refuse('master-data.bom-too-much', {
          dish: name,
          date: error.demand.mealTime.slice(0, 10),
          portions: error.demand.portions,
        }),
      ],
    };
  }
}

function exploded(kitchen: RecipeBook, demands: readonly MealDemand[]): Explosion | ExplosionRefused {
  const recipes = recipesOf(kitchen);
  const places = new Map(kitchen.places.map((place) => [place.id, place]));
  const placeOf = ({ placeId }: MealDemand): MealPlace => {
    const place = places.get(placeId);
    if (place === undefined) throw new RangeError(`No place ${placeId}`);
    return place;
  };
  const needDaysOf = needDays();
  const perDemand = demands.map((demand) =>
    recipes.recipeOf(demand.dishId, demand.mealTime.slice(0, 10), placeOf(demand).deptIds),
  );
  if (recipes.refusals.size > 0) return { ok: false, refusals: [...recipes.refusals.values()] };

  // A need is one whole number, ordered by warehouse, material and day.
  const warehouseIds = sortedIds(kitchen.places.map((place) => place.warehouseId));
  const materialIds = sortedIds(recipes.routes.map((route) => route.materialId));
  const rankOfWarehouse = new Map(warehouseIds.map((id, rank) => [id, rank]));
  const rankOfMaterial = new Map(materialIds.map((id, rank) => [id, rank]));
  const portions = Float64Array.from(demands, (demand) => millionthsOf(demand));

  const length = perDemand.reduce((sum, recipe, index) => sum + (portions[index] === 0 ? 0 : recipe.length), 0);
  const unsorted = { demand: new Int32Array(length), route: new Int32Array(length), need: new Float64Array(length) };
  const pegCount = new Map<number, number>();
  let row = 0;
  demands.forEach((demand, index) => {
    if (portions[index] === 0) return;
    const place = placeOf(demand);
    const dayOf = needDaysOf(demand.mealTime, place.receiveLeadDays);
    for (const { id, route } of perDemand[index]!) {
      const goods =
        rankOfWarehouse.get(place.warehouseId)! * materialIds.length + rankOfMaterial.get(route.materialId)!;
      const need = goods * DAYS + dayOf(route.leadHours);
      unsorted.demand[row] = index;
      unsorted.route[row] = id;
      unsorted.need[row] = need;
      pegCount.set(need, (pegCount.get(need) ?? 0) + 1);
      row += 1;
    }
  });

  const inOrder = Float64Array.from(pegCount.keys()).sort();
  const nextRow = new Map<number, number>();
  let start = 0;
  for (const need of inOrder) {
    nextRow.set(need, start);
    start += pegCount.get(need)!;
  }
  const pegs: PegColumns = {
    demand: new Int32Array(length),
    route: new Int32Array(length),
    qtyMillionths: new Float64Array(length),
  };
  for (let from = 0; from < length; from++) {
    const need = unsorted.need[from]!;
    const to = nextRow.get(need)!;
    nextRow.set(need, to + 1);
    pegs.demand[to] = unsorted.demand[from]!;
    pegs.route[to] = unsorted.route[from]!;
  }

  const ratios = recipes.routes.map(ratioInNumbers);
  const needs = Array.from(inOrder, (need): MaterialNeed => {
    const pegEnd = nextRow.get(need)!;
    const pegStart = pegEnd - pegCount.get(need)!;
    const goods = Math.floor(need / DAYS);
    return {
      materialId: materialIds[goods % materialIds.length]!,
      warehouseId: warehouseIds[Math.floor(goods / materialIds.length)]!,
      needDate: dayPlus(FIRST_DAY, need % DAYS),
      grossMillionths: fillPegs(pegs, pegStart, pegEnd, portions, ratios, demands),
      pegStart,
      pegEnd,
    };
  });
  return { ok: true, needs, routes: recipes.routes, pegs };
}

/** Millionths of base unit as a quantity. */
export const qtyOf = (millionths: number): Decimal => decimalOfUnits(BigInt(millionths), QTY_PLACES);

/** The pegs of one need, read from the columns one by one. */
export function* pegsOf(
  { pegs, routes }: Explosion,
  need: MaterialNeed,
): Generator<{ readonly demand: number; readonly route: BomRoute; readonly qty: Decimal }> {
  for (let row = need.pegStart; row < need.pegEnd; row++) {
    yield { demand: pegs.demand[row]!, route: routes[pegs.route[row]!]!, qty: qtyOf(pegs.qtyMillionths[row]!) };
  }
}

/** Need dates as numbers, by hours of preparation; worked out once per meal time and lead days of a place. */
function needDays(): (mealTime: string, receiveLeadDays: number) => (leadHours: number) => number {
  const known = new Map<string, Map<number, number>>();
  return (mealTime, receiveLeadDays) => {
    const key = `${mealTime} ${receiveLeadDays}`;
    const days = known.get(key) ?? new Map<number, number>();
    known.set(key, days);
    return (leadHours) => {
      const day = days.get(leadHours) ?? daysBetween(FIRST_DAY, needDate(mealTime, leadHours, receiveLeadDays));
      days.set(leadHours, day);
      return day;
    };
  };
}

const sortedIds = (ids: readonly string[]): readonly string[] => [...new Set(ids)].sort();

interface NumericRatio {
  readonly exact: Fraction;
  /** The same as whole numbers a double holds exactly; zero when it cannot. */
  readonly numerator: number;
  readonly denominator: number;
}
function ratioInNumbers({ grossPerPortion: exact }: BomRoute): NumericRatio {
  const safe = exact.numerator <= MAX_SAFE && exact.denominator <= MAX_SAFE;
  return { exact, numerator: safe ? Number(exact.numerator) : 0, denominator: safe ? Number(exact.denominator) : 0 };
}

/**
 * Writes the pegs of one need and answers its gross. Whole numbers below 2^53 divide exactly as doubles; anything
 * larger takes BigInt. Remainders are kept exactly, per denominator, for the one rounding; as doubles they only order
 * who gets a left-over millionth first (ties: earlier demand).
 */
function fillPegs(
  { demand, route, qtyMillionths }: PegColumns,
  start: number,
  end: number,
  portions: Float64Array,
  ratios: readonly NumericRatio[],
  demands: readonly MealDemand[],
): number {
  const remainders = new Float64Array(end - start);
  const restByDenominator = new Map<bigint, bigint>();
  let whole = 0;
  for (let row = start; row < end; row++) {
    const { exact, numerator, denominator } = ratios[route[row]!]!;
    const product = portions[demand[row]!]! * numerator;
    if (denominator > 0 && product <= Number.MAX_SAFE_INTEGER) {
      const rest = product % denominator;
      qtyMillionths[row] = (product - rest) / denominator;
      if (rest > 0) {
        remainders[row - start] = rest / denominator;
        restByDenominator.set(exact.denominator, (restByDenominator.get(exact.denominator) ?? 0n) + BigInt(rest));
      }
    } else {
      const large = BigInt(portions[demand[row]!]!) * exact.numerator;
      const rest = large % exact.denominator;
      qtyMillionths[row] = safely(large / exact.denominator, demands[demand[row]!]!);
      remainders[row - start] = Number((rest << 52n) / exact.denominator) / 2 ** 52;
      restByDenominator.set(exact.denominator, (restByDenominator.get(exact.denominator) ?? 0n) + rest);
    }
    whole += qtyMillionths[row]!;
  }

  let rest = Fraction.zero;
  for (const [denominator, sum] of restByDenominator) rest = rest.plus(Fraction.ratio(sum, denominator));
  const lacking = BigInt(rest.rounded(0).toString());
  if (lacking > 0n) {
    const byRemainder = Array.from(remainders, (_, index) => index).sort(
      (a, b) => remainders[b]! - remainders[a]! || a - b,
    );
    for (const index of byRemainder.slice(0, Number(lacking))) qtyMillionths[start + index]! += 1;
  }
  return safely(BigInt(whole) + lacking, demands[demand[start]!]!);
}

const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER);

/** More portions, or more of a material for them, than a need can hold. */
class TooMuch extends Error {
  readonly demand: MealDemand;
  constructor(demand: MealDemand) {
    super(`${demand.portions} portions of ${demand.dishId} are more than a need can hold`);
    this.demand = demand;
  }
}

function safely(millionths: bigint, demand: MealDemand): number {
  if (millionths >= MAX_SAFE) throw new TooMuch(demand);
  return Number(millionths);
}

function millionthsOf(demand: MealDemand): number {
  const [, whole, places = ''] = /^(\d+)(?:\.(\d{1,6}))?$/.exec(demand.portions) ?? [];
  if (whole === undefined) throw new TypeError(`Not a number of portions: ${demand.portions}`);
  if (whole.length > 9) throw new TooMuch(demand);
  return Number(whole) * 1_000_000 + Number(places.padEnd(6, '0'));
}
