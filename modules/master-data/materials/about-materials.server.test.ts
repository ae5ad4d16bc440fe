import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../parts/postgres/database.ts';
import { resolveRef } from '../../../parts/sheets/sheet-lookups.ts';
import { aMaterial, openKitchen, place, TODAY, unit, type Kitchen } from '../kitchen.testing.ts';
import { materialCosts } from './material-cost.server.ts';

let kitchen: Kitchen;
beforeAll(async () => {
  kitchen = await openKitchen();
});
afterAll(() => kitchen.close());

type Page = { readonly total: number; readonly records: readonly Record<string, unknown>[] };
const page = async (path: string, input: Record<string, unknown> = {}): Promise<Page> =>
  (await kitchen.call(path, { size: 100, ...input })) as Page;
const names = ({ records }: Page, of = 'name'): unknown[] => records.map((row) => row[of]);

describe('EP-0194 EP-0195: an alias', () => {
  const called = async (id: string) => ((await kitchen.call('material/detail', { id })) as { aliases: string }).aliases;

  test('is entered singly or all at once; what replaces retires what it leaves out, and the material shows what is left', async () => {
    const id = await aMaterial(kitchen, '西红柿');
    expect(await kitchen.call('materialalias/submit', { materialId: id, alias: '番茄' })).toMatchObject({
      alias: '番茄',
      aliasKey: '番茄',
      materialName: '西红柿',
    });
    expect(
      await kitchen.call('materialalias/submit', {
        materialId: id,
        aliases: ['番 茄', { alias: '洋柿子', aliasKind: 'local' }],
      }),
    ).toBe(true);
    expect(names(await page('materialalias/page', { materialId: id }), 'alias')).toEqual(['番 茄', '洋柿子']);
    expect(await called(id)).toBe('番 茄, 洋柿子');
    expect(
      await kitchen.call('materialalias/submit', { materialId: id, aliases: ['洋柿子', '狼桃'], replace: 1 }),
    ).toBe(true);
    expect(
      (await page('materialalias/page', { materialId: id })).records.map((row) => [row['alias'], row['frozen']]),
    ).toEqual([
      ['番 茄', 1],
      ['狼桃', 0],
      ['洋柿子', 0],
    ]);
    expect(await called(id)).toBe('洋柿子, 狼桃');
    expect(names(await page('material/page', { keyword: 'yangshizi' }))).toEqual(['西红柿']);
    expect((await page('material/page', { keyword: 'fanqie' })).total).toBe(0);
  });

  test('is the same whether it was written into the material or into the list', async () => {
    const id = await aMaterial(kitchen, '土豆', { aliases: '马铃薯，洋芋, 土豆' });
    expect(await called(id)).toBe('马铃薯, 洋芋');
    expect(names(await page('materialalias/page', { materialId: id }), 'alias').toSorted()).toEqual(
      ['洋芋', '马铃薯'].toSorted(),
    );
    await kitchen.save('material', { id, aliases: '洋芋、地蛋' });
    expect(names(await page('materialalias/page', { materialId: id, frozen: 0 }), 'alias').toSorted()).toEqual(
      ['地蛋', '洋芋'].toSorted(),
    );
    await kitchen.save('material', { id, aliases: '洋芋, 马铃薯' });
    expect((await page('materialalias/page', { materialId: id })).total, 'what was retired begins again').toBe(3);
    expect(names(await page('material/page', { keyword: 'malingshu' }))).toEqual(['土豆']);
  });

  test('leads to one material in one context, however it is spelt, and to another in another', async () => {
    const [sweet, white] = [await aMaterial(kitchen, '红薯', { aliases: '地瓜' }), await aMaterial(kitchen, '凉薯')];
    const { code } = (await kitchen.call('material/detail', { id: sweet })) as { code: string };
    expect(
      await kitchen.refusalsOf(kitchen.call('materialalias/submit', { materialId: white, alias: ' 地 瓜' })),
    ).toEqual([`The alias 地 瓜 already leads to ${code} 红薯; choose another, or retire it there first`]);
    expect(await kitchen.refusalsOf(kitchen.save('material', { id: white, aliases: '豆薯,地瓜' }))).toEqual([
      `The alias 地瓜 already leads to ${code} 红薯; choose another, or retire it there first`,
    ]);
    await kitchen.call('materialalias/submit', { materialId: white, alias: '地瓜', deptId: place.otherSite });
    expect(await called(white)).toBe('地瓜');
    await kitchen.save('material', { id: white, shortName: '薯' });
    expect(await called(white)).toBe('地瓜');
    const found = await kitchen.as((context) => resolveRef(context, 'material', ['地瓜', '凉薯', '没有']));
    expect([...found]).toEqual([
      ['凉薯', [white]],
      ['地瓜', [sweet]],
    ]);
  });
});

