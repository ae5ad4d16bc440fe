import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../parts/postgres/database.ts';
import { aDish, aMaterial, openKitchen, place, unit, type Kitchen } from '../kitchen.testing.ts';

let kitchen: Kitchen;
let type: string;
let noodles: string;
let soup: string;
let plain: string;
beforeAll(async () => {
  kitchen = await openKitchen();
  const pork = await aMaterial(kitchen, 'Pork');
  noodles = await aDish(kitchen, 'Noodles', { salePrice: '12' });
  soup = await aDish(kitchen, 'Soup', { salePrice: '5' });
  plain = await aDish(kitchen, 'Plain', { salePrice: null });
  for (const dishId of [noodles, soup])
    await kitchen.save('dishBom', {
      dishId,
      outputUnitId: unit.portion,
      released: 1,
      startDate: '2026-11-01',
      details: [{ materialId: pork, netQty: '50', unitId: unit.g }],
    });
  await kitchen.save('dishBomSpecialGear', {
    dishId: soup,
    deptId: place.rice,
    reason: 'Less meat',
    released: 1,
    startDate: '2026-11-01',
    details: [{ action: 'change', targetMaterialId: pork, netQty: '30', unitId: unit.g }],
  });
  type = await kitchen.save('menuTemplateType', { code: 'STAFF', name: 'Staff meals', cycleDays: 2 });
});
afterAll(() => kitchen.close());

type Menu = Record<string, unknown> & { id: string; billCode: string; status: string };
type Page = { total: number; records: Record<string, unknown>[] };
const cell = (dayNo: number, dishId: string, more = {}) => ({ dayNo, mealType: 'lunch', dishId, ...more });
const submit = (body: Record<string, unknown>): Promise<Menu> =>
  kitchen.call('menutemplate/submit', body) as Promise<Menu>;
/** Lunch of two days for the noodle stall. */
const stallMenu = (more: Record<string, unknown> = {}): Promise<Menu> =>
  submit({
    name: 'Noodle bar',
    menuTemplateTypeId: type,
    templateKind: 'gear',
    bladeProjectDeptId: place.site,
    gearOperationDeptIds: place.noodles,
    cycleStartDate: '2026-11-23',
    serviceWeekdays: '5,1,2,3,4',
    startDate: '2026-11-23',
    endDate: '2026-12-31',
    meals: [{ mealType: 'lunch', mealStandard: '25', plannedDiners: 200 }],
    details: [cell(1, noodles), cell(2, soup, { salePrice: '4.50', planPortions: 80 })],
    ...more,
  });
const act = (action: string, menu: Menu, who = '2', body = {}): Promise<unknown> =>
  kitchen.call(`menutemplate/${action}`, { ids: menu.id, ...body }, who);
const detail = (menu: Menu): Promise<Menu> => kitchen.call('menutemplate/detail', { id: menu.id }) as Promise<Menu>;
const approved = async (more: Record<string, unknown> = {}): Promise<Menu> => {
  const menu = await stallMenu(more);
  await act('toApply', menu, '1');
  await act('doApply', menu);
  return menu;
};
const away = async (menu: Menu): Promise<void> => {
  await act('stop', menu);
  await act('void', menu, '2', { reason: 'No longer needed' });
};

