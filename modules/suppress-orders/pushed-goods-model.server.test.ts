/** Pushed goods beside a slow model: whatever sites and factory do, what was shipped is received, settled or on its way. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../parts/postgres/database.ts';
import { rounds } from '../../tests/support/long-form.ts';
import {
  aFactory,
  DOCK,
  explain,
  line,
  receive,
  confirmCase,
  site,
  thing,
  unit,
  type Factory,
} from './suppress.testing.ts';

let factory: Factory;
beforeAll(async () => {
  factory = await aFactory();
  // A unit that leaves no base quantity whole: the parts of a line must make it all the same.
  await factory.act(({ tx }) =>
    tx.run(sql`update item_unit_conversion set from_qty = 3, to_qty = 10 where material_id = 201`),
  );
});
afterAll(() => factory.close());

/** One bill as it should stand, in thirds of the unit of its line. */
interface Model {
  received: number;
  settled: number;
  back: number;
  lost: number;
}
const PUSHED = 12;

const figures = async (instoreId: string, batchId: string): Promise<Record<string, number>> => {
  const row = await factory.act(({ tx }) =>
    tx.row<Record<string, string>>(sql`
      select l.qty as sent, l.received_qty as received, l.settled_qty as settled, l.open_qty as open,
        (select coalesce(sum(s.qty), 0) from stock_batch s join stock_location t on t.id = s.location_id
          where t.transit_for_id is not null and s.batch_id = ${batchId}::bigint) as transit,
        (select coalesce(sum(s.qty), 0) from stock_batch s where s.batch_id = ${batchId}::bigint
          and s.location_id = ${site.first}::bigint) as lying,
        (select coalesce(-sum(v.qty), 0) from stock_move v where v.batch_id = ${batchId}::bigint
          and v.reason = 'difference.loss') as lost,
        (select coalesce(sum(e.amount), 0) from settlement_entry e where e.party_kind = 'site'
          and e.bill_type = ${DOCK} and e.bill_id = ${instoreId}::bigint) as charged
      from in_store_detail l where l.in_store_id = ${instoreId}::bigint`),
  );
  return Object.fromEntries(Object.entries(row!).map(([name, value]) => [name, Number(value)]));
};

test('W23: Σ shipped = received + settled of every bill, and nothing of it stays in transit once it is done', async () => {
  const parts = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 0, maxLength: 3 });
  const outcome = fc.constantFrom('back', 'loss', 'resend');
  await fc.assert(
    fc.asyncProperty(parts, outcome, fc.boolean(), async (taken, ending, whole) => {
      const batchId = await factory.lot(thing.rice, 100, 500);
      const { id } = await factory.pushed([
        line(site.first, thing.rice, String(PUSHED), { batchId, unitId: unit.bag }),
      ]);
      const [bill] = await factory.billsOf(id);
      const model: Model = { received: 0, settled: 0, back: 0, lost: 0 };
      for (const part of taken) {
        if (model.received + part > PUSHED) continue;
        await receive(factory, bill!.id, [{ accepted: String(part) }]);
        model.received += part;
      }
      const rest = PUSHED - model.received;
      if (model.received === 0) await receive(factory, bill!.id, [{ refused: '1' }]);
      let open = rest;
      for (const each of rest === 0 ? [] : await explain(factory, bill!.id, { outcome: ending })) {
        const agreed = whole ? Number(each['qty']) : Math.max(1, Math.floor(Number(each['qty']) / 2));
        await confirmCase(factory, each.id, { agreedQty: String(agreed) });
        open -= agreed;
        model.settled += agreed;
      }
      while (open > 0)
        for (const each of await explain(factory, bill!.id, { outcome: ending })) {
          await confirmCase(factory, each.id);
          open -= Number(each['qty']);
          model.settled += Number(each['qty']);
        }
      if (rest === 0) await factory.call(`${DOCK}/completeReceiving`, { billId: bill!.id });
      const { sent, received, settled, transit, lying, lost, charged } = await figures(bill!.id, batchId);
      expect([sent, received, settled, transit]).toEqual([PUSHED, model.received, model.settled, 0]);
      expect(lying).toBeCloseTo((model.received * 10) / 3, 5);
      expect(lost).toBeCloseTo(ending === 'loss' ? (model.settled * 10) / 3 : 0, 5);
      expect(charged).toBeCloseTo((model.received * 10 * 6) / 3, 1);
      await factory.act(({ tx }) =>
        tx.run(sql`update in_store_receiving set arrive_time = arrive_time - interval '2 days'`),
      );
    }),
    { numRuns: rounds(12, 200) },
  );
  expect(await factory.proven()).toBe(true);
}, 240_000);
