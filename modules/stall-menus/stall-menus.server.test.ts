import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../parts/postgres/database.ts';
import { aDish, aMaterial, openKitchen, place, TODAY, unit, type Kitchen } from '../master-data/kitchen.testing.ts';
import { lateMaterials, type LateMaterial } from '../operations/meals/meal-cut-off.port.server.ts';
import { operationsServer } from '../operations/server.ts';
import { suppliersServer } from '../suppliers/server.ts';
import type { MenuLine, MenuOfMeal } from './menus-of-stall.ts';
import { menuOf } from './public-menu.server.ts';
import { stallMenusServer } from './server.ts';

let kitchen: Kitchen;
let noodles: string;
let dumplings: string;
let soup: string;
let pork: string;
let late: readonly LateMaterial[] = [];
const SUNDAY = '2026-11-22';
beforeAll(async () => {
  // Planning, which knows what can still be ordered, is not here: it says what the test has it say.
  const ordering = () => ({
    name: 'ordering',
    provides: [lateMaterials.by(async (_, meals) => meals.map(() => late))],
  });
  kitchen = await openKitchen(
    [suppliersServer, operationsServer, stallMenusServer, ordering],
    ['stall-menus', 'stock'],
  );
  await kitchen.as(async ({ tx }) => {
    const head = (await tx.row<{ id: string }>(
      sql`insert into dict_biz (code, parent_id, dict_key, dict_value) values ('allergen', 0, '', 'Allergen') returning id`,
    ))!;
    for (const [key, zh, en] of [
      ['gluten', '麸质', 'Gluten'],
      ['peanuts', '花生', 'Peanuts'],
    ])
      await tx.run(sql`insert into dict_biz (code, parent_id, dict_key, dict_value, dict_value_en)
        values ('allergen', ${head.id}::bigint, ${key}, ${zh}, ${en})`);
  });
  pork = await aMaterial(kitchen, 'Pork', { allergens: [{ allergen: 'peanuts', state: 'free', basis: 'label' }] });
  const wheat = await aMaterial(kitchen, 'Wheat', { allergens: [{ allergen: 'gluten', state: 'contains' }] });
  noodles = await aDish(kitchen, 'Noodles', { salePrice: '12', nameEn: 'Beef noodles' });
  dumplings = await aDish(kitchen, 'Dumplings', { salePrice: '15.50' });
  soup = await aDish(kitchen, 'Soup', { salePrice: null });
  for (const dishId of [noodles, dumplings, soup])
    await kitchen.save('dishBom', {
      dishId,
      outputUnitId: unit.portion,
      released: 1,
      startDate: '2026-11-01',
      details: [
        { materialId: pork, netQty: '50', unitId: unit.g },
        ...(dishId === noodles ? [{ materialId: wheat, netQty: '100', unitId: unit.g }] : []),
      ],
    });
  await kitchen.save('operationSystem', {
    gearOperationName: 'Noodles',
    gearOperationDeptId: place.noodles,
    timeIntervals: [
      { mealType: 'breakfast', startTime: '06:00', endTime: '07:30' },
      { mealType: 'tea', startTime: '07:45', endTime: '09:00' },
      { mealType: 'lunch', startTime: '11:00', endTime: '13:00' },
    ],
  });
  await kitchen.save('useRestaurant', {
    useRestaurantName: 'Hall',
    useRestaurantDeptId: place.restaurant,
    menuPublic: 1,
  });
});
afterAll(() => kitchen.close());

const dish = (dishId: string, body: Record<string, unknown> = {}) => ({ dishId, ...body });
const body = (menuDate: string, mealType: string, details: readonly unknown[]): Record<string, unknown> => ({
  gearOperationDeptId: place.noodles,
  menuDate,
  mealType,
  details,
});
const save = (menu: Record<string, unknown>): Promise<unknown> => kitchen.call('gearmenu/addOrUpdate', menu);
const submit = (menu: Record<string, unknown>): Promise<unknown> => kitchen.call('gearmenu/submit', menu);
const menus = (date: string, mealType: string | null = null): Promise<MenuOfMeal[]> =>
  kitchen.call('gearmenu/getMenu', { gearOperationDeptId: place.noodles, date, mealType }) as Promise<MenuOfMeal[]>;
