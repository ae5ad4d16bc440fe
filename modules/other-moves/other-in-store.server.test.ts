/** Other receipts as people enter, send, approve and reverse them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../parts/postgres/database.ts';
import { balanceOf, place, received, thing, unit } from '../stock/ledger/stock-room.testing.ts';
import { aBillRoom, KEEPER, MANAGER, refusalsOf, type BillRoom, type BillRow } from './other-moves.testing.ts';

const IN = 'otherinstore';
/** The month before is closed by then. */
const APRIL = { now: '2025-04-02 09:00:00' };
let room: BillRoom;
beforeAll(async () => {
  room = await aBillRoom();
  await room.act(({ tx }) =>
    tx.run(
      sql`insert into supplier (id, code, name, contact, contact_phone) values (600, 'S1', '绿源', '王', '13800000000')`,
    ),
  );
});
afterAll(() => room.close());

const line = (more: object = {}): Record<string, unknown> => ({
  materialId: thing.rice,
  qty: '10',
  price: '4.00',
  ...more,
});
const aBill = (more: object = {}, lines: readonly object[] = [line()]): Record<string, unknown> => ({
  warehouseId: place.warehouse,
  inType: 'unordered',
  details: lines,
  ...more,
});
const riceAt = (locationId: string = place.warehouse): Promise<{ qty: string; amount: string }> =>
  room.act((context) => balanceOf(context, locationId, thing.rice));

test('RULE-480 RULE-368: drafted, sent, refused with a reason, edited, sent again, approved: each line is a lot at the warehouse', async () => {
  const bill = await room.sent(
    IN,
    aBill({ supplierId: '600' }, [
      line({ qty: '2', unitId: unit.bag, price: '100.00', supplierBatchNo: 'X-1', origin: '五常' }),
      line({ materialId: thing.flour, qty: '5', price: '3.20', productionDate: '2025-03-01' }),
    ]),
  );
  expect([bill.status, bill.billCode]).toEqual(['pending', expect.stringMatching(/^QTR20250316\d{4}$/)]);
  await room.call(`${IN}/refuse`, { ids: bill.id, reason: '数量不符' }, { who: MANAGER });
  expect(await room.billOf(IN, bill.id)).toMatchObject({ status: 'rejected', reason: '数量不符' });
  expect(await riceAt()).toMatchObject({ qty: '0' });
  const [rice, flour] = bill.details;
  await room.call(`${IN}/submit`, { id: bill.id, details: [{ ...rice, qty: '1' }, flour] });
  await room.call(`${IN}/toApply`, { ids: bill.id });
  await room.call(`${IN}/doApply`, { ids: bill.id }, { who: MANAGER });
  const posted = await room.billOf(IN, bill.id);
  expect(posted).toMatchObject({
    status: 'done',
    statusName: '已过账',
    amount: '116.00',
    details: [
      { baseQty: '25', unitCost: '4', amount: '100.00' },
      { baseQty: '5', unitCost: '3.2', amount: '16.00' },
    ],
  });
  expect(await riceAt()).toMatchObject({ qty: '25', amount: '100' });
  const lots = await room.act(({ tx }) =>
    tx.rows(sql`select b.supplier_id, b.supplier_batch_no, b.origin_place, b.expiry_date, b.source_bill_code from batch b
      where b.id = any(${posted.details.map((each) => String(each['batchId']))}::bigint[]) order by b.material_id`),
  );
  expect(lots).toEqual([
    { supplierId: '600', supplierBatchNo: 'X-1', originPlace: '五常', expiryDate: null, sourceBillCode: bill.billCode },
    {
      supplierId: '600',
      supplierBatchNo: null,
      originPlace: null,
      expiryDate: '2025-08-28',
      sourceBillCode: bill.billCode,
    },
  ]);
  expect(await room.movesOf(bill.billCode)).toMatchObject([
    { reason: 'other-in.post', qty: '25', amount: '100', reasonDetail: 'unordered' },
    { reason: 'other-in.post', qty: '5', amount: '16' },
  ]);
  expect(await room.proven()).toBe(true);
});

