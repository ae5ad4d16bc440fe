import { resource } from '../../../kernel/core/declaration.ts';
import { choice, day, dictionary, integer, moment, ref } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';

/** 档口日结: a day of a stall that is over. What was served of it has left stock, and nothing more is entered for it. */
export const kitchenDay = resource('kitchenDay', {
  label: label('档口日结', 'Closed day of a stall'),
  service: 'gear-operation',
  segment: 'kitchenday',
  permission: 'gearproduce',
  title: 'bizDate',
  scope: 'gearOperationDeptId',
  fields: {
    gearOperationDeptId: ref('档口', 'Stall', 'dept', { readonly: true }),
    bizDate: day('日期', 'Date', { readonly: true }),
    closeUserId: ref('日结人', 'Closed by', 'user', { readonly: true, optional: true }),
    closeTime: moment('日结时间', 'Closed at', { readonly: true }),
    servedBills: integer('出餐锅数', 'Pots served', { readonly: true, default: 0 }),
  },
  unique: [['gearOperationDeptId', 'bizDate']],
  calls: [],
});

const prepTimings = [
  ['day-before', '前一天', 'The day before'],
  ['morning', '当天早上', 'In the morning'],
  ['before-service', '餐前', 'Before service'],
  ['lead', '提前准备', 'By its lead time'],
] as const;
export type PrepTiming = (typeof prepTimings)[number][0];

/** 备料勾选: what of a meal is prepared, as it was ticked. */
export const prepTick = resource('prepTick', {
  label: label('备料勾选', 'Prepared'),
  service: 'gear-operation',
  segment: 'preptick',
  permission: 'gearproduce',
  title: 'mealDate',
  scope: 'gearOperationDeptId',
  fields: {
    gearOperationDeptId: ref('档口', 'Stall', 'dept', { readonly: true }),
    mealDate: day('用餐日期', 'Day of the meal', { readonly: true }),
    mealType: dictionary('餐次', 'Meal', 'mealType', { readonly: true }),
    dishId: ref('菜品', 'Dish', 'dish', { readonly: true }),
    timing: choice('时点', 'When', prepTimings, { readonly: true }),
    tickUserId: ref('备料人', 'Prepared by', 'user', { readonly: true, optional: true }),
    tickTime: moment('备料时间', 'Prepared at', { readonly: true }),
  },
  unique: [['gearOperationDeptId', 'mealDate', 'mealType', 'dishId', 'timing']],
  calls: [],
});
