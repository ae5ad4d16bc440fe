/**
 * What a published price comes to: in the unit asked for, per base unit, and without its tax (trade-rules 10.4;
 * prices-suppliers.md, PriceEntry).
 */
import type { Decimal } from '../../../kernel/core/decimal.ts';
import { Fraction } from './exact-fraction.rules.ts';

export interface PublishedPrice {
  /** With tax, per unit. */
  readonly price: Decimal;
  /** In points of a hundred. */
  readonly taxRate: Decimal;
  /** Base units in one unit, as it was when the price was published. */
  readonly factor: Decimal;
}
/** All of 6 places, each rounded once from the price as it was published. */
export interface PriceFigures {
  readonly price: Decimal;
  readonly priceNoTax: Decimal;
  readonly basePrice: Decimal;
  readonly basePriceNoTax: Decimal;
}
const PLACES = 6;

/** Figures of a price, in its unit or in one of another factor. */
export function priceFigures(
  { price, taxRate, factor }: PublishedPrice,
  requested: Fraction = Fraction.of(factor),
): PriceFigures {
  const base = Fraction.of(price).dividedBy(Fraction.of(factor));
  const taxed = Fraction.one.plus(Fraction.of(taxRate).dividedBy(Fraction.of(100)));
  const inUnit = base.times(requested);
  return {
    price: inUnit.rounded(PLACES),
    priceNoTax: inUnit.dividedBy(taxed).rounded(PLACES),
    basePrice: base.rounded(PLACES),
    basePriceNoTax: base.dividedBy(taxed).rounded(PLACES),
  };
}
