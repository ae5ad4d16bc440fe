/** Goods a site asks for by the meal, without a plan: one distribution waits for approval, one for the dispatcher. */
import type { Records } from './company-client.ts';
import type { DemoSite } from './company.ts';
import type { World } from './world.ts';

const BILLS = 'store-management/invdistribution';

interface Card {
  readonly gearOperationDeptId: string;
  readonly mealDate: string;
  readonly lines: readonly { readonly qty: string; readonly needDate: string }[];
}

/** The first two meals of these days that nobody plans for yet; none where there are none. */
export async function askForGoods(
  world: World,
  site: DemoSite,
  from: string,
  to: string,
  moment: string,
): Promise<void> {
  const { warehouseId } = site;
  const useRestaurantDeptId = site.restaurants[0]!.deptId;
  const planner = world.client.as(world.office.planner).at(moment);
  const cards = await planner.get<readonly Card[]>(`${BILLS}/extractSalePlan`, {
    startTime: `${from} 00:00:00`,
    endTime: `${to} 23:59:00`,
    useRestaurantDeptId,
    warehouseId,
  });
  for (const [nth, card] of cards
    .filter(({ lines }) => lines.length > 0)
    .slice(0, 2)
    .entries()) {
    const { id } = await planner.post<{ id: string }>(`${BILLS}/submit`, {
      warehouseId,
      useRestaurantDeptId,
      gearOperationDeptId: card.gearOperationDeptId,
      startTime: `${card.mealDate} 00:00:00`,
      endTime: `${card.mealDate} 23:59:00`,
      deliveryDate: card.lines.map(({ needDate }) => needDate).toSorted()[0]!,
    });
    // The last of what the second one needs the site buys at the market itself.
    const details = card.lines.map((line, at) =>
      nth === 1 && at > 0 && at === card.lines.length - 1 ? { ...line, sourceKind: 'self', supplierId: '' } : line,
    );
    await planner.post(`${BILLS}/submitDetail`, { billId: id, details });
    world.count('distributions');
    if (await isLate(world, id, moment)) continue;
    await planner.post(`${BILLS}/toApply`, { ids: id });
    if (nth === 0) continue;
    await world.client.as(world.office.purchaseManager).at(moment).post(`${BILLS}/doApply`, { ids: id });
  }
}

/** What is past its cut-off waits as a draft for somebody to say why. */
async function isLate(world: World, id: string, moment: string): Promise<boolean> {
  const { records } = await world.client
    .as(world.office.planner)
    .at(moment)
    .get<Records<{ id: string; orderBefore: string }>>(`${BILLS}/page`, { id });
  return records.some((bill) => bill.id === id && bill.orderBefore !== '' && bill.orderBefore < moment);
}
