/** A site buys itself, over HTTP: beside the known price, inside its limits, with proof, received at the door. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aDock, TODAY, type Bill, type Dock } from '../receiving/dock.testing.ts';

const OK = '操作成功';
const T = '000001';
let dock: Dock;
beforeAll(async () => {
  dock = await aDock();
  const run = (text: string): Promise<unknown> =>
    dock.running.asOwner(`begin; set local app.tenant = '${T}'; ${text}; commit`);
  await run(`
    insert into material (id, code, name, material_type_id, base_unit_id, under_rate)
      values (210, 'SHRIMP', '基围虾', 400, 301, 2), (211, 'CRAB', '青蟹', 400, 301, 0);
    insert into supplier_material (id, supplier_id, material_id, unit_id, factor, price, base_price, tax_rate, start_date)
      values (700, 600, 210, 301, 1, 50, 50, 9, '2026-01-01')`);
  for (const id of [801, 802])
    await run(`insert into stored_file (id, purpose, name, content_type, size, sha256)
      values (${id}, 'picture', 'p${id}', 'image/jpeg', 10, '${'0'.repeat(64)}')`);
});
afterAll(() => dock.running.close());

const shrimp = { materialId: '210', unitId: '301', orderQty: '12', price: '57', deviationReason: '台风停航' };
const body = (more: Record<string, unknown> = {}): Record<string, unknown> => ({
  vendorName: '城南水产',
  purchaseDate: TODAY,
  purchaseReason: 'shortage',
  warehouseId: '500',
  proofPictures: ['801'],
  details: [shrimp],
  ...more,
});
const post = async (call: string, input: Record<string, unknown>, who = dock.keeper) =>
  (await dock.post(who, `selfpurchaseorder/${call}`, input)).body;
const say = async (call: string, input: Record<string, unknown>, who = dock.keeper): Promise<unknown> =>
  (await post(call, input, who)).msg;
const draft = async (more: Record<string, unknown> = {}): Promise<string> => {
  const saved = await post('submit', body(more));
  expect(saved.msg).toBe(OK);
  return (saved.data as { id: string }).id;
};
const order = (id: string) => dock.get(dock.keeper, 'selfpurchaseorder/detail', { id });
interface Approved {
  readonly id: string;
  readonly instoreId: string;
  readonly detailId: string;
}
let vendors = 0;
/** Approved, of a vendor nobody else bought from. */
async function approved(more: Record<string, unknown> = {}): Promise<Approved> {
  vendors += 1;
  const id = await draft({ vendorName: `摊位${vendors}`, ...more });
  expect(await say('toApply', { ids: id })).toBe(OK);
  expect(await say('doApply', { ids: id }, dock.boss)).toBe(OK);
  const at = await dock.get(dock.keeper, 'selfpurchaseorder/detailreceiving', { id });
  const instoreId = at['instoreId'] as string;
  return { id, instoreId, detailId: (await bill(instoreId)).details[0]!['id']! };
}
const bill = async (id: string): Promise<Bill> =>
  (await dock.get(dock.keeper, 'selfpurchaseinstore/detail', { id })) as Bill;
const balance = async (materialId: string): Promise<readonly string[]> => {
  const [row] = await dock.running.asOwner<{ qty: string; amount: string }>(
    'select qty::float8::text as qty, amount::float8::text as amount from stock where material_id = $1',
    [materialId],
  );
  return row === undefined ? ['0', '0'] : [row.qty, row.amount];
};

