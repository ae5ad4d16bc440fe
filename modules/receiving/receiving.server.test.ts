/** Receiving over HTTP on a real database: what the dock does, and what it leaves behind. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { aDock, thing, type Dock } from './dock.testing.ts';

let dock: Dock;
beforeAll(async () => {
  dock = await aDock();
});
afterEach(() => dock.proved());
afterAll(() => dock.running.close());

const receive = (instoreId: string, ...details: Record<string, unknown>[]) =>
  dock.post(dock.keeper, 'invinstore/doReceiving', { instoreId, details });
const complete = (billId: string) => dock.post(dock.keeper, 'invinstore/completeReceiving', { billId });
const orderOf = async (id: string) => dock.get(dock.keeper, 'purchaseorder/detail', { id });
const OK = '操作成功';

test('an approved order has its bill to receive in the same transaction; a void order voids it', async () => {
  const { orderId, instoreId, details } = await dock.order([{ materialId: thing.rice, qty: '100' }]);
  expect(await dock.detail(instoreId)).toMatchObject({
    status: 'to-receive',
    sourceBillType: 'purchase-order',
    supplierName: '鲜达',
    warehouseName: '主仓',
    lineCount: 1,
  });
  expect(details[0]).toMatchObject({ qty: '100', openQty: '100', limitQty: '103', lineState: 'waiting' });
  const removing = await dock.post(dock.keeper, 'invinstore/remove', { ids: instoreId });
  expect(removing.body.msg).toContain('由来源单据生成，不能删除');
  expect((await dock.post(dock.keeper, 'purchaseorder/void', { ids: orderId, reason: '不要了' })).body.msg).toBe(OK);
  expect((await dock.detail(instoreId)).status).toBe('void');
});

test('EP-0602: several deliveries on one order: progress, cost and what is on order follow each of them', async () => {
  const { orderId, instoreId, details } = await dock.order([
    { materialId: thing.rice, qty: '100', price: '5.20' },
    { materialId: thing.tofu, qty: '10' },
  ]);
  const [rice, tofu] = details.map((line) => line['id']);
  expect((await receive(instoreId, { detailId: rice, acceptedQty: '60', supplierBatchNo: 'L1' })).body.msg).toBe(OK);
  expect(await orderOf(orderId)).toMatchObject({
    status: 'approved',
    executeStatus: 'partial',
    details: [{ receivedQty: '60' }, { receivedQty: '0' }],
  });
  expect(await dock.detail(instoreId)).toMatchObject({
    status: 'receiving',
    amount: '312.00',
    receivedLineCount: 1,
    details: [
      { openQty: '40', lineState: 'part' },
      { openQty: '10', lineState: 'waiting' },
    ],
  });
  await dock.proved();
  expect(
    (
      await receive(
        instoreId,
        { detailId: rice, acceptedQty: '30' },
        { detailId: rice, acceptedQty: '10', deliveredPrice: '5.80' },
        { detailId: tofu, acceptedQty: '10', productionDate: '2026-11-20' },
      )
    ).body.msg,
  ).toBe(OK);
  const bill = await dock.detail(instoreId);
  expect(bill.receivings).toHaveLength(2);
  expect(bill.receivings[0]).toMatchObject({ state: 'posted', receiverName: '收货员' });
  // Another price than agreed is kept beside and overwrites nothing.
  expect(bill.receivings[0]!.details[1]).toMatchObject({ deliveredPrice: '5.8', priceDiffers: 1 });
  const lots = await dock.running.asOwner<{ cost: string; expiry: string | null }>(
    'select trim_scale(round(unit_cost, 6))::text as cost, expiry_date::text as expiry from stock_batch s join batch b on b.id = s.batch_id where b.source_bill_id = $1 order by b.id',
    [instoreId],
  );
  expect(lots).toEqual([
    { cost: '5.2', expiry: null },
    { cost: '5.2', expiry: null },
    { cost: '5.2', expiry: null },
    { cost: '4', expiry: '2026-12-10' },
  ]);
  expect(await orderOf(orderId)).toMatchObject({ status: 'done', executeStatus: 'all' });
  expect((await complete(instoreId)).body.msg).toBe(OK);
  expect((await dock.detail(instoreId)).status).toBe('done');
  const again = await complete(instoreId);
  expect([again.status, again.body.msg]).toEqual([400, expect.stringContaining('已完成')]);
});

test('103.000 of 100 is received, 103.001 is refused with the figures; what is over settles itself', async () => {
  const { instoreId, details } = await dock.order([{ materialId: thing.rice, qty: '100' }]);
  const detailId = details[0]!['id'];
  const tooMuch = await receive(instoreId, { detailId, acceptedQty: '103.001' });
  expect([tooMuch.status, tooMuch.body.msg]).toEqual([
    400,
    '第 1 行：大米 累计收货 103.001 千克，超过上限 103 千克（订购 100 千克，允许超收 3%）',
  ]);
  expect((await receive(instoreId, { detailId, acceptedQty: '60' }, { detailId, acceptedQty: '43.001' })).status).toBe(
    400,
  );
  expect((await receive(instoreId, { detailId, acceptedQty: '60' }, { detailId, acceptedQty: '43' })).body.msg).toBe(
    OK,
  );
  const bill = await dock.detail(instoreId);
  expect(bill.details[0]).toMatchObject({ receivedQty: '103', settledQty: '-3', openQty: '0', lineState: 'received' });
  expect(bill.differences).toMatchObject([
    { differenceType: 'over', differenceQty: '-3', settledQty: '-3', status: 'confirmed', outcome: 'over-accept' },
  ]);
  const causeIn = async (language: string) => {
    const { body } = await dock.running.call(
      dock.keeper,
      'GET',
      '/api/store-management/invinstoredifference/detail',
      { id: String((bill.differences as Record<string, unknown>[])[0]!['id']) },
      { 'accept-language': language },
    );
    return (body.data as { cause: string }).cause;
  };
  expect([await causeIn('zh-CN'), await causeIn('en')]).toEqual([
    '超收在容差内自动结清',
    'Over within the tolerance, settled by itself',
  ]);
  // One from before is in one language alone: everybody reads it.
  await dock.running.asOwner(`update in_store_difference set cause = '少送' where instore_id = $1`, [instoreId]);
  expect([await causeIn('zh-CN'), await causeIn('en')]).toEqual(['少送', '少送']);
});

describe('what is received must be fit', () => {
  test.each`
    title                                  | material      | line                                                                          | says
    ${'no date'}                           | ${thing.tofu} | ${{ acceptedQty: '1' }}                                                       | ${'豆腐 请填写生产日期或到期日'}
    ${'half of its life left, exactly'}    | ${thing.tofu} | ${{ acceptedQty: '1', productionDate: '2026-11-11' }}                         | ${OK}
    ${'a day less'}                        | ${thing.tofu} | ${{ acceptedQty: '1', productionDate: '2026-11-10' }}                         | ${'剩余保质期 45% 低于要求 50%'}
    ${'a day less, let pass'}              | ${thing.tofu} | ${{ acceptedQty: '1', productionDate: '2026-11-10', overrideReason: '急用' }} | ${OK}
    ${'expired'}                           | ${thing.tofu} | ${{ acceptedQty: '1', productionDate: '2026-10-31', overrideReason: '急用' }} | ${'豆腐 已于 2026-11-20 过期，不能收货，请填拒收数量'}
    ${'expired, by what is printed on it'} | ${thing.tofu} | ${{ acceptedQty: '1', expiryDate: '2026-11-20', overrideReason: '急用' }}     | ${'豆腐 已于 2026-11-20 过期'}
    ${'expired and refused'}               | ${thing.tofu} | ${{ refusedQty: '1', refuseReason: 'near-expiry', expiryDate: '2026-11-20' }} | ${OK}
    ${'made tomorrow'}                     | ${thing.tofu} | ${{ acceptedQty: '1', productionDate: '2026-11-22', overrideReason: '急用' }} | ${'豆腐 生产日期 2026-11-22 晚于到货日 2026-11-21'}
    ${'made tomorrow, no expiry kept'}     | ${thing.rice} | ${{ acceptedQty: '1', productionDate: '2026-11-22' }}                         | ${'大米 生产日期 2026-11-22 晚于到货日 2026-11-21'}
    ${'no temperature'}                    | ${thing.beef} | ${{ acceptedQty: '1' }}                                                       | ${'牛肉 请填写到货温度'}
    ${'too warm'}                          | ${thing.beef} | ${{ acceptedQty: '1', temperature: '-11.9' }}                                 | ${'到货温度 -11.9 超出 -60~-12'}
    ${'cold enough'}                       | ${thing.beef} | ${{ acceptedQty: '1', temperature: '-12' }}                                   | ${OK}
    ${'not weighed'}                       | ${thing.milk} | ${{ acceptedQty: '1' }}                                                       | ${'请填写毛重和皮重'}
    ${'weighed otherwise'}                 | ${thing.milk} | ${{ acceptedQty: '1', grossQty: '1.2', tareQty: '0.1' }}                      | ${'不等于毛重减皮重 1.1'}
    ${'weighed'}                           | ${thing.milk} | ${{ acceptedQty: '1.1', grossQty: '1.2', tareQty: '0.1' }}                    | ${OK}
    ${'pieces missing'}                    | ${thing.fish} | ${{ acceptedQty: '1' }}                                                       | ${'请填写件数'}
    ${'refused without a reason'}          | ${thing.rice} | ${{ refusedQty: '1' }}                                                        | ${'请选择拒收原因'}
    ${'nothing'}                           | ${thing.rice} | ${{ acceptedQty: '0' }}                                                       | ${'请填写实收或拒收数量'}
    ${'a number that is none'}             | ${thing.rice} | ${{ acceptedQty: '1e2' }}                                                     | ${'实收必须是数字'}
    ${'a line of another bill'}            | ${thing.rice} | ${{ detailId: '999', acceptedQty: '1' }}                                      | ${'不属于本单'}
  `('$title', async ({ material, line, says }) => {
    const { instoreId, details } = await dock.order([{ materialId: material, qty: '2' }]);
    expect((await receive(instoreId, { detailId: details[0]!['id'], ...line })).body.msg).toContain(says);
  });

  test('a delivery of tomorrow is refused, and all problems are said at once', async () => {
    const { instoreId, details } = await dock.order([
      { materialId: thing.rice, qty: '2' },
      { materialId: thing.tofu, qty: '2' },
    ]);
    expect(
      (
        await dock.post(dock.keeper, 'invinstore/doReceiving', {
          instoreId,
          arriveTime: '2026-11-22 08:00:00',
          details: [{ detailId: details[0]!['id'], acceptedQty: '1' }],
        })
      ).body.msg,
    ).toContain('不能晚于现在');
    const both = await receive(
      instoreId,
      { detailId: details[0]!['id'], acceptedQty: '3' },
      { detailId: details[1]!['id'], acceptedQty: '1' },
    );
    expect(both.body.msg).toMatch(/第 1 行：大米 累计收货.*；第 2 行：豆腐 请填写/);
    expect((await dock.detail(instoreId)).status).toBe('to-receive');
  });
});

test('EP-0601 EP-0603 EP-0605: short inside the tolerance closes with the bill; beyond it the bill asks for an explanation', async () => {
  const { orderId, instoreId, details } = await dock.order([
    { materialId: thing.rice, qty: '100' },
    { materialId: thing.milk, qty: '10' },
  ]);
  const [rice, milk] = details.map((line) => line['id']);
  await receive(
    instoreId,
    { detailId: rice, acceptedQty: '97' },
    { detailId: milk, acceptedQty: '6', refusedQty: '1', refuseReason: 'rotten', grossQty: '6', tareQty: '0' },
  );
  expect((await complete(instoreId)).body.msg).toBe('还有 1 行未收货也未登记差异：2 牛奶 3 千克');
  const proposed = (await dock.post(dock.keeper, 'invinstore/preDifference', { instoreId })).body.data as {
    details: Record<string, string>[];
  };
  expect(proposed.details).toMatchObject([
    { differenceType: 'short', qty: '3', settlesItself: 1 },
    { differenceType: 'quality', qty: '1', outcome: 'wait' },
    { differenceType: 'short', qty: '3', outcome: 'wait' },
  ]);
  const claim = (qty: string, outcome: string, differenceType = 'short', more = {}) =>
    dock.post(dock.keeper, 'invinstore/doDifference', {
      instoreId,
      details: [{ detailId: milk, differenceType, qty, cause: '少送', bearer: 'supplier', outcome, ...more }],
    });
  expect((await claim('4.5', 'cancel-rest')).body.msg).toContain('差异数量大于未收数量 4 千克');
  expect((await claim('1', 'loss')).body.msg).toContain('不适用于外部供应商');
  expect((await claim('1', 'charge', 'damaged')).body.msg).toContain('请上传照片');
  expect((await claim('1', 'charge', 'short', { cause: '' })).body.msg).toContain('请填写原因说明');
  expect((await claim('4', 'cancel-rest')).body.msg).toBe(OK);
  expect((await complete(instoreId)).body.msg).toBe(OK);
  const bill = await dock.detail(instoreId);
  expect(bill).toMatchObject({
    status: 'done',
    details: [
      { settledQty: '3', openQty: '0', lineState: 'closed' },
      { settledQty: '4', openQty: '0' },
    ],
  });
  expect(await orderOf(orderId)).toMatchObject({
    status: 'done',
    executeStatus: 'all',
    details: [
      { receivedQty: '97', settledQty: '3' },
      { receivedQty: '6', settledQty: '4' },
    ],
  });
});

test('photos taken at the dock stand on the differences: proposed where goods are missing, kept where too much came', async () => {
  const { instoreId, details } = await dock.order([
    { materialId: thing.rice, qty: '100' },
    { materialId: thing.tofu, qty: '10' },
  ]);
  const [rice, tofu] = details.map((line) => line['id']);
  const stored = await dock.running.asOwner<{ id: string }>(
    `insert into stored_file (tenant_id, id, name, content_type, size, sha256, purpose)
      select '000001', new_id(), n || '.jpg', 'image/jpeg', 1, '', 'picture' from generate_series(1, 2) n
      returning id::text as id`,
  );
  const [crushed, extra] = stored.map((file) => file.id);
  expect(
    (
      await receive(
        instoreId,
        { detailId: rice, acceptedQty: '102', pictures: [extra] },
        { detailId: tofu, acceptedQty: '1', productionDate: '2026-11-21' },
        {
          detailId: tofu,
          acceptedQty: '6',
          productionDate: '2026-11-21',
          refusedQty: '3',
          refuseReason: 'rotten',
          pictures: [crushed],
        },
      )
    ).body.msg,
  ).toBe(OK);
  expect((await dock.detail(instoreId)).differences).toMatchObject([{ differenceType: 'over', pictures: extra }]);
  const proposed = (await dock.post(dock.keeper, 'invinstore/preDifference', { instoreId })).body.data as {
    details: Record<string, unknown>[];
  };
  expect(proposed.details.filter((line) => line['differenceType'] !== 'over')).toMatchObject([
    {
      differenceType: 'quality',
      qty: '3',
      pictures: crushed,
      picturesFiles: [{ id: crushed, name: '1.jpg', link: expect.stringContaining(`id=${crushed}`) as string }],
    },
  ]);
  expect(
    (
      await dock.post(dock.keeper, 'invinstore/doDifference', {
        instoreId,
        details: [
          {
            detailId: tofu,
            differenceType: 'damaged',
            qty: '3',
            cause: '压坏',
            bearer: 'supplier',
            outcome: 'cancel-rest',
            pictures: [crushed],
          },
        ],
      })
    ).body.msg,
  ).toBe(OK);
  expect((await dock.detail(instoreId)).differences).toEqual(
    expect.arrayContaining([expect.objectContaining({ differenceType: 'damaged', pictures: crushed })]),
  );
});

test('a photo that was never uploaded, is another tenant’s or is no picture is refused by its line, and nothing is recorded', async () => {
  const { instoreId, details } = await dock.order([
    { materialId: thing.rice, qty: '10' },
    { materialId: thing.tofu, qty: '10' },
  ]);
  const [rice, tofu] = details.map((line) => line['id']);
  const file = async (tenant: string, purpose: string): Promise<string> =>
    (
      await dock.running.asOwner<{ id: string }>(
        `insert into stored_file (tenant_id, id, name, content_type, size, sha256, purpose)
          values ($1, new_id(), 'x', 'image/jpeg', 1, '', $2) returning id::text as id`,
        [tenant, purpose],
      )
    )[0]!.id;
  const [own, foreign, sheet] = [
    await file('000001', 'picture'),
    await file('000002', 'picture'),
    await file('000001', 'attachment'),
  ];
  const claim = async (...pictures: readonly (readonly string[])[]): Promise<unknown> =>
    (
      await dock.post(dock.keeper, 'invinstore/doDifference', {
        instoreId,
        details: [rice, tofu].map((detailId, at) => ({
          detailId,
          differenceType: 'damaged',
          qty: '1',
          cause: '压坏',
          bearer: 'supplier',
          outcome: 'cancel-rest',
          pictures: pictures[at],
        })),
      })
    ).body.msg;
  expect(
    (
      await receive(
        instoreId,
        { detailId: rice, acceptedQty: '9' },
        { detailId: tofu, acceptedQty: '9', productionDate: '2026-11-21', pictures: ['77'] },
      )
    ).body.msg,
  ).toBe('第 2 行的照片 77 不存在或已删除，请重新上传');
  expect(
    (
      await receive(
        instoreId,
        { detailId: rice, acceptedQty: '9' },
        { detailId: tofu, acceptedQty: '9', productionDate: '2026-11-21' },
      )
    ).body.msg,
  ).toBe(OK);
  expect(await claim([own], ['4711'])).toBe('第 2 行的照片 4711 不存在或已删除，请重新上传');
  expect(await claim([foreign], [own, sheet])).toContain(`第 1 行的照片 ${foreign} 不存在`);
  expect(await claim([own], [own, sheet])).toContain(`第 2 行的照片 ${sheet} 不存在`);
  expect((await dock.detail(instoreId)).differences).toEqual([]);
  expect(await claim([own], [own])).toBe(OK);
});

test('goods a case waits for end it when they come, also after the bill was completed', async () => {
  const { instoreId, details } = await dock.order([{ materialId: thing.rice, qty: '100' }]);
  const detailId = details[0]!['id'];
  await receive(instoreId, { detailId, acceptedQty: '80' });
  await dock.post(dock.keeper, 'invinstore/doDifference', {
    instoreId,
    details: [{ detailId, differenceType: 'short', qty: '20', cause: '少送', outcome: 'wait' }],
  });
  expect((await dock.detail(instoreId)).details[0]).toMatchObject({ openQty: '20', lineState: 'difference' });
  await complete(instoreId);
  expect((await dock.detail(instoreId)).status).toBe('difference');
  expect((await receive(instoreId, { detailId, acceptedQty: '15' })).body.msg).toBe(OK);
  expect((await dock.detail(instoreId)).differences[0]).toMatchObject({ status: 'waiting', arrivedQty: '15' });
  await receive(instoreId, { detailId, acceptedQty: '5' });
  expect((await dock.detail(instoreId)).differences[0]).toMatchObject({
    status: 'confirmed',
    arrivedQty: '20',
    settledQty: '0',
  });
  expect((await complete(instoreId)).body.msg).toBe(OK);
  expect((await dock.detail(instoreId)).status).toBe('done');
});

test('EP-0614 EP-0615 EP-0616: a case is confirmed by another person; a part agreement opens the rest again', async () => {
  const { instoreId, details } = await dock.order([{ materialId: thing.rice, qty: '100' }]);
  const detailId = details[0]!['id'];
  await receive(instoreId, { detailId, acceptedQty: '80' });
  await dock.post(dock.keeper, 'invinstore/doDifference', {
    instoreId,
    details: [{ detailId, differenceType: 'short', qty: '20', cause: '少送', outcome: 'wait' }],
  });
  await complete(instoreId);
  const id = (await dock.detail(instoreId)).differences[0]!['id']!;
  const page = await dock.get(dock.keeper, 'invinstoredifference/pageRequireFromProject', { instoreId });
  expect(page['records']).toMatchObject([{ id, actionable: 1, requireSide: 'project', deadline: '2026-11-24' }]);
  expect((await dock.get(dock.keeper, 'invinstoredifference/pageRequireFromFactroy', { instoreId }))['total']).toBe(0);
  const confirm = (token: string, more = {}) => dock.post(token, 'invinstoredifference/confirm', { id, ...more });
  expect((await confirm(dock.keeper, { outcome: 'cancel-rest' })).body.msg).toContain('不能确认自己登记的差异');
  expect((await confirm(dock.boss)).body.msg).toContain('请选择取消余量');
  expect((await confirm(dock.boss, { outcome: 'charge', agreedQty: '21' })).body.msg).toContain('确认数量不能大于 20');
  expect((await dock.post(dock.boss, 'invinstoredifference/dispute', { id, reason: '请核对' })).body.msg).toBe(OK);
  expect((await dock.post(dock.boss, 'invinstoredifference/insist', { id, reason: '请再看' })).body.msg).toContain(
    '没有对方可回复',
  );
  expect((await confirm(dock.boss, { outcome: 'charge', agreedQty: '12' })).body.msg).toBe(OK);
  expect(await dock.detail(instoreId)).toMatchObject({
    status: 'receiving',
    details: [{ settledQty: '12', openQty: '8' }],
  });
  expect((await confirm(dock.boss, { outcome: 'charge' })).body.msg).toMatch(
    /差异 CY\d+ 已由 主管 于 2026-11-21 09:00:00 确认/,
  );
});

test('promise 7: of ten confirms at once one has effect', async () => {
  const { instoreId, orderId, details } = await dock.order([{ materialId: thing.rice, qty: '100' }]);
  const detailId = details[0]!['id'];
  await receive(instoreId, { detailId, acceptedQty: '80' });
  await dock.post(dock.keeper, 'invinstore/doDifference', {
    instoreId,
    details: [{ detailId, differenceType: 'short', qty: '20', cause: '少送', outcome: 'wait' }],
  });
  await complete(instoreId);
  const id = (await dock.detail(instoreId)).differences[0]!['id']!;
  const answers = await Promise.all(
    Array.from({ length: 10 }, () =>
      dock.post(dock.boss, 'invinstoredifference/confirm', { id, outcome: 'cancel-rest' }),
    ),
  );
  expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 400)]);
  expect(
    answers.filter((answer) => answer.status === 400).every((answer) => answer.body.msg?.includes('已由 主管 于')),
  ).toBe(true);
  expect(await dock.detail(instoreId)).toMatchObject({ status: 'done', details: [{ settledQty: '20', openQty: '0' }] });
  expect(await orderOf(orderId)).toMatchObject({ status: 'done', details: [{ receivedQty: '80', settledQty: '20' }] });
});

test('EP-0617, promise 7: several differences are confirmed by one call, once however often it is pressed, all or none', async () => {
  const { instoreId, details } = await dock.order([
    { materialId: thing.rice, qty: '100' },
    { materialId: thing.tofu, qty: '10' },
  ]);
  const [rice, tofu] = details.map((line) => line['id']);
  await receive(
    instoreId,
    { detailId: rice, acceptedQty: '80' },
    { detailId: tofu, acceptedQty: '6', productionDate: '2026-11-20' },
  );
  const short = (detailId: string | undefined, qty: string) => ({
    detailId,
    differenceType: 'short',
    qty,
    cause: '少送',
    outcome: 'wait',
  });
  expect(
    (
      await dock.post(dock.keeper, 'invinstore/doDifference', {
        instoreId,
        details: [short(rice, '20'), short(tofu, '4')],
      })
    ).body.msg,
  ).toBe(OK);
  const ids = (await dock.detail(instoreId)).differences.map((each) => each['id']);
  expect(ids).toHaveLength(2);
  const batch = (token: string, more: readonly (string | undefined)[] = []) =>
    dock.post(token, 'invinstoredifference/batchConfirm', { ids: [...ids, ...more].join(','), outcome: 'cancel-rest' });
  expect((await batch(dock.keeper)).body.msg).toContain('不能确认自己登记的差异');
  expect((await batch(dock.boss, ['4611686018427387904'])).status).toBe(404);
  expect((await dock.detail(instoreId)).differences.map((each) => each['status'])).toEqual(['waiting', 'waiting']);
  const answers = await Promise.all(Array.from({ length: 10 }, () => batch(dock.boss)));
  expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 400)]);
  expect(answers.find((answer) => answer.status === 200)!.body.data).toBe(true);
  const bill = await dock.detail(instoreId);
  expect(bill.differences).toMatchObject([{ status: 'confirmed' }, { status: 'confirmed' }]);
  expect(bill.details).toMatchObject([
    { receivedQty: '80', settledQty: '20', openQty: '0' },
    { receivedQty: '6', settledQty: '4', openQty: '0' },
  ]);
});

test('promise 22: twenty deliveries of the same content at once never exceed the limit', async () => {
  const { instoreId, details } = await dock.order([{ materialId: thing.rice, qty: '100' }]);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => receive(instoreId, { detailId: details[0]!['id'], acceptedQty: '34' })),
  );
  expect(answers.map((answer) => answer.status).toSorted()).toEqual([
    ...Array.from({ length: 3 }, () => 200),
    ...Array.from({ length: 17 }, () => 400),
  ]);
  expect((await dock.detail(instoreId)).details[0]).toMatchObject({ receivedQty: '102', settledQty: '-2' });
});

test('promise 22: completed twenty times at once, it is completed once', async () => {
  const { instoreId, details } = await dock.order([{ materialId: thing.rice, qty: '100' }]);
  await receive(instoreId, { detailId: details[0]!['id'], acceptedQty: '98' });
  const answers = await Promise.all(Array.from({ length: 20 }, () => complete(instoreId)));
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  expect((await dock.detail(instoreId)).differences).toHaveLength(1);
});

test('the same key twice is one delivery', async () => {
  const { instoreId, details } = await dock.order([{ materialId: thing.rice, qty: '100' }]);
  const once = () =>
    dock.running.call(
      dock.keeper,
      'POST',
      '/api/store-management/invinstore/doReceiving',
      { instoreId, details: [{ detailId: details[0]!['id'], acceptedQty: '40' }] },
      { 'idempotency-key': `once-${instoreId}` },
    );
  expect([(await once()).body.data, (await once()).body.data]).toEqual([true, true]);
  expect((await dock.detail(instoreId)).details[0]!['receivedQty']).toBe('40');
});

test('a delivery entered wrongly is reversed: moves, lines, over-receipt, order and what is on order', async () => {
  const { orderId, instoreId, details } = await dock.order([{ materialId: thing.rice, qty: '100' }]);
  await receive(instoreId, { detailId: details[0]!['id'], acceptedQty: '102' });
  expect(await orderOf(orderId)).toMatchObject({ status: 'done' });
  const receivingId = (await dock.detail(instoreId)).receivings[0]!.id;
  const reverse = () => dock.post(dock.keeper, 'invinstore/reverseReceiving', { receivingId, reason: '录错了' });
  expect((await reverse()).body.msg).toBe(OK);
  expect(await dock.detail(instoreId)).toMatchObject({
    status: 'to-receive',
    amount: '0.00',
    details: [{ receivedQty: '0', settledQty: '0', openQty: '100' }],
    receivings: [{ state: 'reversed', reversedReason: '录错了' }],
  });
  expect(await orderOf(orderId)).toMatchObject({ status: 'approved', executeStatus: 'none' });
  expect((await reverse()).body.msg).toContain('已冲销');
});

test('a straight order passes through the company and leaves nothing there', async () => {
  const { orderId, instoreId } = await dock.order([{ materialId: thing.rice, qty: '10' }]);
  await dock.running.asOwner(`update in_store set channel = 'direct' where id = $1`, [instoreId]);
  const detailId = (await dock.detail(instoreId)).details[0]!['id'];
  expect((await receive(instoreId, { detailId, acceptedQty: '10' })).body.msg).toBe(OK);
  const moves = await dock.running.asOwner<{ reason: string; qty: string }>(
    'select reason, qty::text from stock_move where bill_id = $1 order by seq',
    [instoreId],
  );
  expect(moves.map((move) => `${move.reason} ${move.qty}`)).toEqual([
    'receipt.direct-buy 10.000000',
    'receipt.direct-in -10.000000',
    'receipt.direct-in 10.000000',
  ]);
  expect(await orderOf(orderId)).toMatchObject({ status: 'done' });
});

test('EP-0604: a bill made by hand: for an approved order without one', async () => {
  const { orderId, instoreId } = await dock.order([{ materialId: thing.rice, qty: '10' }]);
  const make = () =>
    dock.post(dock.keeper, 'invinstore/submit', {
      sourceBillType: 'purchase-order',
      sourceBillId: orderId,
      remark: '补单',
    });
  expect((await make()).body.msg).toMatch(/来源单据已有入库单 RK/);
  await dock.post(dock.keeper, 'invinstore/void', { ids: instoreId, reason: '作废重做' });
  const made = (await make()).body.data as { id: string; status: string };
  expect(made).toMatchObject({ status: 'to-receive', remark: '补单', byHand: 1 });
  expect(
    (
      await dock.post(dock.keeper, 'invinstore/submit', {
        id: made.id,
        expectTime: '2026-11-22 06:30:00',
        sourceBillId: orderId,
      })
    ).body.msg,
  ).toBe(OK);
  expect(await dock.detail(made.id)).toMatchObject({ expectTime: '2026-11-22 06:30:00', details: [{ qty: '10' }] });
  expect(await dock.get(dock.keeper, 'invinstore/getSourceBill', { id: made.id })).toMatchObject({
    id: orderId,
    details: [{ openQty: '10' }],
  });
  expect((await dock.post(dock.keeper, 'invinstore/remove', { ids: made.id })).body.msg).toBe(OK);
});

test('EP-0600: preReceiving proposes what is open, its limit and its dates, and saves nothing', async () => {
  const { instoreId } = await dock.order([
    { materialId: thing.rice, qty: '10' },
    { materialId: thing.tofu, qty: '4' },
  ]);
  const proposed = (await dock.post(dock.keeper, 'invinstore/preReceiving', { instoreId })).body.data as {
    details: Record<string, unknown>[];
  };
  expect(proposed.details).toMatchObject([
    { materialName: '大米', unitName: '千克', acceptedQty: '10', limitQty: '10.3', needsLife: 0 },
    { acceptedQty: '4', needsLife: 1, productionDate: '2026-11-21', expiryDate: '2026-12-11' },
  ]);
  expect((await dock.post(dock.keeper, 'invinstore/preReceiving', {})).body.msg).toBe('请提供单据编号');
});