const only = async (date: string, mealType: string): Promise<MenuOfMeal> => (await menus(date, mealType))[0]!;
const change = (id: string, how: Record<string, unknown>): Promise<MenuLine> =>
  kitchen.call('gearmenu/changeDish', { id, ...how }) as Promise<MenuLine>;
const sell = (id: string, portions = 1): Promise<MenuLine> =>
  kitchen.call('gearmenu/countSold', { id, portions }) as Promise<MenuLine>;
const onThePage = async (now = `${TODAY} 08:00:00`) =>
  kitchen.as((context) => menuOf({ ...context, now, today: now.slice(0, 10) }, place.restaurant));
/** Made while it was still allowed: a meal of the past cannot be saved. */
const moveTo = (id: string, date: string, mealType: string): Promise<unknown> =>
  kitchen.as((context) =>
    context.tx.run(
      sql`update gear_menu set menu_date = ${date}::date, meal_type = ${mealType} where id = ${id}::bigint`,
    ),
  );

describe('a stall menu', () => {
  test('is proposed from the approved plan, saved with prices, and determined', async () => {
    const plan = (await kitchen.call('gearsalesplan/saveOrUpdate', {
      gearOperationDeptId: place.noodles,
      startDate: SUNDAY,
      endDate: SUNDAY,
      details: [{ mealDate: SUNDAY, mealType: 'lunch', dishId: noodles, portions: '40', price: '11' }],
    })) as { id: string; billCode: string };
    await kitchen.as((context) =>
      context.tx.run(sql`update sales_plan set status = 'approved' where id = ${plan.id}::bigint`),
    );
    expect(await menus(SUNDAY)).toMatchObject([
      {
        id: '',
        proposed: true,
        gearSalesPlanId: plan.id,
        mealType: 'lunch',
        phase: 'coming',
        details: [{ dishName: 'Noodles', price: '11', soldQty: '0' }],
      },
    ]);
    await save(body(SUNDAY, 'lunch', [dish(noodles), dish(dumplings, { saleLimitQty: '30' })]));
    const saved = await only(SUNDAY, 'lunch');
    expect(saved).toMatchObject({
      proposed: false,
      menuStatus: 'draft',
      gearSalesPlanId: plan.id,
      details: [
        { dishName: 'Noodles', price: '12', saleLimitQty: null, leftQty: null },
        { dishName: 'Dumplings', price: '15.5', leftQty: '30' },
      ],
    });
    await kitchen.call('gearmenu/DetermineGearMenu', { ids: saved.id });
    expect(await kitchen.call('gearmenu/getDetail', { id: saved.id })).toMatchObject({
      menuStatus: 'determined',
      planBillCode: plan.billCode,
      soldPortions: '0',
    });
    expect(
      await kitchen.call('gearmenu/getMenuSalesPlan', { gearOperationDeptId: place.noodles, date: SUNDAY }),
    ).toMatchObject([{ billCode: plan.billCode, dishName: 'Noodles', portions: '40' }]);
    expect(
      await kitchen.call('gearmenu/getMenuSalesPlanGoods', { gearOperationDeptId: place.noodles, date: SUNDAY }),
    ).toMatchObject([
      { materialName: 'Pork', needQty: '2', stockQty: '0', shortQty: '2', dishes: ['Noodles'] },
      { materialName: 'Wheat', needQty: '4', shortQty: '4' },
    ]);
  });
});

