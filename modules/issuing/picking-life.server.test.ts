/**
 * Picking to its end: whatever becomes of the goods, an out-store can be finished, and nothing of a lot stays behind.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isFull, rounds } from '../../tests/support/long-form.ts';
import { Refused, sentenceOf } from '../../kernel/core/refusal.ts';
import type { Call, Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { readRecord } from '../../kernel/server/record-query.ts';
import type { Registry } from '../../kernel/server/registry.ts';
import { runAction } from '../../kernel/server/run-action.ts';
import { saveRecord } from '../../kernel/server/save.ts';
import { post } from '../stock/ledger/posting.server.ts';
import { prove } from '../stock/ledger/proof.server.ts';
import { makeRoom } from '../stock/ledger/reservations.server.ts';
import {
  aBill,
  aStockRoom,
  balanceOf,
  place,
  received,
  thing,
  unit,
  type StockRoom,
} from '../stock/ledger/stock-room.testing.ts';
import { promisesShortened } from './promises-shortened.server.ts';

let room: StockRoom;
let registry: Registry;
beforeAll(async () => {
  room = await aStockRoom({ area: 'issuing' });
  registry = room.registry;
  await room.act(({ tx }) =>
    tx.run(
      sql`insert into item_unit_conversion (material_id, from_qty, from_unit_id, to_qty, to_unit_id, start_date)
        values (${thing.oil}::bigint, 1, 302, 30, 301, '2020-01-01')`,
    ),
  );
});
afterAll(() => room.close());

type Row = Record<string, unknown>;
const as = (context: Context, userId: string): Context => ({ ...context, user: { ...context.user, userId } });
const call = <T = unknown>(path: string, input: Row): Promise<T> =>
  room.act((context) =>
    registry.calls.find((each: Call) => each.path === path)!.handle(context, input, null),
  ) as Promise<T>;
const recordOf = (name: string, id: string): Promise<Row & { details: Row[]; picks: Row[] }> =>
  room.act((context) => readRecord(registry.find(name), context, { id })) as never;
const act = (action: string, id: string, input: Row = {}, userId = '2'): Promise<void> =>
  room.act((context) => runAction(registry.find('pick'), action, as(context, userId), { ids: id, ...input }));
const sentences = async (work: Promise<unknown>): Promise<string[]> => {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Refused)) throw error ?? new Error('Nothing was refused');
  return error.refusals.map((refusal) => sentenceOf(refusal, 'zh'));
};
const anApprovedPick = async (
  materialId: string,
  qty: string,
  unitId: string = unit.kg,
): Promise<{ id: string; outstoreId: string; detailId: string }> => {
  const id = await room.act((context) =>
    saveRecord(registry.find('pick'), context, {
      warehouseId: place.warehouse,
      useRestaurantDeptId: place.restaurant,
      gearOperationDeptId: place.stall,
      needTime: '2025-03-17 11:00:00',
      details: [{ materialId, qty, unitId }],
    }),
  );
  await act('toApply', id, {}, '1');
  await act('doApply', id);
  const outstoreId = String((await recordOf('pick', id))['outstoreId']);
  return { id, outstoreId, detailId: String((await recordOf('outStore', outstoreId)).details[0]!['id']) };
};
const lotsOf = (materialId: string): Promise<{ batchId: string; qty: string; amount: string }[]> =>
  room.act(({ tx }) =>
    tx.rows(
      sql`select batch_id, qty, amount from stock_batch
        where location_id = ${place.warehouse}::bigint and material_id = ${materialId}::bigint and qty > 0
        order by batch_id`,
    ),
  );
/** A count finds that goods are not there; promises made of them are shortened, as counting does. */
const goMissing = (materialId: string, batchId: string, qty: string): Promise<void> =>
  room.act(async (context) => {
    const shortened = await makeRoom(context, [{ locationId: place.warehouse, materialId, qty }]);
    await post(context, [
      { bill: aBill('invcheck'), lineId: '1', reason: 'count.loss', materialId, batchId, from: place.warehouse, qty },
    ]);
    await promisesShortened(context, shortened);
  });
const proved = async (): Promise<void> =>
  expect(await room.act((context) => prove(context))).toMatchObject({ ok: true });

