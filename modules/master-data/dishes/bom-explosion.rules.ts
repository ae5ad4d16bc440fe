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
import { covers, dayPlus, daysBetween, needDate, type Period } from '../figures/calendar-day.rules.ts';
import { decimalOfUnits, Fraction } from '../figures/exact-fraction.rules.ts';
import '../master-data.refusals.ts';

export interface ExplodedDish {
  readonly id: string;
  readonly name: string;
  /** Its material, where it can be kept in stock. */
  readonly stockMaterialId: string | null;
  /** Places under these make it themselves. */
  readonly makeDeptIds: readonly string[];
  readonly prepLeadHours: number;
}

/** Either a material or a semi-finished dish. */
export interface BomLine {
  readonly materialId?: string;
  readonly subDishId?: string;
  /** Net per `outputQty` of the BOM, in base unit of the material or output unit of the dish. */
  readonly netBaseQty: Decimal;
  /** Percent in points, 75 means 75 %; above 100 for soaked goods. The two multiply. */
  readonly cleanYield: Decimal;
  readonly processYield: Decimal;
  /** 24 when it is prepared the day before. */
  readonly leadHours: number;
  /** Not needed until somebody chooses it. */
  readonly optional?: boolean;
}

/** One released version of a standard BOM. By-products are not among its lines: they reduce no need. */
export interface Bom extends Period {
  readonly id: string;
  readonly dishId: string;
  readonly outputQty: Decimal;
  /** Percent in points, below 100. */
  readonly processLossRate: Decimal;
  readonly lines: readonly BomLine[];
}

/** A released difference of one department from the standard BOM; `target` names the standard line it touches. */
export interface BomVariant extends Period {
  readonly dishId: string;
  readonly deptId: string;
  readonly changes: readonly (
    | { readonly action: 'add'; readonly line: BomLine }
    | { readonly action: 'change' | 'swap'; readonly target: string; readonly line: Partial<BomLine> }
    | { readonly action: 'drop'; readonly target: string }
  )[];
}

/** A stall or other place that plans meals. */
export interface MealPlace {
  readonly id: string;
  /** The place itself, then its restaurant, project department, company. */
  readonly deptIds: readonly string[];
  readonly warehouseId: string;
  readonly receiveLeadDays: number;
}

export interface MealDemand {
  readonly placeId: string;
  readonly dishId: string;
  /** `yyyy-MM-dd HH:mm` in the site's time zone. */
  readonly mealTime: string;
  /** Decimal text of at most 6 places, portion group's ratio included. */
  readonly portions: string;
}

export interface RecipeBook {
  readonly dishes: readonly ExplodedDish[];
  readonly boms: readonly Bom[];
  readonly variants: readonly BomVariant[];
  readonly places: readonly MealPlace[];
}

