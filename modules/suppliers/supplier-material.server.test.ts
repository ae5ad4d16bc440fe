import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../parts/postgres/database.ts';
import { aMaterial, openKitchen, place, TODAY, unit, type Kitchen } from '../master-data/kitchen.testing.ts';
import { firstOffers, offersFor, type Offer } from './offers.server.ts';
import { convertPurchaseLines, pricesFor, type PriceQuestion } from './purchase-price.server.ts';
import { suppliersServer } from './server.ts';

let kitchen: Kitchen;
beforeAll(async () => {
  kitchen = await openKitchen([suppliersServer]);
});
afterAll(() => kitchen.close());

const aSupplier = (name: string, body = {}) =>
  kitchen.save('supplier', { name, contact: 'Li', contactPhone: '13800000000', ...body });
const delivers = (supplierId: string, materialId: string, body: Record<string, unknown> = {}) =>
  kitchen.save('supplierMaterial', {
    supplierId,
    materialId,
    unitId: unit.kg,
    price: '6.40',
    startDate: TODAY,
    ...body,
  });
const price = async (question: Omit<PriceQuestion, 'date'> & { date?: string }) => {
  const [answer] = await kitchen.as((context) => pricesFor(context, [{ date: TODAY, ...question }]));
  return answer!.found ? [answer!.price, answer!.basePrice, answer!.level] : 'none';
};

describe('a supplier’s material', () => {
  test('takes factor and tax rate where none is given, and says the price per base unit', async () => {
    const [green, cabbage] = [await aSupplier('Green'), await aMaterial(kitchen, 'Cabbage')];
    await kitchen.save('itemUnitConversion', {
      materialId: cabbage,
      fromUnitId: unit.box,
      toQty: '15',
      toUnitId: unit.kg,
    });
    const id = await delivers(green, cabbage, { unitId: unit.box, price: '48' });
    expect(await kitchen.call('suppliermaterial/detail', { id })).toMatchObject({
      factor: '15',
      basePrice: '3.2',
      taxRate: '9',
      supplierName: 'Green',
    });
  });

  test('is known by the supplier’s own name for it from then on: once, in his context, and not again once retired', async () => {
    const [farm, cucumber, gourd] = [
      await aSupplier('Farm of names'),
      await aMaterial(kitchen, 'Cucumber'),
      await aMaterial(kitchen, 'Gourd'),
    ];
    const id = await delivers(farm, cucumber, { supplierMaterialName: ' Water  gherkin ' });
    const known = async (materialId: string) =>
      (
        (await kitchen.call('materialalias/page', { materialId })) as { records: Record<string, unknown>[] }
      ).records.map(({ alias, aliasKind, origin, supplierName, frozen }) => [
        alias,
        aliasKind,
        origin,
        supplierName,
        frozen,
      ]);
    expect(await known(cucumber)).toEqual([['Water  gherkin', 'supplier', 'learned', 'Farm of names', 0]]);
    expect(await kitchen.call('material/page', { keyword: 'gherkin' })).toMatchObject({
      total: 1,
      records: [{ name: 'Cucumber' }],
    });
    await kitchen.save('supplierMaterial', { id, remark: 'Said again' });
    await delivers(farm, gourd, { supplierMaterialName: 'GOURD' });
    await delivers(await aSupplier('Market of names'), cucumber, { supplierMaterialName: 'Gherkin' });
    expect([(await known(cucumber)).map(([alias]) => alias).toSorted(), await known(gourd)]).toEqual([
      ['Gherkin', 'Water  gherkin'],
      [],
    ]);
    const [alias] = (
      (await kitchen.call('materialalias/page', { alias_like: 'Water' })) as { records: { id: string }[] }
    ).records;
    await kitchen.call('materialalias/submit', { id: alias!.id, frozen: 1 });
    await kitchen.save('supplierMaterial', { id, remark: 'And again' });
    expect(
      (await known(cucumber)).map(([name, , , , frozen]) => `${String(name)} ${String(frozen)}`).toSorted(),
    ).toEqual(['Gherkin 0', 'Water  gherkin 1']);
  });
});

