/** Two sites ask for what the factory makes: distributed, put on documents, ordered; one of them has it by evening. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import { dayPlus } from '../../../modules/master-data/figures/calendar-day.rules.ts';
import type { CompanyClient, Records } from './company-client.ts';
import { giveCratesBack, packCrates } from './crates.ts';
import { save } from './saving.ts';
import type { DemoSite } from './company.ts';
import type { World } from './world.ts';

const STORE = 'store-management';
const ORDER = `${STORE}/factoryorder`;
const SORTING = `${STORE}/distributionstatementlogs`;
const DOCK = `${STORE}/invinstore`;
const ASKED_KG = '6';
/** So much lies there that two sites may ask for some. */
const ENOUGH = Decimal.of('14');

interface Lot {
  readonly materialId: string;
  readonly baseUnitId: string;
  readonly qty: string;
}

/** The chain of one day: asked, distributed, put on documents, ordered; the factory ships to a site, which takes it. */
export async function sendFromFactory(world: World, today: string): Promise<void> {
  const before = dayPlus(today, -1);
  const goods = await inFactory(world, before);
  if (goods.length === 0) return;
  const sites = world.company.sites.slice(0, 2);
  const requests: string[] = [];
  for (const site of sites) requests.push(await ask(world, site, goods, before, today));
  const lists = await distribute(world, requests.join(','), `${before} 15:40:00`);
  if (lists.length === 0) return;
  const orders = await document(world, lists, before);
  await work(world, orders, sites[0]!, before);
  world.count('factory orders', orders.length);
  await addOpenBills(world, goods, sites[0]!, today);
}

/** What is asked for the days after: one order the factory has still to accept, one document, one work list. */
async function addOpenBills(world: World, goods: readonly Lot[], site: DemoSite, today: string): Promise<void> {
  const before = dayPlus(today, -1);
  for (const [ahead, isDocumented, isOrdered] of [
    [3, true, true],
    [4, true, false],
    [5, false, false],
  ] as const) {
    const request = await ask(world, site, goods, before, dayPlus(today, ahead));
    const lists = await distribute(world, request, `${before} 17:30:00`);
    if (isDocumented) await makeDocuments(world, lists, `${before} 17:40:00`);
    if (isOrdered) await completeDocuments(world, `${before} 17:50:00`);
  }
}

/** What the factory has made and ships; from now on sites know what they are charged for it. */
async function inFactory(world: World, day: string): Promise<readonly Lot[]> {
  const client = world.client.at(`${day} 15:25:00`);
  const { records } = await client.get<Records<Lot>>(`${STORE}/factorystockbatch/page`, {
    factoryWarehouseId_equal: world.company.factory.finishedStoreId,
    tab: 'stock',
    descs: 'qty',
  });
  const enough = records.filter(({ qty }) => Decimal.of(qty).isAbove(ENOUGH)).slice(0, 1);
  for (const { materialId, baseUnitId } of enough)
    await save(client, 'master-data/settlementprice/submit', {
      materialId,
      unitId: baseUnitId,
      price: '36.00',
      taxRate: '9',
      startDate: day,
    });
  return enough;
}

/** What the factory makes is asked of it. */
async function ask(world: World, site: DemoSite, goods: readonly Lot[], day: string, needed: string): Promise<string> {
  const planner = world.client.as(world.office.planner).at(`${day} 15:30:00`);
  const id = await save(planner, `${STORE}/invpleasepurchase/submit`, {
    warehouseId: site.warehouseId,
    remark: '节前备货',
    details: goods.map(({ materialId, baseUnitId }) => ({
      materialId,
      unitId: baseUnitId,
      requestQty: ASKED_KG,
      needDate: needed,
      deliveryDate: needed,
      sourceKind: 'factory',
    })),
  });
  await planner.post(`${STORE}/invpleasepurchase/toApply`, { ids: id });
  await world.client
    .as(world.staffOf(site).projectManager)
    .at(`${day} 15:35:00`)
    .post(`${STORE}/invpleasepurchase/doApply`, { ids: id });
  return id;
}

