/**
 * What orders are made of beside requests: areas below purchasing hand it whole orders, and follow what becomes of
 * them.
 */
import type { Id } from '../../kernel/core/field.ts';
import type { Context } from '../../kernel/server/context.ts';
import { ports } from '../../kernel/server/port.ts';

export interface OrderOrigin {
  /**
   * The orders are void, or removed as drafts, in this transaction; `releaseTo` is what a person chose for their
   * quantity. Throws `Refused` where a choice is missing.
   */
  gone(context: Context, orderIds: readonly Id[], how: 'void' | 'remove', releaseTo: string | null): Promise<void>;
  /** The order was changed in this transaction: what it asks for less than it has of them goes where a person said. */
  changed(context: Context, orderId: Id, releaseTo: string | null): Promise<void>;
  /** Something came on an order, or was taken back; whoever calls has locked it. */
  received(context: Context, orderId: Id): Promise<void>;
}

export const orderOrigins = ports<OrderOrigin>('what purchase orders are made of');

/** What links call the documents that become orders. */
export const ORDER_DOCUMENT = 'purchaseDocument';

/** Orders are void or removed: what they were made of hears of it. */
export async function ordersGone(
  context: Context,
  orderIds: readonly Id[],
  how: 'void' | 'remove',
  releaseTo: string | null = null,
): Promise<void> {
  for (const origin of orderOrigins.of(context)) await origin.gone(context, orderIds, how, releaseTo);
}
/** Goods of an order came: what it was made of hears of it. */
export async function orderCame(context: Context, orderId: Id): Promise<void> {
  for (const origin of orderOrigins.of(context)) await origin.received(context, orderId);
}
/** The order was changed: what it was made of hears of it. */
export async function orderLowered(context: Context, orderId: Id, releaseTo: string | null): Promise<void> {
  for (const origin of orderOrigins.of(context)) await origin.changed(context, orderId, releaseTo);
}
