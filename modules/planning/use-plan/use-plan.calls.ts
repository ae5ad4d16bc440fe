/** The plan for lots that end soon. */
import { callOf, contract } from '../../../kernel/core/contract.ts';
import { text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { shape, type TypeOf } from '../../../kernel/core/shape.ts';
import { stockBatch } from '../../stock/lots/stock-batch.resource.ts';

/** [own] Lots whose last day is near: what the planned meals use of them, and what would clear the rest in time. */
export const usePlan = contract({
  method: 'GET',
  ...callOf(stockBatch, 'usePlan', 'view'),
  summary: label('临期用料方案', 'Use plan of lots that end soon'),
  input: { warehouseId: text('仓库', 'Warehouse', { optional: true, max: 19 }) },
  answer: shape.list(
    shape.object({
      batchId: shape.id,
      batchCode: shape.text,
      warehouseId: shape.id,
      warehouseName: shape.text,
      materialId: shape.id,
      materialName: shape.text,
      unitName: shape.text,
      qty: shape.quantity,
      /** The last day it may be used on. */
      until: shape.day,
      /** What the planned meals take of it. */
      usedQty: shape.quantity,
      leftQty: shape.quantity,
      transfers: shape.list(
        shape.object({ warehouseId: shape.id, warehouseName: shape.text, needDate: shape.day, qty: shape.quantity }),
      ),
      dishes: shape.list(
        shape.object({
          dishId: shape.id,
          dishName: shape.text,
          stallName: shape.text,
          mealDate: shape.day,
          mealType: shape.text,
          portions: shape.integer,
          qty: shape.quantity,
          price: shape.optional(shape.money),
          /** For those who see costs: down to here selling still beats throwing away. */
          lowestPrice: shape.optional(shape.money),
        }),
      ),
      /** What none of this clears. */
      restQty: shape.quantity,
    }),
  ),
});
export type UsedLot = TypeOf<typeof usePlan.answer>[number];
