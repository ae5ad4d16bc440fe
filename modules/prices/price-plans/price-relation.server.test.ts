import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Context } from '../../../kernel/server/context.ts';
import type { Download } from '../../../parts/http/downloads.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { declaredCalls } from '../../../kernel/server/declared-calls.ts';
import { dayPlus } from '../../master-data/figures/calendar-day.rules.ts';
import { aMaterial, openKitchen, place, TODAY, unit, type Kitchen } from '../../master-data/kitchen.testing.ts';
import { suppliersServer } from '../../suppliers/server.ts';
import { aPartner } from '../../suppliers/partners.testing.ts';
import { plansAt, type Body } from './price-plans.testing.ts';
import { pricesAt } from '../price-book/price-resolver.server.ts';
import { pricesServer } from '../server.ts';

let kitchen: Kitchen;
const plans = plansAt(() => kitchen, 'managementpriceplan');
const joint = plansAt(() => kitchen, 'operatingjointventurepriceplan');
const assessed = plansAt(() => kitchen, 'assessmentpricemaintenance');
const schemes = plansAt(() => kitchen, 'priceschememanagement');
const lineOf = (materialId: string, price: string) => ({ materialId, unitId: unit.kg, price, taxRate: '9' });
const relate = async (segment: string, body: Body, verb = 'submit') =>
  ((await kitchen.call(`${segment}/${verb}`, { startDate: TODAY, ...body })) as { id: string }).id;
const of = async (segment: string, input: Body = {}) =>
  ((await kitchen.call(`${segment}/page`, { size: '200', ...input })) as { records: Body[] }).records;
const ROLES = { franchise: '900', vip: '901' } as const;
const managementPrice = async (input: Body) =>
  (await kitchen.call('managementprice/getPrice', { deptId: place.noodles, ...input })) as Body;

let tomato: string;
let salt: string;
let leek: string;
beforeAll(async () => {
  kitchen = await openKitchen([suppliersServer, pricesServer]);
  await kitchen.as(async (context) => {
    for (const [alias, id] of Object.entries(ROLES))
      await context.tx.run(
        sql`insert into role (id, role_name, role_alias) values (${id}::bigint, ${alias}, ${alias})`,
      );
  });
  [tomato, salt, leek] = (await Promise.all(
    ['Tomato', 'Salt', 'Leek'].map((name) => aMaterial(kitchen, `${name} of relations`)),
  )) as [string, string, string];
});
afterAll(() => kitchen.close());

