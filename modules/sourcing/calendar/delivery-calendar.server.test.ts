import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../parts/postgres/database.ts';
import { mealPlaces } from '../../planning/meal-demands.server.ts';
import { openPlanningRoom, place, thing, type PlanningRoom } from '../../planning/planning-room.testing.ts';

type Row = Record<string, unknown> & { readonly id: string };
interface Day {
  readonly date: string;
  readonly available: 0 | 1;
  readonly orderBefore: string;
  readonly late: 0 | 1;
  readonly window: string;
  readonly reason: string;
}

// It is Saturday 21 November 2026, 08:00.
let room: PlanningRoom;
const FACTORY = '150';
const STORE = '551';
const site = { own: '1110', other: '1120' } as const;
beforeAll(async () => {
  room = await openPlanningRoom();
  await room.as(async ({ tx }) => {
    await tx.run(sql`insert into dept (id, dept_name, full_name, code, parent_id, dept_category, company_dept_id)
      values (150, '中央厨房', '中央厨房', 'F1', 100, '6', 100)`);
    await tx.run(sql`insert into central_factory (id, code, factory_name, dept_id, company_dept_id, linkman, phone, address)
      values (5500, 'F1', '中央厨房', 150, 100, '王', '13800000000', '路1号')`);
    await tx.run(sql`insert into factory_warehouse (id, code, name, factory_id, type, factory_dept_id, company_dept_id)
      values (551, 'FW1', '成品仓', 5500, 'finished', 150, 100)`);
    await tx.run(sql`insert into project_dept_system (id, code, project_dept_name, blade_project_dept_id, company_dept_id)
      values (1110, 'P1', '一项目', 110, 100), (1120, 'P2', '二项目', 120, 100)`);
    await tx.run(sql`insert into project_dept_unload (id, code, name, project_dept_sys_id, blade_project_dept_id, address,
      linkman, receive_start, receive_end) values (1900, 'U1', '东门', 1120, 120, '路1号', '王', '05:00', '09:00')`);
  });
});
afterAll(() => room.close());

const calendar = (values: Record<string, unknown>) =>
  room.call<Row>('deliverycalendar/submit', {
    outOrgId: FACTORY,
    weekday: '1',
    cutOffTime: '14:00',
    advanceDays: 3,
    startDate: '2026-11-01',
    ...values,
  });
const exception = (values: Record<string, unknown>) =>
  room.call<Row>('deliverycalendar/exception/submit', { exceptionDate: '2026-11-30', reason: '盘点', ...values });
const days = (values: Record<string, unknown> = {}) =>
  room.call<Day[]>('deliverycalendar/preview', {
    outOrgId: FACTORY,
    warehouseId: place.warehouse,
    from: '2026-11-23',
    to: '2026-11-30',
    ...values,
  });
const open = (found: readonly Day[]) =>
  found
    .filter(({ available }) => available === 1)
    .map(({ date, orderBefore }) => `${date.slice(5)} ${orderBefore.slice(5, 16)}`);
const clear = () =>
  room.as(async ({ tx }) => {
    await tx.run(sql`delete from delivery_calendar`);
    await tx.run(sql`delete from delivery_calendar_exception`);
  });

