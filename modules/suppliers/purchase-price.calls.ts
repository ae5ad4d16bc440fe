/** Purchase prices on a day, and the units a material is bought in: for documents and for other systems. */
import { contract, SESSION } from '../../kernel/core/contract.ts';
import { json, text } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { shape } from '../../kernel/core/shape.ts';
import { offeredUnit } from '../master-data/units/material-unit.calls.ts';

const permission = 'purchaseprice_see';

/** A price with its tax, for one unit, and where it comes from. What only a price that was found has may be missing. */
const priced = {
  priceType: shape.oneOf('purchase'),
  materialId: shape.id,
  unitId: shape.id,
  /** Empty where nobody delivers it. */
  supplierId: shape.text,
  date: shape.optional(shape.day),
  found: shape.boolean,
  price: shape.nullable(shape.price),
  /** Where the price comes from, or why there is none. */
  reason: shape.text,
  /** Per base unit. */
  basePrice: shape.optional(shape.nullable(shape.price)),
  taxRate: shape.optional(shape.nullable(shape.percent)),
  /** Base units in one unit. */
  factor: shape.optional(shape.nullable(shape.factor)),
  supplierMaterialId: shape.optional(shape.id),
  /** `direct`: the price that was named by its id. */
  level: shape.optional(shape.oneOf('contract', 'supplier', 'direct')),
  agreementNo: shape.optional(shape.text),
  startDate: shape.optional(shape.day),
  endDate: shape.optional(shape.day),
};
export const purchasePrice = shape.object(priced);

const ofOne = {
  materialId: text('物料', 'Material', { optional: true }),
  /** The unit it is bought in where none is named. */
  unitId: text('单位', 'Unit', { optional: true }),
  /** The supplier of the best offer where none is named. */
  supplierId: text('供应商', 'Supplier', { optional: true }),
  /** Today where none is named. */
  date: text('日期', 'Day', { optional: true }),
};
const ofMany = {
  materialIds: json('物料', 'Materials', { optional: true }),
  /** Of each material its unit, in the same order; what is none is the unit it is bought in. */
  unitIds: json('单位', 'Units', { optional: true }),
  supplierId: text('供应商', 'Supplier', { optional: true }),
  date: text('日期', 'Day', { optional: true }),
};

/** The price of a material, or the one that is named by its id, whatever the day. */
export const getPrice = contract({
  method: 'GET',
  service: 'store-management',
  path: 'purchaseprice/getPrice',
  permission,
  summary: label('取采购价', 'Purchase price of a material'),
  input: { ...ofOne, id: text('供应商物料', 'Material of a supplier', { optional: true }) },
  answer: purchasePrice,
});

/** Prices of many materials with what is left of them without tax, in the order they are named. */
export const netPrices = contract({
  method: 'POST',
  service: 'store-management',
  path: 'purchaseprice/getCleanPriceList',
  permission,
  summary: label('批量取采购净价', 'Net purchase prices of many materials'),
  input: ofMany,
  answer: shape.list(shape.object({ ...priced, cleanPrice: shape.nullable(shape.price) })),
});

/** Units a material is bought in, the packs of a supplier and a contract among them. */
export const purchaseUnits = contract({
  method: 'GET',
  service: 'master-data',
  path: 'materialunit/getPurchaseUnitList',
  permission: SESSION,
  summary: label('物料采购单位', 'Units a material is bought in'),
  input: {
    materialId: text('物料', 'Material', { optional: true }),
    supplierId: text('供应商', 'Supplier', { optional: true }),
    agreementNo: text('合同号', 'Agreement', { optional: true }),
    date: text('日期', 'Day', { optional: true }),
  },
  answer: shape.list(offeredUnit),
});

/** The same price under two more addresses. */
const priceOfUnit = (segment: 'basicunitconversion' | 'itemunitconversion') =>
  contract({
    method: 'GET',
    service: 'master-data',
    path: `${segment}/getPrice`,
    permission,
    summary: label('某单位的采购价', 'Purchase price of a unit'),
    input: ofOne,
    answer: purchasePrice,
  });
export const priceOfGeneralUnit = priceOfUnit('basicunitconversion');
export const priceOfMaterialUnit = priceOfUnit('itemunitconversion');

/** The same price in a list of one. */
export const pricesOfMaterial = contract({
  method: 'GET',
  service: 'master-data',
  path: 'material/getMaterialPriceWithAuth',
  permission,
  summary: label('物料价格', 'Prices of a material'),
  input: ofOne,
  answer: shape.list(purchasePrice),
});

export const pricesOfMaterials = contract({
  method: 'POST',
  service: 'master-data',
  path: 'material/getListAllMaterrialPriceWithAuth',
  permission,
  summary: label('多个物料的价格', 'Prices of many materials'),
  input: ofMany,
  answer: shape.list(purchasePrice),
});
