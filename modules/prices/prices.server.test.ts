import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sentenceOf } from '../../kernel/core/refusal.ts';
import { sql } from '../../parts/postgres/database.ts';
import { saveRecords } from '../../kernel/server/save.ts';
import { aDish, aMaterial, openKitchen, place, TODAY, unit, type Kitchen } from '../master-data/kitchen.testing.ts';
import { pricesAt } from './price-book/price-resolver.server.ts';
import { suppliersServer } from '../suppliers/server.ts';
import { pricesServer } from './server.ts';

let kitchen: Kitchen;
beforeAll(async () => {
  kitchen = await openKitchen([suppliersServer, pricesServer]);
});
afterAll(() => kitchen.close());

const publish = (materialId: string, body: Record<string, unknown> = {}, declaration = 'settlementPrice') =>
  kitchen.save(declaration, { materialId, unitId: unit.kg, price: '4.80', taxRate: '9', startDate: TODAY, ...body });
const stored = async (id: string) => (await kitchen.call('settlementprice/detail', { id })) as Record<string, unknown>;
const getPrice = async (input: Record<string, unknown>, segment = 'settlementprice') =>
  (await kitchen.call(`${segment}/getPrice`, input)) as Record<string, unknown>;

describe('a published price', () => {
  test('EP-0402: says what it comes to per base unit and without tax, by the conversions of its first day', async () => {
    const tomato = await aMaterial(kitchen, 'Tomato');
    await kitchen.save('itemUnitConversion', {
      materialId: tomato,
      fromUnitId: unit.box,
      toQty: '30',
      toUnitId: unit.kg,
    });
    const id = await publish(tomato, { unitId: unit.box, price: '100' });
    expect(await stored(id)).toMatchObject({
      code: expect.stringMatching(/^SET\d+$/),
      factor: '30',
      price: '100',
      priceNoTax: '91.743119',
      basePrice: '3.333333',
      basePriceNoTax: '3.058104',
      effectState: 'current',
      materialName: 'Tomato',
    });
  });

  test('in a unit that leads nowhere is refused, naming both', async () => {
    const leek = await aMaterial(kitchen, 'Leek');
    expect((await kitchen.refusalsOf(publish(leek, { unitId: unit.bag })))[0]).toMatch(/bag.*kg/);
  });

  test('is above zero, has two places, and takes the tax rate of the goods where it names none', async () => {
    const [salt, untaxed] = [await aMaterial(kitchen, 'Salt'), await aMaterial(kitchen, 'Untaxed')];
    expect(
      (await stored(await publish(salt, { taxRate: '', startDate: '2027-06-01', endDate: '2027-06-30' })))['taxRate'],
    ).toBe('9');
    await kitchen.as((context) =>
      context.tx.run(sql`update material set tax_rate = null where id = ${untaxed}::bigint`),
    );
    expect(await kitchen.refusalsOf(publish(untaxed, { taxRate: '' }))).toEqual(['Please enter Tax (%)']);
    expect(await kitchen.refusalsOf(publish(salt, { price: '' }))).toEqual(['Please enter Price']);
    expect(await kitchen.refusalsOf(publish(salt, { price: '0' }))).toEqual(['Price must be greater than 0']);
    expect(await kitchen.refusalsOf(publish(salt, { price: '1.005' }))).toEqual([
      'Price may have at most 2 decimal places',
    ]);
    expect(await kitchen.refusalsOf(publish(salt, { startDate: '' }))).toEqual(['Say from which day it holds']);
    expect(await kitchen.refusalsOf(publish(salt, { startDate: '2026-12-02', endDate: '2026-12-01' }))).toHaveLength(1);
  });
});

