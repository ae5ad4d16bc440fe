import { label } from '../../kernel/core/label.ts';

/** What the pages of transfers say. */
export const transfersTexts = {
  'next.pick': label('下一步：调出仓拣货发出', 'Next: the sending warehouse picks and ships'),
  'next.sign': label('在途，等 {place} 签收', 'On its way: {place} signs for it'),
  first: label('先到期先出', 'First to expire'),
  short: label('不足', 'Too little'),
} as const;
