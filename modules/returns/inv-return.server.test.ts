/** Goods stalls give back, as people enter, send, approve, ship, sign for and send them back. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runAction } from '../../kernel/server/run-action.ts';
import { sql } from '../../parts/postgres/database.ts';
import { aBillRoom, MANAGER, refusalsOf, type BillRoom, type BillRow } from '../other-moves/other-moves.testing.ts';
import { balanceOf, place, received, thing, unit } from '../stock/ledger/stock-room.testing.ts';
import type { Receipt, ReceivedLot } from '../stock/lots/lots.server.ts';

const BACK = 'invreturn';
const OUT = 'invreturnoutstore';
let room: BillRoom;
beforeAll(async () => {
  room = await aBillRoom('returns');
});
afterAll(() => room.close());

/** A lot the stall has. */
const lot = (materialId: string, qty: string, amount: string, more: Partial<Receipt> = {}): Promise<ReceivedLot> =>
  room.act((context) => received(context, materialId, qty, amount, { locationId: place.stall, ...more }));
const line = ({ batchId }: ReceivedLot, qty: string, materialId: string = thing.rice): Record<string, unknown> => ({
  materialId,
  unitId: unit.kg,
  batchId,
  qty,
});
const aBill = (details: readonly object[], more: object = {}): Record<string, unknown> => ({
  warehouseId: place.warehouse,
  useRestaurantDeptId: place.restaurant,
  gearOperationDeptId: place.stall,
  returnReason: 'surplus',
  details,
  ...more,
});
const ship = async (bill: BillRow): Promise<BillRow> => {
  await room.call(`${OUT}/outstore`, { ids: bill['returnOutstoreId'] });
  return room.billOf(BACK, bill.id);
};
const at = (locationId: string, materialId: string = thing.rice) =>
  room.act((context) => balanceOf(context, locationId, materialId));
const inTransit = async (): Promise<string> =>
  room.act(
    async ({ tx }) =>
      (await tx.row<{ qty: string }>(sql`select coalesce(sum(s.qty), 0) as qty from stock s
        join stock_location l on l.id = s.location_id and l.kind = 'in-transit'`))!.qty,
  );

test('RULE-489: drafted, sent, refused with a reason, edited, sent again, approved, shipped, signed for: the lot lies at the warehouse', async () => {
  const rice = await lot(thing.rice, '10', '52');
  const bill = await room.sent(BACK, aBill([line(rice, '7')]));
  expect(bill.billCode).toMatch(/^TK20250316\d{4}$/);
  await room.call(`${BACK}/refuse`, { ids: bill.id, reason: '留一些' }, { who: MANAGER });
  expect(await room.billOf(BACK, bill.id)).toMatchObject({ status: 'rejected', reason: '留一些' });
  await room.call(`${BACK}/submit`, { id: bill.id, details: [{ ...bill.details[0], qty: '6' }] });
  await room.call(`${BACK}/toApply`, { ids: bill.id });
  await room.call(`${BACK}/doApply`, { ids: bill.id }, { who: MANAGER });
  const approved = await room.billOf(BACK, bill.id);
  expect(approved).toMatchObject({ status: 'approved', outState: 'to-ship' });
  expect(await at(place.stall)).toMatchObject({ qty: '10', reserved: '6' });
  expect(await refusalsOf(room.call(`${BACK}/received`, { ids: bill.id }))).toEqual([
    ['returns.not-shipped', `${bill.billCode} 不在途，不能签收或退回：请先由档口出库`],
  ]);
  expect(await ship(approved)).toMatchObject({ status: 'approved', outState: 'shipped' });
  expect([await at(place.stall), await inTransit()]).toMatchObject([{ qty: '4', reserved: '0', amount: '20.8' }, '6']);
  await room.call(`${BACK}/received`, { ids: bill.id }, { who: MANAGER });
  expect(await room.billOf(BACK, bill.id)).toMatchObject({
    status: 'done',
    outState: 'received',
    details: [{ receivedQty: '6' }],
  });
  expect([await room.lotAt(rice.batchId), await inTransit(), await room.proven()]).toEqual([
    { qty: '6', amount: '31.2' },
    '0',
    true,
  ]);
  expect(await room.movesOf(bill.billCode)).toMatchObject([
    { reason: 'stall-return.receive', qty: '-6' },
    { reason: 'stall-return.receive', qty: '6', amount: '31.2' },
  ]);
});

