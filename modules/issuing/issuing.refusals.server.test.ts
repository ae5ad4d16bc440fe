/** What issuing refuses of what clients send, as no screen would send it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Refused, sentenceOf } from '../../kernel/core/refusal.ts';
import type { Call, Context } from '../../kernel/server/context.ts';
import { sql } from '../../parts/postgres/database.ts';
import { readOptions } from '../../kernel/server/options.ts';
import { readRecord } from '../../kernel/server/record-query.ts';
import type { Registry } from '../../kernel/server/registry.ts';
import { runAction } from '../../kernel/server/run-action.ts';
import { saveRecord } from '../../kernel/server/save.ts';
import {
  aStockRoom,
  balanceOf,
  place,
  received,
  thing,
  unit,
  type StockRoom,
} from '../stock/ledger/stock-room.testing.ts';

let room: StockRoom;
let registry: Registry;
let bill: { id: string; outstoreId: string };
const made: Record<'line' | 'rice' | 'oil', string> = { line: '', rice: '', oil: '' };
const WISH = {
  warehouseId: place.warehouse,
  useRestaurantDeptId: place.restaurant,
  gearOperationDeptId: place.stall,
  needTime: '2025-03-17 11:00:00',
  details: [{ materialId: thing.rice, qty: '6', unitId: unit.kg }],
};
const ask = (more: object = {}): Promise<string> =>
  room.act((context) => saveRecord(registry.find('pick'), context, { ...WISH, ...more }));
const recordOf = (
  name: string,
  id: string,
): Promise<Record<string, unknown> & { details: Record<string, unknown>[]; picks: Record<string, unknown>[] }> =>
  room.act((context) => readRecord(registry.find(name), context, { id })) as never;
const call = (path: string, input: Record<string, unknown>): Promise<unknown> =>
  room.act((context) => registry.calls.find((each: Call) => each.path === path)!.handle(context, input, null));
const refused = async (work: Promise<unknown>): Promise<string[][]> => {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Refused)) throw error ?? new Error('Nothing was refused');
  return error.refusals.map((refusal) => [refusal.code, sentenceOf(refusal, 'zh')]);
};
const balance = (locationId: string): Promise<unknown> =>
  room.act((context) => balanceOf(context, locationId, thing.rice));

beforeAll(async () => {
  room = await aStockRoom({ area: 'issuing' });
  registry = room.registry;
  await room.act(async (context) => {
    made.rice = (await received(context, thing.rice, 10, '40')).batchId;
    made.oil = (await received(context, thing.oil, 10, '90')).batchId;
  });
  const id = await ask();
  const as = (context: Context, userId: string): Context => ({ ...context, user: { ...context.user, userId } });
  for (const [action, userId] of [
    ['toApply', '1'],
    ['doApply', '2'],
  ] as const)
    await room.act((context) => runAction(registry.find('pick'), action, as(context, userId), { ids: id }));
  bill = { id, outstoreId: String((await recordOf('pick', id))['outstoreId']) };
  made.line = String((await recordOf('outStore', bill.outstoreId)).details[0]!['id']);
});
afterAll(() => room.close());

test('a pick bill of tomorrow', async () => {
  expect(await refused(ask({ billDate: '2025-03-17' }))).toEqual([['issuing.date-future', '业务日期不能晚于今天']]);
  expect(await refused(ask({ id: bill.id, billDate: '2025-03-17' }))).not.toEqual([]);
  expect(await room.act(({ tx }) => tx.rows(sql`select bill_date::text as day from pick`))).toEqual([
    { day: '2025-03-16' },
  ]);
});

test.each([
  [
    'a line of another bill',
    () => [{ detailId: '77', picks: [{ batchId: made.rice, qty: '6' }] }],
    'issuing.line-unknown',
    '第 1 行不属于本单，请刷新后重新拣货',
  ],
  ['a line that is none', () => [null], 'issuing.line-unknown', '第 1 行不属于本单，请刷新后重新拣货'],
  [
    'a lot of another material',
    () => [{ detailId: made.line, picks: [{ batchId: made.oil, qty: '6', overrideReason: '米没了' }] }],
    'issuing.not-substitute',
    '大米 的行不能发其他物料的批次，请选择大米的批次',
  ],
])('picked: %s', async (_, details, code, sentence) => {
  expect(
    await refused(call('invoutstore/doPicking', { outstoreId: bill.outstoreId, details: details() })),
  ).toContainEqual([code, sentence]);
  expect(await recordOf('outStore', bill.outstoreId)).toMatchObject({ status: 'to-pick', picks: [] });
  expect(await balance(place.warehouse)).toMatchObject({ qty: '10', reserved: '6' });
});

test.each([
  ['less than nothing', { receivedQty: '-1' }, 'field.at-least', '实收不能小于 0'],
  [
    'less than nothing in base unit',
    { receivedQty: '6', receivedBaseQty: '-6' },
    'field.at-least',
    '实收基本数量不能小于 0',
  ],
])('signed for: %s', async (_, signed, code, sentence) => {
  if ((await recordOf('outStore', bill.outstoreId))['status'] === 'to-pick')
    await call('invoutstore/doPicking', { outstoreId: bill.outstoreId });
  const [pick] = (await recordOf('outStore', bill.outstoreId)).picks;
  expect(
    await refused(
      call('invoutstore/received', {
        outstoreId: bill.outstoreId,
        details: [{ pickId: pick!['id'], cause: '少了', ...signed }],
      }),
    ),
  ).toEqual([[code, sentence]]);
  expect(await refused(call('invoutstore/received', { outstoreId: bill.outstoreId, details: [null] }))).toEqual([
    ['field.required', '请填写实收'],
  ]);
  expect((await recordOf('outStore', bill.outstoreId))['status']).toBe('shipped');
  expect(await balance(place.stall)).toMatchObject({ qty: '0' });
});

test('H28: a stall asks for what its goods systems in use let it ask for; without one, or where they name no material, for anything', async () => {
  const send = (ids: string): Promise<void> =>
    room.act((context) => runAction(registry.find('pick'), 'toApply', context, { ids }));
  const lines = (...ids: readonly string[]) => ({
    details: ids.map((materialId) => ({ materialId, qty: '1', unitId: unit.kg })),
  });
  const shelf = (...goods: readonly string[]): Promise<void> =>
    room.act(async ({ tx }) => {
      await tx.run(sql`delete from goods_system`);
      await tx.run(sql`insert into goods_system (id, code, name, gear_project_dept_sys_dept_id, gear_operation_dept_ids,
        use_status) values (700, 'G', '货架', 110, ${`{${place.stall}}`}::bigint[], 'enabled')`);
      for (const values of goods)
        await tx.run(sql`insert into goods_system_detail (goods_system_id, line_no, goods_kind, material_id,
          is_require_goods, line_status) select 700, v.n, 'material', v.id, v.ask, v.state
          from jsonb_to_record(${values}::jsonb) as v(n integer, id bigint, ask integer, state text)`);
    });
  const on = (id: string, n: number, more: object = {}): string =>
    JSON.stringify({ n, id, ask: 1, state: 'on', ...more });
  await shelf(on(thing.rice, 1), on(thing.oil, 2, { ask: 0 }), on(thing.tofu, 3, { state: 'off' }));
  const first = await ask(lines(thing.rice, thing.oil));
  const second = await ask(lines(thing.tofu));
  const codeOf = async (id: string): Promise<unknown> => (await recordOf('pick', id))['billCode'];
  expect(await refused(send(`${first},${second}`))).toEqual([
    [
      'issuing.off-shelf',
      `${String(await codeOf(first))} 第 2 行：物料「油」不在档口启用的商品体系内，请更换，或先加入商品体系`,
    ],
    [
      'issuing.off-shelf',
      `${String(await codeOf(second))} 第 1 行：物料「豆腐」不在档口启用的商品体系内，请更换，或先加入商品体系`,
    ],
  ]);
  const askable = (gearOperationDeptId: string) => call('pick/askable', { gearOperationDeptId });
  expect(await askable(place.stall)).toEqual({ materialIds: [thing.rice] });
  expect(await askable(place.otherStall)).toEqual({ materialIds: null });
  // What the picker of the bill asks for, by a person who lists materials and by one who may only name them.
  for (const permission of ['material_view', 'pick_add']) {
    const offered = await room.act((context) =>
      readOptions(
        registry.find('material'),
        { ...context, user: { ...context.user, permissions: new Set([permission]) } },
        { id_in: thing.rice, withFrozen: '1' },
      ),
    );
    expect(offered.map((option) => option.title)).toEqual(['大米']);
  }
  // Another stall, and the restaurant itself, are not limited by it.
  await send(await ask({ ...lines(thing.oil), gearOperationDeptId: place.otherStall }));
  await send(await ask({ ...lines(thing.oil), gearOperationDeptId: null }));
  await shelf();
  expect(await askable(place.stall)).toEqual({ materialIds: null });
  await send(second);
  await room.act(({ tx }) => tx.run(sql`update goods_system set use_status = 'stopped'`));
  await send(first);
});
