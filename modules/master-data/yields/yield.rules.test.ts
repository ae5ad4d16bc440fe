import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { estimateOf, isFar, isProposed, seasonOf, type YieldSums } from './yield.rules.ts';

const sumsOf = (tests: readonly (readonly [gross: number, net: number])[]): YieldSums => ({
  count: tests.length,
  gross: tests.reduce((sum, [x]) => sum + x, 0),
  net: tests.reduce((sum, [, y]) => sum + y, 0),
  grossSquared: tests.reduce((sum, [x]) => sum + x * x, 0),
  netSquared: tests.reduce((sum, [, y]) => sum + y * y, 0),
  grossNet: tests.reduce((sum, [x, y]) => sum + x * y, 0),
});
/** Twelve fish of about a kilogram. */
const FISH = [
  [1.02, 0.53],
  [0.98, 0.5],
  [1.1, 0.58],
  [0.95, 0.49],
  [1.05, 0.55],
  [1, 0.52],
  [0.9, 0.46],
  [1.15, 0.6],
  [1.08, 0.56],
  [0.97, 0.51],
  [1.03, 0.54],
  [0.93, 0.49],
] as const;

describe('M20 H33: what tests say of a yield', () => {
  test('twelve fish say 52 %, the standard says 55 %: that is a proposal', () => {
    const estimate = estimateOf(sumsOf(FISH), 55)!;
    expect(estimate).toEqual({ count: 12, learned: 52.06, low: 51.7, high: 52.41 });
    expect(isProposed(estimate, 55, undefined)).toBe(true);
    // What is in use already is not proposed again.
    expect(isProposed(estimate, estimate.learned, undefined)).toBe(false);
  });

  test.each`
    title                                        | count | used    | last                                | expected
    ${'four tests are not enough'}               | ${4}  | ${55}   | ${undefined}                        | ${false}
    ${'five are'}                                | ${5}  | ${55}   | ${undefined}                        | ${true}
    ${'inside the interval nothing is said'}     | ${12} | ${52.2} | ${undefined}                        | ${false}
    ${'declined at twelve it stays declined'}    | ${12} | ${55}   | ${{ isAccepted: false, count: 12 }} | ${false}
    ${'with five more it is said again'}         | ${12} | ${55}   | ${{ isAccepted: false, count: 7 }}  | ${true}
    ${'one accepted before does not silence it'} | ${12} | ${55}   | ${{ isAccepted: true, count: 12 }}  | ${true}
  `('$title', ({ count, used, last, expected }) => {
    expect(isProposed(estimateOf(sumsOf(FISH.slice(0, count)), 55)!, used, last)).toBe(expected);
  });

  test('below five tests it is drawn to the standard; one test has no interval; none says nothing', () => {
    expect(estimateOf(sumsOf([[1, 0.5]]), 60)).toEqual({ count: 1, learned: 58, low: null, high: null });
    expect(estimateOf(sumsOf([]), 60)).toBeNull();
  });

  test('the interval of the textbook: Cochran 6.4 with t of n − 1, reckoned test by test', () => {
    const weight = fc.integer({ min: 200, max: 5000 });
    const tests = fc.array(fc.tuple(weight, fc.integer({ min: 30, max: 95 })), { minLength: 5, maxLength: 20 });
    fc.assert(
      fc.property(tests, (drawn) => {
        const pairs = drawn.map(([gross, share]) => [gross / 1000, (gross * share) / 100_000] as const);
        const found = estimateOf(sumsOf(pairs), 50)!;
        const ratio = pairs.reduce((sum, [, y]) => sum + y, 0) / pairs.reduce((sum, [x]) => sum + x, 0);
        const mean = pairs.reduce((sum, [x]) => sum + x, 0) / pairs.length;
        const rest = pairs.reduce((sum, [x, y]) => sum + (y - ratio * x) ** 2, 0) / (pairs.length - 1);
        const t = [
          2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131, 2.12, 2.11, 2.101, 2.093,
        ][pairs.length - 5]!;
        const half = (t * Math.sqrt(rest / pairs.length)) / mean;
        expect(found.learned).toBeCloseTo(ratio * 100, 1);
        expect(found.low!).toBeCloseTo(Math.max(0, ratio - half) * 100, 1);
        expect(found.high!).toBeCloseTo((ratio + half) * 100, 1);
      }),
    );
  });

  test('a test more than three deviations off asks for a photo, once there are five', () => {
    expect([isFar(sumsOf(FISH), 0.52), isFar(sumsOf(FISH), 0.4), isFar(sumsOf(FISH.slice(0, 4)), 0.4)]).toEqual([
      false,
      true,
      false,
    ]);
  });

  test.each`
    date            | season
    ${'2026-03-01'} | ${'spring'}
    ${'2026-08-31'} | ${'summer'}
    ${'2026-11-28'} | ${'autumn'}
    ${'2026-12-01'} | ${'winter'}
    ${'2026-02-28'} | ${'winter'}
  `('$date is in $season', ({ date, season }) => {
    expect(seasonOf(date)).toBe(season);
  });
});