/** How one material comes into one dish: shared by all pegs that go this way. */
export interface BomRoute {
  readonly materialId: string;
  readonly bomId: string;
  /** The dish, and the semi-finished dishes the explosion went through. */
  readonly dishIds: readonly string[];
  readonly netPerPortion: Fraction;
  /** All yields of the way multiplied; 0.56 for 0.80 and 0.70. */
  readonly yieldRate: Fraction;
  readonly grossPerPortion: Fraction;
  /** The longest preparation on the way. */
  readonly leadHours: number;
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

export const BOM_DEPTH_MAX = 12;
const QTY_PLACES = 6;
const HUNDRED = Fraction.of(100);
/** Days are counted from here while they are numbers: 65,536 of them reach to 2149. */
const FIRST_DAY = '1970-01-01';
const DAYS = 65_536;

/**
 * The BOM of a dish on a day at a place: the standard, then the differences from the widest department to the nearest,
 * line by line.
 */
export function effectiveBom(
  kitchen: Pick<RecipeBook, 'boms' | 'variants'>,
  dishId: string,
  deptIds: readonly string[],
  date: string,
): Bom | undefined {
  const standard = kitchen.boms.find((bom) => bom.dishId === dishId && covers(bom, date));
  const variants = kitchen.variants.filter((variant) => variant.dishId === dishId && covers(variant, date));
  return deptIds.toReversed().reduce<Bom | undefined>((bom, deptId) => {
    const variant = variants.find((one) => one.deptId === deptId);
    return bom === undefined || variant === undefined
      ? bom
      : { ...bom, lines: variant.changes.reduce(applied, bom.lines) };
  }, standard);
}

/**
 * Materials that go into a dish at a place on a day, semi-finished dishes followed to the end, each once; nothing of
 * what has no BOM.
 */
export function materialsOf(
  kitchen: Pick<RecipeBook, 'dishes' | 'boms' | 'variants'>,
  dishId: string,
  deptIds: readonly string[],
  date: string,
): readonly string[] {
  const stocked = new Map(kitchen.dishes.map((dish) => [dish.id, dish.stockMaterialId]));
  const found = new Set<string>();
  const seen = new Set<string>();
  const walk = (id: string): void => {
    if (seen.has(id)) return;
    seen.add(id);
    for (const { materialId, subDishId } of effectiveBom(kitchen, id, deptIds, date)?.lines ?? []) {
      if (materialId !== undefined) found.add(materialId);
      if (subDishId === undefined) continue;
      const inStock = stocked.get(subDishId) ?? null;
      if (inStock === null) walk(subDishId);
      else found.add(inStock);
    }
  };
  walk(dishId);
  return [...found];
}

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
  const recipes = recipeBook(kitchen);
  const perDemand = demands.map((demand) => recipes.recipeOf(demand));
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
    const place = recipes.placeOf(demand);
    const dayOf = recipes.needDaysOf(demand.mealTime, place.receiveLeadDays);
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
      needDate: recipes.dayOf(need % DAYS),
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

/**
 * Whether a BOM may be saved (trade-rules 3.4): `semiFinished` says for each dish which dishes its lines name, the
 * saved BOM's own lines included. Refuses `bom-loop` with the path from the dish back to where it closes, or
 * `bom-too-deep`.
 */
export function bomCycle(
  dishId: string,
  semiFinished: ReadonlyMap<string, readonly string[]>,
  nameOf: (dishId: string) => string,
): Refusal | undefined {
  // The longest chain below each dish that was found sound, so that a dish used in many places is walked once.
  const below = new Map<string, readonly string[]>();
  function visit(path: readonly string[]): Refusal | undefined {
    const wrong = pathRefusal(path, nameOf);
    if (wrong !== undefined) return wrong;
    const dish = path.at(-1)!;
    let longest: readonly string[] = [];
    for (const next of semiFinished.get(dish) ?? []) {
      const known = below.get(next);
      const deeper = known === undefined ? visit([...path, next]) : pathRefusal([...path, next, ...known], nameOf);
      if (deeper !== undefined) return deeper;
      const chain = [next, ...(below.get(next) ?? [])];
      if (chain.length > longest.length) longest = chain;
    }
    below.set(dish, longest);
    return undefined;
  }
  return visit([dishId]);
}

function pathRefusal(path: readonly string[], nameOf: (dishId: string) => string): Refusal | undefined {
  const last = path.at(-1)!;
  const first = path.indexOf(last);
  const chain = (dishIds: readonly string[]) => dishIds.map(nameOf).join('→');
  if (first < path.length - 1)
    return refuse('master-data.bom-loop', { path: chain(path.slice(first)), dishIds: path.slice(first) });
  if (path.length > BOM_DEPTH_MAX)
    return refuse('master-data.bom-too-deep', { path: chain(path), depthMax: BOM_DEPTH_MAX });
  return undefined;
}

function applied(lines: readonly BomLine[], change: BomVariant['changes'][number]): readonly BomLine[] {
  if (change.action === 'add') return [...lines, change.line];
  const touches = (line: BomLine) => line.materialId === change.target || line.subDishId === change.target;
  if (change.action === 'drop') return lines.filter((line) => !touches(line));
  const renamed = change.line.materialId !== undefined || change.line.subDishId !== undefined;
  return lines.map((line) => {
    if (!touches(line)) return line;
    const { materialId, subDishId, ...rest } = line;
    const named = renamed
      ? {}
      : { ...(materialId === undefined ? {} : { materialId }), ...(subDishId === undefined ? {} : { subDishId }) };
    return { ...rest, ...named, ...change.line };
  });
}

type Recipe = readonly { readonly id: number; readonly route: BomRoute }[];

/** What one portion needs, worked out once per dish, day and the departments whose differences or own making matter. */
function recipeBook(kitchen: RecipeBook) {
  const dishes = new Map(kitchen.dishes.map((dish) => [dish.id, dish]));
  const places = new Map(kitchen.places.map((place) => [place.id, place]));
  const boms = Map.groupBy(kitchen.boms, (bom) => bom.dishId);
  const variants = Map.groupBy(kitchen.variants, (variant) => variant.dishId);

  /** Which departments' differences or own making can change what goes into a dish: those of any dish it can reach. */
  const matteringTo = new Map<string, ReadonlySet<string>>();
  function mattering(dishId: string): ReadonlySet<string> {
    const known = matteringTo.get(dishId);
    if (known !== undefined) return known;
    const reached = new Set([dishId]);
    const deptIds = new Set<string>();
    for (const id of reached) {
      for (const deptId of dishes.get(id)?.makeDeptIds ?? []) deptIds.add(deptId);
      for (const variant of variants.get(id) ?? []) deptIds.add(variant.deptId);
      const changes = (variants.get(id) ?? []).flatMap((variant) => variant.changes);
      const changed = changes.flatMap((change) => (change.action === 'drop' ? [] : [change.line]));
      for (const line of [...(boms.get(id) ?? []).flatMap((bom) => bom.lines), ...changed]) {
        if (line.subDishId !== undefined) reached.add(line.subDishId);
      }
    }
    matteringTo.set(dishId, deptIds);
    return deptIds;
  }

  const known = new Map<string, Recipe>();
  const needDays = new Map<string, Map<number, number>>();
  const routes: BomRoute[] = [];
  const refusals = new Map<string, Refusal>();

  const bomOf = (dishId: string, deptIds: readonly string[], date: string) =>
    effectiveBom({ boms: boms.get(dishId) ?? [], variants: variants.get(dishId) ?? [] }, dishId, deptIds, date);

  function flattened(dishId: string, deptIds: readonly string[], date: string): readonly BomRoute[] {
    const found: BomRoute[] = [];
    const nameOf = (id: string) => dishes.get(id)?.name ?? id;
    const open: { dishId: string; dishIds: readonly string[]; net: Fraction; rate: Fraction; leadHours: number }[] = [
      { dishId, dishIds: [dishId], net: Fraction.one, rate: Fraction.one, leadHours: 0 },
    ];
    // Level by level: what is pushed here is opened after the dishes that stand before it.
    for (const part of open) {
      const { dishIds, net, rate } = part;
      const bom = bomOf(part.dishId, deptIds, date);
      const wrong = pathRefusal(dishIds, nameOf);
      if (wrong !== undefined || bom === undefined) {
        const refusal =
          wrong ?? refuse('master-data.bom-missing', { dishId: part.dishId, dish: nameOf(part.dishId), date });
        refusals.set(JSON.stringify(refusal), refusal);
        continue;
      }
      const prepared = Math.max(part.leadHours, dishes.get(part.dishId)?.prepLeadHours ?? 0);
      const kept = HUNDRED.minus(Fraction.of(bom.processLossRate)).dividedBy(HUNDRED);
      for (const line of bom.lines) {
        if (line.optional === true) continue;
        const lineNet = net.times(Fraction.of(line.netBaseQty)).dividedBy(Fraction.of(bom.outputQty));
        const lineRate = rate
          .times(kept)
          .times(Fraction.of(line.cleanYield).dividedBy(HUNDRED))
          .times(Fraction.of(line.processYield).dividedBy(HUNDRED));
        const leadHours = Math.max(prepared, line.leadHours);
        const sub = line.subDishId === undefined ? undefined : dishes.get(line.subDishId);
        const madeHere = sub?.makeDeptIds.some((deptId) => deptIds.includes(deptId)) ?? false;
        const materialId = line.materialId ?? (madeHere ? undefined : (sub?.stockMaterialId ?? undefined));
        if (materialId !== undefined) {
          found.push({
            materialId,
            bomId: bom.id,
            dishIds,
            netPerPortion: lineNet,
            yieldRate: lineRate,
            grossPerPortion: lineNet.dividedBy(lineRate),
            leadHours,
          });
        } else if (line.subDishId !== undefined) {
          open.push({
            dishId: line.subDishId,
            dishIds: [...dishIds, line.subDishId],
            net: lineNet,
            rate: lineRate,
            leadHours,
          });
        }
      }
    }
    return found;
  }

  return {
    routes,
    refusals,
    placeOf({ placeId }: MealDemand): MealPlace {
      const place = places.get(placeId);
      if (place === undefined) throw new RangeError(`No place ${placeId}`);
      return place;
    },
    recipeOf(demand: MealDemand): Recipe {
      const date = demand.mealTime.slice(0, 10);
      const different = mattering(demand.dishId);
      const deptIds =
        different.size === 0 ? [] : this.placeOf(demand).deptIds.filter((deptId) => different.has(deptId));
      const key = `${demand.dishId} ${date} ${deptIds.join(' ')}`;
      let recipe = known.get(key);
      if (recipe === undefined) {
        recipe = flattened(demand.dishId, deptIds, date).map((route) => ({ id: routes.push(route) - 1, route }));
        known.set(key, recipe);
      }
      return recipe;
    },
    /** The need date as a number, by hours of preparation. */
    needDaysOf(mealTime: string, receiveLeadDays: number): (leadHours: number) => number {
      const key = `${mealTime} ${receiveLeadDays}`;
      const days = needDays.get(key) ?? new Map<number, number>();
      needDays.set(key, days);
      return (leadHours) => {
        const day = days.get(leadHours) ?? daysBetween(FIRST_DAY, needDate(mealTime, leadHours, receiveLeadDays));
        days.set(leadHours, day);
        return day;
      };
    },
    dayOf: (day: number): string => dayPlus(FIRST_DAY, day),
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