describe('a week of stall menus', () => {
  test('keeps what was sold when the week is saved again, all or nothing, errors named by day and meal', async () => {
    await submit(body('2026-11-24', 'lunch', [dish(noodles)]));
    const before = await only('2026-11-24', 'lunch');
    await sell(before.details[0]!.id, 3);
    const week = [
      body('2026-11-24', 'lunch', [dish(dumplings), dish(noodles, { price: '13' })]),
      body('2026-11-25', 'lunch', [dish(soup)]),
    ];
    expect(await kitchen.refusalsOf(kitchen.call('gearmenu/batchAddOrUpdate', { body: week }))).toEqual([
      'Line 1: Soup has no price; enter one, or make it free',
    ]);
    expect((await only('2026-11-24', 'lunch')).details).toHaveLength(1);
    week[1] = body('2026-11-25', 'lunch', [dish(soup, { isFree: 1 })]);
    await kitchen.call('gearmenu/batchAddOrUpdate', { body: week });
    expect((await only('2026-11-24', 'lunch')).details).toMatchObject([
      { dishName: 'Dumplings', soldQty: '0' },
      { dishName: 'Noodles', price: '13', soldQty: '3', id: before.details[0]!.id },
    ]);
    expect((await only('2026-11-25', 'lunch')).details).toMatchObject([{ price: null, isFree: 1 }]);
    expect(
      await kitchen.refusalsOf(
        kitchen.call('gearmenu/batchAddOrUpdate', {
          body: [
            body('2026-11-26', 'lunch', [dish(noodles), dish(noodles)]),
            body('2026-11-27', 'lunch', [dish(noodles)]),
          ],
        }),
      ),
    ).toEqual([expect.stringMatching(/^2026-11-26, Lunch: Line 2 repeats line 1/)]);
  });
});

describe('a stall menu that is determined', () => {
  test('is not determined empty, nor with what the stall does not serve, has frozen or keeps off its shelf', async () => {
    await save(body('2026-11-26', 'lunch', []));
    const empty = await only('2026-11-26', 'lunch');
    expect(await kitchen.refusalsOf(kitchen.call('gearmenu/DetermineGearMenu', { ids: empty.id }))).toEqual([
      'The menu of 2026-11-26, Lunch, has no dishes; add some first',
    ]);
    expect(await kitchen.refusalsOf(submit(body('2026-11-26', 'dinner', [dish(noodles)])))).toEqual([
      'Line 1: the stall does not serve Dinner on 2026-11-26',
    ]);
    const shelf = await kitchen.save('goodsSystem', {
      name: 'Shelf',
      gearProjectDeptSysDeptId: place.site,
      details: [{ goodsKind: 'dish', dishId: noodles, salePrice: '10.50' }],
    });
    await kitchen.call('geargoodssys/enable', { ids: shelf, acceptPlans: '1' });
    expect(await kitchen.refusalsOf(submit(body('2026-11-26', 'lunch', [dish(dumplings)])))).toEqual([
      'Line 1: Dumplings stands in no goods system in use for the stall; take another, or add it there first',
    ]);
    await submit(body('2026-11-26', 'lunch', [dish(noodles)]));
    expect((await only('2026-11-26', 'lunch')).details).toMatchObject([{ price: '10.5' }]);
    await save(body('2026-11-27', 'lunch', [dish(dumplings)]));
    await save(body('2026-11-28', 'lunch', []));
    const ids = [await only('2026-11-27', 'lunch'), await only('2026-11-28', 'lunch')].map((menu) => menu.id).join(',');
    expect(await kitchen.refusalsOf(kitchen.call('gearmenu/DetermineGearMenu', { ids }))).toEqual([
      '2026-11-27, Lunch: Line 1: Dumplings stands in no goods system in use for the stall; take another, or add it there first',
      'The menu of 2026-11-28, Lunch, has no dishes; add some first',
    ]);
    await kitchen.call('geargoodssys/stop', { ids: shelf, acceptPlans: '1' });
  });
});

