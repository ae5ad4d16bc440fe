/** What comes on an order is carried up to the requests that asked for it; taken back, it is taken back there too. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aDock, thing, TODAY, type Dock } from './dock.testing.ts';

let dock: Dock;
beforeAll(async () => {
  dock = await aDock();
});
afterAll(() => dock.running.close());

const OK = '操作成功';
const must = async (token: string, path: string, input: Record<string, unknown>): Promise<Record<string, unknown>> => {
  const { body } = await dock.post(token, path, input);
  if (body.msg !== OK) throw new Error(`${path}: ${body.msg}`);
  return body.data as Record<string, unknown>;
};
const aRequest = async (qty: string, remark: string): Promise<string> => {
  const made = await must(dock.keeper, 'invpleasepurchase/submit', { warehouseId: '500', remark, details: [{ materialId: thing.rice, unitId: '301', requestQty: qty, needDate: '2026-11-25', supplierId: '600' }] });
  await must(dock.keeper, 'invpleasepurchase/toApply', { ids: made['id'] });
  await must(dock.boss, 'invpleasepurchase/doApply', { ids: made['id'] });
  return String(made['id']);
};
const lineOf = async (id: string): Promise<Record<string, unknown>> => (await dock.get(dock.keeper, 'invpleasepurchase/detail', { id }))['details']![0 as never] as Record<string, unknown>;

test('two requests on one order line: who was linked first is served first, and a delivery taken back is taken back', async () => {
  const [first, second] = [await aRequest('70', '先'), await aRequest('30', '后')];
  const [order] = (await must(dock.keeper, 'purchaseorder/generateFromRequest', { ids: `${first},${second}` })) as unknown as { id: string }[];
  const draft = await dock.get(dock.keeper, 'purchaseorder/detail', { id: order!.id });
  await must(dock.keeper, 'purchaseorder/submit', { ...draft, details: (draft['details'] as Record<string, unknown>[]).map((line) => ({ ...line, price: '5' })) });
  await must(dock.keeper, 'purchaseorder/toApply', { ids: order!.id });
  await must(dock.boss, 'purchaseorder/doApply', { ids: order!.id });
  const [bill] = await dock.running.asOwner<{ id: string }>('select id from in_store where source_bill_id = $1', [order!.id]);
  const { details } = await dock.detail(bill!.id);
  const receive = (acceptedQty: string): Promise<unknown> => must(dock.keeper, 'invinstore/doReceiving', { instoreId: bill!.id, details: [{ detailId: details[0]!['id'], acceptedQty }] });
  const received = async (): Promise<unknown[]> => [(await lineOf(first))['receivedQty'], (await lineOf(second))['receivedQty']];
  expect(await received()).toEqual(['0', '0']);
  await receive('60');
  expect(await received()).toEqual(['60', '0']);
  await receive('35');
  expect(await received()).toEqual(['70', '25']);
  const latest = (await dock.detail(bill!.id)).receivings.find((each) => each.details[0]!['acceptedQty'] === '35')!;
  await must(dock.keeper, 'invinstore/reverseReceiving', { receivingId: latest.id, reason: '送错车' });
  expect(await received()).toEqual(['60', '0']);
  // Within the tolerance more may come than anybody asked for: the surplus is nobody's.
  await receive('43');
  expect(await received()).toEqual(['70', '30']);
  await dock.proved();
});

test('EP-0435: request lines to distribute, with quantities along the chain and the last moment to order', async () => {
  const id = await aRequest('12', '分配');
  const page = async (input: Record<string, unknown>): Promise<Record<string, unknown>[]> => (await dock.get(dock.keeper, 'invpleasepurchase/pageDistribution', input))['records'] as Record<string, unknown>[];
  const [line, ...others] = await page({ requestId: id, lineStatus: 'open', sourceKind: 'direct', supplierId: '600', deliveryDate_datege: TODAY });
  expect(others).toEqual([]);
  expect(line).toMatchObject({ materialName: '大米', supplierName: '鲜达', requestQty: '12', orderedQty: '0', receivedQty: '0', openQty: '12', lineStatusName: '待分配', orderBefore: '2026-11-24 16:00:00', isLate: 0 });
  expect(await page({ requestId: id, lineStatus: 'received' })).toEqual([]);
  await must(dock.keeper, 'purchaseorder/generateFromRequest', { ids: id });
  expect(await page({ requestId: id })).toMatchObject([{ lineStatus: 'ordered', orderedQty: '12', openQty: '0', orderBefore: '' }]);
});

test('EP-0436 EP-0434: both sheets are sheets, of the lines and of what goes where', async () => {
  await aRequest('8', '导出');
  for (const path of ['distributionExportExcel', 'exportExcelNew']) {
    const answer = await dock.running.app.inject({ method: 'GET', url: `/api/store-management/invpleasepurchase/${path}?warehouseId=500`, headers: { 'blade-auth': `bearer ${dock.keeper}` } });
    expect([path, answer.statusCode, answer.rawPayload.subarray(0, 2).toString()]).toEqual([path, 200, 'PK']);
    expect(decodeURIComponent(String(answer.headers['content-disposition']))).toContain(path === 'exportExcelNew' ? '请购汇总' : '请购明细');
  }
});
