/**
 * What an order costs (`domain.md` 3, `trade-rules.md` 10.4): a line's amount is quantity × price, rounded once, half
 * up, to the cent; the order's amounts are the sums of its lines, so header and lines never differ.
 */
import { Decimal } from '../../kernel/core/decimal.ts';

interface PricedLine {
  /** In the line's unit. */
  readonly qty: Decimal;
  /** With tax, of one unit; null while no price is known. */
  readonly price: Decimal | null;
  /** Percent points: 9 means 9 %. */
  readonly taxRate: Decimal;
}
export interface LineAmounts {
  readonly amount: Decimal;
  readonly amountNoTax: Decimal;
  readonly taxAmount: Decimal;
  /** Of one unit, 6 places. */
  readonly priceNoTax: Decimal;
}

const CENTS = 2;
const PRICE_PLACES = 6;

/** Amounts of one line. Tax is what remains of the rounded amount, so that the parts always add up. */
export function lineAmounts({ qty, price, taxRate }: PricedLine): LineAmounts {
  const withTax = price ?? Decimal.zero;
  const share = Decimal.one.plus(taxRate.dividedBy(Decimal.hundred));
  const amount = qty.times(withTax).rounded(CENTS);
  const amountNoTax = amount.dividedBy(share).rounded(CENTS);
  return {
    amount,
    amountNoTax,
    taxAmount: amount.minus(amountNoTax),
    priceNoTax: withTax.dividedBy(share).rounded(PRICE_PLACES),
  };
}

/** Sums over the lines, exact. */
export const orderAmounts = (lines: readonly LineAmounts[]): Omit<LineAmounts, 'priceNoTax'> => ({
  amount: Decimal.sum(lines.map((line) => line.amount)),
  amountNoTax: Decimal.sum(lines.map((line) => line.amountNoTax)),
  taxAmount: Decimal.sum(lines.map((line) => line.taxAmount)),
});
