/** What is available of materials in the warehouses whose stock somebody sees. */
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import { permissionOf } from '../../../kernel/core/declaration.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { join, sql } from '../../../parts/postgres/database.ts';
import { scopeCondition } from '../../../kernel/server/filters.ts';
import { isUsable } from './stock-views.server.ts';
import { stock } from './stock.resource.ts';

/** One statement however many materials are asked about; undefined for whoever does not list stock. */
export async function availableToday(
  context: Context,
  materialIds: readonly Id[],
): Promise<ReadonlyMap<Id, DecimalText> | undefined> {
  if (!context.allowed(permissionOf(stock, 'view'))) return undefined;
  const terms = [sql`t.material_id = any(${materialIds as Id[]}::bigint[])`, ...scopeCondition(stock, context)];
  const rows = await context.tx.rows<{ materialId: Id; availableQty: DecimalText }>(sql`
    select t.material_id, trim_scale(sum(greatest(0, t.usable_qty - t.reserved_qty))) as available_qty
    from (
      select s.material_id, s.location_id, s.location_id as warehouse_id, s.reserved_qty, l.dept_id,
        (select coalesce(sum(sb.qty), 0) from stock_batch sb join batch b on b.id = sb.batch_id
          where sb.location_id = s.location_id and sb.material_id = s.material_id and sb.qty > 0
            and ${isUsable(context)}) as usable_qty
      from stock s join stock_location l on l.id = s.location_id and l.kind = 'warehouse') t
    where ${join(terms, ' and ')} group by t.material_id`);
  return new Map(rows.map((row) => [row.materialId, row.availableQty]));
}
