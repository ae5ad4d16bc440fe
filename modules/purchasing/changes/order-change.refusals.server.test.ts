/** Changes of orders that are refused: nothing goes below what came, and nothing is changed twice. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { thing } from '../../receiving/dock.testing.ts';
import { anOrderRoom, DAY } from './order-change.testing.ts';

type Room = Awaited<ReturnType<typeof anOrderRoom>>;
let dock: Room['dock'];
let poor: Room['poor'];
let must: Room['must'];
let codes: Room['codes'];
let order: Room['order'];
let ordered: Room['ordered'];
let change: Room['change'];
let approve: Room['approve'];
let changed: Room['changed'];
let receive: Room['receive'];
beforeAll(async () => {
  ({ dock, poor, must, codes, order, ordered, change, approve, changed, receive } = await anOrderRoom());
});
afterAll(() => dock.running.close());

const submit = (input: object, who?: string) =>
  codes('purchaseorderchange/submit', { changeReason: '改', ...input }, who);

describe('what is refused', () => {
  test('an order that is not approved, another change that is open, an order that changed meanwhile', async () => {
    const draft = await must('purchaseorder/submit', {
      supplierId: '600',
      warehouseId: '500',
      deliveryDate: DAY,
      details: [{ materialId: thing.rice, unitId: '301', orderQty: '1', price: '4' }],
    });
    expect(await submit({ purchaseOrderId: draft.id, changeType: 'close', releaseTo: 'cancel' })).toEqual([
      'order-change.not-open',
    ]);
    const { orderId, line } = await ordered();
    const first = await change(orderId, 'price', [{ orderDetailId: line, newPrice: '5' }]);
    const other = { purchaseOrderId: orderId, changeType: 'price', details: [{ orderDetailId: line, newPrice: '6' }] };
    expect(await submit(other)).toEqual(['order-change.another-open']);
    await dock.running.asOwner(`update purchase_order_detail set price = 4.5 where id = $1`, [line]);
    expect(await codes('purchaseorderchange/toApply', { ids: first.id })).toEqual(['order-change.stale']);
    await must('purchaseorderchange/remove', { ids: first.id });
    expect(await submit(other)).toEqual([]);
  });

  test('every line says what is wrong with it', async () => {
    const { orderId, instoreId, line } = await ordered('100');
    const of = (changeType: string, details: readonly object[], more: object = {}) =>
      submit({ purchaseOrderId: orderId, changeType, details, releaseTo: 'cancel', ...more });
    const own = { orderDetailId: line };
    expect(await of('quantity', [])).toEqual(['order-change.nothing']);
    expect(await of('quantity', [{ ...own, newQty: '100' }])).toEqual(['order-change.same']);
    expect(await of('quantity', [own])).toEqual(['order-change.value-missing']);
    expect(await of('quantity', [{ ...own, newQty: '9' }], { releaseTo: null })).toEqual(['order-change.release-to']);
    expect(
      await of('quantity', [
        { ...own, newQty: '9' },
        { ...own, newQty: '8' },
      ]),
    ).toEqual(['order-change.line-twice']);
    const elsewhere = (await ordered('1')).line;
    expect(await of('quantity', [{ orderDetailId: elsewhere, newQty: '9' }])).toEqual(['order-change.other-line']);
    expect(await of('quantity', [{ newQty: '9' }])).toEqual(['order-change.goods-missing']);
    const rice = { materialId: thing.rice, unitId: '301', newQty: '9' };
    expect(await of('quantity', [rice])).toEqual(['order-change.already-ordered']);
    expect(await of('date', [rice])).toEqual(['order-change.added-elsewhere']);
    expect(await of('date', [{ ...own, newDate: '2026-11-20' }])).toEqual(['order-change.day-past']);
    expect(await of('date', [{ ...own, newDate: '2029-11-20' }])).toEqual(['purchasing.delivery-far']);
    await receive(instoreId, '60');
    expect(await of('quantity', [{ ...own, newQty: '59' }])).toEqual(['order-change.below-came']);
    expect(await of('price', [{ ...own, newPrice: '5' }])).toEqual(['order-change.received-price']);
  });
});

describe('what is refused of lines that have begun', () => {
  test('goods without a price, goods on their way, a line that was closed, and a bill with differences', async () => {
    const { orderId, instoreId } = await dock.order(
      [
        { materialId: thing.rice, qty: '100' },
        { materialId: thing.beef, qty: '5' },
      ],
      { deliveryDate: DAY },
    );
    const [rice, beef] = (await order(orderId)).details.map((each) => each['id']!);
    const unpriced = await change(orderId, 'quantity', [{ materialId: thing.milk, unitId: '301', newQty: '5' }]);
    await must('purchaseorderchange/toApply', { ids: unpriced.id });
    expect(await codes('purchaseorderchange/doApply', { ids: unpriced.id }, dock.boss)).toEqual([
      'purchasing.no-price',
    ]);
    await must('purchaseorderchange/refuse', { ids: unpriced.id, reason: '没有价格' }, dock.boss);
    await must('purchaseorderchange/remove', { ids: unpriced.id });
    await must('purchaseorder/saveShipNote', {
      id: orderId,
      noteNo: 'BG-1',
      details: [{ orderDetailId: rice, shipQty: '30' }],
    });
    const of = (changeType: string, details: readonly object[]) =>
      submit({ purchaseOrderId: orderId, changeType, details, releaseTo: 'cancel' });
    expect(await of('close', [{ orderDetailId: rice }])).toEqual(['order-change.on-the-way']);
    expect(await of('quantity', [{ orderDetailId: rice, newQty: '29' }])).toEqual(['order-change.below-came']);
    await changed(orderId, 'close', [{ orderDetailId: beef }], { releaseTo: 'cancel' });
    expect(await of('close', [{ orderDetailId: beef }])).toEqual(['order-change.nothing-open']);
    await receive(instoreId, '30');
    const { details } = await dock.detail(instoreId);
    await must('invinstore/doDifference', {
      instoreId,
      details: [
        {
          detailId: details[0]!['id'],
          differenceType: 'short',
          qty: '10',
          cause: '少送',
          bearer: 'supplier',
          outcome: 'wait',
        },
      ],
    });
    const made = await change(orderId, 'quantity', [{ orderDetailId: rice, newQty: '80' }], { releaseTo: 'cancel' });
    await must('purchaseorderchange/toApply', { ids: made.id });
    expect(await codes('purchaseorderchange/doApply', { ids: made.id }, dock.boss)).toEqual([
      'order-change.in-difference',
    ]);
  });
});

describe('what is refused of a person', () => {
  test('B24: after the cut-off a change needs somebody who may decide on late ones; a price does not', async () => {
    const { orderId, line } = await ordered('100', { deliveryDate: '2026-11-21' });
    const late = await change(orderId, 'quantity', [{ orderDetailId: line, newQty: '120' }]);
    await must('purchaseorderchange/toApply', { ids: late.id });
    expect(await dock.get(dock.keeper, 'purchaseorderchange/detail', { id: late.id })).toMatchObject({ lateFlag: 1 });
    expect(await codes('purchaseorderchange/doApply', { ids: late.id }, poor)).toEqual(['sourcing.late-right']);
    await must('purchaseorderchange/doApply', { ids: late.id }, dock.boss);
    const price = await change(orderId, 'price', [{ orderDetailId: line, newPrice: '5' }]);
    await approve(price.id, poor);
    expect(await order(orderId)).toMatchObject({ amount: '600.00' });
  });

  test('who sees no cost sees no price of a change', async () => {
    const { orderId, line } = await ordered('10');
    const { id } = await changed(orderId, 'price', [{ orderDetailId: line, newPrice: '7.77' }]);
    for (const [path, input] of [
      ['purchaseorderchange/detail', { id }],
      ['purchaseorderchange/page', {}],
      ['purchaseorder/detail', { id: orderId }],
    ] as const) {
      const { text } = await dock.running.call(poor, 'GET', `/api/store-management/${path}`, input);
      expect(text).not.toMatch(/7\.77|77\.70/);
    }
    expect(JSON.stringify((await order(orderId)).changes)).toMatch(/7\.77/);
  });
});