describe('B23: price check in the shop, photo, place and limit', () => {
  test('RULE-337 RULE-373 RULE-486 EP-0461 EP-0462 EP-0465: 12 kg of shrimp 14 % above the agreed price, explained, inside the limit: sent, approved by another, received at the price paid', async () => {
    const before = await balance('210');
    const id = await draft({ boughtAt: '城南市场 3 号摊' });
    expect(await order(id)).toMatchObject({
      amount: '684.00',
      limitAmount: '2000.00',
      purchaserName: '收货员',
      boughtAt: '城南市场 3 号摊',
      details: [{ referencePrice: '50', referenceKind: 'agreed', deviation: '14', deviationReason: '台风停航' }],
    });
    expect(await say('toApply', { ids: id })).toBe(OK);
    expect(await say('doApply', { ids: id })).not.toBe(OK);
    expect(await say('doApply', { ids: id }, dock.boss)).toBe(OK);
    const at = await dock.get(dock.keeper, 'selfpurchaseorder/detailreceiving', { id });
    expect(at).toMatchObject({ instoreCode: expect.stringMatching(/^ZR\d{12}$/) as string, status: 'approved' });
    const page = await dock.get(dock.keeper, 'selfpurchaseorder/receivingpage', { receiveStatus: 'none' });
    expect(page['records']).toEqual([expect.objectContaining({ id, instoreId: at['instoreId'] })]);
    const proposed = (await post('preReceiving', { id })).data as { details: Record<string, string>[] };
    expect(proposed.details).toMatchObject([{ openQty: '12', price: '57' }]);
    expect(
      await say('doReceiving', { id, details: [{ detailId: proposed.details[0]!['detailId'], acceptedQty: '12' }] }),
    ).toBe(OK);
    expect(await balance('210')).toEqual([String(Number(before[0]) + 12), String(Number(before[1]) + 684)]);
    expect(await say('completeReceiving', { billId: id })).toBe(OK);
    expect(await order(id)).toMatchObject({
      status: 'done',
      receiveStatus: 'all',
      details: [{ receivedQty: '12', openQty: '0' }],
    });
    expect(
      await dock.running.asOwner(`select reason from stock_move where bill_code = $1`, [at['instoreCode']]),
    ).toEqual([{ reason: 'receipt.self' }]);
    await dock.proved();
  });

  test('EP-0457 EP-0458 EP-0460: sent back with a reason it is edited and sent again', async () => {
    const id = await draft({ vendorName: '退回摊' });
    await say('toApply', { ids: id });
    expect(await say('refuse', { ids: id, reason: '价格太高' }, dock.boss)).toBe(OK);
    expect(await order(id)).toMatchObject({ status: 'rejected', reason: '价格太高' });
    expect(await say('submit', { id, remark: '已砍价' })).toBe(OK);
    expect(await say('toApply', { ids: id })).toBe(OK);
    await say('refuse', { ids: id, reason: '不要了' }, dock.boss);
  });
});

describe('B23: what is not sent, and what is not saved', () => {
  test('a price above its reference by more than is allowed is not sent without a reason: the line says which, by how much', async () => {
    const id = await draft({
      vendorName: '无原因摊',
      details: [
        { ...shrimp, price: '55', deviationReason: '' },
        { ...shrimp, deviationReason: '  ' },
      ],
    });
    expect(await post('toApply', { ids: id })).toMatchObject({
      msg: '第 2 行：基围虾 单价 57 高于参考价 50 达 14%（超过 10%），请填写原因',
      data: { refusals: [{ field: 'deviationReason', line: 2 }] },
    });
    expect((await order(id))['status']).toBe('draft');
  });

  test('without an agreed price the last one paid counts; without any there is nothing to stray from', async () => {
    const id = await draft({
      vendorName: '螃蟹摊',
      details: [{ materialId: '211', unitId: '301', orderQty: '1', price: '90' }],
    });
    expect((await order(id))['details']).toMatchObject([{ referencePrice: null, deviation: null, referenceKind: '' }]);
    expect(await say('toApply', { ids: id })).toBe(OK);
    expect(await say('doApply', { ids: id }, dock.boss)).toBe(OK);
    const at = await dock.get(dock.keeper, 'selfpurchaseorder/detailreceiving', { id });
    const [line] = (await bill(at['instoreId'] as string)).details;
    expect(await say('doReceiving', { id, details: [{ detailId: line!['id'], acceptedQty: '1' }] })).toBe(OK);
    expect(
      await dock.get(dock.keeper, 'selfpurchaseorder/references', { materialIds: '211,210', warehouseId: '500' }),
    ).toEqual([
      { materialId: '211', basePrice: '90', kind: 'last' },
      { materialId: '210', basePrice: '50', kind: 'agreed' },
    ]);
    await dock.proved();
  });
});

