/** What a site asks for and buys itself: the need stands on the draft of a self-purchase, and goes back with it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../../parts/postgres/database.ts';
import { proveBought } from './bought-proof.server.ts';
import { openPlanningRoom, place, thing, unit, type PlanningRoom } from '../../planning/planning-room.testing.ts';

type Row = Record<string, unknown> & {
  readonly id: string;
  readonly details: readonly (Record<string, string> & { readonly id: string })[];
};
let room: PlanningRoom;
/** What the nightly proof says of needs that are bought. */
const proved = () => room.as((context) => proveBought(context));
beforeAll(async () => {
  room = await openPlanningRoom();
});
afterAll(() => room.close());

const DATE = '2026-11-25';
const detail = (resource: string, id: string) => room.call<Row>(`${resource}/detail`, { id });
/** An approved distribution: beef and pork the site buys, flour somebody brings. */
async function asked(): Promise<Row> {
  const { id } = await room.call<Row>('invdistribution/submit', {
    startTime: `${DATE} 00:00:00`,
    endTime: `${DATE} 23:59:00`,
    warehouseId: place.warehouse,
    deliveryDate: DATE,
  });
  const line = (materialId: string, qty: string, sourceKind = 'self') => ({
    billId: id,
    materialId,
    unitId: unit.kg,
    qty,
    needDate: DATE,
    sourceKind,
  });
  await room.call('invdistribution/submitDetail', {
    body: [line(thing.beef, '10'), line(thing.pork, '4'), line(thing.flour, '2', 'direct')],
  });
  await room.call('invdistribution/toApply', { ids: id });
  await room.call('invdistribution/doApply', { ids: id }, '2');
  return detail('invdistribution', id);
}
const lineFor = (bill: Row, materialId: string) => bill.details.find((line) => line['materialId'] === materialId)!;
/** An approved request for leek the site buys. */
async function requested(qty: string): Promise<Row> {
  const { id } = await room.call<Row>('invpleasepurchase/submit', {
    warehouseId: place.warehouse,
    details: [{ materialId: thing.leek, unitId: unit.kg, requestQty: qty, needDate: DATE, sourceKind: 'self' }],
  });
  await room.call('invpleasepurchase/toApply', { ids: id, confirmDuplicate: 1 });
  await room.call('invpleasepurchase/doApply', { ids: id }, '2');
  return detail('invpleasepurchase', id);
}
const buy = (lines: readonly { readonly id: string }[], more: Record<string, unknown> = {}) =>
  room.call<{ id: string; billCode: string }[]>('selfpurchaseorder/generateFromRequest', {
    detailIds: lines.map(({ id }) => id),
    vendorName: '城南市场',
    purchaseReason: 'shortage',
    prices: lines.map(({ id }) => ({ detailId: id, price: '30' })),
    ...more,
  });
/** Where what is needed of a material stands, by the kind of bill. */
const onOrder = (materialId: string): Promise<Record<string, number>> =>
  room.as(async ({ tx }) =>
    Object.fromEntries(
      (
        await tx.rows<{ type: string; qty: number }>(sql`
          select bill_type as type, sum(open_qty)::float8 as qty from expected_receipt
          where material_id = ${materialId}::bigint and open_qty > 0 group by 1`)
      ).map(({ type, qty }) => [type, qty]),
    ),
  );
const openOf = async (bill: Row): Promise<readonly string[]> =>
  ((after) => [thing.beef, thing.pork, thing.flour].map((id) => lineFor(after, id)['openQty']!))(
    await detail('invdistribution', bill.id),
  );

