import { label } from '../../../kernel/core/label.ts';

/** Words of the screen of standing orders. */
export const standingTexts = {
  learn: label('从过去8周学习', 'Learn from 8 weeks'),
  'learn.lead': label(
    '按过去8个相同星期的订货取中位数，至少4次才算。生成的常备单是冻结的，核对后解冻才会起草请购单。',
    'Takes the median of the last eight same weekdays, where at least four had an order. The standing order stays frozen until you have looked at it.',
  ),
  'learn.go': label('学习', 'Learn'),
  'learn.done': label(
    '{name}：{lines} 行，核对后解冻',
    '{name}: {lines} {lines:line|lines}; look at it, then unfreeze it',
  ),
  close: label('关闭', 'Close'),
} as const;
