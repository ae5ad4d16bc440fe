/** A restaurant's pick bills from its plan; it is 2026-11-21, 08:00. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../../parts/postgres/database.ts';
import { receive } from '../../stock/lots/lots.server.ts';
import {
  approvedSales,
  dish,
  lying,
  openPlanningRoom,
  place,
  thing,
  TODAY,
  type PlanningRoom,
} from '../planning-room.testing.ts';
import type { PickFill } from './pick-fill.calls.ts';

let room: PlanningRoom;
const NEXT = '2026-11-22';
beforeAll(async () => {
  room = await openPlanningRoom();
  await lying(room, thing.pork, 100);
  await lying(room, thing.pork, 30);
  await lying(room, thing.leek, 2);
  await lying(room, thing.flour, 500);
  await room.as(({ tx }) =>
    tx.run(sql`update batch b set expiry_date = case when b.origin_qty = 30 then '2026-11-23'::date
      else '2026-12-20'::date end where b.material_id = ${thing.pork}::bigint`),
  );
  await approvedSales(room, place.noodles, [
    { date: TODAY, dishId: dish.pork, portions: 40 },
    { date: NEXT, dishId: dish.pork, portions: 120 },
    { date: NEXT, dishId: dish.dumplings, portions: 60 },
  ]);
  await approvedSales(room, place.rice, [{ date: NEXT, meal: 'dinner', dishId: dish.pork, portions: 20 }]);
});
afterAll(() => room.close());

const fills = (input: object = {}): Promise<PickFill> =>
  room.call<PickFill>('pick/fromPlan', { useRestaurantDeptId: place.restaurant, date: NEXT, ...input });
const words = ({ bills }: PickFill): string[] =>
  bills.flatMap(({ stallName, mealType, lines }) =>
    lines.map(
      ({ materialName, needQty, handQty, comingQty, askQty, lackingQty }) =>
        `${stallName} ${mealType} ${materialName} ${needQty} − ${handQty} − ${comingQty} = ${askQty}, lacking ${lackingQty}`,
    ),
  );
const atStall = (materialId: string, qty: number, billId: string): Promise<unknown> =>
  room.as((context) =>
    receive(context, [
      {
        bill: { type: 'invinstore', id: billId, code: `RK${billId}` },
        lineId: '1',
        reason: 'receipt.purchase',
        locationId: place.noodles,
        materialId,
        qty: String(qty),
        amount: '1',
      },
    ]),
  );

test('R09: each quantity explains itself, portions × net ÷ yield, first expired first at the warehouse', async () => {
  const found = await fills();
  // 120 × 0.21 ÷ 84 % + 60 × 0.05 ÷ 84 % = 30 + 3.571429; dough is opened to flour.
  expect(words(found)).toEqual([
    '面档 lunch 面粉 4.2 − 0 − 0 = 4.2, lacking 0',
    '面档 lunch 韭菜 4.5 − 0 − 0 = 4.5, lacking 2.5',
    '面档 lunch 猪肉 33.571429 − 0 − 0 = 33.571429, lacking 0',
    '饭档 dinner 猪肉 5 − 0 − 0 = 5, lacking 0',
  ]);
  const pork = found.bills[0]!.lines[2]!;
  expect(
    pork.uses.map(({ dishName, portions, netQty, yieldRate, qty }) => [dishName, portions, netQty, yieldRate, qty]),
  ).toEqual([
    ['红烧肉', '120', '0.21', '84', '30'],
    ['韭菜水饺', '60', '0.05', '84', '3.571429'],
  ]);
  // Today's lunch takes 10 kg of the lot that ends on the 23rd, so 20 kg of it are left for tomorrow.
  expect(pork.lots.map(({ until, qty }) => `${until} ${qty}`)).toEqual(['2026-11-23 20', '2026-12-20 13.571429']);
});

test('R09: what lies at the stall and what another bill brings is not asked for again', async () => {
  await atStall(thing.pork, 25, '801');
  // Today's lunch takes 10 kg of the 25.
  expect(words(await fills({ mealType: 'lunch' }))[2]).toBe(
    '面档 lunch 猪肉 33.571429 − 15 − 0 = 18.571429, lacking 0',
  );
  const { ids } = await room.call<{ ids: string[] }>('pick/fillFromPlan', {
    useRestaurantDeptId: place.restaurant,
    date: NEXT,
    mealType: 'lunch',
  });
  const bill = await room.call<Record<string, unknown>>('pick/detail', { id: ids[0]! });
  expect(bill).toMatchObject({ status: 'draft', mealType: 'lunch', warehouseId: place.warehouse, pickType: 'plan' });
  expect(
    (bill['details'] as Record<string, string>[]).map((line) => [
      line['materialName'],
      line['qty'],
      line['needQty'],
      line['handQty'],
      line['comingQty'],
    ]),
  ).toEqual([
    ['面粉', '4.2', '4.2', '0', '0'],
    ['韭菜', '4.5', '4.5', '0', '0'],
    ['猪肉', '18.571429', '33.571429', '15', '0'],
  ]);
  const sheet = await room.call<Record<string, string>[]>('pick/uses', { id: ids[0]! });
  expect(sheet.map((use) => `${use['dishName']} × ${use['portions']}: ${use['materialName']} ${use['qty']}`)).toEqual([
    '红烧肉 × 120: 猪肉 30',
    '韭菜水饺 × 60: 面粉 4.2',
    '韭菜水饺 × 60: 韭菜 4.5',
    '韭菜水饺 × 60: 猪肉 3.571429',
  ]);
  expect(words(await fills({ mealType: 'lunch' }))[2]).toBe(
    '面档 lunch 猪肉 33.571429 − 15 − 18.571429 = 0, lacking 0',
  );
  expect(
    await room.refusalsOf(
      room.call('pick/fillFromPlan', { useRestaurantDeptId: place.restaurant, date: NEXT, mealType: 'lunch' }),
    ),
  ).toEqual([`${NEXT} 没有还要领的物料：没有已批准的计划，或档口已有、已领够`]);
});

test('R09: two people who fill at the same moment make the bills once', async () => {
  const fill = () =>
    room.call<{ ids: string[] }>('pick/fillFromPlan', { useRestaurantDeptId: place.restaurant, date: NEXT });
  const done = await Promise.allSettled([fill(), fill()]);
  expect(done.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('R09: portions that are cooked already need nothing more; a dish without a BOM is named and hides no other', async () => {
  const far = '2026-11-25';
  await approvedSales(room, place.otherStall, [
    { date: far, dishId: dish.pork, portions: 40 },
    { date: far, dishId: dish.unknown, portions: 5 },
  ]);
  const other = { useRestaurantDeptId: place.otherRestaurant, date: far };
  const found = await fills(other);
  expect(words(found)).toEqual(['风味档 lunch 猪肉 10 − 0 − 0 = 10, lacking 10']);
  expect(found.problems).toMatchObject([{ dishName: '新菜' }]);
  await room.as(({ tx }) =>
    tx.run(sql`insert into gear_produce (bill_code, gear_operation_dept_id, place_dept_id, biz_date, meal_type,
      produce_type, dish_id, actual_qty, produce_time, status)
      values ('JG1', ${place.otherStall}::bigint, ${place.otherStall}::bigint, ${far}::date, 'lunch', 'cook',
        ${dish.pork}::bigint, 30, '2026-11-25 10:00', 'posted')`),
  );
  expect(words(await fills(other))).toEqual(['风味档 lunch 猪肉 2.5 − 0 − 0 = 2.5, lacking 2.5']);
});

test('R09: too far ahead and past days', async () => {
  expect(await room.refusalsOf(fills({ date: '2027-01-21' }))).toEqual(['最多看 14 天后的领料，请改日期']);
  expect((await fills({ date: '2026-11-20' })).bills).toEqual([]);
});
