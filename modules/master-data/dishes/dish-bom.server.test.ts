import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { explodeDemands, qtyOf } from './bom-explosion.rules.ts';
import { loadBomFacts } from './bom-facts.server.ts';
import { aDish, aMaterial, openKitchen, place, TODAY, unit, type Kitchen } from '../kitchen.testing.ts';

let kitchen: Kitchen;
let pork: string;
let sugar: string;
beforeAll(async () => {
  kitchen = await openKitchen();
  pork = await aMaterial(kitchen, 'Pork belly', { stdYield: '80' });
  sugar = await aMaterial(kitchen, 'Sugar');
});
afterAll(() => kitchen.close());

const bom = (
  dishId: string,
  details: readonly Record<string, unknown>[],
  body: Record<string, unknown> = {},
): Promise<string> => kitchen.save('dishBom', { dishId, outputUnitId: unit.portion, released: 1, details, ...body });
const of = (materialId: string, netQty: string, body = {}) => ({ materialId, netQty, unitId: unit.g, ...body });
const sub = (subDishId: string, netQty: string) => ({ subDishId, netQty, unitId: unit.kg });
const semi = (name: string, body = {}) => aDish(kitchen, name, { dishKind: 'semi', salePrice: null, ...body });
const needs = async (dishId: string, deptIds: readonly string[], date = TODAY): Promise<Record<string, string>> => {
  const facts = await kitchen.as((context) => loadBomFacts(context, [dishId], date, date));
  const exploded = explodeDemands(
    { ...facts, places: [{ id: 'stall', deptIds, warehouseId: 'w', receiveLeadDays: 0 }] },
    [{ placeId: 'stall', dishId, mealTime: `${date} 11:30`, portions: '100' }],
  );
  if (!exploded.ok) throw new Error(JSON.stringify(exploded.refusals));
  return Object.fromEntries(exploded.needs.map((need) => [need.materialId, qtyOf(need.grossMillionths).toString()]));
};

describe('a BOM', () => {
  test('converts its lines, takes the standard yield, and explodes to gross need', async () => {
    const dish = await aDish(kitchen, 'Braised pork');
    const id = await bom(dish, [of(pork, '120'), of(sugar, '5', { yieldRate: '100' })]);
    const stored = (await kitchen.call('dishbom/detail', { id })) as { bomVersion: number; details: unknown[] };
    expect(stored).toMatchObject({
      bomVersion: 1,
      details: [
        { netBaseQty: '0.12', factor: '0.001', yieldRate: '80', lineKind: 'material' },
        { netBaseQty: '0.005', yieldRate: '100' },
      ],
    });
    expect(await needs(dish, [place.noodles])).toEqual({ [pork]: '15', [sugar]: '0.5' });
  });

  test('that closes a circle is refused at save with its path, drafts counted', async () => {
    const [meat, sauce, stock] = [await semi('Meat'), await semi('Sauce'), await semi('Stock')];
    const inKg = { outputUnitId: unit.kg, released: 0 };
    await bom(stock, [of(sugar, '1')], inKg);
    await bom(sauce, [sub(stock, '1')], inKg);
    await bom(meat, [sub(sauce, '1')], inKg);
    expect(await kitchen.refusalsOf(bom(stock, [sub(meat, '0.1')], inKg))).toEqual([
      'The BOM loops: Stock→Meat→Sauce→Stock; take one of these lines out',
    ]);
  });

  test('names itself as ingredient: refused', async () => {
    const dough = await semi('Dough');
    expect(await kitchen.refusalsOf(bom(dough, [sub(dough, '1')], { outputUnitId: unit.kg, released: 0 }))).toEqual([
      'The BOM loops: Dough→Dough; take one of these lines out',
    ]);
  });

  test('names a missing conversion and a line without ingredient, by line', async () => {
    const dish = await aDish(kitchen, 'Soup');
    expect(await kitchen.refusalsOf(bom(dish, [of(pork, '1'), of(sugar, '1', { unitId: unit.box })]))).toEqual([
      'Sugar has no conversion from box to kg; enter one first',
    ]);
    expect(await kitchen.refusalsOf(bom(dish, [of(pork, '1'), { netQty: '1', unitId: unit.g }]))).toEqual([
      'Line 2: name either a material or a semi-finished dish',
    ]);
  });
});