/** The work list of the requests. */
async function distribute(world: World, ids: string, moment: string): Promise<string[]> {
  const planner = world.client.as(world.office.planner).at(moment);
  await planner.post(`${STORE}/distributionuniform/generateDistributionUniform`, { ids });
  const { records } = await planner.get<Records<{ id: string }>>(`${STORE}/distributionuniform/page`, {
    status: 'open',
    descs: 'createTime',
    size: '1',
  });
  return records.map(({ id }) => id);
}

/** Documents, and the orders they become; what is late has its reason. Answers the factory orders. */
async function document(world: World, lists: readonly string[], day: string): Promise<string[]> {
  await makeDocuments(world, lists, `${day} 15:50:00`);
  await completeDocuments(world, `${day} 16:00:00`);
  const found = await world.client
    .as('factory-staff')
    .at(`${day} 16:05:00`)
    .get<Records<{ id: string }>>(`${ORDER}/page`, { status: 'pending', ascs: 'id', size: '100' });
  return found.records.map(({ id }) => id);
}

const makeDocuments = (world: World, lists: readonly string[], moment: string): Promise<unknown> =>
  world.client
    .as(world.office.purchaser)
    .at(moment)
    .post(`${STORE}/purchasedocument/generatePurchaseDocument`, { ids: lists.join(',') });

/** All documents that are open become orders. */
async function completeDocuments(world: World, moment: string): Promise<void> {
  const manager = world.client.as(world.office.purchaseManager).at(moment);
  const { records } = await manager.get<Records<{ id: string }>>(`${STORE}/purchasedocument/page`, {
    status: 'open',
    size: '100',
  });
  await manager.post(`${STORE}/purchasedocument/completePurchaseDocument`, {
    ids: records.map(({ id }) => id).join(','),
    lateReason: '节前临时备货',
    confirmDuplicate: '1',
  });
}

/** All are accepted; the first is sorted, shipped and received the same evening, the others wait on the table. */
async function work(world: World, orders: readonly string[], site: DemoSite, day: string): Promise<void> {
  if (orders.length === 0) return;
  const staff = world.client.as('factory-staff').at(`${day} 16:10:00`);
  await staff.post(`${ORDER}/accept`, { ids: orders.join(',') });
  const first = await orderOf(staff, orders, site);
  if (first === undefined) return;
  const { records } = await staff.get<Records<{ id: string; orderQty: string }>>(`${SORTING}/pageByOrderNo`, {
    orderNo: first.billCode,
    size: '100',
  });
  for (const { id, orderQty } of records) await staff.post(`${SORTING}/saveDistributionLog`, { id, num: orderQty });
  const crates = await packCrates(staff, first.billCode, ['12', '4']);
  await staff.at(`${day} 16:40:00`).post(`${ORDER}/ship`, { ids: first.id, plateNo: '浙A12F88', driver: '周建国' });
  const keeper = world.client.as('storekeeper').at(`${day} 17:20:00`);
  const { instores } = await staff.get<{ instores: readonly { id: string }[] }>(`${ORDER}/detail`, { id: first.id });
  const bills =
    instores.length > 0
      ? instores
      : (await keeper.get<Records<{ id: string }>>(`${DOCK}/page`, { sourceBillCode: first.billCode })).records;
  for (const { id: instoreId } of bills) {
    const { details } = await keeper.post<{ details: readonly { detailId: string; openQty: string }[] }>(
      `${DOCK}/preReceiving`,
      { instoreId },
    );
    await keeper.post(`${DOCK}/doReceiving`, {
      instoreId,
      details: details.map(({ detailId, openQty }) => ({ detailId, acceptedQty: openQty })),
    });
    await keeper.post(`${DOCK}/completeReceiving`, { billId: instoreId });
    await giveCratesBack(keeper, instoreId, crates);
  }
}

async function orderOf(
  staff: CompanyClient,
  ids: readonly string[],
  { warehouseId }: DemoSite,
): Promise<{ id: string; billCode: string } | undefined> {
  for (const id of ids) {
    const order = await staff.get<{ id: string; billCode: string; warehouseId: string }>(`${ORDER}/detail`, { id });
    if (order.warehouseId === warehouseId) return order;
  }
  return undefined;
}
