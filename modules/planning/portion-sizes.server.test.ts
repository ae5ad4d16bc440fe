/** One dish in several sizes is one requirement; it is 2026-11-21. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../parts/postgres/database.ts';
import {
  approvedSales,
  dish,
  openPlanningRoom,
  place,
  shortLines,
  type PlanningRoom,
} from './planning-room.testing.ts';
import type { PickFill } from './pick-fill/pick-fill.calls.ts';

let room: PlanningRoom;
const DAY = '2026-11-26';
let planId: string;
beforeAll(async () => {
  room = await openPlanningRoom();
  planId = await approvedSales(room, place.noodles, [
    { date: DAY, dishId: dish.pork, portions: 100 },
    { date: DAY, meal: 'dinner', dishId: dish.pork, portions: 10 },
  ]);
  await room.call('dishportion/submit', { dishId: dish.pork, portionGroup: 'child', ratio: '0.6' });
  await room.as(({ tx }) =>
    tx.run(sql`insert into sales_plan_detail (sales_plan_id, line_no, meal_date, meal_type, dish_id, portion_group,
      portions) values (${planId}::bigint, 9, ${DAY}::date, 'lunch', ${dish.pork}::bigint, 'child', 50),
      (${planId}::bigint, 10, ${DAY}::date, 'lunch', ${dish.pork}::bigint, 'large', 4)`),
  );
});
afterAll(() => room.close());

test('D16: 100 standard, 50 for children at 0.6 and 4 of a size without a ratio need what 134 standard portions need', async () => {
  const plan = await room.call('invrequireplan/generatePlan', {
    bladeProjectDeptIds: [place.site],
    startDate: DAY,
    endDate: DAY,
    mealTypes: ['lunch'],
  });
  // (100 + 50 × 0.6 + 4) × 0.21 ÷ 84 % = 33.5
  expect(shortLines(plan)).toEqual([`猪肉 ${DAY}: 33.5 + 0 − (0 + 0 − 0) = 33.5 → 2 袋`]);
  const line = (plan['details'] as { id: string }[])[0]!;
  const pegs = await room.call<{ portions: string; grossQty: string }[]>('invrequireplan/pegging', {
    planDetailId: line.id,
  });
  expect(pegs.map(({ portions, grossQty }) => `${portions}: ${grossQty}`).toSorted()).toEqual([
    '100: 25',
    '30: 7.5',
    '4: 1',
  ]);
  expect(await room.call('invrequireplan/standing', { id: plan['id'] })).toMatchObject({ changes: [] });
});

test('D16: the pick bill and what the plan needs go by the same portions', async () => {
  const { bills } = await room.call<PickFill>('pick/fromPlan', {
    useRestaurantDeptId: place.restaurant,
    date: DAY,
    mealType: 'lunch',
  });
  expect(bills[0]!.lines.map(({ needQty, uses }) => [needQty, uses.map(({ portions }) => portions)])).toEqual([
    ['33.5', ['134']],
  ]);
  const needs = await room.call<{ portions: string; materials: { qty: string }[] }[]>('gearsalesplan/viewDish', {
    gearSalesPlanId: planId,
  });
  // Guests are counted as they come: 164 portions, which take what 144 standard ones take.
  expect(needs.map(({ portions, materials }) => [portions, materials.map(({ qty }) => qty)])).toEqual([
    ['164', ['36']],
  ]);
});

test('D16: a standard portion is one by itself', async () => {
  expect(
    await room.refusalsOf(room.call('dishportion/submit', { dishId: dish.pork, portionGroup: 'standard', ratio: '1' })),
  ).toEqual(['标准份就是 1 份，不用折算；请选其他份型']);
});
