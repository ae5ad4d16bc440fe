/**
 * Promise 7, on generated lives of bills: sent = received + settled + open, whatever people do and in whatever order.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isFull, rounds } from '../../tests/support/long-form.ts';
import { aDock, thing, type Bill, type Dock } from './dock.testing.ts';

let dock: Dock;
beforeAll(async () => {
  dock = await aDock();
});
afterAll(() => dock.running.close());

type Step =
  | { readonly act: 'receive'; readonly line: number; readonly accepted: number; readonly refused: number }
  | { readonly act: 'claim'; readonly line: number; readonly share: number; readonly outcome: string }
  | { readonly act: 'confirm'; readonly share: number }
  | { readonly act: 'complete' | 'reverse' };

const grams = (most: number) => fc.integer({ min: 0, max: most * 1000 }).map((whole) => whole / 1000);
const line = fc.constantFrom(0, 1);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      act: fc.constant('receive' as const),
      line,
      accepted: grams(60),
      refused: fc.constantFrom(0, 0, 1.5),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant('claim' as const),
      line,
      share: fc.constantFrom(0.25, 0.5, 1, 1.2),
      outcome: fc.constantFrom('wait', 'cancel-rest', 're-buy', 'charge'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('confirm' as const), share: fc.constantFrom(0.5, 1) }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constantFrom('complete' as const, 'reverse' as const) }) },
);

async function take(instoreId: string, bill: Bill, todo: Step): Promise<number> {
  const detail = 'line' in todo ? bill.details[todo.line]! : undefined;
  const waiting = bill.differences.filter((each) => each['status'] === 'waiting');
  const part = (text: string, share: number): string => (Number(text) * share).toFixed(3);
  switch (todo.act) {
    case 'receive':
      return (
        await dock.post(dock.keeper, 'invinstore/doReceiving', {
          instoreId,
          details: [
            {
              detailId: detail!['id'],
              acceptedQty: String(todo.accepted),
              refusedQty: String(todo.refused),
              refuseReason: 'rotten',
            },
          ],
        })
      ).status;
    case 'claim':
      return (
        await dock.post(dock.keeper, 'invinstore/doDifference', {
          instoreId,
          details: [
            {
              detailId: detail!['id'],
              differenceType: 'short',
              qty: part(detail!['openQty']!, todo.share),
              cause: '少送',
              outcome: todo.outcome,
            },
          ],
        })
      ).status;
    case 'confirm':
      return waiting.length === 0
        ? 200
        : (
            await dock.post(dock.boss, 'invinstoredifference/confirm', {
              id: waiting[0]!['id'],
              outcome: 'charge',
              agreedQty: part(waiting[0]!['differenceQty']!, todo.share),
            })
          ).status;
    case 'complete':
      return (await dock.post(dock.keeper, 'invinstore/completeReceiving', { billId: instoreId })).status;
    case 'reverse':
      return bill.receivings.length === 0
        ? 200
        : (
            await dock.post(dock.keeper, 'invinstore/reverseReceiving', {
              receivingId: bill.receivings[0]!.id,
              reason: '录错',
            })
          ).status;
  }
}

/** Explains what is left, completes and has every case confirmed: any bill that was begun can be brought to its end. */
async function bringToEnd(instoreId: string): Promise<void> {
  const { details } = await dock.detail(instoreId);
  for (const left of details.filter((each) => each['openQty'] !== '0')) {
    // What waits in a case already is refused; then its case is confirmed below.
    const charge = (qty: string) =>
      dock.post(dock.keeper, 'invinstore/doDifference', {
        instoreId,
        details: [{ detailId: left['id'], differenceType: 'short', qty, cause: '结清', outcome: 'charge' }],
      });
    const refused = await charge(left['openQty']!);
    const unexplained = /未收数量 ([\d.]+)$/.exec(refused.body.msg ?? '')?.[1];
    if (unexplained !== undefined && unexplained !== '0') await charge(unexplained);
  }
  await dock.post(dock.keeper, 'invinstore/completeReceiving', { billId: instoreId });
  const { differences } = await dock.detail(instoreId);
  for (const waiting of differences.filter((each) => each['status'] === 'waiting'))
    await dock.post(dock.boss, 'invinstoredifference/confirm', { id: waiting['id'], outcome: 'charge' });
}

test(
  'promise 7: the identity holds on every line after every step, and every bill that was begun can be brought to its end',
  { timeout: isFull ? 1_800_000 : 120_000 },
  async () => {
    const done: Record<string, number> = {};
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 10 }), async (steps) => {
        const { instoreId } = await dock.order([
          { materialId: thing.rice, qty: '100' },
          { materialId: thing.rice, qty: '33.333', price: '7.77' },
        ]);
        for (const todo of steps) {
          const status = await take(instoreId, await dock.detail(instoreId), todo);
          expect([200, 400]).toContain(status);
          if (status === 200) done[todo.act] = (done[todo.act] ?? 0) + 1;
          await dock.proved();
        }
        if ((await dock.detail(instoreId)).status === 'to-receive') return;
        await bringToEnd(instoreId);
        await dock.proved();
        const bill = await dock.detail(instoreId);
        expect(bill).toMatchObject({ status: 'done', details: [{ openQty: '0' }, { openQty: '0' }] });
        expect(bill.differences.filter((each) => each['status'] !== 'confirmed')).toEqual([]);
      }),
      { numRuns: rounds(12, 200), seed: 20261121 },
    );
    // The cases reach what they are meant to reach.
    expect(['receive', 'claim', 'confirm', 'reverse'].filter((act) => !done[act])).toEqual([]);
  },
);
