/**
 * Who looks at prices as they are agreed. Prices stand below suppliers and plug themselves in when the server is put together;
 * where nobody did, no price is suspicious.
 */
import type { DecimalText, Id } from '../../kernel/core/field.ts';
import type { Context } from '../../kernel/server/context.ts';

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
export interface PriceWatch {
  look(context: Context, bills: WatchedBills, lines: readonly WatchedLine[]): Promise<void>;
  notices(context: Context, billType: string, billId: Id): Promise<PriceNotice[]>;
}

let plugged: PriceWatch | undefined;
export const watchPricesBy = (watch: PriceWatch): void => {
  plugged = watch;
};
export const lookAtPrices = async (
  context: Context,
  bills: WatchedBills,
  lines: readonly WatchedLine[],
): Promise<void> => plugged?.look(context, bills, lines);
export const priceNotices = async (context: Context, billType: string, billId: Id): Promise<readonly PriceNotice[]> =>
  (await plugged?.notices(context, billType, billId)) ?? [];
