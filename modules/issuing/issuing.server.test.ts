import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Declaration } from '../../kernel/core/declaration.ts';
import { Refused, sentenceOf } from '../../kernel/core/refusal.ts';
import type { Call, Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { readOptions } from '../../kernel/server/options.ts';
import { readRecord } from '../../kernel/server/record-query.ts';
import type { Registry } from '../../kernel/server/registry.ts';
import { runAction } from '../../kernel/server/run-action.ts';
import { saveRecord } from '../../kernel/server/save.ts';
import { prove } from '../stock/ledger/proof.server.ts';
import {
  aStockRoom,
  balanceOf,
  NOW,
  place,
  received,
  thing,
  unit,
  type StockRoom,
} from '../stock/ledger/stock-room.testing.ts';

let room: StockRoom;
let registry: Registry;
beforeAll(async () => {
  room = await aStockRoom({ area: 'issuing' });
  registry = room.registry;
});
afterAll(() => room.close());

const pick = (): Declaration => registry.find('pick');
const as = (context: Context, userId: string): Context => ({ ...context, user: { ...context.user, userId } });
const call = <T = unknown>(path: string, input: Record<string, unknown>): Promise<T> =>
  room.act((context) =>
    registry.calls.find((each: Call) => each.path === path)!.handle(context, input, null),
  ) as Promise<T>;
const recordOf = (
  name: string,
  id: string,
): Promise<Record<string, unknown> & { details: Record<string, unknown>[]; picks: Record<string, unknown>[] }> =>
  room.act((context) => readRecord(registry.find(name), context, { id })) as never;
const act = (
  name: string,
  action: string,
  id: string,
  input: Record<string, unknown> = {},
  userId = '2',
): Promise<void> =>
  room.act((context) => runAction(registry.find(name), action, as(context, userId), { ids: id, ...input }));
const sentences = async (work: Promise<unknown>): Promise<string[]> => {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Refused)) throw error ?? new Error('Nothing was refused');
  return error.refusals.map((refusal) => sentenceOf(refusal, 'zh'));
};

type Wish = readonly [materialId: string, qty: string, unitId?: string];
const aPick = (...wishes: Wish[]): Promise<string> =>
  room.act((context) =>
    saveRecord(pick(), context, {
      warehouseId: place.warehouse,
      useRestaurantDeptId: place.restaurant,
      gearOperationDeptId: place.stall,
      needTime: '2025-03-17 11:00:00',
      details: wishes.map(([materialId, qty, unitId = unit.kg]) => ({ materialId, qty, unitId })),
    }),
  );
/** An approved pick bill; answers the id of its out-store. */
const anApprovedPick = async (...wishes: Wish[]): Promise<{ id: string; outStoreId: string }> => {
  const id = await aPick(...wishes);
  await act('pick', 'toApply', id, {}, '1');
  await act('pick', 'doApply', id);
  return { id, outStoreId: String((await recordOf('pick', id))['outstoreId']) };
};

describe('asking', () => {
  test('a line keeps what was entered and its base quantity beside it', async () => {
    const bill = await recordOf('pick', await aPick([thing.rice, '2', unit.bag]));
    expect(bill['billCode']).toMatch(/^LL20250316\d{4}$/);
    expect(bill.details[0]).toMatchObject({
      qty: '2',
      unitName: '袋',
      factor: '25',
      baseQty: '50',
      baseUnitName: '千克',
    });
  });
  test('a warehouse that does not serve the restaurant, a stall of elsewhere, a time gone by', async () => {
    const refusals = await sentences(
      room.act((context) =>
        saveRecord(pick(), context, {
          warehouseId: place.warehouse,
          useRestaurantDeptId: place.project,
          gearOperationDeptId: place.stall,
          needTime: '2025-03-15 11:00:00',
          pickType: 'extra',
          details: [],
        }),
      ),
    );
    expect(refusals).toEqual([
      '用料时间不能早于现在',
      '补领请填写备注',
      '一项目部 不是餐厅',
      '主仓 不服务 一项目部',
      '面档 不属于 一项目部',
    ]);
  });
  test('what its stall may not draw is refused with the rule that says so', async () => {
    const old = await aPick([thing.rice, '1']);
    await room.act(({ tx }) =>
      tx.run(
        sql`insert into material_auth_range (id, material_id, dept_id, access, start_date, for_plan, for_buy, for_cook,
          for_sale) values (77, ${thing.rice}::bigint, ${place.restaurant}::bigint, 'deny', '2025-01-01', 0, 0, 0, 0)`,
      ),
    );
    const denied =
      '第 1 行：物料「大米」未授权给「面档」用于领用：2025-01-01 起「大米」在「一餐厅」的授权规则禁止。请更换，或在物料授权范围中修改该规则';
    expect(await sentences(aPick([thing.rice, '1']))).toEqual([denied]);
    expect(await sentences(act('pick', 'toApply', old, {}, '1'))).toEqual([denied]);
    await room.act(({ tx }) => tx.run(sql`delete from material_auth_range where id = 77`));
  });
});

