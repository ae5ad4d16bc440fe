/** Goods the factory pushes to sites, of which one refuses a line, and what it calls back. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import { dayPlus } from '../../../modules/master-data/figures/calendar-day.rules.ts';
import type { Records } from './company-client.ts';
import { save } from './saving.ts';
import { isMadeOf } from './factory-production.ts';
import { boughtLately, bringRaw } from './factories.ts';
import type { World } from './world.ts';

const STORE = 'store-management';
const ORDER = `${STORE}/factorysuppressorder`;
const DOCK = `${STORE}/factorysuppressinstore`;
const CALL = `${STORE}/factoryreturned`;

interface Lot {
  readonly batchId: string;
  readonly materialId: string;
  readonly baseUnitId: string;
  readonly qty: string;
}
const PUSHED_KG = '20';
const REFUSED_KG = '8';

const BOUGHT_KG = '100';

/** More than the factory needs came of goods it makes nothing of: that lot is what it pushes. */
async function surplus(world: World, day: string): Promise<Lot | undefined> {
  const offered = await boughtLately(world.client.as(world.office.purchaser).at(`${day} 08:00:00`));
  const idle = offered.filter(({ materialCode }) => !isMadeOf(materialCode));
  for (const goods of idle.slice(0, 5)) {
    if (!(await isPriced(world, goods, day))) continue;
    await bringRaw(world, goods, BOUGHT_KG, day);
    const { records } = await world.client.at(`${day} 10:30:00`).get<Records<Lot>>(`${STORE}/factorystockbatch/page`, {
      factoryWarehouseId_equal: world.company.factory.rawStoreId,
      materialId_equal: goods.materialId,
      tab: 'stock',
      descs: 'batchCode',
    });
    return records.find(({ qty }) => Decimal.of(qty).equals(Decimal.of(BOUGHT_KG)));
  }
  return undefined;
}

/** Yesterday the factory pushed some to every site: the first refused a part, which waits for the factory's word. */
export async function pushGoods(world: World, today: string): Promise<void> {
  const before = dayPlus(today, -1);
  const lot = await surplus(world, before);
  if (lot === undefined) return;
  const goods = { materialId: lot.materialId, unitId: lot.baseUnitId, batchId: lot.batchId };
  const staff = world.client.as(world.office.factoryStaff).at(`${before} 10:40:00`);
  const id = await save(staff, `${ORDER}/submit`, {
    factoryWarehouseId: world.company.factory.rawStoreId,
    suppressReason: 'surplus',
    arriveDate: before,
    remark: '原料到货多，先发各项目部',
    details: world.company.sites.map(({ warehouseId }) => ({ ...goods, warehouseId, qty: PUSHED_KG })),
  });
  await staff.post(`${ORDER}/toApply`, { ids: id });
  await world.client.as(world.office.planner).at(`${before} 11:00:00`).post(`${ORDER}/doApply`, { ids: id });
  const { instores } = await staff.get<{ instores: readonly { id: string; warehouseId: string }[] }>(
    `${ORDER}/detail`,
    { id },
  );
  const first = instores.find(({ warehouseId }) => warehouseId === world.company.sites[0]!.warehouseId)!;
  await refusePart(world, first.id, before);
  world.count('pushed orders');
  await callBack(world, lot.batchId, today);
}

/** Goods are pushed to sites that know what they are charged for them. */
async function isPriced(world: World, { materialId }: { readonly materialId: string }, day: string): Promise<boolean> {
  const figures = await world.client
    .at(`${day} 10:30:00`)
    .get<readonly { readonly settlementPrice: string | null }[]>(`${ORDER}/siteFigures`, {
      warehouseIds: world.company.sites.map(({ warehouseId }) => warehouseId).join(','),
      materialIds: materialId,
      arriveDate: day,
    });
  return figures.every(({ settlementPrice }) => settlementPrice !== null);
}

async function refusePart(world: World, instoreId: string, day: string): Promise<void> {
  const keeper = world.client.as('storekeeper').at(`${day} 15:10:00`);
  const { details } = await keeper.post<{ details: readonly { detailId: string }[] }>(`${DOCK}/preReceiving`, {
    instoreId,
  });
  const accepted = Decimal.of(PUSHED_KG).minus(Decimal.of(REFUSED_KG)).toString();
  await keeper.post(`${DOCK}/doReceiving`, {
    instoreId,
    details: details.map(({ detailId }) => ({
      detailId,
      acceptedQty: accepted,
      refusedQty: REFUSED_KG,
      refuseReason: 'not-needed',
    })),
  });
  await keeper.post(`${DOCK}/doDifference`, {
    instoreId,
    details: details.map(({ detailId }) => ({
      detailId,
      differenceType: 'refused',
      qty: REFUSED_KG,
      cause: '库存够用，多出的请带回',
      bearer: 'sender',
      outcome: 'back',
    })),
  });
  await keeper.post(`${DOCK}/completeReceiving`, { billId: instoreId });
}

/** This morning the factory called the lot back: it is held everywhere, and the sites have yet to ship it. */
async function callBack(world: World, recallBatchId: string, today: string): Promise<void> {
  const staff = world.client.as(world.office.factoryStaff).at(`${today} 00:08:00`);
  const id = await save(staff, `${CALL}/submit`, {
    factoryWarehouseId: world.company.factory.returnStoreId,
    returnReason: 'recall',
    recallBatchId,
    deadline: dayPlus(today, 1),
    remark: '来料抽检不合格',
  });
  await staff.post(`${CALL}/toApply`, { ids: id });
  await world.client.as(world.office.planner).at(`${today} 00:09:00`).post(`${CALL}/doApply`, { ids: id });
  world.count('call-backs');
}
