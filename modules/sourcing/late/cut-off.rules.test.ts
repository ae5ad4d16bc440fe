import { expect, test } from 'vitest';
import { timeLeft } from './cut-off.rules.ts';

test.each`
  now                      | until                    | zh                    | en                  | soon
  ${'2026-11-21 08:00:00'} | ${'2026-11-21 14:00:00'} | ${'还剩 6 小时 0 分'} | ${'6 h 0 min left'} | ${true}
  ${'2026-11-21 13:59:59'} | ${'2026-11-21 14:00:00'} | ${'还剩 1 分钟'}      | ${'1 min left'}     | ${true}
  ${'2026-11-21 14:00:00'} | ${'2026-11-21 14:00:00'} | ${'还剩 0 分钟'}      | ${'0 min left'}     | ${true}
  ${'2026-11-20 13:00:00'} | ${'2026-11-21 14:00:00'} | ${'还剩 1 天 1 小时'} | ${'1 d 1 h left'}   | ${false}
  ${'2026-11-21 16:05:00'} | ${'2026-11-21 14:00:00'} | ${'已过 2 小时 5 分'} | ${'2 h 5 min ago'}  | ${false}
`('at $now a cut-off at $until: $en', ({ now, until, zh, en, soon }) => {
  expect(timeLeft(now, until)).toMatchObject({ words: { zh, en }, isSoon: soon });
});
