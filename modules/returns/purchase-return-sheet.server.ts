import { quantity } from '../../kernel/core/field.ts';
import { lineSheet } from '../../parts/sheets/line-sheet.ts';
import { purchaseReturn } from './purchase-return.document.ts';

const { billDate, supplierId, warehouseId, returnReason, returnWay } = purchaseReturn.fields;
const { materialId, batchId, unitId, auxQty, remark } = purchaseReturn.lines!.details.fields;
const HEAD = ['supplierId', 'warehouseId', 'returnReason', 'returnWay', 'billDate'] as const;

/** Returns to suppliers from a sheet, a row for each line: one draft for each supplier, warehouse, reason and day. */
export const purchaseReturnSheet = lineSheet({
  fields: {
    supplierId,
    warehouseId,
    returnReason,
    returnWay,
    billDate,
    materialId,
    batchId,
    unitId,
    // Called otherwise than in the list: what was exported is not taken for a sheet to import.
    qty: quantity('退货数量', 'Quantity returned', { positive: true }),
    auxQty,
    remark,
  },
  byName: ['materialUnit', 'batch'],
  documentsOf: (rows) =>
    [...Map.groupBy(rows, ({ values }) => HEAD.map((name) => String(values[name] ?? '')).join('\u0000')).values()].map(
      (own) => ({
        header: Object.fromEntries(HEAD.map((name) => [name, own[0]!.values[name]])),
        rows: own.map(
          ({
            values: { supplierId: _s, warehouseId: _w, returnReason: _r, returnWay: _y, billDate: _d, ...line },
            ...row
          }) => ({ ...row, values: line }),
        ),
      }),
    ),
});