describe('EP-0229 EP-0230: who may use a material', () => {
  const usable = async (where: Record<string, unknown>, name = '*'): Promise<unknown[]> =>
    names(await page('material/pageWithAuthNew', { ...where, keyword: 'auth', descs: 'name' }))
      .filter((each) => name === '*' || each === name)
      .toSorted();
  let spinach: string;
  beforeAll(async () => {
    spinach = await aMaterial(kitchen, 'auth spinach', {
      materialTypeId: await kitchen.save('materialType', { code: 'leafy', name: 'Leafy', parentId: '500' }),
    });
    await aMaterial(kitchen, 'auth radish');
    await aMaterial(kitchen, 'auth wine', { authMode: 'closed' });
  });
  const range = (body: Record<string, unknown>) => kitchen.save('materialAuthRange', body);

  test('material.authMode: what names no mode of its own is open or closed as the tenant says', async () => {
    const mode = (value: string): Promise<unknown> =>
      kitchen.as(async ({ tx }) => {
        await tx.run(sql`delete from param where param_key = 'material.authMode'`);
        await tx.run(
          sql`insert into param (param_name, param_key, param_value, search_text)
            values ('mode', 'material.authMode', ${value}, '')`,
        );
      });
    expect(await usable({ deptId: place.noodles })).toEqual(['auth radish', 'auth spinach']);
    await mode('closed');
    expect(await usable({ deptId: place.noodles })).toEqual([]);
    await mode('open');
    expect(await usable({ deptId: place.noodles })).toEqual(['auth radish', 'auth spinach']);
  });

  test('EP-0181 EP-0180 EP-0182: lists obey the nearest row, by place, day and purpose', async () => {
    expect(await usable({ deptId: place.noodles })).toEqual(['auth radish', 'auth spinach']);
    const ofType = await range({ materialTypeId: '500', deptId: place.site, access: 'deny', startDate: TODAY });
    expect(await usable({ deptId: place.noodles })).toEqual([]);
    expect(await usable({ deptId: place.otherStall })).toEqual(['auth radish', 'auth spinach']);
    expect(await usable({ deptId: place.noodles, date: '2026-11-01' }), 'before it began').toEqual([
      'auth radish',
      'auth spinach',
    ]);
    await range({ materialId: spinach, deptId: place.company, access: 'allow', forBuy: 0, forPlan: 1 });
    expect(await usable({ deptId: place.noodles, purpose: 'plan' })).toEqual(['auth spinach']);
    expect(await usable({ deptId: place.noodles, purpose: 'buy' })).toEqual([]);
    const all = await page('material/pageWithAuthNew', {
      deptId: place.noodles,
      purpose: 'buy',
      keyword: 'auth',
      showUnavailable: 1,
    });
    expect(all.records.map((row) => [row['name'], row['usable'], row['reason']]).toSorted()).toEqual([
      ['auth radish', 0, 'An authorisation denies auth radish here'],
      ['auth spinach', 0, 'An authorisation denies auth spinach here'],
      ['auth wine', 0, 'An authorisation denies auth wine here'],
    ]);
    expect(names(await page('material/pageWithAuth', { keyword: 'auth' })), 'somewhere in my departments').toEqual(
      expect.arrayContaining(['auth radish', 'auth spinach']),
    );
    expect(names(await page('material/pageWithAuth', { keyword: 'auth' }))).not.toContain('auth wine');
    const list = (await kitchen.call('material/listWithAuthLimit', {
      keyword: 'auth',
      deptId: place.noodles,
      purpose: 'plan',
    })) as { name: string }[];
    expect(list.map((row) => row.name)).toEqual(['auth spinach']);
    await kitchen.call('materialauthrange/remove', { ids: ofType });
    expect(await usable({ deptId: place.noodles })).toEqual(['auth radish', 'auth spinach']);
  });

  test('EP-0236 EP-0234 EP-0235: rows are frozen and thawed many at once; a material’s list marks those of its type', async () => {
    const ids = [
      await range({ materialTypeId: '500', deptId: place.otherSite, access: 'deny' }),
      await range({ materialId: spinach, deptId: place.otherSite, access: 'deny' }),
    ];
    const shown = async () =>
      (await page('materialauthrange/page', { materialId: spinach, deptId: place.otherSite })).records.map((row) => [
        row['inherited'],
        row['frozen'],
      ]);
    expect((await shown()).toSorted()).toEqual([
      [0, 0],
      [1, 0],
    ]);
    expect(await kitchen.call('materialauthrange/batchUpdateStatus', { ids: ids.join(','), status: 0 })).toBe(true);
    expect((await shown()).toSorted()).toEqual([
      [0, 1],
      [1, 1],
    ]);
    expect(await usable({ deptId: place.otherStall })).toEqual(['auth radish', 'auth spinach']);
    await kitchen.call('materialauthrange/batchUpdateStatus', { ids: ids.join(','), status: 1 });
    expect(await usable({ deptId: place.otherStall })).toEqual([]);
    expect(
      await kitchen.refusalsOf(kitchen.call('materialauthrange/batchUpdateStatus', { ids: ids.join(','), status: 7 })),
    ).toHaveLength(1);
    await kitchen.call('materialauthrange/freeze', { ids: ids.join(',') });
    await kitchen.call('materialauthrange/thaw', { ids: ids[1]! });
    expect(await usable({ deptId: place.otherStall })).toEqual(['auth radish']);
  });

  test('a row names one target and a purpose, and two alike never meet', async () => {
    expect(await kitchen.refusalsOf(range({ deptId: place.rice }))).toEqual([
      'Name one of a material, a material type and a dish',
    ]);
    expect(await kitchen.refusalsOf(range({ materialId: spinach, materialTypeId: '500', deptId: place.rice }))).toEqual(
      ['Name one of a material, a material type and a dish'],
    );
    expect(
      await kitchen.refusalsOf(
        range({ materialId: spinach, deptId: place.rice, forPlan: 0, forBuy: 0, forIssue: 0, forCook: 0, forSale: 0 }),
      ),
    ).toEqual(['Choose at least one purpose']);
    await range({ materialId: spinach, deptId: place.rice, endDate: '2026-12-31' });
    expect(
      await kitchen.refusalsOf(range({ materialId: spinach, deptId: place.rice, startDate: '2026-12-31' })),
    ).toEqual([
      'This department already has such an authorisation for the same goods in this period; change its days first',
    ]);
  });
});

