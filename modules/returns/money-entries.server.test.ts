/**
 * What each party owes, as documents are posted: beside their moves, in the same transaction, once, and to the cent
 * what the documents say.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isFull, rounds } from '../../tests/support/long-form.ts';
import { everyPermission } from '../../tests/support/program.ts';
import { aDock, NOW, thing, TODAY, type Dock } from '../receiving/dock.testing.ts';

const OK = '操作成功';
const [KG, BAG, SUPPLIER, WAREHOUSE, SITE, COMPANY] = ['301', '302', '600', '500', '110', '100'];
type Input = Record<string, unknown>;
let dock: Dock;
beforeAll(async () => {
  dock = await aDock();
  await dock.running.asOwner(`begin; set local app.tenant = '000001';
    insert into warehouse (id, code, name, company_dept_id, project_group_dept_id, warehouse_type)
    values (510, 'CW', '中心仓', 100, 110, 'central'); commit`);
  await must('master-data/settlementprice/submit', {
    materialId: thing.rice,
    unitId: KG,
    price: '6.00',
    taxRate: '6',
    deptId: SITE,
    startDate: TODAY,
  });
});
afterAll(() => dock.running.close());

const ask = (address: string, input: Input, token = dock.keeper) =>
  dock.running.call(token, 'POST', `/api/${address}`, input, { 'x-larder-time': NOW });
const must = async (address: string, input: Input, token = dock.keeper): Promise<Input> => {
  const { body } = await ask(address, input, token);
  expect([address, body.msg]).toEqual([address, OK]);
  return body.data as Input;
};
const store = (action: string, input: Input, token?: string): Promise<Input> =>
  must(`store-management/${action}`, input, token);

/** What stands in the ledger of bills, as people read it. */
const entries = async (where = 'true'): Promise<string[]> =>
  (
    await dock.running.asOwner<{ sentence: string }>(`
      select party_kind || ' ' || party_id || ' ' || entry_kind || ': ' || trim_scale(qty) || ' at ' ||
        trim_scale(price) || ' = ' || amount || ' (' || amount_no_tax || ' + ' || tax_amount || ')' as sentence
      from settlement_entry where ${where} order by id`)
  ).map(({ sentence }) => sentence);
const ofBill = (id: unknown): string => `bill_id = ${String(id)}`;
const margin = async (id: unknown): Promise<string> =>
  (
    await dock.running.asOwner<{ margin: string }>(`
      select coalesce(sum(case party_kind when 'site' then amount when 'supplier' then -amount end), 0)::text as margin
      from settlement_entry where ${ofBill(id)}`)
  )[0]!.margin;

/** An order whose goods come straight to the site. */
const straight = async (...given: Parameters<Dock['order']>): ReturnType<Dock['order']> => {
  const ordered = await dock.order(...given);
  await dock.running.asOwner(`update in_store set channel = 'direct' where id = $1`, [ordered.instoreId]);
  return ordered;
};
const CENTRAL = { warehouseId: '510' };
const receive = (instoreId: string, details: Input[]): Promise<Input> =>
  store('invinstore/doReceiving', { instoreId, details });
const back = async (batchId: unknown, qty: string, unitId = KG): Promise<Input> => {
  const { id } = await store('purchasereturn/submit', {
    supplierId: SUPPLIER,
    warehouseId: WAREHOUSE,
    returnReason: 'quality',
    details: [{ materialId: thing.rice, batchId, unitId, qty }],
  });
  await store('purchasereturn/toApply', { ids: id });
  await store('purchasereturn/doApply', { ids: id }, dock.boss);
  const bill = await dock.get(dock.keeper, 'purchasereturn/detail', { id });
  await store('invreturnoutstore/outstore', { ids: bill['returnOutstoreId'] });
  return bill;
};
const correct = async (newPrice: string): Promise<Input> => {
  const saved = await must('master-data/pricecorrection/submit', {
    supplierId: SUPPLIER,
    companyDeptId: COMPANY,
    startDate: '2026-11-01',
    endDate: TODAY,
    correctionReason: '价格谈定较晚',
    publishes: 0,
    prices: [{ materialId: thing.rice, unitId: KG, newPrice }],
  });
  const { diffAmount } = (
    await dock.running.call(dock.keeper, 'GET', '/api/master-data/pricecorrection/detail', { id: saved['id'] })
  ).body.data as Input;
  if (Number(diffAmount) === 0) return { id: saved['id'], diffAmount };
  await must('master-data/pricecorrection/toApply', { ids: saved['id'] });
  await must('master-data/pricecorrection/doApply', { ids: saved['id'] }, dock.boss);
  return { id: saved['id'], diffAmount };
};

