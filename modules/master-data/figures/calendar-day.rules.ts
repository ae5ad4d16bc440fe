/**
 * Days of the calendar as the trade counts them: `yyyy-MM-dd`, both ends of a period included (trade-rules 4, 5.7).
 *
 * A day has no clock and no zone; moments are `yyyy-MM-dd HH:mm[:ss]` in the time zone of the site and compare as text.
 */

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** A span of days; an open end lasts for ever. */
export interface Period {
  readonly startDate: string;
  readonly endDate: string | null;
}

/** Whether a day lies in a period, both ends included. */
export const covers = (period: Period, day: string): boolean =>
  period.startDate <= day && (period.endDate === null || day <= period.endDate);

/** So many days later (negative: earlier). Throws a RangeError on text that is not a day. */
export const dayPlus = (day: string, days: number): string =>
  new Date(millisecondsOf(day) + days * DAY_MS).toISOString().slice(0, 10);

/** Days from the first to the second; negative when the second is earlier. */
export const daysBetween = (first: string, second: string): number =>
  (millisecondsOf(second) - millisecondsOf(first)) / DAY_MS;

/** The day that is named; `otherwise` where nothing is, or what does not read as one. */
export const dayOr = (named: string | null | undefined, otherwise: string): string =>
  /^\d{4}-\d{2}-\d{2}$/.test(named ?? '') ? named! : otherwise;

/** 1 Monday … 7 Sunday. */
export const weekdayOf = (day: string): number => ((new Date(millisecondsOf(day)).getUTCDay() + 6) % 7) + 1;

/**
 * The day on which a material must be there (trade-rules 4.3): meal time − preparation lead in hours, and then whole
 * days for receiving. A 07:00 breakfast prepared 12 hours ahead needs its goods the day before.
 */
export function needDate(mealTime: string, prepLeadHours: number, receiveLeadDays: number): string {
  const [day = '', clock = ''] = mealTime.split(/[ T]/);
  const [hour = '0', minute = '0'] = clock.split(':');
  const start = millisecondsOf(day) + (Number(hour) * 60 + Number(minute)) * 60_000 - prepLeadHours * HOUR_MS;
  return dayPlus(new Date(start).toISOString().slice(0, 10), -receiveLeadDays);
}

function millisecondsOf(day: string): number {
  const time = Date.parse(`${day}T00:00:00Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(time)) throw new RangeError(`Not a day: ${day}`);
  return time;
}
