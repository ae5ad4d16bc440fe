/** Many people ship and approve returns at once, and a lot of each kind leaves; the books are proven afterwards. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../parts/postgres/database.ts';
import { aBillRoom, MANAGER, refusalsOf, type BillRoom, type BillRow } from '../other-moves/other-moves.testing.ts';
import { balanceOf, place, received, thing, unit } from '../stock/ledger/stock-room.testing.ts';
import type { Receipt, ReceivedLot } from '../stock/lots/lots.server.ts';
import { proveReturns } from './returns-proof.server.ts';

const BACK = 'purchasereturn';
const OUT = 'invreturnoutstore';
const FARM = '600';
let room: BillRoom;
beforeAll(async () => {
  room = await aBillRoom('returns');
  await room.act(({ tx }) =>
    tx.run(
      sql`insert into supplier (id, code, name, contact, contact_phone)
        values (600, 'S1', '绿源农场', '王', '13800000000')`,
    ),
  );
});
afterAll(() => room.close());

const lot = (materialId: string, qty: string, amount: string, more: Partial<Receipt> = {}): Promise<ReceivedLot> =>
  room.act((context) => received(context, materialId, qty, amount, { supplierId: FARM, ...more }));
const line = (materialId: string, { batchId }: ReceivedLot, qty: string): Record<string, unknown> => ({
  materialId,
  unitId: unit.kg,
  batchId,
  qty,
});
const aBill = (...details: readonly object[]): Record<string, unknown> => ({
  supplierId: FARM,
  warehouseId: place.warehouse,
  returnReason: 'quality',
  details,
});
const ship = (bill: BillRow): Promise<unknown> => room.call(`${OUT}/outstore`, { ids: bill['returnOutstoreId'] });
const at = (materialId: string) => room.act((context) => balanceOf(context, place.warehouse, materialId));
const proven = async (): Promise<unknown> => [
  await room.proven(),
  await room.act((context) => proveReturns(context, place.warehouse)),
];

test('twenty ship the same bill at once: it leaves once, and nobody meets an error', async () => {
  const tofu = await lot(thing.tofu, '10', '50', { productionDate: '2025-03-01' });
  const bill = await room.posted(BACK, aBill(line(thing.tofu, tofu, '4')));
  const done = await Promise.allSettled(Array.from({ length: 20 }, () => ship(bill)));
  expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const each of done)
    if (each.status === 'rejected')
      expect((await refusalsOf(Promise.reject(each.reason)))[0]![0]).toBe('document.state');
  expect([await at(thing.tofu), await proven()]).toMatchObject([{ qty: '6', reserved: '0' }, [true, undefined]]);
});

test('twenty bills of the same two lots ship at once, and eight are approved of what is enough for five', async () => {
  const rice = await lot(thing.rice, '40', '200');
  const oil = await lot(thing.oil, '40', '360');
  const bills: BillRow[] = [];
  for (let nr = 0; nr < 20; nr += 1) {
    const lines = [line(thing.rice, rice, '1'), line(thing.oil, oil, '1')];
    bills.push(await room.posted(BACK, aBill(...(nr % 2 === 0 ? lines : lines.toReversed()))));
  }
  await room.call('stockbatch/hold', { batchId: oil.batchId, reason: '召回' });
  await Promise.all(bills.map((bill) => ship(bill)));
  expect([await at(thing.rice), await at(thing.oil), await proven()]).toMatchObject([
    { qty: '20', reserved: '0', amount: '100' },
    { qty: '20', reserved: '0', amount: '180' },
    [true, undefined],
  ]);
  const sent: string[] = [];
  for (let nr = 0; nr < 8; nr += 1) sent.push((await room.sent(BACK, aBill(line(thing.rice, rice, '4')))).id);
  const done = await Promise.allSettled(sent.map((ids) => room.call(`${BACK}/doApply`, { ids }, { who: MANAGER })));
  expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  for (const each of done)
    if (each.status === 'rejected')
      expect((await refusalsOf(Promise.reject(each.reason)))[0]![0]).toBe('returns.too-much');
});
