import { sample, type Maker, type Values } from '../../tests/support/sample.ts';
import { purchaseOrder } from '../purchasing/purchase-order.document.ts';
import { FACTORY_BILLS } from './factory-in-store.calls.ts';
import { inStoreDifference } from './in-store-difference.document.ts';
import { inStore } from './in-store.document.ts';

export const inStoreSample = sample(inStore, {
  values: async (maker) => ({
    sourceBillId: await maker.document(purchaseOrder, 'approved'),
    sourceBillType: 'purchase-order',
  }),
  lineColumns: { details: { qty: 1, received_qty: 0, settled_qty: 0, open_qty: 1, limit_qty: 1 } },
});

/** Bills of factories are those of orders to a store of one. */
export const factoryInStoreSample = sample(
  { name: FACTORY_BILLS },
  {
    values: async (maker) => {
      const orderId = await maker.document(purchaseOrder, 'approved');
      await maker.sql(
        `update purchase_order set warehouse_id = null, factory_warehouse_id = (
          select id from factory_warehouse where type = 'return' order by id limit 1) where id = $1`,
        [orderId],
      );
      return { sourceBillId: orderId, sourceBillType: 'purchase-order' };
    },
  },
);

/** A second case of the same line would contradict it. */
export const inStoreDifferenceSample = sample(inStoreDifference, { isSingular: true });

/** Bills of goods that were sent are made when these ship: one that is there is sent again as it stands. */
const madeByShipping = (name: string) => {
  const face = { name };
  const there = (maker: Maker): Promise<string> => maker.document(face, 'to-receive');
  return sample(face, {
    row: there,
    values: async (maker): Promise<Values> => {
      const { id, sourceBillType, sourceBillId, expectTime } = await maker.detail(face, await there(maker));
      return { id, sourceBillType, sourceBillId, expectTime };
    },
  });
};
export const pushedInStoreSample = madeByShipping('factorysuppressinstore');
export const returnedInStoreSample = madeByShipping('factoryreturnedinstore');
