/** Crates go out with the factory's orders and come back at the dock; a supplier has some, and one is lost. */
import type { CompanyClient, Records } from './company-client.ts';
import { dayPlus } from '../../../modules/master-data/figures/calendar-day.rules.ts';
import type { World } from './world.ts';

const STORE = 'store-management';
const LEDGER = `${STORE}/cratemovement`;

/** Blue ones first, which are carried most. */
const typesOf = async (client: CompanyClient): Promise<readonly string[]> =>
  (await client.get<Records<{ id: string }>>(`${STORE}/cratetype/list`, { ascs: 'tareKg', size: '10' })).records
    .map(({ id }) => id)
    .toReversed();

/** So many of each type are made ready for an order; answers the types. */
export async function packCrates(
  client: CompanyClient,
  orderNo: string,
  counts: readonly string[],
): Promise<readonly string[]> {
  const types = await typesOf(client);
  for (const [at, qty] of counts.entries())
    await client.post(`${STORE}/distributionstatementlogs/packCrates`, { orderNo, crateTypeId: types[at]!, qty });
  return types;
}

/** The site keeps some for its own stores and gives the others back with the driver. */
export const giveCratesBack = (keeper: CompanyClient, billId: string, types: readonly string[]): Promise<unknown> =>
  keeper.post(`${LEDGER}/handOver`, {
    billType: 'invinstore',
    billId,
    details: [{ crateTypeId: types[0]!, outQty: 0, backQty: 5 }],
  });

/** What stood at sites before; the load of the orders that wait; and one that is lost is charged. */
export async function moveCrates(world: World, today: string): Promise<void> {
  const { factory, sites } = world.company;
  const before = world.client.as('factory-staff').at(`${dayPlus(today, -6)} 09:00:00`);
  const types = await typesOf(before);
  for (const [at, { warehouseId }] of sites.entries())
    await before.post(`${LEDGER}/handOver`, {
      ownerDeptId: factory.deptId,
      warehouseId,
      reason: '期初',
      details: types.map((crateTypeId, nth) => ({
        crateTypeId,
        outQty: Math.max(2, 20 - at * 4 - nth * 9),
        backQty: 0,
      })),
    });
  const last = sites.at(-1)!;
  await before.at(`${dayPlus(today, -1)} 18:10:00`).post(`${LEDGER}/lose`, {
    ownerDeptId: factory.deptId,
    warehouseId: last.warehouseId,
    crateTypeId: types[0]!,
    lostQty: 1,
    reason: '摔坏，无法使用',
  });
  const staff = world.client.as('factory-staff').at(`${today} 00:07:00`);
  const { records } = await staff.get<Records<{ billCode: string }>>(`${STORE}/factoryorder/page`, {
    status: 'accepted,sorting',
    size: '10',
  });
  for (const { billCode } of records.slice(0, 1)) await packCrates(staff, billCode, ['9', '3']);
  world.count('crate movements', sites.length + 1);
}
