/** What the sites are charged: a base price for the goods of every day, and what one site has agreed for itself. */
import type { CompanyClient } from './company-client.ts';
import type { DemoSite } from './company.ts';
import type { Unit } from './goods.ts';
import type { DemoMaterial } from './materials.ts';
import { save } from './saving.ts';
import { raised } from './suppliers.ts';

const CHARGED = 24;
const OF_ITS_OWN = 4;
const BY_PARTNERS = 8;

/**
 * Settlement prices six per cent above what the first house asks, a little less for the last site; joint prices in
 * between.
 */
export async function buildPrices(
  admin: CompanyClient,
  units: ReadonlyMap<string, Unit>,
  materials: ReadonlyMap<string, string>,
  goods: readonly DemoMaterial[],
  sites: readonly DemoSite[],
  from: string,
): Promise<void> {
  const publish = (
    segment: string,
    material: DemoMaterial,
    percent: number,
    more: Record<string, unknown> = {},
  ): Promise<string> =>
    save(admin, `master-data/${segment}/submit`, {
      materialId: materials.get(material.name),
      unitId: units.get(material.purchaseUnit)!.id,
      price: raised(material.price, percent),
      taxRate: '9',
      startDate: from,
      ...more,
    });
  for (const material of goods.slice(0, CHARGED)) await publish('settlementprice', material, 6);
  for (const material of goods.slice(0, OF_ITS_OWN))
    await publish('settlementprice', material, 4, { deptId: sites.at(-1)!.deptId, remark: '按项目约定' });
  for (const material of goods.slice(0, BY_PARTNERS)) await publish('jointoperationprice', material, 5);
}
