import { momentIn } from '../../kernel/server/clock.ts';
import { sql, type Database } from '../../parts/postgres/database.ts';
import { seedMenus } from '../../modules/admin/seed/seed-menu.server.ts';
import { ensureAdministrator, seedPeople, type FirstPassword } from '../../modules/admin/seed/seed-people.server.ts';
import { seedUnits } from '../../modules/master-data/units/first-units.server.ts';
import { seedTenant } from '../../modules/admin/seed/seed-tenant.server.ts';
import { hashOf } from '../../modules/admin/sign-in/password.server.ts';
import { seedRegions } from '../../modules/platform/seed-regions.server.ts';
import { seedLeaveProcess } from '../../modules/workflow/tasks/leave.server.ts';
import { DEMO_SIZE, loadCompany } from './demo/load-company.ts';
import { placeSitePeople } from './demo/place-people.ts';
import type { Program } from './main.ts';

export interface DemoAccount {
  readonly account: string;
  readonly password: string;
  readonly role: string;
}

interface SeedOptions {
  readonly database: Database;
  readonly program: Program;
  readonly demo: boolean;
  readonly firstPassword?: FirstPassword;
  /** Says what takes a while. */
  say?(sentence: string): void;
}

const TENANT = '000000';
/** Of every account of the demonstration; printed when the program starts with it. */
export const DEMO_PASSWORD = 'larder2026';

/**
 * Brings menus, dictionaries and parameters up to the declarations. An empty database receives the demonstration
 * company, or with `demo` off one administrator whose password is printed until it was used. Answers the accounts to
 * print, if there are any.
 */
export async function seed({
  database,
  program,
  demo,
  firstPassword,
  say,
}: SeedOptions): Promise<readonly DemoAccount[] | null> {
  const addedCodes = await seedMenus(database, program.registry);
  await seedTenant(database, program.registry, {
    addedCodes,
    ...(demo ? { initialPassword: program.secrets.seal(DEMO_PASSWORD) } : {}),
  });
  await database.transaction({ tenant: TENANT, timeZone: 'Asia/Shanghai' }, seedUnits);
  await seedRegions(database);
  await seedLeaveProcess(database, program.registry);
  if (!demo) {
    const administrator = await ensureAdministrator(database, firstPassword);
    return administrator === null ? null : [administrator];
  }
  const accounts = await seedPeople(database, { password: DEMO_PASSWORD });
  const isEmpty = await database.transaction(
    { tenant: TENANT, timeZone: 'Asia/Shanghai', readOnly: true },
    async (tx) => (await tx.row(sql`select 1 as one from material limit 1`)) === undefined,
  );
  if (isEmpty) {
    say?.('loading the demonstration company, this takes about a minute …');
    const hash = await hashOf(DEMO_PASSWORD);
    const today = momentIn('Asia/Shanghai', new Date()).slice(0, 10);
    await database.transaction({ tenant: TENANT, timeZone: 'Asia/Shanghai' }, async (tx) => {
      await loadCompany(tx, {
        program,
        tenant: TENANT,
        administrator: 'admin',
        today,
        size: DEMO_SIZE,
        keepsFiles: true,
      });
      await placeSitePeople(tx, hash);
    });
  }
  return accounts;
}
