/** The day of one kitchen: lunch is cooked as planned, a sample kept, leftovers and plates weighed, the day closed. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { CompanyClient } from './company-client.ts';
import { stallsOf, type World } from './world.ts';
import { at } from './day.ts';
import type { DemoSite } from './company.ts';

const GEAR = 'gear-operation';
const MEAL = 'lunch';
/** So many dishes at most; the rest of the day is for whoever tries it out. */
const DISHES = 4;

interface Board {
  readonly meals: readonly {
    readonly mealType: string;
    readonly dishes: readonly { readonly dishId: string; readonly planned: string }[];
  }[];
}
interface Need {
  readonly lines: readonly { readonly stdQty: string; readonly availableQty: string }[];
}
interface Made {
  readonly id: string;
  readonly dishId: string;
}

/** Yesterday at the first stall of a site. Dishes whose goods did not all come are left out. */
export async function cookLunch(world: World, site: DemoSite, day: string): Promise<void> {
  const [{ stall }] = stallsOf(site) as readonly [ReturnType<typeof stallsOf>[number]];
  const place = { gearOperationDeptId: stall.deptId };
  const { chef: account } = world.staffOf(site);
  const chef = (time: string): CompanyClient => world.client.as(account).at(at(day, time));
  const board = await chef('10:30').get<Board>(`${GEAR}/gearproduce/board`, { ...place, date: day });
  const dishes = board.meals.find(({ mealType }) => mealType === MEAL)?.dishes ?? [];
  const made: Made[] = [];
  for (const { dishId, planned } of dishes) {
    if (made.length === DISHES) break;
    const need = await chef('10:30').get<Need>(`${GEAR}/gearproduce/need`, {
      ...place,
      dishId,
      actualQty: planned,
      bizDate: day,
    });
    if (need.lines.some(({ stdQty, availableQty }) => Decimal.of(stdQty).isAbove(Decimal.of(availableQty)))) continue;
    const cooked = await chef('10:40').post<{ made: readonly Made[] }>(`${GEAR}/gearproduce/asPlanned`, {
      ...place,
      bizDate: day,
      mealType: MEAL,
      dishIds: [dishId],
      coreTemp: '82',
    });
    made.push(...cooked.made);
  }
  const [first] = made;
  if (first === undefined) return;
  await chef('10:50').post(`${GEAR}/gearlabel/saveOrUpdate`, {
    ...place,
    produceId: first.id,
    labelType: 'sample',
    weightG: 150,
  });
  await chef('10:55').post(`${GEAR}/gearlabel/addBatch`, { produceIds: made.map(({ id }) => id), labelType: 'dish' });
  await chef('13:30').post(`${GEAR}/gearproduce/submit`, { id: first.id, leftoverQty: '6' });
  const { leftoverBatchId } = await chef('13:30').get<{ leftoverBatchId: string }>(`${GEAR}/gearproduce/detail`, {
    id: first.id,
  });
  const waste = { ...place, bizDate: day, mealType: MEAL, wasteCause: 'over-plan' };
  await chef('13:40').post(`${GEAR}/gearfoodwaste/submit`, { ...waste, wasteKind: 'plate', weightKg: '12.4' });
  await chef('19:30').post(`${GEAR}/gearfoodwaste/submit`, {
    ...waste,
    wasteKind: 'overproduction',
    dishId: first.dishId,
    batchId: leftoverBatchId,
    qty: '6',
    weightKg: '1.5',
  });
  await chef('20:00').post(`${GEAR}/gearproduce/closeDay`, { ...place, date: day });
}
