/** What is asked of an order's supplier and answered for it, by people who sign in. */
import { callOf, contract, optionalRows, rows } from '../../../kernel/core/contract.ts';
import { attachments, day, flag, quantity, ref, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { shape } from '../../../kernel/core/shape.ts';
import { purchaseOrder } from '../purchase-order.document.ts';
import { shipNoteFields, shippedLineFields } from './ship-note.resource.ts';

/** `lines`: what is promised other than it was asked for; lines left out are promised whole, on their day. */
export const answerInput = {
  lines: optionalRows('明细', 'Lines', {
    id: text('订单行', 'Order line', { max: 20 }),
    promisedQty: quantity('承诺数量', 'Promised', { optional: true, min: 0 }),
    promisedDate: day('承诺日期', 'Promised for', { optional: true }),
  }),
  remark: text('说明', 'Remark', { optional: true, max: 200 }),
  decline: flag('拒绝', 'Decline', { optional: true }),
} as const;

export const shipInput = {
  ...shipNoteFields,
  attachments: attachments('附件', 'Files', { optional: true, max: 9 }),
  details: rows('发货明细', 'Lots', {
    ...shippedLineFields,
    papers: attachments('随货证件', 'Papers', { optional: true, max: 9 }),
  }),
} as const;

/** A ship note as both sides are shown it. */
export const shipNoteShape = shape.object({
  id: shape.id,
  billCode: shape.text,
  noteNo: shape.text,
  shipTime: shape.moment,
  arriveTime: shape.moment,
  plateNo: shape.text,
  driver: shape.text,
  phone: shape.text,
  noteStatus: shape.oneOf('shipped', 'received', 'cancelled'),
  lots: shape.list(
    shape.object({
      orderDetailId: shape.id,
      lineNo: shape.integer,
      materialName: shape.text,
      unitName: shape.text,
      shipQty: shape.quantity,
      supplierBatchNo: shape.text,
      productionDate: shape.day,
      expiryDate: shape.day,
      /** What the label of the lot says. */
      code: shape.text,
      files: shape.list(shape.object({ id: shape.id, name: shape.text })),
    }),
  ),
});

const order = ref('采购订单', 'Order', 'purchaseOrder');

/** [own] Confirms or declines an order, whole or in part, as its supplier or for him. */
export const supplierConfirm = contract({
  method: 'POST',
  ...callOf(purchaseOrder, 'supplierConfirm', 'supplier_confirm'),
  summary: label('供应商确认', 'Answer an order'),
  input: { id: order, ...answerInput },
  answer: shape.done,
});

/** [own] Goods of an order are on their way, lot by lot. */
export const saveShipNote = contract({
  method: 'POST',
  ...callOf(purchaseOrder, 'saveShipNote', 'ship'),
  summary: label('登记供应商发货', 'Enter a ship note'),
  input: { id: order, ...shipInput },
  answer: shape.object({ id: shape.id, billCode: shape.text }),
});

/**
 * [own] A new link to the order for its supplier; older ones no longer hold. It is answered here alone. His own people
 * open it at once, so that nothing is sent to them.
 */
export const supplierLink = contract({
  method: 'POST',
  ...callOf(purchaseOrder, 'supplierLink', 'edit'),
  permission: ['purchaseorder_edit', 'purchaseorder_supplier_confirm'],
  summary: label('发送供应商链接', 'Send the supplier a link'),
  input: { id: order },
  answer: shape.object({
    /** Below the address of the company. */
    path: shape.text,
    expiresTime: shape.moment,
    channel: shape.oneOf('portal', 'sms', 'mail', 'print'),
    /** Empty where it is not sent but handed over. */
    sentTo: shape.text,
  }),
});

/** [own] What was asked of the supplier, what he answered, and what he has sent. */
export const supplierTrail = contract({
  method: 'GET',
  ...callOf(purchaseOrder, 'supplierTrail', 'view'),
  summary: label('供应商答复', 'Answers of the supplier'),
  input: { id: order },
  answer: shape.object({
    tickets: shape.list(
      shape.object({
        id: shape.id,
        channel: shape.text,
        sentTo: shape.text,
        madeTime: shape.moment,
        expiresTime: shape.moment,
        openedTime: shape.moment,
        state: shape.oneOf('open', 'expired', 'revoked'),
      }),
    ),
    answers: shape.list(
      shape.object({
        id: shape.id,
        kind: shape.oneOf('confirmed', 'partial', 'declined', 'shipped', 'paper'),
        answerTime: shape.moment,
        /** From when he was first asked. */
        minutes: shape.integer,
        /** Who entered it; empty where it came by the link. */
        userName: shape.text,
        remark: shape.text,
      }),
    ),
    notes: shape.list(shipNoteShape),
  }),
});
