/** Counts of a store of a factory, at their own address: blind, while goods are shipped, reviewed and posted. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../../parts/postgres/database.ts';
import { aBillRoom, KEEPER, MANAGER, refusalsOf, type BillRoom } from '../../other-moves/other-moves.testing.ts';
import { aBill, NOW, place, received, thing, unit } from '../../stock/ledger/stock-room.testing.ts';
import { ship } from '../../stock/ledger/transfer.server.ts';

const FACE = 'factoryinvcheck';
let room: BillRoom;
let store: string;
/** A count that is done. */
let done: string;
beforeAll(async () => {
  room = await aBillRoom('counting');
  await room.act(({ tx }) =>
    tx.run(sql`insert into dept (id, dept_name, full_name, code, parent_id, dept_category)
      values (120, '中央厨房', '中央厨房', 'F1', 100, '6')`),
  );
  const factory = await room.call<{ id: string }>('centralfactory/submit', {
    factoryName: '中央厨房',
    deptId: '120',
    linkman: '周',
    address: '工业路',
  });
  const made = await room.call<{ id: string }>('factorywarehouse/submit', {
    name: '原料仓',
    factoryId: factory.id,
    type: 'raw',
  });
  store = made.id;
});
afterAll(() => room.close());

type Values = Record<string, unknown>;
type Check = Values & { readonly id: string; readonly details: readonly (Values & { readonly id: string })[] };
const by = (who: string, now = NOW) => ({ who, now });
const checkOf = (id: string): Promise<Check> => room.call<Check>(`${FACE}/detail`, { id });
const noRecount = { recountAmount: '1000000', recountPercent: '100' };
const started = (more: Values = {}): Promise<Check> =>
  room.call<Check>(`${FACE}/generateDetail`, { factoryWarehouseId: store, ...noRecount, ...more });

test('a plan goes its way of approval under its own number, and is refused with a reason first', async () => {
  const { id } = await room.call<{ id: string }>(`${FACE}/submit`, { factoryWarehouseId: store, ...noRecount });
  await room.call(`${FACE}/toApply`, { ids: id });
  await room.call(`${FACE}/refuse`, { ids: id, reason: '换一天' }, by(MANAGER));
  expect(await checkOf(id)).toMatchObject({
    billCode: expect.stringMatching(/^GPD/),
    status: 'rejected',
    reason: '换一天',
    factoryWarehouseName: '原料仓',
    warehouseId: '',
  });
  await room.call(`${FACE}/toApply`, { ids: id });
  await room.call(`${FACE}/doApply`, { ids: id }, by(MANAGER));
  const page = await room.call<{ records: Values[] }>(`${FACE}/page`, { size: 50, status: 'approved' });
  expect(page.records.map((row) => row['id'])).toEqual([id]);
  await expect(room.call('invcheck/detail', { id })).rejects.toThrow();
  expect(await refusalsOf(room.call(`${FACE}/generateDetail`, { id }))).toEqual([
    ['counting.nothing-there', expect.stringContaining('原料仓')],
  ]);
  await room.call(`${FACE}/void`, { ids: id, reason: '没有库存' });
});

test('a factory is counted at a store of it, a site never there', async () => {
  expect((await refusalsOf(started({ factoryWarehouseId: null })))[0]).toEqual([
    'field.required',
    expect.stringContaining('工厂仓库'),
  ]);
  expect((await refusalsOf(started({ factoryWarehouseId: place.warehouse })))[0]![0]).toBe('field.unknown-reference');
  const { id } = await room.call<{ id: string }>('invcheck/submit', {
    warehouseId: place.warehouse,
    factoryWarehouseId: store,
  });
  expect(await room.call('invcheck/detail', { id })).toMatchObject({ factoryWarehouseId: '', warehouseName: '主仓' });
  await room.call('invcheck/remove', { ids: id });
});

