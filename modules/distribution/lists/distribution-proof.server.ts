/**
 * A need in distribution stands on its line alone, and nowhere twice: what a line is made of is what its links say, and
 * what is on order from it is what no document has.
 */
import type { Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { empty, sql } from '../../../parts/postgres/database.ts';
import type { BadRow } from '../../stock/ledger/proof.server.ts';
import { distributionBill } from './distribution-bill.document.ts';

/** The first line that holds other than was asked of it, or is on order for other than it has open. */
export async function proveDistribution(context: Context, locationId?: Id): Promise<BadRow | undefined> {
  const there = locationId === undefined ? empty : sql`and d.warehouse_id = ${locationId}::bigint`;
  const [row] = await context.tx.rows<BadRow>(sql`
    with lines as (
      select b.id as bill_id, b.bill_code, d.id as line_id, d.warehouse_id as location_id, d.material_id, d.base_qty,
        d.need_base_qty, round(d.cancelled_qty * d.factor, 6) as cancelled,
        case when d.documented_qty + d.cancelled_qty >= d.qty then 0
          else greatest(0, d.base_qty - round((d.documented_qty + d.cancelled_qty) * d.factor, 6)) end as open_qty
      from distribution_bill b join distribution_bill_detail d on d.tenant_id = b.tenant_id
        and d.distribution_bill_id = b.id
      where b.status = 'open' ${there}),
    linked as (
      select l.to_line_id as line_id, sum(l.from_qty) as need, sum(l.to_qty) as base
      from bill_link l where l.to_type = ${distributionBill.name} and l.to_bill_id in (select bill_id from lines)
      group by 1),
    expected as (
      select e.bill_code, e.line_id, e.location_id, e.material_id, e.open_qty from expected_receipt e
      where e.bill_type = ${distributionBill.name} and e.open_qty > 0
        ${locationId === undefined ? empty : sql`and e.location_id = ${locationId}::bigint`}),
    bad as (
      select l.bill_code, l.location_id, l.material_id, l.base_qty as open_qty, coalesce(k.base, 0) as on_order,
        'distributed' as wrong
      from lines l left join linked k on k.line_id = l.line_id
      where case when l.cancelled = 0
          then coalesce(k.base, 0) <> l.base_qty or coalesce(k.need, 0) <> l.need_base_qty
        -- What was cancelled is kept in the unit of the line: its base is as near as that unit says.
        else abs(coalesce(k.base, 0) - greatest(0, l.base_qty - l.cancelled)) > 0.00001 end
      union all
      select coalesce(l.bill_code, e.bill_code), coalesce(l.location_id, e.location_id),
        coalesce(l.material_id, e.material_id), coalesce(l.open_qty, 0), coalesce(e.open_qty, 0), 'on order'
      from lines l full join expected e on e.line_id = l.line_id
      where coalesce(l.open_qty, 0) <> coalesce(e.open_qty, 0))
    select b.*, p.name as location, m.called as material from bad b left join stock_location p on p.id = b.location_id
    left join material m on m.id = b.material_id order by b.bill_code limit 1`);
  return row;
}
