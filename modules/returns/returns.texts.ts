import { label } from '../../kernel/core/label.ts';

/** What the pages of returns say. */
export const returnsTexts = {
  'next.ship': label('下一步：仓库出库', 'Next: the warehouse ships the goods'),
  shipped: label('已出库', 'Shipped'),
  moves: label('查看库存流水', 'See the moves'),
  back: label('退给供应商', 'Return to supplier'),
  of: label('来源 {code}', 'For {code}'),
} as const;