test('EP-0294 EP-0295 EP-0296 EP-0297 EP-0298: a type says how long its cycle is and what a meal consists of; least is not more than most; it stays while a template has it', async () => {
  const structure = [
    { mealType: 'lunch', dishRole: 'main-meat', min: 2, max: 3 },
    { mealType: 'lunch', min: 5, max: 8 },
  ];
  const { id } = (await kitchen.call('menutemplatetype/submit', { code: 'PUPIL', name: 'Pupils', structure })) as {
    id: string;
  };
  expect(await kitchen.call('menutemplatetype/detail', { id })).toMatchObject({
    code: 'PUPIL',
    cycleDays: 7,
    noRepeatDays: 2,
    checkLevel: 'warn',
    structure: [
      { dishRole: 'main-meat', dishRoleName: 'Main meat', min: 2, max: 3 },
      { dishRole: '', min: 5, max: 8 },
    ],
  });
  expect(
    await kitchen.refusalsOf(
      kitchen.call('menutemplatetype/submit', {
        id,
        structure: [structure[0], { mealType: 'dinner', min: 3, max: 2 }],
      }),
    ),
  ).toEqual(['Line 2: at least 3 is more than at most 2; change one of them']);
  expect(
    (
      await kitchen.refusalsOf(kitchen.call('menutemplatetype/submit', { id, structure: [structure[0], structure[0]] }))
    )[0],
  ).toMatch(/^Line 2 repeats line 1/);
  expect(await kitchen.refusalsOf(kitchen.call('menutemplatetype/submit', { id, cycleDays: 43 }))).toHaveLength(1);
  for (const call of ['list', 'page'])
    expect(await kitchen.call(`menutemplatetype/${call}`, { keyword: 'pupil' })).toMatchObject({
      total: 1,
      records: [{ name: 'Pupils' }],
    });
  const menu = await stallMenu({ menuTemplateTypeId: id, cycleDays: 2 });
  expect((await kitchen.refusalsOf(kitchen.call('menutemplatetype/remove', { ids: id })))[0]).toMatch(
    /"Pupils" is used by Menu template/,
  );
  await kitchen.call('menutemplate/remove', { ids: menu.id });
  await kitchen.call('menutemplatetype/remove', { ids: id });
  expect(await kitchen.call('menutemplatetype/page', { keyword: 'pupil' })).toMatchObject({ total: 0 });
});