describe('B10: delivery calendars', () => {
  test.each([
    [{ outOrgId: '' }, '发货日历请填写发货组织'],
    [{ outOrgId: place.site }, '「一项目」不是公司或工厂，请选择发货组织'],
    [{ cutOffTime: '' }, '可送的日子请填写截单时间和提前天数'],
    [{ advanceDays: '' }, '可送的日子请填写截单时间和提前天数'],
    [{ cutOffTime: '25:00' }, '截单时间「25:00」不是时间，请写成 05:30'],
    [{ windowStart: '07:00', windowEnd: '06:00' }, '送达时段止须晚于起'],
    [{ lateMode: 'fee' }, '截单后收费时请填写加急费方式和加急费'],
    [{ factoryWarehouseId: STORE, outWarehouseId: place.warehouse }, '工厂仓和中心仓只能填一个'],
    [{ outWarehouseId: place.warehouse }, '仓库「一仓」不属于「中央厨房」'],
    [{ warehouseId: place.warehouse }, '收货日历和收货仓库请填写项目部'],
    [{ calendarType: 'receiver' }, '收货日历和收货仓库请填写项目部'],
    [{ startDate: '2026-12-02', endDate: '2026-12-01' }, '2026-12-01'],
  ])('refused in words: %j', async (values, sentence) => {
    const sentences = await room.refusalsOf(calendar(values));
    expect(sentences.some((each) => each.includes(sentence))).toBe(true);
  });

  test('a warehouse of another site is refused', async () => {
    expect(await room.refusalsOf(calendar({ projectDeptSysId: site.own, warehouseId: place.otherWarehouse }))).toEqual([
      '仓库「二仓」不服务「一项目」',
    ]);
  });

  test('no weekday of one sender and site stands twice on a day: by itself, in one sheet, when thawed, past all checks', async () => {
    const made = await calendar({ startDate: '2026-11-01', endDate: '2026-11-30' });
    expect(await room.refusalsOf(calendar({ startDate: '2026-11-30' }))).toEqual([
      '与已有配送日历期间重叠（2026-11-01~2026-11-30），请修改它或调整期间',
    ]);
    const next = await calendar({ startDate: '2026-12-01' });
    await calendar({ startDate: '2026-11-30', projectDeptSysId: site.own });
    await room.call('deliverycalendar/freeze', { ids: made.id });
    await calendar({ startDate: '2026-11-30', endDate: '2026-11-30' });
    const thawed = room.call('deliverycalendar/thaw', { ids: made.id });
    await expect(thawed).rejects.toMatchObject({ constraint: 'delivery_calendar_period_ex' });
    expect((await room.call<Row>('deliverycalendar/detail', { id: next.id }))['visibleDeptIds']).toBe(FACTORY);
    await clear();
  });

  test('what a receiver, a closed day or another mode does not have is cleared', async () => {
    expect(
      await calendar({ calendarType: 'receiver', projectDeptSysId: site.own, lateMode: 'fee', receiveLeadDays: 1 }),
    ).toMatchObject({ outOrgId: '', cutOffTime: '', lateMode: 'approve', lateFee: null, receiveLeadDays: 1 });
    expect(await calendar({ lateFeeKind: 'fixed', lateFee: '50' })).toMatchObject({ lateFeeKind: '', lateFee: null });
    await clear();
  });

  test('an exception is of a sender or of a site, one for a day', async () => {
    const both = '发货组织和项目部填其中一个；仓库属于所填的一方';
    expect(await room.refusalsOf(exception({}))).toEqual([both]);
    expect(await room.refusalsOf(exception({ outOrgId: FACTORY, projectDeptSysId: site.own }))).toEqual([both]);
    expect(await room.refusalsOf(exception({ projectDeptSysId: site.own, factoryWarehouseId: STORE }))).toEqual([both]);
    await exception({ outOrgId: FACTORY });
    await expect(exception({ outOrgId: FACTORY })).rejects.toMatchObject({
      constraint: 'delivery_calendar_exception_day_uq',
    });
    const { records } = await room.call<{ records: Row[] }>('deliverycalendar/exception/list', {});
    await room.call('deliverycalendar/exception/remove', { ids: records[0]!.id });
    expect((await room.call<{ total: number }>('deliverycalendar/exception/list', {})).total).toBe(0);
  });
});

