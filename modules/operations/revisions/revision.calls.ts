/** What a revision would change of what is planned and ordered, while it is typed. */
import { callOf, contract, optionalRows } from '../../../kernel/core/contract.ts';
import { permissionOf } from '../../../kernel/core/declaration.ts';
import { text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { shape, type TypeOf } from '../../../kernel/core/shape.ts';
import { salesPlanRevision } from './sales-plan-revision.document.ts';

/** [own] By material: what changes, what of the order is still open, minutes to the cut-off. Planning answers it. */
export const revisionImpact = contract({
  method: 'POST',
  ...callOf(salesPlanRevision, 'impact', 'view'),
  permission: ['view', 'add', 'edit'].map((button) => permissionOf(salesPlanRevision, button)),
  summary: label('修订的影响', 'What a revision changes'),
  input: {
    salesPlanId: text('营销计划', 'Sales plan', { max: 19 }),
    details: optionalRows('变更', 'Changes', {
      mealDate: text('日期', 'Day', { max: 10 }),
      mealType: text('餐次', 'Meal', { max: 30 }),
      dishId: text('菜品', 'Dish', { max: 19 }),
      portionGroup: text('份型', 'Portion size', { optional: true, max: 30 }),
      newPortions: text('新份数', 'After', { max: 20 }),
    }),
  },
  answer: shape.object({
    now: shape.moment,
    materials: shape.list(
      shape.object({
        materialId: shape.id,
        materialName: shape.text,
        unitName: shape.text,
        needDate: shape.day,
        /** More or less is needed, in base unit. */
        diffQty: shape.quantity,
        /** Planned in requirement plans that took these meals, and ordered of it. */
        plannedQty: shape.quantity,
        orderedQty: shape.quantity,
        /** Ordered, and its cut-off still ahead. */
        openQty: shape.quantity,
        /** Empty where nothing was planned. */
        cutOff: shape.text,
        /** Negative once it is over; 0 where nothing was planned. */
        minutesLeft: shape.integer,
        /** The same in words. */
        timeLeft: shape.text,
      }),
    ),
    /** Dishes that cannot be reckoned, in words. */
    problems: shape.list(shape.text),
  }),
});
export type Impact = TypeOf<typeof revisionImpact.answer>;
