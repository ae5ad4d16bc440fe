/**
 * Who wants to know what becomes of orders. Areas below purchasing plug themselves in when the server is put together,
 * so that purchasing tells them within its transaction without knowing them.
 */
import type { Context } from '../../kernel/server/context.ts';

export interface OrderFollower {
  /** The orders are approved in this transaction. */
  approved(context: Context, orderIds: readonly string[]): Promise<void>;
  /** The orders become void in this transaction; throws `Refused` where that can no longer be. */
  voided(context: Context, orderIds: readonly string[], reason: string): Promise<void>;
}

/** By area, so that putting the program together twice plugs it in once. */
export const orderFollowers = new Map<string, OrderFollower>();

export async function tellApproved(context: Context, orderIds: readonly string[]): Promise<void> {
  for (const follower of orderFollowers.values()) await follower.approved(context, orderIds);
}
export async function tellVoided(context: Context, orderIds: readonly string[], reason: string): Promise<void> {
  for (const follower of orderFollowers.values()) await follower.voided(context, orderIds, reason);
}
