import { declareRefusals } from '../../kernel/core/refusal.ts';

/** Every sentence this area refuses with. */
declareRefusals({
  'self-purchase.no-vendor': {
    zh: '请填写供应商或商户名称',
    en: 'Enter the supplier or the name of the vendor',
  },
  'self-purchase.date-far': {
    zh: '采购日期不能晚于 {latest}',
    en: 'The day of purchase cannot be after {latest}',
  },
  'self-purchase.warehouse-not-serving': {
    zh: '{warehouse} 不服务 {restaurant}，请选择本项目部的仓库',
    en: '{warehouse} does not serve {restaurant}; choose a warehouse of its site',
  },
  'self-purchase.stall-elsewhere': {
    zh: '{stall} 不是 {restaurant} 的档口，请重新选择',
    en: '{stall} is no stall of {restaurant}; choose again',
  },
  'self-purchase.order-limit': {
    zh: '{billCode} 金额 {amount} 元，超过单笔自采限额 {limit} 元：请减少数量，或由有权放行的人填写超限原因后提交',
    en: '{billCode} comes to {amount}, above the limit of {limit} for one order: buy less, or let whoever may pass it send it with a reason',
  },
  'self-purchase.split': {
    zh: '{billCode} 与 {others} 是同一天同一商户的自采，合计 {together} 元，超过单笔自采限额 {limit} 元，不能拆单',
    en: '{billCode} and {others} are of one vendor and day, together {together}, above the limit of {limit}; one purchase cannot be split',
  },
  'self-purchase.month-limit': {
    zh: '{billCode} 提交后本月自采 {month} 元，超过本月自采限额 {limit} 元：请改走采购订单，或由有权放行的人填写超限原因后提交',
    en: 'With {billCode} the site bought {month} this month, above its limit of {limit}: order it, or let whoever may pass it send it with a reason',
  },
  'self-purchase.too-dear': {
    zh: '{material} 单价 {price} 高于参考价 {reference} 达 {deviation}%（超过 {percent}%），请填写原因',
    en: '{material} at {price} is {deviation}% above its reference of {reference} (more than {percent}%); say why',
  },
  'self-purchase.received': {
    zh: '{billCode} 已收货，不能作废：请先冲销收货',
    en: '{billCode} was received and cannot be voided; reverse the delivery first',
  },
  'self-purchase.no-proof': {
    zh: '{billCode} 请上传凭证照片：小票、称重单或索证',
    en: '{billCode}: upload a photo as proof, of the slip, the scale slip or the papers',
  },
  'self-purchase.no-bill': {
    zh: '{billCode} 还没有入库单，请先审批',
    en: '{billCode} has no in-store yet; it is made when the order is approved',
  },
  'self-purchase.hash-differs': {
    zh: '提交标识与内容不一致，请刷新后重新提交',
    en: 'This was sent before with other content; load the page anew and send it again',
  },
  'self-purchase.hash-removed': { zh: '该自采单已删除', en: 'This order was removed' },
  'self-purchase.suppress-orders': { zh: '请选择强压单', en: 'Choose suppress orders' },
});
