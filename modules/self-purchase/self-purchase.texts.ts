import { label } from '../../kernel/core/label.ts';

/** What the pages of self-purchases say. */
export const selfPurchaseTexts = {
  'next.receive': label('下一步：到货后在自采入库收货', 'Next: receive the goods at the door'),
  'next.complete': label('下一步：在自采入库收完并完成', 'Next: receive the rest at the door and complete it'),
  'no-proof': label(
    '完成收货前还要上传凭证照片',
    'A photo of the slip is still missing; it is asked for before the order is complete',
  ),
  order: label('本单 {amount} / 限额 {limit}', 'This order {amount} of {limit}'),
  left: label('还可买 {left}', '{left} left'),
  over: label('超出 {over}', '{over} too much'),
  month: label('本月 {used} / {limit}', 'This month {used} of {limit}'),
  reference: label('参考 {price}', 'Reference {price}'),
  'no-reference': label('没有参考价', 'No reference price'),
  say: label('高于参考价 {percent}%，请填写原因', 'More than {percent}% above the reference: say why'),
  line: label('第 {line} 行', 'Line {line}'),
  add: label('再加一种', 'Add another'),
  drop: label('删除', 'Remove'),
} as const;
