/** Generated sequences of what people do to stock, against a slow and obvious model of it in memory. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Refused } from '../../../kernel/core/refusal.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { isFull, rounds } from '../../../tests/support/long-form.ts';
import { receive } from '../lots/lots.server.ts';
import { post, type Bill } from './posting.server.ts';
import { asOf, prove } from './proof.server.ts';
import { makeRoom, release, reserve } from './reservations.server.ts';
import { reverse } from './reversal.server.ts';
import { aBill, aStockRoom, NOW, place, type StockRoom } from './stock-room.testing.ts';
import { arrive, ship } from './transfer.server.ts';

const PLACES = [place.warehouse, place.otherWarehouse, place.stall] as const;

let room: StockRoom;
beforeAll(async () => {
  room = await aStockRoom();
});
afterAll(() => room.close());

/**
 * What lies of one lot at one place, in whole units and cents; one costs `cost.cents` ÷ `cost.qty`, from when value
 * came in last.
 */
interface Pile {
  lot: number;
  at: string;
  qty: number;
  cents: number;
  cost: { readonly cents: number; readonly qty: number };
}
interface Promise_ {
  bill: Bill;
  at: string;
  qty: number;
}
interface Model {
  piles: Pile[];
  receipts: { bill: Bill; lot: number; at: string; qty: number; cents: number; reversed: boolean }[];
  sent: { lot: number; to: string; from: string; qty: number }[];
  promises: Promise_[];
  batches: string[];
}
const pileOf = (model: Model, lot: number, at: string): Pile => {
  let pile = model.piles.find((each) => each.lot === lot && each.at === at);
  if (pile === undefined) model.piles.push((pile = { lot, at, qty: 0, cents: 0, cost: { cents: 0, qty: 1 } }));
  return pile;
};
const total = (model: Model, at: string): number =>
  model.piles.filter((pile) => pile.at === at).reduce((sum, pile) => sum + pile.qty, 0);
const promised = (model: Model, at: string): number =>
  model.promises.filter((each) => each.at === at).reduce((sum, each) => sum + each.qty, 0);
const put = (model: Model, lot: number, at: string, qty: number, cents: number): void => {
  const pile = pileOf(model, lot, at);
  pile.qty += qty;
  pile.cents += cents;
  pile.cost = { cents: pile.cents, qty: pile.qty };
};
/** Takes from a pile at its unit cost, the last taking the rest; null when it may not. */
const take = (model: Model, lot: number, at: string, qty: number, cents?: number): number | null => {
  const pile = pileOf(model, lot, at);
  if (pile.qty < qty || total(model, at) - qty < promised(model, at)) return null;
  const value =
    pile.qty === qty ? pile.cents : Math.min(pile.cents, cents ?? Math.round((qty * pile.cost.cents) / pile.cost.qty));
  pile.qty -= qty;
  pile.cents -= value;
  return value;
};
const money = (cents: number): string => (cents / 100).toFixed(2);

type Step = {
  kind: 'receive' | 'issue' | 'ship' | 'arrive' | 'reserve' | 'release' | 'reverse' | 'gain' | 'loss';
  at: number;
  to: number;
  which: number;
  qty: number;
  cents: number;
};
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(
    'receive',
    'receive',
    'issue',
    'issue',
    'ship',
    'ship',
    'arrive',
    'arrive',
    'reserve',
    'release',
    'reverse',
    'gain',
    'loss',
  ),
  at: fc.nat(2),
  to: fc.nat(2),
  which: fc.nat(9),
  qty: fc.integer({ min: 1, max: 9 }),
  cents: fc.integer({ min: 0, max: 999 }),
});

