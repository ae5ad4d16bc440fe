/** Recalls from their start to their end, as people start, answer and finish them. */
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { ownSheet } from '../../tests/contracts/the-company.ts';
import { aBillRoom, refusalsOf, type BillRoom, type BillRow } from '../other-moves/other-moves.testing.ts';
import { post } from '../stock/ledger/posting.server.ts';
import { aBill, NOW, place, received, thing } from '../stock/ledger/stock-room.testing.ts';
import { arrive, ship, type Leg } from '../stock/ledger/transfer.server.ts';
import type { Receipt, ReceivedLot } from '../stock/lots/lots.server.ts';

const RECALL = 'recall';
const FARM = '600';
const DAIRY = '601';
let room: BillRoom;
beforeAll(async () => {
  room = await aBillRoom('recall');
  await room.act(async ({ tx }) => {
    await tx.run(sql`insert into supplier (id, code, name, contact, contact_phone) values
      (600, 'S1', '绿源农场', '王', '13800000000'), (601, 'S2', '乳品厂', '李', '13800000001')`);
    await tx.run(sql`insert into dept (id, dept_name, full_name, code, parent_id, dept_category) values
      (920, '二项目部', '二项目部', 'P2', 100, '2')`);
    await tx.run(sql`update warehouse set project_group_dept_id = 920 where id = 501`);
    await tx.run(sql`update material set opened_life_hours = 48 where id = 202`);
  });
});
afterAll(() => room.close());

const lotOf = (materialId: string, qty: string, more: Partial<Receipt> = {}): Promise<ReceivedLot> =>
  room.act((context) => received(context, materialId, qty, '100', { supplierId: FARM, ...more }));
const leg = (materialId: string, { batchId }: ReceivedLot, qty: string, toId: string): Leg => ({
  bill: aBill('invoutstore'),
  lineId: '1',
  materialId,
  batchId,
  qty,
  fromId: place.warehouse,
  toId,
});
/** Sent on; arrived, unless it is still on the road. */
async function sentOn(each: Leg, isOnTheRoad = false): Promise<void> {
  await room.act((context) => ship(context, 'pick.ship', [each]));
  if (!isOnTheRoad) await room.act((context) => arrive(context, 'pick.receive', [each]));
}
type Values = Readonly<Record<string, unknown>>;
const used = (materialId: string, { batchId }: ReceivedLot, qty: string, from: string, more: Values = {}) =>
  room.act((context) =>
    post(context, [
      { bill: aBill('otheroutstore'), lineId: '1', reason: 'other-out.post', materialId, batchId, qty, from, ...more },
    ]),
  );

interface Place extends Values {
  readonly id: string;
  readonly locationName: string;
  readonly receivedQty: string;
}
type Recall = BillRow & { readonly places: readonly Place[]; readonly lots: readonly Values[] };
const recallOf = (id: string): Promise<Recall> => room.call<Recall>(`${RECALL}/detail`, { id });
async function drafted(values: Values): Promise<string> {
  const { id } = await room.call<{ id: string }>(`${RECALL}/submit`, { cause: '抽检不合格', ...values });
  return id;
}
async function started(values: Values): Promise<Recall> {
  const id = await drafted(values);
  await room.call(`${RECALL}/start`, { ids: id });
  return recallOf(id);
}
const answer = (recall: Recall, name: string, figures: Values, now = NOW): Promise<Values> => {
  const { id } = recall.places.find(({ locationName }) => locationName === name)!;
  return room.call(`${RECALL}/account`, { id: recall.id, placeId: id, answerNo: 0, ...figures }, { now });
};
const stateOf = ({ batchId }: Pick<ReceivedLot, 'batchId'>): Promise<Values | undefined> =>
  room.act(({ tx }) => tx.row(sql`select lot_state, hold_reason from batch where id = ${batchId}::bigint`));
/** One call as somebody who answers for some departments. */
const asSite = <T>(
  depts: readonly string[],
  path: string,
  input: Values,
  without: readonly string[] = [],
): Promise<T> =>
  room.act((context: Context) => {
    const call = room.registry.calls.find((each) => each.path === path)!;
    const user = { ...context.user, userId: '2', scope: { all: false as const, depts } };
    return call.handle({ ...context, user, allowed: (right) => !without.includes(right) }, input, null) as Promise<T>;
  });
