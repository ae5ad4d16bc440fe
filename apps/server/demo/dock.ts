/** What comes in: most of it whole, some short, some a day late, some refused; and every gram of it explained. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import { dayPlus } from '../../../modules/master-data/figures/calendar-day.rules.ts';
import type { CompanyClient, Records } from './company-client.ts';
import type { DemoSite } from './company.ts';
import type { World } from './world.ts';

const STORE = 'store-management';

interface ToReceive {
  readonly id: string;
  readonly status: string;
  readonly expectTime: string;
  readonly supplierName: string;
}
interface DockLine {
  readonly detailId: string;
  readonly materialName: string;
  readonly unitId: string;
  readonly openQty: string;
  readonly shelfLifeDays: number | null;
}
interface Proposed {
  readonly detailId: string;
  readonly differenceType: string;
  readonly qty: string;
  readonly bearer: string;
  readonly settlesItself: number;
}

/** What keeps so many days at most is tested for residue. */
const FRESH_DAYS = 7;

/** Bills to receive up to a day, the oldest first. */
async function dueBills(keeper: CompanyClient, site: DemoSite, day: string): Promise<readonly ToReceive[]> {
  const page = await keeper.get<Records<ToReceive>>(`${STORE}/invinstore/page`, {
    status: 'to-receive',
    warehouseId: site.warehouseId,
    expectTime_datele: day,
    size: '200',
    ascs: 'expectTime',
  });
  return page.records;
}

/** What becomes of goods that did not come. */
type Outcome = 'cancel-rest' | 'charge' | 'wait';
const USUALLY: readonly Outcome[] = ['cancel-rest', 'cancel-rest', 'charge', 'wait'];

/**
 * Receives what is due. `share` of a thousand are received at all: less than all leaves tasks for whoever comes next.
 */
export async function receiveDeliveries(
  world: World,
  site: DemoSite,
  day: string,
  moment: string,
  { share = 1000, outcomes = USUALLY }: { share?: number; outcomes?: readonly Outcome[] } = {},
): Promise<void> {
  const keeper = world.client.as(world.staffOf(site).storekeeper).at(moment);
  for (const bill of await dueBills(keeper, site, day)) {
    const words = [site.name, bill.supplierName, bill.expectTime.slice(0, 10)];
    const isLate = bill.expectTime.slice(0, 10) === day && world.chance.happens(40, 'late', ...words);
    if (isLate || !world.chance.happens(share, 'comes', ...words)) {
      if (isLate) world.count('late deliveries');
      continue;
    }
    await receiveBill(world, keeper, bill.id, day, words, outcomes);
  }
}

async function receiveBill(
  world: World,
  keeper: CompanyClient,
  instoreId: string,
  day: string,
  words: readonly string[],
  outcomes: readonly Outcome[],
): Promise<void> {
  const { chance } = world;
  const bill = await keeper.post<{ details: readonly DockLine[] }>(`${STORE}/invinstore/preReceiving`, { instoreId });
  const isShort = chance.happens(140, 'short', ...words);
  const isRefused = !isShort && chance.happens(35, 'refused', ...words);
  const details = bill.details.map((line, index) => {
    const open = Decimal.of(line.openQty);
    const places = Math.min(1, world.company.units.get(line.unitId)?.decimals ?? 0);
    const percent = Decimal.of(chance.between(90, 98, 'percent', ...words, line.materialName));
    const part = open.times(percent).dividedBy(Decimal.hundred).roundedDown(places);
    // Of a single pack there is no part: it came.
    const arrived = isShort && index % 3 === 0 && part.isPositive() ? part : open;
    const refused =
      isRefused && index === 0 ? arrived.minus(arrived.times(Decimal.of('0.7')).roundedDown(places)) : Decimal.zero;
    const accepted = arrived.minus(refused);
    return {
      detailId: line.detailId,
      acceptedQty: accepted.toString(),
      refusedQty: refused.toString(),
      ...(refused.isPositive() ? { refuseReason: chance.one(['rotten', 'damaged', 'spec'], 'why', ...words) } : {}),
      // What is fresh is tested at the dock.
      ...(line.shelfLifeDays !== null && line.shelfLifeDays <= FRESH_DAYS ? { residueResult: 'pass' } : {}),
      ...(line.shelfLifeDays === null ? {} : { productionDate: producedOn(day, line.shelfLifeDays) }),
    };
  });
  await keeper.post(`${STORE}/invinstore/doReceiving`, {
    instoreId,
    deliveryNo: `SH-${day.replaceAll('-', '')}-${chance.between(100, 999, 'note', ...words)}`,
    details,
  });
  world.count('deliveries');
  if (isShort || isRefused) await explain(world, keeper, instoreId, words, outcomes);
  await keeper.post(`${STORE}/invinstore/completeReceiving`, { billId: instoreId });
}

/** Fresh goods were made today; what keeps long has been on the way for a while. */
const producedOn = (day: string, shelfLifeDays: number): string =>
  dayPlus(day, -Math.min(30, Math.floor(shelfLifeDays / 12)));

/** What did not come is recorded with its cause: mostly cancelled or bought elsewhere, some of it still to come. */
async function explain(
  world: World,
  keeper: CompanyClient,
  instoreId: string,
  words: readonly string[],
  outcomes: readonly Outcome[],
): Promise<void> {
  const { details } = await keeper.post<{ details: readonly Proposed[] }>(`${STORE}/invinstore/preDifference`, {
    instoreId,
  });
  const open = details.filter((line) => line.settlesItself === 0);
  if (open.length === 0) return;
  const outcome = world.chance.one(outcomes, 'outcome', ...words);
  await keeper.post(`${STORE}/invinstore/doDifference`, {
    instoreId,
    details: open.map(({ detailId, differenceType, qty, bearer }) => ({
      detailId,
      differenceType,
      qty,
      bearer,
      outcome,
      cause: differenceType === 'quality' ? '到货不新鲜，当场拒收' : '供应商送货数量不足',
    })),
  });
  world.count('differences', open.length);
}

/**
 * What suppliers promised to bring later and did not is settled by the purchaser, a day after; what another site missed
 * is confirmed by the storekeeper who sent it.
 */
export async function settleDifferences(world: World, site: DemoSite, day: string, moment: string): Promise<void> {
  const purchaser = world.client.as(world.office.purchaser).at(moment);
  const keeper = world.client.as(world.staffOf(site).storekeeper).at(moment);
  const page = await purchaser.get<Records<{ id: string; outstoreId: string | null }>>(
    `${STORE}/invinstoredifference/page`,
    { status: 'waiting', bladeProjectDeptId: site.deptId, size: '200', ascs: 'createTime' },
  );
  for (const { id, outstoreId } of page.records) {
    if (outstoreId !== null && outstoreId !== '') await keeper.post(`${STORE}/invinstoredifference/confirm`, { id });
    else
      await purchaser.post(`${STORE}/invinstoredifference/confirm`, {
        id,
        outcome: 'cancel-rest',
        remark: `${day} 与供应商确认不再补送`,
      });
    world.count('differences settled');
  }
}
