/** What may stand in for a material, before somebody chooses it. */
import { contract } from '../../../kernel/core/contract.ts';
import { day, ref, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { shape } from '../../../kernel/core/shape.ts';

/** Whoever sees prices of suppliers sees what a substitute costs more. */
export const SEES_PRICES = 'purchaseprice_see';

/**
 * [own] Substitutes and replacements of a material at a site on a day, best first; those that may not be taken last.
 */
export const substitutesOffered = contract({
  method: 'GET',
  service: 'master-data',
  path: 'materialsubstitutes/offered',
  permission: ['materialsubstitutes_view', 'invpleasepurchase_view', 'invdistribution_view'],
  summary: label('替代建议', 'Substitutes offered'),
  input: {
    materialId: ref('物料', 'Material', 'material'),
    warehouseId: ref('收货仓库', 'Receiving warehouse', 'warehouse', {
      optional: true,
      hint: label('不填不看项目部的规则', 'Left empty: rules of no site'),
    }),
    date: day('日期', 'Day', { optional: true }),
    unitId: ref('单位', 'Unit', 'materialUnit', { optional: true }),
    qty: text('数量', 'Quantity', { optional: true, max: 20 }),
  },
  answer: shape.list(
    shape.object({
      materialId: shape.id,
      materialCode: shape.text,
      materialName: shape.text,
      /** Null where it is missing: it can be taken by nobody then. */
      ratio: shape.nullable(shape.factor),
      kind: shape.oneOf('replace', 'substitute'),
      priority: shape.integer,
      /** For holders of `purchaseprice_see`, per unit of the question; null where a price is missing. */
      priceDiff: shape.optional(shape.nullable(shape.price)),
      availableQty: shape.quantity,
      expiringQty: shape.quantity,
      baseUnitName: shape.text,
      allergens: shape.list(
        shape.object({
          allergen: shape.text,
          name: shape.text,
          state: shape.oneOf('contains', 'may-contain', 'unknown', 'free'),
          isNew: shape.flag,
        }),
      ),
      nutrientDelta: shape.map(shape.nullable(shape.text)),
      allowed: shape.flag,
      reason: shape.text,
    }),
  ),
});