const stockRows = (): Promise<Values[]> =>
  room.act(({ tx }) =>
    tx.rows(sql`select to_jsonb(b) as row from batch b union all select to_jsonb(s) from stock_batch s
      union all select to_jsonb(s) from stock s union all select to_jsonb(v) from stock_move v order by 1`),
  );

test('F02: a recall stops the lot everywhere, says what is where, and ends at 100 % with minutes of each place', async () => {
  const tofu = await lotOf(thing.tofu, '100', { productionDate: '2025-03-15' });
  const beside = await lotOf(thing.tofu, '5', { productionDate: '2025-03-15' });
  await sentOn(leg(thing.tofu, tofu, '30', place.stall));
  await sentOn(leg(thing.tofu, tofu, '20', place.otherWarehouse));
  await sentOn(leg(thing.tofu, tofu, '10', place.otherStall), true);
  await used(thing.tofu, tofu, '12', place.stall, { reasonDetail: 'staff-meal' });
  await used(thing.tofu, tofu, '3', place.stall, { reasonDetail: 'scrap', exit: 'scrap' });
  const recall = await started({ batchId: tofu.batchId });
  expect(recall).toMatchObject({
    status: 'running',
    receivedQty: '100',
    accountedQty: '0',
    coverage: '0',
    openCount: 4,
    materialId: thing.tofu,
    supplierId: FARM,
  });
  expect(
    recall.places.map((each) => [
      each.locationName,
      each.receivedQty,
      each['lyingQty'],
      each['bookUsedQty'],
      each['bookDestroyedQty'],
    ]),
  ).toEqual(
    [
      ['副仓', '20', '20', '0', '0'],
      ['面档', '30', '15', '12', '3'],
      ['主仓', '40', '40', '0', '0'],
      ['在途 → 饭档', '10', '10', '0', '0'],
    ].toSorted(
      (a, b) =>
        recall.places.findIndex((p) => p.locationName === a[0]) -
        recall.places.findIndex((p) => p.locationName === b[0]),
    ),
  );
  expect(recall.places.at(-1)!.locationName).toBe('在途 → 饭档');
  expect(await stateOf(tofu)).toEqual({ lotState: 'hold', holdReason: `召回 ${recall.billCode}：抽检不合格` });
  expect(await stateOf(beside)).toEqual({ lotState: 'free', holdReason: null });

  expect(await answer(recall, '主仓', { foundQty: '40' }, '2025-03-16 10:03:10')).toEqual({
    accountedQty: '40',
    coverage: '100',
    minutes: 4,
    wholeCoverage: '40',
  });
  await answer(recall, '面档', { foundQty: '15', usedQty: '12', destroyedQty: '3' }, '2025-03-16 10:01:00');
  await answer(recall, '副仓', { foundQty: '18', returnedQty: '2' }, '2025-03-16 10:07:00');
  expect(await refusalsOf(room.call(`${RECALL}/finish`, { ids: recall.id, ending: 'hold' }))).toEqual([
    ['recall.open', `${recall.billCode} 覆盖率 90%，未核清：在途 → 饭档；请补报，或填写未核清的原因后结束`],
  ]);
  await answer(recall, '在途 → 饭档', { foundQty: '10' }, '2025-03-16 10:09:00');
  await room.call(`${RECALL}/finish`, { ids: recall.id, ending: 'hold' });
  expect(await recallOf(recall.id)).toMatchObject({
    status: 'done',
    coverage: '100',
    accountedQty: '100',
    minutes: 9,
    openCount: 0,
  });
  // What was found is bad: it stays where it was stopped.
  expect((await stateOf(tofu))!['lotState']).toBe('hold');
  expect(await room.proven()).toBe(true);
});

