import { label } from '../../../kernel/core/label.ts';
import { declareRefusals } from '../../../kernel/core/refusal.ts';

/** Every sentence a change of an order is refused with. */
declareRefusals({
  'order-change.not-open': label(
    '订单 {billCode} {state}，只有已审批、还没收完的订单能变更；草稿请直接修改，已完成的请用退货或补差',
    'Order {billCode} is {state}: only an approved order of which something is still to come is changed; edit a draft itself, use a return or a price correction once it is done',
  ),
  'order-change.another-open': label(
    '订单 {billCode} 已有未完成的变更 {other}，请先审批或删除它',
    'Change {other} of order {billCode} is not decided yet: have it approved, or remove it',
  ),
  'order-change.nothing': label('没有任何变更，请至少改一行', 'Nothing changes; change at least one line'),
  'order-change.other-line': label(
    '第 {line} 行不属于该订单，请刷新后重试',
    'Line {line} is not of this order; refresh and try again',
  ),
  'order-change.line-twice': label(
    '第 {line} 行与前面重复，同一订单行只能变更一次',
    'Line {line} stands twice; an order line is changed once',
  ),
  'order-change.value-missing': label(
    '第 {line} 行 {material}：请填写{field}',
    'Line {line}, {material}: enter the {field}',
  ),
  'order-change.same': label(
    '第 {line} 行 {material}：{field}没有变化，请修改或去掉该行',
    'Line {line}, {material}: the {field} is what it was; change it or leave the line out',
  ),
  'order-change.below-came': label(
    '第 {line} 行 {material}：已发货或已收 {came} {unit}，不能减到 {qty} {unit}',
    'Line {line}, {material}: {came} {unit} were sent or received, so it cannot go down to {qty} {unit}',
  ),
  'order-change.on-the-way': label(
    '第 {line} 行 {material}：已发货未收的数量不能关闭，还有 {qty} {unit} 在途，请先收货',
    'Line {line}, {material}: {qty} {unit} are on their way and cannot be closed; receive them first',
  ),
  'order-change.nothing-open': label(
    '第 {line} 行 {material}：已收齐或已关闭，没有剩余可变更',
    'Line {line}, {material}: nothing of it is open any more',
  ),
  'order-change.day-past': label(
    '第 {line} 行 {material}：新交期 {date} 早于今天或订单日期，最早 {earliest}',
    'Line {line}, {material}: {date} is before today or the order date; {earliest} is the earliest',
  ),
  'order-change.received-price': label(
    '第 {line} 行 {material}：已收货 {received} {unit}，不能改单价；已收部分请用补差单',
    'Line {line}, {material}: {received} {unit} were received, so the price stays; use a price correction for what came',
  ),
  'order-change.release-to': label(
    '请选择释放方式：减少的数量退回重新分配，还是取消需求',
    'Say where what will not come goes: to be distributed again, or cancelled',
  ),
  'order-change.goods-missing': label(
    '第 {line} 行：新增物料请填写物料、单位和数量',
    'Line {line}: goods that are added need material, unit and quantity',
  ),
  'order-change.added-elsewhere': label(
    '第 {line} 行：只有数量变更能新增物料',
    'Line {line}: goods are added by a change of quantities only',
  ),
  'order-change.already-ordered': label(
    '第 {line} 行：订单已有 {material}（同一单位），请改那一行的数量',
    'Line {line}: the order has {material} in that unit already; change that line',
  ),
  'order-change.stale': label(
    '变更 {billCode} 第 {line} 行 {material}：订单已不是当时的数量、交期或单价，请驳回后重新填写',
    'Change {billCode}, line {line}, {material}: the order is no longer as it was then; reject it and enter it anew',
  ),
  'order-change.in-difference': label(
    '入库单 {billCode} 有差异待确认，请先处理差异再变更数量',
    'In-store {billCode} has differences to settle; settle them before quantities change',
  ),
});
