/** The night before: what the factory is short of is shared among its sites, and the first lines are sorted. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { SortTable } from '../../../modules/distribution/sorting/sorting.calls.ts';
import { save } from './saving.ts';
import type { World } from './world.ts';

const STORE = 'store-management';
const SPLIT = `${STORE}/shortagesplit`;
const STAFF = 'factory-staff';

/** Of the goods that wait for today: three quarters of one are there, and each of the others has a line sorted. */
export async function sortSome(world: World, today: string): Promise<void> {
  const staff = world.client.as(STAFF).at(`${today} 00:06:00`);
  const { records } = await staff.get<SortTable>(`${STORE}/distributionstatementlogs/sortPage`, {
    deliveryDate: today,
    storeId: world.company.factory.rawStoreId,
  });
  const waiting = records
    .map((group) => ({ ...group, details: group.details.filter(({ state }) => state === 'waiting') }))
    .filter(({ details }) => details.length > 0);
  const short = waiting.at(-1);
  if (short === undefined) return;
  const asked = Decimal.sum(short.details.map(({ orderQty }) => Decimal.of(orderQty)));
  const id = await save(staff, `${SPLIT}/submit`, {
    factoryWarehouseId: world.company.factory.rawStoreId,
    deliveryDate: today,
    materialId: short.groupId,
    supplyFrom: 'entered',
    supplyQty: asked.times(Decimal.of('0.75')).rounded(2).toString(),
    remark: '来料不足，按优先级分摊',
  });
  await staff.post(`${SPLIT}/confirm`, { ids: id });
  world.count('shortage splits');
  for (const { details } of waiting.slice(0, -1)) {
    const [line] = details;
    if (line!.batchId === '') continue;
    await staff.post(`${STORE}/distributionstatementlogs/saveDistributionLog`, { id: line!.id, num: line!.orderQty });
    world.count('sorted lines');
  }
}
