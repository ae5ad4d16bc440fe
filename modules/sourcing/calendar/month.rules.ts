/** The days of a month as a wall calendar shows them: whole weeks that begin on Mondays. */
import { dayPlus, daysBetween, weekdayOf } from '../../master-data/figures/calendar-day.rules.ts';

/** The first day of the month so many months later; `day` is any day of a month. */
export function monthPlus(day: string, months: number): string {
  const count = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + months;
  return `${String(Math.floor(count / 12)).padStart(4, '0')}-${String((count % 12) + 1).padStart(2, '0')}-01`;
}

/** The last day of the month a day is in. */
export const lastOfMonth = (day: string): string => dayPlus(monthPlus(day, 1), -1);

/** Weeks of the month a day is in, Monday first; days of its neighbours fill the first and the last. */
export function weeksOfMonth(day: string): readonly (readonly string[])[] {
  const first = monthPlus(day, 0);
  const start = dayPlus(first, 1 - weekdayOf(first));
  const weeks = Math.ceil((daysBetween(start, lastOfMonth(day)) + 1) / 7);
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (__, weekday) => dayPlus(start, week * 7 + weekday)),
  );
}
