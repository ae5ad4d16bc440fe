import { createWriteStream } from 'node:fs';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Download } from '../../../parts/http/downloads.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { declaredCalls } from '../../../kernel/server/declared-calls.ts';
import { readSheet } from '../../../parts/xlsx/bounded-reader.ts';
import { sheetColumn, writeSheet } from '../../../parts/xlsx/sheet-writer.ts';
import { aMaterial, openKitchen, place, TODAY, unit, type Kitchen } from '../../master-data/kitchen.testing.ts';
import { suppliersServer } from '../../suppliers/server.ts';
import { aPartner } from '../../suppliers/partners.testing.ts';
import { APPROVER, plansAt, type Body, type Plan, type Plans } from './price-plans.testing.ts';
import { priceSheetCalls } from './price-sheet.server.ts';
import { pricesServer } from '../server.ts';

let kitchen: Kitchen;
beforeAll(async () => {
  kitchen = await openKitchen([suppliersServer, pricesServer]);
});
afterAll(() => kitchen.close());

const at = (segment: string): Plans => plansAt(() => kitchen, segment);
const plans = at('managementpriceplan');
const joint = at('operatingjointventurepriceplan');
const assessed = at('assessmentpricemaintenance');
const schemes = at('priceschememanagement');
const linesOf = (materialId: string, price: string, more: Body = {}) => ({
  details: [{ materialId, unitId: unit.kg, price, taxRate: '9', ...more }],
});

