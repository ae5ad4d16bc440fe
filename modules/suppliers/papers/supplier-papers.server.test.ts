/** B22: a paper that ended stops new orders, until a new one was checked or somebody released the supplier by name. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Context } from '../../../kernel/server/context.ts';
import { aDock, NOW, thing, TODAY, type Dock } from '../../receiving/dock.testing.ts';
import { offersFor } from '../offers.server.ts';
import { notifyPaperEnds } from './supplier-papers.server.ts';

const OK = '操作成功';
const T = '000001';
let dock: Dock;
beforeAll(async () => {
  dock = await aDock();
  await dock.running.asOwner(`begin; set local app.tenant = '${T}';
    insert into dict_biz (id, code, parent_id, dict_key, dict_value, dict_value_en, sort)
      values (70, 'certificate_kind', 0, '-1', '证照类型', 'Papers', 0),
        (71, 'certificate_kind', 70, 'business-license', '营业执照', 'Business licence', 1);
    insert into supplier_material (id, supplier_id, material_id, unit_id, factor, start_date, price, base_price)
      values (800, 600, 201, 301, 1, '2020-01-01', 4, 4); commit`);
});
afterAll(() => dock.running.close());

const act = <R>(work: (context: Context) => Promise<R>, today = TODAY): Promise<R> =>
  dock.running.database.transaction({ tenant: T, timeZone: 'Asia/Shanghai' }, (tx) =>
    work({ tx, tenant: T, today, now: `${today} 09:00:00`, language: 'zh', user: { userId: '1' } } as Context),
  );
const paper = async (validTo: string, checkState = 'passed'): Promise<string> =>
  (
    await dock.running.asOwner<{ id: string }>(
      `insert into supplier_certificate (tenant_id, supplier_id, line_no, certificate_kind, certificate_no, valid_to,
        check_state) values ('${T}', 600, (select count(*) + 1 from supplier_certificate), 'business-license', 'YZ-1',
        $1, $2) returning id::text`,
      [validTo, checkState],
    )
  )[0]!.id;
const saved = async (): Promise<string> =>
  (
    await dock.post(dock.keeper, 'purchaseorder/submit', {
      supplierId: '600',
      warehouseId: '500',
      deliveryDate: '2026-11-22',
      details: [{ materialId: thing.rice, unitId: '301', orderQty: '10', price: '4' }],
    })
  ).body.msg ?? '';
const supplierNow = (): Promise<Record<string, unknown>> => dock.get(dock.keeper, 'supplier/detail', { id: '600' });
const offered = async (): Promise<number> => (await act((context) => offersFor(context, ['201'], TODAY, []))).length;
const ENDED = '供应商【鲜达】的【营业执照】已于2026-11-20过期，不能下单。请更新证照，或由有权限的人应急放行';

test('a missing paper warns; one that ended yesterday stops saving, sending and approving, and is not offered', async () => {
  expect((await supplierNow())['certificateState']).toBe('missing');
  const { body } = await dock.post(dock.keeper, 'purchaseorder/submit', {
    supplierId: '600',
    warehouseId: '500',
    deliveryDate: '2026-11-22',
    details: [{ materialId: thing.rice, unitId: '301', orderQty: '10', price: '4' }],
  });
  const { id } = body.data as { id: string };
  expect(await offered()).toBe(1);
  await paper('2026-11-20');
  expect((await supplierNow())['certificateState']).toBe('expired');
  expect(await offered()).toBe(0);
  expect(await saved()).toBe(ENDED);
  expect((await dock.post(dock.keeper, 'purchaseorder/toApply', { ids: id })).body.msg).toBe(ENDED);
  const found = await dock.get(dock.keeper, 'supplier/list', { certificateState: 'expired' });
  expect(found).toMatchObject({ total: 1, records: [{ id: '600' }] });
  await dock.running.asOwner("update purchase_order set status = 'pending' where id = $1", [id]);
  expect((await dock.post(dock.boss, 'purchaseorder/doApply', { ids: id })).body.msg).toBe(ENDED);
});

test('released by name, for a reason and at most 7 days, orders go out again; then they stop by themselves', async () => {
  const release = async (until: string, reason = '台风，只有他有货'): Promise<string> =>
    (await dock.post(dock.boss, 'supplier/supplierEmergency', { id: '600', until, reason })).body.msg ?? '';
  expect(await release('2026-11-29')).toBe('应急放行最多 7 天：2026-11-29 不在 2026-11-21 到 2026-11-28 之间');
  expect(await release('2026-11-20')).toMatch(/^应急放行最多 7 天/);
  expect(await release('2026-11-22', '')).toMatch(/应急原因/);
  expect(await release('2026-11-22')).toBe(OK);
  expect(await supplierNow()).toMatchObject({
    certificateState: 'expired',
    emergencyUntil: '2026-11-22',
    emergencyReason: '台风，只有他有货',
    emergencyUserName: '主管',
  });
  expect([await saved(), await offered()]).toEqual([OK, 1]);
  expect((await act((context) => offersFor(context, ['201'], '2026-11-23', []), '2026-11-23')).length).toBe(0);
  await dock.running.asOwner('update supplier set emergency_until = null where id = 600');
  expect(await saved()).toBe(ENDED);
});

test('a new paper counts once somebody checked it, and again once it was changed', async () => {
  const id = await paper('2027-12-31', 'waiting');
  expect(await saved()).toBe(ENDED);
  expect((await dock.post(dock.keeper, 'supplier/checkCertificate', { id, result: 'passed' })).body.msg).toBe(OK);
  expect([await saved(), (await supplierNow())['certificateState']]).toEqual([OK, 'ok']);
  const record = (await supplierNow()) as { certificates: Record<string, unknown>[] };
  const changed = record.certificates.map((line) => (line['id'] === id ? { ...line, validTo: '2028-12-31' } : line));
  const kept = await dock.post(dock.keeper, 'supplier/submit', { id: '600', certificates: changed });
  expect(kept.body.msg).toBe(OK);
  expect((await supplierNow())['certificates']).toMatchObject([
    { checkState: 'passed', validTo: '2026-11-20' },
    { checkState: 'waiting', validTo: '2028-12-31', checkUserId: '' },
  ]);
  expect(await saved()).toBe(ENDED);
  expect((await dock.post(dock.keeper, 'supplier/checkCertificate', { id: '1', result: 'passed' })).status).toBe(404);
});

test('30, 15 and 7 days before the end and on its day the buyer and the supplier’s people hear of it, once each', async () => {
  await dock.running.asOwner(`begin; set local app.tenant = '${T}';
    delete from supplier_certificate; delete from message;
    insert into app_user (id, account, name, real_name, dept_id, role_id, party_type, supplier_id)
      values (7, 'farmer', '鲜达王', '鲜达王', '{}', '{}', 'supplier', 600); commit`);
  await paper('2027-01-31');
  const heard = async (day: string): Promise<string[]> => {
    await act(notifyPaperEnds, day);
    await act(notifyPaperEnds, day);
    const rows = await dock.running.asOwner<{ who: string }>(
      "select user_id::text as who from message where title like '供应商【鲜达】的【营业执照】%' order by user_id",
    );
    await dock.running.asOwner('update message set title = $1', ['read']);
    return rows.map(({ who }) => who);
  };
  expect(await heard('2026-12-31')).toEqual([]);
  expect(await heard('2027-01-01')).toEqual(['1', '7']);
  expect(await heard('2027-01-05')).toEqual([]);
  expect(await heard('2027-01-16')).toEqual(['1', '7']);
  expect(await heard('2027-01-24')).toEqual(['1', '7']);
  expect(await heard('2027-01-31')).toEqual(['1', '7']);
  expect(await heard('2027-02-01')).toEqual([]);
  expect(NOW.slice(0, 10)).toBe(TODAY);
});
