import type { Id } from '../../kernel/core/field.ts';
import type { Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import type { BadRow } from '../stock/ledger/proof.server.ts';
import { LEDGER_TYPES } from './in-store-faces.server.ts';

/**
 * The first bill whose money entries are not what it says was received: to the supplier its amount, to the site its
 * settlement. Of all places, only what changed since a night proved them is looked at. Whoever asks for the proof may
 * see stock and need not see prices: the row names the bill, its entries show the figures.
 */
export async function proveEntries(context: Context, locationId?: Id): Promise<BadRow | undefined> {
  const looked =
    locationId === undefined
      ? sql`s.update_time >= coalesce((select p.proved_time - interval '1 hour' from stock_proof p
          where p.location_id = s.location_id), '-infinity')`
      : sql`s.location_id = ${locationId}::bigint`;
  const [row] = await context.tx.rows<BadRow>(sql`
    select s.bill_code, s.location_id, l.called as location, 'money entries' as wrong
    from in_store s
    cross join lateral (
      select coalesce(sum(n.amount) filter (where n.party_kind = 'supplier'), 0) as bought,
        coalesce(sum(n.amount) filter (where n.party_kind = 'site'), 0) as charged
      from settlement_entry n
      where n.tenant_id = s.tenant_id and n.bill_type = any(${[...LEDGER_TYPES]}) and n.bill_id = s.id) e
    left join stock_location l on l.tenant_id = s.tenant_id and l.id = s.location_id
    where ${looked}
      and (s.supplier_id is not null and s.amount <> e.bought or coalesce(s.settlement_amount, 0) <> e.charged)
    order by s.bill_code limit 1`);
  return row;
}