test('what the warehouse does not take lies at the stall again, with its reason', async () => {
  const oil = await lot(thing.oil, '5', '45');
  const bill = await ship(await room.posted(BACK, aBill([line(oil, '5', thing.oil)])));
  await room.call(`${BACK}/sendBack`, { ids: bill.id, reason: '少了两瓶' }, { who: MANAGER });
  expect(await room.billOf(BACK, bill.id)).toMatchObject({ status: 'void', outState: 'back', reason: '少了两瓶' });
  expect([await room.lotAt(oil.batchId, place.stall), await inTransit(), await room.proven()]).toEqual([
    { qty: '5', amount: '45' },
    '0',
    true,
  ]);
});

test('a held lot goes back as it is; voided before it is shipped, a return lets go what it held', async () => {
  const flour = await lot(thing.flour, '5', '25', { expiryDate: '2025-06-01' });
  await room.call('stockbatch/hold', { batchId: flour.batchId, reason: '受潮' });
  const bill = await room.posted(BACK, aBill([line(flour, '5', thing.flour)]));
  await room.call(`${BACK}/void`, { ids: bill.id, reason: '不退了' }, { who: MANAGER });
  expect([await room.billOf(BACK, bill.id), await at(place.stall, thing.flour)]).toMatchObject([
    { status: 'void', outState: 'none' },
    { qty: '5', reserved: '0' },
  ]);
  const again = await ship(await room.posted(BACK, aBill([line(flour, '2', thing.flour)])));
  const { billCode } = await room.billOf(OUT, String(again['returnOutstoreId']));
  expect(await refusalsOf(room.call(`${BACK}/void`, { ids: again.id, reason: '不退了' }))).toEqual([
    ['returns.shipped', `${billCode} 已出库，不能作废：请仓库签收，或退回档口`],
  ]);
  await room.call(`${BACK}/received`, { ids: again.id }, { who: MANAGER });
  expect(await room.lotAt(flour.batchId)).toEqual({ qty: '2', amount: '10' });
});

test('more than the stall has, and a lot it does not have, are refused', async () => {
  const tofu = await lot(thing.tofu, '3', '15', { productionDate: '2025-03-15' });
  const bill = await room.sent(BACK, aBill([line(tofu, '3.5', thing.tofu)]));
  expect((await refusalsOf(room.call(`${BACK}/doApply`, { ids: bill.id }, { who: MANAGER })))[0]![0]).toBe(
    'stock.short',
  );
  const away = await room.act((context) => received(context, thing.tofu, '3', '15', { productionDate: '2025-03-15' }));
  expect(await refusalsOf(room.sent(BACK, aBill([line(away, '1', thing.tofu)])))).toEqual([
    ['returns.not-there', `批次 ${away.batchCode} 不是 豆腐 的批次，或不在 面档，请重新选择批次`],
  ]);
});

test('to a factory goods go back to one of its stores, which is named', async () => {
  const rice = await lot(thing.rice, '1', '5');
  expect(await refusalsOf(room.call(`${BACK}/submit`, aBill([line(rice, '1')], { returnType: 'to-factory' })))).toEqual(
    [['returns.no-store', '退工厂请选择收货的工厂仓']],
  );
});

test('the warehouse signs, and nobody of the stall alone', async () => {
  const rice = await lot(thing.rice, '2', '10');
  const bill = await ship(await room.posted(BACK, aBill([line(rice, '2')])));
  const sign = (depts: readonly string[]): Promise<unknown> =>
    room.act((context) =>
      runAction(
        room.registry.find('invReturn'),
        'received',
        { ...context, user: { ...context.user, userId: MANAGER, scope: { all: false, depts } } },
        { ids: bill.id },
      ),
    );
  expect(await refusalsOf(sign([place.stall]))).toEqual([
    ['returns.signed-there', `${bill.billCode} 由 主仓 的人签收：请他们在自己的账号里收货`],
  ]);
  await sign([place.project]);
  expect(await room.billOf(BACK, bill.id)).toMatchObject({ status: 'done' });
});

test('twenty sign for the same return at once: it arrives once', async () => {
  const rice = await lot(thing.rice, '4', '20');
  const bill = await ship(await room.posted(BACK, aBill([line(rice, '4')])));
  const done = await Promise.allSettled(
    Array.from({ length: 20 }, () => room.call(`${BACK}/received`, { ids: bill.id }, { who: MANAGER })),
  );
  expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect([await room.lotAt(rice.batchId), await inTransit()]).toEqual([{ qty: '4', amount: '20' }, '0']);
});
