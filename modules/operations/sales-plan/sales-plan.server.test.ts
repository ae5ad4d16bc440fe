import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../parts/postgres/database.ts';
import { aDish, aMaterial, openKitchen, place, TODAY, unit, type Kitchen } from '../../master-data/kitchen.testing.ts';
import { suppliersServer } from '../../suppliers/server.ts';
import { plannedMeals, stallPlaces } from '../meals/meals.server.ts';
import { salesPlanBehaviour } from './sales-plan.server.ts';
import { operationsServer } from '../server.ts';

let kitchen: Kitchen;
let noodles: string;
let dumplings: string;
let pork: string;
beforeAll(async () => {
  kitchen = await openKitchen([suppliersServer, operationsServer]);
  pork = await aMaterial(kitchen, 'Pork');
  noodles = await aDish(kitchen, 'Noodles', { salePrice: '12' });
  dumplings = await aDish(kitchen, 'Dumplings', { salePrice: '15.50' });
  for (const dishId of [noodles, dumplings])
    await kitchen.save('dishBom', {
      dishId,
      outputUnitId: unit.portion,
      released: 1,
      startDate: '2026-11-01',
      details: [{ materialId: pork, netQty: '50', unitId: unit.g }],
    });
  await kitchen.save('projectDeptSystem', {
    projectDeptName: 'Site',
    bladeProjectDeptId: place.site,
    receiveLeadDays: 1,
  });
});
afterAll(() => kitchen.close());

type Plan = Record<string, unknown> & {
  id: string;
  status: string;
  version: number;
  details: readonly (Record<string, unknown> & { id: string })[];
};
const cell = (dishId: string, portions: string, mealDate = '2026-11-23', mealType = 'lunch', body = {}) => ({
  mealDate,
  mealType,
  dishId,
  portions,
  ...body,
});
const save = (body: Record<string, unknown>): Promise<Plan> =>
  kitchen.call('gearsalesplan/saveOrUpdate', body) as Promise<Plan>;
const week = (gearOperationDeptId: string, details: readonly unknown[], body = {}): Promise<Plan> =>
  save({ gearOperationDeptId, startDate: '2026-11-23', endDate: '2026-11-29', details, ...body });
const act = (action: string, plan: Plan, who = '2', body = {}): Promise<unknown> =>
  kitchen.call(`gearsalesplan/${action}`, { ids: plan.id, ...body }, who);

