/** Factory orders: accepted, shipped, received and charged; what is short of them goes where it is told. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../parts/postgres/database.ts';
import { refusalsOf } from '../../other-moves/other-moves.testing.ts';
import { prove } from '../../stock/ledger/proof.server.ts';
import { thing } from '../../stock/ledger/stock-room.testing.ts';
import {
  aDistribution,
  DELIVERY,
  FACTORY_ORDER as ORDER,
  receive,
  site,
  type Distribution,
  type Listed,
} from '../distribution.testing.ts';

let room: Distribution;
beforeAll(async () => {
  room = await aDistribution();
  await room.act(({ tx }) =>
    tx.run(sql`insert into settlement_price (code, material_id, unit_id, factor, price, base_price, tax_rate, start_date)
      values ('O', 203, 301, 1, 9, 9, 9, '2020-01-01'), ('F', 204, 301, 1, 7, 7, 9, '2020-01-01')`),
  );
});
afterAll(() => room.close());

const codes = async (work: Promise<unknown>): Promise<string[]> => (await refusalsOf(work)).map(([code]) => code);
const act = (name: string, id: string, more: Record<string, unknown> = {}): Promise<unknown> =>
  room.call(`${ORDER}/${name}`, { ids: id, ...more });
/** An order of these lines, accepted. */
async function accepted(lines: readonly Listed[]): Promise<{ id: string; lineIds: readonly string[] }> {
  const { id, lineIds } = await room.listed('uniform', lines);
  const [orderId] = await room.completed(await room.documented(id));
  await act('accept', orderId!);
  return { id: orderId!, lineIds };
}
const billsOf = (orderId: string) =>
  room.act(({ tx }) =>
    tx.rows<{ id: string; billCode: string; channel: string; status: string }>(sql`
      select id, bill_code, channel, status from in_store where source_bill_type = 'factory-order'
        and source_bill_id = ${orderId} order by id`),
  );
const inTransit = (): Promise<number> =>
  room.act(async ({ tx }) =>
    Number(
      (await tx.row<{ n: string }>(sql`select coalesce(sum(s.qty), 0) as n from stock s join stock_location l
        on l.id = s.location_id where l.transit_for_id is not null`))!.n,
    ),
  );
const reserved = (orderId: string): Promise<unknown[]> =>
  room.act(({ tx }) =>
    tx.rows(sql`select qty::float8 as qty, state from stock_reservation where bill_type = ${ORDER}
      and bill_id = ${orderId}::bigint and state <> 'used' order by id`),
  );
/** Nothing that lies there may be taken or is held, so that each test begins with goods of its own. */
async function emptied(): Promise<void> {
  const open = await room.act(({ tx }) =>
    tx.rows<{ id: string; isPart: boolean }>(sql`select o.id, exists (select 1 from factory_order_detail d
      where d.factory_order_id = o.id and d.shipped_qty > 0) as is_part from factory_order o where o.status = 'accepted'`),
  );
  for (const { id, isPart } of open)
    await act(isPart ? 'closeRest' : 'void', id, { reason: '测试结束', releaseTo: 'cancel' });
  await room.act(({ tx }) =>
    tx.run(sql`update batch set lot_state = 'hold', hold_reason = '测试' where id in (select batch_id from stock_batch
      where location_id = ${room.store}::bigint and qty > 0)`),
  );
}

