import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../parts/postgres/database.ts';
import {
  approvedSales,
  dish,
  openPlanningRoom,
  place,
  thing,
  unit,
  type PlanningRoom,
} from './planning-room.testing.ts';

let room: PlanningRoom;
const supplier: Record<string, string> = {};
beforeAll(async () => {
  room = await openPlanningRoom();
  await room.as((context) =>
    context.tx.run(
      sql`insert into dept (id, dept_name, full_name, code, parent_id, dept_category, company_dept_id)
        values (150, '中央厨房', '中央厨房', 'F1', 100, '6', 100)`,
    ),
  );
  await room.as((context) =>
    context.tx.run(
      sql`insert into material_type (id, parent_id, code, name, full_name) values (410, 400, 'V', '蔬菜', '食材/蔬菜')`,
    ),
  );
  await room.as((context) =>
    context.tx.run(sql`update material set material_type_id = 410 where id = ${thing.leek}::bigint`),
  );
  await room.as((context) =>
    context.tx.run(
      sql`insert into warehouse (id, code, name, company_dept_id, project_group_dept_id, warehouse_type)
        values (590, 'Z1', '中心仓', 100, 120, 'central')`,
    ),
  );
  for (const [name, price] of [
    ['甲', '5'],
    ['乙', '6'],
    ['丙', '7'],
  ] as const) {
    supplier[name] = (
      await room.call<{ id: string }>('supplier/submit', {
        name,
        contact: '李',
        contactPhone: '13800000000',
        leadDays: 2,
      })
    ).id;
    for (const materialId of [thing.leek, thing.pork])
      await room.call('suppliermaterial/submit', {
        supplierId: supplier[name],
        materialId,
        unitId: unit.kg,
        price,
        startDate: '2026-01-01',
        orderMultiple: name === '丙' ? '4' : '0.5',
      });
  }
});
afterAll(() => room.close());

type Row = Record<string, unknown> & { readonly id: string };
let dayNo = 0;
/** A plan of 100 dumplings, needing 7.5 kg of leek, 7 kg of flour and 5.952381 kg of pork; on a Tuesday of its own. */
async function dumplings(portions = 100): Promise<Row> {
  dayNo += 7;
  const date = new Date(Date.UTC(2027, 0, 5 + dayNo)).toISOString().slice(0, 10);
  await approvedSales(room, place.noodles, [{ date, dishId: dish.dumplings, portions }]);
  return room.call<Row>('invrequireplan/generatePlan', {
    bladeProjectDeptIds: [place.site],
    startDate: date,
    endDate: date,
    includeSafety: 0,
    warehouseIds: [place.warehouse],
  });
}
const lineOf = (plan: Row, materialId: string = thing.leek): Row =>
  (plan['details'] as Row[]).find((line) => line['materialId'] === materialId)!;
const sourceOf = (line: Row) => room.call<Row>('invrequireplan/source', { planDetailId: line.id });
const scope = { companyDeptId: place.company };
const rule = (body: Record<string, unknown>) =>
  room.call<Row>('sourceinventoryconfigure/submit', { ...scope, ...body });
const direct = (body: Record<string, unknown>) =>
  room.call<Row>('purchasedirectdeliveryrules/submit', { ...scope, startDate: '2026-01-01', ...body });
const away = (segment: string, ...rules: readonly Row[]) =>
  room.call(`${segment}/remove`, { ids: rules.map((each) => each.id) });
const [SOURCE, DIRECT] = ['sourceinventoryconfigure', 'purchasedirectdeliveryrules'];

describe('the source of a line', () => {
  test('without a rule is the material’s own channel, from the cheapest who delivers', async () => {
    const line = lineOf(await dumplings());
    expect([line['sourceKind'], line['supplierId'], line['sourceReason']]).toEqual([
      'direct',
      supplier['甲'],
      '物料渠道；基本单位价 5',
    ]);
    await room.as((context) =>
      context.tx.run(sql`update material set source_kind = 'self' where id = ${thing.leek}::bigint`),
    );
    expect(lineOf(await dumplings())).toMatchObject({ sourceKind: 'self', supplierId: '', planQty: '7.5' });
    await room.as((context) =>
      context.tx.run(sql`update material set source_kind = 'direct' where id = ${thing.leek}::bigint`),
    );
  });

  test('EP-0806, EP-0692: is the narrowest rule’s, and inside one scope a direct delivery before a source rule; the line links to it', async () => {
    const vegetables = await rule({
      deptId: place.site,
      materialTypeId: '410',
      sourceKind: 'factory',
      factoryDeptId: '150',
    });
    const company = await direct({ materialId: thing.leek, supplierId: supplier['乙'] });
    const plan = await dumplings();
    expect(lineOf(plan)).toMatchObject({
      sourceKind: 'factory',
      factoryDeptName: '中央厨房',
      supplierId: '',
      sourceReason: `部门+类型规则【${String(vegetables['code'])}】`,
    });
    expect(await sourceOf(lineOf(plan))).toMatchObject({
      sourceKindName: '工厂',
      fromName: '中央厨房',
      ruleCode: vegetables['code'],
      ruleLink: `/supplier/sourceinventoryconfigure/${vegetables.id}`,
      reason: `部门+类型规则【${String(vegetables['code'])}】`,
    });
    const here = await direct({ deptId: place.site, materialId: thing.leek, supplierId: supplier['丙'] });
    await rule({
      deptId: place.site,
      materialId: thing.leek,
      sourceKind: 'warehouse',
      warehouseId: '590',
      priority: 1,
    });
    const second = await dumplings();
    expect(lineOf(second)).toMatchObject({
      sourceKind: 'direct',
      supplierId: supplier['丙'],
      planQty: '8',
      netQty: '7.5',
    });
    expect(await sourceOf(lineOf(second))).toMatchObject({
      ruleLink: `/purchasing/purchasedirectdeliveryrules/${here.id}`,
      reason: `部门+物料规则【${String(here['code'])}】`,
      supplierReason: '基本单位价 7',
      byHand: 0,
      fromName: '丙',
      supplierLink: `/supplier/supplier/${supplier['丙']}`,
    });
    expect(lineOf(second, thing.pork)).toMatchObject({ sourceKind: 'direct', supplierId: supplier['甲'] });
    await away(DIRECT!, company, here);
    expect(lineOf(await dumplings())).toMatchObject({ sourceKind: 'warehouse', outWarehouseName: '中心仓' });
    const all = await room.call<{ records: Row[] }>(`${SOURCE}/page`, { size: 200 });
    await away(SOURCE!, ...all.records);
  });
});

