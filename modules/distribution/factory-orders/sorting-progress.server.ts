/** What is sorted of factory orders, as sorting says it: figures of the lines, and whether an order is being sorted. */
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { actingOf, moveState } from '../../../kernel/server/run-action.ts';
import { lockRows } from '../../../kernel/server/save.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { factoryOrder } from './factory-order.document.ts';

/** Whoever sorts need not be among those who see the order. */
const everywhere = { ...factoryOrder, scope: null };

/** What a line has sorted and is short of by now, in its unit: totals, so that telling it twice changes nothing. */
interface SortedLine {
  readonly orderDetailId: Id;
  readonly sortedQty: DecimalText;
  readonly shortQty: DecimalText;
}

/** Writes what is sorted; an order with any of it is being sorted, one with none of it is only accepted. */
export async function orderSorted(context: Context, lines: readonly SortedLine[]): Promise<void> {
  if (lines.length === 0) return;
  const owners = await context.tx.rows<{ id: Id }>(sql`
    update factory_order_detail d set sorted_qty = g."sortedQty", short_qty = g."shortQty"
    from json_to_recordset(${JSON.stringify(lines)}::json)
      as g("orderDetailId" bigint, "sortedQty" numeric, "shortQty" numeric)
    where d.id = g."orderDetailId" returning d.factory_order_id as id`);
  await followSorting(context, [...new Set(owners.map(({ id }) => id))]);
}

async function followSorting(context: Context, ids: readonly Id[]): Promise<void> {
  const begun = new Set(
    (
      await context.tx.rows<{ id: Id }>(sql`
        select distinct d.factory_order_id as id from factory_order_detail d
        where d.factory_order_id = any(${ids as Id[]}::bigint[]) and d.sorted_qty + d.short_qty > 0`)
    ).map(({ id }) => id),
  );
  const orders = (await lockRows(everywhere, context, ids)).map(actingOf);
  const begins = orders.filter(({ id, status }) => status === 'accepted' && begun.has(id));
  const ends = orders.filter(({ id, status }) => status === 'sorting' && !begun.has(id));
  await moveState(everywhere, context, begins, 'sort', { to: 'sorting' }, null);
  await moveState(everywhere, context, ends, 'unsort', { to: 'accepted' }, null);
}
