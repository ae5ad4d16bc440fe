/** [own] Questions about a plan that change nothing. */
import { callOf, contract, optionalRows } from '../../kernel/core/contract.ts';
import { factor, ref, text } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { shape } from '../../kernel/core/shape.ts';
import { requirementPlan } from './requirement-plan.document.ts';

const plan = ref('需求计划', 'Plan', 'requirementPlan');

/**
 * Guests changed by site, stall, meal or dish, and safety stock by a factor: what would be ordered instead, by line. A
 * change names
 * either a factor or portions; `scope` is all, project, stall, meal or dish.
 */
export const whatIf = contract({
  method: 'POST',
  ...callOf(requirementPlan, 'whatIf', 'view'),
  summary: label('假设测算', 'What if'),
  input: {
    id: plan,
    changes: optionalRows('变动', 'Changes', {
      scope: text('范围', 'Scope', { optional: true }),
      scopeId: text('范围对象', 'Of which', { optional: true }),
      factor: text('系数', 'Factor', { optional: true }),
      portions: text('份数', 'Portions', { optional: true }),
    }),
    safetyFactor: factor('安全库存系数', 'Safety factor', { optional: true, min: 0, max: 100 }),
  },
  answer: shape.object({
    /** `gross` and `net` in base unit, the other quantities in the line's unit. */
    lines: shape.list(
      shape.object({
        planDetailId: shape.id,
        warehouseId: shape.id,
        materialId: shape.id,
        needDate: shape.day,
        unitId: shape.id,
        grossQty: shape.nullable(shape.quantity),
        newGrossQty: shape.quantity,
        newNetQty: shape.quantity,
        planQty: shape.quantity,
        newQty: shape.quantity,
        diffQty: shape.quantity,
        /** A person planned otherwise than proposed, which stays. */
        decided: shape.boolean,
        /** Null without a price, or for whoever may not see it. */
        diffAmount: shape.nullable(shape.money),
      }),
    ),
    diffAmount: shape.money,
  }),
});

/** Two plans side by side, by warehouse, material and day, in base unit; `old` is the other plan. */
export const comparePlans = contract({
  method: 'GET',
  ...callOf(requirementPlan, 'compare', 'view'),
  summary: label('对比需求计划', 'Compare two plans'),
  input: { id: plan, otherId: ref('对比计划', 'Other plan', 'requirementPlan') },
  answer: shape.list(
    shape.object({
      warehouseId: shape.id,
      warehouseName: shape.text,
      materialId: shape.id,
      materialName: shape.text,
      materialCode: shape.text,
      needDate: shape.day,
      baseUnitName: shape.text,
      oldQty: shape.quantity,
      newQty: shape.quantity,
      diffQty: shape.quantity,
    }),
  ),
});