describe('a department and its plan', () => {
  let narrow: string;
  let wide: string;
  beforeAll(async () => {
    narrow = await plans.approved({ name: 'Narrow', startDate: '2026-11-01', details: [lineOf(tomato, '4.60')] });
    wide = await plans.approved({
      name: 'Wide',
      startDate: '2026-11-01',
      details: [lineOf(tomato, '5'), lineOf(salt, '2')],
    });
  });

  test('EP-0335 EP-0336 EP-0337 EP-0338 EP-0339 EP-0340 RULE-178: is related by any version, to the series; a second at the same time is refused, by the database as well', async () => {
    const next = await plans.follow(narrow, '2026-12-01');
    const id = await relate(
      'managementpricedeptrelation',
      { deptId: place.site, managementPricePlanId: next, startDate: '2026-11-22' },
      'save',
    );
    expect(await kitchen.call('managementpricedeptrelation/detail', { id })).toMatchObject({
      managementPricePlanId: narrow,
      managementPricePlanName: 'Narrow',
      deptName: 'site',
      effectState: 'future',
      code: expect.stringMatching(/^MAN\d+$/),
    });
    expect(
      await kitchen.refusalsOf(
        relate('managementpricedeptrelation', {
          deptId: place.site,
          managementPricePlanId: wide,
          startDate: '2026-12-24',
        }),
      ),
    ).toEqual(['site is related to plan Narrow from 2026-11-22 to open']);
    const twice = kitchen.as((context) =>
      context.tx.run(
        sql`insert into management_price_dept_relation (code, dept_id, management_price_plan_id, start_date)
          values ('TWICE', ${place.site}::bigint, ${wide}::bigint, '2026-12-24')`,
      ),
    );
    expect(await kitchen.refusalsOf(twice)).toEqual([
      'This department or role already has a relation in this period; end it first',
    ]);
    await kitchen.call('managementpricedeptrelation/update', { id, endDate: '2026-12-23' });
    await relate('managementpricedeptrelation', {
      deptId: place.site,
      managementPricePlanId: wide,
      startDate: '2026-12-24',
    });
    expect(await of('managementpricedeptrelation', { deptId: place.site, ascs: 'startDate' })).toMatchObject([
      { endDate: '2026-12-23' },
      { endDate: '' },
    ]);
    expect(await kitchen.call('managementpricedeptrelation/remove', { ids: id })).toBe(true);
    const draft = await plans.save({ name: 'Unapproved', details: [lineOf(tomato, '9')] });
    expect(
      await kitchen.refusalsOf(
        relate('managementpricedeptrelation', { deptId: place.otherSite, managementPricePlanId: draft }),
      ),
    ).toEqual(['Unapproved is not approved or has ended; choose another']);
  });

  test('in force since before today is ended, not changed or removed', async () => {
    const id = await relate('managementpricedeptrelation', {
      deptId: place.otherSite,
      managementPricePlanId: wide,
      startDate: '2026-11-05',
      code: 'R-1',
    });
    expect(
      await kitchen.refusalsOf(
        kitchen.call('managementpricedeptrelation/submit', { id, managementPricePlanId: narrow }),
      ),
    ).toEqual([
      'Relation R-1 has been in force and may have been charged by: change its last day or remark only, and add another beside it',
    ]);
    expect(
      await kitchen.refusalsOf(kitchen.call('managementpricedeptrelation/submit', { id, endDate: '2026-11-19' })),
    ).toEqual(['Relation R-1 may have been charged by until 2026-11-20; it cannot end before that day']);
    expect(await kitchen.refusalsOf(kitchen.call('managementpricedeptrelation/remove', { ids: id }))).toEqual([
      'Relation R-1 has been in force and cannot be removed; give it a last day',
    ]);
    await kitchen.call('managementpricedeptrelation/submit', { id, endDate: '2026-11-20' });
  });

  test('EP-0344: is charged by it, and by the plan above where its own lacks the material; a new version takes over on its day', async () => {
    await relate('managementpricedeptrelation', {
      deptId: place.restaurant,
      managementPricePlanId: narrow,
      startDate: '2026-11-05',
    });
    await relate('managementpricedeptrelation', {
      deptId: place.company,
      managementPricePlanId: wide,
      startDate: '2026-11-05',
    });
    expect(await managementPrice({ materialId: tomato, date: '2026-11-15' })).toMatchObject({
      found: true,
      price: '4.6',
      level: 'ancestor',
      deptName: 'restaurant',
      priceSeriesId: narrow,
      priceSeriesName: 'Narrow',
      reason: 'Price of restaurant by plan Narrow, 2026-11-01 to 2026-11-30',
    });
    const fallen = await managementPrice({ materialId: salt, date: '2026-11-15' });
    expect(fallen).toMatchObject({ price: '2', level: 'ancestor', deptName: 'company', priceSeriesName: 'Wide' });
    expect((fallen['trail'] as Body[]).map(({ key, verdict }) => [key, verdict])).toEqual([
      ['noodles', 'none'],
      ['restaurant', 'plan Narrow lacks it'],
      ['site', 'none'],
      ['company', 'by plan Wide 2026-11-01 to open'],
    ]);
    expect(await managementPrice({ materialId: leek, date: '2026-11-15' })).toMatchObject({
      found: false,
      price: null,
    });
    const [line] = (await plans.read(narrow)).details as { id: string }[];
    expect(await managementPrice({ id: line!.id })).toMatchObject({
      price: '4.6',
      level: 'direct',
      priceEntryId: line!.id,
    });
    // The version of December begins where the one of November was cut.
    const [november, december] = await Promise.all(
      ['2026-11-30', '2026-12-01'].map((date) => managementPrice({ materialId: tomato, date })),
    );
    expect([november!['endDate'], december!['startDate'], december!['priceEntryId'] === line!.id]).toEqual([
      '2026-11-30',
      '2026-12-01',
      false,
    ]);
  });

  test('without any relation the company’s base price holds', async () => {
    await plans.approved({
      name: 'Base of the company',
      isDefault: 1,
      startDate: '2026-11-01',
      details: [lineOf(leek, '3')],
    });
    expect(await managementPrice({ materialId: leek })).toMatchObject({
      price: '3',
      level: 'base',
      reason: 'Base price by plan Base of the company, 2026-11-01 to open',
    });
  });
});

