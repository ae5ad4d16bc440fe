/**
 * Goods that come without an order and go without a pick bill, those that one site sends another, and those that go
 * back: entered by the storekeeper, decided on by the project manager.
 */
import { Decimal } from '../../../kernel/core/decimal.ts';
import { dayPlus } from '../../../modules/master-data/figures/calendar-day.rules.ts';
import type { CompanyClient, Records } from './company-client.ts';
import type { DemoSite } from './company.ts';
import type { World } from './world.ts';

const STORE = 'store-management';

interface Shelf {
  readonly materialId: string;
  readonly materialCode: string;
  readonly baseUnitId: string;
  readonly availableQty: string;
}
/** So much of a material lies there, in base unit, that a little more or less is no matter. */
const PLENTY = 20;

/** What a store has plenty of, by its code. */
async function plentyAt(keeper: CompanyClient, { warehouseId }: DemoSite): Promise<readonly Shelf[]> {
  const { records } = await keeper.get<Records<Shelf>>(`${STORE}/stock/page`, {
    warehouseId,
    tab: 'stock',
    size: '200',
  });
  return records
    .filter(({ availableQty }) => Number(availableQty) >= PLENTY)
    .toSorted((a, b) => (a.materialCode < b.materialCode ? -1 : 1));
}

type Bill = Readonly<Record<string, unknown>>;
type State = 'pending' | 'approved';

/** Saved and sent by the storekeeper or who else, and approved by the manager where it is to be. Answers its id. */
async function send(
  world: World,
  site: DemoSite,
  segment: string,
  bill: Bill,
  moment: string,
  state: State,
  by: 'storekeeper' | 'restaurantManager' = 'storekeeper',
): Promise<string> {
  const { [by]: account, projectManager } = world.staffOf(site);
  const person = world.client.as(account).at(moment);
  const { id } = await person.post<{ id: string }>(`${STORE}/${segment}/submit`, bill);
  await person.post(`${STORE}/${segment}/toApply`, { ids: id });
  if (state === 'approved')
    await world.client.as(projectManager).at(moment).post(`${STORE}/${segment}/doApply`, { ids: id });
  return id;
}
const line = ({ materialId, baseUnitId }: Shelf, qty: string): Bill => ({ materialId, unitId: baseUnitId, qty });

/** So long what comes in is good. */
const KEEPS_DAYS = 180;
const lot = (shelf: Shelf, qty: string, moment: string): Bill => ({
  ...line(shelf, qty),
  expiryDate: dayPlus(moment.slice(0, 10), KEEPS_DAYS),
});

/** The evening of a week: a gift that came, what the staff ate, and a little for the next site, which is on its way. */
export async function moveOtherGoods(world: World, site: DemoSite, moment: string, needed: string): Promise<void> {
  const keeper = world.client.as(world.staffOf(site).storekeeper).at(moment);
  const [gift, eaten, sent] = await plentyAt(keeper, site);
  if (gift === undefined || eaten === undefined || sent === undefined) return;
  const { warehouseId } = site;
  const inBill = { warehouseId, inType: 'gift', remark: '供应商随车赠送', details: [lot(gift, '2', moment)] };
  await send(world, site, 'otherinstore', inBill, moment, 'approved');
  await packGift(world, site, gift, moment);
  const outBill = {
    warehouseId,
    outType: 'staff-meal',
    deptId: site.deptId,
    costSubject: 'staff-meal',
    details: [line(eaten, '1.5')],
  };
  await send(world, site, 'otheroutstore', outBill, moment, 'approved');
  world.count('other receipts and issues', 2);
  await sendOn(world, site, sent, '3', { moment, needed }, 'approved');
  const returned = await giveBack(world, site, moment, 'approved');
  if (returned !== undefined) await keeper.post(`${STORE}/invreturnoutstore/outstore`, { ids: returned });
  const unused = await giveBackFromStall(world, site, moment, 'approved');
  if (unused === undefined) return;
  const manager = world.client.as(world.staffOf(site).restaurantManager).at(moment);
  const { returnOutstoreId } = await manager.get<{ returnOutstoreId: string }>(`${STORE}/invreturn/detail`, {
    id: unused,
  });
  await manager.post(`${STORE}/invreturnoutstore/outstore`, { ids: returnOutstoreId });
  await keeper.post(`${STORE}/invreturn/received`, { ids: unused });
}

