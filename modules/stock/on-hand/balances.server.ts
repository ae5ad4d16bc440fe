/** All balances at once, for whoever reckons with them elsewhere. */
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import type { Call } from '../../../kernel/server/context.ts';
import { listQuery } from '../../../kernel/server/record-query.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { envelopedText } from '../../../parts/http/answers.ts';
import { empty, sql } from '../../../parts/postgres/database.ts';
import * as calls from './stock.calls.ts';
import { stock } from './stock.resource.ts';

/**
 * The rows of the list of stock without its paging, and without what is reckoned from lots. The database writes the
 * JSON, so that long answers hold nobody up. More than `most` are refused.
 */
export const balancesUpTo = (most: number): Call =>
  serve(calls.balances, async (context, _input, { body }) => {
    const { rows } = (await context.tx.row<{ rows: number }>(
      listQuery(stock, context, body, { columns: sql`count(*)::integer as rows` }),
    ))!;
    if (rows > most) throw new Refused(refuse('stock.too-many-balances', { most }, { field: 'warehouse' }));
    const costs = context.allowed('stock_view_cost')
      ? sql`, 'unitCost', trim_scale(t.unit_cost)::text, 'amount', round(t.amount, 2)::text`
      : empty;
    const { answer } = (await context.tx.row<{ answer: string | null }>(
      listQuery(stock, context, body, {
        columns: sql`json_agg(json_build_object('warehouseId', t.location_id::text, 'warehouseName', l.called,
        'materialId', t.material_id::text, 'materialCode', m.code, 'materialName', m.called, 'baseUnitName', u.called,
        'qty', trim_scale(t.qty)::text, 'auxQty', trim_scale(t.aux_qty)::text,
        'reservedQty', trim_scale(t.reserved_qty)::text ${costs}) order by t.location_id, t.material_id)::text as answer`,
        joined: sql`join stock_location l on l.tenant_id = t.tenant_id and l.id = t.location_id
        join material m on m.tenant_id = t.tenant_id and m.id = t.material_id
        join material_unit u on u.tenant_id = t.tenant_id and u.id = t.base_unit_id`,
      }),
    ))!;
    return envelopedText(answer ?? '[]');
  });
