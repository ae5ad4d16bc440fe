import { quantity } from '../../kernel/core/field.ts';
import { lineSheet } from '../../parts/sheets/line-sheet.ts';
import { factoryReturned } from './factory-returned.document.ts';

const { factoryWarehouseId, returnReason, deadline } = factoryReturned.fields;
const { warehouseId, materialId, batchId, unitId, remark } = factoryReturned.lines!.details.fields;
const HEAD = ['factoryWarehouseId', 'returnReason', 'deadline'] as const;

/** Call-backs line by line from a sheet: one draft for each store, reason and deadline. */
export const factoryReturnedSheet = lineSheet({
  fields: {
    factoryWarehouseId,
    returnReason,
    deadline,
    warehouseId,
    materialId,
    batchId,
    unitId,
    // Called otherwise than in the list: what was exported is not taken for a sheet to import.
    qty: quantity('召回数量', 'Quantity called back', { positive: true }),
    remark,
  },
  byName: ['materialUnit', 'batch'],
  documentsOf: (rows) =>
    [...Map.groupBy(rows, ({ values }) => HEAD.map((name) => String(values[name] ?? '')).join('\u0000')).values()].map(
      (own) => ({
        header: Object.fromEntries(HEAD.map((name) => [name, own[0]!.values[name]])),
        rows: own.map(({ values: { factoryWarehouseId: _f, returnReason: _r, deadline: _d, ...line }, ...row }) => ({
          ...row,
          values: line,
        })),
      }),
    ),
});