describe('a menu template', () => {
  test('EP-0280 EP-0281 EP-0282 EP-0283 EP-0284: is made for stalls or restaurants of its site, takes days and prices it does not name, is found and removed', async () => {
    const menu = await stallMenu({ useRestaurantDeptIds: place.restaurant });
    expect(menu).toMatchObject({
      billCode: expect.stringMatching(/^CP20261121\d{4}$/),
      status: 'draft',
      versionNo: 1,
      cycleDays: 2,
      serviceWeekdays: '1,2,3,4,5',
      companyDeptId: place.company,
      useRestaurantDeptIds: '',
      gearOperationDeptName: 'noodles',
      enabled: 0,
      effective: 0,
      frozen: 0,
      meals: [{ mealStandard: '25.00', plannedDiners: 200 }],
      details: [
        { dishName: 'Noodles', salePrice: '12', portionGroup: 'standard' },
        { salePrice: '4.5', planPortions: 80 },
      ],
    });
    for (const call of ['list', 'page'])
      expect(
        await kitchen.call(`menutemplate/${call}`, {
          keyword: 'noodle',
          dishId: soup,
          gearOperationDeptId: place.noodles,
          validOn: '2026-12-31',
          effective: '0',
        }),
      ).toMatchObject({ total: 1, records: [{ id: menu.id }] });
    for (const none of [
      { gearOperationDeptId: place.rice },
      { validOn: '2027-01-01' },
      { effective: '1' },
      { effective_equal: '1' },
      { useRestaurantDeptId: place.restaurant },
    ])
      expect(await kitchen.call('menutemplate/page', none)).toMatchObject({ total: 0 });
    expect(await submit({ id: menu.id, name: 'Renamed' })).toMatchObject({
      name: 'Renamed',
      details: [{ dayNo: 1 }, { dayNo: 2 }],
    });
    await kitchen.call('menutemplate/remove', { ids: menu.id });
    await expect(detail(menu)).rejects.toThrow();
  });

  test('refuses places of another kind or site, a first day without service, what is no weekday, and another kind later on', async () => {
    const refusalsOf = (more: Record<string, unknown>): Promise<string[]> => kitchen.refusalsOf(stallMenu(more));
    expect(await refusalsOf({ gearOperationDeptIds: [place.noodles, place.otherStall, place.restaurant] })).toEqual([
      'otherStall is not a stall of site; choose another',
      'restaurant is not a stall of site; choose another',
    ]);
    expect(await refusalsOf({ templateKind: 'restaurant' })).toEqual([expect.stringContaining('Restaurants')]);
    expect(await refusalsOf({ bladeProjectDeptId: place.restaurant })).toEqual([
      'restaurant is not a project department; choose another',
    ]);
    expect(await refusalsOf({ cycleStartDate: '2026-11-22' })).toEqual([
      'Day 1 (2026-11-22) is no day of service; choose another day or change the weekdays',
    ]);
    expect(await refusalsOf({ serviceWeekdays: '1,8' })).toEqual([
      'Give weekdays as 1 to 7 with commas between, such as 1,2,3,4,5',
    ]);
    expect(await refusalsOf({ endDate: '2026-11-22' })).toEqual([
      'It would end (2026-11-22) before it begins (2026-11-23)',
    ]);
    const menu = await stallMenu();
    expect(
      await kitchen.refusalsOf(
        submit({ id: menu.id, templateKind: 'restaurant', useRestaurantDeptIds: place.restaurant }),
      ),
    ).toHaveLength(1);
    await kitchen.call('menutemplate/remove', { ids: menu.id });
  });

  test('RULE-195 EP-0291 EP-0287 EP-0288: is sent whole, sent back with a reason, sent again and approved by somebody else', async () => {
    const menu = await stallMenu({ details: [cell(1, noodles), cell(1, plain), cell(3, soup)] });
    expect(await kitchen.refusalsOf(act('toApply', menu, '1'))).toEqual([
      `${menu.billCode}: Lunch has no dishes on day 2; add some`,
      'Line 2: Plain has no BOM in force on 2026-11-23; release one first',
      'Line 3: day 3 lies beyond the cycle of 2 days; change the day or lengthen the cycle',
    ]);
    await submit({ id: menu.id, details: [cell(1, noodles), cell(2, soup)] });
    await act('toApply', menu, '1');
    await act('refuse', menu, '2', { reason: 'Too much pork' });
    expect(await detail(menu)).toMatchObject({ status: 'rejected', reason: 'Too much pork' });
    await act('toApply', menu, '1');
    expect(await kitchen.refusalsOf(act('doApply', menu, '1'))).toEqual([
      `You sent document ${menu.billCode} yourself: Approve needs somebody else`,
    ]);
    await kitchen.call('dish/freeze', { ids: soup });
    expect(await kitchen.refusalsOf(act('doApply', menu))).toEqual(['Line 2: Soup is frozen; choose another dish']);
    await kitchen.call('dish/thaw', { ids: soup });
    await act('doApply', menu);
    expect(await kitchen.refusalsOf(submit({ id: menu.id, name: 'Late' }))).toEqual([
      `Document ${menu.billCode} is Approved and cannot be changed`,
    ]);
    await act('void', menu, '2', { reason: 'Only a trial' });
  });

  test('RULE-203 EP-0292 EP-0293: of two for one meal of a stall one is in use; the next takes over once the first is stopped, a new version at once', async () => {
    const [first, second] = [
      await approved(),
      await approved({ name: 'Winter', startDate: '2026-12-15', endDate: null }),
    ];
    expect(await kitchen.refusalsOf(act('stop', first))).toEqual([
      `${first.billCode} is not in use; there is nothing to stop`,
    ]);
    await act('enable', first);
    expect(await kitchen.refusalsOf(act('enable', first))).toEqual([
      `${first.billCode} is in use already; nothing is left to do`,
    ]);
    expect(await kitchen.refusalsOf(act('enable', second))).toEqual([
      `${second.billCode} overlaps the template Noodle bar for Lunch at noodles, 2026-12-15 to 2026-12-31; take that one out of use or change the days`,
    ]);
    expect(await kitchen.refusalsOf(act('void', first, '2', { reason: 'Too early' }))).toEqual([
      `${first.billCode} is in use; take it out of use before you void it`,
    ]);
    await act('stop', first);
    await act('enable', second);
    expect([await detail(first), await detail(second)]).toMatchObject([
      { enabled: 0, stopTime: expect.stringMatching(/^\d{4}/) },
      { enabled: 1, stopTime: '', timeline: [{ action: 'toApply' }, { action: 'doApply' }, { action: 'enable' }] },
    ]);
    const next = await approved({ name: 'Winter 2', startDate: '2026-12-15', endDate: null, previousId: second.id });
    expect(next).toMatchObject({ versionNo: 2 });
    await act('enable', next);
    expect(await detail(second)).toMatchObject({ enabled: 0, timeline: [{}, {}, {}, { action: 'stop' }] });
    await away(next);
  });

  test('the database holds it too: a second place in use is refused in words', async () => {
    const [first, second] = [await approved(), await approved()];
    await act('enable', first);
    const behindOurBack = kitchen.as((context) =>
      context.tx.run(sql`
      insert into menu_template_place (menu_template_id, template_kind, dept_id, meal_type, start_date)
        select ${second.id}::bigint, template_kind, dept_id, meal_type, start_date from menu_template_place
        where menu_template_id = ${first.id}::bigint`),
    );
    expect(await kitchen.refusalsOf(behindOurBack)).toEqual([
      'Another menu template was put into use for the same meal and place a moment ago; reload and try again',
    ]);
    await away(first);
  });

  test('RULE-200 EP-0285 EP-0286: frozen, it is neither in force nor changed nor put into use, and leaves its place; thawed, it is as it was, unless another took the place', async () => {
    const [first, second, draft] = [await approved({ startDate: '2026-11-21' }), await approved(), await stallMenu()];
    await act('enable', first);
    expect(await detail(first)).toMatchObject({ effective: 1 });
    for (const menu of [first, draft]) await act('freeze', menu);
    expect(await detail(first)).toMatchObject({ frozen: 1, enabled: 1, effective: 0 });
    for (const [status, total] of [
      ['in-use', 0],
      ['frozen', 2],
    ] as const)
      expect(await kitchen.call('menutemplate/page', { status })).toMatchObject({ total });
    expect(await kitchen.refusalsOf(submit({ id: draft.id, name: 'Late' }))).toEqual([
      `${draft.billCode} is frozen; unfreeze it before you do this: change it`,
    ]);
    expect(await kitchen.refusalsOf(act('toApply', draft, '1'))).toEqual([
      `${draft.billCode} is frozen; unfreeze it before you do this: Send for approval`,
    ]);
    await act('enable', second);
    expect(await kitchen.refusalsOf(act('thaw', first))).toEqual([
      expect.stringContaining('overlaps the template Noodle bar'),
    ]);
    await away(second);
    await act('thaw', first);
    expect(await detail(first)).toMatchObject({ frozen: 0, effective: 1 });
    await away(first);
    expect(await kitchen.refusalsOf(act('freeze', first))).toEqual([
      `${first.billCode} is void and can be neither frozen nor unfrozen`,
    ]);
    await act('thaw', draft);
    await kitchen.call('menutemplate/remove', { ids: draft.id });
  });
});