test('chain 6: self lines of a distribution become a draft at the warehouse, and stand nowhere twice; removed, they are open again', async () => {
  const bill = await asked();
  const [beef, pork, flour] = [thing.beef, thing.pork, thing.flour].map((id) => lineFor(bill, id));
  expect(await room.refusalsOf(buy([beef!, flour!]))).toEqual([expect.stringMatching(/第 2 行【.+】的货源不是自采$/)]);
  expect(await room.refusalsOf(buy([pork!], { prices: [] }))).toEqual([
    expect.stringMatching(/第 1 行【.+】没有参考价，请填写单价$/),
  ]);
  // What is known of the goods is proposed.
  await room.as(async ({ tx }) => {
    await tx.run(sql`insert into supplier (id, code, name, contact, contact_phone)
      values (600, 'S1', '鲜达', '王', '13800000000')`);
    await tx.run(sql`insert into supplier_material (supplier_id, material_id, unit_id, factor, base_price, price, tax_rate,
      start_date) values (600, ${thing.pork}::bigint, ${unit.kg}::bigint, 1, 25, 25, 9, '2026-01-01')`);
  });
  const [proposed] = await buy([pork!], { prices: [] });
  expect((await detail('selfpurchaseorder', proposed!.id)).details).toMatchObject([{ price: '25', deviation: '0' }]);
  await room.call('selfpurchaseorder/remove', { ids: proposed!.id });
  const [made] = await buy([beef!, pork!]);
  const order = await detail('selfpurchaseorder', made!.id);
  expect(order).toMatchObject({
    status: 'draft',
    warehouseId: place.warehouse,
    vendorName: '城南市场',
    remark: bill['billCode'],
    details: [
      { materialId: thing.pork, orderQty: '4', price: '30', deviation: '20' },
      { materialId: thing.beef, orderQty: '10', price: '30' },
    ],
  });
  expect(await openOf(bill)).toEqual(['0', '0', '2']);
  expect(await onOrder(thing.beef)).toEqual({ selfPurchaseOrder: 10 });
  expect(await room.refusalsOf(buy([beef!]))).toEqual(['1 行已分配、自采或取消，请刷新后重新选择']);
  // Only six kilograms were to be had, and no pork at all.
  await room.call('selfpurchaseorder/submit', {
    ...order,
    details: [{ ...lineFor(order, thing.beef), orderQty: '6' }],
  });
  expect(await openOf(bill)).toEqual(['4', '4', '2']);
  expect([await onOrder(thing.beef), await onOrder(thing.pork)]).toEqual([
    { selfPurchaseOrder: 6, distribution: 4 },
    { distribution: 4 },
  ]);
  expect(await proved()).toBeUndefined();
  await room.call('selfpurchaseorder/remove', { ids: made!.id });
  expect(await openOf(bill)).toEqual(['10', '4', '2']);
  expect(await onOrder(thing.beef)).toEqual({ distribution: 10 });
  await room.call('invdistribution/void', { ids: bill.id, reason: '测试结束' });
});

test('a void self-purchase gives its needs back; two who buy the same at once buy it once', async () => {
  const bill = await asked();
  const beef = lineFor(bill, thing.beef);
  const both = await Promise.allSettled([buy([beef]), buy([beef])]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const [made] = (both.find((each) => each.status === 'fulfilled') as PromiseFulfilledResult<{ id: string }[]>).value;
  await room.call('selfpurchaseorder/toApply', { ids: made!.id });
  await room.call('selfpurchaseorder/doApply', { ids: made!.id }, '2');
  expect(await onOrder(thing.beef)).toEqual({ selfPurchaseOrder: 10 });
  expect(await room.refusalsOf(room.call('invdistribution/void', { ids: bill.id, reason: '不要了' }))).toEqual([
    expect.stringContaining('ZC'),
  ]);
  await room.call('selfpurchaseorder/void', { ids: made!.id, reason: '市场没货' });
  expect(await onOrder(thing.beef)).toEqual({ distribution: 10 });
  await room.call('invdistribution/void', { ids: bill.id, reason: '不要了' });
});

test('self lines of a request follow what was bought and what came', async () => {
  const request = await requested('8');
  const [made] = await buy(request.details, { purchaseDate: '2026-11-22' });
  const line = async () => (await detail('invpleasepurchase', request.id)).details[0]!;
  expect(await line()).toMatchObject({ distributedQty: '8', receivedQty: '0' });
  expect(await onOrder(thing.leek)).toEqual({ selfPurchaseOrder: 8 });
  await room.call('selfpurchaseorder/toApply', { ids: made!.id });
  await room.call('selfpurchaseorder/doApply', { ids: made!.id }, '2');
  const { instoreId, details } = await room.call<Row & { instoreId: string }>('selfpurchaseorder/preReceiving', {
    id: made!.id,
  });
  await room.call('selfpurchaseorder/doReceiving', {
    id: made!.id,
    instoreId,
    details: [{ detailId: (details[0] as unknown as { detailId: string }).detailId, acceptedQty: '5' }],
  });
  expect(await line()).toMatchObject({ distributedQty: '8', receivedQty: '5' });
  expect(await onOrder(thing.leek)).toEqual({ selfPurchaseOrder: 3 });
  expect(await proved()).toBeUndefined();
  const wrong = (change: number) =>
    room.as(({ tx }) =>
      tx.run(
        sql`update expected_receipt set open_qty = open_qty + ${change}::integer where bill_id = ${made!.id}::bigint`,
      ),
    );
  await wrong(1);
  expect(await proved()).toMatchObject({ wrong: 'on order', billCode: made!.billCode });
  await wrong(-1);
});