describe('a stall menu beside its meal', () => {
  test('while its meal runs takes prices and limits alone, and when it is over nothing', async () => {
    await submit(body(SUNDAY, 'tea', [dish(noodles), dish(dumplings)]));
    const menu = await only(SUNDAY, 'tea');
    await moveTo(menu.id, TODAY, 'tea');
    expect((await only(TODAY, 'tea')).phase).toBe('running');
    await save({ id: menu.id, details: [dish(noodles, { price: '9', saleLimitQty: '5' }), dish(dumplings)] });
    expect((await only(TODAY, 'tea')).details[0]).toMatchObject({ price: '9', saleLimitQty: '5' });
    expect(await kitchen.refusalsOf(save({ id: menu.id, details: [dish(noodles)] }))).toEqual([
      `${TODAY}, Tea, is being served: only prices and limits can be changed`,
    ]);
    await moveTo(menu.id, TODAY, 'breakfast');
    const over = [`${TODAY}, Breakfast: the menu of a meal that is over cannot be changed`];
    expect(await kitchen.refusalsOf(save({ id: menu.id, details: [dish(noodles), dish(dumplings)] }))).toEqual(over);
    expect(await kitchen.refusalsOf(change(menu.details[0]!.id, { price: '8' }))).toEqual(over);
    expect(await kitchen.refusalsOf(submit(body(TODAY, 'breakfast', [dish(soup, { isFree: 1 })])))).toEqual(over);
    await save(body('2026-11-29', 'lunch', [dish(noodles)]));
    const draft = await only('2026-11-29', 'lunch');
    await moveTo(draft.id, '2026-11-20', 'lunch');
    expect(await kitchen.refusalsOf(kitchen.call('gearmenu/DetermineGearMenu', { ids: draft.id }))).toEqual([
      '2026-11-20, Lunch: the menu of a meal that is over cannot be changed',
    ]);
  });

  test('makes a menu template of its week, once asked for', async () => {
    expect(
      await kitchen.refusalsOf(
        submit({ ...body('2026-12-01', 'lunch', [dish(noodles)]), isGenerateMenuTemplate: '1' }),
      ),
    ).toEqual(['There is no type of menu template to use; add one in the master data first']);
    await kitchen.save('menuTemplateType', { code: 'week', name: 'Week', cycleDays: 7 });
    await submit({ ...body('2026-12-01', 'lunch', [dish(noodles)]), isGenerateMenuTemplate: '1' });
    const menu = await only('2026-12-01', 'lunch');
    expect(await kitchen.call('gearmenu/isGenerateMenuTemplate', { id: menu.id })).toBe(true);
    expect(await kitchen.call('menutemplate/detail', { id: menu.menuTemplateId })).toMatchObject({
      status: 'draft',
      templateKind: 'gear',
      cycleStartDate: '2026-11-30',
      details: [{ dayNo: 2, mealType: 'lunch', dishName: 'Noodles' }],
    });
    const other = await only(SUNDAY, 'lunch');
    expect(await kitchen.call('gearmenu/isGenerateMenuTemplate', { id: other.id })).toBe(false);
  });

  test('is asked for fourteen days at most', async () => {
    expect(
      await kitchen.refusalsOf(
        kitchen.call('gearmenu/getMenu', {
          gearOperationDeptId: place.noodles,
          startDate: '2026-11-01',
          endDate: '2026-11-15',
        }),
      ),
    ).toEqual(['At most 14 days at once, and the end not before the beginning']);
  });
});

