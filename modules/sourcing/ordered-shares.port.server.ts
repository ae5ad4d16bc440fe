/**
 * What was ordered from whom: agreed shares are kept over a month. Purchasing stands below; without it nothing
 * counts as ordered.
 */
import type { DecimalText, Id } from '../../kernel/core/field.ts';
import type { Context } from '../../kernel/server/context.ts';
import { port } from '../../kernel/server/port.ts';

export interface OrderedShare {
  readonly supplierId: Id;
  readonly materialId: Id;
  /** Base unit, orders of these days that are not void. */
  readonly baseQty: DecimalText;
}
type OrderedShares = (
  context: Context,
  materialIds: readonly Id[],
  from: string,
  to: string,
) => Promise<readonly OrderedShare[]>;

export const orderedShares = port<OrderedShares>('ordered shares', { otherwise: async () => [] });
