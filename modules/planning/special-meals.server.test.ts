import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../parts/postgres/database.ts';
import {
  approvedSales,
  dish,
  lying,
  openPlanningRoom,
  place,
  shortLines,
  thing,
  unit,
  type PlanningRoom,
} from './planning-room.testing.ts';

let room: PlanningRoom;
beforeAll(async () => {
  room = await openPlanningRoom();
});
afterAll(() => room.close());

type Row = Record<string, unknown> & { readonly id: string };
const banquet = (mealDate: string, details: readonly unknown[], body: Record<string, unknown> = {}) => ({
  mealName: '签约晚宴',
  specialMealType: 'banquet',
  gearOperationDeptId: place.noodles,
  mealDate,
  mealType: 'dinner',
  customerName: '云谷科技',
  linkman: '王芳',
  phone: '13800000000',
  headCount: 40,
  mealStandard: '88.50',
  details,
  ...body,
});
const save = (mealDate: string, details: readonly unknown[], body?: Record<string, unknown>) =>
  room.call<Row>('gearspecialmeal/saveGearSpecialMeal', banquet(mealDate, details, body));
async function approved(mealDate: string, details: readonly unknown[], body?: Record<string, unknown>): Promise<Row> {
  const meal = await save(mealDate, details, body);
  await room.call('gearspecialmeal/toApply', { ids: meal.id });
  await room.call('gearspecialmeal/adopt', { ids: meal.id }, '2');
  return meal;
}
const planFor = (date: string, body: Record<string, unknown> = {}) =>
  room.call<Row>('invrequireplan/generatePlan', {
    bladeProjectDeptIds: [place.site],
    startDate: date,
    endDate: date,
    includeSafety: 0,
    ...body,
  });
const dumplings = { dishId: dish.dumplings, portions: '100' };
const flour = { lineKind: 'material', materialId: thing.flour, unitId: unit.g, perHead: '25' };

describe('a special meal', () => {
  test('EP-0980 EP-0982: is saved with its guests, dishes and goods; total and quantities follow', async () => {
    const meal = await save('2026-12-01', [dumplings, flour], { serviceFee: '300' });
    expect(meal).toMatchObject({
      billCode: 'TS202611210001',
      status: 'draft',
      totalAmount: '3840.00',
      bladeProjectDeptId: place.site,
      useRestaurantDeptId: place.restaurant,
      companyDeptId: place.company,
      incomeMode: 'group-meal',
      details: [
        { dishName: '韭菜水饺', portions: '100', materialId: '' },
        { materialName: '面粉', portions: '1000', factor: '0.001', baseQty: '1', dishId: '' },
      ],
    });
    await room.call('gearspecialmeal/update', {
      id: meal.id,
      headCount: 80,
      details: (meal['details'] as Row[]).map((line) => ({
        ...line,
        portions: line['materialId'] === '' ? '160' : '',
      })),
    });
    expect(await room.call('gearspecialmeal/getSpecialMealDetails', { id: meal.id })).toMatchObject({
      totalAmount: '7380.00',
      details: [{ portions: '160' }, { portions: '2000', baseQty: '2' }],
      timeline: [],
    });
    await room.call('gearspecialmeal/remove', { ids: meal.id });
    expect(await room.call('gearspecialmeal/page', { mealName: '晚宴' })).toMatchObject({ total: 0 });
  });

  test('EP-0986: verify names every line that speaks against it and changes nothing', async () => {
    const lines = [
      { dishId: dish.unknown, portions: '10' },
      { lineKind: 'material', materialId: thing.leek, portions: '3' },
      { dishId: dish.dough, portions: '1.5' },
      { lineKind: 'dish', portions: '2' },
    ];
    const checked = await room.call<{ pass: boolean; items: Row[] }>(
      'gearspecialmeal/verifyGearSpecialMeal',
      banquet('2026-12-02', lines),
    );
    expect([checked.pass, checked.items.map((item) => item['msg'])]).toEqual([
      false,
      [
        '第 2 行：请选择物料的单位',
        '第 3 行：菜品份数须为整数',
        '第 4 行：请选择菜品，或将类别改为物料',
        '第 1 行：菜品「新菜」没有 2026-12-02 有效的BOM',
        '第 3 行：「水饺面团」是半成品，不能出售',
        '成本不完整：1 种物料没有价格：面粉，请先维护价格',
      ],
    ]);
    expect(await room.call('gearspecialmeal/page', { mealDate: '2026-12-02' })).toMatchObject({ total: 0 });
    expect(
      await room.refusalsOf(
        save('2026-12-02', [{ lineKind: 'material', materialId: thing.leek, unitId: unit.bag, portions: '3' }]),
      ),
    ).toEqual([expect.stringMatching(/韭菜.*袋.*千克/)]);
  });
});