describe('asking, line by line', () => {
  test('of a frozen material what lies there is asked for, picked and received; pickers of the bill offer it', async () => {
    await room.act(async (context) => {
      await context.tx.run(
        sql`insert into material (id, code, name, material_type_id, base_unit_id)
          select 299, 'OLD', '旧料', material_type_id, base_unit_id from material where id = ${thing.rice}::bigint`,
      );
      await received(context, '299', 5, '20');
      await context.tx.run(sql`update material set frozen = 1 where id = 299`);
    });
    const { id, outStoreId } = await anApprovedPick(['299', '5']);
    await call('invoutstore/doPicking', { outstoreId: outStoreId });
    await call('invoutstore/received', { outstoreId: outStoreId });
    expect(await recordOf('pick', id)).toMatchObject({ status: 'done', details: [{ receivedQty: '5' }] });
    const offered = async (input: Record<string, unknown>): Promise<boolean> =>
      (
        await room.act((context) =>
          readOptions(
            registry.find('material'),
            { ...context, user: { ...context.user, permissions: new Set(['material_view']) } },
            { size: 50, ...input },
          ),
        )
      ).some((option) => option['id'] === '299');
    expect([await offered({}), await offered({ withFrozen: '1' })]).toEqual([false, true]);
  });
  test('an empty bill is not sent for approval', async () => {
    const id = await aPick();
    expect(await sentences(act('pick', 'toApply', id, {}, '1'))).toEqual([
      expect.stringMatching(/^领料单 LL\d+ 至少需要 1 行领料明细，请先添加$/),
    ]);
  });
  test('EP-0713 EP-0714 EP-0715 EP-0716: lines one at a time go through the rules of the bill', async () => {
    const id = await aPick([thing.rice, '1']);
    await call('pickdetail/submit', { billId: id, materialId: thing.oil, qty: '3', unitId: unit.kg });
    const { records } = await call<{ records: Record<string, unknown>[] }>('pickdetail/list', { billId: id });
    expect(records.map((line) => [line['materialName'], line['qty']])).toEqual([
      ['大米', '1'],
      ['油', '3'],
    ]);
    await call('pickdetail/submit', { id: records[1]!['id'], qty: '4' });
    await call('pickdetail/remove', { ids: records[0]!['id'] });
    expect(await call('pickdetail/detail', { id: records[1]!['id'] })).toMatchObject({
      qty: '4',
      baseQty: '4',
      lineNo: 1,
    });
    await act('pick', 'toApply', id, {}, '1');
    expect((await sentences(call('pickdetail/submit', { id: records[1]!['id'], qty: '5' })))[0]).toMatch(
      /待审批，不能修改/,
    );
  });
});

