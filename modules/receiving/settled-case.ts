import type { Decimal } from '../../kernel/core/decimal.ts';
import type { HeaderRow } from '../../kernel/core/declaration.ts';
import type { inStoreDifference } from './in-store-difference.document.ts';

/** A case as it was claimed. */
export type Case = HeaderRow<typeof inStoreDifference>;
/** A case as it is agreed now: how much of it, what becomes of that, and who bears it. */
export interface SettledCase {
  readonly row: Case;
  /** Without its sign. */
  readonly rest: Decimal;
  readonly agreed: Decimal;
  readonly outcome: string;
  readonly bearer: string;
}
