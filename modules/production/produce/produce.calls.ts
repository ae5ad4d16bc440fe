/** Calls on production beyond the ordinary ones: what a pot needs, the pots of a plan in one tap, taken back. */
import { callOf, chosenIds, contract } from '../../../kernel/core/contract.ts';
import { choice, day, json, quantity, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { shape } from '../../../kernel/core/shape.ts';
import { gearProduce, produceTypes } from './produce.document.ts';

export const STALL = text('档口', 'Stall', { max: 19 });

/** Takes bills back as a whole: goods return, what was made goes. */
export const removeProduce = contract({
  method: 'POST',
  ...callOf(gearProduce, 'remove', 'delete'),
  summary: label('冲销加工生产', 'Reverse production'),
  input: { ...chosenIds, reason: text('原因', 'Reason', { optional: true, max: 200 }) },
  answer: shape.done,
});

/** [own] What a pot takes by the BOM in force, and what there is of it at the stall. */
export const produceNeed = contract({
  method: 'GET',
  ...callOf(gearProduce, 'need', 'view'),
  summary: label('加工用料', 'What a pot takes'),
  input: {
    gearOperationDeptId: STALL,
    produceType: choice('类型', 'Kind', produceTypes, { default: 'cook' }),
    dishId: text('菜品', 'Dish', { optional: true, max: 19 }),
    splitBomId: text('分割BOM', 'Cutting list', { optional: true, max: 19 }),
    actualQty: quantity('数量', 'Quantity', { positive: true }),
    bizDate: day('日期', 'Date', { optional: true }),
  },
  answer: shape.object({
    lines: shape.list(
      shape.object({
        materialId: shape.id,
        materialName: shape.text,
        materialCode: shape.text,
        unitId: shape.id,
        unitName: shape.text,
        stdQty: shape.quantity,
        availableQty: shape.quantity,
      }),
    ),
    outputs: shape.list(
      shape.object({
        materialId: shape.id,
        materialName: shape.text,
        materialCode: shape.text,
        unitId: shape.id,
        unitName: shape.text,
        stdQty: shape.quantity,
      }),
    ),
  }),
});

/** [own] Each dish of a meal that is not made yet, as it was planned: one bill a dish, all or none. */
export const produceAsPlanned = contract({
  method: 'POST',
  ...callOf(gearProduce, 'asPlanned', 'add'),
  summary: label('按计划登记生产', 'Produce as planned'),
  input: {
    gearOperationDeptId: STALL,
    bizDate: day('日期', 'Date', { optional: true }),
    mealType: text('餐次', 'Meal', { max: 30 }),
    dishIds: json('菜品', 'Dishes', { optional: true }),
    coreTemp: quantity('中心温度(℃)', 'Core temperature (°C)', { optional: true, min: -60, max: 400 }),
  },
  answer: shape.object({ made: shape.list(shape.object({ id: shape.id, billCode: shape.text, dishId: shape.id })) }),
});