describe('a management price plan', () => {
  let tomato: string;
  beforeAll(async () => {
    tomato = await aMaterial(kitchen, 'Tomato of plans');
    await kitchen.save('itemUnitConversion', {
      materialId: tomato,
      fromUnitId: unit.box,
      toQty: '30',
      toUnitId: unit.kg,
      startDate: '2026-01-01',
    });
  });

  test('EP-0345 EP-0346 EP-0347: is saved with what its lines come to, listed, and removed by a body while it is a draft', async () => {
    const id = await plans.save({
      name: 'Autumn',
      details: [{ materialId: tomato, unitId: unit.box, price: '150', taxRate: '9' }],
    });
    expect(await plans.read(id)).toMatchObject({
      billCode: expect.stringMatching(/^GLJ20261121\d{4}$/),
      status: 'draft',
      versionNo: 1,
      priceSeriesId: id,
      lineCount: 1,
      maxRise: null,
      companyDeptName: 'company',
      details: [
        {
          factor: '30',
          priceNoTax: '137.614679',
          basePrice: '5',
          baseUnitName: 'kg',
          lastPrice: null,
          changePercent: null,
          purchasePrice: null,
        },
      ],
    });
    expect(
      (
        (await kitchen.call('managementpriceplan/page', { materialId: tomato, name: 'Autumn' })) as { records: Plan[] }
      ).records.map((row) => row.id),
    ).toEqual([id]);
    expect(await kitchen.refusalsOf(plans.save({ name: 'Autumn' }))).toEqual(['Another plan is called Autumn']);
    expect(await kitchen.call('managementpriceplan/remove', { ids: [id] })).toBe(true);
  });

  test('refuses by line what cannot be priced, each with its number', async () => {
    expect(
      await kitchen.refusalsOf(
        plans.save({
          details: [
            { materialId: tomato, unitId: unit.kg, price: '5' },
            { materialId: tomato, unitId: unit.litre, price: '5' },
          ],
        }),
      ),
    ).toEqual(['Line 2 has the same material as line 1', expect.stringMatching(/litre.*kg/)]);
    expect(
      await kitchen.refusalsOf(plans.save({ details: [{ materialId: tomato, unitId: unit.kg, price: '' }] })),
    ).toEqual(['Please enter Price']);
    expect(
      await kitchen.refusalsOf(plans.save({ details: [{ materialId: tomato, unitId: unit.kg, price: '0' }] })),
    ).toEqual(['Price must be greater than 0']);
    const empty = await plans.save({});
    expect(await kitchen.refusalsOf(plans.act('toApply', empty))).toEqual([
      expect.stringContaining('needs at least one price'),
    ]);
    await kitchen.call('managementpriceplan/remove', { ids: empty });
  });

  test('EP-0348 EP-0349 EP-0350 RULE-196: is sent, refused with a reason, sent again and approved by another', async () => {
    const id = await plans.save(linesOf(tomato, '5'));
    await plans.act('toApply', id);
    expect(await kitchen.refusalsOf(plans.act('doApply', id))).toEqual([expect.stringContaining('GLJ')]);
    await plans.act('refuse', id, { reason: 'Too dear' }, APPROVER);
    expect(await plans.read(id)).toMatchObject({ status: 'rejected', reason: 'Too dear' });
    await plans.act('toApply', id);
    await plans.act('doApply', id, {}, APPROVER);
    expect(await plans.read(id)).toMatchObject({ status: 'approved', effectState: 'current' });
  });

  test('that began yesterday is approved only by who may enter past prices', async () => {
    const radish = await aMaterial(kitchen, 'Radish of plans');
    const id = await plans.save({ startDate: '2026-11-20', ...linesOf(radish, '5') });
    await plans.act('toApply', id);
    const approve = kitchen.registry.behaviour(kitchen.registry.find('managementPricePlan'))!.actions!['doApply']!;
    const acting = [{ id, billCode: '', status: 'pending', row: (await plans.read(id)) as Body }];
    const without = await kitchen.as(async (context) =>
      approve({ ...context, allowed: (code) => code !== 'price_backdate' }, acting, {}),
    );
    expect(without?.map((refusal) => refusal.code)).toEqual(['prices.backdated']);
    await plans.act('doApply', id, {}, APPROVER);
    expect(await plans.read(id)).toMatchObject({ status: 'approved' });
  });

  test('is followed by a version that ends it the day before; voided, the older goes on as it was', async () => {
    const id = await plans.approved({
      startDate: TODAY,
      endDate: '2027-12-31',
      ...linesOf(tomato, '5', { endDate: '2027-06-30' }),
    });
    await plans.act('newVersion', id, { startDate: '2026-12-01', changeReason: 'Winter' });
    const [draft] = (await plans.read(id)).versions;
    expect(await plans.read(draft!.id)).toMatchObject({
      status: 'draft',
      versionNo: 2,
      priceSeriesId: id,
      supersedesId: id,
      changeReason: 'Winter',
      details: [{ price: '5', lastPrice: '5', changePercent: '0', endDate: '' }],
    });
    expect(
      await kitchen.refusalsOf(plans.act('newVersion', id, { startDate: '2026-12-05', changeReason: 'Again' })),
    ).toEqual([expect.stringMatching(/^Version GLJ\d+ of this plan is not finished yet$/)]);
    await kitchen.call('managementpriceplan/submit', {
      id: draft!.id,
      details: [{ materialId: tomato, unitId: unit.kg, price: '5.50', taxRate: '9' }],
    });
    expect(await plans.read(draft!.id)).toMatchObject({
      maxRise: '10',
      maxFall: null,
      details: [{ changePercent: '10' }],
    });
    await plans.act('toApply', draft!.id);
    await plans.act('doApply', draft!.id, {}, APPROVER);
    expect(await plans.read(id)).toMatchObject({
      status: 'approved',
      endDate: '2026-11-30',
      originalEndDate: '2027-12-31',
      supersededById: draft!.id,
    });

    // A third one that begins earlier replaces the second before its first day.
    const third = await plans.follow(id, '2026-11-25');
    expect([(await plans.read(draft!.id)).status, (await plans.read(id)).endDate]).toEqual(['done', '2026-11-24']);
    await plans.act('void', third, { reason: 'Mistaken' });
    expect([(await plans.read(draft!.id)).status, (await plans.read(id)).endDate]).toEqual(['approved', '2026-11-30']);
    await plans.act('void', draft!.id, { reason: 'Mistaken' });
    expect(await plans.read(id)).toMatchObject({ endDate: '2027-12-31', originalEndDate: '', supersededById: '' });
  });

  test('in force since before today is not voided but ended early, and never before yesterday', async () => {
    const id = await plans.approved({ startDate: '2026-11-01', ...linesOf(tomato, '5') });
    expect(await kitchen.refusalsOf(plans.act('void', id, { reason: 'Mistaken' }))).toEqual([
      expect.stringContaining('end it early instead'),
    ]);
    expect(await kitchen.refusalsOf(plans.act('endEarly', id, { endDate: '2026-11-10' }))).toEqual([
      expect.stringContaining('it cannot end before 2026-11-20'),
    ]);
    await plans.act('endEarly', id, { endDate: '2026-11-30' });
    expect(await plans.read(id)).toMatchObject({ status: 'approved', endDate: '2026-11-30' });
  });

  test('is the base price of its company, and the only one on a day', async () => {
    await plans.approved({ name: 'Base', isDefault: 1, ...linesOf(tomato, '5') });
    const second = await plans.save({ isDefault: 1, startDate: '2026-12-01', ...linesOf(tomato, '6') });
    expect(await plans.read(second)).toMatchObject({ details: [{ lastPrice: '5', changePercent: '20' }] });
    await plans.act('toApply', second);
    expect(await kitchen.refusalsOf(plans.act('doApply', second, {}, APPROVER))).toEqual([
      'company already has Base as its base price in this period',
    ]);
  });

  test('of a series no two approved versions share a day and no two are open, whoever writes', async () => {
    const id = await plans.approved(linesOf(tomato, '5'));
    const copy = (status: string) =>
      kitchen.as((context) =>
        context.tx.run(sql`
      insert into management_price_plan (bill_code, name, company_dept_id, start_date, price_series_id, status)
        select 'X' || new_id(), name, company_dept_id, start_date, price_series_id,
          ${status} from management_price_plan where id = ${id}::bigint`),
      );
    expect(await kitchen.refusalsOf(copy('approved'))).toEqual([
      'Another version of this plan holds in this period; look again',
    ]);
    await copy('draft');
    expect(await kitchen.refusalsOf(copy('pending'))).toEqual(['Another version of this plan is not finished yet']);
  });
});

