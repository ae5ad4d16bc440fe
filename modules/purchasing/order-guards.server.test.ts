/**
 * What an order may not: be sent without a price, go to a supplier who is frozen, be voided once its goods are on their
 * way in.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aDock, thing, type Dock } from '../receiving/dock.testing.ts';

let dock: Dock;
beforeAll(async () => {
  dock = await aDock();
});
afterAll(() => dock.running.close());

const OK = '操作成功';
const messageOf = async (path: string, input: Record<string, unknown>, who = dock.keeper): Promise<unknown> =>
  (await dock.post(who, path, input)).body.msg;
const stateOf = async (id: string): Promise<unknown> =>
  (await dock.get(dock.keeper, 'purchaseorder/detail', { id }))['status'];
async function draft(lines: readonly Record<string, unknown>[]): Promise<string> {
  const { body } = await dock.post(dock.keeper, 'purchaseorder/submit', {
    supplierId: '600',
    warehouseId: '500',
    deliveryDate: '2026-11-25',
    details: lines.map((line) => ({ materialId: thing.tofu, unitId: '301', orderQty: '10', ...line })),
  });
  return (body.data as { id: string }).id;
}
const frozen = (frozen: 0 | 1): Promise<unknown> =>
  dock.running.asOwner('update supplier set frozen = $1 where id = 600', [frozen]);

test('an order is not sent before every line has a price: the line, the supplier and the day are named', async () => {
  const id = await draft([{ price: '4' }, {}]);
  expect(await messageOf('purchaseorder/toApply', { ids: id })).toBe(
    '第 2 行：豆腐 没有供应商「鲜达」在 2026-11-25 的协议价，请填写单价，或先维护供应商物料价格',
  );
  expect(await stateOf(id)).toBe('draft');
});

test('an order to a supplier who is frozen is neither sent nor approved; taken back, it may go to another', async () => {
  const id = await draft([{ price: '4' }]);
  await frozen(1);
  const refused = expect.stringMatching(/^采购订单 CG\d+ 的供应商「鲜达」已冻结/) as string;
  expect([await messageOf('purchaseorder/toApply', { ids: id }), await stateOf(id)]).toEqual([refused, 'draft']);
  await frozen(0);
  expect(await messageOf('purchaseorder/toApply', { ids: id })).toBe(OK);
  await frozen(1);
  expect([await messageOf('purchaseorder/doApply', { ids: id }, dock.boss), await stateOf(id)]).toEqual([
    refused,
    'pending',
  ]);
  expect(await messageOf('purchaseorder/refuse', { ids: id, reason: '供应商已冻结' }, dock.boss)).toBe(OK);
  await frozen(0);
});

test('what was ordered before he was frozen is still received', async () => {
  const { instoreId, details } = await dock.order([{ materialId: thing.rice, qty: '10' }]);
  await frozen(1);
  expect(
    await messageOf('invinstore/doReceiving', {
      instoreId,
      details: [{ detailId: details[0]!['id'], acceptedQty: '10' }],
    }),
  ).toBe(OK);
  await frozen(0);
});

test('an order of which something came is not voided', async () => {
  const { orderId, instoreId, details } = await dock.order([{ materialId: thing.rice, qty: '10' }]);
  await messageOf('invinstore/doReceiving', {
    instoreId,
    details: [{ detailId: details[0]!['id'], acceptedQty: '4' }],
  });
  expect(await messageOf('purchaseorder/void', { ids: orderId, reason: '不要了' }, dock.boss)).toMatch(
    /^订单 CG\d+ 已收货，不能作废；请用退货处理$/,
  );
  expect(await stateOf(orderId)).toBe('approved');
});

test('an order whose goods are at the dock is not voided, though nothing of them was accepted', async () => {
  const { orderId, instoreId, details } = await dock.order([{ materialId: thing.rice, qty: '10' }]);
  expect(
    await messageOf('invinstore/doReceiving', {
      instoreId,
      details: [{ detailId: details[0]!['id'], acceptedQty: '0', refusedQty: '3', refuseReason: 'rotten' }],
    }),
  ).toBe(OK);
  expect(await dock.get(dock.keeper, 'purchaseorder/detail', { id: orderId })).toMatchObject({
    executeStatus: 'none',
    status: 'approved',
  });
  expect(await messageOf('purchaseorder/void', { ids: orderId, reason: '不要了' }, dock.boss)).toMatch(/RK\d+/);
  expect([await stateOf(orderId), (await dock.detail(instoreId)).status]).toEqual(['approved', 'receiving']);
});

test('more than a figure can hold is refused by line and field: what was typed, and what comes of it', async () => {
  const order = async (line: Record<string, unknown>): Promise<unknown> =>
    (
      await dock.post(dock.keeper, 'purchaseorder/submit', {
        supplierId: '600',
        warehouseId: '500',
        deliveryDate: '2026-11-25',
        details: [
          { materialId: thing.tofu, unitId: '301', orderQty: '1', price: '4' },
          { materialId: thing.rice, unitId: '301', orderQty: '1', price: '4', ...line },
        ],
      })
    ).body;
  expect(await order({ orderQty: '100000000000000' })).toMatchObject({
    msg: expect.stringContaining('第 2 行：订购数量不能大于 99999999999999') as string,
    data: { refusals: expect.arrayContaining([expect.objectContaining({ field: 'orderQty', line: 2 })]) as unknown },
  });
  expect(await order({ unitId: '302', orderQty: '9000000000000' })).toMatchObject({
    msg: '第 2 行：基本数量不能大于 99999999999999',
  });
  expect(await order({ orderQty: '90000000000000', price: '90000000000000' })).toMatchObject({
    msg: expect.stringContaining('第 2 行：含税金额不能大于 999999999999999999') as string,
  });
});
