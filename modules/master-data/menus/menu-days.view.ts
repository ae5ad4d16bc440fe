/** The days and meals a menu is drawn up by. */
import type { Values } from '../../../kernel/web/form/values.ts';
import type { MenuRow } from './menu-cells.view.ts';
import { CYCLE_DAYS_MAX, nextDates, readWeekdays } from './menu-cycle.rules.ts';

/** The header of a menu as the form holds it. */
type MenuHead = Values & { readonly [K in 'cycleDays' | 'cycleStartDate' | 'serviceWeekdays']?: unknown };
/** A meal of a menu as the form holds it. */
export type MenuMeal = Values & { readonly [K in 'mealType' | 'mealStandard' | 'plannedDiners']?: unknown };

/** Days of the cycle; where none are given, as far as there are dishes, and a week at least. */
export function daysOf({ cycleDays }: MenuHead, rows: readonly MenuRow[]): readonly number[] {
  const given = Number(cycleDays);
  const count =
    Number.isInteger(given) && given >= 1 ? given : Math.max(7, ...rows.map((row) => Number(row.dayNo) || 0));
  return Array.from({ length: Math.min(count, CYCLE_DAYS_MAX) }, (_, at) => at + 1);
}

/** Which weekday each day first falls on; nothing while the start is not a day of service. */
export function weekdaysOf(
  { cycleStartDate, serviceWeekdays }: MenuHead,
  days: number,
  language: string,
): ReadonlyMap<number, string> {
  const start = String(cycleStartDate ?? '');
  const weekdays = readWeekdays(String(serviceWeekdays ?? ''));
  if (!/^\d{4}-\d{2}-\d{2}$/.test(start) || weekdays === undefined) return new Map();
  const name = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' });
  return new Map(
    [...nextDates({ cycleStartDate: start, cycleDays: days, serviceWeekdays: weekdays }, start)].map(
      ([dayNo, date]) => [dayNo, name.format(new Date(`${date}T00:00:00Z`))],
    ),
  );
}

/** The meals a menu lists, and behind them those that only its dishes name: its check speaks against these. */
export function mealsOf(listed: readonly MenuMeal[], rows: readonly MenuRow[]): readonly MenuMeal[] {
  const own = listed.filter((meal) => meal.mealType);
  const named = new Set(own.map((meal) => String(meal.mealType)));
  const others = [...new Set(rows.map((row) => String(row.mealType ?? '')))].filter(
    (meal) => meal !== '' && !named.has(meal),
  );
  return [...own, ...others.map((mealType): MenuMeal => ({ mealType }))];
}