test('EP-0360 EP-0361 EP-0362 EP-0363 EP-0365 EP-0366 EP-0367: a joint-venture plan goes the same way, and has each of its stalls for itself', async () => {
  const rice = await aMaterial(kitchen, 'Rice of partners');
  await kitchen.save('jointOperationPrice', {
    materialId: rice,
    unitId: unit.kg,
    price: '4',
    taxRate: '9',
    startDate: '2026-11-01',
  });
  const enterpriseId = await aPartner(kitchen, 'Noodle Co', { commissionPercent: '15' });
  expect(await kitchen.refusalsOf(joint.save({ gearOperationDeptIds: [place.noodles] }))).toEqual([
    'Please enter Partner',
  ]);
  expect(await kitchen.refusalsOf(joint.save({ enterpriseId, gearOperationDeptIds: [place.site] }))).toEqual([
    'site is no stall; a joint-venture plan is for stalls',
  ]);
  const id = await joint.save({
    name: 'Partners',
    enterpriseId,
    gearOperationDeptIds: [place.noodles, place.rice],
    ...linesOf(rice, '5'),
  });
  await joint.act('toApply', id);
  await joint.act('refuse', id, { reason: 'Look again' }, APPROVER);
  await joint.act('toApply', id);
  await joint.act('doApply', id, {}, APPROVER);
  expect(await joint.read(id)).toMatchObject({
    billCode: expect.stringMatching(/^LYJ/),
    enterpriseName: 'Noodle Co',
    commissionPercent: '15',
    settleWay: 'commission',
    details: [{ lastPrice: '4', changePercent: '25' }],
  });
  const other = await joint.save({
    enterpriseId,
    gearOperationDeptIds: [place.rice, place.otherStall],
    ...linesOf(rice, '5'),
  });
  expect(await kitchen.refusalsOf(joint.act('toApply', other))).toEqual([
    `rice is in plan Partners from ${TODAY} to open`,
  ]);
  // The next version has the stalls from its first day on, the older until the day before.
  const next = await joint.follow(id, '2026-12-01');
  const held = () =>
    kitchen.as((context) =>
      context.tx.rows(
        sql`select plan_id, dept_id, start_date, end_date from joint_price_plan_stall order by start_date, dept_id`,
      ),
    );
  expect(await held()).toEqual(
    [
      [id, place.noodles, TODAY, '2026-11-30'],
      [id, place.rice, TODAY, '2026-11-30'],
      [next, place.noodles, '2026-12-01', null],
      [next, place.rice, '2026-12-01', null],
    ].map(([planId, deptId, startDate, endDate]) => ({ planId, deptId, startDate, endDate })),
  );
  await joint.act('void', next, { reason: 'Mistaken' });
  expect(await held()).toHaveLength(2);
  expect(await kitchen.call('operatingjointventurepriceplan/remove', { ids: other })).toBe(true);
  expect(
    ((await kitchen.call('operatingjointventurepriceplan/page', { name: 'Partners' })) as { total: number }).total,
  ).toBe(2);
});

