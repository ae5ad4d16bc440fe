import type { Id } from '../../kernel/core/field.ts';
import type { Context } from '../../kernel/server/context.ts';
import { empty, sql } from '../../parts/postgres/database.ts';
import type { BadRow } from '../stock/ledger/proof.server.ts';

/**
 * The first transfer that holds goods and can no longer fetch them: it is not approved, or its out-store is picked,
 * signed for or void.
 */
export async function proveTransfers(context: Context, locationId?: Id): Promise<BadRow | undefined> {
  const [row] = await context.tx.rows<BadRow>(sql`
    select r.bill_code, r.location_id, r.material_id, r.qty, coalesce(a.status, '') as bill_state,
      coalesce(o.status, '') as out_store_state, 'held by what cannot be finished' as wrong, l.name as location,
      m.called as material
    from stock_reservation r left join allocation a on a.id = r.bill_id left join out_store o on o.id = a.outstore_id
    left join stock_location l on l.id = r.location_id left join material m on m.id = r.material_id
    where r.qty > 0 and r.bill_type = 'allocation'
      ${locationId === undefined ? empty : sql`and r.location_id = ${locationId}::bigint`}
      and (a.status is distinct from 'approved' or o.status is null or o.status not in ('to-pick', 'picking'))
    order by r.bill_code limit 1`);
  return row;
}