describe('a supplier’s material in its time', () => {
  test('in an overlapping period is refused by the database', async () => {
    const [red, pepper] = [await aSupplier('Red'), await aMaterial(kitchen, 'Pepper')];
    await delivers(red, pepper, { endDate: '2026-12-31' });
    expect(await kitchen.refusalsOf(delivers(red, pepper, { startDate: '2026-12-31' }))).toEqual([
      'This supplier already has a price for the material, unit and agreement in this period; end it first or change the price',
    ]);
    await delivers(red, pepper, { startDate: '2027-01-01' });
    await delivers(red, pepper, { startDate: '2026-12-01', agreementNo: 'HT-1' });
  });

  test('has its price for a positive amount of at most two places, and a sound base factor', async () => {
    const [blue, salt] = [await aSupplier('Blue'), await aMaterial(kitchen, 'Salt')];
    expect(await kitchen.refusalsOf(delivers(blue, salt, { price: '0' }))).toEqual(['Price must be greater than 0']);
    expect(await kitchen.refusalsOf(delivers(blue, salt, { price: '1.005' }))).toEqual([
      'Price may have at most 2 decimal places',
    ]);
    expect((await kitchen.refusalsOf(delivers(blue, salt, { unitId: unit.g, factor: '0.002' })))[0]).toMatch(
      /universal constant/,
    );
  });

  test('EP-0776: in force since yesterday is followed, not rewritten', async () => {
    const [old, rice] = [await aSupplier('Old'), await aMaterial(kitchen, 'Rice')];
    const id = await delivers(old, rice, { startDate: '2026-11-01', price: '5.20' });
    expect(await kitchen.refusalsOf(kitchen.save('supplierMaterial', { id, price: '5.80' }))).toEqual([
      'This row is already in force: change price, unit or factor from a day on',
    ]);
    await kitchen.call('supplier/editSupplierMaterialPrice', { id, price: '5.80', startDate: '2026-12-01' });
    expect([
      await price({ supplierId: old, materialId: rice, unitId: unit.kg, date: '2026-11-30' }),
      await price({ supplierId: old, materialId: rice, unitId: unit.kg, date: '2026-12-01' }),
    ]).toEqual([
      ['5.2', '5.2', 'supplier'],
      ['5.8', '5.8', 'supplier'],
    ]);
    expect(
      await kitchen.refusalsOf(
        kitchen.call('supplier/editSupplierMaterialPrice', {
          id,
          price: '9',
          startDate: '2026-11-01',
        }),
      ),
    ).toEqual([
      'A new price cannot begin in the past (2026-11-01); for what was received already make a price correction',
    ]);
  });

  test('has one default supplier, and shares within a hundred', async () => {
    const [first, second, oil] = [await aSupplier('First'), await aSupplier('Second'), await aMaterial(kitchen, 'Oil')];
    await delivers(first, oil, { isDefault: 1, sharePercent: '60' });
    expect(await kitchen.refusalsOf(delivers(second, oil, { isDefault: 1 }))).toEqual([
      'Oil already has a default supplier: First',
    ]);
    expect(await kitchen.refusalsOf(delivers(second, oil, { sharePercent: '41' }))).toEqual([
      'The shares of Oil add up to 101%, more than 100%',
    ]);
    await delivers(second, oil, { sharePercent: '40' });
  });
});

describe('a supplier’s material with others', () => {
  test('EP-0775 EP-0780: is added in one go, all or none', async () => {
    const [many, a, b] = [await aSupplier('Many'), await aMaterial(kitchen, 'Ham'), await aMaterial(kitchen, 'Egg')];
    expect(
      await kitchen.refusalsOf(
        kitchen.call('supplier/addSupplierMaterial', {
          supplierId: many,
          materials: [
            { materialId: a, unitId: unit.kg, price: '1' },
            { materialId: b, unitId: unit.box, price: '1' },
          ],
        }),
      ),
    ).toEqual(['Egg has no conversion from box to kg; enter one first']);
    expect(await kitchen.call('supplier/getSupplierMaterial', { supplierId: many })).toMatchObject({ total: 0 });
    await kitchen.call('supplier/addSupplierMaterial', {
      supplierId: many,
      materials: [
        { materialId: a, unitId: unit.kg, price: '1' },
        { materialId: b, unitId: unit.kg, price: '1' },
      ],
    });
    expect(await kitchen.call('supplier/getSupplierMaterial', { supplierId: many })).toMatchObject({ total: 2 });
  });
});