test('C04 B12: one straight receipt owes the supplier its agreed price and charges the site its own; taken back, nobody owes anything', async () => {
  const { instoreId, details } = await straight([
    { materialId: thing.rice, qty: '4', price: '130', unitId: BAG },
    { materialId: thing.milk, qty: '10', price: '8' },
  ]);
  await receive(instoreId, [
    { detailId: details[0]!['id'], acceptedQty: '4' },
    { detailId: details[1]!['id'], acceptedQty: '9.5', grossQty: '10', tareQty: '0.5' },
  ]);
  // 4 bags are 100 kg; for milk no settlement price is published, so the site is not charged for it at all.
  expect(await entries(ofBill(instoreId))).toEqual([
    'supplier 600 purchase: 4 at 130 = 520.00 (520.00 + 0.00)',
    'site 110 charge: 4 at 150 = 600.00 (566.04 + 33.96)',
    'supplier 600 purchase: 9.5 at 8 = 76.00 (76.00 + 0.00)',
  ]);
  expect(await margin(instoreId)).toBe('4.00');
  const bill = await dock.detail(instoreId);
  expect(bill).toMatchObject({
    amount: '596.00',
    settlementAmount: '600.00',
    owed: {
      parties: [
        { kind: 'supplier', name: '鲜达', amount: '596' },
        { kind: 'site', name: '一项目部', amount: '600' },
      ],
      receiptMargin: '4.00',
      chargesLeftOut: ['牛奶'],
    },
  });
  const blind = dock.running.signIn({
    tenant: '000001',
    userId: '1',
    deptId: '110',
    permissions: new Set(
      [...everyPermission(dock.running.program)].filter((code) => code !== 'settlemententry_view_cost'),
    ),
  });
  expect(await dock.get(blind, 'invinstore/detail', { id: instoreId })).toMatchObject({ owed: null });
  await dock.proved();
  await store('invinstore/reverseReceiving', { receivingId: bill.receivings[0]!.id, reason: '录错' });
  expect((await entries(ofBill(instoreId))).slice(3)).toEqual([
    'supplier 600 purchase: -4 at 130 = -520.00 (-520.00 + 0.00)',
    'site 110 charge: -4 at 150 = -600.00 (-566.04 + -33.96)',
    'supplier 600 purchase: -9.5 at 8 = -76.00 (-76.00 + 0.00)',
  ]);
  expect(await dock.detail(instoreId)).toMatchObject({ amount: '0.00', settlementAmount: '0.00' });
  await dock.proved();
});

test('B19: what a central warehouse receives owes the supplier alone, by the day it came', async () => {
  const { instoreId, details } = await dock.order([{ materialId: thing.rice, qty: '10', price: '5.25' }], CENTRAL);
  await store('invinstore/doReceiving', {
    instoreId,
    arriveTime: '2026-11-20 15:00:00',
    details: [{ detailId: details[0]!['id'], acceptedQty: '3.333' }],
  });
  expect(await entries(`${ofBill(instoreId)} and biz_date = '2026-11-20'`)).toEqual([
    'supplier 600 purchase: 3.333 at 5.25 = 17.50 (17.50 + 0.00)',
  ]);
});

