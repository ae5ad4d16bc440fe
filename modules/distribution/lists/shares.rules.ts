/**
 * How a need is parted (purchasing.md 1, Splits): by share, each part floored to the decimals of its unit, the rest by
 * largest remainder, ties to the higher share, then the lower code. Parts add up exactly, in both units.
 */
import { Decimal } from '../../../kernel/core/decimal.ts';
import { proportionalShares } from '../../master-data/figures/proportional-shares.rules.ts';

const BASE_STEP = Decimal.of('0.000001');

export interface Part {
  readonly qty: Decimal;
  readonly needBaseQty: Decimal;
  readonly baseQty: Decimal;
}
export interface Whole extends Part {
  /** Decimals of the line's unit. */
  readonly decimals: number;
}

/** The parts of a whole by these quantities, which add up to it; its base quantities follow in proportion. */
export function partsOf(whole: Part, quantities: readonly Decimal[]): Part[] {
  const needs = proportionalShares(whole.needBaseQty, quantities, BASE_STEP);
  const bases = proportionalShares(whole.baseQty, quantities, BASE_STEP);
  return quantities.map((qty, at) => ({ qty, needBaseQty: needs[at]!, baseQty: bases[at]! }));
}

interface Sharing {
  readonly code: string;
  readonly sharePercent: Decimal | null;
}

/**
 * A whole among those that have a share of it; whoever gets nothing is left out. Without two of them nothing is
 * parted.
 */
export function sharedAmong<S extends Sharing>(
  whole: Whole,
  candidates: readonly S[],
): readonly (Part & { readonly of: S })[] | null {
  const sharing = candidates
    .filter((each) => each.sharePercent?.isPositive() === true)
    .toSorted((a, b) => b.sharePercent!.compare(a.sharePercent!) || (a.code < b.code ? -1 : 1));
  if (sharing.length < 2) return null;
  const step = Decimal.of(whole.decimals === 0 ? '1' : `0.${'0'.repeat(whole.decimals - 1)}1`);
  const quantities = proportionalShares(
    whole.qty,
    sharing.map((each) => each.sharePercent!),
    step,
  );
  const given = sharing.flatMap((of, at) => (quantities[at]!.isPositive() ? [{ of, qty: quantities[at]! }] : []));
  const parts = partsOf(
    whole,
    given.map((each) => each.qty),
  );
  return parts.map((part, at) => ({ ...part, of: given[at]!.of }));
}
