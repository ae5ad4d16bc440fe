import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../parts/postgres/database.ts';
import { Refused } from '../../../kernel/core/refusal.ts';
import { aMaterial, openKitchen, place, TODAY, unit, type Kitchen } from '../../master-data/kitchen.testing.ts';
import { suppliersServer } from '../../suppliers/server.ts';
import { APPROVER, plansAt, type Body, type Plan } from '../price-plans/price-plans.testing.ts';
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
  await kitchen.call('priceearlywarning/submit', {
    name: 'Everything',
    warnPercent: '10',
    blockPercent: '40',
    startDate: '2026-01-01',
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
const unlessOf = async (work: Promise<unknown>): Promise<unknown> => {
  const error = await work.then(
    () => null,
    (caught: unknown) => caught,
  );
  return error instanceof Refused ? error.refusals.map((refusal) => refusal.override) : error;
};
const follow = async (id: string, startDate: string, details: readonly Body[]): Promise<string> => {
  await plans.act('newVersion', id, { startDate, changeReason: 'Season' });
  const next = (await plans.read(id)).versions[0]!.id;
  await kitchen.call('managementpriceplan/submit', { id: next, details });
  return next;
};

describe('prices of a plan', () => {
  test('are judged by the rules as they are saved; what nothing was known of is not judged', async () => {
    const id = await plans.approved({
      details: [line(goods.tomato, '5'), line(goods.leek, '3'), line(goods.rice, '4')],
    });
    expect(await plans.read(id)).toMatchObject({
      warnCount: 0,
      details: [{ warnLevel: '' }, { warnLevel: '' }, { warnLevel: '' }],
    });
    const next = await follow(id, '2026-12-01', [
      line(goods.tomato, '5.2'),
      line(goods.leek, '3.45'),
      line(goods.rice, '6'),
    ]);
    expect(await plans.read(next)).toMatchObject({
      warnCount: 2,
      maxRise: '50',
      details: [
        { warnLevel: 'none', warnDeviation: '4' },
        {
          warnLevel: 'warn',
          warnReference: 'before',
          warnReferenceName: 'Price before',
          warnBase: '3',
          warnDeviation: '15',
        },
        { warnLevel: 'block', warnDeviation: '50' },
      ],
    });
    // Beyond the block line it is not sent, unless who sends it may let it pass and says why.
    expect(await kitchen.refusalsOf(plans.act('toApply', next))).toEqual([
      'Line 3 is beyond the block line: Rice at ¥6 per base unit strays 50% from ¥4 (Price before)',
    ]);
    expect(await unlessOf(plans.act('toApply', next))).toEqual([{ name: 'overrideReason', why: true }]);
    await plans.act('toApply', next, { overrideReason: 'Harvest failed' });
    expect(await plans.read(next)).toMatchObject({ status: 'pending', overrideReason: 'Harvest failed' });
    await plans.act('doApply', next, {}, APPROVER);
    expect((await plans.read(next)).status).toBe('approved');
  });
});

describe('prices of a plan that is sent', () => {
  test('are judged anew when they are sent: what a rule says by then counts; without the right nobody lets it pass', async () => {
    const id = await plans.approved({ details: [line(goods.leek, '3')] });
    const next = await follow(id, '2026-12-01', [line(goods.leek, '3.6')]);
    const own = (await kitchen.call('priceearlywarning/submit', {
      name: 'Leek',
      materialId: goods.leek,
      priceType: 'management',
      warnPercent: '5',
      blockPercent: '10',
      startDate: '2026-01-01',
    })) as { id: string };
    const bare = kitchen.as((context) =>
      kitchen.registry.behaviour(kitchen.registry.find('managementPricePlan'))!.actions!['toApply']!(
        { ...context, allowed: (permission) => permission !== 'priceearlywarning_override' },
        [
          {
            id: next,
            billCode: '',
            status: 'draft',
            row: { versionNo: 2, changeReason: 'Season', startDate: '2026-12-01', companyDeptId: place.company },
          },
        ],
        { overrideReason: 'Please' },
      ),
    );
    expect(await bare).toMatchObject([{ code: 'prices.line-blocked', line: 1 }]);
    expect(((await bare) as readonly { override?: unknown }[])[0]!.override).toBeUndefined();
    await kitchen.call('priceearlywarning/remove', { ids: own.id });
    await plans.act('toApply', next);
    expect(await plans.read(next)).toMatchObject({
      status: 'pending',
      overrideReason: '',
      details: [{ warnLevel: 'warn', warnDeviation: '20' }],
    });
  });
});

describe('prices of many lines', () => {
  test('take the same few statements however many lines there are', async () => {
    const statements = async (count: number): Promise<number> => {
      const made = await Promise.all(
        Array.from({ length: count }, (_, at) => aMaterial(kitchen, `Many ${count} ${at}`)),
      );
      const id = await plans.approved({ details: made.map((materialId) => line(materialId, '5')) });
      const next = await follow(
        id,
        '2026-12-01',
        made.map((materialId) => line(materialId, '6')),
      );
      return kitchen.as(async (context) => {
        let asked = 0;
        const counting = {
          ...context,
          tx: new Proxy(context.tx, {
            get: (target, key) => {
              if (key === 'rows' || key === 'row' || key === 'run') asked += 1;
              return Reflect.get(target, key).bind(target) as unknown;
            },
          }),
        };
        const row = await context.tx.row<Record<string, unknown>>(
          sql`select * from management_price_plan where id = ${next}::bigint`,
        );
        expect(
          await kitchen.registry.behaviour(kitchen.registry.find('managementPricePlan'))!.actions!['toApply']!(
            counting,
            [{ id: next, billCode: '', status: 'draft', row: row! }],
            {},
          ),
        ).toEqual([]);
        return asked;
      });
    };
    expect(await statements(9)).toBe(await statements(2));
  });
});

describe('a version that leaves materials out', () => {
  test('says so before it is sent, and goes on once that is meant; the approver sees old and new side by side', async () => {
    const id = await plans.approved({
      details: [line(goods.tomato, '5'), line(goods.leek, '3'), line(goods.rice, '4')],
    });
    const pepper = await aMaterial(kitchen, 'Pepper');
    const next = await follow(id, '2026-12-01', [line(goods.tomato, '5.25'), line(pepper, '9')]);
    expect(await kitchen.refusalsOf(plans.act('toApply', next))).toEqual([
      expect.stringMatching(
        /^GLJ\d+ leaves out materials of the version before \(2\), which have no price from 2026-12-01 on: Leek, Rice$/,
      ),
    ]);
    expect(await unlessOf(plans.act('toApply', next))).toEqual([{ name: 'acceptMissing' }]);
    const before = await plans.read(id);
    const comparison = {
      beforeId: id,
      billCode: before.billCode,
      versionNo: 1,
      leftOutCount: 2,
      changedCount: 1,
      addedCount: 1,
      sameCount: 0,
      rows: [
        {
          difference: 'left-out',
          materialName: 'Leek',
          oldPrice: '3',
          oldUnitName: 'kg',
          newPrice: null,
          changePercent: null,
        },
        { difference: 'left-out', materialName: 'Rice' },
        { difference: 'changed', materialName: 'Tomato', oldPrice: '5', newPrice: '5.25', changePercent: '5' },
        { difference: 'added', materialName: 'Pepper', oldPrice: null, newPrice: '9' },
      ],
    };
    expect((await plans.read(next))['comparison']).toMatchObject(comparison);
    await plans.act('toApply', next, { acceptMissing: 1 });
    await plans.act('doApply', next, {}, APPROVER);
    expect((await plans.read(next))['comparison'], 'the version before was cut meanwhile').toMatchObject(comparison);
    expect((await plans.read(id))['comparison']).toBeNull();
  });

  test('is no question where their prices had ended by then', async () => {
    const id = await plans.approved({
      details: [line(goods.tomato, '5'), line(goods.leek, '3', { endDate: '2026-11-30' })],
    });
    await plans.act('toApply', await follow(id, '2026-12-01', [line(goods.tomato, '5')]));
  });
});

describe('a price run', () => {
  const read = async (id: string): Promise<Plan> => (await kitchen.call('pricerun/detail', { id })) as Plan;
  test('is judged like a plan, as it is reckoned and as its prices are changed by hand', async () => {
    const house = await kitchen.save('supplier', { name: 'House', contact: 'Li', contactPhone: '13800000000' });
    const salt = await aMaterial(kitchen, 'Salt');
    await kitchen.save('supplierMaterial', {
      supplierId: house,
      materialId: salt,
      unitId: unit.kg,
      price: '3',
      taxRate: '9',
      startDate: '2026-11-01',
    });
    await kitchen.save('settlementPrice', {
      materialId: salt,
      unitId: unit.kg,
      price: '2.60',
      taxRate: '9',
      startDate: '2026-11-01',
    });
    await kitchen.call('priceformula/submit', {
      name: 'Salt',
      materialId: salt,
      startDate: '2026-01-01',
      method: 'markup',
      rate: '0',
    });
    const { id } = (await kitchen.call('pricerun/submit', { companyDeptId: place.company, startDate: TODAY })) as Plan;
    const made = await read(id);
    expect(made).toMatchObject({
      warnCount: 1,
      details: [
        { price: '3', warnLevel: 'warn', warnReference: 'before', warnBase: '2.6', warnDeviation: '15.384615' },
      ],
    });
    await kitchen.call('pricerun/submit', {
      id,
      details: [{ ...made.details[0], price: '4', overrideReason: 'Agreed' }],
    });
    expect(await read(id)).toMatchObject({ warnCount: 1, details: [{ warnLevel: 'block' }] });
    expect(await kitchen.refusalsOf(kitchen.call('pricerun/toApply', { ids: id }))).toEqual([
      'Line 1 is beyond the block line: Salt at ¥4 per base unit strays 53.85% from ¥2.6 (Price before)',
    ]);
    await kitchen.call('pricerun/toApply', { ids: id, overrideReason: 'Agreed with the site' });
    expect(await read(id)).toMatchObject({ status: 'pending', overrideReason: 'Agreed with the site' });
  });
});
