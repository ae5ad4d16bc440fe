import { factor, money, percent, price, quantity, ref, text } from '../../kernel/core/field.ts';

/**
 * What every purchasing line says of its material and unit: as the person entered it, and in base unit with the factor
 * used.
 */
export const materialLine = {
  materialId: ref('物料', 'Material', 'material', { list: true, search: true }),
  unitId: ref('单位', 'Unit', 'materialUnit', { list: true }),
  factor: factor('换算系数', 'Factor', { readonly: true, positive: true, default: '1' }),
  baseUnitId: ref('基本单位', 'Base unit', 'materialUnit', { readonly: true, optional: true }),
} as const;

/** Estimate of a line before an order exists; who may see prices is one right per resource. */
export const estimate = (right: string) =>
  ({
    price: price('预估单价', 'Est. price', { optional: true, min: 0, places: 2, unit: 'unitId', right }),
    amount: money('预估金额', 'Est. amount', { readonly: true, optional: true, total: true, right }),
  }) as const;

/** Agreed price of an order line, with tax. */
export const agreedPrice = (right: string) =>
  ({
    price: price('含税单价', 'Price', {
      optional: true,
      positive: true,
      places: 2,
      unit: 'unitId',
      right,
      hint: { zh: '留空时取供应商协议价', en: "Left empty: the supplier's agreed price" },
    }),
    taxRate: percent('税率', 'Tax rate', { optional: true, min: 0, max: 100, places: 2, right }),
    priceNoTax: price('不含税单价', 'Price without tax', { readonly: true, optional: true, unit: 'unitId', right }),
    amount: money('含税金额', 'Amount', { readonly: true, optional: true, total: true, right }),
    priceReason: text('取价说明', 'Where the price comes from', {
      readonly: true,
      optional: true,
      max: 200,
      worded: true,
      right,
    }),
  }) as const;

export const baseQuantity = quantity('基本数量', 'Base quantity', {
  readonly: true,
  default: '0',
  unit: 'baseUnitId',
  min: 0,
});