describe('lots picked by the pack leave nothing behind', () => {
  const shares = [
    ['0.333333', '10'],
    ['0.666667', '20'],
  ] as const;
  test.each([
    ['as the screen sends them, with what they are in kilograms', true],
    ['by their shares of a box alone', false],
  ])('%s', async (_title, withBase) => {
    await room.act(async (context) => {
      await received(context, thing.oil, 10, '50');
      await received(context, thing.oil, 20, '100');
    });
    const { outstoreId, detailId } = await anApprovedPick(thing.oil, '1', unit.bag);
    const { details } = await call<{
      details: { proposedPicks: { batchId: string; qty: unknown; baseQty: unknown }[] }[];
    }>('invoutstore/prePicking', { outstoreId });
    const proposed = details[0]!.proposedPicks.map((each) => ({
      batchId: each.batchId,
      qty: String(each.qty),
      ...(withBase ? { baseQty: String(each.baseQty) } : {}),
    }));
    expect(proposed.map((each) => each.qty)).toEqual(shares.map(([share]) => share));
    await call('invoutstore/doPicking', { outstoreId, details: [{ detailId, picks: proposed }] });
    expect(await recordOf('outStore', outstoreId)).toMatchObject({
      status: 'shipped',
      details: [{ pickedQty: '1', shortQty: '0' }],
      picks: shares.map(([, baseQty]) => ({ baseQty })),
    });
    expect(await lotsOf(thing.oil)).toEqual([]);
  });

  test('three thirds of a box are a box', async () => {
    const lots = await room.act(async (context) => [
      await received(context, thing.oil, 10, '50'),
      await received(context, thing.oil, 10, '50'),
      await received(context, thing.oil, 10, '50'),
    ]);
    const { outstoreId, detailId } = await anApprovedPick(thing.oil, '1', unit.bag);
    await call('invoutstore/doPicking', {
      outstoreId,
      details: [{ detailId, picks: lots.map(({ batchId }) => ({ batchId, qty: '0.333333' })) }],
    });
    expect([(await recordOf('outStore', outstoreId))['status'], await lotsOf(thing.oil)]).toEqual(['shipped', []]);
    await proved();
  });

  test('more decimals than are kept are refused, of what is picked and of what is signed for', async () => {
    const lot = await room.act((context) => received(context, thing.oil, 10, '50'));
    const { outstoreId, detailId } = await anApprovedPick(thing.oil, '3');
    expect(
      await sentences(
        call('invoutstore/doPicking', {
          outstoreId,
          details: [{ detailId, picks: [{ batchId: lot.batchId, qty: '2.99999996' }] }],
        }),
      ),
    ).toEqual(['拣货数量最多 6 位小数']);
    await call('invoutstore/doPicking', { outstoreId });
    const [sent] = (await recordOf('outStore', outstoreId)).picks;
    expect(
      await sentences(
        call('invoutstore/received', {
          outstoreId,
          details: [{ pickId: sent!['id'], receivedQty: '2.9999999', cause: '洒了' }],
        }),
      ),
    ).toEqual(['实收最多 6 位小数']);
    await call('invoutstore/received', { outstoreId });
  });

  test('goods needed in a year nobody knows are refused', async () => {
    const asked = room.act((context) =>
      saveRecord(registry.find('pick'), context, {
        warehouseId: place.warehouse,
        useRestaurantDeptId: place.restaurant,
        needTime: '9999-12-31 08:00:00',
        details: [{ materialId: thing.oil, qty: '1', unitId: unit.kg }],
      }),
    );
    expect(await sentences(asked)).toEqual(['用料时间不能晚于 2026-03-17，请检查年份']);
  });
});