describe('read', () => {
  let own: Menu;
  let shared: Menu;
  beforeAll(async () => {
    own = await approved({ startDate: '2026-11-21', endDate: null });
    shared = await approved({
      name: 'House menu',
      templateKind: 'restaurant',
      useRestaurantDeptIds: place.restaurant,
      gearOperationDeptIds: '',
      startDate: '2026-11-21',
      serviceWeekdays: '',
      details: [
        cell(1, noodles),
        cell(1, soup, { gearOperationDeptId: place.rice, sort: 1 }),
        cell(2, soup),
        cell(2, noodles, { gearOperationDeptId: place.noodles, sort: 2 }),
      ],
    });
    for (const menu of [own, shared]) await act('enable', menu);
  });

  test('EP-0289: by stall, each template that reaches it: its own and its restaurant’s', async () => {
    const page = async (input: Record<string, unknown>): Promise<Page> =>
      (await kitchen.call('menutemplate/pageGearOperation', { effective: '1', size: '50', ...input })) as Page;
    const shownRows = ({ records }: Page) =>
      records.map((row) => [row['gearOperationDeptName'], row['name'], row['own'], row['effective']]);
    const every = await page({});
    expect([every.total, shownRows(every)]).toEqual([
      3,
      [
        ['noodles', 'House menu', 0, 1],
        ['noodles', 'Noodle bar', 1, 1],
        ['rice', 'House menu', 0, 1],
      ],
    ]);
    expect(shownRows(await page({ gearOperationDeptId: place.rice }))).toEqual([['rice', 'House menu', 0, 1]]);
    // 2026-11-21 is a Saturday before the cycle begins.
    expect(every.records.map((row) => row['dayNoToday'])).toEqual([null, null, null]);
    expect(await page({ gearOperationDeptId: place.otherStall })).toMatchObject({ total: 0, records: [] });
    expect(await page({ size: '1', current: '3' })).toMatchObject({
      total: 3,
      pages: 3,
      records: [{ gearOperationDeptId: place.rice }],
    });
  });

  test('EP-0290: by id or by stall, day by day; its own before the restaurant’s, and of that the cells of the stall or of all', async () => {
    const menu = async (input: Record<string, unknown>) => {
      const answer = (await kitchen.call('menutemplate/getMenuTemplate', input)) as {
        template?: Menu;
        days?: { dayNo: number; date: string; meals: { mealType: string; dishes: { dishName: string }[] }[] }[];
      };
      return [
        answer.template?.['name'],
        (answer.days ?? []).map((day) => [
          day.dayNo,
          day.date,
          ...day.meals.map((meal) => `${meal.mealType}: ${meal.dishes.map((dish) => dish.dishName).join(', ')}`),
        ]),
      ];
    };
    expect(await menu({ gearOperationDeptId: place.noodles })).toEqual([
      'Noodle bar',
      [
        [1, '2026-11-23', 'lunch: Noodles'],
        [2, '2026-11-24', 'lunch: Soup'],
      ],
    ]);
    expect(await menu({ gearOperationDeptId: place.rice, date: '2026-11-29' })).toEqual([
      'House menu',
      [[1, '2026-11-29', 'lunch: Noodles, Soup']],
    ]);
    expect(await menu({ gearOperationDeptId: place.noodles, date: '2026-11-29' })).toEqual(['Noodle bar', []]);
    expect(await menu({ gearOperationDeptId: place.rice, date: '2026-11-24' })).toEqual([
      'House menu',
      [[2, '2026-11-24', 'lunch: Soup']],
    ]);
    expect(await menu({ id: shared.id, date: '2026-11-24' })).toEqual([
      'House menu',
      [[2, '2026-11-24', 'lunch: Soup, Noodles']],
    ]);
    expect(await kitchen.call('menutemplate/getMenuTemplate', { gearOperationDeptId: place.otherStall })).toEqual({});
    expect(
      await kitchen.call('menutemplate/getMenuTemplate', { gearOperationDeptId: place.rice, date: '2027-06-01' }),
    ).toEqual({});
    expect(await kitchen.refusalsOf(kitchen.call('menutemplate/getMenuTemplate', {}))).toEqual([
      expect.stringContaining('id'),
    ]);
  });

  test('EP-0252: its dishes, a row for each cell, by day, meal and stall', async () => {
    const dishes = async (input: Record<string, unknown>): Promise<Page> =>
      (await kitchen.call('dish/listDishPageListFromMenuTemplate', { menuTemplateId: shared.id, ...input })) as Page;
    const shownRows = ({ records }: Page) => records.map((row) => [row['dayNo'], row['name']]);
    const all = await dishes({});
    expect([all.total, shownRows(all)]).toEqual([
      4,
      [
        [1, 'Noodles'],
        [1, 'Soup'],
        [2, 'Soup'],
        [2, 'Noodles'],
      ],
    ]);
    expect(all.records[1]).toMatchObject({
      id: soup,
      mealType: 'lunch',
      sort: 1,
      planPortions: null,
      salePrice: '5',
      gearOperationDeptId: place.rice,
      dishTypeName: 'Mains',
    });
    expect(shownRows(await dishes({ gearOperationDeptId: place.rice }))).toEqual([
      [1, 'Noodles'],
      [1, 'Soup'],
      [2, 'Soup'],
    ]);
    expect(shownRows(await dishes({ dayNo: '2', mealType: 'lunch' }))).toEqual([
      [2, 'Soup'],
      [2, 'Noodles'],
    ]);
    expect(await dishes({ mealType: 'dinner' })).toMatchObject({ total: 0, records: [] });
    expect(await dishes({ size: '3', current: '2' })).toMatchObject({
      total: 4,
      pages: 2,
      records: [{ dayNo: 2, name: 'Noodles' }],
    });
    expect(await kitchen.refusalsOf(kitchen.call('dish/listDishPageListFromMenuTemplate', {}))).toEqual([
      expect.stringContaining('menuTemplateId'),
    ]);
  });

  test('EP-0259: its BOMs, one for each dish with its cells, as the stall cooks; a dish without one says so', async () => {
    const menu = await stallMenu({
      gearOperationDeptIds: `${place.noodles},${place.rice}`,
      details: [cell(1, noodles), cell(2, soup), cell(2, plain), cell(1, soup)],
    });
    const boms = async (input: Record<string, unknown>) =>
      (await kitchen.call('dishbom/getDishBomFromMenuTemplate', { menuTemplateId: menu.id, ...input })) as (Record<
        string,
        unknown
      > & { cells: { dayNo: number }[]; details: Record<string, unknown>[] })[];
    const refusalsOf = async (input: Record<string, unknown>) =>
      (await boms(input)).map((bom) => [
        bom['dishName'],
        bom.cells.map((each) => each.dayNo),
        bom.details[0]?.['netBaseQty'] ?? null,
        bom['missing'],
      ]);
    expect(await refusalsOf({})).toEqual([
      ['Noodles', [1], '0.05', false],
      ['Soup', [1, 2], '0.05', false],
      ['Plain', [2], null, true],
    ]);
    expect(await refusalsOf({ gearOperationDeptId: place.rice, dayNo: '1' })).toEqual([
      ['Noodles', [1], '0.05', false],
      ['Soup', [1], '0.03', false],
    ]);
    expect(await refusalsOf({ date: '2026-10-31', dayNo: '1' })).toEqual([
      ['Noodles', [1], null, true],
      ['Soup', [1], null, true],
    ]);
    await submit({ id: menu.id, gearOperationDeptIds: place.rice });
    expect((await boms({}))[1]).toMatchObject({
      dishId: soup,
      bomVersion: 1,
      outputQty: '1',
      outputUnitName: 'portion',
      origin: 'variant',
      details: [{ name: 'Pork' }],
      cells: [{ mealType: 'lunch', salePrice: '5' }, {}],
    });
    expect(await kitchen.refusalsOf(kitchen.call('dishbom/getDishBomFromMenuTemplate', {}))).toEqual([
      expect.stringContaining('menuTemplateId'),
    ]);
  });
});

