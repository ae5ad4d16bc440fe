import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../parts/postgres/database.ts';
import { expectReceipts } from '../stock/ledger/expected-receipts.server.ts';
import { receive } from '../stock/lots/lots.server.ts';
import { reserve } from '../stock/ledger/reservations.server.ts';
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

const week = (date: string, endDate = date) => ({ bladeProjectDeptIds: [place.site], startDate: date, endDate });

test('EP-0423: the worked example of trade-rules 4.4: 250 + 40 − (120 + 60 − 15) = 125, five bags of 25', async () => {
  await lying(room, thing.pork, 120);
  await room.as(async (context) => {
    await context.tx.run(
      sql`update stock set safety_stock_threshold = 40 where location_id = 500 and material_id = 201`,
    );
    await reserve(context, [
      {
        bill: { type: 'pick', id: '1', code: 'LL1' },
        lineId: '1',
        locationId: place.warehouse,
        materialId: thing.pork,
        qty: '15',
        needDate: '2026-11-25',
      },
    ]);
    await expectReceipts(context, [
      {
        bill: { type: 'purchaseOrder', id: '77', code: 'CG77' },
        lineId: '78',
        locationId: place.warehouse,
        materialId: thing.pork,
        dueDate: '2026-11-24',
        openQty: '60',
      },
    ]);
  });
  await approvedSales(room, place.noodles, [{ date: '2026-11-25', dishId: dish.pork, portions: 600 }]);
  await approvedSales(room, place.rice, [{ date: '2026-11-25', dishId: dish.pork, portions: 400 }]);
  const plan = await room.call('invrequireplan/generatePlan', week('2026-11-25'));
  expect(plan).toMatchObject({
    status: 'draft',
    planType: 'meal',
    planName: '一项目 2026-11-25~11-25',
    lineCount: 1,
    requestStatus: 'none',
  });
  expect(shortLines(plan)).toEqual(['猪肉 2026-11-25: 250 + 40 − (120 + 60 − 15) = 125 → 5 袋']);
  expect((plan['details'] as Record<string, unknown>[])[0]).toMatchObject({
    unitId: unit.bag,
    factor: '25',
    baseQty: '125',
    surplusQty: '0',
    manualFlag: 0,
    packs: [{ unitId: unit.bag, count: '5', factor: '25' }],
  });
  const alone = await room.call('invrequireplan/generatePlan', { id: plan['id'], withLines: 0 });
  expect(alone).toMatchObject({ billCode: plan['billCode'], lineCount: 1, outdated: [] });
  expect(alone).not.toHaveProperty('details');
});

test('what is promised for a later day leaves the lots that die before it: they count for nobody', async () => {
  await room.as(async (context) => {
    const beef = (qty: string, id: string, expiryDate: string) => ({
      bill: { type: 'invinstore', id, code: `RK${id}` },
      lineId: '1',
      reason: 'receipt.purchase' as const,
      locationId: place.otherWarehouse,
      materialId: thing.pork,
      qty,
      amount: qty,
      expiryDate,
    });
    await receive(context, [beef('30', '88001', '2026-12-01'), beef('120', '88002', '2027-06-01')]);
    await reserve(context, [
      {
        bill: { type: 'pick', id: '2', code: 'LL2' },
        lineId: '2',
        locationId: place.otherWarehouse,
        materialId: thing.pork,
        qty: '30',
        needDate: '2026-12-11',
      },
    ]);
  });
  await approvedSales(room, place.otherStall, [{ date: '2027-02-20', dishId: dish.pork, portions: 800 }]);
  const plan = await room.call('invrequireplan/generatePlan', {
    bladeProjectDeptIds: [place.otherSite],
    startDate: '2027-02-20',
    endDate: '2027-02-20',
  });
  expect((plan['details'] as Record<string, unknown>[])[0]).toMatchObject({
    grossQty: '200',
    onHandQty: '150',
    reservedQty: '30',
    expireQty: '30',
    netQty: '110',
  });
});