test('EP-0364 EP-0373: plans and assessment prices are exported, a row for each line', async () => {
  for (const [segment, name] of [
    ['operatingjointventurepriceplan', 'Joint-venture price plan'],
    ['assessmentpricemaintenance', 'Assessment price plan'],
  ] as const) {
    const bytes = await kitchen.as(async (context) => {
      const call = declaredCalls(
        kitchen.registry,
        kitchen.registry.declarations.find((each) => each.segment === segment)!,
      ).find(({ path }) => path === `${segment}/exportExcel`)!;
      const file = (await call.handle(context, {}, null)) as Download;
      expect(file.fileName).toBe(`${name}-${TODAY}.xlsx`);
      return buffer(file.body as NodeJS.ReadableStream);
    });
    expect(bytes.subarray(0, 2).toString()).toBe('PK');
  }
});

test('EP-0368 EP-0369 EP-0370 EP-0371 EP-0372 EP-0375 EP-0376 EP-0377 RULE-182: assessment prices hold for a year or a part of it', async () => {
  const oil = await aMaterial(kitchen, 'Oil of assessment');
  const id = await assessed.save(
    { startDate: '', assessYear: 2027, assessPeriod: 'quarter', periodNo: 1, ...linesOf(oil, '12') },
    'save',
  );
  expect(await assessed.read(id)).toMatchObject({
    startDate: '2027-01-01',
    endDate: '2027-03-31',
    billCode: expect.stringMatching(/^KHJ/),
  });
  expect(
    await kitchen.refusalsOf(kitchen.call('assessmentpricemaintenance/update', { id, endDate: '2027-04-01' })),
  ).toEqual(['It has to lie within the period, 2027-01-01 to 2027-03-31']);
  expect(await kitchen.refusalsOf(assessed.save({ assessYear: 2027, assessPeriod: 'month' }, 'save'))).toEqual([
    'Say which: half 1–2, quarter 1–4, month 1–12',
  ]);
  await kitchen.call('assessmentpricemaintenance/update', { id, startDate: '2027-01-15' });
  await assessed.act('toApply', id);
  await assessed.act('refuse', id, { reason: 'Look again' }, APPROVER);
  await assessed.act('toApply', id);
  await assessed.act('doApply', id, {}, APPROVER);
  expect(
    (
      (await kitchen.call('assessmentpricemaintenance/page', { status: 'future', assessYear: 2027 })) as {
        records: Plan[];
      }
    ).records,
  ).toMatchObject([{ id, startDate: '2027-01-15', effectState: 'future' }]);
  const draft = await assessed.save({ startDate: '', assessYear: 2028 }, 'save');
  expect(await kitchen.call('assessmentpricemaintenance/remove', { ids: draft })).toBe(true);
});