describe('from approval to the stall', () => {
  test('EP-0607 EP-0608 EP-0609 EP-0610: approved: held; picked first expired first: in transit; received: at the stall', async () => {
    const late = await room.act((context) =>
      received(context, thing.flour, 10, '40', { productionDate: '2025-03-10' }),
    );
    const early = await room.act((context) =>
      received(context, thing.flour, 4, '20', { productionDate: '2025-01-10' }),
    );
    const { id, outStoreId } = await anApprovedPick([thing.flour, '6']);
    expect(await room.act((context) => balanceOf(context, place.warehouse, thing.flour))).toMatchObject({
      qty: '14',
      reserved: '6',
    });
    expect(await recordOf('pick', id)).toMatchObject({
      status: 'approved',
      outState: 'to-pick',
      details: [{ reservedQty: '6', shortQty: '0' }],
    });

    const proposal = await call<{ details: { proposedPicks: { batchCode: string; qty: unknown }[] }[] }>(
      'invoutstore/prePicking',
      { outstoreId: outStoreId },
    );
    expect(proposal.details[0]!.proposedPicks.map((each) => `${each.batchCode} ${each.qty}`)).toEqual([
      `${early.batchCode} 4`,
      `${late.batchCode} 2`,
    ]);
    await call('invoutstore/doPicking', { outstoreId: outStoreId });
    expect(await recordOf('outStore', outStoreId)).toMatchObject({
      status: 'shipped',
      lineCount: 1,
      doneCount: 1,
      details: [{ pickedQty: '6', reservedQty: '0' }],
      picks: [
        { batchName: early.batchCode, baseQty: '4', amount: '20.00', fefoRank: 1 },
        { baseQty: '2', amount: '8.00' },
      ],
    });
    expect(await room.act((context) => balanceOf(context, place.warehouse, thing.flour))).toMatchObject({
      qty: '8',
      reserved: '0',
      amount: '32',
    });
    expect(await room.act((context) => balanceOf(context, place.stall, thing.flour))).toMatchObject({ qty: '0' });

    await call('invoutstore/received', { outstoreId: outStoreId });
    expect(await room.act((context) => balanceOf(context, place.stall, thing.flour))).toMatchObject({
      qty: '6',
      amount: '28',
    });
    expect(await recordOf('pick', id)).toMatchObject({
      status: 'done',
      outState: 'received',
      details: [{ receivedQty: '6' }],
    });
    expect((await sentences(call('invoutstore/received', { outstoreId: outStoreId })))[0]).toMatch(/已收货，不能收货/);
    expect(await call('invoutstore/getSourceBill', { id: outStoreId })).toMatchObject({
      billCode: expect.stringMatching(/^LL/),
      details: [{ receivedQty: '6' }],
    });
  });

  test('a shortage refuses the approval and names all lines, unless one may approve short', async () => {
    await room.act((context) => received(context, thing.oil, 5, '50'));
    const id = await aPick([thing.oil, '9'], [thing.tofu, '2']);
    await act('pick', 'toApply', id, {}, '1');
    expect(await sentences(act('pick', 'doApply', id))).toEqual([
      '油 需 9 千克，可用 5 千克（现存 5，占用 0，不可用 0）',
      '豆腐 需 2 千克，可用 0 千克（现存 0，占用 0，不可用 0）',
    ]);
    await act('pick', 'approveShort', id);
    expect(await recordOf('pick', id)).toMatchObject({
      details: [
        { reservedQty: '5', shortQty: '4' },
        { reservedQty: '0', shortQty: '2' },
      ],
    });
    const { outstoreId } = await recordOf('pick', id);
    expect((await sentences(call('invoutstore/doPicking', { outstoreId }))).map((each) => each)).toEqual([
      '油 缺货 4 千克，请填写缺货原因',
      '豆腐 缺货 2 千克，请填写缺货原因',
    ]);
    await act('pick', 'void', id, { reason: '改天再领' });
    expect(await room.act((context) => balanceOf(context, place.warehouse, thing.oil))).toMatchObject({
      qty: '5',
      reserved: '0',
    });
    expect((await recordOf('outStore', String(outstoreId)))['status']).toBe('void');
  });

  test('another lot than the first expired needs a reason; more than asked for is refused', async () => {
    const [early, late] = await room.act(
      async (context) =>
        [
          await received(context, thing.tofu, 5, '15', { productionDate: '2025-03-15' }),
          await received(context, thing.tofu, 5, '15', { productionDate: '2025-03-16' }),
        ] as const,
    );
    const { outStoreId } = await anApprovedPick([thing.tofu, '3']);
    const [line] = (await recordOf('outStore', outStoreId)).details;
    const of = (batchId: string, qty: string, overrideReason = '') => ({
      outstoreId: outStoreId,
      details: [{ detailId: line!['id'], picks: [{ batchId, qty, overrideReason }] }],
    });
    expect((await sentences(call('invoutstore/doPicking', of(late.batchId, '3'))))[0]).toMatch(
      /未按先到期先出，应先出批次 PC\d+ × 3，请填写原因/,
    );
    expect(await sentences(call('invoutstore/doPicking', of(early.batchId, '4')))).toEqual([
      '豆腐 拣货数量 4 千克，大于应发数量 3 千克',
    ]);
    await call('invoutstore/doPicking', of(late.batchId, '3', '破包先用'));
    expect((await recordOf('outStore', outStoreId)).picks).toMatchObject([
      { batchName: late.batchCode, overrideReason: '破包先用' },
    ]);
  });

  test('picked in two goes: what is open stays held', async () => {
    await room.act((context) => received(context, thing.rice, 100, '400'));
    const { id, outStoreId } = await anApprovedPick([thing.rice, '2', unit.bag]);
    const [line] = (await recordOf('outStore', outStoreId)).details;
    const [lot] = await room.act((context) =>
      context.tx.rows<{ batchId: string }>(
        sql`select batch_id from stock_batch where location_id = ${place.warehouse}::bigint
          and material_id = ${thing.rice}::bigint and qty > 0`,
      ),
    );
    await call('invoutstore/doPicking', {
      outstoreId: outStoreId,
      keepOpen: 'true',
      details: [{ detailId: line!['id'], picks: [{ batchId: lot!.batchId, qty: '1' }] }],
    });
    expect(await recordOf('outStore', outStoreId)).toMatchObject({
      status: 'picking',
      details: [{ pickedQty: '1', reservedQty: '1' }],
    });
    expect(await room.act((context) => balanceOf(context, place.warehouse, thing.rice))).toMatchObject({
      qty: '75',
      reserved: '25',
    });
    await call('invoutstore/doPicking', { outstoreId: outStoreId });
    expect(await recordOf('outStore', outStoreId)).toMatchObject({
      status: 'shipped',
      details: [{ pickedQty: '2', reservedQty: '0', shortQty: '0' }],
    });
    expect(await sentences(act('pick', 'void', id, { reason: '不要了' }))).toEqual([
      expect.stringMatching(/已拣货，不能作废$/),
    ]);
  });

  test('promise 7: sent = received + difference; what did not come stays in transit until it is settled, once', async () => {
    await room.act((context) => received(context, thing.oil, 20, '200'));
    const { id, outStoreId } = await anApprovedPick([thing.oil, '8']);
    await call('invoutstore/doPicking', { outstoreId: outStoreId });
    const [own] = (await recordOf('outStore', outStoreId)).picks;
    const signed = (receivedQty: string, cause = '') => ({
      outstoreId: outStoreId,
      details: [{ pickId: own!['id'], receivedQty, cause }],
    });
    expect((await sentences(call('invoutstore/received', signed('9'))))[0]).toMatch(
      /实收 9 千克，大于发货数量 5 千克，请登记多收$/,
    );
    expect((await sentences(call('invoutstore/received', signed('1'))))[0]).toMatch(/请填写差异原因$/);
    await call('invoutstore/received', signed('1', '路上洒了'));
    expect((await recordOf('outStore', outStoreId))['status']).toBe('difference');
    expect((await recordOf('pick', id))['status']).toBe('approved');
    const settled = await Promise.allSettled(
      Array.from({ length: 10 }, () =>
        call('invoutstore/settleDifference', { outstoreId: outStoreId, outcome: 'loss' }),
      ),
    );
    expect(settled.filter((each) => each.status === 'fulfilled')).toHaveLength(1);
    expect(await recordOf('pick', id)).toMatchObject({ status: 'done' });
    const transit = await room.act((context) =>
      context.tx.row(
        sql`select s.qty, s.amount from stock s join stock_location l on l.id = s.location_id
          where l.transit_for_id = ${place.stall}::bigint and s.material_id = ${thing.oil}::bigint`,
      ),
    );
    expect(transit).toEqual({ qty: '0', amount: '0' });
  });

  test('promise 22: a double click ships once', async () => {
    await room.act((context) => received(context, thing.oil, 20, '200'));
    const { outStoreId } = await anApprovedPick([thing.oil, '2']);
    const answers = await Promise.allSettled(
      Array.from({ length: 8 }, () => call('invoutstore/doPicking', { outstoreId: outStoreId })),
    );
    expect(answers.filter((answer) => answer.status === 'fulfilled')).toHaveLength(1);
    expect(answers.filter((answer) => answer.status === 'rejected' && !(answer.reason instanceof Refused))).toEqual([]);
  });
});

