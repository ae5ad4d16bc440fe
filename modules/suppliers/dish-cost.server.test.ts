import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPage } from '../../kernel/server/record-query.ts';
import { sql } from '../../parts/postgres/database.ts';
import { aDish, aMaterial, openKitchen, place, TODAY, unit, type Kitchen } from '../master-data/kitchen.testing.ts';
import { portionCosts } from './dish-cost.server.ts';
import { suppliersServer } from './server.ts';

let kitchen: Kitchen;
let beef: string;
let pepper: string;
beforeAll(async () => {
  kitchen = await openKitchen([suppliersServer]);
  [beef, pepper] = [
    await aMaterial(kitchen, 'Beef', { stdYield: '70' }),
    await aMaterial(kitchen, 'Pepper', { stdYield: '85' }),
  ];
  await offers('Ranch', beef, '28');
  await offers('Dear ranch', beef, '29');
  await offers('Garden', pepper, '5');
});
afterAll(() => kitchen.close());

async function offers(
  name: string,
  materialId: string,
  price: string | null,
  body: Record<string, unknown> = {},
): Promise<string> {
  const supplierId = await kitchen.save('supplier', { name, contact: 'Li', contactPhone: '13800000000' });
  await kitchen.save('supplierMaterial', {
    supplierId,
    materialId,
    unitId: unit.kg,
    price,
    startDate: '2026-01-01',
    ...body,
  });
  return supplierId;
}
const bom = (dishId: string, details: readonly Record<string, unknown>[], body: Record<string, unknown> = {}) =>
  kitchen.save('dishBom', {
    dishId,
    outputUnitId: unit.portion,
    released: 1,
    startDate: '2026-01-01',
    details,
    ...body,
  });
const grams = (materialId: string, netQty: string, body = {}) => ({ materialId, netQty, unitId: unit.g, ...body });
interface Card {
  readonly complete: number;
  readonly costPerPortion: string | null;
  readonly foodCostPct: string | null;
  readonly missing: readonly string[];
  readonly lines: readonly Record<string, unknown>[];
  readonly auxiliary: string;
  readonly loss: string;
}
const card = (dishId: string, more: Record<string, unknown> = {}) =>
  kitchen.call('dishbom/costCard', { dishId, ...more }) as Promise<Card>;

test('the worked example of the handbook: two lines, their yields, auxiliaries and the loss of the batch come to 6.05', async () => {
  const dish = await aDish(kitchen, 'Beef with pepper', { salePrice: '20', saleTaxRate: '6' });
  await bom(dish, [grams(beef, '120'), grams(pepper, '80')], { auxiliaryCost: '0.60', processLossRate: '3' });
  expect(await card(dish)).toMatchObject({
    complete: 1,
    costPerPortion: '6.05',
    salePriceNoTax: '18.87',
    foodCostPct: '32.06',
    withTax: 1,
    bomVersion: 1,
    outputUnitName: 'portion',
    auxiliary: '0.6',
    loss: '0.181565',
    missing: [],
    lines: [
      {
        name: 'Beef',
        unitName: 'kg',
        net: '0.12',
        yieldRate: '70',
        gross: '0.171429',
        unitPrice: '28',
        cost: '4.8',
        supplierName: 'Ranch',
        priceReason: '28 per base unit',
      },
      {
        name: 'Pepper',
        net: '0.08',
        yieldRate: '85',
        gross: '0.094118',
        unitPrice: '5',
        cost: '0.470588',
        supplierName: 'Garden',
      },
    ],
  });
});

test('a semi-finished dish carries what one of its unit costs, with its own lines below', async () => {
  const stock = await aDish(kitchen, 'Stock', { dishKind: 'semi', salePrice: null });
  await bom(stock, [grams(beef, '10000', { yieldRate: '100' }), grams(pepper, '600', { yieldRate: '100' })], {
    outputQty: '20',
    outputUnitId: unit.kg,
    processLossRate: '20',
  });
  const soup = await aDish(kitchen, 'Soup');
  await bom(soup, [{ lineKind: 'dish', subDishId: stock, netQty: '0.4', unitId: unit.kg, yieldRate: '100' }]);
  // (10 × 28 + 0.6 × 5) ÷ 0.8 ÷ 20 = 17.6875 a kilogram
  expect(await card(soup)).toMatchObject({
    complete: 1,
    costPerPortion: '7.08',
    lines: [
      {
        kind: 'dish',
        name: 'Stock',
        unitName: 'kg',
        unitPrice: '17.6875',
        cost: '7.075',
        below: {
          unitCost: '17.6875',
          lines: [
            { name: 'Beef', net: '0.5', cost: '14' },
            { name: 'Pepper', cost: '0.15' },
          ],
        },
      },
    ],
  });
});

