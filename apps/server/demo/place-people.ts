import { sql, type Database } from '../../../parts/postgres/database.ts';
import { seedPeople, type DemonstrationPerson } from '../../../modules/admin/seed/seed-people.server.ts';
import { OFFICES } from './office-life.ts';
import { PLATFORM_TENANT } from '../../../modules/admin/rights/signed-in.server.ts';

/**
 * Once the company stands: people of the head office belong to their departments, others to the company as a whole,
 * and the supplier's person to whom most is ordered from.
 */
export async function placePeople(
  database: Database,
  people: readonly DemonstrationPerson[],
  password: string,
): Promise<void> {
  const departments = await database.transaction({ tenant: PLATFORM_TENANT, timeZone: 'Asia/Shanghai' }, async (tx) => {
    await tx.run(sql`
      update app_user set supplier_id = (select supplier_id from purchase_order group by supplier_id
      order by count(*) desc, supplier_id limit 1)
      where party_type = 'supplier' and supplier_id is null`);
    return tx.rows<{ id: string; name: string; isCompany: boolean }>(sql`
      select id, dept_name as name, dept_category = '1' as is_company from dept
      where dept_category in ('1', '5') order by id`);
  });
  const departmentsOf = (role: string): string[] =>
    departments
      .filter(({ name, isCompany }) => (OFFICES[role] ? name === OFFICES[role] : isCompany))
      .map(({ id }) => id);
  await seedPeople(database, {
    password,
    departments: Object.fromEntries(people.map(({ role }) => [role, departmentsOf(role)])),
  });
}
