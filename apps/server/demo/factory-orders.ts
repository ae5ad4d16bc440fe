/** Two sites ask for goods: what a supplier brings them becomes orders, what the factory has it sends, one of it today. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import { dayPlus } from '../../../modules/master-data/figures/calendar-day.rules.ts';
import type { CompanyClient, Records } from './company-client.ts';
import { save } from './saving.ts';
import type { DemoSite } from './company.ts';
import type { World } from './world.ts';

const STORE = 'store-management';
const ORDER = `${STORE}/factoryorder`;
const SORTING = `${STORE}/distributionstatementlogs`;
const DOCK = `${STORE}/invinstore`;
const ASKED_KG = '12';

interface Lot {
  readonly materialId: string;
  readonly baseUnitId: string;
  readonly qty: string;
}

/** The chain of one day: asked, distributed, put on documents, ordered; the factory ships to one site, which takes it. */
export async function sendFromFactory(world: World, today: string): Promise<void> {
  const before = dayPlus(today, -1);
  const goods = await inFactory(world, `${before} 11:10:00`);
  if (goods === undefined) return;
  const sites = world.company.sites.slice(0, 2);
  const requests: string[] = [];
  for (const site of sites) requests.push(await ask(world, site, goods, before, today));
  const lists = await distribute(world, requests.join(','), `${before} 11:40:00`);
  if (lists.length === 0) return;
  const orders = await document(world, lists, before);
  await work(world, orders, sites[0]!, before);
  world.count('factory orders', orders.length);
}

/** Goods of the factory that sites know the price of; the largest lot but one, so that pushed goods have theirs. */
async function inFactory(world: World, moment: string): Promise<readonly Lot[] | undefined> {
  const client = world.client.at(moment);
  const { records } = await client.get<Records<Lot>>(`${STORE}/factorystockbatch/page`, {
    factoryWarehouseId_equal: world.company.factory.rawStoreId,
    tab: 'stock',
    descs: 'qty',
  });
  const enough = records.filter(({ qty }) => Decimal.of(qty).isAbove(Decimal.of('60'))).slice(1, 3);
  if (enough.length === 0) return undefined;
  const figures = await client.get<readonly { readonly settlementPrice: string | null }[]>(
    `${STORE}/factorysuppressorder/siteFigures`,
    {
      warehouseIds: world.company.sites.map(({ warehouseId }) => warehouseId).join(','),
      materialIds: enough.map(({ materialId }) => materialId).join(','),
      arriveDate: moment.slice(0, 10),
    },
  );
  return figures.every(({ settlementPrice }) => settlementPrice !== null) ? enough : undefined;
}

/** What the factory has is asked of it, and as much again of whoever supplies it. */
async function ask(world: World, site: DemoSite, goods: readonly Lot[], day: string, needed: string): Promise<string> {
  const planner = world.client.as(world.office.planner).at(`${day} 11:20:00`);
  const lineOf = (sourceKind: string) => (lot: Lot) => ({
    materialId: lot.materialId,
    unitId: lot.baseUnitId,
    requestQty: ASKED_KG,
    needDate: needed,
    deliveryDate: needed,
    sourceKind,
  });
  const id = await save(planner, `${STORE}/invpleasepurchase/submit`, {
    warehouseId: site.warehouseId,
    remark: '节前备货',
    details: [...goods.map(lineOf('factory')), ...goods.slice(0, 1).map(lineOf('direct'))],
  });
  await planner.post(`${STORE}/invpleasepurchase/toApply`, { ids: id });
  await world.client
    .as(world.staffOf(site).projectManager)
    .at(`${day} 11:30:00`)
    .post(`${STORE}/invpleasepurchase/doApply`, { ids: id });
  return id;
}

/** Both work lists of the requests. */
async function distribute(world: World, ids: string, moment: string): Promise<string[]> {
  const planner = world.client.as(world.office.planner).at(moment);
  await planner.post(`${STORE}/distributionuniform/generateDistributionUniform`, { ids });
  await planner.post(`${STORE}/distributionstraight/generateDistributionStraight`, { ids });
  const made: string[] = [];
  for (const segment of ['distributionuniform', 'distributionstraight']) {
    const { records } = await planner.get<Records<{ id: string }>>(`${STORE}/${segment}/page`, {
      status: 'open',
      descs: 'createTime',
      size: '2',
    });
    made.push(...records.map(({ id }) => id));
  }
  return made;
}

/** Documents, and the orders they become; what is late has its reason. Answers the factory orders. */
async function document(world: World, lists: readonly string[], day: string): Promise<string[]> {
  const purchaser = world.client.as(world.office.purchaser).at(`${day} 12:00:00`);
  await purchaser.post(`${STORE}/purchasedocument/generatePurchaseDocument`, { ids: lists.join(',') });
  const { records } = await purchaser.get<Records<{ id: string; docType: string }>>(`${STORE}/purchasedocument/page`, {
    status: 'open',
    size: '100',
  });
  const manager = world.client.as(world.office.purchaseManager).at(`${day} 12:10:00`);
  await manager.post(`${STORE}/purchasedocument/completePurchaseDocument`, {
    ids: records.map(({ id }) => id).join(','),
    lateReason: '节前临时备货',
    confirmDuplicate: '1',
  });
  const found = await world.client
    .as('factory-staff')
    .at(`${day} 12:20:00`)
    .get<Records<{ id: string }>>(`${ORDER}/page`, { status: 'pending', ascs: 'id', size: '100' });
  return found.records.map(({ id }) => id);
}

/** All are accepted; the first is sorted, shipped and received the same evening, the others wait on the table. */
async function work(world: World, orders: readonly string[], site: DemoSite, day: string): Promise<void> {
  if (orders.length === 0) return;
  const staff = world.client.as('factory-staff').at(`${day} 13:00:00`);
  await staff.post(`${ORDER}/accept`, { ids: orders.join(',') });
  const first = await orderOf(staff, orders, site);
  if (first === undefined) return;
  const { records } = await staff.get<Records<{ id: string; orderQty: string }>>(`${SORTING}/pageByOrderNo`, {
    orderNo: first.billCode,
    size: '100',
  });
  for (const { id, orderQty } of records) await staff.post(`${SORTING}/saveDistributionLog`, { id, num: orderQty });
  await staff.at(`${day} 14:00:00`).post(`${ORDER}/ship`, { ids: first.id, plateNo: '浙A12F88', driver: '周建国' });
  const keeper = world.client.as('storekeeper').at(`${day} 16:40:00`);
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
