/**
 * Yields reached while cooking, as areas below book them: a subquery with the columns `material_id, supplier_id,
 * test_date, gross_qty, net_qty`, in base unit. They count as tests beside those that were weighed for it.
 */
import type { Context } from '../../../kernel/server/context.ts';
import { port } from '../../../kernel/server/port.ts';
import { type Sql, sql } from '../../../parts/postgres/database.ts';

export const cookedYields = port<(context: Context) => Sql>('yields reached while cooking', {
  otherwise: () => sql`select null::bigint as material_id, null::bigint as supplier_id, null::date as test_date,
    null::numeric as gross_qty, null::numeric as net_qty where false`,
});
