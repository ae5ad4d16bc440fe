/** What `stock/prove` says of goods on order and of goods that are held, besides the ledger. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aDock, type Dock } from '../receiving/dock.testing.ts';

let dock: Dock;
beforeAll(async () => {
  dock = await aDock();
});
afterAll(() => dock.running.close());

const must = async <T = Record<string, unknown>>(
  path: string,
  input: Record<string, unknown>,
  who = dock.keeper,
): Promise<T> => {
  const { body } = await dock.post(who, path, input);
  expect(body.msg).toBe('操作成功');
  return body.data as T;
};
const proof = (): Promise<unknown> => dock.get(dock.keeper, 'stock/prove', {});
/** What the proof finds after a change made behind the program's back, which is taken back again. */
const found = async (change: string, back: string, values: readonly unknown[]): Promise<unknown> => {
  await dock.running.asOwner(change, [...values]);
  const seen = await proof();
  await dock.running.asOwner(back, [...values]);
  expect(await proof()).toMatchObject({ ok: true });
  return seen;
};

test('an order that is on order for less than it has open, or serves requests with more than it holds', async () => {
  const { orderId } = await dock.order([{ materialId: '201', qty: '10' }]);
  expect(await proof()).toMatchObject({ ok: true, firstBadRow: null });
  expect(
    await found(
      `update expected_receipt set open_qty = open_qty - 3 where bill_id = $1`,
      `update expected_receipt set open_qty = open_qty + 3 where bill_id = $1`,
      [orderId],
    ),
  ).toMatchObject({
    ok: false,
    firstBadRow: { wrong: 'on order', openQty: '10', onOrder: '7', material: '大米', location: '主仓' },
  });
});

test('a need that is on order nowhere between request and order, and a draft that holds less than it serves', async () => {
  await dock.running.asOwner(
    `insert into supplier_material (tenant_id, supplier_id, material_id, unit_id, factor, price, base_price,
      start_date) values ('000001', 600, 201, 301, 1, 4.5, 4.5, '2026-01-01')`,
  );
  const { id } = await must<{ id: string }>('invpleasepurchase/submit', {
    warehouseId: '500',
    details: [
      {
        materialId: '201',
        unitId: '301',
        requestQty: '10',
        needDate: '2026-11-25',
        deliveryDate: '2026-11-25',
        supplierId: '600',
      },
    ],
  });
  await must('invpleasepurchase/toApply', { ids: id });
  await must('invpleasepurchase/doApply', { ids: id }, dock.boss);
  const gone = (): Promise<unknown> =>
    found(
      `update expected_receipt set open_qty = 0 where bill_id = $1`,
      `update expected_receipt set open_qty = 10 where bill_id = $1`,
      [id],
    );
  expect(await gone()).toMatchObject({ ok: false, firstBadRow: { wrong: 'on order', openQty: '10', onOrder: '0' } });
  const [order] = await must<{ id: string }[]>('purchaseorder/generateFromRequest', { ids: id });
  expect(await proof()).toMatchObject({ ok: true });
  expect(
    await found(
      `update expected_receipt set open_qty = 0 where bill_id = $1`,
      `update expected_receipt set open_qty = 10 where bill_id = $1`,
      [order!.id],
    ),
  ).toMatchObject({ ok: false, firstBadRow: { onOrder: '0' } });
  expect(
    await found(
      `with lines as (update purchase_order_detail set base_qty = 3
        where purchase_order_id = $1) update expected_receipt set open_qty = 3 where bill_id = $1`,
      `with lines as (update purchase_order_detail set base_qty = 10
        where purchase_order_id = $1) update expected_receipt set open_qty = 10 where bill_id = $1`,
      [order!.id],
    ),
  ).toMatchObject({ ok: false, firstBadRow: { wrong: 'serves more than it holds' } });
});

test('a plan line that says it was requested and no request has it, or that is open and was requested', async () => {
  const { id } = await must<{ id: string }>('invrequireplan/submit', {
    startDate: '2026-11-26',
    endDate: '2026-11-26',
    details: [{ warehouseId: '500', materialId: '201', needDate: '2026-11-26', unitId: '302', planQty: '3' }],
  });
  await must('invrequireplan/toApply', { ids: id });
  await must('invrequireplan/doApply', { ids: id }, dock.boss);
  const otherwise = (qty: number, back: number): Promise<unknown> =>
    found(
      `update requirement_plan_detail set requested_qty = ${qty} where requirement_plan_id = $1`,
      `update requirement_plan_detail set requested_qty = ${back} where requirement_plan_id = $1`,
      [id],
    );
  expect(await otherwise(3, 0)).toMatchObject({
    ok: false,
    firstBadRow: { wrong: 'requested', openQty: '75', onOrder: '0', material: '大米', location: '主仓' },
  });
  await must('invpleasepurchase/generatePleasePurchase', { invRequirePlanIds: id });
  expect(await otherwise(0, 3)).toMatchObject({ firstBadRow: { wrong: 'requested', openQty: '0', onOrder: '75' } });
});

test('goods held by a bill that can no longer fetch them', async () => {
  const { instoreId, details } = await dock.order([{ materialId: '201', qty: '10' }]);
  await must('invinstore/doReceiving', { instoreId, details: [{ detailId: details[0]!['id'], acceptedQty: '10' }] });
  expect(
    await found(
      `with held as (insert into stock_reservation (tenant_id, location_id, material_id, want_qty, qty, bill_type,
        bill_id, bill_code, line_id, need_date)
        values ('000001', 500, 201, 2, 2, 'pick', $1::bigint + 1, 'LL9', 9, '2026-11-25'))
     update stock set reserved_qty = reserved_qty + 2 where location_id = 500 and material_id = 201`,
      `with held as (delete from stock_reservation where bill_id = $1::bigint + 1) update stock
        set reserved_qty = reserved_qty - 2 where location_id = 500 and material_id = 201`,
      [instoreId],
    ),
  ).toMatchObject({ ok: false, firstBadRow: { wrong: 'held by what cannot be finished', billCode: 'LL9' } });
});
