/** What a menu puts on the days of a plan. */
import { dayPlus } from '../../master-data/figures/calendar-day.rules.ts';
import { dayNoOf, type ServedCell, type ServedMenu } from '../../master-data/menus/menu-cycle.rules.ts';

export interface FilledLine {
  readonly menuTemplateId: string;
  readonly mealDate: string;
  readonly mealType: string;
  readonly dishId: string;
  readonly dishName: string;
  readonly dishCode: string;
  readonly portionGroup: string;
  /** Null where the menu leaves them to the planner. */
  readonly portions: number | null;
  readonly price: string | null;
}
interface Filled {
  readonly lines: readonly FilledLine[];
  /** Dishes of these days that are frozen and stay out, each once. */
  readonly left: readonly string[];
}

/**
 * Days the menu serves between the first and the last, with what it serves; of a dish for all stalls and for this one,
 * this one's counts.
 */
export function filledBy(menu: ServedMenu, cells: readonly ServedCell[], from: string, to: string): Filled {
  const own = cells.filter((cell) => cell.menuTemplateId === menu.id);
  const lines: FilledLine[] = [];
  const left = new Set<string>();
  const last = menu.endDate !== null && menu.endDate < to ? menu.endDate : to;
  for (
    let mealDate = menu.startDate > from ? menu.startDate : from;
    mealDate <= last;
    mealDate = dayPlus(mealDate, 1)
  ) {
    const dayNo = dayNoOf(menu, mealDate);
    const served = new Map<string, ServedCell>();
    for (const cell of own) {
      if (cell.dayNo !== dayNo) continue;
      const key = `${cell.mealType}|${cell.dishId}|${cell.portionGroup}`;
      if (!served.has(key) || cell.gearOperationDeptId !== null) served.set(key, cell);
    }
    for (const cell of served.values()) {
      if (cell.frozen) left.add(cell.dishName);
      else
        lines.push({
          menuTemplateId: menu.id,
          mealDate,
          mealType: cell.mealType,
          dishId: cell.dishId,
          dishName: cell.dishName,
          dishCode: cell.dishCode,
          portionGroup: cell.portionGroup,
          portions: cell.planPortions === 0 ? null : cell.planPortions,
          price: cell.salePrice,
        });
    }
  }
  return { lines, left: [...left] };
}