test('a price nobody has is named and never counted as nothing; what is known stands beside it', async () => {
  const [salt, stew] = [await aMaterial(kitchen, 'Salt'), await aDish(kitchen, 'Stew')];
  await offers('Salt works', salt, null);
  await bom(stew, [grams(beef, '100'), grams(salt, '5')]);
  expect(await card(stew)).toMatchObject({
    complete: 0,
    costPerPortion: null,
    foodCostPct: null,
    missing: ['The cost is incomplete: 1 material has no price: Salt; enter their prices first'],
    lines: [
      { name: 'Beef', cost: '4' },
      { name: 'Salt', unitPrice: null, cost: null, supplierName: '' },
    ],
  });
});

test('a dish without a BOM says so; a version not yet released can be costed', async () => {
  const dish = await aDish(kitchen, 'New dish');
  expect(await card(dish)).toMatchObject({
    complete: 0,
    costPerPortion: null,
    lines: [],
    missing: [expect.stringMatching(/New dish.*2026-11-21/)],
  });
  const draft = await bom(dish, [grams(pepper, '85')], { released: 0 });
  expect(await card(dish, { bomId: draft })).toMatchObject({ complete: 1, costPerPortion: '0.50' });
});

test('at a stall its difference counts, and only who delivers to its site', async () => {
  const dish = await aDish(kitchen, 'Pepper salad');
  await bom(dish, [grams(pepper, '85')]);
  await kitchen.save('dishBomSpecialGear', {
    dishId: dish,
    deptId: place.noodles,
    reason: 'more',
    released: 1,
    startDate: '2026-01-01',
    details: [{ action: 'change', targetMaterialId: pepper, netQty: '170', unitId: unit.g }],
  });
  expect([
    (await card(dish)).costPerPortion,
    (await card(dish, { deptId: place.noodles })).costPerPortion,
    (await card(dish, { deptId: place.rice })).costPerPortion,
  ]).toEqual(['0.50', '1.00', '0.50']);
  const far = await aMaterial(kitchen, 'Far fruit');
  const supplierId = await offers('Far farm', far, '3');
  await kitchen.save('supplierProject', { supplierId, bladeProjectDeptId: place.otherSite });
  const fruit = await aDish(kitchen, 'Fruit');
  await bom(fruit, [grams(far, '100')]);
  expect([
    (await card(fruit)).costPerPortion,
    (await card(fruit, { deptId: place.noodles })).complete,
    (await card(fruit, { date: TODAY, deptId: place.otherStall })).costPerPortion,
  ]).toEqual(['0.30', 0, '0.30']);
});

test('the list of dishes says the same of a whole page with a handful of queries, and only to whoever may see costs', async () => {
  const cheap = await aDish(kitchen, 'Listed cheap', { salePrice: '20', saleTaxRate: '6' });
  await bom(cheap, [grams(beef, '120'), grams(pepper, '80')], { auxiliaryCost: '0.60', processLossRate: '3' });
  const free = await aDish(kitchen, 'Listed without price', { salePrice: null });
  await bom(free, [grams(pepper, '85')]);
  const bare = await aDish(kitchen, 'Listed without BOM');
  const listed = (allowed: boolean) =>
    kitchen.as(async (context) => {
      let queries = 0;
      const rows: typeof context.tx.rows = (query) => {
        queries += 1;
        return context.tx.rows(query);
      };
      const { records } = await readPage(
        kitchen.registry.find('dish'),
        { ...context, tx: { ...context.tx, rows }, allowed: () => allowed },
        { name_like: 'Listed', size: 50 },
      );
      return { queries, rows: new Map(records.map((row) => [row['id'], row])) };
    });
  const { rows, queries } = await listed(true);
  expect([cheap, free, bare].map((id) => rows.get(id))).toMatchObject([
    { todayCost: '6.05', foodCostPct: '32.06', costMissing: [] },
    { todayCost: '0.50', foodCostPct: null },
    { todayCost: null, foodCostPct: null, costMissing: [expect.stringMatching(/Listed without BOM.*2026-11-21/)] },
  ]);
  for (let number = 1; number <= 12; number += 1)
    await bom(await aDish(kitchen, `Listed ${number}`), [grams(beef, '100')]);
  const many = await listed(true);
  expect([many.rows.size, many.queries]).toEqual([15, queries]);
  expect((await listed(false)).rows.get(cheap)).not.toHaveProperty('todayCost');
});