describe('a published price beside another', () => {
  test('of a department and material on a day there is one: the other is named, and the database stands behind', async () => {
    const pepper = await aMaterial(kitchen, 'Pepper');
    await publish(pepper, { code: 'P-OPEN' });
    expect(await kitchen.refusalsOf(publish(pepper, { startDate: '2026-12-01' }))).toEqual([
      `It overlaps price P-OPEN, valid ${TODAY} to open`,
    ]);
    await publish(pepper, { startDate: '2026-12-01', deptId: place.site });
    const twice = kitchen.as((context) =>
      context.tx.run(
        sql`insert into settlement_price (code, material_id, unit_id, factor, price, tax_rate, start_date)
          values ('P-TWO', ${pepper}::bigint, ${unit.kg}::bigint, 1, 5, 9, '2027-01-01')`,
      ),
    );
    expect(await kitchen.refusalsOf(twice)).toEqual([
      'This department and material already has a price in this period; end it first',
    ]);
  });

  test('two of one save that overlap are told apart: the first stands, the second says so', async () => {
    const chive = await aMaterial(kitchen, 'Chive');
    const january = {
      materialId: chive,
      unitId: unit.kg,
      price: '4',
      taxRate: '9',
      startDate: '2027-01-01',
      endDate: '2027-01-31',
      code: 'C-1',
    };
    const saved = await kitchen.as((context) =>
      saveRecords(kitchen.registry.find('settlementPrice'), context, [
        january,
        { ...january, code: 'C-2', startDate: '2027-01-31', endDate: '' },
        { ...january, code: 'C-3', startDate: '2027-02-01', endDate: '' },
      ]),
    );
    expect(
      saved.map((each) => ('id' in each ? 'stands' : each.refusals.map((refusal) => sentenceOf(refusal, 'en')))),
    ).toEqual(['stands', ['It overlaps price C-1, valid 2027-01-01 to 2027-01-31'], 'stands']);
  });

  test('where a company wants it so, the older ends the day before, and its history says so', async () => {
    const basil = await aMaterial(kitchen, 'Basil');
    await kitchen.save('param', { paramName: 'Overlap', paramKey: 'price.onOverlap', paramValue: 'close' });
    const [older, newer] = [await publish(basil), await publish(basil, { startDate: '2026-12-01', price: '5.20' })];
    expect([(await stored(older))['endDate'], (await stored(newer))['endDate']]).toEqual(['2026-11-30', '']);
    const [trace] = await kitchen.as((context) =>
      context.tx.rows<{ changes: unknown }>(
        sql`select changes from audit_log where record_id = ${older} and action = 'update'`,
      ),
    );
    expect(trace!.changes).toEqual({ endDate: [null, '2026-11-30'] });
    // What cannot stand ends nothing: an unknown department is refused with the older as it was.
    const mint = await aMaterial(kitchen, 'Mint');
    await publish(mint, { deptId: place.site });
    await kitchen.refusalsOf(publish(mint, { startDate: '2026-12-01', deptId: '999' }));
    expect(
      await kitchen.as((context) =>
        context.tx.rows(sql`select end_date from settlement_price where material_id = ${mint}::bigint`),
      ),
    ).toEqual([{ endDate: null }]);
    await kitchen.as((context) => context.tx.run(sql`delete from param where param_key = 'price.onOverlap'`));
  });
});

describe('a published price in force', () => {
  test('in force since before today is followed, not rewritten or removed', async () => {
    const rice = await aMaterial(kitchen, 'Rice');
    const id = await publish(rice, { startDate: '2026-11-01', code: 'R-1' });
    expect(await kitchen.refusalsOf(kitchen.save('settlementPrice', { id, price: '5' }))).toEqual([
      'Price R-1 has been in force and may have been used: change its last day or remark only, and add the new price beside it',
    ]);
    expect(await kitchen.refusalsOf(kitchen.save('settlementPrice', { id, endDate: '2026-11-10' }))).toEqual([
      'Price R-1 may have been used until 2026-11-20; it cannot end before that day',
    ]);
    expect(await kitchen.refusalsOf(kitchen.call('settlementprice/remove', { ids: id }))).toEqual([
      'Price R-1 has been in force and cannot be removed; end or freeze it',
    ]);
    await kitchen.save('settlementPrice', { id, endDate: '2026-11-30', remark: 'until the new list' });
    await publish(rice, { startDate: '2026-12-01', price: '5.10' });
    expect(
      await Promise.all(
        ['2026-11-30', '2026-12-01'].map(async (date) => (await getPrice({ materialId: rice, date }))['price']),
      ),
    ).toEqual(['4.8', '5.1']);
  });

  test('a frozen material gets no new price', async () => {
    const quail = await aMaterial(kitchen, 'Quail');
    await kitchen.call('material/freeze', { ids: quail });
    expect(await kitchen.refusalsOf(publish(quail))).toEqual(['Quail is frozen and cannot be priced']);
  });
});

