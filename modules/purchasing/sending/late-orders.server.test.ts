import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aDock, thing, type Dock } from '../../receiving/dock.testing.ts';
import { everyPermission } from '../../../tests/support/program.ts';

const DONE = '操作成功';
let dock: Dock;
let approver: string;
beforeAll(async () => {
  dock = await aDock();
  approver = dock.running.signIn({
    tenant: '000001',
    userId: '2',
    deptId: '110',
    permissions: new Set([...everyPermission(dock.running.program)].filter((code) => !code.endsWith('_late'))),
  });
  for (const key of ['purchasing.late.mode', 'purchasing.late.fee'])
    await dock.running.asOwner(`begin; set local app.tenant = '000001';
      insert into param (param_key, param_name, param_value)
      select '${key}', '${key}', '' where not exists
        (select 1 from param where param_key = '${key}' and tenant_id = '000001'); commit`);
});
afterAll(() => dock.running.close());

const terms = async (mode: string, fee = '0'): Promise<void> => {
  for (const [key, value] of [
    ['purchasing.late.mode', mode],
    ['purchasing.late.fee', fee],
  ])
    await dock.running.asOwner(
      `begin; set local app.tenant = '000001'; update param set param_value = '${value}' where param_key = '${key}'; commit`,
    );
};
const saved = async (kind: 'purchaseorder' | 'invpleasepurchase', day: string, more: object = {}): Promise<string> => {
  const order = kind === 'purchaseorder';
  const answer = await dock.post(dock.keeper, `${kind}/submit`, {
    warehouseId: '500',
    ...(order ? { supplierId: '600', deliveryDate: day } : {}),
    details: [
      {
        materialId: thing.rice,
        unitId: '301',
        ...(order ? { orderQty: '10', price: '4' } : { requestQty: '10', needDate: day, supplierId: '600' }),
      },
    ],
    ...more,
  });
  expect(answer.body.msg).toBe(DONE);
  return (answer.body.data as { id: string }).id;
};
const act = async (who: string, path: string, ids: string, more: object = {}, at?: string) => {
  const { body } = await dock.running.call(
    who,
    'POST',
    `/api/store-management/${path}`,
    { ids, ...more },
    { 'x-larder-time': at ?? '2026-11-21 08:00:00' },
  );
  return body;
};
const late = async (kind: string, id: string) => {
  const { orderBefore, lateFlag, lateReason, lateFee } = await dock.get(dock.keeper, `${kind}/detail`, { id });
  return { orderBefore, lateFlag, lateReason, lateFee };
};
// It is 21 November, 08:00; the supplier needs a day, until 16:00.
const TODAY = '2026-11-21';
const SOON = '2026-11-23';

