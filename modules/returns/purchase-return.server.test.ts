/** Returns to suppliers as people enter, send, approve, ship and void them. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from '../../parts/postgres/database.ts';
import { aBillRoom, MANAGER, refusalsOf, type BillRoom, type BillRow } from '../other-moves/other-moves.testing.ts';
import { reserve } from '../stock/ledger/reservations.server.ts';
import { balanceOf, place, received, thing, unit } from '../stock/ledger/stock-room.testing.ts';
import type { Receipt, ReceivedLot } from '../stock/lots/lots.server.ts';
import { proveReturns } from './returns-proof.server.ts';

const BACK = 'purchasereturn';
const OUT = 'invreturnoutstore';
const FARM = '600';
const MILL = '601';
let room: BillRoom;
beforeAll(async () => {
  room = await aBillRoom('returns');
  await room.act(({ tx }) =>
    tx.run(sql`insert into supplier (id, code, name, contact, contact_phone) values
      (600, 'S1', '绿源农场', '王', '13800000000'), (601, 'S2', '城东磨坊', '李', '13800000001')`),
  );
});
afterAll(() => room.close());
beforeEach(() =>
  room.act(async ({ tx }) => {
    await tx.run(sql`delete from stock_reservation`);
    await tx.run(sql`delete from stock_batch`);
    await tx.run(sql`delete from stock`);
    await tx.run(sql`update return_out_store set status = 'void' where status = 'to-ship'`);
    await tx.run(sql`update warehouse set frozen = 0`);
  }),
);

const lot = (
  qty: string,
  amount: string,
  more: Partial<Receipt> = {},
  materialId: string = thing.rice,
): Promise<ReceivedLot> =>
  room.act((context) => received(context, materialId, qty, amount, { supplierId: FARM, taxRate: '9', ...more }));
const line = ({ batchId }: ReceivedLot, qty: string, more: object = {}): Record<string, unknown> => ({
  materialId: thing.rice,
  unitId: unit.kg,
  batchId,
  qty,
  ...more,
});
const aBill = (lines: readonly object[], more: object = {}): Record<string, unknown> => ({
  supplierId: FARM,
  warehouseId: place.warehouse,
  returnReason: 'quality',
  details: lines,
  ...more,
});
const outOf = (bill: BillRow): string => String(bill['returnOutstoreId']);
const ship = (...bills: readonly BillRow[]): Promise<unknown> =>
  room.call(`${OUT}/outstore`, { ids: bills.map(outOf).join(',') });
const shipped = async (bill: BillRow): Promise<BillRow> => {
  await ship(bill);
  return room.billOf(BACK, bill.id);
};
const at = (materialId: string = thing.rice) => room.act((context) => balanceOf(context, place.warehouse, materialId));
const proven = async (): Promise<unknown> => [
  await room.proven(),
  await room.act((context) => proveReturns(context, place.warehouse)),
];

test('W22, RULE-482 RULE-370: drafted, sent, refused with a reason, edited, sent again, approved, shipped: the lot is gone at what it came at', async () => {
  const rice = await lot('10', '52');
  const bill = await room.sent(BACK, aBill([line(rice, '4')]));
  expect(bill.billCode).toMatch(/^CT20250316\d{4}$/);
  expect(bill).toMatchObject({
    creditAmount: '20.80',
    details: [
      { receivedQty: '10', returnedQty: '0', returnableQty: '10', price: '5.2', taxRate: '9', amount: '20.80' },
    ],
  });
  await room.call(`${BACK}/refuse`, { ids: bill.id, reason: '先换货' }, { who: MANAGER });
  expect(await room.billOf(BACK, bill.id)).toMatchObject({ status: 'rejected', reason: '先换货' });
  await room.call(`${BACK}/submit`, { id: bill.id, details: [{ ...bill.details[0], qty: '3' }] });
  await room.call(`${BACK}/toApply`, { ids: bill.id });
  await room.call(`${BACK}/doApply`, { ids: bill.id }, { who: MANAGER });
  const approved = await room.billOf(BACK, bill.id);
  expect(approved).toMatchObject({ status: 'approved', creditAmount: '15.60', details: [{ returnedQty: '3' }] });
  expect(await at()).toMatchObject({ qty: '10', reserved: '3' });
  expect(await room.billOf(OUT, outOf(approved))).toMatchObject({
    status: 'to-ship',
    sourceBillCode: bill.billCode,
    supplierId: FARM,
    details: [{ batchId: rice.batchId, baseQty: '3' }],
  });
  expect(await shipped(approved)).toMatchObject({ status: 'done' });
  const out = await room.billOf(OUT, outOf(approved));
  expect(out.billCode).toMatch(/^TC20250316\d{4}$/);
  expect(out).toMatchObject({ status: 'shipped', amount: '15.60', details: [{ unitCost: '5.2', amount: '15.60' }] });
  expect(await room.movesOf(out.billCode)).toMatchObject([
    { reason: 'purchase-return.ship', qty: '-3', amount: '-15.6', reasonDetail: 'quality' },
  ]);
  expect([await at(), await proven()]).toMatchObject([{ qty: '7', reserved: '0', amount: '36.4' }, [true, undefined]]);
});

test('RULE-525: two bills ship in one call, and stock is less by both; one that was shipped keeps all of them back', async () => {
  const rice = await lot('10', '50');
  const [one, two, three] = [
    await room.posted(BACK, aBill([line(rice, '2')])),
    await room.posted(BACK, aBill([line(rice, '3')])),
    await room.posted(BACK, aBill([line(rice, '1')])),
  ];
  await ship(one, two);
  expect(await at()).toMatchObject({ qty: '5', reserved: '1' });
  expect(await refusalsOf(ship(one))).toEqual([
    ['document.state', expect.stringContaining(`${(await room.billOf(OUT, outOf(one))).billCode} 已出库`)],
  ]);
  await refusalsOf(ship(three, two));
  expect([await room.billOf(BACK, three.id), await at()]).toMatchObject([{ status: 'approved' }, { qty: '5' }]);
});

test('what a correction made dearer still goes back at what it came at, and the difference stands beside it', async () => {
  const rice = await lot('10', '52');
  await room.act(({ tx }) =>
    tx.run(sql`update stock_batch set amount = 60, unit_cost = 6 where batch_id = ${rice.batchId}::bigint`),
  );
  await room.act(({ tx }) => tx.run(sql`update stock set amount = 60 where material_id = ${thing.rice}::bigint`));
  const bill = await room.posted(BACK, aBill([line(rice, '4')]));
  await ship(bill);
  const { billCode } = await room.billOf(OUT, outOf(bill));
  expect(await room.movesOf(billCode)).toMatchObject([
    { reason: 'purchase-return.ship', qty: '-4', amount: '-20.8' },
    { reason: 'cost.residue', qty: '0', amount: '-3.2' },
  ]);
  expect(await room.lotAt(rice.batchId)).toEqual({ qty: '6', amount: '36' });
});

test('W09: expired and held lots go back; nothing needs to be released before', async () => {
  const old = await lot('4', '20', { productionDate: '2025-03-01' }, thing.tofu);
  const held = await lot('6', '30');
  await room.call('stockbatch/hold', { batchId: held.batchId, reason: '包装破损' });
  const bill = await room.posted(
    BACK,
    aBill([line(old, '4', { materialId: thing.tofu }), line(held, '6')], { returnReason: 'expired' }),
  );
  await ship(bill);
  expect([await room.lotAt(old.batchId), await room.lotAt(held.batchId)]).toEqual([
    { qty: '0', amount: '0' },
    { qty: '0', amount: '0' },
  ]);
});

test('more than was received is not returned, however it was cut in bills, and whatever a count found of it', async () => {
  const rice = await lot('10', '50');
  const wrong = (returned: string, returnable: string, wanted: string): unknown => [
    [
      'returns.too-much',
      `大米 批次 ${rice.batchCode} 收货 10 千克，已退 ${returned} 千克，可退数量 ${returnable} 千克，不能退 ${wanted} 千克：请减少数量`,
    ],
  ];
  expect(await refusalsOf(room.call(`${BACK}/submit`, aBill([line(rice, '10.5')])))).toEqual(wrong('0', '10', '10.5'));
  await ship(await room.posted(BACK, aBill([line(rice, '7')])));
  // A count finds five more of the lot than the books knew.
  await room.act(({ tx }) =>
    tx.run(sql`update stock_batch set qty = 8, amount = 40 where batch_id = ${rice.batchId}::bigint`),
  );
  await room.act(({ tx }) =>
    tx.run(sql`update stock set qty = 8, amount = 40 where material_id = ${thing.rice}::bigint`),
  );
  expect(await refusalsOf(room.call(`${BACK}/submit`, aBill([line(rice, '4')])))).toEqual(wrong('7', '3', '4'));
  const [first, second] = [
    await room.sent(BACK, aBill([line(rice, '2')])),
    await room.sent(BACK, aBill([line(rice, '2')])),
  ];
  await room.call(`${BACK}/doApply`, { ids: first.id }, { who: MANAGER });
  expect(await refusalsOf(room.call(`${BACK}/doApply`, { ids: second.id }, { who: MANAGER }))).toEqual(
    wrong('9', '1', '2'),
  );
  expect(await room.billOf(BACK, second.id)).toMatchObject({ status: 'pending' });
});

test('a lot of another supplier, of another material, or of another warehouse is not returned', async () => {
  const rice = await lot('10', '50');
  const mill = await lot('10', '50', { supplierId: MILL });
  const own = await room.act((context) => received(context, thing.rice, '10', '50'));
  const oil = await lot('5', '45', {}, thing.oil);
  const away = await lot('5', '25', { locationId: place.otherWarehouse });
  const refused = (of: ReceivedLot) => refusalsOf(room.call(`${BACK}/submit`, aBill([line(rice, '1'), line(of, '1')])));
  for (const { batchCode, ...of } of [mill, own])
    expect(await refused({ batchCode, ...of })).toEqual([
      ['returns.other-supplier', `批次 ${batchCode} 不是 绿源农场 的货，不能退给该供应商：请换批次，或换供应商`],
    ]);
  expect(await refused(oil)).toEqual([
    ['returns.other-material', `批次 ${oil.batchCode} 不是 大米 的批次，请重新选择批次`],
  ]);
  expect(await refused(away)).toEqual([
    ['returns.not-here', `批次 ${away.batchCode} 不在 主仓，不能从这里退货：请换批次，或换仓库`],
  ]);
});

test('repacked, a lot goes back to its supplier at what it came at, and with its other parts never more than came', async () => {
  const rice = await lot('10', '52');
  // Six of it were put into smaller bags, and somebody counted seven.
  const bags = await lot('7', '31.2', { parentBatchId: rice.batchId, supplierId: MILL });
  await room.act(({ tx }) =>
    tx.run(sql`update stock_batch set qty = 4, amount = 20.8 where batch_id = ${rice.batchId}::bigint`),
  );
  await room.act(({ tx }) =>
    tx.run(sql`update stock set qty = 11, amount = 52 where material_id = ${thing.rice}::bigint`),
  );
  expect(await refusalsOf(room.call(`${BACK}/submit`, aBill([line(bags, '7')], { supplierId: MILL })))).toMatchObject([
    ['returns.other-supplier', expect.stringContaining('城东磨坊')],
  ]);
  expect(await refusalsOf(room.call(`${BACK}/submit`, aBill([line(rice, '4'), line(bags, '7')])))).toMatchObject([
    ['returns.too-much', expect.stringContaining('已退 4 千克，可退数量 6 千克，不能退 7 千克')],
  ]);
  const bill = await room.posted(BACK, aBill([line(bags, '6')]));
  expect(bill).toMatchObject({ creditAmount: '31.20', details: [{ receivedQty: '10', returnedQty: '6' }] });
  await ship(bill);
  expect((await refusalsOf(room.call(`${BACK}/submit`, aBill([line(rice, '4.5')]))))[0]![0]).toBe('returns.too-much');
  await ship(await room.posted(BACK, aBill([line(rice, '4')])));
});

test('a lot of a material that was merged goes back as what it is', async () => {
  await room.act(({ tx }) =>
    tx.run(sql`insert into material (id, code, name, material_type_id, base_unit_id) values
      (240, 'RICE2', '粳米', 400, 301)`),
  );
  const old = await lot('5', '30', {}, '240');
  await room.act(({ tx }) =>
    tx.run(sql`update material set merged_into_id = ${thing.rice}::bigint, frozen = 1 where id = 240`),
  );
  const bill = await room.posted(BACK, aBill([line(old, '2')]));
  expect(bill.details).toMatchObject([{ materialId: '240', amount: '12.00' }]);
  await ship(bill);
  expect(await at('240')).toMatchObject({ qty: '3', amount: '18' });
});

test('what others were promised of good lots is kept for them, and they are named', async () => {
  const rice = await lot('10', '50');
  await lot('5', '25', { expiryDate: '2025-03-10', productionDate: '2025-01-01' });
  await room.act((context) =>
    reserve(context, [
      {
        bill: { type: 'pick', id: '9001', code: 'LL9001' },
        lineId: '1',
        locationId: place.warehouse,
        materialId: thing.rice,
        qty: '7',
        needDate: '2025-03-17',
      },
    ]),
  );
  const bill = await room.sent(BACK, aBill([line(rice, '4')]));
  expect(await refusalsOf(room.call(`${BACK}/doApply`, { ids: bill.id }, { who: MANAGER }))).toEqual([
    ['stock.short', expect.stringContaining('LL9001')],
  ]);
  expect(await at()).toMatchObject({ qty: '15', reserved: '7' });
});

test('voided before it is shipped, the goods are let go; what is shipped is not voided', async () => {
  const rice = await lot('10', '50');
  const bill = await room.posted(BACK, aBill([line(rice, '4')]));
  await room.call(`${BACK}/void`, { ids: bill.id, reason: '供应商换货' }, { who: MANAGER });
  expect(await room.billOf(BACK, bill.id)).toMatchObject({ status: 'void', details: [{ returnedQty: '0' }] });
  expect(await room.billOf(OUT, outOf(bill))).toMatchObject({ status: 'void' });
  expect(await at()).toMatchObject({ qty: '10', reserved: '0' });
  expect((await refusalsOf(ship(bill)))[0]![0]).toBe('document.state');
  const other = await room.posted(BACK, aBill([line(rice, '10')]));
  await ship(other);
  expect((await refusalsOf(room.call(`${BACK}/void`, { ids: other.id, reason: '供应商换货' })))[0]![0]).toBe(
    'document.state',
  );
});

test('goods of catch weight go back by weight and by the piece', async () => {
  await room.act(({ tx }) =>
    tx.run(sql`insert into material (id, code, name, material_type_id, base_unit_id, catch_weight, aux_unit_id)
      values (230, 'DUCK', '鸭', 400, 301, 1, 302)`),
  );
  const ducks = await lot('12.86', '411.52', { auxQty: '10' }, '230');
  const duck = line(ducks, '2.6', { materialId: '230' });
  expect((await refusalsOf(room.call(`${BACK}/submit`, aBill([duck]))))[0]![0]).toBe('other-moves.not-weighed');
  const bill = await room.posted(BACK, aBill([{ ...duck, auxQty: '2' }]));
  expect(bill['creditAmount']).toBe('83.20');
  await ship(bill);
  expect(
    await room.act(({ tx }) =>
      tx.rows(sql`select qty, aux_qty from stock_batch where batch_id = ${ducks.batchId}::bigint`),
    ),
  ).toEqual([{ qty: '10.26', auxQty: '8' }]);
});

test('in bags it is credited by the bag', async () => {
  const rice = await lot('100', '500');
  const bill = await room.posted(BACK, aBill([line(rice, '2', { unitId: unit.bag })]));
  expect(bill).toMatchObject({
    creditAmount: '250.00',
    details: [{ baseQty: '50', price: '125', receivedQty: '4', returnedQty: '2', returnableQty: '2' }],
  });
});

test('from a frozen warehouse nothing is sent back, but what was approved may be shipped', async () => {
  const rice = await lot('10', '50');
  const open = await room.posted(BACK, aBill([line(rice, '1')]));
  const sent = await room.sent(BACK, aBill([line(rice, '1')]));
  const { id } = await room.call<{ id: string }>(`${BACK}/submit`, aBill([line(rice, '1')]));
  await room.act(({ tx }) => tx.run(sql`update warehouse set frozen = 1 where id = ${place.warehouse}::bigint`));
  for (const acting of [
    room.call(`${BACK}/toApply`, { ids: id }),
    room.call(`${BACK}/doApply`, { ids: sent.id }, { who: MANAGER }),
  ])
    expect((await refusalsOf(acting))[0]![0]).toBe('stock.warehouse-frozen');
  expect(await shipped(open)).toMatchObject({ status: 'done' });
});

test('an order of another supplier is refused', async () => {
  const rice = await lot('10', '50');
  await room.act(({ tx }) =>
    tx.run(sql`insert into purchase_order (id, bill_code, supplier_id, delivery_date, warehouse_id)
      values (7001, 'PO7001', 601, '2025-03-16', 500)`),
  );
  expect(await refusalsOf(room.call(`${BACK}/submit`, aBill([line(rice, '1')], { purchaseOrderId: '7001' })))).toEqual([
    ['returns.other-order', '采购订单 PO7001 不是 绿源农场 的订单，请重新选择或清空'],
  ]);
});

test('prices are not seen without the right to them', async () => {
  const rice = await lot('10', '50');
  const bill = await shipped(await room.posted(BACK, aBill([line(rice, '2')])));
  const hidden = await room.call<BillRow>(`${BACK}/detail`, { id: bill.id }, { without: ['purchasereturn_view_cost'] });
  expect([hidden['creditAmount'], hidden.details[0]!['price'], hidden.details[0]!['amount']]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  const out = await room.call<BillRow>(
    `${OUT}/detail`,
    { id: outOf(bill) },
    { without: ['invreturnoutstore_view_cost'] },
  );
  expect([out['amount'], out.details[0]!['unitCost']]).toEqual([undefined, undefined]);
});

test('returns, and the bills that ship them, are found by a material and a lot of their lines', async () => {
  const rice = await lot('10', '50');
  const other = await lot('10', '50');
  const bill = await room.posted(BACK, aBill([line(rice, '1')]));
  const found = async (segment: string, id: string, filter: object): Promise<boolean> =>
    (await room.call<{ records: { id: string }[] }>(`${segment}/page`, { ...filter, size: 200 })).records.some(
      (row) => row.id === id,
    );
  for (const [segment, id] of [
    [BACK, bill.id],
    [OUT, outOf(bill)],
  ] as const)
    expect([
      await found(segment, id, { materialId: thing.rice }),
      await found(segment, id, { materialId: thing.oil }),
      await found(segment, id, { batchId: rice.batchId }),
      await found(segment, id, { batchId: other.batchId }),
    ]).toEqual([true, false, true, false]);
});

test('the lots of a supplier say how much of each may go back', async () => {
  const rice = await lot('10', '50');
  await lot('5', '25', { supplierId: MILL });
  await room.posted(BACK, aBill([line(rice, '4')]));
  await ship(await room.posted(BACK, aBill([line(rice, '1')])));
  expect(
    await room.call('stockbatch/selectStockBatchBySupplierId', { supplierId: FARM, warehouseId: place.warehouse }),
  ).toMatchObject([{ batchId: rice.batchId, receivedQty: '10', qty: '9', returnableQty: '5', price: '5' }]);
});
