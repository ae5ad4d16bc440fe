/** Other issues as people enter, send, approve and reverse them. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from '../../parts/postgres/database.ts';
import { place, received, thing, unit } from '../stock/ledger/stock-room.testing.ts';
import { reserve } from '../stock/ledger/reservations.server.ts';
import type { ReceivedLot } from '../stock/lots/lots.server.ts';
import { aBillRoom, MANAGER, refusalsOf, type BillRoom } from './other-moves.testing.ts';

const OUT = 'otheroutstore';
let room: BillRoom;
beforeAll(async () => {
  room = await aBillRoom();
});
afterAll(() => room.close());
beforeEach(() =>
  room.act(async ({ tx }) => {
    await tx.run(sql`delete from stock_reservation`);
    await tx.run(sql`delete from stock_batch`);
    await tx.run(sql`delete from stock`);
  }),
);

const lot = (materialId: string, qty: string, amount: string, more: object = {}): Promise<ReceivedLot> =>
  room.act((context) => received(context, materialId, qty, amount, more));
const flourLot = (qty: string, amount: string, expiryDate: string): Promise<ReceivedLot> =>
  lot(thing.flour, qty, amount, { expiryDate });
const line = (more: object = {}): Record<string, unknown> => ({ materialId: thing.flour, qty: '4', ...more });
const aBill = (more: object = {}, lines: readonly object[] = [line()]): Record<string, unknown> => ({
  warehouseId: place.warehouse,
  outType: 'office',
  deptId: place.project,
  details: lines,
  ...more,
});
const hold = (batchId: string): Promise<unknown> => room.call('stockbatch/hold', { batchId, reason: '包装破损' });

test('RULE-481 RULE-369: drafted, sent, refused with a reason, edited, sent again, approved: the lots that expire first are gone', async () => {
  const late = await flourLot('10', '50', '2025-06-01');
  const early = await flourLot('3', '12', '2025-05-01');
  const bill = await room.sent(OUT, aBill({ costSubject: 'office' }, [line({ qty: '6' })]));
  expect(bill.billCode).toMatch(/^QTC20250316\d{4}$/);
  await room.call(`${OUT}/refuse`, { ids: bill.id, reason: '数量偏多' }, { who: MANAGER });
  expect(await room.billOf(OUT, bill.id)).toMatchObject({ status: 'rejected', reason: '数量偏多' });
  await room.call(`${OUT}/submit`, { id: bill.id, details: [{ ...bill.details[0], qty: '4' }] });
  await room.call(`${OUT}/toApply`, { ids: bill.id });
  expect(await room.lotAt(early.batchId)).toEqual({ qty: '3', amount: '12' });
  await room.call(`${OUT}/doApply`, { ids: bill.id }, { who: MANAGER });
  expect(await room.billOf(OUT, bill.id)).toMatchObject({
    status: 'done',
    amount: '17.00',
    details: [{ baseQty: '4', amount: '17.00', unitCost: '4.25' }],
    lots: [
      { batchId: early.batchId, baseQty: '3', unitCost: '4', amount: '12.00' },
      { batchId: late.batchId, baseQty: '1', unitCost: '5', amount: '5.00' },
    ],
  });
  expect([await room.lotAt(early.batchId), await room.lotAt(late.batchId)]).toEqual([
    { qty: '0', amount: '0' },
    { qty: '9', amount: '45' },
  ]);
  expect(await room.movesOf(bill.billCode)).toMatchObject([
    { reason: 'other-out.post', qty: '-3', reasonDetail: 'office' },
    { reason: 'other-out.post', qty: '-1' },
  ]);
});

test('a held lot is not taken by a line that names none, and is scrapped by one that does', async () => {
  const held = await lot(thing.rice, '10', '40');
  await hold(held.batchId);
  const rice = { materialId: thing.rice, qty: '2' };
  expect(await refusalsOf(room.sent(OUT, aBill({ outType: 'scrap' }, [rice])))).toEqual([
    [
      'other-moves.name-the-lot',
      `大米 需 2 千克，可直接出库的只有 0 千克；批次 ${held.batchCode} 已过期或冻结，报废请指定批次`,
    ],
  ]);
  expect(await refusalsOf(room.sent(OUT, aBill({}, [{ ...rice, batchId: held.batchId }])))).toEqual([
    ['stock.lot-held', `批次 ${held.batchCode} 已冻结（包装破损），不能出库`],
  ]);
  const bill = await room.posted(OUT, aBill({ outType: 'scrap' }, [{ ...rice, batchId: held.batchId }]));
  expect(bill.status).toBe('done');
  expect(await room.lotAt(held.batchId)).toEqual({ qty: '8', amount: '32' });
});

test('an expired lot leaves by scrap, by name, and by nothing else', async () => {
  const old = await lot(thing.tofu, '4', '20', { productionDate: '2025-03-01' });
  const tofu = { materialId: thing.tofu, qty: '4', batchId: old.batchId };
  expect(await refusalsOf(room.sent(OUT, aBill({ outType: 'staff-meal' }, [tofu])))).toEqual([
    ['stock.lot-expired', `批次 ${old.batchCode} 已于 2025-03-06 过期，只能退货或报废`],
  ]);
  expect((await room.posted(OUT, aBill({ outType: 'expired' }, [tofu]))).status).toBe('done');
  expect(await room.lotAt(old.batchId)).toEqual({ qty: '0', amount: '0' });
});

test('what was opened and kept too long leaves a store by scrap alone, though its day has not ended', async () => {
  const life = { expiryDate: '2025-03-16', useBy: '2025-03-16 08:00:00' };
  const opened = await lot(thing.rice, '4', '16', life);
  const closed = await lot(thing.rice, '9', '36', { expiryDate: '2025-05-01' });
  const rice = { materialId: thing.rice, qty: '4' };
  await room.posted(OUT, aBill({}, [rice]));
  expect([(await room.lotAt(opened.batchId)).qty, (await room.lotAt(closed.batchId)).qty]).toEqual(['4', '5']);
  expect(await refusalsOf(room.sent(OUT, aBill({}, [{ ...rice, batchId: opened.batchId }])))).toEqual([
    ['stock.lot-ran-out', `批次 ${opened.batchCode} 的时限已于 2025-03-16 08:00:00 到期，只能退货或报废`],
  ]);
  expect((await room.posted(OUT, aBill({ outType: 'scrap' }, [{ ...rice, batchId: opened.batchId }]))).status).toBe(
    'done',
  );
});

test('the parameter store.scrap.photo-amount: scrap above it needs photos, when it is sent and when it is approved', async () => {
  await room.act(({ tx }) =>
    tx.run(
      sql`insert into param (param_name, param_key, param_value) values ('报废', 'store.scrap.photo-amount', '30')`,
    ),
  );
  const picture = await room.act(
    async ({ tx }) =>
      (await tx.row<{ id: string }>(sql`insert into stored_file (name, content_type, size, sha256, purpose)
        values ('a.jpg', 'image/jpeg', 1, repeat('0', 64), 'picture') returning id`))!.id,
  );
  await lot(thing.rice, '100', '400');
  const rice = (qty: string, more: object = {}): Record<string, unknown> => ({ materialId: thing.rice, qty, ...more });
  const scrap = (...lines: object[]): Record<string, unknown> => aBill({ outType: 'scrap' }, lines);
  expect(await refusalsOf(room.sent(OUT, scrap(rice('3'), rice('5'))))).toEqual([
    ['other-moves.photo', '没有照片的报废金额 32.00 超过 30.00，请为该行上传照片'],
  ]);
  expect((await room.posted(OUT, scrap(rice('3'), rice('5', { pictures: [picture] })))).status).toBe('done');
  expect((await room.posted(OUT, scrap(rice('7.5')))).status).toBe('done');
  const sent = await room.sent(OUT, scrap(rice('7.5')));
  await room.act(({ tx }) =>
    tx.run(sql`update param set param_value = '29' where param_key = 'store.scrap.photo-amount'`),
  );
  expect((await refusalsOf(room.call(`${OUT}/doApply`, { ids: sent.id }, { who: MANAGER })))[0]![0]).toBe(
    'other-moves.photo',
  );
  expect(await room.billOf(OUT, sent.id)).toMatchObject({ status: 'pending', lots: [] });
  // Office use is no scrap, whatever it is worth.
  expect((await room.posted(OUT, aBill({}, [rice('20')]))).status).toBe('done');
});

test('what others hold is not taken, and who holds it is named', async () => {
  await lot(thing.rice, '10', '40');
  await room.act((context) =>
    reserve(context, [
      {
        bill: { type: 'pick', id: '9001', code: 'LL9001' },
        lineId: '1',
        locationId: place.warehouse,
        materialId: thing.rice,
        qty: '7',
        needDate: '2025-03-17',
      },
    ]),
  );
  const [[code, sentence]] = (await refusalsOf(room.sent(OUT, aBill({}, [{ materialId: thing.rice, qty: '4' }])))) as [
    [string, string],
  ];
  expect([code, sentence]).toEqual(['stock.short', expect.stringContaining('LL9001')]);
  expect((await room.posted(OUT, aBill({}, [{ materialId: thing.rice, qty: '3' }]))).status).toBe('done');
});

test('a lot of something else, or of another warehouse, is not taken', async () => {
  await lot(thing.rice, '10', '40');
  const oil = await lot(thing.oil, '10', '90');
  const away = await lot(thing.rice, '10', '40', { locationId: place.otherWarehouse });
  for (const { batchId, batchCode } of [oil, away])
    expect(await refusalsOf(room.sent(OUT, aBill({}, [{ materialId: thing.rice, qty: '1', batchId }])))).toEqual([
      ['other-moves.lot-elsewhere', `批次 ${batchCode} 不是 大米 的批次，或不在 主仓，请重新选择批次`],
    ]);
});

test('goods of catch weight leave by their lot, by weight and by the piece', async () => {
  await room.act(({ tx }) =>
    tx.run(sql`insert into material (id, code, name, material_type_id, base_unit_id, catch_weight, aux_unit_id)
      values (230, 'DUCK', '鸭', 400, 301, 1, 302)`),
  );
  const ducks = await lot('230', '12.86', '411.52', { auxQty: '10' });
  const duck = { materialId: '230', qty: '2.6', auxQty: '2' };
  expect(await refusalsOf(room.call(`${OUT}/submit`, aBill({}, [duck])))).toEqual([
    ['other-moves.lot-of-pieces', '鸭 按件数和重量记账，请选择出库的批次'],
  ]);
  expect(
    await refusalsOf(room.call(`${OUT}/submit`, aBill({}, [{ ...duck, unitId: unit.bag, batchId: ducks.batchId }]))),
  ).toEqual([['other-moves.not-weighed', '鸭 按件数和重量记账：数量请用重量单位，并填写件数']]);
  const bill = await room.posted(OUT, aBill({}, [{ ...duck, batchId: ducks.batchId }]));
  expect(bill['amount']).toBe('83.20');
  expect(
    await room.act(({ tx }) =>
      tx.rows(sql`select qty, aux_qty from stock_batch where batch_id = ${ducks.batchId}::bigint`),
    ),
  ).toEqual([{ qty: '10.26', auxQty: '8' }]);
});

test('bills are found by a material of their lines and by a lot that left with them', async () => {
  const oil = await lot(thing.oil, '5', '45');
  const bill = await room.posted(OUT, aBill({}, [{ materialId: thing.oil, qty: '2' }]));
  const found = async (filter: object): Promise<string[]> =>
    (await room.call<{ records: { id: string }[] }>(`${OUT}/page`, { ...filter })).records.map(({ id }) => id);
  expect(await found({ batchId: oil.batchId })).toEqual([bill.id]);
  expect(await found({ materialId: thing.oil })).toContain(bill.id);
  expect(await found({ materialId: thing.tofu, batchId: oil.batchId })).toEqual([]);
});

test('reversed, everything lies in its lots again at what it was worth, and the mirror says so', async () => {
  const early = await flourLot('3', '10', '2025-05-01');
  const late = await flourLot('10', '50', '2025-06-01');
  const bill = await room.posted(OUT, aBill());
  await room.call(`${OUT}/reverse`, { id: bill.id, reason: '领用取消' }, { who: MANAGER });
  expect([await room.lotAt(early.batchId), await room.lotAt(late.batchId)]).toEqual([
    { qty: '3', amount: '10' },
    { qty: '10', amount: '50' },
  ]);
  const [linked] = (await room.billOf(OUT, bill.id))['links'] as { id: string }[];
  const mirror = await room.billOf(OUT, linked!.id);
  expect(mirror).toMatchObject({
    reversal: 'mirror',
    amount: '-15.00',
    details: [{ qty: '-4', amount: '-15.00' }],
    lots: [
      { detailLine: 1, batchId: early.batchId, baseQty: '-3', amount: '-10.00' },
      { batchId: late.batchId, baseQty: '-1', amount: '-5.00' },
    ],
  });
  expect(await room.movesOf(mirror.billCode)).toMatchObject([
    { reason: 'reverse.other-out.post', qty: '1', back: true },
    { reason: 'reverse.other-out.post', qty: '3', back: true },
  ]);
});

test('dated back, a lot must have been there at the time', async () => {
  const rice = await lot(thing.rice, '10', '40');
  expect(
    await refusalsOf(room.posted(OUT, aBill({ billDate: '2025-03-15' }, [{ materialId: thing.rice, qty: '1' }]))),
  ).toEqual([['stock.late-overdraw', `批次 ${rice.batchCode} 在 2025-03-15 缺 1 千克，不能补记到该时间`]]);
});

test('eight people take of the same lots at once: what is there is taken, never more, and no error reaches anyone', async () => {
  await lot(thing.rice, '10', '40');
  const bills: string[] = [];
  for (let nr = 0; nr < 8; nr += 1)
    bills.push((await room.sent(OUT, aBill({}, [{ materialId: thing.rice, qty: '2' }]))).id);
  const done = await Promise.allSettled(bills.map((id) => room.call(`${OUT}/doApply`, { ids: id }, { who: MANAGER })));
  expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  for (const each of done)
    if (each.status === 'rejected') expect((await refusalsOf(Promise.reject(each.reason)))[0]![0]).toBe('stock.short');
});
