/** What goes out: the stalls ask for what their day takes, the warehouse picks, the stalls sign. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { CompanyClient } from './company-client.ts';
import type { DemoSite } from './company.ts';
import type { DishNeed, StallWeek, World } from './world.ts';
import { stallsOf } from './world.ts';

const STORE = 'store-management';

/** How far a pick bill is taken: what is left is somebody's task. */
export type PickState = 'draft' | 'pending' | 'approved' | 'shipped' | 'received';

interface PickLine {
  readonly materialId: string;
  readonly unitId: string;
  readonly qty: string;
}

/** All stalls of a site for a day's meals. `state` may differ by stall. */
export async function feedStalls(
  world: World,
  site: DemoSite,
  day: string,
  moments: { readonly asked: string; readonly picked: string; readonly needed: string },
  state: (index: number) => PickState,
): Promise<void> {
  for (const [index, { restaurantId, stall }] of stallsOf(site).entries()) {
    const week = world.diaryOf(site).weeks.find((each) => each.stall.deptId === stall.deptId && each.portions.has(day));
    if (week === undefined) continue;
    const details = await needsOf(world, site, week, day, moments.asked);
    await pickFor(
      world,
      site,
      {
        warehouseId: site.warehouseId,
        useRestaurantDeptId: restaurantId,
        gearOperationDeptId: stall.deptId,
        needTime: moments.needed,
        details,
      },
      moments,
      state(index),
    );
  }
}

/** What a stall's day takes: the week's needs dish by dish, in proportion to the portions of the day. */
async function needsOf(
  world: World,
  site: DemoSite,
  week: StallWeek,
  day: string,
  moment: string,
): Promise<PickLine[]> {
  week.needs ??= await world.client
    .as(world.staffOf(site).restaurantManager)
    .at(moment)
    .get<readonly DishNeed[]>('gear-operation/gearsalesplan/viewDish', { gearSalesPlanId: week.planId });
  const portions = week.portions.get(day)!;
  const sums = new Map<string, { unitId: string; qty: Decimal }>();
  for (const dish of week.needs) {
    const today = portions.get(dish.dishId);
    if (today === undefined) continue;
    for (const { materialId, unitId, qty } of dish.materials) {
      const before = sums.get(materialId)?.qty ?? Decimal.zero;
      sums.set(materialId, {
        unitId,
        qty: before.plus(Decimal.of(qty).times(Decimal.of(today)).dividedBy(Decimal.of(dish.portions))),
      });
    }
  }
  return [...sums]
    .map(([materialId, { unitId, qty }]) => ({
      materialId,
      unitId,
      qty: qty.rounded(Math.min(3, world.company.units.get(unitId)?.decimals ?? 3)).toString(),
    }))
    .filter((line) => line.qty !== '0');
}

interface PickBill {
  readonly outstoreId: string;
  readonly details: readonly { readonly id: string; readonly shortQty: string }[];
}

async function pickFor(
  world: World,
  site: DemoSite,
  bill: Readonly<Record<string, unknown>>,
  moments: { readonly asked: string; readonly picked: string },
  state: PickState,
): Promise<void> {
  const staff = world.staffOf(site);
  const chef = world.client.as(staff.chef).at(moments.asked);
  const keeper = world.client.as(staff.storekeeper).at(moments.picked);
  const { id } = await chef.post<{ id: string }>(`${STORE}/pick/submit`, bill);
  world.count('pick bills');
  if (state === 'draft') return;
  await chef.post(`${STORE}/pick/toApply`, { ids: id });
  if (state === 'pending') return;
  await keeper.post(`${STORE}/pick/doApply`, { ids: id, allowShort: 1 });
  if (state === 'approved') return;

  const { outstoreId, details } = await keeper.get<PickBill>(`${STORE}/pick/detail`, { id });
  const short = new Set(details.filter((line) => line.shortQty !== '0').map((line) => line.id));
  await keeper.post(`${STORE}/invoutstore/doPicking`, {
    outstoreId,
    details: short.size === 0 ? [] : await reasons(keeper, outstoreId, short),
  });
  world.count('short pick lines', short.size);
  if (state === 'shipped') return;
  await sign(world, site, outstoreId, moments.picked);
}

/** The picker says why a line goes out short. */
async function reasons(
  keeper: CompanyClient,
  outstoreId: string,
  short: ReadonlySet<string>,
): Promise<{ detailId: string; shortReason: string }[]> {
  const { details } = await keeper.get<{ details: readonly { id: string; sourceDetailId: string }[] }>(
    `${STORE}/invoutstore/detail`,
    { id: outstoreId },
  );
  return details
    .filter((line) => short.has(line.sourceDetailId))
    .map((line) => ({ detailId: line.id, shortReason: 'supplier-short' }));
}

/** The stall signs; now and then a lot lost something on the way. */
async function sign(world: World, site: DemoSite, outstoreId: string, moment: string): Promise<void> {
  const manager = world.client.as(world.staffOf(site).restaurantManager).at(moment);
  const words = [site.name, moment];
  if (!world.chance.happens(60, 'spilt', ...words)) {
    await manager.post(`${STORE}/invoutstore/received`, { outstoreId });
    return;
  }
  const { picks } = await manager.get<{ picks: readonly { id: string; baseQty: string }[] }>(
    `${STORE}/invoutstore/detail`,
    { id: outstoreId },
  );
  const pick = picks[0];
  const received =
    pick === undefined ? Decimal.zero : Decimal.of(pick.baseQty).times(Decimal.of('0.96')).roundedDown(1);
  await manager.post(`${STORE}/invoutstore/received`, {
    outstoreId,
    details: pick === undefined ? [] : [{ pickId: pick.id, receivedQty: received.toString(), cause: '运输途中洒漏' }],
  });
  world.count('losses on the way');
  await world.client
    .as(world.staffOf(site).storekeeper)
    .at(moment)
    .post(`${STORE}/invoutstore/settleDifference`, { outstoreId, outcome: 'loss' });
}
