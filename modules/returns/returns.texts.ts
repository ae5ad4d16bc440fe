import { label } from '../../kernel/core/label.ts';

/** What the pages of returns say. */
export const returnsTexts = {
  'next.ship': label('下一步：仓库出库', 'Next: the warehouse ships the goods'),
  'next.sign': label('在途，等 {place} 签收', 'On its way: {place} signs for it'),
  shipped: label('已出库', 'Shipped'),
  moves: label('查看库存流水', 'See the moves'),
  back: label('退给供应商', 'Return to supplier'),
} as const;