/** What came as a gift is packed into two bags; a little of it is spilt. */
async function packGift(world: World, site: DemoSite, gift: Shelf, moment: string): Promise<void> {
  const keeper = world.client.as(world.staffOf(site).storekeeper).at(moment);
  const { records } = await keeper.get<Records<LyingLot & { readonly expiryDate: string | null }>>(
    `${STORE}/stockbatch/page`,
    { warehouseId: site.warehouseId, materialId: gift.materialId, tab: 'stock', lotState: 'free', size: '200' },
  );
  const given = records.find(
    ({ availableQty, expiryDate }) => availableQty === '2' && expiryDate === dayPlus(moment.slice(0, 10), KEEPS_DAYS),
  );
  if (given === undefined) return;
  await keeper.post(`${STORE}/stockbatch/repack`, {
    from: [{ id: given.id, qty: '2' }],
    into: [{ qty: '1' }, { qty: '0.95' }],
    lossReason: '分装洒落',
  });
  world.count('lots repacked');
}

/** What a stall did not use of a lot goes back to the store. Answers the return. */
async function giveBackFromStall(
  world: World,
  site: DemoSite,
  moment: string,
  state: State,
): Promise<string | undefined> {
  const { records } = await world.client
    .as(world.staffOf(site).restaurantManager)
    .at(moment)
    .get<Records<LyingLot & { readonly gearOperationDeptId: string }>>('gear-operation/gearstockbatch/page', {
      tab: 'stock',
      lotState: 'free',
      size: '200',
    });
  const stalls = new Map(
    site.restaurants.flatMap((restaurant) => restaurant.stalls.map((stall) => [stall.deptId, restaurant.deptId])),
  );
  const unused = records.find(
    ({ gearOperationDeptId, availableQty }) => stalls.has(gearOperationDeptId) && Number(availableQty) > 1,
  );
  if (unused === undefined) return undefined;
  const { gearOperationDeptId, materialId, batchId, baseUnitId } = unused;
  const bill = {
    warehouseId: site.warehouseId,
    useRestaurantDeptId: stalls.get(gearOperationDeptId),
    gearOperationDeptId,
    returnReason: 'surplus',
    details: [{ materialId, batchId, unitId: baseUnitId, qty: '1' }],
  };
  world.count('returns of stalls');
  return send(world, site, 'invreturn', bill, moment, state, 'restaurantManager');
}

interface LyingLot {
  readonly id: string;
  readonly batchId: string;
  readonly materialId: string;
  readonly baseUnitId: string;
  readonly supplierId: string;
  readonly availableQty: string;
}
/**
 * A little of the lot that came last from a supplier goes back to them, damaged. Answers the bill that ships it, once
 * it is approved.
 */
async function giveBack(world: World, site: DemoSite, moment: string, state: State): Promise<string | undefined> {
  const keeper = world.client.as(world.staffOf(site).storekeeper).at(moment);
  const { records } = await keeper.get<Records<LyingLot>>(`${STORE}/stockbatch/page`, {
    warehouseId: site.warehouseId,
    tab: 'stock',
    lotState: 'free',
    size: '200',
    descs: 'receivedDate,batchCode',
  });
  const lying = records.find(({ supplierId, availableQty }) => supplierId !== '' && Number(availableQty) >= PLENTY);
  if (lying === undefined) return undefined;
  const { supplierId, materialId, baseUnitId, batchId } = lying;
  const bill = {
    supplierId,
    warehouseId: site.warehouseId,
    returnReason: 'quality',
    remark: '开箱发现压损',
    details: [{ materialId, batchId, unitId: baseUnitId, qty: '1' }],
  };
  const id = await send(world, site, 'purchasereturn', bill, moment, state);
  world.count('returns to suppliers');
  if (state === 'pending') return undefined;
  return (await keeper.get<{ returnOutstoreId: string }>(`${STORE}/purchasereturn/detail`, { id })).returnOutstoreId;
}

