/** Calls on food waste beyond the ordinary ones. */
import { callOf, chosenIds, contract, pageInput } from '../../../kernel/core/contract.ts';
import { day, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { shape } from '../../../kernel/core/shape.ts';
import { gearFoodWaste } from './food-waste.document.ts';

export const wastePage = contract({
  method: 'POST',
  ...callOf(gearFoodWaste, 'page', 'view'),
  summary: label('餐厨浪费分页', 'Page of food waste'),
  input: pageInput,
  answer: shape.page(shape.row(gearFoodWaste)),
});

/** Takes bills back as a whole: what was thrown away lies there again. */
export const removeWaste = contract({
  method: 'POST',
  ...callOf(gearFoodWaste, 'remove', 'delete'),
  summary: label('冲销餐厨浪费', 'Reverse food waste'),
  input: { ...chosenIds, reason: text('原因', 'Reason', { optional: true, max: 200 }) },
  answer: shape.done,
});

const total = shape.object({
  key: shape.text,
  name: shape.text,
  bills: shape.integer,
  weightKg: shape.quantity,
  /** For those who see costs. */
  amount: shape.optional(shape.money),
});
/** [own] What was thrown away in a time, in weight and money: by kind, cause and what it was. */
export const wasteTotals = contract({
  method: 'GET',
  ...callOf(gearFoodWaste, 'totals', 'view'),
  summary: label('浪费合计', 'Totals of food waste'),
  input: {
    gearOperationDeptId: text('档口', 'Stall', { optional: true, max: 19 }),
    startDate: day('开始', 'From', { optional: true }),
    endDate: day('结束', 'To', { optional: true }),
  },
  answer: shape.object({ kinds: shape.list(total), causes: shape.list(total), dishes: shape.list(total) }),
});