test('safety stock set for a material that never lay there is counted: with the need of meals, and alone in a plan for safety stock', async () => {
  await room.call('stock/submit', {
    warehouseId: place.otherWarehouse,
    materialId: thing.leek,
    safetyStockThreshold: '7.5',
  });
  await approvedSales(room, place.otherStall, [{ date: '2026-12-20', dishId: dish.dumplings, portions: 100 }]);
  const other = { bladeProjectDeptIds: [place.otherSite], startDate: '2026-12-20', endDate: '2026-12-20' };
  expect(shortLines(await room.call('invrequireplan/generatePlan', other))).toContain(
    '韭菜 2026-12-20: 7.5 + 7.5 − (0 + 0 − 0) = 15 → 15 千克',
  );
  expect(
    shortLines(
      await room.call('invrequireplan/generatePlan', {
        ...other,
        planType: 'safety',
        startDate: '2026-12-21',
        endDate: '2026-12-21',
      }),
    ),
  ).toEqual(['韭菜 2026-12-21: 0 + 7.5 − (0 + 0 − 0) = 7.5 → 7.5 千克']);
});

test('a grain of a spice is not lost on the way to a hundred thousand portions', async () => {
  await room.as(async ({ tx }) => {
    await tx.run(sql`insert into material_unit (id, code, name, dimension) values (304, 't', '吨', 'mass')`);
    await tx.run(
      sql`insert into basic_unit_conversion (type, from_qty, from_unit_id, to_qty, to_unit_id, is_system, start_date)
        values ('mass', 1, 304, 1000, 301, 1, '2020-01-01')`,
    );
    await tx.run(
      sql`insert into material (id, code, name, material_type_id, base_unit_id)
        values (206, 'SAFFRON', '藏红花', 400, 301), (207, 'SALT', '盐', 400, 304), (208, 'DYE', '色素', 400, 301)`,
    );
    await tx.run(
      sql`insert into dish (id, code, name, dish_type_id, dish_kind)
        values (705, 'D5', '藏红花饭', 600, 'finished'), (706, 'D6', '凉面', 600, 'finished')`,
    );
  });
  const grams = (materialId: string, netQty: string) => ({ materialId, netQty, unitId: unit.g, yieldRate: '100' });
  await room.call('dishbom/submit', {
    dishId: '705',
    outputQty: '1',
    outputUnitId: unit.bag,
    released: 1,
    startDate: '2026-01-01',
    details: [grams('206', '0.1235')],
  });
  await room.call('dishbom/submit', {
    dishId: '706',
    outputQty: '1',
    outputUnitId: unit.bag,
    released: 1,
    startDate: '2026-01-01',
    details: [grams('207', '2.4'), grams('208', '0.0004')],
  });
  await approvedSales(room, place.noodles, [
    { date: '2027-03-01', dishId: '705', portions: 100_000 },
    { date: '2027-03-02', dishId: '706', portions: 1000 },
    { date: '2027-03-03', dishId: '706', portions: 1_000_000 },
  ]);
  const plan = await room.call('invrequireplan/generatePlan', week('2027-03-01', '2027-03-03'));
  const gross = (plan['details'] as Record<string, string>[])
    .map((line) => `${line['needDate']} ${line['materialName']} ${line['grossQty']}`)
    .toSorted();
  expect(gross).toEqual([
    '2027-03-01 藏红花 12.35',
    '2027-03-02 盐 0.0024',
    '2027-03-02 色素 0.0004',
    '2027-03-03 盐 2.4',
    '2027-03-03 色素 0.4',
  ]);
});