test('F02: a drill changes no row of stock, lot or move; it may end at 98 % with one place silent, and a reason', async () => {
  const rice = await lotOf(thing.rice, '100');
  await sentOn(leg(thing.rice, rice, '2', place.otherWarehouse));
  const before = await stockRows();
  const recall = await started({ batchId: rice.batchId, drill: 1 });
  await answer(recall, '主仓', { foundQty: '98' }, '2025-03-16 10:03:30');
  await room.call(`${RECALL}/finish`, { ids: recall.id, ending: 'release', reason: '副仓没有回应' });
  expect(await stockRows()).toEqual(before);
  expect(await recallOf(recall.id)).toMatchObject({
    status: 'done',
    drill: 1,
    coverage: '98',
    minutes: 4,
    openCount: 1,
    reason: '副仓没有回应',
  });
  expect((await recallOf(recall.id)).lots.map((lot) => lot['held'])).toEqual([0]);
});

test('lots cut from it follow, and a recall of a part is one of the lot it was cut from', async () => {
  const tofu = await lotOf(thing.tofu, '10', { productionDate: '2025-03-15' });
  const [row] = await room.act(({ tx }) =>
    tx.rows<{ id: string }>(sql`select s.id from stock_batch s where s.batch_id = ${tofu.batchId}::bigint`),
  );
  const cut = await room.call<{ batchId: string }>('stockbatch/open', { id: row!.id, qty: '4', opening: 'opened' });
  const lotsHeld = async (batchId: string): Promise<unknown[]> => {
    const recall = await started({ batchId });
    expect(recall.places.map(({ locationName, receivedQty }) => [locationName, receivedQty])).toEqual([['主仓', '10']]);
    const held = recall.lots.map((lot) => [lot['batchId'], lot['held']]);
    expect([(await stateOf(tofu))!['lotState'], (await stateOf(cut))!['lotState']]).toEqual(['hold', 'hold']);
    await room.call(`${RECALL}/void`, { ids: recall.id, reason: '批号看错' });
    expect([(await stateOf(tofu))!['lotState'], (await stateOf(cut))!['lotState']]).toEqual(['free', 'free']);
    expect((await recallOf(recall.id)).status).toBe('void');
    return held;
  };
  const both = [
    [tofu.batchId, 1],
    [cut.batchId, 1],
  ];
  expect(await lotsHeld(tofu.batchId)).toEqual(both);
  expect(await lotsHeld(cut.batchId)).toEqual(both);
});

test('a supplier’s number recalls every lot that came under it, and lets go only what it held itself', async () => {
  const under = { supplierBatchNo: 'X-77' };
  const one = await lotOf(thing.oil, '5', under);
  const two = await lotOf(thing.oil, '7', under);
  const byPerson = await lotOf(thing.oil, '1', under);
  const byDock = await lotOf(thing.oil, '2', { ...under, holdReason: '缺少检验报告', missingPapers: ['inspection'] });
  const later = await lotOf(thing.oil, '3', under);
  const elsewhere = await lotOf(thing.oil, '9', { ...under, supplierId: DAIRY });
  await room.call('stockbatch/hold', { batchId: byPerson.batchId, reason: '包装破损' });

  expect(await refusalsOf(drafted({ supplierBatchNo: 'X-77' }))).toEqual([
    ['recall.several-suppliers', '批号 X-77 来自多家供应商：绿源农场、乳品厂，请填写供应商'],
  ]);
  const recall = await started({ supplierBatchNo: ' X-77 ', supplierId: FARM });
  expect(recall).toMatchObject({ receivedQty: '18', supplierBatchNo: 'X-77' });
  expect(recall.lots.map((lot) => [lot['batchId'], lot['lotState'], lot['held']])).toEqual([
    [one.batchId, 'free', 1],
    [two.batchId, 'free', 1],
    [byPerson.batchId, 'hold', 0],
    [byDock.batchId, 'hold', 1],
    [later.batchId, 'free', 1],
  ]);
  expect((await stateOf(byDock))!['holdReason']).toContain(recall.billCode);
  // Somebody lets one go for a reason of their own, and holds another for another one: theirs from then on.
  await room.call('stockbatch/release', { batchId: two.batchId, reason: '复检合格' });
  await room.call('stockbatch/release', { batchId: later.batchId, reason: '复检合格' });
  await room.call('stockbatch/hold', { batchId: later.batchId, reason: '另有投诉' });
  await room.call(`${RECALL}/finish`, { ids: recall.id, ending: 'release', reason: '误报' });
  const states = await Promise.all([one, two, byPerson, byDock, later, elsewhere].map(stateOf));
  expect(states.map((state) => [state!['lotState'], state!['holdReason']])).toEqual([
    ['free', null],
    ['free', null],
    ['hold', '包装破损'],
    ['hold', '缺少检验报告'],
    ['hold', '另有投诉'],
    ['free', null],
  ]);
});

