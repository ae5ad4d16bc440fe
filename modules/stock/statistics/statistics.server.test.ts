/** The statistics of stores beside a slow and obvious model: what was done, bill by bill, and every move added up. */
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Decimal } from '../../../kernel/core/decimal.ts';
import { Refused } from '../../../kernel/core/refusal.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { readPage } from '../../../kernel/server/record-query.ts';
import { sql } from '../../../parts/postgres/database.ts';
import { ownSheet } from '../../../tests/contracts/the-company.ts';
import { isFull, rounds } from '../../../tests/support/long-form.ts';
import { closePeriod } from '../ledger/period.server.ts';
import { post, type Bill } from '../ledger/posting.server.ts';
import { reverse } from '../ledger/reversal.server.ts';
import { aBill, aStockRoom, place, received, thing, type StockRoom } from '../ledger/stock-room.testing.ts';
import { arrive, sendBack, ship, writeOffInTransit } from '../ledger/transfer.server.ts';
import { movesOf } from './moves-of-figure.rules.ts';
import { daysFrom, FIGURES, IN, OUT, type Column, type Figure } from './statistics.rules.ts';

let room: StockRoom;
beforeAll(async () => {
  room = await aStockRoom();
  await room.act(({ tx }) =>
    tx.run(sql`insert into supplier (id, code, name, contact, contact_phone) values
      (601, 'S1', '甲', '王', '13800000000'), (602, 'S2', '乙', '李', '13800000001')`),
  );
});
afterAll(() => room.close());

type Row = Readonly<Record<string, string | null>>;
interface Answer {
  readonly records: readonly Row[];
  readonly total: number;
  readonly totals: Row;
}
const ask = (input: Record<string, unknown>, more: Partial<Context> = {}): Promise<Answer> =>
  room.act(
    (context) =>
      room.registry.calls
        .find(({ path }) => path === 'statistics/page')!
        .handle({ ...context, ...more }, { size: '200', ...input }, null) as Promise<Answer>,
    '2025-05-20 10:00:00',
  );
const dayOf = (nr: number): string => new Date(Date.UTC(2025, 2, 1 + nr)).toISOString().slice(0, 10);

interface Step {
  readonly kind:
    | 'receive'
    | 'use'
    | 'scrap'
    | 'ship'
    | 'pick'
    | 'arrive'
    | 'back'
    | 'loss'
    | 'gain'
    | 'lose'
    | 'reverse';
  readonly at: number;
  readonly which: number;
  readonly qty: number;
  readonly cents: number;
  readonly daysLater: number;
  readonly daysLate: number;
}
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(
    ...([
      'receive',
      'receive',
      'use',
      'scrap',
      'ship',
      'ship',
      'pick',
      'arrive',
      'back',
      'loss',
      'gain',
      'lose',
      'reverse',
    ] as const),
  ),
  at: fc.nat(1),
  which: fc.nat(9),
  qty: fc.integer({ min: 1, max: 9 }),
  cents: fc.integer({ min: 1, max: 9_999 }),
  daysLater: fc.constantFrom(0, 0, 1, 3, 11),
  daysLate: fc.constantFrom(0, 0, 0, 1, 4),
});

/** What the moves of a bill at a place and on their way to it count as. */
type Done = { readonly bill: string; readonly at: string; readonly column: Column };
interface Past {
  readonly done: Done[];
  readonly lots: { readonly id: string; readonly at: string }[];
  readonly sent: { readonly lot: string; readonly from: string; readonly to: string; readonly qty: string }[];
  readonly bills: Bill[];
}
const STORES = [place.warehouse, place.otherWarehouse] as const;

