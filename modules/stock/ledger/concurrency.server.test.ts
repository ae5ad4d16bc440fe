import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sentenceOf, type Refused } from '../../../kernel/core/refusal.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { sql, type Sql } from '../../../parts/postgres/database.ts';
import { receive } from '../lots/lots.server.ts';
import { closePeriod } from './period.server.ts';
import { post } from './posting.server.ts';
import { prove } from './proof.server.ts';
import { reserve } from './reservations.server.ts';
import { aBill, aStockRoom, balanceOf, place, received, thing, type StockRoom } from './stock-room.testing.ts';

let room: StockRoom;
beforeAll(async () => {
  room = await aStockRoom({ connections: 50 });
});
afterAll(() => room.close());

const many = 200;
const materialOf = (nr: number): string => String(800_000 + nr);
/** `many` materials with a lot of 1000 each; answers the lots. */
async function aFullWarehouse(): Promise<string[]> {
  await room.act((context) =>
    context.tx.run(
      sql`insert into material (id, code, name, material_type_id, base_unit_id)
        select 800000 + n, 'X' || n, '物料' || n, 400, 301 from generate_series(1, ${many}::integer) n
        on conflict do nothing`,
    ),
  );
  const lots = await room.act((context) =>
    receive(
      context,
      Array.from({ length: many }, (_, index) => ({
        bill: aBill(),
        lineId: '1',
        reason: 'receipt.purchase' as const,
        locationId: place.warehouse,
        materialId: materialOf(index + 1),
        qty: '1000',
        amount: '3000',
      })),
    ),
  );
  return lots.map((lot) => lot.batchId);
}
const deadlocks = async (): Promise<number> =>
  Number(
    (await room.act((context) =>
      context.tx.row<{ deadlocks: string }>(
        sql`select deadlocks from pg_stat_database where datname = current_database()`,
      ),
    ))!.deadlocks,
  );

test('promise 1: fifty pickers of 3 on a lot of 100: 33 get it, 17 are told they are short', async () => {
  const lot = await room.act((context) => received(context, thing.oil, 100, '1000'));
  const out = () =>
    room.act((context) =>
      post(context, [
        {
          bill: aBill('otheroutstore'),
          lineId: '1',
          reason: 'other-out.post',
          materialId: thing.oil,
          batchId: lot.batchId,
          from: place.warehouse,
          qty: '3',
        },
      ]),
    );
  const answers = await Promise.allSettled(Array.from({ length: 50 }, out));
  expect(answers.filter((answer) => answer.status === 'fulfilled')).toHaveLength(33);
  const messages = answers
    .filter((answer) => answer.status === 'rejected')
    .map((answer) => sentenceOf((answer.reason as Refused).refusals[0]!, 'zh'));
  expect(messages.filter((sentence) => !/^油 批次 PC\d+ 需 3 千克，仅剩 1 千克，缺 2 千克（/.test(sentence))).toEqual(
    [],
  );
  expect(await room.act((context) => balanceOf(context, place.warehouse, thing.oil))).toMatchObject({
    qty: '1',
    amount: '10',
  });
});

test('promise 4: fifty reservations of 3 on 100 hold 99, never more than there is', async () => {
  await room.act((context) => received(context, thing.rice, 100, '400'));
  const answers = await Promise.allSettled(
    Array.from({ length: 50 }, (_, nr) =>
      room.act((context) =>
        reserve(context, [
          {
            bill: aBill('pick'),
            lineId: String(nr + 1),
            locationId: place.warehouse,
            materialId: thing.rice,
            qty: '3',
            needDate: '2025-03-17',
          },
        ]),
      ),
    ),
  );
  expect(answers.filter((answer) => answer.status === 'fulfilled')).toHaveLength(33);
  expect(await room.act((context) => balanceOf(context, place.warehouse, thing.rice))).toMatchObject({
    qty: '100',
    reserved: '99',
  });
});

