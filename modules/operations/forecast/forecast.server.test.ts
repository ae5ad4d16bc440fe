/** B28: forecasts of a stall from what it served, beside its plan and what came. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Services } from '../../../kernel/server/registry.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { dayPlus, weekdayOf } from '../../master-data/figures/calendar-day.rules.ts';
import { aDish, openKitchen, place, TODAY, type Kitchen } from '../../master-data/kitchen.testing.ts';
import { suppliersServer } from '../../suppliers/server.ts';
import { operationsServer } from '../server.ts';
import { forecastByNight } from './make-forecasts.server.ts';

let kitchen: Kitchen;
let noodles: string;
const MONDAY = '2026-11-23';
/** Guests of lunch by weekday, Monday first; no one at the weekend. */
const GUESTS = [200, 210, 205, 210, 150];

beforeAll(async () => {
  kitchen = await openKitchen([suppliersServer, operationsServer]);
  noodles = await aDish(kitchen, 'Noodles');
  await kitchen.save('projectDeptSystem', { projectDeptName: 'Site', bladeProjectDeptId: place.site });
  await kitchen.save('operationSystem', { gearOperationName: 'Noodles', gearOperationDeptId: place.noodles });
  await kitchen.as(async (context) => {
    await context.tx.run(sql`insert into tenant (tenant_id, tenant_name) values ('000001', '一号')`);
    for (let before = 84; before > 0; before -= 1) {
      const day = dayPlus(TODAY, -before);
      const guests = GUESTS[weekdayOf(day) - 1];
      if (guests === undefined) continue;
      await context.tx.run(sql`insert into served_count
        (gear_operation_dept_id, meal_date, meal_type, dish_id, portions) values
        (${place.noodles}, ${day}::date, 'lunch', null, ${guests}),
        (${place.noodles}, ${day}::date, 'lunch', ${noodles}, ${Math.round(guests * 0.3)})`);
    }
  });
});
afterAll(() => kitchen.close());

interface Meal {
  readonly mealDate: string;
  readonly mealType: string;
  readonly basis: string;
  readonly quantity: number;
  readonly reasons: readonly string[];
  readonly dishes: readonly { dishId: string; quantity: number; reasons: readonly string[] }[];
}
const ofPlan = (startDate: string, endDate: string): Promise<readonly Meal[]> =>
  kitchen.call('mealforecast/ofPlan', { gearOperationDeptId: place.noodles, startDate, endDate }) as Promise<
    readonly Meal[]
  >;
const listed = async (): Promise<readonly Record<string, unknown>[]> =>
  ((await kitchen.call('mealforecast/page', { size: '50' })) as { records: Record<string, unknown>[] }).records;
const counted = (mealDate: string, portions: string, dishId?: string): Promise<unknown> =>
  kitchen.call('servedcount/submit', {
    gearOperationDeptId: place.noodles,
    mealDate,
    mealType: 'lunch',
    portions,
    ...(dishId === undefined ? {} : { dishId }),
  });

test('the coming 14 days are made from what was counted, guests and dishes, with reasons in the caller’s language', async () => {
  expect(await kitchen.call('mealforecast/make', { gearOperationDeptId: place.noodles })).toEqual({ made: 14 });
  const [monday, ...rest] = await ofPlan(MONDAY, '2026-11-27');
  expect(monday).toMatchObject({ mealDate: MONDAY, mealType: 'lunch', basis: 'guests' });
  expect(Math.abs(monday!.quantity - 200)).toBeLessThanOrEqual(6);
  expect(Math.abs(rest.at(-1)!.quantity - 150)).toBeLessThanOrEqual(6);
  expect(monday!.reasons.at(-1)).toMatch(/^from \d+ days$/);
  expect(monday!.dishes).toMatchObject([
    { dishId: noodles, reasons: [expect.stringContaining('30 % of the guests'), expect.stringMatching(/Mondays/)] },
  ]);
  expect(Math.abs(monday!.dishes[0]!.quantity - 60)).toBeLessThanOrEqual(3);
});

