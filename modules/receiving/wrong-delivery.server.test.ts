/**
 * What was received wrongly: refused before it is booked, and taken back without a trace on bill, order and stock where
 * nothing of it was used.
 */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { aDock, thing, type Dock } from './dock.testing.ts';

let dock: Dock;
beforeAll(async () => {
  dock = await aDock();
});
afterEach(() => dock.proved());
afterAll(() => dock.running.close());

const OK = '操作成功';
const receive = (instoreId: string, ...details: Record<string, unknown>[]) =>
  dock.post(dock.keeper, 'invinstore/doReceiving', { instoreId, details });
const messageOf = async (work: Promise<{ status: number; body: { msg?: string } }>): Promise<string> => {
  const { status, body } = await work;
  return status === 200 || status === 400 ? String(body.msg) : `${status} ${String(body.msg)}`;
};
const must = async (work: Promise<{ status: number; body: { msg?: string } }>): Promise<void> =>
  expect(await messageOf(work)).toBe(OK);
const complete = (billId: string) => dock.post(dock.keeper, 'invinstore/completeReceiving', { billId });
const reverse = (receivingId: string) =>
  dock.post(dock.keeper, 'invinstore/reverseReceiving', { receivingId, reason: '送错了' });
const orderOf = (id: string) => dock.get(dock.keeper, 'purchaseorder/detail', { id });
const stockOf = async (materialId: string): Promise<string> =>
  (
    await dock.running.asOwner<{ qty: string }>(
      `select coalesce(sum(trim_scale(qty)), 0)::text as qty from stock
        where tenant_id = '000001' and material_id = $1`,
      [materialId],
    )
  )[0]!.qty;

describe('a delivery is taken back', () => {
  test('all of it: bill and order are as if nothing had come, and can be voided', async () => {
    const { orderId, instoreId, details } = await dock.order([
      { materialId: thing.rice, qty: '10' },
      { materialId: thing.beef, qty: '5' },
    ]);
    await must(receive(instoreId, { detailId: details[0]!['id'], acceptedQty: '4' }));
    await must(
      receive(instoreId, { detailId: details[0]!['id'], acceptedQty: '6.2', refusedQty: '1', refuseReason: 'rotten' }),
    );
    const [second, first] = (await dock.detail(instoreId)).receivings;
    await must(reverse(first!.id));
    expect(await dock.detail(instoreId)).toMatchObject({ status: 'receiving' });
    await must(reverse(second!.id));
    expect(await dock.detail(instoreId)).toMatchObject({
      status: 'to-receive',
      amount: '0.00',
      receivedLineCount: 0,
      firstReceiveTime: '',
      details: [{ openQty: '10', settledQty: '0', lineState: 'waiting' }, { openQty: '5' }],
    });
    expect(await orderOf(orderId)).toMatchObject({ status: 'approved', executeStatus: 'none' });
    await must(dock.post(dock.keeper, 'purchaseorder/void', { ids: orderId, reason: '送错了' }));
    expect(await dock.detail(instoreId)).toMatchObject({ status: 'void' });
  });

  test('after the bill was completed: what settled itself is open again, the order too', async () => {
    const { orderId, instoreId, details } = await dock.order([
      { materialId: thing.rice, qty: '100' },
      { materialId: thing.beef, qty: '5' },
    ]);
    await must(receive(instoreId, { detailId: details[1]!['id'], acceptedQty: '5', temperature: '-18' }));
    await must(receive(instoreId, { detailId: details[0]!['id'], acceptedQty: '98' }));
    await must(complete(instoreId));
    expect(await dock.detail(instoreId)).toMatchObject({
      status: 'done',
      details: [{ settledQty: '2', lineState: 'closed' }, { lineState: 'received' }],
    });
    const [rice, beef] = (await dock.detail(instoreId)).receivings;
    await must(reverse(rice!.id));
    expect(await dock.detail(instoreId)).toMatchObject({
      status: 'receiving',
      completeTime: '',
      details: [{ receivedQty: '0', settledQty: '0', openQty: '100', lineState: 'waiting' }, { receivedQty: '5' }],
    });
    expect(await orderOf(orderId)).toMatchObject({
      status: 'approved',
      executeStatus: 'partial',
      details: [{ receivedQty: '0', settledQty: '0' }, { receivedQty: '5' }],
    });
    await must(receive(instoreId, { detailId: details[0]!['id'], acceptedQty: '97' }));
    await must(complete(instoreId));
    expect(await orderOf(orderId)).toMatchObject({
      status: 'done',
      executeStatus: 'all',
      details: [{ receivedQty: '97', settledQty: '3' }, {}],
    });
    for (const again of (await dock.detail(instoreId)).receivings.filter((each) => each['state'] === 'posted'))
      await must(reverse(again.id));
    expect([beef!.id.length > 0, (await dock.detail(instoreId)).status, (await orderOf(orderId))['status']]).toEqual([
      true,
      'to-receive',
      'approved',
    ]);
    await must(dock.post(dock.keeper, 'purchaseorder/void', { ids: orderId, reason: '送错了' }));
  });
});

