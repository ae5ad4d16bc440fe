import { afterAll, beforeAll, expect, test } from 'vitest';
import { aDock, type Dock } from '../receiving/dock.testing.ts';

let dock: Dock;
beforeAll(async () => {
  dock = await aDock();
});
afterAll(() => dock.running.close());

test('nothing new is ordered for a frozen warehouse; what is ordered for it is received', async () => {
  const { instoreId, details } = await dock.order([{ materialId: '201', qty: '10' }]);
  const saved = async (): Promise<string> =>
    (
      (
        await dock.post(dock.keeper, 'purchaseorder/submit', {
          supplierId: '600',
          warehouseId: '500',
          deliveryDate: '2026-11-21',
          details: [{ materialId: '201', unitId: '301', orderQty: '1', price: '4' }],
        })
      ).body.data as { id: string }
    ).id;
  const [draft, pending] = [await saved(), await saved()];
  await dock.post(dock.keeper, 'purchaseorder/toApply', { ids: pending, lateReason: '当天要用' });
  await dock.running.asOwner('update warehouse set frozen = 1 where id = 500');
  const frozen = /^仓库 主仓 已冻结，CG\d+ 不能送审或审批：请先解冻，或换一个仓库$/;
  expect((await dock.post(dock.keeper, 'purchaseorder/toApply', { ids: draft })).body.msg).toMatch(frozen);
  expect((await dock.post(dock.boss, 'purchaseorder/doApply', { ids: pending })).body.msg).toMatch(frozen);
  expect(
    (
      await dock.post(dock.keeper, 'invinstore/doReceiving', {
        instoreId,
        details: [{ detailId: details[0]!['id'], acceptedQty: '10' }],
      })
    ).body.msg,
  ).toBe('操作成功');
});

test('nothing is requested for a frozen warehouse, and what was requested before is not ordered for it', async () => {
  await dock.running.asOwner('update warehouse set frozen = 0 where id = 500');
  const requested = async (): Promise<string> => {
    const details = [{ materialId: '201', unitId: '301', requestQty: '5', needDate: '2026-11-25' }];
    return (
      (await dock.post(dock.keeper, 'invpleasepurchase/submit', { warehouseId: '500', details })).body.data as {
        id: string;
      }
    ).id;
  };
  const [draft, pending, approved] = [await requested(), await requested(), await requested()];
  await dock.post(dock.keeper, 'invpleasepurchase/toApply', { ids: [pending, approved] });
  await dock.post(dock.boss, 'invpleasepurchase/doApply', { ids: approved });
  await dock.running.asOwner('update warehouse set frozen = 1 where id = 500');
  const frozen = /^仓库 主仓 已冻结，QG\d+ 不能送审或审批：请先解冻，或换一个仓库$/;
  expect((await dock.post(dock.keeper, 'invpleasepurchase/toApply', { ids: draft })).body.msg).toMatch(frozen);
  expect((await dock.post(dock.boss, 'invpleasepurchase/doApply', { ids: pending })).body.msg).toMatch(frozen);
  expect(
    await dock.running.asOwner(
      "select 1 from expected_receipt where bill_type = 'purchaseRequest' and open_qty > 0 and bill_id = $1",
      [pending],
    ),
  ).toEqual([]);
  const order = async (): Promise<string | undefined> =>
    (await dock.post(dock.keeper, 'purchaseorder/generateFromRequest', { ids: approved })).body.msg;
  expect(await order()).toMatch(
    /^请购单 QG\d+ 的收货仓库「主仓」已冻结，不能生成采购订单：请先解冻；不再需要的，请作废该请购单$/,
  );
  await dock.running.asOwner('update warehouse set frozen = 0 where id = 500');
  expect((await dock.post(dock.boss, 'invpleasepurchase/doApply', { ids: pending })).body.msg).toBe('操作成功');
  expect(await order()).not.toContain('冻结');
});