describe.each(['purchaseorder', 'invpleasepurchase'] as const)('B24: %s', (kind) => {
  test('in time it goes without a word; it knows its last moment', async () => {
    await terms('approve');
    const id = await saved(kind, SOON);
    expect(await late(kind, id)).toMatchObject({ orderBefore: '2026-11-22 16:00:00', lateFlag: 0 });
    expect((await act(dock.keeper, `${kind}/toApply`, id)).msg).toBe(DONE);
    expect((await act(approver, `${kind}/doApply`, id)).msg).toBe(DONE);
    expect(await late(kind, id)).toMatchObject({ lateFlag: 0, lateReason: '' });
  });

  test('after it with a reason, approved by whoever may decide on late ones', async () => {
    const id = await saved(kind, TODAY);
    const refused = await act(dock.keeper, `${kind}/toApply`, id);
    expect(refused.msg).toMatch(/已过截单时间（2026-11-20 16:00），请填写原因$/);
    expect((await act(dock.keeper, `${kind}/toApply`, id, { lateReason: '临时加餐' })).msg).toBe(DONE);
    expect(await late(kind, id)).toEqual({
      orderBefore: '2026-11-20 16:00:00',
      lateFlag: 1,
      lateReason: '临时加餐',
      lateFee: '0.00',
    });
    expect((await act(approver, `${kind}/doApply`, id)).msg).toMatch(/需截单后审批权限$/);
    expect((await act(dock.boss, `${kind}/doApply`, id)).msg).toBe(DONE);
  });

  test('sent in time and approved after it: the same', async () => {
    const id = await saved(kind, SOON);
    expect((await act(dock.keeper, `${kind}/toApply`, id)).msg).toBe(DONE);
    const after = '2026-11-22 16:00:01';
    expect((await act(dock.boss, `${kind}/doApply`, id, {}, after)).msg).toMatch(/请填写原因$/);
    expect((await act(dock.boss, `${kind}/doApply`, id, { lateReason: '审批晚了' }, after)).msg).toBe(DONE);
    expect(await late(kind, id)).toMatchObject({ lateFlag: 1, lateReason: '审批晚了' });
  });

  test('the moment itself is in time', async () => {
    const id = await saved(kind, SOON);
    expect((await act(dock.keeper, `${kind}/toApply`, id, {}, '2026-11-22 16:00:00')).msg).toBe(DONE);
    expect(await late(kind, id)).toMatchObject({ lateFlag: 0 });
  });

  test('for a fee that whoever decides may change; nobody changes that of one in time', async () => {
    await terms('fee', '50');
    const id = await saved(kind, TODAY);
    await act(dock.keeper, `${kind}/toApply`, id, { lateReason: '临时加餐' });
    expect(await late(kind, id)).toMatchObject({ lateFlag: 1, lateFee: '50.00' });
    const fee = { lateFee: '20.00', reason: '老客户' };
    expect((await act(approver, `${kind}/changeLateFee`, id, fee)).code).toBe(403);
    expect((await act(dock.boss, `${kind}/changeLateFee`, id, fee)).msg).toBe(DONE);
    expect(await late(kind, id)).toMatchObject({ lateFee: '20.00' });
    const inTime = await saved(kind, SOON);
    await act(dock.keeper, `${kind}/toApply`, inTime);
    expect((await act(dock.boss, `${kind}/changeLateFee`, inTime, fee)).msg).toMatch(/在截单前提交，没有加急费$/);
  });

  test('moved to another day it is decided on anew', async () => {
    const id = await saved(kind, TODAY);
    await act(dock.keeper, `${kind}/toApply`, id, { lateReason: '临时加餐' });
    await act(dock.boss, `${kind}/refuse`, id, { reason: '改天送' });
    const detail = await dock.get(dock.keeper, `${kind}/detail`, { id });
    const day = kind === 'purchaseorder' ? 'deliveryDate' : 'needDate';
    const [line] = detail['details'] as Record<string, unknown>[];
    await dock.post(dock.keeper, `${kind}/submit`, {
      ...detail,
      deliveryDate: SOON,
      details: [{ ...line, [day]: SOON, deliveryDate: SOON }],
    });
    expect(await late(kind, id)).toMatchObject({ orderBefore: '2026-11-22 16:00:00', lateFlag: 0, lateFee: '0.00' });
  });

  test('refused where the parameters say so, whatever the reason', async () => {
    await terms('refuse');
    const id = await saved(kind, TODAY, { lateReason: '临时加餐' });
    expect((await act(dock.keeper, `${kind}/toApply`, id)).msg).toMatch(/不能下单，请改到货日期或供应商$/);
    await terms('approve');
  });
});

test('B24: what a site buys itself has no last moment', async () => {
  const answer = await dock.post(dock.keeper, 'invpleasepurchase/submit', {
    warehouseId: '500',
    details: [{ materialId: thing.rice, unitId: '301', requestQty: '1', needDate: TODAY, sourceKind: 'self' }],
  });
  const { id } = answer.body.data as { id: string };
  expect(await late('invpleasepurchase', id)).toMatchObject({ orderBefore: '' });
  expect((await act(dock.keeper, 'invpleasepurchase/toApply', id)).msg).toBe(DONE);
});

