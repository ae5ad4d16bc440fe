import { resource } from '../../../kernel/core/declaration.ts';
import { choice, day, dictionary, quantity, ref, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { OFFER } from '../../admin/people/dept.resource.ts';

/** 就餐登记: how many guests a meal had, or portions of a dish it served, counted by hand or taken from a till's sheet. */
export const servedCount = resource('servedCount', {
  label: label('就餐登记', 'Served count'),
  service: 'gear-operation',
  segment: 'servedcount',
  path: '/gear/servedcount',
  purpose: label(
    '每餐到了多少人，每道菜售出多少份。导入收银表或手工登记，预测以此为据。',
    'How many guests each meal had, and portions of each dish. Import the till’s sheet or enter it; forecasts go by it.',
  ),
  fields: {
    gearOperationDeptId: ref('档口', 'Stall', 'dept', { offer: OFFER.stalls, list: true, search: true }),
    mealDate: day('日期', 'Day', { list: true, search: true }),
    mealType: dictionary('餐次', 'Meal', 'mealType', { list: true, search: true }),
    dishId: ref('菜品', 'Dish', 'dish', {
      optional: true,
      list: true,
      search: true,
      hint: label('不填为整餐人次', 'Leave empty for the guests of the whole meal'),
    }),
    portions: quantity('人次/份数', 'Guests or portions', {
      min: 0,
      max: 1_000_000,
      places: 0,
      list: true,
      total: true,
    }),
    origin: choice(
      '来源',
      'From',
      [
        ['counted', '清点', 'Counted'],
        ['till', '收银', 'Till'],
      ],
      { default: 'counted', list: true },
    ),
    remark: text('备注', 'Remark', { optional: true, max: 200 }),
  },
  title: 'mealDate',
  sort: '-mealDate,mealType',
  excelKey: ['gearOperationDeptId', 'mealDate', 'mealType', 'dishId'],
  constraints: {
    meal_uq: 'unique nulls not distinct (tenant_id, gear_operation_dept_id, meal_date, meal_type, dish_id)',
  },
  scope: 'gearOperationDeptId',
  calls: ['list', 'page', 'detail', 'submit', 'remove', 'exportExcel', 'downloadExcelTemplate', 'importExcelTemplate'],
});
