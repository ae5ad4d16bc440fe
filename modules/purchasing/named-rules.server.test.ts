/** Rules of the specification about orders and their suppliers, walked as people walk them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aDock, thing, type Dock } from '../receiving/dock.testing.ts';

const OK = '操作成功';
let dock: Dock;
beforeAll(async () => {
  dock = await aDock();
});
afterAll(() => dock.running.close());

type Row = Readonly<Record<string, unknown>> & { readonly id: string };
const order = (more: Record<string, unknown> = {}) => ({
  supplierId: '600',
  warehouseId: '500',
  deliveryDate: '2026-11-25',
  details: [{ materialId: thing.rice, unitId: '301', orderQty: '10', price: '4' }],
  ...more,
});
const act = async (who: string, path: string, input: Record<string, unknown>): Promise<unknown> =>
  (await dock.post(who, path, input)).body.msg;
const detail = (id: string): Promise<Record<string, unknown>> => dock.get(dock.keeper, 'purchaseorder/detail', { id });
async function draft(): Promise<Row> {
  const { body } = await dock.post(dock.keeper, 'purchaseorder/submit', order());
  expect(body.msg).toBe(OK);
  return body.data as Row;
}

test('RULE-365 RULE-484: an order is drafted, found, opened, edited, sent and approved; another is refused with a reason, edited and sent again', async () => {
  const { id } = await draft();
  const { billCode } = await detail(id);
  const found = await dock.get(dock.keeper, 'purchaseorder/page', { billCode, status: 'draft' });
  expect(found).toMatchObject({ total: 1, records: [{ id, billCode }] });
  expect(await act(dock.keeper, 'purchaseorder/submit', order({ id, remark: '早上送' }))).toBe(OK);
  expect(await detail(id)).toMatchObject({ status: 'draft', remark: '早上送' });
  expect(await act(dock.keeper, 'purchaseorder/toApply', { ids: id })).toBe(OK);
  expect((await detail(id))['status']).toBe('pending');
  expect(await act(dock.boss, 'purchaseorder/doApply', { ids: id })).toBe(OK);
  expect((await detail(id))['status']).toBe('approved');

  const other = await draft();
  expect(await act(dock.keeper, 'purchaseorder/toApply', { ids: other.id })).toBe(OK);
  expect(await act(dock.boss, 'purchaseorder/refuse', { ids: other.id, reason: '价格不对' })).toBe(OK);
  expect(await detail(other.id)).toMatchObject({ status: 'rejected', reason: '价格不对' });
  expect(await act(dock.keeper, 'purchaseorder/submit', order({ id: other.id, remark: '改价' }))).toBe(OK);
  expect(await act(dock.keeper, 'purchaseorder/toApply', { ids: other.id })).toBe(OK);
  expect((await detail(other.id))['status']).toBe('pending');
});

test('RULE-540: two suppliers are frozen in one call, and thawed again', async () => {
  await dock.running.asOwner(
    `insert into supplier (tenant_id, id, code, name, contact, contact_phone)
     values ('000001', 601, 'S2', '别家', '李', '13800000001')`,
  );
  const frozen = async (): Promise<unknown[]> =>
    ((await dock.get(dock.keeper, 'supplier/list', {}))['records'] as Row[]).map((row) => row['frozen']);
  expect(await act(dock.keeper, 'supplier/freeze', { ids: '600,601', reason: '整改' })).toBe(OK);
  expect(await frozen()).toEqual([1, 1]);
  expect(await act(dock.keeper, 'supplier/thaw', { ids: '600,601' })).toBe(OK);
  expect(await frozen()).toEqual([0, 0]);
});
