/** A company at work: who does what there, and what its sites remember from day to day. */
import type { Chance } from './chance.ts';
import type { CompanyClient } from './company-client.ts';
import type { Company, DemoSite, SiteStaff } from './company.ts';
import type { Guests } from './guests.ts';
import type { Stall } from './menus.ts';

export interface World {
  readonly company: Company;
  readonly client: CompanyClient;
  readonly chance: Chance;
  readonly guests: Guests;
  /** Accounts of the head office. */
  readonly office: {
    readonly planner: string;
    readonly purchaser: string;
    readonly purchaseManager: string;
    readonly finance: string;
    readonly factoryStaff: string;
  };
  staffOf(site: DemoSite): SiteStaff;
  diaryOf(site: DemoSite): Diary;
  /** Counts what happened, for who wants to tell. */
  count(what: string, times?: number): void;
}

/** A stall's week: what each day takes of each material is asked for once and then known. */
export interface StallWeek {
  readonly stall: Stall;
  readonly planId: string;
  readonly from: string;
  readonly to: string;
  /** Portions by day and dish. */
  readonly portions: ReadonlyMap<string, ReadonlyMap<string, number>>;
  needs?: readonly DishNeed[];
}
export interface DishNeed {
  readonly dishId: string;
  readonly portions: string;
  readonly materials: readonly { readonly materialId: string; readonly qty: string; readonly unitId: string }[];
}

export interface Diary {
  /** Meals are planned up to this day, included. */
  plannedUntil: string;
  readonly weeks: StallWeek[];
}

/** The diary of a site that has done nothing yet. */
export const emptyDiary = (plannedUntil: string): Diary => ({ plannedUntil, weeks: [] });

/** All stalls of a site, each with its restaurant. */
export const stallsOf = (site: DemoSite): readonly { readonly restaurantId: string; readonly stall: Stall }[] =>
  site.restaurants.flatMap((restaurant) =>
    restaurant.stalls.map((stall) => ({ restaurantId: restaurant.deptId, stall })),
  );