test('EP-0385 EP-0386 EP-0387 EP-0388 EP-0389 EP-0392 EP-0393 EP-0394 RULE-181: a scheme is fixed, a share of the base price, or another plan', async () => {
  const salt = await aMaterial(kitchen, 'Salt of schemes');
  expect(await kitchen.refusalsOf(schemes.save({ type: 'settlement', mode: 'percent' }, 'save'))).toEqual([
    'Please enter Share (%)',
  ]);
  expect(await kitchen.refusalsOf(schemes.save({ type: 'settlement', mode: 'reference' }, 'save'))).toEqual([
    expect.stringContaining('no plan of settlement prices'),
  ]);
  const share = await schemes.save(
    { type: 'settlement', mode: 'percent', ratePercent: '-5', rates: [{ materialTypeId: '500', ratePercent: '-7.5' }] },
    'save',
  );
  await kitchen.call('priceschememanagement/update', { id: share, ratePercent: '-6' });
  await schemes.act('toApply', share);
  await schemes.act('refuse', share, { reason: 'Too low' }, APPROVER);
  await schemes.act('toApply', share);
  await schemes.act('doApply', share, {}, APPROVER);
  expect(await schemes.read(share)).toMatchObject({
    status: 'approved',
    ratePercent: '-6',
    billCode: expect.stringMatching(/^JGFA/),
    details: [],
    rates: [{ materialTypeName: 'Vegetables', ratePercent: '-7.5' }],
  });
  // A new version takes the shares by type along.
  await schemes.act('newVersion', share, { startDate: '2027-01-01', changeReason: 'New year' });
  expect(await schemes.read((await schemes.read(share)).versions[0]!.id)).toMatchObject({
    versionNo: 2,
    rates: [{ ratePercent: '-7.5' }],
  });

  const plan = await plans.approved({ name: 'Referred to', ...linesOf(salt, '2') });
  const next = await plans.follow(plan, '2026-12-01');
  const reference = await schemes.save(
    { type: 'management', mode: 'reference', managementPricePlanId: next, ...linesOf(salt, '2') },
    'save',
  );
  expect(await schemes.read(reference)).toMatchObject({
    managementPricePlanId: plan,
    managementPricePlanName: 'Referred to',
  });
  expect(await kitchen.refusalsOf(schemes.act('toApply', reference))).toEqual([
    expect.stringContaining('has no fixed prices'),
  ]);
  expect(await kitchen.call('priceschememanagement/remove', { ids: reference })).toBe(true);
  expect(
    await schemes.read(await schemes.save({ type: 'management', mode: 'reference', referenceSeriesId: '0' }, 'save')),
  ).toMatchObject({ mode: 'percent', ratePercent: '0' });
  const draft = await plans.save({ name: 'Not yet', ...linesOf(salt, '3') });
  expect(
    await kitchen.refusalsOf(
      schemes.save({ type: 'management', mode: 'reference', managementPricePlanId: draft }, 'save'),
    ),
  ).toEqual(['Not yet is not approved or has ended; choose another']);
  expect(((await kitchen.call('priceschememanagement/page', { type: 'settlement' })) as { total: number }).total).toBe(
    2,
  );
});

