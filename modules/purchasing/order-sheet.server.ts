import { price, quantity } from '../../kernel/core/field.ts';
import { lineSheet } from '../../parts/sheets/line-sheet.ts';
import { purchaseOrder } from './purchase-order.document.ts';

const { supplierId, warehouseId, factoryWarehouseId, deliveryDate } = purchaseOrder.fields;
const { materialId, unitId, price: agreed } = purchaseOrder.lines!.details.fields;

/** Orders from a sheet, a row for each line: one draft for each supplier, place and day. */
export const orderSheet = lineSheet({
  fields: {
    supplierId,
    warehouseId,
    factoryWarehouseId,
    deliveryDate,
    materialId,
    unitId,
    orderQty: quantity('订购数量', 'Quantity', { positive: true }),
    price: price('含税单价', 'Price', agreed.rules),
  },
  byName: ['materialUnit'],
  documentsOf: (rows) =>
    [
      ...Map.groupBy(
        rows,
        ({ values: { supplierId: supplier, warehouseId: warehouse, factoryWarehouseId: store, deliveryDate: day } }) =>
          `${String(supplier)} ${String(warehouse)} ${String(store)} ${String(day)}`,
      ).values(),
    ].map((own) => {
      const {
        supplierId: supplier,
        warehouseId: warehouse,
        factoryWarehouseId: store,
        deliveryDate: day,
      } = own[0]!.values;
      return {
        header: { supplierId: supplier, warehouseId: warehouse, factoryWarehouseId: store, deliveryDate: day },
        rows: own.map((row) => ({
          ...row,
          values: {
            materialId: row.values.materialId,
            unitId: row.values.unitId,
            orderQty: row.values.orderQty,
            price: row.values.price,
          },
        })),
      };
    }),
});
