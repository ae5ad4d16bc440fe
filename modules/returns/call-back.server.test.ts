/** What goes back to factories: called back by them with all of a lot held at once, or given back by a site. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../parts/postgres/database.ts';
import { refusalsOf } from '../other-moves/other-moves.testing.ts';
import {
  aFactory,
  explain,
  line,
  MANAGER,
  receive,
  confirmCase,
  site,
  thing,
  unit,
  type Factory,
} from '../suppress-orders/suppress.testing.ts';

const CALL = 'factoryreturned';
const BACK = 'factoryreturnedinstore';
const RETURN = 'invreturn';
const OUT = 'invreturnoutstore';
type Values = Readonly<Record<string, unknown>>;
let factory: Factory;
beforeAll(async () => {
  factory = await aFactory();
});
afterAll(() => factory.close());

/** A lot of which the first site received so much, the second as much less one, and a rest is on its way to it. */
async function spread(onWay = true): Promise<string> {
  const batchId = await factory.lot(thing.rice, 100, 500);
  const { id } = await factory.pushed([
    line(site.first, thing.rice, '10', { batchId }),
    line(site.second, thing.rice, '10', { batchId }),
  ]);
  const [first, second] = await factory.billsOf(id);
  await receive(factory, first!.id, [{ accepted: '10' }]);
  await receive(factory, second!.id, [{ accepted: onWay ? '6' : '10' }]);
  return batchId;
}
const callOf = (recallBatchId: string, more: Values = {}): Record<string, unknown> => ({
  factoryWarehouseId: factory.returns,
  returnReason: 'recall',
  recallBatchId,
  deadline: '2025-03-18',
  ...more,
});
type OutStore = { readonly id: string; readonly warehouseId: string; readonly status: string };
const outStores = (id: string): Promise<OutStore[]> =>
  factory.act(({ tx }) =>
    tx.rows(
      sql`select id, warehouse_id, status from return_out_store where source_bill_id = ${id} order by warehouse_id`,
    ),
  );
const inStores = (id: string): Promise<{ readonly id: string; readonly status: string }[]> =>
  factory.act(({ tx }) =>
    tx.rows(sql`select id, status from in_store where source_bill_id = ${id} order by from_location_id`),
  );
const ship = (id: string) => factory.call(`${OUT}/outstore`, { ids: id });
const progressOf = (id: string) => factory.call<Values[]>(`${CALL}/progress`, { id });
const stateOf = (batchId: string): Promise<string> =>
  factory.figure(sql`select lot_state as n from batch where id = ${batchId}::bigint`);
const eat = (batchId: string, qty: string, warehouseId: string = site.first) =>
  factory.posted('otheroutstore', {
    warehouseId,
    outType: 'staff-meal',
    deptId: '110',
    details: [{ materialId: thing.rice, batchId, unitId: unit.kg, qty, overrideReason: '按要求先用' }],
  });
const owed = (segment: string, id: string): Promise<string> =>
  factory.figure(sql`select coalesce(sum(amount), 0)::text as n from settlement_entry
    where party_kind = 'site' and bill_type = ${segment} and bill_id = ${id}::bigint`);

test('RULE-488 RULE-385 W23: a lot is called back: held everywhere, shipped by every site, received and credited', async () => {
  const batchId = await spread(false);
  await eat(batchId, '4');
  const { id } = await factory.sent(CALL, callOf(batchId));
  await factory.call(`${CALL}/refuse`, { ids: id, reason: '先查清楚' }, { who: MANAGER });
  await factory.call(`${CALL}/submit`, { id, version: (await factory.billOf(CALL, id))['version'], remark: '已查' });
  await factory.call(`${CALL}/toApply`, { ids: id });
  await factory.call(`${CALL}/doApply`, { ids: id }, { who: MANAGER });
  expect(await stateOf(batchId)).toBe('hold');
  expect(await factory.billOf(CALL, id)).toMatchObject({ status: 'approved', outState: 'to-ship', siteCount: 2 });
  const bills = await outStores(id);
  expect(bills.map(({ warehouseId }) => warehouseId)).toEqual([site.first, site.second]);
  for (const bill of bills) await ship(bill.id);
  expect(await factory.billOf(CALL, id)).toMatchObject({
    outState: 'shipped',
    details: [{ shippedQty: '6' }, { shippedQty: '10' }],
  });
  expect(await refusalsOf(factory.call(`${CALL}/void`, { ids: id, reason: '算了吧' }))).toMatchObject([
    ['returns.called-back', expect.anything()],
  ]);
  const [first, second] = await inStores(id);
  await receive(factory, first!.id, [{ accepted: '6' }], BACK);
  await factory.call(`${BACK}/completeReceiving`, { billId: first!.id });
  await receive(factory, second!.id, [{ accepted: '7' }], BACK);
  const [short] = await explain(factory, second!.id, { outcome: 'loss', bearer: 'carrier' }, BACK);
  expect(short).toMatchObject({ requireSide: 'project', qty: '3' });
  expect(await refusalsOf(confirmCase(factory, short!.id, { outcome: 'resend' }))).toMatchObject([
    ['receiving.not-sent-again', expect.anything()],
  ]);
  await confirmCase(factory, short!.id);
  expect(await factory.billOf(CALL, id)).toMatchObject({ status: 'done', outState: 'received' });
  expect(await progressOf(id)).toMatchObject([
    {
      siteName: '一项目部',
      askedQty: '10',
      eatenQty: '4',
      shippedQty: '6',
      receivedQty: '6',
      lyingQty: '0',
      minutes: 0,
    },
    { siteName: '二项目部', askedQty: '10', eatenQty: '0', shippedQty: '10', receivedQty: '7', lyingQty: '0' },
  ]);
  // Credited at what the site was charged: 6 and 7 at 6.00, and the 3 that a carrier lost.
  expect([
    await owed(BACK, first!.id),
    await owed(BACK, second!.id),
    await owed('invinstoredifference', short!.id),
  ]).toEqual(['-36.00', '-42.00', '-18.00']);
  expect(await factory.proven()).toBe(true);
});

