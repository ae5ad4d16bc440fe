/**
 * Who looks at prices as they are agreed. Prices stand below suppliers; without them no price is
 * suspicious.
 */
import type { DecimalText, Id } from '../../kernel/core/field.ts';
import type { Context } from '../../kernel/server/context.ts';
import { port } from '../../kernel/server/port.ts';

/** When a price is looked at. */
export type PriceMoment = 'quote' | 'order' | 'receipt';

/** The records whose prices are looked at: all of them, also those no line is left of. */
export interface WatchedBills {
  readonly billType: string;
  readonly billIds: readonly Id[];
  readonly moment: PriceMoment;
}
/** One price, as it is about to count. */
export interface WatchedLine {
  readonly billId: Id;
  readonly billCode: string;
  readonly lineId: Id;
  readonly lineNo: number | null;
  readonly materialId: Id;
  readonly supplierId: Id | null;
  readonly companyDeptId: Id | null;
  readonly deptId: Id | null;
  readonly unitId: Id;
  /** Base units in one unit. */
  readonly factor: DecimalText;
  /** With tax, per unit. */
  readonly price: DecimalText;
  /** What this line itself moves, base unit; 0 for an offer. */
  readonly baseQty: DecimalText;
  /** Another price than agreed on the supplier's delivery note, per unit. */
  readonly deliveredPrice?: DecimalText | null;
  /** The document it follows from: what was said there of the same price is not said again. */
  readonly earlier?: { readonly billType: string; readonly billId: Id };
}
/** What a person is told of a price that was looked at. */
export interface PriceNotice {
  readonly id: Id;
  readonly billCode: string;
  readonly level: 'warn' | 'block';
  readonly status: string;
  readonly lineNo: number | null;
  readonly materialName: string;
  readonly sentence: string;
}
type LookAtPrices = (context: Context, bills: WatchedBills, lines: readonly WatchedLine[]) => Promise<void>;
type PriceNotices = (context: Context, billType: string, billId: Id) => Promise<readonly PriceNotice[]>;

export const priceWatch = port<LookAtPrices>('the watch over prices', { otherwise: async () => {} });
export const priceNotices = port<PriceNotices>('notices of the watch over prices', { otherwise: async () => [] });
