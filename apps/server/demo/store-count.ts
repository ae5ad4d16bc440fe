/**
 * Counts: of stores every week, after the last meal; of what expired in them; and of stalls, whose stock is used up
 * without a document of its own. Finance reviews what differs.
 */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { CompanyClient, Records } from './company-client.ts';
import type { DemoSite } from './company.ts';
import type { Stall } from './menus.ts';
import type { World } from './world.ts';

const STORE = 'store-management';

/** How far a count is taken: what is left is somebody's task. */
type CountState = 'counting' | 'counted' | 'done';

interface SheetLine {
  readonly id: string;
  readonly batchId: string;
  readonly materialName: string;
  readonly varianceQty?: string;
  readonly proposedCause?: string;
  readonly expectedQty?: string;
}
interface Shelf {
  readonly batchId: string;
  readonly qty: string;
  readonly expiryDate: string | null;
  /** Null of what does not expire. */
  readonly daysLeft: number | null;
}

/** What lies on the shelves of a place, by lot. */
async function shelvesOf(
  keeper: CompanyClient,
  list: string,
  where: Readonly<Record<string, string>>,
): Promise<ReadonlyMap<string, Shelf>> {
  const shelves = new Map<string, Shelf>();
  for (let current = 1; ; current += 1) {
    const page = await keeper.get<Records<Shelf>>(list, {
      ...where,
      qty_gt: '0',
      current: String(current),
      size: '200',
      ascs: 'id',
    });
    for (const shelf of page.records) shelves.set(shelf.batchId, shelf);
    if (page.records.length === 0 || shelves.size >= page.total) return shelves;
  }
}

interface Count {
  readonly site: DemoSite;
  readonly moment: string;
  readonly state: CountState;
  /** When finance looks at it. */
  readonly reviewed: string;
  /** Place and scope of the count. */
  readonly place: Readonly<Record<string, unknown>>;
  readonly shelves: ReadonlyMap<string, Shelf>;
  /** What is found of a lot. */
  readonly found: (shelf: Shelf, materialName: string) => string;
  /** Why what is missing is; absent: what the program proposes. */
  readonly cause?: string;
}

/** Counts lots as they are found; nothing happens where there are none. */
async function count(world: World, { site, moment, state, reviewed, place, shelves, found, cause }: Count) {
  if (shelves.size === 0) return;
  const keeper = world.client.as(world.staffOf(site).storekeeper).at(moment);
  const { id, details } = await keeper.post<{ id: string; details: readonly SheetLine[] }>(
    `${STORE}/invcheck/generateDetail`,
    { recountAmount: '50000', recountPercent: '100', ...place },
  );
  world.count('counts');
  const counted = details.map((line) => ({
    id: line.id,
    countQty: found(shelves.get(line.batchId)!, line.materialName),
  }));
  await keeper.post(`${STORE}/invcheck/saveDetail`, {
    checkId: id,
    details: state === 'counting' ? counted.slice(0, Math.ceil(counted.length / 3)) : counted,
  });
  if (state === 'counting') return;
  await keeper.post(`${STORE}/invcheck/doCheck`, { id });
  if (state === 'counted') return;
  const finance = world.client.as(world.office.finance).at(reviewed);
  const review = await finance.post<{ details: readonly SheetLine[] }>(`${STORE}/invcheck/preCheckApproval`, {
    checkId: id,
  });
  const different = review.details.filter((line) => line.varianceQty !== '0');
  world.count('count differences', different.length);
  await finance.post(`${STORE}/invcheck/doCheckApproval`, {
    id,
    details: different.map((line) => ({
      id: line.id,
      cause: cause ?? line.proposedCause,
      expectedQty: line.expectedQty,
    })),
  });
}

const isExpired = ({ expiryDate }: Shelf, day: string): boolean => expiryDate !== null && expiryDate < day;

/** Counts a site's store from `moment` on: what expired is thrown away, the rest is mostly what the book says. */
export async function countStore(
  world: World,
  site: DemoSite,
  moment: string,
  state: CountState,
  reviewed = moment,
): Promise<void> {
  const keeper = world.client.as(world.staffOf(site).storekeeper).at(moment);
  await count(world, {
    site,
    moment,
    state,
    reviewed,
    place: {
      warehouseId: site.warehouseId,
      checkType: 'cycle',
      checkName: `${site.name} ${moment.slice(5, 10)} 周盘`,
      recountAmount: '5000',
    },
    shelves: await shelvesOf(keeper, `${STORE}/stockbatch/page`, { warehouseId: site.warehouseId }),
    found: (shelf, material) =>
      isExpired(shelf, moment.slice(0, 10)) ? '0' : onShelf(world, shelf.qty, [site.name, moment, material]),
  });
}

/** Throws away what expired in a site's store. */
export async function writeOffExpired(world: World, site: DemoSite, moment: string, reviewed: string): Promise<void> {
  const keeper = world.client.as(world.staffOf(site).storekeeper).at(moment);
  const shelves = await shelvesOf(keeper, `${STORE}/stockbatch/page`, {
    warehouseId: site.warehouseId,
    tab: 'expired',
  });
  await count(world, {
    site,
    moment,
    state: 'done',
    reviewed,
    place: {
      warehouseId: site.warehouseId,
      checkType: 'spot',
      scopeType: 'batch',
      batchIds: [...shelves.keys()],
      checkName: `${site.name} ${moment.slice(5, 10)} 过期清点`,
    },
    shelves,
    found: () => '0',
    cause: 'expired',
  });
}

/** Days a lot must still be good for a part of it to be left at a stall. */
const KEEPS_DAYS = 30;
const LEFT_PERCENT = 20;

/** Counts what a stall has left in the evening: fresh goods are used up, of what keeps a part is still there. */
export async function countStall(
  world: World,
  site: DemoSite,
  stall: Stall,
  moment: string,
  reviewed: string,
): Promise<void> {
  const manager = world.client.as(world.staffOf(site).restaurantManager).at(moment);
  await count(world, {
    site,
    moment,
    state: 'done',
    reviewed,
    place: {
      gearOperationDeptId: stall.deptId,
      checkType: 'cycle',
      checkName: `${stall.name} ${moment.slice(5, 10)} 盘点`,
    },
    shelves: await shelvesOf(manager, 'gear-operation/gearstockbatch/page', { gearOperationDeptId: stall.deptId }),
    found: ({ qty, daysLeft }) =>
      daysLeft !== null && daysLeft < KEEPS_DAYS
        ? '0'
        : Decimal.of(qty).times(Decimal.of(LEFT_PERCENT)).dividedBy(Decimal.hundred).roundedDown(2).toString(),
    cause: 'used',
  });
}

/** Mostly what the book says; now and then a hundredth dried up, was spilt, or was never written down. */
function onShelf(world: World, book: string, words: readonly string[]): string {
  const qty = Decimal.of(book);
  // Of less than a unit a hundredth is nothing a person would see.
  if (qty.isBelow(Decimal.one) || !world.chance.happens(120, 'miscounted', ...words)) return qty.toString();
  const percent = world.chance.happens(800, 'missing', ...words) ? 98 : 101;
  return qty.times(Decimal.of(percent)).dividedBy(Decimal.hundred).rounded(2).toString();
}
