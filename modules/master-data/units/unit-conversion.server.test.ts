import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../parts/postgres/database.ts';
import { resolveRef } from '../../../parts/sheets/sheet-lookups.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { aMaterial, openKitchen, TODAY, unit, type Kitchen } from '../kitchen.testing.ts';
import { seedUnits } from './first-units.server.ts';
import { convertLines } from './material-units.server.ts';

let kitchen: Kitchen;
beforeAll(async () => {
  kitchen = await openKitchen();
});
afterAll(() => kitchen.close());

const conversion = (
  materialId: string,
  fromUnitId: string,
  toQty: string,
  toUnitId: string,
  body = {},
): Promise<string> => kitchen.save('itemUnitConversion', { materialId, fromUnitId, toQty, toUnitId, ...body });
const convert = (lines: Parameters<typeof convertLines>[1]) => kitchen.as((context) => convertLines(context, lines));

describe('a line', () => {
  test('is converted through the material’s own packs and the constants, factor and base quantity exact', async () => {
    const flour = await aMaterial(kitchen, 'Flour');
    await conversion(flour, unit.bag, '2500', unit.g);
    await conversion(flour, unit.box, '12', unit.bag);
    expect(
      await convert([
        { materialId: flour, unitId: unit.box, qty: '1.5' },
        { materialId: flour, unitId: unit.g, qty: '1' },
        { materialId: flour, unitId: unit.kg, qty: '3' },
      ]),
    ).toEqual([
      { factor: '30', baseQty: '45', baseUnitId: unit.kg },
      { factor: '0.001', baseQty: '0.001', baseUnitId: unit.kg },
      { factor: '1', baseQty: '3', baseUnitId: unit.kg },
    ]);
  });

  test('without a path is refused by number, all lines at once', async () => {
    const salt = await aMaterial(kitchen, 'Salt');
    expect(
      await kitchen.refusalsOf(
        convert([
          { materialId: salt, unitId: unit.box, qty: '1' },
          { materialId: salt, unitId: unit.kg, qty: '1' },
          { materialId: salt, unitId: unit.bag, qty: '1' },
          { materialId: '9', unitId: unit.kg, qty: '1' },
        ]),
      ),
    ).toEqual([
      'Salt has no conversion from box to kg; enter one first',
      'Salt has no conversion from bag to kg; enter one first',
      'Material refers to a record that does not exist; it may have been removed',
    ]);
  });

  test('is one of five hundred with a single query', async () => {
    const oil = await aMaterial(kitchen, 'Oil');
    await conversion(oil, unit.bottle, '5', unit.kg);
    let queries = 0;
    const converted = await kitchen.as((context) => {
      const counting = {
        ...context,
        tx: {
          ...context.tx,
          row: (query: never) => (queries++, context.tx.row(query)),
          rows: (query: never) => (queries++, context.tx.rows(query)),
        },
      } as Context;
      return convertLines(
        counting,
        Array.from({ length: 500 }, (_, index) => ({ materialId: oil, unitId: unit.bottle, qty: String(index + 1) })),
      );
    });
    expect([queries, converted.length, converted[499]!.baseQty]).toEqual([1, 500, '2500']);
  });
});

describe('a conversion of a material', () => {
  test('reads both ways down to the base unit before it is saved, and says what speaks against it', async () => {
    const beans = await aMaterial(kitchen, 'Beans');
    await conversion(beans, unit.bag, '2.5', unit.kg);
    const read = (body: object, segment = 'itemunitconversion') =>
      kitchen.call(`${segment}/preview`, { materialId: beans, fromQty: '1', ...body });
    expect(await read({ fromUnitId: unit.box, toQty: '12', toUnitId: unit.bag })).toEqual({
      sentence: '1 box = 12 bag = 30 kg; 1 kg = 0.033333 box',
      against: [],
      doubts: [],
    });
    expect(await read({ fromUnitId: unit.box, toQty: '12', toUnitId: unit.bottle })).toMatchObject({
      sentence: '1 box = 12 bottle; 1 bottle = 0.083333 box',
      against: [expect.stringMatching(/no conversion/)],
    });
    expect(await read({ fromUnitId: unit.bag, toQty: '3', toUnitId: unit.kg })).toMatchObject({
      against: [expect.stringMatching(/bag/)],
    });
    for (const half of [
      { fromUnitId: unit.box },
      { fromUnitId: unit.box, toQty: '0', toUnitId: unit.bag },
      { fromUnitId: unit.box, toQty: '1', toUnitId: unit.box },
      { fromUnitId: 'x', toQty: '1', toUnitId: unit.kg },
    ])
      expect(await read(half)).toEqual({ sentence: '', against: [], doubts: [] });
    expect(
      await kitchen.call('basicunitconversion/preview', {
        fromQty: '1',
        fromUnitId: unit.kg,
        toQty: '900',
        toUnitId: unit.g,
      }),
    ).toMatchObject({ against: [expect.any(String)] });
    expect(await kitchen.call('itemunitconversion/page', { materialId: beans }), 'nothing was written').toMatchObject({
      total: 1,
    });
  });

  test('is said both ways', async () => {
    const rice = await aMaterial(kitchen, 'Rice');
    const id = await conversion(rice, unit.bag, '25', unit.kg);
    expect(await kitchen.call('itemunitconversion/detail', { id })).toMatchObject({
      factor: '25',
      sentence: '1 bag = 25 kg; 1 kg = 0.04 bag',
      baseFactor: '25',
      startDate: TODAY,
    });
  });

  test('between two units of mass is refused: those are constants', async () => {
    const sugar = await aMaterial(kitchen, 'Sugar');
    expect(await kitchen.refusalsOf(conversion(sugar, unit.kg, '999', unit.g))).toEqual([
      'Units of mass (or of volume) convert by universal constants, not per material',
    ]);
  });

  test('that leads nowhere is refused', async () => {
    const beans = await aMaterial(kitchen, 'Beans');
    expect(await kitchen.refusalsOf(conversion(beans, unit.box, '6', unit.bag))).toEqual([
      'Beans has no conversion from box to kg; enter one first',
    ]);
  });
});

