/** On which days the kitchen brings what to which site, the tour of a van, and what a site gets every week. */
import type { CompanyClient, Records } from './company-client.ts';
import type { DemoSite } from './company.ts';
import { save } from './saving.ts';

const STORE = 'store-management';
interface Sender {
  readonly factoryDeptId: string;
  readonly finishedStoreId: string;
}

/** Where the sites lie, in their order; a sketch of the route needs no map. */
const PLACES = [
  ['120.1265', '30.2741', '北门卸货平台', '05:00', '06:30'],
  ['120.2103', '30.2084', '食堂后院', '05:30', '07:00'],
  ['120.0532', '30.3015', '后勤通道', '05:30', '07:30'],
] as const;

/** Calendars, an exception, a route over all sites, and a standing order that waits for somebody to agree. */
export async function buildDelivery(
  admin: CompanyClient,
  { factoryDeptId, finishedStoreId }: Sender,
  sites: readonly DemoSite[],
  tofuHouse: string,
  from: string,
): Promise<void> {
  for (const weekday of ['1', '2', '3', '4', '5', '6', '7'])
    await save(admin, `${STORE}/deliverycalendar/submit`, {
      outOrgId: factoryDeptId,
      weekday,
      cutOffTime: Number(weekday) > 5 ? '11:00' : '14:00',
      advanceDays: 1,
      windowStart: '05:30',
      windowEnd: '07:30',
      ...(Number(weekday) > 5 ? { lateMode: 'fee', lateFeeKind: 'fixed', lateFee: '80' } : {}),
      startDate: from,
    });
  await save(admin, `${STORE}/deliverycalendar/exception/submit`, {
    outOrgId: factoryDeptId,
    exceptionDate: `${Number(from.slice(0, 4)) + 1}-01-01`,
    shift: 'before',
    reason: '元旦停产，提前一天送货',
  });
  await buildRoute(admin, { factoryDeptId, finishedStoreId }, sites);
  await buildStandingOrder(admin, sites[0]!, tofuHouse, from);
}

async function buildRoute(admin: CompanyClient, sender: Sender, sites: readonly DemoSite[]): Promise<void> {
  const stops: Record<string, unknown>[] = [];
  for (const [index, site] of sites.slice(0, PLACES.length).entries()) {
    const [longitude, latitude, name, windowStart, windowEnd] = PLACES[index]!;
    const { records } = await admin.get<Records<{ id: string }>>('gear-operation/gearprojectdeptsys/page', {
      bladeProjectDeptId: site.deptId,
    });
    const projectDeptSysId = records[0]!.id;
    const unloadId = await save(admin, 'gear-operation/gearprojectdeptsysunload/save', {
      code: `XH${index + 1}`,
      name,
      projectDeptSysId,
      address: `${site.name} ${name}`,
      longitude,
      latitude,
      linkman: '仓管员',
      phone: `1390571004${index}`,
      receiveStart: '05:00',
      receiveEnd: '09:00',
      warehouseId: site.warehouseId,
      isDefault: 1,
    });
    stops.push({
      stopSeq: index + 1,
      projectDeptSysId,
      warehouseId: site.warehouseId,
      unloadId,
      windowStart,
      windowEnd,
    });
  }
  await save(admin, `${STORE}/deliveryroute/submit`, {
    name: '城东早班',
    outOrgId: sender.factoryDeptId,
    factoryWarehouseId: sender.finishedStoreId,
    departTime: '04:30',
    plateNo: '浙A·L2046',
    driver: '老冯',
    stops,
  });
}

async function buildStandingOrder(
  admin: CompanyClient,
  site: DemoSite,
  tofuHouse: string,
  from: string,
): Promise<void> {
  const { records } = await admin.get<Records<{ supplierId: string; materialId: string; unitId: string }>>(
    `${STORE}/suppliermaterial/page`,
    { ascs: 'id', size: '200' },
  );
  // A small company's dishes may want no tofu.
  const supplierId = records.some((offer) => offer.supplierId === tofuHouse) ? tofuHouse : records[0]!.supplierId;
  const offered = new Map(
    records.filter((offer) => offer.supplierId === supplierId).map((offer) => [offer.materialId, offer.unitId]),
  );
  const id = await save(admin, `${STORE}/standingorder/submit`, {
    name: '每周常备（待核对）',
    warehouseId: site.warehouseId,
    supplierId,
    startDate: from,
    details: [...offered].slice(0, 2).map(([materialId, unitId], index) => ({
      materialId,
      unitId,
      ...Object.fromEntries([1, 2, 3, 4, 5].map((weekday) => [`qty${weekday}`, String(12 + 3 * index)])),
    })),
  });
  await admin.post(`${STORE}/standingorder/freeze`, { ids: id });
}
