/**
 * What tests say of a yield. The estimate is the ratio Σ net ÷ Σ gross, its interval of 95 % that of the ratio
 * estimator (W. G. Cochran, Sampling Techniques, 3rd ed., 1977, section 6.4) with the t quantile of n − 1 degrees of
 * freedom. Below five tests it is drawn to the standard and proposes nothing. Pure.
 */

export const SEASONS = ['spring', 'summer', 'autumn', 'winter'] as const;
type Season = (typeof SEASONS)[number];
export const ALL_YEAR = 'all';
export type SeasonOrYear = Season | typeof ALL_YEAR;

/** Three months each: spring begins in March. */
export const seasonOf = (date: string): Season => SEASONS[Math.floor(((Number(date.slice(5, 7)) + 9) % 12) / 3)]!;

/** Sums over tests, in base unit. */
export interface YieldSums {
  readonly count: number;
  readonly gross: number;
  readonly net: number;
  readonly grossSquared: number;
  readonly netSquared: number;
  readonly grossNet: number;
}
/** Per cent, two places. */
export interface Estimate {
  readonly count: number;
  readonly learned: number;
  /** Null with a single test: nobody knows how far they spread. */
  readonly low: number | null;
  readonly high: number | null;
}

export const ENOUGH_TESTS = 5;
const PLACES = 100;
const rounded = (share: number): number => Math.round(share * 100 * PLACES) / PLACES;

/** 97.5 % quantiles of Student's t by degrees of freedom (Fisher and Yates, table III); beyond 30 nearly normal. */
const T_975 = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131, 2.12, 2.11,
  2.101, 2.093, 2.086, 2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048, 2.045, 2.042,
];
const NORMAL_975 = 1.96;
/** Cornish and Fisher's first term: right to two places from 30 degrees of freedom on. */
const quantile = (freedom: number): number =>
  T_975[freedom - 1] ?? NORMAL_975 + (NORMAL_975 ** 3 + NORMAL_975) / (4 * freedom);

/** How far the tests spread about their ratio, and how exactly that is known: both as shares. */
function spread({ count: n, gross, net, grossSquared, netSquared, grossNet }: YieldSums) {
  const ratio = net / gross;
  const variance = Math.max(0, netSquared - 2 * ratio * grossNet + ratio ** 2 * grossSquared) / (n - 1);
  return { ratio, deviation: Math.sqrt(variance) / (gross / n) };
}

/** What the tests say; `standard`, in per cent, is what is drawn to below five tests. */
export function estimateOf(sums: YieldSums, standard: number): Estimate | null {
  const { count, gross, net } = sums;
  if (count === 0 || gross <= 0) return null;
  const tested = net / gross;
  const ratio =
    count >= ENOUGH_TESTS ? tested : (count * tested + (ENOUGH_TESTS - count) * (standard / 100)) / ENOUGH_TESTS;
  if (count === 1) return { count, learned: rounded(ratio), low: null, high: null };
  const half = (quantile(count - 1) * spread(sums).deviation) / Math.sqrt(count);
  return { count, learned: rounded(ratio), low: rounded(Math.max(0, ratio - half)), high: rounded(ratio + half) };
}

/** The last decision on a material and season. */
export interface PastDecision {
  readonly isAccepted: boolean;
  readonly count: number;
}
/**
 * A yield is proposed where enough tests leave the one in use outside their interval. Declined, it is proposed again
 * once there are five tests more.
 */
export const isProposed = (estimate: Estimate, used: number, last: PastDecision | undefined): boolean =>
  estimate.count >= ENOUGH_TESTS &&
  estimate.low !== null &&
  (used < estimate.low || used > estimate.high!) &&
  (last === undefined || last.isAccepted || estimate.count >= last.count + ENOUGH_TESTS);

const FAR = 3;
/** So far from the other tests that a photo is asked for: more than three standard deviations. */
export function isFar(sums: YieldSums, share: number): boolean {
  if (sums.count < ENOUGH_TESTS) return false;
  const { ratio, deviation } = spread(sums);
  return Math.abs(share - ratio) > FAR * deviation + 1e-9;
}
