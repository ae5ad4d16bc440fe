/** Returns of what came over the dock: the price of the order, and a receipt that cannot be taken back any more. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aDock, thing, type Dock } from '../receiving/dock.testing.ts';

let dock: Dock;
beforeAll(async () => {
  dock = await aDock();
});
afterAll(() => dock.running.close());

const OK = '操作成功';
const must = async (path: string, input: Record<string, unknown>, token = dock.keeper): Promise<unknown> => {
  const { body } = await dock.post(token, path, input);
  expect(body.msg).toBe(OK);
  return body.data;
};

test('W22: what was ordered by the bag goes back at the price of the order, and its receipt is not taken back any more', async () => {
  const { orderId, instoreId, details } = await dock.order([
    { materialId: thing.rice, qty: '4', price: '130', unitId: '302' },
  ]);
  await must('invinstore/doReceiving', { instoreId, details: [{ detailId: details[0]!['id'], acceptedQty: '4' }] });
  await must('invinstore/completeReceiving', { billId: instoreId });
  const { billCode, receivings } = await dock.detail(instoreId);
  const [received] = receivings;
  const { batchId } = received!.details[0]!;
  const { id } = (await must('purchasereturn/submit', {
    supplierId: '600',
    warehouseId: '500',
    purchaseOrderId: orderId,
    returnReason: 'quality',
    details: [{ materialId: thing.rice, batchId, unitId: '301', qty: '10' }],
  })) as { id: string };
  const read = (): Promise<Record<string, unknown>> => dock.get(dock.keeper, 'purchasereturn/detail', { id });
  expect(await read()).toMatchObject({
    creditAmount: '52.00',
    details: [{ sourceInstoreCode: billCode, receivedQty: '100', returnableQty: '100', price: '5.2', amount: '52.00' }],
  });
  await must('purchasereturn/toApply', { ids: id });
  await must('purchasereturn/doApply', { ids: id }, dock.boss);
  await must('invreturnoutstore/outstore', { ids: (await read())['returnOutstoreId'] });
  expect(await read()).toMatchObject({ status: 'done', details: [{ returnedQty: '10', returnableQty: '90' }] });
  await dock.proved();
  const { status, body } = await dock.post(dock.keeper, 'invinstore/reverseReceiving', {
    receivingId: received!.id,
    reason: '送错了',
  });
  expect([status, body.msg]).toEqual([400, expect.stringMatching(/^批次 PC\d+ 已被使用 10 千克，不能冲销/)]);
  expect(await dock.detail(instoreId)).toMatchObject({ status: 'done', receivings: [{ state: 'posted' }] });
  await dock.proved();
});
