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
  const made = await must(dock.keeper, 'invpleasepurchase/submit', {
    warehouseId: '500',
    remark,
    details: [{ materialId: thing.rice, unitId: '301', requestQty: qty, needDate: '2026-11-25', supplierId: '600' }],
  });
  await must(dock.keeper, 'invpleasepurchase/toApply', { ids: made['id'] });
  await must(dock.boss, 'invpleasepurchase/doApply', { ids: made['id'] });
  return String(made['id']);
};
const lineOf = async (id: string): Promise<Record<string, unknown>> =>
  (await dock.get(dock.keeper, 'invpleasepurchase/detail', { id }))['details']![0 as never] as Record<string, unknown>;

test('two requests on one order line: who was linked first is served first, and a delivery taken back is taken back', async () => {
  const [first, second] = [await aRequest('70', '先'), await aRequest('30', '后')];
  const [order] = (await must(dock.keeper, 'purchaseorder/generateFromRequest', {
    ids: `${first},${second}`,
  })) as unknown as { id: string }[];
  const draft = await dock.get(dock.keeper, 'purchaseorder/detail', { id: order!.id });
  await must(dock.keeper, 'purchaseorder/submit', {
    ...draft,
    details: (draft['details'] as Record<string, unknown>[]).map((line) => ({ ...line, price: '5' })),
  });
  await must(dock.keeper, 'purchaseorder/toApply', { ids: order!.id });
  await must(dock.boss, 'purchaseorder/doApply', { ids: order!.id });
  const [bill] = await dock.running.asOwner<{ id: string }>('select id from in_store where source_bill_id = $1', [
    order!.id,
  ]);
  const { details } = await dock.detail(bill!.id);
  const receive = (acceptedQty: string): Promise<unknown> =>
    must(dock.keeper, 'invinstore/doReceiving', {
      instoreId: bill!.id,
      details: [{ detailId: details[0]!['id'], acceptedQty }],
    });
  const received = async (): Promise<unknown[]> => [
    (await lineOf(first))['receivedQty'],
    (await lineOf(second))['receivedQty'],
  ];
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
  const page = async (input: Record<string, unknown>): Promise<Record<string, unknown>[]> =>
    (await dock.get(dock.keeper, 'invpleasepurchase/pageDistribution', input))['records'] as Record<string, unknown>[];
  const [line, ...others] = await page({
    requestId: id,
    lineStatus: 'open',
    sourceKind: 'direct',
    supplierId: '600',
    deliveryDate_datege: TODAY,
  });
  expect(others).toEqual([]);
  expect(line).toMatchObject({
    materialName: '大米',
    supplierName: '鲜达',
    requestQty: '12',
    orderedQty: '0',
    receivedQty: '0',
    openQty: '12',
    lineStatusName: '待分配',
    orderBefore: '2026-11-24 16:00:00',
    isLate: 0,
  });
  expect(await page({ requestId: id, lineStatus: 'received' })).toEqual([]);
  await must(dock.keeper, 'purchaseorder/generateFromRequest', { ids: id });
  expect(await page({ requestId: id })).toMatchObject([
    { lineStatus: 'ordered', orderedQty: '12', openQty: '0', orderBefore: '' },
  ]);
});

test('EP-0436 EP-0434: both sheets are sheets, of the lines and of what goes where', async () => {
  await aRequest('8', '导出');
  for (const path of ['distributionExportExcel', 'exportExcelNew']) {
    const answer = await dock.running.app.inject({
      method: 'GET',
      url: `/api/store-management/invpleasepurchase/${path}?warehouseId=500`,
      headers: { 'blade-auth': `bearer ${dock.keeper}` },
    });
    expect([path, answer.statusCode, answer.rawPayload.subarray(0, 2).toString()]).toEqual([path, 200, 'PK']);
    expect(decodeURIComponent(String(answer.headers['content-disposition']))).toContain(
      path === 'exportExcelNew' ? '请购汇总' : '请购明细',
    );
  }
});