describe('B10: the days of a place', () => {
  test('Monday, 14:00, 3 days: Friday 14:00; only weekdays of the calendar; without one every day', async () => {
    expect(open(await days()).length).toBe(8);
    await calendar({ windowStart: '05:30', windowEnd: '07:00' });
    const found = await days();
    expect(open(found)).toEqual(['11-23 11-20 14:00', '11-30 11-27 14:00']);
    expect(found[0]).toMatchObject({ window: '05:30–07:00', late: 1 });
    expect(found[7]).toMatchObject({ late: 0 });
  });
  test('a site of its own has its own week; another keeps the common one', async () => {
    await calendar({ weekday: '2', projectDeptSysId: site.own, advanceDays: 1, cutOffTime: '10:00' });
    expect(open(await days())).toEqual(['11-24 11-23 10:00']);
    expect(open(await days({ warehouseId: place.otherWarehouse }))).toEqual(['11-23 11-20 14:00', '11-30 11-27 14:00']);
  });
  test('a site receives on its days alone; closures of either side close, an extra day opens', async () => {
    await calendar({ weekday: '4', projectDeptSysId: site.own, advanceDays: 1, cutOffTime: '10:00' });
    await calendar({ calendarType: 'receiver', projectDeptSysId: site.own, weekday: '2' });
    expect(open(await days())).toEqual(['11-24 11-23 10:00']);
    await exception({ outOrgId: FACTORY, exceptionDate: '2026-11-24', reason: '设备检修', shift: 'none' });
    const closed = await days();
    expect(open(closed)).toEqual([]);
    expect(closed[1]).toMatchObject({ date: '2026-11-24', reason: '设备检修' });
    await exception({ projectDeptSysId: site.own, exceptionDate: '2026-11-26', shift: 'extra', reason: '宴会' });
    expect(open(await days())).toEqual(['11-26 11-25 10:00']);
  });
  test('a cut-off on a closed day of the sender moves back, and is read by the clock of the site', async () => {
    await clear();
    await calendar({ weekday: '4', advanceDays: 1, cutOffTime: '10:00' });
    await exception({ outOrgId: FACTORY, exceptionDate: '2026-11-25', shift: 'none' });
    expect(open(await days())).toEqual(['11-26 11-24 10:00']);
    await room.as(({ tx }) =>
      tx.run(sql`update project_dept_system set time_zone = 'Asia/Tokyo' where blade_project_dept_id = 110`),
    );
    expect(open(await days())).toEqual(['11-26 11-24 09:00']);
    await room.as(({ tx }) => tx.run(sql`update project_dept_system set time_zone = null`));
  });
  test('days of a supplier come from its own record', async () => {
    const farm = await room.call<Row>('supplier/submit', {
      name: '周一农场',
      contact: '李',
      contactPhone: '13800000000',
      windows: [{ weekday: 1, cutOffTime: '15:00', advanceDays: 2 }],
    });
    expect(open(await days({ outOrgId: null, supplierId: farm.id }))).toEqual([
      '11-23 11-21 15:00',
      '11-30 11-28 15:00',
    ]);
    const today = await room.call<{ cutOffs: Record<string, unknown>[] }>('deliverycalendar/today', {});
    expect(today.cutOffs).toEqual([
      expect.objectContaining({
        kind: 'supplier',
        senderName: '周一农场',
        deliveryDate: '2026-11-23',
        orderBefore: '2026-11-21 15:00:00',
        late: 0,
      }),
    ]);
    await calendar({ weekday: '7', advanceDays: 1, cutOffTime: '07:00', projectDeptSysId: site.own });
    expect(
      (await room.call<{ cutOffs: Record<string, unknown>[] }>('deliverycalendar/today', {})).cutOffs[0],
    ).toMatchObject({
      kind: 'sender',
      senderName: '中央厨房',
      siteName: '一项目',
      deliveryDate: '2026-11-22',
      late: 1,
    });
    await clear();
  });
});

