/** Production as kitchens enter it: a pot, its goods, what is left over, and what is taken back. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { yieldsOfPots } from './cooked-yields.server.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { refusalsOf, type BillRoom, type BillRow } from '../../other-moves/other-moves.testing.ts';
import { NOW, place, thing } from '../../stock/ledger/stock-room.testing.ts';
import { originOf } from '../../stock/lots/trace.server.ts';
import { aKitchen, dish, DOUGH, PRODUCE, stallLot } from '../production.testing.ts';

let room: BillRoom;
beforeEach(async () => {
  room = await aKitchen();
});
afterEach(() => room.close());

const aPot = (more: object = {}): Record<string, unknown> => ({
  gearOperationDeptId: place.stall,
  mealType: 'lunch',
  dishId: dish.rice,
  actualQty: '40',
  ...more,
});
async function cooked(more: object = {}, person: object = {}): Promise<BillRow> {
  const { id } = await room.call<{ id: string }>(`${PRODUCE}/submit`, aPot(more), person);
  return room.billOf(PRODUCE, id);
}
const enough = async (): Promise<void> => {
  await stallLot(room, thing.rice, '20', '80');
  await stallLot(room, thing.oil, '5', '50');
};
const reached = () =>
  room.act(({ tx }) =>
    tx.rows<Record<string, string>>(sql`
      select material_id, test_date, gross_qty, round(net_qty, 4) as net_qty from (${yieldsOfPots()}) y`),
  );
const codesOf = async (work: Promise<unknown>): Promise<string[]> => (await refusalsOf(work)).map(([code]) => code);

describe('W31 RULE-455: one bill a pot', () => {
  test('posts at once: goods out by the BOM, yields once, portions in at exactly their value', async () => {
    await enough();
    const bill = await cooked({ coreTemp: '78.5' });
    expect(bill).toMatchObject({
      status: 'posted',
      produceType: 'cook',
      planQty: '40',
      standardQty: '40',
      actualQty: '40',
      amount: '24.00',
      unitCost: '0.6',
      produceTime: NOW,
      expireTime: '2025-03-16 12:00:00',
      coreTemp: '78.5',
    });
    expect(bill.billCode).toMatch(/^SC20250316\d{4}$/);
    expect(bill.details.map(({ stdQty, actualQty, amount }) => [stdQty, actualQty, amount])).toEqual([
      ['5', '5', '20.00'],
      ['0.4', '0.4', '4.00'],
    ]);
    expect((await room.movesOf(bill.billCode)).map(({ reason, qty, amount }) => [reason, qty, amount])).toEqual([
      ['kitchen.produce-out', '-5', '-20'],
      ['kitchen.produce-out', '-0.4', '-4'],
      ['kitchen.produce-in', '40', '24'],
    ]);
    expect(await room.lotAt(String(bill['batchId']), place.stall)).toEqual({ qty: '40', amount: '24' });
    expect(await room.proven()).toBe(true);
  });

  test('all that is short is said at once', async () => {
    await stallLot(room, thing.rice, '1', '4');
    expect((await refusalsOf(cooked())).map(([, sentence]) => sentence)).toEqual([
      expect.stringMatching(/^大米 需 5 千克/),
      expect.stringMatching(/^油 需 0.4 千克/),
    ]);
  });

  test('M20 H33: what a pot really took feeds the tests of its yield; one entered as planned says nothing', async () => {
    await enough();
    await cooked();
    expect(await reached()).toEqual([]);
    await cooked({
      details: [
        { materialId: thing.rice, actualQty: '6' },
        { materialId: thing.oil, actualQty: '0.4' },
      ],
    });
    // 40 portions take 4 kg net: of 6 kg that is 66.7 %, where the standard says 80 %.
    expect(await reached()).toEqual([
      { materialId: thing.rice, testDate: '2025-03-16', grossQty: '6', netQty: expect.stringMatching(/^4(\.0002)?$/) },
    ]);
  });

  test('more than 30 % beyond the BOM asks for a reason, and the standard says what it should have made', async () => {
    await enough();
    const details = [
      { materialId: thing.rice, actualQty: '6.6' },
      { materialId: thing.oil, actualQty: '0.4' },
    ];
    expect(await codesOf(cooked({ details }))).toEqual(['production.over-bom']);
    const bill = await cooked({ details, overReason: '米粒偏硬，多加' });
    expect(bill).toMatchObject({ amount: '30.40', standardQty: '50.67', overReason: '米粒偏硬，多加' });
    expect(bill.details[0]).toMatchObject({ stdQty: '5', actualQty: '6.6', actualYield: '60.61' });
  });
});

describe('W31: its lots and its day', () => {
  test('first expired first out, another lot only with a reason, an expired or held one not at all', async () => {
    await enough();
    const early = await stallLot(room, thing.rice, '3', '30', { expiryDate: '2025-03-20' });
    const late = await stallLot(room, thing.rice, '9', '36', { expiryDate: '2025-06-20' });
    const old = await stallLot(room, thing.rice, '9', '36', { expiryDate: '2025-03-15' });
    const picking = (batchId: string, more: object = {}) => ({
      details: [
        { materialId: thing.rice, actualQty: '5', batchId, ...more },
        { materialId: thing.oil, actualQty: '0.4' },
      ],
    });
    expect(await codesOf(cooked(picking(late.batchId)))).toEqual(['stock.not-first-expired']);
    expect(await codesOf(cooked(picking(old.batchId)))).toEqual(['stock.lot-expired']);
    const bill = await cooked(picking(late.batchId, { lotReason: '早批在冷库' }));
    expect(bill.details[0]).toMatchObject({ batchId: late.batchId, amount: '20.00' });
    const next = await cooked();
    expect(next.details[0]).toMatchObject({ amount: '38.00' });
    expect((await room.lotAt(early.batchId, place.stall)).qty).toBe('0');
  });

  test('a lot whose clock ran out is passed over, and refused by name', async () => {
    await stallLot(room, thing.oil, '5', '50');
    const opened = await stallLot(room, thing.rice, '9', '36', {
      expiryDate: '2025-03-16',
      useBy: '2025-03-16 09:00:00',
    });
    expect(await codesOf(cooked())).toEqual(['stock.short']);
    await enough();
    const details = [{ materialId: thing.rice, actualQty: '5', batchId: opened.batchId }];
    expect(await codesOf(cooked({ details }))).toContain('stock.lot-ran-out');
    await cooked();
  });

  test('what is missing or cannot be is said', async () => {
    await enough();
    expect(await codesOf(cooked({ dishId: null }))).toEqual(['production.dish-missing']);
    expect(await codesOf(cooked({ actualQty: null }))).toEqual(['production.qty-missing']);
    expect(await codesOf(cooked({ leftoverQty: '3' }))).toEqual(['production.leftover-first']);
    expect(await codesOf(cooked({ produceTime: '2025-03-16 11:00:00' }))).toEqual(['production.time-future']);
    expect(await codesOf(cooked({ gearOperationDeptId: place.restaurant }))).toEqual(['production.stall-unknown']);
    expect(await codesOf(cooked({ details: [{ materialId: thing.rice, actualQty: '0' }] }))).toEqual([
      'production.nothing-used',
    ]);
    await room.act(({ tx }) => tx.run(sql`update dish set stockable = 0 where id = 802`));
    expect(await codesOf(cooked({ dishId: dish.dough }))).toEqual(['production.not-kept']);
    await room.act(({ tx }) => tx.run(sql`update dish set stockable = 1 where id = 802`));
  });

  test('never for a day to come, one too long ago, of a closed month, or one that was closed', async () => {
    await enough();
    expect(await codesOf(cooked({ bizDate: '2025-03-17' }))).toEqual(['production.day-future']);
    expect(await codesOf(cooked({ bizDate: '2025-03-12' }))).toEqual(['production.day-early']);
    await room.call(`${PRODUCE}/closeDay`, { gearOperationDeptId: place.stall, date: '2025-03-15' });
    expect(await codesOf(cooked({ bizDate: '2025-03-15' }))).toEqual(['production.day-closed']);
    await room.act(({ tx }) => tx.run(sql`update stock_location set closed_through = '2025-03-14'`));
    expect(await codesOf(cooked({ bizDate: '2025-03-14' }))).toEqual(['production.month-closed']);
    expect(
      await codesOf(room.call(`${PRODUCE}/closeDay`, { gearOperationDeptId: place.stall, date: '2025-03-17' })),
    ).toEqual(['production.day-not-over']);
  });
});

describe('W32: how long what is made is good', () => {
  test('a dish by its holding time, another time only with a reason', async () => {
    await enough();
    const until = { expireTime: '2025-03-16 15:00:00' };
    expect(await codesOf(cooked(until))).toEqual(['production.life-reason']);
    expect(await codesOf(cooked({ expireTime: '2025-03-16 09:00:00' }))).toEqual(['production.life-reversed']);
    expect(await cooked({ ...until, expireReason: '冷柜保存' })).toMatchObject({ expireTime: '2025-03-16 15:00:00' });
  });

  test('several levels: dough is a pot of its own, with its shelf life, or that of the flour where its class says so', async () => {
    await stallLot(room, thing.flour, '10', '30', { productionDate: '2025-03-01', expiryDate: '2025-03-17' });
    const dough = await cooked({ dishId: dish.dough, actualQty: '1' });
    expect(dough).toMatchObject({
      produceType: 'semi',
      materialId: DOUGH,
      amount: '1.80',
      expireTime: '2025-03-18 23:59:59',
    });
    await room.act(({ tx }) => tx.run(sql`update dish_type set expires_with_parts = 1`));
    const short = await cooked({ dishId: dish.dough, actualQty: '1' });
    expect(short).toMatchObject({ expireTime: '2025-03-17 23:59:59' });
    await room.act(({ tx }) => tx.run(sql`update dish_type set expires_with_parts = 0`));
    const buns = await cooked({ dishId: dish.bun, actualQty: '20' });
    expect(buns.details).toMatchObject([{ materialId: DOUGH, actualQty: '1', amount: '1.80' }]);
    const origins = await room.act((context) => originOf(context, { batchId: String(buns['batchId']) }));
    expect(origins.map(({ materialName, depth }) => [materialName, depth])).toEqual([
      ['包子', 0],
      ['面团', 1],
      ['面粉', 2],
    ]);
  });
});

describe('R06 R13: after the meal', () => {
  test('what is left over stays where it is, as a lot with a clock and a parent; never more than was made', async () => {
    await enough();
    const bill = await cooked();
    expect(await codesOf(room.call(`${PRODUCE}/submit`, { id: bill.id, leftoverQty: '41' }))).toEqual([
      'production.leftover-more',
    ]);
    const after = async (leftoverQty: string): Promise<BillRow> => {
      await room.call(`${PRODUCE}/submit`, { id: bill.id, leftoverQty });
      return room.billOf(PRODUCE, bill.id);
    };
    const left = String((await after('10'))['leftoverBatchId']);
    expect(await room.lotAt(left, place.stall)).toEqual({ qty: '10', amount: '6' });
    expect(
      await room.act(({ tx }) =>
        tx.row(sql`select parent_batch_id::text as parent, to_char(use_by, 'HH24:MI') as until from batch
          where id = ${left}::bigint`),
      ),
    ).toEqual({ parent: bill['batchId'], until: '14:00' });
    await after('4');
    expect(await room.lotAt(left, place.stall)).toEqual({ qty: '4', amount: '2.4' });
    await after('12');
    expect((await room.lotAt(left, place.stall)).qty).toBe('12');
    expect(await room.proven()).toBe(true);
  });

  test('the rest of a posted bill stays as it is', async () => {
    await enough();
    const bill = await cooked();
    await room.call(`${PRODUCE}/submit`, { id: bill.id, remark: '好评' });
    expect(await room.billOf(PRODUCE, bill.id)).toMatchObject({ remark: '好评', amount: '24.00' });
    expect(await codesOf(room.call(`${PRODUCE}/submit`, { id: bill.id, actualQty: '30' }))).toEqual(['field.locked']);
    expect(
      await codesOf(
        room.call(`${PRODUCE}/submit`, { id: bill.id, details: [{ materialId: thing.rice, actualQty: '1' }] }),
      ),
    ).toEqual(['production.posted']);
  });

  test('a closed day: what was served leaves stock at its cost, what is left over stays', async () => {
    await enough();
    const bill = await cooked();
    await room.call(`${PRODUCE}/submit`, { id: bill.id, leftoverQty: '10' });
    const left = String((await room.billOf(PRODUCE, bill.id))['leftoverBatchId']);
    const close = (): Promise<unknown> =>
      room.call(`${PRODUCE}/closeDay`, { gearOperationDeptId: place.stall, date: '2025-03-16' });
    expect(await close()).toEqual({ servedBills: 1 });
    expect(await codesOf(close())).toEqual(['production.day-closed']);
    expect([await room.lotAt(String(bill['batchId']), place.stall), await room.lotAt(left, place.stall)]).toEqual([
      { qty: '0', amount: '0' },
      { qty: '10', amount: '6' },
    ]);
    expect(await codesOf(room.call(`${PRODUCE}/submit`, { id: bill.id, leftoverQty: '9' }))).toEqual([
      'production.day-closed',
    ]);
    expect(await codesOf(room.call(`${PRODUCE}/remove`, { ids: bill.id }))).toEqual(['production.day-closed']);
    expect(await room.proven()).toBe(true);
  });
});

test('the parameters production.backdate-days, production.over-percent and leftover.hours say how late, how much and how long', async () => {
  await enough();
  for (const [key, value] of [
    ['production.backdate-days', '0'],
    ['production.over-percent', '50'],
    ['leftover.hours', '2'],
  ] as const)
    await room.act(({ tx }) =>
      tx.run(sql`insert into param (param_key, param_value, param_name) values (${key}, ${value}, ${key})`),
    );
  expect(await codesOf(cooked({ bizDate: '2025-03-15' }))).toEqual(['production.day-early']);
  const bill = await cooked({
    details: [
      { materialId: thing.rice, actualQty: '7.5' },
      { materialId: thing.oil, actualQty: '0.4' },
    ],
  });
  await room.call(`${PRODUCE}/submit`, { id: bill.id, leftoverQty: '1' });
  const { leftoverBatchId } = await room.billOf(PRODUCE, bill.id);
  expect(
    await room.act(({ tx }) =>
      tx.row(sql`select to_char(use_by, 'HH24:MI') as until from batch where id = ${leftoverBatchId}::bigint`),
    ),
  ).toEqual({ until: '12:00' });
});

describe('taken back', () => {
  test('as a whole, while nothing of it went on', async () => {
    await enough();
    const bill = await cooked();
    expect(await room.call(`${PRODUCE}/remove`, { ids: bill.id })).toBe(true);
    expect(await room.billOf(PRODUCE, bill.id)).toMatchObject({ status: 'reversed' });
    expect(await room.lotAt(String(bill['batchId']), place.stall)).toEqual({ qty: '0', amount: '0' });
    expect(await room.proven()).toBe(true);
    const other = await cooked();
    await room.call(`${PRODUCE}/submit`, { id: other.id, leftoverQty: '1' });
    expect(await codesOf(room.call(`${PRODUCE}/remove`, { ids: other.id }))).toEqual(['stock.lot-used']);
    for (const [material, qty] of [
      [thing.rice, '5'],
      [thing.oil, '1'],
    ] as const)
      await stallLot(room, material, qty, '20', { businessTime: '2025-03-14 08:00:00', expiryDate: '2025-03-17' });
    const past = await cooked({ bizDate: '2025-03-15' });
    expect(await codesOf(room.call(`${PRODUCE}/remove`, { ids: past.id }))).toEqual(['production.reason']);
    await room.call(`${PRODUCE}/reverse`, { ids: past.id, reason: '记错日期' });
  });
});

describe('as planned, in one tap', () => {
  const tap = (): Promise<unknown> =>
    room.call(`${PRODUCE}/asPlanned`, { gearOperationDeptId: place.stall, mealType: 'lunch' });
  test('makes what is missing of the plan; two taps at once make it once', async () => {
    await enough();
    await cooked({ actualQty: '15' });
    const taps = await Promise.allSettled([tap(), tap()]);
    expect(taps.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await codesOf(tap())).toEqual(['production.nothing-planned']);
    const made = await room.act(({ tx }) =>
      tx.rows(
        sql`select actual_qty as qty, bill_source as source from gear_produce where status = 'posted' order by id`,
      ),
    );
    expect(made).toEqual([
      { qty: '15', source: 'manual' },
      { qty: '25', source: 'auto' },
    ]);
  });
});

describe('D03: one piece, many cuts', () => {
  const aList = async (shareMode: string, more: readonly object[]): Promise<string> =>
    (
      await room.call<{ id: string }>('splitbom/submit', {
        name: `整猪${shareMode}${Math.random()}`,
        materialId: '208',
        shareMode,
        outputs: [
          { materialId: '206', outputQty: '0.3', ...more[0] },
          { materialId: '207', outputQty: '0.6', ...more[1] },
        ],
      })
    ).id;
  const cutUp = async (splitBomId: string): Promise<BillRow> => {
    await stallLot(room, '208', '10', '100');
    return cooked({
      produceType: 'split',
      dishId: null,
      splitBomId,
      actualQty: '10',
      outputs: [
        { materialId: '206', actualQty: '3.5' },
        { materialId: '207', actualQty: '6' },
      ],
    });
  };
  const amounts = (bill: BillRow): unknown => (bill['outputs'] as { amount: string }[]).map(({ amount }) => amount);
  test('value by price, by weight or by fixed shares; the last takes the rest; each cut beside the list', async () => {
    const byPrice = await cutUp(await aList('price', [{ outputPrice: '60' }, { outputPrice: '15' }]));
    expect(amounts(byPrice)).toEqual(['70.00', '30.00']);
    expect((byPrice['outputs'] as object[])[0]).toMatchObject({ stdQty: '3', varianceQty: '0.5', sharePct: '70' });
    expect(amounts(await cutUp(await aList('weight', [{}, {}])))).toEqual(['36.84', '63.16']);
    expect(amounts(await cutUp(await aList('fixed', [{ outputShare: '33.3' }, { outputShare: '66.7' }])))).toEqual([
      '33.30',
      '66.70',
    ]);
    expect(await room.proven()).toBe(true);
  });
  test('a list that cannot share, and cuts that cannot be, are refused', async () => {
    expect(await codesOf(aList('fixed', [{ outputShare: '50' }, { outputShare: '40' }]))).toEqual([
      'production.split-shares',
    ]);
    expect(await codesOf(aList('price', [{ outputPrice: '1' }, {}]))).toEqual(['production.split-prices']);
    expect(await codesOf(aList('weight', [{ materialId: '208' }, {}]))).toEqual(['production.split-itself']);
    const list = await aList('weight', [{}, {}]);
    const cut = { produceType: 'split', dishId: null, splitBomId: list, actualQty: '1' };
    expect(
      await codesOf(cooked({ ...cut, splitBomId: null, outputs: [{ materialId: '206', actualQty: '1' }] })),
    ).toEqual(['production.split-missing']);
    expect(await codesOf(cooked(cut))).toEqual(['production.no-cuts']);
    expect(await codesOf(cooked({ ...cut, outputs: [{ materialId: thing.oil, actualQty: '1' }] }))).toEqual([
      'production.cut-unlisted',
    ]);
    expect(await codesOf(cooked({ ...cut, outputs: [{ materialId: '206', actualQty: '1.1' }] }))).toEqual([
      'production.cut-more',
    ]);
  });
});

describe('a stall that books at the end of the day', () => {
  const dayEnd = (details: readonly object[]): Promise<BillRow> =>
    cooked({ produceType: 'day-end', dishId: null, actualQty: null, details });
  beforeEach(() =>
    room.act(async ({ tx }) => {
      await tx.run(sql`insert into operation_system (code, gear_operation_name, gear_operation_dept_id, cost_mode)
        values ('S1', '面档', 112, 'day-end')`);
    }),
  );
  test('used = books − what is left; more than the books is a count', async () => {
    await enough();
    expect(await codesOf(cooked())).toEqual(['production.by-day-end']);
    expect(await codesOf(dayEnd([{ materialId: thing.rice }]))).toEqual(['production.rest-missing']);
    expect(await codesOf(dayEnd([{ materialId: thing.rice, restQty: '21' }]))).toEqual(['production.rest-above-book']);
    const bill = await dayEnd([{ materialId: thing.rice, restQty: '12.5' }]);
    expect(bill).toMatchObject({ amount: '30.00', details: [{ actualQty: '7.5', amount: '30.00' }] });
    expect((await room.movesOf(bill.billCode)).map(({ reason, qty }) => [reason, qty])).toEqual([
      ['kitchen.use', '-7.5'],
    ]);
    await room.act(({ tx }) => tx.run(sql`update operation_system set cost_mode = 'produce'`));
    expect(await codesOf(dayEnd([{ materialId: thing.rice, restQty: '1' }]))).toEqual(['production.not-by-day-end']);
  });
});
