import { label } from '../../../kernel/core/label.ts';

/** What the pages of a shortage say. */
export const shortageTexts = {
  shares: label('各项目部分得', 'What each site gets'),
  preview: label('试算', 'As it would be'),
  'preview.first': label(
    '选择仓库、配送日期和物料后，这里显示每个项目部能分多少、为什么。',
    'Choose store, day and material: what each site would get, and why, appears here.',
  ),
  supply: label('可供', 'There is'),
  there: label('库存可用', 'In stock'),
  demand: label('需求', 'Asked for'),
  short: label('缺货', 'Short'),
  of: label('{got} / {asked} {unit}', '{got} of {asked} {unit}'),
  'short-by': label('缺 {qty} {unit}', '{qty} {unit} short'),
  whole: label('足量', 'All of it'),
  stop: label('第 {seq} 站', 'stop {seq}'),
  'by-hand': label(
    '手工分摊：先按规则保存，再改为手工并在明细里填写份额。',
    'By hand: save by a rule first, then choose by hand and enter the shares in the lines.',
  ),
  reasons: label('缺货说明', 'Why short'),
  'reasons.lead': label(
    '本项目部的货在缺货时分得多少、为什么。只显示自己的项目部。',
    'What your sites got where there was too little, and why. Other sites are not shown.',
  ),
  'reasons.none': label('这段时间没有缺货分摊', 'Nothing was shared out in this time'),
  period: label('配送日期', 'Delivery date'),
  week: label('近 7 天', 'Last 7 days'),
  month: label('近 30 天', 'Last 30 days'),
} as const;