describe('what was kept open and never comes', () => {
  test('the rest is short with its reason; what is held of it goes free, and the stall signs for what it has', async () => {
    const lot = await room.act((context) => received(context, thing.flour, 10, '40', { productionDate: '2025-03-01' }));
    const { id, outstoreId, detailId } = await anApprovedPick(thing.flour, '10');
    await call('invoutstore/doPicking', {
      outstoreId,
      keepOpen: '1',
      details: [{ detailId, picks: [{ batchId: lot.batchId, qty: '6' }] }],
    });
    await goMissing(thing.flour, lot.batchId, '3');
    expect(await recordOf('outStore', outstoreId)).toMatchObject({
      status: 'picking',
      details: [{ pickedQty: '6', reservedQty: '1' }],
    });

    expect(await sentences(call('invoutstore/doPicking', { outstoreId, details: [{ detailId, picks: [] }] }))).toEqual([
      '面粉 缺货 4 千克，请填写缺货原因',
    ]);
    await call('invoutstore/doPicking', { outstoreId, details: [{ detailId, picks: [], shortReason: 'not-found' }] });
    expect(await recordOf('outStore', outstoreId)).toMatchObject({
      status: 'shipped',
      details: [{ pickedQty: '6', shortQty: '4', shortReason: 'not-found', reservedQty: '0' }],
    });
    expect(await room.act((context) => balanceOf(context, place.warehouse, thing.flour))).toMatchObject({
      qty: '1',
      reserved: '0',
    });
    await call('invoutstore/received', { outstoreId });
    expect(await recordOf('pick', id)).toMatchObject({
      status: 'done',
      details: [{ receivedQty: '6', shortQty: '4', reservedQty: '0' }],
    });
    expect(await room.act((context) => balanceOf(context, place.stall, thing.flour))).toMatchObject({ qty: '6' });
    await proved();
  });

  test('with nothing picked at all there is nothing to end: the pick bill is voided instead', async () => {
    const lot = await room.act((context) => received(context, thing.flour, 1, '4', { productionDate: '2025-03-01' }));
    const { id, outstoreId, detailId } = await anApprovedPick(thing.flour, '1');
    await goMissing(thing.flour, lot.batchId, '1');
    expect(
      (
        await sentences(
          call('invoutstore/doPicking', { outstoreId, details: [{ detailId, picks: [], shortReason: 'not-found' }] }),
        )
      )[0],
    ).toContain('作废领料单');
    await act('void', id, { reason: '没有了' });
    expect((await recordOf('outStore', outstoreId))['status']).toBe('void');
  });

  test('a pick bill of which something was picked is not voided', async () => {
    const lot = await room.act((context) => received(context, thing.rice, 10, '40'));
    const { id, outstoreId, detailId } = await anApprovedPick(thing.rice, '10');
    await call('invoutstore/doPicking', {
      outstoreId,
      keepOpen: '1',
      details: [{ detailId, picks: [{ batchId: lot.batchId, qty: '6' }] }],
    });
    expect(await sentences(act('void', id, { reason: '不要了' }))).toEqual([
      expect.stringMatching(/^CK\d+ 已拣货，不能作废$/),
    ]);
    await call('invoutstore/doPicking', { outstoreId });
    await call('invoutstore/received', { outstoreId });
  });
});

test('store.pick.auto-receive: where the stall need not sign, picked is received', async () => {
  const asked = async (value: string): Promise<unknown> => {
    await room.act(({ tx }) =>
      tx.run(
        sql`insert into param (param_name, param_key, param_value) values ('x', 'store.pick.auto-receive', ${value})
          on conflict (tenant_id, param_key) do update set param_value = excluded.param_value`,
      ),
    );
    await room.act((context) => received(context, thing.rice, 2, '8'));
    const { id, outstoreId } = await anApprovedPick(thing.rice, '2');
    await call('invoutstore/doPicking', { outstoreId });
    return [(await recordOf('outStore', outstoreId))['status'], (await recordOf('pick', id))['status']];
  };
  expect(await asked('1')).toEqual(['done', 'done']);
  expect(await asked('0')).toEqual(['shipped', 'approved']);
});

type Step =
  | { readonly act: 'pick'; readonly share: number; readonly keepOpen: boolean }
  | { readonly act: 'lose'; readonly share: number }
  | { readonly act: 'find' };
const share = fc.constantFrom(0, 0.25, 0.5, 1);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant('pick' as const),
      share,
      keepOpen: fc.constantFrom(true, true, true, false),
    }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('lose' as const), share }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('find' as const) }) },
);
async function take(outstoreId: string, detailId: string, todo: Step): Promise<unknown> {
  const [lot] = await lotsOf(thing.tofu);
  if (todo.act === 'find')
    return room.act((context) => received(context, thing.tofu, 2, '6', { productionDate: '2025-03-16' }));
  if (todo.act === 'lose')
    return lot === undefined || todo.share === 0
      ? undefined
      : goMissing(thing.tofu, lot.batchId, String(Number(lot.qty) * todo.share));
  const { details } = await call<{
    details: { proposedPicks: { batchId: string; qty: unknown; baseQty: unknown }[] }[];
  }>('invoutstore/prePicking', { outstoreId });
  const picks = details[0]!.proposedPicks
    .map((each) => ({
      batchId: each.batchId,
      qty: String(Number(String(each.qty)) * todo.share),
      overrideReason: '近',
    }))
    .filter((each) => each.qty !== '0');
  return call('invoutstore/doPicking', {
    outstoreId,
    keepOpen: todo.keepOpen ? '1' : '0',
    details: [{ detailId, picks, shortReason: 'other' }],
  });
}

