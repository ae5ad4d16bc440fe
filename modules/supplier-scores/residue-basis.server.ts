import { sql, type Sql } from '../../parts/postgres/database.ts';

/** Lines received in the month whose goods were tested: did they pass? What failed and went back at once counts. */
export const residues = (month: string): Sql => sql`
  select l.supplier_id, s.bill_code, s.id as bill_id, 'inStore' as resource, r.arrive_time::date as day, l.material_id,
    case when l.residue_result = 'pass' then 100 else 0 end as percent, l.residue_result as measured, 'pass' as asked
  from in_store_receiving r join in_store_receiving_detail l on l.in_store_receiving_id = r.id
    and l.residue_result <> 'none' and l.supplier_id is not null
  join in_store s on s.id = r.instore_id
  where r.state = 'posted' and to_char(r.arrive_time, 'YYYY-MM') = ${month}`;