describe('a special meal before it is sent', () => {
  test('tells what it costs by the cards of its dishes and the prices of its goods, and what nobody has a price for', async () => {
    const lines = [{ dishId: dish.pork, portions: '40' }, flour];
    const unknown = await room.call<{ pass: boolean; items: Row[]; money: Row }>(
      'gearspecialmeal/verifyGearSpecialMeal',
      banquet('2026-12-04', lines),
    );
    expect([
      unknown.pass,
      unknown.items.map((item) => [item['level'], item['msg']]),
      unknown.money['costAmount'],
    ]).toEqual([
      true,
      [
        ['warning', '成本不完整：1 种物料没有价格：猪肉，请先维护价格'],
        ['warning', '成本不完整：1 种物料没有价格：面粉，请先维护价格'],
      ],
      null,
    ]);
    await room.as(({ tx }) =>
      tx.run(sql`insert into supplier (id, code, name, contact, contact_phone) values (690, 'S9', '全供', '王', '1')`),
    );
    await room.as(({ tx }) =>
      tx.run(
        sql`insert into supplier_material (supplier_id, material_id, unit_id, factor, price, base_price, start_date)
          values (690, 201, 302, 25, 700, 28, '2026-01-01'), (690, 202, 301, 1, 5, 5, '2026-01-01')`,
      ),
    );
    // 0.21 kg ÷ 84 % × 28 = 7.00 a portion; 25 g of flour a head at 5.
    const { money, warnings } = await room.call<{ money: Row; warnings: number }>(
      'gearspecialmeal/verifyGearSpecialMeal',
      banquet('2026-12-04', lines),
    );
    expect([warnings, money]).toMatchObject([
      0,
      {
        costAmount: '285.00',
        costPerHead: '7.13',
        totalAmount: '3540.00',
        income: '3339.62',
        foodCostPct: '8.53',
        lines: [
          { name: '红烧肉', qty: '40', unitCost: '7', cost: '280.00' },
          { name: '面粉', unitName: '千克', qty: '1', unitCost: '5', cost: '5.00' },
        ],
      },
    ]);
    const dear = await room.call<{ pass: boolean; items: Row[] }>(
      'gearspecialmeal/verifyGearSpecialMeal',
      banquet('2026-12-04', lines, { mealStandard: '6' }),
    );
    expect([dear.pass, dear.items.map((item) => item['msg'])]).toEqual([
      true,
      ['每人成本 7.13 高于餐标 6.00，请减量、换菜或调整餐标'],
    ]);
    await room.as(({ tx }) => tx.run(sql`delete from supplier_material where supplier_id = 690`));
  });
});

describe('a special meal in its states', () => {
  test('EP-0987, EP-0984, EP-0985: is sent, sent back with a reason, adopted by somebody else; void until it was served', async () => {
    const meal = await save('2026-12-03', [dumplings]);
    await room.call('gearspecialmeal/toApply', { ids: meal.id });
    await room.call('gearspecialmeal/reject', { ids: meal.id, reason: '餐标过高' }, '2');
    expect(await room.call('gearspecialmeal/detail', { id: meal.id })).toMatchObject({
      status: 'rejected',
      reason: '餐标过高',
    });
    await room.call('gearspecialmeal/toApply', { ids: meal.id });
    expect(await room.refusalsOf(room.call('gearspecialmeal/adopt', { ids: meal.id }))).toHaveLength(1);
    await room.call('gearspecialmeal/adopt', { ids: meal.id }, '2');
    await room.call('gearspecialmeal/void', { ids: meal.id, reason: '客户取消' }, '2');
    const past = await save('2026-11-20', [dumplings]);
    expect(await room.refusalsOf(room.call('gearspecialmeal/toApply', { ids: past.id }))).toEqual([
      `特殊餐 ${String(past['billCode'])} 的用餐日期 2026-11-20 已过，请改期`,
    ]);
    const today = await approved('2026-11-21', [dumplings]);
    expect(
      await room.refusalsOf(room.call('gearspecialmeal/void', { ids: today.id, reason: '客户取消' }, '2')),
    ).toEqual([`特殊餐 ${String(today['billCode'])} 已供餐，不能作废`]);
  });
});

describe('a requirement plan', () => {
  test('takes approved special meals beside sales plans, and tells which gram is for whom', async () => {
    await approvedSales(room, place.rice, [{ date: '2026-12-10', dishId: dish.dumplings, portions: 200 }]);
    const meal = await approved('2026-12-10', [dumplings, flour]);
    await save('2026-12-10', [dumplings]); // a draft counts for nothing
    const plan = await planFor('2026-12-10');
    expect(shortLines(plan)).toEqual(
      expect.arrayContaining([
        '面粉 2026-12-10: 22 + 0 − (0 + 0 − 0) = 22 → 22 千克',
        '韭菜 2026-12-10: 22.5 + 0 − (0 + 0 − 0) = 22.5 → 22.5 千克',
      ]),
    );
    const line = (plan['details'] as Row[]).find((each) => each['materialId'] === thing.flour)!;
    expect(await room.call('invrequireplan/pegging', { planDetailId: line.id })).toMatchObject([
      { sourceType: 'salesPlan', gearOperationDeptName: '饭档', dishName: '韭菜水饺', portions: '200', grossQty: '14' },
      {
        sourceType: 'specialMeal',
        sourceId: meal.id,
        sourceCode: meal['billCode'],
        sourceName: '签约晚宴',
        gearOperationDeptName: '面档',
        mealDate: '2026-12-10',
        mealType: 'dinner',
        dishName: '韭菜水饺',
        portions: '100',
        grossQty: '7',
        link: `/gear/gearspecialmeal/${meal.id}`,
      },
      {
        sourceType: 'specialMeal',
        sourceId: meal.id,
        dishName: '面粉',
        unitName: '千克',
        portions: '1',
        grossQty: '1',
        path: [],
        dishBomId: '',
      },
    ]);
    expect(
      await room.call('invrequireplan/whatIf', {
        id: plan.id,
        changes: [{ scope: 'stall', scopeId: place.noodles, factor: '0.5' }],
      }),
    ).toMatchObject({
      lines: expect.arrayContaining([expect.objectContaining({ materialId: thing.flour, newQty: '18' })]),
    });
    expect(await room.refusalsOf(planFor('2026-12-10'))).toEqual([
      '2026-12-10 至 2026-12-10 没有已审批且未被计划的营销计划或特殊餐',
    ]);
  });
});

