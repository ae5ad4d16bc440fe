/** What suppliers and their prices refuse, as their calls answer it; what was there before stands. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aMaterial, openKitchen, unit, type Kitchen } from '../master-data/kitchen.testing.ts';
import { suppliersServer } from './server.ts';

let kitchen: Kitchen;
let farm: string;
beforeAll(async () => {
  kitchen = await openKitchen([suppliersServer]);
  farm = await kitchen.save('supplier', {
    name: 'Farm',
    contact: 'Li',
    contactPhone: '13800000000',
    windows: [{ weekday: 1, cutOffTime: '14:00' }],
  });
});
afterAll(() => kitchen.close());

const refused = async (work: Promise<unknown>, code: string, sentence: string): Promise<void> => {
  expect(await kitchen.refusalsOf(work)).toEqual([sentence]);
  await expect(work).rejects.toMatchObject({ refusals: [{ code }] });
};

test('a price cannot change before the days of its row', async () => {
  const id = await kitchen.save('supplierMaterial', {
    supplierId: farm,
    materialId: await aMaterial(kitchen, 'Leek'),
    unitId: unit.kg,
    price: '6.40',
    startDate: '2026-12-10',
  });
  const sentence =
    'The new price cannot begin on 2026-12-09, before the row does (2026-12-10); choose that day or a later one';
  await refused(
    kitchen.call('supplier/editSupplierMaterialPrice', { id, price: '7', startDate: '2026-12-09' }),
    'suppliers.price-before-row',
    sentence,
  );
  expect(await kitchen.call('suppliermaterial/detail', { id })).toMatchObject({
    price: '6.4',
    startDate: '2026-12-10',
    endDate: '',
  });
});

test.each(['25:00', '14:60', '4 pm', '9:30'])('a cut-off of %s is none', async (cutOffTime) => {
  const windows = [
    { weekday: 1, cutOffTime: '15:00' },
    { weekday: 2, cutOffTime },
  ];
  await refused(
    kitchen.call('supplier/updateSupplier', { id: farm, windows }),
    'suppliers.time-invalid',
    `Line 2, Cut-off: ${cutOffTime} is no time of a 24-hour clock; write it like 16:00`,
  );
  expect(await kitchen.call('supplier/detail', { id: farm })).toMatchObject({
    windows: [{ weekday: 1, cutOffTime: '14:00' }],
  });
});
test('nor is a time of arrival', () =>
  refused(
    kitchen.call('supplier/updateSupplier', { id: farm, windows: [{ weekday: 1, windowEnd: '24:00' }] }),
    'suppliers.time-invalid',
    'Line 1, Arrives until: 24:00 is no time of a 24-hour clock; write it like 16:00',
  ));
