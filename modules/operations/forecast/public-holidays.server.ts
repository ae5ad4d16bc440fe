/** Public holidays of China and the working days that stand in for them, as they were announced. */
import chineseDays from 'chinese-days';
import type { CalendarEvent } from './meal-forecast.rules.ts';

/**
 * What the calendar makes of a day, yyyy-MM-dd; undefined for ordinary days, weekends among them. Years whose holidays
 * are not announced yet have none.
 */
export function calendarEventOf(day: string): CalendarEvent | undefined {
  const { work, name } = chineseDays.getDayDetail(day);
  // Announced days are called by the name of the holiday in two languages, all others by their weekday.
  if (!name.includes(',')) return undefined;
  return work ? 'workday' : 'holiday';
}
