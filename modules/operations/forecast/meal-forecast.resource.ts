import { resource, TODAY } from '../../../kernel/core/declaration.ts';
import {
  choice,
  day,
  dictionary,
  integer,
  json,
  moment,
  percent,
  quantity,
  ref,
  text,
} from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { OFFER } from '../../admin/people/dept.resource.ts';

const READ = { readonly: true } as const;
const figure = (zh: string, en: string, hint?: ReturnType<typeof label>) =>
  quantity(zh, en, {
    ...READ,
    computed: true,
    optional: true,
    places: 0,
    list: true,
    ...(hint === undefined ? {} : { hint }),
  });

/**
 * 用餐预测: guests and portions to expect of a meal, made each evening and kept as they were before the meal, beside
 * what people planned and what came.
 */
export const mealForecast = resource('mealForecast', {
  label: label('用餐预测', 'Forecast'),
  service: 'gear-operation',
  segment: 'mealforecast',
  path: '/gear/mealforecast',
  purpose: label(
    '每晚按就餐登记预测后 14 天每餐人次与菜品份数。先导入至少两周的就餐登记。',
    'Each evening the next 14 days are forecast from served counts. Import at least two weeks of them first.',
  ),
  fields: {
    gearOperationDeptId: ref('档口', 'Stall', 'dept', { ...READ, offer: OFFER.stalls, list: true, search: true }),
    mealDate: day('日期', 'Day', { ...READ, list: true, search: true }),
    mealType: dictionary('餐次', 'Meal', 'mealType', { ...READ, list: true, search: true }),
    basis: choice(
      '预测的是',
      'Forecast of',
      [
        ['guests', '人次', 'Guests'],
        ['portions', '总份数', 'Portions in all'],
      ],
      { ...READ, list: true },
    ),
    portions: quantity('预测', 'Forecast', { ...READ, places: 0, list: true }),
    lowPortions: quantity('低', 'Low', { ...READ, places: 0 }),
    highPortions: quantity('高', 'High', {
      ...READ,
      places: 0,
      hint: label('五天里有四天落在低与高之间', 'Four of five days lie between low and high'),
    }),
    plannedPortions: figure('计划', 'Planned', label('营销计划里人填的', 'What people put into the sales plan')),
    servedPortions: figure('实到', 'Served'),
    lastWeekPortions: figure(
      '上周同日',
      'Last week',
      label('上周同一天实到', 'What the same weekday of last week had'),
    ),
    forecastError: percent('预测误差(%)', 'Error of the forecast (%)', {
      ...READ,
      computed: true,
      optional: true,
      list: true,
    }),
    plannedError: percent('计划误差(%)', 'Error of the plan (%)', {
      ...READ,
      computed: true,
      optional: true,
      list: true,
    }),
    reasons: json('依据', 'Reasons', { ...READ }),
    dishes: json('菜品', 'Dishes', { ...READ }),
    basisDays: integer('依据天数', 'Days it rests on', { ...READ }),
    method: text('方法', 'Method', { ...READ, max: 60 }),
    madeTime: moment('预测时间', 'Made at', { ...READ, list: true }),
  },
  title: 'mealDate',
  sort: 'mealDate,mealType',
  tabs: [
    { key: 'coming', label: label('未来', 'To come'), where: { mealDate_datege: TODAY } },
    { key: 'past', label: label('已过', 'Past'), where: { mealDate_datelt: TODAY }, sort: '-mealDate,mealType' },
  ],
  unique: [['gearOperationDeptId', 'mealDate', 'mealType']],
  scope: 'gearOperationDeptId',
  calls: ['list', 'page', 'detail', 'exportExcel'],
});
