/**
 * What was merged into another material is stock of it: asked for by the new name, both are held, picked and received,
 * each by its own lots.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Refused, sentenceOf } from '../../kernel/core/refusal.ts';
import type { Call, Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { readRecord } from '../../kernel/server/record-query.ts';
import type { Registry } from '../../kernel/server/registry.ts';
import { runAction } from '../../kernel/server/run-action.ts';
import { saveRecord } from '../../kernel/server/save.ts';
import { makeRoom } from '../stock/ledger/reservations.server.ts';
import { promisesShortened } from './promises-shortened.server.ts';
import { prove } from '../stock/ledger/proof.server.ts';
import { aStockRoom, balanceOf, place, received, unit, type StockRoom } from '../stock/ledger/stock-room.testing.ts';

type Row = Record<string, unknown>;
let room: StockRoom;
let registry: Registry;
beforeAll(async () => {
  room = await aStockRoom({ area: 'issuing' });
  registry = room.registry;
});
afterAll(() => room.close());

const call = <T = unknown>(path: string, input: Row): Promise<T> =>
  room.act((context) =>
    registry.calls.find((each: Call) => each.path === path)!.handle(context, input, null),
  ) as Promise<T>;
const recordOf = (name: string, id: string): Promise<Row & { details: Row[]; picks: Row[] }> =>
  room.act((context) => readRecord(registry.find(name), context, { id })) as never;
const as = (context: Context, userId: string): Context => ({ ...context, user: { ...context.user, userId } });
const act = (action: string, id: string, input: Row = {}, userId = '2'): Promise<void> =>
  room.act((context) => runAction(registry.find('pick'), action, as(context, userId), { ids: id, ...input }));
const at = (locationId: string, materialId: string): Promise<Row> =>
  room.act((context) => balanceOf(context, locationId, materialId));
const proved = async (): Promise<void> =>
  expect(await room.act((context) => prove(context))).toMatchObject({ ok: true });
const sentences = async (work: Promise<unknown>): Promise<string[]> => {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Refused)) throw error ?? new Error('Nothing was refused');
  return error.refusals.map((refusal) => sentenceOf(refusal, 'zh'));
};

const asked = async (...wishes: (readonly [materialId: string, qty: string])[]): Promise<string> => {
  const id = await room.act((context) =>
    saveRecord(registry.find('pick'), context, {
      warehouseId: place.warehouse,
      useRestaurantDeptId: place.restaurant,
      gearOperationDeptId: place.stall,
      needTime: '2025-03-17 11:00:00',
      details: wishes.map(([materialId, qty]) => ({ materialId, qty, unitId: unit.kg })),
    }),
  );
  await act('toApply', id, {}, '1');
  return id;
};
const approved = async (
  ...wishes: (readonly [materialId: string, qty: string])[]
): Promise<{ id: string; outstoreId: string }> => {
  const id = await asked(...wishes);
  await act('doApply', id);
  return { id, outstoreId: String((await recordOf('pick', id))['outstoreId']) };
};
interface Proposed {
  readonly batchId: string;
  readonly batchCode: string;
  readonly materialCode: string;
  readonly qty: unknown;
  readonly baseQty: unknown;
}
const proposedOf = async (outstoreId: string): Promise<Proposed[][]> =>
  (await call<{ details: { proposedPicks: Proposed[] }[] }>('invoutstore/prePicking', { outstoreId })).details.map(
    (line) => line.proposedPicks,
  );
const shown = (picks: readonly Proposed[]): string[] =>
  picks.map((pick) => `${pick.materialCode} ${pick.batchCode} ${pick.qty}`);

let last = 600;
let old: string;
let now: string;
let oldLot: { batchId: string; batchCode: string };
let nowLot: { batchId: string; batchCode: string };
let mergeId: string;
/**
 * 5 kg of the old for 10.00, good longer, and 3 kg of the new for 9.00 lie there, then the old was merged into the new.
 */
beforeEach(async () => {
  [old, now] = [String((last += 1)), String((last += 1))];
  await room.act(async (context) => {
    await context.tx.run(
      sql`insert into material (id, code, name, material_type_id, base_unit_id, shelf_life_days)
        values (${old}::bigint, ${`OLD${old}`}, ${`旧面粉${old}`}, 400, 301, 180), (${now}::bigint, ${`NEW${now}`},
          ${`新面粉${now}`}, 400, 301, 180)`,
    );
    oldLot = await received(context, old, 5, '10.00', { productionDate: '2025-02-10' });
    nowLot = await received(context, now, 3, '9.00', { productionDate: '2025-01-10' });
  });
  ({ id: mergeId } = await call<{ id: string }>('material/merge', { materialId: old, intoMaterialId: now }));
});