test('W23: of a lot on its way the site receives or refuses the rest before it ships; a split lot comes with its parts', async () => {
  const batchId = await spread();
  const stockBatchId = await factory.figure(
    sql`select id::text as n from stock_batch where batch_id = ${batchId}::bigint and location_id = ${site.first}::bigint`,
  );
  await factory.call('stockbatch/open', { id: stockBatchId, qty: '3', openedTime: '2025-03-16 09:30:00' });
  const { id } = await factory.posted(CALL, callOf(batchId));
  const [first, second] = await outStores(id);
  await ship(first!.id);
  expect(
    await factory.figure(sql`select count(*)::text as n from return_out_store_detail
      where return_out_store_id = ${first!.id}::bigint`),
  ).toBe('2');
  expect(await refusalsOf(ship(second!.id))).toMatchObject([['returns.still-on-way', expect.stringContaining('二仓')]]);
  const onWay =
    await factory.figure(sql`select max(id)::text as n from in_store where warehouse_id = ${site.second}::bigint
    and status = 'receiving'`);
  await receive(factory, onWay, [{ accepted: '4' }]);
  expect(await progressOf(id)).toMatchObject([
    { siteName: '二项目部', lyingQty: '10', minutes: null },
    { siteName: '一项目部', shippedQty: '10' },
  ]);
  await ship(second!.id);
  for (const bill of await inStores(id)) {
    const { details } = await factory.call<{ details: { openQty: string }[] }>(`${BACK}/preReceiving`, {
      instoreId: bill.id,
    });
    await receive(
      factory,
      bill.id,
      details.map(({ openQty }, at) => ({ at, accepted: openQty })),
      BACK,
    );
    await factory.call(`${BACK}/completeReceiving`, { billId: bill.id });
  }
  expect(await factory.billOf(CALL, id)).toMatchObject({ status: 'done' });
  expect(await factory.proven()).toBe(true);
});

test('W23: goods that were eaten everywhere are called back all the same: nothing is shipped, nothing is waited for', async () => {
  const batchId = await factory.lot(thing.rice, 10, 50);
  const { id: order } = await factory.pushed([line(site.first, thing.rice, '10', { batchId })]);
  const [bill] = await factory.billsOf(order);
  await receive(factory, bill!.id, [{ accepted: '10' }]);
  await eat(batchId, '9');
  const { id } = await factory.posted(CALL, callOf(batchId));
  await factory.call('stockbatch/release', { batchId, reason: '已查' });
  await eat(batchId, '1');
  const [out] = await outStores(id);
  await ship(out!.id);
  expect(await factory.billOf(CALL, id)).toMatchObject({ status: 'done', outState: 'received' });
  expect(await progressOf(id)).toMatchObject([{ askedQty: '10', eatenQty: '10', shippedQty: '0' }]);
});

test('W23: promises of a lot that is called back give way to it', async () => {
  const batchId = await spread(false);
  await factory.posted('allocation', {
    outLocationId: site.first,
    inLocationId: '501',
    allocationReason: 'surplus',
    needTime: '2025-03-17 08:00:00',
    details: [{ materialId: thing.rice, batchId, unitId: unit.kg, qty: '5' }],
  });
  const { id } = await factory.posted(CALL, callOf(batchId));
  for (const bill of await outStores(id)) await ship(bill.id);
  expect(await factory.billOf(CALL, id)).toMatchObject({ outState: 'shipped' });
});

