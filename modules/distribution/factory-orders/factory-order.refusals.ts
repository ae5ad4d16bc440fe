import { label } from '../../../kernel/core/label.ts';
import { declareRefusals } from '../../../kernel/core/refusal.ts';

/** Every sentence factory orders refuse with. */
declareRefusals({
  'factory-orders.unsorted': label(
    '订单 {billCode} 还有 {count} 行未分拣，请先分拣或标缺',
    'Order {billCode} has {count} {count:line|lines} not sorted; sort {count:it|them} or say that {count:it is|they are} short',
  ),
  'factory-orders.nothing-there': label(
    '订单 {billCode} 没有可发的货：等到货或生产入库后再发，不再需要的请作废',
    'Nothing of order {billCode} is there to be shipped: wait until it comes or is made, or void the order',
  ),
  'factory-orders.short-handling': label(
    '订单 {billCode} 的 {material} 缺 {short} {unit}，请选择缺货处理：补送、退回重新分配，或取消需求',
    'Order {billCode} is short of {short} {unit} of {material}; say whether the rest is sent later, distributed again or cancelled',
  ),
  'factory-orders.weighed': label(
    '订单 {billCode} 的 {material} 按件称重，请先分拣称重再发货',
    '{material} of order {billCode} is weighed by the piece; sort and weigh it before it is shipped',
  ),
  'factory-orders.release-to': label(
    '请选择数量去向：退回重新分配，或取消需求',
    'Say where its quantity goes: to be distributed again, or cancelled',
  ),
  'factory-orders.partly-shipped': label(
    '订单 {billCode} 已发过货，不能作废；剩余不再发时请用“关闭剩余”',
    'Order {billCode} was shipped in part and cannot be void; close the rest where nothing more is to be sent',
  ),
  'factory-orders.nothing-shipped': label(
    '订单 {billCode} 还没发过货，没有剩余可关闭；不再需要请作废',
    'Nothing of order {billCode} was shipped, so there is no rest to close; void it where it is not needed',
  ),
});
