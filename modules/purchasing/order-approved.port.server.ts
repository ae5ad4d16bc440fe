/**
 * Who wants to know what becomes of orders. Purchasing calls areas below within its transaction
 * without knowing them.
 */
import type { Context } from '../../kernel/server/context.ts';
import { ports } from '../../kernel/server/port.ts';

export interface OrderFollower {
  /** The orders are approved in this transaction. */
  approved(context: Context, orderIds: readonly string[]): Promise<void>;
  /** The orders become void in this transaction; throws `Refused` where that can no longer be. */
  voided(context: Context, orderIds: readonly string[], reason: string): Promise<void>;
  /** An approved order was changed in this transaction: its lines stand as they are now. */
  changed(context: Context, orderId: string): Promise<void>;
}

export const orderFollowers = ports<OrderFollower>('what follows approved and void orders');

/** Tells who follows orders that these were approved. */
export async function orderApproved(context: Context, orderIds: readonly string[]): Promise<void> {
  for (const follower of orderFollowers.of(context)) await follower.approved(context, orderIds);
}
/** Tells who follows orders that these were voided, and why. */
export async function orderVoided(context: Context, orderIds: readonly string[], reason: string): Promise<void> {
  for (const follower of orderFollowers.of(context)) await follower.voided(context, orderIds, reason);
}
/** Tells who follows orders that this one was changed. */
export async function orderChanged(context: Context, orderId: string): Promise<void> {
  for (const follower of orderFollowers.of(context)) await follower.changed(context, orderId);
}