describe('R14: a dish that is sold out', () => {
  test('is never sold beyond its limit, however many ask at once; limits written at once leave the last', async () => {
    await submit(body('2026-12-02', 'lunch', [dish(noodles, { saleLimitQty: '30' })]));
    const { id } = (await only('2026-12-02', 'lunch')).details[0]!;
    const asked = await Promise.allSettled(Array.from({ length: 40 }, () => sell(id)));
    expect(asked.filter((each) => each.status === 'fulfilled')).toHaveLength(30);
    expect((await only('2026-12-02', 'lunch')).details[0]).toMatchObject({
      soldQty: '30',
      soldOut: 1,
      soldOutBy: 'limit',
      leftQty: '0',
    });
    expect(await kitchen.refusalsOf(sell(id))).toEqual([
      'Noodles is sold out; if there is more, take the sign off first',
    ]);
    await Promise.all(Array.from({ length: 40 }, (_, index) => change(id, { saleLimitQty: String(40 + index) })));
    const after = (await only('2026-12-02', 'lunch')).details[0]!;
    expect([after.soldQty, after.soldOut, Number(after.leftQty)]).toEqual(['30', 0, Number(after.saleLimitQty) - 30]);
    await change(id, { saleLimitQty: '32' });
    expect(await kitchen.refusalsOf(sell(id, 3))).toEqual([
      'Of Noodles 2 portions are left; take fewer, or raise its limit',
    ]);
    expect(await change(id, { saleLimitQty: '' })).toMatchObject({ saleLimitQty: null, soldOut: 0 });
    expect(await change(id, { soldOut: 1 })).toMatchObject({ soldOutBy: 'hand' });
    expect(await change(id, { soldOut: 0, price: '9.50' })).toMatchObject({ soldOut: 0, price: '9.5' });
  });

  test('is not sold from a draft', async () => {
    await save(body('2026-12-03', 'lunch', [dish(noodles)]));
    const menu = await only('2026-12-03', 'lunch');
    expect(await kitchen.refusalsOf(sell(menu.details[0]!.id))).toEqual([
      'The menu of 2026-12-03, Lunch, is not determined yet; determine it first',
    ]);
  });
});

describe('R12: the public menu', () => {
  test('shows what is determined and not over in both languages, what nobody said as unknown and never as free', async () => {
    await submit(body(SUNDAY, 'lunch', [dish(noodles), dish(dumplings)]));
    const shown = await onThePage(`${SUNDAY} 12:00:00`);
    expect(shown).toMatchObject({
      restaurant: 'Hall',
      meals: [
        {
          mealType: 'lunch',
          from: '11:00',
          to: '13:00',
          running: true,
          stalls: [
            {
              name: 'noodles',
              soldOut: 0,
              dishes: [
                { name: { zh: 'Noodles', en: 'Beef noodles' }, price: '12.00' },
                { name: { zh: 'Dumplings', en: 'Dumplings' }, price: '15.50' },
              ],
            },
          ],
        },
      ],
    });
    const states = (index: number) =>
      Object.fromEntries(
        shown.meals[0]!.stalls[0]!.dishes[index]!.allergens.map(({ name, state }) => [name.en, state]),
      );
    // Wheat says nothing of peanuts, pork is free of them: together nobody knows.
    expect([states(0), states(1)]).toEqual([
      { Gluten: 'contains', Peanuts: 'unknown' },
      { Gluten: 'unknown', Peanuts: 'free' },
    ]);
    const { id } = (await only(SUNDAY, 'lunch')).details[0]!;
    await change(id, { soldOut: 1 });
    expect((await onThePage(`${SUNDAY} 12:00:00`)).meals[0]!.stalls).toMatchObject([
      { soldOut: 1, dishes: [{ name: { zh: 'Dumplings' } }] },
    ]);
    expect((await onThePage(`${SUNDAY} 13:00:00`)).meals).toEqual([]);
  });

  test('of a restaurant that does not show it is none', async () => {
    await expect(kitchen.as((context) => menuOf(context, place.otherRestaurant))).rejects.toThrow();
    await expect(kitchen.call('gearmenu/publicMenu', { restaurant: '000001-x' })).rejects.toThrow();
  });

  test('its changes, and those of the board, are read as an event stream alone', async () => {
    const refused = ['Changes as they happen are read as an event stream alone'];
    expect(await kitchen.refusalsOf(kitchen.call('gearmenu/changes', { gearOperationDeptId: place.noodles }))).toEqual(
      refused,
    );
    expect(
      await kitchen.refusalsOf(
        kitchen.call('gearmenu/publicMenuChanges', { restaurant: `000001-${place.restaurant}` }),
      ),
    ).toEqual(refused);
  });
});

