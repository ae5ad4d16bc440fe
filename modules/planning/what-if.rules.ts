/**
 * "What if 20 % fewer guests?" (domain 7; purchasing.md 3, whatIf). The guests of a plan are scaled, the pegs follow
 * them, and the same walk with the same facts says what would be ordered. Nothing is exploded again: like is compared
 * with like.
 */
import type { Decimal } from '../../kernel/core/decimal.ts';
import { refuse, type Refusal } from '../../kernel/core/refusal.ts';
import { Fraction } from '../master-data/figures/exact-fraction.rules.ts';

export interface WhatIfChange {
  readonly scope: 'all' | 'project' | 'stall' | 'meal' | 'dish';
  /** Site, stall or dish by id, a meal by its type; absent for all. */
  readonly scopeId?: string;
  /** 0.8 for 20 % fewer guests. */
  readonly factor?: Decimal;
  /** So many portions instead, for every line the change reaches. */
  readonly portions?: Decimal;
}
/** The guests one claim is for. */
export interface ClaimedGuests {
  readonly projectDeptId: string;
  readonly stallDeptId: string;
  readonly mealType: string;
  readonly dishId: string;
  readonly portions: Decimal;
}

/** Changes nobody can reckon with, by their place in the list. */
export const changeRefusals = (changes: readonly WhatIfChange[]): Refusal[] =>
  changes.flatMap(({ factor, portions }, index) =>
    (factor ?? portions) === undefined || (factor ?? portions)!.isNegative()
      ? [refuse('planning.what-if-change', { line: index + 1 }, { line: index + 1 })]
      : [],
  );

/** How much of each claim is left: 1 where no change reaches it; several changes multiply, portions begin anew. */
export function guestFactors(claims: readonly ClaimedGuests[], changes: readonly WhatIfChange[]): Fraction[] {
  return claims.map((claim) =>
    changes
      .filter((change) => reaches(change, claim))
      .reduce((factor, change) => {
        if (change.portions === undefined) return factor.times(Fraction.of(change.factor!));
        return claim.portions.isZero() ? factor : Fraction.of(change.portions).dividedBy(Fraction.of(claim.portions));
      }, Fraction.one),
  );
}

function reaches({ scope, scopeId }: WhatIfChange, claim: ClaimedGuests): boolean {
  const own = {
    all: undefined,
    project: claim.projectDeptId,
    stall: claim.stallDeptId,
    meal: claim.mealType,
    dish: claim.dishId,
  }[scope];
  return scope === 'all' || own === scopeId;
}

/**
 * A need with its guests changed: pegs (claim and millionths) are summed per factor first, which keeps whole numbers
 * whole, then the sums are multiplied and rounded once.
 */
export function scaledGross(
  pegs: { readonly claim: ArrayLike<number>; readonly qty: ArrayLike<number> },
  factors: readonly Fraction[],
): Decimal {
  const sums = new Map<Fraction, number>();
  for (let row = 0; row < pegs.claim.length; row++) {
    const factor = factors[pegs.claim[row]!]!;
    sums.set(factor, (sums.get(factor) ?? 0) + Number(pegs.qty[row]!));
  }
  let total = Fraction.zero;
  for (const [factor, millionths] of sums)
    total = total.plus(factor.times(Fraction.ratio(BigInt(millionths), 1_000_000n)));
  return total.rounded(6);
}

/** Equal factors as one object, so that sums by factor stay few. */
export function sharedFractions(factors: readonly Fraction[]): Fraction[] {
  const known = new Map<string, Fraction>();
  return factors.map((factor) => {
    const key = `${factor.numerator}/${factor.denominator}`;
    const same = known.get(key);
    if (same === undefined) known.set(key, factor);
    return same ?? factor;
  });
}