test('counted blind while a bill ships: what left is no loss, what is missing is', async () => {
  const into = { locationId: store };
  const rice = await room.act((context) => received(context, thing.rice, 100, 500, into));
  const oil = await room.act((context) => received(context, thing.oil, 20, 400, into));
  const check = await started({ blind: 1 });
  expect(check).toMatchObject({ status: 'counting', lineCount: 2 });
  const sheet = await room.call<Check>(`${FACE}/preCheck`, { checkId: check.id });
  expect(sheet['progress']).toEqual({ count: 2, counted: 0 });
  for (const line of sheet.details)
    expect([line['snapshotQty'], line['expectedQty'], line['snapshotAmount']]).toEqual([null, null, null]);
  const lineOf = (materialId: string) => check.details.find((line) => line['materialId'] === materialId)!.id;

  // The oil is counted, and then 5 kg of it are shipped; of the rice 30 kg leave before it is counted, 3 are missing.
  await room.call(
    `${FACE}/saveDetail`,
    { checkId: check.id, details: [{ id: lineOf(thing.oil), countQty: '20', unitId: unit.kg }] },
    by(KEEPER, '2025-03-16 10:10:00'),
  );
  const leg = (materialId: string, batchId: string, qty: string) => ({
    bill: aBill('invoutstore'),
    lineId: '1',
    materialId,
    batchId,
    qty,
    fromId: store,
    toId: place.warehouse,
  });
  const legs = [leg(thing.oil, oil.batchId, '5'), leg(thing.rice, rice.batchId, '30')];
  await room.act((context) => ship(context, 'allocation.ship', legs), '2025-03-16 10:20:00');
  await room.call(
    `${FACE}/saveDetail`,
    {
      factoryCheckId: check.id,
      details: [{ id: lineOf(thing.rice), countQty: '67', unitId: unit.kg }],
    },
    by(KEEPER, '2025-03-16 10:30:00'),
  );
  await room.call(`${FACE}/doCheck`, { id: check.id }, by(KEEPER, '2025-03-16 10:40:00'));

  const review = await room.call<Check>(`${FACE}/preCheckApproval`, { checkId: check.id });
  const seen = new Map(review.details.map((line) => [line['materialName'], line]));
  expect(seen.get('油')).toMatchObject({ expectedQty: '20', varianceQty: '0', onHandQty: '15' });
  expect(seen.get('大米')).toMatchObject({ expectedQty: '70', varianceQty: '-3', varianceAmount: '-15.00' });
  const details = [{ id: lineOf(thing.rice), cause: 'lost', expectedQty: '70' }];
  expect(
    (
      await refusalsOf(
        room.call(`${FACE}/doCheckApproval`, { id: check.id, details }, by(KEEPER, '2025-03-16 11:00:00')),
      )
    )[0]![0],
  ).toBe('counting.own-count');
  await room.call(`${FACE}/doCheckApproval`, { id: check.id, details }, by(MANAGER, '2025-03-16 11:00:00'));
  expect(await checkOf(check.id)).toMatchObject({ status: 'done', lossAmount: '15.00', varianceCount: 1 });
  expect((await room.lotAt(rice.batchId, store)).qty).toBe('67');
  expect((await room.lotAt(oil.batchId, store)).qty).toBe('15');
  const moves = await room.act(({ tx }) =>
    tx.rows(sql`select reason, qty from stock_move where bill_type = ${FACE} order by seq`),
  );
  expect(moves).toEqual(
    expect.arrayContaining([
      { reason: 'count.loss', qty: '-3' },
      { reason: 'count.zero', qty: '0' },
    ]),
  );

  done = check.id;
});

test('the result tells causes, its voucher balances, and neither is known at the address of the sites', async () => {
  const check = { id: done };
  const result = await room.call<{ totals: { byCause: Values[] } }>(`${FACE}/viewCheckResult`, { checkId: check.id });
  expect(result.totals.byCause).toEqual([{ name: '丢失', count: 1, gain: '0.00', loss: '15.00' }]);
  const listed = await room.call<Values[]>(`${FACE}/checkDetailList`, { factoryCheckId: check.id });
  expect(listed.length).toBe(2);
  const voucher = {
    checkId: check.id,
    voucherDate: '2025-03-16',
    details: [
      { subjectCode: '6601', direction: 'debit', amount: '15' },
      { subjectCode: '1403', direction: 'credit', amount: '15' },
    ],
  };
  await room.call(`${FACE}/saveOrUpdateInvCheckVoucher`, voucher);
  await expect(room.call('invcheck/saveOrUpdateInvCheckVoucher', voucher)).rejects.toThrow();
  expect(await room.proven()).toBe(true);
});

test('lines are sent back and counted by somebody else; values are for who may see them', async () => {
  const check = await started({ scopeType: 'material', materialIds: [thing.oil] });
  const [line] = check.details;
  const counted = (who: string, qty: string) =>
    room.call(`${FACE}/saveDetail`, { checkId: check.id, details: [{ id: line!.id, countQty: qty }] }, by(who));
  await counted(KEEPER, '14');
  await room.call(`${FACE}/doCheck`, { id: check.id });
  const blind = await room.call<Check>(
    `${FACE}/preCheckApproval`,
    { checkId: check.id },
    { without: [`${FACE}_view_cost`] },
  );
  expect(Object.keys(blind.details[0]!).filter((key) => /^variance(Cost|Amount)$/.test(key))).toEqual([]);
  await room.call(`${FACE}/recount`, { id: check.id, reason: '再盘一次' }, by(MANAGER));
  expect(await checkOf(check.id)).toMatchObject({ status: 'counting', details: [{ lineState: 'recount' }] });
  await counted(MANAGER, '15');
  expect(await checkOf(check.id)).toMatchObject({ details: [{ lineState: 'agreed' }] });
  await room.call(`${FACE}/void`, { ids: check.id, reason: '演练' });
});
