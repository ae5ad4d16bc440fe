/** Calls on a self-purchase beyond the ordinary ones: received, safe to send twice, and what it may cost. */
import { callOf, contract, pageInput } from '../../kernel/core/contract.ts';
import { day, json, text } from '../../kernel/core/field.ts';
import { label } from '../../kernel/core/label.ts';
import { shape } from '../../kernel/core/shape.ts';
import * as dock from '../receiving/in-store.calls.ts';
import { inStoreReceiving } from '../receiving/in-store-receiving.resource.ts';
import { REFERENCES, selfPurchaseOrder } from './self-purchase-order.document.ts';

/** The right of the order, or of the in-store that shows its goods. */
const ofDock = (name: string, button: string) => ({
  ...callOf(selfPurchaseOrder, name, button),
  permission: [`selfpurchaseorder_${button}`, `selfpurchaseinstore_${button}`],
});

/** What waits at the door: approved orders that are not complete, as their in-stores. */
export const receivingPage = contract({
  method: 'GET',
  ...callOf(selfPurchaseOrder, 'receivingpage', 'view'),
  permission: ['selfpurchaseorder_view', 'selfpurchaseinstore_view'],
  summary: label('自采待收货分页', 'Page of self-purchases to receive'),
  input: {
    ...pageInput,
    receiveStatus: text('收货状态', 'Receiving', { optional: true }),
  },
  answer: shape.page(shape.row(selfPurchaseOrder, { instoreId: shape.id, instoreCode: shape.text })),
});

/** An order with its deliveries and differences. */
export const detailReceiving = contract({
  method: 'GET',
  ...callOf(selfPurchaseOrder, 'detailreceiving', 'view'),
  permission: ['selfpurchaseorder_view', 'selfpurchaseinstore_view'],
  summary: label('自采收货详情', 'One self-purchase as it is received'),
  input: { id: text('自采单', 'Order', { optional: true }) },
  answer: shape.open({
    id: shape.id,
    billCode: shape.text,
    instoreId: shape.text,
    instoreCode: shape.text,
    receivings: shape.list(shape.row(inStoreReceiving)),
    differences: shape.list(shape.open({ id: shape.id, billCode: shape.text })),
  }),
});

export const preReceiving = contract({ ...dock.preReceiving, ...ofDock('preReceiving', 'do_receiving') });
export const doReceiving = contract({
  ...dock.doReceiving,
  ...ofDock('doReceiving', 'do_receiving'),
  /** The same key once more changes nothing. */
  input: {
    ...dock.doReceiving.input,
    receiveKey: text('收货标识', 'Key of the delivery', { optional: true, max: 64 }),
  },
});
export const preDifference = contract({ ...dock.preDifference, ...ofDock('preDifference', 'do_difference') });
export const doDifference = contract({ ...dock.doDifference, ...ofDock('doDifference', 'do_difference') });
export const completeReceiving = contract({
  ...dock.completeReceiving,
  ...ofDock('completeReceiving', 'complete_receiving'),
});
/** [own] Takes a delivery back as a whole. */
export const reverseReceiving = contract({
  ...dock.reverseReceiving,
  ...callOf(selfPurchaseOrder, 'reverseReceiving', 'reverse_receiving'),
  permission: 'selfpurchaseinstore_reverse_receiving',
});

/** Saves an order under a digest of its content: sent again, the same order answers. */
export const submitOnce = contract({
  method: 'POST',
  ...callOf(selfPurchaseOrder, ':hash', 'add'),
  permission: ['selfpurchaseorder_add', 'selfpurchaseorder_edit'],
  summary: label('按标识保存自采单', 'Save a self-purchase that may be sent twice'),
  input: { hash: text('提交标识', 'Digest', { optional: true }) },
  answer: shape.object({ id: shape.id, billCode: shape.text, repeated: shape.boolean }),
});

/** What SAP announced for suppress orders. */
export const querySapNotifications = contract({
  method: 'POST',
  ...callOf(selfPurchaseOrder, 'querySapInventoryNotificationByFactorysuppressorder', 'view'),
  summary: label('按强压单查询SAP库存通知', 'Stock notifications of SAP for suppress orders'),
  input: {
    ids: json('强压单', 'Suppress orders', { optional: true }),
    orderNo: text('强压单号', 'Number', { optional: true }),
    billCode: text('强压单号', 'Number', { optional: true }),
  },
  answer: shape.list(shape.open({ orderNo: shape.text, notifyNo: shape.text })),
});

/** [own] What a site may still spend in the month of a day, and how dear goods may be without a reason. */
export const limits = contract({
  method: 'GET',
  ...callOf(selfPurchaseOrder, 'limits', 'view'),
  summary: label('自采限额', 'Limits of self-purchases'),
  input: {
    warehouseId: text('收货仓库', 'Receiving warehouse', { optional: true }),
    date: day('采购日期', 'Bought on', { optional: true }),
    /** Not counted: the order on the screen. */
    id: text('自采单', 'Order', { optional: true }),
  },
  answer: shape.object({
    orderLimit: shape.money,
    monthLimit: shape.money,
    monthAmount: shape.money,
    deviation: shape.percent,
    /** The one warehouse there is to receive at; empty where there are several. */
    warehouseId: shape.text,
    warehouseName: shape.text,
  }),
});

/** [own] What each material is known to cost per base unit; those of which nothing is known are left out. */
export const references = contract({
  method: 'GET',
  ...callOf(selfPurchaseOrder, 'references', 'view'),
  summary: label('自采参考价', 'Reference prices of self-purchases'),
  input: {
    materialIds: json('物料', 'Materials'),
    warehouseId: text('收货仓库', 'Receiving warehouse', { optional: true }),
    date: day('采购日期', 'Bought on', { optional: true }),
  },
  answer: shape.list(
    shape.object({
      materialId: shape.id,
      basePrice: shape.price,
      kind: shape.oneOf(...REFERENCES.map(([kind]) => kind)),
    }),
  ),
});
