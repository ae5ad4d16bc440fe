/**
 * Another material in place of one, always (trade-rules 4.7; master-data.md MaterialReplace): A is taken as B, quantity
 * × ratio of it; the original stays on the line. Substitutes, which a person chooses, are ranked by sourcing.
 */
import type { Decimal } from '../../kernel/core/decimal.ts';
import { refuse, type Refusal } from '../../kernel/core/refusal.ts';
import { Fraction } from '../master-data/figures/exact-fraction.rules.ts';
import { byPlace, holdsFor, type ExchangeRule, type ExchangeWish } from '../sourcing/substitutes/exchange.rules.ts';
import './planning.refusals.ts';

export interface SubstitutionRule extends ExchangeRule {
  /** `qty` base unit of the material are worth `otherQty` base unit of the other; both above zero. */
  readonly qty: Decimal;
  readonly otherQty: Decimal;
}

/** Where and when the material is wanted. */
export interface SubstitutionRequest extends ExchangeWish {
  /** Base unit. */
  readonly qty: Decimal;
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
  return rules
    .filter((rule) => rule.materialId === materialId && holdsFor(rule, request))
    .toSorted(byPlace(request))
    .at(0);
}

const ratioOf = (rule: SubstitutionRule): Fraction => Fraction.of(rule.otherQty).dividedBy(Fraction.of(rule.qty));
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
