import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { DatedQty } from './lots-in-time.rules.ts';
import { equationSentence, netRequirement, type NettingFacts } from './netting.rules.ts';
import type { PackOption } from './pack.rules.ts';

const d = Decimal.of;
const on = (day: number, qty: number | string): DatedQty => ({
  date: `2025-03-${String(day).padStart(2, '0')}`,
  qty: d(qty),
});
const packOf = (factor: string): readonly PackOption[] => [
  { unitId: '袋', factor: d(factor), minOrderQty: d(0), orderMultiple: d(1) },
];
const lot = (qty: number | string, day?: number) => ({
  qty: d(qty),
  expiryDate: day === undefined ? null : on(day, 0).date,
});
const facts = (more: Partial<NettingFacts> = {}): NettingFacts => ({
  onHand: [],
  promised: [],
  others: [],
  receipts: [],
  needs: [],
  manual: [],
  safety: d(0),
  packs: [],
  ...more,
});
const walked = (more: Partial<NettingFacts>) =>
  netRequirement(facts(more)).map(
    (row) =>
      `${row.date.slice(8)}: ${row.opening} + ${row.receipt} - ${row.expire}, gross ${row.gross}, net ${row.net}, plan ${row.plan}, closing ${row.closing}`,
  );

describe('the worked example', () => {
  const [row] = netRequirement(
    facts({
      onHand: [lot(120)],
      promised: [on(15, 15)],
      receipts: [on(16, 60)],
      needs: [on(17, 250)],
      safety: d(40),
      packs: packOf('25'),
    }),
  );

  test('250 + 40 − (120 + 60 − 15) = 125, five packs of 25, no surplus', () => {
    expect([row!.net, row!.plan, row!.surplus, row!.packs[0]!.count, row!.closing].map(String)).toEqual([
      '125',
      '125',
      '0',
      '5',
      '40',
    ]);
  });
  test('and its sentence', () => {
    expect(equationSentence(row!.equation)).toEqual({
      zh: '250 毛需求 + 40 安全库存 − (120 现存 + 60 在订 − 15 占用) = 125 → 5 件×25',
      en: '250 gross + 40 safety − (120 on hand + 60 due − 15 reserved) = 125 → 5 packs of 25',
    });
  });
});