test('lots of both are proposed first expired first, picked, shipped and received, each as what it is', async () => {
  const { id, outstoreId } = await approved([now, '6']);
  expect([await at(place.warehouse, old), await at(place.warehouse, now)]).toMatchObject([
    { qty: '5', reserved: '3' },
    { qty: '3', reserved: '3' },
  ]);
  expect(await recordOf('pick', id)).toMatchObject({ details: [{ materialId: now, reservedQty: '6', shortQty: '0' }] });
  expect((await proposedOf(outstoreId)).map(shown)).toEqual([
    [`NEW${now} ${nowLot.batchCode} 3`, `OLD${old} ${oldLot.batchCode} 3`],
  ]);
  await proved();

  await call('invoutstore/doPicking', { outstoreId });
  expect(await recordOf('outStore', outstoreId)).toMatchObject({
    status: 'shipped',
    details: [{ pickedQty: '6', shortQty: '0' }],
    picks: [
      { materialId: now, baseQty: '3', amount: '9.00', fefoRank: 1 },
      { materialId: old, materialCode: `OLD${old}`, baseQty: '3', amount: '6.00', fefoRank: 2 },
    ],
  });
  expect([await at(place.warehouse, old), await at(place.warehouse, now)]).toMatchObject([
    { qty: '2', reserved: '0', amount: '4', avgCost: '2' },
    { qty: '0', reserved: '0', amount: '0' },
  ]);
  await proved();

  await call('invoutstore/received', { outstoreId });
  expect([await at(place.stall, old), await at(place.stall, now)]).toMatchObject([
    { qty: '3', amount: '6' },
    { qty: '3', amount: '9' },
  ]);
  expect(await recordOf('pick', id)).toMatchObject({ status: 'done', details: [{ pickedQty: '6', receivedQty: '6' }] });
  await proved();
});

test('lots as the picker enters them go the same way; the rest stays held, of whichever there is', async () => {
  const { id, outstoreId } = await approved([now, '7']);
  const [line] = (await recordOf('outStore', outstoreId)).details;
  await call('invoutstore/doPicking', {
    outstoreId,
    keepOpen: '1',
    details: [{ detailId: line!['id'], picks: [{ batchId: oldLot.batchId, qty: '2', overrideReason: '先用旧料' }] }],
  });
  expect(await recordOf('pick', id)).toMatchObject({ details: [{ pickedQty: '2', reservedQty: '5' }] });
  expect([await at(place.warehouse, old), await at(place.warehouse, now)]).toMatchObject([
    { qty: '3', reserved: '2' },
    { qty: '3', reserved: '3' },
  ]);
  await proved();
  await call('invoutstore/doPicking', { outstoreId });
  await call('invoutstore/received', { outstoreId });
  expect([
    await at(place.warehouse, old),
    await at(place.warehouse, now),
    await at(place.stall, old),
    await at(place.stall, now),
  ]).toMatchObject([
    { qty: '1', reserved: '0' },
    { qty: '0', reserved: '0' },
    { qty: '4', amount: '8' },
    { qty: '3', amount: '9' },
  ]);
  await proved();
});

test('nothing of it is promised twice: lines of one bill and bills after one another, by either name', async () => {
  expect(await sentences(act('doApply', await asked([now, '7'], [old, '2'])))).toEqual([
    `新面粉${now} 需 7 千克，可用 6 千克（现存 8，占用 2: ${await lastBillCode()}，不可用 0）`,
  ]);
  const first = await approved([old, '4']);
  const second = await approved([now, '4']);
  expect([await at(place.warehouse, old), await at(place.warehouse, now)]).toMatchObject([
    { qty: '5', reserved: '5' },
    { qty: '3', reserved: '3' },
  ]);
  await call('invoutstore/doPicking', { outstoreId: second.outstoreId });
  await call('invoutstore/doPicking', { outstoreId: first.outstoreId });
  expect([await at(place.warehouse, old), await at(place.warehouse, now)]).toMatchObject([
    { qty: '0', reserved: '0', amount: '0' },
    { qty: '0', reserved: '0', amount: '0' },
  ]);
  await proved();
  const id = await asked([now, '1']);
  await act('doApply', id, { allowShort: '1' });
  expect(await recordOf('pick', id)).toMatchObject({ details: [{ reservedQty: '0', shortQty: '1' }] });
});
const lastBillCode = async (): Promise<string> =>
  (await room.act(({ tx }) => tx.row<{ code: string }>(sql`select max(bill_code) as code from pick`)))!.code;

test('who comes later takes what the earlier one does not hold, though it expires later, and may pick before him', async () => {
  const earlier = await approved([now, '3']);
  const later = await approved([now, '5']);
  expect((await proposedOf(later.outstoreId)).map(shown)).toEqual([[`OLD${old} ${oldLot.batchCode} 5`]]);
  await call('invoutstore/doPicking', { outstoreId: later.outstoreId });
  expect([await at(place.warehouse, old), await at(place.warehouse, now)]).toMatchObject([
    { qty: '0', reserved: '0' },
    { qty: '3', reserved: '3' },
  ]);
  await call('invoutstore/doPicking', { outstoreId: earlier.outstoreId });
  expect(await at(place.warehouse, now)).toMatchObject({ qty: '0', reserved: '0', amount: '0' });
  await proved();
});

