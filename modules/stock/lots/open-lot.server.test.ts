/** M13: goods that are opened or thawed become a lot with its own clock, through the ledger. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aDock, NOW, thing, type Dock } from '../../receiving/dock.testing.ts';

let dock: Dock;
let milk: { row: string; batch: string };
beforeAll(async () => {
  dock = await aDock();
  await dock.running.asOwner(`begin; set local app.tenant = '000001';
    update material set opened_life_hours = 48, thawed_life_hours = 24, shelf_life_managed = 1, shelf_life_days = 20
    where id = ${thing.tofu}; commit`);
  const bill = await dock.order([{ materialId: thing.tofu, qty: '10', price: '3' }]);
  const received = await dock.post(dock.keeper, 'invinstore/doReceiving', {
    instoreId: bill.instoreId,
    arriveTime: NOW,
    details: [
      { detailId: bill.details[0]!['id'], acceptedQty: '10', productionDate: '2026-11-20', supplierBatchNo: 'A1' },
    ],
  });
  expect(received.body.msg).toBe('操作成功');
  const [lot] = await dock.running.asOwner<{ row: string; batch: string }>(
    `select s.id::text as row, s.batch_id::text as batch from stock_batch s where s.material_id = ${thing.tofu} and s.qty > 0`,
  );
  milk = lot!;
});
afterAll(() => dock.running.close());

const open = async (
  input: Record<string, unknown>,
  token = dock.keeper,
): Promise<{ status: number; msg: string; data: unknown }> => {
  const { status, body } = await dock.post(token, 'stockbatch/open', { id: milk.row, ...input });
  return { status, msg: String(body.msg), data: body.data };
};
const lots = (): Promise<Record<string, unknown>[]> =>
  dock.running.asOwner(`
    select trim_scale(s.qty)::text as qty, trim_scale(s.amount)::text as amount, b.expiry_date::text as expiry,
      b.parent_batch_id::text as parent, b.supplier_batch_no as no, b.use_by at time zone 'Asia/Shanghai' is not null as clock
    from stock_batch s join batch b on b.id = s.batch_id where s.material_id = ${thing.tofu} order by b.id`);

test('part of a lot becomes a lot: the same goods, value and supplier, an earlier end; the ledger proves it', async () => {
  const { msg, data } = await open({ qty: '4', openedTime: '2026-11-21 08:00:00' });
  expect([msg, data]).toEqual([
    '操作成功',
    {
      batchId: expect.stringMatching(/^\d+$/) as string,
      batchCode: expect.stringMatching(/^PC/) as string,
      code: expect.stringMatching(/^L\d+$/) as string,
      placeId: '500',
      useBy: '2026-11-23 08:00:00',
      expiryDate: '2026-11-23',
    },
  ]);
  expect(await lots()).toEqual([
    { qty: '6', amount: '18', expiry: '2026-12-10', parent: null, no: 'A1', clock: false },
    { qty: '4', amount: '12', expiry: '2026-11-23', parent: milk.batch, no: 'A1', clock: true },
  ]);
  await dock.proved();
});

test('it is traced: from the lot to what was opened of it, and back to the supplier', async () => {
  const [child] = await dock.running.asOwner<{ id: string; code: string }>(
    `select id::text, batch_code as code from batch where parent_batch_id = ${milk.batch}`,
  );
  const forward = await dock.get(dock.keeper, 'stockbatch/trace', { batchId: milk.batch });
  const back = await dock.get(dock.keeper, 'stockbatch/trace', { batchId: child!.id });
  expect(forward['places']).toMatchObject([{ qty: '6' }, { batchId: child!.id, qty: '4' }]);
  expect((forward['forward'] as { reason: string; batchCode: string }[]).at(-1)).toMatchObject({
    reason: 'batch.open',
    batchCode: child!.code,
  });
  expect((back['back'] as { batchId: string; supplierBatchNo: string }[]).map(({ batchId }) => batchId)).toEqual([
    child!.id,
    milk.batch,
  ]);
});

test('its label says until when, and is found by its code wherever something is searched', async () => {
  const [child] = await dock.running.asOwner<{ id: string; row: string; code: string }>(
    `select b.id::text, s.id::text as row, b.batch_code as code from batch b join stock_batch s on s.batch_id = b.id
      where b.parent_batch_id = ${milk.batch}`,
  );
  const { body } = await dock.running.call(
    dock.keeper,
    'GET',
    '/api/store-management/stockbatch/labels',
    { batchIds: `${milk.batch},${child!.id}`, placeId: '500' },
    { 'x-larder-time': NOW },
  );
  expect(body.data).toMatchObject([
    { batchId: milk.batch, code: `L${milk.batch}`, materialName: '豆腐', expiryDate: '2026-12-10', useBy: null },
    { batchCode: child!.code, openedTime: '2026-11-21 08:00:00', useBy: '2026-11-23 08:00:00', placeName: '主仓' },
  ]);
  const found = await dock.running.call(dock.keeper, 'GET', '/api/blade-system/search/records', {
    keyword: ` l${child!.id} `,
  });
  expect(found.body.data).toMatchObject([{ resource: 'stockBatch', id: child!.row, title: child!.code }]);
});

test('nothing is opened beyond what is there, twice, later than now, or out of sight', async () => {
  const [child] = await dock.running.asOwner<{ row: string }>(
    `select s.id::text as row from batch b join stock_batch s on s.batch_id = b.id where b.parent_batch_id = ${milk.batch}`,
  );
  const stranger = dock.running.signIn({
    tenant: '000001',
    userId: '2',
    deptId: '110',
    scope: { all: false, depts: ['999'] },
  });
  const before = await lots();
  expect([
    (await open({ qty: '7' })).msg,
    (await open({ qty: '0' })).msg,
    (await open({ qty: '1', id: child!.row })).msg,
    (await open({ qty: '1', openedTime: '2026-11-22 08:00:00' })).msg,
    (await open({ qty: '1' }, stranger)).status,
    (await dock.post(dock.keeper, 'stockbatch/open', { id: milk.row, qty: '1', opening: 'cooked' })).status,
  ]).toEqual([
    expect.stringContaining('仅剩 6 千克') as string,
    '豆腐 请填写开封或解冻的数量（千克），须大于 0',
    expect.stringContaining('不能再开封') as string,
    expect.stringContaining('晚于现在') as string,
    404,
    400,
  ]);
  expect(await lots()).toEqual(before);
});

test('a held or expired lot is not opened', async () => {
  await dock.post(dock.keeper, 'stockbatch/hold', { batchId: milk.batch, reason: '异味' });
  expect((await open({ qty: '1' })).msg).toContain('已冻结（异味）');
  await dock.post(dock.keeper, 'stockbatch/release', { batchId: milk.batch, reason: '复检合格' });
  await dock.running.asOwner(
    `update batch set expiry_date = '2026-11-20', production_date = '2026-11-01' where id = ${milk.batch}`,
  );
  expect((await open({ qty: '1' })).msg).toContain('过期');
});

test('opened at the same moment by two people, each takes what is his and the lot never falls below zero', async () => {
  await dock.running.asOwner(`update batch set expiry_date = '2026-12-10' where id = ${milk.batch}`);
  const answers = await Promise.all([open({ qty: '4' }), open({ qty: '4' })]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  await dock.proved();
});
