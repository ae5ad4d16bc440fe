/** A dinner for somebody's guests, beside the daily trade of a stall. */
import type { DemoSite } from './company.ts';
import { menuOf } from './menus.ts';
import type { WeekState } from './week.ts';
import { stallsOf, type World } from './world.ts';

const GUESTS = 36;

/** A reception at the first stall of a site: every guest takes of every dish. */
export async function planEvent(
  world: World,
  site: DemoSite,
  day: string,
  moment: string,
  state: WeekState,
): Promise<void> {
  const { stall } = stallsOf(site)[0]!;
  const staff = world.staffOf(site);
  const dishes = menuOf(world.company.kitchen, stall, day, 'dinner').map(({ dishId }) => ({
    dishId,
    portions: String(GUESTS),
  }));
  const manager = world.client.as(staff.restaurantManager).at(moment);
  const { id } = await manager.post<{ id: string }>('gear-operation/gearspecialmeal/saveGearSpecialMeal', {
    mealName: site.guests === 'school' ? '家长开放日晚餐' : '客户来访接待晚宴',
    specialMealType: 'reception',
    gearOperationDeptId: stall.deptId,
    mealDate: day,
    mealType: 'dinner',
    startTime: '18:00',
    place: site.guests === 'school' ? '学生餐厅二楼' : '云谷会议中心',
    customerName: site.guests === 'school' ? '江畔实验学校' : '云谷科技园',
    linkman: '沈静',
    phone: '13800008866',
    headCount: GUESTS,
    mealStandard: '88',
    serviceFee: '200',
    dietNotes: '2 人不吃香菜',
    details: dishes,
    isApply: state === 'draft' ? 0 : 1,
  });
  if (state === 'approved')
    await world.client.as(staff.projectManager).at(moment).post('gear-operation/gearspecialmeal/adopt', { ids: id });
  world.count('special meals');
}
