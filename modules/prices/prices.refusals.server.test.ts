/**
 * What prices refuse, and what they say of themselves, as their calls answer it; what was refused stands as it stood.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../parts/postgres/database.ts';
import type { Call } from '../../kernel/server/context.ts';
import { declaredCalls } from '../../kernel/server/declared-calls.ts';
import { aMaterial, openKitchen, place, TODAY, unit, type Kitchen } from '../master-data/kitchen.testing.ts';
import { suppliersServer } from '../suppliers/server.ts';
import { APPROVER, plansAt, type Body } from './price-plans/price-plans.testing.ts';
import { pricesServer } from './server.ts';

const YESTERDAY = '2026-11-20';
let kitchen: Kitchen;
beforeAll(async () => {
  kitchen = await openKitchen([suppliersServer, pricesServer]);
});
afterAll(() => kitchen.close());

const plans = plansAt(() => kitchen, 'managementpriceplan');
const call = async (path: string, body: Body = {}): Promise<Body> => (await kitchen.call(path, body)) as Body;
const total = async (path: string): Promise<unknown> => (await call(`${path}/page`))['total'];
const refused = async (work: Promise<unknown>, code: string, sentence: string | RegExp): Promise<void> => {
  expect(await kitchen.refusalsOf(work)).toEqual([
    typeof sentence === 'string' ? sentence : expect.stringMatching(sentence),
  ]);
  await expect(work).rejects.toMatchObject({ refusals: [{ code }] });
};
/** A call by somebody who may do everything but this. */
const without = (right: string, path: string, body: Body, who?: string): Promise<unknown> => {
  const calls: readonly Call[] = [
    ...kitchen.registry.declarations.flatMap((declaration) => declaredCalls(kitchen.registry, declaration)),
    ...kitchen.registry.calls,
  ];
  const file = { name: 'sheet.xlsx', path: '/nowhere', size: 1000 };
  const { handle } = calls.find((each) => each.path === path)!;
  return kitchen.as((context) => handle({ ...context, allowed: (code) => code !== right }, body, file), who);
};
const line = (materialId: string, price: string, more: Body = {}): Body => ({
  materialId,
  unitId: unit.kg,
  price,
  taxRate: '9',
  ...more,
});

const backdated = `It begins before today (${YESTERDAY}): choose today or later, or have somebody do it who may enter past prices`;
describe('who may not enter past prices is refused one that began yesterday', () => {
  test('a settlement price', async () => {
    await refused(
      without(
        'price_backdate',
        'settlementprice/submit',
        line(await aMaterial(kitchen, 'Radish'), '5', { startDate: YESTERDAY }),
      ),
      'prices.backdated',
      backdated,
    );
    expect(await total('settlementprice')).toBe(0);
  });

  test('the relation of a department', async () => {
    const managementPricePlanId = await plans.approved({ details: [line(await aMaterial(kitchen, 'Celery'), '5')] });
    await refused(
      without('price_backdate', 'managementpricedeptrelation/submit', {
        managementPricePlanId,
        deptId: place.site,
        startDate: YESTERDAY,
      }),
      'prices.backdated',
      backdated,
    );
    expect(await total('managementpricedeptrelation')).toBe(0);
  });
});

test('prices of a plan are brought in by nobody who may not see them', async () => {
  const before = await total('managementpriceplan');
  await refused(
    without('managementprice_see', 'managementprice/importExcelTemplate', {}),
    'prices.sheet-unseen',
    'You may not see these prices, so you cannot bring them in; ask an administrator to grant it',
  );
  expect(await total('managementpriceplan')).toBe(before);
});

test('a second version is not sent before it says why prices change', async () => {
  const id = await plans.approved({ details: [line(await aMaterial(kitchen, 'Tomato'), '5')] });
  await plans.act('newVersion', id, { startDate: '2026-12-01', changeReason: 'Winter' });
  const next = (await plans.read(id)).versions[0]!.id;
  const { billCode } = await plans.read(next);
  await call('managementpriceplan/submit', { id: next, changeReason: '' });
  await refused(
    plans.act('toApply', next),
    'prices.change-reason',
    `${billCode} is version 2: say why its prices change`,
  );
  expect(await plans.read(next)).toMatchObject({ status: 'draft' });
});

