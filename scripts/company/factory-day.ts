/**
 * A day of the central kitchen: it receives, makes, pushes what it made to every site, takes back what one refuses, and
 * every other day calls the lot of the day back.
 */
import { Decimal } from '../../kernel/core/decimal.ts';
import { weekdayOf } from '../../modules/master-data/figures/calendar-day.rules.ts';
import type { Records } from '../../apps/server/demo/company-client.ts';
import type { DemoSite } from '../../apps/server/demo/company.ts';
import { boughtLately, orderFor, type Offered } from '../../apps/server/demo/factories.ts';
import { MARINATED, productOf } from '../../apps/server/demo/factory-production.ts';
import { save } from '../../apps/server/demo/saving.ts';
import type { World } from '../../apps/server/demo/world.ts';

const STORE = 'store-management';
const FROM_SUPPLIER = 'factorywarehouseinstore';
const AT_SITE = 'factorysuppressinstore';
const BACK = 'factoryreturnedinstore';
const BOUGHT_KG = 60;
const USED_KG = '26';
const MADE_KG = '25';
const EACH_KG = '4';
const REFUSED_KG = '1';
const LOST_KG = '0.5';

/** What the factory makes, of what. */
interface Goods {
  readonly raw: Offered;
  readonly materialId: string;
  readonly dishId: string;
}
interface BillLine {
  readonly detailId: string;
  readonly openQty: string;
  readonly shelfLifeDays: number | null;
}
interface Claim {
  readonly differenceType: string;
  readonly bearer: string;
  readonly outcome: string;
}

/** The factory of a company; it begins once its suppliers have delivered something by the kilogram. */
export function factoryAtWork(world: World): (day: string) => Promise<void> {
  let goods: Goods | undefined;
  return async (day) => {
    goods ??= await begin(world, day);
    if (goods === undefined) return;
    await receiveRaw(world, goods, day);
    const batchId = await make(world, goods, day);
    await push(world, { ...goods, batchId }, day);
    if (weekdayOf(day) % 2 === 0) await callBack(world, batchId, day);
  };
}

/** The cheapest goods there are become a finished product, which sites are charged for. */
async function begin(world: World, day: string): Promise<Goods | undefined> {
  const [raw] = await boughtLately(world.client.as(world.office.purchaser).at(`${day} 02:00:00`));
  if (raw === undefined) return undefined;
  const admin = world.client.at(`${day} 02:10:00`);
  const product = await productOf(admin, MARINATED, raw, day);
  await admin.post('master-data/settlementprice/submit', {
    materialId: product.materialId,
    unitId: raw.unitId,
    price: '12.50',
    taxRate: '9',
    startDate: day,
  });
  return { raw, ...product };
}

/** Receives what a bill says, less so much of its one line, which is explained; then the bill is complete. */
async function receive(
  world: World,
  account: string,
  moment: string,
  {
    face,
    instoreId,
    short = '0',
    refused = '0',
    claim,
  }: {
    readonly face: string;
    readonly instoreId: string;
    readonly short?: string;
    readonly refused?: string;
    readonly claim?: Claim;
  },
): Promise<void> {
  const keeper = world.client.as(account).at(moment);
  const { details } = await keeper.post<{ details: readonly BillLine[] }>(`${STORE}/${face}/preReceiving`, {
    instoreId,
  });
  const missing = Decimal.of(short).plus(Decimal.of(refused));
  await keeper.post(`${STORE}/${face}/doReceiving`, {
    instoreId,
    details: details.map(({ detailId, openQty, shelfLifeDays }) => ({
      detailId,
      acceptedQty: Decimal.of(openQty).minus(missing).toString(),
      ...(refused === '0' ? {} : { refusedQty: refused, refuseReason: 'not-needed' }),
      ...(shelfLifeDays === null || face !== FROM_SUPPLIER ? {} : { productionDate: moment.slice(0, 10) }),
    })),
  });
  if (claim !== undefined)
    await keeper.post(`${STORE}/${face}/doDifference`, {
      instoreId,
      details: details.map(({ detailId }) => ({
        ...claim,
        detailId,
        qty: missing.toString(),
        cause: '实收与发货不符',
      })),
    });
  await keeper.post(`${STORE}/${face}/completeReceiving`, { billId: instoreId });
}

async function receiveRaw(world: World, { raw }: Goods, day: string): Promise<void> {
  const instoreId = await orderFor(world, raw, String(BOUGHT_KG), { moment: `${day} 03:00:00`, delivery: day });
  const isShort = world.chance.below(2, 'factory short', day) === 0;
  await receive(world, world.office.factoryStaff, `${day} 04:30:00`, {
    face: FROM_SUPPLIER,
    instoreId,
    ...(isShort ? { short: '2', claim: { differenceType: 'short', bearer: 'supplier', outcome: 'cancel-rest' } } : {}),
  });
  world.count('factory deliveries');
}