describe('a BOM in force', () => {
  test('once released stays as it is; it may be sent back unchanged and be ended', async () => {
    const dish = await aDish(kitchen, 'Salad');
    const id = await bom(dish, [of(sugar, '10')]);
    const stored = (await kitchen.call('dishbom/detail', { id })) as Record<string, unknown>;
    expect(await kitchen.refusalsOf(kitchen.save('dishBom', { id, details: [of(sugar, '11')] }))).toEqual([
      'A released BOM stays as it is; make a new version',
    ]);
    expect(await kitchen.refusalsOf(kitchen.save('dishBom', { id, released: 0 }))).toEqual([
      'A released BOM stays as it is; make a new version',
    ]);
    expect(await kitchen.refusalsOf(kitchen.call('dishbom/remove', { ids: id }))).toEqual([
      'A released BOM cannot be removed; end it instead',
    ]);
    await kitchen.save('dishBom', { ...stored, endDate: '2026-12-31', changeNote: 'season ends' });
    expect(await kitchen.call('dishbom/detail', { id })).toMatchObject({
      endDate: '2026-12-31',
      details: [{ netQty: '10' }],
    });
  });

  test('ends the version before it the day before; a later one in the way is named', async () => {
    const dish = await aDish(kitchen, 'Noodles');
    const first = await bom(dish, [of(sugar, '10')], { startDate: '2026-11-01' });
    const second = await bom(dish, [of(sugar, '20')], { startDate: '2026-12-01' });
    expect(await kitchen.call('dishbom/detail', { id: first })).toMatchObject({ bomVersion: 1, endDate: '2026-11-30' });
    expect(await kitchen.call('dishbom/detail', { id: second })).toMatchObject({ bomVersion: 2, endDate: '' });
    expect(await kitchen.refusalsOf(bom(dish, [of(sugar, '30')], { startDate: '2026-11-15' }))).toEqual([
      'Overlaps V2 (2026-12-01 to )',
    ]);
    expect(await needs(dish, [], '2026-11-30')).toEqual({ [sugar]: '1' });
    expect(await needs(dish, [], '2026-12-01')).toEqual({ [sugar]: '2' });
  });

  test('is released by its own call too, once, and not empty', async () => {
    const [dish, empty] = [await aDish(kitchen, 'Rice'), await aDish(kitchen, 'Air')];
    const id = await bom(dish, [of(sugar, '1')], { released: 0 });
    await kitchen.call('dishbom/release', { ids: id });
    await kitchen.call('dishbom/release', { ids: id });
    expect(await kitchen.call('dishbom/detail', { id })).toMatchObject({ released: 1, version: 2 });
    expect(
      await kitchen.refusalsOf(kitchen.call('dishbom/release', { ids: await bom(empty, [], { released: 0 }) })),
    ).toEqual(['Add at least one ingredient']);
  });

  test('is not released with a semi-finished dish nobody can make', async () => {
    const [dish, filling] = [await aDish(kitchen, 'Dumplings'), await semi('Filling')];
    expect(await kitchen.refusalsOf(bom(dish, [sub(filling, '0.1')]))).toEqual([
      `Line 1: semi-finished Filling has no BOM in force on ${TODAY}`,
    ]);
  });
});

test('a semi-finished dish is opened where it is made and ordered as its material elsewhere', async () => {
  const dough = await aMaterial(kitchen, 'Frozen dough', { materialKind: 'semi' });
  const base = await semi('Bun dough', { stockable: 1, stockMaterialId: dough, makeDeptIds: [place.site] });
  await bom(base, [of(sugar, '100')], { outputQty: '1', outputUnitId: unit.kg });
  const bun = await aDish(kitchen, 'Bun');
  await bom(bun, [{ subDishId: base, netQty: '80', unitId: unit.g }]);
  expect(await needs(bun, [place.noodles, place.restaurant, place.site])).toEqual({ [sugar]: '0.8' });
  expect(await needs(bun, [place.otherStall, place.otherRestaurant, place.otherSite])).toEqual({ [dough]: '8' });
});

describe('a stall’s difference', () => {
  test('changes the need of that stall alone', async () => {
    const dish = await aDish(kitchen, 'Sweet pork');
    await bom(dish, [of(pork, '80', { yieldRate: '100' }), of(sugar, '10')]);
    await kitchen.save('dishBomSpecialGear', {
      dishId: dish,
      deptId: place.noodles,
      reason: 'less sweet',
      released: 1,
      details: [{ action: 'change', targetMaterialId: sugar, netQty: '4', unitId: unit.g }],
    });
    expect(await needs(dish, [place.noodles, place.restaurant])).toEqual({ [pork]: '8', [sugar]: '0.4' });
    expect(await needs(dish, [place.rice, place.restaurant])).toEqual({ [pork]: '8', [sugar]: '1' });
  });

  test('ends the one before it the day before it begins: no day has two', async () => {
    const dish = await aDish(kitchen, 'Sour pork');
    await bom(dish, [of(pork, '80', { yieldRate: '100' }), of(sugar, '10')]);
    const changed = (netQty: string, body = {}) =>
      kitchen.save('dishBomSpecialGear', {
        dishId: dish,
        deptId: place.noodles,
        reason: 'less sweet',
        released: 1,
        details: [{ action: 'change', targetMaterialId: sugar, netQty, unitId: unit.g }],
        ...body,
      });
    const first = await changed('4');
    const elsewhere = await changed('5', { deptId: place.rice });
    const second = await changed('3', { startDate: '2026-12-01' });
    expect(await kitchen.call('dishbomspecialgear/detail', { id: first })).toMatchObject({ endDate: '2026-11-30' });
    for (const id of [elsewhere, second])
      expect(await kitchen.call('dishbomspecialgear/detail', { id })).toMatchObject({ endDate: '' });
    const stall = [place.noodles, place.restaurant];
    expect(await needs(dish, stall, '2026-11-30')).toEqual({ [pork]: '8', [sugar]: '0.4' });
    expect(await needs(dish, stall, '2026-12-01')).toEqual({ [pork]: '8', [sugar]: '0.3' });
  });

  test('names only ingredients of the standard BOM, and places that cook', async () => {
    const dish = await aDish(kitchen, 'Plain pork');
    await bom(dish, [of(pork, '80')]);
    const change = { action: 'change', targetMaterialId: sugar, netQty: '4', unitId: unit.g };
    expect(
      await kitchen.refusalsOf(
        kitchen.save('dishBomSpecialGear', { dishId: dish, deptId: place.noodles, reason: 'x', details: [change] }),
      ),
    ).toEqual(['Line 1: the standard BOM has no such ingredient']);
    expect(
      await kitchen.refusalsOf(
        kitchen.save('dishBomSpecialGear', { dishId: dish, deptId: place.company, reason: 'x', details: [] }),
      ),
    ).toEqual(['A special BOM belongs to a stall, a restaurant or a project department']);
  });
});

