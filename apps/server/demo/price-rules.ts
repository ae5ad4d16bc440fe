/** When prices are suspicious, and one quote that is. */
import type { CompanyClient } from './company-client.ts';
import type { Unit } from './goods.ts';
import type { DemoMaterial } from './materials.ts';
import { save } from './saving.ts';
import { raised } from './suppliers.ts';

/** One rule for everything; the last of the houses then asks a good deal more for the second of the goods than its others do. */
export async function buildPriceRules(admin: CompanyClient, units: ReadonlyMap<string, Unit>, materials: ReadonlyMap<string, string>, goods: readonly DemoMaterial[], suppliers: readonly string[], from: string): Promise<void> {
  await save(admin, 'master-data/priceearlywarning/submit', { name: '全部物料', warnPercent: '10', blockPercent: '40', startDate: from });
  const material = goods[1]!;
  await admin.post('store-management/supplier/addSupplierMaterial', {
    supplierId: suppliers.at(-1), materials: [{ materialId: materials.get(material.name), unitId: units.get(material.purchaseUnit)!.id, factor: material.factor, price: raised(material.price, 24), taxRate: '9', startDate: from, packText: '散装' }],
  });
}
