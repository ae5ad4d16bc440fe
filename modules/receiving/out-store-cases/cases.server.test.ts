/** A transfer that came otherwise than it was sent: the receiver claims, both sides have their word. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../../parts/postgres/database.ts';
import { refusalsOf } from '../../other-moves/other-moves.testing.ts';
import { prove } from '../../stock/ledger/proof.server.ts';
import { place } from '../../stock/ledger/stock-room.testing.ts';
import { sendOverdue } from './case-messages.server.ts';
import {
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

test('W15 W21: 10:15, two short at B: a case opens at A with a clock, A confirms, the loss is posted and the transfer is done', async () => {
  const before = await room.inTransit();
  const { bill, lot, cases } = await signed({ receivedQty: '8', cause: '少两瓶' });
  expect(cases).toMatchObject([
    {
      status: 'waiting',
      differenceType: 'short',
      sentQty: '10',
      receivedQty: '8',
      differenceQty: '2',
      outcome: 'loss',
      bearer: 'sender',
      cause: '少两瓶',
      deadline: '2025-03-19',
      requireSide: 'project',
      requireDeptId: place.project,
      amount: '8.00',
    },
  ]);
  expect([await room.inTransit(), await room.outState(bill.outstoreId)]).toEqual([
    `${Number(before) + 2}`,
    'difference',
  ]);
  const { id, billCode } = cases[0]!;
  expect(await refusalsOf(room.as(SIGNER, 'all', `${CASE}/confirm`, { id }))).toEqual([
    ['receiving.own-difference', `不能确认自己登记的差异 ${billCode}`],
  ]);
  expect(await refusalsOf(room.as(MANAGER, [RECEIVER], `${CASE}/confirm`, { id }))).toEqual([
    ['receiving.others-turn', `差异 ${billCode} 由 主仓 的人处理：请他们在自己的账号里操作`],
  ]);
  await confirm(id);
  expect(await room.inTransit()).toBe(before);
  expect(await room.outState(bill.outstoreId)).toBe('done');
  expect(await room.billOf('allocation', bill.billId)).toMatchObject({
    status: 'done',
    details: [{ pickedQty: '10', receivedQty: '8', settledQty: '2' }],
  });
  expect(await room.movesOf(billCode)).toMatchObject([{ reason: 'difference.loss', qty: '-2', batchId: lot.batchId }]);
  expect((await room.casesOf(bill.outstoreId))[0]).toMatchObject({
    status: 'confirmed',
    settledQty: '2',
    bearAmount: '8.00',
    requireSide: 'none',
  });
  expect(await refusalsOf(confirm(id))).toMatchObject([['receiving.confirmed-already', expect.any(String)]]);
  expect(await room.proven()).toBe(true);
});

test('only the two sides see a case, each in its own tab; figures of cost only with the right', async () => {
  const { cases } = await signed({ receivedQty: '9', cause: '少一袋' });
  const { id } = cases[0]!;
  const seen = async (who: string, depts: readonly string[], status: string): Promise<boolean> =>
    (await room.as<{ records: { id: string }[] }>(who, depts, `${CASE}/page`, { status, size: 200 })).records.some(
      (row) => row.id === id,
    );
  expect([
    await seen(SENDER, OWN, 'mine'),
    await seen(SENDER, OWN, 'theirs'),
    await seen(SIGNER, [RECEIVER], 'mine'),
    await seen(SIGNER, [RECEIVER], 'theirs'),
    await seen(MANAGER, ['910'], 'theirs'),
    await seen(MANAGER, ['910'], 'mine'),
  ]).toEqual([true, false, false, true, false, false]);
  const actionable = async (depts: readonly string[]): Promise<unknown> =>
    (
      await room.as<{ records: { id: string; actionable: number }[] }>(
        MANAGER,
        depts,
        `${CASE}/pageRequireFromProject`,
        { size: 200 },
      )
    ).records.find((row) => row.id === id)?.actionable;
  expect([await actionable(OWN), await actionable([RECEIVER])]).toEqual([1, 0]);
  const hidden = await room.as<Record<string, unknown>>(
    SENDER,
    OWN,
    `${CASE}/detail`,
    { id },
    {
      without: ['invinstoredifference_view_cost'],
    },
  );
  expect([hidden['amount'], hidden['bearAmount']]).toEqual([undefined, undefined]);
});

test('claims that do not add up, lack a photo, or do not fit are refused, all at once', async () => {
  const { batchId } = await flour(room, '20', '80');
  const bill = await room.shipped('10', place.otherWarehouse, { batchId });
  const sign = (receivedQty: string, ...claims: object[]): Promise<readonly (readonly [string, string])[]> =>
    refusalsOf(room.sign(bill, { receivedQty, claims }));
  const codes = async (receivedQty: string, ...claims: object[]): Promise<string[]> =>
    (await sign(receivedQty, ...claims)).map(([code]) => code);
  expect(await sign('8', claim('short', { qty: '1' }))).toMatchObject([
    ['issuing.claims-differ', expect.stringContaining('少收 2 千克，登记的差异合计须正好是这么多')],
  ]);
  expect(await codes('8', claim('damaged'))).toEqual(['issuing.claim-photo']);
  expect(await codes('8', claim('short', { qty: '1' }), claim('short', { qty: '1' }))).toEqual(['issuing.claim-twice']);
  expect(await codes('8', claim('short', { outcome: 'over-accept' }))).toEqual(['issuing.claim-outcome']);
  expect(await codes('10', claim('over'))).toEqual(['issuing.claim-over-qty']);
  expect(await codes('8', claim('short', { insteadBatchCode: 'PC1' }))).toEqual(['issuing.claim-instead']);
  expect(await codes('8', claim('wrong', { pictures: [PHOTO], insteadBatchCode: 'PC-NONE', insteadQty: '1' }))).toEqual(
    ['receiving.instead-unknown'],
  );
  expect(await codes('8', claim('damaged', { pictures: ['7701'] }))).toEqual(['receiving.photo-unknown']);
  expect(await codes('8', { differenceType: 'short', bearer: 'supplier' })).toEqual(
    expect.arrayContaining([expect.stringMatching(/choice|required|invalid|missing/)]),
  );
  expect(await room.outState(bill.outstoreId)).toBe('shipped');
  await room.sign(bill, { receivedQty: '10' });
});

test('disputed, the receiver insists or changes, and the sender is asked again', async () => {
  const { bill, cases } = await signed({
    receivedQty: '9',
    claims: [claim('damaged', { pictures: [PHOTO], outcome: 'loss' })],
  });
  const { id, billCode } = cases[0]!;
  const insist = (who: string, depts: readonly string[], more: object = {}): Promise<unknown> =>
    room.as(who, depts, `${CASE}/insist`, { id, reason: '照片里看得出', ...more });
  expect((await refusalsOf(insist(SIGNER, [RECEIVER])))[0]![0]).toBe('document.state');
  await room.as(SENDER, OWN, `${CASE}/dispute`, { id, reason: '出库时完好' });
  expect((await room.casesOf(bill.outstoreId))[0]).toMatchObject({
    status: 'disputed',
    disputeReason: '出库时完好',
    requireDeptId: RECEIVER,
  });
  expect((await refusalsOf(insist(SENDER, OWN)))[0]).toEqual([
    'receiving.others-turn',
    `差异 ${billCode} 由 副仓 的人处理：请他们在自己的账号里操作`,
  ]);
  expect((await refusalsOf(insist(SIGNER, [RECEIVER], { outcome: 'over-accept' })))[0]![0]).toBe(
    'receiving.case-outcome',
  );
  expect((await refusalsOf(insist(SIGNER, [RECEIVER], { pictures: [] })))[0]![0]).toBe('receiving.case-photo');
  await insist(SIGNER, [RECEIVER], { bearer: 'carrier', outcome: 'back' });
  expect((await room.casesOf(bill.outstoreId))[0]).toMatchObject({
    status: 'waiting',
    outcome: 'back',
    requireDeptId: place.project,
  });
  await room.as(SENDER, OWN, `${CASE}/dispute`, { id, reason: '仍不同意' });
  expect((await refusalsOf(room.as(MANAGER, [RECEIVER], `${CASE}/dispute`, { id, reason: '再问' })))[0]![0]).toBe(
    'document.state',
  );
  await confirm(id, { outcome: 'loss', bearer: 'sender' });
  expect((await room.casesOf(bill.outstoreId))[0]).toMatchObject({
    status: 'confirmed',
    bearer: 'sender',
    outcome: 'loss',
  });
});

test('a part agreed: the rest is a case of the same claim, disputed, which its recorder still cannot confirm', async () => {
  const { bill, cases } = await signed({ receivedQty: '6', claims: [claim('short', { outcome: 'back' })] });
  expect((await refusalsOf(confirm(cases[0]!.id, { agreedQty: '4.1' })))[0]![0]).toBe('receiving.agreed-too-much');
  expect((await refusalsOf(confirm(cases[0]!.id, { outcome: 'wait' })))[0]![0]).toBe('receiving.wait-needs-outcome');
  await confirm(cases[0]!.id, { agreedQty: '1.5' });
  const [done, rest] = (await room.casesOf(bill.outstoreId)) as unknown as readonly [
    Record<string, string>,
    Record<string, string>,
  ];
  expect(done).toMatchObject({ status: 'confirmed', agreedQty: '1.5', settledQty: '1.5' });
  expect(rest).toMatchObject({ status: 'disputed', differenceQty: '2.5', requireDeptId: RECEIVER, outcome: 'back' });
  expect(await room.outState(bill.outstoreId)).toBe('difference');
  expect((await refusalsOf(room.as(SIGNER, 'all', `${CASE}/confirm`, { id: rest['id'] })))[0]![0]).toBe(
    'receiving.own-difference',
  );
  await confirm(rest['id']!, { outcome: 'loss' });
  expect([await room.outState(bill.outstoreId), await room.proven()]).toEqual(['done', true]);
});

test('one side by itself: short is settled there and kept as a confirmed case; what waits in a case is not', async () => {
  const { batchId } = await flour(room, '20', '80');
  await room.act(({ tx }) => tx.run(sql`update warehouse set project_group_dept_id = 110 where id = 501`));
  const bill = await room.shipped('5', place.otherWarehouse, { batchId });
  await room.as(SIGNER, 'all', 'invoutstore/received', {
    outstoreId: bill.outstoreId,
    details: [{ pickId: bill.pickId, receivedQty: '4', cause: '洒漏' }],
  });
  expect(await room.casesOf(bill.outstoreId)).toEqual([]);
  await room.as(SIGNER, 'all', 'invoutstore/settleDifference', { outstoreId: bill.outstoreId, outcome: 'back' });
  expect(await room.casesOf(bill.outstoreId)).toMatchObject([
    { status: 'confirmed', outcome: 'back', settledQty: '1', cause: '洒漏', confirmUserId: SIGNER },
  ]);
  await room.act(({ tx }) => tx.run(sql`update warehouse set project_group_dept_id = 920 where id = 501`));
  const { bill: between } = await signed({ receivedQty: '9', cause: '少' });
  const { billCode } = await room.billOf('invoutstore', between.outstoreId);
  expect(
    await refusalsOf(room.call('invoutstore/settleDifference', { outstoreId: between.outstoreId, outcome: 'loss' })),
  ).toEqual([['issuing.cases-decide', `${billCode} 有 1 条差异等双方确认，不能在此处理：请到差异处理确认`]]);
  expect(await room.proven()).toBe(true);
});

test('two confirm at once: one has effect; after the month is closed it is posted into the open one', async () => {
  const { bill, cases } = await signed({ receivedQty: '8', claims: [claim('short', { outcome: 'back' })] });
  const { id, billCode } = cases[0]!;
  const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => confirm(id)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await room.movesOf(billCode)).toHaveLength(2);
  const late = await signed({ receivedQty: '8', cause: '少' });
  const april = '2025-04-02 09:00:00';
  await room.as(SENDER, 'all', 'stockperiod/close', { companyDeptId: place.company, month: '2025-03' }, { now: april });
  await confirm(late.cases[0]!.id, {}, april);
  expect(await room.movesOf(late.cases[0]!.billCode)).toMatchObject([{ reason: 'difference.loss', day: '2025-04-02' }]);
  expect([
    await room.outState(bill.outstoreId),
    await room.outState(late.bill.outstoreId),
    await room.proven(),
  ]).toEqual(['done', 'done', true]);
  await room.act(({ tx }) => tx.run(sql`update stock_location set closed_through = null`));
});

test('of a batch one that cannot be confirmed stops all', async () => {
  const one = await signed({ receivedQty: '9', cause: '少' });
  const two = await signed({ receivedQty: '10', claims: [claim('over', { qty: '11' })] });
  const ids = [one.cases[0]!.id, two.cases[0]!.id].join(',');
  expect((await refusalsOf(room.as(SENDER, OWN, `${CASE}/batchConfirm`, { ids })))[0]![0]).toBe(
    'receiving.over-not-there',
  );
  expect((await room.casesOf(one.bill.outstoreId))[0]).toMatchObject({ status: 'waiting' });
  expect(
    await refusalsOf(room.as(SENDER, OWN, `${CASE}/batchConfirm`, { ids: one.cases[0]!.id, outcome: 'over-accept' })),
  ).toMatchObject([['receiving.case-outcome', expect.any(String)]]);
});

test('the sender’s people hear of a case, and once more when its time is over', async () => {
  await room.act(async ({ tx }) => {
    await tx.run(sql`insert into menu (id, code, name, path, category, parent_id)
      select 77001, 'invinstoredifference_confirm', '确认', '', 2, 0
      where not exists (select 1 from menu where code = 'invinstoredifference_confirm')`);
    await tx.run(sql`insert into role (id, role_name, role_alias) values (77002, '发货主管', 'sender')`);
    await tx.run(sql`insert into role_menu (role_id, menu_id)
      select 77002, id from menu where code = 'invinstoredifference_confirm'`);
    await tx.run(sql`update app_user set role_id = '{77002}' where id = ${SENDER}::bigint`);
  });
  const { cases } = await signed({ receivedQty: '9', cause: '少' });
  const { id, billCode } = cases[0]!;
  const heard = (): Promise<unknown> =>
    room.act(({ tx }) =>
      tx.rows(sql`select user_id, level, title, link from message where record_id = ${id}::bigint order by id`),
    );
  const first = {
    userId: SENDER,
    level: 'warning',
    title: `收货差异 ${billCode}，请在 2025-03-19 前确认`,
    link: `/store/invinstoredifference/${id}`,
  };
  expect(await heard()).toEqual([first]);
  await room.act(sendOverdue, '2025-03-19 12:00:00');
  expect(await heard()).toEqual([first]);
  await room.act(sendOverdue, '2025-03-20 08:00:00');
  await room.act(sendOverdue, '2025-03-20 09:00:00');
  expect(await heard()).toEqual([
    first,
    { ...first, level: 'urgent', title: `已逾期：收货差异 ${billCode} 应在 2025-03-19 前处理` },
  ]);
  const overdue = await room.as<{ records: { id: string }[] }>(
    SENDER,
    OWN,
    `${CASE}/page`,
    { status: 'overdue', size: 200 },
    {
      now: '2025-03-20 08:00:00',
    },
  );
  expect(overdue.records.map((row) => row.id)).toContain(id);
});

test('of an out-store that is done while a case of it waits the proof of its places names it, that of another does not', async () => {
  const { bill } = await signed({ receivedQty: '9', cause: '少一瓶' });
  const become = (status: string) =>
    room.act(({ tx }) => tx.run(sql`update out_store set status = ${status} where id = ${bill.outstoreId}::bigint`));
  const ends = await room.act(({ tx }) =>
    tx.row<{ code: string; from: string; to: string }>(sql`select bill_code as code, warehouse_id as from,
      to_location_id as to from out_store where id = ${bill.outstoreId}::bigint`),
  );
  await become('done');
  const named = async (locationId: string) =>
    (await room.act((context) => prove(context, { locationId }))).firstBadRow?.['billCode'];
  expect([await named(ends!.from), await named(ends!.to)]).toEqual(Array(2).fill(ends!.code));
  expect(await named(place.stall)).toBeUndefined();
  await become('difference');
});
