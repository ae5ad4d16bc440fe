/** Calls on a requirement plan beyond the ordinary ones. */
import { callOf, contract } from '../../kernel/core/contract.ts';
import { choice, day, flag, json, ref, refs, text } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { shape } from '../../kernel/core/shape.ts';
import { requirementPlan } from './requirement-plan.document.ts';

const plan = { id: ref('需求计划', 'Plan', 'requirementPlan') };

/** What a plan is to cover. Of a plan that exists, what it was generated from stands in place of what is left out. */
export const generateInput = {
  id: ref('需求计划', 'Plan', 'requirementPlan', {
    optional: true,
    hint: { zh: '填写则重新生成该草稿', en: 'Given: that draft is reckoned again' },
  }),
  planName: text('计划名称', 'Name', { optional: true, max: 60 }),
  planType: choice(
    '计划类型',
    'Kind',
    [
      ['meal', '餐次需求', 'Meals'],
      ['safety', '安全库存', 'Safety stock'],
    ],
    { default: 'meal' },
  ),
  bladeProjectDeptIds: refs('项目部', 'Sites', 'dept', { optional: true }),
  projectDeptSysIds: refs('项目部体系', 'Site profiles', 'projectDeptSystem', { optional: true }),
  warehouseIds: refs('仓库', 'Warehouses', 'warehouse', { optional: true }),
  startDate: day('需求开始', 'From'),
  endDate: day('需求结束', 'To'),
  /** A list, or parted by commas; none: all. */
  mealTypes: json('餐次', 'Meals', { optional: true }),
  salesPlanIds: refs('营销计划', 'Sales plans', 'salesPlan', {
    optional: true,
    hint: { zh: '填写营销计划或特殊餐则只计划这些', en: 'Sales plans or special meals named: only these are planned' },
  }),
  specialMealIds: refs('特殊餐', 'Special meals', 'specialMeal', { optional: true }),
  includeSafety: flag('补足安全库存', 'Fill safety stock', { default: 1 }),
  netFlag: flag('扣减库存与在订', 'Less stock and orders', { default: 1 }),
  withLines: flag('返回明细', 'Answer the lines', {
    default: 1,
    hint: {
      zh: '填 0 则只返回计划头，明细另行读取',
      en: 'With 0 only the header is answered, the lines are read elsewhere',
    },
  }),
};

/** A new plan, or a draft generated again; its lines are left out of the answer where `withLines` is 0. */
export const generatePlan = contract({
  method: 'POST',
  ...callOf(requirementPlan, 'generatePlan', 'generate'),
  summary: label('生成需求计划', 'Generate a requirement plan'),
  input: {
    ...generateInput,
    startDate: day('需求开始', 'From', { optional: true }),
    endDate: day('需求结束', 'To', { optional: true }),
  },
  answer: shape.row(requirementPlan, {
    /** Decisions of people that no longer fit: the proposal under them changed. */
    outdated: shape.list(shape.object({ warehouseId: shape.id, materialId: shape.id, needDate: shape.day })),
  }),
});

/**
 * Saves what was decided about some lines over what is stored, then freezes all of them. `details` names lines by
 * their id.
 */
export const confirmPlan = contract({
  method: 'POST',
  ...callOf(requirementPlan, 'confirmPlan', 'confirm'),
  summary: label('确认需求计划', 'Confirm a requirement plan'),
  input: {
    ...plan,
    details: json('明细', 'Lines', { optional: true }),
    accept: flag('仍按原数', 'As it is', {
      optional: true,
      hint: { zh: '1：营销计划已变化也确认', en: '1: confirm although meals changed' },
    }),
  },
  answer: shape.done,
});

/** [own] What changed under a plan since it was reckoned, and until when something of it must be ordered. */
export const planState = contract({
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

/**
 * [own] By warehouse, material and day what is needed instead, in base unit, what of it is ordered, and until when it
 * can be changed.
 */
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
