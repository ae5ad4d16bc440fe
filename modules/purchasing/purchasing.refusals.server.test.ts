/** What purchasing refuses, as its calls answer it; what was refused stands as it stood. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aDock, thing, type Dock } from '../receiving/dock.testing.ts';

let dock: Dock;
beforeAll(async () => {
  dock = await aDock();
});
afterAll(() => dock.running.close());

const DAY = '2026-11-25';
const made = async (path: string, input: Record<string, unknown>): Promise<string> => {
  const { body } = await dock.post(dock.keeper, path, input);
  expect(body.msg).toBe('操作成功');
  return (body.data as { id: string }).id;
};
const request = (details: readonly Record<string, unknown>[]): Promise<string> =>
  made('invpleasepurchase/submit', { warehouseId: '500', details });
const refused = async (path: string, input: Record<string, unknown>, code: string, sentence: string): Promise<void> => {
  const { status, body } = await dock.post(dock.keeper, path, input);
  expect([status, body.msg, body.data]).toMatchObject([400, sentence, { refusals: [{ code }] }]);
};
const read = (path: string, id: string) => dock.get(dock.keeper, `${path}/detail`, { id });
const orders = async (): Promise<unknown> => (await dock.get(dock.keeper, 'purchaseorder/page', {}))['total'];

test.each([
  ['a request', 'invpleasepurchase', ['请购单', '请购明细'], () => request([])],
  [
    'an order',
    'purchaseorder',
    ['采购订单', '订单明细'],
    () => made('purchaseorder/submit', { supplierId: '600', warehouseId: '500', deliveryDate: DAY }),
  ],
] as const)('%s without lines is not sent', async (_, path, [type, lines], make) => {
  const id = await make();
  await refused(
    `${path}/toApply`,
    { ids: id },
    'lines.too-few',
    `${type} ${String((await read(path, id))['billCode'])} 至少需要 1 行${lines}，请先添加`,
  );
  expect(await read(path, id)).toMatchObject({ status: 'draft' });
});

test('a request is ordered neither before it is approved nor where nobody delivers its goods', async () => {
  const before = await orders();
  const id = await request([{ materialId: thing.rice, unitId: '301', requestQty: '10', needDate: DAY }]);
  const { billCode } = await read('invpleasepurchase', id);
  const order = (code: string, sentence: string): Promise<void> =>
    refused('purchaseorder/generateFromRequest', { ids: id }, code, sentence);
  await order('purchasing.request-not-approved', `请购单 ${String(billCode)} 草稿，审批后才能订购`);
  await dock.post(dock.keeper, 'invpleasepurchase/toApply', { ids: id });
  await order('purchasing.request-not-approved', `请购单 ${String(billCode)} 待审批，审批后才能订购`);
  await dock.post(dock.boss, 'invpleasepurchase/doApply', { ids: id });
  await order(
    'purchasing.no-supplier',
    `请购单 ${String(billCode)} 第 1 行没有供应商：请在明细中选择供应商，或先为物料维护供应商`,
  );
  expect([await orders(), await read('invpleasepurchase', id)]).toMatchObject([
    before,
    { status: 'approved', executeStatus: 'none' },
  ]);
});

test('what is refused of lines that are distributed says of which of those that were sent', async () => {
  const line = { unitId: '301', requestQty: '10', needDate: DAY };
  const id = await request([
    { ...line, materialId: thing.rice },
    { ...line, materialId: thing.rice, supplierId: '600' },
    { ...line, materialId: thing.beef, supplierId: '600' },
  ]);
  await dock.post(dock.keeper, 'invpleasepurchase/toApply', { ids: id });
  await dock.post(dock.boss, 'invpleasepurchase/doApply', { ids: id });
  const { details } = await read('invpleasepurchase', id);
  const [nobody, rice, beef] = (details as readonly { id: string }[]).map((each) => ({ id: each.id }));
  const refusals = async (...sent: readonly unknown[]): Promise<unknown> =>
    (await dock.post(dock.keeper, 'purchaseorder/generateFromRequest', { details: sent })).body.data;
  expect(await refusals(rice, nobody)).toMatchObject({
    refusals: [{ code: 'purchasing.no-supplier', field: 'supplierId', line: 2 }],
  });
  await dock.running.asOwner('update material set frozen = 1 where id = $1', [thing.beef]);
  expect(await refusals(rice, beef)).toMatchObject({ refusals: [{ field: 'materialId', line: 2 }] });
  await dock.running.asOwner('update material set frozen = 0 where id = $1', [thing.beef]);
});