describe('B10: who asks for the days of a place', () => {
  test.each([
    [{ to: '2026-11-22' }, '结束日期不能早于开始，最多 92 天'],
    [{ to: '2027-11-22' }, '结束日期不能早于开始，最多 92 天'],
    [{ outOrgId: null }, '请填写供应商或发货组织，其中一个'],
  ])('refused in words: %j', async (values, sentence) => {
    expect(await room.refusalsOf(days(values))).toEqual([sentence]);
  });
  test('a requirement plan delivers on the days of the factory that serves the need', async () => {
    await calendar({ weekday: '2', advanceDays: 1, cutOffTime: '10:00' });
    await room.call('sourceinventoryconfigure/submit', {
      companyDeptId: place.company,
      materialId: thing.leek,
      sourceKind: 'factory',
      factoryDeptId: FACTORY,
    });
    expect(
      await room.call('sourceinventoryconfigure/testSource', {
        warehouseId: place.warehouse,
        materialId: thing.leek,
        date: '2026-11-26',
      }),
    ).toMatchObject({ deliveryDate: '2026-11-24', orderBefore: '2026-11-23 10:00:00' });
  });
  test('a site with a receiving week says its lead there and not in its profile', async () => {
    await room.as(({ tx }) => tx.run(sql`update project_dept_system set receive_lead_days = 2 where id = 1110`));
    const lead = async () =>
      (await room.as((context) => mealPlaces(context, [place.noodles]))).places[0]!.receiveLeadDays;
    expect(await lead()).toBe(2);
    await calendar({ calendarType: 'receiver', projectDeptSysId: site.own, weekday: '2', receiveLeadDays: 1 });
    expect(await lead()).toBe(0);
    // A Tuesday's goods serve what is needed from Wednesday on.
    expect(
      await room.call('sourceinventoryconfigure/testSource', {
        warehouseId: place.warehouse,
        materialId: thing.leek,
        date: '2026-11-24',
      }),
    ).toMatchObject({ deliveryDate: '2026-11-17', late: 1 });
  });
  test('a time zone nobody knows is refused', async () => {
    expect(
      await room.refusalsOf(room.call('gearprojectdeptsys/submit', { id: site.own, timeZone: 'Mars/Olympus' })),
    ).toEqual(['「Mars/Olympus」不是时区，请写成 Asia/Shanghai']);
  });
});

describe('B25: routes', () => {
  const route = (values: Record<string, unknown> = {}) =>
    room.call<Row>('deliveryroute/submit', { name: '东线', outOrgId: FACTORY, departTime: '04:30', ...values });
  const stop = (stopSeq: number, own: boolean, more: Record<string, unknown> = {}) => ({
    stopSeq,
    projectDeptSysId: own ? site.own : site.other,
    warehouseId: own ? place.warehouse : place.otherWarehouse,
    ...more,
  });
  test('stops change places; the count follows', async () => {
    const made = await route({ stops: [stop(1, true), stop(2, false)] });
    expect(made).toMatchObject({ stopCount: 2, code: expect.any(String) });
    const { stops } = await room.call<{ stops: (Row & { stopSeq: number })[] }>('deliveryroute/detail', {
      id: made.id,
    });
    await room.call('deliveryroute/submit', {
      id: made.id,
      stops: stops.map((each) => ({ ...each, stopSeq: 3 - each.stopSeq })).toReversed(),
    });
    const after = await room.call<{ stops: Row[] }>('deliveryroute/detail', { id: made.id });
    expect(after.stops.map((each) => [each['stopSeq'], each['warehouseName']])).toEqual([
      [1, '二仓'],
      [2, '一仓'],
    ]);
  });
  test.each([
    [{ departTime: '4点' }, '发车时间「4点」不是时间，请写成 05:30'],
    [{ outOrgId: place.site }, '「一项目」不是公司或工厂，请选择发货组织'],
  ])('refused in words: %j', async (values, sentence) => {
    expect(await room.refusalsOf(route(values))).toEqual([sentence]);
  });
  test('a place or a warehouse twice, a strange unloading point, hours that end before they begin are refused', async () => {
    expect(
      await room.refusalsOf(
        route({
          stops: [stop(1, true, { windowStart: '07:00', windowEnd: '06:30' }), stop(1, true, { unloadId: '1900' })],
        }),
      ),
    ).toEqual([
      '停靠顺序 1 重复',
      '第 2 站的收货仓库已在线路中',
      '送达时段止须晚于起',
      '卸货点「东门」不属于「一项目」',
    ]);
  });
});