describe('B23: limits', () => {
  test('one order above the limit is not sent; whoever may pass it says why, and is named', async () => {
    const id = await draft({
      vendorName: '大单',
      details: [{ ...shrimp, orderQty: '40' }],
      overrideReason: '节日加餐',
    });
    const plain = dock.running.signIn({
      tenant: T,
      userId: '1',
      deptId: '110',
      permissions: new Set(['selfpurchaseorder_to_apply', 'selfpurchaseorder_view']),
    });
    expect(await say('toApply', { ids: id }, plain)).toMatch(
      /^ZC\d+ 金额 2280(\.00)? 元，超过单笔自采限额 2000(\.00)? 元/,
    );
    expect((await order(id))['status']).toBe('draft');
    const head = dock.running.signIn({
      tenant: T,
      userId: '1',
      deptId: '110',
      permissions: new Set(['selfpurchaseorder_to_apply', 'selfpurchaseorder_override']),
    });
    expect(await say('toApply', { ids: id }, head)).toBe(OK);
    expect((await order(id))['applyUserName']).toBe('收货员');
    await say('refuse', { ids: id, reason: '太多' }, dock.boss);
  });

  test('split in two at one vendor on one day it is refused by the numbers of the others, even sent at the same moment', async () => {
    const half = { vendorName: '拆单 摊', details: [{ ...shrimp, orderQty: '20' }] };
    const [one, two] = [await draft(half), await draft({ ...half, vendorName: '拆单摊' })];
    const answers = await Promise.all([say('toApply', { ids: one }), say('toApply', { ids: two })]);
    expect(answers.filter((msg) => msg === OK)).toHaveLength(1);
    expect(answers.find((msg) => msg !== OK)).toMatch(/是同一天同一商户的自采，合计 2280(\.00)? 元.*不能拆单$/);
    expect(await say('toApply', { ids: await draft({ ...half, purchaseDate: '2026-11-22' }) })).toBe(OK);
  });

  test('whoever chooses the supplier once and writes his name once buys of one vendor all the same', async () => {
    const [{ name }] = (await dock.running.asOwner<{ name: string }>('select name from supplier where id = 600')) as [
      { name: string },
    ];
    const half = { purchaseDate: '2026-11-23', details: [{ ...shrimp, orderQty: '20' }] };
    const chosen = await draft({ ...half, vendorName: '', supplierId: '600' });
    expect(await say('toApply', { ids: chosen })).toBe(OK);
    const written = await draft({ ...half, vendorName: ` ${name} ` });
    expect(await say('toApply', { ids: written })).toMatch(/不能拆单$/);
    await say('refuse', { ids: chosen, reason: '走采购订单' }, dock.boss);
    expect(await say('toApply', { ids: written })).toBe(OK);
  });
});

describe('B23: limits as they are set', () => {
  test('the parameters purchasing.self.order-limit, purchasing.self.month-limit and purchasing.self.deviation say how much and how dear', async () => {
    const set = (key: string, value: string) =>
      dock.running.asOwner(
        `insert into param (tenant_id, param_name, param_key, param_value) values ($1, $2, $2, $3)
          on conflict (tenant_id, param_key) do update set param_value = excluded.param_value`,
        [T, key, value],
      );
    const id = await draft({ vendorName: '月末摊', purchaseDate: '2026-11-28' });
    const send = () => say('toApply', { ids: id });
    await set('purchasing.self.order-limit', '683.99');
    expect(await send()).toMatch(/金额 684 元，超过单笔自采限额 683.99 元/);
    expect(await order(id)).toMatchObject({ limitAmount: '683.99' });
    await set('purchasing.self.order-limit', '2000');
    const limits = await dock.get(dock.keeper, 'selfpurchaseorder/limits', { warehouseId: '500', date: TODAY });
    const used = Number(limits['monthAmount']);
    expect(used).toBeGreaterThan(0);
    await set('purchasing.self.month-limit', String(used + 683));
    expect(await send()).toMatch(new RegExp(`本月自采 ${used + 684} 元，超过本月自采限额 ${used + 683} 元`));
    await set('purchasing.self.month-limit', '200000');
    await say('submit', { id, details: [{ ...shrimp, deviationReason: '' }] });
    expect(await send()).toMatch(/超过 10%/);
    await set('purchasing.self.deviation', '14');
    expect(await send()).toBe(OK);
    await set('purchasing.self.deviation', '10');
  });
});

