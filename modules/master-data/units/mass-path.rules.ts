/** By weight: food tables, labels and the price of a kilogram. */
import type { Decimal } from '../../../kernel/core/decimal.ts';
import { Fraction } from '../figures/exact-fraction.rules.ts';
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

const UNIT_PLACES = 12;
/** What one of a unit weighs in kilograms, by its factor to the base unit; undefined where it is no unit of mass. */
export function kilogramsOf(ladder: UnitContext, unitId: string, factor: Decimal): string | undefined {
  const isMass = ladder.units.find(({ id }) => id === unitId)?.dimension === 'mass';
  const perKilogram = isMass ? massPath(ladder) : undefined;
  return perKilogram === undefined
    ? undefined
    : Fraction.of(factor).dividedBy(perKilogram).rounded(UNIT_PLACES).toString();
}
