/** What counting refuses, as its calls answer it; what was refused leaves everything as it stood. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from '../../parts/postgres/database.ts';
import { refused } from '../../tests/support/refused.ts';
import { place, received, thing } from '../stock/ledger/stock-room.testing.ts';
import { aCountingRoom, type Check, type CountingRoom } from './counting.testing.ts';

let room: CountingRoom;
let rice: { batchId: string; batchCode: string };
beforeAll(async () => {
  room = await aCountingRoom();
  rice = await room.act((context) => received(context, thing.rice, 100, '400'));
});
afterAll(() => room.close());
beforeEach(() => room.act(({ tx }) => tx.run(sql`update stock_check set status = 'void' where status = 'counting'`)));

const checks = async (): Promise<number> =>
  (await room.act(({ tx }) => tx.rows(sql`select 1 from stock_check`))).length;
const enter = (check: Check, line: Record<string, unknown>): Promise<unknown> =>
  room.call('invcheck/saveDetail', { checkId: check.id, details: [line] });
/** Lines of a count as they stand before anybody counted. */
const waiting = async (check: Check): Promise<unknown> =>
  (await room.checkOf(check.id)).details.map((line) => [line['lineState'], line['countBaseQty'], line['countTime']]);

test.each([
  [
    'at a site, which holds no stock',
    { gearOperationDeptId: place.project },
    'counting.not-a-stall',
    '一项目部 不是档口或餐厅，请重新选择',
    '一项目部 is not a stall or restaurant and has nothing to count; choose another',
  ],
  [
    'of chosen types, with none chosen',
    { warehouseId: place.warehouse, scopeType: 'type' },
    'counting.scope-empty',
    '请选择要盘点的物料类型',
    'Choose the Material types to count',
  ],
  [
    'of chosen materials, with none chosen',
    { warehouseId: place.warehouse, scopeType: 'material' },
    'counting.scope-empty',
    '请选择要盘点的物料',
    'Choose the Materials to count',
  ],
  [
    'of chosen lots, with none chosen',
    { warehouseId: place.warehouse, scopeType: 'batch' },
    'counting.scope-empty',
    '请选择要盘点的批次',
    'Choose the Lots to count',
  ],
  [
    'where nothing lies',
    { warehouseId: place.otherWarehouse },
    'counting.nothing-there',
    '副仓 的盘点范围内没有库存，请扩大范围，或将含零库存选为“是”',
    'There is no stock within the scope of the count at 副仓; widen it, or count empty lots too',
  ],
])('no count is begun %s', async (_, plan, code, zh, en) => {
  const before = await checks();
  expect(await refused(room.call('invcheck/generateDetail', plan))).toEqual([[code, zh, en]]);
  expect(await checks()).toBe(before);
});

test('a count that is going on or was voided has no result to look at', async () => {
  const check = await room.aCount();
  const result = (): Promise<unknown> => room.call('invcheck/viewCheckResult', { checkId: check.id });
  expect(await refused(result())).toEqual([
    [
      'document.state',
      `单据 ${check.billCode} 盘点中，不能查看结果`,
      `Document ${check.billCode} is Counting: looking at its result is not possible`,
    ],
  ]);
  await room.call('invcheck/void', { ids: check.id, reason: '盘错仓库' });
  expect(await refused(result())).toEqual([
    [
      'document.state',
      `单据 ${check.billCode} 已作废，不能查看结果`,
      `Document ${check.billCode} is Void: looking at its result is not possible`,
    ],
  ]);
});

test('a lot is not counted at a time that has not come', async () => {
  const check = await room.aCount();
  expect(
    await refused(enter(check, { id: check.details[0]!.id, countQty: '98', countTime: '2025-03-16 10:00:01' })),
  ).toEqual([
    [
      'counting.time-future',
      '第 1 行：盘点时间 2025-03-16 10:00:01 晚于现在，请改为实际盘点的时间',
      'Line 1: 2025-03-16 10:00:01 is in the future; enter when it was counted',
    ],
  ]);
  expect(await waiting(check)).toEqual([['waiting', null, '']]);
});

test('goods of catch weight are counted in pieces as well, in a lot of the book and in one that is found', async () => {
  await room.act(({ tx }) => tx.run(sql`update material set catch_weight = 1 where id = ${thing.rice}::bigint`));
  const check = await room.aCount();
  const { id } = check.details[0]!;
  const refusals = (lot: string) => [
    ['counting.pieces-missing', `${lot} 按件双计量，请填写件数`, `${lot} is kept in pieces as well; enter how many`],
  ];
  expect(await refused(enter(check, { id, countQty: '98' }))).toEqual(refusals(`大米 ${rice.batchCode}`));
  expect(await refused(enter(check, { materialId: thing.rice, countQty: '5', supplierBatchNo: 'R-7' }))).toEqual(
    refusals('大米 R-7'),
  );
  expect(await refused(enter(check, { materialId: thing.rice, countQty: '5' }))).toEqual(refusals('大米'));
  expect(await waiting(check)).toEqual([['waiting', null, '']]);
  await enter(check, { materialId: thing.rice, countQty: '5', countAuxQty: '2' });
  await enter(check, { id, countQty: '0', countAuxQty: '0' });
  expect((await room.checkOf(check.id)).details.map((line) => [line['countBaseQty'], line['countAuxQty']])).toEqual([
    ['0', '0'],
    ['5', '2'],
  ]);
});
