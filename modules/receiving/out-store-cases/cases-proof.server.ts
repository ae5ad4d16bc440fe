import type { Id } from '../../../kernel/core/field.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import type { BadRow } from '../../stock/ledger/proof.server.ts';

/**
 * Of every lot that was signed for with cases: what its cases settled is what it calls settled, what they still claim
 * is no more than is missing, and an out-store waits just as long as one of its cases does.
 */
export function proveCases(context: Context, locationId?: Id): Promise<BadRow | undefined> {
  const there =
    locationId === undefined
      ? sql`true`
      : sql`k.outstore_id in (select o.id from out_store o
          where o.warehouse_id = ${locationId}::bigint or o.to_location_id = ${locationId}::bigint)`;
  return context.tx.row<BadRow>(sql`
    with own as (
      select d.outstore_id, d.pick_id,
        coalesce(sum(d.base_qty) filter (where d.status = 'confirmed' and d.settled_qty <> 0 and d.batch_id = p.batch_id),
          0) as settled,
        coalesce(sum(d.base_qty) filter (where d.status <> 'confirmed' and d.base_qty > 0), 0) as claimed
      from (select k.*, k.outstore_pick_id::bigint as pick_id from in_store_difference k
        where k.outstore_id is not null and ${there} offset 0) d join out_store_picks p on p.id = d.pick_id
      group by 1, 2)
    select o.bill_code, o.status as bill_state, p.base_qty as sent, p.received_base_qty as received,
      p.settled_base_qty as settled, w.settled as settled_by_cases, w.claimed
    from own w join out_store o on o.id = w.outstore_id join out_store_picks p on p.id = w.pick_id
    where (p.settled_base_qty <> w.settled or p.received_base_qty + p.settled_base_qty + w.claimed > p.base_qty
        or (o.status = 'done' and w.claimed > 0) or (o.status = 'done' and o.case_count > 0))
    order by o.id, p.id limit 1`);
}
