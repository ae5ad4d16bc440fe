/** One material in the place of another in every recipe: what is shown is what happens, and it can be taken back. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../../../parts/postgres/database.ts';
import { dayPlus } from '../../figures/calendar-day.rules.ts';
import { aDish, aMaterial, openKitchen, TODAY, unit, type Kitchen } from '../../kitchen.testing.ts';

let kitchen: Kitchen;
let butter: string;
let margarine: string;
beforeAll(async () => {
  kitchen = await openKitchen();
  await kitchen.as(async ({ tx }) => {
    await tx.run(
      sql`insert into dict_biz (code, parent_id, dict_key, dict_value, sort)
        values ('allergen', 0, '-1', 'Allergen', 0)`,
    );
    await tx.run(
      sql`insert into dict_biz (code, parent_id, dict_key, dict_value, sort)
        select 'allergen', h.id, k.key, k.key, k.nr from dict_biz h, (values ('milk', 1), ('soy', 2)) as k(key, nr)
        where h.code = 'allergen' and h.dict_key = '-1'`,
    );
  });
  butter = await aMaterial(kitchen, 'Butter', {
    allergens: [
      { allergen: 'milk', state: 'contains', basis: '' },
      { allergen: 'soy', state: 'free', basis: 'label' },
    ],
    stdYield: '100',
  });
  margarine = await aMaterial(kitchen, 'Margarine', {
    allergens: [
      { allergen: 'milk', state: 'free', basis: 'label' },
      { allergen: 'soy', state: 'may-contain', basis: '' },
    ],
    stdYield: '90',
  });
  await kitchen.save('materialNutrient', { materialId: butter, sourceKind: 'table', energyKcal: '740', fatG: '81' });
  await kitchen.save('materialNutrient', { materialId: margarine, sourceKind: 'table', energyKcal: '700', fatG: '78' });
});
afterAll(() => kitchen.close());

const DAY = dayPlus(TODAY, 5);
interface Dish {
  readonly dishName: string;
  readonly direct: number;
  readonly before: Seen;
  readonly after: Seen;
}
interface Seen {
  readonly allergens: Record<string, string>;
  readonly nutrients: Record<string, string | null>;
  readonly coverage: string | null;
}
interface Told {
  readonly id: string;
  readonly versions: number;
  readonly drafts: number;
  readonly variants: unknown[];
  readonly dishes: Dish[];
}
const bom = (dishId: string, details: object[], more: object = {}): Promise<string> =>
  kitchen.save('dishBom', { dishId, outputUnitId: unit.portion, released: 1, startDate: TODAY, details, ...more });
const line = (materialId: string, netQty: string, unitId: string = unit.g) => ({ materialId, netQty, unitId });
const replace = (input: object) =>
  kitchen.call('dishbom/replaceMaterial', {
    materialId: butter,
    toMaterialId: margarine,
    startDate: DAY,
    ...input,
  }) as Promise<Told>;
const standing = (dishId: string) =>
  kitchen.as(({ tx }) =>
    tx.rows<Record<string, unknown>>(sql`
  select b.start_date, b.end_date, b.released, string_agg(m.name || ' ' || trim_scale(d.net_qty), ', '
  order by d.line_no) as lines from dish_bom b join dish_bom_detail d on d.dish_bom_id = b.id
  join material m on m.id = d.material_id
  where b.dish_id = ${dishId}::bigint group by b.tenant_id, b.id order by b.start_date, b.id`),
  );

test('RULE-197: shows what it does to each dish, does it in new versions, and one undo puts every recipe back', async () => {
  const flour = await aMaterial(kitchen, 'Plain flour');
  const cake = await aDish(kitchen, 'Butter cake');
  const cream = await aDish(kitchen, 'Butter cream', { dishKind: 'semi', salePrice: null });
  const tart = await aDish(kitchen, 'Cream tart');
  await bom(cake, [line(butter, '100'), line(flour, '200')], { processLossRate: '5' });
  await bom(cream, [line(butter, '1', unit.kg)], { outputUnitId: unit.kg });
  await bom(tart, [{ subDishId: cream, netQty: '50', unitId: unit.g }, line(flour, '10')]);
  await kitchen.save('dishBom', {
    dishId: cake,
    outputUnitId: unit.portion,
    released: 0,
    startDate: dayPlus(TODAY, 90),
    details: [line(butter, '1')],
  });
  const was = await standing(cake);

  const shown = await replace({ ratio: '1.1', dryRun: 1 });
  expect([shown.id, shown.versions, shown.drafts]).toEqual(['', 2, 1]);
  expect(shown.dishes.map((dish) => [dish.dishName, dish.direct]).toSorted()).toEqual([
    ['Butter cake', 1],
    ['Butter cream', 1],
    ['Cream tart', 0],
  ]);
  const of = (told: Told, name: string): Dish => told.dishes.find((dish) => dish.dishName === name)!;
  expect([of(shown, 'Butter cake').before.allergens, of(shown, 'Butter cake').after.allergens]).toEqual([
    { milk: 'contains', soy: 'unknown' },
    { milk: 'unknown', soy: 'may-contain' },
  ]);
  expect([
    of(shown, 'Butter cake').before.nutrients['energyKcal'],
    of(shown, 'Butter cake').after.nutrients['energyKcal'],
  ]).toEqual(['740', '770']);
  expect(
    [of(shown, 'Cream tart').before.nutrients['energyKcal'], of(shown, 'Cream tart').after.nutrients['energyKcal']],
    'through what it is a part of',
  ).toEqual(['370', '385']);
  expect([of(shown, 'Butter cake').before.coverage, of(shown, 'Butter cream').before.coverage]).toEqual([
    '33.3',
    '100',
  ]);
  expect(await standing(cake), 'nothing was done').toEqual(was);

  const done = await replace({ ratio: '1.1', reason: 'price' });
  expect(done.dishes, 'what was shown is what happened').toEqual(shown.dishes);
  expect(await standing(cake)).toEqual([
    { startDate: TODAY, endDate: dayPlus(DAY, -1), released: 1, lines: 'Butter 100, Plain flour 200' },
    { startDate: DAY, endDate: null, released: 1, lines: 'Margarine 110, Plain flour 200' },
    { startDate: dayPlus(TODAY, 90), endDate: null, released: 0, lines: 'Butter 1' },
  ]);
  const made = await kitchen.as(({ tx }) =>
    tx.row<Record<string, unknown>>(
      sql`select b.process_loss_rate, d.yield_rate, d.net_base_qty from dish_bom b
        join dish_bom_detail d on d.dish_bom_id = b.id
          where b.dish_id = ${cake}::bigint and d.material_id = ${margarine}::bigint`,
    ),
  );
  expect(made, 'the yield is that of the new one').toEqual({
    processLossRate: '5',
    yieldRate: '90',
    netBaseQty: '0.11',
  });
  expect(await kitchen.refusalsOf(replace({}))).toEqual(['No released recipe uses Butter from that day on']);
  expect(await kitchen.call('bomreplacement/undo', { id: done.id })).toEqual({ back: 2, left: 0 });
  expect(await standing(cake)).toEqual(was);
  expect(await kitchen.refusalsOf(kitchen.call('bomreplacement/undo', { id: done.id }))).toEqual([
    'This replacement of Butter was undone already',
  ]);
});

test('a version that was to begin later gives way to one that begins then; only chosen dishes are touched; what somebody went on from stays', async () => {
  const [toast, roll] = [await aDish(kitchen, 'Butter toast'), await aDish(kitchen, 'Butter roll')];
  const later = dayPlus(TODAY, 30);
  await bom(toast, [line(butter, '10')], { endDate: dayPlus(later, -1) });
  await bom(toast, [line(butter, '12')], { startDate: later });
  await bom(roll, [line(butter, '15')]);
  const done = await replace({ dishIds: toast });
  expect(await standing(toast)).toEqual([
    { startDate: TODAY, endDate: dayPlus(DAY, -1), released: 1, lines: 'Butter 10' },
    { startDate: DAY, endDate: dayPlus(later, -1), released: 1, lines: 'Margarine 10' },
    { startDate: later, endDate: null, released: 0, lines: 'Butter 12' },
    { startDate: later, endDate: null, released: 1, lines: 'Margarine 12' },
  ]);
  expect((await standing(roll)).map((row) => row['lines'])).toEqual(['Butter 15']);
  const [, made] = await kitchen.as(({ tx }) =>
    tx.rows<{ id: string }>(
      sql`select id from dish_bom where dish_id = ${toast}::bigint and released = 1 order by start_date`,
    ),
  );
  await kitchen.save('dishBom', { id: made!.id, endDate: dayPlus(later, -10) });
  expect(await kitchen.call('bomreplacement/undo', { id: done.id })).toEqual({ back: 1, left: 1 });
  expect(
    (await standing(toast)).filter((row) => row['released'] === 1).map((row) => [row['startDate'], row['lines']]),
  ).toEqual([
    [TODAY, 'Butter 10'],
    [DAY, 'Margarine 10'],
    [later, 'Butter 12'],
  ]);
});

test('undone after it was cooked by, yesterday stays told and today the former recipe counts again', async () => {
  const scone = await aDish(kitchen, 'Butter scone');
  await bom(scone, [line(butter, '20')]);
  const done = await replace({ dishIds: scone, startDate: dayPlus(TODAY, 1) });
  // Two days later.
  await kitchen.as(({ tx }) =>
    tx.run(
      sql`update dish_bom set start_date = start_date - 3, end_date = end_date - 3
        where dish_id = ${scone}::bigint and end_date is not null`,
    ),
  );
  await kitchen.as(({ tx }) =>
    tx.run(sql`update dish_bom set start_date = start_date - 3 where dish_id = ${scone}::bigint and end_date is null`),
  );
  expect(await kitchen.call('bomreplacement/undo', { id: done.id })).toEqual({ back: 1, left: 0 });
  expect((await standing(scone)).map((row) => [row['startDate'], row['endDate'], row['lines']])).toEqual([
    [dayPlus(TODAY, -3), dayPlus(TODAY, -3), 'Butter 20'],
    [dayPlus(TODAY, -2), dayPlus(TODAY, -1), 'Margarine 20'],
    [TODAY, null, 'Butter 20'],
  ]);
});

test('what a portion takes is written to the last place, in a unit that holds it, also where the two are kept in different units; else it is refused', async () => {
  const vanilla = await aMaterial(kitchen, 'Vanilla', { baseUnitId: unit.g });
  const saffron = await aMaterial(kitchen, 'Saffron', { baseUnitId: unit.kg });
  const [ice, sauce] = [await aDish(kitchen, 'Vanilla ice'), await aDish(kitchen, 'Vanilla sauce')];
  await bom(ice, [line(vanilla, '0.1235'), line(vanilla, '0.000123', unit.kg)]);
  await bom(sauce, [line(vanilla, '0.0004')]);
  const into = (ratio: string) =>
    kitchen.call('dishbom/replaceMaterial', { materialId: vanilla, toMaterialId: saffron, startDate: DAY, ratio });
  await into('0.0011');
  const written = await kitchen.as(({ tx }) =>
    tx.rows<Record<string, unknown>>(sql`
    select trim_scale(d.net_qty) || ' ' || u.code as qty, trim_scale(d.net_base_qty) as base from dish_bom b
    join dish_bom_detail d on d.dish_bom_id = b.id join material_unit u on u.id = d.unit_id
    where d.material_id = ${saffron}::bigint order by b.dish_id, d.line_no`),
  );
  expect(written).toEqual([
    { qty: '0.13585 g', base: '0.00013585' },
    { qty: '0.1353 g', base: '0.0001353' },
    { qty: '0.00044 g', base: '0.00000044' },
  ]);
  await bom(await aDish(kitchen, 'Vanilla milk'), [line(vanilla, '10'), line(vanilla, '0.25')]);
  expect(await kitchen.refusalsOf(into('0.0000333333'))).toEqual([
    'Line 2 of the recipe of Vanilla milk: 0.25 g × 0.0000333333 has more than 6 places and no recipe can hold it exactly; take a ratio with fewer places',
  ]);
});

test('what cannot be is said before anything is done', async () => {
  const frozen = await aMaterial(kitchen, 'Old fat');
  await kitchen.call('material/freeze', { ids: frozen });
  expect(await kitchen.refusalsOf(replace({ toMaterialId: butter }))).toEqual(['Choose another material']);
  expect(
    await kitchen.refusalsOf(replace({ toMaterialId: frozen, ratio: '0', startDate: dayPlus(TODAY, -1) })),
  ).toEqual([
    'Old fat is frozen and cannot be put into recipes',
    'Ratio must be greater than 0',
    `It can begin today (${TODAY}) or later`,
  ]);
});

test('the page of a dish says what a portion feeds as far as it is known, and what it contains; without a recipe it says nothing', async () => {
  const dish = await aDish(kitchen, 'Plain biscuit');
  expect(await kitchen.call('dishbom/food', { dishId: dish })).toMatchObject({
    hasBom: 0,
    nutrients: {},
    coverage: null,
    allergens: {},
  });
  const flour = await aMaterial(kitchen, 'Biscuit flour', { stdYield: '100' });
  const ghee = await aMaterial(kitchen, 'Ghee', {
    allergens: [
      { allergen: 'milk', state: 'contains', basis: '' },
      { allergen: 'soy', state: 'free', basis: 'label' },
    ],
    stdYield: '100',
  });
  await kitchen.save('materialNutrient', { materialId: ghee, sourceKind: 'table', energyKcal: '700' });
  await kitchen.save('dishBom', {
    dishId: dish,
    outputUnitId: unit.portion,
    released: 1,
    details: [
      { materialId: ghee, netQty: '25', unitId: unit.g },
      { materialId: flour, netQty: '75', unitId: unit.g },
    ],
  });
  expect(await kitchen.call('dishbom/food', { dishId: dish })).toMatchObject({
    hasBom: 1,
    nutrients: { energyKcal: '175', proteinG: null },
    coverage: '25',
    allergens: { milk: 'contains', soy: 'unknown' },
  });
});

test('cooking takes of nutrients what the nearest type says; a semi-finished dish that says nothing is cooked as what it goes into', async () => {
  const leaves = await kitchen.save('materialType', { code: 'leaf', name: 'Leaves', parentId: '500' });
  const [kale, leek] = [
    await aMaterial(kitchen, 'Kale of cooking', { materialTypeId: leaves, stdYield: '100' }),
    await aMaterial(kitchen, 'Leek of cooking', { stdYield: '100' }),
  ];
  for (const materialId of [kale, leek])
    await kitchen.save('materialNutrient', { materialId, sourceKind: 'table', energyKcal: '40', proteinG: '10' });
  const keeps = (materialTypeId: string, retention: string, nutrient = 'proteinG') =>
    kitchen.save('nutrientRetention', { cookingMethod: 'boil', materialTypeId, nutrient, retention });
  await keeps('', '90');
  await keeps('500', '80');
  await keeps(leaves, '50');
  expect(await kitchen.refusalsOf(keeps('', '70'))).toEqual([
    'There is a retention of this cooking method, material type and nutrient already; change that one',
  ]);
  const [stock, soup] = [
    await aDish(kitchen, 'Kale base', { dishKind: 'semi' }),
    await aDish(kitchen, 'Kale soup', { cookingMethod: 'boil' }),
  ];
  await kitchen.save('dishBom', {
    dishId: stock,
    outputUnitId: unit.kg,
    outputQty: '1',
    released: 1,
    details: [{ materialId: kale, netQty: '1000', unitId: unit.g }],
  });
  await kitchen.save('dishBom', {
    dishId: soup,
    outputUnitId: unit.portion,
    released: 1,
    details: [
      { subDishId: stock, netQty: '100', unitId: unit.g },
      { materialId: leek, netQty: '100', unitId: unit.g },
    ],
  });
  expect(await kitchen.call('dishbom/food', { dishId: soup })).toMatchObject({
    nutrients: { energyKcal: '80', proteinG: '13' },
    withoutLosses: ['energyKcal'],
    coverage: '100',
  });
});
