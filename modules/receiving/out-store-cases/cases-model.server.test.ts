/** Every way a case may go, in generated sequences, against a slow and obvious model of where the goods must be. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Refused } from '../../../kernel/core/refusal.ts';
import { rounds } from '../../../tests/support/long-form.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { place } from '../../stock/ledger/stock-room.testing.ts';
import { aCasesRoom, flour, PHOTO, RECEIVER, SENDER, SIGNER, type CasesRoom } from './cases.testing.ts';

const CASE = 'invinstoredifference';
const SENT = 10;
let room: CasesRoom;
beforeAll(async () => {
  room = await aCasesRoom();
});
afterAll(() => room.close());

const MISSING = ['back', 'resend', 'loss'] as const;
const OVER = ['over-accept', 'over-return'] as const;
type Outcome = (typeof MISSING)[number] | (typeof OVER)[number];

/** Where the goods of one bill lie, in kilograms. */
interface Model {
  sender: number;
  held: number;
  receiver: number;
  transit: number;
  lost: number;
  cases: { id: string; qty: number; type: string; outcome: Outcome; state: 'waiting' | 'disputed' | 'confirmed' }[];
  received: number;
  settled: number;
}

type Step =
  | { readonly act: 'confirm'; readonly at: number; readonly outcome: number; readonly part: boolean }
  | { readonly act: 'dispute' | 'insist'; readonly at: number; readonly outcome: number };
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    act: fc.constant('confirm' as const),
    at: fc.nat(5),
    outcome: fc.nat(2),
    part: fc.boolean(),
  }),
  fc.record({ act: fc.constantFrom('dispute' as const, 'insist' as const), at: fc.nat(5), outcome: fc.nat(2) }),
);
/** So much is short, damaged and poor, or so much came too many. */
const claims = fc.oneof(
  fc
    .record({ short: fc.nat(3), damaged: fc.nat(2), quality: fc.nat(2) })
    .filter((each) => each.short + each.damaged + each.quality > 0),
  fc.record({ over: fc.integer({ min: 1, max: 4 }) }),
);

const outcomeOf = (type: string, nth: number): Outcome =>
  type === 'over' ? OVER[nth % OVER.length]! : MISSING[nth % MISSING.length]!;

/** What the model makes of an agreement. */
function agree(model: Model, at: number, outcome: Outcome, qty: number): void {
  const own = model.cases[at]!;
  own.state = 'confirmed';
  if (outcome === 'over-return') return;
  if (outcome === 'over-accept') {
    model.sender -= qty;
    model.receiver += qty;
    model.received += qty;
    model.settled -= qty;
    return;
  }
  model.transit -= qty;
  model.settled += qty;
  if (outcome === 'loss') model.lost += qty;
  else if (own.type === 'short') model.sender += qty;
  else model.held += qty;
}

const lying = async (outstoreId: string, batchId: string): Promise<object> =>
  room.act(async ({ tx }) => {
    const row = await tx.row<Record<string, string>>(sql`
      with mine as (select b.id, b.lot_state from batch b where b.id = ${batchId}::bigint
        or b.parent_batch_id = ${batchId}::bigint)
      select coalesce(sum(s.qty) filter (where l.id = ${place.warehouse}::bigint and m.lot_state = 'free'), 0) as sender,
        coalesce(sum(s.qty) filter (where l.id = ${place.warehouse}::bigint and m.lot_state = 'hold'), 0) as held,
        coalesce(sum(s.qty) filter (where l.id = ${place.otherWarehouse}::bigint), 0) as receiver,
        coalesce(sum(s.qty) filter (where l.kind = 'in-transit'), 0) as transit,
        (select coalesce(-sum(v.qty), 0) from stock_move v where v.batch_id in (select id from mine)
          and v.reason = 'difference.loss') as lost,
        (select sum(p.received_base_qty) from out_store_picks p where p.out_store_id = ${outstoreId}::bigint) as received,
        (select sum(p.settled_base_qty) from out_store_picks p where p.out_store_id = ${outstoreId}::bigint) as settled
      from stock_batch s join mine m on m.id = s.batch_id join stock_location l on l.id = s.location_id`);
    return Object.fromEntries(Object.entries(row!).map(([name, value]) => [name, Number(value)]));
  });