test('W22: what goes back is the opposite at the same prices, of the supplier and of the site that was charged', async () => {
  const { instoreId, details } = await dock.order([{ materialId: thing.rice, qty: '4', price: '130', unitId: BAG }]);
  await receive(instoreId, [{ detailId: details[0]!['id'], acceptedQty: '4' }]);
  const { batchId } = (await dock.detail(instoreId)).receivings[0]!.details[0]!;
  const returned = await back(batchId, '10');
  expect(returned['creditAmount']).toBe('52.00');
  expect(await entries(ofBill(returned['returnOutstoreId']))).toEqual([
    'supplier 600 return: -10 at 5.2 = -52.00 (-52.00 + 0.00)',
    'site 110 return: -0.4 at 150 = -60.00 (-56.60 + -3.40)',
  ]);
});

test('W15: a difference its supplier bears is deducted as agreed, where it is charged and not where it is cancelled', async () => {
  const { instoreId, details } = await dock.order([{ materialId: thing.rice, qty: '10', price: '5' }]);
  const detailId = details[0]!['id'];
  await receive(instoreId, [{ detailId, acceptedQty: '4' }]);
  const claim = (qty: string, outcome: string, bearer = 'supplier') => ({
    detailId,
    differenceType: 'short',
    qty,
    cause: '少送',
    bearer,
    outcome,
  });
  await store('invinstore/doDifference', {
    instoreId,
    details: [claim('1', 'cancel-rest'), claim('1', 'charge', 'carrier'), claim('1.5', 'charge')],
  });
  await store('invinstore/doDifference', { instoreId, details: [claim('2', 'wait')] });
  const { differences } = await dock.detail(instoreId);
  const waiting = differences.find((each) => each['status'] === 'waiting')!;
  await store('invinstoredifference/confirm', { id: waiting['id'], outcome: 'charge', agreedQty: '0.5' }, dock.boss);
  const cases = differences.map((each) => each['id']).join();
  expect(await entries(`bill_type = 'invinstoredifference' and bill_id in (${cases})`)).toEqual([
    'supplier 600 difference: -1.5 at 5 = -7.50 (-7.50 + 0.00)',
    'supplier 600 difference: -0.5 at 5 = -2.50 (-2.50 + 0.00)',
  ]);
});

test('a correction owes what its document says; voided, the opposite', async () => {
  const { id, diffAmount } = await correct('5.01');
  const sums = async (): Promise<unknown> =>
    dock.running.asOwner(`select count(*)::int > 0 as some, sum(amount)::text as amount, sum(amount_no_tax)::text as net
      from settlement_entry where bill_type = 'pricecorrection' and ${ofBill(id)}`);
  expect(await sums()).toEqual([{ some: true, amount: diffAmount, net: diffAmount }]);
  await must('master-data/pricecorrection/void', { ids: id, reason: '谈错了' });
  expect(await sums()).toEqual([{ some: true, amount: '0.00', net: '0.00' }]);
});

test('twenty who receive the same goods at once owe for them once; what is refused owes nothing', async () => {
  const { instoreId, details } = await straight([{ materialId: thing.rice, qty: '10', price: '5' }]);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      ask('store-management/invinstore/doReceiving', {
        instoreId,
        details: [{ detailId: details[0]!['id'], acceptedQty: '10' }],
      }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await entries(ofBill(instoreId))).toEqual([
    'supplier 600 purchase: 10 at 5 = 50.00 (50.00 + 0.00)',
    'site 110 charge: 10 at 6 = 60.00 (56.60 + 3.40)',
  ]);
  const receivingId = (await dock.detail(instoreId)).receivings[0]!.id;
  const reversals = await Promise.all(
    Array.from({ length: 20 }, () =>
      ask('store-management/invinstore/reverseReceiving', { receivingId, reason: '录错' }),
    ),
  );
  expect(reversals.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await entries(ofBill(instoreId))).toHaveLength(4);
  await dock.proved();
});

