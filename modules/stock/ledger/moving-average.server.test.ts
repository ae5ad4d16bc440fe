/**
 * The moving average and the last cost after goods were booked back, or booked late, against a slow and obvious replay.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Decimal } from '../../../kernel/core/decimal.ts';
import { Refused } from '../../../kernel/core/refusal.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { isFull, rounds } from '../../../tests/support/long-form.ts';
import { Fraction } from '../../master-data/figures/exact-fraction.rules.ts';
import { closePeriod } from './period.server.ts';
import { post, type Bill, type Posting } from './posting.server.ts';
import { prove } from './proof.server.ts';
import { reverse } from './reversal.server.ts';
import { aBill, aStockRoom, place, received, type StockRoom } from './stock-room.testing.ts';
import { arrive, ship } from './transfer.server.ts';

let room: StockRoom;
beforeAll(async () => {
  room = await aStockRoom();
});
afterAll(() => room.close());

let materials = 0;
const aMaterial = async (): Promise<string> => {
  materials += 1;
  const id = String(800_000 + materials);
  await room.act((context) =>
    context.tx.run(
      sql`insert into material (id, code, name, material_type_id, base_unit_id)
        values (${id}::bigint, ${`A${materials}`}, '物料', 400, 301)`,
    ),
  );
  return id;
};
/** `quantity worth value at average, last cost` of the first warehouse. */
const averageOf = (materialId: string, locationId: string = place.warehouse): Promise<string> =>
  room.act(async (context) => {
    const row = await context.tx.row<{ qty: string; value: string; average: string; last: string }>(sql`
    select qty, avg_amount as value, trim_scale(round(avg_cost, 6)) as average, last_cost as last from stock
    where location_id = ${locationId}::bigint and material_id = ${materialId}::bigint`);
    return `${row!.qty} worth ${row!.value} at ${row!.average}, last ${row!.last}`;
  });
const receipt = async (
  materialId: string,
  qty: string,
  amount: string,
  now?: string,
): Promise<{ bill: Bill; batchId: string }> => {
  const bill = aBill();
  const { batchId } = await room.act((context) => received(context, materialId, qty, amount, { bill }), now);
  return { bill, batchId };
};
const issue = async (
  materialId: string,
  ...lots: readonly (readonly [batchId: string, qty: string])[]
): Promise<Bill> => {
  const bill = aBill('otheroutstore');
  await room.act((context) =>
    post(
      context,
      lots.map(([batchId, qty], index): Posting => ({
        bill,
        lineId: String(index + 1),
        reason: 'other-out.post',
        materialId,
        batchId,
        from: place.warehouse,
        qty,
      })),
    ),
  );
  return bill;
};
const bookBack = (bill: Bill, now?: string): Promise<unknown> =>
  room.act((context) => reverse(context, bill, bill), now);
const proof = (): Promise<unknown> => room.act((context) => prove(context));

