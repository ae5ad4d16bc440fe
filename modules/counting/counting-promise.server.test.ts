/**
 * Promise 8: people pick and receive while others count; what posts is what was missing, whatever happened in between.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Refused } from '../../kernel/core/refusal.ts';
import { sql } from '../../parts/postgres/database.ts';
import { isFull, rounds } from '../../tests/support/long-form.ts';
import { post } from '../stock/ledger/posting.server.ts';
import { prove } from '../stock/ledger/proof.server.ts';
import { aBill, place, received } from '../stock/ledger/stock-room.testing.ts';
import { aCountingRoom, COUNTER, REVIEWER, sentences, type Check, type CountingRoom } from './counting.testing.ts';

let room: CountingRoom;
beforeAll(async () => {
  room = await aCountingRoom();
});
afterAll(() => room.close());

/** The slow and obvious model: what stands on the shelf and what stands in the book, in whole kilograms. */
interface Lot {
  readonly materialId: string;
  readonly batchId: string;
  shelf: number;
  book: number;
  counted: { readonly at: number; readonly variance: number } | null;
}

interface Step {
  readonly kind: 'pick' | 'count' | 'late' | 'receive' | 'tick';
  readonly which: number;
  readonly qty: number;
}
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('pick', 'pick', 'pick', 'count', 'count', 'late', 'receive', 'tick'),
  which: fc.nat(7),
  qty: fc.integer({ min: 1, max: 3 }),
});

let materials = 0;
const moment = (second: number): string =>
  `2025-03-16 10:${String(Math.floor(second / 60)).padStart(2, '0')}:${String(second % 60).padStart(2, '0')}`;

/** Two materials with two lots each, of which the shelf holds more or less than the book says. */
async function aShelf(errors: readonly number[]): Promise<Lot[]> {
  const lots: Lot[] = [];
  for (const nth of [0, 1]) {
    materials += 1;
    const materialId = String(800_000 + materials);
    await room.act(
      (context) =>
        context.tx.run(
          sql`insert into material (id, code, name, material_type_id, base_unit_id)
            values (${materialId}::bigint, ${`C${materials}`}, ${`料${materials}`}, 400, 301)`,
        ),
      moment(0),
    );
    for (const second of [0, 1]) {
      const { batchId } = await room.act(
        (context) => received(context, materialId, 40, '100', { bill: aBill() }),
        moment(0),
      );
      lots.push({ materialId, batchId, shelf: 40 + errors[nth * 2 + second]!, book: 40, counted: null });
    }
  }
  return lots;
}

