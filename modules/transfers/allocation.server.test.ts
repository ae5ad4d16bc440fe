/** Transfers as people ask, send, approve, pick, sign for and settle them. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openDatabase, sql } from '../../parts/postgres/database.ts';
import {
  aBillRoom,
  KEEPER,
  MANAGER,
  refusalsOf,
  type BillRoom,
  type BillRow,
} from '../other-moves/other-moves.testing.ts';
import { balanceOf, place, received, registryUpTo, thing, unit } from '../stock/ledger/stock-room.testing.ts';
import type { ReceivedLot } from '../stock/lots/lots.server.ts';
import { proveTransfers } from './allocation-proof.server.ts';

const MOVE = 'allocation';
/** A warehouse of another company. */
const ABROAD = '502';
let room: BillRoom;
beforeAll(async () => {
  room = await aBillRoom('transfers');
  await room.act(async ({ tx }) => {
    await tx.run(sql`insert into dept (id, dept_name, full_name, code, parent_id, dept_category) values
      (900, '分公司', '分公司', 'C9', 0, '1'), (910, '外地项目部', '外地项目部', 'P9', 900, '2'),
      (920, '二项目部', '二项目部', 'P2', 100, '2')`);
    await tx.run(sql`insert into warehouse (id, code, name, company_dept_id, project_group_dept_id) values
      (502, 'W3', '外地仓', 900, 910)`);
    await tx.run(sql`update warehouse set project_group_dept_id = 920 where id = 501`);
  });
});
afterAll(() => room.close());
beforeEach(() =>
  room.act(async ({ tx }) => {
    await tx.run(sql`delete from stock_reservation`);
    await tx.run(sql`delete from stock_batch`);
    await tx.run(sql`delete from stock`);
    await tx.run(sql`update allocation set status = 'void', out_state = 'none'`);
  }),
);

const flourLot = (qty: string, amount: string, expiryDate: string): Promise<ReceivedLot> =>
  room.act((context) => received(context, thing.flour, qty, amount, { expiryDate }));
const rice = (qty: string, amount: string): Promise<ReceivedLot> =>
  room.act((context) => received(context, thing.rice, qty, amount));
const line = (more: object = {}): Record<string, unknown> => ({
  materialId: thing.flour,
  qty: '4',
  unitId: unit.kg,
  ...more,
});
const aBill = (more: object = {}, lines: readonly object[] = [line()]): Record<string, unknown> => ({
  outLocationId: place.warehouse,
  inLocationId: place.otherWarehouse,
  allocationReason: 'shortage',
  needTime: '2025-03-17 08:00:00',
  details: lines,
  ...more,
});
const at = (
  locationId: string,
  materialId: string = thing.flour,
): Promise<{ qty: string; reserved: string; amount: string }> =>
  room.act((context) => balanceOf(context, locationId, materialId));
const outOf = (bill: BillRow): string => String(bill['outstoreId']);
const shipped = async (bill: BillRow): Promise<BillRow> => {
  await room.call('invoutstore/doPicking', { outstoreId: outOf(bill) });
  return room.billOf(MOVE, bill.id);
};
const inTransit = async (): Promise<string> =>
  room.act(
    async ({ tx }) =>
      (await tx.row<{ qty: string }>(sql`select coalesce(sum(s.qty), 0) as qty from stock s
        join stock_location l on l.id = s.location_id and l.kind = 'in-transit'`))!.qty,
  );