test('EP-0341 EP-0383 EP-0384: relations are exported, those of assessment have a template', async () => {
  const file = (path: string) =>
    kitchen.as(async (context) => {
      const [segment] = path.split('/');
      const call = declaredCalls(
        kitchen.registry,
        kitchen.registry.declarations.find((each) => each.segment === segment)!,
      ).find((each) => each.path === path)!;
      return (await buffer(((await call.handle(context, {}, null)) as Download).body as NodeJS.ReadableStream))
        .subarray(0, 2)
        .toString();
    });
  expect(
    await Promise.all(
      [
        'managementpricedeptrelation/exportExcel',
        'assessmentpricerelation/exportExcel',
        'assessmentpricerelation/downloadExcelTemplate',
      ].map(file),
    ),
  ).toEqual(['PK', 'PK', 'PK']);
});

test('EP-0378 EP-0379 EP-0380 EP-0381 EP-0382: a department is measured by the assessment prices it is related to', async () => {
  const year = await assessed.approved({
    name: 'Year',
    startDate: '2026-11-01',
    assessYear: 2026,
    details: [lineOf(tomato, '4')],
  });
  const id = await relate(
    'assessmentpricerelation',
    { deptId: place.site, assessmentPriceMaintenanceId: year, startDate: '2026-11-05' },
    'save',
  );
  const at = (date: string) =>
    kitchen.as((context) => pricesAt(context, 'assessment', place.noodles, date, [{ materialId: tomato }]));
  expect((await at('2026-11-15'))[0]!.answer).toMatchObject({ found: true, level: 'ancestor', series: { id: year } });
  expect((await at('2026-11-04'))[0]!.answer.found).toBe(false);
  expect((await at('2027-01-01'))[0]!.answer.found).toBe(false);
  await kitchen.call('assessmentpricerelation/update', { id, remark: 'as agreed' });
  expect(await kitchen.call('assessmentpricerelation/detail', { id })).toMatchObject({
    remark: 'as agreed',
    assessmentPriceMaintenanceName: 'Year',
  });
  const later = await relate('assessmentpricerelation', {
    deptId: place.otherSite,
    assessmentPriceMaintenanceId: year,
    startDate: '2026-12-01',
  });
  expect(await kitchen.call('assessmentpricerelation/remove', { ids: later })).toBe(true);
  expect(await of('assessmentpricerelation')).toHaveLength(1);
});