async function make(world: World, { raw, dishId }: Goods, day: string): Promise<string> {
  const { factory } = world.company;
  const cook = world.client.as(world.office.factoryStaff).at(`${day} 05:30:00`);
  const id = await save(cook, 'gear-operation/gearproduce/submit', {
    placeKind: 'factory',
    factoryWarehouseId: factory.finishedStoreId,
    fromFactoryWarehouseId: factory.rawStoreId,
    produceType: 'semi',
    bizDate: day,
    dishId,
    actualQty: MADE_KG,
    coreTemp: '4',
    details: [{ materialId: raw.materialId, actualQty: USED_KG }],
  });
  world.count('factory pots');
  return (await cook.get<{ batchId: string }>('gear-operation/gearproduce/detail', { id })).batchId;
}

/** Every site is sent as much; the first takes less, and the factory has the rest back. */
async function push(
  world: World,
  { raw, materialId, batchId }: Goods & { readonly batchId: string },
  day: string,
): Promise<void> {
  const { company, office } = world;
  const staff = world.client.as(office.factoryStaff).at(`${day} 07:00:00`);
  const sites = company.sites.slice(0, Math.floor(Number(MADE_KG) / Number(EACH_KG)));
  const id = await save(staff, `${STORE}/factorysuppressorder/submit`, {
    factoryWarehouseId: company.factory.finishedStoreId,
    suppressReason: 'near-expiry',
    arriveDate: day,
    details: sites.map(({ warehouseId }) => ({
      warehouseId,
      materialId,
      unitId: raw.unitId,
      batchId,
      qty: EACH_KG,
    })),
  });
  await staff.post(`${STORE}/factorysuppressorder/toApply`, { ids: id });
  await world.client
    .as(office.planner)
    .at(`${day} 07:30:00`)
    .post(`${STORE}/factorysuppressorder/doApply`, { ids: id });
  world.count('pushed orders');
  for (const [nth, site] of sites.entries())
    await takeIn(world, site, await billAt(world, AT_SITE, id, site), nth, day);
}

async function takeIn(world: World, site: DemoSite, instoreId: string, nth: number, day: string): Promise<void> {
  await receive(world, world.staffOf(site).storekeeper, `${day} 09:00:00`, {
    face: AT_SITE,
    instoreId,
    ...(nth === 0
      ? { refused: REFUSED_KG, claim: { differenceType: 'refused', bearer: 'sender', outcome: 'back' } }
      : {}),
  });
  if (nth === 0) await confirm(world, AT_SITE, instoreId, world.office.factoryStaff, `${day} 09:30:00`);
}

/** The other side agrees with what was claimed of a bill. */
async function confirm(world: World, face: string, instoreId: string, account: string, moment: string): Promise<void> {
  const side = world.client.as(account).at(moment);
  const { records } = await side.get<Records<{ id: string }>>(`${STORE}/invinstoredifference/page`, {
    instoreId,
    status: 'waiting',
  });
  for (const { id } of records)
    await side.post(
      `${STORE}/${face === AT_SITE ? 'factorysuppressinstore/differenceConfirm' : 'invinstoredifference/confirm'}`,
      { id },
    );
}

const billAt = async (world: World, face: string, sourceBillId: string, site: DemoSite): Promise<string> => {
  const { records } = await world.client.get<Records<{ id: string; warehouseId: string | null }>>(
    `${STORE}/${face}/page`,
    { sourceBillId, size: '200' },
  );
  return records.find(({ warehouseId }) => warehouseId === site.warehouseId)!.id;
};

/** The lot is held everywhere; each site ships what it has of it, and the factory receives it, one time too little. */
async function callBack(world: World, recallBatchId: string, day: string): Promise<void> {
  const { company, office } = world;
  const staff = world.client.as(office.factoryStaff).at(`${day} 11:00:00`);
  const id = await save(staff, `${STORE}/factoryreturned/submit`, {
    factoryWarehouseId: company.factory.returnStoreId,
    returnReason: 'recall',
    recallBatchId,
    deadline: day,
  });
  await staff.post(`${STORE}/factoryreturned/toApply`, { ids: id });
  await world.client.as(office.planner).at(`${day} 11:10:00`).post(`${STORE}/factoryreturned/doApply`, { ids: id });
  const { records } = await world.client.get<Records<{ id: string; warehouseId: string }>>(
    `${STORE}/invreturnoutstore/page`,
    { sourceBillId: id, size: '200' },
  );
  for (const site of company.sites) {
    const out = records.find(({ warehouseId }) => warehouseId === site.warehouseId);
    if (out === undefined) continue;
    const keeper = world.staffOf(site).storekeeper;
    await world.client.as(keeper).at(`${day} 12:00:00`).post(`${STORE}/invreturnoutstore/outstore`, { ids: out.id });
  }
  const back = await world.client.get<Records<{ id: string; fromLocationId: string }>>(`${STORE}/${BACK}/page`, {
    sourceBillId: id,
    size: '200',
    ascs: 'billCode',
  });
  for (const [nth, site] of company.sites.entries()) {
    const bill = back.records.find(({ fromLocationId }) => fromLocationId === site.warehouseId);
    if (bill === undefined) continue;
    await receive(world, office.factoryStaff, `${day} 15:00:00`, {
      face: BACK,
      instoreId: bill.id,
      ...(nth === 0 ? { short: LOST_KG, claim: { differenceType: 'short', bearer: 'carrier', outcome: 'loss' } } : {}),
    });
    if (nth === 0) await confirm(world, BACK, bill.id, world.staffOf(site).projectManager, `${day} 15:30:00`);
  }
  world.count('call-backs');
}
