/** Sizes of portions as standard ones: what a recipe is made for. Pure. */
import type { Decimal } from '../../../../kernel/core/decimal.ts';

export const STANDARD = 'standard';
const QTY_PLACES = 6;

/** So many portions of a size as standard portions; a size nobody gave a ratio counts as standard. */
export const standardPortions = (portions: Decimal, ratio: Decimal | undefined): Decimal =>
  ratio === undefined ? portions : portions.times(ratio).rounded(QTY_PLACES);
