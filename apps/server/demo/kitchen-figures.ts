/** What a kitchen weighs and shows: fish before and after cleaning, children's portions, labels before dishes. */
import { dayPlus } from '../../../modules/master-data/figures/calendar-day.rules.ts';
import type { CompanyClient, Records } from './company-client.ts';
import type { DemoSite } from './company.ts';
import { save } from './saving.ts';
import { stallsOf, type World } from './world.ts';

const DATA = 'master-data';
const FISH = '鲈鱼';
/** Gross and net of twelve fish, in kilograms: 72 %, where the standard says 75 %. */
const WEIGHED = [
  ['1.02', '0.73'],
  ['0.98', '0.71'],
  ['1.10', '0.79'],
  ['0.95', '0.68'],
  ['1.05', '0.76'],
  ['1.00', '0.72'],
  ['0.90', '0.65'],
  ['1.15', '0.83'],
  ['1.08', '0.78'],
  ['0.97', '0.70'],
  ['1.03', '0.74'],
  ['0.93', '0.67'],
] as const;

/** Twelve fish of the last days: a proposal that waits for somebody. Nothing where nobody cooks fish. */
export async function weighFish(world: World, site: DemoSite, at: string, today: string): Promise<void> {
  const admin = world.client.as('data-steward').at(at);
  const { records } = await admin.get<Records<{ id: string; name: string; baseUnitId: string; stdYield: string }>>(
    `${DATA}/material/page`,
    { name_equal: FISH, size: '1' },
  );
  const [fish] = records;
  if (fish === undefined) return;
  for (const [nr, [grossQty, netQty]] of WEIGHED.entries())
    await admin.post(`${DATA}/materialyieldtest/submit`, {
      materialId: fish.id,
      deptId: site.deptId,
      testDate: dayPlus(today, -(nr % 3)),
      grossQty,
      netQty,
      unitId: fish.baseUnitId,
    });
}

/** Children eat six tenths of what others do, of the first dishes there are. */
export async function sizePortions(world: World, at: string): Promise<void> {
  const admin = world.client.as('data-steward').at(at);
  for (const dishId of [...world.company.kitchen.values()].flat().slice(0, SIZED))
    await save(admin, `${DATA}/dishportion/submit`, { dishId, portionGroup: 'child', ratio: '0.6' });
}
const SIZED = 3;

interface Shown {
  readonly labels: readonly { readonly id: string; readonly labelKind: string }[];
  readonly unlabelled: readonly { readonly dishId: string; readonly portionGroup: string }[];
}
const LABELLED = 4;

/** Labels before the first dishes of a stall; the last one was not changed yet. Nothing on a day without a menu. */
export async function labelDishes(world: World, site: DemoSite, at: string): Promise<void> {
  const manager: CompanyClient = world.client.as(world.staffOf(site).restaurantManager).at(at);
  const [{ stall }] = stallsOf(site) as [ReturnType<typeof stallsOf>[number]];
  const place = { gearOperationDeptId: stall.deptId };
  const { unlabelled } = await manager.get<Shown>('gear-operation/pricelabel/follow', place);
  for (const [nr, { dishId, portionGroup }] of unlabelled.slice(0, LABELLED).entries())
    await save(manager, 'gear-operation/pricelabel/submit', {
      ...place,
      dishId,
      portionGroup,
      labelCode: `JQ-${nr + 1}`,
      labelKind: nr === 1 ? 'electronic' : 'paper',
    });
  const { labels } = await manager.get<Shown>('gear-operation/pricelabel/follow', place);
  const changed = labels.slice(0, -1).map(({ id }) => id);
  if (changed.length > 0) await manager.post('gear-operation/pricelabel/confirm', { ids: changed.join(',') });
}