test('promise 1: fifty pickers at one lot take exactly what is there, the others are told what is short', async () => {
  const start = await room.act((context) => balanceOf(context, place.warehouse, thing.rice));
  await room.act((context) =>
    received(context, thing.rice, String(100 - (Number(start.qty) - Number(start.reserved))), '400'),
  );
  const ids: string[] = [];
  for (let nr = 0; nr < 50; nr += 1) ids.push(await aPick([thing.rice, '3']));
  for (const id of ids) await act('pick', 'toApply', id, {}, '1');
  const approvals = await Promise.allSettled(ids.map((id) => act('pick', 'doApply', id)));
  const held = ids.filter((_, index) => approvals[index]!.status === 'fulfilled');
  expect(held).toHaveLength(33);
  const messages = approvals
    .filter((answer) => answer.status === 'rejected')
    .map((answer) => sentenceOf((answer.reason as Refused).refusals[0]!, 'zh'));
  expect(
    messages.filter((sentence) => !/^大米 需 3 千克，可用 1 千克（现存 \d+，占用 \d+: .*，不可用 0）$/.test(sentence)),
  ).toEqual([]);
  const outs = await Promise.all(held.map(async (id) => String((await recordOf('pick', id))['outstoreId'])));
  const picked = await Promise.allSettled(outs.map((outstoreId) => call('invoutstore/doPicking', { outstoreId })));
  expect(picked.filter((answer) => answer.status === 'rejected')).toEqual([]);
  expect(await room.act((context) => balanceOf(context, place.warehouse, thing.rice))).toMatchObject({
    qty: '1',
    reserved: '0',
  });
  expect(await room.act((context) => prove(context))).toMatchObject({ ok: true, firstBadRow: null });
}, 60_000);

