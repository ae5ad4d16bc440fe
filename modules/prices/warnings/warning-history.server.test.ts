/** What a price warning is decided by: its history, its samples, and the money at stake. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TypeOf } from '../../../kernel/core/shape.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { aMaterial, openKitchen, place, TODAY, unit, type Kitchen } from '../../master-data/kitchen.testing.ts';
import { suppliersServer } from '../../suppliers/server.ts';
import { neededSoon, paidPrices, type PaidPrice } from '../price-book/paid-prices.port.server.ts';
import { pricesServer } from '../server.ts';
import type { warningHistory } from './price-warning.calls.ts';

type History = TypeOf<typeof warningHistory.answer>;
type Row = Readonly<Record<string, unknown>> & { readonly id: string };

let kitchen: Kitchen;
let goods: { tomato: string; leek: string; salt: string };
let house: string;
let rival: string;

/** Tomatoes came three times, twice from the house; nothing else ever came. */
const received = (): readonly Omit<PaidPrice, 'nr'>[] => [
  { date: '2026-11-19', billCode: 'RK3', supplierId: rival, price: '5.4', qty: '40' },
  { date: '2026-11-12', billCode: 'RK2', supplierId: house, price: '5.2', qty: '50' },
  { date: '2026-11-05', billCode: 'RK1', supplierId: house, price: '5', qty: '100' },
];
const ports = {
  name: 'receipts',
  provides: [
    paidPrices.by((_context, asked) =>
      Promise.resolve(
        asked.flatMap(({ materialId }, nr) =>
          materialId === goods.tomato ? received().map((each) => ({ nr, ...each })) : [],
        ),
      ),
    ),
    neededSoon.by((_context, ids) =>
      Promise.resolve(
        ids.includes(goods.leek)
          ? [{ materialId: goods.leek, companyDeptId: place.company, deptId: place.site, baseQty: '120' }]
          : [],
      ),
    ),
  ],
};

beforeAll(async () => {
  kitchen = await openKitchen([suppliersServer, pricesServer, () => ports]);
  const supplier = (name: string, contactPhone: string): Promise<string> =>
    kitchen.save('supplier', { name, contact: 'Li', contactPhone, companyDeptId: place.company });
  house = await supplier('House', '13800000000');
  rival = await supplier('Rival', '13800000001');
  goods = {
    tomato: await aMaterial(kitchen, 'Tomato'),
    leek: await aMaterial(kitchen, 'Leek'),
    salt: await aMaterial(kitchen, 'Salt'),
  };
  await kitchen.call('priceearlywarning/submit', {
    name: 'Everything',
    warnPercent: '10',
    blockPercent: '40',
    startDate: '2026-01-01',
  });
});
afterAll(() => kitchen.close());

const quote = (materialId: string, price: string, more: Record<string, unknown> = {}): Promise<string> =>
  kitchen.save('supplierMaterial', {
    supplierId: house,
    materialId,
    unitId: unit.kg,
    price,
    taxRate: '9',
    startDate: TODAY,
    ...more,
  });
const warningOf = async (sourceId: string): Promise<Row> =>
  ((await kitchen.call('pricewarning/page', { sourceId })) as { records: Row[] }).records[0]!;
/** The history of a warning, as somebody else than the administrator reads it. */
const historyAs = (id: string, other: (context: Context) => Context = (context) => context): Promise<History> => {
  const call = kitchen.registry.calls.find(({ path }) => path === 'pricewarning/history')!;
  return kitchen.as((context) => call.handle(other(context), { id }, null)) as Promise<History>;
};

