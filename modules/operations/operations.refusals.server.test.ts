/**
 * What sites, stalls and their plans refuse, as their calls answer it; what was refused leaves everything as it stood.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Refused } from '../../kernel/core/refusal.ts';
import { sql } from '../../parts/postgres/database.ts';
import { refused } from '../../tests/support/refused.ts';
import { aDish, openKitchen, place, type Kitchen } from '../master-data/kitchen.testing.ts';
import { suppliersServer } from '../suppliers/server.ts';
import { operationsServer } from './server.ts';

let kitchen: Kitchen;
let noodles: string;
let unpriced: string;
let stall: string;
beforeAll(async () => {
  kitchen = await openKitchen([suppliersServer, operationsServer]);
  noodles = await aDish(kitchen, 'Noodles');
  unpriced = await aDish(kitchen, 'Soup of the day', { salePrice: null });
  stall = await kitchen.save('operationSystem', {
    gearOperationName: 'Noodles',
    gearOperationDeptId: place.noodles,
    timeIntervals: [{ mealType: 'lunch', startTime: '11:00', endTime: '13:00' }],
  });
});
afterAll(() => kitchen.close());
beforeEach(() => kitchen.as(({ tx }) => tx.run(sql`update operation_system set business_status = 'open'`)));

const rows = (query: ReturnType<typeof sql>): Promise<Record<string, unknown>[]> =>
  kitchen.as(({ tx }) => tx.rows(query));
const plan = (details: readonly object[], more = {}) =>
  kitchen.call('gearsalesplan/saveOrUpdate', {
    gearOperationDeptId: place.noodles,
    startDate: '2026-11-23',
    endDate: '2026-11-29',
    details,
    ...more,
  }) as Promise<{ id: string; billCode: string }>;
const cell = (dishId: string, more = {}) => ({
  mealDate: '2026-11-23',
  mealType: 'lunch',
  dishId,
  portions: '10',
  ...more,
});
const meal = (more = {}) =>
  kitchen.call('gearspecialmeal/saveGearSpecialMeal', {
    mealName: 'Visit',
    specialMealType: 'banquet',
    gearOperationDeptId: place.noodles,
    mealDate: '2026-11-25',
    mealType: 'lunch',
    headCount: 10,
    customerName: 'Guests',
    linkman: 'Li',
    phone: '13800000000',
    mealStandard: '80',
    details: [{ lineKind: 'dish', dishId: noodles, portions: '10' }],
    ...more,
  });

test('serving hours that are no times of the day are refused, each where it stands', async () => {
  const timeIntervals = [
    { mealType: 'lunch', startTime: '24:00', endTime: '9:30' },
    { mealType: 'dinner', startTime: '17:30', endTime: 'late' },
  ];
  const refusals = (line: number, zh: string, en: string, value: string) => [
    'operations.interval-time',
    `第 ${line} 行：${zh}「${value}」不是时间，请写成 11:00`,
    `Line ${line}, ${en}: “${value}” is no time of the day; write it as 11:00`,
  ];
  expect(await refused(kitchen.save('operationSystem', { id: stall, timeIntervals }))).toEqual([
    refusals(1, '开始', 'From', '24:00'),
    refusals(1, '结束', 'To', '9:30'),
    refusals(2, '结束', 'To', 'late'),
  ]);
  expect(await rows(sql`select meal_type, start_time, end_time from operation_system_interval`)).toEqual([
    { mealType: 'lunch', startTime: '11:00', endTime: '13:00' },
  ]);
});

test('serving hours that overlap are named in the language of the reader', async () => {
  const timeIntervals = [
    { mealType: 'lunch', startTime: '11:00', endTime: '13:00' },
    { mealType: 'dinner', startTime: '12:00', endTime: '19:00' },
  ];
  expect(await refused(kitchen.save('operationSystem', { id: stall, timeIntervals }))).toEqual([
    [
      'operations.interval-overlap',
      '午餐 11:00–13:00 与 晚餐 12:00–19:00 时段重叠，请修改其中之一',
      'The hours of Lunch 11:00–13:00 and Dinner 12:00–19:00 overlap; change one of them',
    ],
  ]);
});

test('hours that are changed from a day on are refused by the lines that were sent, behind those that stand', async () => {
  const list = [
    { mealType: 'lunch', startTime: '11:00', endTime: '13:00' },
    { mealType: 'dinner', startTime: '17:30', endTime: 'late' },
  ];
  const change = (rows_: readonly object[]) =>
    kitchen.call('gearoperationsys/updateTimeInterval', {
      gearOperationDeptId: place.noodles,
      effectiveFrom: '2099-01-01',
      list: rows_,
    });
  expect(await refused(change(list))).toEqual([
    [
      'operations.interval-time',
      '第 2 行：结束「late」不是时间，请写成 11:00',
      'Line 2, To: “late” is no time of the day; write it as 11:00',
    ],
  ]);
  const { refusals } = (await change([{ ...list[0], capacity: -1 }]).catch((error: unknown) => error)) as Refused;
  expect(refusals.map(({ line, field }) => [line, field])).toEqual([[1, 'capacity']]);
});

test.each([
  ['gearsalesplan/verifyMarketingPlan', 'Sales plan (not saved yet) has no dishes; add some first'],
  ['gearspecialmeal/verifyGearSpecialMeal', 'Special meal (not saved yet) has no dishes; add some first'],
])('%s names a document that has no number yet', async (path, sentence) => {
  const found = (await kitchen.call(path, {
    gearOperationDeptId: place.noodles,
    startDate: '2026-11-23',
    endDate: '2026-11-29',
    mealDate: '2026-11-25',
    mealType: 'lunch',
    details: [],
  })) as { items: { msg: string }[] };
  expect(found.items.map(({ msg }) => msg)).toEqual([sentence]);
});

test('a special meal begins at a time of the day', async () => {
  expect(await refused(meal({ startTime: 'noon' }))).toEqual([
    [
      'operations.meal-time',
      '开餐时间「noon」不是时间，请写成 12:00',
      '“noon” is no time of the day; write it as 12:00',
    ],
  ]);
  expect(await rows(sql`select 1 from special_meal`)).toEqual([]);
});

test('a plan without dishes is kept as a draft and not sent', async () => {
  const { id, billCode } = await plan([]);
  expect(await kitchen.call('gearsalesplan/verifyMarketingPlan', { id })).toMatchObject({
    pass: false,
    items: [{ code: 'operations.plan-empty', msg: `Sales plan ${billCode} has no dishes; add some first` }],
  });
  expect(await refused(kitchen.call('gearsalesplan/toApply', { ids: id }))).toEqual([
    [
      'lines.too-few',
      `营销计划 ${billCode} 至少需要 1 行菜品，请先添加`,
      `Sales plan ${billCode} needs at least 1 line of “Dishes”; add what is missing first`,
    ],
  ]);
  expect(await rows(sql`select status, apply_user_id from sales_plan`)).toEqual([
    { status: 'draft', applyUserId: null },
  ]);
});

test('a dish that has no price of its own is planned with one', async () => {
  const before = await rows(sql`select 1 from sales_plan`);
  expect(await refused(plan([cell(noodles), cell(unpriced)]))).toEqual([
    [
      'operations.plan-price-missing',
      '第 2 行：菜品「Soup of the day」没有参考售价，请填写售价',
      'Line 2: Soup of the day has no price of its own; enter one',
    ],
  ]);
  expect(await rows(sql`select 1 from sales_plan`)).toEqual(before);
  expect(await plan([cell(unpriced, { price: '8' })])).toMatchObject({ planIncome: '80.00' });
});

test('nothing is planned for a stall that is closed for good', async () => {
  await kitchen.save('operationSystem', { id: stall, businessStatus: 'closed' });
  const before = await rows(sql`select 1 from sales_plan`);
  const closed = [
    [
      'operations.stall-closed',
      '档口「noodles」已撤场，请选择其他档口，或先在档口体系中将其改为营业',
      'Stall noodles is closed; choose another, or open it again under Stalls first',
    ],
  ];
  expect([await refused(plan([cell(noodles)])), await refused(meal())]).toEqual([closed, closed]);
  expect([await rows(sql`select 1 from sales_plan`), await rows(sql`select 1 from special_meal`)]).toEqual([
    before,
    [],
  ]);
});
