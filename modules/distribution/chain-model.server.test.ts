/**
 * The chain beside a slow model: whatever is documented, completed, void, shipped short or received, what a line of a
 * work list asked for is on exactly one stage.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../parts/postgres/database.ts';
import { rounds } from '../../tests/support/long-form.ts';
import { thing, unit } from '../stock/ledger/stock-room.testing.ts';
import { aDistribution, DOCUMENT, FACTORY_ORDER, receive, site, type Distribution } from './distribution.testing.ts';

let room: Distribution;
beforeAll(async () => {
  room = await aDistribution();
  // A unit that leaves no base quantity whole: the parts of a line must make it all the same.
  await room.act(({ tx }) =>
    tx.run(sql`update item_unit_conversion set from_qty = 3, to_qty = 10 where material_id = 201`),
  );
});
afterAll(() => room.close());

const FACTOR = '3.333333333333';
const handling = fc.constantFrom('backorder', 'redistribute', 'cancel');
const steps = fc.array(
  fc.oneof(
    fc.constant({ does: 'void-document' as const }),
    fc.constant({ does: 'void-order' as const }),
    fc.record({ does: fc.constant('ship' as const), share: fc.integer({ min: 1, max: 9 }), how: handling }),
  ),
  { minLength: 1, maxLength: 3 },
);
const lines = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 4 });

/** Everything a list asked for, by where it stands, in base unit. */
const stands = (listId: string): Promise<Record<string, number>> =>
  room.act(async ({ tx }) => {
    const row = (await tx.row<Record<string, string>>(sql`
      select sum(d.base_qty) as asked, sum(d.base_qty - round(d.cancelled_qty * d.factor, 6) - k.linked) as open,
        sum(round(d.cancelled_qty * d.factor, 6)) as cancelled, sum(k.linked) as linked
      from distribution_bill_detail d cross join lateral (select coalesce(sum(l.from_qty), 0) as linked from bill_link l
        where l.from_type = 'distributionBill' and l.from_bill_id = d.distribution_bill_id and l.from_line_id = d.id
          and l.kind <> 'supply' and l.to_type = 'purchaseDocument') k
      where d.distribution_bill_id = ${listId}::bigint`))!;
    const orders = (await tx.row<Record<string, string>>(sql`
      select coalesce(sum(o.from_qty), 0) as ordered from bill_link o where o.from_type = 'purchaseDocument'
        and o.from_bill_id in (select l.to_bill_id from bill_link l where l.from_type = 'distributionBill'
          and l.from_bill_id = ${listId}::bigint and l.kind <> 'supply') and o.to_type = 'factoryOrder'`))!;
    return Object.fromEntries(
      [...Object.entries(row), ...Object.entries(orders)].map(([key, qty]) => [key, Number(qty)]),
    );
  });
const expected = (listId: string): Promise<number> =>
  room.act(async ({ tx }) =>
    Number(
      (await tx.row<{ n: string }>(sql`
        with documents as (select distinct l.to_bill_id as id from bill_link l where l.from_type = 'distributionBill'
          and l.from_bill_id = ${listId}::bigint and l.kind <> 'supply')
        select coalesce(sum(e.open_qty), 0) as n from expected_receipt e where e.open_qty > 0 and (
          e.bill_type = 'distributionBill' and e.bill_id = ${listId}::bigint
          or e.bill_type = 'purchaseDocument' and e.bill_id in (select id from documents)
          or e.bill_type = 'factoryOrder' and e.bill_id in (select o.id from factory_order o
            where o.purchase_document_id in (select id from documents)))`))!.n,
    ),
  );
const sent = (listId: string): Promise<number> =>
  room.act(async ({ tx }) =>
    Number(
      (await tx.row<{ n: string }>(sql`
        select coalesce(sum(s.base_qty), 0) as n from in_store b join in_store_detail s on s.in_store_id = b.id
        join factory_order o on o.id::text = b.source_bill_id
        where b.source_bill_type = 'factory-order' and o.purchase_document_id in (
          select l.to_bill_id from bill_link l where l.from_type = 'distributionBill'
            and l.from_bill_id = ${listId}::bigint and l.kind <> 'supply')`))!.n,
    ),
  );