test('promise 3: entries are written in the transaction of their moves, and neither stands without the other', async () => {
  const { instoreId, details } = await straight([{ materialId: thing.rice, qty: '10', price: '5' }]);
  const attempt = (): ReturnType<typeof ask> =>
    ask('store-management/invinstore/doReceiving', {
      instoreId,
      details: [{ detailId: details[0]!['id'], acceptedQty: '10' }],
    });
  const counts = async (): Promise<unknown> =>
    dock.running.asOwner(`select (select count(*)::int from stock_move where ${ofBill(instoreId)}) as moves,
      (select count(*)::int from settlement_entry where ${ofBill(instoreId)}) as entries`);
  // The entry breaks: the goods have not come either.
  await dock.running.asOwner(`alter table settlement_entry add constraint broken check (bill_id <> ${instoreId})`);
  expect((await attempt()).status).toBeGreaterThanOrEqual(400);
  expect(await counts()).toEqual([{ moves: 0, entries: 0 }]);
  await dock.running.asOwner('alter table settlement_entry drop constraint broken');
  // The program dies after both, before the commit.
  await dock.running.asOwner(`create function die() returns trigger language plpgsql as $$ begin
    perform pg_terminate_backend(pg_backend_pid()); return null; end $$`);
  await dock.running.asOwner(`create constraint trigger dying after insert on settlement_entry
    deferrable initially deferred for each row when (new.bill_id = ${instoreId}) execute function die()`);
  await attempt().catch(() => undefined);
  expect(await counts()).toEqual([{ moves: 0, entries: 0 }]);
  await dock.running.asOwner('drop trigger dying on settlement_entry; drop function die()');
  expect((await attempt()).status).toBe(200);
  expect(await counts()).toEqual([{ moves: 3, entries: 2 }]);
  for (const change of ['update settlement_entry set amount = 1', 'delete from settlement_entry'])
    await expect(dock.running.asOwner(change)).rejects.toThrow(/append-only/);
});

test('the proof names a bill whose entries are not what it received', async () => {
  const { instoreId } = await dock.order([{ materialId: thing.rice, qty: '10' }]);
  const { billCode } = await dock.detail(instoreId);
  await dock.running.asOwner(`update in_store set amount = 1 where id = ${instoreId}`);
  expect(await dock.get(dock.keeper, 'stock/prove', {})).toMatchObject({
    ok: false,
    firstBadRow: { billCode, wrong: 'money entries' },
  });
  await dock.running.asOwner(`update in_store set amount = 0 where id = ${instoreId}`);
  await dock.proved();
});

type Step =
  | { readonly act: 'receive'; readonly grams: number; readonly cents: number; readonly isStraight: boolean }
  | { readonly act: 'reverse' | 'return' | 'charge'; readonly which: number; readonly grams: number }
  | { readonly act: 'correct'; readonly cents: number };
const cents = fc.integer({ min: 100, max: 999 });
const grams = fc.integer({ min: 1, max: 20_000 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ act: fc.constant('receive' as const), grams, cents, isStraight: fc.boolean() }) },
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constantFrom('reverse' as const, 'return' as const, 'charge' as const),
      which: fc.nat(5),
      grams,
    }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('correct' as const), cents }) },
);
/** Half a cent away from zero, in whole numbers: grams × cents a kilogram. */
const worth = (weight: number, at: number): number => {
  const whole = weight * at;
  return Math.sign(whole) * Math.floor((2 * Math.abs(whole) + 1000) / 2000);
};

/** A delivery of one line, as the steps find it again. */
interface Came {
  readonly instoreId: string;
  readonly receivingId: string;
  readonly batchId: string;
  readonly price: number;
  readonly detailId: string;
}
interface Change {
  readonly supplier: number;
  readonly site: number;
}
const kilograms = (weight: number): string => (weight / 1000).toFixed(3);
const yuan = (amount: number): string => (amount / 100).toFixed(2);
const inCents = (amount: unknown): number => Math.round(Number(amount) * 100);

