/** Generated days of a kitchen against a slow and obvious model: what lies there, and every cent of what it is worth. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Refused } from '../../../kernel/core/refusal.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { isFull, rounds } from '../../../tests/support/long-form.ts';
import type { BillRoom } from '../../other-moves/other-moves.testing.ts';
import { place, thing } from '../../stock/ledger/stock-room.testing.ts';
import { aKitchen, dish, PRODUCE, stallLot, WASTE } from '../production.testing.ts';

/** A lot in thousandths and cents; a thousandth costs `cost.cents` ÷ `cost.qty` from when value came in last. */
interface Pile {
  readonly id: string;
  readonly of: 'rice' | 'oil' | 'portions';
  qty: number;
  cents: number;
  cost: { readonly cents: number; readonly qty: number };
}
interface Pot {
  readonly id: string;
  readonly made: number;
  readonly lot: Pile;
  left?: Pile;
  readonly taken: readonly { readonly pile: Pile; readonly qty: number; readonly cents: number }[];
  isReversed: boolean;
}
interface Model {
  readonly piles: Pile[];
  readonly pots: Pot[];
}

const put = (pile: Pile, qty: number, cents: number): void => {
  pile.qty += qty;
  pile.cents += cents;
  pile.cost = { cents: pile.cents, qty: pile.qty };
};
/** The last of a lot takes the rest. */
function take(pile: Pile, qty: number): number {
  const cents =
    pile.qty === qty ? pile.cents : Math.min(pile.cents, Math.round((qty * pile.cost.cents) / pile.cost.qty));
  pile.qty -= qty;
  pile.cents -= cents;
  return cents;
}
const inTurn = ({ piles }: Model, of: Pile['of']): Pile[] =>
  piles
    .filter((pile) => pile.of === of && pile.qty > 0)
    .toSorted((a, b) => a.qty - b.qty || a.id.length - b.id.length || (a.id < b.id ? -1 : 1));
const lying = (model: Model, of: Pile['of']): number => inTurn(model, of).reduce((sum, { qty }) => sum + qty, 0);
function takeAll(model: Model, of: Pile['of'], qty: number): Pot['taken'][number][] {
  let open = qty;
  return inTurn(model, of).flatMap((pile) => {
    const some = Math.min(open, pile.qty);
    open -= some;
    return some === 0 ? [] : [{ pile, qty: some, cents: take(pile, some) }];
  });
}