test('RULE-498 RULE-367: drafted, sent, refused with a reason, edited, sent again, approved, picked first expired first, signed for at the other end', async () => {
  const late = await flourLot('10', '50', '2025-06-01');
  const early = await flourLot('3', '12', '2025-05-01');
  const bill = await room.sent(MOVE, aBill({}, [line({ qty: '6' })]));
  expect(bill.billCode).toMatch(/^DB20250316\d{4}$/);
  expect(bill.details).toMatchObject([{ outAvailableQty: '13', inStockQty: '0' }]);
  await room.call(`${MOVE}/refuse`, { ids: bill.id, reason: '数量偏多' }, { who: MANAGER });
  expect(await room.billOf(MOVE, bill.id)).toMatchObject({ status: 'rejected', reason: '数量偏多' });
  await room.call(`${MOVE}/submit`, { id: bill.id, details: [{ ...bill.details[0], qty: '4' }] });
  await room.call(`${MOVE}/toApply`, { ids: bill.id });
  await room.call(`${MOVE}/doApply`, { ids: bill.id }, { who: MANAGER });
  const approved = await room.billOf(MOVE, bill.id);
  expect(approved).toMatchObject({ status: 'approved', outState: 'to-pick', details: [{ reservedQty: '4' }] });
  expect(await at(place.warehouse)).toMatchObject({ qty: '13', reserved: '4' });
  expect(await shipped(approved)).toMatchObject({
    outState: 'shipped',
    details: [{ reservedQty: '0', pickedQty: '4' }],
  });
  expect([await at(place.warehouse), await inTransit()]).toMatchObject([
    { qty: '9', reserved: '0', amount: '45' },
    '4',
  ]);
  await room.call('invoutstore/received', { outstoreId: outOf(approved) }, { who: MANAGER });
  expect(await room.billOf(MOVE, bill.id)).toMatchObject({
    status: 'done',
    outState: 'received',
    details: [{ receivedQty: '4', settledQty: '0' }],
  });
  expect([await at(place.otherWarehouse), await inTransit()]).toMatchObject([{ qty: '4', amount: '17' }, '0']);
  // The lots keep what they are, and what they cost.
  expect([
    await room.lotAt(early.batchId, place.otherWarehouse),
    await room.lotAt(late.batchId, place.otherWarehouse),
  ]).toEqual([
    { qty: '3', amount: '12' },
    { qty: '1', amount: '5' },
  ]);
  expect(await room.proven()).toBe(true);
});

test('what is not there is not approved, however little is missing, and nothing is held', async () => {
  await rice('10', '40');
  const bill = await room.sent(MOVE, aBill({}, [{ materialId: thing.rice, qty: '10.5', unitId: unit.kg }]));
  expect((await refusalsOf(room.call(`${MOVE}/doApply`, { ids: bill.id }, { who: MANAGER })))[0]![0]).toBe(
    'stock.short',
  );
  expect(await at(place.warehouse, thing.rice)).toMatchObject({ reserved: '0' });
  expect(await room.billOf(MOVE, bill.id)).toMatchObject({ status: 'pending', outState: 'none' });
});

test('a lot that is named is held, and it is that one which is proposed and shipped, though another expires first', async () => {
  const late = await flourLot('10', '50', '2025-06-01');
  await flourLot('10', '40', '2025-05-01');
  const bill = await room.posted(MOVE, aBill({}, [line({ batchId: late.batchId })]));
  const [open] = (
    await room.call<{ details: { proposedPicks: { batchId: string; qty: string }[] }[] }>('invoutstore/prePicking', {
      outstoreId: outOf(bill),
    })
  ).details;
  expect(open!.proposedPicks).toMatchObject([{ batchId: late.batchId, qty: '4' }]);
  await shipped(bill);
  expect(await room.lotAt(late.batchId)).toEqual({ qty: '6', amount: '30' });
});

test('picked in part with the rest kept open, the named lot stays held for it', async () => {
  const late = await flourLot('10', '50', '2025-06-01');
  await flourLot('10', '40', '2025-05-01');
  const bill = await room.posted(MOVE, aBill({}, [line({ batchId: late.batchId })]));
  const [own] = (await room.call<BillRow>('invoutstore/detail', { id: outOf(bill) })).details;
  await room.call('invoutstore/doPicking', {
    outstoreId: outOf(bill),
    keepOpen: '1',
    details: [{ detailId: own!.id, picks: [{ batchId: late.batchId, qty: '1' }] }],
  });
  expect(await room.act(({ tx }) => tx.rows(sql`select batch_id, qty from stock_reservation where qty > 0`))).toEqual([
    { batchId: late.batchId, qty: '3' },
  ]);
  await shipped(bill);
  expect(await room.lotAt(late.batchId)).toEqual({ qty: '6', amount: '30' });
});

