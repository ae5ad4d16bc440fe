/** Money entries as people see them: with the name of the party. */
import { behaviour } from '../../kernel/server/behaviour.ts';
import { sql } from '../../parts/postgres/database.ts';
import { settlementEntry } from './settlement-entry.resource.ts';

export const settlementEntryBehaviour = behaviour(settlementEntry, {
  source: () => sql`
    select e.tenant_id, e.id, e.biz_date, e.party_kind, e.entry_kind, e.bill_type, e.bill_id::text as bill_id,
      e.bill_code, e.material_id, e.qty, e.unit_id, e.crate_type_id, e.price, e.tax_rate, e.amount,
      e.amount_no_tax, e.tax_amount,
      e.dept_id, e.company_dept_id, e.move_id::text as move_id, e.reverses_entry_id::text as reverses_entry_id,
      e.statement_id::text as statement_id, s.id as supplier_id, d.id as party_dept_id,
      coalesce(s.name, d.dept_name, '') as party_name, e.create_user, e.create_time, e.create_time as update_time
    from settlement_entry e
    left join supplier s on s.tenant_id = e.tenant_id and s.id = e.party_id and e.party_kind = 'supplier'
    left join dept d on d.tenant_id = e.tenant_id and d.id = e.party_id
      and e.party_kind in ('site', 'stall', 'company')`,
});
