import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../parts/postgres/database.ts';
import { openPlanningRoom, place, thing, unit, type PlanningRoom } from '../../planning/planning-room.testing.ts';
import { draftRequests } from './standing-order.server.ts';

type Row = Record<string, unknown> & { readonly id: string };
// It is Saturday 21 November 2026, 08:00.
let room: PlanningRoom;
let farm: string;
beforeAll(async () => {
  room = await openPlanningRoom();
  farm = (
    await room.call<Row>('supplier/submit', {
      name: '农场',
      contact: '李',
      contactPhone: '13800000000',
      windows: [1, 2, 3, 4, 5].map((weekday) => ({ weekday, cutOffTime: '14:00', advanceDays: 2 })),
    })
  ).id;
});
afterAll(() => room.close());

const standing = (more: Record<string, unknown> = {}) =>
  room.call<Row>('standingorder/submit', {
    name: '每周蔬菜',
    warehouseId: place.warehouse,
    supplierId: farm,
    startDate: '2026-11-01',
    details: [
      { materialId: thing.leek, unitId: unit.kg, qty1: '10', qty2: '8', qty3: '9' },
      { materialId: thing.pork, unitId: unit.kg, qty1: '20' },
    ],
    ...more,
  });
const drafted = async (id: string): Promise<readonly unknown[]> =>
  room.as(({ tx }) =>
    tx.rows(sql`
      select s.delivery_date as day, r.status, r.order_before as before, string_agg(m.code || ' ' || d.request_qty::float, ', '
        order by d.line_no) as lines
      from standing_order_run s join purchase_request r on r.id = s.request_id
      join purchase_request_detail d on d.purchase_request_id = r.id join material m on m.id = d.material_id
      where s.standing_order_id = ${id}::bigint group by 1, 2, 3 order by 1`),
  );
const run = (id: string) => room.as((context) => draftRequests(context, id));

describe('B27: standing orders', () => {
  test('each day is drafted a day before its cut-off, with the lines of its weekday, and never twice', async () => {
    const { id } = await standing();
    expect(await room.call('standingorder/detail', { id })).toMatchObject({ nextDate: '2026-11-23', lastDate: '' });
    expect(await Promise.all([run(id), run(id)])).toEqual(expect.arrayContaining([0]));
    // Monday's cut-off is today, Tuesday's tomorrow; Wednesday's only on Monday.
    expect(await drafted(id)).toEqual([
      { day: '2026-11-23', status: 'draft', before: '2026-11-21 14:00:00', lines: 'LEEK 10, PORK 20' },
      { day: '2026-11-24', status: 'draft', before: '2026-11-22 14:00:00', lines: 'LEEK 8' },
    ]);
    expect(await run(id)).toBe(0);
    room.live('2026-11-22');
    expect([await run(id), await run(id)]).toEqual([1, 0]);
    expect((await drafted(id)).length).toBe(3);
    expect(await room.call('standingorder/detail', { id })).toMatchObject({
      nextDate: '2026-11-23',
      lastDate: '2026-11-25',
    });
    room.live('2026-11-21');
  });
  test('drafted earlier where more days are wanted; not on skipped days, not while frozen', async () => {
    const { id } = await standing({ aheadDays: 2, skipDates: '2026-11-24', startDate: '2026-11-24' });
    expect(await run(id)).toBe(1);
    expect(await drafted(id)).toEqual([expect.objectContaining({ day: '2026-11-25' })]);
    const frozen = await standing();
    await room.call('standingorder/freeze', { ids: frozen.id });
    expect(await run(frozen.id)).toBe(0);
  });
  test('the next delivery follows its dates, its end and whether it is frozen, whoever changes them', async () => {
    const { id } = await standing();
    const next = async () => (await room.call('standingorder/detail', { id }))['nextDate'];
    const whole = () => room.call<Row>('standingorder/detail', { id });
    expect(await next()).toBe('2026-11-23');
    // Without its lines in the body.
    await room.call('standingorder/submit', { ...(await whole()), details: undefined, skipDates: '2026-11-23' });
    expect(await next()).toBe('2026-11-24');
    await room.call('standingorder/freeze', { ids: id });
    expect(await next()).toBe('');
    await room.call('standingorder/submit', await whole());
    expect(await next()).toBe('');
    await room.call('standingorder/thaw', { ids: id });
    expect(await next()).toBe('2026-11-24');
    await room.call('standingorder/submit', { ...(await whole()), endDate: '2026-11-21' });
    expect(await next()).toBe('');
  });
  test.each([
    [{ skipDates: '圣诞' }, ['跳过日期请写成 2026-12-25,2027-01-01']],
    [{ details: [{ materialId: thing.leek, unitId: unit.kg, qty1: '0' }] }, ['第 1 行没有任何一天的数量']],
    [{ endDate: '2026-10-01' }, [expect.stringContaining('2026-10-01')]],
  ])('refused in words: %j', async (more, sentences) => {
    expect(await room.refusalsOf(standing(more))).toEqual(sentences);
  });
});

describe('B27: learned', () => {
  const learn = (more: Record<string, unknown> = {}) =>
    room.call<Row>('standingorder/learn', { warehouseId: place.warehouse, ...more });
  test('nothing regular: nothing is made up', async () => {
    expect(await room.refusalsOf(learn())).toEqual(['过去 8 周没有规律的订货，请直接新增常备单']);
  });
  test('from approved orders of the last eight same weekdays; frozen until somebody agrees', async () => {
    await room.as(async ({ tx }) => {
      await tx.run(sql`
        insert into purchase_order (id, bill_code, supplier_id, warehouse_id, company_dept_id, blade_project_dept_id,
          delivery_date, order_date, status)
        select 9000 + n, 'CGX' || n, ${farm}::bigint, 500, 100, 110, date '2026-11-20' - 7 * n, date '2026-11-20' - 7 * n,
          case when n = 7 then 'void' else 'approved' end from generate_series(0, 7) n`);
      await tx.run(sql`
        insert into purchase_order_detail (purchase_order_id, line_no, material_id, unit_id, factor, base_unit_id,
          order_qty, base_qty)
        select 9000 + n, 1, 203, 301, 1, 301, case when n = 3 then 300 else 10 + n end, 10 + n
        from generate_series(0, 7) n`);
    });
    const made = await learn({ supplierId: farm });
    expect(made['lines']).toBe(1);
    const whole = await room.call<{ frozen: 0 | 1; details: Row[] }>('standingorder/detail', { id: made.id });
    // 10, 11, 12, 300, 14, 15, 16: the middle one.
    expect(whole).toMatchObject({
      frozen: 1,
      nextDate: '',
      details: [{ materialId: thing.leek, unitId: unit.kg, qty5: '14' }],
    });
    expect(await run(made.id)).toBe(0);
    await room.call('standingorder/thaw', { ids: made.id });
    room.live('2026-11-24');
    expect(await run(made.id)).toBe(1);
    room.live('2026-11-21');
  });
});