test('a named lot of something else, or of another warehouse, is refused when it is sent', async () => {
  const oil = await room.act((context) => received(context, thing.oil, 5, '45'));
  await flourLot('10', '50', '2025-06-01');
  const bill = await room.call<{ id: string }>(`${MOVE}/submit`, aBill({}, [line({ batchId: oil.batchId })]));
  expect(await refusalsOf(room.call(`${MOVE}/toApply`, { ids: bill.id }))).toEqual([
    ['transfers.lot-elsewhere', `批次 ${oil.batchCode} 不是 面粉 的批次，或不在 主仓，请重新选择批次`],
  ]);
});

test('to itself, and to or from a frozen warehouse, nothing is transferred', async () => {
  expect(await refusalsOf(room.call(`${MOVE}/submit`, aBill({ inLocationId: place.warehouse })))).toEqual([
    ['transfers.same-place', '调出仓与调入仓不能相同'],
  ]);
  await flourLot('10', '50', '2025-06-01');
  const bill = await room.call<{ id: string; billCode: string }>(`${MOVE}/submit`, aBill());
  const sent = await room.sent(MOVE, aBill());
  for (const [frozen, name] of [
    [place.otherWarehouse, '副仓'],
    [place.warehouse, '主仓'],
  ] as const) {
    await room.act(({ tx }) => tx.run(sql`update warehouse set frozen = (id = ${frozen}::bigint)::integer`));
    const why = (code: string): string => `仓库 ${name} 已冻结，${code} 不能送审或审批：请先解冻，或换一个仓库`;
    const { billCode } = await room.billOf(MOVE, bill.id);
    expect(await refusalsOf(room.call(`${MOVE}/toApply`, { ids: bill.id }))).toEqual([
      ['stock.warehouse-frozen', why(billCode)],
    ]);
    expect(await refusalsOf(room.call(`${MOVE}/doApply`, { ids: sent.id }, { who: MANAGER }))).toEqual([
      ['stock.warehouse-frozen', why(sent.billCode)],
    ]);
  }
  await room.act(({ tx }) => tx.run(sql`update warehouse set frozen = 0`));
});

test('to another company it needs a management price, which the receiver is charged beside what the goods cost', async () => {
  await rice('100', '400');
  const abroad = aBill({ inLocationId: ABROAD }, [{ materialId: thing.rice, qty: '2', unitId: unit.bag }]);
  const draft = await room.call<{ id: string }>(`${MOVE}/submit`, abroad);
  expect(await refusalsOf(room.call(`${MOVE}/toApply`, { ids: draft.id }))).toEqual([
    ['transfers.no-price', '大米 没有 外地项目部 在 2025-03-17 的管理价，跨公司调拨不能提交或审批：请先发布管理价'],
  ]);
  const { id: plan } = await room.call<{ id: string }>('managementpriceplan/submit', {
    name: '分公司管理价',
    companyDeptId: '900',
    isDefault: 1,
    startDate: '2025-03-16',
    details: [{ materialId: thing.rice, unitId: unit.kg, price: '4.50', taxRate: '9' }],
  });
  await room.call('managementpriceplan/toApply', { ids: plan });
  await room.call('managementpriceplan/doApply', { ids: plan }, { who: MANAGER });
  await room.call(`${MOVE}/toApply`, { ids: draft.id });
  await room.call(`${MOVE}/doApply`, { ids: draft.id }, { who: MANAGER });
  const bill = await room.billOf(MOVE, draft.id);
  expect(bill).toMatchObject({ crossCompany: 1, chargeAmount: '225.00', details: [{ managementPrice: '112.5' }] });
  await shipped(bill);
  await room.call('invoutstore/received', { outstoreId: outOf(bill) }, { who: MANAGER });
  expect(
    await room.act(({ tx }) =>
      tx.rows(sql`select m.amount, m.settlement_price, m.settlement_amount from stock_move m
        where m.location_id = ${ABROAD}::bigint and m.reason = 'allocation.receive'`),
    ),
  ).toEqual([{ amount: '200', settlementPrice: '4.5', settlementAmount: '225' }]);
  expect(
    await room.act(({ tx }) =>
      tx.rows(sql`select e.party_id, e.qty, e.price, e.tax_rate, e.amount, e.tax_amount from settlement_entry e
        where e.party_kind = 'company' order by e.id`),
    ),
  ).toMatchObject([
    { partyId: '900', qty: '2', price: '112.5', taxRate: '9', amount: '225', taxAmount: '18.58' },
    { partyId: '100', qty: '-2', price: '112.5', taxRate: '9', amount: '-225', taxAmount: '-18.58' },
  ]);
  const hidden = await room.call<BillRow>(`${MOVE}/detail`, { id: bill.id }, { without: ['managementprice_see'] });
  expect([hidden['chargeAmount'], hidden.details[0]!['managementPrice']]).toEqual([undefined, undefined]);
});