describe('promise 61: what is booked back leaves no trace in the average and the last cost', () => {
  test('a delivery at a wrong price', async () => {
    const tea = await aMaterial();
    await receipt(tea, '10', '100');
    const wrong = await receipt(tea, '10', '10000');
    expect(await averageOf(tea)).toBe('20 worth 10100 at 505, last 1000');
    await bookBack(wrong.bill);
    expect(await averageOf(tea)).toBe('10 worth 100 at 10, last 10');
  });
  test('a gift lowers the average and says nothing of what the material last cost', async () => {
    const tea = await aMaterial();
    await receipt(tea, '10', '100');
    await receipt(tea, '10', '0');
    expect(await averageOf(tea)).toBe('20 worth 100 at 5, last 10');
  });
  test('the second of two deliveries: 100 at 5.20 are left at 5.20', async () => {
    const tea = await aMaterial();
    await receipt(tea, '100', '520');
    await bookBack((await receipt(tea, '50', '290')).bill);
    expect(await averageOf(tea)).toBe('100 worth 520 at 5.2, last 5.2');
  });
  test('the only delivery: nothing is left to value a find by', async () => {
    const tea = await aMaterial();
    await bookBack((await receipt(tea, '10', '10000')).bill);
    expect(await averageOf(tea)).toMatch(/^0 worth 0 at 0, last 0$/);
  });
  test('what was issued meanwhile at the wrong average costs what it would have cost', async () => {
    const tea = await aMaterial();
    const right = await receipt(tea, '10', '100');
    const wrong = await receipt(tea, '10', '10000');
    await issue(tea, [right.batchId, '4']);
    await bookBack(wrong.bill);
    expect(await averageOf(tea)).toBe('6 worth 60 at 10, last 10');
  });
  test('an issue that is booked back brings back what it took, though the average has moved since', async () => {
    const tea = await aMaterial();
    const { batchId } = await receipt(tea, '10', '100');
    const out = await issue(tea, [batchId, '10']);
    await receipt(tea, '10', '300');
    await bookBack(out);
    expect(await averageOf(tea)).toBe('20 worth 400 at 20, last 30');
  });
  test('a transfer that is booked back leaves neither place with anything of it', async () => {
    const tea = await aMaterial();
    const { batchId } = await receipt(tea, '3', '10');
    const bill = aBill('invoutstore');
    const leg = {
      bill,
      lineId: '1',
      materialId: tea,
      batchId,
      qty: '3',
      fromId: place.warehouse,
      toId: place.otherWarehouse,
    };
    await room.act((context) => ship(context, 'allocation.ship', [leg]));
    await room.act((context) => arrive(context, 'allocation.receive', [leg]));
    expect(await averageOf(tea, place.otherWarehouse)).toBe('3 worth 10 at 3.333333, last 3.333333');
    await bookBack(bill);
    expect([await averageOf(tea), await averageOf(tea, place.otherWarehouse)]).toEqual([
      '3 worth 10 at 3.333333, last 3.333333',
      '0 worth 0 at 0, last 0',
    ]);
  });
  test('goods of the lot that others stood in for: both moves stand, and nothing runs below zero', async () => {
    const tea = await aMaterial();
    const { bill, batchId } = await receipt(tea, '10', '100');
    await issue(tea, [batchId, '4']);
    await room.act((context) =>
      post(context, [
        {
          bill: aBill('invcheck'),
          lineId: '1',
          reason: 'count.gain',
          materialId: tea,
          batchId,
          to: place.warehouse,
          qty: '4',
          amount: '40',
        },
      ]),
    );
    await bookBack(bill);
    expect(await averageOf(tea)).toMatch(/^0 worth 0 at \S+, last 0$/);
  });
  test('both moves stand only as long as the goods are missed: what comes late may fill the gap', async () => {
    const tea = await aMaterial();
    const { bill, batchId } = await receipt(tea, '10', '100', '2025-03-16 10:00:10');
    const at = { lineId: '1', materialId: tea, batchId };
    await room.act(
      (context) =>
        post(context, [
          { ...at, bill: aBill('otheroutstore'), reason: 'other-out.post', from: place.warehouse, qty: '4' },
        ]),
      '2025-03-16 10:00:20',
    );
    await room.act(
      (context) =>
        post(context, [
          { ...at, bill: aBill('invcheck'), reason: 'count.gain', to: place.warehouse, qty: '4', amount: '40' },
        ]),
      '2025-03-16 10:00:30',
    );
    await bookBack(bill, '2025-03-16 10:00:40');
    await room.act(
      (context) => received(context, tea, 8, '160', { businessTime: '2025-03-16 10:00:15' }),
      '2025-03-16 10:00:50',
    );
    expect(await averageOf(tea)).toBe('8 worth 120 at 15, last 20');
  });
  test('of a closed month nothing is worked out again: the delivery goes out with what it brought', async () => {
    const tea = await aMaterial();
    const january = '2025-01-10 09:00:00';
    await receipt(tea, '10', '100', january);
    const wrong = await receipt(tea, '10', '200', january);
    await room.act((context) => closePeriod(context, place.company, '2025-01'));
    await bookBack(wrong.bill);
    expect(await averageOf(tea)).toBe('10 worth 100 at 10, last 10');
  });
  afterAll(async () => expect(await proof()).toMatchObject({ ok: true, firstBadRow: null }));
});

test('who waited while others, who came after him, moved the goods, posts after them', async () => {
  const tea = await aMaterial();
  const { batchId } = await receipt(tea, '10', '100', '2025-03-16 10:00:05');
  const out = (now: string): Promise<unknown> =>
    room.act(
      (context) =>
        post(context, [
          {
            bill: aBill('otheroutstore'),
            lineId: '1',
            reason: 'other-out.post',
            materialId: tea,
            batchId,
            from: place.warehouse,
            qty: '1',
          },
        ]),
      now,
    );
  await out('2025-03-16 10:00:07');
  await out('2025-03-16 10:00:06');
  const times = await room.act((context) =>
    context.tx.rows<{ time: string }>(
      sql`select to_char(business_time, 'HH24:MI:SS') as time from stock_move where material_id = ${tea}::bigint
        order by seq`,
    ),
  );
  expect(times.map(({ time }) => time)).toEqual(['10:00:05', '10:00:07', '10:00:07']);
  expect(await proof()).toMatchObject({ ok: true });
});

