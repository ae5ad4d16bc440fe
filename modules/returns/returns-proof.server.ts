import type { Id } from '../../kernel/core/field.ts';
import type { Context } from '../../kernel/server/context.ts';
import { empty, sql } from '../../parts/postgres/database.ts';
import type { BadRow } from '../stock/ledger/proof.server.ts';

/**
 * The first return that holds goods and can no longer ship them: it is not approved, or its bill is shipped or void.
 */
export async function proveReturns(context: Context, locationId?: Id): Promise<BadRow | undefined> {
  const [row] = await context.tx.rows<BadRow>(sql`
    select r.bill_code, r.location_id, r.material_id, r.qty, coalesce(p.status, i.status, '') as bill_state,
      coalesce(o.status, '') as out_store_state, 'held by what cannot be finished' as wrong, l.name as location,
      m.called as material
    from stock_reservation r
    left join purchase_return p on p.id = r.bill_id and r.bill_type = 'purchasereturn'
    left join inv_return i on i.id = r.bill_id and r.bill_type = 'invreturn'
    left join return_out_store o on o.id = coalesce(p.return_outstore_id, i.return_outstore_id)
    left join stock_location l on l.id = r.location_id left join material m on m.id = r.material_id
    where r.qty > 0 and r.bill_type in ('purchasereturn', 'invreturn')
      ${locationId === undefined ? empty : sql`and r.location_id = ${locationId}::bigint`}
      and (coalesce(p.status, i.status) is distinct from 'approved' or o.status is distinct from 'to-ship')
    order by r.bill_code limit 1`);
  return row;
}