test('a quote nobody has planned for puts at stake what came in the days the rule looks back', async () => {
  await quote(goods.tomato, '5', { startDate: '2026-10-01', endDate: '2026-11-20' });
  const warning = await warningOf(await quote(goods.tomato, '6.20', { endDate: '2026-11-30' }));
  // 100 kg at 5, 50 at 5.2 and 40 at 5.4 are 5.136842 on average.
  expect(warning).toMatchObject({
    level: 'warn',
    referenceKind: 'average',
    referencePrice: '5.136842',
    sampleCount: 3,
    plannedQty: '190',
    stakeAmount: '202.00',
  });
  expect(await historyAs(warning.id)).toEqual({
    from: expect.any(String),
    to: TODAY,
    own: [
      { date: '2026-10-01', price: '5', billCode: '', supplierName: 'House', what: 'asked' },
      { date: '2026-11-05', price: '5', billCode: 'RK1', supplierName: 'House', what: 'paid' },
      { date: '2026-11-12', price: '5.2', billCode: 'RK2', supplierName: 'House', what: 'paid' },
      { date: TODAY, price: '6.2', billCode: '', supplierName: 'House', what: 'asked' },
    ],
    others: [{ date: '2026-11-19', price: '5.4', billCode: 'RK3', supplierName: 'Rival' }],
    samples: [
      { date: '2026-11-19', price: '5.4', billCode: 'RK3', supplierName: 'Rival', qty: '40' },
      { date: '2026-11-12', price: '5.2', billCode: 'RK2', supplierName: 'House', qty: '50' },
      { date: '2026-11-05', price: '5', billCode: 'RK1', supplierName: 'House', qty: '100' },
    ],
  });
});

test('what is planned is at stake before what came, and without either there is no money yet', async () => {
  const third = await kitchen.save('supplier', { name: 'Third', contact: 'Wu', contactPhone: '13800000002' });
  for (const [materialId, plannedQty, stakeAmount] of [
    [goods.leek, '120', '240.00'],
    [goods.salt, '0', '0.00'],
  ] as const) {
    for (const supplierId of [rival, third]) await quote(materialId, '4', { supplierId, startDate: '2026-10-01' });
    expect(await warningOf(await quote(materialId, '6'))).toMatchObject({ level: 'block', plannedQty, stakeAmount });
  }
});

test('the history is for whoever sees prices of the kind and the warning itself, and an outsider reads of his own alone', async () => {
  const { id } = await warningOf(await quote(goods.tomato, '6.40', { startDate: '2026-12-01' }));
  await expect(
    historyAs(id, (context) => ({ ...context, allowed: (code) => code !== 'purchaseprice_see' })),
    'without the right to see what is paid',
  ).rejects.toMatchObject({ status: 403 });
  const of =
    (depts: readonly string[], outsider = false) =>
    (context: Context) => ({
      ...context,
      user: {
        ...context.user,
        userId: '99',
        outsider,
        scope: { all: false as const, depts, records: new Map(outsider ? [['supplier', [house]]] : []) },
      },
    });
  await expect(historyAs(id, of([place.otherSite])), 'of another department').rejects.toMatchObject({ status: 404 });
  expect((await historyAs(id, of([place.company]))).others).toHaveLength(1);
  const own = await historyAs(id, of([], true));
  expect([own.others, own.samples.map(({ billCode, supplierName }) => [billCode, supplierName])]).toEqual([
    [],
    [
      ['RK2', ''],
      ['RK1', ''],
    ],
  ]);
});

test('of a price that is charged it is what was charged at that place, one price after the other', async () => {
  const rice = await aMaterial(kitchen, 'Rice');
  const settle = (price: string, startDate: string, more: Record<string, unknown> = {}): Promise<string> =>
    kitchen.save('settlementPrice', { materialId: rice, unitId: unit.kg, price, taxRate: '9', startDate, ...more });
  await settle('4', '2026-10-01', { endDate: '2026-11-30', code: 'FIRST' });
  await settle('3', '2026-10-01', { deptId: place.site, code: 'ELSEWHERE' });
  const warning = await warningOf(await settle('5', '2026-12-01', { code: 'DEAR' }));
  expect(warning).toMatchObject({ priceType: 'settlement', referenceKind: 'before', stakeAmount: '0.00' });
  expect(await historyAs(warning.id)).toMatchObject({
    own: [
      { date: '2026-10-01', price: '4', billCode: 'FIRST', what: 'charged' },
      { date: '2026-12-01', price: '5', billCode: 'DEAR', what: 'charged' },
    ],
    others: [],
    samples: [],
  });
});