describe('the walk', () => {
  test.each`
    title                                                            | more                                                                                                                              | rows
    ${'surplus of packs serves the later date'}                      | ${{ needs: [on(17, 30), on(18, 15)], packs: packOf('25') }}                                                                       | ${['17: 0 + 0 - 0, gross 30, net 30, plan 50, closing 20', '18: 20 + 0 - 0, gross 15, net 0, plan 0, closing 5']}
    ${'safety is filled once'}                                       | ${{ needs: [on(17, 10), on(18, 10)], safety: d(40) }}                                                                             | ${['17: 0 + 0 - 0, gross 10, net 50, plan 50, closing 40', '18: 40 + 0 - 0, gross 10, net 10, plan 10, closing 40']}
    ${'a receipt counts from its day, an overdue one at once'}       | ${{ receipts: [on(18, 8), on(1, 2)], needs: [on(17, 10), on(18, 10)] }}                                                           | ${['17: 0 + 2 - 0, gross 10, net 8, plan 8, closing 0', '18: 0 + 8 - 0, gross 10, net 2, plan 2, closing 0']}
    ${'a lot is good on its last day'}                               | ${{ onHand: [lot(10, 17)], needs: [on(17, 4)] }}                                                                                  | ${['17: 10 + 0 - 0, gross 4, net 0, plan 0, closing 6']}
    ${'and gone the day after, as far as it was left'}               | ${{ onHand: [lot(10, 17), lot(3)], needs: [on(17, 4), on(18, 5)] }}                                                               | ${['17: 13 + 0 - 0, gross 4, net 0, plan 0, closing 9', '18: 9 + 0 - 6, gross 5, net 2, plan 2, closing 0']}
    ${'what is reserved leaves the shortest-lived first'}            | ${{ onHand: [lot(10, 16), lot(10, 30)], promised: [on(15, 8)], needs: [on(17, 12)] }}                                             | ${['17: 12 + 0 - 2, gross 12, net 2, plan 2, closing 0']}
    ${'a promise that is due first leaves the shortest-lived first'} | ${{ onHand: [lot(30, 10), lot(120)], promised: [on(9, 30)], needs: [on(19, 200)] }}                                               | ${['19: 120 + 0 - 0, gross 200, net 80, plan 80, closing 0']}
    ${'a promise for later leaves the short-lived to die'}           | ${{ onHand: [lot(30, 10), lot(120)], promised: [on(20, 30)], needs: [on(19, 200)] }}                                              | ${['19: 120 + 0 - 30, gross 200, net 110, plan 110, closing 0']}
    ${'also one that is due in between'}                             | ${{ onHand: [lot(30, 10), lot(120)], promised: [on(12, 30)], needs: [on(19, 200)] }}                                              | ${['19: 120 + 0 - 30, gross 200, net 110, plan 110, closing 0']}
    ${'a need that is due first uses them before a promise'}         | ${{ onHand: [lot(30, 10), lot(120)], promised: [on(12, 30)], needs: [on(9, 20), on(19, 100)] }}                                   | ${['09: 120 + 0 - 0, gross 20, net 0, plan 0, closing 100', '19: 100 + 0 - 10, gross 100, net 10, plan 10, closing 0']}
    ${"a lot that was named is nobody else's"}                       | ${{ onHand: [lot(30, 10), lot(120)], promised: [{ ...on(9, 30), lotExpiry: null }], needs: [on(19, 200)] }}                       | ${['19: 120 + 0 - 30, gross 200, net 110, plan 110, closing 0']}
    ${'and lives for its promise until its day'}                     | ${{ onHand: [lot(30, 10), lot(120)], promised: [{ ...on(10, 30), lotExpiry: on(10, 0).date }], needs: [on(9, 20), on(19, 200)] }} | ${['09: 120 + 0 - 0, gross 20, net 0, plan 0, closing 100', '19: 100 + 0 - 0, gross 200, net 100, plan 100, closing 0']}
    ${'more reserved than there is must be ordered'}                 | ${{ onHand: [lot(5)], promised: [on(15, 8)], needs: [on(17, 1)] }}                                                                | ${['17: -3 + 0 - 0, gross 1, net 4, plan 4, closing 0']}
    ${'a person planned less'}                                       | ${{ needs: [on(17, 10), on(18, 1)], decided: new Map([[on(17, 0).date, d(6)]]) }}                                                 | ${['17: 0 + 0 - 0, gross 10, net 10, plan 6, closing -4', '18: -4 + 0 - 0, gross 1, net 5, plan 5, closing 0']}
    ${'a manual line is not netted and nets nothing'}                | ${{ onHand: [lot(10)], needs: [on(18, 12)], manual: [on(17, 7)] }}                                                                | ${['17: 10 + 0 - 0, gross 0, net 0, plan 0, closing 10', '18: 10 + 0 - 0, gross 12, net 2, plan 2, closing 0']}
    ${'needs of one day add up'}                                     | ${{ needs: [on(17, 1), on(17, 2)] }}                                                                                              | ${['17: 0 + 0 - 0, gross 3, net 3, plan 3, closing 0']}
    ${'no need, no row'}                                             | ${{ onHand: [lot(1)], receipts: [on(17, 1)], safety: d(9) }}                                                                      | ${[]}
  `('$title', ({ more, rows }) => {
    expect(walked(more)).toEqual(rows);
  });

  test('a manual line is shown as a term', () => {
    expect(String(netRequirement(facts({ manual: [on(17, 7)] }))[0]!.manual)).toBe('7');
  });
  test('a later date speaks of what is left, and of what expires', () => {
    const [, second] = netRequirement(facts({ onHand: [lot(10, 17)], needs: [on(17, 4), on(18, 1)], safety: d(2) }));
    expect(equationSentence(second!.equation).en).toBe('1 gross + 2 safety − (6 on hand + 0 due − 6 expiring) = 3');
  });
  test('enough orders nothing', () => {
    const [row] = netRequirement(facts({ onHand: [lot(10)], needs: [on(17, 4)], packs: packOf('25') }));
    expect(equationSentence(row!.equation).zh).toBe('4 毛需求 + 0 安全库存 − (10 现存 + 0 在订) = -6 → 0');
  });
});