describe('a sheet of prices', () => {
  const HEADINGS = ['Material code*', 'Unit*', 'Price*', 'Tax (%)', 'Valid from', 'Valid until', 'Remark'];
  let folder: string;
  beforeAll(async () => {
    folder = await fs.mkdtemp(path.join(os.tmpdir(), 'larder-prices-'));
  });
  afterAll(() => fs.rm(folder, { recursive: true, force: true }));
  const callOf = (address: string) => priceSheetCalls(folder).find((call) => call.path === address)!;
  async function importing(
    segment: string,
    rows: readonly (readonly (string | null)[])[],
    input: Body = {},
  ): Promise<Body> {
    const file = path.join(folder, `${Math.random()}.xlsx`);
    await pipeline(
      writeSheet(
        HEADINGS.map((heading) => sheetColumn(heading, { kind: 'text' })),
        rows,
        { name: 'Data' },
      ),
      createWriteStream(file),
    );
    const { size } = await fs.stat(file);
    return (await kitchen.as((context) =>
      callOf(`${segment}/importExcelTemplate`).handle(context, input, { name: 'prices.xlsx', path: file, size }),
    )) as Body;
  }

  test('EP-0342 EP-0374: its template has the columns of the import', async () => {
    for (const segment of ['managementprice', 'assessmentpricemaintenance']) {
      const file = path.join(folder, `${segment}.xlsx`);
      await kitchen.as(async (context) =>
        pipeline(
          ((await callOf(`${segment}/downloadExcelTemplate`).handle(context, {}, null)) as Download)
            .body as NodeJS.ReadableStream,
          createWriteStream(file),
        ),
      );
      for await (const row of readSheet(file)) {
        expect(row.cells).toEqual(HEADINGS);
        break;
      }
    }
  });

  test('EP-0343: fills a new draft plan, or one that is being made; a line that is there is written over but for what a row leaves blank, and a bad row says why', async () => {
    const [fig, date] = [
      await aMaterial(kitchen, 'Fig', { code: 'FIG' }),
      await aMaterial(kitchen, 'Date', { code: 'DATE' }),
    ];
    expect(
      await importing('managementprice', [['FIG', 'kg', '5.00', '9', null, null, null]], { dryRun: '1' }),
    ).toMatchObject({ total: 1, created: 1, failed: 0, landed: false, planId: '' });
    const first = await importing('managementprice', [['FIG', 'kg', '5.00', null, null, null, 'first']]);
    expect(first).toMatchObject({ total: 1, created: 1, failed: 0, landed: true });
    expect(await plans.read(String(first['planId']))).toMatchObject({
      name: `Management price plan import ${TODAY} 08:00:00`,
      status: 'draft',
      companyDeptId: place.company,
      startDate: TODAY,
      details: [{ materialId: fig, price: '5', taxRate: '9', remark: 'first' }],
    });
    const bad = await importing(
      'managementprice',
      [
        ['FIG', 'kg', '6.00', null, null, null, null],
        ['DATE', 'litre', '2', null, null, null, null],
      ],
      { planId: first['planId'] },
    );
    expect(bad).toMatchObject({
      total: 2,
      created: 0,
      failed: 1,
      landed: false,
      rows: [{ row: 3, column: 'Unit', reason: expect.stringMatching(/litre/) }],
    });
    const good = await importing(
      'managementprice',
      [
        ['FIG', 'kg', '6.00', null, null, null, null],
        ['DATE', 'litre', '2', null, null, null, null],
        ['DATE', 'kg', '1.234', null, null, null, null],
        ['DATE', 'kg', '3', null, null, null, null],
      ],
      { planId: first['planId'], onlyGood: '1' },
    );
    expect(good).toMatchObject({ total: 4, created: 2, failed: 2, landed: true, planId: first['planId'] });
    expect((await plans.read(String(first['planId']))).details).toMatchObject([
      { materialId: fig, price: '6', remark: 'first' },
      { materialId: date, price: '3' },
    ]);
    await importing('managementprice', [['FIG', 'kg', '6.00', null, null, null, 'CLEAR']], { planId: first['planId'] });
    expect((await plans.read(String(first['planId']))).details).toMatchObject([
      { materialId: date },
      { materialId: fig, price: '6', remark: '' },
    ]);
    await plans.act('toApply', String(first['planId']));
    expect(
      await kitchen.refusalsOf(
        importing('managementprice', [['FIG', 'kg', '6.00', null, null, null, null]], { planId: first['planId'] }),
      ),
    ).toEqual([expect.stringContaining('Pending')]);
    expect(
      await assessed.read(
        String((await importing('assessmentpricemaintenance', [['FIG', 'kg', '4', null, null, null, null]]))['planId']),
      ),
    ).toMatchObject({ assessYear: 2026, startDate: TODAY, endDate: '2026-12-31' });
  });
});

test('EP-0390 EP-0391: a scheme is offered the base price and the plans in use of its kind, and the values of a dictionary', async () => {
  const pear = await aMaterial(kitchen, 'Pear');
  const plan = await plans.approved({ name: 'Offered', ...linesOf(pear, '2') });
  const next = await plans.follow(plan, '2026-12-01');
  const draft = await plans.save({ name: 'Not offered', ...linesOf(pear, '3') });
  const offered = (await kitchen.call('priceschememanagement/getPriceByType', { type: 'management' })) as Body[];
  expect(offered[0]).toEqual({
    id: '0',
    code: '',
    name: 'Base price',
    kind: 'base',
    versionNo: 0,
    startDate: '',
    endDate: '',
  });
  const named = offered.find((row) => row['name'] === 'Offered')!;
  expect(named).toMatchObject({
    id: plan,
    kind: 'management-plan',
    versionNo: 2,
    startDate: '2026-12-01',
    endDate: '',
  });
  expect(offered.some((row) => row['id'] === draft || row['id'] === next)).toBe(false);
  expect(await kitchen.call('priceschememanagement/getPriceByType', { type: 'settlement' })).toHaveLength(1);
  expect(await kitchen.refusalsOf(kitchen.call('priceschememanagement/getPriceByType', { type: 'rent' }))).toHaveLength(
    1,
  );
  await kitchen.as((context) =>
    context.tx.run(
      sql`insert into dict_biz (code, dict_key, dict_value, dict_value_en, sort)
        values ('price_type', '-1', '价格类型', '', 0), ('price_type', 'joint', '联营价', 'Joint operation', 4)`,
    ),
  );
  expect(await kitchen.call('priceschememanagement/getBladeDictBizList', { code: 'price_type' })).toEqual([
    { dictKey: 'joint', dictValue: 'Joint operation', sort: 4 },
  ]);
});
