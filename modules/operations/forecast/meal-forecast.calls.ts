/** Forecasts beyond their list: made now, beside a plan that is typed, and how far they were from what came. */
import { callOf, contract } from '../../../kernel/core/contract.ts';
import { permissionOf } from '../../../kernel/core/declaration.ts';
import { day, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { shape } from '../../../kernel/core/shape.ts';
import { salesPlan } from '../sales-plan/sales-plan.document.ts';
import { mealForecast } from './meal-forecast.resource.ts';

const stall = text('档口', 'Stall', { max: 19 });
const from = day('开始', 'From', { optional: true });
const until = day('结束', 'To', { optional: true });

/** Makes the forecasts of a stall for the coming 14 days again, from what is counted by now. */
export const makeForecasts = contract({
  method: 'POST',
  ...callOf(mealForecast, 'make', 'make'),
  summary: label('重新预测', 'Forecast again'),
  input: { gearOperationDeptId: stall },
  answer: shape.object({
    /** Meals that were forecast; none where less than eight days are counted. */
    made: shape.integer,
  }),
});

const estimate = {
  /** Whole guests or portions. */
  quantity: shape.integer,
  low: shape.integer,
  high: shape.integer,
};

/** What is expected at a stall on days of a plan: by meal and, of dishes it has served, by dish. */
export const forecastsOfPlan = contract({
  method: 'GET',
  ...callOf(mealForecast, 'ofPlan', 'view'),
  permission: [permissionOf(mealForecast, 'view'), ...['view', 'edit'].map((each) => permissionOf(salesPlan, each))],
  summary: label('计划日期的预测', 'Forecasts for the days of a plan'),
  input: { gearOperationDeptId: stall, startDate: from, endDate: until },
  answer: shape.list(
    shape.object({
      id: shape.id,
      mealDate: shape.day,
      mealType: shape.text,
      /** guests or portions. */
      basis: shape.text,
      ...estimate,
      /** In the caller's language. */
      reasons: shape.list(shape.text),
      dishes: shape.list(shape.object({ dishId: shape.id, ...estimate, reasons: shape.list(shape.text) })),
    }),
  ),
});

/** Percent points, of all that came; null where nothing was forecast, planned or counted. */
const error = shape.nullable(shape.percent);

/** How far forecast, plan and last week repeated were from what came, by meal, of the days on which all are known. */
export const forecastScores = contract({
  method: 'GET',
  ...callOf(mealForecast, 'scores', 'view'),
  summary: label('预测准确度', 'How good forecasts were'),
  input: {
    gearOperationDeptId: text('档口', 'Stall', { optional: true, max: 19 }),
    startDate: from,
    endDate: until,
  },
  answer: shape.list(
    shape.object({
      mealType: shape.text,
      mealTypeName: shape.text,
      days: shape.integer,
      forecastError: error,
      plannedError: error,
      lastWeekError: error,
    }),
  ),
});
