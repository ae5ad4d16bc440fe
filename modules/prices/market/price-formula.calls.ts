/** The call on price formulas beyond the ordinary ones. */
import { callOf, contract } from '../../../kernel/core/contract.ts';
import { text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { shape } from '../../../kernel/core/shape.ts';
import { priceFormula } from './price-formula.resource.ts';

/**
 * [own] How a formula would price a material on a day: the one that is named, else those that hold for the material.
 */
export const tryFormula = contract({
  method: 'GET',
  ...callOf(priceFormula, 'try', 'view'),
  summary: label('公式试算', 'Try a formula'),
  input: {
    id: text('公式', 'Formula', { optional: true }),
    materialId: text('物料', 'Material', { optional: true }),
    priceType: text('价格类型', 'Kind of price', { optional: true }),
    date: text('日期', 'Day', { optional: true }),
  },
  answer: shape.list(
    shape.object({
      materialId: shape.id,
      materialName: shape.text,
      /** Of a formula for one department. */
      deptId: shape.text,
      formulaId: shape.id,
      formulaName: shape.text,
      formulaText: shape.text,
      unitId: shape.id,
      factor: shape.nullable(shape.factor),
      /** Per base unit. */
      referencePrice: shape.nullable(shape.price),
      referenceDate: shape.day,
      evidence: shape.text,
      /** Null where it has nothing to go by; `reason` says why. */
      price: shape.nullable(shape.price),
      oldPrice: shape.nullable(shape.price),
      changePercent: shape.nullable(shape.percent),
      reason: shape.text,
    }),
  ),
});
