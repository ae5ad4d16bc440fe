/** How a price moved: what stood before it, and by how much it is above or below. Pure. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import { Fraction } from '../../master-data/figures/exact-fraction.rules.ts';

/** A price on the day it began or was paid. */
export interface DatedPrice {
  readonly date: string;
  readonly price: string;
}
/** The newest of these prices that stood before a day; undefined where there was none. */
export const priceBefore = <P extends DatedPrice>(prices: readonly P[], day: string): P | undefined =>
  prices.filter(({ date }) => date < day).toSorted((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : 0))[0];

/** By how many per cent a price lies above another, two places; undefined where the other is nothing. */
export function percentAbove(price: string, other: string): Decimal | undefined {
  const base = Fraction.of(other);
  return base.isZero() ? undefined : Fraction.of(price).minus(base).times(Fraction.of(100)).dividedBy(base).rounded(2);
}

/** A share with its direction, as people read it. */
export const signedPercent = (percent: Decimal): string =>
  `${percent.isNegative() ? '−' : percent.isZero() ? '±' : '+'}${percent.abs().toFixed(2)}%`;

/** Places of a mean that tell anybody something. */
const MEAN_PLACES = 4;
/** A mean as people compare it: the digits behind that are of no price. */
export const meanPrice = (price: string): string => Decimal.of(price).rounded(MEAN_PLACES).toString();