describe('the proof sees', () => {
  test.each`
    what                                       | change
    ${'an average that moves do not make'}     | ${'update stock set avg_amount = avg_amount + 1, avg_cost = avg_cost + 0.1 where location_id = 500 and material_id ='}
    ${'an average cost that is not its value'} | ${'update stock set avg_cost = avg_cost + 0.1 where location_id = 500 and material_id ='}
    ${'a last cost nothing was bought at'}     | ${'update stock set last_cost = last_cost + 1 where location_id = 500 and material_id ='}
  `('$what', async ({ change }: { change: string }) => {
    const tea = await aMaterial();
    await receipt(tea, '10', '100');
    await expect(
      room.act(async (context) => {
        await context.tx.run(sql([`${change} ${tea}`]));
        throw new Error(JSON.stringify((await prove(context)).firstBadRow));
      }),
    ).rejects.toThrow(new RegExp(`"material":"物料"|"materialId":"?${tea}`));
  });
});

describe('rounded once', () => {
  test('half of 3,000,000 g for 10,000.00 are worth 5,000.00, in the lot and in the average', async () => {
    const salt = await aMaterial();
    const { batchId } = await receipt(salt, '3000000', '10000');
    await issue(salt, [batchId, '1500000']);
    expect(await averageOf(salt)).toBe('1500000 worth 5000 at 0.003333, last 0.003333');
    expect(
      await room.act((context) =>
        context.tx.row(sql`select amount from stock_batch where batch_id = ${batchId}::bigint`),
      ),
    ).toEqual({ amount: '5000' });
  });
  test('30 pieces at 15.91875 from lots of 10 and 20 cost 477.56', async () => {
    const wine = await aMaterial();
    const first = await receipt(wine, '10', '159.18');
    const second = await receipt(wine, '30', '477.57');
    expect(await averageOf(wine)).toBe('40 worth 636.75 at 15.91875, last 15.919');
    await issue(wine, [first.batchId, '10'], [second.batchId, '20']);
    expect(await averageOf(wine)).toBe('10 worth 159.19 at 15.91875, last 15.919');
  });
});

interface Move {
  readonly id: string;
  readonly at: string;
  readonly qty: string;
  readonly amount: string;
  readonly unitCost: string;
  readonly reason: string;
  readonly bill: string;
  readonly carried: string | null;
  readonly reverses: string | null;
  readonly takenBefore: string;
}
/** What stands of some moves at one place, by the letter of the rules: exact fractions, one move after the other. */
function replay(moves: readonly Move[]): string {
  const taken = new Set<string>();
  for (const back of moves) if (back.reverses !== null) taken.add(back.id).add(back.reverses);
  const quantityOf = (left: ReadonlySet<string>): number[] =>
    moves.map(
      (
        (sum) => (move: Move) =>
          (sum += left.has(move.id) ? 0 : Number(move.qty))
      )(0),
    );
  while (quantityOf(taken).some((qty) => qty < 0)) {
    const missed = quantityOf(taken).findIndex((qty) => qty < 0);
    const earlier = moves
      .slice(0, missed + 1)
      .filter(({ qty }) => Number(qty) > 0)
      .map(({ id }) => id);
    const pair = moves.findLast(
      (back, index) => taken.has(back.id) && index > missed && earlier.includes(back.reverses ?? ''),
    )!;
    taken.delete(pair.id);
    taken.delete(pair.reverses!);
  }
  const cents = (value: Fraction): Fraction => Fraction.of(value.rounded(2));
  const least = (a: Fraction, b: Fraction): Fraction => (a.minus(b).rounded(12).isNegative() ? a : b);
  let [qty, value, unit, last] = [Fraction.zero, Fraction.zero, Fraction.zero, '0'];
  let run = { bill: '', qty: Fraction.zero };
  const given = new Map<string, Fraction>();
  for (const move of moves) {
    if (move.takenBefore === '0') run = { bill: move.bill, qty: Fraction.zero };
    if (taken.has(move.id)) continue;
    const change = Fraction.of(move.qty);
    const before = value;
    const left = qty.plus(change);
    if (move.reverses !== null) {
      const back = Fraction.zero.minus(given.get(move.reverses)!);
      value = left.numerator === 0n || value.plus(back).rounded(2).isNegative() ? Fraction.zero : value.plus(back);
    } else if (change.numerator >= 0n) value = value.plus(Fraction.of(move.carried ?? move.amount));
    else {
      const share = cents(run.qty.minus(change).times(unit)).minus(cents(run.qty.times(unit)));
      value = left.numerator === 0n ? Fraction.zero : value.minus(least(value, share));
      run = { bill: move.bill, qty: run.qty.minus(change) };
    }
    qty = left;
    given.set(move.id, value.minus(before));
    if ((change.numerator >= 0n || move.reverses !== null) && qty.numerator !== 0n) unit = value.dividedBy(qty);
    if (
      change.numerator > 0n &&
      move.reason !== 'count.gain' &&
      Fraction.of(move.unitCost).numerator > 0n &&
      move.reverses === null &&
      !moves.some(({ reverses }) => reverses === move.id)
    )
      last = move.unitCost;
  }
  return `${qty.rounded(6)} worth ${value.rounded(2)} at ${qty.numerator === 0n ? '-' : unit.rounded(6)}, last ${last}`;
}

