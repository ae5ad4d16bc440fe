/** Goods that are counted in pieces and valued by the scale (trade-rules 1.6), from the warehouse to the stall. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Refused, sentenceOf } from '../../kernel/core/refusal.ts';
import type { Call } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { readRecord } from '../../kernel/server/record-query.ts';
import type { Registry } from '../../kernel/server/registry.ts';
import { runAction } from '../../kernel/server/run-action.ts';
import { saveRecord } from '../../kernel/server/save.ts';
import { prove } from '../stock/ledger/proof.server.ts';
import { aStockRoom, place, received, unit, type StockRoom } from '../stock/ledger/stock-room.testing.ts';

const PIECE = '303';
let room: StockRoom;
let registry: Registry;
beforeAll(async () => {
  room = await aStockRoom({ area: 'issuing' });
  registry = room.registry;
  await room.act((context) =>
    context.tx.run(sql`insert into material_unit (id, code, name, dimension) values (303, 'pc', '条', 'pack')`),
  );
});
afterAll(() => room.close());

let fishes = 0;
/** 10 pieces that weigh 12.86 kg, at 32.00 a kilogram; a piece weighs 1.25 kg as a rule. */
const aFish = async (): Promise<{ fish: string; batchId: string }> => {
  fishes += 1;
  const fish = String(210 + fishes);
  await room.act((context) =>
    context.tx.run(sql`
    insert into material (id, code, name, material_type_id, base_unit_id, catch_weight, aux_unit_id, nominal_aux_qty)
    values (${fish}::bigint, ${`FISH${fishes}`}, '鲈鱼', 400, 301, 1, 303, 1.25)`),
  );
  return {
    fish,
    batchId: (await room.act((context) => received(context, fish, '12.86', '411.52', { auxQty: '10' }))).batchId,
  };
};
const call = <T = unknown>(path: string, input: Record<string, unknown>): Promise<T> =>
  room.act((context) =>
    registry.calls.find((each: Call) => each.path === path)!.handle(context, input, null),
  ) as Promise<T>;
const recordOf = (
  name: string,
  id: string,
): Promise<Record<string, unknown> & { details: Record<string, unknown>[]; picks: Record<string, unknown>[] }> =>
  room.act((context) => readRecord(registry.find(name), context, { id })) as never;
const sentences = async (work: Promise<unknown>): Promise<string[]> => {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Refused)) throw error ?? new Error('Nothing was refused');
  return error.refusals.map((refusal) => sentenceOf(refusal, 'zh'));
};
/** A pick bill, approved; answers its id, its out-store and its line there. */
const asked = async (
  fish: string,
  qty: string,
  unitId: string,
): Promise<{ id: string; outstoreId: string; detailId: string }> => {
  const id = await room.act((context) =>
    saveRecord(registry.find('pick'), context, {
      warehouseId: place.warehouse,
      useRestaurantDeptId: place.restaurant,
      gearOperationDeptId: place.stall,
      needTime: '2025-03-17 11:00:00',
      details: [{ materialId: fish, qty, unitId }],
    }),
  );
  const act = (action: string, userId: string): Promise<void> =>
    room.act((context) =>
      runAction(registry.find('pick'), action, { ...context, user: { ...context.user, userId } }, { ids: id }),
    );
  await act('toApply', '1');
  await act('doApply', '2');
  const outstoreId = String((await recordOf('pick', id))['outstoreId']);
  return { id, outstoreId, detailId: String((await recordOf('outStore', outstoreId)).details[0]!['id']) };
};
const picked = (
  bill: { outstoreId: string; detailId: string },
  pick: Record<string, unknown>,
  more: Record<string, unknown> = {},
): Promise<unknown> =>
  call('invoutstore/doPicking', {
    outstoreId: bill.outstoreId,
    ...more,
    details: [{ detailId: bill.detailId, picks: [pick] }],
  });
/** `kilograms / pieces worth value, reserved kilograms` of a place. */
const at = (locationId: string, fish: string): Promise<string> =>
  room.act(async (context) => {
    const row = await context.tx.row<{ qty: string; pieces: string; amount: string; reserved: string }>(sql`
    select qty, aux_qty as pieces, amount, reserved_qty as reserved from stock
    where location_id = ${locationId}::bigint and material_id = ${fish}::bigint`);
    return `${row!.qty} / ${row!.pieces} worth ${row!.amount}, reserved ${row!.reserved}`;
  });
const proof = async (): Promise<void> =>
  expect(await room.act((context) => prove(context))).toMatchObject({ ok: true, firstBadRow: null });

test('pieces leave with the kilograms they weighed, and come to the stall with them; the last take the last', async () => {
  const { fish, batchId } = await aFish();
  const first = await asked(fish, '1.3', unit.kg);
  await picked(first, { batchId, qty: '1.3', auxQty: '1' });
  expect(await at(place.warehouse, fish)).toBe('11.56 / 9 worth 369.92, reserved 0');
  await call('invoutstore/received', { outstoreId: first.outstoreId });
  expect(await at(place.stall, fish)).toBe('1.3 / 1 worth 41.6, reserved 0');
  const rest = await asked(fish, '11.56', unit.kg);
  await picked(rest, { batchId, qty: '11.56', auxQty: '8' });
  expect(await at(place.warehouse, fish)).toBe('0 / 0 worth 0, reserved 0');
  await call('invoutstore/received', { outstoreId: rest.outstoreId });
  expect(await at(place.stall, fish)).toBe('12.86 / 10 worth 411.52, reserved 0');
  await proof();
});