test(
  'every out-store that was begun can be brought to its end, whatever happened to the goods meanwhile',
  { timeout: isFull ? 900_000 : 90_000 },
  async () => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 6 }), async (steps) => {
        await room.act((context) => received(context, thing.tofu, 8, '24', { productionDate: '2025-03-16' }));
        const { id, outstoreId, detailId } = await anApprovedPick(thing.tofu, '8');
        for (const todo of steps)
          await take(outstoreId, detailId, todo).catch((error: unknown) => {
            if (!(error instanceof Refused)) throw error;
          });
        const state = String((await recordOf('outStore', outstoreId))['status']);
        seen.add(state);
        if (state === 'to-pick') await act('void', id, { reason: '不要了' });
        if (state === 'picking')
          await call('invoutstore/doPicking', {
            outstoreId,
            details: [{ detailId, picks: [], shortReason: 'not-found' }],
          });
        if (state !== 'to-pick') await call('invoutstore/received', { outstoreId });
        expect([(await recordOf('pick', id))['status'], (await recordOf('outStore', outstoreId))['status']]).toEqual(
          state === 'to-pick' ? ['void', 'void'] : ['done', 'done'],
        );
        expect(await room.act((context) => balanceOf(context, place.warehouse, thing.tofu))).toMatchObject({
          reserved: '0',
        });
        for (const lot of await lotsOf(thing.tofu)) await goMissing(thing.tofu, lot.batchId, lot.qty);
      }),
      { numRuns: rounds(30, 300), seed: 20261123 },
    );
    expect([...seen].toSorted()).toEqual(['picking', 'shipped', 'to-pick']);
    await proved();
  },
);

test('what was picked of a line so far is there for whoever goes on with it, until the bill is shipped', async () => {
  await room.act((context) => received(context, thing.oil, 40, '50'));
  const { outstoreId, detailId } = await anApprovedPick(thing.oil, '10');
  const entry = { qty: {}, shortReason: 'not-found', overrideReason: '', done: true };
  const save = (...details: readonly Row[]): Promise<unknown> =>
    call('invoutstore/savePicking', { id: outstoreId, details });
  await save({ detailId, entry });
  const [line] = (await call<{ details: Row[] }>('invoutstore/prePicking', { id: outstoreId })).details;
  expect(line).toMatchObject({ id: detailId, entered: { ...entry, by: expect.any(String), at: expect.any(String) } });
  await expect(save({ detailId, entry: { qty: 'all' } })).rejects.toMatchObject({
    refusals: [{ code: 'param.invalid', field: 'entry', line: 1 }],
  });
  await call('invoutstore/doPicking', { id: outstoreId });
  expect((await recordOf('outStore', outstoreId)).details[0]!['entered'] ?? '').toBe('');
  expect(await sentences(save({ detailId, entry }))).toEqual([expect.stringContaining('已出库')]);
});

test('what a phone shipped without a network is shipped once, however often it is sent, and by nobody else', async () => {
  await room.act((context) => received(context, thing.oil, 40, '50'));
  const { outstoreId } = await anApprovedPick(thing.oil, '10');
  const before = Number((await room.act((context) => balanceOf(context, place.warehouse, thing.oil))).qty);
  const ship = (more: Row = {}): Promise<unknown> =>
    call('invoutstore/doPicking', {
      id: outstoreId,
      keepOpen: '1',
      key: 'phone-1',
      madeTime: '2025-03-16T20:00:00.000Z',
      deviceTime: '2025-03-16T21:00:00.000Z',
      ...more,
    });
  expect(await sentences(ship({ madeBy: '2' }))).toEqual(['这些数据由另一个账号录入，请由本人登录后上传']);
  await Promise.all([ship({ madeBy: '1' }), ship({ madeBy: '1' })]);
  await ship({ madeBy: '1' });
  expect(before - Number((await room.act((context) => balanceOf(context, place.warehouse, thing.oil))).qty)).toBe(10);
  // By another key it is another shipment, and there is nothing left to ship.
  expect(await sentences(ship({ key: 'phone-2' }))).toEqual([expect.stringContaining('已出库')]);
});
