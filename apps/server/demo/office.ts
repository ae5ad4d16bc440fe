/** From approved meals to orders: the planner nets, the site approves, the purchaser orders. */
import type { Records } from './company-client.ts';
import type { DemoSite } from './company.ts';
import type { World } from './world.ts';

const STORE = 'store-management';

/** How far a requirement plan is taken: what is left is somebody's task. */
type PlanState = 'draft' | 'confirmed' | 'pending' | 'approved' | 'requested';
type OrderState = 'draft' | 'pending' | 'approved';

/** Nets the meals of some days for a site. Null when nobody eats there on these days. */
export async function planNeeds(
  world: World,
  site: DemoSite,
  from: string,
  to: string,
  moment: string,
  state: PlanState,
): Promise<string | null> {
  if (!world.diaryOf(site).weeks.some((week) => [...week.portions.keys()].some((day) => day >= from && day <= to)))
    return null;
  const planner = world.client.as(world.office.planner).at(moment);
  const { id } = await planner.post<{ id: string }>(`${STORE}/invrequireplan/generatePlan`, {
    bladeProjectDeptIds: [site.deptId],
    startDate: from,
    endDate: to,
    withLines: 0,
  });
  world.count('requirement plans');
  if (state === 'draft') return id;
  await planner.post(`${STORE}/invrequireplan/confirmPlan`, { id });
  if (state === 'confirmed') return id;
  await planner.post(`${STORE}/invrequireplan/toApply`, { ids: id });
  if (state === 'pending') return id;
  await world.client
    .as(world.staffOf(site).projectManager)
    .at(moment)
    .post(`${STORE}/invrequireplan/doApply`, { ids: id });
  if (state === 'requested') await requestNeeds(world, id, moment);
  return id;
}

/**
 * Hands an approved plan to purchasing: from then on its needs are on order. On some days everything is there already.
 */
export async function requestNeeds(world: World, id: string, moment: string): Promise<void> {
  const planner = world.client.as(world.office.planner).at(moment);
  const { details } = await planner.get<{ details: readonly { planQty: string }[] }>(`${STORE}/invrequireplan/detail`, {
    id,
  });
  if (!details.some(({ planQty }) => Number(planQty) > 0)) return;
  await planner.post(`${STORE}/invpleasepurchase/generatePleasePurchase`, { invRequirePlanIds: id });
}

/** Requests of a site that wait to be ordered. */
async function openRequests(world: World, site: DemoSite, moment: string): Promise<string[]> {
  const purchaser = world.client.as(world.office.purchaser).at(moment);
  const page = await purchaser.get<Records<{ id: string }>>(`${STORE}/invpleasepurchase/page`, {
    status: 'approved',
    executeStatus: 'none',
    bladeProjectDeptId: site.deptId,
    size: '200',
    ascs: 'createTime',
  });
  return page.records.map((request) => request.id);
}

/** Why an order goes after its last moment, where it does. */
export const LATE_REASON = '现场临时加餐，已与供应商电话确认';

/** One order per supplier, place and day from everything a site waits for. */
export async function orderNeeds(world: World, site: DemoSite, moment: string, state: OrderState): Promise<string[]> {
  const requests = await openRequests(world, site, moment);
  if (requests.length === 0) return [];
  const purchaser = world.client.as(world.office.purchaser).at(moment);
  const orders = await purchaser.post<readonly { id: string }[]>(`${STORE}/purchaseorder/generateFromRequest`, {
    ids: requests.join(','),
  });
  const ids = orders.map((order) => order.id);
  world.count('requests', requests.length);
  world.count('orders', ids.length);
  if (state === 'draft') return ids;
  await purchaser.post(`${STORE}/purchaseorder/toApply`, { ids: ids.join(','), lateReason: LATE_REASON });
  if (state === 'approved')
    await world.client
      .as(world.office.purchaseManager)
      .at(moment)
      .post(`${STORE}/purchaseorder/doApply`, { ids: ids.join(',') });
  return ids;
}
