/** Tests of a yield become a proposal; accepted, needs and costs go by it. It is 2026-11-21. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../../parts/postgres/database.ts';
import { explodeDemands, qtyOf } from '../dishes/bom-explosion.rules.ts';
import { loadBomFacts } from '../dishes/bom-facts.server.ts';
import { aDish, aMaterial, openKitchen, TODAY, unit, type Kitchen } from '../kitchen.testing.ts';
import type { YieldRow } from './yield.calls.ts';

let kitchen: Kitchen;
let fish: string;
let dish: string;
beforeAll(async () => {
  kitchen = await openKitchen();
  fish = await aMaterial(kitchen, 'Bass', { stdYield: '55' });
  dish = await aDish(kitchen, 'Steamed bass');
  await kitchen.save('dishBom', {
    dishId: dish,
    outputUnitId: unit.portion,
    released: 1,
    details: [{ materialId: fish, netQty: '110', unitId: unit.g }],
  });
  await kitchen.as(({ tx }) =>
    tx.run(sql`insert into supplier (id, code, name, contact, contact_phone) values (9001, 'S1', 'Lake', 'Li', '1')`),
  );
});
afterAll(() => kitchen.close());

const weigh = (grossQty: string, netQty: string, more: object = {}): Promise<string> =>
  kitchen.save('materialYieldTest', { materialId: fish, testDate: TODAY, grossQty, netQty, unitId: unit.kg, ...more });
const board = (): Promise<YieldRow[]> => kitchen.call('materialyieldtest/board', {}) as Promise<YieldRow[]>;
/** Of 100 portions. */
async function need(date = TODAY): Promise<string> {
  const facts = await kitchen.as((context) => loadBomFacts(context, [dish], date, date));
  const exploded = explodeDemands(
    { ...facts, places: [{ id: 'stall', deptIds: [], warehouseId: 'w', receiveLeadDays: 0 }] },
    [{ placeId: 'stall', dishId: dish, mealTime: `${date} 11:30`, portions: '100' }],
  );
  if (!exploded.ok) throw new Error(JSON.stringify(exploded.refusals));
  return qtyOf(exploded.needs[0]!.grossMillionths).toString();
}
const act = (name: string, input: object = {}): Promise<unknown> =>
  kitchen.call(`materialyieldtest/${name}`, { materialId: fish, ...input });

test('M20 H33: twelve fish say 52 %, the standard says 55 %: a proposal, and nothing has changed', async () => {
  const net = ['0.53', '0.5', '0.52', '0.51', '0.53', '0.52', '0.52', '0.53', '0.51', '0.52', '0.53', '0.52'];
  for (const [nr, each] of net.entries()) await weigh('1', each, nr < 6 ? { supplierId: '9001' } : {});
  const [row] = await board();
  expect(row).toMatchObject({
    materialName: 'Bass',
    standard: '55.00',
    seasons: [
      { season: 'all', count: 12, learned: '52.00', used: '55.00', isAccepted: false, isProposed: true },
      { season: 'autumn', count: 12, isProposed: true },
    ],
    suppliers: [
      { supplierName: 'Lake', season: 'all', count: 6, learned: '51.83' },
      { supplierName: 'Lake', season: 'autumn', count: 6 },
    ],
  });
  expect(Number(row!.seasons[0]!.low)).toBeLessThan(52);
  // 100 × 0.11 ÷ 55 %
  expect(await need()).toBe('20');
});

test('M20: a test far from the others asks for a photo or does not count; days to come and unknown units are refused', async () => {
  expect(await kitchen.refusalsOf(weigh('1', '0.3'))).toEqual([
    'A yield of 30% is far from the other tests: add a photo, or let it not count',
  ]);
  await weigh('1', '0.3', { accepted: 0 });
  expect((await board())[0]!.seasons[0]!.count).toBe(12);
  expect(await kitchen.refusalsOf(weigh('1', '0.52', { testDate: '2026-11-22' }))).toEqual([
    'The day of a test cannot be after today',
  ]);
  expect(await kitchen.refusalsOf(weigh('0.01', '1', { accepted: 0 }))).toEqual([
    'Net is more than twenty times gross; check both weights',
  ]);
  expect((await kitchen.refusalsOf(weigh('1', '0.5', { unitId: unit.box }))).length).toBe(1);
});

test('M20: declined with a reason it is kept and not said again; accepted, orders and costs go by net ÷ yield', async () => {
  await act('decline', { reason: 'A bad week at the lake' });
  expect((await board())[0]!.seasons[0]).toMatchObject({ isProposed: false, used: '55.00' });
  expect((await kitchen.refusalsOf(act('adopt'))).join()).toMatch(/^Nothing is proposed: 55.00% is in use/);
  for (let nr = 0; nr < 5; nr += 1) await weigh('1', '0.52');
  expect((await board())[0]!.seasons[0]).toMatchObject({ count: 17, isProposed: true });
  expect(await kitchen.refusalsOf(act('adopt', { learnedYield: '51' }))).toEqual([
    'There are new tests: you saw 51%, now it is 52.00%; look again before you accept',
  ]);
  await act('adopt', { learnedYield: '52' });
  // 100 × 0.11 ÷ 52 %
  expect(await need()).toBe('21.153846');
  expect((await board())[0]!.seasons[0]).toMatchObject({ isProposed: false, used: '52.00', isAccepted: true });
  const history = (await kitchen.call('yielddecision/page', {})) as { records: Record<string, string>[] };
  expect(
    history.records.map(({ decision, usedYield, learnedYield, reason }) => [decision, usedYield, learnedYield, reason]),
  ).toEqual([
    ['accepted', '55', '52', ''],
    ['declined', '55', '52', 'A bad week at the lake'],
  ]);
});

test('M20: a season of its own goes before all of the year; taken back, the standard counts again', async () => {
  for (let nr = 0; nr < 5; nr += 1)
    await weigh('1', nr % 2 === 0 ? '0.6' : '0.59', { testDate: '2026-07-01', pictures: [], accepted: 0 });
  await kitchen.as(({ tx }) => tx.run(sql`update material_yield_test set accepted = 1 where test_date = '2026-07-01'`));
  await act('adopt', { season: 'summer' });
  expect([await need('2027-07-01'), await need('2027-01-05')]).toEqual(['18.456376', '21.153846']);
  await act('withdrawYield', { reason: 'Another breed from now on' });
  expect([await need(), await need('2027-07-01')]).toEqual(['20', '18.456376']);
  expect(await kitchen.refusalsOf(act('withdrawYield', { reason: 'again' }))).toEqual([
    'No accepted yield is in use that could be taken back',
  ]);
  expect(await kitchen.refusalsOf(act('adopt', { season: 'winter' }))).toEqual([
    'Nobody has tested this material in this season; enter tests first',
  ]);
});

test('M20: a line with a yield of its own keeps it', async () => {
  const other = await aDish(kitchen, 'Fish balls');
  await kitchen.save('dishBom', {
    dishId: other,
    outputUnitId: unit.portion,
    released: 1,
    details: [{ materialId: fish, netQty: '110', unitId: unit.g, yieldRate: '50' }],
  });
  const facts = await kitchen.as((context) => loadBomFacts(context, [other], '2027-07-01', '2027-07-01'));
  expect(facts.boms[0]!.lines[0]!.cleanYield.toString()).toBe('50');
});