describe('a delivery is taken back as far as it can be', () => {
  test('of which all was refused at the dock: the order waits for that, and is voided once it is taken back', async () => {
    const { orderId, instoreId, details } = await dock.order([{ materialId: thing.rice, qty: '10' }]);
    await must(
      receive(instoreId, { detailId: details[0]!['id'], acceptedQty: '0', refusedQty: '10', refuseReason: 'rotten' }),
    );
    const bill = await dock.detail(instoreId);
    const voided = (): Promise<string> =>
      messageOf(dock.post(dock.keeper, 'purchaseorder/void', { ids: orderId, reason: '不要了' }));
    expect(await voided()).toBe(`订单的入库单 ${String(bill['billCode'])} 已开始收货，不能作废；请先冲销它的收货`);
    expect([(await orderOf(orderId))['status'], (await dock.detail(instoreId)).status]).toEqual([
      'approved',
      'receiving',
    ]);
    await must(reverse(bill.receivings[0]!.id));
    expect(await voided()).toBe(OK);
    expect([(await orderOf(orderId))['status'], (await dock.detail(instoreId)).status]).toEqual(['void', 'void']);
  });

  test('what a person settled stands: the bill stays open for it', async () => {
    const { instoreId, details } = await dock.order([{ materialId: thing.rice, qty: '100' }]);
    const detailId = details[0]!['id'];
    await must(receive(instoreId, { detailId, acceptedQty: '60' }));
    await must(
      dock.post(dock.keeper, 'invinstore/doDifference', {
        instoreId,
        details: [
          { detailId, differenceType: 'short', qty: '40', cause: '少送', bearer: 'supplier', outcome: 'charge' },
        ],
      }),
    );
    await must(complete(instoreId));
    await must(reverse((await dock.detail(instoreId)).receivings[0]!.id));
    expect(await dock.detail(instoreId)).toMatchObject({
      status: 'receiving',
      details: [{ openQty: '60', settledQty: '40' }],
    });
    await must(receive(instoreId, { detailId, acceptedQty: '60' }));
    await must(complete(instoreId));
  });

  test('of which something was used it is not: the lot and how much of it are said', async () => {
    const { instoreId, details } = await dock.order([{ materialId: thing.milk, qty: '5' }]);
    await must(receive(instoreId, { detailId: details[0]!['id'], acceptedQty: '5', grossQty: '5', tareQty: '0' }));
    await must(complete(instoreId));
    const [delivery] = (await dock.detail(instoreId)).receivings;
    const used = await dock.running.asOwner<{ code: string }>(`select batch_code as code from batch where id = $1`, [
      delivery!.details[0]!['batchId'],
    ]);
    await dock.take(delivery!.details[0]!['batchId']!, thing.milk, '3');
    expect(await messageOf(reverse(delivery!.id))).toBe(`批次 ${used[0]!.code} 已被使用 3 千克，不能冲销`);
    expect(await dock.detail(instoreId)).toMatchObject({ status: 'done' });
  });
});

describe('a quantity typed in another unit than ordered', () => {
  // 25 kg are a bag.
  test('is converted where that is exact, its price too', async () => {
    const { orderId, instoreId, details } = await dock.order([
      { materialId: thing.rice, qty: '20', unitId: '302', price: '100' },
    ]);
    const before = await stockOf(thing.rice);
    await must(
      receive(instoreId, { detailId: details[0]!['id'], acceptedQty: '15', unitId: '301', deliveredPrice: '4.2' }),
    );
    expect((await dock.detail(instoreId)).receivings[0]!.details).toMatchObject([
      { acceptedQty: '0.6', unitName: '袋', baseQty: '15', deliveredPrice: '105' },
    ]);
    expect(Number(await stockOf(thing.rice)) - Number(before)).toBe(15);
    expect(await orderOf(orderId)).toMatchObject({ details: [{ receivedQty: '0.6' }] });
    expect(await dock.detail(instoreId)).toMatchObject({ amount: '60.00' });
  });
  test('the unit of the line says nothing new', async () => {
    const { instoreId, details } = await dock.order([{ materialId: thing.rice, qty: '2', unitId: '302' }]);
    await must(receive(instoreId, { detailId: details[0]!['id'], acceptedQty: '1', unitId: '302' }));
    expect((await dock.detail(instoreId)).receivings[0]!.details).toMatchObject([{ acceptedQty: '1', baseQty: '25' }]);
  });
  test('is refused where it is not exact, or of a unit the goods are not counted in', async () => {
    await dock.running.asOwner(
      `insert into material_unit (tenant_id, id, code, name, dimension) values ('000001', 303, 'tub', '桶', 'pack')
        on conflict do nothing`,
    );
    await dock.running.asOwner(
      `insert into item_unit_conversion (tenant_id, material_id, from_qty, from_unit_id, to_qty, to_unit_id,
        start_date) values ('000001', $1, 1, 303, 30, 301, '2020-01-01')`,
      [thing.rice],
    );
    const { instoreId, details } = await dock.order([
      { materialId: thing.rice, qty: '2', unitId: '303' },
      { materialId: thing.beef, qty: '2' },
    ]);
    expect(await messageOf(receive(instoreId, { detailId: details[0]!['id'], acceptedQty: '10', unitId: '301' }))).toBe(
      '第 1 行：大米 按桶订购，10 千克 无法准确换算为桶，请按桶填写',
    );
    expect(
      await messageOf(
        receive(instoreId, { detailId: details[1]!['id'], acceptedQty: '1', unitId: '303', temperature: '-18' }),
      ),
    ).toContain('缺少从「桶」到「千克」的单位换算');
    await must(receive(instoreId, { detailId: details[0]!['id'], acceptedQty: '15', unitId: '301' }));
  });
});