describe('what is refused as it is saved', () => {
  test.each([
    ['no vendor', { vendorName: ' ', supplierId: '' }, '请填写供应商或商户名称'],
    ['too far ahead', { purchaseDate: '2026-11-29' }, '采购日期不能晚于 2026-11-28'],
    ['a unit nobody can convert', { details: [{ ...shrimp, unitId: '302' }] }, /^第 1 行/],
    ['no price', { details: [{ ...shrimp, price: '0' }] }, /单价/],
    ['three places', { details: [{ ...shrimp, price: '5.123' }] }, '第 1 行：含税单价小数只能为两位'],
    ['not a restaurant of the site', { useRestaurantDeptId: '100' }, '主仓 不服务 公司，请选择本项目部的仓库'],
  ])('%s', async (_, more, sentence) => {
    const saved = await post('submit', body(more));
    if (typeof sentence === 'string') expect(saved.msg).toBe(sentence);
    else expect(saved.msg).toMatch(sentence);
    expect(saved.code).toBe(400);
  });
  test('a stall of another restaurant', async () => {
    await dock.running.asOwner(`begin; set local app.tenant = '${T}';
      insert into dept (id, dept_name, full_name, code, parent_id, dept_category)
      values (111, '一餐厅', '一餐厅', 'R1', 110, '3'), (112, '二餐厅', '二餐厅', 'R2', 110, '3'), (113, '面档', '面档', 'G', 112, '4');
      commit`);
    expect(await say('submit', body({ useRestaurantDeptId: '111', gearOperationDeptId: '113' }))).toBe(
      '面档 不是 一餐厅 的档口，请重新选择',
    );
  });
});

describe('RULE-384 EP-0466 EP-0467 EP-0468 EP-0469: received at the door', () => {
  test('less than was bought is recorded as a difference that is settled at once, and the bill completes; stock has what came', async () => {
    const before = await balance('210');
    const { id, instoreId, detailId } = await approved();
    await say('doReceiving', {
      instoreId,
      details: [{ detailId, acceptedQty: '10', refusedQty: '1', refuseReason: 'rotten' }],
    });
    expect(await order(id)).toMatchObject({
      receiveStatus: 'difference',
      details: [{ openQty: '2', refusedQty: '1' }],
    });
    expect(await say('completeReceiving', { billId: id })).toMatch(/还有 1 行未收货也未登记差异/);
    const proposed = (await post('preDifference', { id })).data as { details: Record<string, string>[] };
    expect(proposed.details.map((each) => [each['differenceType'], each['qty'], each['outcome']])).toEqual([
      ['quality', '1', 'cancel-rest'],
      ['short', '1', 'cancel-rest'],
    ]);
    const claims = proposed.details.map((each) => ({ ...each, cause: '摊主少称' }));
    expect(await say('doDifference', { id, details: claims.map((each) => ({ ...each, outcome: 'wait' })) })).not.toBe(
      OK,
    );
    expect(await say('doDifference', { id, details: claims })).toBe(OK);
    expect(await say('completeReceiving', { billId: instoreId })).toBe(OK);
    expect(await order(id)).toMatchObject({
      status: 'done',
      receiveStatus: 'all',
      details: [{ settledQty: '2', openQty: '0' }],
    });
    expect(Number((await balance('210'))[0])).toBe(Number(before[0]) + 10);
    await dock.proved();
  });

  test('without a photo it is received and not completed; the photo is added later, and is one', async () => {
    const { id, detailId } = await approved({ proofPictures: [] });
    await say('doReceiving', { id, details: [{ detailId, acceptedQty: '12' }] });
    expect(await say('completeReceiving', { billId: id })).toMatch(/^ZC\d+ 请上传凭证照片/);
    expect((await order(id))['status']).toBe('approved');
    expect(await say('addProof', { ids: id, proofPictures: ['999'] })).not.toBe(OK);
    expect(await say('addProof', { ids: id, proofPictures: ['802'] })).toBe(OK);
    expect(await say('completeReceiving', { billId: id })).toBe(OK);
  });

  test('paid at the door less than approved it costs what was paid; more is refused', async () => {
    const before = await balance('210');
    const { id, detailId } = await approved();
    const receive = (deliveredPrice: string) =>
      say('doReceiving', { id, details: [{ detailId, acceptedQty: '12', deliveredPrice }] });
    expect(await receive('58')).toMatch(/基围虾 实付单价 58 高于审批的 57/);
    expect(await receive('55.5')).toBe(OK);
    expect(Number((await balance('210'))[1])).toBeCloseTo(Number(before[1]) + 666, 2);
    await dock.proved();
  });

  test('a code is read and learned at this door as at any other, though a stall is no supplier', async () => {
    const { instoreId, detailId } = await approved();
    const code = '6901234567892';
    const read = () => dock.get(dock.keeper, 'invinstore/readCode', { instoreId, code });
    expect(await read()).toMatchObject({ kind: 'none' });
    const learned = await dock.post(dock.keeper, 'invinstore/learnCode', { instoreId, code, detailId });
    expect(learned.body).toMatchObject({ msg: OK, data: { materialName: '基围虾' } });
    expect(await read()).toMatchObject({ kind: 'material', id: '210' });
  });
});