describe('the price that holds', () => {
  let tomato: string;
  let base: string;
  beforeAll(async () => {
    tomato = await aMaterial(kitchen, 'Plum tomato');
    await kitchen.save('itemUnitConversion', {
      materialId: tomato,
      fromUnitId: unit.box,
      toQty: '30',
      toUnitId: unit.kg,
      startDate: '2026-01-01',
    });
    base = await publish(tomato, { startDate: '2026-11-01' });
    await publish(tomato, { startDate: '2026-11-10', endDate: '2026-11-30', price: '4.60', deptId: place.site });
    await publish(tomato, { price: '3.90' }, 'jointOperationPrice');
  });

  test('EP-0404 EP-0798: at a stall is its own, else that of the nearest department above, else the base; and says why', async () => {
    expect(await getPrice({ materialId: tomato, deptId: place.noodles, date: '2026-11-15' })).toMatchObject({
      found: true,
      price: '4.6',
      priceNoTax: '4.220183',
      level: 'ancestor',
      deptName: 'site',
      reason: 'Price of site, 2026-11-10 to 2026-11-30',
      unitName: 'kg',
    });
    expect(await getPrice({ materialId: tomato, deptId: place.otherStall, date: '2026-11-15' })).toMatchObject({
      price: '4.8',
      level: 'base',
      reason: 'Base price, 2026-11-01 to open',
    });
    expect((await getPrice({ materialId: tomato, deptId: place.noodles, date: '2026-11-15' }))['trail']).toMatchObject([
      { deptName: 'noodles', code: '' },
      { deptName: 'restaurant', code: '' },
      { deptName: 'site', code: /^SET/ },
    ]);
    expect(await getPrice({ materialId: tomato, deptId: place.noodles, date: '2026-10-31' })).toMatchObject({
      found: false,
      price: null,
      reason:
        'Plum tomato has no settlement price at noodles on 2026-10-31: looked at the department, those above it, schemes of the role and the base price',
    });
  });

  test('in the unit asked for; one that leads nowhere is refused', async () => {
    expect(
      await getPrice({ materialId: tomato, deptId: place.otherStall, date: '2026-11-15', unitId: unit.box }),
    ).toMatchObject({ price: '144', basePrice: '4.8', unitName: 'box', factor: '30' });
    expect((await kitchen.refusalsOf(getPrice({ materialId: tomato, unitId: unit.litre })))[0]).toMatch(/litre/);
    expect(await kitchen.refusalsOf(getPrice({ materialId: tomato, date: '2026-13-01' }))).toHaveLength(1);
  });

  test('by its id it is that price, whatever the day', async () => {
    expect(await getPrice({ id: base })).toMatchObject({ price: '4.8', level: 'direct', priceEntryId: base });
    await expect(getPrice({ id: '1' })).rejects.toThrow('Settlement price does not exist');
  });

  test('EP-0358: each type has its own', async () => {
    expect(await getPrice({ materialId: tomato, deptId: place.noodles }, 'jointoperationprice')).toMatchObject({
      price: '3.9',
      priceType: 'joint',
    });
  });

  test('EP-0405 EP-0799: of many materials in one go, every one answered in its order', async () => {
    const bare = await aMaterial(kitchen, 'Unpriced');
    const list = (await kitchen.call('settlementprice/getCleanPriceList', {
      materialIds: [bare, tomato],
      deptId: place.noodles,
      date: '2026-11-15',
    })) as unknown[];
    expect(list).toMatchObject([
      {
        materialId: bare,
        price: null,
        cleanPrice: null,
        reason: expect.stringContaining('Unpriced has no settlement price'),
      },
      { materialId: tomato, price: '4.6', cleanPrice: '4.220183', taxRate: '9', level: 'ancestor' },
    ]);
  });

  test('EP-0410 EP-0411 RULE-201: frozen it is shown as such and counts no more, thawed it counts again, and it cannot come back over a newer one', async () => {
    const dill = await aMaterial(kitchen, 'Dill');
    const id = await publish(dill);
    await kitchen.call('settlementprice/freeze', { ids: id });
    expect([(await getPrice({ materialId: dill }))['found'], (await stored(id))['effectState']]).toEqual([
      false,
      'frozen',
    ]);
    await kitchen.call('settlementprice/thaw', { ids: id });
    expect(await getPrice({ materialId: dill })).toMatchObject({ found: true, priceEntryId: id });
    await kitchen.call('settlementprice/freeze', { ids: id });
    await publish(dill, { price: '6' });
    expect(await kitchen.refusalsOf(kitchen.call('settlementprice/thaw', { ids: id }))).toEqual([
      'This department and material already has a price in this period; end it first',
    ]);
  });

  test('a question about two hundred materials asks the database as often as one about two', async () => {
    const ids = await Promise.all(Array.from({ length: 40 }, (_, nr) => aMaterial(kitchen, `Many ${nr}`)));
    const statements = (materialIds: readonly string[]) =>
      kitchen.as(async (context) => {
        let asked = 0;
        const counting = {
          ...context,
          tx: {
            ...context.tx,
            rows: ((query: never) => ((asked += 1), context.tx.rows(query))) as typeof context.tx.rows,
            row: ((query: never) => ((asked += 1), context.tx.row(query))) as typeof context.tx.row,
          },
        };
        await pricesAt(
          counting,
          'settlement',
          place.noodles,
          TODAY,
          materialIds.map((materialId) => ({ materialId })),
        );
        return asked;
      });
    expect(await statements(ids)).toBe(await statements(ids.slice(0, 2)));
  });
});