test('some of the lines go to chosen suppliers, in part: each supplier gets his order, the rest stays open', async () => {
  await dock.running.asOwner(
    `insert into supplier (tenant_id, id, code, name, contact, contact_phone)
      values ('000001', 611, 'S11', '粮满仓', '李', '13900000000'), ('000001', 612, 'S12', '不供米', '赵', '13700000000')`,
  );
  await dock.running.asOwner(
    `insert into supplier_material (tenant_id, supplier_id, material_id, unit_id, factor, price, base_price,
      start_date, lead_days) values ('000001', 611, $1, 301, 1, 4.2, 4.2, '2026-01-01', 2), ('000001', 600, $1, 301, 1,
      4.5, 4.5, '2026-01-01', 1)`,
    [thing.rice],
  );
  const [first, second] = [await aRequest('40', '拆分'), await aRequest('9', '整行')];
  const [one, two] = [String((await lineOf(first))['id']), String((await lineOf(second))['id'])];

  const offers = (await dock.get(dock.keeper, 'invpleasepurchase/suppliersForLine', { id: one })) as unknown as Record<
    string,
    unknown
  >[];
  expect(offers.map((offer) => [offer['supplierName'], offer['price'], offer['orderBefore'], offer['isLate']])).toEqual(
    [
      ['粮满仓', '4.2', '2026-11-23 16:00:00', 0],
      ['鲜达', '4.5', '2026-11-24 16:00:00', 0],
    ],
  );

  const refused = async (details: unknown): Promise<unknown> =>
    (await dock.post(dock.keeper, 'purchaseorder/generateFromRequest', { details })).body.msg;
  expect(await refused([{ id: one, supplierId: '612' }])).toContain('所选供应商不供应该物料');
  expect(await refused([{ id: one, qty: '40.5' }])).toContain('本次订购 40.5 千克，超过未订购的 40 千克');
  expect(await refused([{ id: one, qty: '0' }])).toContain('qty');
  expect(await refused([{ id: '999999' }])).toBe('所选请购单没有可订购的明细');
  expect([await lineOf(first), await lineOf(second)]).toMatchObject([{ orderedQty: '0' }, { orderedQty: '0' }]);

  const made = (await must(dock.keeper, 'purchaseorder/generateFromRequest', {
    details: [
      { id: one, supplierId: '611', qty: '25' },
      { id: two, supplierId: '600' },
    ],
  })) as unknown as { id: string; supplierId: string }[];
  expect(made.map((order) => order.supplierId).toSorted()).toEqual(['600', '611']);
  const ordered = await Promise.all(
    made.map(async (order) =>
      (
        (await dock.get(dock.keeper, 'purchaseorder/detail', { id: order.id }))['details'] as Record<string, unknown>[]
      ).map((line) => [order.supplierId, line['orderQty'], line['price']]),
    ),
  );
  expect(ordered.flat().toSorted()).toEqual([
    ['600', '9', '4.5'],
    ['611', '25', '4.2'],
  ]);
  expect([await lineOf(first), await lineOf(second)]).toMatchObject([
    { orderedQty: '25', requestQty: '40' },
    { orderedQty: '9' },
  ]);
  expect(await refused([{ id: two }])).toContain('第 1 项已订购、已分配或已取消');
  // Who decided on what was open before is told who ordered of it, whether something is left or not.
  expect(await refused([{ id: one, qty: '5', openQty: '40' }])).toMatch(
    /第 1 行 .+：.+ 刚订购，未订购由 40 变为 15，请核对后再提交/,
  );
  expect(await refused([{ id: two, qty: '9', openQty: '9' }])).toMatch(
    /第 1 行 .+：.+ 刚订购，未订购由 9 变为 0，请核对后再提交/,
  );
  expect(await refused([{ id: one, qty: '5', openQty: 'viel' }])).toContain('openQty');
  const page = await dock.get(dock.keeper, 'invpleasepurchase/pageDistribution', { requestId: first });
  expect(page['records']).toMatchObject([{ openQty: '15', lineStatus: 'partial' }]);
});
