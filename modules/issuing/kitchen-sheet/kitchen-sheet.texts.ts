import { label } from '../../../kernel/core/label.ts';

/** What the kitchen sheet says. */
export const kitchenSheetTexts = {
  title: label('厨房单', 'Kitchen sheet'),
  what: label('按时点和灶位：哪道菜称多少', 'By clock and station: what to weigh for which pot'),
  print: label('打印厨房单', 'Print kitchen sheet'),
  'no-station': label('未定灶位', 'No station'),
  portions: label('{dish} × {portions} 份', '{dish} × {portions}'),
  reckoning: label('{portions} × {net} ÷ {yield}%', '{portions} × {net} ÷ {yield}%'),
} as const;
