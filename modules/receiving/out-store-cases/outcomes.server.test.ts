/** What the sender agrees to acts by itself: back, sent again, kept or returned, and owed between companies. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../../parts/postgres/database.ts';
import { refusalsOf } from '../../other-moves/other-moves.testing.ts';
import { place, received, thing, unit } from '../../stock/ledger/stock-room.testing.ts';
import {
  ABROAD,
  aCasesRoom,
  CASE,
  claim,
  confirmIn,
  flour,
  MANAGER,
  OWN,
  PHOTO,
  RECEIVER,
  SENDER,
  signedIn,
  SIGNER,
  type CasesRoom,
} from './cases.testing.ts';

let room: CasesRoom;
beforeAll(async () => {
  room = await aCasesRoom();
});
afterAll(() => room.close());

const confirm = (id: string, more: object = {}, now?: string): Promise<unknown> => confirmIn(room, id, more, now);
const signed = (sent: Parameters<CasesRoom['sign']>[1], qty?: string) => signedIn(room, sent, qty);

test('back: the goods are with the sender again; damaged ones as a lot of their own, on hold', async () => {
  const { bill, lot, cases } = await signed({
    receivedQty: '7',
    claims: [
      claim('short', { qty: '1', outcome: 'back' }),
      claim('damaged', { qty: '2', outcome: 'back', pictures: [PHOTO] }),
    ],
  });
  expect(cases.map((each) => [each['differenceType'], each['differenceQty'], each['bearer']])).toEqual([
    ['short', '1', 'carrier'],
    ['damaged', '2', 'carrier'],
  ]);
  await room.as(SENDER, OWN, `${CASE}/batchConfirm`, { ids: cases.map(({ id }) => id).join(',') });
  expect(await room.lotAt(lot.batchId)).toEqual({ qty: '11', amount: '44' });
  const child = await room.act(({ tx }) =>
    tx.row<
      Record<string, unknown>
    >(sql`select b.lot_state, b.parent_batch_id, b.expiry_date, s.qty, s.amount from in_store_difference d
      join batch b on b.id = d.held_batch_id join stock_batch s on s.batch_id = b.id where d.outstore_id = ${bill.outstoreId}::bigint`),
  );
  expect(child).toEqual({
    lotState: 'hold',
    parentBatchId: lot.batchId,
    expiryDate: '2025-06-01',
    qty: '2',
    amount: '8',
  });
  expect([await room.outState(bill.outstoreId), await room.proven()]).toEqual(['done', true]);
});

test('W15: resend: back, and an out-store for what is missing, which is picked and signed for like the first', async () => {
  const { bill, cases } = await signed({
    receivedQty: '6',
    claims: [claim('quality', { outcome: 'resend' })],
  });
  const here = await room.at(place.warehouse);
  await confirm(cases[0]!.id);
  const again = String((await room.casesOf(bill.outstoreId))[0]!['resendOutstoreId']);
  expect(await room.billOf('invoutstore', again)).toMatchObject({
    status: 'to-pick',
    sourceBillType: 'resend',
    sourceBillCode: cases[0]!.billCode,
    details: [{ qty: '4', reservedQty: '4' }],
  });
  await room.call('invoutstore/doPicking', { outstoreId: again });
  const there = Number(await room.at(place.otherWarehouse));
  expect(await refusalsOf(room.as(MANAGER, OWN, 'invoutstore/received', { outstoreId: again }))).toMatchObject([
    ['issuing.signed-there', expect.any(String)],
  ]);
  await room.as(SIGNER, [RECEIVER], 'invoutstore/received', { outstoreId: again });
  expect([await room.outState(again), Number(await room.at(place.otherWarehouse)) - there]).toEqual(['done', 4]);
  expect(await room.call('invoutstore/getSourceBill', { id: again })).toMatchObject({ sourceBillType: 'resend' });
  // Back as a lot on hold, and as much of another sent.
  expect([await room.at(place.warehouse), await room.proven()]).toEqual([here, true]);
});

test('what is sent again and is not there any more is refused, and the case waits on', async () => {
  const { bill, lot, cases } = await signed({ receivedQty: '6', claims: [claim('quality', { outcome: 'resend' })] });
  await room.act(({ tx }) =>
    tx.run(sql`update batch set lot_state = 'hold', hold_reason = '抽检' where material_id = ${thing.flour}::bigint`),
  );
  expect((await refusalsOf(confirm(cases[0]!.id)))[0]![0]).toBe('stock.short');
  await room.act(({ tx }) =>
    tx.run(sql`update batch set lot_state = 'free', hold_reason = null where hold_reason = '抽检'`),
  );
  expect((await room.casesOf(bill.outstoreId))[0]).toMatchObject({ status: 'waiting', settledQty: '0' });
  expect((await room.lotAt(lot.batchId)).qty).toBe('10');
  await confirm(cases[0]!.id, { outcome: 'back' });
});

test('over: kept, it is the receiver’s at the cost of the lot; returned, nothing moves; not more than the sender has', async () => {
  const { bill, lot, cases } = await signed({ receivedQty: '10', claims: [claim('over', { qty: '3' })] });
  expect(cases).toMatchObject([{ differenceQty: '-3', receivedQty: '13', outcome: 'over-accept', settledQty: '0' }]);
  expect(await room.outState(bill.outstoreId)).toBe('difference');
  const there = (await room.lotAt(lot.batchId, place.otherWarehouse)).qty;
  await confirm(cases[0]!.id);
  expect([there, await room.lotAt(lot.batchId, place.otherWarehouse), await room.lotAt(lot.batchId)]).toEqual([
    '10',
    { qty: '13', amount: '52' },
    { qty: '7', amount: '28' },
  ]);
  expect(await room.billOf('allocation', bill.billId)).toMatchObject({
    status: 'done',
    details: [{ pickedQty: '10', receivedQty: '13', settledQty: '-3' }],
  });
  const other = await signed({ receivedQty: '10', claims: [claim('over', { qty: '3', outcome: 'over-return' })] });
  await confirm(other.cases[0]!.id);
  expect((await room.casesOf(other.bill.outstoreId))[0]).toMatchObject({
    status: 'confirmed',
    settledQty: '0',
    agreedQty: '-3',
  });
  expect([(await room.lotAt(other.lot.batchId)).qty, await room.outState(other.bill.outstoreId)]).toEqual([
    '10',
    'done',
  ]);
  const much = await signed({ receivedQty: '10', claims: [claim('over', { qty: '11' })] });
  const { billCode, id } = much.cases[0]!;
  expect(await refusalsOf(confirm(id))).toEqual([
    ['receiving.over-not-there', `差异 ${billCode}：发货方批次 ${much.lot.batchCode} 仅剩 10 千克，不能确认多收`],
  ]);
  await confirm(id, { outcome: 'over-return' });
  expect(await room.proven()).toBe(true);
});

test('wrong goods: short of one lot and over of another, each knowing the other', async () => {
  const rice = await room.act((context) => received(context, thing.rice, '30', '90'));
  const { bill, cases, lot } = await signed({
    receivedQty: '8',
    claims: [
      claim('wrong', {
        outcome: 'back',
        pictures: [PHOTO],
        insteadBatchCode: rice.batchCode,
        insteadQty: '2.5',
      }),
    ],
  });
  const [short, over] = cases as unknown as readonly [Record<string, string>, Record<string, string>];
  expect([short['pairId'], over['pairId']]).toEqual([over['id'], short['id']]);
  expect(over).toMatchObject({ materialId: thing.rice, differenceQty: '-2.5', receivedQty: '2.5', sentQty: '0' });
  await room.as(SENDER, OWN, `${CASE}/batchConfirm`, { ids: `${short['id']},${over['id']}` });
  expect([
    await room.lotAt(rice.batchId, place.otherWarehouse),
    await room.lotAt(rice.batchId),
    (await room.lotAt(lot.batchId)).qty,
    await room.outState(bill.outstoreId),
  ]).toEqual([{ qty: '2.5', amount: '7.5' }, { qty: '27.5', amount: '82.5' }, '12', 'done']);
  expect(await room.proven()).toBe(true);
});

test('between companies the receiver is charged for what he keeps, and for a loss that he bears', async () => {
  const { id: plan } = await room.call<{ id: string }>('managementpriceplan/submit', {
    name: '分公司管理价',
    companyDeptId: '900',
    isDefault: 1,
    startDate: '2025-03-16',
    details: [{ materialId: thing.flour, unitId: unit.kg, price: '6', taxRate: '9' }],
  });
  await room.call('managementpriceplan/toApply', { ids: plan });
  await room.call('managementpriceplan/doApply', { ids: plan }, { who: MANAGER });
  const owedFor = async (claims: readonly object[], receivedQty: string): Promise<unknown> => {
    const lot = await flour(room, '20', '80');
    const bill = await room.shipped('10', ABROAD, { batchId: lot.batchId });
    await room.sign(bill, { receivedQty, claims });
    const [{ id, billCode }] = (await room.casesOf(bill.outstoreId)) as unknown as [{ id: string; billCode: string }];
    await confirm(id);
    const [after] = await room.casesOf(bill.outstoreId);
    return [
      after!['bearAmount'],
      await room.act(({ tx }) =>
        tx.rows(sql`select e.party_id, e.entry_kind, e.qty, e.amount, e.move_id is not null as moved
          from settlement_entry e where e.bill_code = ${billCode} order by e.id`),
      ),
    ];
  };
  expect(await owedFor([claim('short', { outcome: 'loss', bearer: 'receiver' })], '8')).toEqual([
    '12.00',
    [
      { partyId: '900', entryKind: 'difference', qty: '2', amount: '12', moved: true },
      { partyId: '100', entryKind: 'difference', qty: '-2', amount: '-12', moved: false },
    ],
  ]);
  expect(await owedFor([claim('short', { outcome: 'loss', bearer: 'sender' })], '8')).toEqual(['8.00', []]);
  expect(await owedFor([claim('over', { qty: '1' })], '10')).toMatchObject([
    null,
    [
      { partyId: '900', entryKind: 'charge', amount: '6' },
      { partyId: '100', entryKind: 'charge', amount: '-6' },
    ],
  ]);
  expect(await room.proven()).toBe(true);
});