describe('B29 and P13: before a bill goes', () => {
  const DAY = '2026-12-10';
  const notices = async (kind: string, id: string): Promise<readonly string[]> =>
    (await dock.get(dock.keeper, `${kind}/detail`, { id }))['notices'] as readonly string[];
  const guard = (value: string) =>
    dock.running.asOwner(`begin; set local app.tenant = '000001';
      insert into param (param_key, param_name, param_value) values ('purchasing.order.duplicate-guard', 'guard', '${value}')
      on conflict (tenant_id, param_key) do update set param_value = excluded.param_value; commit`);

  test.each(['purchaseorder', 'invpleasepurchase'] as const)(
    '%s asked for twice says so; a yes passes where one is asked for',
    async (kind) => {
      const first = await saved(kind, DAY);
      expect(await notices(kind, first)).toEqual([]);
      const second = await saved(kind, DAY);
      expect(await notices(kind, second)).toEqual([expect.stringMatching(/^与 \w+ 内容完全相同/)]);
      await guard('confirm');
      const answer = await act(dock.keeper, `${kind}/toApply`, second);
      expect(answer.msg).toMatch(/内容完全相同/);
      expect((await act(dock.keeper, `${kind}/toApply`, second, { confirmDuplicate: 1 })).msg).toBe(DONE);
      await guard('off');
      expect(await notices(kind, second)).toEqual([]);
      await guard('warn');
    },
  );

  const own = (statement: string) => dock.running.asOwner(statement);
  test('an order below what its supplier comes for says how much is missing, and what it could go with', async () => {
    await own('update supplier set min_order_amount = 60 where id = 600');
    const small = await saved('purchaseorder', '2026-12-14');
    expect(await notices('purchaseorder', small)).toEqual(['低于起送金额 60.00 元，还差 20.00 元']);
    await saved('purchaseorder', '2026-12-15');
    expect(await notices('purchaseorder', small)).toEqual([expect.stringMatching(/还差 20.00 元，可并入 CG\d+$/)]);
    const detail = await dock.get(dock.keeper, 'purchaseorder/detail', { id: small });
    expect((detail['details'] as Record<string, unknown>[])[0]!['orderQty']).toBe('10');
    await own('update supplier set min_order_amount = null where id = 600');
  });

  test('below free carriage it names the fee, and open requests for the same place that could go along; nothing is added', async () => {
    await own('update supplier set free_freight_amount = 100, freight_fee = 15 where id = 600');
    const small = await saved('purchaseorder', '2026-12-21');
    const PAYS = '未满免运费金额 100.00 元，还差 60.00 元；运费 15.00 元';
    expect(await notices('purchaseorder', small)).toEqual([PAYS]);
    const request = await saved('invpleasepurchase', '2026-12-22');
    // Not approved it is no need yet; needed later it could be too old by then.
    const later = await saved('invpleasepurchase', '2026-12-28');
    expect(await notices('purchaseorder', small)).toEqual([PAYS]);
    for (const id of [request, later]) {
      expect((await act(dock.keeper, 'invpleasepurchase/toApply', id)).msg).toBe(DONE);
      expect((await act(dock.boss, 'invpleasepurchase/doApply', id)).msg).toBe(DONE);
    }
    expect(await notices('purchaseorder', small)).toEqual([
      PAYS,
      expect.stringMatching(/^可加上未订的请购：QG\d+ 大米 10千克$/),
    ]);
    // What is agreed for the site comes first.
    await own(`begin; set local app.tenant = '000001';
      insert into supplier_project (supplier_id, blade_project_dept_id, free_freight_amount) values (600, 110, 40); commit`);
    expect(await notices('purchaseorder', small)).toEqual([]);
    const detail = await dock.get(dock.keeper, 'purchaseorder/detail', { id: small });
    expect((detail['details'] as Record<string, unknown>[])[0]!['orderQty']).toBe('10');
    await own('update supplier set free_freight_amount = null, freight_fee = null where id = 600');
    await own('delete from supplier_project where supplier_id = 600 and free_freight_amount = 40');
  });

  test('a line off its pack says what is missing; whoever sees no amounts hears of packs alone', async () => {
    await own(`update supplier set min_order_amount = 1000 where id = 600`);
    await own(`begin; set local app.tenant = '000001';
      insert into supplier_material (supplier_id, material_id, unit_id, factor, base_price, price, tax_rate, start_date,
        min_order_qty, order_multiple) values (600, ${thing.rice}, 301, 1, 4, 4, 9, '2020-01-01', 8, 4); commit`);
    const small = await saved('purchaseorder', '2027-01-04');
    const PACK = '大米 不是订货倍数：10千克，按 4千克 的倍数应为 12千克，多 2千克';
    expect(await notices('purchaseorder', small)).toEqual([PACK, expect.stringMatching(/^低于起送金额/)]);
    const blind = dock.running.signIn({
      tenant: '000001',
      userId: '2',
      deptId: '110',
      permissions: new Set([...everyPermission(dock.running.program)].filter((code) => !code.endsWith('_cost'))),
    });
    expect((await dock.get(blind, 'purchaseorder/detail', { id: small }))['notices']).toEqual([PACK]);
  });
});

