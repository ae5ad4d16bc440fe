/**
 * Sharing a shortage (trade-rules 5.3; purchasing.md 11).
 *
 * What is there is dealt out step by step. Every site stands in one queue with the steps it asked for; the order of the
 * queue says who is served next, and the supply fills it from its head. More supply fills more of the same queue, so no
 * share ever falls when supply grows; shares never pass demand and add up to the supply exactly.
 *
 * In proportion, the j-th step of a site stands at demand ÷ (j − ½) (Webster): shares follow demand, to the step.
 * Equally, the first steps of all come before the second ones. By priority, classes are served one after the other,
 * each whole before the next, and the class that cannot be served whole shares in proportion. A tie goes to the earlier
 * stop, then to the lower site code.
 */
import { Decimal } from '../../../kernel/core/decimal.ts';
import { decimalOfUnits, Fraction } from '../../master-data/figures/exact-fraction.rules.ts';

export type SplitRule = 'priority' | 'proportional' | 'equal';

/** What one site asks for; quantities of all claims and the supply in one unit. */
export interface Claim {
  readonly id: string;
  readonly siteCode: string;
  readonly stopSeq: number;
  /** Lowest number first. */
  readonly priorityRank: number;
  readonly demand: Decimal;
}
/**
 * Why a share is what it is: all that was asked for; a part of what its class got; nothing, since the classes before
 * took all; nothing, since nothing was there.
 */
type ShareReason = 'whole' | 'part' | 'classes-before' | 'nothing';
export interface ClaimShare {
  readonly id: string;
  readonly demand: Decimal;
  /** Before steps, to 6 places. */
  readonly exactShare: Decimal;
  readonly allocated: Decimal;
  readonly short: Decimal;
  readonly reason: ShareReason;
  /** What was there for the sites it shares with, and what they ask for together. */
  readonly there: Decimal;
  readonly requested: Decimal;
}
interface SupplySplit {
  /** In the order of the claims. */
  readonly shares: readonly ClaimShare[];
  /** What nobody asked for. */
  readonly left: Decimal;
}

/** Quantities in whole units of their last place, so that every comparison is exact. */
const PLACES = 6;
const unitsOf = (value: Decimal): bigint => {
  const { numerator, denominator } = Fraction.of(value);
  return (numerator * 10n ** BigInt(PLACES)) / denominator;
};

/** Splits a supply ≥ 0 among claims at a step > 0 (0.01 for weighed goods, 1 for counted ones). */
export function splitSupply(
  supply: Decimal,
  claims: readonly Claim[],
  step: Decimal,
  rule: SplitRule = 'priority',
): SupplySplit {
  const served = new Map<string, ClaimShare>();
  let left = supply;
  for (const together of classesOf(claims, rule)) {
    const requested = Decimal.sum(together.map(({ demand }) => demand));
    const there = Decimal.min(left, requested);
    const demands = together.map(({ demand }) => unitsOf(demand));
    const exact = exactShares(there, together, rule);
    const allocated = there.equals(requested)
      ? demands
      : queued(unitsOf(there), demands, unitsOf(step), rule === 'equal' ? demands.map(() => 1n) : demands);
    together.forEach(({ id, demand }, index) => {
      const share = decimalOfUnits(allocated[index]!, PLACES);
      const short = demand.minus(share);
      const reason = short.isZero()
        ? 'whole'
        : there.isPositive()
          ? 'part'
          : supply.isPositive()
            ? 'classes-before'
            : 'nothing';
      served.set(id, { id, demand, exactShare: exact[index]!, allocated: share, short, reason, there, requested });
    });
    left = left.minus(there);
  }
  return { shares: claims.map(({ id }) => served.get(id)!), left };
}