test('announced rain is named and takes what it took before', async () => {
  const dry = (await ofPlan(MONDAY, MONDAY))[0]!.quantity;
  await kitchen.as(async ({ tx }) => {
    for (let before = 80; before > 0; before -= 9) {
      const day = dayPlus(TODAY, -before);
      await tx.run(sql`insert into weather_day (blade_project_dept_id, weather_date, weather)
        values (${place.site}, ${day}::date, 'rain')`);
      await tx.run(sql`update served_count set portions = round(portions * 0.7)
        where meal_date = ${day}::date and dish_id is null`);
    }
  });
  await kitchen.save('weatherDay', { bladeProjectDeptId: place.site, weatherDate: MONDAY, weather: 'rain' });
  await kitchen.call('mealforecast/make', { gearOperationDeptId: place.noodles });
  const [wet] = await ofPlan(MONDAY, MONDAY);
  expect(wet!.quantity).toBeLessThan(dry * 0.93);
  expect(wet!.reasons.join()).toMatch(/Rain: \d+ % fewer, seen \d ×/);
});

test('what people plan is kept beside it, and both are scored once guests are counted', async () => {
  await kitchen.call('gearsalesplan/saveOrUpdate', {
    gearOperationDeptId: place.noodles,
    startDate: MONDAY,
    endDate: '2026-11-29',
    dinerForecast: { [MONDAY]: { lunch: 260 } },
    details: [{ mealDate: MONDAY, mealType: 'lunch', dishId: noodles, portions: '80' }],
  });
  await counted(MONDAY, '200');
  const row = (await listed()).find(({ mealDate }) => mealDate === MONDAY)!;
  expect(row).toMatchObject({ plannedPortions: '260', servedPortions: '200', plannedError: '30' });
  const error = (Math.abs(Number(row['portions']) - 200) / 2).toFixed(1);
  expect(Number(row['forecastError'])).toBe(Number(error));
  const scores = (await kitchen.call('mealforecast/scores', {
    gearOperationDeptId: place.noodles,
    startDate: MONDAY,
    endDate: '2026-11-29',
  })) as readonly Record<string, unknown>[];
  expect(scores).toEqual([
    {
      mealType: 'lunch',
      mealTypeName: 'Lunch',
      days: 1,
      forecastError: row['forecastError'],
      plannedError: '30',
      lastWeekError: expect.anything(),
    },
  ]);
});

test('each evening they are made once, for every stall that counts', async () => {
  const night = (): Promise<void> =>
    forecastByNight({ database: kitchen.database, registry: () => kitchen.registry } as Services).run();
  const last = (): Promise<string | undefined> =>
    kitchen.as(
      async ({ tx }) => (await tx.row<{ at: string }>(sql`select max(made_time)::text as at from meal_forecast`))?.at,
    );
  // The clock of the night is the machine's: the counts are moved to its days.
  const shift = sql`((now() at time zone 'Asia/Shanghai')::date - ${TODAY}::date)`;
  await kitchen.as(async ({ tx }) => {
    // In two steps, so that no day falls on one that is still there.
    await tx.run(sql`update served_count set meal_date = meal_date + 4000`);
    await tx.run(sql`update served_count set meal_date = meal_date - 4000 + ${shift}`);
  });
  await night();
  const made = await last();
  await night();
  expect(await last()).toBe(made);
  const [row] = await kitchen.as(({ tx }) =>
    tx.rows<{ days: number }>(sql`select count(distinct meal_date)::integer as days from meal_forecast
      where meal_date > (now() at time zone 'Asia/Shanghai')::date`),
  );
  expect(row!.days).toBeGreaterThanOrEqual(14);
});

test('a meal is counted once, of the guests as of each dish', async () => {
  await counted('2026-11-10', '90').catch(() => undefined);
  expect(await kitchen.refusalsOf(counted('2025-01-02', '100').then(() => counted('2025-01-02', '101')))).toEqual([
    'This meal of the stall is counted already; change that count',
  ]);
});

test('days that are turned are refused', async () => {
  expect(
    await kitchen.refusalsOf(kitchen.call('mealforecast/scores', { startDate: '2026-11-20', endDate: '2026-11-10' })),
  ).toEqual(['The end is before the beginning']);
});