describe('a menu as it is drawn up', () => {
  type Looked = {
    pass: boolean;
    general: string[];
    cells: { dayNo: number; line: number | null; level: string; code: string; text: string }[];
    meals: Record<string, unknown>[];
  };
  /** But for costs: nobody sells to this kitchen, and the area that reckons them is not part of it. */
  const look = async (more: Record<string, unknown>): Promise<Looked> => {
    const looked = (await looking(more)) as Looked;
    return { ...looked, cells: looked.cells.filter(({ code }) => code !== 'master-data.menu-cost-unknown') };
  };
  const looking = (more: Record<string, unknown>): Promise<unknown> =>
    kitchen.call('menutemplate/check', {
      menuTemplateTypeId: type,
      templateKind: 'gear',
      startDate: '2026-11-23',
      cycleDays: '2',
      meals: [{ mealType: 'lunch', mealStandard: '25', plannedDiners: 200 }],
      ...more,
    });

  test('is looked at before it is saved: what it lacks, what cannot be made, what comes again; half a line is passed over', async () => {
    expect(
      await look({
        details: [
          { dayNo: 1, mealType: 'lunch', dishId: '' },
          cell(1, noodles),
          cell(2, plain),
          cell(2, noodles),
          cell(1, soup, { mealType: 'dinner' }),
        ],
      }),
    ).toMatchObject({
      pass: false,
      cells: [
        { dayNo: 2, line: 3, level: 'block', text: expect.stringMatching(/Plain/) },
        { dayNo: 1, line: 5, level: 'block', text: expect.stringMatching(/dinner/i) },
        {
          dayNo: 1,
          line: 2,
          level: 'warn',
          text: 'Day 1: Noodles was served on day 2 already, within 2 days; choose another dish or move it',
        },
        { dayNo: 2, line: 4, level: 'warn' },
      ],
    });
    expect(await look({ details: [cell(1, noodles)] })).toMatchObject({
      pass: false,
      general: [expect.stringMatching(/day.* 2/i)],
      cells: [],
    });
    expect(await look({ details: [cell(1, noodles), cell(2, soup)] })).toMatchObject({
      pass: true,
      general: [],
      cells: [],
    });
    expect(await look({ details: 'x', meals: { a: 1 }, cycleDays: '-3', menuTemplateTypeId: 'y' })).toMatchObject({
      pass: false,
      cells: [],
    });
  });

  test('rules of its type stop it only where the type says so, before sending as beside the grid', async () => {
    const strict = await kitchen.save('menuTemplateType', {
      code: 'STRICT',
      name: 'Strict',
      cycleDays: 2,
      noRepeatDays: 1,
      checkLevel: 'block',
      structure: [{ mealType: 'lunch', min: 2, max: 3 }],
    });
    const menu = await stallMenu({
      menuTemplateTypeId: strict,
      details: [cell(1, noodles), cell(2, noodles), cell(2, soup)],
    });
    const wanted = [
      'Day 1: Noodles was served on day 2 already, within 1 days; choose another dish or move it',
      'Day 1, Lunch: 1 of dishes, where the type wants 2–3',
      'Day 2: Noodles was served on day 1 already, within 1 days; choose another dish or move it',
    ];
    const { pass, cells } = await look({
      menuTemplateTypeId: strict,
      details: [cell(1, noodles), cell(2, noodles), cell(2, soup)],
    });
    expect([pass, cells.map(({ level, text }) => `${level} ${text}`)]).toEqual([
      false,
      wanted.map((each) => `block ${each}`),
    ]);
    expect(await kitchen.refusalsOf(act('toApply', menu, '1'))).toEqual(wanted);
    await kitchen.call('menutemplatetype/submit', { id: strict, checkLevel: 'warn' });
    await act('toApply', menu, '1');
    await act('refuse', menu, '2', { reason: 'Not yet' });
    await kitchen.call('menutemplate/remove', { ids: menu.id });
  });
});

