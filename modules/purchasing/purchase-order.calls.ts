/** Orders out of approved requests. */
import { callOf, contract, optionalRows } from '../../kernel/core/contract.ts';
import { json, text } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { shape } from '../../kernel/core/shape.ts';
import { purchaseOrder } from './purchase-order.document.ts';

/** `ids`: all that is open of these requests; `details`: so much of these lines, from the suppliers chosen for them. */
const from = {
  ids: json('请购单', 'Requests', { optional: true }),
  id: text('请购单', 'Request', { optional: true }),
  details: optionalRows('明细', 'Lines', {
    id: text('请购行', 'Request line', { optional: true }),
    supplierId: text('供应商', 'Supplier', { optional: true }),
    /** In the unit of the line; all that is open where it is left out. */
    qty: text('数量', 'Quantity', { optional: true }),
    /** What was open of it on the screen; whoever ordered meanwhile is named where less is. */
    openQty: text('未订购', 'Open', { optional: true }),
  }),
};

/** [own] Draft orders from approved requests, one for each supplier, place and day. */
export const generateFromRequest = contract({
  method: 'POST',
  ...callOf(purchaseOrder, 'generateFromRequest', 'add'),
  summary: label('由请购单生成采购订单', 'Generate orders from requests'),
  input: from,
  answer: shape.list(
    shape.object({
      id: shape.id,
      billCode: shape.text,
      supplierId: shape.id,
      /** Null for who sees none. */
      amount: shape.nullable(shape.money),
      /** The last moment to order the first of what was planned; empty where nothing of it was. */
      orderBefore: shape.moment,
    }),
  ),
});

/** [own] What `generateFromRequest` would make of the same, in whole packs and at the prices of the day. */
export const previewFromRequest = contract({
  method: 'POST',
  ...callOf(purchaseOrder, 'previewFromRequest', 'add'),
  summary: label('试算由请购单生成的采购订单', 'What orders from requests would come to'),
  input: from,
  answer: shape.object({
    orders: shape.integer,
    /** Null while a price is unknown, and for who sees none. */
    amount: shape.nullable(shape.money),
  }),
});
