/** Wherever lots go, what places have to account for is what was received: against a slow and obvious book of each place. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../parts/postgres/database.ts';
import { rounds } from '../../tests/support/long-form.ts';
import { post, type Bill } from '../stock/ledger/posting.server.ts';
import { reverse } from '../stock/ledger/reversal.server.ts';
import { aBill, aStockRoom, place, received, thing, type StockRoom } from '../stock/ledger/stock-room.testing.ts';
import { arrive, ship, type Leg } from '../stock/ledger/transfer.server.ts';
import { repackLots } from '../stock/lots/repack.server.ts';
import { lotsMadeOf } from '../stock/lots/trace.server.ts';
import { whereItIs } from './where-it-is.server.ts';

let room: StockRoom;
beforeAll(async () => {
  room = await aStockRoom({ area: 'recall' });
});
afterAll(() => room.close());

const PLACES = [place.warehouse, place.otherWarehouse, place.stall] as const;
const kinds = [
  'ship',
  'ship',
  'arrive',
  'arrive',
  'eat',
  'scrap',
  'return',
  'gain',
  'loss',
  'reverse',
  'cut',
  'repack',
  'merge',
] as const;
const step = fc.record({
  kind: fc.constantFrom(...kinds),
  at: fc.nat(2),
  to: fc.nat(2),
  which: fc.nat(9),
  qty: fc.integer({ min: 1, max: 9 }),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** What a person with a notebook at every place would have written down, on the road too. */
interface Notebook {
  lying: number;
  used: number;
  destroyed: number;
  returned: number;
  lost: number;
}
interface Book {
  /** By place; what is on its way somewhere stands under `→` and where to. */
  readonly places: Map<string, Notebook>;
  /** What lies of each lot at each place. */
  readonly lots: { batchId: string; at: string; qty: number }[];
  readonly road: { batchId: string; to: string; from: string; qty: number }[];
  readonly eaten: { bill: Bill; batchId: string; at: string; qty: number }[];
  received: number;
}
const at = (book: Book, name: string): Notebook => {
  const known = book.places.get(name);
  if (known !== undefined) return known;
  const begun = { lying: 0, used: 0, destroyed: 0, returned: 0, lost: 0 };
  book.places.set(name, begun);
  return begun;
};
const put = (book: Book, batchId: string, where: string, qty: number): void => {
  const lot = book.lots.find((each) => each.batchId === batchId && each.at === where);
  if (lot === undefined) book.lots.push({ batchId, at: where, qty });
  else lot.qty += qty;
  at(book, where).lying += qty;
};

const LEAVING = {
  eat: ['other-out.post', 'staff-meal', 'used', 'use'],
  scrap: ['other-out.post', 'scrap', 'destroyed', 'scrap'],
  return: ['purchase-return.ship', undefined, 'returned', 'return'],
  loss: ['count.loss', undefined, 'lost', undefined],
} as const;

async function live(book: Book, { kind, at: atIndex, to: toIndex, which, qty: wanted }: Step): Promise<void> {
  const where = PLACES[atIndex]!;
  const [lying] = book.lots.filter((lot) => lot.at === where && lot.qty > 0).slice(which % 3);
  const qty = Math.min(wanted, lying?.qty ?? 0);
  const moved = (bill: Bill, batchId: string, of: number) => ({
    bill,
    lineId: '1',
    materialId: thing.rice,
    batchId,
    qty: String(of),
  });
  const legOf = (batchId: string, of: number, fromId: string, toId: string): Leg => ({
    ...moved(aBill('invoutstore'), batchId, of),
    fromId,
    toId,
  });
  if (kind === 'arrive') {
    const [sent] = book.road.splice(which % Math.max(1, book.road.length), 1);
    if (sent === undefined) return;
    await room.act((context) => arrive(context, 'pick.receive', [legOf(sent.batchId, sent.qty, sent.from, sent.to)]));
    at(book, `→${sent.to}`).lying -= sent.qty;
    return put(book, sent.batchId, sent.to, sent.qty);
  }
  if (kind === 'reverse') {
    const [eaten] = book.eaten.splice(which % Math.max(1, book.eaten.length), 1);
    if (eaten === undefined) return;
    await room.act((context) => reverse(context, eaten.bill, eaten.bill));
    at(book, eaten.at).used -= eaten.qty;
    return put(book, eaten.batchId, eaten.at, eaten.qty);
  }
  if (lying === undefined) return;
  const { batchId } = lying;
  if (kind === 'gain') {
    await room.act((context) =>
      post(context, [{ ...moved(aBill('invcheck'), batchId, wanted), reason: 'count.gain', to: where, amount: '1' }]),
    );
    book.received += wanted;
    return put(book, batchId, where, wanted);
  }
  lying.qty -= qty;
  at(book, where).lying -= qty;
  if (kind === 'ship') {
    const to = PLACES[toIndex]!;
    if (to === where) return put(book, batchId, where, qty);
    await room.act((context) => ship(context, 'pick.ship', [legOf(batchId, qty, where, to)]));
    book.road.push({ batchId, to, from: where, qty });
    at(book, `→${to}`).lying += qty;
    return;
  }
  if (kind === 'cut') {
    const child = await cut(batchId, where, qty);
    return put(book, child, where, qty);
  }
  if (kind === 'repack') {
    // Of two kilograms and more one is spilt.
    const left = Math.max(1, qty - 1);
    at(book, where).destroyed += qty - left;
    return put(book, await packed(where, [{ batchId, qty }], left), where, left);
  }
  if (kind === 'merge') {
    const stranger = await strangerAt(where);
    if (stranger === undefined) return put(book, batchId, where, qty);
    // From now on nobody tells them apart: what was added is recalled with it.
    book.received += 1;
    const parts = [
      { batchId, qty },
      { batchId: stranger, qty: 1 },
    ];
    return put(book, await packed(where, parts, qty + 1), where, qty + 1);
  }
  const [reason, reasonDetail, becomes, exit] = LEAVING[kind];
  const bill = aBill('otheroutstore');
  await room.act((context) =>
    post(context, [
      {
        ...moved(bill, batchId, qty),
        reason,
        from: where,
        ...(reasonDetail === undefined ? {} : { reasonDetail }),
        ...(exit === undefined ? {} : { exit }),
      },
    ]),
  );
  at(book, where)[becomes] += qty;
  if (kind === 'eat') book.eaten.push({ bill, batchId, at: where, qty });
}