test('one bill that asks by both names gets all there is: the line by the old name is served first, wherever it stands', async () => {
  await room.act((context) => received(context, old, 4, '8.00', { productionDate: '2024-12-10' }));
  const { id, outstoreId } = await approved([now, '5'], [old, '7']);
  expect((await recordOf('pick', id)).details).toMatchObject([
    { materialId: now, reservedQty: '5', shortQty: '0' },
    { materialId: old, reservedQty: '7', shortQty: '0' },
  ]);
  await call('invoutstore/doPicking', { outstoreId });
  expect((await recordOf('outStore', outstoreId)).details).toMatchObject([{ pickedQty: '5' }, { pickedQty: '7' }]);
  await proved();
});

test('partly fetched, what is missing of the rest is what it lacks, not what was held before besides; a line that has everything lacks nothing', async () => {
  const other = String((last += 1));
  await room.act(async (context) => {
    await context.tx.run(
      sql`insert into material (id, code, name, material_type_id, base_unit_id)
        values (${other}::bigint, ${`M${other}`}, ${`盐${other}`}, 400, 301)`,
    );
    await received(context, other, 4, '4.00');
  });
  const { id, outstoreId } = await approved([now, '8'], [other, '4']);
  const [line, salt] = (await recordOf('outStore', outstoreId)).details;
  await call('invoutstore/doPicking', {
    outstoreId,
    keepOpen: '1',
    details: [
      {
        detailId: line!['id'],
        picks: [
          { batchId: nowLot.batchId, qty: '3' },
          { batchId: oldLot.batchId, qty: '1' },
        ],
      },
      { detailId: salt!['id'] },
    ],
  });
  expect((await recordOf('pick', id)).details).toMatchObject([
    { pickedQty: '4', reservedQty: '4' },
    { pickedQty: '4', reservedQty: '0', shortQty: '0' },
  ]);
  await room.act(async (context) =>
    promisesShortened(context, await makeRoom(context, [{ locationId: place.warehouse, materialId: old, qty: '1' }])),
  );
  expect((await recordOf('pick', id)).details).toMatchObject([
    { pickedQty: '4', reservedQty: '3', shortQty: '1' },
    { pickedQty: '4', reservedQty: '0', shortQty: '0' },
  ]);
  await proved();
});

test('what came to the old name twice merged counts too, at this place alone', async () => {
  const oldest = String((last += 1));
  await room.act(async (context) => {
    await context.tx.run(
      sql`insert into material (id, code, name, material_type_id, base_unit_id, frozen, merged_into_id)
        values (${oldest}::bigint, ${`AGO${oldest}`}, ${`最旧面粉${oldest}`}, 400, 301, 1, ${old}::bigint)`,
    );
    await received(context, oldest, 2, '3.00');
    await received(context, oldest, 50, '75.00', { locationId: place.otherWarehouse });
  });
  const { outstoreId } = await approved([now, '10']);
  expect((await proposedOf(outstoreId))[0]!.map((pick) => `${pick.materialCode} ${pick.qty}`)).toEqual([
    `NEW${now} 3`,
    `OLD${old} 5`,
    `AGO${oldest} 2`,
  ]);
  expect(await sentences(act('doApply', await asked([now, '1'])))).toEqual([
    expect.stringContaining(`新面粉${now} 需 1 千克，可用 0 千克（现存 10，占用 10`),
  ]);
});

test('voided, a bill lets go of both; the merge undone, what it held of the other is free and only its own is proposed', async () => {
  const voided = await approved([now, '8']);
  await act('void', voided.id, { reason: '不要了' });
  expect([await at(place.warehouse, old), await at(place.warehouse, now)]).toMatchObject([
    { reserved: '0' },
    { reserved: '0' },
  ]);
  const { outstoreId } = await approved([now, '6']);
  await call('materialmerge/undo', { id: mergeId });
  expect((await proposedOf(outstoreId)).map(shown)).toEqual([[`NEW${now} ${nowLot.batchCode} 3`]]);
  const [line] = (await recordOf('outStore', outstoreId)).details;
  expect(
    await sentences(
      call('invoutstore/doPicking', {
        outstoreId,
        details: [
          {
            detailId: line!['id'],
            shortReason: 'other',
            picks: [{ batchId: oldLot.batchId, qty: '3', overrideReason: '试' }],
          },
        ],
      }),
    ),
  ).toEqual([expect.stringContaining(`新面粉${now}`)]);
  await call('invoutstore/doPicking', { outstoreId, details: [{ detailId: line!['id'], shortReason: 'other' }] });
  expect([await at(place.warehouse, old), await at(place.warehouse, now)]).toMatchObject([
    { qty: '5', reserved: '0' },
    { qty: '0', reserved: '0' },
  ]);
  await proved();
});