type Step = {
  kind: 'receive' | 'issue' | 'send' | 'find' | 'back';
  which: number;
  other: number;
  qty: number;
  cents: number;
  minutesLate: number;
};
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('receive', 'receive', 'issue', 'issue', 'send', 'find', 'back', 'back'),
  which: fc.nat(9),
  other: fc.nat(9),
  qty: fc.integer({ min: 1, max: 9 }),
  // Sometimes a gift.
  cents: fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 1, max: 9_999 }) }, fc.constant(0)),
  minutesLate: fc.constantFrom(0, 0, 0, 1, 3, 10),
});
const minute = (nr: number): string =>
  `2025-03-16 ${String(10 + Math.floor(nr / 60)).padStart(2, '0')}:${String(nr % 60).padStart(2, '0')}:00`;

test(
  'promise 61: whatever is received, issued, sent, found, late or booked back, averages and last costs are a replay of the moves',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 25 }), async (steps) => {
        const materialId = await aMaterial();
        const bills: Bill[] = [];
        const lots: string[] = [];
        for (const [index, { kind, which, other, qty, cents, minutesLate }] of steps.entries()) {
          const now = minute(20 + index);
          const businessTime = minute(20 + index - minutesLate);
          const bill = kind === 'back' ? bills[which % Math.max(1, bills.length)] : aBill(kind);
          const lot = (nr: number): string => lots[nr % Math.max(1, lots.length)]!;
          const amount = (cents / 100).toFixed(2);
          const work = async (context: Context): Promise<void> => {
            const moved = { bill: bill!, lineId: '1', materialId, batchId: lot(which), qty: String(qty), businessTime };
            if (kind === 'receive')
              lots.push((await received(context, materialId, qty, amount, { bill: bill!, businessTime })).batchId);
            else if (kind === 'find')
              await post(context, [{ ...moved, reason: 'count.gain', to: place.warehouse, amount }]);
            else if (kind === 'issue')
              await post(context, [
                { ...moved, reason: 'other-out.post', from: place.warehouse },
                { ...moved, lineId: '2', batchId: lot(other), reason: 'other-out.post', from: place.warehouse },
              ]);
            else if (kind === 'send')
              await ship(context, 'allocation.ship', [
                { ...moved, fromId: place.warehouse, toId: place.otherWarehouse },
              ]);
            else await reverse(context, bill!, bill!);
          };
          if (kind !== 'receive' && lots.length === 0) continue;
          const done = await room.act(work, now).then(
            () => true,
            (error: unknown) => {
              if (error instanceof Refused || /stock_move_(once|reversed_once)_uq/.test(String(error))) return false;
              throw error;
            },
          );
          if (done && kind !== 'back') bills.push(bill!);
        }
        const moves = await room.act((context) =>
          context.tx.rows<Move>(sql`
        select m.id, m.location_id as at, m.qty, m.amount, m.unit_cost, m.reason, m.bill_type || m.bill_id as bill,
          case when m.counter_location_id is not null and m.qty > 0
          and m.reverses_move_id is null then c.avg_amount end as carried,
          m.reverses_move_id as reverses, c.taken_before
        from stock_move m join stock_move_cost c on c.move_id = m.id where m.material_id = ${materialId}::bigint
        order by m.business_time, m.seq`),
        );
        const stands = await room.act((context) =>
          context.tx.rows<{ at: string; qty: string; value: string; average: string; last: string }>(sql`
        select location_id as at, qty, avg_amount as value, trim_scale(round(avg_cost, 6))::text as average,
          last_cost as last from stock where material_id = ${materialId}::bigint`),
        );
        for (const { at, qty, value, average, last } of stands)
          expect(`${qty} worth ${value} at ${qty === '0' ? '-' : average}, last ${last}`).toBe(
            replay(moves.filter((move) => move.at === at)),
          );
        expect(Decimal.sum(stands.map((each) => Decimal.of(each.qty))).toString()).toBe(
          Decimal.sum(moves.map((move) => Decimal.of(move.qty))).toString(),
        );
      }),
      { numRuns: rounds(60, 1_000) },
    );
    expect(await proof()).toMatchObject({ ok: true, firstBadRow: null });
  },
  isFull ? 1_800_000 : 120_000,
);