/** Does a step; what is not there is refused and leaves nothing. */
async function act(materialId: string, each: Step, day: number, past: Past): Promise<void> {
  const bill = aBill('model');
  const at = STORES[each.at]!;
  const other = STORES[1 - each.at]!;
  const lots = past.lots.filter((lot) => lot.at === at);
  const lot = lots[each.which % Math.max(1, lots.length)]?.id;
  const goods = past.sent[each.which % Math.max(1, past.sent.length)];
  const time = `${dayOf(day)} 10:00:00`;
  const businessTime = each.daysLate === 0 ? undefined : `${dayOf(day - each.daysLate)} 09:00:00`;
  const line = {
    bill,
    lineId: '1',
    materialId,
    qty: String(each.qty),
    ...(businessTime === undefined ? {} : { businessTime }),
  };
  const counts = (...columns: readonly [at: string, column: Column][]): Done[] =>
    columns.map(([where, column]) => ({ bill: bill.id, at: where, column }));
  const leg = goods && {
    bill,
    lineId: '1',
    materialId,
    batchId: goods.lot,
    qty: goods.qty,
    fromId: goods.from,
    toId: goods.to,
  };
  const isPick = goods?.to === place.stall;
  const work = async (context: Context): Promise<readonly Done[]> => {
    if (each.kind === 'receive') {
      const { batchId } = await received(context, materialId, each.qty, (each.cents / 100).toFixed(2), {
        ...line,
        locationId: at,
        supplierId: each.which % 3 === 0 ? '601' : '602',
      });
      past.lots.push({ id: batchId, at });
      return counts([at, 'purchaseIn']);
    }
    if (each.kind === 'arrive' || each.kind === 'back' || each.kind === 'loss') {
      if (leg === undefined) return [];
      if (each.kind === 'arrive') {
        await arrive(context, isPick ? 'pick.receive' : 'allocation.receive', [leg]);
        past.lots.push({ id: goods!.lot, at: goods!.to });
      } else if (each.kind === 'back') await sendBack(context, [leg]);
      else await writeOffInTransit(context, [leg]);
      past.sent.splice(past.sent.indexOf(goods!), 1);
      const inOut: readonly [string, Column][] =
        each.kind === 'loss'
          ? [[goods!.to, 'transitLoss']]
          : [
              [goods!.to, 'transferIn'],
              [goods!.from, isPick ? 'pickOut' : 'transferOut'],
            ];
      return counts(...(each.kind === 'arrive' ? [[goods!.to, 'transferIn'] as [string, Column]] : inOut));
    }
    if (each.kind === 'reverse') {
      const reversed = past.bills[each.which % Math.max(1, past.bills.length)];
      if (reversed === undefined) return [];
      await reverse(context, reversed, bill);
      return past.done.filter((done) => done.bill === reversed.id).map((done) => ({ ...done, bill: bill.id }));
    }
    if (lot === undefined) return [];
    if (each.kind === 'ship' || each.kind === 'pick') {
      const to = each.kind === 'pick' ? place.stall : other;
      const { businessTime: _now, ...now } = line as typeof line & { businessTime?: string };
      await ship(context, each.kind === 'pick' ? 'pick.ship' : 'allocation.ship', [
        { ...now, batchId: lot, fromId: at, toId: to },
      ]);
      past.sent.push({ lot, from: at, to, qty: line.qty });
      return each.kind === 'pick' ? counts([at, 'pickOut']) : counts([at, 'transferOut'], [to, 'transferIn']);
    }
    if (each.kind === 'gain') {
      await post(context, [
        { ...line, batchId: lot, reason: 'count.gain', to: at, amount: (each.cents / 100).toFixed(2) },
      ]);
      return counts([at, 'countGain']);
    }
    if (each.kind === 'lose') {
      await post(context, [{ ...line, batchId: lot, reason: 'count.loss', reasonDetail: 'expired', from: at }]);
      return counts([at, 'countLoss']);
    }
    const isScrap = each.kind === 'scrap';
    await post(context, [
      { ...line, batchId: lot, reason: 'other-out.post', reasonDetail: isScrap ? 'expired' : 'office', from: at },
    ]);
    return counts([at, isScrap ? 'scrapOut' : 'otherOut']);
  };
  const before = past.lots.length;
  const sent = past.sent.length;
  try {
    const done = await room.act(work, time);
    past.done.push(...done);
    // Of what went from place to place, only what is settled there is taken back.
    if (['receive', 'use', 'scrap', 'gain', 'lose'].includes(each.kind) && done.length > 0) past.bills.push(bill);
  } catch (error) {
    past.lots.splice(before);
    past.sent.splice(sent);
    if (!(error instanceof Refused) && !/stock_move_(once|reversed_once)_uq/.test(String(error))) throw error;
  }
}

