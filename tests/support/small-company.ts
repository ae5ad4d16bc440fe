/** The demonstration company with two small sites and few days of work: real rows of everything. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { assemble } from '../../apps/server/main.ts';
import { shapeOf } from '../../apps/server/demo/company.ts';
import { loadCompany } from '../../apps/server/demo/load-company.ts';
import { momentIn } from '../../kernel/server/clock.ts';
import { openDatabase, sql } from '../../parts/postgres/database.ts';
import { seedMenus } from '../../modules/admin/seed/seed-menu.server.ts';
import { seedPeople } from '../../modules/admin/seed/seed-people.server.ts';
import { seedTenant } from '../../modules/admin/seed/seed-tenant.server.ts';
import { searchText } from '../../parts/search/search-text.ts';
import { seedLeaveProcess } from '../../modules/workflow/tasks/leave.server.ts';
import { DEMO_SECRET } from './demo-secret.ts';

const TENANT = '000000';
const PASSWORD = 'larder2026';
const SITES = 2;
const DISHES_EACH = 3;
const DAYS = 3;
const REGIONS = [
  ['00', null, '中华人民共和国', '0'],
  ['33', '00', '浙江省', '1'],
  ['3301', '33', '杭州市', '2'],
] as const;

/** Makes it in a migrated database, through the program's own calls; `days`: how many it has worked. */
export async function buildSmallCompany(appUrl: string, days = DAYS): Promise<void> {
  const database = openDatabase(appUrl, { max: 4 });
  const fileFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'larder-demo-'));
  try {
    const program = assemble({ database, tokenSecret: DEMO_SECRET, fileFolder });
    const addedCodes = await seedMenus(database, program.registry);
    await seedTenant(database, program.registry, { initialPassword: program.secrets.seal(PASSWORD), addedCodes });
    await seedPeople(database, { password: PASSWORD });
    // Those somebody lives in; all the others would cost each test time.
    await database.transaction({ tenant: null, timeZone: 'UTC' }, async (tx) => {
      for (const [code, above, name, level] of REGIONS)
        await tx.run(
          sql`insert into region (code, parent_code, name, level, search_text)
            values (${code}, ${above}, ${name}, ${level}, ${searchText([code, name])})`,
        );
    });
    await seedLeaveProcess(database, program.registry);
    const today = momentIn('Asia/Shanghai', new Date()).slice(0, 10);
    await database.transaction({ tenant: TENANT, timeZone: 'Asia/Shanghai' }, (tx) =>
      loadCompany(tx, {
        program,
        tenant: TENANT,
        administrator: 'admin',
        today,
        size: { shape: { ...shapeOf(SITES), dishesEach: DISHES_EACH }, days, furnished: false },
      }),
    );
  } finally {
    await database.close();
    fs.rmSync(fileFolder, { recursive: true, force: true });
  }
}