describe('a quantity that was weighed', () => {
  test('the scale must agree with what was typed', async () => {
    await dock.running.asOwner(
      `insert into item_unit_conversion (tenant_id, material_id, from_qty, from_unit_id, to_qty, to_unit_id,
        start_date) values ('000001', $1, 1, 302, 10, 301, '2020-01-01')`,
      [thing.milk],
    );
    const { instoreId, details } = await dock.order([{ materialId: thing.milk, qty: '2', unitId: '302' }]);
    expect(
      await messageOf(
        receive(instoreId, {
          detailId: details[0]!['id'],
          acceptedQty: '15',
          unitId: '301',
          grossQty: '16',
          tareQty: '0.5',
        }),
      ),
    ).toContain('实收 15 不等于毛重减皮重 15.5');
    await must(
      receive(instoreId, {
        detailId: details[0]!['id'],
        acceptedQty: '15',
        unitId: '301',
        grossQty: '15.5',
        tareQty: '0.5',
      }),
    );
    expect(await dock.detail(instoreId)).toMatchObject({ details: [{ receivedQty: '1.5' }] });
  });
});

test('a quantity that is nothing in the base unit is refused, when it is ordered and when it comes', async () => {
  await dock.running.asOwner(
    `insert into material_unit (tenant_id, id, code, name, dimension) values ('000001', 304, 'mg', '毫克', 'pack')
      on conflict do nothing`,
  );
  await dock.running.asOwner(
    `insert into item_unit_conversion (tenant_id, material_id, from_qty, from_unit_id, to_qty, to_unit_id, start_date)
      values ('000001', $1, 1000000, 304, 1, 301, '2020-01-01')`,
    [thing.rice],
  );
  const order = (orderQty: string) =>
    dock.post(dock.keeper, 'purchaseorder/submit', {
      supplierId: '600',
      warehouseId: '500',
      deliveryDate: '2026-11-21',
      details: [{ materialId: thing.rice, unitId: '304', orderQty, price: '1' }],
    });
  expect(await messageOf(order('0.1'))).toContain('数量 0.1 换算成基本单位为 0，请填更大的数量');
  const { instoreId, details } = await dock.order([{ materialId: thing.rice, qty: '500', unitId: '304', price: '1' }]);
  expect(await messageOf(receive(instoreId, { detailId: details[0]!['id'], acceptedQty: '0.1' }))).toBe(
    '第 1 行：大米 实收 0.1 毫克，换算成基本单位为 0，请填更大的数量',
  );
  await must(receive(instoreId, { detailId: details[0]!['id'], acceptedQty: '1' }));
});

test.each([
  ['1900-01-01 08:00:00', false],
  ['2026-11-17 23:59:00', false],
  ['2026-11-18 00:00:00', true],
])(
  'an arrival entered late, of %s, is taken: %o; further back it takes a right, and no more than a year',
  async (arriveTime, isTaken) => {
    const { instoreId, details } = await dock.order([{ materialId: thing.rice, qty: '2' }]);
    const deliver = (token: string, time: string) =>
      dock.post(token, 'invinstore/doReceiving', {
        instoreId,
        arriveTime: time,
        details: [{ detailId: details[0]!['id'], acceptedQty: '0.5' }],
      });
    const who = (...more: string[]): string =>
      dock.running.signIn({
        tenant: '000001',
        userId: '1',
        deptId: '110',
        permissions: new Set(['invinstore_do_receiving', ...more]),
      });
    expect(await messageOf(deliver(who(), arriveTime))).toBe(isTaken ? OK : `到货时间 ${arriveTime} 早于允许的 3 天`);
    const late = who('invinstore_backdate');
    expect(await messageOf(deliver(late, '1900-01-01 08:00:00'))).toContain('早于允许的 366 天');
    expect(await messageOf(deliver(late, '2026-11-10 08:00:00'))).toBe(OK);
  },
);
