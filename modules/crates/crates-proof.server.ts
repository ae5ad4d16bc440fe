import type { Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import type { BadRow } from '../stock/ledger/proof.server.ts';

/** The first balance that is not the sum of its movements, or loss that is not charged once. */
export async function proveCrates(context: Context): Promise<BadRow | undefined> {
  const drifted = await context.tx.row<BadRow>(sql`
    select b.id as balance_id, b.qty as held, coalesce(m.qty, 0) as moved,
      'crates held are not the sum of their movements' as wrong
    from crate_balance b
    full join (
      select owner_dept_id, warehouse_id, supplier_id, crate_type_id, sum(qty) as qty from crate_movement
      group by 1, 2, 3, 4) m
      on m.owner_dept_id = b.owner_dept_id and m.crate_type_id = b.crate_type_id
        and coalesce(m.warehouse_id, 0) = coalesce(b.warehouse_id, 0)
        and coalesce(m.supplier_id, 0) = coalesce(b.supplier_id, 0)
    where coalesce(b.qty, 0) <> coalesce(m.qty, 0) limit 1`);
  if (drifted !== undefined) return drifted;
  return context.tx.row<BadRow>(sql`
    select m.code as bill_code, m.qty, coalesce(sum(e.qty), 0) as charged, 'lost crates are not what is charged' as wrong
    from crate_movement m
    left join crate_movement r on r.reverses_movement_id = m.id
    left join settlement_entry e on e.bill_type = 'cratemovement' and e.bill_id = m.id
    where m.movement_kind = 'loss' and m.reverses_movement_id is null
    group by m.id, m.code, m.qty, r.id
    having abs(coalesce(sum(e.qty), 0)) <> case when r.id is null then -m.qty else 0 end limit 1`);
}