describe('B25: when a delivery comes, and when its place receives', () => {
  const DAY = '2026-12-16'; // A Wednesday.
  const own = (statement: string) =>
    dock.running.asOwner(`begin; set local app.tenant = '000001'; ${statement}; commit`);
  beforeAll(() =>
    own(`
      insert into project_dept_system (id, code, project_dept_name, blade_project_dept_id, company_dept_id)
        values (1110, 'P25', '一项目', 110, 100) on conflict do nothing;
      insert into project_dept_unload (id, code, name, project_dept_sys_id, blade_project_dept_id, address, linkman,
        receive_start, receive_end, is_default)
        select 1900, 'U25', '东门', p.id, 110, '路1号', '王', '05:00', '09:00', 1 from project_dept_system p
        where p.blade_project_dept_id = 110;
      insert into supplier_windows (supplier_id, line_no, weekday, cut_off_time, advance_days, window_start, window_end)
        values (600, 1, 3, '16:00', 1, '10:00', '12:00'), (600, 2, 4, '16:00', 1, '08:30', '12:00')`),
  );

  test.each(['purchaseorder', 'invpleasepurchase'] as const)(
    '%s is questioned when it is sent, and goes with a yes; on a day that fits it goes without a word',
    async (kind) => {
      const id = await saved(kind, DAY);
      expect((await act(dock.keeper, `${kind}/toApply`, id)).msg).toMatch(
        /10:00–12:00 送达【.+】，该处 05:00–09:00 收货（大米）；请改到货日期或供应商，或确认照此下单$/,
      );
      expect((await act(dock.keeper, `${kind}/toApply`, id, { confirmWindow: 1 })).msg).toBe(DONE);
      const fits = await saved(kind, '2026-12-17');
      expect((await act(dock.keeper, `${kind}/toApply`, fits)).msg).toBe(DONE);
    },
  );

  test('what a tour brings is looked at by the windows of its stops', async () => {
    const asked = () =>
      saved('invpleasepurchase', DAY, {
        details: [
          { materialId: thing.tofu, unitId: '301', requestQty: '3', needDate: '2026-12-18', sourceKind: 'factory' },
        ],
      });
    const early = await asked();
    expect((await act(dock.keeper, 'invpleasepurchase/toApply', early)).msg).toBe(DONE);
    await own(`
      insert into delivery_route (id, code, name, out_org_id, depart_time) values (2500, 'R25', '早班', 100, '04:30');
      insert into delivery_route_stop (delivery_route_id, line_no, stop_seq, project_dept_sys_id, warehouse_id,
        window_start, window_end) select 2500, 1, 1, p.id, 500, '09:30', '10:00' from project_dept_system p
        where p.blade_project_dept_id = 110`);
    const late = await asked();
    expect((await act(dock.keeper, 'invpleasepurchase/toApply', late)).msg).toMatch(/早班 2026-12-18 09:30–10:00 送达/);
    await own(`update delivery_route_stop set window_start = '06:00', window_end = '07:00'`);
    await own(`update delivery_route set depart_time = '07:30'`);
    expect((await act(dock.keeper, 'invpleasepurchase/toApply', late)).msg).toMatch(
      /线路【早班】07:30 发车，赶不上【.+】2026-12-18 的送达时段 06:00–07:00（/,
    );
    await own(`update delivery_route set depart_time = '04:30'`);
    expect((await act(dock.keeper, 'invpleasepurchase/toApply', late)).msg).toBe(DONE);
  });
});
