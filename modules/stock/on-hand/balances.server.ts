/** All balances at once, for whoever reckons with them elsewhere. */
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import { listQuery } from '../../../kernel/server/record-query.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { envelopedText } from '../../../parts/http/answers.ts';
import { empty, sql } from '../../../parts/postgres/database.ts';
import * as calls from './stock.calls.ts';
import { stock } from './stock.resource.ts';

const MOST = 200_000;

/**
 * The rows of the list of stock without its paging, and without what is reckoned from lots. The database writes the
 * JSON, so that long answers hold nobody up.
 */
export const balances = serve(calls.balances, async (context, _input, { body }) => {
  const costs = context.allowed('stock_view_cost')
    ? sql`, t.unit_cost::text as "unitCost", round(t.amount, 2)::text as amount`
    : empty;
  const listed = listQuery(stock, context, body, {
    columns: sql`t.location_id::text as "warehouseId", l.called as "warehouseName", t.material_id::text as "materialId",
      m.code as "materialCode", m.called as "materialName", u.called as "baseUnitName",
      trim_scale(t.qty)::text as qty, trim_scale(t.aux_qty)::text as "auxQty",
      trim_scale(t.reserved_qty)::text as "reservedQty" ${costs}`,
    joined: sql`join stock_location l on l.tenant_id = t.tenant_id and l.id = t.location_id
      join material m on m.tenant_id = t.tenant_id and m.id = t.material_id
      join material_unit u on u.tenant_id = t.tenant_id and u.id = t.base_unit_id`,
    order: sql`order by t.location_id, t.material_id limit ${MOST + 1}`,
  });
  const { rows, answer } = (await context.tx.row<{ rows: number; answer: string }>(
    sql`select count(*)::integer as rows, coalesce(json_agg(b), '[]')::text as answer from (${listed}) b`,
  ))!;
  if (rows > MOST) throw new Refused(refuse('stock.too-many-balances', { most: MOST }, { field: 'warehouse' }));
  return envelopedText(answer);
});
