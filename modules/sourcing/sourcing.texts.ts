import { label } from '../../kernel/core/label.ts';

/** What the trial of a source says. */
export const sourcingTexts = {
  try: label('货源试算', 'Try a source'),
  'try.lead': label(
    '选择地点、物料和日期，看哪条规则生效、从谁那里来、最晚何时下单。不保存任何内容。',
    'Choose a place, a material and a day: which rule decides, who delivers and until when to order. Nothing is saved.',
  ),
  'try.empty': label('选好地点和物料后显示结果', 'The answer appears here once place and material are chosen'),
  source: label('货源', 'Source'),
  rule: label('依据', 'Reason'),
  supplier: label('供应商', 'Supplier'),
  'supplier.none': label('没有供应商供应', 'Nobody offers it'),
  others: label('其他供应商', 'Other suppliers'),
  trail: label('未采用的规则', 'Rules passed over'),
  delivery: label('到货日期', 'Delivery'),
  before: label('最晚下单', 'Order before'),
  late: label('已截单', 'past'),
  close: label('关闭', 'Close'),
} as const;