test('its vendor, where he is a supplier, is owed what was paid at the door; a stall is no party; taken back nobody is owed', async () => {
  const owed = (instoreId: string) =>
    dock.running.asOwner(
      `select party_kind, party_id, entry_kind, amount::text from settlement_entry
        where bill_type = 'selfpurchaseinstore' and bill_id = $1 and party_kind = 'supplier' order by id`,
      [instoreId],
    );
  const entry = { party_kind: 'supplier', party_id: '600', entry_kind: 'purchase' };
  const known = await approved({ vendorName: '', supplierId: '600' });
  const stall = await approved();
  for (const { id, detailId } of [known, stall])
    expect(await say('doReceiving', { id, details: [{ detailId, acceptedQty: '12', deliveredPrice: '55.5' }] })).toBe(
      OK,
    );
  expect(await owed(known.instoreId)).toEqual([{ ...entry, amount: '666.00' }]);
  expect(await owed(stall.instoreId)).toEqual([]);
  // The bill shows it, and which goods the site was not charged for, since no settlement price is published.
  const shownOn = async ({ instoreId }: Approved) =>
    (await dock.get(dock.boss, 'selfpurchaseinstore/detail', { id: instoreId }))['owed'];
  expect(await shownOn(known)).toMatchObject({
    parties: [{ kind: 'supplier', name: '鲜达', amount: '666' }],
    receiptMargin: null,
    chargesLeftOut: ['基围虾'],
  });
  expect(await shownOn(stall)).toMatchObject({ parties: [], chargesLeftOut: ['基围虾'] });
  await dock.proved();
  const at = (await dock.get(dock.keeper, 'selfpurchaseorder/detailreceiving', { id: known.id }))['receivings'] as {
    id: string;
  }[];
  expect(
    await say('reverseReceiving', { instoreId: known.instoreId, receivingId: at[0]!.id, reason: '数错了' }, dock.boss),
  ).toBe(OK);
  expect(await owed(known.instoreId)).toEqual([
    { ...entry, amount: '666.00' },
    { ...entry, amount: '-666.00' },
  ]);
  await dock.proved();
});

