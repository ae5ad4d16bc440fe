import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../kernel/server/database.ts';
import { approvedSales, dish, openPlanningRoom, place, shortLines, thing, unit, type PlanningRoom } from './planning-room.testing.ts';

let room: PlanningRoom;
beforeAll(async () => {
  room = await openPlanningRoom();
});
afterAll(() => room.close());

type Row = Record<string, unknown> & { readonly id: string };
const banquet = (mealDate: string, details: readonly unknown[], body: Record<string, unknown> = {}) => ({
  mealName: '签约晚宴', specialMealType: 'banquet', gearOperationDeptId: place.noodles, mealDate, mealType: 'dinner', customerName: '云谷科技', linkman: '王芳', phone: '13800000000', headCount: 40, mealStandard: '88.50', details, ...body,
});
const save = (mealDate: string, details: readonly unknown[], body?: Record<string, unknown>) => room.call<Row>('gearspecialmeal/saveGearSpecialMeal', banquet(mealDate, details, body));
async function approved(mealDate: string, details: readonly unknown[], body?: Record<string, unknown>): Promise<Row> {
  const meal = await save(mealDate, details, body);
  await room.call('gearspecialmeal/toApply', { ids: meal.id });
  await room.call('gearspecialmeal/adopt', { ids: meal.id }, '2');
  return meal;
}
const planFor = (date: string, body: Record<string, unknown> = {}) => room.call<Row>('invrequireplan/generatePlan', { bladeProjectDeptIds: [place.site], startDate: date, endDate: date, includeSafety: 0, ...body });
const dumplings = { dishId: dish.dumplings, portions: '100' };
const flour = { lineKind: 'material', materialId: thing.flour, unitId: unit.g, perHead: '25' };

describe('a special meal', () => {
  test('EP-0980 EP-0982: is saved with its guests, dishes and goods; total and quantities follow', async () => {
    const meal = await save('2026-12-01', [dumplings, flour], { serviceFee: '300' });
    expect(meal).toMatchObject({
      billCode: 'TS202611210001', status: 'draft', totalAmount: '3840.00', bladeProjectDeptId: place.site, useRestaurantDeptId: place.restaurant, companyDeptId: place.company, incomeMode: 'group-meal',
      details: [{ dishName: '韭菜水饺', portions: '100', materialId: '' }, { materialName: '面粉', portions: '1000', factor: '0.001', baseQty: '1', dishId: '' }],
    });
    await room.call('gearspecialmeal/update', { id: meal.id, headCount: 80, details: (meal['details'] as Row[]).map((line) => ({ ...line, portions: line['materialId'] === '' ? '160' : '' })) });
    expect(await room.call('gearspecialmeal/getSpecialMealDetails', { id: meal.id })).toMatchObject({ totalAmount: '7380.00', details: [{ portions: '160' }, { portions: '2000', baseQty: '2' }], timeline: [] });
    await room.call('gearspecialmeal/remove', { ids: meal.id });
    expect(await room.call('gearspecialmeal/page', { mealName: '晚宴' })).toMatchObject({ total: 0 });
  });

  test('EP-0986: verify names every line that speaks against it and changes nothing', async () => {
    const lines = [{ dishId: dish.unknown, portions: '10' }, { lineKind: 'material', materialId: thing.leek, portions: '3' }, { dishId: dish.dough, portions: '1.5' }, { lineKind: 'dish', portions: '2' }];
    const checked = await room.call<{ pass: boolean; items: Row[] }>('gearspecialmeal/verifyGearSpecialMeal', banquet('2026-12-02', lines));
    expect([checked.pass, checked.items.map((item) => item['msg'])]).toEqual([false, [
      '第 2 行：请选择物料的单位', '第 3 行：菜品份数须为整数', '第 4 行：请选择菜品，或将类别改为物料', '第 1 行：菜品「新菜」没有 2026-12-02 有效的BOM', '第 3 行：「水饺面团」是半成品，不能出售', '成本不完整：1 种物料没有价格：面粉，请先维护价格',
    ]]);
    expect(await room.call('gearspecialmeal/page', { mealDate: '2026-12-02' })).toMatchObject({ total: 0 });
    expect(await room.said(save('2026-12-02', [{ lineKind: 'material', materialId: thing.leek, unitId: unit.bag, portions: '3' }]))).toEqual([expect.stringMatching(/韭菜.*袋.*千克/)]);
  });

  test('tells what it costs by the cards of its dishes and the prices of its goods, and what nobody has a price for', async () => {
    const lines = [{ dishId: dish.pork, portions: '40' }, flour];
    const unknown = await room.call<{ pass: boolean; items: Row[]; money: Row }>('gearspecialmeal/verifyGearSpecialMeal', banquet('2026-12-04', lines));
    expect([unknown.pass, unknown.items.map((item) => [item['level'], item['msg']]), unknown.money['costAmount']]).toEqual([true, [['warning', '成本不完整：1 种物料没有价格：猪肉，请先维护价格'], ['warning', '成本不完整：1 种物料没有价格：面粉，请先维护价格']], null]);
    await room.as(({ tx }) => tx.run(sql`insert into supplier (id, code, name, contact, contact_phone) values (690, 'S9', '全供', '王', '1')`));
    await room.as(({ tx }) => tx.run(sql`insert into supplier_material (supplier_id, material_id, unit_id, factor, price, base_price, start_date) values (690, 201, 302, 25, 700, 28, '2026-01-01'), (690, 202, 301, 1, 5, 5, '2026-01-01')`));
    // 0.21 kg ÷ 84 % × 28 = 7.00 a portion; 25 g of flour a head at 5.
    const { money, warnings } = await room.call<{ money: Row; warnings: number }>('gearspecialmeal/verifyGearSpecialMeal', banquet('2026-12-04', lines));
    expect([warnings, money]).toMatchObject([0, { costAmount: '285.00', costPerHead: '7.13', totalAmount: '3540.00', income: '3339.62', foodCostPct: '8.53', lines: [{ name: '红烧肉', qty: '40', unitCost: '7', cost: '280.00' }, { name: '面粉', unitName: '千克', qty: '1', unitCost: '5', cost: '5.00' }] }]);
    const dear = await room.call<{ pass: boolean; items: Row[] }>('gearspecialmeal/verifyGearSpecialMeal', banquet('2026-12-04', lines, { mealStandard: '6' }));
    expect([dear.pass, dear.items.map((item) => item['msg'])]).toEqual([true, ['每人成本 7.13 高于餐标 6.00，请减量、换菜或调整餐标']]);
    await room.as(({ tx }) => tx.run(sql`delete from supplier_material where supplier_id = 690`));
  });

  test('EP-0987, EP-0984, EP-0985: is sent, sent back with a reason, adopted by somebody else; void until it was served', async () => {
    const meal = await save('2026-12-03', [dumplings]);
    await room.call('gearspecialmeal/toApply', { ids: meal.id });
    await room.call('gearspecialmeal/reject', { ids: meal.id, reason: '餐标过高' }, '2');
    expect(await room.call('gearspecialmeal/detail', { id: meal.id })).toMatchObject({ status: 'rejected', reason: '餐标过高' });
    await room.call('gearspecialmeal/toApply', { ids: meal.id });
    expect(await room.said(room.call('gearspecialmeal/adopt', { ids: meal.id }))).toHaveLength(1);
    await room.call('gearspecialmeal/adopt', { ids: meal.id }, '2');
    await room.call('gearspecialmeal/void', { ids: meal.id, reason: '客户取消' }, '2');
    const past = await save('2026-11-20', [dumplings]);
    expect(await room.said(room.call('gearspecialmeal/toApply', { ids: past.id }))).toEqual([`特殊餐 ${String(past['billCode'])} 的用餐日期 2026-11-20 已过，请改期`]);
    const today = await approved('2026-11-21', [dumplings]);
    expect(await room.said(room.call('gearspecialmeal/void', { ids: today.id, reason: '客户取消' }, '2'))).toEqual([`特殊餐 ${String(today['billCode'])} 已供餐，不能作废`]);
  });
});

