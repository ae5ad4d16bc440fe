/** What suppliers bring straight to a site: asked for, approved, and on a work list that waits for the dispatcher. */
import { dayPlus } from '../../../modules/master-data/figures/calendar-day.rules.ts';
import type { Records } from './company-client.ts';
import type { DemoSite } from './company.ts';
import { save } from './saving.ts';
import type { World } from './world.ts';

const STORE = 'store-management';
const REQUESTS = `${STORE}/invpleasepurchase`;
/** Far enough ahead for every supplier's calendar. */
const DAYS_AHEAD = 5;
const ASKED = '6';
const KINDS = 3;

interface Goods {
  readonly materialId: string;
  readonly unitId: string;
}

/** A site fills its shelf: goods that two suppliers or more offer, put on a straight list the same afternoon. */
export async function askStraight(world: World, site: DemoSite, today: string): Promise<void> {
  const day = dayPlus(today, -1);
  const planner = world.client.as(world.office.planner).at(`${day} 15:55:00`);
  const { records } = await world.client.get<Records<Goods>>(`${STORE}/suppliermaterial/page`, {
    frozen: '0',
    ascs: 'id',
    size: '100',
  });
  const goods = [...new Map(records.map((each) => [each.materialId, each])).values()].slice(0, KINDS);
  const needDate = dayPlus(today, DAYS_AHEAD);
  const id = await save(planner, `${REQUESTS}/submit`, {
    warehouseId: site.warehouseId,
    remark: '补充库存，供应商直送',
    details: goods.map(({ materialId, unitId }) => ({
      materialId,
      unitId,
      requestQty: ASKED,
      needDate,
      sourceKind: 'direct',
    })),
  });
  await planner.post(`${REQUESTS}/toApply`, { ids: id });
  await world.client
    .as(world.staffOf(site).projectManager)
    .at(`${day} 16:05:00`)
    .post(`${REQUESTS}/doApply`, { ids: id });
  await planner.at(`${day} 16:10:00`).post(`${STORE}/distributionstraight/generateDistributionStraight`, { ids: id });
  world.count('straight lists');
}