/** Does a step in the model and in the database; both must accept or both refuse. */
async function both(
  model: Model,
  materialId: string,
  { kind, at: atIndex, to: toIndex, which, qty, cents }: Step,
): Promise<void> {
  // Mostly something that is there; now and then a lot that never lay at the place.
  const lying = model.piles.filter((pile) => pile.qty > 0 && !pile.at.startsWith('→'));
  const chosen =
    kind !== 'receive' && kind !== 'reserve' && cents % 5 > 0 ? lying[which % Math.max(1, lying.length)] : undefined;
  const at = chosen?.at ?? PLACES[atIndex]!;
  const to = PLACES[toIndex]!;
  const bill = aBill('model');
  const lot = chosen?.lot ?? (model.batches.length === 0 ? -1 : which % model.batches.length);
  const posting = { bill, lineId: '1', materialId, batchId: model.batches[lot]!, qty: String(qty) };
  const same = async (accepted: boolean, work: (context: Context) => Promise<unknown>): Promise<void> => {
    const outcome = await room.act(work).then(
      () => 'accepted',
      (error: unknown) => {
        if (error instanceof Refused) return 'refused';
        throw error;
      },
    );
    expect(`${kind} ${outcome}`).toBe(`${kind} ${accepted ? 'accepted' : 'refused'}`);
  };
  if (kind === 'receive') {
    const [made] = await room.act((context) =>
      receive(context, [
        {
          bill,
          lineId: '1',
          reason: 'receipt.purchase',
          locationId: at,
          materialId,
          qty: String(qty),
          amount: money(cents),
        },
      ]),
    );
    model.batches.push(made!.batchId);
    put(model, model.batches.length - 1, at, qty, cents);
    model.receipts.push({ bill, lot: model.batches.length - 1, at, qty, cents, reversed: false });
  } else if (kind === 'arrive') {
    const [goods] = model.sent.splice(which % Math.max(1, model.sent.length), 1);
    if (goods === undefined) return;
    put(model, goods.lot, goods.to, goods.qty, take(model, goods.lot, `→${goods.to}`, goods.qty)!);
    await same(true, (context) =>
      arrive(context, 'allocation.receive', [
        {
          bill,
          lineId: '1',
          materialId,
          batchId: model.batches[goods.lot]!,
          qty: String(goods.qty),
          fromId: goods.from,
          toId: goods.to,
        },
      ]),
    );
  } else if (kind === 'reserve') {
    const fits = total(model, at) - promised(model, at) >= qty;
    if (fits) model.promises.push({ bill, at, qty });
    await same(fits, (context) =>
      reserve(context, [
        { bill, lineId: bill.id, locationId: at, materialId, qty: String(qty), needDate: '2025-03-20' },
      ]),
    );
  } else if (kind === 'release') {
    const [own] = model.promises.splice(which % Math.max(1, model.promises.length), 1);
    if (own !== undefined)
      await same(true, (context) => release(context, 'model', { billIds: [own.bill.id] }, 'released'));
  } else if (lot < 0) {
    return;
  } else if (kind === 'issue') {
    await same(take(model, lot, at, qty) !== null, (context) =>
      post(context, [{ ...posting, reason: 'other-out.post', from: at }]),
    );
  } else if (kind === 'ship') {
    if (at === to) return;
    const value = take(model, lot, at, qty);
    if (value !== null) {
      put(model, lot, `→${to}`, qty, value);
      model.sent.push({ lot, to, from: at, qty });
    }
    await same(value !== null, (context) => ship(context, 'allocation.ship', [{ ...posting, fromId: at, toId: to }]));
  } else if (kind === 'reverse') {
    const receipt = model.receipts[which % model.receipts.length]!;
    if (receipt.reversed) return;
    receipt.reversed = take(model, receipt.lot, receipt.at, receipt.qty, receipt.cents) !== null;
    await same(receipt.reversed, (context) => reverse(context, receipt.bill, receipt.bill));
  } else if (kind === 'gain') {
    put(model, lot, at, qty, cents);
    await same(true, (context) => post(context, [{ ...posting, reason: 'count.gain', to: at, amount: money(cents) }]));
  } else {
    const fits = pileOf(model, lot, at).qty >= qty;
    if (fits) {
      let excess = promised(model, at) - (total(model, at) - qty);
      for (const own of model.promises.filter((each) => each.at === at).toReversed()) {
        const cut = Math.max(0, Math.min(own.qty, excess));
        own.qty -= cut;
        excess -= cut;
      }
      take(model, lot, at, qty);
    }
    await same(fits, async (context) => {
      await makeRoom(context, [{ locationId: at, materialId, qty: String(qty) }]);
      await post(context, [{ ...posting, reason: 'count.loss', from: at }]);
    });
  }
}

/** The model's balances as the database words them. */
async function compare(model: Model, materialId: string): Promise<void> {
  const lots = await room.act((context) =>
    context.tx.rows<{ at: string; batchId: string; qty: string; amount: string }>(sql`
    select case when l.kind = 'in-transit' then '→' || l.transit_for_id
      else l.id::text end as at, sb.batch_id, sb.qty, sb.amount
    from stock_batch sb join stock_location l on l.id = sb.location_id
    where sb.material_id = ${materialId}::bigint and sb.qty > 0`),
  );
  const shown = (rows: readonly string[]): string[] => rows.toSorted();
  expect(
    shown(lots.map((row) => `${row.at} ${row.batchId} ${row.qty} ${Math.round(Number(row.amount) * 100)}`)),
  ).toEqual(
    shown(
      model.piles
        .filter((pile) => pile.qty > 0)
        .map((pile) => `${pile.at} ${model.batches[pile.lot]} ${pile.qty} ${pile.cents}`),
    ),
  );
  const held = await room.act((context) =>
    context.tx.rows<{ at: string; reserved: string }>(
      sql`select location_id::text as at, reserved_qty as reserved from stock
        where material_id = ${materialId}::bigint and reserved_qty > 0`,
    ),
  );
  expect(shown(held.map((row) => `${row.at} ${row.reserved}`))).toEqual(
    shown(PLACES.filter((at) => promised(model, at) > 0).map((at) => `${at} ${promised(model, at)}`)),
  );
}

let materials = 0;
test(
  'promises 1, 2, 4 and 5: whatever people do, stock is what the model says, and the sum of its moves',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
        materials += 1;
        const materialId = String(700_000 + materials);
        await room.act((context) =>
          context.tx.run(
            sql`insert into material (id, code, name, material_type_id, base_unit_id)
              values (${materialId}::bigint, ${`M${materials}`}, '物料', 400, 301)`,
          ),
        );
        const model: Model = { piles: [], receipts: [], sent: [], promises: [], batches: [] };
        for (const each of steps) await both(model, materialId, each);
        await compare(model, materialId);
      }),
      { numRuns: rounds(50, 1_000) },
    );
    expect(await room.act((context) => prove(context))).toMatchObject({ ok: true, firstBadRow: null });
  },
  isFull ? 1_800_000 : 120_000,
);

test('promise 11: stock as of now, replayed from the moves, is the stock there is', async () => {
  const [replayed, kept] = await room.act(async (context) => [
    await asOf(context, NOW),
    await context.tx.rows(
      sql`select location_id, material_id, batch_id, qty, amount from stock_batch where qty > 0 or amount > 0
        order by location_id, material_id, batch_id`,
    ),
  ]);
  expect(replayed.length).toBeGreaterThan(20);
  expect(replayed).toEqual(kept);
});
