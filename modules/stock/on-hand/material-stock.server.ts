/** Materials beside what one place has of them: what a picker of goods shows. */
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import { unknownRecord } from '../../../kernel/server/context.ts';
import { empty, sql } from '../../../parts/postgres/database.ts';
import { scopeCondition } from '../../../kernel/server/filters.ts';
import { readPage } from '../../../kernel/server/record-query.ts';
import { serve } from '../../../kernel/server/serve.ts';
import { material } from '../../master-data/materials/material.resource.ts';
import { availability } from '../ledger/availability.server.ts';
import * as calls from './stock.calls.ts';
import { stock } from './stock.resource.ts';
import { warehouse } from '../warehouses/warehouse.resource.ts';

export const materialStockPage = serve(calls.pageWarehouseStock, async (context, input, { body }) => {
  const placeId = input.warehouseId ?? input.factoryWarehouseId ?? '';
  if (!/^\d{1,19}$/.test(placeId)) throw new Refused(refuse('param.missing', { name: 'warehouseId' }));
  const [scope] = scopeCondition(stock, context);
  const known = await context.tx.row(sql`
    select 1 as one from stock_location l where l.id = ${placeId}::bigint
      and l.kind in ('warehouse', 'factory-warehouse') ${
        scope === undefined
          ? empty
          : sql`and exists (select 1
        from (select l.dept_id) t where ${scope})`
      }`);
  if (known === undefined) throw unknownRecord(warehouse.label);
  const lies = sql`exists (select 1 from stock s where s.location_id = ${placeId}::bigint and s.material_id = t.id
    and (s.qty > 0 or s.safety_stock_threshold > 0))`;
  const { warehouseId: _warehouse, factoryWarehouseId: _factory, showZero: _zero, ...filters } = body;
  const page = await readPage(material, context, filters, input.showZero === '0' ? [lies] : []);
  const ids = page.records.map((row) => row.id);
  const there = new Map(
    (ids.length === 0 ? [] : await availability(context, [placeId], ids)).map((each) => [each.materialId, each]),
  );
  const pieces = new Map(
    (
      await context.tx.rows<{ materialId: Id; auxQty: DecimalText }>(
        sql`select material_id, aux_qty from stock where location_id = ${placeId}::bigint
          and material_id = any(${ids}::bigint[])`,
      )
    ).map((row) => [row.materialId, row.auxQty]),
  );
  return {
    ...page,
    records: page.records.map((row) => {
      const {
        onHand = '0',
        reserved = '0',
        available = '0',
        inTransit = '0',
        safetyStock = '0',
        lots = [],
      } = there.get(row.id) ?? {};
      return {
        ...row,
        onHand,
        reserved,
        available,
        inTransit,
        safetyStock,
        auxOnHand: pieces.get(row.id) ?? '0',
        earliestExpiry: lots.find((lot) => lot.expiryDate !== null)?.expiryDate ?? '',
      };
    }),
  };
});
