import { expect, test } from 'vitest';
import { beginOf, browserClock } from './clock.ts';
import { shiftMs } from './shifted-date.ts';

const REAL = Date.UTC(2026, 10, 23, 16, 0);
const shanghai = (setting: string | undefined, random = 0): string =>
  new Date(beginOf(setting, () => random, REAL) + 8 * 3_600_000).toISOString().slice(0, 16);

test.each([
  [undefined, 0, '2026-11-18T10:30'],
  ['', 0, '2026-11-18T10:30'],
  ['2024-02-29 23:59', 0, '2024-02-29T23:59'],
  ['real', 0, '2026-11-24T00:00'],
  ['random', 0, '2025-01-01T00:00'],
  ['random', 0.999999, '2028-12-30T22:59'],
])('a run with TEST_CLOCK=%s and the number %d drawn begins at %s in Shanghai', (setting, random, begin) => {
  expect(shanghai(setting, random)).toBe(begin);
});

test('a clock nobody can read stops the run', () => {
  expect(() => beginOf('tomorrow', Math.random, REAL)).toThrow('TEST_CLOCK is "tomorrow"');
});

test('the clock of a test is that of its run, whatever way it is asked', () => {
  const real = performance.timeOrigin + performance.now();
  for (const seen of [Date.now(), new Date().getTime(), Date.parse(Date())])
    expect(Math.abs(seen - real - shiftMs())).toBeLessThan(5_000);
  expect(new Date(0).getTime()).toBe(0);
  expect(new Date() instanceof Date).toBe(true);
  expect(browserClock()).toContain(String(shiftMs()));
});
