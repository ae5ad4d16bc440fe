/** Goods ordered for a factory, received at its store: lots, a shortage the supplier owes, and the money of it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aDock, NOW, thing, type Bill, type Dock } from './dock.testing.ts';

const FACE = 'factorywarehouseinstore';
let dock: Dock;
const stores: Record<string, string> = {};
beforeAll(async () => {
  dock = await aDock();
  await dock.running.asOwner(`begin; set local app.tenant = '000001';
    insert into dept (id, dept_name, full_name, code, parent_id, dept_category)
      values (120, '中央厨房', '中央厨房', 'F1', 100, '6');
    update material set material_kind = 'finished' where id = 204;
    insert into central_factory (id, code, factory_name, dept_id, company_dept_id, sap_factory, linkman, address)
      values (700, 'CK1', '中央厨房', 120, 100, 'F100', '周', '工业路'); commit`);
  for (const type of ['raw', 'finished']) {
    const made = await dock.post(dock.keeper, 'factorywarehouse/submit', {
      name: `${type}仓`,
      factoryId: '700',
      type,
      zones: 'ambient',
    });
    stores[type] = (made.body.data as { id: string }).id;
  }
});
afterAll(() => dock.running.close());

type Values = Record<string, unknown>;
const refusalOf = async (path: string, input: Values, token = dock.keeper): Promise<string> =>
  (await dock.post(token, path, input)).body.msg as string;
const DONE = '操作成功';
const orderOf = (materialId: string, qty: string, more: Values = {}): Values => ({
  supplierId: '600',
  factoryWarehouseId: stores['raw'],
  deliveryDate: NOW.slice(0, 10),
  details: [{ materialId, unitId: '301', orderQty: qty, price: '4' }],
  ...more,
});
async function ordered(materialId: string, qty: string): Promise<{ orderId: string; instoreId: string }> {
  const saved = await dock.post(dock.keeper, 'purchaseorder/submit', orderOf(materialId, qty));
  expect(saved.body.msg).toBe(DONE);
  const orderId = (saved.body.data as { id: string }).id;
  expect(await refusalOf('purchaseorder/toApply', { ids: orderId, lateReason: '当天要用' })).toBe(DONE);
  expect(await refusalOf('purchaseorder/doApply', { ids: orderId }, dock.boss)).toBe(DONE);
  const page = await dock.get(dock.keeper, `${FACE}/page`, { sourceBillId: orderId });
  return { orderId, instoreId: (page['records'] as { id: string }[])[0]!.id };
}
const billOf = async (id: string): Promise<Bill> => (await dock.get(dock.keeper, `${FACE}/detail`, { id })) as Bill;

test('an order names a warehouse or a store of a factory, one of the two, and what that store keeps', async () => {
  expect(await refusalOf('purchaseorder/submit', orderOf(thing.rice, '5', { warehouseId: '500' }))).toBe(
    '请选择仓库或工厂仓库，只选一个',
  );
  expect(await refusalOf('purchaseorder/submit', orderOf(thing.rice, '5', { factoryWarehouseId: null }))).toBe(
    '请选择仓库或工厂仓库，只选一个',
  );
  expect(
    await refusalOf('purchaseorder/submit', orderOf(thing.rice, '5', { factoryWarehouseId: stores['finished'] })),
  ).toBe('第 1 行：大米（原料）不能存入 finished仓（成品仓），请换一个仓库');
  expect(
    await refusalOf('purchaseorder/submit', orderOf(thing.milk, '5', { factoryWarehouseId: stores['finished'] })),
  ).toBe(DONE);
});

test('RULE-382: received 40 kg short at the factory: the case is the supplier’s, the stock what came, the bill complete', async () => {
  const { orderId, instoreId } = await ordered(thing.rice, '500');
  const order = await dock.get(dock.keeper, 'purchaseorder/detail', { id: orderId });
  expect(order).toMatchObject({ orderType: 'central', bladeProjectDeptId: '120', factoryWarehouseName: 'raw仓' });
  const proposal = await dock.post(dock.keeper, `${FACE}/preReceiving`, { instoreId });
  expect(proposal.body.data).toMatchObject({ factoryWarehouseName: 'raw仓', details: [{ openQty: '500' }] });
  const [{ detailId }] = (proposal.body.data as { details: [{ detailId: string }] }).details;
  const expected = await dock.post(dock.keeper, 'factorywarehouse/preReceiving', { id: stores['raw'] });
  expect(expected.body.data).toMatchObject([{ id: instoreId, details: [{ openQty: '500', materialName: '大米' }] }]);

  expect(await refusalOf(`${FACE}/doReceiving`, { instoreId, details: [{ detailId, acceptedQty: '460' }] })).toBe(DONE);
  const claim = await dock.post(dock.keeper, `${FACE}/preDifference`, { instoreId });
  expect(claim.body.data).toMatchObject({ details: [{ differenceType: 'short', qty: '40', bearer: 'supplier' }] });
  expect(
    await refusalOf(`${FACE}/doDifference`, {
      instoreId,
      details: [
        { detailId, differenceType: 'short', qty: '40', cause: '过磅少 40 kg', bearer: 'supplier', outcome: 'charge' },
      ],
    }),
  ).toBe(DONE);
  expect(await refusalOf(`${FACE}/completeReceiving`, { billId: instoreId })).toBe(DONE);

  const bill = await billOf(instoreId);
  expect(bill).toMatchObject({
    billCode: expect.stringMatching(/^GR/),
    status: 'done',
    factoryWarehouseName: 'raw仓',
    sourceBillCode: order['billCode'],
    differences: [{ differenceQty: '40', bearer: 'supplier', outcome: 'charge', status: 'confirmed' }],
  });
  const stock = await dock.get(dock.keeper, 'factorystock/page', { factoryWarehouseId: stores['raw'] });
  expect(stock['records']).toMatchObject([{ materialId: thing.rice, qty: '460', amount: '1840.00' }]);
  const [lot] = (await dock.get(dock.keeper, 'factorystockbatch/page', { factoryWarehouseId: stores['raw'] }))[
    'records'
  ] as Values[];
  expect(lot).toMatchObject({ qty: '460', sourceBillCode: bill['billCode'], supplierName: '鲜达' });

  // H7: to the supplier what was accepted, less what is deducted; nobody is charged for what a factory keeps.
  const entries = (await dock.get(dock.keeper, 'settlemententry/page', { size: 50 }))['records'] as Values[];
  expect(entries.map(({ partyKind, entryKind, amount }) => [partyKind, entryKind, amount]).toSorted()).toEqual([
    ['supplier', 'difference', expect.stringMatching(/^-?160\.00$/)],
    ['supplier', 'purchase', '1840.00'],
  ]);
  await dock.proved();
});

test('bills of factories are found at their own address alone, by plant, and made by hand for their orders only', async () => {
  const { orderId, instoreId } = await ordered(thing.rice, '10');
  const elsewhere = await dock.running.call(dock.keeper, 'GET', '/api/store-management/invinstore/detail', {
    id: instoreId,
  });
  expect(elsewhere.status).toBe(404);
  const found = await dock.get(dock.keeper, `${FACE}/page`, { sapFactory: 'F100', size: 50 });
  expect((found['records'] as Values[]).map(({ id }) => id)).toContain(instoreId);
  expect((await dock.get(dock.keeper, `${FACE}/getSourceBill`, { id: instoreId }))['details']).toMatchObject([
    { openQty: '10' },
  ]);

  expect(await refusalOf(`${FACE}/void`, { ids: instoreId, reason: '重新建单' })).toBe(DONE);
  expect(await refusalOf('invinstore/submit', { sourceBillType: 'purchase-order', sourceBillId: orderId })).toContain(
    '送到另一类地点',
  );
  const made = await dock.post(dock.keeper, `${FACE}/submit`, {
    sourceBillType: 'purchase-order',
    sourceBillId: orderId,
  });
  expect(made.body.data).toMatchObject({ status: 'to-receive', factoryWarehouseId: stores['raw'] });
  expect(await refusalOf(`${FACE}/remove`, { ids: (made.body.data as { id: string }).id })).toBe(DONE);
});

test('a delivery to a factory is taken back with its lots, and the order is open again', async () => {
  const { orderId, instoreId } = await ordered(thing.rice, '20');
  const [line] = (await billOf(instoreId)).details;
  expect(
    await refusalOf(`${FACE}/doReceiving`, { instoreId, details: [{ detailId: line!['id'], acceptedQty: '20' }] }),
  ).toBe(DONE);
  const { receivings } = await billOf(instoreId);
  expect(await refusalOf(`${FACE}/reverseReceiving`, { receivingId: receivings[0]!.id, reason: '收错仓库' })).toBe(
    DONE,
  );
  expect(await dock.get(dock.keeper, 'purchaseorder/detail', { id: orderId })).toMatchObject({
    executeStatus: 'none',
  });
  await dock.proved();
});

test('a frozen store takes no new order; nobody without the right sees its prices', async () => {
  const saved = await dock.post(dock.keeper, 'purchaseorder/submit', orderOf(thing.rice, '5'));
  const id = (saved.body.data as { id: string }).id;
  expect(await refusalOf('factorywarehouse/freeze', { ids: stores['raw'] })).toBe(DONE);
  expect(await refusalOf('purchaseorder/toApply', { ids: id })).toContain('raw仓 已冻结');
  expect(await refusalOf('factorywarehouse/thaw', { ids: stores['raw'] })).toBe(DONE);
  const blind = dock.running.signIn({
    tenant: '000001',
    userId: '2',
    deptId: '120',
    permissions: new Set([`${FACE}_view`, `${FACE}_do_receiving`]),
  });
  const page = (await dock.get(blind, `${FACE}/page`, { size: 50 }))['records'] as Values[];
  expect(page.length).toBeGreaterThan(0);
  for (const row of page) expect(Object.keys(row)).not.toContain('amount');
});
