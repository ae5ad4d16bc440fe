/** Guests and portions to expect of a meal: from what was served before, the calendar, the weather and the menu. */
import { type DayValue, smooth, type Smoothed, weekdayOf } from './weekly-smoothing.rules.ts';

/** Public holidays, and working days at a weekend that stand in for others. */
export type CalendarEvent = 'holiday' | 'workday';
export type Weather = 'rain' | 'storm' | 'snow' | 'heat';

export interface ServedDay extends DayValue {
  readonly calendar?: CalendarEvent | undefined;
  readonly weather?: Weather | undefined;
}
/** The day that is forecast. */
interface ComingDay {
  readonly day: number;
  readonly calendar?: CalendarEvent | undefined;
  readonly weather?: Weather | undefined;
}
/** What a forecast rests on; shares are of what it would be otherwise. */
export type Reason =
  | { readonly kind: 'weekday'; readonly weekday: number; readonly share: number }
  | { readonly kind: 'trend'; readonly share: number }
  | { readonly kind: 'calendar'; readonly event: CalendarEvent; readonly share: number; readonly seen: number }
  | { readonly kind: 'weather'; readonly event: Weather; readonly share: number; readonly seen: number }
  | { readonly kind: 'menu'; readonly share: number; readonly seen: number }
  | { readonly kind: 'days'; readonly days: number };
interface Forecast {
  /** Whole portions or guests. */
  readonly quantity: number;
  /** Four of five days came to lie between these. */
  readonly low: number;
  readonly high: number;
  readonly reasons: readonly Reason[];
}

/** Days of the past that season and level are taken from; single days of the calendar are looked for further back. */
const SEASON_DAYS = 112;
/** Days as others put beside those of an event, so that one odd holiday makes no rule. */
const CALENDAR_PRIOR = 2;
const WEATHER_PRIOR = 4;
/** Days on both sides of a holiday that say what it would have been. */
const NEIGHBOURS = 10;
const FEWEST_NEIGHBOURS = 4;
/** Three times an ordinary day is taken for a feast, not for a rule. */
const LARGEST_SHARE = 3;
/** Shares nobody would notice are no reasons. */
const NOTICED = 0.01;

interface Series {
  readonly served: readonly ServedDay[];
  readonly smoothed: Smoothed;
}

/** The past of a meal at a stall, in order of its days, made ready for any number of days to come. */
export function seriesOf(served: readonly ServedDay[]): Series | undefined {
  const last = served.at(-1);
  if (last === undefined) return undefined;
  const recent = served.filter(({ day }) => day > last.day - SEASON_DAYS);
  const ordinary = recent.filter(({ calendar }) => calendar === undefined);
  const smoothed = smooth(ordinary) ?? smooth(recent);
  return smoothed === undefined ? undefined : { served, smoothed };
}

/** What the series says of one day to come. */
export function forecastOf(series: Series, coming: ComingDay): Forecast {
  const { level, factors, spread, levelBefore, days } = series.smoothed;
  const weekday = weekdayOf(coming.day);
  const reasons: Reason[] = [];
  let expected: number;
  if (coming.calendar === undefined) {
    expected = level * factors[weekday]!;
    reasons.push({ kind: 'weekday', weekday, share: factors[weekday]! - 1 });
  } else {
    const { share, seen } = calendarShare(series, coming.calendar, weekday);
    expected = level * share;
    reasons.push({ kind: 'calendar', event: coming.calendar, share: share - 1, seen });
  }
  if (levelBefore !== undefined && levelBefore > 0) reasons.push({ kind: 'trend', share: level / levelBefore - 1 });
  if (coming.weather !== undefined) {
    const { share, seen } = weatherShare(series, coming.weather);
    expected *= share;
    reasons.push({ kind: 'weather', event: coming.weather, share: share - 1, seen });
  }
  return { ...rounded(expected, spread), reasons: [...reasons.filter(isNoticed), { kind: 'days', days }] };
}

export interface DishForecast {
  readonly quantity: number;
  readonly low: number;
  readonly high: number;
  /** Of the guests, who took it. */
  readonly share: number;
  /** Times it was on. */
  readonly seen: number;
}