describe('a requirement plan', () => {
  test('takes approved special meals beside sales plans, and tells which gram is for whom', async () => {
    await approvedSales(room, place.rice, [{ date: '2026-12-10', dishId: dish.dumplings, portions: 200 }]);
    const meal = await approved('2026-12-10', [dumplings, flour]);
    await save('2026-12-10', [dumplings]); // a draft counts for nothing
    const plan = await planFor('2026-12-10');
    expect(shortLines(plan)).toEqual(expect.arrayContaining(['面粉 2026-12-10: 22 + 0 − (0 + 0 − 0) = 22 → 22 千克', '韭菜 2026-12-10: 22.5 + 0 − (0 + 0 − 0) = 22.5 → 22.5 千克']));
    const line = (plan['details'] as Row[]).find((each) => each['materialId'] === thing.flour)!;
    expect(await room.call('invrequireplan/pegging', { planDetailId: line.id })).toMatchObject([
      { sourceType: 'salesPlan', gearOperationDeptName: '饭档', dishName: '韭菜水饺', portions: '200', grossQty: '14' },
      { sourceType: 'specialMeal', sourceId: meal.id, sourceCode: meal['billCode'], sourceName: '签约晚宴', gearOperationDeptName: '面档', mealDate: '2026-12-10', mealType: 'dinner', dishName: '韭菜水饺', portions: '100', grossQty: '7', link: `/gear/gearspecialmeal/${meal.id}` },
      { sourceType: 'specialMeal', sourceId: meal.id, dishName: '面粉', unitName: '千克', portions: '1', grossQty: '1', path: [], dishBomId: '' },
    ]);
    expect(await room.call('invrequireplan/whatIf', { id: plan.id, changes: [{ scope: 'stall', scopeId: place.noodles, factor: '0.5' }] })).toMatchObject({ lines: expect.arrayContaining([expect.objectContaining({ materialId: thing.flour, newQty: '18' })]) });
    expect(await room.said(planFor('2026-12-10'))).toEqual(['2026-12-10 至 2026-12-10 没有已审批且未被计划的营销计划或特殊餐']);
  });

  test('a meal before the stall opens is needed the day before, by its own time', async () => {
    await room.as((context) => context.tx.run(sql`update dish set prep_lead_hours = 10 where id = ${dish.pork}::bigint`));
    await approved('2026-12-12', [{ dishId: dish.pork, portions: '10' }], { startTime: '09:00' });
    expect(shortLines(await planFor('2026-12-12'))).toEqual(['猪肉 2026-12-11: 2.5 + 0 − (0 + 0 − 0) = 2.5 → 1 袋']);
    await room.as((context) => context.tx.run(sql`update dish set prep_lead_hours = 0 where id = ${dish.pork}::bigint`));
  });

  test('names special meals alone where only they are asked for', async () => {
    await approvedSales(room, place.noodles, [{ date: '2026-12-14', dishId: dish.dumplings, portions: 100 }]);
    const meal = await approved('2026-12-14', [{ dishId: dish.pork, portions: '10' }]);
    expect(shortLines(await planFor('2026-12-14', { specialMealIds: [meal.id] }))).toEqual(['猪肉 2026-12-14: 2.5 + 0 − (0 + 0 − 0) = 2.5 → 1 袋']);
  });
});
