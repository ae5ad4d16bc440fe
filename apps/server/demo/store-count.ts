/** The weekly count: the storekeeper counts every lot after the last meal, finance reviews what differs. */
import { Decimal } from '../../../kernel/core/decimal.ts';
import type { Records } from './company-client.ts';
import type { DemoSite } from './company.ts';
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
}

/**
 * Counts a site's store from `moment` on; nothing happens while it is empty. `reviewed` is when finance looks at it.
 */
export async function countStore(
  world: World,
  site: DemoSite,
  moment: string,
  state: CountState,
  reviewed = moment,
): Promise<void> {
  const keeper = world.client.as(world.staffOf(site).storekeeper).at(moment);
  const shelf = new Map<string, string>();
  for (let current = 1; ; current += 1) {
    const page = await keeper.get<Records<Shelf>>(`${STORE}/stockbatch/page`, {
      warehouseId: site.warehouseId,
      qty_gt: '0',
      current: String(current),
      size: '200',
      ascs: 'id',
    });
    for (const { batchId, qty } of page.records) shelf.set(batchId, qty);
    if (page.records.length === 0 || shelf.size >= page.total) break;
  }
  if (shelf.size === 0) return;
  const { id, details } = await keeper.post<{ id: string; details: readonly SheetLine[] }>(
    `${STORE}/invcheck/generateDetail`,
    {
      warehouseId: site.warehouseId,
      checkType: 'cycle',
      checkName: `${site.name} ${moment.slice(5, 10)} 周盘`,
      recountAmount: '5000',
      recountPercent: '5',
    },
  );
  world.count('counts');
  const counted = details.map((line) => ({
    id: line.id,
    countQty: found(world, shelf.get(line.batchId)!, [site.name, moment, line.materialName]),
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
    details: different.map((line) => ({ id: line.id, cause: line.proposedCause, expectedQty: line.expectedQty })),
  });
}

/** Mostly what the book says; now and then a hundredth dried up, was spilt, or was never written down. */
function found(world: World, book: string, words: readonly string[]): string {
  const qty = Decimal.of(book);
  // Of less than a unit a hundredth is nothing a person would see.
  if (qty.isBelow(Decimal.one) || !world.chance.happens(120, 'miscounted', ...words)) return qty.toString();
  const percent = world.chance.happens(800, 'missing', ...words) ? 98 : 101;
  return qty.times(Decimal.of(percent)).dividedBy(Decimal.hundred).rounded(2).toString();
}
