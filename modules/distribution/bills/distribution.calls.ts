/** Calls on a distribution beyond the ordinary ones. */
import { callOf, chosenIds, contract } from '../../../kernel/core/contract.ts';
import { flag, moment, ref, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { shape } from '../../../kernel/core/shape.ts';
import { distribution } from './distribution.document.ts';

const window = {
  startTime: moment('开始时间', 'From', { hint: label('开餐时间在此范围内的餐次', 'Meals that begin in this window') }),
  endTime: moment('结束时间', 'Until'),
  gearOperationDeptId: ref('档口', 'Stall', 'dept', { optional: true }),
  planId: text('单据', 'Document', {
    optional: true,
    hint: label('营销计划或特殊餐；填写则只提取这一份', 'A sales plan or special meal: only that one'),
  }),
  useRestaurantDeptId: ref('餐厅', 'Restaurant', 'dept', {
    optional: true,
    hint: label('不填档口时提取整个餐厅', 'Without a stall the whole restaurant'),
  }),
  warehouseId: ref('收货仓库', 'Receiving warehouse', 'warehouse', {
    optional: true,
    hint: label('不填取档口的领料仓库', 'Left empty: where each stall draws from'),
  }),
  billId: ref('配送单', 'Distribution', 'distribution', {
    optional: true,
    hint: label('本单已占用的餐次一并提取', 'Meals this one holds are extracted as well'),
  }),
  netFlag: flag('扣减库存', 'Less stock', { default: 0 }),
};

/** A line as it can be given to `submitDetail`. */
const line = shape.object({
  sourceType: shape.oneOf('sales-plan', 'special-meal'),
  sourceId: shape.id,
  /** The first of the lines of the meal it is for, and all of them. */
  sourceLineId: shape.id,
  sourceLineIds: shape.list(shape.id),
  mealDate: shape.day,
  mealType: shape.text,
  needDate: shape.day,
  materialId: shape.id,
  materialCode: shape.text,
  materialName: shape.text,
  baseUnitId: shape.id,
  baseUnitName: shape.text,
  /** Base unit: what the meal needs, and what of it is to be asked for. */
  needQty: shape.quantity,
  netQty: shape.quantity,
  unitId: shape.id,
  unitName: shape.text,
  /** What is proposed, in that unit. */
  qty: shape.quantity,
  sourceKind: shape.oneOf('direct', 'warehouse', 'factory', 'self'),
  supplierId: shape.text,
  supplierName: shape.text,
});
const cards = shape.list(
  shape.object({
    planId: shape.id,
    billCode: shape.text,
    planName: shape.text,
    gearOperationDeptId: shape.id,
    gearOperationDeptName: shape.text,
    mealDate: shape.day,
    mealType: shape.text,
    headCount: shape.nullable(shape.integer),
    /** Number of the plan or distribution that holds it; empty where nobody does. */
    claimedBy: shape.text,
    dishes: shape.list(shape.object({ dishId: shape.text, dishName: shape.text, portions: shape.quantity })),
    lines: shape.list(line),
  }),
);

/** What approved sales plans of the window need, meal by meal; those that are held come with who holds them. */
export const extractSalePlan = contract({
  method: 'GET',
  ...callOf(distribution, 'extractSalePlan', 'view'),
  summary: label('提取营销计划', 'Goods of sales plans'),
  input: window,
  answer: cards,
});

/** The same of special meals. */
export const extractSpecialMeal = contract({
  method: 'GET',
  ...callOf(distribution, 'extractSpecialMeal', 'view'),
  summary: label('提取特殊餐', 'Goods of special meals'),
  input: window,
  answer: cards,
});

export const detailList = contract({
  method: 'GET',
  ...callOf(distribution, 'invDistributionDetailList', 'view'),
  summary: label('配送明细', 'Lines of a distribution'),
  input: { billId: ref('配送单', 'Distribution', 'distribution', { optional: true }) },
  answer: shape.list(shape.open({ id: shape.id, materialId: shape.id, needQty: shape.quantity, qty: shape.quantity })),
});

/** A line, or a list of lines: without `id` it is added. */
export const submitDetail = contract({
  method: 'POST',
  ...callOf(distribution, 'submitDetail', 'edit'),
  summary: label('保存配送明细', 'Save lines of a distribution'),
  input: { billId: text('配送单', 'Distribution', { optional: true, max: 20 }) },
  answer: shape.done,
});

export const removeDetail = contract({
  method: 'POST',
  ...callOf(distribution, 'removeDetail', 'edit'),
  summary: label('删除配送明细', 'Remove lines of a distribution'),
  input: chosenIds,
  answer: shape.done,
});

/** [own] Why a line needs what it needs, largest first. */
export const linePegs = contract({
  method: 'GET',
  ...callOf(distribution, 'pegging', 'view'),
  summary: label('需求追溯', 'What a line is for'),
  input: { detailId: text('明细', 'Line', { max: 20 }) },
  answer: shape.list(
    shape.object({
      sourceType: shape.oneOf('sales-plan', 'special-meal'),
      sourceId: shape.id,
      sourceCode: shape.text,
      link: shape.text,
      gearOperationDeptName: shape.text,
      mealDate: shape.day,
      mealType: shape.text,
      dishId: shape.text,
      dishName: shape.text,
      path: shape.list(shape.object({ dishId: shape.id, dishName: shape.text })),
      portions: shape.quantity,
      netPerPortion: shape.quantity,
      yieldRate: shape.percent,
      originMaterialId: shape.text,
      originMaterialName: shape.text,
      ratio: shape.factor,
      grossQty: shape.quantity,
    }),
  ),
});
