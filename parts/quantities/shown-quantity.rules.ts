/** How a quantity reads that nobody types: as much of it as tells, and the exact figure beside it. */
import { Decimal } from '../../kernel/core/decimal.ts';

/** What a thousandth of a unit is called, where it has a name of its own. */
const THOUSANDTHS: Readonly<Record<string, string>> = {
  千克: '克',
  公斤: '克',
  kg: 'g',
  吨: '千克',
  t: 'kg',
  升: '毫升',
  L: 'ml',
  l: 'ml',
};
/** So many places people weigh and pour by. */
const PLACES = 3;
const MANY = Decimal.of(1000);
/** Three digits of a figure below a thousand. */
const placesOfThree = (figure: Decimal): number =>
  [Decimal.hundred, Decimal.of(10)].filter((bound) => figure.abs().isBelow(bound)).length;
const LONG = /\.\d{3,}$/;

interface ShownQuantity {
  readonly figure: string;
  readonly unit: string;
  /** Figure and unit as they are stored, where less than that is shown. */
  readonly exact?: string;
}

/**
 * A quantity and its unit for reading. With two places or fewer it stays as it is. Below one whole unit it is said in
 * the smaller one, with three digits; above, it has three places, and one from a thousand on. What would become nothing
 * stays exact.
 */
export function shownQuantity(stored: string, unit: string): ShownQuantity {
  const text = stored.includes('.') ? stored.replace(/\.?0+$/, '') : stored;
  const whole = { figure: text, unit };
  if (!LONG.test(text) || !Decimal.isText(text)) return whole;
  const qty = Decimal.of(text);
  const smaller = THOUSANDTHS[unit];
  if (smaller !== undefined && qty.abs().isBelow(Decimal.one)) {
    const small = qty.times(MANY);
    const rounded = small.rounded(placesOfThree(small));
    if (!rounded.isZero() && rounded.abs().isBelow(MANY))
      return { figure: rounded.toString(), unit: smaller, exact: `${text} ${unit}` };
  }
  const rounded = qty.rounded(qty.abs().isBelow(MANY) ? PLACES : 1);
  const figure = rounded.toString();
  if (rounded.isZero() || figure === text || qty.places <= PLACES) return whole;
  return { figure, unit, exact: unit === '' ? text : `${text} ${unit}` };
}
