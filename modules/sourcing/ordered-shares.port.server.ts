/**
 * What was ordered from whom: agreed shares are kept over a month. Purchasing stands below and plugs itself in when the server
 * is put together; where nobody did, nothing counts as ordered.
 */
import type { DecimalText, Id } from '../../kernel/core/field.ts';
import type { Context } from '../../kernel/server/context.ts';

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

let plugged: OrderedShares | undefined;
export const countOrdersBy = (ordered: OrderedShares): void => {
  plugged = ordered;
};
export const orderedShares: OrderedShares = async (context, materialIds, from, to) =>
  materialIds.length === 0 ? [] : ((await plugged?.(context, materialIds, from, to)) ?? []);
