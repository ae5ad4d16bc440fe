/** Whether a price label says what the menu says. Pure. */

/** What stands on a label, or what the menu says of its dish. */
export interface LabelWords {
  /** Two places; null where it is free, or nothing was written on it yet. */
  readonly price: string | null;
  readonly soldOut: boolean;
}
type LabelState = 'current' | 'price' | 'sold-out' | 'back' | 'off-menu';

/**
 * Sold out goes before the price, which nobody pays. A dish that is on no menu is to be taken away, unless its label
 * says that it is sold out.
 */
export function labelState(shown: LabelWords, wanted: LabelWords | undefined): LabelState {
  if (wanted === undefined) return shown.soldOut || shown.price === null ? 'current' : 'off-menu';
  if (wanted.soldOut) return shown.soldOut ? 'current' : 'sold-out';
  if (shown.soldOut) return 'back';
  return shown.price === wanted.price ? 'current' : 'price';
}

/** An electronic label that does not report within a second did not follow. */
export const REPORT_MS = 1_000;
