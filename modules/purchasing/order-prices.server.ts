/** The prices of orders are looked at when they are saved and sent; what is beyond the block line is not approved. */
import type { Id } from '../../kernel/core/field.ts';
import type { Refusal } from '../../kernel/core/refusal.ts';
import { askedText } from '../../kernel/server/asked-text.ts';
import type { Acting } from '../../kernel/server/behaviour.ts';
import type { Context, Input } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { blockedPrices } from '../prices/warnings/warning-notices.server.ts';
import { acceptWarnings, watchPrices } from '../prices/warnings/price-watch.server.ts';
import type { WatchedLine } from '../suppliers/watched-price.port.server.ts';
import { purchaseOrder } from './purchase-order.document.ts';

/** Looks at every priced line of these orders with one question. */
export const watchOrders = (context: Context, ids: readonly Id[]): Promise<void> =>
  watchPrices(context, { billType: purchaseOrder.name, moment: 'order', billIds: ids }, () =>
    context.tx.rows<WatchedLine>(sql`
    select o.id as bill_id, o.bill_code, d.id as line_id, d.line_no, d.material_id, o.supplier_id, o.company_dept_id,
      o.blade_project_dept_id as dept_id, d.unit_id, d.factor, d.price, d.base_qty
    from purchase_order o join purchase_order_detail d on d.purchase_order_id = o.id
    where o.id = any(${[...ids]}::bigint[]) and d.price > 0 order by o.id, d.line_no`),
  );

const overrideOf = (context: Context, input: Input): string =>
  context.allowed('priceearlywarning_override') ? askedText(input, 'overrideReason').slice(0, 200) : '';

/** Blocked prices stop an approval, unless who approves may let them pass and says why. */
export const blockedOrders = async (
  context: Context,
  documents: readonly Acting[],
  input: Input,
): Promise<readonly Refusal[]> =>
  overrideOf(context, input) === '' ? blockedPrices(context, purchaseOrder.name, documents) : [];

/** Accepts the warnings of these orders that would block them, where a reason was given and the right is there. */
export async function passBlocked(context: Context, ids: readonly Id[], input: Input): Promise<void> {
  const reason = overrideOf(context, input);
  if (reason !== '') await acceptWarnings(context, purchaseOrder.name, ids, reason);
}
