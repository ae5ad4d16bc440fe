/** Calls on units of measure: in which ones a material may be entered. They are for everybody who fills in a form. */
import { contract, pageInput, SESSION } from '../../../kernel/core/contract.ts';
import { text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { shape } from '../../../kernel/core/shape.ts';
import { materialUnit } from './material-unit.resource.ts';

const { service, segment } = materialUnit;

/** Of the material and for the use that are named: `base`, `purchase`, `issue`, `recipe` or `sale`. */
const ofMaterial = {
  materialId: text('物料', 'Material', { optional: true }),
  type: text('用途', 'Use', { optional: true }),
};

/** A unit a material may be entered in; `factor` is base units in one of it. */
const offered = {
  id: shape.id,
  unitId: shape.id,
  unitName: shape.text,
  fromQty: shape.quantity,
  toQty: shape.factor,
  factor: shape.factor,
  /** Who says what it is worth: contract, supplier, material or general. */
  scope: shape.text,
  /** Whose pack it is; empty where it is nobody's. */
  supplierId: shape.text,
  isDefault: shape.flag,
  /** The conversion in words. */
  sentence: shape.text,
};
export const offeredUnit = shape.object(offered);

/** Units of a material; without one every unit, with its code and dimension instead of a factor. */
export const unitList = contract({
  method: 'GET',
  service,
  path: `${segment}/unitList`,
  permission: SESSION,
  summary: label('物料可用单位', 'Units of a material'),
  input: ofMaterial,
  answer: shape.list(
    shape.object({
      id: shape.id,
      unitId: shape.id,
      unitName: shape.text,
      fromQty: shape.optional(offered.fromQty),
      toQty: shape.optional(offered.toQty),
      factor: shape.optional(offered.factor),
      scope: shape.optional(offered.scope),
      supplierId: shape.optional(offered.supplierId),
      isDefault: shape.optional(offered.isDefault),
      sentence: shape.optional(offered.sentence),
      code: shape.optional(shape.text),
      name: shape.optional(shape.text),
      symbol: shape.optional(shape.text),
      dimension: shape.optional(shape.text),
      decimals: shape.optional(shape.integer),
      isCommon: shape.optional(shape.flag),
    }),
  ),
});

/** The same units page by page; those it is bought in where no use is named. */
export const purchaseUnitPage = contract({
  method: 'GET',
  service,
  path: `${segment}/getPurchaseUnitPage`,
  permission: SESSION,
  summary: label('物料单位分页', 'Units of a material, page by page'),
  input: { ...ofMaterial, ...pageInput },
  answer: shape.page(offeredUnit),
});
