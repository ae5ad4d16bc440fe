/**
 * Needs after the replacements that always apply (trade-rules 4.7; domain 7, step 5).
 *
 * The explosion says what the recipes ask for; where a replacement is in force, a peg moves from the material to the
 * one
 * taken instead, quantity × ratio, and its route remembers the original. Figures are rounded once per need and origin:
 * what the pegs lack to the rounded sum goes to the largest remainders, so Σ pegs = gross also after a replacement.
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
  const routes: PlannedRoute[] = explosion.routes.map((route) => ({
    ...route,
    originMaterialId: null,
    ratio: Decimal.one,
  }));
  const ruled = new Set(rules.map((rule) => rule.materialId));
  const found = new Map<string, PlannedNeed[]>();
  const add = (need: PlannedNeed): void => {
    const key = `${need.warehouseId} ${need.materialId} ${need.needDate}`;
    const same = found.get(key);
    if (same === undefined) found.set(key, [need]);
    else same.push(need);
  };
  const placeOf = new Map(places.map((place) => [place.id, place]));
  const refusals = new Map<string, Refusal>();
  const answers = new Map<string, Replaced>();
  const replacedRoutes = new Map<string, number>();

  const answerFor = (need: MaterialNeed, demand: MealDemand, dishId: string): Replaced => {
    const { deptIds } = placeOf.get(demand.placeId)!;
    const key = `${need.materialId} ${need.needDate} ${dishId} ${deptIds.join(' ')}`;
    let answer = answers.get(key);
    if (answer === undefined)
      answers.set(
        key,
        (answer = replacementFor(
          { materialId: need.materialId, qty: Decimal.one, date: need.needDate, deptIds, dishId },
          rules,
          nameOf,
        )),
      );
    return answer;
  };
  const routeBy = (from: number, materialId: string, ratio: Decimal): number => {
    const key = `${from} ${materialId} ${ratio}`;
    let nr = replacedRoutes.get(key);
    if (nr === undefined) {
      const route = routes[from]!;
      const exact = Fraction.of(ratio);
      nr =
        routes.push({
          ...route,
          materialId,
          originMaterialId: route.materialId,
          ratio,
          grossPerPortion: route.grossPerPortion.times(exact),
        }) - 1;
      replacedRoutes.set(key, nr);
    }
    return nr;
  };

  for (const need of explosion.needs) {
    const { pegStart, pegEnd } = need;
    if (!ruled.has(need.materialId)) {
      const columns = {
        demand: explosion.pegs.demand.subarray(pegStart, pegEnd),
        route: explosion.pegs.route.subarray(pegStart, pegEnd),
        qtyMillionths: explosion.pegs.qtyMillionths.subarray(pegStart, pegEnd),
      };
      add({
        warehouseId: need.warehouseId,
        materialId: need.materialId,
        needDate: need.needDate,
        grossMillionths: need.grossMillionths,
        ...columns,
      });
      continue;
    }
    const groups = new Map<string, { demand: number; route: number }[]>();
    for (let row = pegStart; row < pegEnd; row++) {
      const demand = explosion.pegs.demand[row]!;
      const route = explosion.pegs.route[row]!;
      const answer = answerFor(need, demands[demand]!, routes[route]!.dishIds[0]!);
      if (!answer.ok) {
        for (const refusal of answer.refusals) refusals.set(JSON.stringify(refusal), refusal);
        continue;
      }
      const materialId = answer.replacement?.materialId ?? need.materialId;
      const peg = {
        demand,
        route: answer.replacement === undefined ? route : routeBy(route, materialId, answer.replacement.ratio),
      };
      const group = groups.get(materialId);
      if (group === undefined) groups.set(materialId, [peg]);
      else group.push(peg);
    }
    for (const [materialId, pegs] of groups) {
      const qty = roundedTogether(
        pegs.map((peg) =>
          Fraction.of(Decimal.of(demands[peg.demand]!.portions)).times(routes[peg.route]!.grossPerPortion),
        ),
      );
      add({
        warehouseId: need.warehouseId,
        materialId,
        needDate: need.needDate,
        grossMillionths: qty.reduce((sum, one) => sum + one, 0),
        demand: Int32Array.from(pegs, (peg) => peg.demand),
        route: Int32Array.from(pegs, (peg) => peg.route),
        qtyMillionths: Float64Array.from(qty),
      });
    }
  }
  if (refusals.size > 0) return { ok: false, refusals: [...refusals.values()] };
  const needs = [...found.values()].map((same) => (same.length === 1 ? same[0]! : merged(same)));
  return { ok: true, routes, needs: needs.sort(byPlaceMaterialDay) };
}

const MILLION = Fraction.of(1_000_000);

/**
 * Millionths of each part: rounded down, the whole rounded half up once, what is lacking to the largest remainders
 * (ties: first).
 */
function roundedTogether(exact: readonly Fraction[]): number[] {
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
