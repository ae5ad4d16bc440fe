import { label } from '../../kernel/core/label.ts';

/** What the pages of pick bills say. */
export const pickTexts = {
  available: label('可用', 'Available'),
  short: label('缺', 'Short'),
  'short.view': label('缺货', 'Short'),
  'short.ask': label(
    '{count} 行缺货，按现有数量批准 {bill}？',
    '{count} {count:line is|lines are} short. Approve {bill} with what there is?',
  ),
  'short.ask.many': label(
    '{bills} 张单共 {count} 行缺货，按现有数量批准？',
    '{bills} {bills:bill has|bills have} {count} short {count:line|lines}. Approve with what there is?',
  ),
  'short.none': label('{bill} 没有缺货，按申请数量批准？', 'Nothing of {bill} is short. Approve it in full?'),
  'short.informed': label('{who} 会收到通知', '{who} will be told'),
  'short.line': label('{qty} → {held} {unit}', '{qty} → {held} {unit}'),
  'short.by': label('缺 {qty} {unit}', '{qty} {unit} short'),
  'next.pick': label('下一步：仓管员拣货', 'Next: the storekeeper picks'),
  approve: label('缺货审批', 'Approve short'),
} as const;
