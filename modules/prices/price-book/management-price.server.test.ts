import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Download } from '../../../parts/http/downloads.ts';
import { declaredCalls } from '../../../kernel/server/declared-calls.ts';
import { aMaterial, openKitchen, TODAY, unit, type Kitchen } from '../../master-data/kitchen.testing.ts';
import { suppliersServer } from '../../suppliers/server.ts';
import { plansAt } from '../price-plans/price-plans.testing.ts';
import { pricesServer } from '../server.ts';

let kitchen: Kitchen;
let tomato: string;
beforeAll(async () => {
  kitchen = await openKitchen([suppliersServer, pricesServer]);
  tomato = await aMaterial(kitchen, 'Tomato');
});
afterAll(() => kitchen.close());

const page = async (input: Record<string, unknown>): Promise<unknown[]> =>
  (
    (await kitchen.call('managementprice/page', { size: 20, materialId: tomato, ...input })) as {
      records: Record<string, unknown>[];
    }
  ).records.map((row) => [
    row['price'],
    row['basePrice'],
    row['startDate'],
    row['endDate'],
    row['effectState'],
    row['name'],
  ]);

test('management prices are listed and exported as they hold, whichever plan they stand in; drafts are none', async () => {
  await kitchen.save('itemUnitConversion', {
    materialId: tomato,
    fromUnitId: unit.box,
    toQty: '30',
    toUnitId: unit.kg,
    startDate: '2026-01-01',
  });
  const plans = plansAt(() => kitchen, 'managementpriceplan');
  const line = (price: string): Record<string, unknown> => ({
    details: [{ materialId: tomato, unitId: unit.box, price, taxRate: '9' }],
  });
  const id = await plans.approved({ name: 'Base', isDefault: 1, ...line('150') });
  await plans.save({ name: 'Draft', ...line('200') });
  await plans.follow(id, '2026-12-01');
  expect(await page({})).toEqual([
    ['150', '5', TODAY, '2026-11-30', 'current', 'Base'],
    ['150', '5', '2026-12-01', '', 'future', 'Base'],
  ]);
  expect(await page({ effect: 'future' })).toHaveLength(1);
  expect(await page({ date: TODAY })).toHaveLength(1);
  const bytes = await kitchen.as(async (context) => {
    const call = declaredCalls(kitchen.registry, kitchen.registry.find('managementPrice')).find(
      ({ path }) => path === 'managementprice/exportExcel',
    )!;
    return buffer(((await call.handle(context, {}, null)) as Download).body as NodeJS.ReadableStream);
  });
  expect(bytes.subarray(0, 2).toString()).toBe('PK');
});

test('beside what a material is costed at stands what it costs today, and how far that is from it', async () => {
  const leek = await aMaterial(kitchen, 'Leek');
  const house = await kitchen.save('supplier', { name: 'House', contact: 'Li', contactPhone: '13800000000' });
  const cost = await kitchen.save('materialCost', {
    materialId: leek,
    unitId: unit.kg,
    unitCost: '4',
    startDate: TODAY,
  });
  const read = async (): Promise<unknown[]> => {
    const row = (await kitchen.call('materialcost/detail', { id: cost })) as Record<string, unknown>;
    return [row['purchasePrice'], row['purchaseDeviation'], row['settlementPrice'], row['settlementDeviation']];
  };
  expect(await read()).toEqual([null, null, null, null]);
  await kitchen.save('supplierMaterial', {
    supplierId: house,
    materialId: leek,
    unitId: unit.kg,
    price: '5',
    taxRate: '25',
    startDate: '2026-11-01',
  });
  await kitchen.save('settlementPrice', {
    materialId: leek,
    unitId: unit.kg,
    price: '3.90',
    taxRate: '0',
    startDate: '2026-11-01',
  });
  expect(await read()).toEqual(['5', '25', '3.9', '-2.5']);
  await kitchen.save('param', { paramName: 'Tax', paramKey: 'store.cost.with-tax', paramValue: '0' });
  expect(await read(), 'without tax, as the cost is').toEqual(['4', '0', '3.9', '-2.5']);
});