describe('RULE-437: goods on the shelves', () => {
  test('are found by each filter of the goods query, with what lies there, and what stock costs by the right', async () => {
    const shelf = await kitchen.save('goodsSystem', {
      name: 'Hall',
      gearProjectDeptSysDeptId: place.site,
      gearOperationDeptIds: [place.noodles],
      details: [
        { goodsKind: 'dish', dishId: noodles },
        { goodsKind: 'material', materialId: pork, unitId: unit.kg, isRequireGoods: 1 },
        { goodsKind: 'dish', dishId: dumplings, isRequireGoods: 0, factoryId: place.company },
      ],
    });
    const list = async (query: Record<string, unknown> = {}): Promise<string[]> =>
      ((await kitchen.call('geargoodssys/list', query)) as { name: string }[]).map((each) => each.name);
    expect(await list()).toEqual([]);
    expect(await list({ goodsSystemId: shelf })).toEqual(['Noodles', 'Dumplings', 'Pork']);
    await kitchen.call('geargoodssys/enable', { ids: shelf, acceptPlans: '1' });
    expect(await list({ materialCodeAndNameList: ['PORK', 'dumpl'] })).toEqual(['Dumplings', 'Pork']);
    expect(await list({ materialIsRequireGoods: 1 })).toEqual(['Noodles', 'Pork']);
    expect(await list({ gearProjectDeptSysDeptId: place.otherSite })).toEqual([]);
    expect(await list({ gearProjectDeptSysDeptId: place.site })).toHaveLength(3);
    expect(await list({ gearOperationDeptId: place.noodles })).toHaveLength(3);
    expect(await list({ gearOperationDeptId: place.rice })).toEqual([]);
    expect(await list({ warehouseId: '1' })).toEqual([]);
    expect(await list({ factoryId: place.company })).toEqual(['Dumplings']);
    expect(await list({ factoryId: 'x' })).toEqual([]);
  });

  test('RULE-555: systems with data authority are those of one’s own departments', async () => {
    const page = (await kitchen.call('geargoodssys/pageWithAuto', {})) as { total: number };
    expect(page.total).toBe(2);
  });

  test('dishes of linked menus are offered on their days, with allergens and what was sold last', async () => {
    const menu = (await only('2026-12-01', 'lunch')).menuTemplateId;
    await kitchen.as((context) =>
      context.tx.run(sql`update menu_template set status = 'approved', enabled = 1 where id = ${menu}::bigint`),
    );
    const [system] = (
      (await kitchen.call('geargoodssys/pageWithAuto', { name: 'Hall' })) as { records: { id: string }[] }
    ).records;
    await kitchen.save('goodsSystemMenuTemplate', {
      goodsSystemId: system!.id,
      menuTemplateId: menu,
      startDate: '2026-12-01',
      endDate: '2026-12-05',
    });
    const ask = async (startDate: string, endDate: string, more = {}): Promise<unknown> =>
      (
        (await kitchen.call('geargoodssysmenutemplate/salesPlanPage', {
          gearOperationDeptId: place.noodles,
          startDate,
          endDate,
          ...more,
        })) as { records: unknown }
      ).records;
    expect(await ask('2026-11-30', '2026-12-06')).toMatchObject([
      { dishName: 'Noodles', mealDate: '2026-12-01', mealType: 'lunch', allergens: { gluten: 'contains' } },
    ]);
    expect(await ask('2026-12-06', '2026-12-12')).toEqual([]);
    expect(await ask('2026-11-30', '2026-12-06', { mealType: 'dinner' })).toEqual([]);
  });
});

