import { quantity } from '../../kernel/core/field.ts';
import { lineSheet } from '../../parts/sheets/line-sheet.ts';
import { otherInStore } from './other-in-store.document.ts';

const { billDate, warehouseId, factoryWarehouseId, inType, supplierId } = otherInStore.fields;
const { materialId, unitId, auxQty, price, expiryDate, productionDate, supplierBatchNo, origin, remark } =
  otherInStore.lines!.details.fields;
const HEAD = ['warehouseId', 'factoryWarehouseId', 'inType', 'supplierId', 'billDate'] as const;

/** Other receipts from a sheet, a row for each line: one draft for each place, kind, supplier and day. */
export const otherInSheet = lineSheet({
  fields: {
    warehouseId,
    inType,
    supplierId,
    billDate,
    materialId,
    unitId,
    // Called otherwise than in the list: what was exported is not taken for a sheet to import.
    qty: quantity('入库数量', 'Quantity received', { positive: true }),
    auxQty,
    price,
    expiryDate,
    productionDate,
    supplierBatchNo,
    origin,
    remark,
    factoryWarehouseId,
  },
  byName: ['materialUnit'],
  documentsOf: (rows) =>
    [...Map.groupBy(rows, ({ values }) => HEAD.map((name) => String(values[name] ?? '')).join('\u0000')).values()].map(
      (own) => ({
        header: Object.fromEntries(HEAD.map((name) => [name, own[0]!.values[name]])),
        rows: own.map(
          ({
            values: { warehouseId: _w, factoryWarehouseId: _f, inType: _t, supplierId: _s, billDate: _d, ...line },
            ...row
          }) => ({
            ...row,
            values: line,
          }),
        ),
      }),
    ),
});
