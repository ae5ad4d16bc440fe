/** What a sales plan costs and leaves, against the week before, and who is told. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aDish, aMaterial, openKitchen, place, unit, type Kitchen } from '../../master-data/kitchen.testing.ts';
import { suppliersServer } from '../../suppliers/server.ts';
import { operationsServer } from '../server.ts';

let kitchen: Kitchen;
let noodles: string;
let soup: string;
let pork: string;
beforeAll(async () => {
  kitchen = await openKitchen([suppliersServer, operationsServer]);
  pork = await aMaterial(kitchen, 'Pork');
  noodles = await aDish(kitchen, 'Noodles', { salePrice: '10.60', saleTaxRate: '6' });
  soup = await aDish(kitchen, 'Soup', { salePrice: '5.30', saleTaxRate: '6' });
  await kitchen.save('dishBom', {
    dishId: noodles,
    outputUnitId: unit.portion,
    released: 1,
    startDate: '2026-11-01',
    details: [{ materialId: pork, netQty: '100', unitId: unit.g }],
  });
  const supplierId = await kitchen.save('supplier', { name: 'Butcher', contact: 'Li', contactPhone: '13800000000' });
  await kitchen.save('supplierMaterial', {
    supplierId,
    materialId: pork,
    unitId: unit.kg,
    price: '30',
    startDate: '2026-01-01',
  });
  await kitchen.save('projectDeptSystem', {
    projectDeptName: 'Site',
    bladeProjectDeptId: place.site,
    receiveLeadDays: 1,
  });
});
afterAll(() => kitchen.close());

type Answer = Record<string, unknown>;
const week = async (
  startDate: string,
  endDate: string,
  portions: Readonly<Record<string, string>>,
  isApply = 1,
): Promise<{ id: string; billCode: string }> =>
  (await kitchen.call('gearsalesplan/saveOrUpdate', {
    gearOperationDeptId: place.noodles,
    startDate,
    endDate,
    isApply,
    details: Object.entries(portions).map(([dishId, count]) => ({
      mealDate: startDate,
      mealType: 'lunch',
      dishId,
      portions: count,
    })),
  })) as { id: string; billCode: string };
/** A call as somebody who may see all but what dishes cost. */
const unseeing = (path: string, input: Answer): Promise<Answer> =>
  kitchen.as((context) =>
    kitchen.registry.calls
      .find((call) => call.path === path)!
      .handle({ ...context, allowed: (code) => code !== 'dish_cost_view' }, input, null),
  ) as Promise<Answer>;

test('the approver sees cost, food cost % and margin beside the plan of the week before; without the right to costs he sees portions and income alone', async () => {
  const before = await week('2026-11-23', '2026-11-29', { [noodles]: '100' });
  const { id } = await week('2026-11-30', '2026-12-06', { [noodles]: '120', [soup]: '10' }, 0);
  const money = (await kitchen.call('gearsalesplan/money', { gearSalesPlanId: id })) as Answer;
  expect(money).toMatchObject({
    now: {
      portions: '130',
      income: '1325.00',
      money: { cost: '360.00', foodCostPct: '30', margin: '840.00', unknown: ['Soup'] },
    },
    before: {
      id: before.id,
      billCode: before.billCode,
      startDate: '2026-11-23',
      portions: '100',
      income: '1060.00',
      money: { cost: '300.00', foodCostPct: '30', margin: '700.00', unknown: [] },
    },
  });
  const blind = await unseeing('gearsalesplan/money', { gearSalesPlanId: id });
  expect(blind).toMatchObject({ now: { portions: '130', income: '1325.00' }, before: { portions: '100' } });
  expect(JSON.stringify(blind)).not.toMatch(/cost|margin|money/i);
});

test('the sheet of materials says what each comes to, for who may see costs', async () => {
  const { id } = await week('2026-12-07', '2026-12-13', { [noodles]: '50' });
  const dishes = (await kitchen.call('gearsalesplan/viewDish', { gearSalesPlanId: id })) as readonly Answer[];
  expect(dishes).toMatchObject([
    { dishName: 'Noodles', cost: '150.00', materials: [{ materialName: 'Pork', qty: '5', amount: '150.00' }] },
  ]);
  const blind = (await unseeing('gearsalesplan/viewDish', { gearSalesPlanId: id })) as unknown as readonly Answer[];
  expect(blind).toMatchObject([{ dishName: 'Noodles', materials: [{ materialName: 'Pork', qty: '5' }] }]);
  expect(JSON.stringify(blind)).not.toContain('150.00');
});

test('a plan without one a week earlier stands alone', async () => {
  const { id } = await week('2027-01-04', '2027-01-10', { [noodles]: '1' });
  expect(await kitchen.call('gearsalesplan/money', { gearSalesPlanId: id })).toMatchObject({ before: null });
});