test('a search shows, page by page and in whatever order, the rows with its words, and the tabs count them', async () => {
  const menus: Menu[] = [];
  for (const name of ['Barley one', 'Oats', 'Barley two', 'Barley three', 'Barley four'])
    menus.push(await stallMenu({ name }));
  await act('toApply', menus[0]!, '1');
  await kitchen.call('menutemplate/freeze', { ids: menus[2]!.id });
  const page = (input: Record<string, unknown>): Promise<Page> =>
    kitchen.call('menutemplate/page', { size: '200', ...input }) as Promise<Page>;
  for (const order of [{}, { ascs: 'name' }, { descs: 'status,name' }, { ascs: 'id' }]) {
    const wanted = (await page(order)).records
      .filter(({ name }) => String(name).startsWith('Barley'))
      .map(({ id }) => id);
    const pages: Page[] = [];
    for (const current of ['1', '2', '3', '4', '5'])
      pages.push(await page({ ...order, keyword: 'BARL', size: '1', current }));
    expect([pages.flatMap(({ records }) => records.map(({ id }) => id)), pages.map(({ total }) => total)]).toEqual([
      wanted,
      [4, 4, 4, 4, 4],
    ]);
  }
  const counts = (await kitchen.call('menutemplate/statusCounts', { keyword: 'barley' })) as Record<string, number>;
  expect(counts).toEqual({ draft: 3, pending: 1, approved: 0, rejected: 0, void: 0, done: 0, 'in-use': 0, frozen: 1 });
  for (const [status, count] of Object.entries(counts))
    expect([status, (await page({ status, keyword: 'barley' })).total]).toEqual([status, count]);
});