test('promises 2 and 6: documents with the same materials in any order never wait for each other in a circle, and sums hold at every moment', async () => {
  const lots = await aFullWarehouse();
  const before = await deadlocks();
  let working = true;
  const proofs: boolean[] = [];
  const watching = (async () => {
    while (working) {
      proofs.push((await room.act((context) => prove(context))).ok);
      await pause(20);
    }
  })();
  await Promise.all(
    Array.from({ length: 20 }, (_, client) =>
      room.act((context) => {
        const bill = aBill('otheroutstore');
        // Each client walks the materials from another start, every second one backwards.
        const order = Array.from(
          { length: many },
          (__, index) => (client % 2 === 0 ? index + client * 7 : many * 20 - index - client * 7) % many,
        );
        return post(
          context,
          order.map((nr, index) => ({
            bill,
            lineId: String(index + 1),
            reason: 'other-out.post' as const,
            materialId: materialOf(nr + 1),
            batchId: lots[nr]!,
            ...(client % 3 === 0 ? { from: place.warehouse, to: place.otherWarehouse } : { from: place.warehouse }),
            qty: '2',
          })),
        );
      }),
    ),
  );
  working = false;
  await watching;
  expect(await deadlocks()).toBe(before);
  expect(proofs.length).toBeGreaterThan(3);
  expect(proofs).not.toContain(false);
  expect(await room.act((context) => balanceOf(context, place.warehouse, materialOf(1)))).toMatchObject({ qty: '960' });
}, 60_000);

test('500 lines are a few statements', async () => {
  const lots = await aFullWarehouse();
  const count = async (lines: number): Promise<number> => {
    let statements = 0;
    await room.act((context) => {
      const counted =
        <T>(work: (query: Sql) => Promise<T>) =>
        (query: Sql): Promise<T> => {
          statements += 1;
          return work(query);
        };
      const counting: Context = {
        ...context,
        tx: {
          ...context.tx,
          rows: counted(context.tx.rows) as never,
          row: counted(context.tx.row) as never,
          run: counted(context.tx.run),
        },
      };
      const bill = aBill('otheroutstore');
      return post(
        counting,
        Array.from({ length: lines }, (_, index) => ({
          bill,
          lineId: String(index + 1),
          reason: 'other-out.post' as const,
          materialId: materialOf((index % many) + 1),
          batchId: lots[index % many]!,
          from: place.warehouse,
          qty: '1',
        })),
      );
    });
    return statements;
  };
  const started = performance.now();
  expect(await count(500)).toBe(await count(1));
  expect(await count(2)).toBeLessThanOrEqual(8);
  expect(performance.now() - started).toBeLessThan(3000);
});

test('nothing posts into a closed month; a late fact of an open one must have fitted then, and averages follow', async () => {
  const december = '2024-12-20 09:00:00';
  const january = '2025-01-10 09:00:00';
  const lot = await room.act(
    (context) => received(context, thing.flour, 10, '20', { productionDate: '2024-12-19' }),
    december,
  );
  await room.act((context) => received(context, thing.flour, 10, '40', { productionDate: '2025-01-09' }), january);
  await room.act((context) => closePeriod(context, place.company, '2024-12'));
  const out = (businessTime: string, qty: string) =>
    room.act((context) =>
      post(context, [
        {
          bill: aBill('otheroutstore'),
          lineId: '1',
          reason: 'other-out.post',
          materialId: thing.flour,
          batchId: lot.batchId,
          from: place.warehouse,
          qty,
          businessTime,
        },
      ]),
    );
  await expect(out('2024-12-31 23:59:59', '1')).rejects.toThrow(/closed through 2024-12-31/);
  // Half the lot left on 12 March; a late issue on 1 March may take no more than what stayed for it.
  await out('2025-03-12 10:00:00', '5');
  await expect(out('2025-03-01 10:00:00', '6')).rejects.toThrow(/lot-short/);
  await out('2025-01-02 10:00:00', '4');
  // 10 at 2.00; 4 left on 2 January at 2.00, so the 10 at 4.00 met 6: average 3.25; the 5 of 12 March left at 3.25.
  const [balance, averages] = await room.act(async (context) => [
    await balanceOf(context, place.warehouse, thing.flour),
    await context.tx.rows<{ unit: string; amount: string }>(
      sql`select c.avg_unit_cost as unit, c.avg_amount as amount from stock_move m
        join stock_move_cost c on c.move_id = m.id where m.material_id = ${thing.flour}::bigint
          order by m.business_time, m.seq`,
    ),
  ]);
  expect(averages.map((row) => `${row.amount} at ${row.unit}`)).toEqual([
    '20 at 2',
    '-8 at 2',
    '40 at 3.25',
    '-16.25 at 3.25',
  ]);
  expect(balance).toMatchObject({ qty: '11', amount: '42', avgCost: '3.25', avgAmount: '35.75' });
  expect(await room.act((context) => prove(context))).toMatchObject({ ok: true, firstBadRow: null });
});