describe('a sales plan', () => {
  test('is saved a week at a time, priced by its dishes, standing where its stall stands', async () => {
    const plan = await week(place.noodles, [
      cell(noodles, '100'),
      cell(dumplings, '40', '2026-11-24', 'dinner', { price: '14' }),
    ]);
    expect(plan).toMatchObject({
      billCode: 'YX202611210001',
      status: 'draft',
      bladeProjectDeptId: place.site,
      useRestaurantDeptId: place.restaurant,
      planPortions: '140',
      planIncome: '1760.00',
      planName: 'noodles 2026-11-23~2026-11-29',
      details: [
        { dishName: 'Noodles', price: '12', incomeAmount: '1200.00' },
        { price: '14', incomeAmount: '560.00' },
      ],
      totals: [
        { mealDate: '2026-11-23', mealType: 'lunch', dishes: 1, portions: '100' },
        { mealDate: '2026-11-24', mealType: 'dinner' },
      ],
    });
  });

  test('keeps the lines it had when the grid sends its cells without ids', async () => {
    const plan = await week(place.rice, [cell(noodles, '10'), cell(dumplings, '20')]);
    const again = await save({ id: plan.id, details: [cell(dumplings, '25'), cell(noodles, '10')] });
    expect(again.details.map((line) => [line.id, line['portions']])).toEqual([
      [plan.details[1]!.id, '25'],
      [plan.details[0]!.id, '10'],
    ]);
    await kitchen.call('gearsalesplan/remove', { ids: plan.id });
  });

  test('refuses what is no plan: fractions, the same dish twice, three weeks, no stall', async () => {
    expect(await kitchen.refusalsOf(week(place.rice, [cell(noodles, '1.5')]))).toEqual([
      'Portions may have at most 0 decimal places',
    ]);
    expect(await kitchen.refusalsOf(week(place.rice, [cell(noodles, '999999999999')]))).toEqual([
      'Portions must be at most 1000000',
    ]);
    expect((await kitchen.refusalsOf(week(place.rice, [cell(noodles, '1'), cell(noodles, '2')])))[0]).toMatch(
      /^Line 2 repeats line 1/,
    );
    expect(await kitchen.refusalsOf(week(place.rice, [], { endDate: '2026-12-13' }))).toEqual([
      'A plan covers 1 to 14 days and does not end before it begins',
    ]);
    expect(await kitchen.refusalsOf(week(place.site, []))).toEqual(['site is not a stall']);
  });

  test('is sent, approved by somebody else, and then read by planning with its meal time', async () => {
    await kitchen.save('operationSystem', {
      gearOperationName: 'Rice',
      gearOperationDeptId: place.rice,
      timeIntervals: [{ mealType: 'lunch', startTime: '11:00', endTime: '13:00' }],
    });
    const plan = await week(place.rice, [cell(noodles, '10')], { isApply: 1 });
    expect(plan.status).toBe('pending');
    expect(await kitchen.refusalsOf(act('adopt', plan, '1'))).toEqual([
      `You sent document ${String(plan['billCode'])} yourself: Approve needs somebody else`,
    ]);
    await act('adopt', plan);
    const meals = await kitchen.as((context) =>
      plannedMeals(context, { from: '2026-11-23', to: '2026-11-29', deptIds: [place.site] }),
    );
    expect(meals).toMatchObject([
      {
        salesPlanId: plan.id,
        gearOperationDeptId: place.rice,
        mealTime: '2026-11-23 11:00',
        dishId: noodles,
        portions: '10',
        lineId: plan.details[0]!.id,
      },
    ]);
    const stalls = await kitchen.as((context) => stallPlaces(context, [place.rice]));
    expect(stalls.get(place.rice)).toMatchObject({
      deptIds: [place.rice, place.restaurant, place.site, place.company],
      receiveLeadDays: 1,
      projectDeptId: place.site,
    });
    expect(await kitchen.refusalsOf(save({ id: plan.id, details: [] }))).toEqual([
      `Document ${String(plan['billCode'])} is Approved and cannot be changed`,
    ]);
  });

  test('is voided until the day of its first meal, and no longer', async () => {
    const served = async (mealDate: string): Promise<Plan> => {
      const plan = await save({
        gearOperationDeptId: place.otherStall,
        startDate: mealDate,
        endDate: mealDate,
        details: [cell(noodles, '10', mealDate)],
      });
      await kitchen.as(({ tx }) =>
        tx.run(sql`update sales_plan set status = 'approved' where id = ${plan.id}::bigint`),
      );
      return plan;
    };
    for (const mealDate of [TODAY, '2026-11-20']) {
      const plan = await served(mealDate);
      expect(await kitchen.refusalsOf(act('void', plan, '2', { reason: 'Closed' }))).toEqual([
        expect.stringContaining(String(plan['billCode'])),
      ]);
      expect(
        await kitchen.as(({ tx }) => tx.row(sql`select status from sales_plan where id = ${plan.id}::bigint`)),
      ).toEqual({ status: 'approved' });
    }
    await act('void', await served('2026-11-22'), '2', { reason: 'Closed' });
  });

  test('EP-0997: names every cell that speaks against it, while typing and when sent', async () => {
    const stale = await aDish(kitchen, 'Stale');
    const lines = [
      cell(noodles, '5', '2026-11-24', 'dinner'),
      cell(stale, '5', '2026-11-24'),
      cell(noodles, '5', '2026-12-24'),
    ];
    const plan = await week(place.rice, lines);
    const expected = [
      'Line 1: the stall does not serve Dinner on 2026-11-24',
      'Line 2: Stale has no BOM in force on 2026-11-24',
      'Line 3: 2026-12-24 lies outside the plan’s days 2026-11-23 to 2026-11-29',
    ].map((sentence) => sentence.replace('’', "'"));
    const refusals = (await kitchen.refusalsOf(act('toApply', plan, '1'))).map((sentence) =>
      sentence.replace('’', "'"),
    );
    expect(refusals).toEqual(expected);
    const check = (await kitchen.call('gearsalesplan/verifyMarketingPlan', {
      gearOperationDeptId: place.rice,
      startDate: '2026-11-23',
      endDate: '2026-11-29',
      details: lines,
    })) as { pass: boolean; items: { date: string; dishId: string }[] };
    expect([check.pass, check.items.map((item) => [item.date, item.dishId])]).toEqual([
      false,
      [
        ['2026-11-24', noodles],
        ['2026-11-24', stale],
        ['2026-12-24', noodles],
      ],
    ]);
    await kitchen.call('gearsalesplan/remove', { ids: plan.id });
  });

  test('of a meal already planned is refused with the number of the other', async () => {
    const plan = await week(place.rice, [cell(dumplings, '5')]);
    expect((await kitchen.refusalsOf(act('toApply', plan, '1')))[0]).toMatch(
      /^2026-11-23 Lunch already has sales plan YX20261121/,
    );
    await kitchen.call('gearsalesplan/remove', { ids: plan.id });
  });

  test('EP-0989: is sent back with a reason, by either name', async () => {
    const plan = await week(place.otherStall, [cell(noodles, '10')], { isApply: 1 });
    expect(await kitchen.refusalsOf(act('reject', plan))).toEqual(['Please enter Reason']);
    await act('reject', plan, '2', { reason: 'too few' });
    const read = (await kitchen.call('gearsalesplan/getDetail', { gearSalesPlanId: plan.id })) as Plan & {
      timeline: { action: string }[];
    };
    expect([read.status, read['reason'], read.timeline.map((entry) => entry.action)]).toEqual([
      'rejected',
      'too few',
      ['toApply', 'refuse'],
    ]);
  });
});

