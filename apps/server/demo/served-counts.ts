/** What one stall served in the weeks before, the weather of its site, and the forecasts that follow. */
import { dayPlus, daysBetween } from '../../../modules/master-data/figures/calendar-day.rules.ts';
import { mealsOf, menuOf } from './menus.ts';
import { save } from './saving.ts';
import { stallsOf, type World } from './world.ts';

const OPERATION = 'gear-operation';
const WEEKS = 8;
/** Per thousand: days on which it rains, and guests who come all the same. */
const RAINY = 180;
const COME_IN_RAIN = 880;
const DISHES_COUNTED = 2;
const EVENINGS = 14;

/** The first stall of the first site counts its guests and its first dishes; its coming days are forecast. */
export async function countServed(world: World, today: string, at: string): Promise<void> {
  const [site] = world.company.sites;
  const [first] = site === undefined ? [] : stallsOf(site);
  if (site === undefined || first === undefined) return;
  const { stall } = first;
  const client = world.client.as(world.staffOf(site).restaurantManager).at(at);
  const rains = (day: string): boolean => world.chance.happens(RAINY, 'rain', site.name, day);
  const days = Array.from({ length: WEEKS * 7 }, (_, nth) => dayPlus(today, nth - WEEKS * 7));
  for (const day of [...days, ...Array.from({ length: 7 }, (_, nth) => dayPlus(today, nth))])
    if (rains(day))
      await save(client, `${OPERATION}/weatherday/submit`, {
        bladeProjectDeptId: site.deptId,
        weatherDate: day,
        weather: 'rain',
      });
  for (const mealDate of days)
    for (const mealType of mealsOf(stall.kind)) {
      const expected = world.guests.expected(site, stall, mealDate, mealType);
      const came = Math.floor((expected * (rains(mealDate) ? COME_IN_RAIN : 1000)) / 1000);
      if (came === 0) continue;
      const counted = { gearOperationDeptId: stall.deptId, mealDate, mealType, origin: 'till' };
      await save(client, `${OPERATION}/servedcount/submit`, { ...counted, portions: came });
      if (daysBetween(mealDate, today) > 21) continue;
      for (const { dishId, taken } of menuOf(world.company.kitchen, stall, mealDate, mealType).slice(0, DISHES_COUNTED))
        await save(client, `${OPERATION}/servedcount/submit`, {
          ...counted,
          dishId,
          portions: Math.max(1, Math.floor((came * taken) / 100)),
        });
    }
  // As they were made on the evenings before, so that it shows how good they were, and now.
  for (const moment of [...days.slice(-EVENINGS).map((day) => `${day} 20:00:00`), at])
    await client.at(moment).post(`${OPERATION}/mealforecast/make`, { gearOperationDeptId: stall.deptId });
  world.count('forecasts');
}
