/** [own] Questions about delivery days: those of a sender at a place, and the cut-offs of today. */
import { callOf, contract } from '../../../kernel/core/contract.ts';
import { text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { shape } from '../../../kernel/core/shape.ts';
import { deliveryCalendar } from './delivery-calendar.resource.ts';

/** Day by day, over all kinds of sender: open or not, until when to order, when it arrives, and why not. */
export const previewDays = contract({
  method: 'GET',
  ...callOf(deliveryCalendar, 'preview', 'view'),
  summary: label('配送日预览', 'Delivery days of a place'),
  input: {
    supplierId: text('供应商', 'Supplier', { optional: true }),
    outOrgId: text('发货组织', 'Sent by', { optional: true }),
    factoryWarehouseId: text('工厂仓', 'Factory store', { optional: true }),
    outWarehouseId: text('中心仓', 'Central warehouse', { optional: true }),
    warehouseId: text('收货仓库', 'Receiving warehouse', { optional: true }),
    from: text('开始', 'From', { optional: true, hint: label('不填为今天', 'Today where left empty') }),
    to: text('结束', 'Until', { optional: true, hint: label('不填为开始后30天', '30 days later where left empty') }),
  },
  answer: shape.list(
    shape.object({
      date: shape.day,
      available: shape.flag,
      orderBefore: shape.moment,
      late: shape.flag,
      /** 05:30–07:00; empty where nobody says. */
      window: shape.text,
      reason: shape.text,
    }),
  ),
});

/** Cut-offs that fall on today: who sends to whom, for which day, until when to order. The earliest first. */
export const cutOffsToday = contract({
  method: 'GET',
  ...callOf(deliveryCalendar, 'today', 'view'),
  summary: label('今日截单', 'Cut-offs today'),
  input: {},
  answer: shape.object({
    now: shape.moment,
    cutOffs: shape.list(
      shape.object({
        kind: shape.oneOf('supplier', 'sender'),
        senderId: shape.id,
        senderName: shape.text,
        /** Empty for all sites. */
        siteName: shape.text,
        deliveryDate: shape.day,
        orderBefore: shape.moment,
        late: shape.flag,
      }),
    ),
  }),
});
