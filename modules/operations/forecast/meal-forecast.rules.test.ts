import { describe, expect, test } from 'vitest';
import { dishForecast, dishShare, errorShare, forecastOf, seriesOf, type ServedDay } from './meal-forecast.rules.ts';
import { reasonSentence } from './reasons.rules.ts';
import { smooth, weekdayOf } from './weekly-smoothing.rules.ts';

/** A Sunday. */
const START = Date.parse('2026-03-01T00:00:00Z') / 86_400_000;
/** Guests of a canteen by weekday, Sunday first. */
const WEEK = [40, 200, 210, 205, 210, 150, 60];
/** The same noise in every run: within one tenth either way. */
const noise = (day: number): number => 1 + ((((day * 7919) % 201) - 100) / 100) * 0.1;
const days = (count: number, value = (day: number) => WEEK[weekdayOf(day)]! * noise(day)): ServedDay[] =>
  Array.from({ length: count }, (_, at) => ({ day: START + at, value: value(START + at) }));
const of = (served: readonly ServedDay[], coming: Partial<ServedDay> & { day: number }) =>
  forecastOf(seriesOf(served)!, coming);

describe('B28: what is expected of a meal', () => {
  test.each([0, 1, 2, 3, 4, 5, 6])('weekday %i has its own share of the week, and its range holds it', (weekday) => {
    const { quantity, low, high } = of(days(84), { day: START + 84 + weekday });
    expect(Math.abs(quantity - WEEK[weekday]!)).toBeLessThanOrEqual(WEEK[weekday]! * 0.07);
    expect(low).toBeLessThanOrEqual(WEEK[weekday]!);
    expect(high).toBeGreaterThanOrEqual(WEEK[weekday]!);
  });
  test('where more come week by week, so are expected, and the trend is named', () => {
    const growing = days(112, (day) => WEEK[weekdayOf(day)]! * (1 + (day - START) / 112));
    const { quantity, reasons } = of(growing, { day: START + 113 });
    expect(quantity).toBeGreaterThan(350);
    expect(reasons.find(({ kind }) => kind === 'trend')).toMatchObject({ share: expect.closeTo(0.15, 0) as number });
  });
  test('holidays are as they were, not as their weekday, and no holiday makes a weekday', () => {
    const holidays = new Set([30, 31, 58, 59]);
    const served = days(84).map((each): ServedDay =>
      holidays.has(each.day - START) ? { ...each, value: 10, calendar: 'holiday' } : each,
    );
    const monday = { day: START + 85 };
    expect(of(served, monday).quantity).toBeGreaterThan(180);
    const holiday = of(served, { ...monday, calendar: 'holiday' });
    expect(holiday.quantity).toBeLessThan(80);
    expect(holiday.reasons[0]).toMatchObject({ kind: 'calendar', event: 'holiday', seen: 4 });
  });
  test('a Saturday worked in lieu is a working day though none was seen', () => {
    const { quantity, reasons } = of(days(84), { day: START + 90, calendar: 'workday' });
    expect(quantity).toBeGreaterThan(150);
    expect(reasons[0]).toMatchObject({ kind: 'calendar', event: 'workday', seen: 0 });
  });
  test('rain takes what it took before, drawn to nothing while it was seen seldom', () => {
    const wet = (count: 1 | 17) =>
      days(84).map((each, at): ServedDay =>
        at % (count === 1 ? 84 : 5) === 3 ? { ...each, value: each.value * 0.7, weather: 'rain' } : each,
      );
    const dry = of(wet(17), { day: START + 85 }).quantity;
    const often = of(wet(17), { day: START + 85, weather: 'rain' }).quantity / dry;
    const once = of(wet(1), { day: START + 85, weather: 'rain' }).quantity / of(wet(1), { day: START + 85 }).quantity;
    expect(often).toBeLessThan(0.9);
    expect(once).toBeGreaterThan(often);
    expect(once).toBeLessThan(1);
  });
  test.each([
    ['seven days', days(7)],
    ['days on which nobody came', days(30, () => 0)],
    ['nothing', []],
  ])('%s forecast nothing', (_title, served) => {
    expect(seriesOf(served)).toBeUndefined();
  });
  test('days that are missing are passed over: five served days a week forecast as seven do', () => {
    const weekdays = days(112).filter(({ day }) => ![0, 6].includes(weekdayOf(day)));
    expect(Math.abs(of(weekdays, { day: START + 113 }).quantity - 200)).toBeLessThan(15);
  });
  test('errs less than last week repeated', () => {
    const series = days(140);
    const late = series.slice(84).map(({ day, value }, at) => ({
      actual: value,
      forecast: of(series.slice(0, 84 + at), { day }).quantity,
      lastWeek: series[84 + at - 7]!.value,
    }));
    const repeated = errorShare(late.map(({ actual, lastWeek }) => ({ actual, forecast: lastWeek })))!;
    expect(errorShare(late)! / repeated).toBeLessThan(0.85);
  });
});

describe('portions of a dish', () => {
  const guests = { quantity: 200, low: 180, high: 220 };
  test('are its share of the guests, the last time most', () => {
    const taken = dishShare([
      { guests: 100, portions: 50 },
      { guests: 200, portions: 60 },
      { guests: 210, portions: 63 },
    ])!;
    const { quantity, share, seen } = dishForecast(guests, taken);
    expect(quantity).toBe(70);
    expect([share, seen]).toEqual([0.352, 3]);
  });
  test('are not known of a dish that was on once, or while nobody was counted', () => {
    expect(dishShare([{ guests: 100, portions: 50 }])).toBeUndefined();
    expect(
      dishShare([
        { guests: 0, portions: 50 },
        { guests: 0, portions: 40 },
      ]),
    ).toBeUndefined();
  });
});

test.each([
  [{ kind: 'weekday', weekday: 1, share: 0.08 }, '周一比平均多 8%', 'Mondays: 8 % more than the mean'],
  [{ kind: 'trend', share: -0.125 }, '比四周前少 13%', '13 % fewer than four weeks ago'],
  [
    { kind: 'calendar', event: 'holiday', share: -0.6, seen: 3 },
    '法定节假日：少 60%，见过 3 次',
    'Public holiday: 60 % fewer, seen 3 ×',
  ],
  [
    { kind: 'weather', event: 'rain', share: -0.001, seen: 0 },
    '雨：无差别，此前没有这样的日子',
    'Rain: no difference, none seen before',
  ],
  [{ kind: 'days', days: 84 }, '依据 84 天', 'from 84 days'],
] as const)('%o reads as a sentence', (reason, zh, en) => {
  expect(reasonSentence(reason)).toEqual({ zh, en });
});

test('a smoothed series keeps what all days sum to', () => {
  const { level, factors } = smooth(days(84))!;
  expect(factors.reduce((sum, each) => sum + each, 0)).toBeCloseTo(7, 6);
  expect(level).toBeCloseTo(WEEK.reduce((sum, each) => sum + each, 0) / 7, -1);
});
