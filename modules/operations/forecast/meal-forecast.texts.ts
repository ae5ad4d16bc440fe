import { label } from '../../../kernel/core/label.ts';

/** What the list of forecasts says. */
export const forecastTexts = {
  scores: label('近四周误差', 'Errors of the last four weeks'),
  'by.forecast': label('预测', 'forecast'),
  'by.plan': label('人填的计划', 'what people planned'),
  'by.last-week': label('照搬上周', 'last week repeated'),
  days: label('{days} 餐', '{days} {days:meal|meals}'),
  basis: label('依据', 'What it rests on'),
  range: label('{low}~{high}，五天里有四天落在其间', '{low} to {high}: four of five days lie between'),
  dishes: label('菜品份数', 'Portions by dish'),
} as const;
