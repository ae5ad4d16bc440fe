/** Other receipts and issues at a store of a factory, and its lots that are opened, repacked, held and traced there. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { refusalsOf } from './other-moves.testing.ts';
import { aFactory, site, thing, unit, type Factory } from '../suppress-orders/suppress.testing.ts';

type Values = Record<string, unknown>;
const IN = 'otherinstore';
const OUT = 'otheroutstore';
/** As if there were no such record. */
const UNKNOWN = { status: 404 };
let factory: Factory;
beforeAll(async () => {
  factory = await aFactory('other-moves');
});
afterAll(() => factory.close());

const receipt = (more: Values = {}): Values => ({
  inType: 'opening',
  warehouseId: null,
  factoryWarehouseId: factory.store,
  details: [{ materialId: thing.rice, unitId: unit.kg, qty: '20', price: '3' }],
  ...more,
});
const issue = (more: Values = {}): Values => ({
  outType: 'sample',
  warehouseId: null,
  factoryWarehouseId: factory.store,
  deptId: '120',
  details: [{ materialId: thing.rice, unitId: unit.kg, qty: '2' }],
  ...more,
});
const rowOf = (batchId: string): Promise<string> =>
  factory.figure(
    sql`select id::text as n from stock_batch where batch_id = ${batchId}::bigint
      and location_id = ${factory.store}::bigint`,
  );

test('opening stock of a factory is entered at its store, seen by the factory, and taken back by a mirror there', async () => {
  const bill = await factory.posted(IN, receipt());
  expect(bill).toMatchObject({ status: 'done', factoryWarehouseName: '成品仓', projectDeptId: '120', amount: '60.00' });
  const batchId = String(bill.details[0]!['batchId']);
  expect(await factory.lotAt(batchId, factory.store)).toEqual({ qty: '20', amount: '60' });
  await factory.call(`${IN}/reverse`, { ids: bill.id, reason: '录错了' });
  expect(await factory.lotAt(batchId, factory.store)).toEqual({ qty: '0', amount: '0' });
  expect(await factory.proven()).toBe(true);
});

test('what is issued at a factory leaves first expired first, from its store alone', async () => {
  const late = await factory.lot(thing.rice, 10, 30, { expiryDate: '2025-06-01' });
  const soon = await factory.lot(thing.rice, 10, 30, { expiryDate: '2025-05-01' });
  const bill = await factory.posted(OUT, issue());
  expect(bill['lots']).toMatchObject([{ batchId: soon, baseQty: '2' }]);
  expect((await factory.lotAt(late, factory.store)).qty).toBe('10');
  const { records } = await factory.call<{ records: Values[] }>(`${OUT}/page`, { factoryWarehouseId: factory.store });
  expect(records.map(({ id }) => id)).toEqual([bill.id]);
  expect(await factory.proven()).toBe(true);
});

test('a bill names one place; a store refuses what it does not keep, and a frozen one everything', async () => {
  const saved = (values: Values) => refusalsOf(factory.call(`${IN}/submit`, receipt(values)));
  expect(await saved({ warehouseId: site.first })).toMatchObject([['stock.one-place', expect.anything()]]);
  expect(await saved({ factoryWarehouseId: null })).toMatchObject([['stock.one-place', expect.anything()]]);
  expect(
    await refusalsOf(
      factory.sent(IN, receipt({ details: [{ materialId: thing.flour, unitId: unit.kg, qty: '1', price: '1' }] })),
    ),
  ).toMatchObject([['stock.not-kept-there', expect.stringContaining('成品仓')]]);
  const { id } = await factory.call<{ id: string }>(`${OUT}/submit`, issue());
  await factory.call('factorywarehouse/freeze', { ids: factory.store });
  expect(await refusalsOf(factory.call(`${OUT}/toApply`, { ids: id }))).toMatchObject([
    ['stock.warehouse-frozen', expect.stringContaining('成品仓')],
  ]);
  await factory.call('factorywarehouse/thaw', { ids: factory.store });
});

test('lots of a factory are opened and repacked at its store, by its own calls alone', async () => {
  const batchId = await factory.lot(thing.rice, 12, 36);
  const id = await rowOf(batchId);
  const opened = await factory.call<{ batchId: string; placeId: string }>('factorystockbatch/open', { id, qty: '2' });
  expect(opened.placeId).toBe(factory.store);
  const { lots } = await factory.call<{ lots: { batchId: string; qty: string }[] }>('factorystockbatch/repack', {
    from: [{ id, qty: '10' }],
    into: [{ qty: '4' }, { qty: '6' }],
  });
  expect(lots.map(({ qty }) => qty)).toEqual(['4', '6']);
  expect((await factory.lotAt(lots[1]!.batchId, factory.store)).amount).toBe('18');
  await expect(factory.call('stockbatch/open', { id, qty: '1' })).rejects.toMatchObject(UNKNOWN);
  expect(await factory.proven()).toBe(true);
});

test('people of a factory hold, release and trace lots of its stores, and no others', async () => {
  const own = await factory.lot(thing.rice, 5, 15);
  const bought = await factory.posted(IN, receipt({ factoryWarehouseId: null, warehouseId: site.first }));
  const theirs = String(bought.details[0]!['batchId']);
  const without = ['stockbatch_hold', 'stockbatch_release', 'stockbatch_view'];
  const act = (name: string, values: Values) => factory.call(`stockbatch/${name}`, values, { without });
  await act('hold', { batchId: own, reason: '抽检' });
  await act('release', { batchId: own, reason: '合格' });
  expect(await act('trace', { batchId: own })).toMatchObject({ places: [{ qty: '5' }] });
  for (const [name, values] of [
    ['hold', { batchId: theirs, reason: '抽检' }],
    ['trace', { batchId: theirs }],
  ] as const)
    await expect(act(name, values)).rejects.toMatchObject(UNKNOWN);
  const outside = factory.act((context: Context) =>
    factory.callIn(
      {
        ...context,
        user: { ...context.user, scope: { ...context.user.scope, all: false, depts: ['110'] } },
        allowed: (right) => !without.includes(right),
      } as Context,
      'stockbatch/hold',
      { batchId: own, reason: '抽检' },
      '1',
    ),
  );
  await expect(outside).rejects.toMatchObject(UNKNOWN);
});
