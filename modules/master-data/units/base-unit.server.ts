import { sql, type Sql } from '../../../parts/postgres/database.ts';

/** The base unit of the material of `t`, in the words of whoever asks. */
export const baseUnitOf = (): Sql => sql`(
  select u.called from material m join material_unit u on u.tenant_id = m.tenant_id and u.id = m.base_unit_id
  where m.tenant_id = t.tenant_id and m.id = t.material_id)`;
