import { afterAll, beforeAll, expect, test } from 'vitest';
import { declaredCalls } from '../../../kernel/server/declared-calls.ts';
import { aMaterial, openKitchen, place, TODAY, unit, type Kitchen } from '../../master-data/kitchen.testing.ts';
import { suppliersServer } from '../../suppliers/server.ts';
import { paidPrices } from './paid-prices.port.server.ts';
import { plansAt } from '../price-plans/price-plans.testing.ts';
import { pricesServer } from '../server.ts';

let kitchen: Kitchen;
let tomato: string;
beforeAll(async () => {
  kitchen = await openKitchen([
    suppliersServer,
    pricesServer,
    () => ({ name: 'receipts', provides: [paidPrices.by(received)] }),
  ]);
  tomato = await aMaterial(kitchen, 'Tomato');
});
afterAll(() => kitchen.close());

const received: typeof paidPrices.by extends (provided: infer F) => unknown ? F : never = async (_context, asked) =>
  asked[0]?.materialId === tomato
    ? [
        { nr: 0, date: '2026-11-05', billCode: 'RK1', supplierId: null, price: '4.9', qty: '30' },
        { nr: 0, date: '2026-10-20', billCode: 'RK0', supplierId: null, price: '4.8', qty: '20.5' },
      ]
    : [];

interface Told {
  readonly steps: readonly Record<string, unknown>[];
  readonly [key: string]: unknown;
}
const history = async (input: Record<string, unknown>): Promise<Told> =>
  (await kitchen.call('pricebook/history', { materialId: tomato, deptId: place.restaurant, ...input })) as Told;
const stepsOf = ({ steps }: Told): unknown =>
  steps.map((step) => [step['from'], step['to'], step['basePrice'], step['where'], step['receivedQty']]);

test('what a place was charged is told day by day it changed, with what came in meanwhile, and what is planned', async () => {
  const settle = (price: string, startDate: string, more: Record<string, unknown> = {}): Promise<string> =>
    kitchen.save('settlementPrice', { materialId: tomato, unitId: unit.kg, price, taxRate: '9', startDate, ...more });
  await settle('4.80', '2026-10-01', { endDate: '2026-10-31' });
  await settle('5.00', '2026-11-01');
  await settle('4.60', '2026-12-01', { deptId: place.site });
  await settle('9.99', '2026-11-15', { deptId: place.otherSite });
  const found = await history({ type: 'settlement', from: '2026-09-01' });
  expect(stepsOf(found)).toEqual([
    ['2026-09-01', '2026-09-30', null, '', '0'],
    ['2026-10-01', '2026-10-31', '4.8', 'Base price', '20.5'],
    ['2026-11-01', '2026-11-30', '5', 'Base price', '30'],
    ['2026-12-01', '', '4.6', 'A department above', '0'],
  ]);
  expect(found).toMatchObject({
    materialName: 'Tomato',
    baseUnitName: 'kg',
    today: TODAY,
    receipts: [{ date: '2026-11-05', price: '4.9', qty: '30' }, {}],
    steps: [{}, { approved: 0 }, {}, {}],
  });
  expect((await history({ type: 'settlement' }))['from'], 'a year, unless a day is named').toBe('2025-11-21');
});

test('prices of plans name the document and who approved it; purchase prices the supplier who would be ordered from', async () => {
  const plans = plansAt(() => kitchen, 'managementpriceplan');
  const id = await plans.approved({
    name: 'Base',
    isDefault: 1,
    details: [{ materialId: tomato, unitId: unit.kg, price: '5.5', taxRate: '9' }],
  });
  const next = await plans.follow(id, '2026-12-01');
  const [first, second] = [await plans.read(id), await plans.read(next)];
  expect((await history({ type: 'management', from: '2026-11-20' })).steps).toMatchObject([
    { from: '2026-11-20', to: '2026-11-20', basePrice: null },
    {
      from: TODAY,
      to: '2026-11-30',
      basePrice: '5.5',
      code: first.billCode,
      path: `/price/managementpriceplan/${id}`,
      approved: 1,
    },
    { from: '2026-12-01', to: '', code: second.billCode },
  ]);
  const [dear, cheap] = [
    await kitchen.save('supplier', { name: 'Dear', contact: 'Li', contactPhone: '13800000000' }),
    await kitchen.save('supplier', { name: 'Cheap', contact: 'Wu', contactPhone: '13800000001' }),
  ];
  for (const [supplierId, price, startDate] of [
    [dear, '6', '2026-10-01'],
    [cheap, '5', '2026-11-10'],
  ] as const)
    await kitchen.save('supplierMaterial', {
      supplierId,
      materialId: tomato,
      unitId: unit.kg,
      price,
      taxRate: '9',
      startDate,
    });
  expect(stepsOf(await history({ type: 'purchase', from: '2026-10-01', deptId: place.company }))).toEqual([
    ['2026-10-01', '2026-11-09', '6', 'Dear', '50.5'],
    ['2026-11-10', '', '5', 'Cheap', '0'],
  ]);
});

test('no price at all is an answer, an unknown kind and a day that is none are refused', async () => {
  const salt = await aMaterial(kitchen, 'Salt');
  expect((await history({ type: 'joint', materialId: salt })).steps).toMatchObject([{ basePrice: null }]);
  expect(await kitchen.refusalsOf(history({ type: 'rent' }))).toHaveLength(1);
  expect(await kitchen.refusalsOf(history({ from: '2026-13-45' }))).toHaveLength(1);
  await expect(history({ materialId: '1' })).rejects.toThrow('does not exist');
});

test('the price book calls goods in the language of its reader, whichever name they are looked for by', async () => {
  await aMaterial(kitchen, '茄子', { nameEn: 'Aubergine' });
  const { records } = (await kitchen.call('pricebook/page', { keyword: '茄子', date: TODAY })) as { records: unknown };
  expect(records).toMatchObject([{ name: 'Aubergine' }]);
});

test('a page of the price book says what was paid last, the oldest first, to whoever sees purchase prices and those of receipts', async () => {
  const page = async (...without: readonly string[]): Promise<Record<string, unknown>> => {
    const call = declaredCalls(kitchen.registry, kitchen.registry.find('priceBook')).find(
      (each) => each.path === 'pricebook/page',
    )!;
    const { records } = (await kitchen.as((context) =>
      call.handle({ ...context, allowed: (code) => !without.includes(code) }, { keyword: 'Tomato', date: TODAY }, null),
    )) as { records: Record<string, unknown>[] };
    return records.find((row) => row['id'] === tomato)!;
  };
  expect((await page())['recentPrices']).toEqual([
    { date: '2026-10-20', price: '4.8' },
    { date: '2026-11-05', price: '4.9' },
  ]);
  for (const right of ['purchaseprice_see', 'invinstore_view_cost'])
    expect('recentPrices' in (await page(right)), right).toBe(false);
});
