import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../parts/postgres/database.ts';
import {
  approvedSales,
  dish,
  lying,
  openPlanningRoom,
  place,
  thing,
  type PlanningRoom,
} from './planning-room.testing.ts';

let room: PlanningRoom;
let id: string;
beforeAll(async () => {
  room = await openPlanningRoom();
  await lying(room, thing.leek, 3);
  await approvedSales(room, place.noodles, [
    { date: '2026-11-25', dishId: dish.dumplings, portions: 100 },
    { date: '2026-11-26', dishId: dish.dumplings, portions: 100 },
  ]);
  await approvedSales(room, place.rice, [{ date: '2026-11-25', meal: 'dinner', dishId: dish.pork, portions: 200 }]);
  id = String(
    (
      await room.call('invrequireplan/generatePlan', {
        bladeProjectDeptIds: [place.site],
        startDate: '2026-11-25',
        endDate: '2026-11-26',
      })
    )['id'],
  );
});
afterAll(() => room.close());

const asked = async (body: Record<string, unknown>): Promise<string[]> => {
  const answer = await room.call<{ lines: Record<string, string>[] }>('invrequireplan/whatIf', { id, ...body });
  return answer.lines
    .filter((line) => line['diffQty'] !== '0')
    .map((line) => `${line['materialId']} ${line['needDate']!.slice(8)}: ${line['planQty']} → ${line['newQty']}`)
    .toSorted();
};

test('20 % fewer guests need 20 % less, less what lies there and in whole bags', async () => {
  expect(await asked({ changes: [{ scope: 'all', factor: '0.8' }] })).toEqual([
    `${thing.pork} 25: 3 → 2`,
    `${thing.flour} 25: 7 → 5.6`,
    `${thing.flour} 26: 7 → 5.6`,
    `${thing.leek} 25: 4.5 → 3`,
    `${thing.leek} 26: 7.5 → 6`,
  ]);
});
test('one stall, one meal, one dish', async () => {
  expect(await asked({ changes: [{ scope: 'stall', scopeId: place.rice, factor: 0 }] })).toEqual([
    `${thing.pork} 25: 3 → 1`,
  ]);
  expect(await asked({ changes: [{ scope: 'dish', scopeId: dish.dumplings, portions: 200 }] })).toEqual([
    `${thing.flour} 25: 7 → 14`,
    `${thing.flour} 26: 7 → 14`,
    `${thing.leek} 25: 4.5 → 12`,
    `${thing.leek} 26: 7.5 → 15`,
  ]);
});
test('no change, no difference; and asking saves nothing', async () => {
  const state = () =>
    room.as((context) =>
      context.tx.row(sql`
    select (select jsonb_agg(d order by d.id) from requirement_plan_detail d)::text as lines, (select jsonb_agg(n
    order by n.date, n.material_id) from requirement_netting n)::text as walk, (select max(version)
    from requirement_plan) as version`),
    );
  const before = await state();
  expect(await asked({ changes: [] })).toEqual([]);
  await asked({ changes: [{ scope: 'all', factor: '3' }], safetyFactor: '2' });
  expect(await state()).toEqual(before);
});
test('a change without a figure is refused', async () => {
  expect(await room.refusalsOf(room.call('invrequireplan/whatIf', { id, changes: [{ scope: 'all' }] }))).toEqual([
    '第 1 项变动请填写 0 以上的系数或份数',
  ]);
});
test('EP-0427: two plans side by side', async () => {
  const copy = await room.call('invrequireplan/copyAndSaveInvRequirePlan', { id, startDate: '2026-11-26' });
  const rows = await room.call<Record<string, string>[]>('invrequireplan/compare', {
    id: String(copy['id']),
    otherId: id,
  });
  expect(
    rows
      .filter((row) => row['materialId'] === thing.flour)
      .map((row) => `${row['needDate']} ${row['oldQty']} → ${row['newQty']}`),
  ).toEqual(['2026-11-25 7 → 0', '2026-11-26 7 → 7', '2026-11-27 0 → 7']);
});