interface Move {
  readonly bill: string;
  readonly at: string;
  readonly inTransit: boolean;
  readonly day: string;
  readonly supplier: string | null;
  readonly qty: string;
  readonly amount: string;
  readonly average: string;
}
type Pick = (move: Move) => boolean;

/** Every figure of these moves, one by one added up. */
function modelled(
  moves: readonly Move[],
  done: readonly Done[],
  from: string,
  to: string,
  by: 'amount' | 'average',
): Readonly<Record<Figure, string>> {
  const sum = (which: Pick): string => {
    const found = moves.filter(which);
    const add = (name: 'qty' | 'amount' | 'average'): Decimal =>
      Decimal.sum(found.map((move) => Decimal.of(move[name])));
    return `${add('qty').toString()} ${add(by).toFixed(2)}`;
  };
  const negative = (text: string): string =>
    text
      .split(' ')
      .map((part, at) => (at === 0 ? Decimal.of(part).negated().toString() : Decimal.of(part).negated().toFixed(2)))
      .join(' ');
  const during: Pick = ({ day }) => day >= from && day <= to;
  const counted =
    (columns: readonly Column[]): Pick =>
    (move) =>
      during(move) &&
      done.some(({ bill, at, column }) => bill === move.bill && at === move.at && columns.includes(column));
  return {
    open: sum(({ day }) => day < from),
    ...(Object.fromEntries(IN.map((column) => [column, sum(counted([column]))])) as Record<
      (typeof IN)[number],
      string
    >),
    in: sum(counted(IN)),
    ...(Object.fromEntries(OUT.map((column) => [column, negative(sum(counted([column])))])) as Record<
      (typeof OUT)[number],
      string
    >),
    out: negative(sum(counted(OUT))),
    close: sum(({ day }) => day <= to),
    transit: sum(({ day, inTransit }) => day <= to && inTransit),
  };
}
const figuresOf = (row: Row): Readonly<Record<string, string>> =>
  Object.fromEntries(FIGURES.map((figure) => [figure, `${row[`${figure}Qty`]} ${row[`${figure}Amount`]}`]));
const isNothing = (
  figures: Readonly<Record<string, string>>,
  moves: readonly Move[],
  from: string,
  to: string,
): boolean => figures['close'] === '0 0.00' && !moves.some(({ day }) => day >= from && day <= to);

let made = 0;
async function aMaterial(): Promise<string> {
  made += 1;
  const id = String(95_000 + made);
  await room.act(({ tx }) =>
    tx.run(sql`insert into material (id, code, name, material_type_id, base_unit_id)
      values (${id}::bigint, ${`Q${id}`}, ${`料${id}`}, 400, 301)`),
  );
  return id;
}
const method = (value: string): Promise<unknown> =>
  room.act(async ({ tx }) => {
    await tx.run(sql`delete from param where param_key = 'store.cost.method'`);
    await tx.run(
      sql`insert into param (param_key, param_name, param_value) values ('store.cost.method', '成本方法', ${value})`,
    );
  });

const movesOfMaterial = (materialId: string): Promise<Move[]> =>
  room.act((context) =>
    context.tx.rows<Move>(sql`
      select m.bill_id::text as bill, coalesce(l.transit_for_id, l.id)::text as at, l.kind = 'in-transit' as in_transit,
        to_char(m.business_time, 'YYYY-MM-DD') as day, b.supplier_id::text as supplier, m.qty, m.amount,
        case when c.undone then 0 else c.avg_amount - c.residue end as average
      from stock_move m join stock_move_cost c on c.move_id = m.id join stock_location l on l.id = m.location_id
      join stock_location p on p.id = coalesce(l.transit_for_id, l.id) and p.kind = 'warehouse'
      join batch b on b.id = m.batch_id where m.material_id = ${materialId}::bigint`),
  );

