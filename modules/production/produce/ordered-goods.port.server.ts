/** What factories are asked to make: areas below production say it, the list of what to make counts it. */
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { ports } from '../../../kernel/server/port.ts';

interface OrderedGoods {
  readonly factoryWarehouseId: Id;
  readonly materialId: Id;
  /** Not sent and not held for it yet, in base unit. */
  readonly qty: DecimalText;
}
/** What a factory is asked to make, due by a day. */
export const orderedGoods = ports<(context: Context, factoryId: Id, date: string) => Promise<readonly OrderedGoods[]>>(
  'what factories are asked to make',
);
