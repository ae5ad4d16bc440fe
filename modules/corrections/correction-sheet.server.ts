import { text } from '../../kernel/core/field.ts';
import { lineSheet } from '../../parts/sheets/line-sheet.ts';
import { priceCorrection } from './price-correction.document.ts';

const { supplierId, companyDeptId, startDate, endDate } = priceCorrection.fields;
const { materialId, unitId, newPrice } = priceCorrection.lines!.prices.fields;
const SHEET_HEAD = ['supplierId', 'companyDeptId', 'startDate', 'endDate', 'correctionReason'] as const;
/** Prices from a sheet, a row for each: one draft for each supplier, company, days and reason. */
export const correctionSheet = lineSheet({
  fields: {
    supplierId,
    companyDeptId,
    startDate,
    endDate,
    correctionReason: text('补差原因', 'Why', { min: 2, max: 200 }),
    materialId,
    unitId,
    newPrice: { ...newPrice, optional: false, rules: { ...newPrice.rules, optional: false } },
  },
  byName: ['materialUnit'],
  documentsOf: (rows) =>
    [...Map.groupBy(rows, ({ values }) => SHEET_HEAD.map((name) => String(values[name])).join('\u0000')).values()].map(
      (own) => ({
        header: {
          ...Object.fromEntries(SHEET_HEAD.map((name) => [name, own[0]!.values[name]])),
          prices: own.map(({ values }) => ({
            materialId: values.materialId,
            unitId: values.unitId,
            newPrice: values.newPrice,
          })),
        },
        rows: own,
      }),
    ),
});