test('a stall is charged by the joint-venture plan that names it before the base price, by its own price of the same partner as that begins later, and by none of another partner', async () => {
  const [noodleCo, riceCo] = [await aPartner(kitchen, 'Noodle Co'), await aPartner(kitchen, 'Rice Co')];
  await kitchen.save('jointOperationPrice', {
    materialId: salt,
    unitId: unit.kg,
    price: '4',
    taxRate: '9',
    startDate: '2026-11-01',
  });
  await joint.approved({
    name: 'Partners',
    startDate: '2026-11-10',
    enterpriseId: riceCo,
    gearOperationDeptIds: [place.rice],
    details: [lineOf(salt, '3.50')],
  });
  const price = async (deptId: string, date: string) =>
    ((await kitchen.call('jointoperationprice/getPrice', { materialId: salt, deptId, date })) as Body)['reason'];
  expect(
    await Promise.all([
      price(place.rice, '2026-11-09'),
      price(place.rice, '2026-11-10'),
      price(place.noodles, '2026-11-10'),
    ]),
  ).toEqual([
    'Base price, 2026-11-01 to open',
    'Price of rice by plan Partners for Rice Co, 2026-11-10 to open',
    'Base price, 2026-11-01 to open',
  ]);
  const single = (body: Body) =>
    kitchen.save('jointOperationPrice', {
      materialId: salt,
      unitId: unit.kg,
      price: '3',
      taxRate: '9',
      startDate: '2026-12-01',
      ...body,
    });
  // Anybody's price, later or not, stands behind one that names the partner.
  await single({ deptId: place.rice });
  await single({ deptId: place.rice, enterpriseId: noodleCo });
  expect(await price(place.rice, '2026-12-01')).toBe('Price of rice by plan Partners for Rice Co, 2026-11-10 to open');
  await single({ deptId: place.rice, enterpriseId: riceCo });
  expect(await price(place.rice, '2026-12-01')).toBe('Price of rice for Rice Co, 2026-12-01 to open');
  // Of one department, partner and material there is one on a day, whoever writes.
  expect(await kitchen.refusalsOf(single({ deptId: place.rice, enterpriseId: riceCo }))).toEqual([
    expect.stringContaining('overlaps'),
  ]);
  const asked = async (enterpriseId: string) =>
    (await kitchen.call('jointoperationprice/getPrice', {
      materialId: salt,
      deptId: place.rice,
      date: '2026-12-01',
      enterpriseId,
    })) as Body;
  expect(await asked(noodleCo)).toMatchObject({
    reason: 'Price of rice for Noodle Co, 2026-12-01 to open',
    enterpriseId: noodleCo,
    enterpriseName: 'Noodle Co',
  });
  expect(
    await kitchen.call('pricebook/resolve', {
      type: 'joint',
      materialId: salt,
      deptId: place.rice,
      date: '2026-12-01',
      enterpriseId: noodleCo,
    }),
  ).toEqual(await asked(noodleCo));
  await kitchen.call('enterprise/freeze', { ids: noodleCo });
  expect(await kitchen.refusalsOf(single({ enterpriseId: noodleCo }))).toEqual([expect.stringMatching(/Noodle Co/)]);
  // What was agreed with him goes on until it ends.
  expect(await asked(noodleCo)).toMatchObject({ enterpriseName: 'Noodle Co' });
});

