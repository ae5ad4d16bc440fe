/**
 * What a price agreed late or wrong changes of what was posted (trade-rules 8.7, 10.5; the model page of prices).
 *
 * Each posted line is charged the difference of the prices for its quantity, rounded once, half away from zero, so that
 * what came and what went back mirror each other. What we owe changes by as much as stock, variance and tax together:
 * the part of a lot that still lies somewhere changes its value where it lies, what is used is a variance.
 */
import { Decimal } from '../../kernel/core/decimal.ts';
import type { DecimalText, Id } from '../../kernel/core/field.ts';
import { Fraction } from '../master-data/figures/exact-fraction.rules.ts';
import { MONEY_PLACES, spreadLateCost, UNIT_COST_PLACES } from '../stock/ledger/cost.rules.ts';

/** A posted line as it is charged today: what went back has a negative quantity. */
export interface PostedLine {
  readonly sourceLineId: Id;
  readonly priceDate: string;
  readonly materialId: Id;
  readonly qty: DecimalText;
  readonly unitId: Id;
  /** Base units in one unit. */
  readonly factor: DecimalText;
  /** Per unit, with tax, as last corrected. */
  readonly price: DecimalText;
  readonly taxRate: DecimalText;
}
/** What it should have been on these days, both included. */
export interface NewPrice {
  readonly materialId: Id;
  readonly unitId: Id;
  readonly factor: DecimalText;
  readonly newPrice: DecimalText;
  readonly startDate: string;
  readonly endDate: string;
}
export interface Difference<L extends PostedLine = PostedLine> {
  readonly line: L;
  readonly oldPrice: Decimal;
  readonly newPrice: Decimal;
  readonly diffPrice: Decimal;
  /** With tax. */
  readonly diffAmount: Decimal;
  readonly diffNoTax: Decimal;
}

/**
 * Posted lines whose price is another, in their order. Priced alike they are left out: what was corrected once is not
 * found again.
 */
export function differencesOf<L extends PostedLine>(
  posted: readonly L[],
  prices: readonly NewPrice[],
): Difference<L>[] {
  const byMaterial = Map.groupBy(prices, (price) => price.materialId);
  return posted.flatMap((line) => {
    const price = byMaterial
      .get(line.materialId)
      ?.find(({ startDate, endDate }) => startDate <= line.priceDate && line.priceDate <= endDate);
    if (price === undefined) return [];
    const [oldPrice, newPrice] = [Decimal.of(line.price), priceIn(line, price)];
    const diffPrice = newPrice.minus(oldPrice);
    if (diffPrice.isZero()) return [];
    const exact = Fraction.of(diffPrice.times(Decimal.of(line.qty)));
    const taxed = Fraction.of(Decimal.one.plus(Decimal.of(line.taxRate).dividedBy(Decimal.hundred)));
    return [
      {
        line,
        oldPrice,
        newPrice,
        diffPrice,
        diffAmount: exact.rounded(MONEY_PLACES),
        diffNoTax: exact.dividedBy(taxed).rounded(MONEY_PLACES),
      },
    ];
  });
}

/** The new price per unit of the line: as it is where the unit is the same, else by the base unit. */
export const priceIn = (line: Pick<PostedLine, 'unitId' | 'factor'>, price: NewPrice): Decimal =>
  line.unitId === price.unitId
    ? Decimal.of(price.newPrice)
    : Fraction.of(Decimal.of(price.newPrice))
        .dividedBy(Fraction.of(Decimal.of(price.factor)))
        .times(Fraction.of(Decimal.of(line.factor)))
        .rounded(UNIT_COST_PLACES);

/** What a base unit of a delivery costs at its new price, as if it had come in at it. */
export function unitCostOf(
  { line, newPrice }: Pick<Difference<PostedLine & { readonly baseQty: DecimalText }>, 'line' | 'newPrice'>,
  withTax: boolean,
): Decimal {
  const value = Fraction.of(newPrice.times(Decimal.of(line.qty)));
  const taxed = Fraction.of(Decimal.one.plus(Decimal.of(line.taxRate).dividedBy(Decimal.hundred)));
  return (withTax ? value : value.dividedBy(taxed))
    .rounded(MONEY_PLACES)
    .dividedBy(Decimal.of(line.baseQty))
    .rounded(UNIT_COST_PLACES);
}

/** A lot where it lies. */
export interface Lying {
  readonly locationId: Id;
  readonly qty: Decimal;
  readonly amount: Decimal;
}
export interface Legs {
  /** By place, without those that get nothing. */
  readonly stock: ReadonlyMap<Id, Decimal>;
  readonly stockAmount: Decimal;
  readonly varianceAmount: Decimal;
  readonly taxAmount: Decimal;
}

/**
 * Where a difference goes. Stock is valued with or without tax; the tax is a leg of its own where it is valued without.
 * No lot loses more value than it has: what it cannot bear is a variance.
 */
export function legsOf(
  difference: Pick<Difference, 'diffAmount' | 'diffNoTax'>,
  received: Decimal,
  lying: readonly Lying[],
  withTax: boolean,
): Legs {
  const cost = withTax ? difference.diffAmount : difference.diffNoTax;
  const there = Decimal.sum(lying.map((each) => each.qty));
  const { places } = spreadLateCost(
    cost,
    lying.map(({ locationId, qty }) => ({ key: locationId, qty })),
    Decimal.max(Decimal.zero, received.minus(there)),
  );
  const stock = new Map(
    lying.flatMap(({ locationId, amount }) => {
      const share = Decimal.max(places.get(locationId)!, amount.negated());
      return share.isZero() ? [] : [[locationId, share] as const];
    }),
  );
  const stockAmount = Decimal.sum(stock.values());
  return { stock, stockAmount, varianceAmount: cost.minus(stockAmount), taxAmount: difference.diffAmount.minus(cost) };
}
