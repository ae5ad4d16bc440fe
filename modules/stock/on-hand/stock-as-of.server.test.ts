/** Stock as of a moment, beside the sum of every move that had happened, or was known, by then. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Decimal } from '../../../kernel/core/decimal.ts';
import { Refused } from '../../../kernel/core/refusal.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { readPage } from '../../../kernel/server/record-query.ts';
import type { Registry } from '../../../kernel/server/registry.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { isFull, rounds } from '../../../tests/support/long-form.ts';
import { balancesUpTo } from './balances.server.ts';
import { post, type Bill } from '../ledger/posting.server.ts';
import { prove } from '../ledger/proof.server.ts';
import { reverse } from '../ledger/reversal.server.ts';
import { aBill, aStockRoom, place, received, registryUpTo, type StockRoom } from '../ledger/stock-room.testing.ts';

let room: StockRoom;
let registry: Registry;
beforeAll(async () => {
  room = await aStockRoom();
  registry = registryUpTo('stock', room.database);
});
afterAll(() => room.close());

const minute = (nr: number): string => `2025-03-16 10:${String(nr).padStart(2, '0')}:00`;

interface Step {
  readonly kind: 'receive' | 'issue' | 'back';
  readonly which: number;
  readonly qty: number;
  readonly cents: number;
  readonly minutesLate: number;
}
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('receive', 'receive', 'issue', 'issue', 'back'),
  which: fc.nat(9),
  qty: fc.integer({ min: 1, max: 9 }),
  cents: fc.integer({ min: 1, max: 9_999 }),
  minutesLate: fc.constantFrom(0, 0, 0, 2, 7, 15),
});

interface Move {
  readonly happened: string;
  readonly posted: string;
  readonly qty: string;
  readonly amount: string;
  readonly average: string;
}

/** One line of stock as somebody reads it. */
const line = (qty: Decimal | string, amount: Decimal | string, average: Decimal | string): string =>
  [qty, amount, average].map((figure) => Decimal.of(String(figure)).rounded(2).toString()).join(' ');

/** What moves of a material say of it, one by one added up. */
function summed(moves: readonly Move[], moment: string, by: 'happened' | 'posted'): string {
  const until = moves.filter((move) => move[by] <= moment);
  const sum = (figure: 'qty' | 'amount' | 'average'): Decimal =>
    Decimal.sum(until.map((move) => Decimal.of(move[figure])));
  return line(sum('qty'), sum('amount'), sum('average'));
}

let made = 0;
async function aMaterial(): Promise<string> {
  made += 1;
  const id = String(90_000 + made);
  await room.act((context) =>
    context.tx.run(sql`insert into material (id, code, name, material_type_id, base_unit_id)
      values (${id}::bigint, ${`P${id}`}, ${`料${id}`}, 400, 301)`),
  );
  return id;
}

/** Does a step; whether it was done, since what is not there is refused. */
async function done(
  materialId: string,
  { kind, which, qty, cents, minutesLate }: Step,
  nr: number,
  past: { bills: Bill[]; lots: string[] },
): Promise<void> {
  const bill = kind === 'back' ? past.bills[which % past.bills.length] : aBill(kind);
  const batchId = past.lots[which % past.lots.length];
  if (bill === undefined || (kind === 'issue' && batchId === undefined)) return;
  const businessTime = minute(20 + nr - minutesLate);
  const work = async (context: Context): Promise<unknown> => {
    if (kind === 'back') return reverse(context, bill, bill);
    if (kind === 'issue')
      return post(context, [
        {
          bill,
          lineId: '1',
          materialId,
          batchId: batchId!,
          qty: String(qty),
          businessTime,
          reason: 'other-out.post',
          from: place.warehouse,
        },
      ]);
    return past.lots.push(
      (await received(context, materialId, qty, (cents / 100).toFixed(2), { bill, businessTime })).batchId,
    );
  };
  try {
    await room.act(work, minute(20 + nr));
  } catch (error) {
    if (error instanceof Refused || /stock_move_(once|reversed_once)_uq/.test(String(error))) return;
    throw error;
  }
  if (kind !== 'back') past.bills.push(bill);
}

test(
  'promise 11: whatever came late or was booked back, stock as of a moment is the sum of what had happened, or was known, by then',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 20 }), async (steps) => {
        const materialId = await aMaterial();
        const past = { bills: [], lots: [] };
        for (const [nr, each] of steps.entries()) await done(materialId, each, nr, past);
        const moves = await room.act((context) =>
          context.tx.rows<Move>(sql`
            select to_char(m.business_time, 'YYYY-MM-DD HH24:MI:SS') as happened,
              to_char(m.posted_time, 'YYYY-MM-DD HH24:MI:SS') as posted, m.qty, m.amount,
              case when c.undone then 0 else c.avg_amount - c.residue end as average
            from stock_move m join stock_move_cost c on c.move_id = m.id where m.material_id = ${materialId}::bigint`),
        );
        for (const moment of [minute(4), minute(15), minute(22), minute(29), minute(45)])
          for (const by of ['happened', 'posted'] as const) {
            const { records } = await room.act((context) =>
              readPage(registry.find('stock'), context, {
                materialId,
                asOf: moment,
                asOfBy: by === 'posted' ? by : '',
              }),
            );
            const shown = records.map((row) =>
              line(String(row['qty']), String(row['amount']), String(row['avgAmount'])),
            );
            if (moves.length > 0)
              expect(`${by} ${moment}: ${shown.join('; ')}`).toBe(`${by} ${moment}: ${summed(moves, moment, by)}`);
          }
      }),
      { numRuns: rounds(25, 500) },
    );
    expect(await room.act((context) => prove(context))).toMatchObject({ ok: true, firstBadRow: null });
  },
  isFull ? 900_000 : 120_000,
);

test('all balances come in one call, as the list has them: now, as of a moment, of one warehouse, and without costs where those are not seen', async () => {
  const all = async (input: Record<string, unknown>, costs = true): Promise<readonly Record<string, unknown>[]> => {
    const call = registry.calls.find(({ path }) => path === 'stock/balances')!;
    const { value } = (await room.act((context) =>
      call.handle({ ...context, allowed: (code) => costs || code !== 'stock_view_cost' }, input, null),
    )) as { value: Buffer };
    return (JSON.parse(value.toString()) as { data: Record<string, unknown>[] }).data;
  };
  const keys = ['warehouseId', 'warehouseName', 'materialId', 'materialCode', 'materialName', 'baseUnitName', 'qty'];
  const FIGURES = ['auxQty', 'reservedQty', 'unitCost', 'amount'];
  for (const input of [
    {},
    { asOf: minute(22) },
    { asOf: minute(22), asOfBy: 'posted' },
    { warehouse: place.otherWarehouse },
  ]) {
    const { records } = await room.act((context) =>
      readPage(registry.find('stock'), context, { ...input, size: '200' }),
    );
    const listed = records.map((row) => [...keys, ...FIGURES].map((key) => String(row[key])).join(' '));
    expect(
      (await all(input)).map((row) => [...keys, ...FIGURES].map((key) => String(row[key])).join(' ')).toSorted(),
    ).toEqual(listed.toSorted());
  }
  await expect(room.act((context) => balancesUpTo(1).handle(context, {}, null))).rejects.toThrow(/too-many-balances/);
  expect(Object.keys((await all({}, false))[0]!)).toEqual([...keys, 'auxQty', 'reservedQty']);
});
