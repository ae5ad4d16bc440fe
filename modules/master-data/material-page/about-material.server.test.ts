import { afterAll, beforeAll, expect, test } from 'vitest';
import { aDish, aMaterial, openKitchen, TODAY, unit, type Kitchen } from '../kitchen.testing.ts';
import { dishBom } from '../dishes/dish-bom.resource.ts';
import { material } from '../materials/material.resource.ts';
import { changeMany, dishesOfMaterial, inheritedOfType } from './about-material.server.ts';

let kitchen: Kitchen;
beforeAll(async () => {
  kitchen = await openKitchen();
});
afterAll(() => kitchen.close());

type Rows = readonly Readonly<Record<string, unknown>>[];
const ask = async (path: string, input: Record<string, unknown>): Promise<Rows> =>
  (await kitchen.call(path, input)) as Rows;

test('a material inherits of each trait the nearest of its types upwards, and is told which', async () => {
  const roots = await kitchen.save('materialType', {
    code: 'roots',
    name: 'Roots',
    parentId: '500',
    storageZone: 'chilled',
    weighAtReceipt: 1,
  });
  expect(await ask('material/inherited', { materialTypeId: roots })).toEqual(
    expect.arrayContaining([
      { name: 'storageZone', value: 'chilled', typeName: 'Roots' },
      { name: 'weighAtReceipt', value: '1', typeName: 'Roots' },
      { name: 'taxRate', value: '9', typeName: 'Vegetables' },
    ]),
  );
  const id = await aMaterial(kitchen, 'Radish', { materialTypeId: roots });
  expect(await kitchen.call('material/detail', { id }), 'as it does when it is saved').toMatchObject({
    storageZone: 'chilled',
    weighAtReceipt: 1,
    taxRate: '9',
  });
  for (const materialTypeId of ['', 'x', '987654'])
    expect(await ask('material/inherited', { materialTypeId }), materialTypeId).toEqual([]);
});

test('a material names the dishes it goes into, net for one portion, by the recipes that are or will be in force', async () => {
  const [leek, soup, stock] = [
    await aMaterial(kitchen, 'Leek', { recipeUnitId: unit.g }),
    await aDish(kitchen, 'Leek soup'),
    await aDish(kitchen, 'Leek stock', { dishKind: 'semi' }),
  ];
  const bom = async (dishId: string, body: Record<string, unknown>): Promise<string> =>
    kitchen.save('dishBom', {
      dishId,
      outputUnitId: unit.portion,
      details: [{ lineKind: 'material', materialId: leek, netQty: '500', unitId: unit.g }],
      ...body,
    });
  await bom(soup, { startDate: '2026-01-01', endDate: '2026-10-31', released: 1 });
  const now = await bom(soup, { outputQty: '4', startDate: '2026-11-01', released: 1 });
  await bom(soup, { startDate: '2027-01-01' }); // a draft
  const semi = await bom(stock, { outputUnitId: unit.kg, startDate: TODAY, released: 1 });

  expect(await ask('dishbom/ofMaterial', { materialId: leek })).toMatchObject([
    { id: now, dishName: 'Leek soup', dishKind: 'finished', netQty: '125', unitName: 'g', outputUnitName: 'portion' },
    { id: semi, dishName: 'Leek stock', dishKind: 'semi', netQty: '500', unitName: 'g', outputUnitName: 'kg' },
  ]);
  expect(await ask('dishbom/ofMaterial', { materialId: await aMaterial(kitchen, 'Parsnip') })).toEqual([]);
});

test('several materials are given one value at once; what is refused stays as it was, and says why', async () => {
  const ids = await Promise.all(
    ['Beet', 'Turnip', 'Celery'].map((name) => aMaterial(kitchen, name, { shelfLifeManaged: 1, shelfLifeDays: 7 })),
  );
  const stored = async (id: string) => (await kitchen.call('material/detail', { id })) as { storageZone: string };
  expect(await kitchen.call('material/changeMany', { ids, field: 'storageZone', value: 'chilled' })).toEqual({
    changed: 3,
    refused: [],
  });
  expect((await Promise.all(ids.map(stored))).map(({ storageZone }) => storageZone)).toEqual([
    'chilled',
    'chilled',
    'chilled',
  ]);
  // What has an expiry is kept by lot.
  const [first, ...others] = ids;
  await kitchen.save('material', { id: first, shelfLifeManaged: 0 });
  const answer = (await kitchen.call('material/changeMany', { ids, field: 'batchManaged', value: '0' })) as {
    changed: number;
    refused: readonly { id: string; name: string; reason: string }[];
  };
  expect(answer.changed).toBe(1);
  expect(answer.refused.map(({ id }) => id).toSorted()).toEqual(others.toSorted());
  expect(answer.refused[0]!.reason).not.toBe('');
  expect(await kitchen.call('material/detail', { id: first })).toMatchObject({
    batchManaged: 0,
  });
  await kitchen.call('material/changeMany', { ids: [first], field: 'storageZone', value: '' });
  expect(await stored(first!), 'empty takes what the type says').toMatchObject({ storageZone: 'cool' });
  expect(
    await kitchen.refusalsOf(kitchen.call('material/changeMany', { ids, field: 'name', value: 'All alike' })),
  ).toHaveLength(1);
});

test('each call asks for the right of the list it tells of', () => {
  expect([inheritedOfType, dishesOfMaterial, changeMany].map(({ permission }) => permission)).toEqual([
    `${material.segment}_view`,
    `${dishBom.segment}_view`,
    `${material.segment}_edit`,
  ]);
});
