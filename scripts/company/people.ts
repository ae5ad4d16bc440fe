/** The people of a simulated company: of its office and its factory, and four at every site, each with a role. */
import type { Company, DemoSite, SiteStaff } from '../../apps/server/demo/company.ts';
import type { Records } from '../../apps/server/demo/company-client.ts';
import type { World } from '../../apps/server/demo/world.ts';
import type { HttpCompany } from './http-client.ts';

/** What everybody of a simulated company signs in with. */
export const PASSWORD = 'larder2026';

/** Makes the accounts the simulated company works with. */
export async function hirePeople(http: HttpCompany, company: Company): Promise<Pick<World, 'office' | 'staffOf'>> {
  const admin = http.client;
  const page = await admin.get<Records<{ id: string; roleAlias: string }>>('blade-system/role/page', { size: '200' });
  const roles = new Map(page.records.map((role) => [role.roleAlias, role.id]));
  const hire = async (role: string, account: string, deptId: string): Promise<string> => {
    await admin.post('blade-user/submit', {
      account,
      name: account.slice(0, 20),
      realName: account.slice(0, 20),
      deptId,
      roleId: [roles.get(role), roles.get('user')].join(','),
      password: PASSWORD,
      password2: PASSWORD,
    });
    http.know(account, PASSWORD);
    return account;
  };
  const office = {
    planner: await hire('hq-planner', 'planner', company.companyDeptId),
    purchaser: await hire('purchaser', 'purchaser', company.companyDeptId),
    purchaseManager: await hire('purchase-manager', 'buying.chief', company.companyDeptId),
    finance: await hire('finance', 'bookkeeper', company.companyDeptId),
    factoryStaff: await hire('factory-staff', 'factory', company.factory.deptId),
  };
  const staff = new Map<DemoSite, SiteStaff>();
  for (const [index, site] of company.sites.entries()) {
    const nr = String(index + 1).padStart(2, '0');
    staff.set(site, {
      // A requirement plan is seen by the department of its planner, so who approves it sits there too.
      projectManager: await hire('project-manager', `manager.${nr}`, company.companyDeptId),
      restaurantManager: await hire('restaurant-manager', `restaurant.${nr}`, site.deptId),
      storekeeper: await hire('storekeeper', `keeper.${nr}`, site.deptId),
      chef: await hire('chef', `chef.${nr}`, site.deptId),
    });
  }
  return { office, staffOf: (site) => staff.get(site)! };
}
