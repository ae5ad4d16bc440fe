import { sample } from '../../tests/support/sample.ts';
import { purchaseOrder } from '../purchasing/purchase-order.document.ts';
import { inStoreDifference } from './in-store-difference.document.ts';
import { inStore } from './in-store.document.ts';

export const inStoreSample = sample(inStore, {
  values: async (maker) => ({
    sourceBillId: await maker.document(purchaseOrder, 'approved'),
    sourceBillType: 'purchase-order',
  }),
  lineColumns: { details: { qty: 1, received_qty: 0, settled_qty: 0, open_qty: 1, limit_qty: 1 } },
});

/** A second case of the same line would contradict it. */
export const inStoreDifferenceSample = sample(inStoreDifference, { isSingular: true });
