/** What stands on the counter: dishes that suit a stall and a meal, another choice every day. */
import { daysBetween } from '../../../modules/master-data/figures/calendar-day.rules.ts';
import type { DemoSite, StallKind } from './company.ts';

export type Stall = DemoSite['restaurants'][number]['stalls'][number];
export type Meal = 'breakfast' | 'lunch' | 'dinner';

/** Dish ids by dish type, in the order of the list. */
export type Kitchen = ReadonlyMap<string, readonly string[]>;

interface MenuDish {
  readonly dishId: string;
  /** Of a hundred guests, so many take it. */
  readonly taken: number;
}

/** How many dishes of which type, and how many of a hundred guests take each. */
type Counter = readonly (readonly [type: string, dishes: number, taken: number])[];
const COUNTERS: Readonly<Record<StallKind, Partial<Readonly<Record<Meal, Counter>>>>> = {
  rice: {
    breakfast: [
      ['C6', 5, 35],
      ['C5', 1, 30],
    ],
    lunch: [
      ['C1', 2, 30],
      ['C2', 2, 35],
      ['C3', 3, 30],
      ['C4', 1, 40],
      ['C5', 1, 90],
    ],
    dinner: [
      ['C1', 1, 40],
      ['C2', 2, 35],
      ['C3', 2, 35],
      ['C4', 1, 35],
      ['C5', 1, 85],
    ],
  },
  noodle: {
    breakfast: [
      ['C6', 4, 30],
      ['C5', 2, 30],
    ],
    lunch: [
      ['C5', 5, 20],
      ['C4', 1, 25],
      ['C3', 1, 20],
    ],
  },
  light: {
    lunch: [
      ['C3', 3, 35],
      ['C2', 1, 30],
      ['C7', 2, 30],
      ['C5', 1, 50],
    ],
    dinner: [
      ['C3', 3, 30],
      ['C7', 2, 25],
      ['C5', 1, 50],
    ],
  },
};

/** Meals a kind of stall serves. */
export const mealsOf = (kind: StallKind): readonly Meal[] => Object.keys(COUNTERS[kind]) as Meal[];

/** The counter of a stall for a meal; the choice walks through the list, so that a dish comes back after a while. */
export function menuOf(kitchen: Kitchen, stall: Stall, day: string, meal: Meal): readonly MenuDish[] {
  const nth = daysBetween('2020-01-01', day) + (meal === 'dinner' ? 3 : 0) + [...stall.name].length;
  return (COUNTERS[stall.kind][meal] ?? []).flatMap(([type, dishes, taken]): MenuDish[] => {
    const list = kitchen.get(type) ?? [];
    const count = Math.min(dishes, list.length);
    // Rice is on every rice counter; it is the first of the staples.
    const first =
      type === 'C5' && stall.kind === 'rice' && meal !== 'breakfast' ? 0 : (nth * count) % Math.max(1, list.length);
    return Array.from({ length: count }, (_, index) => ({ dishId: list[(first + index) % list.length]!, taken }));
  });
}