/** What a step makes supplier and site owe, in cents, by its documents; nothing where it is refused. */
const acts = {
  async receive({ grams: weight, cents: at, isStraight }: Extract<Step, { act: 'receive' }>, came: Came[]) {
    const ordered = await (isStraight ? straight : dock.order)([
      { materialId: thing.rice, qty: '25', price: yuan(at) },
    ]);
    const detailId = ordered.details[0]!['id']!;
    await receive(ordered.instoreId, [{ detailId, acceptedQty: kilograms(weight) }]);
    const [receiving] = (await dock.detail(ordered.instoreId)).receivings;
    const { batchId } = receiving!.details[0]!;
    came.push({ instoreId: ordered.instoreId, receivingId: receiving!.id, batchId: batchId!, price: at, detailId });
    return { supplier: worth(weight, at), site: worth(weight, 600) };
  },
  async correct(at: number) {
    return { supplier: inCents((await correct(yuan(at)))['diffAmount']), site: 0 };
  },
  async charge({ instoreId, detailId, price }: Came, weight: number) {
    const claim = { detailId, differenceType: 'short', qty: kilograms(weight), cause: '少送', outcome: 'charge' };
    const { status } = await ask('store-management/invinstore/doDifference', { instoreId, details: [claim] });
    return status === 200 ? { supplier: -worth(weight, price), site: 0 } : undefined;
  },
  async reverse({ instoreId, receivingId }: Came) {
    const { amount, settlementAmount } = await dock.detail(instoreId);
    const { status } = await ask('store-management/invinstore/reverseReceiving', { receivingId, reason: '录错' });
    return status === 200 ? { supplier: -inCents(amount), site: -inCents(settlementAmount) } : undefined;
  },
  async return({ batchId }: Came, weight: number) {
    const { status } = await ask('store-management/purchasereturn/submit', {
      supplierId: SUPPLIER,
      warehouseId: WAREHOUSE,
      returnReason: 'quality',
      details: [{ materialId: thing.rice, batchId, unitId: KG, qty: kilograms(weight) }],
    });
    if (status !== 200) return undefined;
    const { creditAmount } = await back(batchId, kilograms(weight));
    return { supplier: -inCents(creditAmount), site: -worth(weight, 600) };
  },
};
async function take(todo: Step, came: Came[]): Promise<Change | undefined> {
  if (todo.act === 'receive') return acts.receive(todo, came);
  if (todo.act === 'correct') return acts.correct(todo.cents);
  const one = came[todo.which % Math.max(1, came.length)];
  return one && acts[todo.act](one, todo.grams);
}

test(
  'whatever is received, reversed, returned, deducted and corrected: the entries of a supplier and a site come to what the documents say',
  { timeout: isFull ? 1_800_000 : 120_000 },
  async () => {
    const done: Record<string, number> = {};
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 9 }), async (steps) => {
        const before = await owed();
        const model = { supplier: 0, site: 0 };
        const came: Came[] = [];
        for (const todo of steps) {
          const changed = await take(todo, came);
          if (changed === undefined) continue;
          model.supplier += changed.supplier;
          model.site += changed.site;
          done[todo.act] = (done[todo.act] ?? 0) + 1;
          await dock.proved();
        }
        const after = await owed();
        expect({ supplier: after.supplier - before.supplier, site: after.site - before.site }).toEqual(model);
      }),
      { numRuns: rounds(6, 150), seed: 20261127 },
    );
    expect(['receive', 'reverse', 'return', 'charge', 'correct'].filter((act) => !done[act])).toEqual([]);
  },
);

const owed = async (): Promise<{ supplier: number; site: number }> =>
  (
    await dock.running.asOwner<{ supplier: number; site: number }>(`
      select coalesce(sum(amount * 100) filter (where party_kind = 'supplier' and party_id = ${SUPPLIER}), 0)::int as supplier,
        coalesce(sum(amount * 100) filter (where party_kind = 'site' and party_id = ${SITE}), 0)::int as site
      from settlement_entry`)
  )[0]!;
