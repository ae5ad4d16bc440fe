/** Calls on suppress orders beyond the ordinary ones. */
import { callOf, contract } from '../../kernel/core/contract.ts';
import { day, ref, refs, text } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { shape } from '../../kernel/core/shape.ts';
import { factorySuppressOrder } from './suppress-order.document.ts';

/** What sites have of materials, use of them a day and are charged for them, for whoever enters quantities. */
export const siteFigures = contract({
  method: 'GET',
  ...callOf(factorySuppressOrder, 'siteFigures', 'view'),
  summary: label('站点结存与日均用量', 'Stock and daily use of sites'),
  input: {
    warehouseIds: refs('收货仓库', 'Warehouses', 'warehouse'),
    materialIds: refs('物料', 'Materials', 'material'),
    arriveDate: day('预计到货', 'Arrives on', { optional: true }),
  },
  answer: shape.list(
    shape.object({
      warehouseId: shape.id,
      materialId: shape.id,
      /** In base unit. */
      stockQty: shape.quantity,
      dailyUse: shape.quantity,
      baseUnitName: shape.text,
      /** Of one base unit, for those who see prices; null where none is published. */
      settlementPrice: shape.optional(shape.nullable(shape.price)),
    }),
  ),
});

/** Leaves a site out of an order that waits for its approval, for whoever may approve it. */
export const takeOut = contract({
  method: 'POST',
  ...callOf(factorySuppressOrder, 'takeOut', 'do_apply'),
  summary: label('移出站点', 'Take a site out'),
  input: {
    id: ref('工厂强压单', 'Suppress order', 'factorySuppressOrder'),
    warehouseId: ref('收货仓库', 'Warehouse', 'warehouse'),
    reason: text('原因', 'Reason', { min: 2, max: 200 }),
  },
  answer: shape.done,
});