describe('received twice, taken back, approved twice and frozen', () => {
  test('the same key changes nothing the second time', async () => {
    const { id, detailId } = await approved();
    const half = { id, receiveKey: 'phone-1', details: [{ detailId, acceptedQty: '5' }] };
    expect([await say('doReceiving', half), await say('doReceiving', half)]).toEqual([OK, OK]);
    expect((await order(id))['details']).toMatchObject([{ receivedQty: '5', openQty: '7' }]);
  });

  test('a delivery taken back opens a completed order again, and stock is as it was', async () => {
    const before = await balance('210');
    const { id, instoreId, detailId } = await approved();
    await say('doReceiving', { id, details: [{ detailId, acceptedQty: '12', deliveredPrice: '56' }] });
    await say('completeReceiving', { billId: id });
    expect(await say('void', { ids: id, reason: '不要了' }, dock.boss)).not.toBe(OK);
    const [delivery] = (await bill(instoreId)).receivings;
    expect(
      (await dock.post(dock.keeper, 'invinstore/reverseReceiving', { receivingId: delivery!.id, reason: '收错了' }))
        .status,
    ).toBe(404);
    expect(await say('reverseReceiving', { receivingId: delivery!.id, reason: '收错了' })).toBe(OK);
    expect(await order(id)).toMatchObject({
      status: 'approved',
      receiveStatus: 'none',
      details: [{ receivedQty: '0', openQty: '12' }],
    });
    expect(await bill(instoreId)).toMatchObject({ status: 'to-receive', amount: '0.00' });
    expect(await balance('210')).toEqual(before);
    expect(await say('void', { ids: id, reason: '不要了' }, dock.boss)).toBe(OK);
    expect(await bill(instoreId)).toMatchObject({ status: 'void' });
    await dock.proved();
  });

  test('what was used is not taken back', async () => {
    const { id, instoreId, detailId } = await approved();
    await say('doReceiving', { id, details: [{ detailId, acceptedQty: '12' }] });
    const [delivery] = (await bill(instoreId)).receivings;
    await dock.take(delivery!.details[0]!['batchId']!, '210', '1');
    expect(await say('reverseReceiving', { receivingId: delivery!.id, reason: '收错了' })).toMatch(/已被使用/);
    expect(await say('void', { ids: id, reason: '不要了' }, dock.boss)).toMatch(/已收货，不能作废/);
  });

  test('two who approve at once: one does, and there is one bill', async () => {
    const id = await draft({ vendorName: '两人摊' });
    await say('toApply', { ids: id });
    const answers = await Promise.all([1, 2].map(() => say('doApply', { ids: id }, dock.boss)));
    expect(answers.filter((msg) => msg === OK)).toHaveLength(1);
    expect(
      await dock.running.asOwner(`select count(*)::int as bills from in_store where source_bill_id = $1`, [id]),
    ).toEqual([{ bills: 1 }]);
  });

  test('nothing is bought for a warehouse that is frozen, and nothing is received of what nobody approved', async () => {
    const id = await draft({ vendorName: '冻结摊' });
    expect(await say('preReceiving', { id })).toMatch(/还没有入库单，请先审批/);
    await dock.running.asOwner('update warehouse set frozen = 1 where id = 500');
    expect(await say('toApply', { ids: id })).toMatch(/主仓/);
    await dock.running.asOwner('update warehouse set frozen = 0 where id = 500');
  });
});

describe('EP-0463: sent under a digest of its content', () => {
  const content = body({ vendorName: '断网摊' });
  const hash = createHash('sha256').update(JSON.stringify(content)).digest('hex');
  test('twice at once it is saved once, and the same order answers', async () => {
    const [one, two] = await Promise.all([post(hash, content), post(hash.toUpperCase(), content)]);
    const [first, second] = [one.data, two.data] as { id: string; repeated: boolean }[];
    expect(first!.id).toBe(second!.id);
    expect([first!.repeated, second!.repeated].toSorted()).toEqual([false, true]);
    expect(await say(hash, { ...content, remark: '别的' })).toBe('提交标识与内容不一致，请刷新后重新提交');
    expect(await say('remove', { ids: first!.id })).toBe(OK);
    expect(await say(hash, content)).toBe('该自采单已删除');
  });
  test.each(['abc', hash.slice(1), `${hash.slice(1)}g`])('%s is no digest: no such call', async (given) => {
    expect((await dock.post(dock.keeper, `selfpurchaseorder/${given}`, content)).status).toBe(404);
  });
  test('what is refused is not remembered', async () => {
    const bad = body({ vendorName: '', details: [shrimp] });
    const key = createHash('md5').update('bad').digest('hex');
    expect(await say(key, bad)).toBe('请填写供应商或商户名称');
    expect(await say(key, { ...bad, vendorName: '改好摊' })).toBe(OK);
  });
});

test('EP-0464: SAP is asked for nothing: no suppress order is named, SAP is not configured', async () => {
  const call = 'querySapInventoryNotificationByFactorysuppressorder';
  expect(await say(call, {})).toBe('请选择强压单');
  expect(await say(call, { billCode: 'QY202611210001' })).toMatch(/^未配置SAP连接/);
});