const oneOf = (kind: Step['kind'], more: Partial<Step> = {}): Step => ({
  kind,
  at: 0,
  which: 0,
  qty: 1,
  cents: 1,
  daysLater: 0,
  daysLate: 0,
  ...more,
});
/** Scrap that is taken back a month later: the average values what the lots no longer hold. */
const scrapTakenBack: [Step[], number, number, 'amount'] = [
  [
    oneOf('receive'),
    oneOf('receive', { at: 1 }),
    oneOf('scrap'),
    oneOf('receive', { daysLater: 11 }),
    oneOf('reverse', { which: 2 }),
  ],
  0,
  5,
  'amount',
];

test(
  'EP-0843: opening + in − out = closing to the gram and the cent, whatever was late, lost, sent back or reversed, by every grouping and both ways of costing',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 6, maxLength: 24 }),
        fc.nat(30),
        fc.nat(40),
        fc.constantFrom('amount' as const, 'average' as const),
        async (steps, first, length, by) => {
          const materialId = await aMaterial();
          const past: Past = { done: [], lots: [], sent: [], bills: [] };
          let day = 10;
          for (const each of steps) {
            day += each.daysLater;
            await act(materialId, each, day, past);
          }
          await method(by === 'amount' ? 'batch' : 'moving-average');
          const moves = await movesOfMaterial(materialId);
          const [startDate, endDate] = [dayOf(5 + first), dayOf(5 + first + length)];
          const model = (which: Pick, from = startDate, to = endDate, cost: 'amount' | 'average' = by) =>
            modelled(moves.filter(which), past.done, from, to, cost);
          const given = { startDate, endDate, materialId };
          const all = model(() => true);
          for (const groupBy of ['material', 'type', 'place'] as const) {
            const { records, totals } = await ask({ ...given, groupBy });
            expect(figuresOf(totals)).toEqual(all);
            const keys = groupBy === 'place' ? STORES : [groupBy === 'type' ? '400' : materialId];
            for (const key of keys) {
              const which: Pick = groupBy === 'place' ? ({ at }) => at === key : () => true;
              const row = records.find((each) => each['key'] === key);
              if (isNothing(model(which), moves.filter(which), startDate, endDate)) continue;
              expect({ key, ...figuresOf(row ?? {}) }).toEqual({ key, ...model(which) });
              expect(row!['batchAmount']).toBe(model(which, startDate, endDate, 'amount').close.split(' ')[1]);
              expect(row!['avgAmount']).toBe(model(which, startDate, endDate, 'average').close.split(' ')[1]);
            }
          }
          const bySupplier = await ask({ ...given, groupBy: 'supplier' });
          for (const row of bySupplier.records)
            expect(figuresOf(row)).toEqual(
              model(({ supplier }) => (supplier ?? '') === row['key'], startDate, endDate, 'amount'),
            );
          const byDay = await ask({ ...given, groupBy: 'day', place: place.warehouse });
          expect(byDay.total).toBe(daysFrom(startDate, endDate));
          for (const row of byDay.records)
            expect(figuresOf(row)).toEqual(model(({ at }) => at === place.warehouse, row['key']!, row['key']!));
          const byMonth = await ask({ startDate: '2025-02-10', endDate: '2025-05-20', materialId, groupBy: 'month' });
          expect(byMonth.records.map((row) => [row['name'], figuresOf(row)])).toEqual(
            [
              ['2025-02', '2025-02-10', '2025-02-28'],
              ['2025-03', '2025-03-01', '2025-03-31'],
              ['2025-04', '2025-04-01', '2025-04-30'],
              ['2025-05', '2025-05-01', '2025-05-20'],
            ].map(([name, from, to]) => [name, model(() => true, from!, to!)]),
          );
        },
      ),
      { numRuns: rounds(20, 400), examples: [scrapTakenBack] },
    );
  },
  isFull ? 1_800_000 : 240_000,
);

