import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../parts/postgres/database.ts';
import { lateMaterials, type LateMaterial, type MealToOrder } from '../operations/meals/meal-cut-off.port.server.ts';
import { dish, lying, openPlanningRoom, place, thing, type PlanningRoom } from './planning-room.testing.ts';

let room: PlanningRoom;
beforeAll(async () => {
  room = await openPlanningRoom();
});
afterAll(() => room.close());

const meal = (day: string, lines: MealToOrder['lines'], stallId: string = place.noodles): MealToOrder => ({
  stallId,
  mealTime: `${day} 11:00`,
  lines,
});
const portions = (dishId: string, qty: string) => ({ dishId, qty });
const late = (...meals: MealToOrder[]): Promise<readonly (readonly LateMaterial[])[]> =>
  room.as((context) => lateMaterials(context, meals));
const named = (found: readonly LateMaterial[]): string[] => found.map(({ name }) => name);

/** Offers, packs, recipes and what is due change within the week; one stall has no warehouse, one material no unit. */
const furnish = (): Promise<void> =>
  room.as(async ({ tx }) => {
    await tx.run(sql`update material set lead_days = 9 where id in (201, 202, 203)`);
    await tx.run(sql`update material set purchase_unit_id = 302, order_multiple = 1 where id in (202, 205)`);
    // Flour comes in bags until the 24th alone, beef never does.
    await tx.run(sql`insert into item_unit_conversion (material_id, from_qty, from_unit_id, to_qty, to_unit_id,
      start_date, end_date) values (202, 1, 302, 20, 301, '2020-01-01', '2026-11-24')`);
    // From the 24th on somebody brings pork the next day.
    await tx.run(sql`insert into supplier (id, code, name, contact, contact_phone, company_dept_id, lead_days)
      values (900, 'S', '快供', '王', '1', 100, 0)`);
    await tx.run(sql`insert into supplier_material (id, supplier_id, material_id, unit_id, factor, price, base_price,
      lead_days, start_date) values (901, 900, 201, 302, 25, 250, 10, 0, '2026-11-24')`);
    // From the 25th on the pork dish takes leek as well.
    await tx.run(sql`update dish_bom set end_date = '2026-11-24' where id = 801`);
    await tx.run(sql`insert into dish_bom (id, dish_id, bom_version, output_qty, output_unit_id, released,
      start_date) values (811, 701, 2, 1, 302, 1, '2026-11-25')`);
    await tx.run(sql`insert into dish_bom_detail (dish_bom_id, line_no, line_kind, material_id, net_qty, unit_id,
      yield_rate, net_base_qty) values (811, 1, 'material', 201, 0.21, 301, 84, 0.21),
      (811, 2, 'material', 203, 0.01, 301, 80, 0.01)`);
    await tx.run(sql`insert into dept (id, dept_name, full_name, code, parent_id, dept_category, company_dept_id,
      blade_project_dept_id, use_restaurant_dept_id) values (130, '三项目', '三项目', 'P3', 100, '2', 100, 130, null),
      (131, '三餐厅', '三餐厅', 'R3', 130, '3', 100, 130, 131), (132, '空档', '空档', 'S4', 131, '4', 100, 130, 131)`);
  });

test('D14: many meals at once are answered as each of them alone, and each for its own day', async () => {
  await furnish();
  await lying(room, thing.pork, 40);
  const week = ['2026-11-22', '2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26'];
  const meals = [
    ...week.flatMap((day) => [
      meal(day, [portions(dish.pork, '100')]),
      meal(day, [portions(dish.pork, '300'), portions(dish.dumplings, '50')]),
      meal(day, [{ materialId: thing.leek, qty: '3' }], place.otherStall),
    ]),
    meal('2026-11-23', []),
    meal('2026-11-23', [portions(dish.unknown, '10')]),
    meal('2026-11-23', [{ materialId: thing.beef, qty: '3' }]),
    meal('2026-11-23', [portions(dish.pork, '300')], '132'),
  ];
  const together = await late(...meals);
  const alone: (readonly LateMaterial[])[] = [];
  for (const each of meals) alone.push((await late(each))[0]!);
  expect(together).toEqual(alone);
  // The lots of 40 kg are enough for each of the small meals by itself; new recipe on the 25th.
  expect(week.map((_, nth) => named(together[nth * 3]!))).toEqual([[], [], [], ['韭菜'], ['韭菜']]);
  // Without pork in time until somebody brings it; bags of flour are unknown from the 25th on, which the plan refuses.
  expect(week.map((_, nth) => named(together[nth * 3 + 1]!))).toEqual([
    ['猪肉', '面粉', '韭菜'],
    ['猪肉', '面粉', '韭菜'],
    ['面粉', '韭菜'],
    [],
    [],
  ]);
  expect(week.map((_, nth) => named(together[nth * 3 + 2]!))).toEqual(week.map(() => ['韭菜']));
  expect(together.slice(-4)).toEqual([[], [], [], []]);
  expect(await late()).toEqual([]);
});