test('a lot the dock had held is free at the end where its papers came meanwhile', async () => {
  const lot = await lotOf(thing.oil, '2', { holdReason: '缺少检验报告', missingPapers: ['inspection'] });
  const recall = await started({ batchId: lot.batchId });
  await room.act(({ tx }) => tx.run(sql`update batch set missing_papers = '' where id = ${lot.batchId}::bigint`));
  await room.call(`${RECALL}/void`, { ids: recall.id, reason: '误报' });
  expect(await stateOf(lot)).toEqual({ lotState: 'free', holdReason: null });
});

test('what names no lot, none that came, or several materials is refused', async () => {
  await lotOf(thing.oil, '1', { supplierBatchNo: 'M-1' });
  await lotOf(thing.rice, '1', { supplierBatchNo: 'M-1' });
  expect(await refusalsOf(drafted({}))).toEqual([['recall.no-lot', '请选择批次，或填写供应商批号']]);
  expect(await refusalsOf(drafted({ supplierBatchNo: 'NONE' }))).toEqual([
    ['recall.none-found', '没有供应商批号为 NONE 的批次，请核对批号、供应商和物料'],
  ]);
  expect(await refusalsOf(drafted({ supplierBatchNo: 'M-1' }))).toEqual([
    ['recall.several-materials', '批号 M-1 含多种物料：油、大米，请选择物料，分别召回'],
  ]);
  expect(await recallOf(await drafted({ supplierBatchNo: 'M-1', materialId: thing.rice }))).toMatchObject({
    materialId: thing.rice,
    supplierId: FARM,
    status: 'draft',
  });
});