test('each figure is the sum of the moves it opens', async () => {
  await method('batch');
  const given = { startDate: '2025-03-08', endDate: '2025-03-25' };
  let opened = 0;
  for (const groupBy of ['place', 'type', 'supplier', 'month'] as const) {
    const { records, totals } = await ask({ ...given, groupBy });
    for (const row of [...records, null])
      for (const figure of FIGURES) {
        const address = movesOf(
          { ...given, groupBy, place: '', materialType: '', materialId: '', names: {} },
          row === null ? null : { key: row['key']!, name: '' },
          figure,
          '',
        );
        const query = Object.fromEntries(new URLSearchParams(address.split('?')[1]));
        const moves = await room.act(async (context) => {
          const found: { readonly qty: string; readonly amount: string }[] = [];
          for (let current = 1; ; current += 1) {
            const page = await readPage(room.registry.find('stockBatchLog'), context, {
              ...query,
              size: '200',
              current: String(current),
            });
            found.push(...(page.records as unknown as typeof found));
            if (current >= page.pages) return found;
          }
        });
        const sign = figure === 'out' || (OUT as readonly string[]).includes(figure) ? -1 : 1;
        const sum = (name: 'qty' | 'amount'): Decimal =>
          Decimal.sum(moves.map((move) => Decimal.of(move[name]))).times(Decimal.of(sign));
        const shown = row ?? totals;
        expect(`${groupBy} ${row?.['name']} ${figure} ${sum('qty').toString()} ${sum('amount').toFixed(2)}`).toBe(
          `${groupBy} ${row?.['name']} ${figure} ${shown[`${figure}Qty`]} ${shown[`${figure}Amount`]}`,
        );
        opened += moves.length;
      }
  }
  expect(opened).toBeGreaterThan(100);
});

test('a closed month says what was fixed when it was closed, whatever is taken back afterwards', async () => {
  await method('batch');
  const bill = aBill();
  await room.act((context) => received(context, thing.rice, 10, 33, { bill }), '2025-03-28 10:00:00');
  await room.act((context) => closePeriod(context, place.company, '2025-03'), '2025-04-30 10:00:00');
  await room.act((context) => reverse(context, bill, bill), '2025-04-30 11:00:00');
  const fixed = await room.act((context) =>
    context.tx.rows<{ at: string; openQty: string; openAmount: string; closeQty: string; closeAmount: string }>(sql`
      select w.id::text as at, sum(e.open_qty) as open_qty, sum(e.open_amount) as open_amount,
        sum(e.close_qty) as close_qty, sum(e.close_amount) as close_amount
      from stock_period_balance e join stock_location l on l.id = e.location_id
      join stock_location w on w.id = coalesce(l.transit_for_id, l.id) and w.kind = 'warehouse' group by w.id order by w.id`),
  );
  const { records } = await ask({ startDate: '2025-03-01', endDate: '2025-03-31', groupBy: 'place' });
  const figures = ['openQty', 'openAmount', 'closeQty', 'closeAmount'] as const;
  const same = (row: Row | (typeof fixed)[number], key: string): string =>
    [key, ...figures.map((name) => Decimal.of((row as Row)[name]!).toString())].join(' ');
  expect(records.map((row) => same(row, row['key']!)).toSorted()).toEqual(
    fixed.map((row) => same(row, row.at)).toSorted(),
  );
  const april = await ask({
    startDate: '2025-04-01',
    endDate: '2025-04-30',
    groupBy: 'material',
    materialId: thing.rice,
  });
  expect([april.records[0]!['openQty'], april.records[0]!['purchaseInQty'], april.records[0]!['closeQty']]).toEqual([
    '10',
    '-10',
    '0',
  ]);
});