describe('what is claimed', () => {
  test('a sales plan is planned for once, also by two plans made at the same moment', async () => {
    await approvedSales(room, place.noodles, [{ date: '2026-12-01', dishId: dish.dumplings, portions: 100 }]);
    const made = await Promise.allSettled(
      [1, 2, 3, 4].map(() => room.call('invrequireplan/generatePlan', week('2026-12-01'))),
    );
    expect(made.map((each) => each.status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected']);
    expect(await room.refusalsOf(room.call('invrequireplan/generatePlan', week('2026-12-01')))).toEqual([
      '2026-12-01 至 2026-12-01 没有已审批且未被计划的营销计划或特殊餐',
    ]);
  });

  test('a draft whose meals were voided says what can be done with it', async () => {
    const sales = await approvedSales(room, place.noodles, [{ date: '2026-12-19', dishId: dish.pork, portions: 10 }]);
    const plan = await room.call('invrequireplan/generatePlan', week('2026-12-19'));
    await room.call('gearsalesplan/void', { ids: sales, reason: '停餐' });
    expect(await room.refusalsOf(room.call('invrequireplan/generatePlan', { id: plan['id'] }))).toEqual([
      '2026-12-19 至 2026-12-19 这份计划所依据的营销计划和特殊餐已作废或取消：请删除这份草稿，或先审批新的营销计划再重新计算',
    ]);
    await room.call('invrequireplan/remove', { ids: [plan['id']] });
  });

  test('voiding frees the guests for another plan', async () => {
    await approvedSales(room, place.noodles, [{ date: '2026-12-02', dishId: dish.pork, portions: 10 }]);
    const first = await room.call('invrequireplan/generatePlan', week('2026-12-02'));
    const id = first['id'];
    await room.call('invrequireplan/toApply', { ids: [id] });
    await room.call('invrequireplan/doApply', { ids: [id] }, '2');
    await room.call('invrequireplan/void', { ids: [id], reason: '重做' });
    const second = await room.call('invrequireplan/generatePlan', week('2026-12-02'));
    expect(second['id']).not.toBe(id);
  });
});

describe('a plan of more demands than are reckoned within a request', () => {
  const many = (date: string, dishId: string) =>
    Array.from({ length: 1_050 }, (_, nr) => ({ date, meal: `meal ${nr}`, dishId, portions: 2 }));

  test('is netted and written as a small one is, also again', async () => {
    const day = '2027-06-01';
    await approvedSales(room, place.noodles, [...many(day, dish.pork), ...many(day, dish.dumplings)]);
    const plan = await room.call('invrequireplan/generatePlan', week(day));
    const lines = shortLines(plan);
    // 2,100 portions at 0.21 ÷ 0.84 and at 0.05 ÷ 0.84 kg of pork, 0.1 × 0.7 of flour, 0.06 ÷ 0.8 of leek.
    expect(plan).toMatchObject({ lineCount: lines.length, status: 'draft' });
    expect(lines.map((line) => line.replace(/ \+.*/, ''))).toEqual([
      `猪肉 ${day}: 650`,
      `面粉 ${day}: 147`,
      `韭菜 ${day}: 157.5`,
    ]);
    const again = await room.call('invrequireplan/generatePlan', { id: plan['id'] });
    expect(shortLines(again)).toEqual(lines);
    const pegs = await room.as((context) =>
      context.tx.row(sql`
      select sum(cardinality(g.qty))::integer as pegs, sum((select sum(q) from unnest(g.qty) q))::text as millionths
      from requirement_pegging g where g.requirement_plan_id = ${String(plan['id'])}::bigint`),
    );
    expect(pegs).toEqual({ pegs: 1_050 + 3 * 1_050, millionths: '954500000' });
  });

  test('is refused with all that is missing, and the next is made', async () => {
    const day = '2027-06-02';
    await approvedSales(room, place.noodles, [...many(day, dish.pork), ...many(day, dish.unknown)]);
    expect(await room.refusalsOf(room.call('invrequireplan/generatePlan', week(day)))).toHaveLength(1);
    const other = '2027-06-03';
    await approvedSales(room, place.noodles, [...many(other, dish.pork), ...many(other, dish.dumplings)]);
    expect(await room.call('invrequireplan/generatePlan', week(other))).toMatchObject({ lineCount: 3 });
  });
});

test('missing BOMs and warehouses are named all at once, and nothing is half done', async () => {
  await room.as((context) =>
    context.tx.run(
      sql`insert into dept (id, dept_name, full_name, code, parent_id, dept_category, company_dept_id,
        blade_project_dept_id) values (130, '三项目', '三项目', 'P3', 100, '2', 100, 130), (132, '新档', '新档', 'S9', 130, '4',
        100, 130)`,
    ),
  );
  await approvedSales(room, place.noodles, [
    { date: '2026-12-03', dishId: dish.unknown, portions: 10 },
    { date: '2026-12-04', dishId: dish.unknown, portions: 10 },
  ]);
  await approvedSales(room, '132', [{ date: '2026-12-03', dishId: dish.pork, portions: 10 }]);
  const refusals = await room.refusalsOf(
    room.call('invrequireplan/generatePlan', {
      bladeProjectDeptIds: [place.site, '130'],
      startDate: '2026-12-03',
      endDate: '2026-12-04',
    }),
  );
  expect(refusals).toEqual([
    '档口【新档】没有可用的仓库，请在档口体系中指定领料仓库，或为其项目部建立仓库',
    '菜品【新菜】在2026-12-03没有有效的BOM，请发布覆盖该日期的版本',
    '菜品【新菜】在2026-12-04没有有效的BOM，请发布覆盖该日期的版本',
  ]);
  expect(
    await room.as((context) =>
      context.tx.row(
        sql`select count(*)::integer as n from plan_claim where meal_date in ('2026-12-03', '2026-12-04')`,
      ),
    ),
  ).toEqual({ n: 0 });
});

describe('a draft reckoned again', () => {
  test('gives the same without change, and keeps lines by hand and decisions', async () => {
    await approvedSales(room, place.noodles, [
      { date: '2026-12-07', dishId: dish.dumplings, portions: 333 },
      { date: '2026-12-08', dishId: dish.dumplings, portions: 111 },
    ]);
    const first = await room.call('invrequireplan/generatePlan', week('2026-12-07', '2026-12-08'));
    const again = await room.call('invrequireplan/generatePlan', { id: first['id'] });
    expect(shortLines(again)).toEqual(shortLines(first));

    const lines = (again['details'] as Record<string, unknown>[]).map((line) =>
      line['materialId'] === thing.leek && line['needDate'] === '2026-12-07'
        ? { ...line, planQty: '30', adjustReason: '多备' }
        : line,
    );
    await room.call('invrequireplan/submit', {
      id: first['id'],
      details: [
        ...lines,
        { warehouseId: place.warehouse, materialId: thing.beef, needDate: '2026-12-07', unitId: unit.kg, planQty: '3' },
      ],
    });
    const renewed = await room.call('invrequireplan/generatePlan', { id: first['id'] });
    expect(renewed['outdated']).toEqual([]);
    expect(shortLines(renewed).filter((line) => /韭菜|牛肉/.test(line))).toEqual([
      '韭菜 2026-12-07: 24.975 + 0 − (0 + 0 − 0) = 24.975 → 30 千克',
      '韭菜 2026-12-08: 8.325 + 0 − (5.025 + 0 − 0) = 3.3 → 3.3 千克',
      expect.stringMatching(/^牛肉 .* → 3 千克$/),
    ]);
    await lying(room, thing.leek, 10);
    const fresh = await room.call('invrequireplan/generatePlan', { id: first['id'] });
    expect(fresh['outdated']).toEqual([
      { warehouseId: place.warehouse, materialId: thing.leek, needDate: '2026-12-07' },
    ]);
    expect(shortLines(fresh)).toContain('韭菜 2026-12-07: 24.975 + 0 − (10 + 0 − 0) = 14.975 → 14.975 千克');
  });
});

test('reckoned renewed, claims follow what was dropped and changed and added, and those that stand are not written again', async () => {
  const sales = await approvedSales(
    room,
    place.noodles,
    [1, 2, 3, 4].map((nr) => ({ date: `2026-12-1${nr}`, dishId: dish.dumplings, portions: nr })),
  );
  const event = await approvedSales(room, place.rice, [{ date: '2026-12-11', dishId: dish.pork, portions: 9 }]);
  const plan = await room.call('invrequireplan/generatePlan', week('2026-12-11', '2026-12-14'));
  const claims = () =>
    room.as((context) =>
      context.tx.rows<{ nr: number; portions: string; written: string }>(
        sql`select nr, meal_date::text as day, portions, source_id::text as source, xmin::text as written
          from plan_claim where holder_id = ${String(plan['id'])}::bigint order by nr`,
      ),
    );
  const first = await claims();
  await room.call('invrequireplan/generatePlan', { id: plan['id'] });
  expect(await claims()).toEqual(first);

  await room.as((context) =>
    context.tx.run(
      sql`delete from sales_plan_detail where sales_plan_id = ${sales}::bigint and meal_date = '2026-12-13'`,
    ),
  );
  await room.as((context) =>
    context.tx.run(
      sql`update sales_plan_detail set portions = 20
        where sales_plan_id = ${sales}::bigint and meal_date = '2026-12-12'`,
    ),
  );
  const again = await room.call('invrequireplan/generatePlan', { id: plan['id'] });
  const second = await claims();
  expect(second).toMatchObject([
    { nr: 0, day: '2026-12-11', portions: '1' },
    { nr: 1, day: '2026-12-12', portions: '20' },
    { nr: 2, day: '2026-12-14', portions: '4' },
    { nr: 3, day: '2026-12-11', portions: '9', source: event },
  ]);
  expect(second.map((claim) => claim.written === first[0]!.written)).toEqual([true, false, false, false]);
  const rows = await room.as((context) =>
    context.tx.rows<{ needDate: string; portions: string }>(sql`
    select d.need_date, c.portions from requirement_plan_detail d join requirement_pegging p on p.plan_detail_id = d.id
      cross join unnest(p.claim_nr) e(nr) join plan_claim c on c.holder_id = d.requirement_plan_id
      and c.nr = e.nr
    where d.requirement_plan_id = ${String(again['id'])}::bigint and d.material_id = 203 order by d.need_date`),
  );
  expect(rows).toEqual([
    { needDate: '2026-12-11', portions: '1' },
    { needDate: '2026-12-12', portions: '20' },
    { needDate: '2026-12-14', portions: '4' },
  ]);
});

test('a replacement moves the need, and the peg remembers the original', async () => {
  await room.as((context) =>
    context.tx.run(
      sql`insert into material_replace (material_id, replace_material_id, qty, unit_id, replace_qty, replace_unit_id,
        ratio, start_date, end_date) values (203, 205, 1, 301, 0.5, 301, 0.5, '2027-01-01', '2027-01-31')`,
    ),
  );
  await approvedSales(room, place.otherStall, [{ date: '2027-01-05', dishId: dish.dumplings, portions: 100 }]);
  const plan = await room.call('invrequireplan/generatePlan', {
    bladeProjectDeptIds: [place.otherSite],
    startDate: '2027-01-05',
    endDate: '2027-01-05',
  });
  expect(shortLines(plan).filter((line) => /韭菜|牛肉/.test(line))).toEqual([
    '牛肉 2027-01-05: 3.75 + 0 − (0 + 0 − 0) = 3.75 → 3.75 千克',
  ]);
  const route = await room.as((context) =>
    context.tx.row(
      sql`select material_id, origin_material_id, ratio from requirement_route
        where requirement_plan_id = ${String(plan['id'])}::bigint and origin_material_id is not null`,
    ),
  );
  expect(route).toEqual({ materialId: thing.beef, originMaterialId: thing.leek, ratio: '0.5' });
});

test('Σ pegs = gross on every line of every plan', async () => {
  const wrong = await room.as((context) =>
    context.tx.rows(sql`
    select d.id from requirement_plan_detail d join requirement_pegging p on p.plan_detail_id = d.id
    where d.gross_qty <> (select sum(q) from unnest(p.qty) q) / 1000000.0`),
  );
  expect(wrong).toEqual([]);
});

test('a company or a stall cannot be planned for: it is refused by name', async () => {
  expect(
    await room.refusalsOf(
      room.call('invrequireplan/generatePlan', {
        ...week('2026-12-07', '2026-12-08'),
        bladeProjectDeptIds: [place.site, place.company, place.noodles],
      }),
    ),
  ).toEqual(['「公司」不是项目部，请选择项目部', '「面档」不是项目部，请选择项目部']);
});
