import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aMaterial, openKitchen, place, unit, type Kitchen } from '../../master-data/kitchen.testing.ts';
import { suppliersServer } from '../../suppliers/server.ts';
import { APPROVER, plansAt, type Body } from './price-plans.testing.ts';
import { pricesServer } from '../server.ts';

let kitchen: Kitchen;
let goods: { tomato: string; leek: string; rice: string };
beforeAll(async () => {
  kitchen = await openKitchen([suppliersServer, pricesServer]);
  goods = {
    tomato: await aMaterial(kitchen, 'Tomato'),
    leek: await aMaterial(kitchen, 'Leek'),
    rice: await aMaterial(kitchen, 'Rice'),
  };
  const house = await kitchen.save('supplier', { name: 'House', contact: 'Li', contactPhone: '13800000000' });
  for (const [materialId, price] of [
    [goods.tomato, '5'],
    [goods.leek, '3'],
  ] as const)
    await kitchen.save('supplierMaterial', {
      supplierId: house,
      materialId,
      unitId: unit.kg,
      price,
      taxRate: '9',
      startDate: '2026-11-01',
    });
});
afterAll(() => kitchen.close());

const plans = plansAt(() => kitchen, 'managementpriceplan');
const line = (materialId: string, price: string, more: Body = {}): Body => ({
  materialId,
  unitId: unit.kg,
  price,
  taxRate: '9',
  ...more,
});
const formula = async (body: Body): Promise<string> =>
  (
    (await kitchen.call('priceformula/submit', {
      name: 'Formula',
      priceType: 'management',
      startDate: '2026-01-01',
      method: 'markup',
      rate: '10',
      ...body,
    })) as { id: string }
  ).id;
const generate = (id: string, segment = 'managementpriceplan'): Promise<unknown> =>
  kitchen.call(`${segment}/generateDetails`, { id });
const prices = async (id: string): Promise<unknown> =>
  (await plans.read(id)).details.map((each) => [each['materialName'], each['price'], each['formulaText']]);

test('without a formula for the kind of price nothing is filled; a formula of a plan names no department and never its own kind', async () => {
  const id = await plans.save({});
  expect(await kitchen.refusalsOf(generate(id))).toEqual([
    expect.stringMatching(/^No formula for management prices holds on/),
  ]);
  expect(await kitchen.refusalsOf(formula({ deptId: place.site }))).toEqual([
    'Management and assessment prices are related to departments by their plans; a formula names none',
  ]);
  expect(await kitchen.refusalsOf(formula({ reference: 'management' }))).toEqual(['A price cannot go by itself']);
});

describe('with formulas', () => {
  beforeAll(async () => {
    await formula({ name: 'Purchase plus 10' });
    await formula({ name: 'Rice', materialId: goods.rice });
  });

  test('lines are filled, typed ones stay, and what has nothing to go by is told; each knows its formula and reference', async () => {
    const id = await plans.save({ details: [line(goods.leek, '9')] });
    expect(await generate(id)).toEqual({
      id,
      added: 1,
      renewed: 0,
      typed: 1,
      failed: 1,
      errors: [{ materialId: goods.rice, materialName: 'Rice', reason: 'Nothing to go by' }],
    });
    expect(await plans.read(id)).toMatchObject({
      lineCount: 2,
      details: [
        { price: '9', formulaId: '', formulaText: '' },
        {
          price: '5.5',
          formulaName: 'Purchase plus 10',
          formulaText: 'Management price = purchase price × 1.1, to 2 decimals',
          referencePrice: '5',
          evidence: 'House',
          basePrice: '5.5',
        },
      ],
    });
    // As often as one likes; what was changed by hand is his who changed it.
    expect(await generate(id)).toMatchObject({ added: 0, renewed: 1, typed: 1 });
    const [leek, tomato] = (await plans.read(id)).details as [Body, Body];
    await kitchen.call('managementpriceplan/submit', { id, details: [leek, { ...tomato, price: '6' }] });
    expect(await prices(id)).toEqual([
      ['Leek', '9', ''],
      ['Tomato', '6', ''],
    ]);
    expect(await generate(id)).toMatchObject({ added: 0, renewed: 0, typed: 2 });
  });

  test('the next version keeps where its prices came from, so that they are made anew', async () => {
    const id = await plans.save({ isDefault: 1 });
    await generate(id);
    await plans.act('toApply', id);
    await plans.act('doApply', id, {}, APPROVER);
    expect(await kitchen.refusalsOf(generate(id))).toEqual([expect.stringContaining('Approved')]);
    await plans.act('newVersion', id, { startDate: '2026-12-01', changeReason: 'Winter' });
    const next = (await plans.read(id)).versions[0]!.id;
    expect(await prices(next)).toEqual(
      [
        ['Leek', '3.3', 'Management price = purchase price × 1.1, to 2 decimals'],
        ['Tomato', '5.5', 'Management price = purchase price × 1.1, to 2 decimals'],
      ].toSorted((a, b) => goodsOrder(a[0]!) - goodsOrder(b[0]!)),
    );
    const own = await formula({ name: 'Leek', materialId: goods.leek, method: 'add', addAmount: '1' });
    expect(await generate(next)).toMatchObject({ added: 0, renewed: 2, typed: 0 });
    expect((await plans.read(next)).details.map((each) => each['price']).toSorted()).toEqual(['4', '5.5']);
    await kitchen.call('priceformula/remove', { ids: own }).catch(() => undefined);
  });

  test('assessment prices may go by the management prices of the company', async () => {
    await formula({
      name: 'Measured',
      priceType: 'assessment',
      reference: 'management',
      method: 'discount',
      rate: '20',
    });
    const { id } = (await kitchen.call('assessmentpricemaintenance/submit', {
      name: 'Year',
      companyDeptId: place.company,
      assessYear: 2026,
      startDate: '2026-11-21',
    })) as { id: string };
    expect(await generate(id, 'assessmentpricemaintenance')).toMatchObject({ added: 2, failed: 0 });
    const { details } = (await kitchen.call('assessmentpricemaintenance/detail', { id })) as { details: Body[] };
    expect(
      details.map((each) => [each['price'], each['referencePrice'], String(each['evidence']).slice(0, 3)]).toSorted(),
    ).toEqual([
      ['2.64', '3.3', 'GLJ'],
      ['4.4', '5.5', 'GLJ'],
    ]);
  });

  test('a scheme has lines to fill where its prices are fixed', async () => {
    const share = (await kitchen.call('priceschememanagement/submit', {
      name: 'Share',
      companyDeptId: place.company,
      type: 'management',
      mode: 'percent',
      ratePercent: '1',
      startDate: '2026-11-21',
    })) as { id: string };
    expect(await kitchen.refusalsOf(generate(share.id, 'priceschememanagement'))).toEqual([
      expect.stringContaining('has no fixed prices: there are no lines to fill'),
    ]);
    const fixed = (await kitchen.call('priceschememanagement/submit', {
      name: 'Fixed',
      companyDeptId: place.company,
      type: 'management',
      mode: 'fixed',
      startDate: '2026-11-21',
    })) as { id: string };
    expect(await generate(fixed.id, 'priceschememanagement')).toMatchObject({ added: 2 });
  });
});
const goodsOrder = (name: string): number => ['Tomato', 'Leek'].indexOf(name);
