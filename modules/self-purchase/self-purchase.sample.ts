import { sample } from '../../tests/support/sample.ts';
import { selfPurchaseOrder } from './self-purchase-order.document.ts';

/** A little for a few yuan, of a vendor nobody else bought from. */
export const selfPurchaseSample = sample(selfPurchaseOrder, {
  values: ({ today }) => ({
    purchaseDate: today,
    vendorName: '样例摊位',
    supplierId: '',
    useRestaurantDeptId: '',
    gearOperationDeptId: '',
  }),
  columns: { receive_status: 'none', amount: 1, override_reason: null },
  lineColumns: { details: { order_qty: 1, open_qty: 1, price: 1, received_qty: 0, refused_qty: 0, settled_qty: 0 } },
});