test(
  'promise 8: whatever is picked, received or entered late between snapshot and approval, each lot posts exactly what its shelf lacked and ends at its shelf',
  async () => {
    let [refusedOnce, rebased] = [0, 0];
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: -6, max: 6 }), { minLength: 4, maxLength: 4 }),
        fc.array(step, { maxLength: 12 }),
        fc.array(step, { maxLength: 4 }),
        fc.boolean(),
        async (errors, during, afterwards, blind) => {
          const lots = await aShelf(errors);
          let second = 1;
          const check = await room.aCount(
            {
              scopeType: 'material',
              materialIds: [...new Set(lots.map((lot) => lot.materialId))],
              blind: blind ? 1 : 0,
            },
            moment(second),
          );
          const lineOf = (lot: Lot): string => check.details.find((line) => line.batchId === lot.batchId)!.id;
          const count = async (lot: Lot): Promise<void> => {
            await room.call(
              'invcheck/saveDetail',
              { checkId: check.id, details: [{ id: lineOf(lot), countQty: String(lot.shelf) }] },
              COUNTER,
              moment(second),
            );
            lot.counted = { at: second, variance: lot.shelf - lot.book };
          };
          const live = async ({ kind, which, qty }: Step, mayCount: boolean): Promise<void> => {
            const lot = lots[which % lots.length]!;
            if (kind === 'tick') second += 1;
            else if (kind === 'pick') {
              const taken = await room.picked(lot.materialId, String(qty), moment(second));
              for (const [batchId, gone] of taken ?? [])
                for (const own of lots.filter((each) => each.batchId === batchId))
                  Object.assign(own, { shelf: own.shelf - gone, book: own.book - gone });
            } else if (kind === 'receive')
              await room.act(
                (context) => received(context, lot.materialId, qty, '9', { bill: aBill() }),
                moment(second),
              );
            else if (kind === 'count' && mayCount && lot.counted === null) await count(lot);
            // Goods that left the shelf before they were counted, and are entered only now.
            else if (kind === 'late' && lot.counted !== null && lot.counted.at > 1) {
              await room.act(
                (context) =>
                  post(context, [
                    {
                      bill: aBill('otherout'),
                      lineId: '1',
                      reason: 'other-out.post',
                      materialId: lot.materialId,
                      batchId: lot.batchId,
                      from: place.warehouse,
                      qty: String(qty),
                      businessTime: moment(1),
                    },
                  ]),
                moment(second),
              );
              lot.book -= qty;
              lot.counted = { ...lot.counted, variance: lot.counted.variance + qty };
            }
          };
          for (const each of during) await live(each, true);
          second += 1;
          for (const lot of lots) if (lot.counted === null) await count(lot);
          await room.call('invcheck/doCheck', { ids: check.id }, COUNTER, moment(second));
          const reviewed = new Map(lots.map((lot) => [lot.batchId, lot.counted!.variance]));
          for (const each of afterwards) await live(each, false);

          const causes = lots.map((lot) => ({ id: lineOf(lot), cause: 'miscount' }));
          const isStale = lots.some((lot) => reviewed.get(lot.batchId) !== lot.counted!.variance);
          const approve = (details: readonly Record<string, unknown>[]): Promise<unknown> =>
            room.call('invcheck/doCheckApproval', { id: check.id, details }, REVIEWER, moment(second));
          if (isStale) {
            refusedOnce += 1;
            expect(
              (await sentences(approve(causes))).every((sentence) => /盘点期间有新单据 OTHEROUT\d+/.test(sentence)),
            ).toBe(true);
            for (const lot of lots) expect((await room.bookOf(lot.batchId)).qty).toBe(String(lot.book));
            const { details } = await room.call<Check>(
              'invcheck/preCheckApproval',
              { checkId: check.id },
              REVIEWER,
              moment(second),
            );
            rebased += 1;
            await approve(details.map(({ id, expectedQty }) => ({ id, expectedQty, cause: 'missing-bill' })));
          } else await approve(causes);

          const posted = await room.act((context) =>
            context.tx.rows<{ batchId: string; qty: string }>(
              sql`select v.batch_id, v.qty from stock_move v
                where v.bill_type = 'invcheck' and v.bill_id = ${check.id}::bigint`,
            ),
          );
          expect(posted.map((move) => `${move.batchId} ${move.qty}`).toSorted()).toEqual(
            lots.map((lot) => `${lot.batchId} ${lot.shelf - lot.book}`).toSorted(),
          );
          for (const lot of lots)
            expect(`${lot.batchId} ${(await room.bookOf(lot.batchId)).qty}`).toBe(`${lot.batchId} ${lot.shelf}`);
        },
      ),
      {
        numRuns: rounds(12, 200),
        examples: [
          [
            [-2, 0, 3, -6],
            [
              { kind: 'tick', which: 0, qty: 1 },
              { kind: 'count', which: 0, qty: 1 },
              { kind: 'pick', which: 0, qty: 3 },
            ],
            [
              { kind: 'late', which: 0, qty: 2 },
              { kind: 'pick', which: 2, qty: 2 },
            ],
            true,
          ],
        ],
      },
    );
    // Cases of both kinds must have been among them.
    expect(refusedOnce).toBeGreaterThan(0);
    expect(rebased).toBe(refusedOnce);
    expect(await room.act((context) => prove(context))).toMatchObject({ ok: true, firstBadRow: null });
  },
  isFull ? 1_800_000 : 180_000,
);

test('promise 8: eight picks at the same moment as the approval; both post, once each', async () => {
  const [lot] = await aShelf([-3, 0, 0, 0]);
  const check = await room.aCount({ scopeType: 'batch', batchIds: [lot!.batchId] }, moment(1));
  await room.call(
    'invcheck/saveDetail',
    { checkId: check.id, details: [{ id: check.details[0]!.id, countQty: '37' }] },
    COUNTER,
    moment(2),
  );
  await room.call('invcheck/doCheck', { ids: check.id }, COUNTER, moment(3));
  const approval = { id: check.id, details: [{ id: check.details[0]!.id, cause: 'lost' }] };
  const [picks, approvals] = await Promise.all([
    Promise.all(Array.from({ length: 8 }, () => room.picked(lot!.materialId, '2', moment(4)))),
    Promise.allSettled(
      Array.from({ length: 4 }, () => room.call('invcheck/doCheckApproval', approval, REVIEWER, moment(4))),
    ),
  ]);
  expect(approvals.filter((answer) => answer.status === 'fulfilled')).toHaveLength(1);
  expect(approvals.filter((answer) => answer.status === 'rejected' && !(answer.reason instanceof Refused))).toEqual([]);
  const gone = picks.reduce((sum, taken) => sum + (taken?.get(lot!.batchId) ?? 0), 0);
  expect(picks.filter((taken) => taken === null)).toEqual([]);
  expect((await room.bookOf(lot!.batchId)).qty).toBe(String(40 - 3 - gone));
});
