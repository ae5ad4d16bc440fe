import { label } from '../../../kernel/core/label.ts';

/** What the page of lots that end soon says. */
export const usePlanTexts = {
  title: label('临期用料方案', 'Use plan'),
  what: label(
    '7 天内到期的批次：已排餐次能用掉多少，剩下的去哪里、加哪道菜。',
    'Lots that end within 7 days: what the planned meals use, where the rest is needed, and which dishes would use it.',
  ),
  none: label('没有 7 天内到期的批次', 'No lot ends within 7 days'),
  'all-used': label('按计划能用完', 'Used up by plan'),
  cleared: label('按方案能用完', 'Cleared by this plan'),
  rest: label('还剩 {qty} {unit} 用不完', '{qty} {unit} are left over'),
  until: label('用到 {day}', 'use by {day}'),
  lot: label('{qty} {unit} · {store} · {batch}', '{qty} {unit} · {store} · {batch}'),
  used: label('餐次用 {qty} {unit}，余 {left} {unit}', 'Meals use {qty} {unit}, {left} {unit} are left'),
  transfer: label('调给 {store} {qty} {unit}（{day} 缺）', 'Transfer {qty} {unit} to {store} (short on {day})'),
  'transfer.do': label('去调拨', 'Transfer'),
  dish: label(
    '{day} {meal} {stall}「{dish}」加 {portions} 份，用 {qty} {unit}',
    '{dish}, {stall}, {meal} {day}: {portions} more portions take {qty} {unit}',
  ),
  price: label('售价 {price}，可低至 {lowest}', 'Price {price}, down to {lowest}'),
  stock: label('看批次', 'See the lot'),
} as const;