async function begun(claimed: Readonly<Record<string, number>>): Promise<{
  model: Model;
  outstoreId: string;
  batchId: string;
}> {
  const lot = await flour(room, '30', '120');
  const bill = await room.shipped(String(SENT), place.otherWarehouse, { batchId: lot.batchId });
  const entries = Object.entries(claimed).filter(([, qty]) => qty > 0);
  const missing = entries.reduce((sum, [type, qty]) => sum + (type === 'over' ? 0 : qty), 0);
  await room.sign(bill, {
    receivedQty: String(SENT - missing),
    claims: entries.map(([differenceType, qty]) => ({
      differenceType,
      qty: String(qty),
      cause: '清点不符',
      ...(differenceType === 'damaged' ? { pictures: [PHOTO] } : {}),
    })),
  });
  return {
    outstoreId: bill.outstoreId,
    batchId: lot.batchId,
    model: {
      sender: 20,
      held: 0,
      receiver: SENT - missing,
      transit: missing,
      lost: 0,
      received: SENT - missing,
      settled: 0,
      cases: [],
    },
  };
}

/** The live cases as they stand, those the model does not know yet with what they claim. */
async function refresh(model: Model, outstoreId: string): Promise<void> {
  for (const row of await room.casesOf(outstoreId)) {
    if (model.cases.some(({ id }) => id === row.id)) continue;
    model.cases.push({
      id: row.id,
      qty: Math.abs(Number(row['differenceQty'])),
      type: String(row['differenceType']),
      outcome: String(row['outcome']) as Outcome,
      state: row.status as 'waiting' | 'disputed',
    });
  }
}

async function take(model: Model, outstoreId: string, { at, ...step }: Step): Promise<void> {
  const own = model.cases[at % model.cases.length]!;
  const outcome = outcomeOf(own.type, step.outcome);
  const sender = (path: string, more: object): Promise<unknown> =>
    room.as(SENDER, [place.project], `${CASE}/${path}`, { id: own.id, ...more });
  const allowed =
    step.act === 'confirm'
      ? own.state !== 'confirmed'
      : own.state === (step.act === 'dispute' ? 'waiting' : 'disputed');
  const part = step.act === 'confirm' && step.part && own.qty > 1;
  const done = await (
    step.act === 'confirm'
      ? sender('confirm', { outcome, ...(part ? { agreedQty: '1' } : {}) })
      : step.act === 'dispute'
        ? sender('dispute', { reason: '不同意' })
        : room.as(SIGNER, [RECEIVER], `${CASE}/insist`, { id: own.id, reason: '坚持', outcome })
  ).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Refused) return false;
      throw error;
    },
  );
  expect(done).toBe(allowed);
  if (!done) return;
  if (step.act === 'confirm') agree(model, model.cases.indexOf(own), outcome, part ? 1 : own.qty);
  else own.state = step.act === 'dispute' ? 'disputed' : 'waiting';
  await refresh(model, outstoreId);
}

test('promise 7: whatever is claimed, disputed and agreed: goods lie where the model says, Σ outcomes = difference, and the ledger proves', async () => {
  await fc.assert(
    fc.asyncProperty(claims, fc.array(step, { minLength: 1, maxLength: 8 }), async (claimed, steps) => {
      const { model, outstoreId, batchId } = await begun(claimed as Record<string, number>);
      await refresh(model, outstoreId);
      for (const each of steps) {
        await take(model, outstoreId, each);
        const { cases, ...figures } = model;
        expect(await lying(outstoreId, batchId)).toEqual(figures);
        const live = cases.filter(({ state }) => state !== 'confirmed');
        const claimedMissing = live.reduce((sum, { type, qty }) => sum + (type === 'over' ? 0 : qty), 0);
        expect(model.received + model.settled + claimedMissing).toBe(SENT);
        expect(await room.outState(outstoreId)).toBe(live.length > 0 ? 'difference' : 'done');
        expect(await room.proven()).toBe(true);
      }
      // Whoever is left is agreed on: the bill comes to its end.
      for (const left of model.cases.filter(({ state }) => state !== 'confirmed'))
        await room.as(SENDER, [place.project], `${CASE}/confirm`, { id: left.id });
      expect(await room.outState(outstoreId)).toBe('done');
    }),
    { numRuns: rounds(25, 400) },
  );
}, 240_000);