test('who approves is not who asked, and time stands at the business clock', async () => {
  const id = await aPick([thing.rice, '1']);
  await act('pick', 'toApply', id, {}, '1');
  expect((await sentences(act('pick', 'doApply', id, {}, '1')))[0]).toMatch(/由您提交/);
  expect((await recordOf('pick', id))['billDate']).toBe(NOW.slice(0, 10));
});

test('nothing new is fetched from a frozen warehouse, what is under way there is finished', async () => {
  await room.act((context) => received(context, thing.tofu, 5, '20', { productionDate: '2025-03-16' }));
  const [draft, pending, begun] = [
    await aPick([thing.tofu, '1']),
    await aPick([thing.tofu, '1']),
    await anApprovedPick([thing.tofu, '1']),
  ];
  await act('pick', 'toApply', pending, {}, '1');
  await room.act(({ tx }) => tx.run(sql`update warehouse set frozen = 1 where id = ${place.warehouse}::bigint`));
  const frozen = expect.stringMatching(/^仓库 主仓 已冻结，LL\d+ 不能送审或审批：请先解冻，或换一个仓库$/);
  expect([
    await sentences(act('pick', 'toApply', draft, {}, '1')),
    await sentences(act('pick', 'doApply', pending)),
    await sentences(act('pick', 'approveShort', pending)),
  ]).toEqual([[frozen], [frozen], [frozen]]);
  await call('invoutstore/doPicking', { outstoreId: begun.outStoreId });
  await room.act(({ tx }) => tx.run(sql`update warehouse set frozen = 0 where id = ${place.warehouse}::bigint`));
  await act('pick', 'doApply', pending);
  await act('pick', 'void', pending, { reason: '不用了' });
  expect((await recordOf('outStore', begun.outStoreId))['status']).toBe('shipped');
});
