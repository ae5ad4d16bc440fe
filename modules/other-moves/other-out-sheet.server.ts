import { quantity } from '../../kernel/core/field.ts';
import { lineSheet } from '../../parts/sheets/line-sheet.ts';
import { otherOutStore } from './other-out-store.document.ts';

const { billDate, warehouseId, factoryWarehouseId, outType, deptId, costSubject } = otherOutStore.fields;
const { materialId, unitId, auxQty, batchId, lotReason, remark } = otherOutStore.lines!.details.fields;
const HEAD = ['warehouseId', 'factoryWarehouseId', 'outType', 'deptId', 'costSubject', 'billDate'] as const;

/** Other issues from a sheet, a row for each line: one draft for each place, kind, department and day. */
export const otherOutSheet = lineSheet({
  fields: {
    warehouseId,
    outType,
    deptId,
    costSubject,
    billDate,
    materialId,
    unitId,
    // Called otherwise than in the list: what was exported is not taken for a sheet to import.
    qty: quantity('出库数量', 'Quantity issued', { positive: true }),
    auxQty,
    batchId,
    lotReason,
    remark,
    factoryWarehouseId,
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
              factoryWarehouseId: _f,
              outType: _t,
              deptId: _p,
              costSubject: _c,
              billDate: _d,
              ...line
            },
            ...row
          }) => ({
            ...row,
            values: line,
          }),
        ),
      }),
    ),
});