/** The classes in order of service, each by stop and site code. */
function classesOf(claims: readonly Claim[], rule: SplitRule): readonly (readonly Claim[])[] {
  const inLine = claims.toSorted(
    (a, b) => a.stopSeq - b.stopSeq || compared(a.siteCode, b.siteCode) || compared(a.id, b.id),
  );
  if (rule !== 'priority') return [inLine];
  const ranks = [...new Set(claims.map(({ priorityRank }) => priorityRank))].sort((a, b) => a - b);
  return ranks.map((rank) => inLine.filter(({ priorityRank }) => priorityRank === rank));
}
const compared = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Shares before steps: in proportion to demand, or up to one level for all. */
function exactShares(there: Decimal, claims: readonly Claim[], rule: SplitRule): readonly Decimal[] {
  const [whole, demands] = [Fraction.of(there), claims.map(({ demand }) => Fraction.of(demand))];
  if (rule !== 'equal') {
    const requested = Fraction.of(Decimal.sum(claims.map(({ demand }) => demand)));
    return demands.map((demand) =>
      requested.isZero() ? Decimal.zero : whole.times(demand).dividedBy(requested).rounded(PLACES),
    );
  }
  let [open, sites] = [whole, BigInt(demands.length)];
  let level = Fraction.zero;
  for (const demand of demands.toSorted((a, b) => a.compare(b))) {
    level = open.dividedBy(Fraction.ratio(sites, 1n));
    if (demand.compare(level) > 0) break;
    level = demand;
    open = open.minus(demand);
    sites -= 1n;
  }
  return demands.map((demand) => (demand.compare(level) < 0 ? demand : level).rounded(PLACES));
}

/**
 * Fills the queue of steps: the j-th step of a site stands at weight ÷ (j − ½), ties in the order given. The last step
 * of a demand may be smaller than the others, and the last one served may be served in part.
 */
function queued(
  supply: bigint,
  demands: readonly bigint[],
  step: bigint,
  weights: readonly bigint[],
): readonly bigint[] {
  const steps = headOf(supply, demands, step, weights);
  const amount = (index: number, count: bigint): bigint => smaller(count * step, demands[index]!);
  let open = demands.reduce((sum, _, index) => sum - amount(index, steps[index]!), supply);
  // Who stands before whom: the next step of each where something is open, the last one where too much was given.
  const before = (a: number, b: number, back: bigint): boolean => {
    const difference = weights[a]! * (2n * (steps[b]! - back) + 1n) - weights[b]! * (2n * (steps[a]! - back) + 1n);
    return difference === 0n ? a < b : difference > 0n;
  };
  while (open > 0n) {
    let next = -1;
    for (let index = 0; index < demands.length; index += 1)
      if (amount(index, steps[index]!) < demands[index]! && (next < 0 || before(index, next, 0n))) next = index;
    if (next < 0) break;
    steps[next]! += 1n;
    open -= amount(next, steps[next]!) - amount(next, steps[next]! - 1n);
  }
  let last = -1;
  while (open < 0n) {
    last = -1;
    for (let index = 0; index < demands.length; index += 1)
      if (steps[index]! > 0n && (last < 0 || before(last, index, 1n))) last = index;
    open += amount(last, steps[last]!) - amount(last, steps[last]! - 1n);
    steps[last]! -= 1n;
  }
  // The step that did not fit whole is served as far as it goes.
  const given = demands.map((_, index) => amount(index, steps[index]!));
  if (open > 0n) given[last]! += open;
  return given;
}

/** How many steps of each stand near the place up to which the supply reaches: all before one place of the queue. */
function headOf(supply: bigint, demands: readonly bigint[], step: bigint, weights: readonly bigint[]): bigint[] {
  const all = demands.map((demand) => (demand + step - 1n) / step);
  const sum = weights.reduce((total, weight) => total + weight, 0n);
  const isEqual = weights.every((weight) => weight === weights[0]);
  const level = isEqual ? levelOf(supply, demands, step) : 0n;
  return all.map((count, index) =>
    sum === 0n
      ? 0n
      : smaller(count, isEqual ? level : (2n * supply * weights[index]! + step * sum) / (2n * step * sum)),
  );
}

/** So many steps of everybody fit into the supply. */
function levelOf(supply: bigint, demands: readonly bigint[], step: bigint): bigint {
  let [low, high] = [0n, supply / step + 1n];
  while (low + 1n < high) {
    const middle = (low + high) / 2n;
    const needed = demands.reduce((total, demand) => total + smaller(middle * step, demand), 0n);
    if (needed <= supply) low = middle;
    else high = middle;
  }
  return low;
}
const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);