test('quantities in several units are not added; in one they are, with it', async () => {
  const bags = await room.act(async (context) => {
    await context.tx.run(sql`insert into material (id, code, name, material_type_id, base_unit_id)
      values (290, 'BAGS', '袋装', 400, 302)`);
    return received(context, '290', 3, 30);
  }, '2025-05-02 10:00:00');
  expect(bags.batchId).toBeTruthy();
  const given = { startDate: '2025-03-01', endDate: '2025-05-20' };
  const types = await ask({ ...given, groupBy: 'type' });
  expect([types.records[0]!['closeQty'], types.records[0]!['baseUnitName'], types.totals['closeQty']]).toEqual([
    null,
    '',
    null,
  ]);
  expect(types.records[0]!['closeAmount']).toMatch(/^\d+\.\d\d$/);
  const one = await ask({ ...given, groupBy: 'type', materialId: '290' });
  expect([one.totals['closeQty'], one.totals['baseUnitName']]).toEqual(['3', '袋']);
});

test('EP-0844: the sheet says what the page says, every row and the total, and no value to who sees none', async () => {
  const given = { startDate: '2025-03-01', endDate: '2025-05-20', groupBy: 'material' };
  const sheet = async (more: Partial<Context> = {}): Promise<string[][]> => {
    const { body, fileName } = await room.act(
      (context) =>
        room.registry.calls
          .find(({ path }) => path === 'statistics/exportExcel')!
          .handle({ ...context, ...more }, given, null) as Promise<{ body: AsyncIterable<Buffer>; fileName: string }>,
      '2025-05-20 10:00:00',
    );
    expect(fileName).toBe('仓储统计-2025-03-01-2025-05-20.xlsx');
    return ownSheet(await buffer(body));
  };
  const [head, ...rows] = await sheet();
  const { records, totals } = await ask(given);
  const at = (title: string): number => head!.indexOf(title);
  expect(rows.length).toBe(records.length + 1);
  for (const [nr, row] of [...records, totals].entries())
    for (const [title, name] of [
      ['期初金额', 'openAmount'],
      ['采购入数量', 'purchaseInQty'],
      ['出合计金额', 'outAmount'],
      ['期末数量', 'closeQty'],
      ['差额', 'costDifference'],
    ] as const)
      expect(Number(rows[nr]![at(title)] || '0')).toBe(Number(row[name] ?? '0'));
  expect(rows.at(-1)![1]).toBe('合计');
  const [english] = await sheet({ allowed: (code) => code !== 'statistics_view_cost' });
  expect(english!.filter((title) => /金额|成本|差额/.test(title))).toEqual([]);
});

test('a person sees the stores of their own, and values only with the right', async () => {
  const given = { startDate: '2025-03-01', endDate: '2025-05-20', groupBy: 'place' };
  const user = await room.act(async (context) => context.user);
  const scoped = async (depts: readonly string[]): Promise<number> =>
    (await ask(given, { user: { ...user, scope: { all: false, depts } } })).records.length;
  expect(await scoped([place.project])).toBe(2);
  expect(await scoped([place.stall])).toBe(0);
  const { records, totals } = await ask(given, { allowed: (code) => code !== 'statistics_view_cost' });
  expect(Object.keys({ ...records[0], ...totals }).filter((key) => /amount|difference/i.test(key))).toEqual([]);
});

test.each([
  [{ startDate: '2025-03-10' }, /endDate|结束日期|required/],
  [{ startDate: '2025-03-10', endDate: '2025-03-09' }, /statistics-turned/],
  [{ startDate: '2024-03-10', endDate: '2025-03-11' }, /statistics-long/],
  [{ startDate: '2025-03-10', endDate: '2025-03-11', place: 'x' }, /param.invalid/],
  [{ startDate: '2025-03-10', endDate: '2025-03-11', groupBy: 'colour' }, /groupBy|choice/],
])('%j is refused', async (input, why) => {
  await expect(ask(input)).rejects.toThrow(why);
});