describe('a price', () => {
  test('is the contract’s before the plain one, and converted to the unit asked for', async () => {
    const [farm, tomato] = [await aSupplier('Farm'), await aMaterial(kitchen, 'Tomato')];
    await delivers(farm, tomato, { price: '6.40' });
    await delivers(farm, tomato, { unitId: unit.box, factor: '20', price: '120', agreementNo: 'HT-7' });
    expect(await price({ supplierId: farm, materialId: tomato, unitId: unit.box })).toEqual(['120', '6', 'contract']);
    expect(await price({ supplierId: farm, materialId: tomato, unitId: unit.g })).toEqual(['0.006', '6', 'contract']);
    expect(await price({ supplierId: farm, materialId: tomato, unitId: unit.kg, date: '2026-11-20' })).toBe('none');
  });

  test('EP-0189: is answered for many materials at once, and says why there is none', async () => {
    const [only, leek, lotus] = [
      await aSupplier('Only'),
      await aMaterial(kitchen, 'Leek'),
      await aMaterial(kitchen, 'Lotus'),
    ];
    await delivers(only, leek, { price: '4.20' });
    expect(
      await kitchen.call('material/getListAllMaterrialPriceWithAuth', { materialIds: [leek, lotus] }),
    ).toMatchObject([
      { materialId: leek, supplierId: only, price: '4.2', found: true, reason: `Price of Only, from ${TODAY}` },
      { materialId: lotus, found: false, reason: 'No supplier delivers it' },
    ]);
  });

  test('EP-0788 EP-0789: at the address of purchase prices it is one offer by its id, or what the best one asks, with and without tax', async () => {
    const [mill, oats, bare] = [
      await aSupplier('Mill'),
      await aMaterial(kitchen, 'Oats'),
      await aMaterial(kitchen, 'Bare'),
    ];
    const id = await delivers(mill, oats, { price: '10.90', startDate: '2027-01-01' });
    expect(await kitchen.call('purchaseprice/getPrice', { id })).toMatchObject({
      level: 'direct',
      price: '10.9',
      basePrice: '10.9',
      taxRate: '9',
      supplierId: mill,
      startDate: '2027-01-01',
      endDate: '',
    });
    await expect(kitchen.call('purchaseprice/getPrice', { id: '1' })).rejects.toThrow(
      'Supplier material does not exist',
    );
    expect(await kitchen.call('purchaseprice/getPrice', { materialId: oats, date: '2027-01-02' })).toMatchObject({
      price: '10.9',
      found: true,
    });
    expect(
      await kitchen.call('purchaseprice/getCleanPriceList', { materialIds: [bare, oats], date: '2027-01-02' }),
    ).toMatchObject([
      { materialId: bare, price: null, cleanPrice: null },
      { materialId: oats, price: '10.9', cleanPrice: '10' },
    ]);
  });
});

describe('a price for each', () => {
  test('of five hundred lines takes two queries, three where units are converted', async () => {
    const [big, flour] = [await aSupplier('Big'), await aMaterial(kitchen, 'Flour')];
    await delivers(big, flour);
    const asked = async (unitIds: readonly string[]) => {
      let queries = 0;
      const answers = await kitchen.as((context) =>
        pricesFor(
          {
            ...context,
            tx: {
              ...context.tx,
              rows: (query) => (queries++, context.tx.rows(query)),
              row: (query) => (queries++, context.tx.row(query)),
            },
          },
          Array.from({ length: 500 }, (_, nr) => ({
            supplierId: big,
            materialId: flour,
            unitId: unitIds[nr % unitIds.length]!,
            date: TODAY,
          })),
        ),
      );
      return [queries, answers.length, answers.every((answer) => answer.found)];
    };
    expect([await asked([unit.kg]), await asked([unit.kg, unit.g])]).toEqual([
      [2, 500, true],
      [3, 500, true],
    ]);
  });
});