describe('the source of a line, rule after rule', () => {
  test('passes over a rule whose supplier is frozen, whose day or least quantity does not fit, and says so', async () => {
    const frozen = await direct({ materialId: thing.leek, supplierId: supplier['丙'], priority: 1 });
    const monday = await direct({ materialId: thing.leek, supplierId: supplier['丙'], weekdays: '1', priority: 2 });
    const much = await direct({
      materialId: thing.leek,
      supplierId: supplier['乙'],
      minOrderQty: '7600',
      unitId: unit.g,
      priority: 3,
    });
    await room.call('supplier/freeze', { ids: supplier['丙'] });
    const line = lineOf(await dumplings());
    expect(line).toMatchObject({ supplierId: supplier['甲'], sourceReason: '物料渠道；基本单位价 5' });
    expect((await sourceOf(line))['trail']).toEqual([
      { code: frozen['code'], verdict: '供应商【丙】已冻结' },
      { code: monday['code'], verdict: '供应商【丙】已冻结' },
      { code: much['code'], verdict: '7.5 不足起送数量 7.6' },
    ]);
    await room.call('supplier/thaw', { ids: supplier['丙'] });
    await room.call(`${DIRECT}/freeze`, { ids: frozen.id });
    expect(lineOf(await dumplings(102))).toMatchObject({ supplierId: supplier['乙'], netQty: '7.65' });
    expect((await sourceOf(lineOf(await dumplings())))['trail']).toMatchObject([
      { verdict: expect.stringContaining('不是送货日') },
      { verdict: expect.stringContaining('不足起送数量') },
    ]);
    await away(DIRECT!, frozen, monday, much);
  });

  test('keeps agreed shares over the month by what was really ordered', async () => {
    const [first, second] = [
      await rule({ materialId: thing.leek, sourceKind: 'direct', supplierId: supplier['甲'], sharePercent: '60' }),
      await rule({ materialId: thing.leek, sourceKind: 'direct', supplierId: supplier['乙'], sharePercent: '40' }),
    ];
    expect(lineOf(await dumplings())).toMatchObject({ supplierId: supplier['甲'] });
    await room.call('purchaseorder/submit', {
      supplierId: supplier['甲'],
      warehouseId: place.warehouse,
      orderDate: '2026-11-20',
      deliveryDate: '2026-11-25',
      details: [{ materialId: thing.leek, unitId: unit.kg, orderQty: '10' }],
    });
    const line = lineOf(await dumplings());
    expect(line).toMatchObject({
      supplierId: supplier['乙'],
      sourceReason: expect.stringContaining(`按比例轮到【${String(second['code'])}】`),
    });
    expect(await sourceOf(line)).toMatchObject({ ruleCode: second['code'] });
    await away(SOURCE!, first, second);
  });
});