test('a thawed price beyond the block line says so when it is saved; without figures to whoever may not see them', async () => {
  const materialId = await aMaterial(kitchen, 'Leek');
  await call('settlementprice/submit', line(materialId, '3', { startDate: TODAY, endDate: '2026-11-30' }));
  const { id } = await call('settlementprice/submit', line(materialId, '4.50', { startDate: '2026-12-01' }));
  await call('settlementprice/freeze', { ids: id });
  await call('priceearlywarning/submit', {
    name: 'Leek',
    materialId,
    warnPercent: '10',
    blockPercent: '40',
    startDate: '2026-01-01',
  });
  await call('settlementprice/thaw', { ids: id });
  expect(await call('settlementprice/submit', { id, remark: 'Until spring' })).toMatchObject({
    warnings: [
      {
        sentence: 'Leek at ¥4.5 per base unit strays 50% from ¥3 (Price before), beyond the block line; ¥0.00 at stake',
      },
    ],
  });
  expect(await without('settlementprice_see', 'settlementprice/submit', { id, remark: 'Until summer' })).toMatchObject({
    warnings: [{ sentence: 'The price of Leek strays by 50%, beyond the block line' }],
  });
});

describe('a price run', () => {
  let rice: string;
  let formulaId: unknown;
  beforeAll(async () => {
    rice = await aMaterial(kitchen, 'Rice');
    const supplierId = await kitchen.save('supplier', { name: 'House', contact: 'Li', contactPhone: '13800000000' });
    await kitchen.save('supplierMaterial', { supplierId, ...line(rice, '12', { startDate: '2026-11-01' }) });
    formulaId = (
      await call('priceformula/submit', {
        name: 'Rice',
        materialId: rice,
        startDate: '2026-01-01',
        method: 'markup',
        rate: '3',
      })
    )['id'];
  });
  const run = async (startDate: string): Promise<Body> =>
    call('pricerun/detail', { id: (await call('pricerun/submit', { companyDeptId: place.company, startDate }))['id'] });
  const prices = () => call('settlementprice/page', { materialId: rice });

  test('says which of its references no band of the formula holds, and has no price for it', async () => {
    await call('priceformula/submit', {
      id: formulaId,
      bands: [{ fromPrice: '0', toPrice: '10', method: 'markup', rate: '5' }],
    });
    const { id, details } = await run(TODAY);
    expect(details).toMatchObject([
      {
        referencePrice: '12',
        price: null,
        result: 'No band holds the reference of 12, or nothing above zero is left; check the formula',
      },
    ]);
    await call('pricerun/remove', { ids: id });
    await call('priceformula/submit', { id: formulaId, bands: [], method: 'markup', rate: '3' });
  });

  test('of yesterday is not published by who may not enter past prices, and not voided once it is', async () => {
    const { id, billCode } = await run(YESTERDAY);
    await call('pricerun/toApply', { ids: id });
    await refused(without('price_backdate', 'pricerun/doApply', { ids: id }, APPROVER), 'prices.backdated', backdated);
    expect(await prices()).toMatchObject({ total: 0 });
    await kitchen.call('pricerun/doApply', { ids: id }, APPROVER);
    await refused(
      kitchen.call('pricerun/void', { ids: id, reason: 'Mistaken' }),
      'prices.run-used',
      `Prices of ${String(billCode)} have been in force and may have been used; it cannot be voided, make another run instead`,
    );
    expect([await call('pricerun/detail', { id }), await prices()]).toMatchObject([
      { status: 'done' },
      { records: [{ price: '12.36', startDate: YESTERDAY }] },
    ]);
  });
});

test('more than five thousand goods are neither looked through for gaps nor reckoned in one run', async () => {
  await kitchen.as(({ tx }) =>
    tx.run(sql`
      with made as (
        insert into material (code, name, material_type_id, base_unit_id)
        select 'M' || n, 'Goods ' || n, 500, ${unit.kg}::bigint from generate_series(1, 5001) n returning id)
      insert into settlement_price (code, material_id, unit_id, factor, price, base_price, tax_rate, start_date)
      select 'S' || id, id, ${unit.kg}::bigint, 1, 5, 5, 9, ${TODAY}::date from made`),
  );
  await refused(
    kitchen.call('pricebook/gaps', {}),
    'prices.gaps-too-many',
    'More than 5000 materials; narrow them by code or name first',
  );
  await call('priceformula/submit', { name: 'Everything', startDate: '2026-01-01', method: 'markup', rate: '3' });
  const before = await total('pricerun');
  await refused(
    kitchen.call('pricerun/submit', { companyDeptId: place.company, startDate: TODAY }),
    'prices.run-too-many',
    'The formulas are for more than 5000 materials; narrow them or split the run',
  );
  expect(await total('pricerun')).toBe(before);
});