test('EP-0208: a purchase line is counted in the supplier’s own pack before the material’s', async () => {
  const [pack, beans] = [await aSupplier('Pack'), await aMaterial(kitchen, 'Beans')];
  await kitchen.save('itemUnitConversion', { materialId: beans, fromUnitId: unit.bag, toQty: '10', toUnitId: unit.kg });
  await delivers(pack, beans, { unitId: unit.bag, factor: '9' });
  const [own, his] = await kitchen.as((context) =>
    convertPurchaseLines(context, [
      { supplierId: '1', materialId: beans, unitId: unit.bag, qty: '2' },
      { supplierId: pack, materialId: beans, unitId: unit.bag, qty: '2' },
    ]),
  );
  expect([own!.baseQty, his!.baseQty]).toEqual(['20', '18']);
  expect(await kitchen.call('materialunit/getPurchaseUnitList', { materialId: beans, supplierId: pack })).toMatchObject(
    [{ unitName: 'kg' }, { unitName: 'bag', factor: '9', scope: 'supplier' }],
  );
});

test('a price is answered for the unit asked for', async () => {
  const [mill, rye] = [await aSupplier('Rye mill'), await aMaterial(kitchen, 'Rye')];
  await kitchen.save('itemUnitConversion', { materialId: rye, fromUnitId: unit.box, toQty: '30', toUnitId: unit.kg });
  await delivers(mill, rye, { price: '4.10' });
  for (const path of ['purchaseprice', 'basicunitconversion', 'itemunitconversion']) {
    const asked = async (unitId: string): Promise<unknown> =>
      ((await kitchen.call(`${path}/getPrice`, { materialId: rye, unitId })) as Record<string, unknown>)['price'];
    expect([path, await asked(unit.kg), await asked(unit.box), await asked(unit.g)]).toEqual([
      path,
      '4.1',
      '123',
      '0.0041',
    ]);
  }
});

test('offers are ranked: contract, price, default; a supplier tied to sites serves only those', async () => {
  const milk = await aMaterial(kitchen, 'Milk');
  const [dear, cheap, contract, tied, frozen] = [
    await aSupplier('Dear'),
    await aSupplier('Cheap'),
    await aSupplier('Contract'),
    await aSupplier('Tied'),
    await aSupplier('Frozen'),
  ];
  await delivers(dear, milk, { price: '9' });
  await delivers(cheap, milk, { price: '7' });
  await delivers(contract, milk, { price: '10', agreementNo: 'HT-9' });
  await delivers(tied, milk, { price: '1' });
  await delivers(frozen, milk, { price: '1' });
  await kitchen.save('supplierProject', { supplierId: tied, bladeProjectDeptId: place.otherSite });
  await kitchen.call('supplier/freeze', { ids: frozen });
  const offers = await kitchen.as((context) => offersFor(context, [milk], TODAY, [place.site, place.otherSite]));
  expect(offers.map((offer) => [offer.supplierName, offer.rank, offer.projectDeptIds])).toEqual([
    ['Contract', 1, [place.site, place.otherSite]],
    ['Tied', 2, [place.otherSite]],
    ['Cheap', 3, [place.site, place.otherSite]],
    ['Dear', 4, [place.site, place.otherSite]],
  ]);
  expect(
    await kitchen.refusalsOf(kitchen.save('supplierProject', { supplierId: cheap, bladeProjectDeptId: place.noodles })),
  ).toEqual(['Only project departments can be tied']);
});