test('a week is copied to another, day by day; a frozen dish is left out and named', async () => {
  const plan = await week(place.otherStall, [cell(noodles, '30', '2026-11-23'), cell(dumplings, '20', '2026-11-25')]);
  await kitchen.call('dish/freeze', { ids: dumplings });
  const copy = (await kitchen.call('gearsalesplan/copyWeek', {
    gearSalesPlanId: plan.id,
    startDate: '2026-11-30',
  })) as Plan & { skipped: unknown[] };
  expect(copy).toMatchObject({
    status: 'draft',
    startDate: '2026-11-30',
    endDate: '2026-12-06',
    details: [{ mealDate: '2026-11-30', portions: '30', price: '12' }],
    skipped: [{ dishName: 'Dumplings', mealDate: '2026-11-25' }],
  });
  expect(
    (
      await kitchen.refusalsOf(
        kitchen.call('gearsalesplan/copyWeek', { gearSalesPlanId: plan.id, startDate: '2026-11-30' }),
      )
    )[0],
  ).toMatch(/already has sales plan/);
  await kitchen.call('dish/thaw', { ids: dumplings });
});

test('EP-0998: the dishes of a plan come with what they need', async () => {
  const plan = await week(place.noodles, [cell(noodles, '100', '2026-11-26'), cell(noodles, '50', '2026-11-27')], {
    startDate: '2026-11-26',
    endDate: '2026-11-27',
  });
  expect(await kitchen.call('gearsalesplan/viewDish', { gearSalesPlanId: plan.id })).toEqual([
    expect.objectContaining({
      dishName: 'Noodles',
      days: ['2026-11-26', '2026-11-27'],
      portions: '150',
      incomeAmount: '1800.00',
      problem: '',
      materials: [
        { materialId: pork, materialName: 'Pork', qty: '7.5', unitId: unit.kg, unitName: 'kg', amount: null },
      ],
    }),
  ]);
});

test('a plan for a stall one does not look after is refused', async () => {
  const outside = kitchen.as((context) => {
    const user = { ...context.user, scope: { all: false as const, depts: [place.noodles] } };
    return salesPlanBehaviour.beforeSave!(
      { ...context, user },
      {
        id: null,
        before: null,
        values: { gearOperationDeptId: place.rice, startDate: '2026-11-23', endDate: '2026-11-23' },
        lines: {},
        body: {},
        refuse: () => {},
      },
    ) as Promise<void>;
  });
  expect(await kitchen.refusalsOf(outside)).toEqual(['This stall is outside the departments you look after']);
});

