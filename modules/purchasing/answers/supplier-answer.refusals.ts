import { label } from '../../../kernel/core/label.ts';
import { declareRefusals } from '../../../kernel/core/refusal.ts';

/** Every sentence a supplier's answer is refused with. */
declareRefusals({
  'supplier-answer.too-much': label(
    '第 {line} 行 {material}：承诺数量不能大于订购数量，承诺 {qty} {unit}，订购 {ordered} {unit}',
    'Line {line}, {material}: {qty} {unit} cannot be promised where {ordered} {unit} are ordered',
  ),
  'supplier-answer.below-shipped': label(
    '第 {line} 行 {material}：已发货 {shipped} {unit}，承诺数量 {qty} 不能更少',
    'Line {line}, {material}: {shipped} {unit} are on their way already, so {qty} is too little to promise',
  ),
  'supplier-answer.past-day': label(
    '第 {line} 行 {material}：承诺日期 {date} 已过，请选 {today} 或之后',
    'Line {line}, {material}: {date} is past; choose {today} or later',
  ),
  'supplier-answer.no-reason': label('拒绝须填写原因', 'Say why you decline'),
  'supplier-answer.shipped-already': label(
    '已有发货，不能拒绝整张订单；剩余的请按实际数量确认',
    'Goods are on their way, so the order cannot be declined; confirm what you will bring',
  ),
  'supplier-answer.other-line': label(
    '第 {line} 行不属于这张订单，请刷新后重试',
    'Line {line} is not of this order; refresh and try again',
  ),
  'supplier-answer.not-open': label(
    '订单 {billCode} {state}，不能再确认或发货；有疑问请联系采购员',
    'Order {billCode} is {state}: nothing more can be answered or sent; ask the buyer',
  ),
  'supplier-answer.supplier-frozen': label(
    '供应商【{supplier}】已冻结，不能确认或发货，请联系采购员',
    '{supplier} is frozen: nothing can be answered or sent; ask the buyer',
  ),
  'supplier-answer.nothing-shipped': label('请至少填写一行发货数量', 'Enter at least one quantity that is sent'),
  'supplier-answer.over-shipped': label(
    '第 {line} 行 {material}：累计发货{sum} {unit}超过上限{limit} {unit}',
    'Line {line}, {material}: {sum} {unit} in all are more than the {limit} {unit} that may come',
  ),
  'supplier-answer.made-later': label(
    '第 {line} 行 {material}：生产日期 {date} 在今天之后',
    'Line {line}, {material}: it cannot have been made on {date}, after today',
  ),
  'supplier-answer.ends-before': label(
    '第 {line} 行 {material}：到期日 {ends} 早于生产日期 {made}',
    'Line {line}, {material}: it cannot expire on {ends} before it was made on {made}',
  ),
  'supplier-answer.note-twice': label(
    '送货单号 {noteNo} 已登记过，请换一个',
    'The delivery note {noteNo} was entered already; use another number',
  ),
  'supplier-answer.link-expired': label(
    '链接已过期，请联系采购员重新发送',
    'This link is over; ask the buyer for a new one',
  ),
  'supplier-answer.link-revoked': label(
    '链接已失效：订单有新的链接，或已作废。请用最新的链接，或联系采购员',
    'This link no longer holds: there is a newer one, or the order is void. Use the newest, or ask the buyer',
  ),
  'supplier-answer.unknown-file': label(
    '有文件不是在此上传的，请重新上传',
    'One of the files was not sent here; send it again',
  ),
  'supplier-answer.too-many-files': label(
    '这张订单已上传 {max} 个文件，不能再传',
    'Already {max} files were sent for this order; that is the most',
  ),
  'supplier-answer.order-not-approved': label(
    '订单 {billCode} {state}，审批后才能发送链接',
    'Order {billCode} is {state}; its link is sent once it is approved',
  ),
});
