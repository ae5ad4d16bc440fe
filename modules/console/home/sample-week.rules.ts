/** A first week to look at: the dishes there are, by turns, on working days. */
import { dayPlus, weekdayOf } from '../../master-data/figures/calendar-day.rules.ts';

/** Dishes of a meal, and portions of each. */
const DISHES = 4;
const PORTIONS = '50';
const WORKING_DAYS = 5;

interface SampleWeek {
  readonly startDate: string;
  readonly endDate: string;
  readonly details: readonly {
    readonly mealDate: string;
    readonly mealType: string;
    readonly dishId: string;
    readonly portions: string;
  }[];
}

/** Next week's working days; lunch where a stall says nothing of its meals. */
export function sampleWeek(today: string, meals: readonly string[], dishIds: readonly string[]): SampleWeek {
  const startDate = dayPlus(today, 8 - weekdayOf(today));
  const days = Array.from({ length: WORKING_DAYS }, (_, nth) => dayPlus(startDate, nth));
  const served = meals.length === 0 ? ['lunch'] : [...new Set(meals)];
  const each = Math.min(DISHES, dishIds.length);
  return {
    startDate,
    endDate: days.at(-1)!,
    details: days
      .flatMap((mealDate) => served.map((mealType) => ({ mealDate, mealType })))
      .flatMap((meal, nth) =>
        Array.from({ length: each }, (_, at) => ({
          ...meal,
          dishId: dishIds[(nth * each + at) % dishIds.length]!,
          portions: PORTIONS,
        })),
      ),
  };
}
