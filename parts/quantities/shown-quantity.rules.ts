/** How a quantity reads that nobody types: as much of it as tells, and the exact figure beside it. */
import { Decimal } from '../../kernel/core/decimal.ts';

/** So many places people weigh and pour by, and so many digits what is less than that has. */
const PLACES = 3;
const MANY = Decimal.of(1000);
const ZEROS = /^-?0\.(0*)/;
const LONG = /\.\d{3,}$/;

interface ShownQuantity {
  readonly figure: string;
  readonly unit: string;
  /** Figure and unit as they are stored, where less than that is shown. */
  readonly exact?: string;
}

/**
 * A quantity for reading, always in the unit it is kept in: what stands under each other is compared, and a list says
 * what its record says. With two places or fewer it stays as it is. From a thousand on it has one place, from one on
 * three, and below one three digits that say something.
 */
export function shownQuantity(stored: string, unit: string): ShownQuantity {
  const text = stored.includes('.') ? stored.replace(/\.?0+$/, '') : stored;
  if (!LONG.test(text) || !Decimal.isText(text)) return { figure: text, unit };
  const qty = Decimal.of(text);
  const zeros = ZEROS.exec(text)?.[1]?.length ?? 0;
  const figure = qty.rounded(qty.abs().isBelow(MANY) ? PLACES + zeros : 1).toString();
  if (figure === text || qty.places <= PLACES) return { figure: text, unit };
  return { figure, unit, exact: unit === '' ? text : `${text} ${unit}` };
}