describe('a role and its scheme', () => {
  let less: string;
  beforeAll(async () => {
    await kitchen.save('settlementPrice', {
      materialId: tomato,
      unitId: unit.kg,
      price: '4.80',
      taxRate: '9',
      startDate: '2026-11-01',
    });
    less = await schemes.approved({
      name: 'Five less',
      startDate: '2026-11-01',
      type: 'settlement',
      mode: 'percent',
      ratePercent: '-5',
    });
  });
  const reasons = async (type: 'settlement' | 'management', roles: readonly string[], materialId = tomato) =>
    (await kitchen.as((context) => pricesAt(context, type, place.otherStall, TODAY, [{ materialId }], { roles })))[0]!
      .answer.reason.en;

  test('EP-0395 EP-0396 EP-0397 EP-0398 EP-0399: is related once for each kind of price, with a priority among a person’s roles', async () => {
    const id = await relate('priceplanrolerelation', {
      roleId: ROLES.franchise,
      priceSchemeId: less,
      startDate: '2026-11-05',
    });
    expect(await kitchen.call('priceplanrolerelation/detail', { id })).toMatchObject({
      roleName: 'franchise',
      priceSchemeName: 'Five less',
      type: 'settlement',
      priority: 10,
    });
    expect(
      await kitchen.refusalsOf(relate('priceplanrolerelation', { roleId: ROLES.franchise, priceSchemeId: less })),
    ).toEqual(['franchise is related to plan Five less from 2026-11-05 to open']);
    expect(
      (await kitchen.call('priceplanrolerelation/list', {
        roleId: ROLES.franchise,
        type: 'settlement',
        priceSchemeId: less,
      })) as Body,
    ).toMatchObject({ total: 1 });
    const later = await relate('priceplanrolerelation', {
      roleId: ROLES.vip,
      priceSchemeId: less,
      startDate: '2026-12-01',
    });
    expect(await kitchen.call('priceplanrolerelation/remove', { ids: later })).toBe(true);
    expect((await of('priceplanrolerelation')).map((row) => row['id'])).toEqual([id]);
  });

  test('is charged by it where no department has a price: a share of the base price, narrower for a type of goods, or fixed, or another plan', async () => {
    expect([await reasons('settlement', []), await reasons('settlement', ['franchise'])]).toEqual([
      'Base price, 2026-11-01 to open',
      'Scheme Five less: base price 4.80 less 5 %',
    ]);
    const narrow = await schemes.approved({
      name: 'By type',
      startDate: '2026-11-01',
      type: 'settlement',
      mode: 'percent',
      ratePercent: '-1',
      rates: [{ materialTypeId: '500', ratePercent: '-7.5' }],
    });
    await relate('priceplanrolerelation', { roleId: ROLES.vip, priceSchemeId: narrow, priority: 5 });
    // Of two roles the lower number goes first.
    expect(await reasons('settlement', ['franchise', 'vip'])).toBe('Scheme By type: base price 4.80 less 7.5 %');

    const [referred] = await of('managementpriceplan', { name: 'Wide' });
    const refers = await schemes.approved({
      name: 'As Wide',
      startDate: '2026-11-01',
      type: 'management',
      mode: 'reference',
      managementPricePlanId: referred!['id'],
    });
    await relate('priceplanrolerelation', {
      roleId: ROLES.franchise,
      priceSchemeId: refers,
      startDate: '2026-11-05',
      priority: 20,
    });
    const fixed = await schemes.approved({
      name: 'Fixed',
      startDate: '2026-11-01',
      type: 'management',
      mode: 'fixed',
      details: [lineOf(leek, '2.20')],
    });
    await relate('priceplanrolerelation', {
      roleId: ROLES.vip,
      priceSchemeId: fixed,
      startDate: '2026-11-05',
      priority: 5,
    });
    // Departments of the other site are related to nothing now but the plan of the company.
    const at = async (materialId: string) =>
      (
        await kitchen.as((context) =>
          pricesAt(context, 'management', null, TODAY, [{ materialId }], { roles: ['vip', 'franchise'] }),
        )
      )[0]!.answer.reason.en;
    expect([await at(leek), await at(salt)]).toEqual([
      'Scheme Fixed, 2026-11-01 to open',
      'Scheme As Wide, 2026-11-01 to open',
    ]);
  });

  test('a question about forty materials asks the database as often as one about two', async () => {
    const ids = await Promise.all(Array.from({ length: 40 }, (_, nr) => aMaterial(kitchen, `Plenty ${nr}`)));
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
          'management',
          place.noodles,
          TODAY,
          materialIds.map((materialId) => ({ materialId })),
          { roles: ['vip', 'franchise'] },
        );
        return asked;
      });
    expect([await statements(ids), await statements(ids.slice(0, 2))]).toEqual([5, 5]);
  });
});

