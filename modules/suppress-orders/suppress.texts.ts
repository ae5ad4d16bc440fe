import { label } from '../../kernel/core/label.ts';

/** What the pages of suppress orders say. */
export const suppressTexts = {
  grid: label('站点与物料', 'Sites and materials'),
  matrix: label('按站点和物料填写', 'By site and material'),
  site: label('站点', 'Site'),
  material: label('物料', 'Material'),
  amount: label('结算金额', 'Settlement'),
  stock: label('结存 {stock} · 日均 {use}', '{stock} there · {use} a day'),
  days: label('够 {days} 天', '{days} days'),
  idle: label('28 天未用', 'Not used in 28 days'),
  out: label('已移出：{reason}', 'Taken out: {reason}'),
  sum: label('{sites} 个站点', '{sites} sites'),
  transit: label('在途：{done} / {all} 个站点收完', 'On its way: {done} of {all} sites received'),
  held: label('下一步：发货', 'Next: ship the goods'),
  take: label('移出站点', 'Take a site out'),
  reason: label('原因', 'Reason'),
  confirm: label('移出', 'Take out'),
  cancel: label('取消', 'Cancel'),
  first: label('先到期先出', 'First to expire'),
} as const;
