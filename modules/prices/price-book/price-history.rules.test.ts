import { expect, test } from 'vitest';
import { receivedIn, stepsOf } from './price-history.rules.ts';

const steps = (...looked: readonly (readonly [string, string | null])[]): unknown =>
  stepsOf(looked.map(([day, key]) => ({ day, key, answer: key }))).map(({ from, to, key }) => [from, to, key]);
test.each([
  ['nothing looked at', [], []],
  ['one price, as far as anybody knows', [['2026-01-01', 'a']], [['2026-01-01', null, 'a']]],
  [
    'ends the day before the next begins',
    [
      ['2026-01-01', 'a'],
      ['2026-03-01', 'b'],
    ],
    [
      ['2026-01-01', '2026-02-28', 'a'],
      ['2026-03-01', null, 'b'],
    ],
  ],
  [
    'a day on which nothing changed here is none',
    [
      ['2026-01-01', 'a'],
      ['2026-02-01', 'a'],
      ['2026-03-01', 'b'],
      ['2026-04-01', 'b'],
    ],
    [
      ['2026-01-01', '2026-02-28', 'a'],
      ['2026-03-01', null, 'b'],
    ],
  ],
  [
    'no price is a step of its own',
    [
      ['2026-01-01', null],
      ['2026-02-01', 'a'],
      ['2026-03-01', null],
    ],
    [
      ['2026-01-01', '2026-01-31', null],
      ['2026-02-01', '2026-02-28', 'a'],
      ['2026-03-01', null, null],
    ],
  ],
  [
    'a price that comes back',
    [
      ['2026-01-01', 'a'],
      ['2026-02-01', 'b'],
      ['2026-03-01', 'a'],
    ],
    [
      ['2026-01-01', '2026-01-31', 'a'],
      ['2026-02-01', '2026-02-28', 'b'],
      ['2026-03-01', null, 'a'],
    ],
  ],
] as const)('%s', (_title, looked, expected) => {
  expect(steps(...looked)).toEqual(expected);
});

test('what came in counts on the first and the last day of a step', () => {
  const receipts = [
    ['2026-01-31', '1'],
    ['2026-02-01', '10.5'],
    ['2026-02-28', '20'],
    ['2026-03-01', '5'],
  ].map(([date, qty]) => ({ date: date!, qty: qty! }));
  expect([
    receivedIn({ from: '2026-02-01', to: '2026-02-28' }, receipts),
    receivedIn({ from: '2026-03-01', to: null }, receipts),
    receivedIn({ from: '2025-01-01', to: '2025-12-31' }, receipts),
  ]).toEqual(['30.5', '5', '0']);
});
