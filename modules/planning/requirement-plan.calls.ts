/** Calls on a requirement plan beyond the ordinary ones. */
import { callOf, contract } from '../../kernel/core/contract.ts';
import { day, json, ref, text } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { shape } from '../../kernel/core/shape.ts';
import { requirementPlan } from './requirement-plan.document.ts';

const plan = { id: ref('需求计划', 'Plan', 'requirementPlan') };

/** [own] What changed under a plan since it was reckoned, and until when something of it must be ordered. */
export const planStanding = contract({
  method: 'GET',
  ...callOf(requirementPlan, 'standing', 'view'),
  summary: label('需求计划现状', 'How a plan stands'),
  input: plan,
  answer: shape.object({
    /** The site's clock. */
    now: shape.moment,
    at: shape.moment,
    cutOff: shape.object({
      next: shape.moment,
      nextLines: shape.integer,
      late: shape.integer,
      undeliverable: shape.integer,
    }),
    changes: shape.list(
      shape.object({
        cause: shape.oneOf('void', 'change', 'new'),
        sourceType: shape.text,
        sourceId: shape.id,
        billCode: shape.text,
        name: shape.text,
        stallName: shape.text,
        /** Of one line; empty where a whole document is meant. */
        mealDate: shape.day,
        mealType: shape.text,
        dishName: shape.text,
        lines: shape.integer,
        before: shape.quantity,
        after: shape.quantity,
        link: shape.text,
      }),
    ),
  }),
});

/** [own] By warehouse, material and day what is needed instead, in base unit, what of it is ordered, and until when it can be changed. */
export const planDelta = contract({
  method: 'GET',
  ...callOf(requirementPlan, 'delta', 'view'),
  summary: label('需求变更', 'Changed needs'),
  input: plan,
  answer: shape.list(
    shape.object({
      warehouseId: shape.id,
      warehouseName: shape.text,
      materialId: shape.id,
      materialName: shape.text,
      needDate: shape.day,
      baseUnitName: shape.text,
      oldQty: shape.quantity,
      newQty: shape.quantity,
      diffQty: shape.quantity,
      orderedQty: shape.quantity,
      changeableUntil: shape.moment,
    }),
  ),
});

/** [own] Lines that will not be requested any more, all open ones where none is named. */
export const closeDetail = contract({
  method: 'POST',
  ...callOf(requirementPlan, 'closeDetail', 'close'),
  summary: label('关闭需求计划明细', 'Close lines of a requirement plan'),
  input: {
    ...plan,
    detailIds: json('明细', 'Lines', { optional: true }),
    reason: text('关闭原因', 'Reason', { optional: true, max: 500 }),
  },
  answer: shape.done,
});

/** The same lines as a plan by hand, all dates shifted alike where `startDate` says so. */
export const copyPlan = contract({
  method: 'POST',
  ...callOf(requirementPlan, 'copyAndSaveInvRequirePlan', 'add'),
  summary: label('复制需求计划', 'Copy a requirement plan'),
  input: { ...plan, startDate: day('需求开始', 'From', { optional: true }) },
  answer: shape.row(requirementPlan),
});
