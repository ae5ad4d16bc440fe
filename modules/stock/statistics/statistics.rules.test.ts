import { expect, test } from 'vitest';
import { Decimal } from '../../../kernel/core/decimal.ts';
import { moveReasons } from '../ledger/move-reason.rules.ts';
import {
  closings,
  daysFrom,
  FIGURES,
  figuresOf,
  placements,
  stretchEnd,
  stretchesOf,
  turnover,
  type Moved,
  type Sum,
} from './statistics.rules.ts';

const sum = (qty: number | string, amount: number | string): Sum => ({
  qty: Decimal.of(qty),
  amount: Decimal.of(amount),
});
const text = ({ qty, amount }: Sum): string => `${qty.toString()} ${amount.toFixed(2)}`;

const placeOf = (reason: string, inTransit: boolean, marked: boolean) =>
  placements.filter((each) => each.reason === reason && each.inTransit === inTransit && each.marked === marked);

test('every reason there is counts in one column, posted or reversed, wherever it lies', () => {
  for (const code of Object.keys(moveReasons))
    for (const inTransit of [false, true])
      for (const marked of [false, true]) {
        const [posted, reversed] = [code, `reverse.${code}`].map((reason) => placeOf(reason, inTransit, marked));
        expect([code, posted!.length, reversed!.length]).toEqual([code, 1, 1]);
        expect(reversed![0]!.column).toBe(posted![0]!.column);
      }
});

test.each([
  ['a receipt', 'receipt.purchase', false, false, 'purchaseIn'],
  ['a direct delivery', 'receipt.direct-in', false, false, 'directIn'],
  ['a transfer where it left', 'allocation.ship', false, false, 'transferOut'],
  ['a transfer on its way', 'allocation.ship', true, false, 'transferIn'],
  ['a transfer that arrived, which came already', 'allocation.receive', false, false, 'transferIn'],
  ['what a stall picked', 'pick.ship', false, false, 'pickOut'],
  ['what a stall sent back', 'stall-return.ship', true, false, 'returnIn'],
  ['what came back of a pick', 'difference.back', false, true, 'pickOut'],
  ['what came back of a transfer', 'difference.back', false, false, 'transferOut'],
  ['what will not come of a transfer', 'difference.back', true, false, 'transferIn'],
  ['what got lost on its way', 'difference.loss', true, false, 'transitLoss'],
  ['office use', 'other-out.post', false, false, 'otherOut'],
  ['scrap', 'other-out.post', false, true, 'scrapOut'],
  ['a reversed scrap', 'reverse.other-out.post', false, true, 'scrapOut'],
  ['a price agreed late', 'cost.adjust', false, false, 'purchaseIn'],
])('%s: %s counts as it should', (_what, reason, inTransit, marked, column) => {
  expect(placeOf(reason, inTransit, marked).map((each) => each.column)).toEqual([column]);
});

test('opening + in − out = closing, and what goes out has no sign', () => {
  const moved: Moved = {
    purchaseIn: sum(10, 50),
    transferIn: sum(4, 20),
    pickOut: sum(-6, -30),
    transitLoss: sum(-1, -5),
  };
  const figures = figuresOf(sum(12, '60.5'), sum(3, 15), moved);
  expect(
    FIGURES.filter((figure) => !figures[figure].qty.isZero()).map((figure) => `${figure} ${text(figures[figure])}`),
  ).toEqual([
    'open 5 25.50',
    'purchaseIn 10 50.00',
    'transferIn 4 20.00',
    'in 14 70.00',
    'pickOut 6 30.00',
    'transitLoss 1 5.00',
    'out 7 35.00',
    'close 12 60.50',
    'transit 3 15.00',
  ]);
});

test.each([
  // open, close, out, days, rate, days of stock
  [100, 300, 400, 30, '2', '15'],
  [1200, 980, 5620, 30, '5.16', '5.8'],
  [0, 0, 50, 30, null, null],
  [100, 100, 0, 30, null, null],
  // More was taken back than went out.
  [100, 100, -20, 30, null, null],
])(
  'opened %s, closed %s, out %s in %s days: turned over %s times, %s days of stock',
  (open, close, out, days, rate, stock) => {
    const turned = turnover({ open: sum(0, open), close: sum(0, close), out: sum(0, out) }, days);
    expect([turned.rate?.toString() ?? null, turned.days?.toString() ?? null]).toEqual([rate, stock]);
  },
);

test('each stretch closes with what the next one opens with', () => {
  const found = closings(
    [
      { key: 'a', moved: { purchaseIn: sum(10, 100) }, transit: sum(0, 0) },
      { key: 'b', moved: {}, transit: sum(0, 0) },
      { key: 'c', moved: { transferIn: sum(5, 50), pickOut: sum(-2, -20) }, transit: sum(5, 50) },
    ],
    sum(20, 200),
    sum(5, 50),
  );
  expect(
    found.map(({ key, figures }) => `${key}: ${text(figures.open)} → ${text(figures.close)}, ${text(figures.transit)}`),
  ).toEqual([
    'a: 7 70.00 → 17 170.00, 0 0.00',
    'b: 17 170.00 → 17 170.00, 0 0.00',
    'c: 17 170.00 → 20 200.00, 5 50.00',
  ]);
});

test('days and months a time touches', () => {
  expect(stretchesOf('2026-02-27', '2026-03-01', 'day')).toEqual(['2026-02-27', '2026-02-28', '2026-03-01']);
  expect(stretchesOf('2025-12-31', '2026-02-01', 'month')).toEqual(['2025-12-01', '2026-01-01', '2026-02-01']);
  expect([
    stretchEnd('2024-02-01', 'month'),
    stretchEnd('2026-12-01', 'month'),
    stretchEnd('2026-03-05', 'day'),
  ]).toEqual(['2024-02-29', '2026-12-31', '2026-03-05']);
  expect([daysFrom('2026-01-01', '2026-01-01'), daysFrom('2024-01-01', '2024-12-31')]).toEqual([1, 366]);
});
