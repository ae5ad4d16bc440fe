import { afterAll, beforeAll, expect, test } from 'vitest';
import { aMaterial, openKitchen, unit, type Kitchen } from '../../master-data/kitchen.testing.ts';
import { suppliersServer } from '../../suppliers/server.ts';
import { APPROVER } from '../price-plans/price-plans.testing.ts';
import { proposeByNight } from './price-run-proposals.server.ts';
import { pricesServer } from '../server.ts';

let kitchen: Kitchen;
let house: string;
let goods: { tomato: string; leek: string };
beforeAll(async () => {
  kitchen = await openKitchen([suppliersServer, pricesServer]);
  house = await kitchen.save('supplier', { name: 'House', contact: 'Li', contactPhone: '13800000000' });
  goods = { tomato: await aMaterial(kitchen, 'Tomato'), leek: await aMaterial(kitchen, 'Leek') };
  await kitchen.call('priceformula/submit', {
    name: 'Purchase plus 10',
    startDate: '2026-01-01',
    method: 'markup',
    rate: '10',
  });
});
afterAll(() => kitchen.close());

const offer = (materialId: string, price: string, startDate: string, endDate = ''): Promise<string> =>
  kitchen.save('supplierMaterial', {
    supplierId: house,
    materialId,
    unitId: unit.kg,
    price,
    taxRate: '9',
    startDate,
    endDate,
  });
const night = (date: string, time = '02:30:00'): Promise<void> =>
  kitchen.as((context) =>
    proposeByNight({
      ...context,
      today: date,
      now: `${date} ${time}`,
      allowed: () => false,
      user: { ...context.user, userId: '0', deptId: '' },
    }),
  );
interface Run {
  readonly id: string;
  readonly status: string;
  readonly details: readonly Record<string, unknown>[];
}
const runs = async (): Promise<unknown[]> => {
  const { records } = (await kitchen.call('pricerun/page', { size: 20, ascs: 'id' })) as { records: Run[] };
  const all = await Promise.all(records.map(async ({ id }) => (await kitchen.call('pricerun/detail', { id })) as Run));
  return all.map((run) => [
    run.status,
    (run as unknown as { trigger: string }).trigger,
    run.details.map((line) => [line['materialName'], line['price']]),
  ]);
};
const newest = async (): Promise<string> =>
  ((await kitchen.call('pricerun/page', { size: 1, descs: 'id' })) as { records: Run[] }).records[0]!.id;

test('by night what formulas say anew is proposed once, and what somebody decided on is not proposed again', async () => {
  await offer(goods.tomato, '5', '2026-11-01', '2026-11-25');
  await offer(goods.leek, '3', '2026-11-01');
  await night('2026-11-22');
  expect(await runs(), 'not unless somebody wants it').toEqual([]);
  const param = await kitchen.save('param', { paramName: 'Nightly', paramKey: 'price.nightlyRun', paramValue: '1' });
  await night('2026-11-22', '01:59:00');
  expect(await runs(), 'not before two').toEqual([]);
  // Two programs at once: one of them does it.
  await Promise.all([night('2026-11-22'), night('2026-11-22')]);
  const first = [
    'draft',
    'schedule',
    [
      ['Tomato', '5.5'],
      ['Leek', '3.3'],
    ],
  ];
  expect(await runs()).toEqual([first]);
  await night('2026-11-22', '05:00:00');
  await night('2026-11-23');
  expect(await runs(), 'the next night nothing moved').toEqual([first]);

  // Somebody thinks otherwise of the leek; that is decided, and stays so.
  const id = await newest();
  const { details } = (await kitchen.call('pricerun/detail', { id })) as Run;
  await kitchen.call('pricerun/submit', {
    id,
    startDate: '2026-11-24',
    details: details.map((line) =>
      line['materialName'] === 'Leek' ? { ...line, price: '3.2', overrideReason: 'Agreed' } : line,
    ),
  });
  const decided = (await kitchen.call('pricerun/detail', { id })) as Run;
  await kitchen.call('pricerun/submit', {
    id,
    details: decided.details.map((line) =>
      line['materialName'] === 'Leek' ? { ...line, price: '3.2', overrideReason: 'Agreed' } : line,
    ),
  });
  await kitchen.call('pricerun/toApply', { ids: id });
  await kitchen.call('pricerun/doApply', { ids: id }, APPROVER);
  await night('2026-11-25');
  expect((await runs()).length).toBe(1);
  // The tomato gets dearer: it alone comes, and the draft is reckoned anew when it moves again.
  await offer(goods.tomato, '6', '2026-11-26', '2026-11-26');
  await night('2026-11-26');
  expect((await runs())[1]).toEqual(['draft', 'schedule', [['Tomato', '6.6']]]);
  await offer(goods.tomato, '7', '2026-11-27');
  await night('2026-11-27');
  expect(await runs()).toHaveLength(2);
  expect((await runs())[1]).toEqual(['draft', 'schedule', [['Tomato', '7.7']]]);
  await kitchen.call('param/remove', { ids: param }).catch(() => undefined);
});