test('two plans for one meal approved at the same moment: one passes', async () => {
  const at = { startDate: '2026-12-14', endDate: '2026-12-14' };
  const [one, two] = [
    await week(place.otherStall, [cell(noodles, '1', '2026-12-14')], at),
    await week(place.otherStall, [cell(noodles, '2', '2026-12-14')], at),
  ];
  const outcomes = await Promise.allSettled([act('toApply', one, '1'), act('toApply', two, '1')]);
  expect(outcomes.map((outcome) => outcome.status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('EP-0852 EP-0854 EP-0867 EP-0870 EP-0877 EP-1206: serving hours that meet are refused, and sites are found by who looks for them', async () => {
  const hours = [
    { mealType: 'lunch', startTime: '11:00', endTime: '13:00' },
    { mealType: 'tea', startTime: '12:30', endTime: '15:00' },
  ];
  expect(
    await kitchen.refusalsOf(
      kitchen.save('operationSystem', {
        gearOperationName: 'Noodles',
        gearOperationDeptId: place.noodles,
        timeIntervals: hours,
      }),
    ),
  ).toEqual(['The hours of Lunch 11:00–13:00 and Tea 12:30–15:00 overlap; change one of them']);
  expect(await kitchen.call('gearprojectdeptsys/getUnAddProject', {})).toMatchObject([{ deptName: 'otherSite' }]);
  expect(await kitchen.call('gearprojectdeptsys/listAllRelevance', { projectDeptName: 'sit' })).toMatchObject([
    { name: 'Site', bladeProjectDeptId: place.site },
  ]);
  expect(await kitchen.call('gearoperationsys/getOperationSysByDifferentLevels', { deptId: place.site })).toMatchObject(
    [{ name: 'Rice', useRestaurantDeptId: place.restaurant }],
  );
  expect(await kitchen.call('gearoperationsys/getTimeInterval', { gearOperationDeptId: place.rice })).toMatchObject([
    { mealType: 'lunch', startTime: '11:00' },
  ]);
});

describe('a plan filled from a menu', () => {
  type Menu = {
    id: string;
    billCode: string;
    name: string;
    own: number;
    left: string[];
    lines: Record<string, unknown>[];
  };
  const days = { startDate: '2027-01-04', endDate: '2027-01-08' };
  const offered = (gearOperationDeptId: string, more = {}): Promise<Menu[]> =>
    kitchen.call('gearsalesplan/menus', { gearOperationDeptId, ...days, ...more }) as Promise<Menu[]>;
  const built = (id: string) =>
    kitchen.call('menutemplate/plans', { ids: id }) as Promise<{
      plans: Record<string, unknown>[];
      total: number;
      past: number;
    }>;
  const menuAct = (action: string, id: string, who = '2'): Promise<unknown> =>
    kitchen.call(`menutemplate/${action}`, { ids: id }, who);
  const inUse = async (id: string): Promise<void> => {
    await menuAct('toApply', id, '1');
    for (const action of ['doApply', 'enable']) await menuAct(action, id);
  };
  let menuId: string;
  beforeAll(async () => {
    const type = await kitchen.save('menuTemplateType', { code: 'STAFF', name: 'Staff meals', cycleDays: 2 });
    const meals = [{ mealType: 'lunch', plannedDiners: 200 }];
    const details = [
      { dayNo: 1, mealType: 'lunch', dishId: noodles, planPortions: 80, salePrice: '11' },
      { dayNo: 2, mealType: 'lunch', dishId: dumplings },
      { dayNo: 2, mealType: 'lunch', dishId: noodles, gearOperationDeptId: place.rice, planPortions: 5 },
    ];
    menuId = await kitchen.save('menuTemplate', {
      name: 'Winter',
      menuTemplateTypeId: type,
      templateKind: 'restaurant',
      bladeProjectDeptId: place.site,
      useRestaurantDeptIds: place.restaurant,
      cycleStartDate: '2027-01-04',
      serviceWeekdays: '1,2,3,4,5',
      startDate: '2026-12-01',
      meals,
      details,
    });
    await inUse(menuId);
  });

  test('takes its dishes, portions and prices by the days of its cycle, as this stall serves them; what is frozen stays out', async () => {
    const [menu, ...others] = await offered(place.noodles);
    expect(others).toEqual([]);
    expect([
      menu!.name,
      menu!.own,
      menu!.lines.map((line) => [line['mealDate'], line['dishName'], line['portions'], line['price']]),
    ]).toEqual([
      'Winter',
      0,
      [
        ['2027-01-04', 'Noodles', 80, '11'],
        ['2027-01-05', 'Dumplings', null, '15.5'],
        ['2027-01-06', 'Noodles', 80, '11'],
        ['2027-01-07', 'Dumplings', null, '15.5'],
        ['2027-01-08', 'Noodles', 80, '11'],
      ],
    ]);
    expect((await offered(place.rice))[0]!.lines).toHaveLength(7);
    expect(await offered(place.otherStall)).toEqual([]);
    await kitchen.call('dish/freeze', { ids: dumplings });
    expect((await offered(place.noodles))[0]).toMatchObject({ left: ['Dumplings'], lines: { length: 3 } });
    await kitchen.call('dish/thaw', { ids: dumplings });
    expect(await kitchen.refusalsOf(offered(place.noodles, { endDate: '2027-02-04' }))).toEqual([
      'A plan covers 1 to 14 days and does not end before it begins',
    ]);
  });

  test('stands on it from then on: the menu and its next version name the plan, and the plan says what became of the menu', async () => {
    const line = (mealDate: string, more = {}) =>
      cell(noodles, '80', mealDate, 'lunch', { menuTemplateId: menuId, ...more });
    expect(await kitchen.refusalsOf(week(place.otherStall, [line('2027-01-04')], days))).toEqual([
      'Line 1: the menu it names was not approved for this stall; fill it from a menu of the stall',
    ]);
    const plan = await week(
      place.noodles,
      [line('2027-01-04'), line('2027-01-06'), cell(dumplings, '3', '2027-01-05')],
      days,
    );
    expect(plan['menus']).toMatchObject([{ id: menuId, name: 'Winter', enabled: 1, frozen: 0, nextId: null }]);
    const named = {
      id: plan.id,
      resource: 'salesPlan',
      billCode: plan['billCode'],
      place: 'noodles',
      startDate: '2027-01-04',
      endDate: '2027-01-08',
      status: 'draft',
      ownerName: 'cook1',
      menus: [(plan['menus'] as Menu[])[0]!.billCode],
      dishes: 2,
    };
    expect(await built(menuId)).toEqual({ plans: [expect.objectContaining(named)], total: 1, past: 0 });

    const next = (await kitchen.call('menutemplate/newVersion', { id: menuId })) as Menu & { details: unknown[] };
    expect(next).toMatchObject({
      status: 'draft',
      versionNo: 2,
      previousId: menuId,
      name: 'Winter',
      useRestaurantDeptIds: place.restaurant,
      meals: [{ plannedDiners: 200 }],
      details: [{ dishName: 'Noodles', planPortions: 80 }, {}, { gearOperationDeptId: place.rice }],
    });
    expect(await kitchen.refusalsOf(kitchen.call('menutemplate/newVersion', { id: menuId }))).toEqual([
      expect.stringContaining(`is being drawn up already: ${next.billCode}`),
    ]);
    expect(await kitchen.refusalsOf(kitchen.call('menutemplate/newVersion', { id: next.id }))).toEqual([
      expect.stringContaining('is not approved'),
    ]);
    expect(await built(next.id)).toMatchObject({ total: 1, plans: [named] });
    await inUse(next.id);
    expect(
      ((await kitchen.call('gearsalesplan/getDetail', { gearSalesPlanId: plan.id })) as Plan)['menus'],
    ).toMatchObject([{ id: menuId, enabled: 0, nextId: next.id, nextCode: next.billCode }]);

    const copy = (await kitchen.call('gearsalesplan/copyWeek', {
      gearSalesPlanId: plan.id,
      startDate: '2027-01-18',
    })) as Plan;
    expect(copy.details.map((each) => each['menuTemplateId'])).toEqual([menuId, menuId, '']);
    // A frozen menu is in no new line; those that name it stay and can be saved.
    await kitchen.call('menutemplate/freeze', { ids: menuId });
    expect((await save({ id: plan.id, details: [line('2027-01-04', { portions: '90' })] })).details).toMatchObject([
      { portions: '90', menuTemplateId: menuId },
    ]);
    expect(
      (
        (await kitchen.call('gearsalesplan/copyWeek', { gearSalesPlanId: plan.id, startDate: '2027-02-01' })) as Plan
      ).details.map((each) => each['menuTemplateId']),
    ).toEqual(['']);
    const stranger = await kitchen.as(async (context) => {
      const call = kitchen.registry.calls.find((each) => each.path === 'menutemplate/plans')!;
      return call.handle(
        { ...context, user: { ...context.user, userId: '2', scope: { all: false, depts: [place.rice] } } },
        { ids: menuId },
        null,
      );
    });
    expect(stranger).toMatchObject({ plans: [], total: 2 });
  });
});