test('RULE-488: lines by hand ask for so much of a lot; a call without a lot or lines, or without a day, is refused', async () => {
  const batchId = await spread(false);
  const byHand = callOf('', {
    recallBatchId: null,
    returnReason: 'quality',
    deadline: null,
    details: [{ warehouseId: site.first, materialId: thing.rice, batchId, unitId: unit.kg, qty: '4' }],
  });
  const { id } = await factory.posted(CALL, byHand);
  const [out] = await outStores(id);
  await ship(out!.id);
  expect(await stateOf(batchId)).toBe('free');
  expect(await factory.billOf(CALL, id)).toMatchObject({ details: [{ shippedQty: '4' }] });
  const against = (values: Values) => refusalsOf(factory.call(`${CALL}/submit`, { ...byHand, ...values }));
  expect(await against({ details: [] })).toMatchObject([['returns.call-back-empty', expect.anything()]]);
  expect(await against({ recallBatchId: batchId })).toMatchObject([['returns.deadline-missing', expect.anything()]]);
  expect(await against({ deadline: '2025-03-15' })).toMatchObject([['returns.deadline-past', expect.anything()]]);
  const elsewhere = await factory.lot(thing.rice, 1, 5);
  const named = { details: [{ warehouseId: site.first, materialId: thing.rice, batchId: elsewhere, qty: '1' }] };
  expect(await refusalsOf(factory.sent(CALL, { ...byHand, ...named }))).toMatchObject([
    ['returns.not-there', expect.anything()],
  ]);
  const unshipped = await factory.posted(CALL, callOf(batchId));
  await factory.call(`${CALL}/void`, { ids: unshipped.id, reason: '误召' });
  expect(await outStores(unshipped.id)).toMatchObject([{ status: 'void' }, { status: 'void' }]);
  expect(await stateOf(batchId)).toBe('free');
});

test('W23: a call-back that is voided lets go what it held, unless somebody else holds it as well', async () => {
  const held = (batchId: string) =>
    factory.act(({ tx }) => tx.row(sql`select lot_state, hold_reason from batch where id = ${batchId}::bigint`));
  const voided = (id: string) => factory.call(`${CALL}/void`, { ids: id, reason: '误召' });
  const batchId = await spread(false);
  const first = await factory.posted(CALL, callOf(batchId));
  const second = await factory.posted(CALL, callOf(batchId));
  await voided(first.id);
  expect(await held(batchId)).toEqual({ lotState: 'hold', holdReason: `召回 ${second.billCode}` });
  await voided(second.id);
  expect(await held(batchId)).toEqual({ lotState: 'free', holdReason: null });
  const third = await factory.posted(CALL, callOf(batchId));
  await factory.call('stockbatch/release', { batchId, reason: '已查' });
  await factory.call('stockbatch/hold', { batchId, reason: '另有疑问' });
  await voided(third.id);
  expect(await held(batchId)).toEqual({ lotState: 'hold', holdReason: '另有疑问' });
});

test('RULE-385 W23: a site gives back to a factory by itself, credited at the price it was charged', async () => {
  const batchId = await spread(false);
  const give = (more: Values = {}): Record<string, unknown> => ({
    returnType: 'to-factory',
    warehouseId: site.second,
    factoryWarehouseId: factory.returns,
    returnReason: 'surplus',
    details: [{ materialId: thing.rice, batchId, unitId: unit.kg, qty: '5' }],
    ...more,
  });
  const bill = await factory.posted(RETURN, give());
  await ship(String(bill['returnOutstoreId']));
  expect(await factory.billOf(RETURN, bill.id)).toMatchObject({ status: 'approved', outState: 'on-way' });
  expect(await refusalsOf(factory.call(`${RETURN}/received`, { ids: bill.id }))).toMatchObject([
    ['returns.at-factory', expect.anything()],
  ]);
  const [back] = await inStores(bill.id);
  await receive(factory, back!.id, [{ accepted: '5' }], BACK);
  await factory.call(`${BACK}/completeReceiving`, { billId: back!.id });
  expect(await factory.billOf(RETURN, bill.id)).toMatchObject({
    status: 'done',
    outState: 'received',
    details: [{ receivedQty: '5' }],
  });
  expect(await owed(BACK, back!.id)).toBe('-30.00');
  const { receivings } = await factory.call<{ receivings: { id: string }[] }>(`${BACK}/detail`, { id: back!.id });
  await factory.call(`${BACK}/reverseReceiving`, { receivingId: receivings[0]!.id, reason: '收错了' });
  expect(await factory.billOf(RETURN, bill.id)).toMatchObject({ status: 'approved', outState: 'on-way' });
  expect(await owed(BACK, back!.id)).toBe('0.00');
  const against = (values: Values) => refusalsOf(factory.call(`${RETURN}/submit`, give(values)));
  expect(await against({ factoryWarehouseId: null })).toMatchObject([['returns.no-store', expect.anything()]]);
  expect(await against({ returnType: 'from-stall' })).toMatchObject([['returns.no-restaurant', expect.anything()]]);
  const raw = await factory.call<{ id: string }>('factorywarehouse/submit', {
    name: '原料仓',
    factoryId: (await factory.figure(sql`select id::text as n from central_factory limit 1`)) as string,
    type: 'raw',
  });
  expect(await refusalsOf(factory.sent(RETURN, give({ factoryWarehouseId: raw.id })))).toMatchObject([
    ['stock.not-kept-there', expect.anything()],
  ]);
  expect(await factory.proven()).toBe(true);
});