test('replacements keep their ratio in base units and may not come back to themselves', async () => {
  const [a, b, c] = [
    await aMaterial(kitchen, 'Butter'),
    await aMaterial(kitchen, 'Margarine'),
    await aMaterial(kitchen, 'Lard'),
  ];
  const replace = (materialId: string, replaceMaterialId: string) =>
    kitchen.save('materialReplace', {
      materialId,
      replaceMaterialId,
      unitId: unit.kg,
      replaceQty: '800',
      replaceUnitId: unit.g,
    });
  const id = await replace(a, b);
  expect(await kitchen.call('materialreplace/detail', { id })).toMatchObject({ ratio: '0.8' });
  await replace(b, c);
  expect(await kitchen.refusalsOf(replace(c, a))).toEqual(['The replacements loop: Lard→Butter→Margarine→Lard']);
});

test('types of materials are a tree: paths follow a rename, no type stands below itself', async () => {
  const top = await kitchen.save('materialType', { code: 'fresh', name: 'Fresh' });
  const below = await kitchen.save('materialType', { code: 'leaf', name: 'Leaf', parentId: top });
  await kitchen.save('materialType', { id: top, name: 'Chilled' });
  expect(await kitchen.call('materialtype/detail', { id: below })).toMatchObject({
    fullName: 'Chilled/Leaf',
    level: 2,
  });
  expect(await kitchen.refusalsOf(kitchen.save('materialType', { id: top, parentId: below }))).toEqual([
    'A record cannot stand below itself',
  ]);
});

describe('lines one by one', () => {
  test('EP-0261 EP-0263 EP-0264: are saved through their BOM, with its checks', async () => {
    const dish = await aDish(kitchen, 'Stew');
    const bomId = await bom(dish, [of(pork, '100')], { released: 0 });
    await kitchen.call('dishbomdetail/submit', { bomId, ...of(sugar, '8') });
    const page = (await kitchen.call('dishbomdetail/page', { bomId })) as {
      records: { id: string; materialName: string }[];
    };
    expect(page.records.map((line) => line.materialName)).toEqual(['Pork belly', 'Sugar']);
    expect(
      await kitchen.refusalsOf(kitchen.call('dishbomdetail/submit', { id: page.records[1]!.id, unitId: unit.box })),
    ).toEqual(['Sugar has no conversion from box to kg; enter one first']);
    await kitchen.call('dishbomdetail/remove', { ids: page.records[1]!.id });
    expect(await kitchen.call('dishbomdetail/page', { bomId })).toMatchObject({ total: 1 });
  });

  test('EP-0258: of a stall carry its differences', async () => {
    const page = (await kitchen.call('dishbom/getDishBomPageListByGearId', { gearId: place.noodles, size: 50 })) as {
      records: { dishName: string; origin: string; details: { name: string; netBaseQty: string }[] }[];
    };
    expect(page.records.find((row) => row.dishName === 'Sweet pork')).toMatchObject({
      origin: 'variant',
      details: [
        { name: 'Pork belly', netBaseQty: '0.08' },
        { name: 'Sugar', netBaseQty: '0.004' },
      ],
    });
  });
});

test('a stall’s difference for some days cuts none that has its own end: what was to follow would be lost', async () => {
  const dish = await aDish(kitchen, 'Pork with an end');
  await bom(dish, [of(pork, '80'), of(sugar, '10')]);
  const changed = (netQty: string, body: Record<string, unknown>) =>
    kitchen.save('dishBomSpecialGear', {
      dishId: dish,
      deptId: place.noodles,
      reason: 'less sweet',
      released: 1,
      details: [{ action: 'change', targetMaterialId: sugar, netQty, unitId: unit.g }],
      ...body,
    });
  const first = await changed('4', { endDate: '2026-12-31' });
  await expect(changed('3', { startDate: '2026-12-01', endDate: '2026-12-05' })).rejects.toThrow();
  expect(await kitchen.call('dishbomspecialgear/detail', { id: first })).toMatchObject({ endDate: '2026-12-31' });
});
