/** What the counters offer over a cycle of working days: one template in use, one still being written. */
import { menuTypeRows } from '../../../modules/console/home/starting-sets.ts';
import { dayPlus, weekdayOf } from '../../../modules/master-data/figures/calendar-day.rules.ts';
import type { CompanyClient } from './company-client.ts';
import type { DemoSite } from './company.ts';
import { menuOf } from './menus.ts';
import { save } from './saving.ts';
import { stallsOf, type World } from './world.ts';

/** A season. */
const DAYS = 120;
const CYCLE = [0, 1, 2, 3, 4];

/** The kind of menu the company's template is of; answers its id. */
export function buildMenuType(admin: CompanyClient): Promise<string> {
  const { code, name, values } = menuTypeRows[0]!;
  return save(admin, 'master-data/menutemplatetype/submit', { code, name, ...values });
}

/**
 * A working week's lunch by the chef: of the first site for its first restaurant, decided and put into use by the
 * planner; of others a draft for one stall.
 */
export async function writeMenu(
  world: World,
  site: DemoSite,
  menuTemplateTypeId: string,
  day: string,
  moment: string,
): Promise<void> {
  const { stall } = stallsOf(site)[0]!;
  const isUsed = site === world.company.sites[0];
  const monday = dayPlus(day, 1 - weekdayOf(day));
  const id = await save(world.client.as(world.staffOf(site).chef).at(moment), 'master-data/menutemplate/submit', {
    menuTemplateTypeId,
    name: `${isUsed ? site.restaurants[0]!.name : stall.name}午餐`,
    templateKind: isUsed ? 'restaurant' : 'gear',
    bladeProjectDeptId: site.deptId,
    startDate: day,
    endDate: dayPlus(day, DAYS - 1),
    cycleStartDate: monday,
    serviceWeekdays: '1,2,3,4,5',
    ...(isUsed ? { useRestaurantDeptIds: site.restaurants[0]!.deptId } : { gearOperationDeptIds: stall.deptId }),
    meals: [{ mealType: 'lunch', mealStandard: '25', plannedDiners: 300 }],
    details: CYCLE.flatMap((nth) =>
      menuOf(world.company.kitchen, stall, dayPlus(monday, nth), 'lunch').map(({ dishId, taken }, sort) => ({
        dayNo: nth + 1,
        mealType: 'lunch',
        dishId,
        sort,
        planPortions: taken * 3,
      })),
    ),
  });
  if (!isUsed) return;
  await world.client.as(world.staffOf(site).chef).at(moment).post('master-data/menutemplate/toApply', { ids: id });
  for (const act of ['doApply', 'enable'])
    await world.client.as(world.office.planner).at(moment).post(`master-data/menutemplate/${act}`, { ids: id });
}
