/**
 * What is frozen, material or warehouse, or was merged into another: what lies there counts, what would be new says how
 * it can go on.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../parts/postgres/database.ts';
import { expectReceipts } from '../stock/ledger/expected-receipts.server.ts';
import {
  approvedSales,
  dish,
  lying,
  openPlanningRoom,
  place,
  shortLines,
  thing,
  type PlanningRoom,
} from './planning-room.testing.ts';

let room: PlanningRoom;
beforeAll(async () => {
  room = await openPlanningRoom(6);
});
afterAll(() => room.close());

type Line = Record<string, unknown> & { id: string };
const planned = async (
  date: string,
  dishId: string,
  portions: number,
): Promise<Record<string, unknown> & { id: string; details: Line[] }> => {
  await approvedSales(room, place.noodles, [{ date, dishId, portions }]);
  return room.call('invrequireplan/generatePlan', {
    bladeProjectDeptIds: [place.site],
    startDate: date,
    endDate: date,
  });
};

test('what lies there and is due of a merged material counts as what it was merged into', async () => {
  await room.as(({ tx }) =>
    tx.run(
      sql`insert into material (id, code, name, material_type_id, base_unit_id)
        values (210, 'PORK0', '猪肉（旧）', 400, 301), (211, 'PORK1', '生猪肉', 400, 301)`,
    ),
  );
  await lying(room, '210', 90);
  await lying(room, thing.pork, 20);
  await room.as((context) =>
    expectReceipts(context, [
      {
        bill: { type: 'purchaseOrder', id: '70', code: 'CG70' },
        lineId: '71',
        locationId: place.warehouse,
        materialId: '211',
        dueDate: '2026-12-01',
        openQty: '40',
      },
    ]),
  );
  expect(shortLines(await planned('2026-12-02', dish.pork, 800))).toEqual([
    '猪肉 2026-12-02: 200 + 0 − (20 + 0 − 0) = 180 → 8 袋',
  ]);
  await room.call('material/merge', { materialId: '210', intoMaterialId: '211' });
  await room.call('material/merge', { materialId: '211', intoMaterialId: thing.pork });
  expect(shortLines(await planned('2026-12-03', dish.pork, 800))).toEqual([
    '猪肉 2026-12-03: 200 + 0 − (110 + 40 − 0) = 50 → 2 袋',
  ]);
});

test('a plan marks what is frozen; asked to request it, it says which line and what can be done', async () => {
  await room.as(({ tx }) => tx.run(sql`update material set frozen = 1 where id = ${thing.leek}::bigint`));
  const plan = await planned('2026-12-10', dish.dumplings, 1000);
  const notes = Object.fromEntries(plan.details.map((line) => [line['materialName'], line['deliveryNote']]));
  expect(notes['韭菜']).toBe('物料「韭菜」已冻结，不能请购：请换用其他物料，或将计划量改为 0，或先解冻');
  expect(notes['面粉']).not.toContain('冻结');
  await room.call('invrequireplan/toApply', { ids: [plan.id] });
  await room.call('invrequireplan/doApply', { ids: [plan.id] }, '2');
  const leek = plan.details.find((line) => line['materialName'] === '韭菜')!;
  const request = (): Promise<unknown> =>
    room.call('invpleasepurchase/generatePleasePurchase', { invRequirePlanIds: plan.id });
  expect(await room.refusalsOf(request())).toEqual([
    `需求计划 ${String(plan['billCode'])} 第 ${String(leek['lineNo'])} 行：物料「韭菜」已冻结，不能请购。请在计划中关闭该行，或先解冻，其余行即可请购`,
  ]);
  await room.call('invrequireplan/closeDetail', { id: plan.id, detailIds: leek.id, reason: '已冻结' });
  await request();
  expect(await room.call('invrequireplan/detail', { id: plan.id })).toMatchObject({ status: 'done' });
});

test('a plan for a frozen warehouse is neither sent nor approved, and what was approved before is not requested for it', async () => {
  const freeze = (frozen: 0 | 1): Promise<unknown> =>
    room.as(({ tx }) => tx.run(sql`update warehouse set frozen = ${frozen} where id = ${place.warehouse}::bigint`));
  const [draft, pending, approved] = [
    await planned('2026-12-14', dish.pork, 800),
    await planned('2026-12-15', dish.pork, 800),
    await planned('2026-12-16', dish.pork, 800),
  ];
  await room.call('invrequireplan/toApply', { ids: [pending.id, approved.id] });
  await room.call('invrequireplan/doApply', { ids: [approved.id] }, '2');
  await freeze(1);
  const frozen = ({ billCode }: Record<string, unknown>): string[] => [
    `计划 ${String(billCode)}：仓库「一仓」已冻结，不能送审或审批。请先解冻，或退回后把它的 1 行（第 1 行起）计划量改为 0`,
  ];
  expect(await room.refusalsOf(room.call('invrequireplan/toApply', { ids: [draft.id] }))).toEqual(frozen(draft));
  expect(await room.refusalsOf(room.call('invrequireplan/doApply', { ids: [pending.id] }, '2'))).toEqual(
    frozen(pending),
  );
  expect(
    await room.refusalsOf(room.call('invpleasepurchase/generatePleasePurchase', { invRequirePlanIds: approved.id })),
  ).toEqual([
    `需求计划 ${String(approved['billCode'])}：仓库「一仓」已冻结，它的 1 行不能请购。请在计划中关闭这些行，或先解冻，其余行即可请购`,
  ]);
  await room.call('invrequireplan/closeDetail', { id: approved.id, reason: '仓库已冻结' });
  await freeze(0);
  await room.call('invrequireplan/doApply', { ids: [pending.id] }, '2');
});