test('without a price a line costs the average of what lies there, else the last cost; a gift may cost nothing', async () => {
  await room.act(async (context) => {
    await received(context, thing.oil, 100, '520', { locationId: place.otherWarehouse });
    await received(context, thing.oil, 50, '290', { locationId: place.otherWarehouse });
  });
  const other = { warehouseId: place.otherWarehouse };
  const oil = { materialId: thing.oil, qty: '10' };
  expect((await room.posted(IN, aBill(other, [oil]))).details).toMatchObject([{ unitCost: '5.4', amount: '54.00' }]);
  expect((await room.posted(IN, aBill({ ...other, inType: 'gift' }, [oil]))).details).toMatchObject([
    { price: '0', unitCost: '0', amount: '0.00' },
  ]);
  const flour = { materialId: thing.flour, qty: '4', expiryDate: '2025-09-01' };
  expect(await refusalsOf(room.sent(IN, aBill(other, [flour])))).toEqual([
    ['other-moves.no-cost', '面粉 在该仓库没有平均成本和最近成本，请填写单价'],
  ]);
});

test('a line whose price its reader may not see keeps it; he sees neither price nor value', async () => {
  const bill = await room.posted(IN, aBill());
  const hidden = await room.call<BillRow>(`${IN}/detail`, { id: bill.id }, { without: ['otherinstore_view_cost'] });
  expect([hidden['amount'], hidden.details[0]!['price'], hidden.details[0]!['amount']]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(hidden.details[0]).toMatchObject({ qty: '10' });
});

test.each([
  ['nothing', line({ qty: '0' }), 'field.positive', '数量必须大于 0'],
  ['less than nothing', line({ qty: '-1' }), 'field.positive', '数量必须大于 0'],
  ['for nothing, which is no gift', line({ price: '0' }), 'price.positive', '价格不能小于等于0'],
  [
    'expired',
    line({ materialId: thing.flour, expiryDate: '2025-03-15' }),
    'other-moves.expired',
    '面粉 已于 2025-03-15 过期，不能入库，请核对到期日',
  ],
  [
    'expired by its shelf life',
    line({ materialId: thing.tofu, productionDate: '2025-03-10' }),
    'other-moves.expired',
    '豆腐 已于 2025-03-15 过期，不能入库，请核对到期日',
  ],
  [
    'produced tomorrow',
    line({ productionDate: '2025-03-17' }),
    'stock.produced-later',
    '大米 生产日期 2025-03-17 晚于今天',
  ],
])('goods that are %s are refused at their line, and nothing is kept', async (_what, bad, code, sentence) => {
  const before = await room.act(({ tx }) => tx.rows(sql`select 1 from other_in_store`));
  expect(await refusalsOf(room.call(`${IN}/submit`, aBill({}, [line(), bad])))).toEqual([[code, sentence]]);
  expect(await room.act(({ tx }) => tx.rows(sql`select 1 from other_in_store`))).toHaveLength(before.length);
});

test('goods of catch weight come in by weight and by the piece', async () => {
  await room.act(({ tx }) =>
    tx.run(sql`insert into material (id, code, name, material_type_id, base_unit_id, catch_weight, aux_unit_id)
      values (230, 'DUCK', '鸭', 400, 301, 1, 302)`),
  );
  const duck = { materialId: '230', qty: '12.86', price: '32.00' };
  const wrong = [['other-moves.not-weighed', '鸭 按件数和重量记账：数量请用重量单位，并填写件数']];
  expect(await refusalsOf(room.call(`${IN}/submit`, aBill({}, [duck])))).toEqual(wrong);
  expect(await refusalsOf(room.call(`${IN}/submit`, aBill({}, [{ ...duck, unitId: unit.bag, auxQty: '10' }])))).toEqual(
    wrong,
  );
  const bill = await room.posted(IN, aBill({}, [{ ...duck, auxQty: '10' }]));
  expect(bill['amount']).toBe('411.52');
  expect(
    await room.act(({ tx }) =>
      tx.rows(
        sql`select qty, aux_qty from stock_batch where batch_id = ${String(bill.details[0]!['batchId'])}::bigint`,
      ),
    ),
  ).toEqual([{ qty: '12.86', auxQty: '10' }]);
});

test('goods that should bring papers and come without lie on hold, but for what was there or was made here', async () => {
  await room.act(async ({ tx }) => {
    await tx.run(
      sql`insert into material_type (id, code, name, required_papers) values (410, 'EGG', '蛋类', 'quarantine')`,
    );
    await tx.run(sql`insert into material (id, code, name, material_type_id, base_unit_id)
      values (240, 'EGGS', '鸡蛋', 410, 301)`);
  });
  const lotOf = async (inType: string): Promise<unknown> => {
    const { details } = await room.posted(IN, aBill({ inType }, [line({ materialId: '240' })]));
    const [lot] = await room.act(({ tx }) =>
      tx.rows(sql`select b.lot_state, b.hold_reason, b.missing_papers from batch b
        where b.id = ${String(details[0]!['batchId'])}::bigint`),
    );
    return lot;
  };
  const held = { lotState: 'hold', holdReason: '缺少quarantine', missingPapers: 'quarantine' };
  expect([await lotOf('unordered'), await lotOf('gift')]).toEqual([held, held]);
  const free = { lotState: 'free', holdReason: null, missingPapers: null };
  expect([await lotOf('process'), await lotOf('opening')]).toEqual([free, free]);
});

test('a bill is dated back three days and no more, but by who may; it then happened on that day', async () => {
  const late = '2025-03-12';
  const days = { without: ['otherinstore_backdate'] };
  expect(await refusalsOf(room.call(`${IN}/submit`, aBill({ billDate: late }), days))).toEqual([
    ['other-moves.date-early', '业务日期早于允许的 3 天：请改为 2025-03-13 或之后，或请有补录权限的人填写'],
  ]);
  expect(await refusalsOf(room.call(`${IN}/submit`, aBill({ billDate: '2025-03-17' })))).toEqual([
    ['other-moves.date-future', '业务日期不能晚于今天'],
  ]);
  const edge = await room.posted(IN, aBill({ billDate: '2025-03-13' }), days);
  expect(await room.movesOf(edge.billCode)).toMatchObject([{ day: '2025-03-13' }]);
  const older = await room.posted(IN, aBill({ billDate: late }));
  expect(await room.movesOf(older.billCode)).toMatchObject([{ day: late }]);
  expect(await room.proven()).toBe(true);
});

test('opening stock comes in before the first month is closed, and nothing into a month that is', async () => {
  const closing = await room.posted(IN, aBill({ inType: 'opening' }));
  expect(closing.status).toBe('done');
  const early = await room.sent(IN, aBill({ billDate: '2025-03-16' }));
  const opening = await room.sent(IN, aBill({ inType: 'opening' }));
  const april = { now: '2025-04-01 09:00:00' };
  await room.call('stockperiod/close', { companyDeptId: place.company, month: '2025-03' }, april);
  expect(await refusalsOf(room.call(`${IN}/doApply`, { ids: early.id }, { ...april, who: MANAGER }))).toEqual([
    [
      'other-moves.month-closed',
      `${early.billCode} 的业务日期 2025-03-16 所在月份已月结，不能过账：请驳回并改为本月的日期`,
    ],
  ]);
  await room.call(`${IN}/refuse`, { ids: opening.id, reason: '过期了' }, { ...april, who: MANAGER });
  await room.call(`${IN}/submit`, { id: opening.id, billDate: '2025-04-01' }, april);
  expect(await refusalsOf(room.call(`${IN}/toApply`, { ids: opening.id }, april))).toEqual([
    [
      'other-moves.opening-late',
      `公司 已月结过，${opening.billCode} 的期初入库只能在首个期间使用：请改用其他入库类型，或用盘点补记`,
    ],
  ]);
  // A bill of the closed month is reversed in the open one.
  await room.call(`${IN}/reverse`, { id: closing.id, reason: '录错仓库' }, { ...april, who: MANAGER });
  const [mirror] = await room.act(({ tx }) =>
    tx.rows<{ billCode: string; billDate: string }>(
      sql`select bill_code, bill_date from other_in_store where reversal_of_id = ${closing.id}::bigint`,
    ),
  );
  expect(mirror!.billDate).toBe('2025-04-01');
  expect(await room.movesOf(mirror!.billCode)).toMatchObject([
    { reason: 'reverse.other-in.post', qty: '-10', amount: '-40', back: true, day: '2025-04-01' },
  ]);
  expect(await room.proven()).toBe(true);
});

test('nothing is sent to a frozen warehouse', async () => {
  const bill = await room.call<{ id: string }>(`${IN}/submit`, aBill(), APRIL);
  await room.act(({ tx }) => tx.run(sql`update warehouse set frozen = 1 where id = ${place.warehouse}::bigint`));
  expect((await refusalsOf(room.call(`${IN}/toApply`, { ids: bill.id }, APRIL)))[0]![0]).toBe('stock.warehouse-frozen');
  await room.act(({ tx }) => tx.run(sql`update warehouse set frozen = 0`));
});

test('what is posted is not voided but reversed, once: the mirror takes everything back and shows both where they are', async () => {
  const before = await riceAt();
  const bill = await room.posted(IN, aBill(), APRIL);
  expect(await refusalsOf(room.call(`${IN}/void`, { ids: bill.id, reason: '录错' }, APRIL))).toEqual([
    ['other-moves.posted', `${bill.billCode} 已过账，不能作废，请用冲销`],
  ]);
  await room.call(`${IN}/reverse`, { id: bill.id, reason: '录错仓库' }, { ...APRIL, who: MANAGER });
  expect(await riceAt()).toEqual(before);
  const reversed = await room.billOf(IN, bill.id);
  expect(reversed).toMatchObject({ status: 'done', reversal: 'reversed', reversible: 0 });
  const [linked] = reversed['links'] as { id: string; billCode: string; direction: string }[];
  const mirror = await room.billOf(IN, linked!.id);
  expect(mirror).toMatchObject({
    status: 'done',
    reversal: 'mirror',
    reversalOfId: bill.id,
    reason: '录错仓库',
    amount: '-40.00',
    details: [{ qty: '-10', baseQty: '-10', amount: '-40.00', batchId: bill.details[0]!['batchId'] }],
  });
  const again = (id: string) =>
    refusalsOf(room.call(`${IN}/reverse`, { id, reason: '再来一次' }, { ...APRIL, who: MANAGER }));
  expect(await again(bill.id)).toEqual([['other-moves.reversed', `${bill.billCode} 已冲销，不能再次冲销`]]);
  expect(await again(mirror.id)).toEqual([
    ['other-moves.mirror', `${mirror.billCode} 是冲销单，不能再冲销；要恢复请重新录入原单`],
  ]);
});

test('a bill is reversed once however often it is asked at the same time', async () => {
  const bill = await room.posted(IN, aBill(), APRIL);
  const asked = await Promise.allSettled(
    Array.from({ length: 4 }, () =>
      room.call(`${IN}/reverse`, { id: bill.id, reason: '录错仓库' }, { ...APRIL, who: MANAGER }),
    ),
  );
  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(
    await room.act(({ tx }) => tx.rows(sql`select 1 from other_in_store where reversal_of_id = ${bill.id}::bigint`)),
  ).toHaveLength(1);
  expect(await room.proven()).toBe(true);
});

test('a bill whose lot has moved on is not reversed', async () => {
  const bill = await room.posted(IN, aBill(), APRIL);
  const [own] = bill.details;
  const out = await room.posted(
    'otheroutstore',
    {
      warehouseId: place.warehouse,
      outType: 'office',
      deptId: place.project,
      details: [{ materialId: thing.rice, qty: '3', batchId: own!['batchId'], lotReason: '试吃' }],
    },
    APRIL,
  );
  expect(out.status).toBe('done');
  expect(
    await refusalsOf(room.call(`${IN}/reverse`, { id: bill.id, reason: '录错仓库' }, { ...APRIL, who: MANAGER })),
  ).toEqual([['stock.lot-used', `批次 ${String(own!['batchName'])} 已被使用 3 千克，不能冲销`]]);
  expect(await room.billOf(IN, bill.id)).toMatchObject({ reversal: 'none' });
});

test('lines are read, added, changed and removed one at a time, while the bill may be edited', async () => {
  const { id } = await room.call<{ id: string }>(`${IN}/submit`, aBill(), APRIL);
  const page = async () =>
    (await room.call<{ records: BillRow[] }>(`${IN}detail/list`, { billId: id })).records.map((each) => each['qty']);
  await room.call(`${IN}detail/submit`, { billId: id, ...line({ qty: '2' }) }, APRIL);
  expect(await page()).toEqual(['10', '2']);
  const second = (await room.billOf(IN, id)).details[1]!;
  expect(await room.call(`${IN}detail/detail`, { id: second.id })).toMatchObject({ billId: id, qty: '2', price: '4' });
  await room.call(`${IN}detail/submit`, { id: second.id, qty: '3' }, APRIL);
  expect(await page()).toEqual(['10', '3']);
  await room.call(`${IN}detail/remove`, { ids: second.id }, APRIL);
  expect(await page()).toEqual(['10']);
  await room.call(`${IN}/toApply`, { ids: id }, APRIL);
  expect((await refusalsOf(room.call(`${IN}detail/submit`, { billId: id, ...line() }, APRIL)))[0]![1]).toContain(
    '待审批',
  );
});

test('who sent a bill does not approve it', async () => {
  const bill = await room.sent(IN, aBill(), APRIL);
  expect((await refusalsOf(room.call(`${IN}/doApply`, { ids: bill.id }, { ...APRIL, who: KEEPER })))[0]![0]).toBe(
    'document.own',
  );
});