const NEEDS = { rice: 125, oil: 10 } as const;
const step = fc.record({
  kind: fc.constantFrom('receive', 'receive', 'cook', 'cook', 'left', 'waste', 'reverse'),
  which: fc.nat(5),
  qty: fc.integer({ min: 1, max: 40 }),
  cents: fc.integer({ min: 1, max: 9_999 }),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const thousandths = (qty: number): string => (qty / 1000).toFixed(3);
/** What the program says: undefined where it refuses. */
async function tried<T>(work: Promise<T>): Promise<T | undefined> {
  return work.catch((error: unknown) => {
    if (error instanceof Refused) return undefined;
    throw error;
  });
}

async function doStep(room: BillRoom, model: Model, { kind, which, qty, cents }: Step): Promise<void> {
  const pot = model.pots[which % Math.max(1, model.pots.length)];
  switch (kind) {
    case 'receive': {
      const of = which % 2 === 0 ? 'rice' : 'oil';
      const lot = await stallLot(room, thing[of], String(qty), (cents / 100).toFixed(2));
      const pile: Pile = { id: lot.batchId, of, qty: 0, cents: 0, cost: { cents: 0, qty: 1 } };
      put(pile, qty * 1000, cents);
      model.piles.push(pile);
      return;
    }
    case 'cook':
      return cook(room, model, qty);
    case 'left':
      return pot === undefined ? undefined : enterLeftover(room, model, pot, which);
    case 'waste': {
      const wanted = qty * 500;
      const bill = await tried(
        room.call(`${WASTE}/submit`, {
          gearOperationDeptId: place.stall,
          wasteKind: 'overproduction',
          wasteCause: 'other',
          dishId: dish.rice,
          weightKg: '1',
          qty: thousandths(wanted),
        }),
      );
      const may = lying(model, 'portions') >= wanted;
      expect(bill !== undefined).toBe(may);
      if (may) takeAll(model, 'portions', wanted);
      return;
    }
    case 'reverse':
      return pot === undefined ? undefined : takeBack(room, pot);
  }
}

async function cook(room: BillRoom, model: Model, portions: number): Promise<void> {
  const wanted = { rice: portions * NEEDS.rice, oil: portions * NEEDS.oil };
  const made = await tried(
    room.call<{ id: string; batchId: string }>(`${PRODUCE}/submit`, {
      gearOperationDeptId: place.stall,
      mealType: 'lunch',
      dishId: dish.rice,
      actualQty: String(portions),
    }),
  );
  const may = lying(model, 'rice') >= wanted.rice && lying(model, 'oil') >= wanted.oil;
  expect(made !== undefined).toBe(may);
  if (made === undefined) return;
  const taken = [...takeAll(model, 'rice', wanted.rice), ...takeAll(model, 'oil', wanted.oil)];
  const lot: Pile = { id: made.batchId, of: 'portions', qty: 0, cents: 0, cost: { cents: 0, qty: 1 } };
  put(
    lot,
    portions * 1000,
    taken.reduce((sum, { cents }) => sum + cents, 0),
  );
  model.piles.push(lot);
  model.pots.push({ id: made.id, made: portions * 1000, lot, taken, isReversed: false });
}

/** So many portions are left over of a pot: those that lie in its lot already, and as many of the pot as that takes. */
async function enterLeftover(room: BillRoom, model: Model, pot: Pot, portions: number): Promise<void> {
  const before = await room.act(({ tx }) =>
    tx.row<{ left: string }>(
      sql`select coalesce(leftover_qty, 0) as left from gear_produce where id = ${pot.id}::bigint`,
    ),
  );
  const more = portions * 1000 - Math.round(Number(before!.left) * 1000);
  const [from, into] = more > 0 ? [pot.lot, pot.left] : [pot.left, pot.lot];
  const isSame = more === 0;
  const saved = await tried(
    room.call<{ leftoverBatchId: string }>(`${PRODUCE}/submit`, { id: pot.id, leftoverQty: String(portions) }),
  );
  const may =
    !pot.isReversed && portions * 1000 <= pot.made && (isSame || (from !== undefined && from.qty >= Math.abs(more)));
  expect(saved !== undefined).toBe(may);
  if (!may || isSame) return;
  const target = into ?? {
    id: saved!.leftoverBatchId,
    of: 'portions' as const,
    qty: 0,
    cents: 0,
    cost: { cents: 0, qty: 1 },
  };
  if (into === undefined) {
    pot.left = target;
    model.piles.push(target);
  }
  put(target, Math.abs(more), take(from!, Math.abs(more)));
}

async function takeBack(room: BillRoom, pot: Pot): Promise<void> {
  const done = await tried(room.call(`${PRODUCE}/remove`, { ids: pot.id }));
  const may = !pot.isReversed && pot.lot.qty === pot.made;
  expect(done !== undefined).toBe(may);
  if (!may) return;
  pot.isReversed = true;
  take(pot.lot, pot.made);
  for (const { pile, qty, cents } of pot.taken.toReversed()) put(pile, qty, cents);
}

test('generated pots, leftovers, waste and reversals leave what the slow model has: each lot, each cent, nothing lost between', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: isFull ? 30 : 14 }), async (steps) => {
      const room = await aKitchen();
      try {
        const model: Model = { piles: [], pots: [] };
        for (const each of steps) await doStep(room, model, each);
        const lots = await room.act(({ tx }) =>
          tx.rows<{ id: string; qty: string; amount: string }>(sql`
              select batch_id as id, (qty * 1000)::bigint::text as qty, (amount * 100)::bigint::text as amount
              from stock_batch where location_id = ${place.stall}::bigint order by batch_id`),
        );
        expect(lots.filter(({ qty }) => qty !== '0')).toEqual(
          model.piles
            .filter(({ qty }) => qty > 0)
            .toSorted((a, b) => a.id.length - b.id.length || (a.id < b.id ? -1 : 1))
            .map(({ id, qty, cents }) => ({ id, qty: String(qty), amount: String(cents) })),
        );
        const [sums] = await room.act(({ tx }) =>
          tx.rows<{ qty: string; amount: string }>(sql`
              select coalesce(sum(m.qty), 0) - (select coalesce(sum(qty), 0) from stock) as qty,
                coalesce(sum(m.amount), 0) - (select coalesce(sum(amount), 0) from stock) as amount from stock_move m`),
        );
        expect([Number(sums!.qty), Number(sums!.amount)]).toEqual([0, 0]);
        expect(await room.proven()).toBe(true);
      } finally {
        await room.close();
      }
    }),
    { numRuns: rounds(12, 120) },
  );
}, 600_000);