/** Part of a lot becomes one of its own, as opening does. */
const cut = (batchId: string, where: string, qty: number): Promise<string> =>
  room.act(async (context) => {
    const child = (await context.tx.row<{ id: string }>(sql`
      insert into batch (batch_code, material_id, received_date, origin_unit_cost, origin_qty, source_bill_type,
        source_bill_id, source_bill_code, source_line_id, parent_batch_id)
      select b.batch_code || '-' || new_id(), b.material_id, b.received_date, b.origin_unit_cost, ${qty},
        b.source_bill_type, b.source_bill_id, b.source_bill_code, b.source_line_id, b.id
      from batch b where b.id = ${batchId}::bigint returning id`))!.id;
    await post(context, [
      {
        bill: { type: 'batch', id: child, code: `C${child}` },
        lineId: child,
        reason: 'batch.open',
        materialId: thing.rice,
        batchId,
        intoBatchId: child,
        from: where,
        to: where,
        qty: String(qty),
        exit: 'use',
      },
    ]);
    return child;
  });

/** Parts of lots at a place as one lot; what is missing of them is spilt. */
const packed = (
  where: string,
  parts: readonly { readonly batchId: string; readonly qty: number }[],
  left: number,
): Promise<string> =>
  room.act(async (context) => {
    const rows = await context.tx.rows<{ id: string; batchId: string }>(
      sql`select s.id, s.batch_id from stock_batch s where s.location_id = ${where}::bigint`,
    );
    const { lots } = await repackLots(context, where === place.stall ? 'stall' : 'warehouse', {
      from: parts.map(({ batchId, qty }) => ({
        id: rows.find((row) => row.batchId === batchId)!.id,
        qty: String(qty),
        auxQty: null,
      })),
      into: [{ qty: String(left), auxQty: null }],
      lossReason: '洒落',
    });
    return lots[0]!.batchId;
  });
/** A lot at a place that was never recalled; there is one in the warehouse where goods come in. */
const strangerAt = (where: string): Promise<string | undefined> =>
  room.act(async (context) =>
    where === place.warehouse ? (await received(context, thing.rice, 1, 5)).batchId : undefined,
  );

test('places, the road, what was used and what is left are what was received, whatever happened to the lot and its parts', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 25 }), async (steps) => {
      const { batchId } = await room.act((context) => received(context, thing.rice, 60, 300));
      await room.act((context) => received(context, thing.rice, 7, 35)); // another lot, which is none of it
      const book: Book = { places: new Map(), lots: [], road: [], eaten: [], received: 60 };
      put(book, batchId, place.warehouse, 60);
      for (const each of steps) await live(book, each);
      const found = await room.act(async (context) => {
        const names = await context.tx.rows<{ id: string; to: string | null }>(
          sql`select l.id, l.transit_for_id as to from stock_location l`,
        );
        const nameOf = new Map(names.map(({ id, to }) => [id, to === null ? id : `→${to}`]));
        const places = await whereItIs(context, await lotsMadeOf(context, [batchId]));
        return places.map((each) => ({ ...each, name: nameOf.get(each.locationId)! }));
      });
      const expected = [...book.places].map(([name, notes]) => ({
        name,
        receivedQty: notes.lying + notes.used + notes.destroyed + notes.returned + notes.lost,
        ...notes,
      }));
      const byName = <T extends { readonly name: string }>(rows: readonly T[]): T[] =>
        rows.toSorted((a, b) => (a.name < b.name ? -1 : 1));
      expect(
        byName(
          found.map((each) => ({
            name: each.name,
            receivedQty: Number(each.receivedQty),
            lying: Number(each.lyingQty),
            used: Number(each.bookUsedQty),
            destroyed: Number(each.bookDestroyedQty),
            returned: Number(each.bookReturnedQty),
          })),
        ),
      ).toEqual(byName(expected.filter(({ receivedQty }) => receivedQty > 0)).map(({ lost: _lost, ...rest }) => rest));
      expect(found.reduce((sum, each) => sum + Number(each.receivedQty), 0)).toBe(book.received);
    }),
    { numRuns: rounds(15, 200) },
  );
}, 120_000);