describe('a requirement plan of special meals', () => {
  test('a meal before the stall opens is needed the day before, by its own time', async () => {
    await room.as((context) =>
      context.tx.run(sql`update dish set prep_lead_hours = 10 where id = ${dish.pork}::bigint`),
    );
    await approved('2026-12-12', [{ dishId: dish.pork, portions: '10' }], { startTime: '09:00' });
    expect(shortLines(await planFor('2026-12-12'))).toEqual(['猪肉 2026-12-11: 2.5 + 0 − (0 + 0 − 0) = 2.5 → 1 袋']);
    await room.as((context) =>
      context.tx.run(sql`update dish set prep_lead_hours = 0 where id = ${dish.pork}::bigint`),
    );
  });

  test('names special meals alone where only they are asked for', async () => {
    await approvedSales(room, place.noodles, [{ date: '2026-12-14', dishId: dish.dumplings, portions: 100 }]);
    const meal = await approved('2026-12-14', [{ dishId: dish.pork, portions: '10' }]);
    expect(shortLines(await planFor('2026-12-14', { specialMealIds: [meal.id] }))).toEqual([
      '猪肉 2026-12-14: 2.5 + 0 − (0 + 0 − 0) = 2.5 → 1 袋',
    ]);
  });
});

test('a special meal is warned of what the stall cannot make beside its plans, and of goods whose cut-off passed unless enough lies there; neither stops it', async () => {
  const warned = async (mealDate: string, portions: string, body: Record<string, unknown> = {}) => {
    const { pass, items } = await room.call<{ pass: boolean; items: Row[] }>(
      'gearspecialmeal/verifyGearSpecialMeal',
      banquet(mealDate, [{ dishId: dish.pork, portions }], body),
    );
    return [
      pass,
      ...items
        .filter((item) =>
          ['operations.meal-capacity', 'operations.meal-cut-off', 'operations.meal-no-delivery'].includes(
            String(item['code']),
          ),
        )
        .map((item) => item['msg']),
    ];
  };
  await room.as(({ tx }) =>
    tx.run(
      sql`insert into operation_system (id, code, gear_operation_name, gear_operation_dept_id)
        values (690, 'G9', '面档', ${place.noodles}::bigint)`,
    ),
  );
  await room.as(({ tx }) =>
    tx.run(
      sql`insert into operation_system_interval (operation_system_id, line_no, meal_type, start_time, end_time,
        capacity) values (690, 1, 'dinner', '17:00', '19:00', 120)`,
    ),
  );
  await approvedSales(room, place.noodles, [
    { date: '2026-12-20', dishId: dish.dumplings, portions: 90, meal: 'dinner' },
  ]);
  expect(await warned('2026-12-20', '30')).toEqual([true]);
  expect(await warned('2026-12-20', '31')).toEqual([
    true,
    '2026-12-20 晚餐共 121 份（其中已有计划 90 份），超过档口出餐能力 120 份，请减少份数或换档口承办',
  ]);
  const sent = await save('2026-12-20', [{ dishId: dish.pork, portions: '31' }]);
  await room.call('gearspecialmeal/toApply', { ids: sent.id });
  const again = await room.call<{ items: Row[] }>('gearspecialmeal/verifyGearSpecialMeal', { id: sent.id });
  expect(again.items.map((item) => item['msg'])).toContain(
    '2026-12-20 晚餐共 121 份（其中已有计划 90 份），超过档口出餐能力 120 份，请减少份数或换档口承办',
  );

  await room.as(({ tx }) => tx.run(sql`update material set lead_days = 3 where id = ${thing.pork}::bigint`));
  expect(await warned('2026-11-23', '40')).toEqual([
    true,
    '1 种物料已过最晚下单时间（最早 2026-11-20 16:00）：猪肉，请换菜、改期或联系供应商',
  ]);
  expect(await warned('2026-11-25', '40')).toEqual([true]);
  await lying(room, thing.pork, 100);
  expect(await warned('2026-11-23', '40')).toEqual([true]);
});