test('what the scale leaves behind when the last piece goes is booked as lost in weighing', async () => {
  const { fish, batchId } = await aFish();
  const bill = await asked(fish, '10', PIECE);
  await picked(bill, { batchId, qty: '10', baseQty: '12.8' });
  expect(await at(place.warehouse, fish)).toBe('0 / 0 worth 0, reserved 0');
  const moves = await room.act((context) =>
    context.tx.rows<{ reason: string; qty: string; pieces: string; amount: string }>(sql`
    select reason, qty, aux_qty as pieces, amount from stock_move
    where material_id = ${fish}::bigint and location_id = ${place.warehouse}::bigint order by seq`),
  );
  expect(moves.map((move) => `${move.reason} ${move.qty} / ${move.pieces} ${move.amount}`)).toEqual([
    'receipt.purchase 12.86 / 10 411.52',
    'pick.ship -12.8 / -10 -409.6',
    'weight.residue -0.06 / 0 -1.92',
  ]);
  await proof();
});

test('ordered and held by the piece, at what the pieces that lie there weigh, and picked by the piece', async () => {
  const { fish, batchId } = await aFish();
  const bill = await asked(fish, '4', PIECE);
  expect(await recordOf('pick', bill.id)).toMatchObject({
    details: [{ qty: '4', unitName: '条', baseQty: '5', reservedQty: '4', shortQty: '0' }],
  });
  expect(await at(place.warehouse, fish)).toBe('12.86 / 10 worth 411.52, reserved 5.144');
  expect(await sentences(asked(fish, '7', PIECE))).toEqual(['鲈鱼 需 7 条，可用 6 条']);
  const { details } = await call<{ details: Record<string, unknown>[] }>('invoutstore/prePicking', {
    outstoreId: bill.outstoreId,
  });
  expect(JSON.parse(JSON.stringify(details))).toMatchObject([
    {
      openQty: '4',
      needsPieces: 1,
      inPieces: 1,
      proposedPicks: [{ batchId, qty: '4', auxQty: '4', baseQty: '5.144' }],
    },
  ]);
  await picked(bill, { batchId, qty: '3', baseQty: '4.1' }, { keepOpen: '1' });
  expect(await recordOf('outStore', bill.outstoreId)).toMatchObject({
    status: 'picking',
    details: [{ pickedQty: '3', shortQty: '1', reservedQty: '1' }],
    picks: [{ baseQty: '4.1', auxQty: '3' }],
  });
  expect(await at(place.warehouse, fish)).toBe('8.76 / 7 worth 280.32, reserved 1.251429');
  await picked(bill, { batchId, qty: '1', baseQty: '1.3' });
  expect(await recordOf('outStore', bill.outstoreId)).toMatchObject({
    status: 'shipped',
    details: [{ pickedQty: '4', shortQty: '0' }],
  });
  const [three, one] = (await recordOf('outStore', bill.outstoreId)).picks;
  await call('invoutstore/received', {
    outstoreId: bill.outstoreId,
    details: [{ pickId: three!['id'], receivedQty: '2', receivedBaseQty: '2.7', cause: '少一条' }],
  });
  expect(one).toMatchObject({ auxQty: '1' });
  expect(await at(place.stall, fish)).toBe('4 / 3 worth 128, reserved 0');
  await call('invoutstore/settleDifference', { outstoreId: bill.outstoreId, outcome: 'back' });
  expect(await at(place.warehouse, fish)).toBe('8.86 / 7 worth 283.52, reserved 0');
  await proof();
});

test('not weighed, not counted, or more pieces than there are: said so before anything is written', async () => {
  const { fish, batchId } = await aFish();
  const bill = await asked(fish, '3', unit.kg);
  expect(await sentences(picked(bill, { batchId, qty: '3' }))).toEqual([
    '鲈鱼 按件数和重量出库，请称重并填写件数和千克',
  ]);
  expect(await sentences(call('invoutstore/doPicking', { outstoreId: bill.outstoreId }))).toEqual([
    '鲈鱼 按件数和重量出库，请称重并填写件数和千克',
  ]);
  expect(await sentences(picked(bill, { batchId, qty: '3', auxQty: '11' }))).toEqual([
    expect.stringMatching(/^鲈鱼 批次 PC\d+ 需 11 条，仅剩 10 条，请核对件数$/),
  ]);
  expect(await sentences(picked(bill, { batchId, qty: '3', auxQty: '0' }))).toEqual([expect.stringContaining('件数')]);
  const byPiece = await asked(fish, '2', PIECE);
  expect(await sentences(picked(byPiece, { batchId, qty: '2' }))).toEqual([
    '鲈鱼 按件数和重量出库，请称重并填写件数和千克',
  ]);
  expect(await sentences(picked(byPiece, { batchId, qty: '3', baseQty: '4' }))).toEqual([
    '鲈鱼 拣货数量 3 条，大于应发数量 2 条',
  ]);
});
