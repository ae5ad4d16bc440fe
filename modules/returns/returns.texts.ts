import { label } from '../../kernel/core/label.ts';

/** What the pages of returns say. */
export const returnsTexts = {
  'next.ship': label('下一步：仓库出库', 'Next: the warehouse ships the goods'),
  'next.stallShips': label('下一步：{place} 出库', 'Next: {place} ships the goods'),
  'next.sign': label('在途，等 {place} 签收', 'On its way: {place} signs for it'),
  'call.progress': label('召回进度', 'Progress by site'),
  'call.site': label('站点', 'Site'),
  'call.asked': label('来货', 'Had'),
  'call.eaten': label('已用', 'Used'),
  'call.lying': label('未退', 'Still there'),
  'call.onWay': label('在途', 'On its way there'),
  'call.shipped': label('已出库', 'Shipped'),
  'call.received': label('工厂已收', 'Received'),
  'call.minutes': label('用时', 'Took'),
  'call.waiting': label('等站点出库', 'Waits for the site'),
  'call.took': label('{count} 分钟', '{count} min'),
  'call.sum': label('{done} / {all} 个站点已出库', '{done} of {all} sites shipped'),
  shipped: label('已出库', 'Shipped'),
  moves: label('查看库存流水', 'See the moves'),
  back: label('退给供应商', 'Return to supplier'),
  'back.not': label(
    '所选批次不是同一供应商的现存货：请按供应商分别退货，没有供应商的批次用其他出库',
    'These lots are not in stock from one supplier: return those of each supplier by themselves; what came from none leaves by another issue',
  ),
} as const;