/** At every step: asked = open + linked + cancelled, and what is on order is what is neither sent nor cancelled. */
async function conserved(listId: string): Promise<void> {
  const { asked, open, linked, cancelled } = await stands(listId);
  expect(open! + linked! + cancelled!).toBeCloseTo(asked!, 4);
  expect((await expected(listId)) + (await sent(listId)) + cancelled!).toBeCloseTo(asked!, 3);
}

test('Σ over links is conserved through generate, complete, void and short shipping, and the ledger proves it', async () => {
  await fc.assert(
    fc.asyncProperty(lines, steps, async (quantities, acts) => {
      const { id } = await room.listed(
        'uniform',
        quantities.map((qty, at) => ({
          qty: String(qty),
          unitId: unit.bag,
          factor: FACTOR,
          warehouseId: at % 2 === 0 ? site.first : site.second,
          needDate: `2025-03-${19 + at}`,
        })),
      );
      await conserved(id);
      for (const act of acts) {
        const open = (await stands(id))['open']!;
        if (open < 0.001) break;
        await room.call(`${DOCUMENT}/generatePurchaseDocument`, { ids: id });
        await conserved(id);
        const documents = (await room.documentsOf([id])).filter(({ status }) => status === 'open');
        if (act.does === 'void-document') {
          await room.call(`${DOCUMENT}/void`, { ids: documents[0]!.id, reason: '测试' });
          await conserved(id);
          continue;
        }
        const orders = await room.completed(documents);
        await conserved(id);
        await room.call(`${FACTORY_ORDER}/accept`, { ids: orders.join(',') });
        if (act.does === 'void-order') {
          await room.call(`${FACTORY_ORDER}/void`, { ids: orders[0], reason: '测试', releaseTo: 'redistribute' });
          await conserved(id);
          continue;
        }
        for (const order of orders) {
          const { details } = await room.billOf(FACTORY_ORDER, order);
          const asked = details.reduce((sum, line) => sum + Number(line['orderQty']), 0);
          const there = Math.ceil(Math.max(0.1, (asked * 3.333333 * act.share) / 10) * 100) / 100;
          await room.lot(thing.rice, there, 10);
          await room.call(`${FACTORY_ORDER}/ship`, { ids: order, shortHandling: act.how });
          await conserved(id);
          await room.act(({ tx }) =>
            tx.run(sql`update batch set lot_state = 'hold', hold_reason = '测试' where id in (select batch_id from
              stock_batch where location_id = ${room.store}::bigint and qty > 0)`),
          );
        }
      }
      for (const bill of await room.act(({ tx }) =>
        tx.rows<{ id: string; lines: string[] }>(sql`select b.id, array(select d.qty::text from in_store_detail d
          where d.in_store_id = b.id order by d.line_no) as lines from in_store b
          where b.source_bill_type = 'factory-order' and b.status = 'to-receive'`),
      )) {
        await receive(
          room,
          bill.id,
          bill.lines.map((accepted, at) => ({ at, accepted })),
          'invinstore',
        );
        await room.call('invinstore/completeReceiving', { billId: bill.id });
      }
      await conserved(id);
      // What waits for goods that never come holds none another order should have.
      const waiting = await room.act(({ tx }) =>
        tx.rows<{ id: string }>(sql`select id from factory_order where status = 'accepted'`),
      );
      for (const order of waiting) {
        const { details } = await room.billOf(FACTORY_ORDER, order.id);
        const isPart = details.some((line) => line['shippedQty'] !== '0');
        await room.call(`${FACTORY_ORDER}/${isPart ? 'closeRest' : 'void'}`, {
          ids: order.id,
          reason: '测试结束',
          releaseTo: 'cancel',
        });
      }
      await conserved(id);
    }),
    { numRuns: rounds(10, 150) },
  );
  expect(await room.call('stock/prove', {})).toMatchObject({ ok: true, firstBadRow: null });
}, 240_000);
