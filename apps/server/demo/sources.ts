/** Who brings what by rule: tofu straight to the first site, packaging from one house. */
import type { CompanyClient, Records } from './company-client.ts';
import type { DemoSite } from './company.ts';
import { save } from './saving.ts';

/** `suppliers` in the order of the list, two of each kind of goods. */
export async function buildSources(
  admin: CompanyClient,
  companyDeptId: string,
  site: DemoSite,
  suppliers: readonly string[],
  from: string,
): Promise<void> {
  const typeOf = async (code: string): Promise<string> =>
    (await admin.get<Records<{ id: string }>>('master-data/materialtype/page', { code_equal: code })).records[0]!.id;
  await save(admin, 'store-management/purchasedirectdeliveryrules/submit', {
    companyDeptId,
    deptId: site.deptId,
    materialTypeId: await typeOf('T1'),
    supplierId: suppliers[8],
    settleBasis: 'settlement',
    startDate: from,
    remark: '豆制品每天清晨直送',
  });
  await save(admin, 'store-management/sourceinventoryconfigure/submit', {
    companyDeptId,
    materialTypeId: await typeOf('P1'),
    sourceKind: 'direct',
    supplierId: suppliers[30],
    startDate: from,
    remark: '包材集中一家',
  });
}
