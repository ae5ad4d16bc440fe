/** What restaurants buy at the market themselves: with a slip, beside the agreed price, received at the door. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { CompanyClient, Records } from './company-client.ts';
import type { DemoSite } from './company.ts';
import { deliveryNotePicture } from './drawn-pictures.ts';
import type { World } from './world.ts';

const ORDERS = 'store-management/selfpurchaseorder';
const BOUGHT = '白虾';
const KILOS = '12';
/** Two of a day at one stall stay inside the limit of one order. */
const AT_MOST = '900';
/** What the market asks above the agreed price, in percent. */
const DEARER = '114';
const STALL = '城南水产市场 3 号摊';

interface Material {
  readonly id: string;
  readonly baseUnitId: string;
}

/** Entered and sent by the restaurant manager. Answers its id; undefined where the goods are not known. */
async function buy(world: World, site: DemoSite, moment: string, note: string): Promise<string | undefined> {
  const manager = world.client.as(world.staffOf(site).restaurantManager).at(moment);
  const named = (filters: Readonly<Record<string, string>>): Promise<Records<Material>> =>
    manager.get<Records<Material>>('master-data/material/page', { ...filters, size: '1', ascs: 'code' });
  // A kitchen that cooks none buys what it has first in its book.
  const [shrimp = (await named({ catchWeight: '0' })).records[0]] = (await named({ name_equal: BOUGHT })).records;
  if (shrimp === undefined) return undefined;
  const [known] = await manager.get<readonly { readonly basePrice: string }[]>(`${ORDERS}/references`, {
    materialIds: shrimp.id,
    warehouseId: site.warehouseId,
  });
  const price = Decimal.of(known?.basePrice ?? '56')
    .times(Decimal.of(DEARER))
    .dividedBy(Decimal.hundred)
    .rounded(2);
  const slip = await manager.upload?.(`小票-${note}.png`, deliveryNotePicture(note, 1));
  const { id } = await manager.post<{ id: string }>(`${ORDERS}/submit`, {
    vendorName: STALL,
    boughtAt: '城南水产市场',
    purchaseDate: moment.slice(0, 10),
    purchaseReason: 'shortage',
    payType: 'petty-cash',
    warehouseId: site.warehouseId,
    useRestaurantDeptId: site.restaurants[0]!.deptId,
    ...(slip === undefined ? {} : { proofPictures: slip }),
    details: [
      {
        materialId: shrimp.id,
        unitId: shrimp.baseUnitId,
        orderQty: price.times(Decimal.of(KILOS)).isAbove(Decimal.of(AT_MOST)) ? '1' : KILOS,
        price: price.toString(),
        deviationReason: '供应商缺货，午餐急用',
      },
    ],
  });
  await manager.post(`${ORDERS}/toApply`, { ids: id });
  world.count('self-purchases');
  return id;
}

interface Line {
  readonly detailId: string;
  readonly openQty: string;
}

/** Bought and approved, received at the door, and complete where there is a slip. */
export async function buyAtMarket(world: World, site: DemoSite, moment: string, note: string): Promise<void> {
  const id = await buy(world, site, moment, note);
  if (id === undefined) return;
  const { projectManager, storekeeper } = world.staffOf(site);
  await world.client.as(projectManager).at(moment).post(`${ORDERS}/doApply`, { ids: id });
  const keeper: CompanyClient = world.client.as(storekeeper).at(moment);
  const { details } = await keeper.post<{ details: readonly Line[] }>(`${ORDERS}/preReceiving`, { id });
  await keeper.post(`${ORDERS}/doReceiving`, {
    id,
    details: details.map(({ detailId, openQty }) => ({
      detailId,
      acceptedQty: openQty,
      productionDate: moment.slice(0, 10),
    })),
  });
  const { proofPictures } = await keeper.get<{ proofPictures: readonly string[] | null }>(`${ORDERS}/detailreceiving`, {
    id,
  });
  if ((proofPictures ?? []).length > 0) await keeper.post(`${ORDERS}/completeReceiving`, { billId: id });
}

/** What waits today: one purchase to decide on, and one at the door. */
export async function leaveSelfPurchases(world: World, site: DemoSite, moment: string, day: string): Promise<void> {
  const id = await buy(world, site, moment, `${day}-1`);
  if (id === undefined) return;
  await world.client.as(world.staffOf(site).projectManager).at(moment).post(`${ORDERS}/doApply`, { ids: id });
  await buy(world, site, moment, `${day}-2`);
}
