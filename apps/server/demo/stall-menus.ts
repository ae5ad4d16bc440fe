/** What the stalls of a site sell today and tomorrow, and a shelf nobody has put into use yet. */
import { dayPlus } from '../../../modules/master-data/figures/calendar-day.rules.ts';
import type { DemoSite } from './company.ts';
import type { Records } from './company-client.ts';
import { stallsOf, type World } from './world.ts';

interface Proposed {
  readonly proposed: boolean;
  readonly gearOperationDeptId: string;
  readonly menuDate: string;
  readonly mealType: string;
  readonly details: readonly Readonly<Record<string, unknown>>[];
}
/** Of what is cooked in one go there is so much. */
const LIMIT = '60';
const ON_THE_SHELF = 12;

/** Menus of today and tomorrow as the plans propose them, today’s determined, the first dish of each limited. */
export async function leaveStallMenus(world: World, site: DemoSite, at: string, today: string): Promise<void> {
  const staff = world.staffOf(site);
  const manager = world.client.as(staff.restaurantManager).at(at);
  for (const { stall } of stallsOf(site)) {
    const menus = await manager.post<readonly Proposed[]>('gear-operation/gearmenu/getMenu', {
      gearOperationDeptId: stall.deptId,
      startDate: today,
      endDate: dayPlus(today, 1),
    });
    const body = menus
      .filter((menu) => menu.proposed)
      .map(({ gearOperationDeptId, menuDate, mealType, details }) => ({
        gearOperationDeptId,
        menuDate,
        mealType,
        details: details.map(({ dishId, portionGroup, price }, sort) => ({
          dishId,
          portionGroup,
          price,
          sort,
          ...(sort === 0 ? { saleLimitQty: LIMIT } : {}),
        })),
      }));
    if (body.length > 0) await manager.post('gear-operation/gearmenu/batchAddOrUpdate', { body });
    const stored = await manager.post<readonly { readonly id: string }[]>('gear-operation/gearmenu/getMenu', {
      gearOperationDeptId: stall.deptId,
      date: today,
    });
    const ids = stored.flatMap(({ id }) => (id === '' ? [] : id));
    if (ids.length > 0) await manager.post('gear-operation/gearmenu/DetermineGearMenu', { ids: ids.join(',') });
  }
}

/** A shelf of the first stall with some of what it cooks: whoever puts it into use sees what that stops. */
export async function leaveShelf(world: World, site: DemoSite, at: string): Promise<void> {
  const manager = world.client.as(world.staffOf(site).projectManager).at(at);
  const [{ stall }] = stallsOf(site) as [ReturnType<typeof stallsOf>[number]];
  const dishes = [...world.company.kitchen.values()].flat().slice(0, ON_THE_SHELF);
  const { records } = await manager.get<Records<{ id: string; baseUnitId: string }>>('master-data/material/page', {
    size: '6',
    ascs: 'code',
  });
  await manager.post('gear-operation/geargoodssys/saveOrUpdateGoods', {
    name: `${stall.name}货架`,
    gearProjectDeptSysDeptId: site.deptId,
    gearOperationDeptIds: stall.deptId,
    details: [
      ...dishes.map((dishId, sort) => ({ goodsKind: 'dish', dishId, sort })),
      ...records.map(({ id, baseUnitId }, sort) => ({
        goodsKind: 'material',
        materialId: id,
        unitId: baseUnitId,
        sort,
      })),
    ],
  });
}