test('of two who answer for one place the second sees the answer of the first; no place accounts for more than it had', async () => {
  const flour = await lotOf(thing.flour, '10');
  const recall = await started({ batchId: flour.batchId });
  const both = await Promise.allSettled([
    answer(recall, '主仓', { foundQty: '10' }),
    answer(recall, '主仓', { foundQty: '9' }),
  ]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const { reason } = both.find((each) => each.status === 'rejected')!;
  const stands = String((await recallOf(recall.id)).places[0]!['accountedQty']);
  expect(await refusalsOf(Promise.reject(reason))).toEqual([
    ['recall.answered-meanwhile', `主仓 已由 测试员 在 10:00 报数 ${stands} 千克，请刷新后核对再改`],
  ]);
  // Who has seen it may correct it.
  await answer(recall, '主仓', { foundQty: '8', usedQty: '1', answerNo: 1 });
  expect(await recallOf(recall.id)).toMatchObject({ accountedQty: '9', coverage: '90' });
  expect(await refusalsOf(answer(recall, '主仓', { foundQty: '8', usedQty: '2.5', answerNo: 2 }))).toEqual([
    ['recall.too-much', '主仓 报了 10.5 千克，超过到过这里的 10 千克；多出的请按盘点处理'],
  ]);
  await room.call(`${RECALL}/void`, { ids: recall.id, reason: '测试结束' });
  expect((await refusalsOf(answer(recall, '主仓', { foundQty: '1', answerNo: 2 })))[0]![0]).toBe('document.state');
});

test('a site answers for its own places alone, and sees no figures of the others', async () => {
  const rice = await lotOf(thing.rice, '50');
  await sentOn(leg(thing.rice, rice, '20', place.otherWarehouse));
  const recall = await started({ batchId: rice.batchId, drill: 1 });
  const line = (name: string): string => recall.places.find(({ locationName }) => locationName === name)!.id;
  const say = (name: string) => ({ id: recall.id, placeId: line(name), foundQty: '20', answerNo: 0 });
  expect(await refusalsOf(asSite(['920'], `${RECALL}/account`, say('主仓')))).toEqual([
    ['recall.not-your-place', '主仓 由它的人报数，请他们在自己的账号里填写'],
  ]);
  await asSite(['920'], `${RECALL}/account`, say('副仓'));
  const [detail] = await room.act(async (context) => {
    const { declaredCalls } = await import('../../kernel/server/declared-calls.ts');
    const { recallCase } = await import('./recall.document.ts');
    const call = declaredCalls(room.registry, recallCase).find((each) => each.path === `${RECALL}/detail`)!;
    const user = { ...context.user, userId: '2', scope: { all: false as const, depts: ['920'] } };
    const site = { ...context, user, allowed: (right: string) => right !== 'recall_start' };
    return [(await call.handle(site, { id: recall.id }, null)) as Recall];
  });
  expect(detail!.places.map(({ locationName }) => locationName)).toEqual(['副仓']);
  // A site that had nothing of it knows nothing of it.
  await expect(asSite(['113'], `${RECALL}/account`, say('副仓'))).rejects.toMatchObject({ status: 404 });
});

test('people of each place are notified once; others are not', async () => {
  await room.act(async ({ tx }) => {
    await tx.run(sql`insert into menu (id, code, name, category, parent_id) values (7000, 'recall_account', '报数', 2, 0)
      on conflict do nothing`);
    await tx.run(sql`insert into role (id, role_name, role_alias) values (7001, '报数人', 'recaller')`);
    await tx.run(sql`insert into role_menu (role_id, menu_id)
      select 7001, m.id from menu m where m.code = 'recall_account'`);
    await tx.run(sql`insert into app_user (id, account, name, real_name, dept_id, role_id) values
      (71, 'one', '一', '一项目仓管', '{110}', '{7001}'), (72, 'two', '二', '二项目仓管', '{920}', '{7001}'),
      (73, 'boss', '总', '公司的人', '{100}', '{7001}'), (74, 'none', '无', '没有权限', '{110}', '{}')`);
  });
  const rice = await lotOf(thing.rice, '50');
  await sentOn(leg(thing.rice, rice, '5', place.stall));
  const recall = await started({ batchId: rice.batchId, drill: 1 });
  const sent = await room.act(({ tx }) =>
    tx.rows(sql`select m.user_id, m.title, m.level, m.link from message m where m.record_id = ${recall.id}::bigint`),
  );
  expect(sent).toEqual([
    {
      userId: '71',
      title: `召回演练 ${recall.billCode}：大米，请报数`,
      level: 'warning',
      link: `/store/recall/${recall.id}`,
    },
  ]);
});

test('F03: what happened to the lots leaves as a sheet for each kind of event, each event once', async () => {
  const oil = await lotOf(thing.oil, '9', { supplierBatchNo: 'E-1' });
  await sentOn(leg(thing.oil, oil, '4', place.stall));
  await used(thing.oil, oil, '1', place.stall, { reasonDetail: 'staff-meal' });
  const recall = await started({ batchId: oil.batchId, drill: 1 });
  const sheet = async (kind: string): Promise<string[][]> => {
    const { body } = await room.call<{ body: AsyncIterable<Buffer> }>(`${RECALL}/exportEvents`, {
      id: recall.id,
      kind,
    });
    return ownSheet(await buffer(body))
      .slice(1)
      .map((row) => [row[1]!, row[5]!, row[6]!, row[7]!]);
  };
  expect(await sheet('received')).toEqual([['采购入库', '绿源农场', '主仓', '9']]);
  expect(await sheet('transferred')).toEqual([
    ['领料出库', '主仓', '在途 → 面档', '4'],
    ['领料收货', '在途 → 面档', '面档', '4'],
  ]);
  expect(await sheet('produced')).toEqual([]);
  expect(await sheet('served')).toEqual([['其他出库', '面档', '', '1']]);
});