describe('EP-0311: a cost', () => {
  test('is figured per base unit and kilogram; the nearest department’s counts', async () => {
    const oil = await aMaterial(kitchen, 'Oil', { baseUnitId: unit.litre });
    await kitchen.save('itemUnitConversion', {
      materialId: oil,
      fromQty: '1',
      fromUnitId: unit.litre,
      toQty: '0.92',
      toUnitId: unit.kg,
      startDate: '2026-01-01',
    });
    await kitchen.save('itemUnitConversion', {
      materialId: oil,
      fromQty: '1',
      fromUnitId: unit.box,
      toQty: '20',
      toUnitId: unit.litre,
      startDate: '2026-01-01',
    });
    const cost = (body: Record<string, unknown>) =>
      kitchen.save('materialCost', { materialId: oil, unitId: unit.box, unitCost: '184', ...body });
    const id = await cost({});
    expect(await kitchen.call('materialcost/detail', { id })).toMatchObject({
      factor: '20',
      baseUnitCost: '9.2',
      costPerKg: '10',
      costKind: 'standard',
      startDate: TODAY,
    });
    await cost({ deptId: place.site, unitCost: '190' });
    await cost({ deptId: place.site, unitCost: '170', costKind: 'plan' });
    const at = async (line: readonly string[], kind: 'standard' | 'plan' = 'standard', day: string = TODAY) =>
      (await kitchen.as((context) => materialCosts(context, [oil], kind, day, line))).get(oil)?.toString();
    expect([
      await at([place.noodles, place.restaurant, place.site, place.company]),
      await at([place.otherSite, place.company]),
      await at([place.otherSite], 'plan'),
      await at([], 'standard', '2026-11-20'),
    ]).toEqual(['9.5', '9.2', undefined, undefined]);
    expect(await kitchen.refusalsOf(cost({ startDate: '2026-12-01' }))).toEqual([
      'This material already has a cost of this kind for the department in this period; end that one first',
    ]);
    expect(await kitchen.refusalsOf(cost({ unitId: unit.bag, costKind: 'plan' }))).toEqual([
      'Oil has no conversion from bag to litre; enter one first',
    ]);
    const old = await cost({ startDate: '2026-10-01', endDate: '2026-10-31' });
    expect(await kitchen.refusalsOf(kitchen.save('materialCost', { id: old, unitCost: '1' }))).toEqual([
      'This cost is in force already and stays as it is; end it and enter another',
    ]);
  });
});

