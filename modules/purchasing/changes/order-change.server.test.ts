/**
 * Approved orders change by a document: lines, money, requests, what is on order, the dock and the supplier follow, and
 * nothing goes below what came.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { everyPermission } from '../../../tests/support/program.ts';
import { aDock, thing, type Dock } from '../../receiving/dock.testing.ts';

const OK = '操作成功';
const T = '000001';
const DAY = '2026-12-05';
let dock: Dock;
let poor: string;
beforeAll(async () => {
  dock = await aDock();
  await dock.running.asOwner(`begin; set local app.tenant = '${T}';
    update tenant set domain_url = 'https://larder.example' where tenant_id = '${T}';
    insert into supplier_material (supplier_id, material_id, unit_id, factor, price, base_price, start_date)
    values (600, 202, 301, 1, 5, 5, '2026-01-01'); commit`);
  const permissions = new Set(
    [...everyPermission(dock.running.program)].filter(
      (code) => !['purchaseorder_view_cost', 'purchaseorder_late'].includes(code),
    ),
  );
  poor = dock.running.signIn({ tenant: T, userId: '2', deptId: '110', permissions });
});
afterAll(() => dock.running.close());

type Row = Readonly<Record<string, unknown>> & { readonly id: string };
type Line = Readonly<Record<string, string>>;
const must = async <R = Row>(path: string, input: object, who = dock.keeper): Promise<R> => {
  const { body } = await dock.post(who, path, input as Record<string, unknown>);
  if (body.msg !== OK) throw new Error(`${path}: ${body.msg} ${JSON.stringify(body.data)}`);
  return body.data as R;
};
const codes = async (path: string, input: object, who = dock.keeper): Promise<readonly string[]> => {
  const { body } = await dock.post(who, path, input as Record<string, unknown>);
  return (((body.data as { refusals?: { code: string }[] } | null)?.refusals ?? []) as { code: string }[]).map(
    ({ code }) => code,
  );
};
const order = async (id: string, who = dock.keeper) =>
  (await dock.get(who, 'purchaseorder/detail', { id })) as Row & { details: Line[]; changes: Row[] };
const ordered = async (qty = '240', more: object = {}) => {
  const made = await dock.order([{ materialId: thing.rice, qty }], { deliveryDate: DAY, ...more });
  return { ...made, line: (await order(made.orderId)).details[0]!['id']! };
};
const change = (purchaseOrderId: string, changeType: string, details: readonly object[], more: object = {}) =>
  must<Row>('purchaseorderchange/submit', { purchaseOrderId, changeType, changeReason: '客人变了', details, ...more });
const approve = async (id: string, who = dock.boss): Promise<void> => {
  await must('purchaseorderchange/toApply', { ids: id });
  await must('purchaseorderchange/doApply', { ids: id }, who);
};
const changed = async (...given: Parameters<typeof change>): Promise<Row> => {
  const made = await change(...given);
  await approve(made.id);
  return made;
};
const onOrder = async (orderId: string): Promise<unknown> =>
  (
    await dock.running.asOwner<{ qty: string }>(
      `select coalesce(sum(open_qty), 0)::float8::text as qty from expected_receipt
        where bill_type = 'purchaseOrder' and bill_id = $1`,
      [orderId],
    )
  )[0]!.qty;
const receive = async (instoreId: string, qty: string): Promise<void> => {
  const { details } = await dock.detail(instoreId);
  await must('invinstore/doReceiving', {
    instoreId,
    details: [{ detailId: details[0]!['id'], acceptedQty: qty, productionDate: '2026-11-20' }],
  });
};

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
