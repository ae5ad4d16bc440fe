/** Returns of what came over the dock: the price of the order, and a receipt that cannot be taken back any more. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aDock, NOW, thing, TODAY, type Dock } from '../receiving/dock.testing.ts';

let dock: Dock;
beforeAll(async () => {
  dock = await aDock();
});
afterAll(() => dock.running.close());

const OK = '操作成功';
const [KG, BAG, SUPPLIER, WAREHOUSE] = ['301', '302', '600', '500'];
type Input = Record<string, unknown>;
const must = async (address: string, input: Input, token = dock.keeper): Promise<Input> => {
  const { body } = await dock.running.call(token, 'POST', `/api/${address}`, input, { 'x-larder-time': NOW });
  expect([address, body.msg]).toEqual([address, OK]);
  return body.data as Input;
};
const inStore = (action: string, input: Input, token?: string): Promise<Input> =>
  must(`store-management/${action}`, input, token);
/** Comes in full by the bag, ordered at this price; answers its bill, its delivery and its lot. */
async function comes(price: string) {
  const { orderId, instoreId, details } = await dock.order([{ materialId: thing.rice, qty: '4', price, unitId: BAG }]);
  await inStore('invinstore/doReceiving', { instoreId, details: [{ detailId: details[0]!['id'], acceptedQty: '4' }] });
  await inStore('invinstore/completeReceiving', { billId: instoreId });
  const { billCode, receivings } = await dock.detail(instoreId);
  const { batchId } = receivings[0]!.details[0]!;
  return { orderId, instoreId, billCode, batchId, receivingId: receivings[0]!.id };
}
const draft = (batchId: unknown, more: Input = {}): Promise<Input> =>
  inStore('purchasereturn/submit', {
    supplierId: SUPPLIER,
    warehouseId: WAREHOUSE,
    returnReason: 'quality',
    details: [{ materialId: thing.rice, batchId, unitId: KG, qty: '10' }],
    ...more,
  });
const read = (id: unknown): Promise<Input> => dock.get(dock.keeper, 'purchasereturn/detail', { id });

test('W22: what was ordered by the bag goes back at the price of the order, and its receipt is not taken back any more', async () => {
  const { orderId, instoreId, billCode, batchId, receivingId } = await comes('130');
  const { id } = await draft(batchId, { purchaseOrderId: orderId });
  expect(await read(id)).toMatchObject({
    creditAmount: '52.00',
    details: [{ sourceInstoreCode: billCode, receivedQty: '100', returnableQty: '100', price: '5.2', amount: '52.00' }],
  });
  await inStore('purchasereturn/toApply', { ids: id });
  await inStore('purchasereturn/doApply', { ids: id }, dock.boss);
  await inStore('invreturnoutstore/outstore', { ids: (await read(id))['returnOutstoreId'] });
  expect(await read(id)).toMatchObject({ status: 'done', details: [{ returnedQty: '10', returnableQty: '90' }] });
  await dock.proved();
  const { status, body } = await dock.post(dock.keeper, 'invinstore/reverseReceiving', {
    receivingId,
    reason: '送错了',
  });
  expect([status, body.msg]).toEqual([400, expect.stringMatching(/^批次 PC\d+ 已被使用 10 千克，不能冲销/)]);
  expect(await dock.detail(instoreId)).toMatchObject({ status: 'done', receivings: [{ state: 'posted' }] });
  await dock.proved();
});

test('after its price was corrected, what goes back is credited at the corrected price', async () => {
  const { batchId } = await comes('150');
  expect(await read((await draft(batchId))['id'])).toMatchObject({ details: [{ price: '6', amount: '60.00' }] });
  const correction = await must('master-data/pricecorrection/submit', {
    supplierId: SUPPLIER,
    companyDeptId: '100',
    startDate: '2026-11-01',
    endDate: TODAY,
    correctionReason: '价格谈定较晚',
    publishes: 0,
    prices: [{ materialId: thing.rice, unitId: KG, newPrice: '5.5' }],
  });
  await must('master-data/pricecorrection/toApply', { ids: correction['id'] });
  await must('master-data/pricecorrection/doApply', { ids: correction['id'] }, dock.boss);
  expect(await read((await draft(batchId))['id'])).toMatchObject({
    creditAmount: '55.00',
    details: [{ price: '5.5', amount: '55.00' }],
  });
  await dock.proved();
});
