/**
 * An order as its supplier opens it by the link he was sent: nobody signs in, and nothing but this order is answered or
 * changed.
 */
import { contract, PUBLIC } from '../../../kernel/core/contract.ts';
import { choice, dictionary, day, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { shape } from '../../../kernel/core/shape.ts';
import { answerInput, shipInput, shipNoteShape } from './answers.calls.ts';

const open = { service: 'store-management', permission: PUBLIC } as const;
/** What stands in the link. */
const ticket = text('链接', 'Link', { max: 80 });

const publicOrderShape = shape.object({
  state: shape.oneOf('open', 'expired', 'revoked'),
  /** Null where the link no longer holds. */
  order: shape.nullable(
    shape.object({
      billCode: shape.text,
      orderState: shape.oneOf('approved', 'done', 'void'),
      supplierName: shape.text,
      isFrozen: shape.boolean,
      company: shape.text,
      place: shape.text,
      deliveryDate: shape.day,
      remark: shape.text,
      amount: shape.money,
      expiresTime: shape.moment,
      supplierStatus: shape.oneOf('none', 'confirmed', 'partial', 'declined'),
      supplierTime: shape.moment,
      supplierRemark: shape.text,
      today: shape.day,
      lines: shape.list(
        shape.object({
          id: shape.id,
          lineNo: shape.integer,
          materialName: shape.text,
          spec: shape.text,
          unitName: shape.text,
          orderQty: shape.quantity,
          price: shape.price,
          deliveryDate: shape.day,
          /** Null while nothing was promised. */
          promisedQty: shape.nullable(shape.quantity),
          promisedDate: shape.day,
          shippedQty: shape.quantity,
          receivedQty: shape.quantity,
          /** The most that may be sent of it in all. */
          limitQty: shape.quantity,
          /** How it was asked for when he answered last; empty where it is as it was. */
          wasQty: shape.text,
          wasDate: shape.day,
          wasPrice: shape.text,
          remark: shape.text,
        }),
      ),
      notes: shape.list(shipNoteShape),
      /** What came of the order: each delivery, line by line. */
      statement: shape.list(
        shape.object({
          id: shape.id,
          arriveTime: shape.moment,
          code: shape.text,
          materialName: shape.text,
          unitName: shape.text,
          acceptedQty: shape.quantity,
          refusedQty: shape.quantity,
          amount: shape.money,
        }),
      ),
      papers: shape.list(
        shape.object({
          kind: shape.text,
          name: shape.object({ zh: shape.text, en: shape.text }),
          /** "" where it has no end. */
          validTo: shape.day,
          state: shape.oneOf('ok', 'due', 'expired', 'missing', 'waiting'),
        }),
      ),
    }),
  ),
  /** Whom to ask for a new link. */
  buyer: shape.object({ name: shape.text, phone: shape.text }),
});

export const publicOrder = contract({
  ...open,
  method: 'GET',
  path: 'supplierticket/order',
  summary: label('供应商打开订单', 'An order by its link'),
  input: { ticket },
  answer: publicOrderShape,
});

export const publicAnswer = contract({
  ...open,
  method: 'POST',
  path: 'supplierticket/answer',
  summary: label('供应商答复订单', 'Answer an order by its link'),
  input: { ticket, ...answerInput },
  answer: shape.done,
});

export const publicShip = contract({
  ...open,
  method: 'POST',
  path: 'supplierticket/ship',
  summary: label('供应商登记发货', 'Enter a ship note by the link of the order'),
  input: { ticket, ...shipInput },
  answer: shape.object({ id: shape.id, billCode: shape.text }),
});

/** A file for a ship note, or a paper of the supplier, which then waits to be checked. */
export const publicPaper = contract({
  ...open,
  method: 'POST',
  path: 'supplierticket/paper',
  summary: label('供应商上传资料', 'Send a file by the link of an order'),
  input: {
    ticket,
    purpose: choice('用途', 'For', [
      ['lot', '随货证件', 'Goods of the order'],
      ['certificate', '资质证照', 'A paper of the supplier'],
    ]),
    certificateKind: dictionary('证照类型', 'Paper', 'certificate_kind', { optional: true }),
    certificateNo: text('证照编号', 'Number', { optional: true, max: 60 }),
    validTo: day('有效期止', 'Until', { optional: true }),
  },
  answer: shape.object({ id: shape.id, name: shape.text }),
});