/** Sends a little to the next site, shipped as soon as it is approved. */
async function sendOn(
  world: World,
  site: DemoSite,
  shelf: Shelf,
  qty: string,
  { moment, needed }: { readonly moment: string; readonly needed: string },
  state: State,
): Promise<string | undefined> {
  const next = nextSite(world, site);
  if (next === site) return undefined;
  const bill = {
    outLocationId: site.warehouseId,
    inLocationId: next.warehouseId,
    allocationReason: 'surplus',
    needTime: needed,
    details: [line(shelf, qty)],
  };
  const id = await send(world, site, 'allocation', bill, moment, state);
  world.count('transfers');
  if (state === 'pending') return undefined;
  const keeper = world.client.as(world.staffOf(site).storekeeper).at(moment);
  const { outstoreId } = await keeper.get<{ outstoreId: string }>(`${STORE}/allocation/detail`, { id });
  await keeper.post(`${STORE}/invoutstore/doPicking`, { outstoreId });
  return outstoreId;
}
const nextSite = ({ company: { sites } }: World, site: DemoSite): DemoSite =>
  sites[(sites.indexOf(site) + 1) % sites.length]!;

/** Of what came to the next site a little is missing: whoever signs there says so, and this site has to confirm it. */
async function missSome(
  world: World,
  site: DemoSite,
  shelf: Shelf,
  { moment, needed }: { readonly moment: string; readonly needed: string },
): Promise<void> {
  const outstoreId = await sendOn(world, site, shelf, '6', { moment, needed }, 'approved');
  if (outstoreId === undefined) return;
  const signer = world.client.as(world.staffOf(nextSite(world, site)).restaurantManager).at(moment);
  const { picks } = await signer.get<{ picks: readonly { readonly id: string; readonly baseQty: string }[] }>(
    `${STORE}/invoutstore/detail`,
    { id: outstoreId },
  );
  const lot = picks.find(({ baseQty }) => Number(baseQty) > 2);
  if (lot === undefined) return;
  await signer.post(`${STORE}/invoutstore/received`, {
    outstoreId,
    details: [
      {
        pickId: lot.id,
        receivedQty: Decimal.of(lot.baseQty).minus(Decimal.of('2')).toString(),
        claims: [{ differenceType: 'short', cause: '到货清点少 2，封条完好', bearer: 'sender', outcome: 'loss' }],
      },
    ],
  });
  world.count('differences of transfers');
}

/** What other sites sent before this day arrives and is signed for. */
export async function receiveTransfers(world: World, site: DemoSite, day: string, moment: string): Promise<void> {
  const keeper = world.client.as(world.staffOf(site).storekeeper).at(moment);
  const { records } = await keeper.get<Records<{ id: string }>>(`${STORE}/invoutstore/page`, {
    status: 'shipped',
    sourceBillType: 'allocation',
    toLocationId: site.warehouseId,
    shipTime_datelt: day,
    size: '50',
    ascs: 'billCode',
  });
  for (const { id } of records) await keeper.post(`${STORE}/invoutstore/received`, { outstoreId: id });
}

/**
 * What waits for somebody today: goods nobody ordered, a burst bag, a transfer to decide on, one on its way and one
 * that came short, and returns to ship and to decide on.
 */
export async function leaveOtherGoods(world: World, site: DemoSite, moment: string, needed: string): Promise<void> {
  const keeper = world.client.as(world.staffOf(site).storekeeper).at(moment);
  const [unordered, burst, sent, asked, missed] = await plentyAt(keeper, site);
  if (unordered === undefined || burst === undefined || sent === undefined || asked === undefined) return;
  const { warehouseId } = site;
  await send(
    world,
    site,
    'otherinstore',
    { warehouseId, inType: 'unordered', remark: '随车多送，无订单', details: [lot(unordered, '5', moment)] },
    moment,
    'pending',
  );
  await send(
    world,
    site,
    'otheroutstore',
    {
      warehouseId,
      outType: 'scrap',
      deptId: site.deptId,
      costSubject: 'loss',
      details: [{ ...line(burst, '1'), lotReason: '包装破损', remark: '搬运时破袋' }],
    },
    moment,
    'pending',
  );
  await sendOn(world, site, sent, '2', { moment, needed }, 'approved');
  await sendOn(world, site, asked, '4', { moment, needed }, 'pending');
  if (missed !== undefined) await missSome(world, site, missed, { moment, needed });
  await giveBack(world, site, moment, 'approved');
  await giveBack(world, site, moment, 'pending');
  await giveBackFromStall(world, site, moment, 'approved');
  await giveBackFromStall(world, site, moment, 'pending');
}
