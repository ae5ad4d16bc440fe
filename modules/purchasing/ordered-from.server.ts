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
  where o.status <> 'void' and coalesce(o.order_date, o.create_time::date) between ${from}::date and ${to}::date
    and d.material_id = any(${materialIds as Id[]}::bigint[])
  group by o.supplier_id, d.material_id`);