/** Everything that can be offered, at random, looked at slowly: each offer of each material with each site. */
test('whatever is offered, ranked and first offers are those that a slow look at each of them finds', async () => {
  const DAYS = ['2026-10-01', '2026-11-01', '2026-11-20', TODAY, '2026-11-22', '2026-12-24'];
  const SITES = [place.site, place.otherSite];
  const [flag, sometimes] = [fc.constantFrom(0, 1), (value: string) => fc.constantFrom(null, null, value)];
  const day = fc.constantFrom(...DAYS);
  const [first, many] = [{ seed: 1 }, 400];
  const suppliers = fc
    .sample(
      fc.record({
        companyId: fc.constantFrom(null, place.company, place.otherSite),
        leadDays: fc.nat(2),
        direct: flag,
        frozen: fc.constantFrom(0, 0, 0, 1),
      }),
      { ...first, numRuns: 9 },
    )
    .map((each, nr) => ({ ...each, id: String(70_000 + nr), code: `R${nr}` }));
  const types = [
    ['7501', '500'],
    ['7502', '7501'],
    ['7503', '500'],
  ] as const;
  const materials = types.flatMap(([typeId]) => [0, 1].map((nr) => ({ id: `${typeId}${nr}`, typeId })));
  const ties = fc.uniqueArray(
    fc.record({
      supplierId: fc.constantFrom(...suppliers.slice(0, 5).map(({ id }) => id)),
      siteId: fc.constantFrom(...SITES),
      typeIds: fc.subarray(['500', '7501', '7503'], { maxLength: 1 }),
      kind: fc.constantFrom('direct', 'uniform', 'both'),
      from: fc.option(day),
      to: fc.option(day),
    }),
    { minLength: 7, selector: (tie) => `${tie.supplierId} ${tie.siteId}` },
  );
  const tied = fc.sample(ties, { ...first, numRuns: 1 })[0]!;
  const written = fc
    .sample(
      fc.record({
        supplierId: fc.constantFrom(...suppliers.map(({ id }) => id)),
        materialId: fc.constantFrom(...materials.map(({ id }) => id)),
        unitId: fc.constantFrom(unit.kg, unit.box),
        basePrice: fc.constantFrom(null, '1', '2', '2.5', '10'),
        agreementNo: sometimes('A'),
        isDefault: flag,
        leadDays: fc.constantFrom(null, 0, 1, 2),
        taxRate: sometimes('13'),
        from: day,
        to: fc.option(day),
        frozen: fc.constantFrom(0, 0, 0, 1),
      }),
      { ...first, numRuns: many },
    )
    .map((each, nr) => ({
      ...each,
      id: String(80_000 + nr),
      to: each.to === null || each.to < each.from ? null : each.to,
    }));

  const kept = await kitchen.as(async ({ tx }) => {
    const json = (rows: readonly unknown[]) => sql`jsonb_array_elements(${JSON.stringify(rows)}::jsonb) j`;
    for (const [id, parent] of types)
      await tx.run(
        sql`insert into material_type (id, code, name, full_name, parent_id, default_tax_rate, storage_zone)
          values (${id}::bigint, ${id}, ${id}, ${id}, ${parent}::bigint, 9, 'cool')`,
      );
    await tx.run(
      sql`insert into material (id, name, material_type_id, base_unit_id)
        select (j ->> 'id')::bigint, j ->> 'id', (j ->> 'typeId')::bigint, ${unit.kg}::bigint from ${json(materials)}`,
    );
    await tx.run(sql`insert into supplier (id, code, name, contact, contact_phone, company_dept_id, lead_days,
      allow_direct, frozen)
      select (j ->> 'id')::bigint, j ->> 'code', j ->> 'code', '', '', (j ->> 'companyId')::bigint,
        (j ->> 'leadDays')::integer, (j ->> 'direct')::smallint, (j ->> 'frozen')::smallint from ${json(suppliers)}`);
    await tx.run(sql`insert into supplier_project (supplier_id, blade_project_dept_id, material_type_ids,
      delivery_kind, start_date, end_date)
      select (j ->> 'supplierId')::bigint, (j ->> 'siteId')::bigint, array(select jsonb_array_elements_text(j ->
        'typeIds')::bigint), j ->> 'kind', (j ->> 'from')::date, (j ->> 'to')::date from ${json(tied)}`);
    return new Set(
      (
        await tx.rows<{
          id: string;
        }>(sql`insert into supplier_material (id, supplier_id, material_id, unit_id, factor, base_price, agreement_no,
          is_default, lead_days, tax_rate, start_date, end_date, frozen)
      select (j ->> 'id')::bigint, (j ->> 'supplierId')::bigint, (j ->> 'materialId')::bigint,
        (j ->> 'unitId')::bigint, 1, (j ->> 'basePrice')::numeric, j ->> 'agreementNo', (j ->> 'isDefault')::smallint,
        (j ->> 'leadDays')::integer, (j ->> 'taxRate')::numeric,
        (j ->> 'from')::date, (j ->> 'to')::date, (j ->> 'frozen')::smallint
        from ${json(written)} on conflict do nothing returning id`)
      ).map((row) => row.id),
    );
  });
  const stored = written.filter(({ id }) => kept.has(id));

  const within = (from: string | null, to: string | null, date: string) => (from ?? '') <= date && (to ?? '9') >= date;
  const above = (typeId: string): string[] => [
    typeId,
    ...types.filter(([id]) => id === typeId).flatMap(([, parent]) => above(parent)),
  ];
  const slowly = (materialId: string, date: string, sites: readonly string[]) => {
    const typeIds = above(materials.find(({ id }) => id === materialId)!.typeId);
    return stored
      .filter((offer) => offer.materialId === materialId && offer.frozen === 0 && within(offer.from, offer.to, date))
      .flatMap((offer) => {
        const supplier = suppliers.find(({ id }) => id === offer.supplierId)!;
        const own = tied.filter((tie) => tie.supplierId === supplier.id);
        const served = SITES.filter(
          (site) =>
            sites.includes(site) &&
            (own.length === 0
              ? [null, place.company, site].includes(supplier.companyId)
              : own.some(
                  (tie) =>
                    tie.siteId === site &&
                    within(tie.from, tie.to, date) &&
                    (tie.typeIds.length === 0 || tie.typeIds.some((id) => typeIds.includes(id))),
                )),
        );
        if (supplier.frozen === 1 || (sites.length > 0 && served.length === 0)) return [];
        const order = [
          offer.agreementNo === null ? 1 : 0,
          Number(offer.basePrice ?? 99),
          1 - offer.isDefault,
          offer.leadDays ?? supplier.leadDays,
          Number(supplier.code.slice(1)),
          Number(offer.id),
        ];
        return [
          {
            order,
            id: offer.id,
            priced: offer.basePrice !== null,
            served,
            direct:
              supplier.direct === 0
                ? []
                : served.filter((site) => !own.some((tie) => tie.siteId === site && tie.kind === 'uniform')),
            taxRate: offer.taxRate ?? '0',
            leadDays: order[3],
          },
        ];
      })
      .toSorted((a, b) => a.order.map((each, at) => each - b.order[at]!).find((difference) => difference !== 0) ?? 0);
  };
  const ids = materials.map(({ id }) => id);
  const answered = (offer: Offer | undefined) =>
    offer && [offer.supplierMaterialId, offer.projectDeptIds, offer.directDeptIds, offer.taxRate, offer.leadDays];
  const expected = (offer: ReturnType<typeof slowly>[number] | undefined) =>
    offer && [offer.id, offer.served, offer.direct, offer.taxRate, offer.leadDays];
  let found = 0;
  for (const date of DAYS)
    for (const sites of [[], [place.site], [place.otherSite], SITES]) {
      const [all, best, priced] = await kitchen.as(
        async (context) =>
          [
            await offersFor(context, ids, date, sites),
            await firstOffers(context, [...ids, ...ids], date, sites),
            await firstOffers(context, ids, date, sites, { priced: true }),
          ] as const,
      );
      for (const id of ids) {
        const looked = slowly(id, date, sites);
        expect(
          all.filter((offer) => offer.materialId === id).map((offer) => [offer.rank, ...answered(offer)!]),
        ).toEqual(looked.map((offer, at) => [at + 1, ...expected(offer)!]));
        expect([answered(best.get(id)), answered(priced.get(id))]).toEqual([
          expected(looked[0]),
          expected(looked.find((offer) => offer.priced)),
        ]);
        found += looked.length;
      }
    }
  expect(found).toBeGreaterThan(500);
});