test('a late issue from when a lot was empty is refused, though it was filled again since', async () => {
  const lot = await room.act(
    (context) => received(context, thing.tofu, 10, '30', { productionDate: '2025-03-10' }),
    '2025-03-10 08:00:00',
  );
  const moved = { lineId: '1', materialId: thing.tofu, batchId: lot.batchId };
  await room.act(
    (context) =>
      post(context, [
        { ...moved, bill: aBill('otheroutstore'), reason: 'other-out.post', from: place.warehouse, qty: '10' },
      ]),
    '2025-03-11 08:00:00',
  );
  await room.act(
    (context) =>
      post(context, [
        { ...moved, bill: aBill('invcheck'), reason: 'count.gain', to: place.warehouse, qty: '4', amount: '12' },
      ]),
    '2025-03-13 08:00:00',
  );
  const late = (businessTime: string) =>
    room.act(
      (context) =>
        post(context, [
          {
            ...moved,
            bill: aBill('otheroutstore'),
            reason: 'other-out.post',
            from: place.warehouse,
            qty: '3',
            businessTime,
          },
        ]),
      '2025-03-14 08:00:00',
    );
  const refused = await late('2025-03-12 08:00:00').then(
    () => null,
    (error: unknown) => error as Refused,
  );
  expect(sentenceOf(refused!.refusals[0]!, 'zh')).toBe(
    `批次 ${lot.batchCode} 在 2025-03-12 缺 3 千克，不能补记到该时间`,
  );
  await late('2025-03-13 09:00:00');
  expect(await room.act((context) => prove(context))).toMatchObject({ ok: true, firstBadRow: null });
});

test('months close one after the other, once, and keep their balances', async () => {
  const close = (month: string) => room.act((context) => closePeriod(context, place.company, month));
  await expect(close('2024-12')).rejects.toThrow(/period-done/);
  await expect(close('2025-02')).rejects.toThrow(/period-order/);
  await expect(close('2025-03')).rejects.toThrow(/period-not-over/);
  await close('2025-01');
  const balances = await room.act((context) =>
    context.tx.rows(sql`
    select p.month, e.open_qty, e.in_qty, e.out_qty, e.close_qty, e.close_amount from stock_period_balance e
    join stock_period p on p.id = e.period_id where e.material_id = ${thing.flour}::bigint
      order by p.month, e.close_amount`),
  );
  expect(balances).toEqual([
    { month: '2024-12', openQty: '0', inQty: '10', outQty: '0', closeQty: '10', closeAmount: '20' },
    { month: '2025-01', openQty: '10', inQty: '0', outQty: '4', closeQty: '6', closeAmount: '12' },
    { month: '2025-01', openQty: '0', inQty: '10', outQty: '0', closeQty: '10', closeAmount: '40' },
  ]);
});