test('a company that reckons with standard costs takes those, the nearest department’s first', async () => {
  const [flour, bread] = [await aMaterial(kitchen, 'Flour'), await aDish(kitchen, 'Bread')];
  await offers('Mill', flour, '4');
  await bom(bread, [grams(flour, '100')]);
  await kitchen.save('materialCost', { materialId: flour, unitId: unit.kg, unitCost: '6' });
  await kitchen.save('materialCost', { materialId: flour, deptId: place.site, unitId: unit.kg, unitCost: '7' });
  const reckon = (basis: string) =>
    kitchen.as((context) =>
      context.tx.run(
        sql`insert into param (param_name, param_key, param_value) values ('basis', 'dish.costBasis', ${basis})
          on conflict (tenant_id, param_key) do update set param_value = excluded.param_value`,
      ),
    );
  await reckon('standard');
  expect([
    (await card(bread)).costPerPortion,
    (await card(bread, { deptId: place.noodles })).costPerPortion,
    (await card(bread, { deptId: place.otherStall })).costPerPortion,
  ]).toEqual(['0.60', '0.70', '0.60']);
  await reckon('plan');
  expect(await card(bread)).toMatchObject({ complete: 0, costPerPortion: null });
  await reckon('purchase');
  expect((await card(bread)).costPerPortion).toBe('0.40');
});

test('a menu that costs more a guest than is allowed is sent with a warning, or not at all where the company says so', async () => {
  const dear = await aDish(kitchen, 'Dear beef', { salePrice: '30' });
  await bom(dear, [grams(beef, '700')]);
  const type = await kitchen.save('menuTemplateType', { code: 'BUDGET', name: 'Budget', cycleDays: 1 });
  const menu = (await kitchen.call('menutemplate/submit', {
    name: 'Dear lunch',
    menuTemplateTypeId: type,
    templateKind: 'gear',
    bladeProjectDeptId: place.site,
    gearOperationDeptIds: place.noodles,
    cycleStartDate: '2026-11-23',
    serviceWeekdays: '1,2,3,4,5',
    startDate: '2026-11-23',
    endDate: '2026-12-31',
    meals: [{ mealType: 'lunch', mealStandard: '25', plannedDiners: 200 }],
    details: [{ dayNo: 1, mealType: 'lunch', dishId: dear }],
  })) as { id: string };
  const limit = (value: string) =>
    kitchen.as(({ tx }) =>
      tx.run(
        sql`insert into param (param_name, param_key, param_value) values ('Budget', 'menu.overBudget', ${value})
          on conflict (tenant_id, param_key) do update set param_value = excluded.param_value`,
      ),
    );
  await limit('block');
  expect(await kitchen.refusalsOf(kitchen.call('menutemplate/toApply', { ids: menu.id }))).toEqual([
    'Day 1, Lunch: costs 28.00 a guest, above the 25.00 allowed; take something cheaper or smaller',
  ]);
  await limit('warn');
  await kitchen.call('menutemplate/toApply', { ids: menu.id });
  expect(await kitchen.call('menutemplate/detail', { id: menu.id })).toMatchObject({ status: 'pending' });
});

test('many dishes are costed in a thread as a few are here, and what is not known of them is told alike', async () => {
  const priced = await aDish(kitchen, 'Grilled beef');
  await bom(priced, [grams(beef, '70')]);
  const unpriced = await aDish(kitchen, 'Of a herb nobody sells');
  await bom(unpriced, [grams(await aMaterial(kitchen, 'Herb'), '5')]);
  const few = [priced, unpriced, await aDish(kitchen, 'Without a recipe')];
  const many = Array.from({ length: 210 }, (_, nr) => few[nr % few.length]!);
  const costs = (ids: readonly string[]) => kitchen.as((context) => portionCosts(context, ids, { date: TODAY }));
  const told = await costs(many);
  expect(told).toEqual(await costs(few));
  expect(few.map((id) => told.get(id)!.cost)).toEqual(['2.8', null, null]);
  expect(few.map((id) => told.get(id)!.refusals.map((refusal) => refusal.code))).toEqual([
    [],
    ['master-data.cost-incomplete'],
    ['master-data.bom-missing'],
  ]);
});
