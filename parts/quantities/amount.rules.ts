/**
 * How money and prices read. A column whose heading says money has figures without a sign; an amount that stands alone,
 * in a chip, a sentence, a card or a total, has the sign, two places and commas; a price says per what.
 */
import { Decimal } from '../../kernel/core/decimal.ts';

const CENTS = 2;
const SIGN = '¥';

/** Grouped as people read it: 12,345.5. Digits are cut as text, so that none is lost. */
export function grouped(text: string): string {
  const match = /^(-?)(\d+)(\.\d+)?$/.exec(text);
  if (match === null) return text;
  return `${match[1] ?? ''}${(match[2] ?? '').replace(/\B(?=(\d{3})+(?!\d))/g, ',')}${match[3] ?? ''}`;
}

/** An amount under a heading that says money: 1,234.50. */
export const centsText = (figure: string | Decimal): string => grouped(asDecimal(figure).toFixed(CENTS));

/** An amount that stands alone: ¥1,234.50, −¥3.00. */
export const amountText = (figure: string | Decimal): string => signed(asDecimal(figure).rounded(CENTS), centsText);

/** A price has two places at least, so that those of a column stand under each other. */
export function priceText(text: string): string {
  const price = Decimal.of(text);
  return grouped(price.places < CENTS ? price.toFixed(CENTS) : price.toString());
}

/** A price that stands alone: ¥12.50 / kg. */
export const unitPriceText = (price: string | Decimal, unit: string): string =>
  [signed(asDecimal(price), (figure) => priceText(figure.toString())), perUnit(unit)].filter(Boolean).join(' ');

/** A figure as its kind is read: of an amount `cents` are shown always, of a price at least, of others as they are. */
export function written(figure: string, cents: 'always' | 'at-least' | undefined, isAlone: boolean): string {
  if (cents === 'always') return isAlone ? amountText(figure) : centsText(figure);
  if (cents === 'at-least') return isAlone ? unitPriceText(figure, '') : priceText(figure);
  return grouped(Decimal.of(figure).toString());
}

/** What follows a price: / kg. */
export const perUnit = (unit: string): string => (unit === '' ? '' : `/ ${unit}`);

const asDecimal = (figure: string | Decimal): Decimal => (typeof figure === 'string' ? Decimal.of(figure) : figure);
const signed = (figure: Decimal, write: (figure: Decimal) => string): string =>
  `${figure.isNegative() ? '−' : ''}${SIGN}${write(figure.abs())}`;