const days = fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 0, max: 50 })), {
  minLength: 1,
  maxLength: 8,
});

test('up to every date exactly as much is ordered as its worst shortage so far', () => {
  fc.assert(
    fc.property(
      days,
      days,
      fc.integer({ min: 0, max: 80 }),
      fc.integer({ min: 0, max: 40 }),
      fc.integer({ min: 0, max: 30 }),
      (needs, receipts, onHand, reserved, safety) => {
        const rows = netRequirement(
          facts({
            onHand: [lot(onHand)],
            promised: [on(5, reserved)],
            safety: d(safety),
            needs: needs.map(([day, qty]) => on(day, qty)),
            receipts: receipts.map(([day, qty]) => on(day, qty)),
          }),
        );
        const until = (list: readonly (readonly [number, number])[], day: number) =>
          list.filter(([at]) => at <= day).reduce((sum, [, qty]) => sum + qty, 0);
        let worst = 0;
        let ordered = 0;
        for (const row of rows) {
          const day = Number(row.date.slice(8));
          worst = Math.max(worst, until(needs, day) + safety - onHand + reserved - until(receipts, day));
          ordered += Number(String(row.plan));
          expect(ordered).toBe(worst);
        }
      },
    ),
  );
});
test('the walk conserves every kilogram and never ends a date below the floor', () => {
  fc.assert(
    fc.property(
      days,
      days,
      fc.integer({ min: 0, max: 30 }),
      fc.integer({ min: 1, max: 12 }),
      (needs, stock, safety, pack) => {
        const rows = netRequirement(
          facts({
            onHand: stock.map(([day, qty]) => lot(qty, day)),
            safety: d(safety),
            needs: needs.map(([day, qty]) => on(day, qty)),
            packs: packOf(String(pack)),
          }),
        );
        rows.forEach((row, index) => {
          expect(String(row.closing)).toBe(
            String(row.opening.plus(row.receipt).minus(row.expire).plus(row.plan).minus(row.gross)),
          );
          expect(String(row.closing)).toBe(String(rows[index + 1]?.opening ?? row.closing));
          expect(row.closing.isAtLeast(d(safety))).toBe(true);
        });
      },
    ),
  );
});
test('kilogram by kilogram: what dies is what nobody was due to use before its last day', () => {
  fc.assert(
    fc.property(days, days, days, (stock, promises, needs) => {
      const rows = netRequirement(
        facts({
          onHand: stock.map(([day, qty]) => lot(qty, day)),
          promised: promises.map(([day, qty]) => on(day, qty)),
          needs: needs.map(([day, qty]) => on(day, qty)),
        }),
      );
      const last = Math.max(...needs.map(([day]) => day));
      let kilograms = stock.flatMap(([day, qty]) => Array.from({ length: qty }, () => day)).toSorted((a, b) => a - b);
      let died = 0;
      for (let day = 1; day <= last; day += 1) {
        died += kilograms.filter((lastDay) => lastDay < day).length;
        const wanted = [...promises, ...needs].filter(([due]) => due === day).reduce((sum, [, qty]) => sum + qty, 0);
        kilograms = kilograms.filter((lastDay) => lastDay >= day).slice(wanted);
      }
      expect(String(Decimal.sum(rows.map((row) => row.expire)))).toBe(String(died));
    }),
  );
});
