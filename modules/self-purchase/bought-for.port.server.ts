/** What self-purchases are made of: areas below hand them needs, and follow what becomes of them. */
import type { Id } from '../../kernel/core/field.ts';
import type { Context } from '../../kernel/server/context.ts';
import { ports } from '../../kernel/server/port.ts';

interface BoughtFor {
  /** These were saved, in this transaction: their lines hold what they hold now. */
  saved(context: Context, orderIds: readonly Id[]): Promise<void>;
  /** These are void, or removed as drafts: nothing of them will come. */
  gone(context: Context, orderIds: readonly Id[]): Promise<void>;
  /** Something came on one of them, or was taken back. */
  received(context: Context, orderId: Id): Promise<void>;
}

export const boughtFor = ports<BoughtFor>('what self-purchases are made of');