describe('a conversion of a material beside others', () => {
  test('that loops is refused with the loop', async () => {
    const peas = await aMaterial(kitchen, 'Peas');
    await conversion(peas, unit.bag, '1', unit.kg, { endDate: '2026-12-31' });
    await conversion(peas, unit.box, '10', unit.bag, { endDate: '2026-12-31' });
    expect(await kitchen.refusalsOf(conversion(peas, unit.bag, '0.1', unit.box, { startDate: '2027-01-01' }))).toEqual([
      'Peas has no conversion from bag to kg; enter one first',
    ]);
    expect(await kitchen.refusalsOf(conversion(peas, unit.bag, '0.1', unit.box))).toEqual([
      'The conversions of Peas loop: bag→box→bag; correct one of them first',
      'The conversions of Peas loop: box→bag→box; correct one of them first',
    ]);
  });

  test('that disagrees with another way is refused, both named', async () => {
    const tofu = await aMaterial(kitchen, 'Tofu');
    await conversion(tofu, unit.bag, '2.5', unit.kg);
    await conversion(tofu, unit.box, '12', unit.bag);
    expect(await kitchen.refusalsOf(conversion(tofu, unit.box, '25', unit.kg))).toEqual([
      'The conversions of Tofu disagree: box→kg = 25, box→bag→kg = 30; correct one of them first',
    ]);
  });

  test('of the same units in the same period is refused by the database too', async () => {
    const milk = await aMaterial(kitchen, 'Milk');
    await conversion(milk, unit.box, '10', unit.kg);
    expect(await kitchen.refusalsOf(conversion(milk, unit.box, '10', unit.kg))).toEqual([
      'These units already have a conversion in this period; end that one first',
    ]);
  });

  test('in force since yesterday keeps its figures; it is ended and followed', async () => {
    const eggs = await aMaterial(kitchen, 'Eggs', { baseUnitId: unit.piece });
    const id = await conversion(eggs, unit.box, '360', unit.piece, { startDate: '2026-11-01' });
    expect(await kitchen.refusalsOf(kitchen.save('itemUnitConversion', { id, toQty: '300' }))).toEqual([
      'This conversion is already in force and its figures stay; end it and enter a new one',
    ]);
    await kitchen.save('itemUnitConversion', { id, endDate: TODAY, packSpec: '360' });
    await conversion(eggs, unit.box, '300', unit.piece, { startDate: '2026-11-22' });
  });

  test('that a unit of the material still rests on cannot be frozen', async () => {
    const pork = await aMaterial(kitchen, 'Pork', { purchaseUnitId: unit.box });
    const id = await conversion(pork, unit.box, '20', unit.kg);
    expect(await kitchen.refusalsOf(kitchen.call('itemunitconversion/freeze', { ids: id }))).toEqual([
      'box is still used by Pork (purchase unit); change that first',
    ]);
  });
});

describe('a general conversion', () => {
  test('holds inside one dimension only, and never for packs', async () => {
    expect(
      await kitchen.refusalsOf(
        kitchen.save('basicUnitConversion', { fromUnitId: unit.litre, toQty: '1', toUnitId: unit.kg }),
      ),
    ).toEqual(['litre and kg are of different dimensions; enter the conversion per material']);
    expect(
      await kitchen.refusalsOf(
        kitchen.save('basicUnitConversion', { fromUnitId: unit.box, toQty: '1', toUnitId: unit.kg }),
      ),
    ).toEqual(['Packs have no general conversion; enter it per material']);
  });

  test('built in is not changed', async () => {
    const { id } = (await kitchen.as((context) =>
      context.tx.row<{ id: string }>(sql`select id from basic_unit_conversion where is_system = 1`),
    ))!;
    expect(await kitchen.refusalsOf(kitchen.save('basicUnitConversion', { id, toQty: '999' }))).toEqual([
      'Built-in conversions cannot be changed',
    ]);
  });
});