test('the price book shows every kind side by side per base unit, of a place and a day; whoever may not see a kind does not get it', async () => {
  const row = async (input: Body) =>
    ((await kitchen.call('pricebook/page', { keyword: 'Tomato of relations', ...input })) as { records: Body[] })
      .records[0]!;
  expect(await row({ deptId: place.noodles, date: '2026-11-15' })).toMatchObject({
    name: 'Tomato of relations',
    deptName: 'noodles',
    date: '2026-11-15',
    settlementPrice: '4.8',
    managementPrice: '4.6',
    jointPrice: null,
    assessmentPrice: '4',
    purchasePrice: null,
  });
  expect(await row({ deptId: place.noodles, date: '2026-10-15' })).toMatchObject({
    settlementPrice: null,
    managementPrice: null,
  });
  const answers = (await kitchen.call('pricebook/resolve', {
    materialId: tomato,
    deptId: place.noodles,
    date: '2026-11-15',
  })) as Body[];
  expect(answers.map(({ priceType, level, price }) => [priceType, level, price])).toEqual([
    ['settlement', 'base', '4.8'],
    ['management', 'ancestor', '4.6'],
    ['joint', '', null],
    ['assessment', 'ancestor', '4'],
  ]);
  // As somebody of another role would be charged.
  expect(
    await kitchen.call('pricebook/resolve', {
      materialId: tomato,
      deptId: place.otherStall,
      type: 'settlement',
      roleId: ROLES.franchise,
    }),
  ).toMatchObject({ level: 'scheme', price: '4.56' });
  const blind = await kitchen.as((context) =>
    resolveIn(
      { ...context, allowed: (code) => code !== 'managementprice_see' && code !== 'pricebook_test' },
      { materialId: tomato },
    ),
  );
  expect((blind as Body[]).map(({ priceType }) => priceType)).toEqual(['settlement', 'joint', 'assessment']);
  await expect(
    kitchen.as((context) =>
      resolveIn({ ...context, allowed: () => false }, { materialId: tomato, type: 'settlement' }),
    ),
  ).rejects.toThrow('right');
  await expect(
    kitchen.as((context) =>
      resolveIn(
        { ...context, allowed: (code) => code !== 'pricebook_test' },
        { materialId: tomato, roleId: ROLES.vip },
      ),
    ),
  ).rejects.toThrow('right');
});
const resolveIn = (context: Context, input: Body): Promise<unknown> =>
  kitchen.registry.calls.find((call) => call.path === 'pricebook/resolve')!.handle(context, input, null);

test('the days that will have no price are those on which the resolver, asked day by day, finds none', async () => {
  const [from, days] = ['2026-10-20', 31];
  for (const type of ['settlement', 'management', 'joint', 'assessment'] as const) {
    const { records } = (await kitchen.call('pricebook/gaps', {
      type,
      deptId: place.noodles,
      date: from,
      days,
      keyword: 'Tomato of relations',
    })) as { records: { materialId: string; gaps: { from: string; to: string; days: number }[] }[] };
    const gapDays = records
      .filter(({ materialId }) => materialId === tomato)
      .flatMap(({ gaps }) => gaps.flatMap((gap) => Array.from({ length: gap.days }, (_, at) => dayPlus(gap.from, at))));
    const missing: string[] = [];
    for (let at = 0; at < days; at += 1) {
      const [priced] = await kitchen.as((context) =>
        pricesAt(context, type, place.noodles, dayPlus(from, at), [{ materialId: tomato }]),
      );
      if (!priced!.answer.found) missing.push(dayPlus(from, at));
    }
    // Of a kind that never had a price nothing is missing, unless a recipe wants it.
    expect(gapDays, type).toEqual(missing.length === days && gapDays.length === 0 ? [] : missing);
    if (type === 'settlement') expect(missing.length, 'some days have a price and some have none').toBeGreaterThan(0);
  }
  expect(await kitchen.refusalsOf(kitchen.call('pricebook/gaps', { days: 32 }))).toHaveLength(1);
  await expect(kitchen.call('pricebook/gaps', { type: 'purchase' })).rejects.toThrow();
});
