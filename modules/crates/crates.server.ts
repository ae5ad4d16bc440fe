/** Movements and balances as people see them: with the name of the partner. */
import { behaviour } from '../../kernel/server/behaviour.ts';
import { sql } from '../../parts/postgres/database.ts';
import { crateBalance } from './crate-balance.resource.ts';
import { crateMovement } from './crate-movement.resource.ts';

const partner = sql`left join warehouse w on w.tenant_id = m.tenant_id and w.id = m.warehouse_id
    left join supplier s on s.tenant_id = m.tenant_id and s.id = m.supplier_id`;

export const crateMovementBehaviour = behaviour(crateMovement, {
  source: () => sql`
    select m.tenant_id, m.id, m.code, m.biz_date, m.owner_dept_id, m.warehouse_id, m.supplier_id, m.crate_type_id,
      m.movement_kind, m.qty, m.bill_type, m.bill_id::text as bill_id, m.bill_code, m.reason,
      m.reverses_movement_id::text as reverses_movement_id, m.visible_dept_ids,
      m.create_time as moved_time, coalesce(w.name, s.name, '') as partner_name, m.create_user, m.create_time, m.create_time as update_time
    from crate_movement m ${partner}`,
});

export const crateBalanceBehaviour = behaviour(crateBalance, {
  source: () => sql`
    select m.tenant_id, m.id, m.owner_dept_id, m.warehouse_id, m.supplier_id, m.crate_type_id, m.qty,
      case when m.qty > 0 then m.qty * c.deposit end as deposit_amount, m.moved_time,
      (m.qty <> 0)::integer as is_held, m.visible_dept_ids,
      coalesce(w.name, s.name, '') as partner_name, null::bigint as create_user, m.moved_time as create_time,
      m.moved_time as update_time
    from crate_balance m ${partner}
    join crate_type c on c.tenant_id = m.tenant_id and c.id = m.crate_type_id`,
});
