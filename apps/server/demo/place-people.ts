import { sql, type Database } from '../../../parts/postgres/database.ts';
import { seedPeople, type DemonstrationPerson } from '../../../modules/admin/seed/seed-people.server.ts';
import { PLATFORM_TENANT } from '../../../modules/admin/rights/signed-in.server.ts';

/**
 * Once the company stands: its people belong to the company as a whole, and the supplier's person to whom most is
 * ordered from.
 */
export async function placePeople(
  database: Database,
  people: readonly DemonstrationPerson[],
  password: string,
): Promise<void> {
  const companies = await database.transaction({ tenant: PLATFORM_TENANT, timeZone: 'Asia/Shanghai' }, async (tx) => {
    await tx.run(sql`
      update app_user set supplier_id = (select supplier_id from purchase_order group by supplier_id
      order by count(*) desc, supplier_id limit 1)
      where party_type = 'supplier' and supplier_id is null`);
    return tx.rows<{ id: string }>(sql`select id from dept where dept_category = '1' order by id`);
  });
  await seedPeople(database, {
    password,
    departments: Object.fromEntries(people.map(({ role }) => [role, companies.map(({ id }) => id)])),
  });
}
