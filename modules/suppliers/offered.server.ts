import type { Context } from '../../kernel/server/context.ts';
import { sql, type Sql } from '../../parts/postgres/database.ts';

/** Over the row `t` of materials: a supplier who is not frozen has it at a price today. */
export const offeredToday = ({ today }: Pick<Context, 'today'>): Sql => sql`exists (
  select 1 from supplier_material o join supplier s on s.id = o.supplier_id and s.frozen = 0
  where o.material_id = t.id and o.frozen = 0 and o.base_price is not null and o.start_date <= ${today}::date
    and coalesce(o.end_date, 'infinity'::date) >= ${today}::date)`;
