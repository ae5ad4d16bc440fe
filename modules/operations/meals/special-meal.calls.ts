/** Calls on a special meal beyond the ordinary ones: saving it whole, and what speaks against it while it is typed. */
import { callOf, contract, optionalRows } from '../../../kernel/core/contract.ts';
import { permissionOf } from '../../../kernel/core/declaration.ts';
import { text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { shape } from '../../../kernel/core/shape.ts';
import { specialMeal } from './special-meal.document.ts';

const id = text('特殊餐', 'Special meal', { optional: true });
const mealInFull = shape.row(specialMeal, { createUserName: shape.text, timeline: shape.list(shape.any) });
const rights = (...buttons: readonly string[]) => buttons.map((button) => permissionOf(specialMeal, button));

/** The body is the meal with its lines; `isApply` 1 sends it for approval as well. */
export const saveMeal = contract({
  method: 'POST',
  ...callOf(specialMeal, 'saveGearSpecialMeal', 'edit'),
  permission: rights('add', 'edit'),
  summary: label('保存特殊餐', 'Save a special meal'),
  input: { id, isApply: text('保存并送审', 'Send for approval as well', { optional: true }) },
  answer: mealInFull,
});

export const mealDetail = contract({
  method: 'GET',
  ...callOf(specialMeal, 'getSpecialMealDetails', 'view'),
  permission: rights('view', 'edit'),
  summary: label('特殊餐详情', 'One special meal'),
  input: { id },
  answer: mealInFull,
});

/** What the meal costs and brings: amounts of money with two places, null where something is unknown. */
export const mealMoney = shape.object({
  headCount: shape.integer,
  mealStandard: shape.money,
  serviceFee: shape.money,
  totalAmount: shape.money,
  income: shape.money,
  /** 1 where costs are with tax. */
  withTax: shape.flag,
  costAmount: shape.nullable(shape.money),
  costPerHead: shape.nullable(shape.money),
  /** Percent points. */
  foodCostPct: shape.nullable(shape.percent),
  targetFoodCost: shape.nullable(shape.percent),
  lines: shape.list(
    shape.object({
      name: shape.text,
      /** Empty for portions of a dish. */
      unitName: shape.text,
      /** Empty for goods. */
      dishId: shape.text,
      qty: shape.quantity,
      unitCost: shape.nullable(shape.price),
      cost: shape.nullable(shape.money),
    }),
  ),
});

/**
 * What speaks against a meal: one that is saved, by its id; what is sent beside it stands in place of what is saved,
 * also where it
 * was cleared. As it is typed everything may be unfinished. `money` is for whoever may see what dishes cost.
 */
export const checkMeal = contract({
  method: 'POST',
  ...callOf(specialMeal, 'verifyGearSpecialMeal', 'view'),
  permission: rights('view', 'add', 'edit'),
  summary: label('检查特殊餐', 'Check a special meal, saved or not'),
  input: {
    id,
    status: text('状态', 'State', { optional: true }),
    gearOperationDeptId: text('承办档口', 'Stall', { optional: true }),
    mealDate: text('用餐日期', 'Day', { optional: true }),
    mealType: text('餐次', 'Meal', { optional: true }),
    startTime: text('开餐时间', 'Begins', { optional: true }),
    headCount: text('人数', 'Guests', { optional: true }),
    mealStandard: text('餐标(元/人)', 'Price per head', { optional: true }),
    serviceFee: text('服务费', 'Service fee', { optional: true }),
    details: optionalRows('菜品与物料', 'Dishes and goods', {
      lineKind: text('类别', 'Kind', { optional: true }),
      dishId: text('菜品', 'Dish', { optional: true }),
      materialId: text('物料', 'Goods', { optional: true }),
      unitId: text('单位', 'Unit', { optional: true }),
      portions: text('份数或数量', 'Portions or quantity', { optional: true }),
      perHead: text('每人用量', 'Per head', { optional: true }),
    }),
  },
  answer: shape.object({
    pass: shape.boolean,
    errors: shape.integer,
    warnings: shape.integer,
    items: shape.list(
      shape.object({
        level: shape.oneOf('error', 'warning'),
        code: shape.text,
        /** Counted from 1; null where the meal as a whole is meant. */
        line: shape.nullable(shape.integer),
        field: shape.text,
        date: shape.day,
        mealType: shape.text,
        dishId: shape.text,
        msg: shape.text,
      }),
    ),
    money: shape.optional(mealMoney),
  }),
});
