/** By weight: food tables, labels and the price of a kilogram. */
import type { Fraction } from '../figures/exact-fraction.rules.ts';
import { unitPath, type UnitContext } from './unit-conversion.rules.ts';

/**
 * Base units in one kilogram, by whatever unit the operator weighs in first; undefined where no weight leads to the
 * base unit.
 */
export function massPath(ladder: UnitContext): Fraction | undefined {
  const unit = ladder.units.find((each) => each.dimension === 'mass' && each.isBase === true);
  const path = unit === undefined ? undefined : unitPath(ladder, unit.id);
  return path?.ok === true ? path.ratio : undefined;
}
