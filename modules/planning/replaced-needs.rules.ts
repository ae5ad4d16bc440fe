/**
 * Needs after the replacements that always apply (trade-rules 4.7; domain 7, step 5).
 *
 * The explosion gives what the recipes need; where a replacement is in force, a peg moves from the material to the one
 * used instead, quantity × ratio, and its route has the original. Figures are rounded once per need and origin: what
 * the pegs lack to the rounded sum goes to the largest remainders, so Σ pegs = gross also after a replacement.
 */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { Refusal } from '../../kernel/core/refusal.ts';
import {
  qtyOf,
  type Explosion,
  type MaterialNeed,
  type MealDemand,
} from '../master-data/dishes/bom-explosion.rules.ts';
import type { BomRoute } from '../master-data/dishes/recipe-routes.rules.ts';
import type { MealPlace } from '../master-data/dishes/recipe-book.rules.ts';
import { Fraction } from '../master-data/figures/exact-fraction.rules.ts';
import { replacementFor, type Replaced, type SubstitutionRule } from './substitution.rules.ts';

export interface PlannedRoute extends BomRoute {
  readonly originMaterialId: string | null;
  readonly ratio: Decimal;
}

/** What one warehouse needs of a material on a day; entry i of the columns is one peg. */
export interface PlannedNeed {
  readonly warehouseId: string;
  readonly materialId: string;
  readonly needDate: string;
  readonly grossMillionths: number;
  readonly demand: Int32Array;
  readonly route: Int32Array;
  readonly qtyMillionths: Float64Array;
}
type PlannedNeeds =
  | { readonly ok: true; readonly needs: readonly PlannedNeed[]; readonly routes: readonly PlannedRoute[] }
  | { readonly ok: false; readonly refusals: readonly Refusal[] };

/** The gross quantity, in base unit. */
export const grossOf = (need: Pick<PlannedNeed, 'grossMillionths'>): Decimal => qtyOf(need.grossMillionths);

/** Needs by warehouse, material and day, replacements applied. Refuses `planning.replacement-loop`, each path once. */
export function replacedNeeds(
  explosion: Explosion,
  demands: readonly MealDemand[],
  places: readonly MealPlace[],
  rules: readonly SubstitutionRule[],
  nameOf: (materialId: string) => string,
): PlannedNeeds {
  const replacing: Replacing = {
    explosion,
    demands,
    routes: plannedRoutes(explosion.routes),
    replacementOf: replacements(demands, places, rules, nameOf),
    refusals: new Map(),
  };
  const ruled = new Set(rules.map((rule) => rule.materialId));
  const needs = explosion.needs.flatMap((need) =>
    ruled.has(need.materialId) ? splitNeed(replacing, need) : [unchangedNeed(explosion, need)],
  );
  if (replacing.refusals.size > 0) return { ok: false, refusals: [...replacing.refusals.values()] };
  const byKey = Map.groupBy(needs, (need) => `${need.warehouseId} ${need.materialId} ${need.needDate}`);
  return {
    ok: true,
    routes: replacing.routes.all,
    needs: [...byKey.values()].map((same) => (same.length === 1 ? same[0]! : merged(same))).sort(byPlaceMaterialDay),
  };
}

/** What splitting needs works with; routes and refusals are added as they are found. */
interface Replacing {
  readonly explosion: Explosion;
  readonly demands: readonly MealDemand[];
  readonly routes: ReturnType<typeof plannedRoutes>;
  readonly replacementOf: ReturnType<typeof replacements>;
  readonly refusals: Map<string, Refusal>;
}

/** Routes with those of replacements, each made once; `replaced` answers the number of one. */
function plannedRoutes(own: readonly BomRoute[]) {
  const all: PlannedRoute[] = own.map((route) => ({ ...route, originMaterialId: null, ratio: Decimal.one }));
  const numbers = new Map<string, number>();
  return {
    all,
    replaced(from: number, materialId: string, ratio: Decimal): number {
      const key = `${from} ${materialId} ${ratio}`;
      const known = numbers.get(key);
      if (known !== undefined) return known;
      const route = all[from]!;
      const nr =
        all.push({
          ...route,
          materialId,
          originMaterialId: route.materialId,
          ratio,
          grossPerPortion: route.grossPerPortion.times(Fraction.of(ratio)),
        }) - 1;
      numbers.set(key, nr);
      return nr;
    },
  };
}

