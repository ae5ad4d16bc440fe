import { sample } from '../../tests/support/sample.ts';
import { stockBatch } from '../stock/lots/stock-batch.resource.ts';
import { factoryWarehouse } from '../stock/warehouses/factory-warehouse.resource.ts';
import { factoryReturned } from './factory-returned.document.ts';

/** A little of a lot that lies at a warehouse, for the store of a factory that takes everything back. */
export const factoryReturnedSample = sample(factoryReturned, {
  values: async (maker) => {
    const stores = await maker.rows(factoryWarehouse);
    const lot = (await maker.rows(stockBatch)).find(({ auxQty }) => Number(auxQty) === 0)!;
    return {
      factoryWarehouseId: stores.find(({ type }) => type === 'return')?.id ?? stores[0]!.id,
      recallBatchId: '',
      deadline: maker.today,
      details: [
        {
          warehouseId: lot['warehouseId'],
          materialId: lot['materialId'],
          batchId: lot['batchId'],
          unitId: lot['baseUnitId'],
          qty: '0.01',
        },
      ],
    };
  },
  columns: { recall_batch_id: null, out_state: 'none' },
  lineColumns: { details: { shipped_qty: 0, received_qty: 0, settled_qty: 0 } },
  complete: [
    `update factory_returned r set factory_warehouse_id = f.id
    from (select f.id from factory_warehouse f where f.frozen = 0 order by f.type = 'return' desc, f.id limit 1) f
    where r.id = $1`,
    `update factory_returned_detail d set warehouse_id = s.location_id, material_id = s.material_id,
      batch_id = s.batch_id, unit_id = s.base_unit_id, base_unit_id = s.base_unit_id, factor = 1, qty = 0.01,
      base_qty = 0.01
    from (select sb.location_id, sb.material_id, sb.batch_id, m.base_unit_id from stock_batch sb
      join warehouse w on w.id = sb.location_id and w.frozen = 0 join material m on m.id = sb.material_id
      where sb.qty - sb.reserved_qty > 1 and m.catch_weight = 0 order by sb.batch_id limit 1) s
    where d.factory_returned_id = $1`,
  ],
});