test('voided, the goods are let go; what is picked is not voided', async () => {
  await flourLot('10', '50', '2025-06-01');
  const bill = await room.posted(MOVE, aBill());
  await room.call(`${MOVE}/void`, { ids: bill.id, reason: '不需要了' }, { who: MANAGER });
  expect(await room.billOf(MOVE, bill.id)).toMatchObject({
    status: 'void',
    outState: 'none',
    details: [{ reservedQty: '0' }],
  });
  expect(await at(place.warehouse)).toMatchObject({ qty: '10', reserved: '0' });
  const other = await room.posted(MOVE, aBill());
  await shipped(other);
  const [[code]] = (await refusalsOf(
    room.call(`${MOVE}/void`, { ids: other.id, reason: '不需要了' }, { who: MANAGER }),
  )) as [[string, string]];
  expect(code).toBe('issuing.picked-already');
});

test('what came short stays in transit until it is settled: sent = received + difference', async () => {
  await flourLot('10', '50', '2025-06-01');
  const bill = await room.posted(MOVE, aBill());
  await shipped(bill);
  const [pick] = (await room.call<{ picks: { id: string }[] }>('invoutstore/detail', { id: outOf(bill) })).picks;
  const signed = (more: object): Promise<unknown> =>
    room.call('invoutstore/received', {
      outstoreId: outOf(bill),
      details: [{ pickId: pick!.id, receivedQty: '3', ...more }],
    });
  expect((await refusalsOf(signed({})))[0]![0]).toBe('issuing.difference-cause');
  await signed({ cause: '少两瓶' });
  expect(await room.billOf(MOVE, bill.id)).toMatchObject({ status: 'approved', details: [{ receivedQty: '3' }] });
  expect(await inTransit()).toBe('1');
  await room.call('invoutstore/settleDifference', { outstoreId: outOf(bill), outcome: 'loss' });
  expect(await room.billOf(MOVE, bill.id)).toMatchObject({
    status: 'done',
    details: [{ pickedQty: '4', receivedQty: '3', settledQty: '1' }],
  });
  expect(await inTransit()).toBe('0');
});