/** The replacement of a need for a dish at the place of a demand, decided once for equal questions. */
function replacements(
  demands: readonly MealDemand[],
  places: readonly MealPlace[],
  rules: readonly SubstitutionRule[],
  nameOf: (materialId: string) => string,
): (need: MaterialNeed, demand: number, dishId: string) => Replaced {
  const placeOf = new Map(places.map((place) => [place.id, place]));
  const found = new Map<string, Replaced>();
  return ({ materialId, needDate }, demand, dishId) => {
    const { deptIds } = placeOf.get(demands[demand]!.placeId)!;
    const key = `${materialId} ${needDate} ${dishId} ${deptIds.join(' ')}`;
    let answer = found.get(key);
    if (answer === undefined) {
      answer = replacementFor({ materialId, qty: Decimal.one, date: needDate, deptIds, dishId }, rules, nameOf);
      found.set(key, answer);
    }
    return answer;
  };
}

/** A need that no rule is about, with its pegs as they are. */
const unchangedNeed = ({ pegs }: Explosion, need: MaterialNeed): PlannedNeed => ({
  warehouseId: need.warehouseId,
  materialId: need.materialId,
  needDate: need.needDate,
  grossMillionths: need.grossMillionths,
  demand: pegs.demand.subarray(need.pegStart, need.pegEnd),
  route: pegs.route.subarray(need.pegStart, need.pegEnd),
  qtyMillionths: pegs.qtyMillionths.subarray(need.pegStart, need.pegEnd),
});

interface Peg {
  readonly demand: number;
  readonly route: number;
}

/** A need by the materials its pegs take, each rounded together. */
function splitNeed({ explosion, demands, routes, replacementOf, refusals }: Replacing, need: MaterialNeed) {
  const groups = new Map<string, Peg[]>();
  for (let row = need.pegStart; row < need.pegEnd; row++) {
    const demand = explosion.pegs.demand[row]!;
    const route = explosion.pegs.route[row]!;
    const answer = replacementOf(need, demand, routes.all[route]!.dishIds[0]!);
    if (!answer.ok) {
      for (const refusal of answer.refusals) refusals.set(JSON.stringify(refusal), refusal);
      continue;
    }
    const { replacement } = answer;
    const materialId = replacement?.materialId ?? need.materialId;
    const peg = {
      demand,
      route: replacement === undefined ? route : routes.replaced(route, materialId, replacement.ratio),
    };
    const group = groups.get(materialId);
    if (group === undefined) groups.set(materialId, [peg]);
    else group.push(peg);
  }
  return [...groups].map(([materialId, pegs]): PlannedNeed => {
    const qty = roundedTogether(
      pegs.map((peg) =>
        Fraction.of(Decimal.of(demands[peg.demand]!.portions)).times(routes.all[peg.route]!.grossPerPortion),
      ),
    );
    return {
      warehouseId: need.warehouseId,
      materialId,
      needDate: need.needDate,
      grossMillionths: qty.reduce((sum, one) => sum + one, 0),
      demand: Int32Array.from(pegs, (peg) => peg.demand),
      route: Int32Array.from(pegs, (peg) => peg.route),
      qtyMillionths: Float64Array.from(qty),
    };
  });
}

const MILLION = Fraction.of(1_000_000);

/**
 * Millionths of each part: rounded down, the whole rounded half up once, what is lacking to the largest remainders
 * (ties: first).
 */
export function roundedTogether(exact: readonly Fraction[]): number[] {
  const inMillionths = exact.map((part) => part.times(MILLION));
  const whole = inMillionths.map((part) => part.numerator / part.denominator);
  const rest = inMillionths.map((part, index) => part.minus(Fraction.ratio(whole[index]!, 1n)));
  const lacking = Number(
    rest
      .reduce((sum, part) => sum.plus(part), Fraction.zero)
      .rounded(0)
      .toString(),
  );
  const qty = whole.map(Number);
  const byRemainder = rest
    .map((part, index) => ({ part, index }))
    .sort((a, b) => b.part.compare(a.part) || a.index - b.index);
  for (const { index } of byRemainder.slice(0, lacking)) qty[index]! += 1;
  return qty;
}

function merged(same: readonly PlannedNeed[]): PlannedNeed {
  const length = same.reduce((sum, need) => sum + need.demand.length, 0);
  const whole = {
    demand: new Int32Array(length),
    route: new Int32Array(length),
    qtyMillionths: new Float64Array(length),
  };
  let at = 0;
  for (const need of same) {
    whole.demand.set(need.demand, at);
    whole.route.set(need.route, at);
    whole.qtyMillionths.set(need.qtyMillionths, at);
    at += need.demand.length;
  }
  return { ...same[0]!, ...whole, grossMillionths: same.reduce((sum, need) => sum + need.grossMillionths, 0) };
}

const byPlaceMaterialDay = (a: PlannedNeed, b: PlannedNeed): number =>
  compared(a.warehouseId, b.warehouseId) || compared(a.materialId, b.materialId) || compared(a.needDate, b.needDate);
const compared = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
