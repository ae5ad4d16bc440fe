/** What is weighed at the table: gross of the scale or as it was typed, less the crates it lies in. */
import { Decimal } from '../../../kernel/core/decimal.ts';

/** The pad takes so many digits behind the point. */
const PLACES = 3;

export interface Weighing {
  /** In kilograms; null while nothing was weighed. */
  readonly grossKg: Decimal | null;
  readonly tareKg: Decimal;
}
export const NOT_WEIGHED: Weighing = { grossKg: null, tareKg: Decimal.zero };

/** A line whose unit has a weight: what one of it weighs. */
interface WeighedLine {
  readonly unitKg: string | null;
}

/** What is in the crates, in the unit of the line; nothing where that has no weight, or nothing was weighed. */
export function netOf({ unitKg }: WeighedLine, { grossKg, tareKg }: Weighing): string | null {
  if (unitKg === null || grossKg === null) return null;
  return Decimal.max(Decimal.zero, grossKg.minus(tareKg)).dividedBy(Decimal.of(unitKg)).rounded(PLACES).toString();
}

/** A figure that was typed is the whole weight, with no crate taken off yet. */
export const typedWeight = ({ unitKg }: WeighedLine, typed: string): Weighing =>
  unitKg === null || !Decimal.isText(typed)
    ? NOT_WEIGHED
    : { grossKg: Decimal.of(typed).times(Decimal.of(unitKg)), tareKg: Decimal.zero };

/** The scale stands still; the crates it is read with stay as they were chosen. */
export const onScale = ({ tareKg }: Weighing, grossKg: Decimal): Weighing => ({ grossKg, tareKg });
/** One crate more. */
export const withCrate = ({ grossKg, tareKg }: Weighing, crateKg: Decimal): Weighing => ({
  grossKg,
  tareKg: tareKg.plus(crateKg),
});
