/** A stall's week: planned by the restaurant, adopted by the site. */
import { dayPlus, daysBetween, weekdayOf } from '../../../modules/master-data/figures/calendar-day.rules.ts';
import type { DemoSite } from './company.ts';
import { mealsOf, menuOf, type Stall } from './menus.ts';
import { stallsOf, type StallWeek, type World } from './world.ts';

/** How far a document is taken: what is left is somebody's task. */
export type WeekState = 'draft' | 'pending' | 'approved';

/** Meals up to the Sunday on or after `day`. */
export const sundayOf = (day: string): string => dayPlus(day, 7 - weekdayOf(day));

/** Plans what the site has not planned yet, up to `until`, a week at a time. */
export async function planWeeks(world: World, site: DemoSite, at: string, until: string): Promise<void> {
  const diary = world.diaryOf(site);
  while (diary.plannedUntil < until) {
    const from = dayPlus(diary.plannedUntil, 1);
    const to = sundayOf(from);
    for (const { stall } of stallsOf(site)) {
      const week = await planWeek(world, site, stall, from, to, at, 'approved');
      if (week !== null) diary.weeks.push(week);
    }
    diary.plannedUntil = to;
  }
}

interface ServedLine {
  readonly menuTemplateId: string;
  readonly mealDate: string;
  readonly mealType: string;
  readonly dishId: string;
  readonly portions: number;
}

/**
 * One stall's plan, entered and taken as far as `state`, with `fromMenu` what the menu in use serves instead of what
 * was thought of; null when nobody comes.
 */
export async function planWeek(
  world: World,
  site: DemoSite,
  stall: Stall,
  from: string,
  to: string,
  at: string,
  state: WeekState,
  fromMenu = false,
): Promise<StallWeek | null> {
  const { kitchen } = world.company;
  const days = Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => dayPlus(from, index));
  const staff = world.staffOf(site);
  const manager = world.client.as(staff.restaurantManager).at(at);
  const [menu] = fromMenu
    ? await manager.get<readonly { readonly lines: readonly ServedLine[] }[]>('gear-operation/gearsalesplan/menus', {
        gearOperationDeptId: stall.deptId,
        startDate: from,
        endDate: to,
      })
    : [];
  const served = new Set(menu?.lines.map((line) => `${line.mealDate} ${line.mealType}`));
  const thought = days.flatMap((mealDate) =>
    mealsOf(stall.kind).flatMap((mealType) => {
      const guests = world.guests.expected(site, stall, mealDate, mealType);
      return guests === 0 || served.has(`${mealDate} ${mealType}`)
        ? []
        : menuOf(kitchen, stall, mealDate, mealType).map(({ dishId, taken }) => ({
            mealDate,
            mealType,
            dishId,
            portions: Math.max(1, Math.floor((guests * taken) / 100)),
          }));
    }),
  );
  const details = [
    ...thought,
    ...(menu?.lines ?? []).map(({ menuTemplateId, mealDate, mealType, dishId, portions }) => ({
      menuTemplateId,
      mealDate,
      mealType,
      dishId,
      portions,
    })),
  ];
  if (details.length === 0) return null;
  const guestsOf = (mealDate: string) =>
    mealsOf(stall.kind)
      .map((meal) => [meal, world.guests.expected(site, stall, mealDate, meal)] as const)
      .filter(([, guests]) => guests > 0);
  const { id } = await manager.post<{ id: string }>('gear-operation/gearsalesplan/saveOrUpdate', {
    gearOperationDeptId: stall.deptId,
    startDate: from,
    endDate: to,
    dinerForecast: Object.fromEntries(days.map((day) => [day, Object.fromEntries(guestsOf(day))])),
    details,
    isApply: state === 'draft' ? 0 : 1,
  });
  if (state === 'approved')
    await world.client.as(staff.projectManager).at(at).post('gear-operation/gearsalesplan/adopt', { ids: id });
  world.count('sales plans');
  const portions = new Map<string, Map<string, number>>();
  for (const line of details) {
    const day = portions.get(line.mealDate) ?? new Map<string, number>();
    day.set(line.dishId, (day.get(line.dishId) ?? 0) + line.portions);
    portions.set(line.mealDate, day);
  }
  return { stall, planId: id, from, to, portions };
}
