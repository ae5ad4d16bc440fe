/**
 * When a meal starts: by the stall's serving hours, else by the custom of the trade. A meal belongs to the day on which
 * it starts.
 */
import { dayPlus, weekdayOf } from '../../master-data/figures/calendar-day.rules.ts';

export interface ServingInterval {
  readonly mealType: string;
  /** HH:mm */
  readonly startTime: string;
  readonly endTime: string;
  /** 1 Monday … 7 Sunday; empty: every day. */
  readonly weekdays: readonly number[];
  readonly effectiveFrom: string | null;
  readonly effectiveTo: string | null;
  /** Portions at most; absent or null: nobody said. */
  readonly capacity?: number | null;
}

/** A time of the day as it is stored: HH:mm. */
export const isTime = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);

const CUSTOM: Readonly<Record<string, string>> = {
  breakfast: '07:00',
  lunch: '11:30',
  tea: '15:00',
  dinner: '17:30',
  night: '21:00',
  other: '11:30',
};

const holds = (interval: ServingInterval, day: string): boolean =>
  (interval.weekdays.length === 0 || interval.weekdays.includes(weekdayOf(day))) &&
  (interval.effectiveFrom === null || interval.effectiveFrom <= day) &&
  (interval.effectiveTo === null || day <= interval.effectiveTo);

/** Whether a stall serves the meal on the day. A stall without serving hours serves every meal. */
export const serves = (intervals: readonly ServingInterval[], mealType: string, day: string): boolean =>
  mealType === 'other' ||
  intervals.length === 0 ||
  intervals.some((interval) => interval.mealType === mealType && holds(interval, day));

/** `yyyy-MM-dd HH:mm` of the first serving of the meal on the day. */
export function mealTime(intervals: readonly ServingInterval[], mealType: string, day: string): string {
  const starts = intervals
    .filter((interval) => interval.mealType === mealType && holds(interval, day))
    .map((interval) => interval.startTime);
  return `${day} ${starts.toSorted()[0] ?? CUSTOM[mealType] ?? '11:30'}`;
}

/** So long a meal is served where nobody said until when. */
const CUSTOM_MINUTES = 150;

/** `yyyy-MM-dd HH:mm` when the last serving of the meal ends; one that ends before it starts ends on the next day. */
export function mealEnd(intervals: readonly ServingInterval[], mealType: string, day: string): string {
  const ends = intervals
    .filter((interval) => interval.mealType === mealType && holds(interval, day))
    .map(({ startTime, endTime }) => `${endTime <= startTime ? dayPlus(day, 1) : day} ${endTime}`);
  const last = ends.toSorted().at(-1);
  if (last !== undefined) return last;
  const minutes = minutesOf(mealTime([], mealType, day).slice(11)) + CUSTOM_MINUTES;
  const clock = [Math.floor((minutes % DAY_MINUTES) / 60), minutes % 60].map((part) => String(part).padStart(2, '0'));
  return `${minutes >= DAY_MINUTES ? dayPlus(day, 1) : day} ${clock.join(':')}`;
}

/**
 * Portions a stall can make for the meal on the day, all its servings together; null where one of them does not say.
 */
export function capacityOf(intervals: readonly ServingInterval[], mealType: string, day: string): number | null {
  const stated = intervals
    .filter((interval) => interval.mealType === mealType && holds(interval, day))
    .map((interval) => interval.capacity ?? null);
  return stated.length === 0 || stated.includes(null)
    ? null
    : stated.reduce<number>((sum, capacity) => sum + capacity!, 0);
}

/**
 * The hours of a stall once others hold from a day on: what ended before stands as history, what runs ends the day
 * before, what would have begun later goes.
 */
export function intervalsFrom<I extends ServingInterval>(
  current: readonly I[],
  wanted: readonly I[],
  from: string,
): I[] {
  const before = dayPlus(from, -1);
  const earlier = current
    .filter((interval) => interval.effectiveFrom === null || interval.effectiveFrom < from)
    .map((interval) =>
      interval.effectiveTo !== null && interval.effectiveTo < from ? interval : { ...interval, effectiveTo: before },
    );
  return [...earlier, ...wanted.map((interval) => ({ ...interval, effectiveFrom: from }))];
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
const DAY_MINUTES = 24 * 60;

/** The first two intervals that meet on a weekday; half open, one that ends before it starts runs into the next day. */
export function overlap(
  intervals: readonly ServingInterval[],
): readonly [ServingInterval, ServingInterval] | undefined {
  const spans = intervals.flatMap((interval) =>
    (interval.weekdays.length === 0 ? [1, 2, 3, 4, 5, 6, 7] : interval.weekdays).map((weekday) => {
      const from = (weekday - 1) * DAY_MINUTES + minutesOf(interval.startTime);
      const length =
        (minutesOf(interval.endTime) - minutesOf(interval.startTime) + DAY_MINUTES) % DAY_MINUTES || DAY_MINUTES;
      return { interval, from, to: from + length };
    }),
  );
  for (const [index, one] of spans.entries()) {
    for (const other of spans.slice(index + 1)) {
      const sameDays =
        (one.interval.effectiveFrom ?? '') <= (other.interval.effectiveTo ?? '9') &&
        (other.interval.effectiveFrom ?? '') <= (one.interval.effectiveTo ?? '9');
      if (one.interval !== other.interval && sameDays && one.from < other.to && other.from < one.to)
        return [one.interval, other.interval];
    }
  }
  return undefined;
}
