/** A need a site buys itself stands on the line of its purchase, from the draft on, and nowhere twice. */
import type { Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { empty, sql } from '../../../parts/postgres/database.ts';
import type { BadRow } from '../../stock/ledger/proof.server.ts';
import { BOUGHT } from './follow-bought.server.ts';

/** The first line that took more than it holds, or is on order for other than it has open. */
export async function proveBought(context: Context, locationId?: Id): Promise<BadRow | undefined> {
  const [row] = await context.tx.rows<BadRow>(sql`
    with lines as (
      select o.bill_code, d.id as line_id, o.warehouse_id as location_id, d.material_id, d.base_qty, k.taken,
        round(d.open_qty * d.factor, 6) as open_qty
      from self_purchase_order o join self_purchase_order_detail d on d.self_purchase_order_id = o.id
      join (select l.to_line_id, sum(l.from_qty) as taken from bill_link l where l.to_type = ${BOUGHT.toType}
        group by 1 having sum(l.from_qty) > 0) k on k.to_line_id = d.id
      where o.status in ('draft', 'pending', 'rejected', 'approved')
        ${locationId === undefined ? empty : sql`and o.warehouse_id = ${locationId}::bigint`}),
    bad as (
      select l.bill_code, l.location_id, l.material_id, l.base_qty as open_qty, l.taken as on_order,
        'serves more than it holds' as wrong from lines l where l.taken > l.base_qty
      union all
      select l.bill_code, l.location_id, l.material_id, l.open_qty, coalesce(e.open_qty, 0), 'on order'
      from lines l left join expected_receipt e on e.bill_type = ${BOUGHT.toType} and e.line_id = l.line_id
      where coalesce(e.open_qty, 0) <> l.open_qty)
    select b.*, p.name as location, m.called as material from bad b left join stock_location p on p.id = b.location_id
    left join material m on m.id = b.material_id order by b.bill_code limit 1`);
  return row;
}
