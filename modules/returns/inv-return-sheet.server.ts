import { quantity } from '../../kernel/core/field.ts';
import { lineSheet } from '../../parts/sheets/line-sheet.ts';
import { invReturn } from './inv-return.document.ts';

const { billDate, warehouseId, useRestaurantDeptId, gearOperationDeptId, returnReason } = invReturn.fields;
const { materialId, batchId, unitId, auxQty, remark } = invReturn.lines!.details.fields;
const HEAD = ['warehouseId', 'useRestaurantDeptId', 'gearOperationDeptId', 'returnReason', 'billDate'] as const;

/** Returns of stalls from a sheet, a row for each line: one draft for each warehouse, stall, reason and day. */
export const invReturnSheet = lineSheet({
  fields: {
    warehouseId,
    useRestaurantDeptId,
    gearOperationDeptId,
    returnReason,
    billDate,
    materialId,
    batchId,
    unitId,
    // Called otherwise than in the list: what was exported is not taken for a sheet to import.
    qty: quantity('退库数量', 'Quantity given back', { positive: true }),
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
            values: {
              warehouseId: _w,
              useRestaurantDeptId: _r,
              gearOperationDeptId: _g,
              returnReason: _y,
              billDate: _d,
              ...line
            },
            ...row
          }) => ({ ...row, values: line }),
        ),
      }),
    ),
});