test('W21: it is signed for by whoever answers for the receiving warehouse, also where pick bills are received as soon as picked', async () => {
  await room.act(({ tx }) =>
    tx.run(
      sql`insert into param (param_name, param_key, param_value) values ('自动收货', 'store.pick.auto-receive', '1')`,
    ),
  );
  await flourLot('10', '50', '2025-06-01');
  const bill = await room.posted(MOVE, aBill());
  expect(await shipped(bill)).toMatchObject({ status: 'approved', outState: 'shipped' });
  const sign = (depts: readonly string[]): Promise<unknown> =>
    room.act((context) =>
      room.registry.calls
        .find((each) => each.path === 'invoutstore/received')!
        .handle(
          { ...context, user: { ...context.user, userId: KEEPER, scope: { all: false, depts } } },
          { outstoreId: outOf(bill) },
          null,
        ),
    );
  const out = await room.call<BillRow>('invoutstore/detail', { id: outOf(bill) });
  expect(await refusalsOf(sign([place.project]))).toEqual([
    ['issuing.signed-there', `${out.billCode} 由 副仓 的人签收：请他们在自己的账号里收货`],
  ]);
  await sign(['920']);
  expect(await room.billOf(MOVE, bill.id)).toMatchObject({ status: 'done' });
  await room.act(({ tx }) => tx.run(sql`delete from param where param_key = 'store.pick.auto-receive'`));
});

test('a program that dies between shipping and signing leaves the goods in transit, and the next one signs for them', async () => {
  await flourLot('10', '50', '2025-06-01');
  const bill = await room.posted(MOVE, aBill());
  await shipped(bill);
  const next = openDatabase(room.appUrl, { max: 2 });
  try {
    const registry = registryUpTo('transfers', next);
    const person = await room.act(async (context) => context);
    await next.transaction({ tenant: person.tenant, timeZone: 'Asia/Shanghai' }, (tx) =>
      registry.calls
        .find((each) => each.path === 'invoutstore/received')!
        .handle({ ...person, tx, registry }, { outstoreId: outOf(bill) }, null),
    );
  } finally {
    await next.close();
  }
  expect(await room.billOf(MOVE, bill.id)).toMatchObject({ status: 'done' });
  expect([await inTransit(), (await at(place.otherWarehouse)).qty]).toEqual(['0', '4']);
});

test('lines are read, added, changed and removed one at a time, while the transfer may be edited', async () => {
  const { id } = await room.call<{ id: string }>(`${MOVE}/submit`, aBill());
  const page = async (): Promise<unknown[]> =>
    (await room.call<{ records: BillRow[] }>(`${MOVE}detail/list`, { billId: id })).records.map((each) => each['qty']);
  await room.call(`${MOVE}detail/submit`, { billId: id, materialId: thing.rice, qty: '2', unitId: unit.kg });
  expect(await page()).toEqual(['4', '2']);
  const second = (await room.billOf(MOVE, id)).details[1]!;
  await room.call(`${MOVE}detail/submit`, { id: second.id, qty: '3' });
  expect(await room.call(`${MOVE}detail/detail`, { id: second.id })).toMatchObject({ billId: id, qty: '3' });
  await room.call(`${MOVE}detail/remove`, { ids: second.id });
  expect(await page()).toEqual(['4']);
});

test('transfers are found by a warehouse at either end and by a material of their lines', async () => {
  const { id } = await room.call<{ id: string }>(`${MOVE}/submit`, aBill());
  const found = async (filter: object): Promise<boolean> =>
    (await room.call<{ records: { id: string }[] }>(`${MOVE}/page`, { ...filter, size: 200 })).records.some(
      (row) => row.id === id,
    );
  expect([
    await found({ warehouseId: place.warehouse }),
    await found({ warehouseId: place.otherWarehouse }),
    await found({ warehouseId: ABROAD }),
    await found({ materialId: thing.flour }),
    await found({ materialId: thing.oil }),
  ]).toEqual([true, true, false, true, false]);
});

test('the proof finds a transfer that holds goods and can no longer fetch them', async () => {
  await flourLot('10', '50', '2025-06-01');
  const bill = await room.posted(MOVE, aBill());
  expect(await room.act((context) => proveTransfers(context))).toBeUndefined();
  await room.act(({ tx }) => tx.run(sql`update allocation set status = 'void' where id = ${bill.id}::bigint`));
  expect(await room.act((context) => proveTransfers(context))).toMatchObject({
    billCode: bill.billCode,
    qty: '4',
    billState: 'void',
  });
  expect(await room.act((context) => proveTransfers(context, place.otherWarehouse))).toBeUndefined();
});
