/**
 * Holt–Winters smoothing of a daily series with a weekly season: multiplicative, without trend. Fifteen pairs of
 * smoothing constants run through the series; what they say is averaged over the five whose recent errors were
 * smallest (combination of forecasts, Bates and Granger 1969). Statistics, not accounts: numbers, not decimals.
 */

/** What a day had; days are counted from 1970-01-01. */
export interface DayValue {
  readonly day: number;
  readonly value: number;
}
/** One run through the series: the level of an average day and what of it each weekday is, Sunday first. */
interface Run {
  readonly level: number;
  readonly factors: readonly number[];
  readonly error: number;
}
export interface Smoothed {
  /** Value expected on a day like the average of the week. */
  readonly level: number;
  /** Sunday first. */
  readonly factors: readonly number[];
  /** Share of the expected value within which four of five past days came. */
  readonly spread: number;
  /** The level as it was four weeks before the last day; undefined for shorter series. */
  readonly levelBefore: number | undefined;
  /** Days it was made from. */
  readonly days: number;
}

const LEVEL_PACES = [0.02, 0.05, 0.1, 0.2, 0.35];
const SEASON_PACES = [0, 0.05, 0.15];
const COMBINED = 5;
/** An error of yesterday counts, one of the day before three in a hundred less, and so on. */
const FADING = 0.97;
/** What of an average day is put beside those of a weekday, so that two odd Mondays make no season. */
const PRIOR_DAYS = 0.5;
/** No weekday is less of the level than this: a closed day must not be divided by. */
const LEAST_FACTOR = 0.02;
const WITHIN = 0.8;
const FEWEST_DAYS = 8;
const FOUR_WEEKS = 28;

/** Sunday 0 to Saturday 6 of a day counted from 1970-01-01, a Thursday. */
export const weekdayOf = (day: number): number => (((day + 4) % 7) + 7) % 7;

const mean = (values: readonly number[]): number => values.reduce((sum, each) => sum + each, 0) / values.length;

/** What a series in order of its days says of the next; undefined below eight days, or where it sums to nothing. */
export function smooth(series: readonly DayValue[]): Smoothed | undefined {
  if (series.length < FEWEST_DAYS) return undefined;
  const average = mean(series.map(({ value }) => value));
  if (average <= 0) return undefined;
  const start = firstFactors(series, average);
  const before = new Float64Array(series.length);
  const runs = LEVEL_PACES.flatMap((levelPace) =>
    SEASON_PACES.map((seasonPace) => runThrough(series, average, start, levelPace, seasonPace)),
  );
  const best = runs.toSorted((a, b) => a.run.error - b.run.error).slice(0, COMBINED);
  for (const { expected } of best)
    for (let at = 0; at < series.length; at += 1) before[at]! += expected[at]! / COMBINED;
  const byWeekday = start.map((_, weekday) => mean(best.map(({ run }) => run.level * run.factors[weekday]!)));
  const level = mean(byWeekday);
  const factors = byWeekday.map((each) => each / level);
  return {
    level,
    factors,
    spread: spreadOf(series, before),
    levelBefore: levelFourWeeksBefore(series, factors),
    days: series.length,
  };
}

/** What of the average each weekday was, drawn towards 1 where there are few of it. */
function firstFactors(series: readonly DayValue[], average: number): readonly number[] {
  return Array.from({ length: 7 }, (_, weekday) => {
    const values = series.filter(({ day }) => weekdayOf(day) === weekday).map(({ value }) => value);
    const sum = values.reduce((all, each) => all + each, 0) + PRIOR_DAYS * average;
    return Math.max(LEAST_FACTOR, sum / ((values.length + PRIOR_DAYS) * average));
  });
}

function runThrough(
  series: readonly DayValue[],
  average: number,
  start: readonly number[],
  levelPace: number,
  seasonPace: number,
): { readonly run: Run; readonly expected: Float64Array } {
  const factors = [...start];
  const expected = new Float64Array(series.length);
  let level = average;
  let error = 0;
  series.forEach(({ day, value }, at) => {
    const weekday = weekdayOf(day);
    const factor = factors[weekday]!;
    expected[at] = level * factor;
    error += Math.abs(value - expected[at]!) * FADING ** (series.length - at);
    const next = level + levelPace * (value / factor - level);
    if (next > 0) factors[weekday] = Math.max(LEAST_FACTOR, factor + seasonPace * (value / next - factor));
    level = next;
  });
  return { run: { level, factors, error }, expected };
}

/** The share of the expected value that four of five days stayed within, of the later half of the series. */
function spreadOf(series: readonly DayValue[], expected: Float64Array): number {
  const half = Math.floor(series.length / 2);
  const errors = series
    .map(({ value }, at) => ({
      weight: expected[at]!,
      share: Math.abs(value - expected[at]!) / Math.max(1, expected[at]!),
    }))
    .slice(half)
    .toSorted((a, b) => a.share - b.share);
  // A day counts as much as it is expected to have: the few guests of a Sunday do not widen the week.
  let left = WITHIN * errors.reduce((sum, { weight }) => sum + weight, 0);
  return (errors.find(({ weight }) => (left -= weight) <= 0) ?? errors.at(-1)!).share;
}

/** What an average day was in the two weeks that ended four weeks before the series does. */
function levelFourWeeksBefore(series: readonly DayValue[], factors: readonly number[]): number | undefined {
  const until = series.at(-1)!.day - FOUR_WEEKS;
  const then = series.filter(({ day }) => day <= until && day > until - FOUR_WEEKS / 2);
  return then.length < 4 ? undefined : mean(then.map(({ day, value }) => value / factors[weekdayOf(day)]!));
}
