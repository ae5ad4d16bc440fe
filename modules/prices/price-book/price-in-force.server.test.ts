/** What the form of a new single price is told: the unit of the material, and the price it would follow. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aMaterial, openKitchen, place, unit, type Kitchen } from '../../master-data/kitchen.testing.ts';
import { suppliersServer } from '../../suppliers/server.ts';
import { pricesServer } from '../server.ts';

let kitchen: Kitchen;
let rice: string;
beforeAll(async () => {
  kitchen = await openKitchen([suppliersServer, pricesServer]);
  rice = await aMaterial(kitchen, 'Rice', { purchaseUnitId: unit.bag });
  await kitchen.save('itemUnitConversion', {
    materialId: rice,
    fromUnitId: unit.bag,
    toQty: '25',
    toUnitId: unit.kg,
    startDate: '2026-01-01',
  });
});
afterAll(() => kitchen.close());

const inForce = (input: Record<string, unknown> = {}, segment = 'settlementprice'): Promise<unknown> =>
  kitchen.call(`${segment}/inForce`, { materialId: rice, ...input });
const settle = (price: string, more: Record<string, unknown> = {}): Promise<string> =>
  kitchen.save('settlementPrice', {
    materialId: rice,
    unitId: unit.bag,
    price,
    taxRate: '9',
    startDate: '2026-11-01',
    ...more,
  });

test('the unit is the one goods are bought in, and where none is named the base unit', async () => {
  expect(await inForce()).toEqual({ materialId: rice, unitId: unit.bag, unitName: 'bag', now: null });
  const leek = await aMaterial(kitchen, 'Leek');
  expect(await inForce({ materialId: leek }, 'jointoperationprice')).toMatchObject({ unitName: 'kg', now: null });
  await expect(inForce({ materialId: '1' })).rejects.toThrow('does not exist');
});

test('the price in force says where it holds, since when and who entered it; of a place its own before the base price', async () => {
  await settle('100');
  await settle('96', { deptId: place.site, startDate: '2026-11-10' });
  expect(await inForce()).toMatchObject({
    now: { price: '100', unitName: 'bag', startDate: '2026-11-01', where: 'Base price', approved: 0 },
  });
  expect(await inForce({ deptId: place.site })).toMatchObject({
    now: { price: '96', startDate: '2026-11-10', where: 'This department' },
  });
  expect(await inForce({ deptId: place.site, date: '2026-11-05' }), 'on the day it is to begin').toMatchObject({
    now: { price: '100' },
  });
});

test('who may not see the prices is told the unit and no more', async () => {
  const call = kitchen.registry.calls.find(({ path }) => path === 'settlementprice/inForce')!;
  expect(
    await kitchen.as((context) =>
      call.handle({ ...context, allowed: (code) => code !== 'settlementprice_see' }, { materialId: rice }, null),
    ),
  ).toEqual({ materialId: rice, unitId: unit.bag, unitName: 'bag', now: null });
});
