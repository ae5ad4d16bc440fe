import { expect, test } from 'vitest';
import { byState, spanState } from './span-state.rules.ts';

const TODAY = '2026-11-18';
const span = (startDate: string, endDate = '', frozen: 0 | 1 = 0) => ({ startDate, endDate, frozen });

test.each([
  ['began today', span('2026-11-18'), 'now'],
  ['ends today', span('2026-01-01', '2026-11-18'), 'now'],
  ['ended yesterday', span('2026-01-01', '2026-11-17'), 'ended'],
  ['begins tomorrow', span('2026-11-19'), 'coming'],
  ['is frozen, whatever its days', span('2026-11-19', '', 1), 'frozen'],
])('a span that %s', (_title, given, state) => {
  expect(spanState(given, TODAY)).toBe(state);
});

test('what holds comes first, then what is to come and what has passed, the latest of each first', () => {
  const spans = [
    span('2024-01-01', '2024-12-31'),
    span('2025-01-01', '2026-06-30'),
    span('2026-12-01'),
    span('2026-07-01', '2026-11-30'),
    span('2026-07-01', '', 1),
    span('2026-08-01'),
  ];
  expect(byState(spans, TODAY).map(({ startDate, frozen }) => `${startDate} ${frozen}`)).toEqual([
    '2026-08-01 0',
    '2026-07-01 0',
    '2026-12-01 0',
    '2025-01-01 0',
    '2024-01-01 0',
    '2026-07-01 1',
  ]);
});
