/**
 * Another material in place of one (trade-rules 4.7; master-data.md MaterialReplace, MaterialSubstitute).
 *
 * A replacement is always applied: A is taken as B. A substitute is only offered, by a person's choice, the lowest
 * priority number first. Both count on their dates and in their scope, and take quantity × ratio of the other material;
 * the original stays on the line. Allergens, forbidden list, nutrients and cost are re-run before an offer is shown.
 */
import type { Decimal } from '../../kernel/core/decimal.ts';
import { refuse, type Refusal } from '../../kernel/core/refusal.ts';
import { covers, type Period } from '../master-data/figures/calendar-day.rules.ts';
import { Fraction } from '../master-data/figures/exact-fraction.rules.ts';
import './planning.refusals.ts';

export interface SubstitutionRule extends Period {
  readonly id: string;
  readonly materialId: string;
  readonly otherMaterialId: string;
  /** `qty` base unit of the material are worth `otherQty` base unit of the other; both above zero. */
  readonly qty: Decimal;
  readonly otherQty: Decimal;
  /** Null: everywhere, in every dish. */
  readonly deptId: string | null;
  readonly dishId: string | null;
}
export interface SubstituteRule extends SubstitutionRule {
  readonly priority: number;
  /** Also the other way round, by the inverse ratio. */
  readonly bothWays: boolean;
  /** Of the substitute, for the tie: per base unit, and its material code. */
  readonly price: Decimal | null;
  readonly code: string;
}

/** Where and when the material is wanted. */
export interface SubstitutionRequest {
  readonly materialId: string;
  /** Base unit. */
  readonly qty: Decimal;
  readonly date: string;
  /** The stall, then its restaurant, project department, company. */
  readonly deptIds: readonly string[];
  readonly dishId: string | null;
}
interface Substitution {
  readonly ruleId: string;
  readonly originMaterialId: string;
  readonly materialId: string;
  /** Base unit of the other material, rounded once to 6 places. */
  readonly qty: Decimal;
  /** Of the whole way, to 12 places. */
  readonly ratio: Decimal;
}

/** Every substitute that may be offered: lowest priority number, then cheaper (without a price last), then code. */
export function substitutesFor(
  request: SubstitutionRequest,
  rules: readonly SubstituteRule[],
): readonly Substitution[] {
  return rules
    .filter(
      (rule) =>
        inScope(rule, request) &&
        (rule.materialId === request.materialId || (rule.bothWays && rule.otherMaterialId === request.materialId)),
    )
    .toSorted((a, b) => a.priority - b.priority || byPrice(a.price, b.price) || (a.code < b.code ? -1 : 1))
    .map((rule) => {
      const forwards = rule.materialId === request.materialId;
      return substitution(
        request,
        rule.id,
        forwards ? rule.otherMaterialId : rule.materialId,
        forwards ? ratioOf(rule) : Fraction.one.dividedBy(ratioOf(rule)),
      );
    });
}

export type Replaced =
  | { readonly ok: true; readonly replacement: Substitution | undefined; readonly materialIds: readonly string[] }
  | { readonly ok: false; readonly refusals: readonly Refusal[] };

const CHAIN_MAX = 5;

/**
 * The material that is really taken: the row of the dish before any other, then the nearest department's; chains are
 * followed up to 5 rows. Refuses `planning.replacement-loop` with the path.
 */
export function replacementFor(
  request: SubstitutionRequest,
  rules: readonly SubstitutionRule[],
  nameOf: (materialId: string) => string,
): Replaced {
  const materialIds = [request.materialId];
  let ratio = Fraction.one;
  let rule = nearestRule(request, request.materialId, rules);
  let ruleId: string | undefined;
  while (rule !== undefined) {
    const closed = materialIds.includes(rule.otherMaterialId);
    materialIds.push(rule.otherMaterialId);
    if (closed || materialIds.length > CHAIN_MAX + 1)
      return {
        ok: false,
        refusals: [
          refuse('planning.replacement-loop', { path: materialIds.map(nameOf).join('→'), chainMax: CHAIN_MAX }),
        ],
      };
    ratio = ratio.times(ratioOf(rule));
    ruleId = rule.id;
    rule = nearestRule(request, rule.otherMaterialId, rules);
  }
  return {
    ok: true,
    materialIds,
    replacement: ruleId === undefined ? undefined : substitution(request, ruleId, materialIds.at(-1)!, ratio),
  };
}

function nearestRule(
  request: SubstitutionRequest,
  materialId: string,
  rules: readonly SubstitutionRule[],
): SubstitutionRule | undefined {
  const distance = ({ deptId }: SubstitutionRule) =>
    deptId === null ? request.deptIds.length : request.deptIds.indexOf(deptId);
  return rules
    .filter((rule) => rule.materialId === materialId && inScope(rule, request))
    .toSorted((a, b) => Number(b.dishId !== null) - Number(a.dishId !== null) || distance(a) - distance(b))
    .at(0);
}

const inScope = (rule: SubstitutionRule, request: SubstitutionRequest): boolean =>
  covers(rule, request.date) &&
  (rule.deptId === null || request.deptIds.includes(rule.deptId)) &&
  (rule.dishId === null || rule.dishId === request.dishId);
const ratioOf = (rule: SubstitutionRule): Fraction => Fraction.of(rule.otherQty).dividedBy(Fraction.of(rule.qty));
const byPrice = (a: Decimal | null, b: Decimal | null): number =>
  a === null || b === null ? Number(a === null) - Number(b === null) : a.compare(b);
const substitution = (
  request: SubstitutionRequest,
  ruleId: string,
  materialId: string,
  ratio: Fraction,
): Substitution => ({
  ruleId,
  originMaterialId: request.materialId,
  materialId,
  qty: Fraction.of(request.qty).times(ratio).rounded(6),
  ratio: ratio.rounded(12),
});
