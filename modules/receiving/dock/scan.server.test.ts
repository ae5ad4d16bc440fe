/** W18: codes at the dock: which go with a bill, what another one is, and what is learned of it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aDock, NOW, thing, type Dock } from '../dock.testing.ts';

const RICE = '6901234567892';
let dock: Dock;
let bill: Awaited<ReturnType<Dock['order']>>;
beforeAll(async () => {
  dock = await aDock();
  await dock.running.asOwner(`begin; set local app.tenant = '000001';
    update material set barcode = '${RICE}' where id = ${thing.rice};
    update material_unit set is_dimension_base = 1 where id = 301;
    update item_unit_conversion set pack_barcode = '16901234567899' where material_id = ${thing.rice};
    insert into supplier (id, code, name, contact, contact_phone) values (601, 'S2', '另一家', '李', '13800000001');
    insert into supplier_material (supplier_id, material_id, unit_id, factor, price, base_price, start_date, barcode,
      supplier_material_code)
    values (600, ${thing.tofu}, 301, 1, 4, 4, '2026-01-01', '6907001000012', 'TF-01'),
      (601, ${thing.beef}, 301, 1, 4, 4, '2026-02-01', 'X-77', 'BF-01');
    commit`);
  bill = await dock.order([
    { materialId: thing.rice, qty: '4', unitId: '302' },
    { materialId: thing.rice, qty: '10' },
    { materialId: thing.tofu, qty: '10' },
    { materialId: thing.milk, qty: '10' },
  ]);
});
afterAll(() => dock.running.close());

const read = async (code: string, instoreId = bill.instoreId): Promise<Record<string, unknown>> =>
  dock.get(dock.keeper, 'invinstore/readCode', { instoreId, code });
const learn = async (code: string, line: number): Promise<{ msg: string; data: unknown }> => {
  const { body } = await dock.post(dock.keeper, 'invinstore/learnCode', {
    instoreId: bill.instoreId,
    code,
    detailId: bill.details[line]!['id'],
  });
  return { msg: String(body.msg), data: body.data };
};
const lines = async (): Promise<Record<string, unknown>[]> => {
  const answer = await dock.post(dock.keeper, 'invinstore/preReceiving', { instoreId: bill.instoreId });
  return (answer.body.data as { details: Record<string, unknown>[] }).details;
};

test('each line has the codes its goods go by with this supplier, and what its unit weighs', async () => {
  expect((await lines()).map(({ codes, unitKg }) => [codes, unitKg])).toEqual([
    [['16901234567899', RICE], null],
    [['16901234567899', RICE], '1'],
    [['6907001000012', 'TF-01'], '1'],
    [[], '1'],
  ]);
});

test('a code that is on no line is a material, another bill, a lot, or nothing', async () => {
  const other = await dock.order([{ materialId: thing.beef, qty: '2' }]);
  const otherCode = (await dock.detail(other.instoreId))['billCode'] as string;
  const received = await dock.post(dock.keeper, 'invinstore/doReceiving', {
    instoreId: other.instoreId,
    arriveTime: NOW,
    details: [{ detailId: other.details[0]!['id'], acceptedQty: '2', temperature: '-18' }],
  });
  expect(received.body.msg).toBe('操作成功');
  const [lot] = await dock.running.asOwner<{ id: string; code: string }>(
    `select id::text, batch_code as code from batch where source_bill_id = '${other.instoreId}'`,
  );
  expect([
    await read(`]C1010690123456789210A1`),
    await read('X-77'),
    await read('BF-01'),
    await read(otherCode.toLowerCase()),
    await read(`L${lot!.id}`),
    await read('L1234567'),
    await read('NOBODY-1'),
  ]).toMatchObject([
    { kind: 'material', id: thing.rice, materialName: '大米' },
    { kind: 'material', id: thing.beef, materialName: '牛肉' },
    { kind: 'none' },
    { kind: 'bill', id: other.instoreId, title: otherCode },
    { kind: 'lot', id: lot!.id, title: lot!.code, materialId: thing.beef, materialName: '牛肉' },
    { kind: 'none' },
    { kind: 'none' },
  ]);
});

test('a code is learned once, for the supplier of the bill; from then on it is on the line', async () => {
  const code = '6907001000029';
  expect(await read(code)).toMatchObject({ kind: 'none' });
  expect(await learn(`]C1010${code}10A1`, 3)).toEqual({
    msg: '操作成功',
    data: { code, materialId: thing.milk, materialName: '牛奶' },
  });
  expect(await learn(code, 3)).toMatchObject({ msg: '操作成功' });
  expect((await lines())[3]!['codes']).toEqual([code]);
  expect(
    await dock.running.asOwner(
      `select alias, supplier_id::text, dept_id, origin, create_user::text from material_alias where material_id = ${thing.milk}`,
    ),
  ).toEqual([{ alias: code, supplier_id: '600', dept_id: null, origin: 'learned', create_user: '1' }]);
});

test('what another supplier alone calls so may be learned for this one', async () => {
  expect(await learn('X-77', 2)).toMatchObject({ msg: '操作成功' });
  expect(await read('X-77')).toMatchObject({ kind: 'material', id: thing.tofu });
});

test('what is no code, is wrong, is another material’s or goes with another bill is refused in words', async () => {
  const other = await dock.order([{ materialId: thing.beef, qty: '2' }]);
  const elsewhere = await dock.post(dock.keeper, 'invinstore/learnCode', {
    instoreId: bill.instoreId,
    code: 'NEW-1',
    detailId: other.details[0]!['id'],
  });
  const wrong = await dock.running.call(
    dock.keeper,
    'GET',
    '/api/store-management/invinstore/readCode',
    { instoreId: bill.instoreId, code: `01${'0690123456789'}13106012345` },
    { 'x-larder-time': NOW },
  );
  expect([
    (await learn(RICE, 2)).msg,
    (await learn('豆腐', 2)).msg,
    (await learn('L1234567', 2)).msg,
    (await learn('010690123456789110A', 2)).msg,
    elsewhere.body.msg,
    wrong.body.msg,
  ]).toEqual([
    `条码 ${RICE} 已是 大米 的；先在“物料别名”或物料资料中改正，再扫`,
    '「豆腐」不是可以记住的条码：至少 4 位，含数字，只用字母、数字和 . - / +',
    '「L1234567」不是可以记住的条码：至少 4 位，含数字，只用字母、数字和 . - / +',
    '条码 06901234567891 的校验位不对，应为 2；请重扫，仍不对请按纸面录入',
    '第 1 行不属于本单',
    '条码 06901234567891 的校验位不对，应为 2；请重扫，仍不对请按纸面录入',
  ]);
});

test('whoever does not receive learns nothing, and a bill out of sight is none', async () => {
  const reader = dock.running.signIn({
    tenant: '000001',
    userId: '2',
    deptId: '110',
    permissions: new Set(['invinstore_view']),
  });
  const stranger = dock.running.signIn({
    tenant: '000001',
    userId: '3',
    deptId: '110',
    scope: { all: false, depts: ['999'] },
  });
  const input = { instoreId: bill.instoreId, code: 'NEW-1', detailId: bill.details[3]!['id'] };
  expect([
    (await dock.post(reader, 'invinstore/learnCode', input)).status,
    (await dock.post(stranger, 'invinstore/learnCode', input)).status,
    (await dock.running.asOwner(`select 1 from material_alias where alias = 'NEW-1'`)).length,
  ]).toEqual([403, 404, 0]);
});