/** What of the guests takes a dish when it is on: the same for every day to come. */
interface DishShare {
  readonly share: number;
  /** How far four of five times lay from it, as a share of it. */
  readonly spread: number;
  readonly seen: number;
}

/** What share of the guests took a dish when it was on before; undefined where that was not twice yet. */
export function dishShare(
  past: readonly { readonly guests: number; readonly portions: number }[],
): DishShare | undefined {
  const shares = past.filter((each) => each.guests > 0).map(({ guests: all, portions }) => portions / all);
  if (shares.length < 2) return undefined;
  let weight = 0;
  let sum = 0;
  // The last time counts most.
  shares.forEach((each, at) => {
    const of = 0.8 ** (shares.length - 1 - at);
    weight += of;
    sum += of * each;
  });
  const share = sum / weight;
  const errors = shares.map((each) => Math.abs(each - share)).toSorted((a, b) => a - b);
  return {
    share,
    spread: share === 0 ? 0 : errors[Math.floor((errors.length - 1) * 0.8)]! / share,
    seen: shares.length,
  };
}

/** Portions of a dish on a day: its share of the guests who are expected. */
export function dishForecast(guests: Omit<Forecast, 'reasons'>, { share, spread, seen }: DishShare): DishForecast {
  const spreadOfGuests = guests.quantity === 0 ? 0 : (guests.high - guests.quantity) / guests.quantity;
  return {
    ...rounded(guests.quantity * share, Math.hypot(spread, spreadOfGuests)),
    share: Math.round(share * 1000) / 1000,
    seen,
  };
}

const isNoticed = (reason: Reason): boolean =>
  !('share' in reason) || reason.kind === 'calendar' || Math.abs(reason.share) >= NOTICED;

function rounded(expected: number, spread: number): Omit<Forecast, 'reasons'> {
  const quantity = Math.max(0, Math.round(expected));
  const width = Math.max(expected > 0 ? 1 : 0, Math.round(expected * spread));
  return { quantity, low: Math.max(0, quantity - width), high: quantity + width };
}

/** What of an ordinary level such days had, drawn towards what the day of the week, or a working day, would have. */
function calendarShare({ served, smoothed }: Series, event: CalendarEvent, weekday: number) {
  const working = smoothed.factors.slice(1, 6).reduce((sum, each) => sum + each, 0) / 5;
  const otherwise = event === 'workday' ? working : smoothed.factors[weekday]!;
  const shares = served
    .filter(({ calendar }) => calendar === event)
    .flatMap(({ day, value }) => {
      const around = served.filter((each) => each.calendar === undefined && Math.abs(each.day - day) <= NEIGHBOURS);
      const ordinary = around.reduce((sum, each) => sum + each.value, 0) / around.length;
      return around.length < FEWEST_NEIGHBOURS || ordinary <= 0 ? [] : [Math.min(LARGEST_SHARE, value / ordinary)];
    });
  const sum = shares.reduce((all, each) => all + each, 0) + CALENDAR_PRIOR * otherwise;
  return { share: sum / (shares.length + CALENDAR_PRIOR), seen: shares.length };
}

/** What of the expected value days with such weather had, drawn towards all of it. */
function weatherShare({ served, smoothed }: Series, event: Weather) {
  const shares = served
    .filter(({ weather, calendar }) => weather === event && calendar === undefined)
    .slice(-20)
    .map(({ day, value }) =>
      Math.min(LARGEST_SHARE, value / Math.max(1, smoothed.level * smoothed.factors[weekdayOf(day)]!)),
    );
  const sum = shares.reduce((all, each) => all + each, 0) + WEATHER_PRIOR;
  return { share: sum / (shares.length + WEATHER_PRIOR), seen: shares.length };
}

/** How far forecasts were from what came: all errors as a share of the actual figures; undefined without any. */
export function errorShare(
  pairs: readonly { readonly forecast: number; readonly actual: number }[],
): number | undefined {
  const actual = pairs.reduce((sum, each) => sum + each.actual, 0);
  return actual <= 0 ? undefined : pairs.reduce((sum, each) => sum + Math.abs(each.forecast - each.actual), 0) / actual;
}
