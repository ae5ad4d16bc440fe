/**
 * Calls on a sales plan beyond the ordinary ones: the whole week at once, its check, what it needs, and the menus it
 * is filled from.
 */
import { callOf, contract, optionalRows } from '../../../kernel/core/contract.ts';
import { permissionOf } from '../../../kernel/core/declaration.ts';
import { json, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { shape } from '../../../kernel/core/shape.ts';
import { salesPlan } from './sales-plan.document.ts';

const EDIT = ['add', 'edit'].map((button) => permissionOf(salesPlan, button));
const SEE = ['view', 'edit'].map((button) => permissionOf(salesPlan, button));

const gearSalesPlanId = text('营销计划', 'Sales plan', { optional: true });
/** A plan under either name of its id. */
const plan = { id: gearSalesPlanId, gearSalesPlanId };

/** A menu a plan was filled from, as it stands now. */
export const menuOfPlan = shape.object({
  id: shape.id,
  billCode: shape.text,
  name: shape.text,
  enabled: shape.flag,
  frozen: shape.flag,
  /** The version that came after it and is in use. */
  nextId: shape.nullable(shape.id),
  nextCode: shape.nullable(shape.text),
});

/** What a plan is answered with beside its lines. */
const inFull = {
  createUserName: shape.text,
  timeline: shape.list(shape.any),
  /** By day and meal. */
  totals: shape.list(
    shape.object({
      mealDate: shape.day,
      mealType: shape.text,
      dishes: shape.integer,
      portions: shape.quantity,
      incomeAmount: shape.nullable(shape.money),
    }),
  ),
  menus: shape.list(menuOfPlan),
};
export const planInFull = shape.row(salesPlan, inFull);

const save = (name: string) => ({
  method: 'POST' as const,
  ...callOf(salesPlan, name, 'edit'),
  permission: EDIT,
  summary: label('保存营销计划（整周）', 'Save a sales plan, the whole week'),
  input: {
    /** Read and checked with the record. */
    id: json('营销计划', 'Sales plan', { optional: true }),
    isApply: text('保存并送审', 'Send for approval as well', { optional: true }),
  },
  answer: planInFull,
});

/** The body is the plan with its lines; `isApply` 1 sends it for approval as well. */
export const savePlan = contract(save('saveOrUpdate'));
export const submitPlan = contract(save('submit'));

export const planDetail = contract({
  method: 'GET',
  ...callOf(salesPlan, 'getDetail', 'view'),
  permission: SEE,
  summary: label('营销计划详情', 'One sales plan'),
  input: plan,
  answer: planInFull,
});

/**
 * What speaks against a plan: one that is saved, by its id; what is sent beside it, or without an id, stands in place
 * of what is saved.
 */
export const checkPlan = contract({
  method: 'POST',
  ...callOf(salesPlan, 'verifyMarketingPlan', 'view'),
  permission: [permissionOf(salesPlan, 'view'), ...EDIT],
  summary: label('检查营销计划', 'Check a sales plan, saved or not'),
  input: {
    ...plan,
    gearOperationDeptId: text('档口', 'Stall', { optional: true }),
    startDate: text('开始', 'From', { optional: true }),
    endDate: text('结束', 'To', { optional: true }),
    details: optionalRows('菜品', 'Dishes', {
      mealDate: text('日期', 'Day', { optional: true }),
      mealType: text('餐次', 'Meal', { optional: true }),
      dishId: text('菜品', 'Dish', { optional: true }),
    }),
  },
  answer: shape.object({
    pass: shape.boolean,
    errors: shape.integer,
    warnings: shape.integer,
    items: shape.list(
      shape.object({
        level: shape.text,
        code: shape.text,
        /** Counted from 1; null where the plan as a whole is meant. */
        line: shape.nullable(shape.integer),
        field: shape.text,
        date: shape.day,
        mealType: shape.text,
        dishId: shape.text,
        msg: shape.text,
      }),
    ),
  }),
});

/** Each dish of a plan once, with the materials it takes by the BOMs of its days. */
export const planNeeds = contract({
  method: 'GET',
  ...callOf(salesPlan, 'viewDish', 'view'),
  permission: SEE,
  summary: label('营销计划的菜品与用料', 'Dishes of a sales plan and what they need'),
  input: { gearSalesPlanId },
  answer: shape.list(
    shape.object({
      dishId: shape.id,
      dishName: shape.text,
      dishCode: shape.text,
      days: shape.list(shape.day),
      portions: shape.quantity,
      incomeAmount: shape.money,
      /** For who may see what dishes cost, as the amounts below; null where it is not known. */
      cost: shape.optional(shape.nullable(shape.money)),
      /** In base unit. */
      materials: shape.list(
        shape.object({
          materialId: shape.id,
          materialName: shape.text,
          qty: shape.quantity,
          unitId: shape.text,
          unitName: shape.text,
          amount: shape.optional(shape.nullable(shape.money)),
        }),
      ),
      /** Why the materials are not known. */
      problem: shape.text,
    }),
  ),
});

/** Figures of a plan; `money` for who may see what dishes cost. */
const figures = shape.object({
  id: shape.id,
  billCode: shape.text,
  startDate: shape.day,
  /** Days something is planned for. */
  days: shape.integer,
  portions: shape.quantity,
  income: shape.money,
  money: shape.optional(
    shape.object({
      /** Of the dishes whose cost is known, as percentage and margin. */
      cost: shape.money,
      /** Percent points, of income without tax. */
      foodCostPct: shape.nullable(shape.percent),
      margin: shape.money,
      targetFoodCost: shape.nullable(shape.percent),
      /** Dishes whose cost is not known. */
      unknown: shape.list(shape.text),
    }),
  ),
});

/** What a plan brings and costs, beside the same stall's plan of the week before. */
export const moneyOfPlan = contract({
  method: 'GET',
  ...callOf(salesPlan, 'money', 'view'),
  permission: SEE,
  summary: label('营销计划的收入与成本', 'What a sales plan brings and costs'),
  input: plan,
  answer: shape.object({ now: figures, before: shape.nullable(figures) }),
});

/**
 * A new draft with the same meals, dishes and portions from `startDate` on, for the same stall where no other is
 * named.
 */
export const copyWeek = contract({
  method: 'POST',
  ...callOf(salesPlan, 'copyWeek', 'add'),
  summary: label('复制到另一周', 'Copy a week to another'),
  input: {
    ...plan,
    startDate: text('开始', 'From', { optional: true }),
    gearOperationDeptId: text('档口', 'Stall', { optional: true }),
  },
  answer: shape.row(salesPlan, {
    ...inFull,
    /** Dishes that were frozen since and stay out. */
    skipped: shape.list(
      shape.object({ dishId: shape.id, dishName: shape.text, mealDate: shape.day, mealType: shape.text }),
    ),
  }),
});

/** Menus in use that reach the stall on days of the plan, its own first, each with what it puts on them. */
export const menusForPlan = contract({
  method: 'GET',
  ...callOf(salesPlan, 'menus', 'edit'),
  permission: EDIT,
  summary: label(
    '档口启用的菜谱及其在计划日期的菜品',
    'Menus in use for a stall, and their dishes on the days of a plan',
  ),
  input: {
    gearOperationDeptId: text('档口', 'Stall', { optional: true }),
    startDate: text('开始', 'From', { optional: true }),
    endDate: text('结束', 'To', { optional: true }),
  },
  answer: shape.list(
    shape.object({
      id: shape.id,
      billCode: shape.text,
      name: shape.text,
      /** 1 of the stall itself, 0 of its restaurant. */
      own: shape.flag,
      /** Dishes of these days that are frozen and stay out, each once. */
      left: shape.list(shape.text),
      lines: shape.list(
        shape.object({
          menuTemplateId: shape.id,
          mealDate: shape.day,
          mealType: shape.text,
          dishId: shape.id,
          dishName: shape.text,
          dishCode: shape.text,
          portionGroup: shape.text,
          /** Null where the menu leaves them to the planner. */
          portions: shape.nullable(shape.integer),
          price: shape.nullable(shape.price),
        }),
      ),
    }),
  ),
});