test('a dish is costed by each kind of price its reader may see: every gram, its price and where that is from', async () => {
  const [pork, soy] = [
    await aMaterial(kitchen, 'Pork of the card', { stdYield: '80' }),
    await aMaterial(kitchen, 'Soy of the card', { stdYield: '100' }),
  ];
  const dish = await aDish(kitchen, 'Pork of the card', { salePrice: '21.20', saleTaxRate: '6' });
  await kitchen.save('dishBom', {
    dishId: dish,
    outputUnitId: unit.portion,
    released: 1,
    details: [
      { materialId: pork, netQty: '160', unitId: unit.g },
      { materialId: soy, netQty: '10', unitId: unit.g },
    ],
  });
  await publish(pork, { price: '30' });
  const card = (priceType: string) =>
    kitchen.call('dishbom/costCard', { dishId: dish, priceType }) as Promise<Record<string, unknown>>;
  expect(await card('settlement')).toMatchObject({
    priceType: 'settlement',
    complete: 0,
    costPerPortion: null,
    lines: [
      { gross: '0.2', unitPrice: '30', cost: '6', priceReason: expect.stringMatching(/base price/i) },
      { unitPrice: null },
    ],
  });
  await publish(soy, { price: '12' });
  expect(await card('settlement')).toMatchObject({
    complete: 1,
    costPerPortion: '6.12',
    foodCostPct: '30.6',
    priceTypes: expect.arrayContaining([
      { type: 'purchase', name: 'Purchase price' },
      { type: 'joint', name: expect.any(String) },
    ]),
  });
  expect(await card('purchase')).toMatchObject({ complete: 0, missing: [expect.stringMatching(/Pork of the card/)] });
  const call = kitchen.registry.calls.find(({ path }) => path === 'dishbom/costCard')!;
  await expect(
    kitchen.as((context) =>
      call.handle(
        { ...context, allowed: (code) => code !== 'settlementprice_see' },
        { dishId: dish, priceType: 'settlement' },
        null,
      ),
    ),
  ).rejects.toThrow();
});