describe('a material', () => {
  test('takes from its type what it does not say itself, and its units from the base unit', async () => {
    const id = await aMaterial(kitchen, '番茄', { aliases: '西红柿' });
    expect(await kitchen.call('material/detail', { id })).toMatchObject({
      taxRate: '9',
      storageZone: 'cool',
      materialKind: 'raw',
      purchaseUnitId: unit.kg,
      readyPlan: 1,
    });
    expect(await kitchen.call('material/page', { keyword: 'xihongshi' })).toMatchObject({ total: 1 });
    expect(await kitchen.call('material/page', { materialType: '500', keyword: '番茄' })).toMatchObject({ total: 1 });
  });

  test('says which unit has no conversion yet', async () => {
    const id = await aMaterial(kitchen, 'Ginger', { purchaseUnitId: unit.box });
    expect(await kitchen.call('material/detail', { id })).toMatchObject({
      readyPlan: 1,
      readyBuy: 0,
      readyMissing: expect.arrayContaining([
        {
          gate: 'buy',
          gateName: 'buy',
          field: 'purchaseUnitId',
          text: 'No conversion from the purchase unit to the base unit',
          owner: 'Purchaser',
        },
      ]),
    });
  });

  test('never changes its base unit, needs shelf days with expiry, and a sound barcode', async () => {
    const id = await aMaterial(kitchen, 'Garlic');
    expect(await kitchen.refusalsOf(kitchen.save('material', { id, baseUnitId: unit.g }))).toEqual([
      'Base unit cannot change once the record exists',
    ]);
    expect(
      await kitchen.refusalsOf(kitchen.save('material', { id, shelfLifeManaged: 1, barcode: '6901234567890' })),
    ).toEqual(['Shelf life (days) is needed with Has expiry', 'Barcode 6901234567890 has a wrong check digit']);
  });

  test('EP-0209: offers its units for buying, the default first', async () => {
    const id = await aMaterial(kitchen, 'Cabbage', { purchaseUnitId: unit.box });
    await conversion(id, unit.box, '15', unit.kg);
    expect(await kitchen.call('materialunit/unitList', { materialId: id, type: 'purchase' })).toMatchObject([
      { unitName: 'box', factor: '15', isDefault: 1 },
      { unitName: 'kg', factor: '1', isDefault: 0 },
    ]);
  });
});

test('a tenant starts with the units of the trade, and seeding again changes nothing', async () => {
  const count = () =>
    kitchen.as(async (context) => {
      await seedUnits(context.tx);
      return (await context.tx.row<{ units: number; constants: number; jin: string }>(sql`
      select (select count(*) from material_unit)::integer as units, (select count(*) from basic_unit_conversion
      where is_system = 1)::integer as constants,
             (select sentence from basic_unit_conversion c join material_unit u on u.id = c.from_unit_id
             where u.code = 'JIN') as jin`))!;
    });
  const first = await count();
  expect(first.jin).toBe('1 斤 = 500 克；1 克 = 0.002 斤');
  expect(await count()).toEqual(first);
});

test('a reader of English is shown units by their symbol and materials by their English name; sheets know a unit by all it is called', async () => {
  const jin = await kitchen.as(async (context) => {
    await seedUnits(context.tx);
    return (await context.tx.row<{ id: string }>(sql`select id from material_unit where code = 'JIN'`))!.id;
  });
  const leek = await aMaterial(kitchen, '韭菜', { nameEn: 'Chives', baseUnitId: jin });
  await conversion(leek, unit.bag, '2', jin);
  expect(await kitchen.call('itemunitconversion/page', { materialId_equal: leek })).toMatchObject({
    records: [
      {
        materialName: 'Chives',
        fromUnitName: 'bag',
        toUnitName: 'jin',
        sentence: '1 bag = 2 jin; 1 jin = 0.5 bag',
      },
    ],
  });
  expect(await kitchen.call('material/select', { keyword: 'chives' })).toMatchObject([
    { id: leek, title: 'Chives', name: '韭菜' },
  ]);
  expect(await kitchen.call('materialunit/select', { keyword: '斤' })).toEqual(
    expect.arrayContaining([expect.objectContaining({ id: jin, title: 'jin', name: '斤' })]),
  );
  expect(await kitchen.as((context) => resolveRef(context, 'materialUnit', ['斤', 'jin', '市斤', '没有']))).toEqual(
    new Map(['斤', 'jin', '市斤'].map((each) => [each, [jin]])),
  );
});

test('what is in use is not removed: both records are named', async () => {
  const oats = await aMaterial(kitchen, 'Oats in sacks');
  await kitchen.save('itemUnitConversion', { materialId: oats, fromUnitId: unit.bag, toQty: '25', toUnitId: unit.kg });
  expect(await kitchen.refusalsOf(kitchen.call('material/remove', { ids: oats }))).toEqual([
    expect.stringMatching(
      /^"Oats in sacks" is used by Material conversion ".*25.*" and cannot be removed; freeze it instead$/,
    ),
  ]);
});
