/**
 * What a price is measured by that areas below know: what was paid lately, and how much is needed soon. They plug themselves in
 * when the server is put together; where nobody did, nothing was paid and nothing is needed.
 */
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';

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
  /** With tax, per base unit. */
  readonly price: DecimalText;
  /** Base unit. */
  readonly qty: DecimalText;
}
/** Deliveries since a day, the newest first, at most so many of each; one statement however many are asked about. */
type PaidPrices = (
  context: Context,
  asked: readonly Where[],
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

let paid: PaidPrices | undefined;
let settled: PaidPrices | undefined;
let needed: NeededSoon | undefined;
export const tellPaidBy = (prices: PaidPrices): void => {
  paid = prices;
};
export const tellSettledBy = (prices: PaidPrices): void => {
  settled = prices;
};
export const tellNeededBy = (soon: NeededSoon): void => {
  needed = soon;
};
export const paidPrices: PaidPrices = async (context, asked, since, most) =>
  asked.length === 0 ? [] : ((await paid?.(context, asked, since, most)) ?? []);
export const neededSoon: NeededSoon = async (context, materialIds, from, to) =>
  materialIds.length === 0 ? [] : ((await needed?.(context, materialIds, from, to)) ?? []);
/** The same deliveries at what the place was charged for them, as far as that is known. */
export const settledPrices: PaidPrices = async (context, asked, since, most) =>
  asked.length === 0 ? [] : ((await settled?.(context, asked, since, most)) ?? []);
