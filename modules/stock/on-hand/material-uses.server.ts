import type { Id } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import type { Use } from '../../master-data/materials/material-uses.port.server.ts';

/** Where materials lie: what of each, and in which place. */
export async function materialsInStock(context: Context, materialIds: readonly Id[]): Promise<Use> {
  const rows = await context.tx.rows<{ name: string }>(sql`
    select l.name || ' ' || trim_scale(sum(b.qty)) || ' ' || u.called as name from stock_batch b
    join stock_location l on l.id = b.location_id join material m on m.id = b.material_id
    join material_unit u on u.id = m.base_unit_id
    where b.material_id = any(${materialIds as Id[]}::bigint[]) and b.qty <> 0 group by l.id, l.name, m.id, u.called
    order by sum(b.qty) desc`);
  return { label: label('库存', 'Stock'), count: rows.length, first: rows.slice(0, 5).map((row) => row.name) };
}
