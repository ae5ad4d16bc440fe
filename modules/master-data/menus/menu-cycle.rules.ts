/** Which day of its cycle a menu serves on a date. */
import type { DecimalText, Id } from '../../../kernel/core/field.ts';
import { dayPlus, daysBetween, weekdayOf } from '../figures/calendar-day.rules.ts';

export const CYCLE_DAYS_MAX = 42;
const WEEK = 7;

export interface MenuCycle {
  /** `yyyy-MM-dd`, a day of service: day 1 of the cycle. */
  readonly cycleStartDate: string;
  readonly cycleDays: number;
  /** 1 Monday … 7 Sunday; empty: every day. */
  readonly serviceWeekdays: readonly number[];
}

/** A menu as plans are filled from it. */
export interface ServedMenu extends MenuCycle {
  readonly id: Id;
  readonly billCode: string;
  readonly name: string;
  readonly own: boolean;
  readonly startDate: string;
  readonly endDate: string | null;
}
export interface ServedCell {
  readonly menuTemplateId: Id;
  readonly dayNo: number;
  readonly mealType: string;
  readonly dishId: Id;
  readonly dishName: string;
  readonly dishCode: string;
  readonly frozen: boolean;
  readonly gearOperationDeptId: Id | null;
  readonly portionGroup: string;
  readonly planPortions: number | null;
  readonly salePrice: DecimalText | null;
}
/** `1,3,5` as weekdays, in order and once each; undefined when it names something else. Empty: none named. */
export function readWeekdays(given: string): readonly number[] | undefined {
  const days = [...new Set(given.split(/[,，、\s]+/).filter(Boolean))].toSorted();
  return days.every((each) => /^[1-7]$/.test(each)) ? days.map(Number) : undefined;
}

/** Whether meals are served on a day; on every one where no weekdays are named. */
export const isServiceDay = ({ serviceWeekdays }: Pick<MenuCycle, 'serviceWeekdays'>, date: string): boolean =>
  serviceWeekdays.length === 0 || serviceWeekdays.includes(weekdayOf(date));

/**
 * Which day of the cycle a date is, from 1: days of service after the start, modulo the cycle. Null without service,
 * and before the cycle begins.
 */
export function dayNoOf(cycle: MenuCycle, date: string): number | null {
  const days = daysBetween(cycle.cycleStartDate, date);
  if (days < 0 || !isServiceDay(cycle, date)) return null;
  const weeks = Math.floor(days / WEEK);
  const rest = Array.from({ length: days % WEEK }, (_, index) =>
    dayPlus(cycle.cycleStartDate, weeks * WEEK + index + 1),
  ).filter((each) => isServiceDay(cycle, each)).length;
  return ((weeks * (cycle.serviceWeekdays.length || WEEK) + rest) % cycle.cycleDays) + 1;
}

/** For each day of the cycle the first date on which it is served, from a date on. */
export function nextDates(cycle: MenuCycle, from: string): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  for (
    let date = from < cycle.cycleStartDate ? cycle.cycleStartDate : from;
    found.size < cycle.cycleDays;
    date = dayPlus(date, 1)
  ) {
    const dayNo = dayNoOf(cycle, date);
    if (dayNo !== null && !found.has(dayNo)) found.set(dayNo, date);
  }
  return found;
}
