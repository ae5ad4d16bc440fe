/**
 * Sharing a shortage (trade-rules 5.3, 5.4; purchasing.md 11).
 *
 * When less came than was asked for, priority classes are served one after the other, each whole before the next. The
 * class that cannot be served whole shares what is left in proportion to what it asked for: everybody first the steps
 * that fit whole into their exact share, then one step each by the largest remainder; a tie goes to the earlier stop,
 * then
 * to the lower site code. Nobody gets more than they asked for, and the shares add up to the supply exactly.
 */
import { Decimal } from '../../kernel/core/decimal.ts';
import { Fraction } from '../master-data/figures/exact-fraction.rules.ts';
import { proportionalShares } from '../master-data/figures/proportional-shares.rules.ts';

/** What one site asks for; quantities of all claims and the supply in one unit. */
export interface Claim {
  readonly id: string;
  readonly siteCode: string;
  readonly stopSeq: number;
  /** Lowest number first. */
  readonly priorityClass: number;
  readonly demand: Decimal;
}
interface ClaimShare {
  readonly id: string;
  readonly demand: Decimal;
  /** Before steps, to 6 places. */
  readonly exactShare: Decimal;
  readonly allocated: Decimal;
  readonly short: Decimal;
}
interface SupplySplit {
  /** In the order of the claims. */
  readonly shares: readonly ClaimShare[];
  /** What nobody asked for. */
  readonly left: Decimal;
}

/** Splits a supply ≥ 0 among claims at a step > 0 (0.01 for weighed goods, 1 for counted ones). */
export function splitSupply(
  supply: Decimal,
  claims: readonly Claim[],
  step: Decimal,
  rule: 'priority' | 'proportional' = 'priority',
): SupplySplit {
  const served = new Map<string, ClaimShare>();
  let left = supply;
  for (const together of classesOf(claims, rule)) {
    const demands = together.map((claim) => claim.demand);
    const requested = Decimal.sum(demands);
    const there = Decimal.min(left, requested);
    const allocated = there.equals(requested) ? demands : proportionalShares(there, demands, step, demands);
    together.forEach(({ id, demand }, index) => {
      const exact = requested.isZero()
        ? Fraction.zero
        : Fraction.of(there).times(Fraction.of(demand)).dividedBy(Fraction.of(requested));
      const share = allocated[index]!;
      served.set(id, { id, demand, exactShare: exact.rounded(6), allocated: share, short: demand.minus(share) });
    });
    left = left.minus(there);
  }
  return { shares: claims.map(({ id }) => served.get(id)!), left };
}

/** The classes in order of service, each by stop and site code. */
function classesOf(claims: readonly Claim[], rule: 'priority' | 'proportional'): readonly (readonly Claim[])[] {
  const inLine = claims.toSorted((a, b) => a.stopSeq - b.stopSeq || (a.siteCode < b.siteCode ? -1 : 1));
  if (rule === 'proportional') return [inLine];
  const classes = [...new Set(claims.map((claim) => claim.priorityClass))].sort((a, b) => a - b);
  return classes.map((one) => inLine.filter((claim) => claim.priorityClass === one));
}