describe('EP-0316: nutrients', () => {
  test('are per 100 g; what is not known stays unknown and is never nothing', async () => {
    const rice = await aMaterial(kitchen, 'Rice grains');
    const id = await kitchen.save('materialNutrient', {
      materialId: rice,
      sourceKind: 'table',
      energyKcal: '346',
      proteinG: '7.9',
      transFatG: '0',
    });
    expect(await kitchen.call('materialnutrients/detail', { id })).toMatchObject({
      energyKj: '1447.66',
      proteinG: '7.9',
      transFatG: '0',
      fatG: null,
      sodiumMg: null,
      fillRate: '13.3',
      foodName: 'Rice grains',
      ediblePct: '100',
    });
    expect(await kitchen.refusalsOf(kitchen.save('materialNutrient', { id, energyKj: '346' }))).toEqual([
      '346 kcal are about 1447.7 kJ, more than 5 % away from the 346 kJ given; check both',
    ]);
    expect((await page('materialnutrients/page', { fillRateBelow: '13.3' })).total).toBe(0);
    expect((await page('materialnutrients/page', { fillRateBelow: '50' })).total).toBe(1);
    const egg = await aMaterial(kitchen, 'Egg', { baseUnitId: unit.piece });
    expect(
      await kitchen.refusalsOf(kitchen.save('materialNutrient', { materialId: egg, sourceKind: 'label' })),
    ).toEqual(['Egg has no conversion to a unit of weight; enter one first']);
  });
});

test('EP-0279: a rotating picture leads where it says, and shows nothing without a picture', async () => {
  const picture = (body: Record<string, unknown>) =>
    kitchen.save('rotationChart', { title: 'New dishes', position: 'mall', enabled: 0, ...body });
  expect(await kitchen.refusalsOf(picture({ enabled: 1 }))).toEqual(['Add a picture before it is put into use']);
  expect(await kitchen.refusalsOf(picture({ linkKind: 'dish' }))).toEqual(['It leads to A dish: say which in Dish']);
  expect(await kitchen.refusalsOf(picture({ linkKind: 'url', url: 'http://example.org' }))).toEqual([
    'The address must begin with https://',
  ]);
  expect(
    await kitchen.refusalsOf(picture({ startTime: '2026-11-02 08:00:00', endTime: '2026-11-02 08:00:00' })),
  ).toEqual(['It must end after it begins']);
  const id = await picture({ linkKind: 'url', url: 'https://example.org/menu' });
  await kitchen.save('rotationChart', { id, linkKind: 'none' });
  expect(await kitchen.call('rotationchart/detail', { id })).toMatchObject({ linkKind: 'none', url: '' });
});
