/** Materials beside what one place has of them: what a picker of goods shows. */
import { label } from '../../../kernel/core/label.ts';
import { refuse, Refused } from '../../../kernel/core/refusal.ts';
import { unknownRecord, type Call } from '../../../kernel/server/context.ts';
import { empty, sql } from '../../../parts/postgres/database.ts';
import { scopeCondition } from '../../../kernel/server/filters.ts';
import { readPage } from '../../../kernel/server/record-query.ts';
import type { Registry } from '../../../kernel/server/registry.ts';
import { material } from '../../master-data/materials/material.resource.ts';
import { availability } from '../ledger/availability.server.ts';
import { stock } from './stock.resource.ts';
import { warehouse } from '../warehouses/warehouse.resource.ts';

export const materialStockCalls = (registry: () => Registry): readonly Call[] => [
  {
    method: 'GET',
    service: 'master-data',
    path: 'material/pageWarehouseStock',
    permission: ['stock_view', 'stock_edit'],
    summary: label('物料及仓库库存', 'Materials with the stock of a warehouse'),
    async handle(context, input) {
      const { warehouseId, factoryWarehouseId, showZero, ...filters } = input;
      const placeId = String(warehouseId ?? factoryWarehouseId ?? '');
      if (!/^\d{1,19}$/.test(placeId)) throw new Refused(refuse('param.missing', { name: 'warehouseId' }));
      const [scope] = scopeCondition(stock, context);
      const known = await context.tx.row(sql`
      select 1 as one from stock_location l where l.id = ${placeId}::bigint and l.kind in ('warehouse', 'factory-warehouse') ${scope === undefined ? empty : sql`and exists (select 1 from (select l.dept_id) t where ${scope})`}`);
      if (known === undefined) throw unknownRecord(warehouse.label);
      const lies = sql`exists (select 1 from stock s where s.location_id = ${placeId}::bigint and s.material_id = t.id and (s.qty > 0 or s.safety_stock_threshold > 0))`;
      const page = await readPage(
        registry(),
        material,
        context,
        filters,
        String(showZero ?? '1') === '0' ? [lies] : [],
      );
      const ids = page.records.map((row) => String(row['id']));
      const there = new Map(
        (ids.length === 0 ? [] : await availability(context, [placeId], ids)).map((each) => [each.materialId, each]),
      );
      const pieces = new Map(
        (
          await context.tx.rows<{ materialId: string; auxQty: string }>(
            sql`select material_id, aux_qty from stock where location_id = ${placeId}::bigint and material_id = any(${ids}::bigint[])`,
          )
        ).map((row) => [row.materialId, row.auxQty]),
      );
      return {
        ...page,
        records: page.records.map((row) => {
          const id = String(row['id']);
          const {
            onHand = '0',
            reserved = '0',
            available = '0',
            inTransit = '0',
            safetyStock = '0',
            lots = [],
          } = there.get(id) ?? {};
          return {
            ...row,
            onHand,
            reserved,
            available,
            inTransit,
            safetyStock,
            auxOnHand: pieces.get(id) ?? '0',
            earliestExpiry: lots.find((lot) => lot.expiryDate !== null)?.expiryDate ?? '',
          };
        }),
      };
    },
  },
];
