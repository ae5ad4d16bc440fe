import { afterAll, beforeAll, expect, test } from 'vitest';
import { aDock, type Dock } from '../receiving/dock.testing.ts';

let dock: Dock;
beforeAll(async () => {
  dock = await aDock();
});
afterAll(() => dock.running.close());

test('nothing new is ordered for a frozen warehouse; what is ordered for it is received', async () => {
  const { instoreId, details } = await dock.order([{ materialId: '201', qty: '10' }]);
  const saved = async (): Promise<string> => ((await dock.post(dock.keeper, 'purchaseorder/submit', { supplierId: '600', warehouseId: '500', deliveryDate: '2026-11-21', details: [{ materialId: '201', unitId: '301', orderQty: '1', price: '4' }] })).body.data as { id: string }).id;
  const [draft, pending] = [await saved(), await saved()];
  await dock.post(dock.keeper, 'purchaseorder/toApply', { ids: pending });
  await dock.running.asOwner('update warehouse set frozen = 1 where id = 500');
  const frozen = /^仓库 主仓 已冻结，CG\d+ 不能送审或审批：请先解冻，或换一个仓库$/;
  expect((await dock.post(dock.keeper, 'purchaseorder/toApply', { ids: draft })).body.msg).toMatch(frozen);
  expect((await dock.post(dock.boss, 'purchaseorder/doApply', { ids: pending })).body.msg).toMatch(frozen);
  expect((await dock.post(dock.keeper, 'invinstore/doReceiving', { instoreId, details: [{ detailId: details[0]!['id'], acceptedQty: '10' }] })).body.msg).toBe('操作成功');
});
