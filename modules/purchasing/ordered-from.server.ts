import type { Id } from '../../kernel/core/field.ts';
import type { Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import type { OrderedShare } from '../sourcing/ordered-shares.port.server.ts';

/** What was ordered of these materials from whom, in base unit; both days included, void orders left out. */
export const orderedFrom = async (
  context: Context,
  materialIds: readonly Id[],
  from: string,
  to: string,
): Promise<OrderedShare[]> =>
  materialIds.length === 0
    ? []
    : context.tx.rows<OrderedShare>(sql`
  select o.supplier_id, d.material_id, sum(d.base_qty) as base_qty
  from purchase_order o join purchase_order_detail d on d.purchase_order_id = o.id
  where o.status <> 'void' and (o.order_date between ${from}::date and ${to}::date
    or o.order_date is null and o.create_time >= ${from}::timestamptz
      and o.create_time < (${to}::date + 1)::timestamptz)
    and d.material_id = any(${materialIds as Id[]}::bigint[])
  group by o.supplier_id, d.material_id`);
