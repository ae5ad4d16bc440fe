/** Guests as they really came: head counts of a staff canteen, scaled to each stall. */
import fs from 'node:fs';
import path from 'node:path';
import type { Guests } from '../../apps/server/demo/guests.ts';
import { MEAL_SHARE } from '../../apps/server/demo/guests.ts';
import type { Chance } from '../../apps/server/demo/chance.ts';
import { daysBetween, weekdayOf } from '../../modules/master-data/figures/calendar-day.rules.ts';
import { readCsv } from './csv.ts';

const FILE = '5-demand/lh-canteen-korea/daily_meals.csv';

/** Null where the folder does not hold the history. */
export function canteenGuests(folder: string, chance: Chance): Guests | null {
  const file = path.join(folder, FILE);
  if (!fs.existsSync(file)) return null;
  const days = readCsv(fs.readFileSync(file, 'utf8')).map((row) => ({
    weekday: Number(row['weekday']),
    lunch: Number(row['lunch_count']),
    dinner: Number(row['dinner_count']),
  }));
  const byWeekday = Map.groupBy(days, (day) => day.weekday);
  const mean = Math.floor(days.reduce((sum, day) => sum + day.lunch, 0) / days.length);
  return {
    /** Each site lives through the years from another week on; weekends without a head count are closed. */
    expected(site, stall, day, meal) {
      const same = byWeekday.get(weekdayOf(day)) ?? [];
      if (same.length === 0) return 0;
      const week = Math.floor(daysBetween('2020-01-06', day) / 7) + chance.below(same.length, 'history', site.name);
      const real = same[((week % same.length) + same.length) % same.length]!;
      const base = chance.between(140, 220, 'guests', site.name, stall.name);
      if (meal === 'dinner') return Math.floor((base * real.dinner) / mean);
      return Math.floor((base * real.lunch * MEAL_SHARE[meal]) / (mean * 1000));
    },
  };
}
