/**
 * What a price is measured by that areas below know: what was paid lately, and how much is needed soon. Without
 * them nothing was paid and nothing is needed.
 */
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { port } from '../../../kernel/server/port.ts';

/** Of one material, in one company or in all. */
export interface Where {
  readonly materialId: Id;
  readonly companyDeptId: Id | null;
}
/** A delivery that was received and posted. */
export interface PaidPrice {
  /** Which of those asked about. */
  readonly nr: number;
  readonly date: string;
  readonly billCode: string;
  /** Who brought the goods; null where they came from a place of our own. */
  readonly supplierId: Id | null;
  /** With tax, per base unit. */
  readonly price: DecimalText;
  /** Base unit. */
  readonly qty: DecimalText;
}
/** Deliveries since a day, the newest first, at most so many of each; one statement however many are asked about. */
type PaidPrices = (
  context: Context,
  requested: readonly Where[],
  since: string,
  most: number,
) => Promise<readonly PaidPrice[]>;
/** Needed on some days by plans that are agreed. */
export interface NeededAt extends Where {
  /** For which place; null where it is for none of its own. */
  readonly deptId: Id | null;
  /** Base unit. */
  readonly baseQty: DecimalText;
}
type NeededSoon = (
  context: Context,
  materialIds: readonly Id[],
  from: string,
  to: string,
) => Promise<readonly NeededAt[]>;

export const paidPrices = port<PaidPrices>('paid prices', { otherwise: async () => [] });
export const neededSoon = port<NeededSoon>('needs of coming days', { otherwise: async () => [] });
/** The same deliveries at what the place was charged for them, as far as that is known. */
export const settledPrices = port<PaidPrices>('settled prices', { otherwise: async () => [] });
