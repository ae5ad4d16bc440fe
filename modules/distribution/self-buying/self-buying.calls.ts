/** What a site asks for and buys itself: needs become a draft of a self-purchase. */
import { callOf, contract, optionalRows } from '../../../kernel/core/contract.ts';
import { day, json, price, text } from '../../../kernel/core/field.ts';
import { label } from '../../../kernel/core/label.ts';
import { shape } from '../../../kernel/core/shape.ts';
import { selfPurchaseOrder } from '../../self-purchase/self-purchase-order.document.ts';

/**
 * [own] Drafts of open lines of requests and distributions a site is to buy itself, one for each warehouse. A price
 * that is not given is the reference of the goods.
 */
export const buyNeeds = contract({
  method: 'POST',
  ...callOf(selfPurchaseOrder, 'generateFromRequest', 'add'),
  summary: label('由请购、配送明细生成自采单', 'Self-purchases of what was asked for'),
  input: {
    detailIds: json('明细', 'Lines', { optional: true }),
    vendorName: selfPurchaseOrder.fields.vendorName,
    supplierId: selfPurchaseOrder.fields.supplierId,
    purchaseReason: selfPurchaseOrder.fields.purchaseReason,
    purchaseDate: day('采购日期', 'Bought on', { optional: true }),
    prices: optionalRows('单价', 'Prices', {
      detailId: text('明细', 'Line', { max: 20 }),
      price: price('含税单价', 'Price', { positive: true, places: 2 }),
    }),
  },
  answer: shape.list(shape.object({ id: shape.id, billCode: shape.text })),
});
