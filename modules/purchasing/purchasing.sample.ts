import { sample } from '../../tests/support/sample.ts';
import { purchaseOrder } from './purchase-order.document.ts';
import { purchaseRequest } from './purchase-request.document.ts';

/** Goods of a copied bill may have been due long ago: to be sent in time they are wanted in two weeks. */
export const purchaseOrderSample = sample(purchaseOrder, {
  complete: [
    'update purchase_order set delivery_date = current_date + 14 where id = $1',
    'update purchase_order_detail set delivery_date = null where purchase_order_id = $1',
  ],
});

export const purchaseRequestSample = sample(purchaseRequest, {
  complete: [
    `update purchase_request_detail set need_date = current_date + 14, delivery_date = current_date + 14
      where purchase_request_id = $1`,
  ],
});
