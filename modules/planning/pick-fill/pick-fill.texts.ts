import { label } from '../../../kernel/core/label.ts';

/** What the page of picks from the plan says. */
export const pickFillTexts = {
  title: label('按计划领料', 'Pick from plan'),
  restaurant: label('餐厅', 'Restaurant'),
  what: label(
    '已批准的计划还要领什么：份数 × 净用量 ÷ 出成率，减去档口已有和已要未到。',
    'What approved plans still need: portions × net ÷ yield, less what lies at the stall and what is on its way.',
  ),
  picks: label('要领的料', 'To pick'),
  make: label('生成 {count} 张领料单', 'Make {count} pick {count:bill|bills}'),
  made: label('已生成 {count} 张领料单草稿', '{count} pick {count:bill|bills} made as drafts'),
  none: label('这一天没有还要做的餐次', 'No meal is still to be made on this day'),
  'no-restaurant': label('没有可看的餐厅', 'There is no restaurant to look at'),
  'no-store': label('没有供货仓库', 'No warehouse serves it'),
  from: label('{store} 发料，{time} 前', 'From {store}, by {time}'),
  material: label('物料', 'Material'),
  need: label('需用', 'Needs'),
  hand: label('档口已有', 'At stall'),
  coming: label('已要未到', 'On its way'),
  ask: label('要领', 'To pick'),
  lots: label('{qty} 用到 {until}（{batch}）', '{qty} use by {until} ({batch})'),
  'lots.open': label('{qty}（{batch}）', '{qty} ({batch})'),
  lacking: label('仓库缺 {qty} {unit}', 'The store lacks {qty} {unit}'),
  'off-shelf': label('不在商品体系内，不生成', 'On no shelf of the stall; not asked for'),
  enough: label('够了', 'Enough'),
  use: label('{dish} {portions} × {net} ÷ {yield}% = {qty}', '{dish} {portions} × {net} ÷ {yield}% = {qty}'),
} as const;
