/**
 * Approved orders change by a document: lines, money, requests, what is on order, the dock and the supplier follow.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { thing } from '../../receiving/dock.testing.ts';
import { anOrderRoom, DAY, T } from './order-change.testing.ts';

type Room = Awaited<ReturnType<typeof anOrderRoom>>;
let dock: Room['dock'];
let must: Room['must'];
let order: Room['order'];
let ordered: Room['ordered'];
let changed: Room['changed'];
let onOrder: Room['onOrder'];
let receive: Room['receive'];
beforeAll(async () => {
  ({ dock, must, order, ordered, changed, onOrder, receive } = await anOrderRoom());
});
afterAll(() => dock.running.close());

type Row = Readonly<Record<string, unknown>> & { readonly id: string };

describe('B09: what an approved change does', () => {
  test('less: lines, money, what is on order and the dock follow; the supplier is asked anew, old beside new', async () => {
    const { orderId, instoreId, line } = await ordered();
    await must('purchaseorder/supplierConfirm', { id: orderId, lines: [], remark: '好的' });
    const made = await changed(orderId, 'quantity', [{ orderDetailId: line, newQty: '200' }], {
      releaseTo: 'redistribute',
    });
    const now = await order(orderId);
    expect(now).toMatchObject({
      status: 'approved',
      amount: '800.00',
      supplierStatus: 'none',
      details: [{ orderQty: '200', baseQty: '200', cancelledQty: '0', amount: '800.00', price: '4' }],
      changes: [
        {
          changeType: 'quantity',
          status: 'done',
          lines: [{ materialName: '大米', oldQty: '240', newQty: '200', newDate: '', newPrice: '' }],
        },
      ],
    });
    expect(await onOrder(orderId)).toBe('200');
    expect(await dock.detail(instoreId)).toMatchObject({
      status: 'to-receive',
      details: [{ qty: '200', openQty: '200', baseQty: '200', limitQty: '206' }],
    });
    const [letter] = await dock.running.asOwner<{ body: string }>('select body from outbox order by id desc limit 1');
    expect(letter!.body).toMatch(/^订单变更 CG/);
    expect(await dock.get(dock.keeper, 'purchaseorderchange/detail', { id: made.id })).toMatchObject({
      status: 'done',
      amountBefore: '960.00',
      amountAfter: '800.00',
      supplierName: '鲜达',
      details: [{ oldQty: '240', newQty: '200', oldDate: DAY, oldPrice: '4' }],
    });
    await must('purchaseorder/supplierConfirm', { id: orderId, decline: 1, remark: '做不到' });
    expect(await order(orderId)).toMatchObject({ supplierStatus: 'declined' });
    await dock.proved();
  });

  test('by his link the supplier sees how it was; once he has answered it is as it is', async () => {
    const { orderId, line } = await ordered();
    await changed(orderId, 'quantity', [{ orderDetailId: line, newQty: '300' }]);
    await changed(orderId, 'date', [{ orderDetailId: line, newDate: '2026-12-07' }]);
    const path = async (): Promise<string> =>
      (await must<{ path: string }>('purchaseorder/supplierLink', { id: orderId })).path.slice('/s/'.length);
    const shown = async (ticket: string) =>
      (
        (
          await dock.running.call(
            null,
            'GET',
            '/api/store-management/supplierticket/order',
            { ticket },
            {
              'x-larder-time': '2026-11-21 09:00:00',
            },
          )
        ).body.data as { order: { lines: Row[] } }
      ).order.lines[0];
    const ticket = await path();
    expect(await shown(ticket)).toMatchObject({
      orderQty: '300',
      deliveryDate: '2026-12-07',
      wasQty: '240',
      wasDate: DAY,
      wasPrice: '',
    });
    await dock.running.asOwner(`begin; set local app.tenant = '${T}';
      update purchase_order_change set approve_time = approve_time - interval '1 minute'
      where purchase_order_id = ${orderId}; commit`);
    await must('purchaseorder/supplierConfirm', { id: orderId });
    expect(await shown(ticket)).toMatchObject({ orderQty: '300', wasQty: '', wasDate: '' });
  });
});

describe('B09: what an approved change asks for anew', () => {
  test('more, and goods that are added: at the agreed price, received with the rest', async () => {
    const { orderId, instoreId, line } = await ordered('100');
    await changed(orderId, 'quantity', [
      { orderDetailId: line, newQty: '120' },
      { materialId: thing.tofu, unitId: '301', newQty: '10' },
    ]);
    expect(await order(orderId)).toMatchObject({
      amount: '530.00',
      lineCount: 2,
      details: [
        { orderQty: '120', surplusQty: '0' },
        { materialName: '豆腐', orderQty: '10', price: '5', amount: '50.00' },
      ],
    });
    expect(await onOrder(orderId)).toBe('130');
    expect(await dock.detail(instoreId)).toMatchObject({
      lineCount: 2,
      details: [{ qty: '120' }, { materialName: '豆腐', qty: '10', openQty: '10', price: '5' }],
    });
    await dock.proved();
  });

  test('another day and another price, while nothing came', async () => {
    const { orderId, instoreId, line } = await ordered('100');
    await changed(orderId, 'date', [{ orderDetailId: line, newDate: '2026-12-08' }]);
    await changed(orderId, 'price', [{ orderDetailId: line, newPrice: '3.6' }]);
    expect(await order(orderId)).toMatchObject({
      deliveryDate: '2026-12-08',
      amount: '360.00',
      details: [{ deliveryDate: '2026-12-08', price: '3.6', amount: '360.00' }],
    });
    const bill = await dock.detail(instoreId);
    expect(bill).toMatchObject({ details: [{ price: '3.6', qty: '100' }] });
    expect(String(bill['expectTime'])).toMatch(/^2026-12-08/);
    const [due] = await dock.running.asOwner<{ day: string }>(
      `select due_date::text as day from expected_receipt where bill_type = 'purchaseOrder' and bill_id = $1`,
      [orderId],
    );
    expect(due!.day).toBe('2026-12-08');
  });
});

describe('B09: what an approved change takes out', () => {
  test('the rest is closed: what came stays, the order and its bill are done', async () => {
    const { orderId, instoreId } = await ordered('100');
    await receive(instoreId, '60');
    await changed(orderId, 'close', [], { releaseTo: 'cancel' });
    expect(await order(orderId)).toMatchObject({
      status: 'done',
      executeStatus: 'all',
      amount: '240.00',
      details: [{ orderQty: '100', receivedQty: '60', cancelledQty: '40', amount: '240.00' }],
    });
    expect(await onOrder(orderId)).toBe('0');
    expect(await dock.detail(instoreId)).toMatchObject({
      status: 'done',
      details: [{ qty: '60', receivedQty: '60', openQty: '0', limitQty: '60' }],
    });
  });

  test('a line taken out is due no more; an order of which nothing is left is closed', async () => {
    const { orderId, instoreId } = await dock.order(
      [
        { materialId: thing.rice, qty: '10' },
        { materialId: thing.beef, qty: '5' },
      ],
      { deliveryDate: DAY },
    );
    const [rice, beef] = (await order(orderId)).details;
    await changed(orderId, 'quantity', [{ orderDetailId: beef!['id'], newQty: '0' }], { releaseTo: 'cancel' });
    expect(await order(orderId)).toMatchObject({
      amount: '40.00',
      details: [{ orderQty: '10' }, { orderQty: '5', cancelledQty: '5', amount: '0.00' }],
    });
    expect((await dock.detail(instoreId)).details).toMatchObject([{ qty: '10' }, { qty: '0', lineState: 'closed' }]);
    await changed(orderId, 'close', [{ orderDetailId: rice!['id'] }], { releaseTo: 'cancel' });
    expect(await order(orderId)).toMatchObject({ status: 'done', executeStatus: 'closed', amount: '0.00' });
    expect((await dock.detail(instoreId)).status).toBe('void');
  });
});

describe('what the order no longer takes of requests', () => {
  const requested = async (qty: string): Promise<{ id: string; orderId: string; line: string }> => {
    const { id } = await must('invpleasepurchase/submit', {
      warehouseId: '500',
      details: [
        { materialId: thing.tofu, unitId: '301', requestQty: qty, needDate: DAY, deliveryDate: DAY, supplierId: '600' },
      ],
    });
    await must('invpleasepurchase/toApply', { ids: id });
    await must('invpleasepurchase/doApply', { ids: id }, dock.boss);
    const [made] = await must<{ id: string }[]>('purchaseorder/generateFromRequest', { ids: id });
    await must('purchaseorder/toApply', { ids: made!.id });
    await must('purchaseorder/doApply', { ids: made!.id }, dock.boss);
    return { id, orderId: made!.id, line: (await order(made!.id)).details[0]!['id']! };
  };
  const request = (id: string) => dock.get(dock.keeper, 'invpleasepurchase/detail', { id });

  test.each([
    ['redistribute', { executeStatus: 'partial', details: [{ orderedQty: '7', cancelledQty: '0' }] }, '10'],
    ['cancel', { executeStatus: 'all', details: [{ orderedQty: '7', cancelledQty: '3' }] }, '7'],
  ])('released to %s', async (releaseTo, expected, all) => {
    const before = await dock.running.asOwner<{ qty: number }>(
      'select coalesce(sum(open_qty), 0)::float8 as qty from expected_receipt where material_id = 202',
    );
    const { id, orderId, line } = await requested('10');
    await changed(orderId, 'quantity', [{ orderDetailId: line, newQty: '7' }], { releaseTo });
    expect(await request(id)).toMatchObject(expected);
    const [now] = await dock.running.asOwner<{ qty: number }>(
      'select coalesce(sum(open_qty), 0)::float8 as qty from expected_receipt where material_id = 202',
    );
    expect(String(now!.qty - before[0]!.qty)).toBe(all);
    expect(await dock.get(dock.keeper, 'stock/prove', {})).toMatchObject({ ok: true });
  });

  test('closed whole, the request has nothing left to order', async () => {
    const { id, orderId } = await requested('4');
    await changed(orderId, 'close', [], { releaseTo: 'cancel' });
    expect(await request(id)).toMatchObject({
      executeStatus: 'all',
      details: [{ orderedQty: '0', cancelledQty: '4', requestQty: '4' }],
    });
    expect(await dock.get(dock.keeper, 'stock/prove', {})).toMatchObject({ ok: true });
  });
});
