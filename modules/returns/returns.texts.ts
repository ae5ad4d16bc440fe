import { label } from '../../kernel/core/label.ts';

/** What the pages of returns say. */
export const returnsTexts = {
  'next.ship': label('下一步：仓库出库', 'Next: the warehouse ships the goods'),
  'next.stallShips': label('下一步：{place} 出库', 'Next: {place} ships the goods'),
  'next.sign': label('在途，等 {place} 签收', 'On its way: {place} signs for it'),
  shipped: label('已出库', 'Shipped'),
  moves: label('查看库存流水', 'See the moves'),
  back: label('退给供应商', 'Return to supplier'),
  'back.not': label(
    '所选批次不是同一供应商的现存货：请按供应商分别退货，没有供应商的批次用其他出库',
    'These lots are not in stock from one supplier: return those of each supplier by themselves; what came from none leaves by another issue',
  ),
} as const;