describe('D15: a rule pack of forbidden foods', () => {
  const reset = (): Promise<unknown> => kitchen.as((context) => context.tx.run(sql`delete from material_auth_range`));

  test('stops a dish and a material at sites of one type, in its months, and says on what basis', async () => {
    const school = await kitchen.save('projectDeptType', { code: 'school', name: 'School' });
    const rule = (more: Record<string, unknown>): Promise<string> =>
      kitchen.save('materialAuthRange', {
        deptId: place.company,
        access: 'deny',
        projectDeptTypeId: school,
        startDate: '2026-11-01',
        basis: 'School canteen rules, article 30',
        ...more,
      });
    expect(await kitchen.refusalsOf(rule({ dishId: noodles, monthFrom: 5 }))).toEqual(['Name both months, or neither']);
    await rule({ dishId: noodles, monthFrom: 11, monthTo: 2 });
    await rule({ materialId: pork });
    const menu = body('2026-12-04', 'lunch', [dish(noodles), dish(dumplings)]);
    await submit(menu);
    const site = await kitchen.save('projectDeptSystem', {
      projectDeptName: 'Site',
      bladeProjectDeptId: place.site,
      projectDeptTypeId: school,
    });
    const next = body('2026-12-05', 'lunch', [dish(noodles), dish(dumplings)]);
    const pork2 =
      'Line 2: Pork, which goes into Dumplings, may not be cooked at noodles: the rule for Pork at company, in force since 2026-11-01, denies it (School canteen rules, article 30). Take another, or change that rule under Material authorisation';
    expect(await kitchen.refusalsOf(submit(next))).toEqual([
      'Line 1: Noodles may not be served at noodles on 2026-12-05: the rule at company, in force since 2026-11-01, forbids it (School canteen rules, article 30). Take another dish, or change that rule under Material authorisation',
      pork2.replace('Line 2', 'Line 1').replace('Dumplings', 'Noodles'),
      pork2,
    ]);
    await kitchen.save('projectDeptSystem', { id: site, projectDeptTypeId: null });
    await submit(next);
    await reset();
  });
});

describe('D14: what of coming menus cannot be supplied', () => {
  const check = async (date: string): Promise<readonly (readonly [string, string])[]> =>
    (
      (await kitchen.call('gearmenu/checkSupply', { gearOperationDeptId: place.noodles, date })) as {
        why: string;
        msg: string;
      }[]
    ).map((item) => [item.why, item.msg] as const);

  test('is asked together: forbidden in its season, frozen, without a price, too late to order', async () => {
    await submit(body('2026-12-08', 'lunch', [dish(dumplings)]));
    const unpriced = [
      'price',
      '2026-12-08, Lunch: Pork, which goes into Dumplings, has no price in force; get one, or take another dish',
    ] as const;
    expect(await check('2026-12-08')).toEqual([unpriced]);
    late = [
      { name: 'Pork', orderBefore: '2026-12-01 10:00:00', note: '' },
      { name: 'Flour', orderBefore: '2026-11-30 09:00:00', note: '' },
      { name: 'Pork', orderBefore: '2026-12-02 10:00:00', note: '' },
      { name: 'Wheat', orderBefore: null, note: 'No delivery on Tuesdays' },
    ];
    await kitchen.save('materialAuthRange', {
      materialId: pork,
      deptId: place.company,
      access: 'deny',
      monthFrom: 12,
      monthTo: 1,
      startDate: '2026-11-01',
    });
    await kitchen.call('material/freeze', { ids: pork });
    expect((await check('2026-12-08')).map(([why, msg]) => [why, msg.slice(0, 90)])).toEqual([
      ['forbidden', '2026-12-08, Lunch: Line 1: Pork, which goes into Dumplings, may not be cooked at noodles: '],
      ['frozen', '2026-12-08, Lunch: Pork, which goes into Dumplings, is frozen; take another dish or materi'],
      ['late', '2026-12-08, Lunch: Too little of Pork, Flour is in store or on order, and since 2026-11-30'],
      ['late', '2026-12-08, Lunch: Too little of Wheat is in store and it cannot be delivered by then: No '],
    ]);
    await kitchen.call('material/thaw', { ids: pork });
    late = [];
    await kitchen.as((context) => context.tx.run(sql`delete from material_auth_range`));
    expect(await check('2026-12-08')).toEqual([unpriced]);
  });
});