describe('the sources of a plan', () => {
  test('walks on with the packs of each day, and a person’s own choice stands beside what the rules said', async () => {
    const monday = await direct({ materialId: thing.leek, supplierId: supplier['丙'], weekdays: '1' });
    await approvedSales(
      room,
      place.noodles,
      ['2027-06-07', '2027-06-08'].map((date) => ({ date, dishId: dish.dumplings, portions: 100 })),
    );
    const plan = await room.call<Row>('invrequireplan/generatePlan', {
      bladeProjectDeptIds: [place.site],
      startDate: '2027-06-07',
      endDate: '2027-06-08',
      includeSafety: 0,
      warehouseIds: [place.warehouse],
    });
    const leek = (row: Row) => (row['details'] as Row[]).filter((line) => line['materialId'] === thing.leek);
    // Monday in fours, Tuesday in halves, less what Monday left.
    expect(leek(plan).map((line) => [line['supplierId'], line['netQty'], line['planQty']])).toEqual([
      [supplier['丙'], '7.5', '8'],
      [supplier['甲'], '7', '7'],
    ]);
    expect(await Promise.all(leek(plan).map(async (line) => (await sourceOf(line))['ruleCode']))).toEqual([
      monday['code'],
      '',
    ]);
    const details = (plan['details'] as Row[]).map((line) =>
      line.id === leek(plan)[1]!.id ? { ...line, supplierId: supplier['乙'] } : line,
    );
    const saved = await room.call<Row>('invrequireplan/submit', { id: plan.id, details });
    expect(leek(saved).map((line) => [line['sourceReason'], line['netQty'], line['planQty']])).toEqual([
      [expect.stringContaining('公司+物料规则'), '7.5', '8'],
      ['人工指定', '7', '7'],
    ]);
    expect(await sourceOf(leek(saved)[1]!)).toMatchObject({ byHand: 1, fromName: '乙' });
    await away(DIRECT!, monday);
  });
});

describe('the last moment to order', () => {
  const window = (weekday: number, body: Record<string, unknown> = {}) => ({
    weekday,
    available: 1,
    cutOffTime: '14:00',
    advanceDays: 3,
    ...body,
  });
  const calendar = (windows: readonly unknown[], holidays: readonly unknown[] = []) =>
    room.call('supplier/updateSupplier', { id: supplier['甲'], windows, holidays });

  test('trade-rules 5.7: a Tuesday’s need comes on Monday and is ordered by Friday 14:00; without a calendar by lead days at 16:00', async () => {
    const line = lineOf(await dumplings());
    const need = String(line['needDate']);
    const before = (days: number) =>
      new Date(Date.parse(`${need}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10);
    expect(line).toMatchObject({
      deliveryDate: need,
      orderBefore: `${before(2)} 16:00:00`,
      lateFlag: 0,
      deliveryNote: '',
    });
    await calendar([window(1), window(3), window(5)]);
    const second = lineOf(await dumplings());
    const monday = new Date(Date.parse(`${String(second['needDate'])}T00:00:00Z`) - 86_400_000)
      .toISOString()
      .slice(0, 10);
    const friday = new Date(Date.parse(`${monday}T00:00:00Z`) - 3 * 86_400_000).toISOString().slice(0, 10);
    expect(second).toMatchObject({ deliveryDate: monday, orderBefore: `${friday} 14:00:00`, lateFlag: 0 });
    expect(await sourceOf(second)).toMatchObject({
      deliveryDate: monday,
      orderBefore: `${friday} 14:00:00`,
      now: '2026-11-21 08:00:00',
    });
  });

  test('is that of the nearest place, moves off holidays, and says when nothing can come in time', async () => {
    await calendar(
      [
        window(1),
        ...[1, 2, 3, 4, 5, 6, 7].map((weekday) =>
          window(weekday, { deptId: place.site, cutOffTime: '18:00', advanceDays: 1 }),
        ),
      ],
      [
        { holidayDate: '2027-09-13', shift: 'before', remark: '盘点' },
        { holidayDate: '2027-09-20', shift: 'none', remark: '停业' },
      ],
    );
    const on = async (date: string) => {
      await approvedSales(room, place.noodles, [{ date, dishId: dish.dumplings, portions: 100 }]);
      const line = lineOf(
        await room.call<Row>('invrequireplan/generatePlan', {
          bladeProjectDeptIds: [place.site],
          startDate: date,
          endDate: date,
          includeSafety: 0,
          warehouseIds: [place.warehouse],
        }),
      );
      return [line['deliveryDate'], line['orderBefore'], line['deliveryNote'], line['lateFlag']];
    };
    expect(await on('2027-09-10')).toEqual(['2027-09-10', '2027-09-09 18:00:00', '', 0]);
    expect(await on('2027-09-13')).toEqual(['2027-09-12', '2027-09-11 18:00:00', '', 0]);
    expect(await on('2027-09-14')).toEqual(['2027-09-14', '2027-09-12 18:00:00', '', 0]);
    expect(await on('2027-09-20')).toEqual(['2027-09-21', '', '【韭菜】2027-09-20 休息，不送货（停业）', 0]);
    expect((await on('2026-11-21'))[3]).toBe(1);
  });

  test('follows the supplier a person chooses on a line', async () => {
    const saved = await room.call<Row>('invrequireplan/submit', {
      startDate: '2027-09-13',
      endDate: '2027-09-13',
      details: [thing.leek, thing.pork].map((materialId, index) => ({
        warehouseId: place.warehouse,
        materialId,
        needDate: '2027-09-13',
        unitId: unit.kg,
        planQty: '3',
        supplierId: supplier[index === 0 ? '甲' : '乙'],
      })),
    });
    expect(
      (saved['details'] as Row[]).map((line) => [line['deliveryDate'], line['orderBefore'], line['sourceReason']]),
    ).toEqual([
      ['2027-09-12', '2027-09-11 18:00:00', '人工指定'],
      ['2027-09-13', '2027-09-11 16:00:00', '人工指定'],
    ]);
    await calendar([]);
  });
});
