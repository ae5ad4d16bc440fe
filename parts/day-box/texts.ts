import { label } from '../../kernel/core/label.ts';

/** What a box for days says. */
export const dayBoxTexts = {
  'day.unread': label(
    '“{text}”不是日期。可写 2026-11-28、11-28、1128、28、周三、明天 或 +2。',
    '“{text}” is not a date. Write 2026-11-28, 11-28, 1128, 28, wed, tomorrow or +2.',
  ),
  'moment.unread': label(
    '“{text}”不是时间。可写 2026-11-28 08:30、11-28 8:30 或 明天 8:30。',
    '“{text}” is not a time. Write 2026-11-28 08:30, 11-28 8:30 or tomorrow 8:30.',
  ),
  'day.hint': label('也可直接输入：11-28、28、周三、+2', 'Or type it: 11-28, 28, wed, +2'),
  'moment.hint': label('也可直接输入：11-28 8:30、明天 8:30', 'Or type it: 11-28 8:30, tomorrow 8:30'),
  'day.calendar': label('日历', 'Calendar'),
  'day.month': label('{year} 年 {month} 月', '{year}-{month}'),
  'day.month.before': label('上个月', 'Month before'),
  'day.month.after': label('下个月', 'Month after'),
  'day.today': label('今天', 'Today'),
  'day.tomorrow': label('明天', 'Tomorrow'),
  'day.clear': label('清空', 'Clear'),
} as const;