describe('a factory order', () => {
  test('is accepted, holds what lies there, ships it first expired first, and is charged as the site takes it', async () => {
    await emptied();
    const late = await room.lot(thing.tofu, 10, 20, { expiryDate: '2025-03-30' });
    const early = await room.lot(thing.tofu, 4, 8, { expiryDate: '2025-03-22' });
    const { id, lineIds } = await accepted([{ qty: '6', materialId: thing.tofu }]);
    expect(await reserved(id)).toEqual([{ qty: 6, state: 'open' }]);
    expect(await room.onOrder(site.first, thing.tofu)).toEqual({ factoryOrder: 6 });
    await act('ship', id, { plateNo: '京A12345', driver: '周师傅' });
    expect(await room.billOf(ORDER, id)).toMatchObject({
      status: 'shipped',
      plateNo: '京A12345',
      details: [{ shippedQty: '6', shortQty: '0' }],
    });
    expect([await room.lotAt(early, room.store), await room.lotAt(late, room.store)]).toMatchObject([
      { qty: '0' },
      { qty: '8' },
    ]);
    expect([await reserved(id), await inTransit(), await room.onOrder(site.first, thing.tofu)]).toEqual([[], 6, {}]);
    expect(await room.lineOf(lineIds[0]!)).toMatchObject({ ordered: 6, shipped: 6, received: 0 });

    const [bill] = await billsOf(id);
    expect(bill).toMatchObject({ channel: 'factory', status: 'to-receive' });
    expect(await codes(room.call('invinstore/void', { ids: bill!.id, reason: '不要' }))).toEqual([
      'receiving.sent-on-its-way',
    ]);
    await receive(
      room,
      bill!.id,
      [
        { at: 0, accepted: '4' },
        { at: 1, accepted: '2' },
      ],
      'invinstore',
    );
    await room.call('invinstore/completeReceiving', { billId: bill!.id });
    expect(await room.billOf(ORDER, id)).toMatchObject({
      status: 'done',
      details: [{ receivedQty: '6', openQty: '0' }],
    });
    expect(await room.lineOf(lineIds[0]!)).toMatchObject({ status: 'received', received: 6 });
    expect(await inTransit()).toBe(0);
    const charged = await room.act(({ tx }) =>
      tx.rows(sql`select party_kind, entry_kind, sum(amount) as amount from settlement_entry
        where bill_id = ${bill!.id}::bigint group by 1, 2`),
    );
    expect(charged).toEqual([{ partyKind: 'site', entryKind: 'charge', amount: '26.1' }]);
    // The lot keeps its cost on the way.
    expect(await room.lotAt(early)).toMatchObject({ qty: '4', amount: '8' });
  });

  test('H17: waits for what is to be made, which stands on the list of what to make, and has nothing to ship until then', async () => {
    await emptied();
    const { id } = await accepted([{ qty: '5', materialId: thing.oil, supplyMode: 'produce' }]);
    expect(await reserved(id)).toEqual([{ qty: 0, state: 'short' }]);
    const { lines } = await room.call<{ lines: { materialId: string; toMakeQty: string }[] }>('gearproduce/toMake', {
      date: DELIVERY,
    });
    expect(lines.map(({ materialId, toMakeQty }) => [materialId, toMakeQty])).toEqual([[thing.oil, '5']]);
    expect(await codes(act('ship', id))).toEqual(['factory-orders.nothing-there']);
    await room.lot(thing.oil, 5, 10);
    await act('ship', id);
    expect(await room.billOf(ORDER, id)).toMatchObject({ status: 'shipped' });
  });

  test('asks what becomes of what is short', async () => {
    await emptied();
    await room.lot(thing.rice, 4, 16);
    const { id } = await accepted([{ qty: '10' }]);
    expect(await codes(act('ship', id))).toEqual(['factory-orders.short-handling']);
    expect(await room.billOf(ORDER, id)).toMatchObject({ status: 'accepted' });
  });

  test.each([
    ['redistribute', { status: 'open', documented: 4, ordered: 4, cancelled: 0 }],
    ['cancel', { status: 'ordered', documented: 4, ordered: 4, cancelled: 6 }],
  ] as const)('what is short is given back to the work list: %s', async (shortHandling, expected) => {
    await emptied();
    await room.lot(thing.rice, 4, 16);
    const { id, lineIds } = await accepted([{ qty: '10' }]);
    await act('ship', id, { shortHandling });
    expect(await room.lineOf(lineIds[0]!)).toMatchObject({ ...expected, shipped: 4 });
    const [bill] = await billsOf(id);
    await receive(room, bill!.id, [{ accepted: '4' }], 'invinstore');
    await room.call('invinstore/completeReceiving', { billId: bill!.id });
    expect(await room.billOf(ORDER, id)).toMatchObject({
      status: 'done',
      details: [{ shortHandling, cancelledQty: '6' }],
    });
    expect(await room.onOrder(site.first)).toMatchObject(
      shortHandling === 'redistribute' ? { distributionBill: 6 } : {},
    );
  });

  test('a backorder is sent when it is there, by a bill of its own', async () => {
    await emptied();
    await room.lot(thing.flour, 4, 16);
    const { id, lineIds } = await accepted([{ qty: '10', materialId: thing.flour }]);
    await act('ship', id, { shortHandling: 'backorder' });
    expect(await room.onOrder(site.first, thing.flour)).toEqual({ factoryOrder: 6 });
    const [first] = await billsOf(id);
    await receive(room, first!.id, [{ accepted: '4' }], 'invinstore');
    await room.call('invinstore/completeReceiving', { billId: first!.id });
    expect(await room.billOf(ORDER, id)).toMatchObject({ status: 'accepted', details: [{ openQty: '6' }] });
    expect(await codes(act('void', id, { reason: '不要了', releaseTo: 'cancel' }))).toEqual([
      'factory-orders.partly-shipped',
    ]);
    await room.lot(thing.flour, 6, 24);
    await act('ship', id);
    const [, second] = await billsOf(id);
    await receive(room, second!.id, [{ accepted: '6' }], 'invinstore');
    await room.call('invinstore/completeReceiving', { billId: second!.id });
    expect(await room.billOf(ORDER, id)).toMatchObject({ status: 'done', details: [{ receivedQty: '10' }] });
    expect(await room.lineOf(lineIds[0]!)).toMatchObject({ status: 'received', received: 10 });
  });

  test('the rest of a backorder is closed where nothing more is to be sent', async () => {
    await emptied();
    await room.lot(thing.rice, 4, 16);
    const { id, lineIds } = await accepted([{ qty: '10' }]);
    expect(await codes(act('closeRest', id, { reason: '停产了' }))).toEqual(['factory-orders.nothing-shipped']);
    await act('ship', id, { shortHandling: 'backorder' });
    const [bill] = await billsOf(id);
    await receive(room, bill!.id, [{ accepted: '4' }], 'invinstore');
    await room.call('invinstore/completeReceiving', { billId: bill!.id });
    await act('closeRest', id, { reason: '停产了', releaseTo: 'cancel' });
    expect(await room.billOf(ORDER, id)).toMatchObject({ status: 'done' });
    expect(await room.lineOf(lineIds[0]!)).toMatchObject({ received: 4, cancelled: 6 });
    expect(await reserved(id)).toEqual([{ qty: 0, state: 'released' }]);
  });

  test('a void order lets go what it holds and asks where its quantity goes', async () => {
    await emptied();
    await room.lot(thing.rice, 10, 40);
    const { id, lineIds } = await accepted([{ qty: '10' }]);
    expect(await codes(act('void', id, { reason: '不要了' }))).toEqual(['factory-orders.release-to']);
    await act('void', id, { reason: '不要了', releaseTo: 'redistribute' });
    expect(await reserved(id)).toEqual([{ qty: 0, state: 'released' }]);
    expect(await room.lineOf(lineIds[0]!)).toMatchObject({ status: 'open', documented: 0, ordered: 0 });
    expect(await codes(act('accept', id))).toEqual(['document.state']);
  });

  test('several orders are shipped one after the other: none gets goods of another', async () => {
    await emptied();
    await room.lot(thing.rice, 10, 40);
    const { id } = await room.listed('uniform', [{ qty: '6' }, { qty: '4', warehouseId: site.second }]);
    const orders = await room.completed(await room.documented(id));
    await act('accept', orders.join(','));
    await act('ship', orders.join(','));
    for (const order of orders) expect(await room.billOf(ORDER, order)).toMatchObject({ status: 'shipped' });
  });

  test('what was sorted leaves, lot by lot as it was weighed; what was not sorted yet holds it back', async () => {
    await emptied();
    const [first, second] = [await room.lot(thing.rice, 8, 32), await room.lot(thing.rice, 8, 32)];
    const { id } = await accepted([{ qty: '10' }]);
    const order = await room.billOf(ORDER, id);
    const sorting = (batchId: string | null, num: string, state: string): Promise<unknown> =>
      room.act(({ tx }) =>
        tx.run(sql`insert into distribution_statement_log (order_type, order_no, order_id, order_detail_id, delivery_date,
          site_dept_id, warehouse_id, wave_no, material_id, order_qty, num, unit_id, factor, base_unit_id, state, out_org_id,
          factory_warehouse_id, batch_id)
          values ('factory', ${order.billCode}, ${id}, ${order.details[0]!.id}, ${DELIVERY}::date, 110,
            ${site.first}::bigint, 'W1', 201, 10, ${num}::numeric, 301, 1, 301, ${state}, 120, ${room.store}::bigint,
            ${batchId}::bigint)`),
      );
    await sorting(second, '7.25', 'done');
    await sorting(null, '0', 'waiting');
    expect(await codes(act('ship', id))).toEqual(['factory-orders.unsorted']);
    await room.act(({ tx }) =>
      tx.run(sql`update distribution_statement_log set state = 'done', num = 3, batch_id = ${first}::bigint
        where order_id = ${id} and state = 'waiting'`),
    );
    await act('ship', id);
    expect(await room.billOf(ORDER, id)).toMatchObject({ details: [{ shippedQty: '10.25', shortQty: '0' }] });
    expect([await room.lotAt(first, room.store), await room.lotAt(second, room.store)]).toMatchObject([
      { qty: '5' },
      { qty: '0.75' },
    ]);
  });

  test('where orders are sorted, accepting makes the lines, voiding takes them back', async () => {
    await emptied();
    await room.lot(thing.rice, 10, 40);
    const sorts = (value: string): Promise<unknown> =>
      room.act(({ tx }) =>
        tx.run(sql`update param set param_value = ${value} where param_key = 'distribution.sort.before-shipping'`),
      );
    await sorts('1');
    const { id } = await accepted([{ qty: '10' }]);
    expect(await codes(act('ship', id))).toEqual(['factory-orders.unsorted']);
    await act('void', id, { reason: '不要了', releaseTo: 'redistribute' });
    await sorts('0');
    const states = await room.act(({ tx }) =>
      tx.rows(sql`select distinct state from distribution_statement_log where order_id = ${id}`),
    );
    expect(states).toEqual([{ state: 'void' }]);
  });

  test('goods that are weighed by the piece are not shipped unweighed', async () => {
    await emptied();
    await room.act(({ tx }) => tx.run(sql`update material set catch_weight = 1, aux_unit_id = 302 where id = 203`));
    await room.lot(thing.oil, 5, 10, { auxQty: '2' });
    const { id } = await accepted([{ qty: '5', materialId: thing.oil }]);
    expect(await codes(act('ship', id))).toEqual(['factory-orders.weighed']);
    await room.act(({ tx }) => tx.run(sql`update material set catch_weight = 0, aux_unit_id = null where id = 203`));
  });

  test('nothing is accepted or shipped at a frozen store', async () => {
    await emptied();
    const { id } = await accepted([{ qty: '1' }]);
    await room.act(({ tx }) => tx.run(sql`update factory_warehouse set frozen = 1 where id = ${room.store}::bigint`));
    expect(await codes(act('ship', id))).toEqual(['stock.warehouse-frozen']);
    await room.act(({ tx }) => tx.run(sql`update factory_warehouse set frozen = 0 where id = ${room.store}::bigint`));
  });

  test('and the ledger proves all of it', async () => {
    expect(await room.call('stock/prove', {})).toMatchObject({ ok: true, firstBadRow: null });
  });

  test('of a bill that is not what was shipped the proof of either place names the order, that of another place does not', async () => {
    const shipped = await room.act(({ tx }) =>
      tx.row<{ id: string; billCode: string }>(sql`select max(l.id)::text as id, min(o.bill_code) as bill_code
        from in_store s join in_store_detail l on l.in_store_id = s.id
        join factory_order o on o.id::text = s.source_bill_id
        where s.source_bill_type = 'factory-order' and s.status <> 'void' and s.warehouse_id = ${site.first}::bigint
        group by o.id order by o.id limit 1`),
    );
    const alter = (by: number) =>
      room.act(({ tx }) =>
        tx.run(sql`update in_store_detail set qty = qty + ${by}::integer, open_qty = open_qty + ${by}::integer
          where id = ${shipped!.id}::bigint`),
      );
    await alter(1);
    const named = async (locationId: string) =>
      (await room.act((context) => prove(context, { locationId }))).firstBadRow?.['billCode'];
    expect([await named(room.store), await named(site.first)]).toEqual(Array(2).fill(shipped!.billCode));
    expect(await named(site.second)).toBeUndefined();
    await alter(-1);
  });
});
