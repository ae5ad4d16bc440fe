/** How many people come: the same question for the demonstration and for simulations with real head counts. */
import { weekdayOf } from '../../../modules/master-data/figures/calendar-day.rules.ts';
import type { Chance } from './chance.ts';
import type { DemoSite } from './company.ts';
import type { Meal, Stall } from './menus.ts';

export interface Guests {
  expected(site: DemoSite, stall: Stall, day: string, meal: Meal): number;
}

/** Per mille of an ordinary working lunch, Monday to Sunday. A school is closed at weekends, an office nearly so. */
const WEEK = { company: [1000, 1040, 1020, 1010, 880, 240, 180], school: [1000, 1000, 1010, 1000, 960, 0, 0] } as const;
/** Of those who have lunch, per mille, who come to the meal. */
export const MEAL_SHARE: Readonly<Record<Meal, number>> = { breakfast: 420, lunch: 1000, dinner: 460 };
/** Per mille by month: fewer in the holidays. */
const SEASON = [960, 820, 1010, 1020, 1010, 1000, 930, 900, 1010, 980, 1020, 1000] as const;

/** Guests by weekday, meal and season, the same for the same chance. */
export const seasonalGuests = (chance: Chance): Guests => ({
  expected(site, stall, day, meal) {
    const base = chance.between(140, 220, 'guests', site.name, stall.name);
    const shares = [
      WEEK[site.guests][weekdayOf(day) - 1]!,
      MEAL_SHARE[meal],
      SEASON[Number(day.slice(5, 7)) - 1]!,
      chance.between(930, 1070, 'guests', site.name, stall.name, day, meal),
    ];
    return shares.reduce((guests, share) => Math.floor((guests * share) / 1000), base);
  },
});
