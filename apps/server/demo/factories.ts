/** The central kitchen: its stores, the sites it serves, and goods ordered for it that came short. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import { dayPlus } from '../../../modules/master-data/figures/calendar-day.rules.ts';
import type { CompanyClient, Records } from './company-client.ts';
import type { DemoSite } from './company.ts';
import { LATE_REASON } from './office.ts';
import { save } from './saving.ts';
import type { World } from './world.ts';

const STORE = 'store-management';
const STORES = [
  ['raw', '中央厨房原料仓', 'ambient,chilled,frozen'],
  ['semi', '中央厨房半成品仓', 'chilled'],
  ['finished', '中央厨房成品仓', 'chilled,frozen'],
  ['return', '中央厨房退货仓', 'ambient,chilled'],
] as const;

/** A factory by id, as later steps need it. */
export interface DemoFactory {
  readonly id: string;
  readonly deptId: string;
  readonly rawStoreId: string;
  readonly semiStoreId: string;
  readonly finishedStoreId: string;
  /** Where what is called back comes to. */
  readonly returnStoreId: string;
}

/** The factory of the company with its stores, which ships finished goods to every site. */
export async function buildFactory(
  admin: CompanyClient,
  deptId: string,
  sites: readonly DemoSite[],
  from: string,
): Promise<DemoFactory> {
  const id = await save(admin, 'sales-mall/centralfactory/submit', {
    factoryName: '味禾中央厨房',
    deptId,
    sapFactory: 'F100',
    linkman: '周建国',
    phone: '13905710030',
    address: '杭州市余杭区良渚工业园 8 号',
    dailyCapacity: '6000',
  });
  const stores = new Map<string, string>();
  for (const [index, [type, name, zones]] of STORES.entries())
    stores.set(
      type,
      await save(admin, `${STORE}/factorywarehouse/submit`, { name, factoryId: id, type, zones, sort: index + 1 }),
    );
  await save(admin, 'sales-mall/centralfactory/submit', { id, shipWarehouseId: stores.get('finished') });
  for (const site of sites)
    await save(admin, 'sales-mall/projectdepartmentcentralfactory/submit', {
      projectDeptId: site.deptId,
      centralFactoryId: id,
      priority: 1,
      startDate: from,
    });
  return {
    id,
    deptId,
    rawStoreId: stores.get('raw')!,
    semiStoreId: stores.get('semi')!,
    finishedStoreId: stores.get('finished')!,
    returnStoreId: stores.get('return')!,
  };
}

/** Goods as they were bought lately, in base unit. */
export interface Offered {
  readonly supplierId: string;
  readonly materialId: string;
  readonly unitId: string;
  readonly price: string;
  readonly materialCode: string;
  readonly materialName: string;
}

/** What was bought by the kilogram lately, and from whom: the cheapest first. */
export async function boughtLately(purchaser: CompanyClient): Promise<readonly Offered[]> {
  const { records } = await purchaser.get<Records<{ id: string; supplierId: string }>>(`${STORE}/purchaseorder/page`, {
    status: 'done',
    size: '20',
    ascs: 'billCode',
  });
  const lines: Offered[] = [];
  for (const { id, supplierId } of records) {
    const { details } = await purchaser.get<{
      details: readonly (Omit<Offered, 'supplierId'> & { readonly baseUnitId: string })[];
    }>(`${STORE}/purchaseorder/detail`, { id });
    lines.push(
      ...details.flatMap(({ baseUnitId, ...line }) => (line.unitId === baseUnitId ? [{ ...line, supplierId }] : [])),
    );
  }
  return lines.toSorted((a, b) => Number(a.price) - Number(b.price) || (a.materialId < b.materialId ? -1 : 1));
}

/** Orders so much for the raw store of the factory, approved. Answers the bill it is received by. */
export async function orderFor(
  world: World,
  { supplierId, materialId, unitId, price }: Offered,
  qty: string,
  { moment, delivery }: { readonly moment: string; readonly delivery: string },
): Promise<string> {
  const { purchaser, purchaseManager } = world.office;
  const buyer = world.client.as(purchaser).at(moment);
  const id = await save(buyer, `${STORE}/purchaseorder/submit`, {
    supplierId,
    factoryWarehouseId: world.company.factory.rawStoreId,
    orderDate: moment.slice(0, 10),
    deliveryDate: delivery,
    details: [{ materialId, unitId, price, orderQty: qty }],
  });
  await buyer.post(`${STORE}/purchaseorder/toApply`, { ids: id, lateReason: LATE_REASON });
  await world.client.as(purchaseManager).at(moment).post(`${STORE}/purchaseorder/doApply`, { ids: id });
  const { records } = await world.client
    .at(moment)
    .get<Records<{ id: string }>>(`${STORE}/factorywarehouseinstore/page`, { sourceBillId: id });
  return records[0]!.id;
}

/** Orders so much of the raw goods and takes all of it in. */
export async function bringRaw(world: World, raw: Offered, qty: string, day: string): Promise<void> {
  const instoreId = await orderFor(world, raw, qty, { moment: `${day} 08:10:00`, delivery: day });
  const keeper = world.client.at(`${day} 09:40:00`);
  const { details } = await keeper.post<{
    details: readonly { detailId: string; openQty: string; shelfLifeDays: number | null }[];
  }>(`${STORE}/factorywarehouseinstore/preReceiving`, { instoreId });
  await keeper.post(`${STORE}/factorywarehouseinstore/doReceiving`, {
    instoreId,
    deliveryNo: `FY-${raw.materialCode}`,
    details: details.map(({ detailId, openQty, shelfLifeDays }) => ({
      detailId,
      acceptedQty: openQty,
      ...(shelfLifeDays === null ? {} : { productionDate: day }),
    })),
  });
  await keeper.post(`${STORE}/factorywarehouseinstore/completeReceiving`, { billId: instoreId });
}

interface DockLine {
  readonly detailId: string;
  readonly openQty: string;
  readonly shelfLifeDays: number | null;
}
const SHORT_KG = Decimal.of('40');

/** Yesterday a delivery came 40 kg short, which the supplier still owes; today the next one is expected. */
export async function workFactory(world: World, today: string): Promise<void> {
  const before = dayPlus(today, -1);
  const [bought] = await boughtLately(world.client.as(world.office.purchaser).at(`${before} 08:00:00`));
  if (bought === undefined) return;
  const instoreId = await orderFor(world, bought, '500', { moment: `${before} 08:00:00`, delivery: before });
  const keeper = world.client.at(`${before} 09:30:00`);
  const face = `${STORE}/factorywarehouseinstore`;
  const { details } = await keeper.post<{ details: readonly DockLine[] }>(`${face}/preReceiving`, { instoreId });
  await keeper.post(`${face}/doReceiving`, {
    instoreId,
    deliveryNo: `FX-${before.replaceAll('-', '')}`,
    details: details.map(({ detailId, openQty, shelfLifeDays }) => ({
      detailId,
      acceptedQty: Decimal.of(openQty).minus(SHORT_KG).toString(),
      ...(shelfLifeDays === null ? {} : { productionDate: before }),
    })),
  });
  await keeper.post(`${face}/doDifference`, {
    instoreId,
    details: details.map(({ detailId }) => ({
      detailId,
      differenceType: 'short',
      qty: SHORT_KG.toString(),
      cause: '过磅少 40 kg，司机签字确认',
      bearer: 'supplier',
      outcome: 'wait',
    })),
  });
  await keeper.post(`${face}/completeReceiving`, { billId: instoreId });
  world.count('factory deliveries');
  await orderFor(world, bought, '300', { moment: `${before} 10:00:00`, delivery: today });
}
